// SPDX-License-Identifier: GPL-3.0-or-later
// The open session: its spec, its file, its undo history. Every edit goes through edit().
#pragma once

#include "engine/base/result.h"
#include "engine/train/session_spec.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <memory>

namespace ulpscope {

class Document : public QObject
{
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr);

    /// Never null.
    std::shared_ptr<const SessionSpec> session() const { return m_session; }
    /// Empty when the session was never saved (a scene opens without a file name, so that Save asks for one).
    const QString& filePath() const { return m_filePath; }
    QUndoStack& undoStack() { return m_undoStack; }
    bool isModified() const;

    /// Pushes one undoable change. `change` edits a copy; if the copy fails checkSession the document stays as it is and
    /// the error comes back. Edits with the same non-empty mergeKey in a row become one undo step.
    Status edit(
        const QString& text, const std::function<void(SessionSpec&)>& change, const QString& mergeKey = {});

    /// Replaces everything, clears the undo history. On an error nothing changes.
    Status open(const QString& filePath);
    /// As open(), but the document gets no file name. Where the session has none either, as another scene has, and
    /// was changed, it is an undo step: what was there comes back with undo, and nothing need be asked.
    Status openScene(const QString& filePath);
    Status saveAs(const QString& filePath);
    Status save();

signals:
    /// After every change of the spec: edit, undo, redo, open.
    void sessionChanged();
    /// After the file name or the modified state changed.
    void fileChanged();

private:
    class SetSession;
    static Result<SessionSpec> loadChecked(const QString& path);
    Status replaceBy(const QString& sourcePath, const QString& filePath);
    void announceSession();

    std::shared_ptr<const SessionSpec> m_session;
    std::shared_ptr<const SessionSpec> m_announcedSession; ///< what the last sessionChanged() was about
    QString m_filePath;
    QUndoStack m_undoStack;
};

} // namespace ulpscope
