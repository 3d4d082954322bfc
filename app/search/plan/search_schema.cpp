// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/json/json_text.h"
#include "app/search/plan/search_json.h"

#include <nlohmann/json.hpp>

namespace ulpscope {

namespace {

using Json = nlohmann::ordered_json;

Json memberOf(const char* type, const std::string& description)
{
    return {{"type", type}, {"description", description}};
}

Json anyNumber(const std::string& description)
{
    return {{"oneOf",
                Json::array({Json{{"type", "number"}}, Json{{"enum", {"Infinity", "-Infinity"}}},
                    Json{{"type", "null"}}})},
        {"description", description}};
}

Json orNothing(const Json& schema, const std::string& description)
{
    return {{"oneOf", Json::array({schema, Json{{"type", "null"}}})}, {"description", description}};
}

Json listOf(Json items, const std::string& description)
{
    return {{"type", "array"}, {"items", std::move(items)}, {"description", description}};
}

/// Schema of an object whose members are all required, except those from `optional` on.
Json object(Json properties, std::string_view optional = {})
{
    Json required = Json::array();
    for (const auto& [name, property] : properties.items()) {
        if (name == optional)
            break;
        required.push_back(name);
    }
    return {{"type", "object"}, {"properties", std::move(properties)}, {"required", std::move(required)},
        {"additionalProperties", false}};
}

Json withRefutation(Json properties)
{
    properties["seed"] = memberOf("integer", "The first under which it breaks the budget.");
    properties["clause"] = memberOf("string", "Which clause it breaks.");
    properties["value"] = anyNumber("What the run had; null for NaN or nothing.");
    properties["limit"] = anyNumber("What it was held against.");
    properties["step"] = orNothing(Json{{"type", "integer"}}, "Of the value; null: the run's end.");
    properties["run"] = memberOf("string", "The run's name, by which its line in the folder is found.");
    return properties;
}

} // namespace

std::string searchSchema()
{
    const Json policies{{"type", "object"}, {"additionalProperties", Json{{"type", "string"}}}};
    const Json names{{"type", "string"}};
    const Json lossScale = orNothing(names, "Of the menu; null: it was not searched.");
    const Json choice{{"oneOf",
        Json::array({object({{"layer", names}, {"policy", names}}), object({{"loss_scale", names}})})}};
    const Json front = object(
        withRefutation({{"cost", memberOf("number", "By the ledger.")},
            {"predicted_cost", memberOf("number", "The sum of what each layer saves.")},
            {"use", anyNumber("Share of the budget that was used; above 1: broken.")},
            {"predicted_use", anyNumber("The sum of the layers' alone_low.")},
            {"holds", memberOf("boolean", "Under every seed.")},
            {"predicted", memberOf("boolean", "It is on the front that the scores predict.")},
            {"measured",
                memberOf("boolean",
                    "It holds, and nothing that holds and was run is as cheap and uses as little of the budget, or less.")},
            {"policies", policies}, {"loss_scale", lossScale}}),
        "seed");
    const Json row = object(withRefutation({{"layer", names}, {"policy", names},
        {"cost", memberOf("number", "Of the answer with this change.")}}));
    const Json score = object({{"layer", names}, {"policy", names},
        {"loss_scale", orNothing(names, "Under which the three are; null: the session's.")},
        {"alone_low", anyNumber("Use with this layer alone under the policy.")},
        {"alone_high", anyNumber("Use with this layer alone in float32.")},
        {"all_low", anyNumber("Use with all layers under the policy.")},
        {"interaction", anyNumber("all_low - alone_high - alone_low.")}});
    const Json float32 = object({{"clause", names}, {"least", anyNumber("Over the seeds.")},
        {"largest", anyNumber("Over the seeds.")},
        {"spread",
            anyNumber("The largest over the steps of: largest - least, by the larger magnitude of the two.")},
        {"broken", memberOf("boolean", "Under a seed.")}});
    Json properties{{"format", Json{{"const", "ulpscope-search"}}},
        {"version", Json{{"const", kSearchFileVersion}}}, {"program_version", names},
        {"kernels", memberOf("string", "Level of the processor that all runs were computed for.")},
        {"session", memberOf("string", "Its title.")}, {"steps", memberOf("integer", "Of each run.")},
        {"layers", listOf(names, "Paths of what was searched.")},
        {"together",
            Json{{"type", "object"}, {"additionalProperties", listOf(names, "Paths.")},
                {"description",
                    "Layers that change together, by the name that stands for them as a layer."}}},
        {"menu",
            listOf(names,
                "What each may have: a policy, and behind it settings, \"mixed_float16+accumulator=sequential:float16\".")},
        {"loss_scales", listOf(names, "What the session's may be; none: it was not searched.")},
        {"assignments", anyNumber("How many there are.")}, {"budget", names},
        {"cost_of", Json{{"enum", costKindNames()}}},
        {"seeds", listOf(Json{{"type", "integer"}}, "In the order in which they were run.")},
        {"ended", Json{{"enum", {"complete", "interrupted"}}}},
        {"refused", orNothing(names, "Why the budget is refused: what float32 has.")},
        {"notice",
            orNothing(
                names, "Of a factor of float32 that allows less than float32 differs from seed to seed.")},
        {"answer", orNothing(policies, "Layer paths and their policies; null: nothing was found.")},
        {"loss_scale", orNothing(names, "Of the answer; null: it was not searched, or nothing was found.")},
        {"cost", orNothing(Json{{"type", "number"}}, "Of the answer.")},
        {"float32_cost", memberOf("number", "With all searched layers in float32.")},
        {"proved", memberOf("boolean", "Every cheaper assignment was run and breaks the budget.")},
        {"minimal", memberOf("boolean", "Every single cheaper change was.")},
        {"runs", memberOf("integer", "Trained or looked up, float32's among them.")},
        {"runs_to_answer", orNothing(Json{{"type", "integer"}}, "Until the answer first held.")},
        {"certificate", listOf(row, "Each single cheaper change of the answer, and what refutes it.")},
        {"front",
            listOf(front,
                "What the scores predict and what came of it, and what is measured to be on the front, the answer among them.")},
        {"float32", listOf(float32, "What float32 has of each clause.")},
        {"scores", listOf(score, "Of each layer and policy under the first seed.")},
        {"conflicts",
            listOf(listOf(choice, "Together, and not without any one of the layers."),
                "What breaks the budget.")}};
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$id", "search.schema.json"},
        {"title", "search.json of Ulpscope, version " + std::to_string(kSearchFileVersion)}};
    schema.update(object(std::move(properties)));
    return layoutJson(schema);
}

} // namespace ulpscope
