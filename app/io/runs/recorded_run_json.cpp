// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/recorded_run_json.h"

#include "app/io/runs/birthplace_json.h"

#include <limits>

namespace ulpscope {

namespace {

constexpr std::size_t kMaxPaths = 65536; ///< more paths than PathId can count are refused
constexpr std::size_t kMaxMetrics = 64;
constexpr std::int64_t kMaxCounted = std::int64_t{1} << 53;

template <class T>
Json numberOrNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

/// Counts of special values in StepMetric's order: below zero, zero, infinite or NaN.
Json specialsJson(const RunTotals& totals)
{
    Json json = Json::array();
    for (const SpecialCounts& counts : totals.specials)
        json.push_back(
            {counts.minusInfinity, counts.negative, counts.zero, counts.plusInfinity, counts.notANumber});
    return json;
}

} // namespace

Json runTotalsJson(const RunTotals& totals)
{
    // Another member does not compile until it is written and read here.
    [[maybe_unused]] const auto& [steps, counts, skippedSteps, weightsMoved, firstReferenceLoss, recentSkips,
        gradientAmax, divergedAt, scalerEndedAt, referenceDivergedAt, specials, vainSearches, birthplace,
        divergence, firstNan]
        = totals;
    Json json = Json::object();
    json["steps"] = totals.steps;
    json["is_compared"] = totals.counts.isCompared;
    json["gradients_non_zero"] = totals.counts.gradientsNonZero;
    json["gradients_flushed"] = totals.counts.gradientsFlushed;
    json["updates_expected"] = totals.counts.updatesExpected;
    json["updates_lost"] = totals.counts.updatesLost;
    json["overflows"] = totals.counts.overflows;
    json["scaled"] = totals.counts.scaled;
    json["saturated"] = totals.counts.saturated;
    json["skipped_steps"] = totals.skippedSteps;
    json["recent_skips"] = totals.recentSkips.to_string();
    json["gradient_amax"] = totals.gradientAmax;
    json["diverged_at"] = numberOrNull(totals.divergedAt);
    json["scaler_ended_at"] = numberOrNull(totals.scalerEndedAt);
    json["weights_moved"] = totals.weightsMoved;
    json["first_reference_loss"] = numberOrNull(totals.firstReferenceLoss);
    json["reference_diverged_at"] = numberOrNull(totals.referenceDivergedAt);
    json["specials"] = specialsJson(totals);
    json["vain_searches"] = totals.vainSearches;
    json["first_non_finite"] = totals.birthplace ? birthplaceJson(*totals.birthplace) : nullptr;
    json["divergence"] = totals.divergence ? birthplaceJson(*totals.divergence) : nullptr;
    json["first_nan"] = totals.firstNan ? birthplaceJson(*totals.firstNan) : nullptr;
    return json;
}

namespace {

Json metricsOfTest(const std::vector<MetricValue>& metrics)
{
    Json json = Json::array();
    for (const MetricValue& metric : metrics)
        json.push_back({{"name", metric.name}, {"value", metric.value}});
    return json;
}

Json summaryOrNull(const std::optional<RunSummary>& summary)
{
    if (!summary)
        return nullptr;
    Json json = Json::object();
    json["ended"] = runEndNames()[static_cast<std::size_t>(summary->ended)];
    json["watch"] = watchModeNames()[static_cast<std::size_t>(summary->watch)];
    json["arithmetic"] = rulesOf(summary->arithmetic).name;
    json["arithmetic_reason"] = summary->arithmeticReason;
    json["next_loss_scale"] = numberOrNull(summary->nextLossScale);
    json["test_accuracy"] = numberOrNull(summary->testAccuracy);
    json["reference_test_accuracy"] = numberOrNull(summary->referenceTestAccuracy);
    json["test_metrics"] = metricsOfTest(summary->testMetrics);
    json["reference_test_metrics"] = metricsOfTest(summary->referenceTestMetrics);
    json["steps_per_second"] = summary->stepsPerSecond;
    json["kernels"] = summary->kernels;
    json["processor"] = summary->processor;
    return json;
}

SpecialCounts readSpecials(const Json& json, JsonMembers& members)
{
    SpecialCounts counts;
    std::array<std::uint32_t*, 5> places{
        &counts.minusInfinity, &counts.negative, &counts.zero, &counts.plusInfinity, &counts.notANumber};
    const bool isRow = json.is_array() && json.size() == places.size();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool isCount = isRow && json[i].is_number_unsigned()
            && json[i].get<std::uint64_t>() <= std::numeric_limits<std::uint32_t>::max();
        if (isCount)
            *places[i] = json[i].get<std::uint32_t>();
        else
            members.fail({"specials", "expected lists of five counts"});
    }
    return counts;
}

std::shared_ptr<const Birthplace> readBirthplaceIn(JsonMembers& members, const char* key, BirthKind kind)
{
    const Json* json = members.objectOrNull(key);
    if (json == nullptr)
        return nullptr;
    Result<Birthplace> read = readBirthplace(*json);
    if (!read) {
        members.fail(read.error().within(key));
        return nullptr;
    }
    read->kind = kind;
    return std::make_shared<const Birthplace>(*std::move(read));
}

} // namespace

RunTotals readRunTotals(const Json& json, JsonMembers& outer)
{
    JsonMembers members(json);
    const auto count = [&](const char* key) { return members.whole(key, 0, kMaxCounted); };
    RunTotals totals;
    totals.steps = members.whole("steps", 1, kMaxCounted);
    totals.counts.isCompared = members.flag("is_compared");
    totals.counts.gradientsNonZero = count("gradients_non_zero");
    totals.counts.gradientsFlushed = count("gradients_flushed");
    totals.counts.updatesExpected = count("updates_expected");
    totals.counts.updatesLost = count("updates_lost");
    totals.counts.overflows = count("overflows");
    if (json.contains("scaled")) { // older files lack this member
        totals.counts.scaled = count("scaled");
        totals.counts.saturated = count("saturated");
    }
    totals.skippedSteps = members.whole("skipped_steps", 0, totals.steps);
    const std::string skips = members.text("recent_skips");
    if (skips.size() == kRecentSteps && skips.find_first_not_of("01") == std::string::npos)
        totals.recentSkips = std::bitset<kRecentSteps>(skips);
    else
        members.fail({"recent_skips", "expected " + std::to_string(kRecentSteps) + " digits, each 0 or 1"});
    totals.gradientAmax = members.number("gradient_amax");
    totals.divergedAt = members.wholeOrNull("diverged_at", 0, totals.steps - 1);
    if (json.contains("scaler_ended_at")) // likewise
        totals.scalerEndedAt = members.wholeOrNull("scaler_ended_at", 0, totals.steps - 1);
    totals.weightsMoved = !json.contains("weights_moved") || members.flag("weights_moved"); // likewise
    if (json.contains("first_reference_loss")) // likewise
        totals.firstReferenceLoss = members.numberOrNull("first_reference_loss");
    if (json.contains("vain_searches")) // likewise
        totals.vainSearches = count("vain_searches");
    if (json.contains("reference_diverged_at")) // likewise
        totals.referenceDivergedAt = members.wholeOrNull("reference_diverged_at", 0, totals.steps - 1);
    std::size_t metric = 0;
    for (const Json& row : members.list("specials", kStepMetrics))
        totals.specials[metric++] = readSpecials(row, members);
    totals.birthplace = readBirthplaceIn(members, "first_non_finite", BirthKind::OfRun);
    if (json.contains("divergence")) // likewise
        totals.divergence = readBirthplaceIn(members, "divergence", BirthKind::OfStep);
    if (json.contains("first_nan")) // likewise
        totals.firstNan = readBirthplaceIn(members, "first_nan", BirthKind::Nan);
    if (members.error())
        outer.fail(members.error()->within("totals"));
    return totals;
}

namespace {

std::vector<MetricValue> readMetrics(JsonMembers& members, const char* key)
{
    std::vector<MetricValue> metrics;
    for (const Json& item : members.list(key, kMaxMetrics)) {
        JsonMembers metric(item);
        metrics.push_back({metric.text("name"), metric.number("value")});
        if (metric.error())
            members.fail(metric.error()->within(key));
    }
    return metrics;
}

RunSummary readSummary(const Json& json, const RunTotals& totals, JsonMembers& outer)
{
    JsonMembers members(json);
    RunSummary summary{
        .totals = totals,
        .last = {},
        .ended = static_cast<RunEnd>(members.choice("ended", runEndNames())),
        .watch = static_cast<WatchMode>(members.choice("watch", watchModeNames())),
        // files of before it have none
        .arithmetic = json.contains("arithmetic")
            ? static_cast<ArithmeticKind>(members.choice("arithmetic", arithmeticNames()))
            : ArithmeticKind::Written,
        .arithmeticReason
        = json.contains("arithmetic_reason") ? members.text("arithmetic_reason") : std::string(),
        .asWritten = {},
        .nextLossScale = members.numberOrNull("next_loss_scale"),
        .testAccuracy = members.numberOrNull("test_accuracy"),
        .referenceTestAccuracy = members.numberOrNull("reference_test_accuracy"),
        .testMetrics = readMetrics(members, "test_metrics"),
        .referenceTestMetrics = readMetrics(members, "reference_test_metrics"),
        .stepsPerSecond = members.number("steps_per_second"),
        .kernels = json.contains("kernels") ? members.text("kernels") : std::string(),
        .processor = json.contains("processor") ? members.text("processor") : std::string(),
        .notes = {},
    };
    if (members.error())
        outer.fail(members.error()->within("summary"));
    return summary;
}

} // namespace

Json recordedRunJson(const SavedRun& saved, const std::filesystem::path& folder)
{
    const RunLabel& label = saved.label;
    const RecordedRun& run = saved.run;
    Json json = Json::object();
    json["name"] = label.madeName;
    json["given_name"] = label.givenName;
    json["note"] = label.note;
    json["begun"] = label.begun;
    json["starred"] = label.isStarred;
    json["compared"] = label.isCompared;
    json["look"] = label.look;
    if (!label.sweep.empty())
        json["sweep"] = label.sweep;
    if (!label.home.empty())
        json["home"] = label.home;
    json["folder"] = folder.string();
    json["steps_per_second"] = run.stepsPerSecond;
    json["totals"] = runTotalsJson(run.totals);
    json["summary"] = summaryOrNull(run.summary);
    json["paths"] = run.paths;
    return json;
}

Result<SavedRun> readRecordedRun(const Json& json, std::filesystem::path& folder)
{
    JsonMembers members(json);
    SavedRun saved;
    saved.label = {.madeName = members.text("name"),
        .givenName = members.text("given_name"),
        .note = members.text("note"),
        .begun = members.text("begun"),
        .isStarred = members.flag("starred"),
        .isCompared = members.flag("compared"),
        .look = static_cast<int>(members.whole("look", 0, std::numeric_limits<int>::max())),
        .sweep = members.has("sweep") ? members.text("sweep") : std::string(), // older files lack this member
        .home = members.has("home") ? members.text("home") : std::string()};
    folder = members.text("folder");
    saved.run.stepsPerSecond = members.number("steps_per_second");
    if (const Json* totals = members.objectOrNull("totals"))
        saved.run.totals = readRunTotals(*totals, members);
    else
        members.fail({"totals", "missing"});
    if (const Json* summary = members.objectOrNull("summary"))
        saved.run.summary = readSummary(*summary, saved.run.totals, members);
    saved.run.paths = members.texts("paths", kMaxPaths);
    if (members.error())
        return *members.error();
    return saved;
}

} // namespace ulpscope
