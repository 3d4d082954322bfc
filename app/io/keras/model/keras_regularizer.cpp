// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_regularizer.h"

#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>

namespace ulpscope {

namespace {

std::string className(const Regularizer& regularizer)
{
    if (regularizer.l1 != 0 && regularizer.l2 != 0)
        return "L1L2";
    return regularizer.l2 == 0 ? "L1" : "L2";
}

/// Keras' L1 has its number in floatx.
double asFloat32(double weight)
{
    return static_cast<double>(static_cast<float>(weight));
}

/// The shortest number that is the same in float32, if the number is one of float32: 0.01 of 0.009999999776482582.
double shortestOfFloat32(double weight)
{
    if (asFloat32(weight) != weight)
        return weight;
    std::array<char, 32> digits{};
    const auto written
        = std::to_chars(digits.data(), digits.data() + digits.size(), static_cast<float>(weight));
    double shortest = weight;
    std::from_chars(digits.data(), written.ptr, shortest);
    return shortest;
}

} // namespace

bool isRegularizer(std::string_view parameter)
{
    return parameter.ends_with("_regularizer");
}

Json kerasJson(const Regularizer& regularizer, bool floatxIsFloat64)
{
    if (regularizer.isNone())
        return nullptr;
    Json config = Json::object();
    if (regularizer.l1 != 0)
        config["l1"] = regularizer.l2 == 0 && !floatxIsFloat64 ? asFloat32(regularizer.l1) : regularizer.l1;
    if (regularizer.l2 != 0)
        config["l2"] = regularizer.l2;
    return Json{{"module", "keras.regularizers"}, {"class_name", className(regularizer)},
        {"config", std::move(config)}, {"registered_name", nullptr}};
}

std::optional<Regularizer> regularizerFromJson(const Json& json)
{
    if (json.is_null())
        return Regularizer{};
    if (json.is_string()) {
        const Result<Regularizer> regularizer = regularizerByName(json.get<std::string>());
        return regularizer ? std::optional(*regularizer) : std::nullopt;
    }
    if (!json.is_object() || !json.contains("class_name") || !json.contains("config")
        || !json["config"].is_object())
        return std::nullopt;
    const Json& name = json["class_name"];
    const Json& config = json["config"];
    const auto weight = [&](const char* key, double fallback) -> std::optional<double> {
        if (!config.contains(key))
            return fallback;
        return config[key].is_number() ? std::optional(config[key].get<double>()) : std::nullopt;
    };
    const bool isBoth = name == "L1L2";
    const std::optional<double> l1 = name == "L1" || isBoth ? weight("l1", isBoth ? 0 : 0.01) : 0;
    const std::optional<double> l2 = name == "L2" || isBoth ? weight("l2", isBoth ? 0 : 0.01) : 0;
    const bool isKnown = isBoth || name == "L1" || name == "L2";
    if (!isKnown || !l1 || !l2 || !(*l1 >= 0) || !(*l2 >= 0))
        return std::nullopt;
    return Regularizer{isBoth ? *l1 : shortestOfFloat32(*l1), *l2};
}

std::string kerasExpression(const Regularizer& regularizer)
{
    if (regularizer.isNone())
        return "None";
    std::string arguments;
    if (regularizer.l1 != 0)
        arguments = "l1=" + shortestText(regularizer.l1);
    if (regularizer.l2 != 0)
        arguments += (arguments.empty() ? "" : ", ") + std::string("l2=") + shortestText(regularizer.l2);
    return "keras.regularizers." + className(regularizer) + "(" + arguments + ")";
}

} // namespace ulpscope
