// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/number_arguments.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"
#include "engine/probe/cast_statistics.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdio>

namespace ulpscope::cli {

namespace {

struct StatsArguments
{
    std::string format;
    RoundingOptions rounding;
    int axis = -1;
    bool asJson = false;
    std::string input;
};

std::vector<double> doubles(const auto& array)
{
    return std::visit(
        [](const auto& values) { return std::vector<double>(values.begin(), values.end()); }, array);
}

std::string percentOfValues(const CastStatistics& statistics, std::int64_t count)
{
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%lld  (%.4g %%)", static_cast<long long>(count),
        statistics.percent(count));
    return buffer.data();
}

std::string rounded(double value, const char* unit)
{
    if (std::isnan(value))
        return "not known: there is nothing to compare";
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.6g%s", value, unit);
    return buffer.data();
}

struct Report
{
    CastStatistics statistics;
    std::string format;
    Rounding rounding;
    bool isBlocks = false; ///< elements saturate, and have no ulp of their own
};

int showAsTable(const Report& report)
{
    const CastStatistics& s = report.statistics;
    std::vector<std::vector<std::string>> rows{
        {"to",
            report.format + ", " + std::string(text(report.rounding.mode))
                + (report.isBlocks ? ", elements saturate"
                                   : ", overflow as " + std::string(report.rounding.overflow->name))},
        {"elements", std::to_string(s.elements)}, {"amax", shortestText(s.amax)},
        {"min non-zero", shortestText(s.minNonZero)}, {"dynamic range", rounded(s.dynamicRange, " binades")},
        {"zeros before", percentOfValues(s, s.zeros)}, {"underflows", percentOfValues(s, s.underflows)},
        {"overflows", percentOfValues(s, s.overflows)},
        {"saturations", report.isBlocks ? "-" : percentOfValues(s, s.saturations)},
        {"NaN after", std::to_string(s.nans)}, {"infinite after", std::to_string(s.infinities)},
        {"mean squared error", rounded(s.meanSquaredError, "")}, {"SQNR", rounded(s.sqnr, " dB")},
        {"largest error", report.isBlocks ? "-" : rounded(s.maxUlpError, " ulp")}};
    std::vector<std::vector<std::string>> exponents{{"exponent", "before", "after"}};
    std::map<int, std::array<std::int64_t, 2>> merged;
    for (const auto& [exponent, count] : s.exponentsBefore)
        merged[exponent][0] = count;
    for (const auto& [exponent, count] : s.exponentsAfter)
        merged[exponent][1] = count;
    for (auto at = merged.rbegin(); at != merged.rend(); ++at)
        exponents.push_back(
            {"2^" + std::to_string(at->first), std::to_string(at->second[0]), std::to_string(at->second[1])});
    return print(alignedTable(rows) + "\n" + alignedTable(exponents));
}

int showAsJson(const Report& report)
{
    const CastStatistics& s = report.statistics;
    const auto histogram = [](const std::map<int, std::int64_t>& counts) {
        Json json = Json::object();
        for (const auto& [exponent, count] : counts)
            json[std::to_string(exponent)] = count;
        return json;
    };
    return print(layoutJson(Json{{"format", report.format}, {"round", text(report.rounding.mode)},
        {"overflow_rule", report.isBlocks ? Json("saturate") : Json(report.rounding.overflow->name)},
        {"elements", s.elements}, {"amax", s.amax}, {"min_nonzero", s.minNonZero},
        {"dynamic_range", s.dynamicRange}, {"zeros", s.zeros}, {"underflows", s.underflows},
        {"underflow_percent", s.percent(s.underflows)}, {"overflows", s.overflows},
        {"overflow_percent", s.percent(s.overflows)},
        {"saturations", report.isBlocks ? Json() : Json(s.saturations)},
        {"saturation_percent", report.isBlocks ? Json() : Json(s.percent(s.saturations))}, {"nan", s.nans},
        {"inf", s.infinities}, {"mse", s.meanSquaredError}, {"sqnr_db", s.sqnr},
        {"max_ulp", report.isBlocks ? Json() : Json(s.maxUlpError)},
        {"exponents_before", histogram(s.exponentsBefore)},
        {"exponents_after", histogram(s.exponentsAfter)}}));
}

int run(const StatsArguments& arguments)
{
    const Rounding rounding = arguments.rounding.rounding();
    const FormatArgument format = orFail(formatArgument(arguments.format), "--to");
    const NpyArray array = loadArray(arguments.input);
    const std::vector<double> before = doubles(array.values);
    std::vector<double> after;
    if (format.element != nullptr) {
        const Kernels kernels = orFail(Kernels::load());
        Arithmetic arithmetic(kernels);
        const Tensor cast
            = tensorFrom(arithmetic, array, *format.element, rounding, keyOf(arguments.rounding.seed, 0));
        for (Index i = 0; i < cast.size(); ++i)
            after.push_back(cast.at(i));
    } else {
        arguments.rounding.checkForBlocks();
        after = doubles(quantizedArgument(
            arguments.input, array, *format.block, arguments.axis, rounding, arguments.rounding.seed)
                            .values);
    }
    const CastStatistics statistics = castStatistics(before, after, format.element);
    const Report report{statistics, format.name(), rounding, format.element == nullptr};
    return arguments.asJson ? showAsJson(report) : showAsTable(report);
}

} // namespace

void defineStats(CLI::App& command, Action& action)
{
    command.footer(
        "Underflow: not zero before, zero after. Overflow: finite before, not finite after. Saturation: beyond the\n"
        "format's range before, its largest or lowest value after. Errors are over elements that are finite before and\n"
        "after; SQNR = 10 log10(sum x^2 / sum (x - q)^2). Percentages are of all elements.\n"
        "Example: ulpscope-cli stats --to float8_e4m3fn gradients.npy");
    auto arguments = std::make_shared<StatsArguments>();
    command.add_option("--to", arguments->format, "The format, by name or alias")
        ->required()
        ->type_name("FORMAT");
    arguments->rounding.addTo(command);
    command.add_option("--axis", arguments->axis, "Of block formats: along which blocks lie; -1 is the last")
        ->capture_default_str();
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.add_option("IN.npy", arguments->input, kArrayHelp)->required();
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
