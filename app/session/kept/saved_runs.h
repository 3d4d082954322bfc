// SPDX-License-Identifier: GPL-3.0-or-later
// The kept runs of a session in a file of the same name beside it, .ulpsruns: read when the session is opened, written when
// it is saved, and from then on when its runs change, also while another session is open. Each file has the runs of its
// own session. What only made room for newer runs stays in its file. Runs that are in no file, or not yet, can be kept in a swap
// file, so that they outlive a window that is killed.
#pragma once

#include "app/session/document.h"
#include "app/session/kept/aside.h"
#include "app/session/kept/background_writer.h"
#include "app/session/kept/kept_runs.h"
#include "app/session/session_runner.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace ulpscope {

class SavedRuns : public QObject
{
    Q_OBJECT
public:
    static constexpr int kQuietMs = 1000; ///< how long a change waits before it is written
    static constexpr int kGrowingMs = 30'000; ///< interval while a run grows

    /// All must outlive this. Writes on a thread of its own: a slow disk must not hold the window.
    SavedRuns(Document& document, KeptRuns& kept, const SessionRunner& runner, QObject* parent = nullptr);
    /// Writes runs that are not in the file yet.
    ~SavedRuns() override;

    /// Keeps runs that are in no session's file in the file `path` from now on, while there is something to lose: changes of the
    /// session, or a second run. Replaces the file that was given before.
    void keepUnsavedIn(const QString& path);
    /// Does the same with the file that a killed window left, and adds its runs as soon as they are read; else notRestored()
    /// follows. Nothing is written there before.
    void restoreUnsaved(const QString& path);
    /// An error if restored runs of a session that is not open would be lost.
    Status mayDiscardUnsaved();
    /// How many runs the user would miss if the window closed. They are in no file, or not with their newest star, name, note or sweep
    /// name. Runs without any of these count only if there are ten or more. isWithOpen: runs of the open session count among the ten.
    std::size_t unsavedToMiss(bool isWithOpen) const;
    /// Removes what keepUnsavedIn() kept, and keeps nothing from now on, because the window is closed.
    void discardUnsaved();

    /// "circle.ulpsruns" for "circle.ulps"; empty for a session without a file.
    static QString fileOf(const QString& sessionPath);

    /// Returns when all runs, also those being imported, are on the disk, or the first reason why they are not.
    Status writeNow();
    /// Does the same for sessions' files only, without keepUnsavedIn()'s.
    Status writeFiles();
    /// Begins what writeFiles() waits for.
    void beginWriting();
    bool isWriting() const { return m_writer.isBusy(); }
    /// Number of runs in the files that are being written.
    std::size_t beingWritten() const;
    /// Waits at most `time` and returns whether everything is written.
    bool isWrittenWithin(std::chrono::milliseconds time) { return m_writer.waitFor(time); }
    /// Writes all kept runs to a file that the user chose, over what is there; to a session's own file only the runs of that
    /// session. Returns how many.
    Result<std::size_t> exportTo(const QString& filePath);
    /// Adds the runs of a file to those of the open session. imported() or notImported() follows, unless another file is imported
    /// first.
    void importFrom(const QString& filePath);
    /// Whether a file is being read, which happens on another thread.
    bool isReading() const { return m_reader.isBusy() || m_importer.isBusy() || isRestoring(); }

signals:
    void readingChanged();
    /// added: number of runs that were not there before.
    void imported(const QString& filePath, std::size_t added);
    void notImported(const QString& message);
    /// The file of a killed window cannot be read. The error says where it was moved: to "….ulpsruns" beside it. If it cannot be
    /// moved, nothing is kept from now on.
    void notRestored(const ulpscope::Error& error);
    /// The first of several failures in a row, for each file.
    void failed(const QString& message);
    /// Whether there are runs that keepUnsavedIn() keeps.
    void unsavedChanged(bool areThere);

private:
    struct File;
    /// Whether no session's file has the run: its session has no file, or the file was not written yet.
    bool isUnsaved(const KeptRun& run) const;
    bool hasUnsaved() const;
    void takeImported(const QString& filePath, std::vector<SavedRun> runs, const QString& home);
    void writeUnsaved();
    /// Writes the chosen runs to the file, unless it has them already.
    void write(const QString& home, const std::shared_ptr<File>& file,
        const std::function<bool(const KeptRun&)>& isChosen);
    void onOpened();
    void onSaved();
    void onDropped(const QStringList& homes);
    struct ReadRuns;
    /// Reads the open session's file, unless another session is opened first.
    void read();
    void onRead(const QString& home, ReadRuns read);
    bool isRestoring() const { return m_restorer.isBusy() || m_lost; }
    /// Adds the runs of a killed window, after those of the open session's file.
    void takeLost();
    void leaveLost(const Error& reason);
    void finishRestoring();
    /// Waits for the file that is being read if runs would be lost otherwise, because a file that was not read is not written.
    void settleReading();
    /// writeNow() without what is being imported.
    Status writeKept();
    void writeHomes();
    Status waitForHomes();
    /// Makes the file a session's own. digest: of its bytes; empty: the file is not there.
    void take(const QString& home, const QByteArray& digest);
    /// The path under which the file is known as a session's own; none if it is not.
    std::optional<QString> homeAt(const QString& filePath) const;
    void scheduleSoon();
    void scheduleWhileGrowing();
    void writeChanged();
    void tell(const QString& home, File& file, const Status& written);

    Document& m_document;
    KeptRuns& m_kept;
    const SessionRunner& m_runner;
    std::map<QString, std::shared_ptr<File>>
        m_files; ///< sessions' files that this window has read or saved, by path
    QString m_home; ///< home of the open session's runs; m_unsavedHome if it has no file
    QString m_unsavedHome; ///< the path of m_unsaved; empty: there is none
    std::set<QString>
        m_unwritten; ///< files that do not have their runs: none was saved, or the last writing failed
    std::set<QString> m_restored; ///< files of sessions that were not open when their runs were restored
    std::map<KeptRunId, QByteArray>
        m_elsewhere; ///< in a file of the user's choice, which is no session's own, with what was said of them then
    std::shared_ptr<File> m_unsaved; ///< the file for runs that are in no other; null: they are not kept
    std::shared_ptr<ReadRuns> m_lost; ///< runs of the file that is restored, until they are taken; null: none
    QTimer m_timer;
    BackgroundWriter m_writer; ///< behind all that it uses, so that it ends first; so the readers
    Aside m_reader; ///< reads the open session's file
    Aside m_importer;
    Aside m_restorer; ///< reads what a killed window left
};

} // namespace ulpscope
