// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/number_arguments.h"
#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"
#include "engine/tensor/accumulation_trace.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>

namespace ulpscope::cli {

namespace {

struct SumArguments
{
    std::string format;
    std::string accumulate;
    std::uint64_t seed = 0;
    bool asJson = false;
    std::string input;
};

std::vector<double> valuesOf(const Tensor& tensor)
{
    std::vector<double> values;
    for (Index i = 0; i < tensor.size(); ++i)
        values.push_back(tensor.at(i));
    return values;
}

int showAsJson(
    const Format& format, const Accumulator& accumulator, std::size_t elements, const AccumulationTrace& sum)
{
    const double error = sum.exactResult == sum.result
        ? 0
        : std::fabs(sum.result - sum.exactResult) / std::fabs(sum.exactResult);
    const Json json{{"format", format.name}, {"accumulator", accumulator.name}, {"elements", elements},
        {"sum", sum.result}, {"exact_sum", sum.exactResult}, {"relative_error", error},
        {"stalled_at", sum.stalledAt}, {"absorbed", sum.absorbed ? Json(*sum.absorbed) : Json()},
        {"overflows", sum.events.overflows}, {"underflows", sum.events.underflows},
        {"non_finite", sum.events.nonFinite}};
    return print(layoutJson(json));
}

/// The exact sum rounded once to the terms' format.
double exactSum(Arithmetic& arithmetic, Tensor& terms, const Accumulator& accumulator)
{
    if (terms.size() == 0)
        return 0;
    terms.reshape(Shape{terms.size(), 1});
    Tensor sums;
    columnSums(arithmetic, terms, accumulator, sums);
    return sums.at(0);
}

int run(const SumArguments& arguments)
{
    const Format* format = orFail(formatByName(arguments.format), "--format");
    const Accumulator accumulator = accumulatorArgument(arguments.accumulate, *format);
    const NpyArray array = loadArray(arguments.input);
    const Kernels kernels = orFail(Kernels::load());

    Arithmetic arithmetic(kernels);
    Tensor terms = tensorFrom(arithmetic, array, *format, {}, {});
    const std::vector<double> values = valuesOf(terms);
    AccumulationTrace sum = traceSum(arithmetic, *format, values, accumulator, 1, keyOf(arguments.seed, 3));
    if (accumulator.kind == AccumulatorKind::Exact)
        sum.result = exactSum(arithmetic, terms, accumulator);
    if (arguments.asJson)
        return showAsJson(*format, accumulator, values.size(), sum);
    return print(shortestText(sum.result) + "\n");
}

} // namespace

void defineSum(CLI::App& command, Action& action)
{
    command.footer(
        "IN.npy holds float32 or float64; its values are rounded once to the format, to nearest even, and summed in\n"
        "row-major order as the accumulator says; exact rounds once more, at the end, to the format. Prints the sum in\n"
        "the shortest decimal that reads back. In the JSON, stalled_at is how many terms there were when the sum changed\n"
        "for the last time (-1: it never stood still).\n"
        "Example: ulpscope-cli sum --format bfloat16 --accumulate sequential ones.npy");
    auto arguments = std::make_shared<SumArguments>();
    command.add_option("--format", arguments->format, "Format of the terms")->required()->type_name("FORMAT");
    command.add_option("--accumulate", arguments->accumulate, "How the sum is formed")
        ->required()
        ->type_name("ACCUMULATOR");
    command.add_flag("--json", arguments->asJson, "Print the exact sum, the error and counts too, as JSON");
    addSeed(command, arguments->seed);
    command.add_option("IN.npy", arguments->input, "The array to sum")->required();
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
