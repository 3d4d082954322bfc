// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/sweep/run_result.h"

#include "app/io/json/json_text.h"
#include "app/io/session/session_file.h"
#include "app/search/sweep/session_files.h"
#include "engine/base/fingerprint.h"
#include "engine/base/number_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

/// NaN where it is none.
double numberOf(const Json* json)
{
    if (json != nullptr && json->is_number())
        return json->get<double>();
    if (json != nullptr && json->is_string())
        return parseNumber(json->get<std::string>()).value_or(std::nan(""));
    return std::nan("");
}

} // namespace

std::optional<std::size_t> RunResult::brokenClause() const
{
    const auto broken = std::ranges::find_if(readings, &ClauseReading::isBroken);
    return broken == readings.end() ? std::nullopt
                                    : std::optional(static_cast<std::size_t>(broken - readings.begin()));
}

double RunResult::use() const
{
    double most = 0;
    for (const ClauseReading& reading : readings)
        most = std::max(most, reading.use);
    return most;
}

std::string runName(
    const SearchSpace& space, const Assignment& assignment, std::uint64_t seed, std::string_view kernelLevel)
{
    const SessionSpec session = withoutPaths(assignedSession(space, assignment, seed));
    SessionSpec trained;
    trained.model = session.model;
    trained.policies = session.policies;
    trained.data = session.data;
    trained.training = session.training;
    trained.probes.watch = session.probes.watch; // clauses that watch steps only count by their own rule
    if (trained.probes.watch == WatchMode::Step)
        trained.probes.tensorsEvery = session.probes.tensorsEvery;
    return fingerprint(writeSession(trained) + "\n" + space.files + std::string(kernelLevel) + "\n"
        + std::string(ULPSCOPE_VERSION));
}

Json policiesJson(const SearchSpace& space, const Assignment& assignment)
{
    Json policies = Json::object();
    for (std::size_t i = 0; i < space.layers.size(); ++i)
        for (const SearchedLayer& layer : space.layers[i].members)
            policies[layer.path] = space.entries[assignment[i]].name;
    return policies;
}

Json lossScaleJson(const SearchSpace& space, const Assignment& assignment)
{
    return space.lossScales.empty() ? Json(nullptr)
                                    : Json(space.lossScales[space.lossScaleOf(assignment)].name);
}

Json numberJson(double value)
{
    if (std::isnan(value))
        return nullptr;
    return std::isfinite(value) ? Json(value) : Json(shortestText(value));
}

std::string resultLine(
    const RunResult& result, const SearchSpace& space, const Budget& budget, const RunMetrics* metrics)
{
    Json clauses = Json::array();
    for (std::size_t i = 0; i < budget.clauses.size(); ++i) {
        const ClauseReading& reading = result.readings[i];
        clauses.push_back({{"clause", budget.clauses[i].text}, {"value", numberJson(reading.value)},
            {"limit", numberJson(reading.limit)}, {"use", numberJson(reading.use)},
            {"broken", reading.isBroken}, {"step", reading.step ? Json(*reading.step) : Json(nullptr)}});
    }
    Json line{{"run", result.run}, {"seed", result.seed},
        {"policies", policiesJson(space, result.assignment)},
        {"loss_scale", lossScaleJson(space, result.assignment)}, {"steps", result.steps},
        {"budget", budget.text}, {"against", result.against.empty() ? Json(nullptr) : Json(result.against)},
        {"holds", !result.brokenClause()}, {"clauses", std::move(clauses)}};
    if (!result.float32.empty()) {
        Json series = Json::array();
        for (const std::vector<double>& values : result.float32) {
            series.push_back(Json::array());
            for (const double value : values)
                series.back().push_back(numberJson(value));
        }
        line["float32"] = std::move(series);
    }
    if (metrics != nullptr)
        line["figures"] = metrics->json();
    return line.dump();
}

namespace {

/// Reads a line that was written under this budget and held against the same run.
Result<RunResult> readReadings(const Json& line, const Budget& budget)
{
    const auto wrong = [](const char* place) { return Error{place, "is missing or no such value"}; };
    RunResult result;
    const Json* run = findMember(line, "run");
    const Json* steps = findMember(line, "steps");
    const Json* clauses = findMember(line, "clauses");
    if (run == nullptr || !run->is_string())
        return wrong("run");
    if (steps == nullptr || !steps->is_number_integer())
        return wrong("steps");
    if (clauses == nullptr || !clauses->is_array() || clauses->size() != budget.clauses.size())
        return wrong("clauses");
    result.run = run->get<std::string>();
    result.steps = steps->get<std::int64_t>();
    for (const Json& clause : *clauses) {
        const Json* isBroken = findMember(clause, "broken");
        if (isBroken == nullptr || !isBroken->is_boolean())
            return wrong("clauses");
        const Json* step = findMember(clause, "step");
        ClauseReading reading{.value = numberOf(findMember(clause, "value")),
            .limit = numberOf(findMember(clause, "limit")),
            .use = numberOf(findMember(clause, "use")),
            .isBroken = isBroken->get<bool>()};
        if (step != nullptr && step->is_number_integer())
            reading.step = step->get<std::int64_t>();
        if (std::isnan(reading.use))
            return wrong("clauses");
        result.readings.push_back(reading);
    }
    if (const Json* series = findMember(line, "float32")) {
        if (!series->is_array() || series->size() != budget.clauses.size())
            return wrong("float32");
        for (std::size_t i = 0; i < series->size(); ++i) {
            const Clause& clause = budget.clauses[i];
            const std::int64_t count
                = clause.steps && !clause.isSum() ? clause.steps->to - clause.steps->from + 1 : 1;
            const Json& values = (*series)[i];
            if (!values.is_array() || static_cast<std::int64_t>(values.size()) != count)
                return wrong("float32");
            std::vector<double>& kept = result.float32.emplace_back();
            for (const Json& value : values)
                kept.push_back(numberOf(&value));
        }
    }
    return result;
}

/// Reads a line that has metrics.
std::optional<RunResult> readMetrics(const Json& line, const Budget& budget, const RunResult* float32)
{
    const Json* json = findMember(line, "figures");
    const std::optional<RunMetrics> metrics = json == nullptr ? std::nullopt : RunMetrics::read(*json);
    if (!metrics)
        return std::nullopt;
    BudgetWatch watch(budget, float32 == nullptr ? nullptr : &float32->float32);
    const std::optional<std::int64_t> steps = metrics->readInto(watch, budget);
    if (!steps)
        return std::nullopt;
    RunResult result{.run = textMember(line, "run"), .steps = *steps};
    result.readings = float32 == nullptr ? readFloat32(budget, watch.series()) : watch.readings();
    result.float32 = watch.series();
    return result;
}

} // namespace

std::optional<RunResult> readResult(const Json& line, const Budget& budget, const RunResult* float32)
{
    const std::string against = float32 == nullptr ? "" : float32->run;
    const Json* wasAgainst = findMember(line, "against");
    const bool isSame = textMember(line, "budget") == budget.text && wasAgainst != nullptr
        && (float32 == nullptr ? wasAgainst->is_null() : *wasAgainst == against);
    std::optional<RunResult> result;
    if (isSame)
        if (Result<RunResult> same = readReadings(line, budget); same)
            result = *std::move(same);
    if (!result)
        result = readMetrics(line, budget, float32);
    if (result && float32 == nullptr && result->float32.empty())
        return std::nullopt;
    if (result)
        result->against = against;
    return result;
}

} // namespace ulpscope
