// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_layer_config.h"

#include "app/io/json/json_text.h"
#include "app/io/keras/model/keras_regularizer.h"
#include "app/io/keras/policy/keras_policy.h"
#include "app/io/keras/policy/python_text.h"
#include "engine/layer/layer_catalog.h"
#include "engine/layer/support/initializer.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

struct KerasInitializer
{
    std::string_view name; ///< "glorot_uniform"
    std::string_view className; ///< "GlorotUniform"
    std::string_view config; ///< a JSON text whose numbers and texts are the arguments, in our order
};

constexpr std::string_view kOfFans = R"({"seed": null, "input_axes": null, "output_axes": null})";
constexpr std::string_view kNormal = R"({"seed": null, "mean": 0.0, "stddev": 0.05})";

constexpr std::array<KerasInitializer, 15> kKerasInitializers{{
    {"glorot_uniform", "GlorotUniform", kOfFans},
    {"glorot_normal", "GlorotNormal", kOfFans},
    {"he_normal", "HeNormal", kOfFans},
    {"he_uniform", "HeUniform", kOfFans},
    {"lecun_normal", "LecunNormal", kOfFans},
    {"lecun_uniform", "LecunUniform", kOfFans},
    {"random_normal", "RandomNormal", kNormal},
    {"random_uniform", "RandomUniform", R"({"seed": null, "minval": -0.05, "maxval": 0.05})"},
    {"truncated_normal", "TruncatedNormal", kNormal},
    {"variance_scaling", "VarianceScaling",
        R"({"seed": null, "scale": 1.0, "mode": "fan_in", "distribution": "truncated_normal", )"
        R"("input_axes": null, "output_axes": null})"},
    {"orthogonal", "Orthogonal", R"({"seed": null, "gain": 1.0})"},
    {"identity", "Identity", R"({"gain": 1.0})"},
    {"constant", "Constant", R"({"value": 0.0})"},
    {"zeros", "Zeros", "{}"},
    {"ones", "Ones", "{}"},
}};

const KerasInitializer* kerasInitializer(std::string_view name)
{
    const auto* row = std::find_if(kKerasInitializers.begin(), kKerasInitializers.end(),
        [&](const KerasInitializer& initializer) { return initializer.name == name; });
    return row == kKerasInitializers.end() ? nullptr : row;
}

Json initializerJson(std::string_view text)
{
    const Result<Initializer> initializer = initializerByName(text);
    const KerasInitializer* row = initializer ? kerasInitializer(initializer->name) : nullptr;
    if (row == nullptr)
        return Json(text); // Keras takes a name too
    Json config = Json::parse(row->config);
    std::size_t next = 0;
    for (Json& value : config)
        if (!value.is_null())
            std::visit([&](const auto& argument) { value = argument; }, initializer->arguments.at(next++));
    if (initializer->name == "identity" && textOf(*initializer) == "identity")
        config.clear(); // Keras reads the gain but does not write it
    return Json{{"module", "keras.initializers"}, {"class_name", row->className},
        {"config", std::move(config)}, {"registered_name", nullptr}};
}

/// An argument's word; Keras takes "normal" for "truncated_normal", and any case.
std::string wordOf(const Json& json)
{
    std::string word = json.is_string() ? json.get<std::string>() : json.dump();
    std::ranges::transform(
        word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return word == "normal" ? "truncated_normal" : word;
}

/// The initializer with the arguments in a config as Keras wrote it.
Result<std::string> withArguments(const KerasInitializer& row, const Json& config)
{
    Initializer initializer = *initializerByName(row.name);
    std::size_t next = 0;
    const Json defaults = Json::parse(row.config);
    for (auto member = defaults.begin(); member != defaults.end(); ++member) {
        if (member->is_null())
            continue;
        const auto given = config.find(member.key());
        if (given != config.end() && (given->is_number() != member->is_number() || !given->is_primitive()))
            return Error{"config." + member.key(),
                (member->is_number() ? "expected a number, got " : "expected a word, got ")
                    + shownJson(*given)};
        if (given != config.end() && given->is_number())
            initializer.arguments.at(next) = given->get<double>();
        else if (given != config.end())
            initializer.arguments.at(next) = wordOf(*given);
        ++next;
    }
    const std::string text = textOf(initializer);
    if (const Result<Initializer> checked = initializerByName(text); !checked)
        return checked.error().within("config");
    return text;
}

/// The text of an initializer that Keras wrote, or that the user wrote as its name.
Result<std::string> initializerName(const Json& json)
{
    if (json.is_string()) {
        const auto text = json.get<std::string>();
        const Result<Initializer> initializer = initializerByName(text);
        return initializer ? textOf(*initializer) : text;
    }
    if (json.is_object() && json.contains("class_name") && json["class_name"].is_string()) {
        const auto className = json["class_name"].get<std::string>();
        const Result<Initializer> named = initializerByName(className);
        const KerasInitializer* row = named ? kerasInitializer(named->name) : nullptr;
        if (row == nullptr)
            return snakeCase(shownText(className));
        const bool hasConfig = json.contains("config") && json["config"].is_object();
        return withArguments(*row, hasConfig ? json["config"] : Json::object());
    }
    return Error{"", "expected an initializer, got " + shownJson(json)};
}

} // namespace

bool isKerasInitializer(std::string_view key)
{
    return key == "initializer" || key.ends_with("_initializer");
}

std::string kerasInitializerExpression(std::string_view text)
{
    const Json json = initializerJson(text);
    // Keras makes most initializers of their names alone, but not Constant, whose value it then misses.
    const bool isByName = text.find('(') == std::string_view::npos && text != "constant";
    if (isByName || !json.is_object())
        return pythonText(text);
    std::string arguments;
    for (auto member = json["config"].begin(); member != json["config"].end(); ++member)
        if (!member->is_null())
            arguments += (arguments.empty() ? "" : ", ") + member.key() + "="
                + (member->is_number() ? pythonNumber(member->get<double>())
                                       : pythonText(member->get<std::string>()));
    return "keras.initializers." + json["class_name"].get<std::string>() + "(" + arguments + ")";
}

namespace {

Json listJson(const std::vector<std::int64_t>& list, bool unknownIsNull)
{
    Json json = Json::array();
    for (const std::int64_t extent : list)
        json.push_back(unknownIsNull && extent == -1 ? Json() : Json(extent));
    return json;
}

/// The catalog's name of a function that Keras knows without one: gelu(x, approximate=True).
constexpr const char* kGeluTanh = "gelu_tanh";

/// 0 stands for the size of the keys here, which Keras writes out.
constexpr std::string_view kValueDim = "value_dim";
/// The value has -1 where Keras has None, for an extent that follows from the input.
constexpr std::string_view kOutputShape = "output_shape";

/// Always both. Empty strides are the pool's size.
Json pairJson(const Config& config, const std::string& key)
{
    const std::vector<std::int64_t>& given = config.list(key);
    const std::vector<std::int64_t>& list
        = given.empty() && config.find("pool_size") != nullptr ? config.list("pool_size") : given;
    return list.empty() ? Json::array() : Json::array({list.front(), list.back()});
}

/// Written before all other keys, and only if there is one, by layers that hand it to the base class.
constexpr const char* kActivityRegularizer = "activity_regularizer";

/// Reads a regularizer; returns none if the text is invalid or absent.
Regularizer regularizerAt(const Config& config, std::string_view key)
{
    const ParameterValue* text = config.find(key);
    if (text == nullptr)
        return {};
    const Result<Regularizer> regularizer = regularizerByName(std::get<std::string>(*text));
    return regularizer ? *regularizer : Regularizer{};
}

/// A parameter as Keras writes it; ours differ from its own in few places.
Json valueJson(
    const std::string& className, const std::string& key, const Config& config, bool floatxIsFloat64)
{
    const ParameterValue& value = *config.find(key);
    if (isKerasInitializer(key))
        return initializerJson(std::get<std::string>(value));
    if (isRegularizer(key))
        return kerasJson(regularizerAt(config, key), floatxIsFloat64);
    const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
    if (key == "axis" && list != nullptr && kerasClass(className).writesAxesAsList) {
        std::vector<std::int64_t> sorted = *list;
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }
    if (key == "axis" && list != nullptr && list->size() == 1)
        return list->front();
    if (key == kValueDim && std::get<std::int64_t>(value) == 0)
        return config.integer("key_dim");
    if (key == "bias_axes" && std::get<std::string>(value).empty())
        return nullptr;
    if (list != nullptr && key == kerasClass(className).sides.parameter)
        return Json::parse(kerasSides(*list, kerasClass(className).sides.axes));
    if (list != nullptr && isKerasWindow(key))
        return pairJson(config, key);
    if (list != nullptr && list->empty() && key == "shared_axes")
        return nullptr;
    if (value == ParameterValue(std::string(kGeluTanh)))
        return Json{{"module", "builtins"}, {"class_name", "function"}, {"config", kGeluTanh},
            {"registered_name", "function"}};
    if (list != nullptr)
        return listJson(*list, key == kOutputShape);
    return std::visit([](const auto& v) { return Json(v); }, value);
}

/// The inverse of valueJson where that changes more than the spelling: the value as the catalog has it.
Json ownValue(const ParameterSpec& spec, const Json& value, const Json& config)
{
    const std::string& key = spec.name;
    if (value.is_array() && !value.empty() && value.front().is_array()) {
        Json flat = Json::array();
        for (const Json& axis : value)
            for (const Json& side : axis.is_array() ? axis : Json::array({axis}))
                flat.push_back(side);
        return flat;
    }

    if (key == "activation" && value.is_object() && value.contains("config") && value["config"].is_string())
        return value["config"];
    if (std::holds_alternative<std::vector<std::int64_t>>(spec.defaultValue) && isKerasWindow(key)
        && value.is_number())
        return Json::array({value});
    if (key == kValueDim && config.contains("key_dim") && value == config["key_dim"])
        return 0;
    if (key == kOutputShape) {
        Json list = Json::array();
        for (const Json& extent : value.is_array() ? value : Json::array({value}))
            list.push_back(extent.is_null() ? Json(-1) : extent);
        return list;
    }
    return value;
}

Json withBatch(const std::vector<std::int64_t>& extents)
{
    Json shape = Json::array({nullptr});
    for (const std::int64_t extent : extents)
        shape.push_back(extent);
    return shape;
}

/// The layer's parameters with defaults; what is wrong with them stays as it is.
Config wholeConfig(const LayerSpec& layer)
{
    const LayerClass* row = findRow(layerCatalog(), layer.className);
    if (row == nullptr)
        return layer.config;
    const Result<Config> whole = checkConfig(layer.config, row->parameters);
    return whole ? *whole : layer.config;
}

/// The layer's config as the catalog alone says it, without what was kept from an import.
Json plainConfig(const LayerSpec& layer, const KerasPolicy& policy)
{
    const Config parameters = wholeConfig(layer);
    const LayerClass* row = findRow(layerCatalog(), layer.className);
    if (layer.className == "InputLayer")
        return Json{{"batch_shape", withBatch(parameters.list("shape"))},
            {"dtype", policyOrDefault(policy).computeDtype}, {"sparse", false}, {"ragged", false},
            {"name", layer.name}, {"optional", false}};
    Json json{{"name", layer.name}, {"trainable", true}, {"dtype", kerasJson(policy)}};
    const bool floatxIsFloat64 = policyOrDefault(policy).variableDtype == "float64";
    const Regularizer activity = regularizerAt(parameters, kActivityRegularizer);
    // A composite keeps it for its children.
    if (!activity.isNone() && (row == nullptr || !row->isComposite()))
        json[kActivityRegularizer] = kerasJson(activity, floatxIsFloat64);
    if (row != nullptr && !row->keras.config.empty())
        json.update(Json::parse(row->keras.config));
    if (!activity.isNone())
        json[kActivityRegularizer] = kerasJson(activity, floatxIsFloat64); // the entry keeps its place
    for (const auto& [key, value] : parameters.entries())
        if (isKerasParameter(layer.className, key) && key != kActivityRegularizer)
            json[key] = valueJson(layer.className, key, parameters, floatxIsFloat64);
    return json;
}

/// An integer that fits into 64 bits with a sign.
bool isInteger(const Json& json)
{
    return json.is_number_integer()
        && (!json.is_number_unsigned() || json.get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
}

Result<ParameterValue> readKerasValue(const Json& json, const ParameterSpec& spec)
{
    const auto wrong = [&] { return Error{spec.name, expectedMessage(expectation(spec), shownJson(json))}; };
    if (isKerasInitializer(spec.name)) {
        const Result<std::string> name = initializerName(json);
        if (!name)
            return name.error().within(spec.name);
        return ParameterValue(*name);
    }
    if (json.is_boolean())
        return ParameterValue(json.get<bool>());
    if (json.is_string())
        return ParameterValue(json.get<std::string>());
    if (json.is_number() && std::holds_alternative<double>(spec.defaultValue))
        return ParameterValue(json.get<double>());
    if (isInteger(json))
        return ParameterValue(json.get<std::int64_t>());
    if (json.is_array() && std::all_of(json.begin(), json.end(), isInteger))
        return ParameterValue(json.get<std::vector<std::int64_t>>());
    return wrong();
}

/// [null, 28, 28] -> [28, 28]
Result<std::vector<std::int64_t>> readShape(const Json& config)
{
    const auto shape = config.find("batch_shape");
    if (shape == config.end() || !shape->is_array() || shape->empty())
        return Error{"batch_shape", "expected a list such as [null, 28, 28]"};
    std::vector<std::int64_t> extents;
    for (std::size_t i = 1; i < shape->size(); ++i) {
        if (!isInteger((*shape)[i]))
            return Error{"batch_shape[" + std::to_string(i) + "]",
                "expected an integer, got " + shownJson((*shape)[i]) + ": extents have to be known here"};
        extents.push_back((*shape)[i].get<std::int64_t>());
    }
    return extents;
}

/// Whether Keras cannot be told the parameter.
bool isGap(const KerasClass& keras, std::string_view parameter)
{
    return std::any_of(keras.gaps.begin(), keras.gaps.end(),
        [&](const KerasGap& gap) { return gap.parameter == parameter; });
}

/// Whether both are initializers of one class.
bool isSameInitializer(const Json& a, const Json& b)
{
    const Result<std::string> first = initializerName(a);
    const Result<std::string> second = initializerName(b);
    return first && second && *first == *second;
}

} // namespace

Json kerasLayerConfig(const LayerSpec& layer, const KerasPolicy& dtype)
{
    Json json = plainConfig(layer, dtype);
    if (layer.kerasConfig.empty())
        return json;
    const Result<Json> kept = parseJson(layer.kerasConfig);
    if (!kept || !kept->is_object())
        return json;
    for (auto member = kept->begin(); member != kept->end(); ++member)
        // An initializer's seed belongs to that initializer, not to one that was chosen since.
        if (!isKerasInitializer(member.key()) || !json.contains(member.key())
            || isSameInitializer(*member, json[member.key()]))
            json[member.key()] = *member;
    return json;
}

Status readKerasLayerConfig(const Json& config, const KerasPolicy& dtype, LayerSpec& layer)
{
    const LayerClass* row = findRow(layerCatalog(), layer.className);
    check(row != nullptr, "[readKerasLayerConfig] the class was looked up");
    Config given;
    const bool isInput = layer.className == "InputLayer";
    if (isInput) {
        const Result<std::vector<std::int64_t>> shape = readShape(config);
        if (!shape)
            return shape.error();
        given.set("shape", *shape);
    }
    for (const ParameterSpec& spec : row->parameters) {
        const auto found = config.find(spec.name);
        if (isInput || found == config.end() || found->is_null()
            || !isKerasParameter(layer.className, spec.name))
            continue;
        if (isRegularizer(spec.name)) { // one that is not here stays with what else the config says
            if (const std::optional<Regularizer> regularizer = regularizerFromJson(*found))
                given.set(spec.name, textOf(*regularizer));
            continue;
        }
        const Result<ParameterValue> value = readKerasValue(ownValue(spec, *found, config), spec);
        if (!value)
            return value.error();
        given.set(spec.name, *value);
    }
    const Result<Config> checked = checkConfig(given, row->parameters);
    if (!checked)
        return checked.error();
    Config kept;
    for (const ParameterSpec& spec :
        row->parameters) // a parameter that has Keras' default need not be written
        if (spec.isRequired || *checked->find(spec.name) != spec.defaultValue)
            kept.set(spec.name, *checked->find(spec.name));
    layer.config = kept;

    const Json plain = plainConfig(layer, dtype);
    Json extras = Json::object();
    for (auto member = config.begin(); member != config.end(); ++member) {
        const std::string& key = member.key();
        const bool isKnown = key == "name"
            || ((key == "axis" || isRegularizer(key)) && given.find(key) != nullptr) || key == "batch_shape"
            || (key == "dtype" && !isInput) || (isKerasInitializer(key) && member->is_string());
        const auto ours = plain.find(key);
        if (!isKnown && (ours == plain.end() || *ours != *member)
            && !(member->is_null() && given.find(key) == nullptr && ours != plain.end()))
            extras[key] = *member;
    }
    layer.kerasConfig = extras.empty() ? "" : extras.dump();
    return success();
}

bool isKerasCallArgument(std::string_view className, std::string_view parameter)
{
    const std::vector<std::string_view>& arguments = kerasClass(className).callArguments;
    return std::find(arguments.begin(), arguments.end(), parameter) != arguments.end();
}

bool isKerasWindow(std::string_view parameter)
{
    return parameter == "kernel_size" || parameter == "pool_size" || parameter == "strides"
        || parameter == "dilation_rate" || parameter == "size";
}

std::string kerasSides(const std::vector<std::int64_t>& list, std::size_t axes)
{
    std::string text;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto side = [&](std::size_t i) {
            return std::to_string(list.at((2 * axis + i) * list.size() / (2 * axes)));
        };
        text += (axis == 0 ? "[" : ", [") + side(0) + ", " + side(1) + "]";
    }
    return axes == 1 ? text : "[" + text + "]";
}

bool isKerasParameter(std::string_view className, std::string_view parameter)
{
    return !isKerasCallArgument(className, parameter) && !isGap(kerasClass(className), parameter);
}

std::vector<Message> gapsOfLayer(const LayerSpec& layer)
{
    std::vector<Message> sentences;
    const Config config = wholeConfig(layer);
    for (const KerasGap& gap : kerasClass(layer.className).gaps)
        if (const ParameterValue* value = config.find(gap.parameter);
            value != nullptr && *value != ParameterValue(false))
            sentences.push_back(message("%1 of %2: %3")
                                    .with(Message(std::string(gap.what)))
                                    .with(layer.name)
                                    .with(Message(std::string(gap.why))));
    return sentences;
}

std::vector<Message> leftOutOfLayer(const LayerSpec& layer)
{
    std::vector<Message> sentences;
    const Config config = wholeConfig(layer);
    if (const ParameterValue* activation = config.find("activation");
        activation != nullptr && *activation == ParameterValue(std::string(kGeluTanh)))
        sentences.push_back(
            message("What gelu_tanh of %1 is: Keras has no name for it; load with "
                    "custom_objects={\"gelu_tanh\": lambda x: keras.activations.gelu(x, approximate=True)}.")
                .with(layer.name));
    if (kerasClass(layer.className).isOfKerasHub)
        sentences.push_back(
            message("%1 itself: %2 is KerasHub's; import keras_hub before the model is loaded.")
                .with(layer.name)
                .with(layer.className));
    for (Message& sentence : gapsOfLayer(layer))
        sentences.push_back(std::move(sentence));
    return sentences;
}

std::vector<std::size_t> kerasCallInputs(const LayerSpec& layer, const std::vector<std::size_t>& inputs)
{
    if (kerasClass(layer.className).build != KerasBuild::AttentionShapes || inputs.size() != 1)
        return inputs;
    return {inputs[0], inputs[0]};
}

Json kerasCallArguments(const LayerSpec& layer)
{
    Json arguments = Json::object();
    const KerasClass& keras = kerasClass(layer.className);
    if (keras.callTakesMask)
        arguments["mask"] = nullptr;
    const Config config = wholeConfig(layer);
    for (const auto& [key, value] : config.entries())
        if (isKerasCallArgument(layer.className, key) && !isGap(keras, key) && value != ParameterValue(false))
            arguments[key] = std::get<bool>(value);
    return arguments;
}

} // namespace ulpscope
