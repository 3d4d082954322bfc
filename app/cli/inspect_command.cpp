// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "engine/base/number_text.h"
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/io/json_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace ulpscope::cli {

namespace {

struct Inspection
{
    const Format* format = nullptr;
    double stored = 0;
    std::uint64_t code = 0;
    double error = 0; ///< stored - value; exact, as stored is a neighbour of value
    double halfUlp = 0; ///< half the distance to the next larger magnitude
    double below = 0;
    double above = 0;
    const char* what = "";
};

const char* describe(const Format& format, double value, double stored)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return std::isinf(stored) ? "exact" : "no infinity";
    if (!std::isfinite(stored))
        return "overflow";
    if (stored == 0 && value != 0)
        return "underflow to zero";
    const bool isSubnormal = stored != 0 && std::fabs(stored) < format.minNormal();
    if (stored == value)
        return isSubnormal ? "exact, subnormal" : "exact";
    return isSubnormal ? "rounded, subnormal" : "rounded";
}

Inspection inspect(const Format& format, double value)
{
    Inspection result{&format, roundToFormat(format, value)};
    result.code = encode(format, result.stored);
    result.error = result.stored - value;
    result.what = describe(format, value, result.stored);
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    const bool isNumber = !std::isnan(result.stored);
    result.below = isNumber ? nextDown(format, result.stored) : kNaN;
    result.above = isNumber ? nextUp(format, result.stored) : kNaN;
    if (std::isfinite(result.stored)) {
        const double magnitude = std::max(std::fabs(result.stored), format.minNormal());
        result.halfUlp = std::ldexp(1.0, std::ilogb(magnitude) - format.mantissaBits - 1);
    } else {
        result.halfUlp = kNaN;
    }
    return result;
}

std::string printed(const char* format, double value)
{
    std::array<char, 1200> buffer{}; // 1074 digits after the point are the most that a double has
    std::snprintf(buffer.data(), buffer.size(), format, value);
    return buffer.data();
}

std::string hexFloat(double value)
{
    return std::isfinite(value) ? printed("%a", value) : shortestText(value);
}

/// All digits of the value; 800 significant ones are more than any double has.
std::string exactDecimal(double value)
{
    if (!std::isfinite(value))
        return shortestText(value);
    if (std::fabs(value) >= 1e-5 && std::fabs(value) < 1e17) {
        std::string text = printed("%.1074f", value);
        text.erase(text.find_last_not_of('0') + 1);
        return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
    }
    std::string text = printed("%.800e", value);
    const std::size_t exponent = text.find('e');
    std::string digits = text.substr(0, exponent);
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.'))
        digits.pop_back();
    return value == 0 ? digits : digits + text.substr(exponent);
}

std::string codeText(const Format& format, std::uint64_t code)
{
    std::array<char, 24> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "0x%0*llx", (format.bits() + 3) / 4,
        static_cast<unsigned long long>(code));
    return buffer.data();
}

/// Exact where that is short, else the shortest text that reads back to the same value.
std::string readable(double value)
{
    constexpr std::size_t kShort = 22;
    const std::string exact = exactDecimal(value);
    return exact.size() <= kShort ? exact : shortestText(value);
}

int showAsTable(double value, const std::vector<Inspection>& list)
{
    std::vector<std::vector<std::string>> rows{
        {"format", "stored", "hex float", "code", "error", "half ulp", "below", "above", ""}};
    for (const Inspection& i : list)
        rows.push_back({std::string(i.format->name), readable(i.stored), hexFloat(i.stored),
            codeText(*i.format, i.code), shortestText(i.error), shortestText(i.halfUlp), readable(i.below),
            readable(i.above), i.what});
    return print("value      " + shortestText(value) + "\nexactly    " + exactDecimal(value) + "\nhex float  "
        + hexFloat(value) + "\n\n" + alignedTable(rows));
}

int showAsJson(double value, const std::vector<Inspection>& list)
{
    using Json = nlohmann::ordered_json;
    Json json{{"value", value}, {"exact", exactDecimal(value)}, {"hex", hexFloat(value)},
        {"formats", Json::array()}};
    for (const Inspection& i : list)
        json["formats"].push_back(
            {{"format", i.format->name}, {"stored", i.stored}, {"exact", exactDecimal(i.stored)},
                {"hex", hexFloat(i.stored)}, {"code", codeText(*i.format, i.code)}, {"error", i.error},
                {"half_ulp", i.halfUlp}, {"below", i.below}, {"above", i.above}, {"outcome", i.what}});
    return print(layoutJson(json));
}

struct Arguments
{
    std::string value;
    std::vector<std::string> formatNames;
    bool asJson = false;
};

int run(const Arguments& arguments)
{
    const std::optional<double> value = parseNumber(arguments.value);
    if (!value) {
        complain("VALUE: expected a number such as 0.1, 0x1.8p-3, inf or nan, got '"
            + shownText(arguments.value) + "'");
        return kWrongUse;
    }
    std::vector<Inspection> list;
    for (const std::string& name : arguments.formatNames) {
        const Result<const Format*> format = formatByName(name);
        if (!format)
            return failWith(format.error().within("--format"));
        list.push_back(inspect(**format, *value));
    }
    if (list.empty())
        for (const Format& format : formats())
            list.push_back(inspect(format, *value));
    return arguments.asJson ? showAsJson(*value, list) : showAsTable(*value, list);
}

} // namespace

void addInspect(CLI::App& app, Action& action)
{
    CLI::App* command = app.add_subcommand("inspect", "Show what a number becomes in each format");
    command->footer(
        "VALUE is read as float64 first. error = stored - value; half ulp is the largest error that "
        "rounding\n"
        "to nearest makes near the stored value. Too large values become infinity or, without one, NaN.\n"
        "Examples: ulpscope-cli inspect 0.1\n"
        "          ulpscope-cli inspect 0x1.8p-15 --format float16 --format e5m2 --json");
    auto arguments = std::make_shared<Arguments>();
    command->add_option("VALUE", arguments->value, "Decimal, hex float, inf or nan")->required();
    command->add_option("--format", arguments->formatNames, "Only this format, by name or alias; may repeat")
        ->allow_extra_args(false)
        ->type_name("FORMAT");
    command->add_flag("--json", arguments->asJson, "Print JSON");
    command->callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
