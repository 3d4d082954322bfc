// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_line.h"

#include "app/io/session/session_file.h"
#include "ui/look/models/display_text.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>

namespace ulpscope::ui {

namespace {

/// The settings of the session that the command cannot express, in a few words.
QString lostText(const std::vector<SessionDifference>& lost)
{
    constexpr std::size_t kShown = 3;
    QStringList texts;
    for (std::size_t i = 0; i < std::min(kShown, lost.size()); ++i)
        texts += lost[i].after.empty()
            ? CommandLine::tr("no %1").arg(toQt(lost[i].place))
            : QStringLiteral("%1 %2").arg(toQt(lost[i].place), toQt(lost[i].after).left(40));
    if (lost.size() > kShown)
        texts += CommandLine::tr("%1 more").arg(lost.size() - kShown);
    return texts.join(QStringLiteral(", "));
}

} // namespace

CommandLine::CommandLine(
    const Document& document, const ShownRun& shown, QList<Scene> scenes, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_shown(shown)
    , m_scenes(std::move(scenes))
{
}

std::optional<std::int64_t> CommandLine::lastStep() const
{
    const RunHistory* run = m_shown.run().get();
    if (!run || run->stepsDone() == 0 || !(run->session() == *m_document.session())
        || run->stepsDone() >= run->session().training.steps)
        return std::nullopt;
    return run->stepsDone() - 1;
}

std::vector<NamedSession> CommandLine::bases()
{
    const QString& file = m_document.filePath();
    std::vector<NamedSession> bases;
    const auto add = [&](const QString& argument, const QString& path) {
        if (Result<SessionSpec> session = loadSession(QFile::encodeName(path).toStdString()))
            bases.push_back({argument.toStdString(), std::move(session).value()});
    };
    if (!file.isEmpty())
        add(file, file);
    else
        for (const Scene& scene : m_scenes)
            add(scene.name, scene.path);
    if (bases.empty())
        emit incomplete(
            tr("A command trains a session from its file, and there is none: save it, then copy again."));
    return bases;
}

void CommandLine::tellLost(const std::vector<SessionDifference>& lost)
{
    emit incomplete((m_document.filePath().isEmpty()
            ? tr(
                "No option of the command line says what was changed here: %1. Save the session to a file, then copy again.")
            : tr(
                "The file and the options of the command line do not say what was changed here: %1. Save the "
                "session, then copy again."))
                        .arg(lostText(lost)));
}

void CommandLine::copyRun()
{
    const std::vector<NamedSession> known = bases();
    if (known.empty())
        return;
    const SessionCommand command = sessionCommand(*m_document.session(), known, lastStep());
    if (!command.lost.empty())
        tellLost(command.lost);
    else
        copy(toQt(command.text()));
}

QString CommandLine::commandFor(const RunHistory& run)
{
    const std::vector<NamedSession> known = bases();
    if (known.empty())
        return tr("No command: the session is in no file.");
    const bool isWhole = run.stepsDone() == 0 || run.stepsDone() >= run.session().training.steps;
    const SessionCommand command
        = sessionCommand(run.session(), known, isWhole ? std::nullopt : std::optional(run.stepsDone() - 1));
    return command.lost.empty() ? toQt(command.text())
                                : tr("No command: no option says %1.").arg(lostText(command.lost));
}

void CommandLine::copySearch(const QString& options)
{
    std::optional<std::vector<SessionDifference>> least;
    for (const NamedSession& base : bases()) {
        std::vector<SessionDifference> lost = sessionDifferences(base.session, *m_document.session());
        if (lost.empty()) {
            copy(QStringLiteral("ulpscope-cli search %1 %2").arg(toQt(shellWord(base.argument)), options));
            return;
        }
        if (!least || lost.size() < least->size())
            least = std::move(lost);
    }
    if (least)
        tellLost(*least);
}

void CommandLine::copy(const QString& command)
{
    QApplication::clipboard()->setText(command);
    emit copied(tr("Copied: %1").arg(command));
}

} // namespace ulpscope::ui
