// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a run: policy.json and initial_weights.npz before it, history.csv every step, tensors.csv every k-th,
// exponents.csv, weights.npz and summary.json at the end. They are staged, so that a folder has a whole run or none. Weights
// have Keras' variable paths for names. File names and columns are stable; resources/schema/summary.schema.json describes the
// summary.
#pragma once

#include "app/io/runs/event_file.h"
#include "app/io/runs/note_cells.h"
#include "app/io/runs/run_state.h"
#include "engine/file/output_file.h"
#include "engine/probe/exponent_history.h"
#include "engine/session/stop_condition.h"
#include "engine/train/recorded_run.h"
#include "engine/train/training_run.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

/// Writes the records that a run produces as it goes on, as a stream.
class RunFileWriter
{
public:
    /// Into a folder that is there. `paths` are those of TrainingRun::paths(), `notes` the run's. writesEvents: for TensorBoard too.
    static Result<RunFileWriter> create(const std::filesystem::path& folder, std::vector<std::string> paths,
        std::vector<NoteSpec> notes = {}, bool writesEvents = false);
    /// Continues a run: the files in state.folder are copied and extended, also TensorBoard's if there is one.
    static Result<RunFileWriter> goOn(const std::filesystem::path& folder, std::vector<std::string> paths,
        std::vector<NoteSpec> notes, const RunState& state);

    Status write(const StepRecord& record);
    const ExponentHistory& exponents() const { return m_exponents; }
    /// Closes the tables; writes exponents.csv, weights.npz and summary.json.
    Status finish(
        const std::vector<ArraySource>& weights, const RunSummary& summary, const SessionSpec& session);

private:
    RunFileWriter(std::filesystem::path folder, std::vector<std::string> paths, NoteCells notes,
        OutputFile history, OutputFile tensors);

    std::filesystem::path m_folder;
    std::vector<std::string> m_paths;
    NoteCells m_notes;
    OutputFile m_history;
    OutputFile m_tensors;
    std::vector<std::string> m_plainPaths; ///< paths of the event files, which are no CSV
    std::optional<EventFile> m_events;
    ExponentHistory m_exponents; ///< has a fixed size, so that it can be written at the end
};

struct RunToFilesOptions
{
    std::filesystem::path folder; ///< empty: no files
    int threads = 1; ///< how many threads train at most
    std::optional<std::int64_t> every = {}; ///< overrides ProbeSpec::tensorsEvery
    StopRule until = {}; ///< ends the run after the first step for which it holds of a candidate
    std::optional<std::int64_t> untilStep = {}; ///< ends it after this step
    /// Whether each candidate whose arithmetic is another is trained as "written" too, without files of its own: RunSummary::asWritten.
    bool alsoAsWritten = false;
    bool writesKerasWeights = false; ///< model.weights.h5 too (io/keras/keras_weights_file.h)
    bool writesState = false; ///< files that NamedCandidate::before is read from (io/session/run_state.h)
    bool writesEvents = false; ///< TensorBoard's event file too (event_file.h)
    std::function<void()> onLoaded
        = {}; ///< called once, when the data is there and before anything is written
};

/// Called after every step; false stops the run, which is a result all the same.
using RunProgress = std::function<bool(std::int64_t stepsDone, std::int64_t steps)>;

struct FinishedRun
{
    RunSummary summary;
    std::vector<Message> notes; ///< TrainingRun::notes()
    std::vector<Message> leftOut; ///< KerasExport::leftOut of policy.json
    std::string
        metUntil; ///< title of RunToFilesOptions::until or text of the session's watch, where that ended the run
};

/// Trains the session to its end and writes the files, which take their place when all are there; until then, and on an
/// Error, an earlier run in the folder is as it was. What cannot be written is found before the training, but for a full
/// disk. initial_weights.npz is what the float64 lane starts from; the session that names it starts there too.
Result<FinishedRun> runIntoFolder(const SessionSpec& session, const Kernels& kernels,
    const RunToFilesOptions& options, const RunProgress& progress = {});

/// A candidate of a run, with the name of its folder inside RunToFilesOptions::folder; empty: that folder itself.
struct NamedCandidate
{
    std::string name;
    SessionSpec session;
    std::shared_ptr<const RunState> before
        = {}; ///< the state that the run goes on from, unless it begins anew
};

/// The candidates of a run that was written with its state, as they go on to so many steps in all; by default those of their session.
Result<std::vector<NamedCandidate>> resumedCandidates(
    const std::filesystem::path& folder, std::optional<std::int64_t> steps);

/// Trains all candidates beside one float64 lane; the results are in their order, their folders take their place together.
/// They may differ in policies, loss scale and arithmetic only. Either all of them go on or none; those that do write all that they had
/// written, and their state, so that the files are those of the longer run.
Result<std::vector<FinishedRun>> runIntoFolders(const std::vector<NamedCandidate>& candidates,
    const Kernels& kernels, const RunToFilesOptions& options, const RunProgress& progress = {});

/// What stayed of a run, as the same files and its session beside them, session.ulps; weights did not stay, and of a long run
/// not every step. exponents.csv only where there are any. The folder must not be there, or be empty: it has all or nothing.
Status writeRunFiles(const std::filesystem::path& folder, const RecordedRun& run);

} // namespace ulpscope
