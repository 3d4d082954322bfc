// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved changes survive the end of the program: each window keeps its changed session in a swap file of its own, which it locks
// while it lives. A swap file without a lock is a lost session.
//
// Swap file: "ulpscope-swap 1", lines "key value" with percent-encoded values (file, folder, digest, changed; saving: the file that is
// being written), an empty line, then the session as its own file would have it. Beside it may be a file of the same name, .swapruns, with the runs that are in no
// session's file; SavedRuns reads and writes it. The swap file's lock holds for both, so it is written first and removed last.
#pragma once

#include "app/session/document.h"
#include "app/session/kept/background_writer.h"
#include "engine/file/file_descriptor.h"

#include <QDateTime>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <optional>
#include <vector>

namespace ulpscope {

/// $XDG_STATE_HOME/ulpscope, by default ~/.local/state/ulpscope. May not be there yet.
QString stateDirectory();

struct SwapFile
{
    std::filesystem::path path = {};
    FileDescriptor lock = FileDescriptor(); ///< closed: nothing is written yet

    /// Returns nullopt if the file is not there, its process lives, or another window has locked it already.
    static std::optional<SwapFile> lockLost(const std::filesystem::path& path);

    /// Replaces its content. Makes the folder, which only its owner reads, as the XDG Base Directory Specification wants it.
    Status write(std::string_view bytes);
    void remove();
};

/// A session that a killed program left. It is locked, so that no other window offers it at the same time, and stays for the next
/// start when the object is destroyed.
struct LostSession
{
    SwapFile file;
    QDateTime lastChange;
    Result<UnsavedSession> content; ///< an error when it cannot be read
    QString runs = {}; ///< the file with its runs; empty: there are none

    void remove();
};

/// The lost sessions, newest first. Those without runs that equal their session's own file are removed instead.
std::vector<LostSession> findLostSessions(const QString& folder);

class SessionSwap : public QObject
{
    Q_OBJECT
public:
    static constexpr int kQuietMs = 500; ///< how long an edit waits before it is written
    static constexpr int kLongestWaitMs = 3000; ///< limit while one edit follows the other

    /// Keeps the document's changes in `folder` from now on. Another thread writes them, so that a slow disk does not hold the window.
    SessionSwap(Document& document, const QString& folder, QObject* parent = nullptr);
    /// Leaves unsaved changes for the next start.
    ~SessionSwap() override;

    /// Returns when the newest edit is on the disk.
    void writeNow();
    /// Removes the swap file, because the session was saved or given up.
    void discard();
    /// Opens the lost session in the document and takes over its swap file. lost.content must be a value. Its runs are left to
    /// SavedRuns.
    void restore(LostSession& lost);

    /// Path of the file beside the swap file for runs that are in no session's file.
    QString runsPath() const { return m_runsPath; }
    /// hasRuns: there are such runs, so that the session is kept although it was not changed. Returns when it is on the disk.
    void setHasRuns(bool hasRuns);

signals:
    /// The first of several failures in a row.
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
    QElapsedTimer
        m_sinceFirstChange; ///< time of the first change that is not written yet; invalid: there is none
    bool m_hasFailed = false;
    BackgroundWriter m_writer; ///< last, so that it ends first
};

} // namespace ulpscope
