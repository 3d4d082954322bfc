// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/session/run_files.h"

#include "engine/base/number_text.h"
#include "engine/file/csv_field.h"
#include "engine/file/staged_folder.h"
#include "engine/file/whole_file.h"
#include "engine/io/json/json_text.h"
#include "engine/io/keras/keras_policy.h"
#include "engine/io/keras/keras_policy_map.h"
#include "engine/io/keras/keras_weights_file.h"
#include "engine/io/session/note_cells.h"
#include "engine/io/session/run_key.h"
#include "engine/io/session/run_summary_text.h"
#include "engine/io/session/session_file.h"
#include "engine/session/arithmetic_choice.h"
#include "engine/session/checked_session.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ulpscope {

namespace {

constexpr std::string_view kHistoryHeader
    = "step,loss,reference_loss,loss_scale,skipped,gradients_flushed_percent,updates_lost_percent,overflows,"
      "error_vs_float64,notes\n";
constexpr std::string_view kTensorsHeader = "step,path,role,metric,value\n";

constexpr std::string_view kExponentsHeader = "path,role,first_step,last_step,exponent,count\n";

std::string historyRow(const StepRecord& record, NoteCells& notes)
{
    const auto optional
        = [](const std::optional<double>& value) { return value ? shortestText(*value) : std::string(); };
    return std::to_string(record.step) + ',' + shortestText(record.loss) + ','
        + optional(record.referenceLoss) + ',' + optional(record.lossScale) + (record.skipped ? ",1," : ",0,")
        + optional(record.counts.gradientsFlushedPercent()) + ','
        + shortestText(record.counts.updatesLostPercent()) + ',' + std::to_string(record.counts.overflows)
        + ',' + optional(record.errorVsFloat64) + ',' + notes.next(record.step) + '\n';
}

std::vector<std::string> csvFields(std::vector<std::string> texts)
{
    for (std::string& text : texts)
        text = csvField(text);
    return texts;
}

/// paths: csvFields().
std::string tensorRow(std::int64_t step, const TensorPoint& point, const std::vector<std::string>& paths)
{
    return std::to_string(step) + ',' + paths.at(point.path.index()) + ',' + std::string(roleName(point.role))
        + ',' + std::string(metricName(point.metric)) + ',' + shortestText(point.value) + '\n';
}

/// paths: csvFields().
std::string exponentRows(const ExponentHistory& exponents, const std::vector<std::string>& paths)
{
    std::string rows(kExponentsHeader);
    for (const auto& [key, columns] : exponents.tensors()) {
        const std::string tensor
            = paths.at(key.first.index()) + ',' + std::string(roleName(key.second)) + ',';
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

/// tensors.csv of figures that lie one after the other: step after step.
std::string tensorRows(const RecordedRun& run)
{
    std::vector<std::pair<std::int64_t, TensorPoint>> points;
    for (const RecordedFigure& figure : run.figures)
        for (std::size_t i = 0; i < figure.steps.size(); ++i)
            points.push_back({static_cast<std::int64_t>(figure.steps[i]),
                {figure.path, figure.role, figure.metric, figure.values[i]}});
    std::ranges::stable_sort(points, {}, [](const auto& point) { return point.first; });
    const std::vector<std::string> paths = csvFields(run.paths);
    std::string rows(kTensorsHeader);
    for (const auto& [step, point] : points)
        rows += tensorRow(step, point, paths);
    return rows;
}

/// Of a run that has not ended what is known of it; with its session's notes.
RunSummary summaryOf(const RecordedRun& run)
{
    RunSummary summary = run.summary.value_or(RunSummary());
    if (!run.summary) {
        summary.totals = run.totals;
        summary.last = run.records.empty() ? StepRecord() : run.records.back();
        summary.ended = RunEnd::Interrupted;
        summary.watch = run.session->probes.watch;
        summary.stepsPerSecond = run.stepsPerSecond;
    }
    summary.notes = notesOfRun(*run.session);
    return summary;
}

} // namespace

RunFileWriter::RunFileWriter(std::filesystem::path folder, std::vector<std::string> paths, NoteCells notes,
    OutputFile history, OutputFile tensors)
    : m_folder(std::move(folder))
    , m_paths(csvFields(std::move(paths)))
    , m_notes(std::move(notes))
    , m_history(std::move(history))
    , m_tensors(std::move(tensors))
{
}

Result<RunFileWriter> RunFileWriter::create(const std::filesystem::path& folder, std::vector<std::string> paths,
    std::vector<NoteSpec> notes, bool writesEvents)
{
    Result<OutputFile> history = OutputFile::create(folder / "history.csv");
    if (!history)
        return history.error();
    Result<OutputFile> tensors = OutputFile::create(folder / "tensors.csv");
    if (!tensors)
        return tensors.error();
    std::vector<std::string> plainPaths = paths;
    RunFileWriter writer(
        folder, std::move(paths), NoteCells(std::move(notes)), *std::move(history), *std::move(tensors));
    if (Status written = writer.m_history.write(kHistoryHeader); !written)
        return written.error();
    if (Status written = writer.m_tensors.write(kTensorsHeader); !written)
        return written.error();
    if (!writesEvents)
        return writer;
    Result<EventFile> events = EventFile::create(folder / EventFile::kName);
    if (!events)
        return events.error();
    writer.m_events = *std::move(events);
    writer.m_plainPaths = std::move(plainPaths);
    return writer;
}

Status RunFileWriter::write(const StepRecord& record)
{
    if (Status written = m_history.write(historyRow(record, m_notes)); !written)
        return written;
    m_exponents.append(record);
    if (m_events)
        if (Status written = m_events->write(record, m_plainPaths); !written)
            return written;
    std::string rows;
    for (const TensorPoint& point : record.tensors)
        rows += tensorRow(record.step, point, m_paths);
    return rows.empty() ? success() : m_tensors.write(rows);
}

Status RunFileWriter::finish(
    const std::vector<NamedArray>& weights, const RunSummary& summary, const SessionSpec& session)
{
    if (Status closed = m_history.close(); !closed)
        return closed;
    if (Status closed = m_tensors.close(); !closed)
        return closed;
    if (m_events)
        if (Status closed = m_events->close(); !closed)
            return closed;
    if (Status written = writeWholeFile(m_folder / "exponents.csv", exponentRows(m_exponents, m_paths));
        !written)
        return written;
    if (Status saved = saveNpz(m_folder / "weights.npz", weights); !saved)
        return saved;
    return writeWholeFile(m_folder / "summary.json", summaryJson(summary, session));
}

namespace {

// The summary last, so that a folder with one is whole.
constexpr std::string_view kStateFile = "state.npz";
constexpr std::string_view kKerasWeightsFile = "model.weights.h5";
constexpr std::array<std::string_view, 10> kRunFiles{"initial_weights.npz", "history.csv", "tensors.csv",
    "exponents.csv", EventFile::kName, "weights.npz", kStateFile, kKerasWeightsFile, "policy.json",
    "summary.json"};
constexpr std::array<std::string_view, 6> kRecordedRunFiles{
    "session.ulps", "history.csv", "tensors.csv", "exponents.csv", "policy.json", "summary.json"};

/// Whether the weights can be named in a zip archive.
Status checkWeightNames(const ModelSpec& model)
{
    const auto isRefused = [](unsigned char c) { return c < 0x20 && c != '\t' && c != '\n' && c != '\r'; };
    const auto check = [&](const std::string& name) {
        if (std::ranges::none_of(name, isRefused))
            return success();
        return Status(Error{"name",
            "'" + shownText(name)
                + "' has a control character, which the files of a run cannot name its weights with"});
    };
    if (const Status fits = check(model.name); !fits)
        return fits;
    for (std::size_t i = 0; i < model.layers.size(); ++i)
        if (const Status fits = check(model.layers[i].name); !fits)
            return fits.error().within("layers[" + std::to_string(i) + "]");
    return success();
}

/// Asks for a stop after so long, or never.
class Deadline
{
public:
    explicit Deadline(std::optional<std::chrono::milliseconds> after)
    {
        if (after)
            m_timer
                = std::jthread([after = *after, source = m_source](const std::stop_token& isOver) mutable {
                      std::mutex mutex;
                      std::unique_lock lock(mutex);
                      std::condition_variable_any().wait_for(lock, isOver, after, [] { return false; });
                      source.request_stop();
                  });
    }

    std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::jthread m_timer;
};

/// The files of all candidates on their way to one folder.
class StagedRun
{
public:
    /// Writes what is known before the first step. policies: the candidates'.
    static Result<StagedRun> begin(const RunToFilesOptions& options,
        const std::vector<NamedCandidate>& candidates, const std::vector<Result<KerasExport>>& policies,
        const TrainingRun& run)
    {
        for (const NamedCandidate& candidate : candidates)
            if (const Status named = checkWeightNames(candidate.session.model); !named)
                return named.error();
        Result<StagedFolder> stage = StagedFolder::create(options.folder, kRunFiles);
        if (!stage)
            return stage.error();
        StagedRun staged(*std::move(stage), options.writesEvents);
        const std::vector<NamedArray> weights = run.referenceWeights();
        for (std::size_t i = 0; i < candidates.size(); ++i)
            if (const Status added = staged.add(candidates[i], policies[i], run.paths(), weights); !added)
                return staged.m_stage.placed(added.error());
        return staged;
    }

    Status write(std::size_t candidate, const StepRecord& record)
    {
        const Status written = m_writers[candidate].write(record);
        return written ? written : m_stage.placed(written.error());
    }

    Status finish(std::size_t candidate, const std::vector<NamedArray>& weights, const RunSummary& summary,
        const SessionSpec& session)
    {
        const Status finished = m_writers[candidate].finish(weights, summary, session);
        return finished ? finished : m_stage.placed(finished.error());
    }

    Status add(std::size_t candidate, std::string_view name, std::string_view bytes)
    {
        const Status written = writeWholeFile(m_folders[candidate] / name, bytes);
        return written ? written : m_stage.placed(written.error());
    }
    Status add(std::size_t candidate, std::string_view name, const std::vector<NamedArray>& arrays)
    {
        const Status saved = saveNpz(m_folders[candidate] / name, arrays);
        return saved ? saved : m_stage.placed(saved.error());
    }

    Status commit() { return m_stage.commit(); }

private:
    StagedRun(StagedFolder stage, bool writesEvents)
        : m_stage(std::move(stage))
        , m_writesEvents(writesEvents)
    {
    }

    Status add(const NamedCandidate& candidate, const Result<KerasExport>& policies,
        const std::vector<std::string>& paths, const std::vector<NamedArray>& weights)
    {
        const Result<std::filesystem::path> folder = m_stage.makeFolder(candidate.name);
        if (!folder)
            return folder.error();
        if (!policies)
            return policies.error();
        if (Status written = writeWholeFile(*folder / "policy.json", kerasText(policies->map)); !written)
            return written;
        if (Status saved = saveNpz(*folder / "initial_weights.npz", weights); !saved)
            return saved;
        m_folders.push_back(*folder);
        Result<RunFileWriter> writer = RunFileWriter::create(
            *folder, paths, notesOfRun(candidate.session), m_writesEvents);
        if (!writer)
            return writer.error();
        m_writers.push_back(*std::move(writer));
        return success();
    }

    StagedFolder m_stage;
    std::vector<std::filesystem::path> m_folders; ///< by candidate
    bool m_writesEvents;
    std::vector<RunFileWriter> m_writers;
};

/// Behind the sessions those of them that are not computed as "written", as "written"; for each session where that is.
std::vector<std::optional<std::size_t>> addAsWritten(std::vector<SessionSpec>& sessions)
{
    std::vector<std::optional<std::size_t>> places(sessions.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (chosenArithmetic(sessions[i]) == ArithmeticKind::Written)
            continue;
        places[i] = sessions.size();
        sessions.push_back(sessions[i]);
        sessions.back().training.arithmetic = ArithmeticKind::Written;
    }
    return places;
}

} // namespace

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
    const std::vector<std::optional<std::size_t>> asWritten = options.alsoAsWritten
        ? addAsWritten(sessions)
        : std::vector<std::optional<std::size_t>>(sessions.size());
    Result<TrainingRun> run = TrainingRun::create(sessions, kernels, {.threads = options.threads});
    if (!run)
        return run.error();
    StopRule until = options.until;
    if (const Status bound = until.bind(run->paths(), run->recorded()); !bound)
        return bound.error().within("until");
    std::vector<SessionStops> stops;
    std::vector<Result<KerasExport>> policies; // one that cannot be written matters only to files
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        stops.emplace_back(sessions[i].watches, run->paths(), run->recorded(i));
        policies.push_back(exportKerasMap(sessions[i]));
    }
    std::vector<std::vector<KerasDataset>> datasets;
    for (std::size_t i = 0; i < candidates.size() && options.writesKerasWeights; ++i) {
        Result<std::vector<KerasDataset>> made = kerasDatasets(sessions[i], kernels);
        if (!made)
            return made.error();
        datasets.push_back(*std::move(made));
    }
    if (options.onLoaded)
        options.onLoaded();
    std::optional<StagedRun> files;
    if (!options.folder.empty()) {
        Result<StagedRun> begun = StagedRun::begin(options, candidates, policies, *run);
        if (!begun)
            return begun.error();
        files = *std::move(begun);
    }

    const std::int64_t steps = sessions.front().training.steps;
    bool wasStopped = false;
    std::string met;
    bool isAtStep = false;
    while (run->stepsDone() < steps && !wasStopped && met.empty() && !isAtStep) {
        run->step();
        for (std::size_t i = 0; i < candidates.size() && files; ++i)
            if (Status written = files->write(i, run->record(i)); !written)
                return written.error();
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const std::optional<std::string> stopped = stops[i].met(run->record(i));
            if (met.empty())
                met = until.holds(run->record(i)) ? until.title() : stopped.value_or(std::string());
        }
        isAtStep = options.untilStep && run->stepsDone() > *options.untilStep;
        wasStopped = progress && !progress(run->stepsDone(), steps);
    }
    const bool isCut = run->stepsDone() < steps;
    const RunEnd ended = !met.empty() || (isAtStep && isCut) ? RunEnd::Condition
        : isCut                                              ? RunEnd::Interrupted
                                                             : RunEnd::Complete;
    // Who stops a run, a service manager above all, waits some seconds before the kill: files are worth more than a score.
    constexpr std::chrono::seconds kLongestEvaluation{3};
    const Deadline evaluation(ended == RunEnd::Interrupted
            ? std::optional<std::chrono::milliseconds>(kLongestEvaluation)
            : std::nullopt);

    std::vector<FinishedRun> results;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        FinishedRun finished;
        finished.summary = run->summarize(i, evaluation.token());
        if (asWritten[i])
            finished.summary.asWritten = headlineOf(run->summarize(*asWritten[i], evaluation.token()));
        finished.summary.ended = ended;
        finished.summary.notes = notesOfRun(candidates[i].session);
        finished.notes = run->notes(i);
        finished.metUntil = met;
        if (policies[i])
            finished.leftOut = policies[i]->leftOut;
        if (files && options.writesState)
            if (const Status added = files->add(i, kStateFile, run->state(i)); !added)
                return added.error();
        if (files && options.writesKerasWeights)
            if (const Status added = files->add(
                    i, kKerasWeightsFile, kerasWeightsFile(datasets[i], run->weights(i), run->state(i)));
                !added)
                return added.error();
        if (files)
            if (Status written
                = files->finish(i, run->weights(i), finished.summary, sessions[i]);
                !written)
                return written.error();
        results.push_back(std::move(finished));
    }
    if (files)
        if (Status committed = files->commit(); !committed)
            return committed.error();
    return results;
}

Status writeRunFiles(const std::filesystem::path& folder, const RecordedRun& run)
{
    std::error_code error;
    if (std::filesystem::exists(folder, error) && !std::filesystem::is_empty(folder, error))
        return Error{
            folder.string(), "is there already: a run's files want a folder of their own", ErrorKind::Output};
    const Result<KerasExport> policies = exportKerasMap(*run.session);
    if (!policies)
        return policies.error();
    std::string history(kHistoryHeader);
    NoteCells notes(notesOfRun(*run.session));
    for (const StepRecord& record : run.records)
        history += historyRow(record, notes);
    std::vector<std::pair<std::string_view, std::string>> files{
        {"session.ulps", writeSession(*run.session)},
        {"policy.json", kerasText(policies->map)},
        {"history.csv", std::move(history)},
        {"tensors.csv", tensorRows(run)},
    };
    if (!run.exponents.tensors().empty())
        files.emplace_back("exponents.csv", exponentRows(run.exponents, csvFields(run.paths)));
    files.emplace_back("summary.json", summaryJson(summaryOf(run), *run.session));

    Result<StagedFolder> stage = StagedFolder::create(folder, kRecordedRunFiles);
    if (!stage)
        return stage.error();
    const Result<std::filesystem::path> place = stage->makeFolder("");
    if (!place)
        return place.error();
    for (const auto& [name, text] : files)
        if (const Status written = writeWholeFile(*place / name, text); !written)
            return stage->placed(written.error());
    return stage->commit();
}

} // namespace ulpscope
