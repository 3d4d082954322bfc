// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/run_summary_text.h"

#include "app/io/json/json_text.h"
#include "app/io/runs/birthplace_json.h"
#include "app/judge/runs/arithmetic_difference.h"
#include "app/judge/runs/verdicts.h"
#include "engine/base/number_text.h"
#include "engine/base/text_lists.h"
#include "engine/dtype/overflow_rule.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace ulpscope {

namespace {

template <class T>
Json orNull(const std::optional<T>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

/// Four digits, for eyes; large numbers in full, so that a loss scale reads 32768.
std::string shortText(double value, const char* unit = "")
{
    if (!std::isfinite(value))
        return shortestText(value);
    std::array<char, 40> buffer{};
    const bool isLarge = std::fabs(value) >= 1000 && std::fabs(value) < 1e15;
    std::snprintf(buffer.data(), buffer.size(), isLarge ? "%.0f" : "%.4g", value);
    return buffer.data() + std::string(unit);
}

std::string shortText(const std::optional<double>& value, const char* unit = "")
{
    return value ? shortText(*value, unit) : "-";
}

std::string accuracyText(double fraction)
{
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.2f %%", 100 * fraction);
    return buffer.data();
}

struct Row
{
    std::string name;
    std::string candidate;
    std::string reference = {};
};

Json metricsJson(const std::vector<MetricValue>& metrics)
{
    Json json = Json::object();
    for (const MetricValue& metric : metrics)
        json[metric.name] = metric.value;
    return json;
}

Json headlineJson(const HeadlineMetrics& metrics)
{
    Json json = Json::object();
    json["loss"] = metrics.loss;
    json["test_accuracy"] = orNull(metrics.testAccuracy);
    json["gradients_flushed_percent"] = orNull(metrics.gradientsFlushedPercent);
    json["updates_lost_percent"] = metrics.updatesLostPercent;
    json["overflows"] = metrics.overflows;
    json["error_vs_float64"] = orNull(metrics.errorVsFloat64);
    json["skipped_steps"] = metrics.skippedSteps;
    json["diverged_at"] = orNull(metrics.divergedAt);
    return json;
}

/// The headline numbers that differ: "loss 0.23, updates lost 3 %".
std::string differences(const HeadlineMetrics& as, const HeadlineMetrics& from)
{
    std::string text;
    if (as.divergedAt != from.divergedAt)
        text = "diverged at " + (as.divergedAt ? "step " + std::to_string(*as.divergedAt) : "no step");
    for (const HeadlineNumber& number : headlineNumbers())
        if (const std::optional<double> value = number.of(as); !isSameNumber(value, number.of(from)))
            text += (text.empty() ? "" : ", ") + std::string(number.title) + " "
                + shortText(value, number.unit);
    return text.empty() ? "every headline number the same" : text;
}

/// A sentence on the trials of repairs: which one helped, that none did, or which were not tried.
std::string repairText(const Verdict& verdict, const std::optional<RepairTrials>& trials)
{
    if (!trials)
        return "May help (not tried): " + verdict.repairs.front().text.text() + ".";
    if (trials->helped)
        return "Repair: " + trials->helped->text.text() + " (tried for "
            + counted(trials->steps, "step", "steps") + ": " + trials->outcome.text() + ").";
    if (trials->untried.empty())
        return "Repair: none of those that were tried helped.";
    const std::string untried = joinedText(trials->untried, ", ", &Message::text);
    return "Repair: none that was tried helped; the time did not suffice for " + untried + ".";
}

Json verdictJson(const Verdict& verdict)
{
    Json json = Json::object();
    json["rule"] = verdict.ruleId;
    json["severity"] = severityName(verdict.severity);
    json["text"] = verdict.text();
    json["repair"] = verdict.repairs.empty() ? Json(nullptr) : Json(verdict.repairs.front().text.text());
    return json;
}

/// A row for each metric but the accuracy, which has one of its own.
void addMetrics(std::vector<Row>& rows, const RunSummary& summary)
{
    for (const MetricValue& metric : summary.testMetrics) {
        if (metric.name == "accuracy")
            continue;
        std::string name = "test " + metric.name;
        std::replace(name.begin(), name.end(), '_', ' ');
        const auto reference = std::find_if(summary.referenceTestMetrics.begin(),
            summary.referenceTestMetrics.end(), [&](const MetricValue& m) { return m.name == metric.name; });
        rows.push_back({name, shortText(metric.value),
            reference == summary.referenceTestMetrics.end() ? "-" : shortText(reference->value)});
    }
}

} // namespace

Verdict verdictOf(const RunSummary& summary, const SessionSpec& session)
{
    return judge(session, summary.totals, summary.last,
        {summary.totals.steps, summary.totals.divergedAt ? std::nullopt : summary.testAccuracy,
            summary.referenceTestAccuracy});
}

std::string summaryJson(const RunSummary& summary, const SessionSpec& session)
{
    const auto born = [](const std::shared_ptr<const Birthplace>& birth) {
        return birth ? birthplaceJson(*birth) : Json(nullptr);
    };
    Json json = Json::object();
    json["format"] = "ulpscope-summary";
    json["version"] = kSummaryFileVersion;
    json["program_version"] = ULPSCOPE_VERSION;
    json["kernels"] = summary.kernels;
    json["processor"] = summary.processor;
    json["seed"] = session.training.seed;
    json["steps"] = summary.totals.steps;
    json["ended"] = runEndNames()[static_cast<std::size_t>(summary.ended)];
    json["watch"] = watchModeNames()[static_cast<std::size_t>(summary.watch)];
    json["arithmetic"] = rulesOf(summary.arithmetic).name;
    json["arithmetic_reason"] = summary.arithmeticReason;
    json["verdict"] = verdictJson(verdictOf(summary, session));
    json["as_written"] = summary.asWritten ? headlineJson(*summary.asWritten) : Json(nullptr);
    json["loss"] = summary.last.loss;
    json["reference_loss"] = orNull(summary.last.referenceLoss);
    json["test_accuracy"] = orNull(summary.testAccuracy);
    json["reference_test_accuracy"] = orNull(summary.referenceTestAccuracy);
    json["test_metrics"] = metricsJson(summary.testMetrics);
    json["reference_test_metrics"] = metricsJson(summary.referenceTestMetrics);
    json["gradients_flushed_percent"] = orNull(summary.totals.counts.gradientsFlushedPercent());
    json["updates_lost_percent"] = summary.totals.counts.updatesLostPercent();
    json["overflows"] = summary.totals.counts.overflows;
    json["error_vs_float64"] = orNull(summary.last.errorVsFloat64);
    json["gradient_error_vs_float64"] = orNull(summary.last.gradientErrorVsFloat64);
    json["loss_scale"] = orNull(summary.nextLossScale);
    json["skipped_steps"] = summary.totals.skippedSteps;
    json["diverged_at"] = orNull(summary.totals.divergedAt);
    json["scaler_ended_at"] = orNull(summary.totals.scalerEndedAt);
    json["reference_diverged_at"] = orNull(summary.totals.referenceDivergedAt);
    json["first_non_finite"] = born(summary.totals.birthplace);
    json["divergence"] = born(summary.totals.divergence);
    json["first_nan"] = born(summary.totals.firstNan);
    json["steps_per_second"] = summary.stepsPerSecond;
    json["notes"] = Json::array();
    for (const NoteSpec& note : summary.notes)
        json["notes"].push_back(Json{{"step", note.step}, {"layer", note.layer}, {"text", note.text}});
    return layoutJson(json);
}

std::string summaryTable(
    const RunSummary& summary, const SessionSpec& session, const std::optional<RepairTrials>& trials)
{
    const Verdict verdict = verdictOf(summary, session);
    const bool diverged = summary.totals.divergedAt.has_value();
    std::vector<Row> rows{
        {"", "candidate", "float64"},
        {"steps", std::to_string(summary.totals.steps)},
        {"loss", shortText(summary.last.loss), shortText(summary.last.referenceLoss)},
    };
    if (summary.watch != WatchMode::Reference)
        rows.insert(rows.begin() + 1, {"watch", watchModeNames()[static_cast<std::size_t>(summary.watch)]});
    if (summary.asWritten)
        rows.insert(rows.begin() + 1,
            {"as written", "it would be: " + differences(*summary.asWritten, headlineOf(summary))});
    if (!summary.arithmeticReason
             .empty()) // runs that were kept before there were other arithmetics have no reason
        rows.insert(rows.begin() + 1,
            {"arithmetic", rulesOf(summary.arithmetic).name + ": " + summary.arithmeticReason});
    if (summary.ended == RunEnd::Interrupted)
        rows.insert(rows.begin() + 1, {"ended", runEndNames()[static_cast<std::size_t>(summary.ended)]});
    if (diverged)
        rows.insert(
            rows.begin() + 1, {"result", "diverged at step " + std::to_string(*summary.totals.divergedAt)});
    if (summary.totals.scalerEndedAt)
        rows.insert(rows.begin() + 1,
            {"result", "ended by its loss scaler at step " + std::to_string(*summary.totals.scalerEndedAt)});
    if ((summary.testAccuracy && !diverged) || summary.referenceTestAccuracy)
        rows.push_back({"test accuracy",
            diverged                   ? "diverged"
                : summary.testAccuracy ? accuracyText(*summary.testAccuracy)
                                       : "-",
            summary.referenceTestAccuracy ? accuracyText(*summary.referenceTestAccuracy) : "-"});
    addMetrics(rows, summary);
    rows.push_back({"gradients flushed", shortText(summary.totals.counts.gradientsFlushedPercent(), " %")});
    rows.push_back({"updates lost", shortText(summary.totals.counts.updatesLostPercent(), " %")});
    rows.push_back({"overflows", std::to_string(summary.totals.counts.overflows)});
    rows.push_back({"error against float64", shortText(summary.last.errorVsFloat64)});
    rows.push_back({"loss scale", summary.nextLossScale ? shortText(*summary.nextLossScale) : "none"});
    rows.push_back(
        {"overflow rule", std::string(mlDtypesRule().name) + ", float8 " + std::string(kerasRule().name)});
    rows.push_back({"skipped steps", std::to_string(summary.totals.skippedSteps)});
    rows.push_back({"steps per second", shortText(summary.stepsPerSecond)});
    if (!summary.kernels.empty()) // runs that older files keep do not say
        rows.push_back(
            {"kernels", summary.kernels + (summary.processor.empty() ? "" : " on " + summary.processor)});

    std::size_t nameWidth = 0;
    std::size_t candidateWidth = 0;
    for (const Row& row : rows) {
        nameWidth = std::max(nameWidth, row.name.size());
        if (!row.reference.empty())
            candidateWidth = std::max(candidateWidth, row.candidate.size());
    }
    std::string text = "  " + verdict.text() + '\n';
    if (!verdict.repairs.empty())
        text += "  " + repairText(verdict, trials) + "\n";
    for (const auto& birth : {summary.totals.birthplace, summary.totals.divergence, summary.totals.firstNan})
        if (birth)
            text += "  " + birth->sentence + '\n';
    for (const Row& row : rows) {
        std::string line
            = "  " + row.name + std::string(nameWidth - row.name.size() + 2, ' ') + row.candidate;
        if (!row.reference.empty())
            line += std::string(candidateWidth - row.candidate.size() + 2, ' ') + row.reference;
        text += line + '\n';
    }
    return text;
}

} // namespace ulpscope
