// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/number_arguments.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "engine/base/expression.h"
#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/stored_number.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace ulpscope::cli {

namespace {

struct InspectArguments
{
    std::string value;
    std::vector<std::string> formatNames;
    RoundingOptions rounding;
    bool asJson = false;
};

/// Half the distance to the next larger magnitude: the largest error of rounding to nearest near what is stored.
double halfUlp(const StoredNumber& number)
{
    return std::isfinite(number.stored) ? ulp(*number.format, number.stored) / 2
                                        : std::numeric_limits<double>::quiet_NaN();
}

/// "rounded, subnormal"
std::string outcome(const StoredNumber& number)
{
    const std::string text(outcomeText(number));
    return number.codeClass == CodeClass::Subnormal ? text + ", subnormal" : text;
}

int showAsTable(const TypedNumber& typed, const std::vector<StoredNumber>& list)
{
    std::vector<std::vector<std::string>> rows{
        {"format", "stored", "hex float", "code", "error", "half ulp", "below", "above", ""}};
    for (const StoredNumber& number : list)
        rows.push_back({std::string(number.format->name), readableText(number.stored),
            hexFloatText(number.stored), hexCode(*number.format, number.code), shortestText(number.error),
            shortestText(halfUlp(number)), readableText(number.below), readableText(number.above),
            outcome(number)});
    if (typed.code)
        return print("read as a code; as a number it would be written with p0\n\n" + alignedTable(rows));
    return print("value      " + shortestText(typed.value) + "\nexactly    " + exactDecimal(typed.value)
        + "\nhex float  " + hexFloatText(typed.value) + "\n\n" + alignedTable(rows));
}

int showAsJson(const TypedNumber& typed, const std::vector<StoredNumber>& list, const Rounding& rounding)
{
    Json json = Json::object();
    if (!typed.code) {
        json["value"] = typed.value;
        json["exact"] = exactDecimal(typed.value);
        json["hex"] = hexFloatText(typed.value);
        json["round"] = text(rounding.mode);
        json["overflow_rule"] = rounding.overflow->name;
    }
    json["formats"] = Json::array();
    for (const StoredNumber& number : list)
        json["formats"].push_back({{"format", number.format->name}, {"stored", number.stored},
            {"exact", exactDecimal(number.stored)}, {"hex", hexFloatText(number.stored)},
            {"code", hexCode(*number.format, number.code)}, {"class", text(number.codeClass)},
            {"error", number.error}, {"ulp", number.ulp}, {"half_ulp", halfUlp(number)},
            {"below", number.below}, {"above", number.above}, {"outcome", outcome(number)}});
    return print(layoutJson(json));
}

std::vector<const Format*> chosenFormats(const InspectArguments& arguments, const TypedNumber& typed)
{
    std::vector<const Format*> list;
    for (const std::string& name : arguments.formatNames) {
        const Format* format = orFail(formatByName(name), "--format");
        if (typed.code && (format)->bits() < 64 && *typed.code >> (format)->bits() != 0)
            fail({"VALUE", "the code " + arguments.value + " has more bits than " + name});
        list.push_back(format);
    }
    if (list.empty())
        for (const Format& format : formats())
            if (!typed.code || format.bits() == 64 || *typed.code >> format.bits() == 0)
                list.push_back(&format);
    return list;
}

int run(const InspectArguments& arguments)
{
    const auto parsed = parseExpression(arguments.value);
    if (const auto* error = std::get_if<ExpressionError>(&parsed)) {
        complain("VALUE: " + error->message.text() + " at character " + std::to_string(error->position + 1)
            + " of '" + shownText(arguments.value) + "'");
        return kWrongUse;
    }
    const auto& typed = std::get<TypedNumber>(parsed);
    const Rounding rounding = arguments.rounding.rounding();
    const std::vector<const Format*> formats = chosenFormats(arguments, typed);
    const RandomKey key{.seed = arguments.rounding.seed, .use = RandomUse::Rounding};
    const std::uint64_t random
        = isStochastic(rounding.mode) ? roundingBits(key, 0, rounding.randomBits) : std::uint64_t{0};
    std::vector<StoredNumber> list;
    for (const Format* format : formats)
        list.push_back(typed.code ? storedCode(*format, *typed.code)
                                  : storeNumber(*format, typed.value, rounding, random));
    return arguments.asJson ? showAsJson(typed, list, rounding) : showAsTable(typed, list);
}

} // namespace

void defineInspect(CLI::App& command, Action& action)
{
    command.footer(
        "VALUE is a number or an expression of numbers (+ - * / ^, pi, sqrt(), ...), read as float64; 0x7E is a code,\n"
        "0x7Ep0 the number 126. error = stored - value; half ulp is the largest error that rounding to nearest makes\n"
        "near the stored value.\n"
        "Examples: ulpscope-cli inspect 0.1\n"
        "          ulpscope-cli inspect '2^-24 * 1.5' --format float16 --format e5m2 --json\n"
        "          ulpscope-cli inspect 0x7E --format float8_e4m3fn\n"
        "          ulpscope-cli inspect 1000 --format e4m3fn --overflow te");
    auto arguments = std::make_shared<InspectArguments>();
    command.add_option("VALUE", arguments->value, "A number, an expression or a code")->required();
    command.add_option("--format", arguments->formatNames, "Only this format, by name or alias; may repeat")
        ->allow_extra_args(false)
        ->type_name("FORMAT");
    arguments->rounding.addTo(command);
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
