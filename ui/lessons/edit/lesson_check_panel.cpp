// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/edit/lesson_check_panel.h"

#include "ui/lessons/models/lesson_rows.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/error_text.h"
#include "ui/look/table_look.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr std::chrono::milliseconds kPollInterval{100};
constexpr int kRowsInSight = 5;

QString shownValues(const CheckedExpectation& checked)
{
    const auto text = [](const std::optional<double>& value) {
        return value ? shortNumber(*value, 6) : LessonCheckPanel::tr("none");
    };
    const auto [least, most] = std::minmax_element(
        checked.values.begin(), checked.values.end(), [](const MeasuredValue& a, const MeasuredValue& b) {
            return a.value.value_or(-HUGE_VAL) < b.value.value_or(-HUGE_VAL);
        });
    if (least == checked.values.end())
        return {};
    return least->value == most->value
        ? text(least->value)
        : LessonCheckPanel::tr("%1 to %2").arg(text(least->value), text(most->value));
}

/// The number is what is promised, and the question that asks for it calls it wrong.
bool isRefusedAsAnswer(const CheckedExpectation& checked)
{
    return !checked.isMet
        && std::all_of(checked.values.begin(), checked.values.end(),
            [&](const MeasuredValue& each) { return isMet(checked.expectation, each.value); });
}

/// So far apart that a band around them promises next to nothing.
bool isWide(const CheckedExpectation& checked)
{
    constexpr double kTenfold = 10;
    if (checked.expectation.comparison != ExpectOperator::Within)
        return false;
    double least = HUGE_VAL;
    double most = 0;
    for (const MeasuredValue& each : checked.values) {
        least = std::min(least, each.value.value_or(0));
        most = std::max(most, each.value.value_or(0));
    }
    return least > 0 && most > kTenfold * least;
}

} // namespace

LessonCheckPanel::LessonCheckPanel(
    std::shared_ptr<const Kernels> kernels, std::filesystem::path scenes, QWidget* parent)
    : QWidget(parent)
    , m_kernels(std::move(kernels))
    , m_scenes(std::move(scenes))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_verdict(new QLabel(this))
    , m_table(new QTableWidget(0, 4, this))
    , m_take(new QPushButton(tr("&Promise what was measured"), this))
{
    setObjectName(QStringLiteral("lessonCheckPanel"));
    describe(m_bar, QStringLiteral("lessonCheckProgress"), tr("Numbers measured"),
        tr("How many of the promised numbers are measured"));
    describe(m_cancel, QStringLiteral("lessonCheckCancel"), tr("Cancel"), tr("Stops measuring"));
    describe(m_table, QStringLiteral("lessonCheckTable"), tr("Measured and promised"),
        tr("Each number that the lesson promises; Return shows where"));
    describe(m_take, QStringLiteral("lessonCheckTake"), tr("Promise what was measured"),
        tr("Each band becomes what the seeds gave, widened by as much on either side; other promises stay"));
    m_verdict->setObjectName(QStringLiteral("lessonCheckVerdict"));
    m_verdict->setWordWrap(true);
    m_verdict->setTextFormat(Qt::PlainText);
    m_table->setHorizontalHeaderLabels({tr("Place"), tr("Number"), tr("Promised"), tr("Measured")});
    lookAsTable(*m_table, RowHeight::Figures);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto* line = new QHBoxLayout;
    line->addWidget(m_bar, 1);
    line->addWidget(m_cancel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(line);
    layout->addWidget(m_verdict);
    layout->addWidget(m_table);
    layout->addWidget(m_take, 0, Qt::AlignLeft);
    connect(m_table->verticalHeader(), &QHeaderView::sectionResized, this, &LessonCheckPanel::fitHeight);
    m_poll.setInterval(kPollInterval);
    connect(&m_poll, &QTimer::timeout, this, [this] {
        m_bar->setMaximum(int(std::max<std::size_t>(1, m_progress->all)));
        m_bar->setValue(int(m_progress->done));
    });
    connect(m_cancel, &QPushButton::clicked, this, &LessonCheckPanel::cancel);
    connect(m_take, &QPushButton::clicked, this, &LessonCheckPanel::bandsWanted);
    connect(m_table, &QTableWidget::itemActivated, this,
        [this](const QTableWidgetItem* item) { emit placeWanted(m_table->item(item->row(), 0)->text()); });
    connect(&m_aside, &Aside::failed, this, [this](const QString& message) {
        show(Error{"", message.toStdString()});
    });
    hide();
}

LessonCheckPanel::~LessonCheckPanel() = default;

void LessonCheckPanel::showRunning(bool isRunning)
{
    m_bar->setVisible(isRunning);
    m_cancel->setVisible(isRunning);
    m_verdict->setVisible(!isRunning);
    m_table->setVisible(!isRunning && m_report.has_value());
    m_take->setVisible(!isRunning && m_report.has_value());
    if (isRunning)
        m_poll.start();
    else
        m_poll.stop();
    setVisible(true);
}

void LessonCheckPanel::check(const Lesson& lesson, const QString& only)
{
    m_report.reset();
    m_isOutdated = false;
    m_progress = std::make_shared<Progress>();
    m_bar->setValue(0);
    showRunning(true);
    m_aside.ask([this, lesson, only = only.toStdString(), kernels = m_kernels, scenes = m_scenes,
                    progress = m_progress](const std::stop_token& stop) -> Aside::Answer {
        LessonCheckOptions options;
        options.scenes = scenes;
        options.only = only;
        options.progress = [&](std::size_t done, std::size_t all) {
            progress->all = all;
            progress->done = done;
            return !stop.stop_requested();
        };
        options.stop = stop;
        auto report = std::make_shared<Result<LessonReport>>(measureLesson(lesson, *kernels, options));
        return [this, report] { show(*report); };
    });
    emit started();
}

void LessonCheckPanel::cancel()
{
    if (!m_aside.isBusy())
        return;
    m_aside.cancel();
    show(stoppedError());
}

void LessonCheckPanel::outdate()
{
    m_isOutdated = true;
    m_report.reset();
    m_take->hide();
}

void LessonCheckPanel::fitHeight()
{
    const int shown = std::clamp(m_table->rowCount(), 1, kRowsInSight);
    // By the rows alone: at some widths each bar takes the room that makes the other one needed, for ever.
    m_table->setVerticalScrollBarPolicy(
        m_table->rowCount() > kRowsInSight ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + shown * m_table->verticalHeader()->defaultSectionSize() + 6);
}

void LessonCheckPanel::show(const Result<LessonReport>& report)
{
    if (report && m_isOutdated) {
        m_verdict->setText(tr("The lesson was changed while it was measured: check it again."));
    } else if (report) {
        m_report = *report;
        m_table->setRowCount(int(report->expectations.size()));
        int broken = 0;
        int differing = 0;
        for (int row = 0; row < m_table->rowCount(); ++row) {
            const CheckedExpectation& each = report->expectations[std::size_t(row)];
            broken += each.isMet ? 0 : 1;
            differing += isWide(each) ? 1 : 0;
            const QString mark = each.isMet ? QStringLiteral("✓ ") : QStringLiteral("✗ ");
            const QString why = isRefusedAsAnswer(each)
                ? tr(" (as promised, but the question's \"Right is\" does not take it)")
                : QString();
            const QStringList cells{toQt(each.place), metricText(each.expectation.metric),
                toQt(wantedText(each.expectation)), mark + shownValues(each) + why};
            for (int column = 0; column < cells.size(); ++column)
                m_table->setItem(row, column, new QTableWidgetItem(cells[column]));
        }
        fitHeight();
        const QString numbers = countedText(m_table->rowCount(), tr("number"), tr("numbers"));
        m_verdict->setText(broken == 0 ? tr("%1 measured: all as promised.").arg(numbers)
                                       : tr("%1 measured: %2 not as promised.").arg(numbers).arg(broken));
        if (!report->unwritten.empty()) {
            QStringList places;
            for (const std::string& place : report->unwritten)
                places += toQt(place);
            m_verdict->setText(m_verdict->text() + QLatin1Char(' ')
                + tr("Still placeholders: %1.").arg(places.join(QStringLiteral(", "))));
        }
        if (differing > 0)
            m_verdict->setText(m_verdict->text() + QLatin1Char(' ')
                + tr("Of %1 the seeds differ more than tenfold: a promise of that width says little.")
                      .arg(countedText(differing, tr("number"), tr("numbers"))));
    } else {
        m_verdict->setText(report.error().kind == ErrorKind::Stopped
                ? tr("Measuring was stopped.")
                : tr("It cannot be measured: %1").arg(errorText(report.error())));
    }
    showRunning(false);
    emit finished();
}

} // namespace ulpscope::ui
