// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/logs/brought_file.h"

#include "app/io/logs/training_log_reader.h"
#include "app/io/recordings/recorded_series.h"
#include "app/io/recordings/recording_files.h"
#include "app/io/tensors/safetensors.h"
#include "engine/file/input_file.h"
#include "engine/file/whole_file.h"

#include <algorithm>

namespace ulpscope {

namespace {

constexpr std::uint64_t kLooked = 4096; ///< bytes of a file in which no text has a zero

Result<bool> mayBeText(const std::filesystem::path& path)
{
    const Result<InputFile> file = InputFile::open(path);
    if (!file)
        return file.error();
    const Result<std::string> beginning = file->readAt(0, std::min(file->size(), kLooked));
    if (!beginning)
        return beginning.error();
    return file->size() <= kLargestLog && beginning->find('\0') == std::string::npos;
}

Status takeRecording(BroughtFile& brought, const std::filesystem::path& path, const std::stop_token& stop)
{
    const Result<std::optional<NamePattern>> pattern = keptPattern(path);
    if (!pattern)
        return pattern.error();
    if (brought.tensors && !*pattern && !looksRecorded(*brought.tensors))
        return success();
    Result<Recording> recording = Recording::open(path, *pattern, stop);
    if (!recording && brought.tensors && !*pattern && recording.error().kind != ErrorKind::Stopped)
        return success(); // then it is a file of tensors like any other
    if (!recording)
        return recording.error();
    brought.recording = std::make_unique<Recording>(*std::move(recording));
    brought.tensors.reset();
    return success();
}

} // namespace

bool isSurelyALog(const TrainingLog& log)
{
    constexpr std::size_t kLinesForOne = 20; // prose says "loss 5" now and then
    const auto ofTraining = std::count_if(log.events.begin(), log.events.end(), [](const LogEvent& event) {
        return event.loss || event.isLossNull || event.validationLoss || event.lossScale || event.skipped > 0;
    }); // a table of measurements may have a norm
    const std::size_t said = static_cast<std::size_t>(ofTraining) + log.statistics.size();
    return said >= 2 && (log.stack != kUnknownStack || said * kLinesForOne >= log.lines);
}

Result<BroughtFile> openNamedRecording(
    const std::filesystem::path& path, const NamePattern& pattern, const std::stop_token& stop)
{
    Result<Recording> recording = Recording::open(path, pattern, stop);
    if (!recording)
        return recording.error();
    BroughtFile brought;
    brought.recording = std::make_unique<Recording>(*std::move(recording));
    return brought;
}

Result<BroughtFile> openBroughtFile(const std::filesystem::path& path, const std::stop_token& stop)
{
    BroughtFile brought;
    std::error_code failure;
    if (std::filesystem::is_directory(path, failure)) {
        const Result<std::optional<std::filesystem::path>> index = shardIndexIn(path);
        if (index && *index) {
            Result<std::unique_ptr<TensorFile>> tensors = openTensorFile(path, stop);
            if (!tensors)
                return tensors.error();
            brought.tensors = *std::move(tensors);
            return brought;
        }
        if (const Status taken = takeRecording(brought, path, stop); !taken)
            return taken.error();
        return brought;
    }
    const Result<bool> hasTensors = beginsAsTensorFile(path);
    if (!hasTensors)
        return hasTensors.error();
    if (*hasTensors) {
        Result<std::unique_ptr<TensorFile>> tensors = openTensorFile(path, stop);
        if (!tensors)
            return tensors.error();
        brought.tensors = *std::move(tensors);
        if (const Status taken = takeRecording(brought, path, stop); !taken)
            return taken.error();
        return brought;
    }
    const Result<bool> isText = mayBeText(path);
    if (!isText)
        return isText.error();
    if (!*isText)
        return brought;
    Result<std::string> text = readWholeFile(path, kLargestLog, stop);
    if (!text)
        return text.error();
    Result<TrainingLog> log = readTrainingLog(*text, stop, namesOfFile(path));
    if (!log && log.error().kind == ErrorKind::Stopped)
        return log.error();
    if (log && isSurelyALog(*log))
        brought.log = std::make_unique<BroughtLog>(*std::move(text), *std::move(log));
    return brought;
}

} // namespace ulpscope
