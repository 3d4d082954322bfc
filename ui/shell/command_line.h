// SPDX-License-Identifier: GPL-3.0-or-later
// Puts on the clipboard the command that makes what is on the screen, or says what no command would make.
#pragma once

#include "app/desktop/resources.h"
#include "app/io/session/session_command.h"
#include "app/session/document.h"
#include "app/session/shown_run.h"

#include <QObject>

namespace ulpscope::ui {

class CommandLine : public QObject
{
    Q_OBJECT
public:
    /// All must outlive this. scenes: what a command may name besides the session's own file.
    CommandLine(const Document& document, const ShownRun& shown, QList<Scene> scenes, QObject* parent);

    /// The session, and up to which step the run on the screen was trained, if it is of it and was stopped.
    void copyRun();
    /// The command that trains that run, or in words why there is none.
    QString commandFor(const RunHistory& run);
    /// A search of the session with these options.
    void copySearch(const QString& options);
    void copy(const QString& command);

signals:
    void copied(const QString& message);
    /// The session has to be saved first: the message says what a command would not know.
    void incomplete(const QString& message);

private:
    std::optional<std::int64_t> lastStep() const;
    /// Sessions that a command can name; if there are none, the reason is shown.
    std::vector<NamedSession> bases();
    void tellLost(const std::vector<SessionDifference>& lost);

    const Document& m_document;
    const ShownRun& m_shown;
    QList<Scene> m_scenes;
};

} // namespace ulpscope::ui
