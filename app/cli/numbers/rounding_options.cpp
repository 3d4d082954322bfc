// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/numbers/rounding_options.h"

#include "app/cli/numbers/array_argument.h"
#include "engine/base/closest_name.h"

#include <CLI/CLI.hpp>

#include <charconv>

namespace ulpscope::cli {

namespace {

template <class Rows>
std::string listed(const Rows& rows)
{
    std::string text;
    for (const auto& row : rows)
        text += (text.empty() ? "" : " ") + std::string(row.name);
    return text;
}

Result<int> randomBits(const std::string& text)
{
    if (text == "full")
        return kAllRandomBits;
    int bits = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bits);
    if (error != std::errc() || end != text.data() + text.size() || bits < 1 || bits > kMaxRandomBits)
        return Error{
            "--bits", "expected 1 to " + std::to_string(kMaxRandomBits) + ", usually 4, 8 or 16, or full"};
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

Error atOption(const Error& error, const std::string& path)
{
    if (error.place == "axis")
        return {"--axis", error.message, error.kind};
    return {path, error.message, error.kind};
}

ArrayView viewOf(const NpyArray& array)
{
    return {array.shape,
        std::visit(
            [](const auto& values) {
                return std::variant<std::span<const float>, std::span<const double>>(std::span(values));
            },
            array.values)};
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

Status RoundingOptions::checkForBlocks() const
{
    if (overflow != mlDtypesRule().name)
        return Error{"--overflow", "block formats scale and saturate; they have no rule to choose",
            ErrorKind::ValueError};
    if (flushInputs || flushOutputs)
        return Error{flushInputs ? "--flush-inputs" : "--flush-outputs", "is not for block formats",
            ErrorKind::ValueError};
    return success();
}

Result<Rounding> RoundingOptions::rounding() const
{
    const Result<RoundingMode> roundingMode = roundingModeByName(mode);
    if (!roundingMode)
        return roundingMode.error().within("--round");
    const Result<const OverflowRule*> rule = overflowRuleByName(overflow);
    if (!rule)
        return rule.error().within("--overflow");
    const Result<int> n = randomBits(bits);
    if (!n)
        return n.error();
    return Rounding{*roundingMode, *n, *rule, flushInputs, flushOutputs};
}

} // namespace ulpscope::cli
