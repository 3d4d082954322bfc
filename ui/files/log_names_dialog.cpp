// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/log_names_dialog.h"

#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/error_text.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr std::size_t kTried = std::size_t{1} << 18; // bytes of the log, while somebody types

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
    , m_step(new QLineEdit(toQt(m_log.names.step), this))
    , m_loss(new QLineEdit(toQt(m_log.names.loss), this))
    , m_lossScale(new QLineEdit(toQt(m_log.names.lossScale), this))
    , m_skipped(new QLineEdit(toQt(m_log.names.skipped), this))
    , m_said(new QLabel(this))
{
    setObjectName(QStringLiteral("logNames"));
    setWindowTitle(tr("Words of the log"));
    place();
    tryNames();
}

void LogNamesDialog::place()
{
    auto* about = new QLabel(
        tr("What does the log call its numbers? Write the word before a number, a key of JSON or a column of a table, letter for letter."),
        this);
    about->setWordWrap(true);
    describe(m_step, QStringLiteral("logNameStep"), tr("Step"), tr("As it in it=12"));
    describe(m_loss, QStringLiteral("logNameLoss"), tr("Loss"), tr("As L in L=2.31"));
    describe(m_lossScale, QStringLiteral("logNameScale"), tr("Loss scale"), tr("As S in S=1024"));
    describe(m_skipped, QStringLiteral("logNameSkipped"), tr("Skipped steps"),
        tr("As skip in skip=1: how many steps the line says were skipped"));
    m_said->setObjectName(QStringLiteral("logNamesSaid"));
    m_said->setWordWrap(true);
    auto* form = new QFormLayout;
    form->addRow(tr("&Step"), m_step);
    form->addRow(tr("&Loss"), m_loss);
    form->addRow(tr("Loss s&cale"), m_lossScale);
    form->addRow(tr("S&kipped steps"), m_skipped);
    for (const QLineEdit* edit : {m_step, m_loss, m_lossScale, m_skipped})
        connect(edit, &QLineEdit::textEdited, this, &LogNamesDialog::tryNames);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &LogNamesDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &LogNamesDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(about);
    layout->addLayout(form);
    layout->addWidget(m_said);
    layout->addWidget(buttons);
}

LogNames LogNamesDialog::names() const
{
    const auto word = [](const QLineEdit* edit) { return edit->text().trimmed().toStdString(); };
    return {word(m_step), word(m_loss), word(m_lossScale), word(m_skipped)};
}

void LogNamesDialog::tryNames()
{
    const Result<TrainingLog> log
        = readTrainingLog(std::string_view(m_log.text).substr(0, kTried), {}, names());
    if (!log) {
        m_said->setText(errorText(log.error()));
        return;
    }
    m_said->setText(
        tr("At its beginning: %1, %2, %3.")
            .arg(countedText(countOf(*log, [](const LogEvent& event) { return event.loss.has_value(); }),
                     tr("loss"), tr("losses")),
                countedText(countOf(*log, [](const LogEvent& event) { return event.lossScale.has_value(); }),
                    tr("loss scale"), tr("loss scales")),
                countedText(skippedIn(*log), tr("skipped step"), tr("skipped steps"))));
}

void LogNamesDialog::accept()
{
    m_log.names = names();
    emit chosen(m_log);
    QDialog::accept();
}

} // namespace ulpscope::ui
