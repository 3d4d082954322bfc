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
#include "app/session/kept/swap_file.h"
#include "app/session/session_runner.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace ulpscope {

class SavedRuns : public QObject
{
    Q_OBJECT
public:
    static constexpr int kQuietMs = 1000; ///< after a change, before it is written
    static constexpr int kGrowingMs = 30'000; ///< while a run grows

    /// All must outlive this. Writes on a thread of its own: a slow disk must not hold the window.
    SavedRuns(Document& document, KeptRuns& kept, const SessionRunner& runner, QObject* parent = nullptr);
    /// Writes what is not written yet.
    ~SavedRuns() override;

    /// From now on the runs that are in no file are kept in that one, for as long as there is something to lose: with the
    /// changes of a session, or from the second run on. What was kept in another file before goes there.
    void keepUnsavedIn(const QString& path);
    /// Likewise, in the file of a window that was killed, with the runs that it left, which come as soon as they are read; else
    /// notRestored() follows. Until then nothing is kept there.
    void restoreUnsaved(SwapFile lost);
    /// An error where runs would be lost that were restored and whose session is another one than the open one.
    Status mayDiscardUnsaved();
    /// How many runs would be missed if the window closed: of those that are in no file, or not with what was done to them since, the ones
    /// that were starred, named or noted, or whose sweep was named, and from ten on all of them. isWithOpen: those of the open session count among the ten.
    std::size_t unsavedToMiss(bool isWithOpen) const;
    /// The window is closed: they are not needed any more, and nothing is kept from now on.
    void discardUnsaved();

    /// "circle.ulpsruns" for "circle.ulps"; empty for a session without a file.
    static QString fileOf(const QString& sessionPath);

    /// Returns when what is kept, and what is being imported, is on the disk, or with the first reason why it is not.
    Status writeNow();
    /// The same of the sessions' files alone: what is in none is about to be given up, or asked about.
    Status writeFiles();
    /// Begins what writeFiles() waits for.
    void beginWriting();
    bool isWriting() const { return m_writer.isBusy(); }
    /// How many runs there are in the files that are being written.
    std::size_t beingWritten() const;
    /// Returns after so much time, or before when all is written: whether it is.
    bool isWrittenWithin(std::chrono::milliseconds time) { return m_writer.waitFor(time); }
    /// All kept runs, to a file of a person's choice, in place of what is there. Where that is a session's own file, those
    /// of that session. How many they are.
    Result<std::size_t> exportTo(const QString& filePath);
    /// Adds the runs of a file, which are saved with those of the session that is open now: imported() or notImported() follows, unless
    /// another file is imported first.
    void importFrom(const QString& filePath);
    /// Files are read on threads of their own.
    bool isReading() const { return m_reader.isBusy() || m_importer.isBusy() || isRestoring(); }

signals:
    void readingChanged();
    /// How many runs came that were not there.
    void imported(const QString& filePath, std::size_t added);
    void notImported(const QString& message);
    /// They cannot be read. The error says where their file was put: "….ulpsruns" beside it, which stays; where it cannot be put there
    /// nothing is kept from now on.
    void notRestored(const ulpscope::Error& error);
    /// The first of failures in a row, of each file.
    void failed(const QString& message);
    /// Whether there are runs that keepUnsavedIn() keeps.
    void unsavedChanged(bool areThere);

private:
    struct File;
    /// It is in no file: its session has none, or the file does not have it yet.
    bool isUnsaved(const KeptRun& run) const;
    bool hasUnsaved() const;
    void takeImported(const QString& filePath, std::vector<SavedRun> runs, const QString& home);
    void writeUnsaved();
    void onOpened();
    void onSaved();
    void onDropped(const QStringList& homes);
    struct ReadRuns;
    /// The session's file is read, unless another one is first.
    void read();
    void onRead(const QString& home, ReadRuns read);
    bool isRestoring() const { return m_restorer.isBusy() || m_lost; }
    /// The runs that were left, once those of the open session's file are there, which come first.
    void takeLost();
    void leaveLost(const Error& reason);
    void finishRestoring();
    /// What is being read is read to its end where runs would be lost without it: those of a file that is not read are not written.
    void settleReading();
    /// writeNow() without what is being imported.
    Status writeKept();
    void writeHomes();
    Status waitForHomes();
    /// That file is a session's own from now on. digest: of what it has; empty: it is not there.
    void take(const QString& home, const QByteArray& digest);
    /// The session's own file that this one is.
    std::optional<QString> homeAt(const QString& filePath) const;
    void scheduleSoon();
    void scheduleWhileGrowing();
    void writeChanged();
    void tell(const QString& home, File& file, const Status& written);

    Document& m_document;
    KeptRuns& m_kept;
    const SessionRunner& m_runner;
    std::map<QString, std::shared_ptr<File>> m_files; ///< by path: those that were read or saved here
    QString m_home; ///< of the open session; where it has no file, m_unsavedHome
    QString m_unsavedHome; ///< the swap file's path; empty: there is none
    std::set<QString>
        m_unwritten; ///< files that do not have their runs: none was saved, or the last writing failed
    std::set<QString> m_restored; ///< files of sessions that were not open when their runs were restored
    std::map<KeptRunId, QByteArray>
        m_elsewhere; ///< in a file of a person's choice, which is no session's own, with what was said of them then
    std::shared_ptr<SwapFile> m_unsaved; ///< the writer's while it has something to do
    std::shared_ptr<ReadRuns>
        m_lost; ///< what the file had that is restored, until it is taken; null: nothing
    QByteArray m_unsavedState; ///< of the runs when they went there; empty: none are there
    std::map<QString, std::size_t> m_writing; ///< how many runs, by file; until it is told
    QTimer m_timer;
    BackgroundWriter m_writer; ///< behind all that it uses, so that it ends first; so the readers
    Aside m_reader; ///< of the open session's file
    Aside m_importer;
    Aside m_restorer; ///< of what a killed window left
};

} // namespace ulpscope
