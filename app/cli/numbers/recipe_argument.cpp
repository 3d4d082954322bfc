// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/numbers/recipe_argument.h"

#include "engine/base/number_text.h"
#include "engine/policy/recipe.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>

namespace ulpscope::cli {

namespace {

/// "mxfp8" or "mxfp8:rule=even,fp8_format=HYBRID"
Result<Component> recipeArgument(const std::string& text)
{
    const std::size_t colon = text.find(':');
    Component component{text.substr(0, colon), {}};
    const Result<const RecipeClass*> row = rowByName(recipeCatalog(), "recipe", component.className);
    if (!row)
        return row.error();
    std::string rest = colon == std::string::npos ? "" : text.substr(colon + 1);
    while (!rest.empty()) {
        const std::string pair = rest.substr(0, rest.find(','));
        rest.erase(0, pair.size() + 1);
        const std::size_t equals = pair.find('=');
        const std::string key = pair.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : pair.substr(equals + 1);
        const auto spec = std::find_if((*row)->parameters.begin(), (*row)->parameters.end(),
            [&](const ParameterSpec& parameter) { return parameter.name == key; });
        const bool isText
            = spec != (*row)->parameters.end() && std::holds_alternative<std::string>(spec->defaultValue);
        const std::optional<double> number = parseNumber(value);
        if (isText)
            component.config.set(key, value);
        else if (value == "true" || value == "false")
            component.config.set(key, value == "true");
        else if (number && *number == std::trunc(*number))
            component.config.set(key, static_cast<std::int64_t>(*number));
        else if (number)
            component.config.set(key, *number);
        else
            return Error{key, "expected a value, as in " + component.className + ":" + key + "=1"};
    }
    return checkComponent(recipeCatalog(), "recipe", component);
}

} // namespace

Result<std::vector<WouldLose>> lossesUnderRecipes(
    const TensorSnapshot& tensor, const std::vector<std::string>& names, const Kernels& kernels)
{
    std::vector<WouldLose> losses;
    std::vector<std::string> asked = names;
    if (std::find(names.begin(), names.end(), "all") != names.end()) {
        asked = catalogNames(recipeCatalog());
        asked.erase(asked.begin()); // "none"
    }
    for (const std::string& name : asked) {
        const Result<Component> recipe = recipeArgument(name);
        if (!recipe)
            return recipe.error();
        const Result<std::vector<WouldLose>> rows = wouldLoseUnder(tensor, *recipe, kernels);
        if (!rows)
            return rows.error();
        losses.insert(losses.end(), rows->begin(), rows->end());
    }
    return losses;
}

void addRecipeOption(CLI::App& command, std::vector<std::string>& recipes)
{
    command
        .add_option("--recipe", recipes,
            "A scaling recipe, as NAME or NAME:PARAMETER=VALUE,...; \"all\" for each of them; may repeat")
        ->allow_extra_args(false)
        ->type_name("RECIPE");
}

} // namespace ulpscope::cli
