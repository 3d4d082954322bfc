// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/models/opened_file.h"

#include "engine/io/logs/training_log_reader.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/error_text.h"

#include <QFile>

#include <utility>

namespace ulpscope::ui {

namespace {

std::shared_ptr<const JudgedLog> judged(BroughtLog log)
{
    LogJudgement judgement = judgeLog(log.log);
    return std::make_shared<const JudgedLog>(std::move(log), std::move(judgement));
}

Result<BroughtFile> logOf(const std::string& text, const std::stop_token& stop)
{
    Result<TrainingLog> log = readTrainingLog(text, stop);
    if (!log)
        return Error{OpenedFile::tr("the pasted text").toStdString(), log.error().message, log.error().kind};
    BroughtFile brought;
    brought.log = std::make_unique<BroughtLog>(text, *std::move(log));
    return brought;
}

} // namespace

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
    m_aside.ask([this, path](const std::stop_token& stop) -> Aside::Answer {
        auto brought = std::make_shared<Result<BroughtFile>>(
            openBroughtFile(QFile::encodeName(path).toStdString(), stop));
        auto log = *brought && (*brought)->log ? judged(std::move(*(*brought)->log)) : nullptr;
        return [this, path, brought, log] { take(path, *brought, log); };
    });
    emit readingChanged();
}

void OpenedFile::judge(const QString& text)
{
    m_asked.clear();
    m_otherwise = {};
    m_aside.ask([this, text = text.toStdString()](const std::stop_token& stop) -> Aside::Answer {
        auto brought = std::make_shared<Result<BroughtFile>>(logOf(text, stop));
        auto log = *brought ? judged(std::move(*(*brought)->log)) : nullptr;
        return [this, brought, log] { take({}, *brought, log); };
    });
    emit readingChanged();
}

void OpenedFile::take(
    const QString& path, Result<BroughtFile>& brought, std::shared_ptr<const JudgedLog> log)
{
    emit readingChanged();
    if (!brought) {
        emit failed(errorText(brought.error()));
        return;
    }
    if (!brought->tensors && !log) {
        if (const auto otherwise = std::exchange(m_otherwise, {}))
            otherwise();
        return;
    }
    m_path = path;
    m_tensors = std::move(brought->tensors);
    m_log = std::move(log);
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
    m_log.reset();
    emit closed();
}

} // namespace ulpscope::ui
