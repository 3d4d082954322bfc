// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/opened_file.h"

#include "engine/file/whole_file.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QFile>
#include <QFileInfo>

#include <utility>

namespace ulpscope::ui {

namespace {

std::shared_ptr<const JudgedLog> judged(BroughtLog log, const LogNames& names)
{
    LogJudgement judgement = judgeLog(log.log);
    return std::make_shared<const JudgedLog>(std::move(log), names, std::move(judgement));
}

Result<BroughtFile> logOf(const LogToName& from, const std::stop_token& stop)
{
    Result<TrainingLog> log = readTrainingLog(from.text, stop, from.names);
    if (!log)
        return Error{(from.path.isEmpty() ? OpenedFile::tr("the pasted text") : from.path).toStdString(),
            log.error().message, log.error().kind};
    BroughtFile brought;
    brought.log = std::make_unique<BroughtLog>(from.text, *std::move(log));
    return brought;
}

/// Names in a folder that is not yet a recording.
QStringList recordedNamesIn(const QString& path, const std::stop_token& stop)
{
    constexpr std::size_t kExamples = 6;
    QStringList names;
    const std::string file = QFile::encodeName(path).toStdString();
    if (std::error_code failure; std::filesystem::is_directory(file, failure))
        for (const std::string& name : Recording::someNames(file, kExamples, stop))
            names += toQt(name);
    return names;
}

} // namespace

QStringList logSuffixes(LogSuffixes which)
{
    QStringList suffixes{QStringLiteral("log"), QStringLiteral("out"), QStringLiteral("jsonl")};
    if (which == LogSuffixes::OfTextsToo)
        suffixes += {QStringLiteral("txt"), QStringLiteral("csv")};
    return suffixes;
}

bool isCalledLog(const QString& path, LogSuffixes which)
{
    return logSuffixes(which).contains(QFileInfo(path).suffix(), Qt::CaseInsensitive);
}

OpenedFile::OpenedFile(QObject* parent)
    : QObject(parent)
{
    connect(&m_aside, &Aside::failed, this, [this](const QString& message) {
        emit readingChanged();
        emit failed(message);
    });
}

void OpenedFile::open(const QString& path, std::function<void()> otherwise)
{
    m_asked = path;
    m_otherwise = std::move(otherwise);
    read(path, [file = QFile::encodeName(path).toStdString()](const std::stop_token& stop) {
        return openBroughtFile(file, stop);
    });
}

void OpenedFile::openNamed(const QString& path, const NamePattern& pattern)
{
    m_asked = path;
    m_otherwise = {};
    read(path, [file = QFile::encodeName(path).toStdString(), pattern](const std::stop_token& stop) {
        return openNamedRecording(file, pattern, stop);
    });
}

void OpenedFile::read(const QString& path, Opening open)
{
    m_aside.ask([this, path, open = std::move(open)](const std::stop_token& stop) -> Aside::Answer {
        const auto read = std::make_shared<const Result<Read>>(ready(open(stop)));
        const QStringList names = *read ? QStringList() : recordedNamesIn(path, stop);
        return [this, path, read, names] { take(path, *read, names); };
    });
    emit readingChanged();
}

void OpenedFile::judge(const QString& text)
{
    judgeNamed({{}, text.toStdString(), {}});
}

void OpenedFile::judgeNamed(LogToName log)
{
    readLog(log.path, log.names, [text = std::move(log.text)](const std::stop_token&) { return text; });
}

void OpenedFile::openLog(const QString& path)
{
    readLog(path, namesOfFile(QFile::encodeName(path).toStdString()),
        [file = QFile::encodeName(path).toStdString()](
            const std::stop_token& stop) { return readWholeFile(file, kLargestLog, stop); });
}

void OpenedFile::readLog(const QString& path, const LogNames& names, LogText text)
{
    m_asked = path;
    m_otherwise = {};
    m_aside.ask([this, path, names, text = std::move(text)](const std::stop_token& stop) -> Aside::Answer {
        Result<std::string> said = text(stop);
        if (!said)
            return [this, path, error = said.error()] { take(path, error, {}); };
        LogToName log{path, std::move(*said), names};
        const auto read = std::make_shared<const Result<Read>>(ready(logOf(log, stop), names));
        return [this, path, log = std::move(log), read] {
            if (*read)
                return take(path, *read, {});
            emit readingChanged();
            emit logNamesWanted(log); // the dialog for names says what is wrong
        };
    });
    emit readingChanged();
}

/// Prepares the file's views on the worker thread.
Result<OpenedFile::Read> OpenedFile::ready(Result<BroughtFile> brought, const LogNames& names)
{
    if (!brought)
        return brought.error();
    Read read;
    read.tensors = std::move(brought->tensors);
    if (brought->recording)
        read.recording = shownRecording(std::move(brought->recording));
    if (brought->log)
        read.log = judged(std::move(*brought->log), names);
    return read;
}

void OpenedFile::take(const QString& path, const Result<Read>& read, const QStringList& names)
{
    emit readingChanged();
    if (!read) {
        emit failed(engineText(read.error()));
        if (!names.isEmpty())
            emit namesWanted(path, names);
        return;
    }
    if (!read->tensors && !read->recording && !read->log) {
        if (const auto otherwise = std::exchange(m_otherwise, {}))
            otherwise();
        return;
    }
    m_path = path;
    m_tensors = read->tensors;
    m_recording = read->recording;
    m_log = read->log;
    emit opened();
}

void OpenedFile::cancel()
{
    m_aside.cancel();
    emit readingChanged();
}

void OpenedFile::close()
{
    cancel();
    m_path.clear();
    m_tensors.reset();
    m_recording.reset();
    m_log.reset();
    emit closed();
}

} // namespace ulpscope::ui
