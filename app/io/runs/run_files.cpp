// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/run_files.h"

#include "app/io/files/staged_folder.h"
#include "app/io/json/json_text.h"
#include "app/io/keras/model/keras_store.h"
#include "app/io/keras/policy/keras_policy.h"
#include "app/io/keras/policy/keras_policy_map.h"
#include "app/io/runs/run_key.h"
#include "app/io/runs/run_summary_text.h"
#include "app/io/session/session_file.h"
#include "engine/base/number_text.h"
#include "engine/file/csv_field.h"
#include "engine/file/input_file.h"
#include "engine/file/whole_file.h"
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

/// tensors.csv of metrics that lie one after the other: step after step.
std::string tensorRows(const RecordedRun& run)
{
    std::vector<std::pair<std::int64_t, TensorPoint>> points;
    for (const RecordedMetric& metric : run.metrics)
        for (std::size_t i = 0; i < metric.steps.size(); ++i)
            points.push_back({static_cast<std::int64_t>(metric.steps[i]),
                {metric.path, metric.role, metric.metric, metric.values[i]}});
    std::ranges::stable_sort(points, {}, [](const auto& point) { return point.first; });
    const std::vector<std::string> paths = csvFields(run.paths);
    std::string rows(kTensorsHeader);
    for (const auto& [step, point] : points)
        rows += tensorRow(step, point, paths);
    return rows;
}

/// How many lines follow the beginning, which the file must have.
Result<std::int64_t> rowsOf(const std::filesystem::path& path, std::string_view beginning)
{
    Result<InputFile> file = InputFile::open(path);
    if (!file)
        return file.error();
    constexpr std::size_t kReadAtOnce = std::size_t{1} << 18;
    std::vector<char> bytes(kReadAtOnce);
    std::string first;
    std::int64_t lines = -std::ranges::count(beginning, '\n');
    for (;;) {
        const Result<std::size_t> count = file->read(bytes);
        if (!count)
            return count.error();
        if (*count == 0)
            break;
        const std::string_view part(bytes.data(), *count);
        if (first.size() < beginning.size())
            first += part.substr(0, beginning.size() - first.size());
        lines += std::ranges::count(part, '\n');
    }
    if (first != beginning)
        return Error{path.string(), "has other columns than this program writes: a run cannot go on from it"};
    return lines;
}

Status copyFile(const std::filesystem::path& from, const std::filesystem::path& to)
{
    std::error_code error;
    std::filesystem::copy_file(from, to, error);
    return error ? Status(Error{from.string(), "cannot be copied: " + error.message()}) : success();
}

/// Summary of a run, with the notes of its session; a run that has not ended has what is known so far.
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

Result<RunFileWriter> RunFileWriter::create(const std::filesystem::path& folder,
    std::vector<std::string> paths, std::vector<NoteSpec> notes, bool writesEvents)
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

Result<RunFileWriter> RunFileWriter::goOn(const std::filesystem::path& folder, std::vector<std::string> paths,
    std::vector<NoteSpec> notes, const RunState& state)
{
    const std::int64_t steps = state.earlier.totals.steps;
    for (const auto& [key, columns] : state.exponents.tensors())
        if (key.first.index() >= paths.size())
            return Error{
                state.earlier.file.string(), "it has exponents of a tensor that the session has not"};
    const Result<std::int64_t> rows = rowsOf(state.folder / "history.csv", kHistoryHeader);
    if (!rows)
        return rows.error();
    if (*rows != steps)
        return Error{(state.folder / "history.csv").string(),
            "has " + counted(*rows, "step") + ", expected the " + std::to_string(steps) + " of the state"};
    if (const auto points = rowsOf(state.folder / "tensors.csv", kTensorsHeader); !points)
        return points.error();
    std::error_code error;
    const bool hasEvents = std::filesystem::exists(state.folder / EventFile::kName, error);
    std::vector<const char*> names{"history.csv", "tensors.csv"};
    if (hasEvents)
        names.push_back(EventFile::kName);
    for (const char* name : names)
        if (const Status copied = copyFile(state.folder / name, folder / name); !copied)
            return copied.error();
    Result<OutputFile> history = OutputFile::append(folder / "history.csv");
    if (!history)
        return history.error();
    Result<OutputFile> tensors = OutputFile::append(folder / "tensors.csv");
    if (!tensors)
        return tensors.error();
    std::vector<std::string> plainPaths = paths;
    RunFileWriter writer(
        folder, std::move(paths), NoteCells(std::move(notes)), *std::move(history), *std::move(tensors));
    (void)writer.m_notes.next(steps - 1); // told already
    writer.m_exponents = state.exponents;
    if (!hasEvents)
        return writer;
    Result<EventFile> events = EventFile::append(folder / EventFile::kName);
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
    const std::vector<ArraySource>& weights, const RunSummary& summary, const SessionSpec& session)
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
    if (Status saved = streamNpz(m_folder / "weights.npz", weights); !saved)
        return saved;
    return writeWholeFile(m_folder / "summary.json", summaryJson(summary, session));
}

namespace {

// The summary is written last, so that a folder that has one is complete.
constexpr std::string_view kInitialWeightsFile = "initial_weights.npz";
constexpr std::string_view kKerasWeightsFile = "model.weights.h5";
constexpr std::array<std::string_view, 11> kRunFiles{kInitialWeightsFile, "history.csv", "tensors.csv",
    "exponents.csv", EventFile::kName, "weights.npz", kStateArraysFile, kStateFile, kKerasWeightsFile,
    "policy.json", "summary.json"};
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
    /// Writes the facts known before the first step. `policies` are the candidates'.
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
        const std::vector<ArraySource> weights = run.referenceWeightSources();
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

    Status finish(std::size_t candidate, const std::vector<ArraySource>& weights, const RunSummary& summary,
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
    /// `target` is the final path of the folder.
    Status add(std::size_t candidate, RunState state, const std::filesystem::path& target)
    {
        state.exponents = m_writers[candidate].exponents();
        const Status saved = saveRunState(m_folders[candidate], state, target);
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
        const std::vector<std::string>& paths, const std::vector<ArraySource>& weights)
    {
        const Result<std::filesystem::path> folder = m_stage.makeFolder(candidate.name);
        if (!folder)
            return folder.error();
        if (!policies)
            return policies.error();
        if (Status written = writeWholeFile(*folder / "policy.json", kerasText(policies->map)); !written)
            return written;
        const std::filesystem::path initial = *folder / kInitialWeightsFile;
        const RunState* before = candidate.before.get();
        if (const Status kept = before != nullptr ? copyFile(before->folder / kInitialWeightsFile, initial)
                                                  : streamNpz(initial, weights);
            !kept)
            return kept;
        m_folders.push_back(*folder);
        std::vector<NoteSpec> notes = notesOfRun(candidate.session);
        Result<RunFileWriter> writer = before != nullptr
            ? RunFileWriter::goOn(*folder, paths, std::move(notes), *before)
            : RunFileWriter::create(*folder, paths, std::move(notes), m_writesEvents);
        if (!writer)
            return writer.error();
        m_writers.push_back(*std::move(writer));
        return success();
    }

    StagedFolder m_stage;
    std::vector<std::filesystem::path> m_folders; ///< one folder for each candidate
    bool m_writesEvents;
    std::vector<RunFileWriter> m_writers;
};

/// Appends a copy computed as "written" for each session that is not. Returns for each session the index of its copy.
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

/// The candidates go on from their states, where they have such.
Status goOn(TrainingRun& run, const std::vector<NamedCandidate>& candidates)
{
    std::vector<TrainingRun::Earlier> earlier;
    std::string data;
    for (const NamedCandidate& candidate : candidates) {
        const RunState* before = candidate.before.get();
        if (before == nullptr)
            continue;
        if (data.empty())
            data = run.dataFingerprint();
        if (before->data != data)
            return Error{"data", "it is not the data that the run began with: it cannot go on"};
        earlier.push_back(before->earlier);
    }
    return earlier.empty() ? success() : run.goOnFrom(earlier);
}

bool writesKerasWeights(const NamedCandidate& candidate, const RunToFilesOptions& options)
{
    std::error_code error;
    return options.writesKerasWeights
        || (candidate.before && std::filesystem::exists(candidate.before->folder / kKerasWeightsFile, error));
}

} // namespace

Result<std::vector<NamedCandidate>> resumedCandidates(
    const std::filesystem::path& folder, std::optional<std::int64_t> steps)
{
    Result<std::vector<RunState>> states = loadRunStates(folder);
    if (!states)
        return states.error();
    std::vector<NamedCandidate> candidates;
    for (RunState& state : *states) {
        SessionSpec session = state.session;
        session.training.steps = steps.value_or(session.training.steps);
        const std::int64_t done = state.earlier.totals.steps;
        if (done != states->front().earlier.totals.steps)
            return Error{
                state.folder.string(), "its state is of another step than that of the first candidate"};
        if (session.training.steps <= done && !steps)
            return Error{
                state.folder.string(), "all its " + counted(done, "step") + " are done: ask for more"};
        if (session.training.steps <= done)
            return Error{"steps",
                "expected more than the " + counted(done, "step") + " that are done, got "
                    + std::to_string(session.training.steps)};
        const std::string name
            = state.folder == folder ? "" : state.folder.lexically_relative(folder).string();
        candidates.push_back({name, std::move(session), std::make_shared<const RunState>(std::move(state))});
    }
    return candidates;
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
        if (!candidate.before)
            continue;
        spec.probes.tensorsEvery = candidate.before->every;
        spec.training.initialWeights.clear(); // the state has what the initial weights became
        spec.training.initialState.clear();
    }
    const std::vector<std::optional<std::size_t>> asWritten = options.alsoAsWritten
        ? addAsWritten(sessions)
        : std::vector<std::optional<std::size_t>>(sessions.size());
    Result<TrainingRun> run = TrainingRun::create(sessions, kernels, {.threads = options.threads});
    if (!run)
        return run.error();
    if (const Status goesOn = goOn(*run, candidates); !goesOn)
        return goesOn.error();
    StopRule until = options.until;
    if (const Status bound = until.bind(run->paths(), run->recorded()); !bound)
        return bound.error().within("until");
    std::vector<SessionStops> stops;
    std::vector<Result<KerasExport>> policies; // one that cannot be written matters only to files
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        stops.emplace_back(sessions[i].watches, run->paths(), run->recorded(i));
        if (candidates[i].before)
            stops.back().setHeld(candidates[i].before->heldWatches);
        policies.push_back(exportKerasMap(sessions[i]));
    }
    std::vector<std::vector<KerasDataset>> datasets(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (!writesKerasWeights(candidates[i], options))
            continue;
        Result<std::vector<KerasDataset>> made = kerasDatasets(sessions[i], kernels);
        if (!made)
            return made.error();
        datasets[i] = *std::move(made);
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

    const auto writesState
        = [&](const NamedCandidate& candidate) { return files && (options.writesState || candidate.before); };
    const std::string data
        = std::ranges::any_of(candidates, writesState) ? run->dataFingerprint() : std::string();
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
        if (writesState(candidates[i]))
            if (const Status added = files->add(i,
                    {.place = i,
                        .session = candidates[i].session,
                        .every = sessions[i].probes.tensorsEvery,
                        .data = data,
                        .kernels = kernels.level(),
                        .heldWatches = stops[i].held(),
                        .earlier = {.file = {}, .state = run->wholeState(i), .totals = run->totals(i)}},
                    options.folder / candidates[i].name);
                !added)
                return added.error();
        if (files && writesKerasWeights(candidates[i], options))
            if (const Status added = files->add(
                    i, kKerasWeightsFile, kerasWeightsFile(datasets[i], run->weights(i), run->state(i)));
                !added)
                return added.error();
        if (files)
            if (Status written = files->finish(i, run->weightSources(i), finished.summary, sessions[i]);
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
