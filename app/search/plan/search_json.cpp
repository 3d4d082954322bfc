// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/plan/search_json.h"

#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

constexpr double kPercent = 100;

/// Adds the facts of a refutation.
void addRefutation(Json& json, const SearchQuestion& question, const Refutation& refutation)
{
    json["seed"] = refutation.seed;
    json["clause"] = question.budget.clauses[refutation.clause].text;
    json["value"] = numberJson(refutation.reading.value);
    json["limit"] = numberJson(refutation.reading.limit);
    json["step"] = refutation.reading.step ? Json(*refutation.reading.step) : Json(nullptr);
    json["run"] = refutation.run;
}

Json choiceJson(const SearchSpace& space, const LayerChoice& choice)
{
    return {{"layer", space.layers[choice.layer].name}, {"policy", space.entries[choice.policy].name}};
}

Json frontJson(const SearchQuestion& question, const SearchAnswer& answer)
{
    Json front = Json::array();
    for (const FrontPoint& point : answer.front) {
        Json json{{"cost", point.cost}, {"predicted_cost", point.predictedCost},
            {"use", numberJson(point.verdict.use)}, {"predicted_use", numberJson(point.predictedUse)},
            {"holds", point.verdict.holds()}, {"predicted", point.isPredicted},
            {"measured", point.isMeasured}, {"policies", policiesJson(question.space, point.assignment)},
            {"loss_scale", lossScaleJson(question.space, point.assignment)}};
        if (point.verdict.refutation)
            addRefutation(json, question, *point.verdict.refutation);
        front.push_back(std::move(json));
    }
    return front;
}

Json scoresJson(const SearchSpace& space, const std::vector<LayerScore>& scores)
{
    Json list = Json::array();
    for (const LayerScore& score : scores) {
        Json json = choiceJson(space, score.choice);
        json["loss_scale"] = lossScaleJson(space, space.uniform(space.float32, score.lossScale));
        json["alone_low"] = numberJson(score.aloneLow);
        json["alone_high"] = numberJson(score.aloneHigh);
        json["all_low"] = numberJson(score.allLow);
        json["interaction"] = numberJson(score.interaction());
        list.push_back(std::move(json));
    }
    return list;
}

Json float32Json(const SearchQuestion& question, const SearchAnswer& answer)
{
    Json clauses = Json::array();
    for (std::size_t i = 0; i < answer.float32.size(); ++i) {
        const ClauseSpread& spread = answer.float32[i];
        clauses.push_back({{"clause", question.budget.clauses[i].text}, {"least", numberJson(spread.least())},
            {"largest", numberJson(spread.largest())}, {"spread", numberJson(spread.widest.relative())},
            {"broken", std::ranges::any_of(spread.readings, &ClauseReading::isBroken)}});
    }
    return clauses;
}

Json certificateJson(const SearchQuestion& question, const SearchAnswer& answer)
{
    Json list = Json::array();
    for (const CertificateRow& row : answer.certificate) {
        Json json = choiceJson(question.space, row.choice);
        json["cost"] = row.cost;
        addRefutation(json, question, row.refutation);
        list.push_back(std::move(json));
    }
    return list;
}

Json conflictsJson(const SearchSpace& space, const std::vector<Conflict>& conflicts)
{
    Json list = Json::array();
    for (const Conflict& conflict : conflicts) {
        Json choices = Json::array();
        for (const LayerChoice& choice : conflict)
            choices.push_back(choice.layer < space.layers.size()
                    ? choiceJson(space, choice)
                    : Json{{"loss_scale", space.choiceName(choice.layer, choice.policy)}});
        list.push_back(std::move(choices));
    }
    return list;
}

} // namespace

std::string searchJson(
    const SearchQuestion& question, const SearchAnswer& answer, std::string_view kernelLevel)
{
    const SearchSpace& space = question.space;
    Json layers = Json::array();
    Json together = Json::object();
    for (const SearchedLayers& one : space.layers)
        for (const SearchedLayer& layer : one.members) {
            layers.push_back(layer.path);
            if (one.name != layer.path)
                together[one.name].push_back(layer.path);
        }
    Json menu = Json::array();
    for (std::size_t i = 0; i < space.menu; ++i)
        menu.push_back(space.entries[i].name);
    Json lossScales = Json::array();
    for (std::size_t i = 0; i < space.lossScales.size() && i < space.lossScaleMenu; ++i)
        lossScales.push_back(space.lossScales[i].name);
    Json json{{"format", "ulpscope-search"}, {"version", kSearchFileVersion},
        {"program_version", ULPSCOPE_VERSION}, {"kernels", kernelLevel}};
    json["session"] = space.session.title;
    json["steps"] = space.session.training.steps;
    json["layers"] = std::move(layers);
    json["together"] = std::move(together);
    json["menu"] = std::move(menu);
    json["loss_scales"] = std::move(lossScales);
    json["assignments"] = numberJson(space.assignments());
    json["budget"] = question.budget.text;
    json["cost_of"] = costKindNames()[static_cast<std::size_t>(question.cost)];
    json["seeds"] = question.seeds;
    json["ended"] = answer.wasStopped ? "interrupted" : "complete";
    json["refused"] = answer.refused ? Json(refusalText(question, answer)) : Json(nullptr);
    const std::string notice = noticeText(question, answer);
    json["notice"] = notice.empty() ? Json(nullptr) : Json(notice);
    json["answer"] = answer.assignment ? policiesJson(space, *answer.assignment) : Json(nullptr);
    json["loss_scale"] = answer.assignment ? lossScaleJson(space, *answer.assignment) : Json(nullptr);
    json["cost"] = answer.assignment ? Json(answer.cost) : Json(nullptr);
    json["float32_cost"] = answer.float32Cost;
    json["proved"] = answer.isProved;
    json["minimal"] = answer.isMinimal;
    json["runs"] = answer.runs;
    json["runs_to_answer"] = answer.assignment ? Json(answer.runsToAnswer) : Json(nullptr);
    json["certificate"] = certificateJson(question, answer);
    json["front"] = frontJson(question, answer);
    json["float32"] = float32Json(question, answer);
    json["scores"] = scoresJson(space, answer.scores);
    json["conflicts"] = conflictsJson(space, answer.conflicts);
    return layoutJson(json);
}

std::string refusalText(const SearchQuestion& question, const SearchAnswer& answer)
{
    const std::size_t clause = answer.refused.value();
    const ClauseSpread& spread = answer.float32[clause];
    std::size_t broken = 0;
    for (const ClauseReading& reading : spread.readings)
        broken += reading.isBroken ? 1 : 0;
    return "float32 itself breaks '" + question.budget.clauses[clause].text + "' under "
        + std::to_string(broken) + " of " + counted(static_cast<std::int64_t>(spread.readings.size()), "seed")
        + ": over the seeds it has "
        + (std::isnan(spread.least()) ? "no number"
                : spread.least() == spread.largest()
                ? shortestText(spread.least())
                : shortestText(spread.least()) + " to " + shortestText(spread.largest()))
        + (question.space.lossScales.empty()
                ? ""
                : " with the session's loss scale; with those of the menu it breaks the budget too");
}

std::string noticeText(const SearchQuestion& question, const SearchAnswer& answer)
{
    const std::optional<std::size_t> within = clauseWithinSpread(question.budget, answer.float32);
    if (!within || answer.refused)
        return {};
    const Clause& clause = question.budget.clauses[*within];
    const SeedRange& widest = answer.float32[*within].widest;
    return "'" + clause.text + "' allows " + briefText(kPercent * *slackOf(clause))
        + " % beyond float32 of the same seed, but from seed to seed float32 itself differs by "
        + percentText(kPercent * widest.relative()) + ", " + shortestText(widest.least) + " to "
        + shortestText(widest.largest) + (widest.step ? " at step " + std::to_string(*widest.step) : "")
        + ": under other seeds other policies may be the cheapest";
}

} // namespace ulpscope
