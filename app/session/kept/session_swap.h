// SPDX-License-Identifier: GPL-3.0-or-later
// What is not saved survives the program: each window keeps its changed session in a swap file of its own, locked as
// long as it lives. A swap file that nobody has locked is a lost session.
//
// Swap file: "ulpscope-swap 1", lines "key value" with percent-encoded values (file, folder, digest, changed; saving: the file that is
// being written), an empty line, then the session as its own file would have it. Beside it may be a file of the same name, .swapruns, with the runs that are in no
// session's file; it is SavedRuns that reads and writes it.
#pragma once

#include "app/session/document.h"
#include "app/session/kept/background_writer.h"
#include "app/session/kept/swap_file.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <vector>

namespace ulpscope {

/// $XDG_STATE_HOME/ulpscope, by default ~/.local/state/ulpscope. May not be there yet.
QString stateDirectory();

/// Left by a program that was killed. Locked, so that no other window offers it at the same time; destroyed, it stays
/// for the next start.
struct LostSession
{
    SwapFile file;
    QDateTime lastChange;
    Result<UnsavedSession> content; ///< an error when it cannot be read
    SwapFile runs = {}; ///< closed: there are none

    void remove();
};

/// The newest first. Those that say no more than their session's own file, and have no runs, are removed instead.
std::vector<LostSession> findLostSessions(const QString& folder);

class SessionSwap : public QObject
{
    Q_OBJECT
public:
    static constexpr int kQuietMs = 500; ///< after an edit, before it is written
    static constexpr int kLongestWaitMs = 3000; ///< while one edit follows the other

    /// From now on the document's changes are kept in `folder`. Writes on a thread of its own: a slow disk must not hold
    /// the window.
    SessionSwap(Document& document, const QString& folder, QObject* parent = nullptr);
    /// Leaves what is not saved for the next start.
    ~SessionSwap() override;

    /// Returns when the newest edit is on the disk.
    void writeNow();
    /// The session was saved or given up.
    void discard();
    /// The document becomes the lost session, whose swap file is this one's from now on. content must be a value. Its runs are not
    /// touched.
    void restore(LostSession& lost);

    /// Where the runs that are in no session's file are kept beside it.
    QString runsPath() const { return m_runsPath; }
    /// There are some: the session is kept although nothing was changed.
    void setHasRuns(bool hasRuns);

signals:
    /// The first of failures in a row.
    void failed(const QString& message);

private:
    void schedule();
    /// savingTo: the file that the session is about to be written to.
    void bringUpToDate(const QString& savingTo = {});
    void onSaving(const QString& filePath);

    Document& m_document;
    QString m_runsPath;
    bool m_hasRuns = false;
    SwapFile m_file; ///< the writer's while it has something to do
    QTimer m_timer;
    QElapsedTimer m_sinceFirstChange; ///< of those that are not written yet; invalid: there are none
    bool m_hasFailed = false;
    BackgroundWriter m_writer; ///< last, so that it ends first
};

} // namespace ulpscope
