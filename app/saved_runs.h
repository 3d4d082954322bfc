// SPDX-License-Identifier: GPL-3.0-or-later
// The kept runs of a session in a file of the same name beside it, .ulpsruns: read when the session is opened, written when
// it is saved and when its runs change after that. Each file has the runs of its own session; those of sessions that were
// open before stay in the window and in their own files.
#pragma once

#include "app/background_writer.h"
#include "app/document.h"
#include "app/kept_runs.h"
#include "app/session_runner.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace ulpscope {

class SavedRuns : public QObject
{
    Q_OBJECT
public:
    static constexpr int kQuietMs = 1000; ///< after a change, before it is written

    /// All must outlive this. Writes on a thread of its own: a slow disk must not hold the window.
    SavedRuns(Document& document, KeptRuns& kept, const SessionRunner& runner, QObject* parent = nullptr);
    /// Writes what is not written yet.
    ~SavedRuns() override;

    /// "circle.ulpsruns" for "circle.ulps"; empty for a session without a file.
    static QString fileOf(const QString& sessionPath);

    /// Returns when what is kept is on the disk.
    void writeNow();
    /// All kept runs, to a file of a person's choice, in place of what is there.
    Status exportTo(const QString& filePath);
    /// How many runs came that were not there; they are saved with those of the session.
    Result<std::size_t> importFrom(const QString& filePath);

signals:
    /// The first of failures in a row.
    void failed(const QString& message);

private:
    struct File;
    void onOpened();
    void onSaved();
    /// The file's runs are in the window; false after a failure, which is told.
    bool read();
    /// m_home is the session's own from now on. digest: of what it has; empty: it is not there.
    void take(const QByteArray& digest);
    void schedule();
    void write();

    Document& m_document;
    KeptRuns& m_kept;
    const SessionRunner& m_runner;
    std::shared_ptr<File> m_file; ///< null: the session has none, or was not saved yet
    QString m_home; ///< the file's path; empty where the session has none
    QTimer m_timer;
    BackgroundWriter m_writer; ///< last, so that it ends first
};

} // namespace ulpscope
