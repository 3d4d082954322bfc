// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/edit/lesson_check_panel.h"

#include "ui/lessons/models/lesson_part_text.h"
#include "ui/lessons/models/lesson_rows.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/table_look.h"
#include "ui/look/theme.h"

#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QTableWidget>

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

/// Values this far apart make a band that promises next to nothing.
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
    lookAsTable(*m_table, RowHeight::Metrics);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto* line = rowOf({{m_bar, 1}, m_cancel});
    auto* layout = columnOf(this, {line, m_verdict, m_table});
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
        [this](const QTableWidgetItem* item) { emit placeWanted(item->data(Qt::UserRole).toString()); });
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
    m_checked = lesson;
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
    if (m_report)
        m_verdict->setText(tr("Before the last change: %1").arg(m_verdict->text()));
    m_isOutdated = true;
    m_report.reset();
    m_take->hide();
}

void LessonCheckPanel::tellPromised(const LessonReport& report)
{
    const std::vector<CheckedExpectation>& measured = report.expectations;
    m_verdict->setText(
        tr("Promised now what was measured: %1.")
            .arg(measured.size() == 1 ? shownValues(measured.front())
                                      : countedText(qint64(measured.size()), tr("number"), tr("numbers"))));
    m_table->hide();
}

void LessonCheckPanel::fitHeight()
{
    const int shown = std::clamp(m_table->rowCount(), 1, kRowsInSight);
    // By the rows alone: at some widths each bar takes the room that makes the other one needed, for ever.
    m_table->setVerticalScrollBarPolicy(
        m_table->rowCount() > kRowsInSight ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height()
        + shown * m_table->verticalHeader()->defaultSectionSize()
        + m_table->horizontalScrollBar()->sizeHint().height() + 6);
}

/// In a sentence: what is wrong with it, and where.
QString LessonCheckPanel::whyBroken(const CheckedExpectation& checked) const
{
    const QString place = toQt(checked.place);
    if (!isRefusedAsAnswer(checked))
        return tr("%1: promised %2, measured %3.")
            .arg(lessonPartText(place), toQt(wantedText(checked.expectation)), shownValues(checked));
    const int step = place.section(QLatin1Char('['), 1).section(QLatin1Char(']'), 0, 0).toInt();
    const std::optional<Question>& asked = m_checked.steps[std::size_t(step)].predict;
    return tr("%1: as promised, but \"Right is\" says %2, and measured is %3.")
        .arg(lessonPartText(place), asked ? testText(asked->right) : QString(), shownValues(checked));
}

void LessonCheckPanel::showRow(int row, const CheckedExpectation& checked)
{
    const QString mark = checked.isMet ? QStringLiteral("✓ ") : QStringLiteral("✗ ");
    const QStringList cells{mark + lessonPartText(toQt(checked.place)),
        metricText(checked.expectation.metric), toQt(wantedText(checked.expectation)), shownValues(checked)};
    for (int column = 0; column < cells.size(); ++column) {
        auto* item = new QTableWidgetItem(cells[column]);
        item->setToolTip(checked.isMet ? cells[column] : whyBroken(checked));
        item->setData(Qt::UserRole, toQt(checked.place));
        if (!checked.isMet)
            item->setForeground(severityColor(Severity::Failure, palette()));
        m_table->setItem(row, column, item);
    }
}

void LessonCheckPanel::show(const Result<LessonReport>& report)
{
    if (report && m_isOutdated) {
        m_verdict->setText(tr("The lesson was changed while it was measured: check it again."));
    } else if (report) {
        m_report = *report;
        m_table->setRowCount(int(report->expectations.size()));
        // Broken promises come first.
        std::vector<CheckedExpectation> rows = report->expectations;
        const auto met = std::stable_partition(
            rows.begin(), rows.end(), [](const CheckedExpectation& each) { return !each.isMet; });
        const auto broken = met - rows.begin();
        const auto differing = std::count_if(rows.begin(), rows.end(), isWide);
        for (std::size_t row = 0; row < rows.size(); ++row)
            showRow(int(row), rows[row]);
        m_table->scrollToTop();
        fitHeight();
        const QString numbers = countedText(m_table->rowCount(), tr("number"), tr("numbers"));
        m_verdict->setText(broken == 0 ? tr("%1 measured: all as promised.").arg(numbers)
                                       : tr("%1 measured: %2 not as promised.").arg(numbers).arg(broken));
        if (broken > 0)
            m_verdict->setText(m_verdict->text() + QLatin1Char(' ') + whyBroken(rows.front()));
        if (!report->unwritten.empty()) {
            QStringList places;
            for (const std::string& place : report->unwritten)
                places += lessonPartText(toQt(place));
            m_verdict->setText(m_verdict->text() + QLatin1Char(' ')
                + tr("Still placeholders: %1.").arg(places.join(QStringLiteral("; "))));
        }
        if (differing > 0)
            m_verdict->setText(m_verdict->text() + QLatin1Char(' ')
                + tr("Of %1 the seeds differ more than tenfold: a promise of that width says little.")
                      .arg(countedText(differing, tr("number"), tr("numbers"))));
    } else {
        m_verdict->setText(report.error().kind == ErrorKind::Stopped
                ? tr("Measuring was stopped.")
                : tr("It cannot be measured: %1").arg(engineText(report.error())));
    }
    showRunning(false);
    emit finished();
}

} // namespace ulpscope::ui
