// SPDX-License-Identifier: GPL-3.0-or-later
// The open session: its spec, its file, its undo history. Every edit goes through edit().
#pragma once

#include "engine/base/result.h"
#include "engine/file/atomic_file.h"
#include "engine/session/session_spec.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <memory>
#include <string_view>

namespace ulpscope {

/// Loss that saving to a file would cause.
struct SaveLoss
{
    bool wasChanged = false; ///< another program changed it since it was opened or saved here
    ReplacementLoss ofFile;

    explicit operator bool() const { return wasChanged || ofFile; }
};

/// A session with changes, and what it would be saved over.
struct UnsavedSession
{
    SessionSpec session;
    QString filePath = {}; ///< empty when it was never saved
    QByteArray fileDigest = {}; ///< Document::fileDigest()
    bool isChanged = true; ///< false: its file says the same, or it was kept only for its runs
};

class Document : public QObject
{
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr);

    /// Never null.
    std::shared_ptr<const SessionSpec> session() const { return m_session; }
    /// Returns an empty text when the session was never saved (a scene opens without a file name, so that Save asks for one).
    const QString& filePath() const { return m_filePath; }
    /// The undo stack, which also holds changes outside the session, such as a deleted run; those do not mark the session as modified.
    QUndoStack& undoStack() { return m_undoStack; }
    /// Whether the session changed since it was opened or saved.
    bool isModified() const;
    /// The user's own, made from data or from nothing or opened from a file, or a scene that was given another title: not to be left
    /// with changes unasked, although undo brings it back until the window is closed.
    bool isOwn() const { return m_isOwn || !m_filePath.isEmpty(); }
    /// digestOf() the file as it was read or written last; empty without a file.
    const QByteArray& fileDigest() const { return m_fileDigest; }
    /// SHA-256 in hexadecimal digits.
    static QByteArray digestOf(std::string_view text);

    /// Pushes one undoable change. `change` edits a copy; if the copy fails checkSession the document stays as it is and
    /// the error comes back. Edits with the same non-empty mergeKey in a row become one undo step.
    Status edit(
        const QString& text, const std::function<void(SessionSpec&)>& change, const QString& mergeKey = {});

    /// Edits for the user: tells refused() why if edit() refuses. Returns whether it was done.
    bool tryEdit(const QString& text, const std::function<void(SessionSpec&)>& change);
    /// Tells refused() why something is not done that the user asked for.
    void refuse(const Error& error) { emit refused(error); }

    /// Replaces everything, clears the undo history. On an error nothing changes.
    Status open(const QString& filePath);
    /// The smallest session that can be trained, without a file name; over another one as a scene is opened.
    void startNew(std::optional<ArithmeticKind> arithmetic = {});
    /// Opens a session that comes with the program but is no file, such as a lesson's.
    void openPrepared(SessionSpec session, const QString& text);
    /// Opens a session that the user made and never saved, so that closing asks about it.
    void openMade(SessionSpec session, const QString& text);
    /// Opens as open() does, but the document gets no file name. Where the current session has no name either (a scene) and
    /// was changed, it is an undo step: what was there comes back with undo, and nothing need be asked.
    Status openScene(const QString& filePath);
    /// The session is open as it was: not saved, unless its file says the same.
    void recover(UnsavedSession unsaved);
    /// Checks an edit(), given the session before and after it. Returns the session to use, or why the edit is refused.
    using Guard = std::function<Result<SessionSpec>(const SessionSpec&, const SessionSpec&)>;
    /// An empty guard accepts any session. Undo and opening do not call it.
    void setGuard(Guard guard) { m_guard = std::move(guard); }
    SaveLoss lossOfSaving(const QString& filePath) const;
    Status saveAs(const QString& filePath, OnLoss onLoss = OnLoss::Refuse);
    Status save();

signals:
    /// Something is not done that the user asked for.
    void refused(const ulpscope::Error& error);
    /// Emitted after every change of the spec: edit, undo, redo, open.
    void sessionChanged();
    /// Emitted after the file name or the modified state changed.
    void fileChanged();
    /// The session is another one, from a file or from none; not where that was an undo step.
    void opened();
    /// The session is about to be written to that file.
    void saving(const QString& filePath);
    /// The session is in the file now.
    void saved();

private:
    class SetSession;
    void openOver(SessionSpec session, const QString& text, bool isSaved, bool isOwn);
    void set(
        SessionSpec session, const QString& filePath, const QByteArray& fileDigest, bool isSaved, bool isOwn);
    void announceSession();
    void announceModified();

    std::shared_ptr<const SessionSpec> m_session;
    /// Session that the last sessionChanged() announced.
    std::shared_ptr<const SessionSpec> m_announcedSession;
    bool m_isOwn = false;
    bool m_wasModified = false; ///< whether the window was last told that the session is modified
    QString m_filePath;
    QByteArray m_fileDigest;
    QUndoStack m_undoStack;
    Guard m_guard;
};

} // namespace ulpscope
