// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/number_arguments.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/judge/arithmetic/sum_orders.h"
#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

struct OrdersArguments
{
    std::string operands = "bfloat16";
    std::string sums = "float32";
    std::string output = "float32";
    std::string a;
    std::string b;
    bool asJson = false;
};

/// The array's values rounded once to the operands' format.
std::vector<double> operandsOf(const std::string& argument, Arithmetic& arithmetic, const Format& format)
{
    const NpyArray array = loadArray(argument);
    const Tensor rounded = tensorFrom(arithmetic, array, format, {}, {});
    std::vector<double> values;
    for (Index i = 0; i < rounded.size(); ++i)
        values.push_back(rounded.at(i));
    return values;
}

int show(const SumOrders& found, const OrdersArguments& arguments, std::size_t terms)
{
    if (arguments.asJson) {
        const auto number
            = [](double value) { return std::isfinite(value) ? Json(value) : Json(shortestText(value)); };
        Json json{{"terms", terms}, {"operands", arguments.operands}, {"sums", arguments.sums},
            {"output", arguments.output}, {"exact", number(found.exact)},
            {"exact_rounded", number(found.exactRounded)}, {"spread_ulps", found.spreadInUlps},
            {"different_results", found.differentResults}, {"orders", Json::array()}};
        for (const SumOrder& order : found.orders)
            json["orders"].push_back({{"title", order.title.text()}, {"accumulator", order.accumulator},
                {"reversed", order.isReversed}, {"result", number(order.result)},
                {"error_ulps", number(order.errorInUlps)}, {"stalled_at", order.stalledAt}});
        return print(layoutJson(json));
    }
    std::vector<std::vector<std::string>> rows{
        {"order", "accumulator", "result", "error in ulps", "stalls at"}};
    for (const SumOrder& order : found.orders)
        rows.push_back({order.title.text(), order.accumulator + (order.isReversed ? ", reversed" : ""),
            shortestText(order.result), roundedText(order.errorInUlps),
            order.stalledAt < 0 ? "-" : std::to_string(order.stalledAt)});
    return print(alignedTable(rows) + "exact: " + shortestText(found.exact) + ", in " + arguments.output + " "
        + shortestText(found.exactRounded) + "\n"
        + counted(static_cast<std::int64_t>(found.differentResults), "different result") + ", "
        + roundedText(found.spreadInUlps) + " ulps of " + arguments.output + " apart\n");
}

int run(const OrdersArguments& arguments)
{
    const Format* operands = orFail(formatByName(arguments.operands), "--operands");
    const Format* sums = orFail(formatByName(arguments.sums), "--sums");
    const Format* output = orFail(formatByName(arguments.output), "--out");
    const Kernels kernels = orFail(Kernels::load());
    Arithmetic arithmetic(kernels);
    const std::vector<double> a = operandsOf(arguments.a, arithmetic, *operands);
    if (a.empty())
        fail({arguments.a, "has no elements"});
    std::vector<double> b;
    if (!arguments.b.empty()) {
        b = operandsOf(arguments.b, arithmetic, *operands);
        if (b.size() != a.size())
            fail({arguments.b,
                "expected " + counted(static_cast<std::int64_t>(a.size()), "element") + ", as many as "
                    + arguments.a + " has, got " + std::to_string(b.size())});
    }
    return show(sumOrders(kernels, *operands, *sums, *output, a, b), arguments, a.size());
}

} // namespace

void defineOrders(CLI::App& command, Action& action)
{
    command.footer(
        "The sum of A, or with B their dot product, as libraries form it for one batch or eight, with split-k, in tiles, on tensor\n"
        "cores: the values rounded once to the operands' format, partial sums to --sums, the result to --out. Errors are against\n"
        "the exact result, in units in the last place of --out. \"Stalls at\": how many terms there were when the sum last changed.\n"
        "Examples: ulpscope-cli orders --operands bfloat16 --sums bfloat16 --out bfloat16 ones.npy\n"
        "          ulpscope-cli orders dump.npz::h:bfloat16 model.safetensors::wo.weight");
    auto arguments = std::make_shared<OrdersArguments>();
    command.add_option("--operands", arguments->operands, "Format of the terms or factors")
        ->type_name("FORMAT")
        ->capture_default_str();
    command.add_option("--sums", arguments->sums, "Format of partial sums")
        ->type_name("FORMAT")
        ->capture_default_str();
    command.add_option("--out", arguments->output, "Format of the result")
        ->type_name("FORMAT")
        ->capture_default_str();
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.add_option("A.npy", arguments->a, "The terms, or the left factors: IN.npy or FILE::TENSOR")
        ->required();
    command.add_option("B.npy", arguments->b, "The right factors");
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
