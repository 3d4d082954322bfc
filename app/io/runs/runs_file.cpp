// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/runs_file.h"

#include "app/io/json/file_head.h"
#include "app/io/json/json_members.h"
#include "app/io/json/json_text.h"
#include "app/io/runs/recorded_run_json.h"
#include "app/io/runs/recorded_run_tables.h"
#include "app/io/session/session_file.h"
#include "engine/base/shown_text.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"

#include <algorithm>
#include <map>

namespace ulpscope {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRunsFormat = "ulpscope-runs";
constexpr std::string_view kHead = "runs.json";
constexpr std::size_t kMaxTableNames = 1000; ///< how many columns, roles or metrics a table may name
constexpr std::size_t kMaxSteps = 1 << 20; ///< records of a run; a window keeps 2^16

std::string headText(std::size_t runs)
{
    Json json = Json::object();
    json["format"] = kRunsFormat;
    json["version"] = kRunsFileVersion;
    json["program_version"] = ULPSCOPE_VERSION;
    json["runs"] = runs;
    json["record_columns"] = recordColumns();
    json["roles"] = roleNames();
    json["metrics"] = metricNames();
    return layoutJson(json);
}

Error inEntry(const std::string& name, const Error& error)
{
    return Error{shownText(name), error.sentence(), error.kind};
}

template <class T>
Result<T> inEntry(const std::string& name, Result<T> result)
{
    if (!result)
        return inEntry(name, result.error());
    return result;
}

/// The entries of an archive by their names.
class Entries
{
public:
    explicit Entries(const ZipReader& archive)
        : m_archive(archive)
    {
        for (std::size_t i = 0; i < archive.entries().size(); ++i)
            m_index.emplace(archive.entries()[i].name, i);
    }

    Result<std::string> text(const std::string& name) const
    {
        const auto found = m_index.find(name);
        if (found == m_index.end())
            return Error{name, "is not in it"};
        return inEntry(name, m_archive.read(found->second));
    }

    Result<Json> json(const std::string& name) const
    {
        const Result<std::string> bytes = text(name);
        if (!bytes)
            return bytes.error();
        return inEntry(name, parseJson(*bytes));
    }

    Result<NpyArray> array(const std::string& name) const
    {
        const Result<std::string> bytes = text(name);
        if (!bytes)
            return bytes.error();
        return inEntry(name, readNpy(*bytes));
    }

    /// The entry is larger than an array of so many float64 can be.
    bool isLargerThan(const std::string& name, std::uint64_t numbers) const
    {
        const auto found = m_index.find(name);
        return found != m_index.end()
            && m_archive.entries()[found->second].bytes > kLongestNpyHeader + numbers * sizeof(double);
    }

private:
    const ZipReader& m_archive;
    std::map<std::string, std::size_t> m_index;
};

/// The records of a run of so many steps, without more memory than they take.
Result<std::vector<StepRecord>> readRecords(
    const Entries& entries, const std::string& name, const TableNames& names, std::int64_t runSteps)
{
    const std::uint64_t most = std::min<std::uint64_t>(kMaxSteps, static_cast<std::uint64_t>(runSteps));
    const Error tooMany{name, "has more than " + std::to_string(most) + " steps"};
    if (entries.isLargerThan(name, most * names.width))
        return tooMany;
    const Result<NpyArray> table = entries.array(name);
    if (!table)
        return table.error();
    if (!table->shape.empty() && static_cast<std::uint64_t>(table->shape[0]) > most)
        return tooMany;
    return inEntry(name, recordsOf(*table, names));
}

/// The metrics of a run: what their table does not announce is not unpacked.
Result<std::vector<RecordedMetric>> readMetrics(const Entries& entries, const std::string& prefix,
    const TableNames& names, std::size_t paths, std::int64_t runSteps)
{
    const std::string name = prefix + "figures.npy";
    // Each tensor has a metric once.
    if (entries.isLargerThan(name, kMetricColumns * paths * names.roles.size() * names.metrics.size()))
        return Error{name, "has more figures than there are tensors and metrics"};
    const Result<NpyArray> metrics = entries.array(name);
    if (!metrics)
        return metrics.error();
    const Result<std::uint64_t> points = metricPoints(*metrics, names, paths, runSteps);
    if (!points)
        return inEntry(name, points.error());
    const std::string stepsName = prefix + "steps.npy";
    const std::string valuesName = prefix + "values.npy";
    for (const std::string& list : {stepsName, valuesName})
        if (entries.isLargerThan(list, *points))
            return Error{list, "has more than the " + std::to_string(*points) + " points of its figures"};
    const Result<NpyArray> steps = entries.array(stepsName);
    if (!steps)
        return steps.error();
    const Result<NpyArray> values = entries.array(valuesName);
    if (!values)
        return values.error();
    return inEntry(name, metricsOf(*metrics, *steps, *values, names, paths, runSteps));
}

struct Head
{
    std::size_t runs = 0;
    TableNames names;
};

Result<Head> readHead(const Json& json)
{
    if (const Status head = checkFileHead(json, {kRunsFormat, "file of kept runs", kRunsFileVersion}); !head)
        return head.error();
    JsonMembers members(json);
    const auto runs = static_cast<std::size_t>(members.whole("runs", 0, kMaxRunsInFile));
    const std::vector<std::string> columns = members.texts("record_columns", kMaxTableNames);
    const std::vector<std::string> roles = members.texts("roles", kMaxTableNames);
    const std::vector<std::string> metrics = members.texts("metrics", kMaxTableNames);
    if (members.error())
        return *members.error();
    Result<TableNames> names = TableNames::create(columns, roles, metrics);
    if (!names)
        return names.error();
    return Head{runs, *std::move(names)};
}

Result<std::shared_ptr<const SessionSpec>> readOwnSession(
    const Entries& entries, const std::string& name, const fs::path& folder)
{
    const Result<std::string> text = entries.text(name);
    if (!text)
        return text.error();
    Result<SessionSpec> session = readSession(*text);
    if (!session)
        return inEntry(name, session.error());
    session->origin.folder = folder;
    return std::make_shared<const SessionSpec>(*std::move(session));
}

Result<SavedRun> readRun(
    const Entries& entries, const std::string& prefix, const TableNames& names, const fs::path& folder)
{
    const Result<Json> json = entries.json(prefix + "run.json");
    if (!json)
        return json.error();
    fs::path origin;
    Result<SavedRun> saved = readRecordedRun(*json, origin);
    if (!saved)
        return inEntry(prefix + "run.json", saved.error());
    RecordedRun& run = saved->run;
    Result<std::shared_ptr<const SessionSpec>> session
        = readOwnSession(entries, prefix + "session.ulps", (folder / origin).lexically_normal());
    if (!session)
        return session.error();
    run.session = *std::move(session);

    Result<std::vector<StepRecord>> steps
        = readRecords(entries, prefix + "records.npy", names, run.totals.steps);
    if (!steps)
        return steps.error();
    run.records = *std::move(steps);
    if (run.records.back().step + 1 != run.totals.steps)
        return Error{prefix + "records.npy",
            "its last step is not that of a run of " + std::to_string(run.totals.steps) + " steps"};
    if (run.summary)
        run.summary->last = run.records.back();

    Result<std::vector<RecordedMetric>> metrics
        = readMetrics(entries, prefix, names, run.paths.size(), run.totals.steps);
    if (!metrics)
        return metrics.error();
    run.metrics = *std::move(metrics);
    return saved;
}

} // namespace

Result<std::string> writeRuns(std::span<const SavedRun> runs, const fs::path& folder)
{
    if (runs.size() > kMaxRunsInFile)
        return Error{"", "has more than " + std::to_string(kMaxRunsInFile) + " runs"};
    std::vector<ZipEntry> entries{{std::string(kHead), headText(runs.size())}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const RecordedRun& run = runs[i].run;
        const std::string prefix = std::to_string(i) + '/';
        const fs::path origin = relativeOrigin(*run.session, folder);
        entries.push_back({prefix + "session.ulps", writeSession(*run.session)});
        entries.push_back({prefix + "run.json", layoutJson(recordedRunJson(runs[i], origin))});
        entries.push_back({prefix + "records.npy", writeNpy(recordTable(run.records))});
        entries.push_back({prefix + "figures.npy", writeNpy(metricTable(run.metrics))});
        entries.push_back({prefix + "steps.npy", writeNpy(stepList(run.metrics))});
        entries.push_back({prefix + "values.npy", writeNpy(valueList(run.metrics))});
    }
    return zipped(entries, ZipPacking::Deflated);
}

Result<std::vector<SavedRun>> readRuns(
    std::string_view bytes, const fs::path& folder, const std::stop_token& stop)
{
    const Result<ZipReader> archive = ZipReader::open(bytes, "a file of runs");
    if (!archive)
        return archive.error();
    const Entries entries(*archive);
    const Result<Json> json = entries.json(std::string(kHead));
    if (!json)
        return json.error();
    const Result<Head> head = readHead(*json);
    if (!head)
        return inEntry(std::string(kHead), head.error());
    std::vector<SavedRun> runs;
    for (std::size_t i = 0; i < head->runs; ++i) {
        if (stop.stop_requested())
            return stoppedError();
        Result<SavedRun> run = readRun(entries, std::to_string(i) + '/', head->names, folder);
        if (!run)
            return run.error();
        runs.push_back(*std::move(run));
    }
    return runs;
}

Result<std::vector<SavedRun>> loadRuns(const fs::path& path, const std::stop_token& stop)
{
    const Result<std::string> bytes = readWholeFile(path, kLargestRunsFile, stop);
    if (!bytes)
        return bytes.error();
    Result<std::vector<SavedRun>> runs = readRuns(*bytes, path.parent_path(), stop);
    if (!runs)
        return Error{path.string(), runs.error().sentence(), runs.error().kind};
    return runs;
}

} // namespace ulpscope
