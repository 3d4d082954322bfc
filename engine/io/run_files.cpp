// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/run_files.h"

#include "engine/base/number_text.h"
#include "engine/file/whole_file.h"
#include "engine/io/keras_export.h"
#include "engine/io/keras_policy.h"

#include <system_error>

namespace ulpscope {

namespace {

constexpr std::string_view kHistoryHeader
    = "step,loss,reference_loss,loss_scale,skipped,gradients_flushed_percent,updates_lost_percent,overflows,"
      "error_vs_float64\n";
constexpr std::string_view kTensorsHeader = "step,path,role,metric,value\n";

constexpr std::string_view kExponentsHeader = "path,role,first_step,last_step,exponent,count\n";

std::string historyRow(const StepRecord& record)
{
    const auto optional
        = [](const std::optional<double>& value) { return value ? shortestText(*value) : std::string(); };
    return std::to_string(record.step) + ',' + shortestText(record.loss) + ','
        + optional(record.referenceLoss) + ',' + optional(record.lossScale) + (record.skipped ? ",1," : ",0,")
        + optional(record.gradientsFlushedPercent) + ',' + shortestText(record.updatesLostPercent) + ','
        + std::to_string(record.overflows) + ',' + optional(record.errorVsFloat64) + '\n';
}

/// RFC 4180: quoted when it holds a comma, a quote or a line break.
std::string csvField(const std::string& text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace

RunFileWriter::RunFileWriter(
    std::filesystem::path folder, std::vector<std::string> paths, OutputFile history, OutputFile tensors)
    : m_folder(std::move(folder))
    , m_paths(std::move(paths))
    , m_history(std::move(history))
    , m_tensors(std::move(tensors))
{
    for (std::string& path : m_paths)
        path = csvField(path);
}

Result<RunFileWriter> RunFileWriter::create(
    const std::filesystem::path& folder, std::vector<std::string> paths)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return Error{folder.string(), "cannot be made: " + error.message(), ErrorKind::Output};
    Result<OutputFile> history = OutputFile::create(folder / "history.csv");
    if (!history)
        return history.error();
    Result<OutputFile> tensors = OutputFile::create(folder / "tensors.csv");
    if (!tensors)
        return tensors.error();
    // Those of an earlier run would belong to other numbers until this run ends.
    std::filesystem::remove(folder / "summary.json", error);
    std::filesystem::remove(folder / "policy.json", error);
    std::filesystem::remove(folder / "exponents.csv", error);
    RunFileWriter writer(folder, std::move(paths), *std::move(history), *std::move(tensors));
    if (Status written = writer.m_history.write(kHistoryHeader); !written)
        return written.error();
    if (Status written = writer.m_tensors.write(kTensorsHeader); !written)
        return written.error();
    return writer;
}

Status RunFileWriter::write(const StepRecord& record)
{
    if (Status written = m_history.write(historyRow(record)); !written)
        return written;
    m_exponents.append(record);
    std::string rows;
    for (const TensorPoint& point : record.tensors)
        rows += std::to_string(record.step) + ',' + m_paths.at(point.path) + ','
            + std::string(roleName(point.role)) + ',' + std::string(metricName(point.metric)) + ','
            + shortestText(point.value) + '\n';
    return rows.empty() ? success() : m_tensors.write(rows);
}

std::string RunFileWriter::exponentRows() const
{
    std::string rows(kExponentsHeader);
    for (const auto& [key, columns] : m_exponents.tensors()) {
        const std::string tensor = m_paths.at(key.first) + ',' + std::string(roleName(key.second)) + ',';
        for (const ExponentColumn& column : columns) {
            const std::string span
                = tensor + std::to_string(column.firstStep) + ',' + std::to_string(column.lastStep) + ',';
            const auto add = [&](const std::string& exponent, auto count) {
                if (count > 0)
                    rows += span + exponent + ',' + std::to_string(count) + '\n';
            };
            add("zero", column.zeros);
            for (std::size_t bin = 0; bin < kExponentBins; ++bin)
                add(std::to_string(static_cast<int>(bin) + kFirstExponent), column.bins[bin]);
            add("non_finite", column.nonFinite);
        }
    }
    return rows;
}

Status RunFileWriter::finish(const SessionSpec& session, const RunSummary& summary)
{
    if (Status closed = m_history.close(); !closed)
        return closed;
    if (Status closed = m_tensors.close(); !closed)
        return closed;
    if (Status written = writeWholeFile(m_folder / "exponents.csv", exponentRows()); !written)
        return written;
    const Result<KerasExport> policies = exportKerasMap(session);
    if (!policies)
        return policies.error();
    if (Status written = writeWholeFile(m_folder / "policy.json", kerasText(policies->map)); !written)
        return written;
    // Last, so that a folder with a summary is a whole one.
    return writeWholeFile(m_folder / "summary.json", summaryJson(summary, session.training.seed));
}

Result<FinishedRun> runIntoFolder(const SessionSpec& session, const Kernels& kernels,
    const RunToFilesOptions& options, const RunProgress& progress)
{
    Result<std::vector<FinishedRun>> finished = runIntoFolders({{"", session}}, kernels, options, progress);
    if (!finished)
        return finished.error();
    return std::move(finished->front());
}

Result<std::vector<FinishedRun>> runIntoFolders(const std::vector<NamedCandidate>& candidates,
    const Kernels& kernels, const RunToFilesOptions& options, const RunProgress& progress)
{
    std::vector<SessionSpec> sessions;
    sessions.reserve(candidates.size());
    for (const NamedCandidate& candidate : candidates) {
        sessions.push_back(candidate.session);
        SessionSpec& spec = sessions.back();
        spec.probes.tensorsEvery = options.every.value_or(spec.probes.tensorsEvery);
    }
    Result<TrainingRun> run = TrainingRun::create(sessions, kernels, {.threads = options.threads});
    if (!run)
        return run.error();
    std::vector<RunFileWriter> writers;
    for (const NamedCandidate& candidate : candidates) {
        if (options.folder.empty())
            break;
        const std::filesystem::path folder
            = candidate.name.empty() ? options.folder : options.folder / candidate.name;
        Result<RunFileWriter> created = RunFileWriter::create(folder, run->paths());
        if (!created)
            return created.error();
        if (Status saved = saveNpz(folder / "initial_weights.npz", run->referenceWeights()); !saved)
            return saved.error();
        writers.push_back(*std::move(created));
    }

    const std::int64_t steps = sessions.front().training.steps;
    bool wasStopped = false;
    bool isMet = false;
    bool isAtStep = false;
    while (run->stepsDone() < steps && !wasStopped && !isMet && !isAtStep) {
        run->step();
        for (std::size_t i = 0; i < writers.size(); ++i)
            if (Status written = writers[i].write(run->record(i)); !written)
                return written.error();
        for (std::size_t i = 0; i < sessions.size() && options.until != nullptr; ++i)
            isMet = isMet || options.until->holds(run->record(i));
        isAtStep = options.untilStep && run->stepsDone() > *options.untilStep;
        wasStopped = progress && !progress(run->stepsDone(), steps);
    }
    wasStopped = wasStopped && run->stepsDone() < steps;

    std::vector<FinishedRun> results;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        FinishedRun finished;
        finished.summary = run->summarize(i);
        finished.notes = run->notes(i);
        finished.wasStopped = wasStopped;
        finished.metUntil = isMet ? options.until : nullptr;
        finished.metUntilStep = isAtStep && run->stepsDone() < steps;
        if (const Result<KerasExport> policies = exportKerasMap(sessions[i]); policies)
            finished.leftOut = policies->leftOut;
        if (!writers.empty()) {
            const std::filesystem::path file = options.folder / candidates[i].name / "weights.npz";
            if (Status saved = saveNpz(file, run->weights(i)); !saved)
                return saved.error();
            if (Status written = writers[i].finish(sessions[i], finished.summary); !written)
                return written.error();
        }
        results.push_back(std::move(finished));
    }
    return results;
}

} // namespace ulpscope
