// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/json_schema.h"

#include "app/io/json/json_text.h"
#include "app/io/session/session_keys.h"
#include "engine/base/text_lists.h"
#include "engine/data/dataset_catalog.h"
#include "engine/layer/layer_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/model/model_spec.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/policy/dtype_policy.h"
#include "engine/policy/overrides.h"
#include "engine/policy/recipe.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/session_spec.h"
#include "engine/session/watch.h"

#include <nlohmann/json.hpp>

namespace ulpscope {

namespace {

Json schemaHead(const char* file, const std::string& title)
{
    return Json{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"$id", file}, {"title", title}};
}

Json ref(const char* definition)
{
    return Json{{"$ref", std::string("#/$defs/") + definition}};
}
Json typed(const char* type)
{
    return Json{{"type", type}};
}
Json described(Json schema, const std::string& description)
{
    schema["description"] = description;
    return schema;
}

/// A whole bound as an integer, so that it reads like one.
Json bound(double value)
{
    const auto whole = static_cast<std::int64_t>(std::abs(value) < 0x1p53 ? value : 0);
    return static_cast<double>(whole) == value ? Json(whole) : Json(value);
}

Json boundedNumber(const char* type, const ParameterSpec& spec)
{
    Json schema = typed(type);
    if (spec.minimum)
        schema["minimum"] = bound(*spec.minimum);
    if (spec.maximum)
        schema["maximum"] = bound(*spec.maximum);
    return schema;
}

Json parameterSchema(const ParameterSpec& spec)
{
    struct Kind
    {
        const ParameterSpec& spec;
        Json operator()(bool) const { return typed("boolean"); }
        Json operator()(std::int64_t) const { return boundedNumber("integer", spec); }
        Json operator()(double) const { return boundedNumber("number", spec); }
        Json operator()(const std::vector<std::int64_t>&) const
        {
            const Json integer = boundedNumber("integer", spec);
            Json list{{"type", "array"}, {"items", integer}};
            return spec.mayBeInteger ? Json{{"anyOf", {integer, list}}} : list;
        }
        Json operator()(const std::string&) const
        {
            if (spec.choices.empty())
                return typed("string");
            Json names{{"enum", spec.choices}};
            if (!spec.choicesTakeArguments)
                return names;
            const std::string alternatives = joinedText(spec.choices, "|");
            return Json{
                {"anyOf", {names, {{"type", "string"}, {"pattern", "^(" + alternatives + ")\\(.*\\)$"}}}}};
        }
    };
    Json schema = std::visit(Kind{spec}, spec.defaultValue);
    if (!spec.isRequired)
        schema["default"] = std::visit([](const auto& v) { return Json(v); }, spec.defaultValue);
    return described(std::move(schema), spec.description);
}

/// An object with these keys and no others.
Json objectSchema(Json properties, const std::vector<std::string>& required)
{
    return Json{{"type", "object"}, {"properties", std::move(properties)}, {"required", required},
        {"additionalProperties", false}};
}

Json classSchema(const ClassSpec& row, const Json& ownProperties = Json::object())
{
    Json properties{{"class", {{"const", row.name}}}};
    properties.update(ownProperties);
    std::vector<std::string> required{"class"};
    for (const ParameterSpec& spec : row.parameters) {
        properties[spec.name] = parameterSchema(spec);
        if (spec.isRequired)
            required.push_back(spec.name);
    }
    return described(objectSchema(std::move(properties), required), row.description);
}

template <class Row>
Json catalogSchema(std::span<const Row> rows)
{
    Json choices = Json::array();
    for (const Row& row : rows)
        choices.push_back(classSchema(row));
    return Json{{"oneOf", std::move(choices)}};
}

void addParameters(Json& properties, const std::vector<ParameterSpec>& specs)
{
    for (const ParameterSpec& spec : specs)
        properties[spec.name] = parameterSchema(spec);
}

/// The overrides whose paths begin with `prefix`.
Json numericsSchema(const std::string& prefix)
{
    Json properties = Json::object();
    for (const NumericsOverrideRow& row : numericsOverrides()) {
        if (!row.path.starts_with(prefix))
            continue;
        const std::string rest(row.path.substr(prefix.size()));
        const std::string name = rest.substr(0, rest.find('.'));
        if (name != rest)
            properties[name] = numericsSchema(prefix + name + ".");
        else
            properties[name] = described(typed("string"), std::string(row.description));
    }
    return objectSchema(std::move(properties), {});
}

Json layerSchema()
{
    const Json common{
        {"name",
            {{"type", "string"}, {"minLength", 1}, {"pattern", "^[^/]*$"},
                {"description", "Unique in the model; by default the class name in snake case."}}},
        {"inputs",
            {{"type", "array"}, {"items", typed("string")}, {"minItems", 1},
                {"description", "Names of earlier layers; by default the layer before."}}},
        {"policy", described(ref("policy"), "The layer's own dtype policy; by default it is inherited.")},
        {"recipe",
            described(ref("recipe"),
                "The layer's own scaling recipe, \"none\" for none; by default it is the session's.")},
        {"keras",
            {{"type", "object"},
                {"description",
                    "What an imported Keras config of the layer says beyond these parameters; exports to Keras write it "
                    "back."}}},
        {"keras_folder",
            {{"type", "string"}, {"pattern", "^layers/[a-z0-9_]+(/layers/[a-z0-9_]+)+$"},
                {"description",
                    "Where files of Keras have the layer of a model that was inside another: "
                    "layers/sequential/layers/dense."}}},
        {"numerics",
            described(ref("numerics"),
                "Formats and accumulators that differ from what the policy says; absent ones are inherited.")}};
    const Json children{{"type", "object"}, {"minProperties", 1},
        {"additionalProperties", objectSchema({{"policy", ref("policy")}}, {"policy"})},
        {"description", "Child layers by name, such as \"query\", with dtype policies of their own."}};
    Json choices = Json::array();
    for (const LayerClass& row : layerCatalog()) {
        Json properties = common;
        if (row.isComposite())
            properties["children"] = children;
        choices.push_back(classSchema(row, properties));
    }
    return Json{{"oneOf", std::move(choices)}};
}

Json trainingSchema()
{
    Json properties = Json::object();
    addParameters(properties, trainingParameters());
    properties["seed"] = {{"type", "integer"}, {"minimum", 0}, {"maximum", UINT64_MAX}, {"default", 1},
        {"description", "Of initial weights, batches and dropout."}};
    properties["loss"] = catalogSchema(lossCatalog());
    properties["optimizer"] = catalogSchema(optimizerCatalog());
    properties["learning_rate_schedule"] = catalogSchema(scheduleCatalog());
    properties["loss_scale"] = catalogSchema(lossScaleCatalog());
    return objectSchema(std::move(properties), {"loss", "optimizer"});
}

Json kerasEnvelope(const std::string& className, const std::vector<std::string>& modules, Json config)
{
    Json schema = objectSchema(
        {{"module", {{"enum", modules}}}, {"class_name", {{"const", className}}},
            {"config", std::move(config)}, {"registered_name", {{"enum", {nullptr, className}}}},
            {"shared_object_id", typed("integer")}},
        {"class_name", "config"});
    return schema;
}

Json modeOf(PolicyClass policyClass)
{
    switch (policyClass) {
    case PolicyClass::Int4DTypePolicy:
        return Json{{"type", "string"}, {"pattern", "^int4/(-1|[1-9][0-9]*|None)$"}};
    case PolicyClass::GPTQDTypePolicy:
        return Json{{"type", "string"}, {"pattern", "^gptq/[2348]/(-1|[1-9][0-9]*)$"}};
    case PolicyClass::AWQDTypePolicy:
        return Json{{"type", "string"}, {"pattern", "^awq/4/(-1|[1-9][0-9]*)$"}};
    default:
        return Json{{"enum", quantizationModes()}};
    }
}

Json policyConfig(PolicyClass policyClass)
{
    if (policyClass == PolicyClass::DTypePolicy || policyClass == PolicyClass::FloatDTypePolicy)
        return objectSchema({{"name", ref("plainName")}}, {"name"});
    Json properties{{"mode", modeOf(policyClass)}, {"source_name", ref("plainName")}};
    if (policyClass == PolicyClass::QuantizedFloat8DTypePolicy)
        properties["amax_history_length"] = typed("integer");
    return objectSchema(std::move(properties), {"mode", "source_name"});
}

/// Adds the policy objects of the families tf_keras and experimental, which also write them without a module.
void addOlderPolicies(Json& definitions)
{
    const Json scale = described(Json{{"type", Json::array({"object", "number", "string", "null"})}},
        "FixedLossScale or DynamicLossScale as TensorFlow serializes it, a number, \"dynamic\" or null.");
    Json objects = Json::array();
    for (const PolicyClass policyClass : {PolicyClass::Policy, PolicyClass::PolicyV1})
        objects.push_back(
            kerasEnvelope(std::string(className(policyClass)), {std::string(moduleName(policyClass))},
                objectSchema({{"name", typed("string")}, {"loss_scale", scale}}, {"name"})));
    definitions["olderPolicyObject"] = described(Json{{"oneOf", std::move(objects)}},
        "Under the families tf_keras and experimental: what they serialize.");
    definitions["policy"]["anyOf"].push_back(ref("olderPolicyObject"));
}

/// The definitions of Keras' serialized policies; "policy" is a name or one of them.
void addKerasDefinitions(Json& definitions)
{
    Json names = Json::array({"mixed_float16", "mixed_bfloat16", "int"});
    for (const std::string& dtype : kerasDtypes())
        names.push_back(dtype);
    definitions["plainName"]
        = described(Json{{"enum", std::move(names)}}, "A name that keras.DTypePolicy takes.");
    Json objects = Json::array();
    for (const PolicyClass policyClass : allPolicyClasses())
        objects.push_back(kerasEnvelope(std::string(className(policyClass)),
            {std::string(moduleName(policyClass))}, policyConfig(policyClass)));
    definitions["policyObject"] = {{"oneOf", std::move(objects)}};
    definitions["policyName"] = described(Json{{"type", "string"}, {"examples", commonPolicyNames()}},
        "A name that keras.dtype_policies.get takes.");
    definitions["policy"] = {{"anyOf", {ref("policyName"), ref("policyObject")}}};
}

} // namespace

std::string sessionSchema()
{
    Json properties{{"format", {{"const", kSessionFormat}}}, {"version", {{"const", 1}}}};
    addParameters(properties, sessionParameters());
    Json suggestion = objectSchema(
        {{"text",
             {{"type", "string"}, {"minLength", 1}, {"maxLength", kLongestSuggestion},
                 {"description", "What is tried and what comes of it."}}},
            {"change",
                {{"type", "object"}, {"minProperties", 1},
                    {"description",
                        "In the shape of a session: what is given takes the place of what is there, null takes it away, "
                        "\"layers\" is an object of layers by their names, and an object of another class replaces the "
                        "whole."}}}},
        {"text", "change"});
    properties["suggestions"]
        = {{"type", "array"}, {"maxItems", kMaxSuggestions}, {"items", std::move(suggestion)},
            {"description", "What to try with the session, each a link that does it; the best first."}};
    properties["layers"] = {{"type", "array"}, {"items", ref("layer")}, {"maxItems", kMaxLayers},
        {"description", "Run order is list order."}};
    Json policies{{"global", ref("policy")},
        {"map",
            {{"type", "object"}, {"additionalProperties", ref("policy")},
                {"description", "Layer paths or regular expressions to policies, as in DTypePolicyMap."}}}};
    addParameters(policies, policyParameters());
    policies["recipe"]
        = described(ref("recipe"), "The scaling recipe of all linear layers without one of their own.");
    properties["policies"] = objectSchema(std::move(policies), {});
    properties["data"] = catalogSchema(datasetCatalog());
    properties["training"] = ref("training");
    Json probes = Json::object();
    addParameters(probes, probeParameters());
    properties["probes"] = objectSchema(std::move(probes), {});
    properties["plots"] = {{"type", "array"}, {"maxItems", kMaxPlots},
        {"items", {{"type", "string"}, {"minLength", 1}, {"maxLength", kLongestPlotId}}},
        {"description",
            "Training plots from the top down, such as \"loss\" and \"sequential/dense:output_gradient:amax\"; by default "
            "those that the policy asks for."}};
    properties["watches"] = {{"type", "array"}, {"maxItems", kMaxWatches},
        {"items",
            objectSchema(
                {{"expression",
                     {{"type", "string"}, {"maxLength", kLongestWatch},
                         {"description",
                             "An expression of recorded metrics, such as \"amax(dense_2.output)/65504 > 0.9\"."}}},
                    {"stops",
                        {{"type", "boolean"}, {"default", false},
                            {"description", "Whether a run pauses where it becomes true."}}}},
                {"expression"})},
        {"description", "Metrics made of recorded ones, drawn beside the plots."}};
    properties["notes"] = {{"type", "array"}, {"maxItems", kMaxNotes},
        {"items",
            objectSchema(
                {{"step", {{"type", "integer"}, {"minimum", 0}}},
                    {"text", {{"type", "string"}, {"maxLength", kLongestNote}}},
                    {"layer", described(typed("string"), "Its name; none: the whole model.")},
                    {"run",
                        described(typed("string"),
                            "Of the session that was trained, without titles and plots: 16 hexadecimal digits; none: of this one.")}},
                {"step", "text"})},
        {"description", "What a person wrote at steps of runs."}};
    Json schema = schemaHead("session.schema.json", "Ulpscope session (.ulps), version 1");
    schema.update(objectSchema(std::move(properties), {"format", "version", "layers", "data", "training"}));
    Json definitions{{"layer", layerSchema()}, {"numerics", numericsSchema("")},
        {"recipe", catalogSchema(recipeCatalog())}, {"training", trainingSchema()}};
    addKerasDefinitions(definitions);
    addOlderPolicies(definitions);
    schema["$defs"] = std::move(definitions);
    return layoutJson(schema);
}

namespace {

bool isNumber(const Json& schema)
{
    const Json* type = findMember(schema, "type");
    const Json* of = findMember(schema, "$ref");
    return (type != nullptr && (*type == "integer" || *type == "number"))
        || (of != nullptr && *of == "#/$defs/number");
}

void addMetrics(const Json& schema, const std::string& path, std::vector<NamedMeaning>& metrics)
{
    const Json* properties = findMember(schema, "properties");
    const Json none = Json::object();
    for (const auto& [name, member] : (properties != nullptr ? *properties : none).items()) {
        const Json* either = findMember(member, "oneOf"); // or null
        const Json& value = either != nullptr ? either->front() : member;
        const Json* meaning = findMember(member, "description");
        if (isNumber(value))
            metrics.push_back(
                {path + name, meaning != nullptr ? meaning->get<std::string>() : std::string()});
        else
            addMetrics(value, path + name + ".", metrics);
    }
}

} // namespace

const std::vector<NamedMeaning>& summaryMetrics()
{
    static const std::vector<NamedMeaning> metrics = [] {
        std::vector<NamedMeaning> all;
        if (const Result<Json> schema = parseJson(summarySchema()))
            addMetrics(*schema, {}, all);
        return all;
    }();
    return metrics;
}

std::string kerasPolicySchema()
{
    Json schema
        = schemaHead("keras-policy.schema.json", "DTypePolicyMap as Keras 3 reads it and Ulpscope writes it");
    schema.update(kerasEnvelope("DTypePolicyMap", {"keras.dtype_policies"},
        objectSchema({{"default_policy", ref("policy")},
                         {"policy_map", {{"type", "object"}, {"additionalProperties", ref("policyObject")}}}},
            {"default_policy", "policy_map"})));
    Json definitions = Json::object();
    addKerasDefinitions(definitions);
    schema["$defs"] = std::move(definitions);
    return layoutJson(schema);
}

} // namespace ulpscope
