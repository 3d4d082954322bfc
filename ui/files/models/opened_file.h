// SPDX-License-Identifier: GPL-3.0-or-later
// The file from elsewhere that is open in the window: read aside, so that the window goes on. What was open stays until the next one has
// been read.
#pragma once

#include "app/io/logs/brought_file.h"
#include "app/io/logs/training_log_reader.h"
#include "app/judge/logs/log_verdict.h"
#include "app/session/kept/aside.h"
#include "ui/files/models/recording_list_model.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

namespace ulpscope::ui {

/// A log, its lines and what it says of itself.
struct JudgedLog
{
    BroughtLog read;
    LogNames names; ///< names with which it was read
    LogJudgement judgement;
};

/// A log that may be read by other names.
struct LogToName
{
    QString path; ///< empty of a pasted text
    std::string text;
    LogNames names; ///< the last that were tried
};

/// Suffixes that only logs have, and those that tables and texts to learn from have as well.
enum class LogSuffixes { OfLogs, OfTextsToo };
QStringList logSuffixes(LogSuffixes which);
bool isCalledLog(const QString& path, LogSuffixes which);

class OpenedFile : public QObject
{
    Q_OBJECT
public:
    explicit OpenedFile(QObject* parent = nullptr);

    /// A file, or the folder of a recording. otherwise: called in place of opened() where the file is neither of tensors nor a log.
    void open(const QString& path, std::function<void()> otherwise);
    /// The recording whose tensors are named so.
    void openNamed(const QString& path, const NamePattern& pattern);
    /// A log that is no file; opened() or logNamesWanted() follows at once where it is short.
    void judge(const QString& text);
    /// A text file that is to be a log, in whatever words.
    void openLog(const QString& path);
    /// Judges a log by the names that the user gave.
    void judgeNamed(LogToName log);
    /// Abandons the file being read; the open file stays.
    void cancel();
    void close();

    bool isReading() const { return m_aside.isBusy(); }
    /// The file that is being read.
    const QString& asked() const { return m_asked; }
    /// Path of what is open; empty for a pasted text.
    const QString& path() const { return m_path; }
    /// Returns null where no such file is open. Its list may be read from any thread, its numbers by one at a time.
    const std::shared_ptr<TensorFile>& tensors() const { return m_tensors; }
    const std::shared_ptr<const ShownRecording>& recording() const { return m_recording; }
    const std::shared_ptr<const JudgedLog>& log() const { return m_log; }
    bool isOpen() const { return m_tensors || m_recording || m_log; }

signals:
    /// The folder has tensors, but how they are named is not known; these are some of them. failed() has been emitted.
    void namesWanted(const QString& path, const QStringList& names);
    /// Nothing is known of what the log says in its own words; in place of failed().
    void logNamesWanted(const ulpscope::ui::LogToName& log);
    /// Emitted when another file is open.
    void opened();
    void closed();
    /// Emitted when opening failed; the file open before stays.
    void failed(const QString& message);
    void readingChanged();

private:
    /// The content of a file, ready to be shown.
    struct Read
    {
        std::shared_ptr<TensorFile> tensors;
        std::shared_ptr<const ShownRecording> recording;
        std::shared_ptr<const JudgedLog> log;
    };
    using Opening = std::function<Result<BroughtFile>(const std::stop_token& stop)>;

    void read(const QString& path, Opening open);
    using LogText = std::function<Result<std::string>(const std::stop_token& stop)>;
    void readLog(const QString& path, const LogNames& names, LogText text);

    static Result<Read> ready(Result<BroughtFile> brought, const LogNames& names = {});
    void take(const QString& path, const Result<Read>& read, const QStringList& names);

    QString m_asked;
    QString m_path;
    std::shared_ptr<TensorFile> m_tensors;
    std::shared_ptr<const ShownRecording> m_recording;
    std::shared_ptr<const JudgedLog> m_log;
    std::function<void()> m_otherwise;
    Aside m_aside; ///< last: its thread answers into the members above
};

} // namespace ulpscope::ui
