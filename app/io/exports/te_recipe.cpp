// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/exports/te_recipe.h"

#include "app/io/keras/policy/python_text.h"

#include <algorithm>
#include <cctype>

namespace ulpscope {

namespace {

std::string format(const Config& config)
{
    return "fp8_format=Format." + config.text("fp8_format");
}

std::string flag(const char* name, bool value)
{
    return std::string(name) + (value ? "=True" : "=False");
}

/// The standard formats give a recipe one name; others are told apart by what they are.
std::string variableName(const std::string& className, const std::string& parameters)
{
    std::string name = "RECIPE_" + className + parameters;
    for (char& c : name)
        c = std::isalnum(static_cast<unsigned char>(c)) != 0
            ? static_cast<char>(std::toupper(static_cast<unsigned char>(c)))
            : '_';
    return name;
}

/// A suffix for the recipe's variable: the parameters that differ from the defaults.
std::string differences(const Component& recipe)
{
    std::string text;
    const RecipeClass* row = findRow(recipeCatalog(), recipe.className);
    for (const ParameterSpec& spec : row->parameters)
        if (const ParameterValue* value = recipe.config.find(spec.name);
            value != nullptr && *value != spec.defaultValue)
            text += "_" + spec.name + "_" + toText(*value);
    text.erase(std::remove(text.begin(), text.end(), '"'), text.end());
    return text;
}

} // namespace

std::optional<TeRecipe> teRecipeOf(const DTypePolicy& policy, const Component& recipe)
{
    const Config& config = recipe.config;
    const auto made = [&](const char* className, const std::string& arguments) {
        return TeRecipe{variableName(recipe.className, differences(recipe)), className, arguments};
    };
    if (recipe.className == "te_delayed")
        return made("DelayedScaling",
            "margin=" + toText(*config.find("margin")) + ", " + format(config)
                + ", amax_history_len=" + toText(*config.find("amax_history_len"))
                + ", amax_compute_algo=" + pythonText(config.text("amax_compute_algo")));
    if (recipe.className == "te_current")
        return made("Float8CurrentScaling",
            format(config) + ", " + flag("use_power_2_scales", config.flag("power_of_two_scales")));
    if (recipe.className == "te_block")
        return made("Float8BlockScaling",
            format(config) + ", " + flag("use_f32_scales", !config.flag("power_of_two_scales")));
    if (recipe.className == "mxfp8" && config.text("rule") == "rceil")
        return made("MXFP8BlockScaling",
            format(config) + ", " + flag("enable_2d_quantization", config.flag("two_dimensional_weights")));
    if (recipe.className == "nvfp4")
        return made("NVFP4BlockScaling",
            flag("disable_rht", !config.flag("random_hadamard")) + ", "
                + flag("disable_stochastic_rounding", !config.flag("stochastic_rounding")) + ", "
                + flag("disable_2d_quantization", !config.flag("two_dimensional_weights"))
                + ", nvfp4_4over6=" + pythonText(config.text("four_over_six"))
                + ", nvfp4_4over6_err_mode=" + pythonText(config.text("four_over_six_error")));
    if (recipe.className != noRecipe().className || !policy.isFloat8())
        return std::nullopt;
    // Keras' float8 is e4m3 forward and e5m2 backward, with a scale of max(history) / largest value: delayed scaling
    // without a margin.
    const std::string length = std::to_string(policy.float8HistoryLength());
    return TeRecipe{"RECIPE_" + length, "DelayedScaling",
        "margin=0, fp8_format=Format.HYBRID, amax_history_len=" + length + ", amax_compute_algo=\"max\""};
}

} // namespace ulpscope
