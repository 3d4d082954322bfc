// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/run_state.h"

#include "app/io/json/json_text.h"
#include "app/io/runs/recorded_run_json.h"
#include "app/io/runs/recorded_run_tables.h"
#include "app/io/session/session_file.h"
#include "engine/file/whole_file.h"
#include "engine/train/training_state.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFormat = "ulpscope-state";
constexpr std::size_t kMaxCandidates = 1000;
constexpr std::int64_t kMaxFileSteps = std::int64_t{1} << 53;

// Columns of run/exponents, a row for each bin that is not empty. A column of the history without any has none of its own.
enum ExponentField : std::size_t { Path, Role, FirstStep, LastStep, Samples, Bin, Count, ExponentFields };
constexpr std::size_t kZeros = kExponentBins; ///< the bin in which zeros are counted
constexpr std::size_t kNonFinite = kExponentBins + 1;

NpyArray exponentTable(const ExponentHistory& exponents)
{
    std::vector<double> values;
    for (const auto& [key, columns] : exponents.tensors())
        for (const ExponentColumn& column : columns) {
            const auto add = [&, path = key.first, role = key.second](std::size_t bin, auto count) {
                if (count > 0)
                    for (const double value : {static_cast<double>(path.index()), static_cast<double>(role),
                             static_cast<double>(column.firstStep), static_cast<double>(column.lastStep),
                             static_cast<double>(column.samples), static_cast<double>(bin),
                             static_cast<double>(count)})
                        values.push_back(value);
            };
            for (std::size_t bin = 0; bin < kExponentBins; ++bin)
                add(bin, column.bins[bin]);
            add(kZeros, column.zeros);
            add(kNonFinite, column.nonFinite);
        }
    const auto rows = static_cast<std::int64_t>(values.size() / ExponentFields);
    return {{rows, static_cast<std::int64_t>(ExponentFields)}, std::move(values)};
}

/// The columns of each tensor in the order of their steps, below `steps`.
Result<ExponentHistory> readExponents(const NpyArray& table, std::int64_t steps)
{
    const Error wrong{"", "'" + std::string(kExponentsName) + "' is not what a run has of exponents"};
    const auto* values = std::get_if<std::vector<double>>(&table.values);
    if (values == nullptr || table.shape.size() != 2 || table.shape[1] != std::int64_t{ExponentFields})
        return wrong;
    const std::array<double, ExponentFields> most{65535, static_cast<double>(roleNames().size() - 1),
        static_cast<double>(steps - 1), static_cast<double>(steps - 1), static_cast<double>(steps),
        static_cast<double>(kNonFinite), static_cast<double>(kMaxFileSteps)};
    std::map<ExponentHistory::Key, std::vector<ExponentColumn>> tensors;
    for (std::size_t row = 0; row < values->size(); row += ExponentFields) {
        std::array<std::int64_t, ExponentFields> whole{};
        for (std::size_t i = 0; i < ExponentFields; ++i) {
            const double value = (*values)[row + i];
            if (!(value >= 0 && value <= most[i] && value == std::floor(value)))
                return wrong;
            whole[i] = static_cast<std::int64_t>(value);
        }
        std::vector<ExponentColumn>& columns
            = tensors[{PathId(static_cast<std::size_t>(whole[Path])), static_cast<TensorRole>(whole[Role])}];
        if (columns.empty() || columns.back().firstStep != whole[FirstStep]) {
            const bool isLater = columns.empty() || columns.back().lastStep < whole[FirstStep];
            if (!isLater || columns.size() == ExponentHistory::kColumns || whole[LastStep] < whole[FirstStep])
                return wrong;
            columns.push_back(
                {.firstStep = whole[FirstStep], .lastStep = whole[LastStep], .samples = whole[Samples]});
        }
        ExponentColumn& column = columns.back();
        const auto bin = static_cast<std::size_t>(whole[Bin]);
        if (bin == kZeros)
            column.zeros = whole[Count];
        else if (bin == kNonFinite)
            column.nonFinite = whole[Count];
        else
            column.bins[bin] = static_cast<std::uint64_t>(whole[Count]);
    }
    return ExponentHistory(std::move(tensors));
}

Result<RunState> readState(const Json& json, const fs::path& folder)
{
    JsonMembers members(json);
    if (members.text("format") != kFormat)
        members.fail({"format", "this is no state of a run"});
    if (members.whole("version", 1, std::numeric_limits<std::int64_t>::max()) > kStateVersion)
        members.fail(
            {"version", "is of a newer program; this one reads up to " + std::to_string(kStateVersion)});
    RunState state;
    state.place = static_cast<std::size_t>(members.whole("place", 0, kMaxCandidates));
    state.every = members.whole("every", 1, kMaxFileSteps);
    state.data = members.text("data");
    state.kernels = members.text("kernels");
    state.heldWatches = members.texts("held_watches", kMaxWatches);
    if (members.texts("roles", 1000) != roleNames())
        members.fail({"roles", "these are of another version of the program"});
    const fs::path origin = members.text("folder");
    if (const Json* totals = members.objectOrNull("totals"))
        state.earlier.totals = readRunTotals(*totals, members);
    else
        members.fail({"totals", "missing"});
    const Json& stored = members.at("session");
    if (members.error())
        return *members.error();
    Result<SessionSpec> session = readSession(layoutJson(stored));
    if (!session)
        return session.error().within("session");
    state.session = *std::move(session);
    state.session.origin.folder = (folder / origin).lexically_normal();
    return state;
}

} // namespace

Status saveRunState(const fs::path& folder, const RunState& state, const fs::path& target)
{
    Json json = Json::object();
    json["format"] = kFormat;
    json["version"] = kStateVersion;
    json["program_version"] = ULPSCOPE_VERSION;
    json["place"] = state.place;
    json["every"] = state.every;
    json["data"] = state.data;
    json["kernels"] = state.kernels;
    json["held_watches"] = state.heldWatches;
    json["roles"] = roleNames();
    json["folder"] = relativeOrigin(state.session, target).string();
    json["totals"] = runTotalsJson(state.earlier.totals);
    json["session"] = *parseJson(writeSession(state.session));
    std::vector<NamedArray> arrays = state.earlier.state;
    arrays.push_back({std::string(kExponentsName), exponentTable(state.exponents)});
    if (const Status saved = saveNpz(folder / kStateArraysFile, arrays); !saved)
        return saved;
    return writeWholeFile(folder / kStateFile, layoutJson(json));
}

Result<RunState> loadRunState(const fs::path& folder)
{
    const fs::path path = folder / kStateFile;
    const Result<std::string> text = readWholeFile(path, kLargestJson);
    if (!text)
        return text.error();
    const Result<Json> json = parseJson(*text);
    Result<RunState> state = json ? readState(*json, folder) : Result<RunState>(json.error());
    if (!state)
        return Error{path.string(), state.error().sentence()};
    state->folder = folder;
    const fs::path arraysPath = folder / kStateArraysFile;
    Result<std::vector<NamedArray>> arrays = loadNpz(arraysPath);
    if (!arrays)
        return arrays.error();
    const auto exponents = std::ranges::find(*arrays, kExponentsName, &NamedArray::name);
    if (exponents == arrays->end())
        return Error{arraysPath.string(), "it has no array '" + std::string(kExponentsName) + "'"};
    Result<ExponentHistory> read = readExponents(exponents->array, state->earlier.totals.steps);
    if (!read)
        return Error{arraysPath.string(), read.error().message};
    state->exponents = *std::move(read);
    arrays->erase(exponents);
    state->earlier.file = arraysPath;
    state->earlier.state = *std::move(arrays);
    return state;
}

Result<std::vector<RunState>> loadRunStates(const fs::path& folder)
{
    std::vector<fs::path> folders;
    std::error_code error;
    if (fs::exists(folder / kStateFile, error))
        folders.push_back(folder);
    else
        for (fs::recursive_directory_iterator each(folder, error), end; each != end; each.increment(error)) {
            if (each->path().filename() == kStateFile)
                folders.push_back(each->path().parent_path());
            if (each.depth() > 1) // "int4/128_from_float32" is a candidate's name
                each.disable_recursion_pending();
        }
    if (folders.empty())
        return Error{
            folder.string(), "has no state to go on from: it is not the folder of a run with --state"};
    std::vector<RunState> states;
    for (const fs::path& each : folders) {
        Result<RunState> state = loadRunState(each);
        if (!state)
            return state.error();
        states.push_back(*std::move(state));
    }
    std::ranges::sort(states, {}, &RunState::place);
    for (std::size_t i = 0; i < states.size(); ++i)
        if (states[i].place != i && states.size() > 1)
            return Error{folder.string(), "has states of more than one run: name the folder of one"};
    return states;
}

} // namespace ulpscope
