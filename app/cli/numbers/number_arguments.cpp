// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/numbers/number_arguments.h"

#include "app/cli/command.h"
#include "app/io/tensors/tensor_reference.h"
#include "engine/base/closest_name.h"
#include "engine/base/number_text.h"
#include "engine/base/text_lists.h"
#include "engine/policy/recipe.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ulpscope::cli {

NpyArray loadArray(const std::string& argument)
{
    const TensorReference reference = parseTensorReference(argument);
    return orFail(toArray(orFail(loadTensor(reference))), [&](const Error& error) {
        return Error{argument, error.message};
    });
}

Tensor tensorFrom(Arithmetic& arithmetic, const NpyArray& array, const Format& format,
    const Rounding& rounding, const RandomKey& key)
{
    const auto size = static_cast<Index>(array.size());
    const Shape shape = array.shape.size() == 2 ? Shape{array.shape[0], array.shape[1]} : Shape{1, size};
    Tensor values(
        shape, std::holds_alternative<std::vector<float>>(array.values) ? float32Format() : float64Format());
    std::visit(
        [&](const auto& from) {
            for (Index i = 0; i < size; ++i)
                values.set(i, static_cast<double>(from[static_cast<std::size_t>(i)]));
        },
        array.values);
    Tensor result;
    cast(arithmetic, values, format, result, rounding, key);
    return result;
}

Accumulator accumulatorArgument(const std::string& name, const Format& operands)
{
    const Accumulator accumulator = orFail(accumulatorByName(name), "--accumulate");
    orFail(checkOperands(accumulator, operands), "--accumulate");
    return accumulator;
}

void addSeed(CLI::App& command, std::uint64_t& seed)
{
    command.add_option("--seed", seed, "Of stochastic rounding: the same seed, the same result")
        ->check(CLI::Validator(checkSeed, ""))
        ->type_name("S")
        ->capture_default_str();
}

RandomKey keyOf(std::uint64_t seed, std::uint32_t stream)
{
    return {seed, RandomUse::Rounding, stream, 0};
}

namespace {

/// "mxfp8" or "mxfp8:rule=even,fp8_format=HYBRID"
Component recipeArgument(const std::string& text)
{
    constexpr const char* kOption = "--recipe";
    const std::size_t colon = text.find(':');
    Component component{text.substr(0, colon), {}};
    const RecipeClass* row = orFail(rowByName(recipeCatalog(), "recipe", component.className), kOption);
    std::string rest = colon == std::string::npos ? "" : text.substr(colon + 1);
    while (!rest.empty()) {
        const std::string pair = rest.substr(0, rest.find(','));
        rest.erase(0, pair.size() + 1);
        const std::size_t equals = pair.find('=');
        const std::string key = pair.substr(0, equals);
        const std::string value = equals == std::string::npos ? "" : pair.substr(equals + 1);
        const auto spec = std::find_if(row->parameters.begin(), row->parameters.end(),
            [&](const ParameterSpec& parameter) { return parameter.name == key; });
        const bool isText
            = spec != row->parameters.end() && std::holds_alternative<std::string>(spec->defaultValue);
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
            fail({std::string(kOption) + "." + key,
                "expected a value, as in " + component.className + ":" + key + "=1"});
    }
    return orFail(checkComponent(recipeCatalog(), "recipe", component), kOption);
}

} // namespace

std::vector<WouldLose> lossesUnderRecipes(
    const TensorSnapshot& tensor, const std::vector<std::string>& names, const Kernels& kernels)
{
    std::vector<WouldLose> losses;
    std::vector<std::string> asked = names;
    if (std::find(names.begin(), names.end(), "all") != names.end()) {
        asked = catalogNames(recipeCatalog());
        asked.erase(asked.begin()); // "none"
    }
    for (const std::string& name : asked) {
        const std::vector<WouldLose> rows
            = orFail(wouldLoseUnder(tensor, recipeArgument(name), kernels), "--recipe");
        losses.insert(losses.end(), rows.begin(), rows.end());
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

namespace {

template <class Rows>
std::string listed(const Rows& rows)
{
    return joinedText(rows, " ", [](const auto& row) { return row.name; });
}

int randomBits(const std::string& text)
{
    if (text == "full")
        return kAllRandomBits;
    int bits = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits);
    if (error != std::errc() || end != text.data() + text.size() || bits < 1 || bits > kMaxRandomBits)
        fail({"--bits", "expected 1 to " + std::to_string(kMaxRandomBits) + ", usually 4, 8 or 16, or full"});
    return bits;
}

} // namespace

Result<FormatArgument> formatArgument(const std::string& name)
{
    const Result<const Format*> element = formatByName(name);
    if (element)
        return FormatArgument{*element, {}};
    const Result<BlockFormat> block = blockFormatByName(name);
    if (block)
        return FormatArgument{nullptr, *block};
    // Which of the two reasons fits what was meant.
    if (formatRefusal(name))
        return element.error();
    if (blockFormatByName(name.substr(0, name.find(':'))))
        return block.error();
    std::vector<std::string> names = formatNames();
    for (std::string& blockName : blockFormatNames())
        names.push_back(std::move(blockName));
    return Error{"", unknownName("format", name, names), ErrorKind::ValueError};
}

QuantizedArray quantizedArgument(const std::string& path, const NpyArray& array, const BlockFormat& format,
    int axis, const Rounding& rounding, std::uint64_t seed)
{
    const ArrayView view{array.shape,
        std::visit(
            [](const auto& values) {
                return std::variant<std::span<const float>, std::span<const double>>(std::span(values));
            },
            array.values)};
    return orFail(quantizeArray(view, format, axis, {rounding.mode, rounding.randomBits, keyOf(seed, 0)}),
        [&](const Error& error) {
            return Error{error.place == "axis" ? "--axis" : path, error.message, error.kind};
        });
}

void RoundingOptions::addTo(CLI::App& command)
{
    command.add_option("--round", mode, "How values between two neighbours go: " + listed(roundingModes()))
        ->type_name("MODE")
        ->capture_default_str();
    command
        .add_option("--overflow", overflow, "Whose rule for what does not fit: " + listed(overflowRules()))
        ->type_name("RULE")
        ->capture_default_str();
    command.add_option("--bits", bits, "Random bits of a stochastic mode: 4, 8, 16 or full")
        ->type_name("N")
        ->capture_default_str();
    addSeed(command, seed);
    command.add_flag(
        "--flush-inputs", flushInputs, "Magnitudes below the smallest normal count as zero (DAZ)");
    command.add_flag("--flush-outputs", flushOutputs, "Results below the smallest normal become zero (FTZ)");
}

void RoundingOptions::checkForBlocks() const
{
    if (overflow != mlDtypesRule().name)
        fail({"--overflow", "block formats scale and saturate; they have no rule to choose",
            ErrorKind::ValueError});
    if (flushInputs || flushOutputs)
        fail({flushInputs ? "--flush-inputs" : "--flush-outputs", "is not for block formats",
            ErrorKind::ValueError});
}

Rounding RoundingOptions::rounding() const
{
    const RoundingMode roundingMode = orFail(roundingModeByName(mode), "--round");
    const OverflowRule* rule = orFail(overflowRuleByName(overflow), "--overflow");
    return {roundingMode, randomBits(bits), rule, flushInputs, flushOutputs};
}

} // namespace ulpscope::cli
