// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/log_names_dialog.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr std::size_t kTried = std::size_t{1} << 18; // bytes of the log, while names are typed
constexpr std::size_t kMaxOffered = 200;

std::int64_t countOf(const TrainingLog& log, const auto& says)
{
    return std::ranges::count_if(log.events, says);
}

std::int64_t skippedIn(const TrainingLog& log)
{
    return std::accumulate(log.events.begin(), log.events.end(), std::int64_t{0},
        [](std::int64_t sum, const LogEvent& event) { return sum + event.skipped; });
}

} // namespace

LogNamesDialog::LogNamesDialog(LogToName log, QWidget* parent)
    : QDialog(parent)
    , m_log(std::move(log))
    , m_step(new QComboBox(this))
    , m_loss(new QComboBox(this))
    , m_lossScale(new QComboBox(this))
    , m_gradientNorm(new QComboBox(this))
    , m_skipped(new QComboBox(this))
    , m_said(new QLabel(this))
{
    setObjectName(QStringLiteral("logNames"));
    setWindowTitle(tr("Words of the log"));
    m_offered = unreadNumbers(beginning());
    m_offered.resize(std::min(m_offered.size(), kMaxOffered));
    place();
    tryNames();
}

std::string_view LogNamesDialog::beginning() const
{
    return std::string_view(m_log.text).substr(0, kTried);
}

void LogNamesDialog::place()
{
    auto* about = new QLabel(
        tr("What does the log call its numbers? Choose a name that it has, or write one letter for letter: the words before a number, a key of JSON "
           "or a column of a table. What is empty is read by the usual names."),
        this);
    about->setWordWrap(true);
    offer(m_step, m_log.names.step);
    offer(m_loss, m_log.names.loss);
    offer(m_lossScale, m_log.names.lossScale);
    offer(m_gradientNorm, m_log.names.gradientNorm);
    offer(m_skipped, m_log.names.skipped);
    describe(m_step, QStringLiteral("logNameStep"), tr("Step"), tr("As it in it=12"));
    describe(m_loss, QStringLiteral("logNameLoss"), tr("Loss"), tr("As L in L=2.31"));
    describe(m_lossScale, QStringLiteral("logNameScale"), tr("Loss scale"), tr("As S in S=1024"));
    describe(m_gradientNorm, QStringLiteral("logNameNorm"), tr("Gradient norm"),
        tr("As G in G=1.5: the norm of all gradients"));
    describe(m_skipped, QStringLiteral("logNameSkipped"), tr("Skipped steps"),
        tr("As skip in skip=1: how many steps the line says were skipped"));
    m_said->setObjectName(QStringLiteral("logNamesSaid"));
    m_said->setWordWrap(true);
    auto* form = new QFormLayout;
    form->addRow(tr("&Step"), m_step);
    form->addRow(tr("&Loss"), m_loss);
    form->addRow(tr("Loss s&cale"), m_lossScale);
    form->addRow(tr("&Gradient norm"), m_gradientNorm);
    form->addRow(tr("S&kipped steps"), m_skipped);
    for (const QComboBox* combo : {m_step, m_loss, m_lossScale, m_gradientNorm, m_skipped})
        connect(combo, &QComboBox::editTextChanged, this, &LogNamesDialog::tryNames);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &LogNamesDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &LogNamesDialog::reject);
    columnOf(this, {about, form, m_said, buttons}, {.hasStyleMargins = true});
}

/// The names of the log, each with how often it is there and its first number.
void LogNamesDialog::offer(QComboBox* combo, const std::string& name)
{
    combo->setEditable(true);
    combo->setInsertPolicy(QComboBox::NoInsert);
    for (const UnreadNumber& number : m_offered) {
        combo->addItem(toQt(number.name));
        combo->setItemData(combo->count() - 1,
            tr("%1, the first is %2")
                .arg(countedText(std::int64_t(number.count), tr("number"), tr("numbers")),
                    numberText(number.example, 4)),
            Qt::ToolTipRole);
    }
    combo->setEditText(toQt(name));
}

LogNames LogNamesDialog::names() const
{
    const auto word = [](const QComboBox* combo) { return combo->currentText().trimmed().toStdString(); };
    return {word(m_step), word(m_loss), word(m_lossScale), word(m_skipped), word(m_gradientNorm)};
}

void LogNamesDialog::tryNames()
{
    const Result<TrainingLog> log = readTrainingLog(beginning(), {}, names());
    if (!log) {
        m_said->setText(engineText(log.error()));
        return;
    }
    m_said->setText(
        tr("At its beginning: %1, %2, %3, %4.")
            .arg(countedText(countOf(*log, [](const LogEvent& event) { return event.loss.has_value(); }),
                     tr("loss"), tr("losses")),
                countedText(countOf(*log, [](const LogEvent& event) { return event.lossScale.has_value(); }),
                    tr("loss scale"), tr("loss scales")),
                countedText(
                    countOf(*log, [](const LogEvent& event) { return event.gradientNorm.has_value(); }),
                    tr("gradient norm"), tr("gradient norms")),
                countedText(skippedIn(*log), tr("skipped step"), tr("skipped steps"))));
}

void LogNamesDialog::accept()
{
    m_log.names = names();
    emit chosen(m_log);
    QDialog::accept();
}

} // namespace ulpscope::ui
