// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/session/recipe_text.h"

#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/policy/recipe.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ulpscope {

namespace {

/// As the parameter's type has it; a word of another type is refused with the parameter.
ParameterValue typed(const std::string& word, const ParameterValue& type)
{
    if (std::holds_alternative<bool>(type) && (word == "true" || word == "false"))
        return word == "true";
    if (const std::optional<double> number = parseNumber(word);
        number && !std::holds_alternative<std::string>(type)) {
        constexpr double kExact = 0x1p53;
        if (std::holds_alternative<double>(type) || *number != std::floor(*number)
            || std::abs(*number) > kExact)
            return *number;
        return static_cast<std::int64_t>(*number);
    }
    return word;
}

} // namespace

std::string recipeArgument(const Component& recipe)
{
    std::string text = recipe.className;
    const RecipeClass* row = findRow(recipeCatalog(), recipe.className);
    for (const auto& [name, value] : recipe.config.entries()) {
        const auto isNamed = [&](const ParameterSpec& spec) { return spec.name == name; };
        if (row != nullptr)
            if (const auto spec = std::ranges::find_if(row->parameters, isNamed);
                spec != row->parameters.end() && spec->defaultValue == value)
                continue;
        const auto* word = std::get_if<std::string>(&value);
        text += ' ' + name + '=' + (word != nullptr ? *word : toText(value));
    }
    return text;
}

Result<Component> recipeByText(std::string_view text)
{
    std::istringstream words{std::string(text)};
    Component recipe;
    words >> recipe.className;
    const Result<const RecipeClass*> row = rowByName(recipeCatalog(), translated("recipe"), recipe.className);
    if (!row)
        return row.error();
    for (std::string word; words >> word;) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const auto isNamed = [&](const ParameterSpec& spec) { return spec.name == name; };
        const auto spec = std::ranges::find_if((*row)->parameters, isNamed);
        if (spec == (*row)->parameters.end() || equals == std::string::npos)
            return Error{"",
                message("%1 has no parameter '%2'")
                    .with(verbatim(recipe.className))
                    .with(verbatim(shownText(name)))};
        recipe.config.set(name, typed(word.substr(equals + 1), spec->defaultValue));
    }
    return checkComponent(recipeCatalog(), translated("recipe"), recipe);
}

} // namespace ulpscope
