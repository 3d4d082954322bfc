// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/number_arguments.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

struct FormatsArguments
{
    std::vector<std::string> names;
    bool allP3109 = false;
    bool asJson = false;
};

/// "7d-7f", "80", "none": the NaN codes without their signs where both signs have them.
std::string nanText(const Format& format)
{
    switch (format.nans) {
    case Nans::None:
        return "none";
    case Nans::Ieee:
        return "IEEE";
    case Nans::AllOnes:
        return "all ones";
    case Nans::NegativeZero:
        break;
    }
    return "in place of -0";
}

std::string elementTable(const std::vector<const Format*>& list)
{
    std::vector<std::vector<std::string>> rows{{"name", "alias", "bits", "E", "M", "bias", "max",
        "min normal", "min subnormal", "eps", "inf", "NaN", "-0", "source"}};
    for (const Format* format : list)
        rows.push_back({std::string(format->name), std::string(format->alias), std::to_string(format->bits()),
            std::to_string(format->exponentBits), std::to_string(format->mantissaBits),
            format->encoding == Encoding::Float ? std::to_string(format->bias) : "",
            shortestText(format->maxFinite()), shortestText(format->minNormal()),
            shortestText(format->minSubnormal()), shortestText(format->epsilon()),
            format->hasInfinity() ? "yes" : "no", nanText(*format), format->hasNegativeZero() ? "yes" : "no",
            std::string(format->source)});
    return alignedTable(rows);
}

std::string blockTable(const std::vector<BlockFormat>& list)
{
    std::vector<std::vector<std::string>> rows{
        {"block format", "alias", "element", "block", "scale", "rule", "what", "source"}};
    for (const BlockFormat& format : list)
        rows.push_back({format.name, std::string(format.alias), std::string(format.element->name),
            format.block.text(), std::string(format.scale->name), std::string(text(format.rule)),
            std::string(format.summary), std::string(format.source)});
    return alignedTable(rows);
}

std::string familyTable()
{
    std::vector<std::vector<std::string>> rows{{"family", "for example", "what"}};
    for (const FormatFamily& family : formatFamilies())
        rows.push_back(
            {std::string(family.pattern), std::string(family.example), std::string(family.summary)});
    return alignedTable(rows);
}

Json asJson(const Format& format)
{
    return {{"name", format.name}, {"alias", format.alias},
        {"kind", format.encoding == Encoding::Float ? "float" : "fixed"}, {"bits", format.bits()},
        {"exponent_bits", format.exponentBits}, {"mantissa_bits", format.mantissaBits}, {"bias", format.bias},
        {"max", format.maxFinite()}, {"lowest", format.lowest()}, {"min_normal", format.minNormal()},
        {"min_subnormal", format.minSubnormal()}, {"eps", format.epsilon()},
        {"has_infinity", format.hasInfinity()}, {"nan", nanText(format)},
        {"has_negative_zero", format.hasNegativeZero()}, {"is_signed", format.isSigned},
        {"source", format.source}};
}

Json asJson(const BlockFormat& format)
{
    return {{"name", format.name}, {"alias", format.alias}, {"kind", "block"},
        {"element", format.element->name}, {"block", format.block.text()}, {"scale", format.scale->name},
        {"rule", text(format.rule)}, {"bits_per_element", format.bitsPerElement()},
        {"source", format.source}};
}

int run(const FormatsArguments& arguments)
{
    std::vector<const Format*> elements;
    std::vector<BlockFormat> blocks;
    const bool all = arguments.names.empty() && !arguments.allP3109;
    for (const std::string& name : arguments.names) {
        const FormatArgument format = orFail(formatArgument(name));
        if (format.element != nullptr)
            elements.push_back(format.element);
        else
            blocks.push_back(*format.block);
    }
    if (all) {
        for (const Format& format : formats())
            elements.push_back(&format);
        blocks.assign(blockFormats().begin(), blockFormats().end());
    }
    if (arguments.allP3109)
        for (const Format* format : p3109Formats())
            elements.push_back(format);
    if (arguments.asJson) {
        Json list = Json::array();
        for (const Format* format : elements)
            list.push_back(asJson(*format));
        for (const BlockFormat& format : blocks)
            list.push_back(asJson(format));
        return print(layoutJson(list));
    }
    std::string text = elements.empty() ? "" : elementTable(elements);
    if (!blocks.empty())
        text += (text.empty() ? "" : "\n") + blockTable(blocks);
    return print(all ? text + "\n" + familyTable() : text);
}

} // namespace

void defineFormats(CLI::App& command, Action& action)
{
    command.footer(
        "E and M are exponent and stored mantissa bits. Every limit follows from the row. A family's members are\n"
        "named by its pattern. Block formats go where arrays are cast: cast and stats.\n"
        "Examples: ulpscope-cli formats --json\n"
        "          ulpscope-cli formats binary8p3se float10_e4m5fn fixed16_12");
    auto arguments = std::make_shared<FormatsArguments>();
    command.add_option("NAME", arguments->names, "Only these, by name, alias or a family's pattern");
    command.add_flag(
        "--p3109", arguments->allP3109, "All members of the IEEE P3109 family (draft) that float64 holds");
    command.add_flag("--json", arguments->asJson, "Print a JSON list");
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
