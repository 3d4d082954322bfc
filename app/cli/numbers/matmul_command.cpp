// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/number_arguments.h"
#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"
#include "engine/tensor/carrier.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

namespace {

struct MatmulArguments
{
    std::string operands;
    std::string accumulate;
    std::string out;
    std::string round = "nearest-even";
    std::string overflow = "ml_dtypes";
    std::uint64_t seed = 0;
    std::string a;
    std::string b;
    std::string output;
};

NpyArray loadMatrix(const std::string& path)
{
    NpyArray array = loadArray(path);
    if (array.shape.size() != 2)
        fail({path, "expected an array of 2 dimensions, got " + std::to_string(array.shape.size())});
    if (array.size() == 0)
        fail({path, "expected at least one row and one column"});
    return array;
}

template <class T>
std::vector<T> valuesOf(const Tensor& tensor)
{
    std::vector<T> values;
    for (Index i = 0; i < tensor.size(); ++i)
        values.push_back(static_cast<T>(tensor.at(i)));
    return values;
}

/// Writes in the dtype of the inputs, float64 if one of them is.
void save(const MatmulArguments& arguments, const Tensor& product, bool asFloat32)
{
    NpyArray result{{product.shape()[0], product.shape()[1]}, {}};
    if (asFloat32)
        result.values = valuesOf<float>(product);
    else
        result.values = valuesOf<double>(product);
    orFail(saveNpy(arguments.output, result));
}

int run(const MatmulArguments& arguments)
{
    const std::size_t comma = arguments.operands.find(',');
    const Format* formatA = orFail(formatByName(arguments.operands.substr(0, comma)), "--operands");
    const Format* formatB = comma == std::string::npos
        ? formatA
        : orFail(formatByName(arguments.operands.substr(comma + 1)), "--operands");
    if (carrierOf(*formatA) != carrierOf(*formatB))
        fail({"--operands",
            std::string(formatA->name) + " and " + std::string(formatB->name)
                + " are not multiplied with each other: one of them needs float64"});
    const Format* out = orFail(formatByName(arguments.out), "--out");
    const Accumulator accumulator = accumulatorArgument(arguments.accumulate, *formatA);
    accumulatorArgument(arguments.accumulate, *formatB);
    const RoundingMode mode = orFail(roundingModeByName(arguments.round), "--round");
    const OverflowRule* overflow = orFail(overflowRuleByName(arguments.overflow), "--overflow");
    const NpyArray a = loadMatrix(arguments.a);
    const NpyArray b = loadMatrix(arguments.b);
    if (a.shape[1] != b.shape[0])
        fail({arguments.b,
            "expected " + counted(a.shape[1], "row") + ", as many as " + arguments.a + " has columns, got "
                + std::to_string(b.shape[0])});
    constexpr std::int64_t kMaxElements = std::int64_t{1} << 28;
    if (a.shape[0] > kMaxElements / b.shape[1])
        fail({arguments.b,
            "the product would have " + std::to_string(a.shape[0]) + " x " + std::to_string(b.shape[1])
                + " elements; expected at most 2^28"});
    const bool asFloat32 = std::holds_alternative<std::vector<float>>(a.values)
        && std::holds_alternative<std::vector<float>>(b.values);
    if (asFloat32 && !contains(float32Format(), *out))
        fail({"--out",
            std::string(out->name)
                + " has values that a float32 file cannot hold; store an operand as float64"});
    const Kernels kernels = orFail(Kernels::load());

    Arithmetic arithmetic(kernels);
    const Rounding rounding{.mode = mode, .overflow = overflow};
    const Tensor left = tensorFrom(arithmetic, a, *formatA, rounding, keyOf(arguments.seed, 1));
    const Tensor right = tensorFrom(arithmetic, b, *formatB, rounding, keyOf(arguments.seed, 2));
    Tensor sums;
    matmul(arithmetic, left, right, Transpose::None, accumulator, *out, sums, keyOf(arguments.seed, 3),
        rounding);
    save(arguments, sums, asFloat32);
    return kDone;
}

} // namespace

void defineMatmul(CLI::App& command, Action& action)
{
    command.footer(
        "A.npy [m, k] and B.npy [k, n] hold float32 or float64; their values are rounded once to the operands'\n"
        "format, multiplied and summed as the accumulator says, and rounded once more to the output's. OUT.npy is\n"
        "float32, or float64 if an input is. See ulpscope-cli accumulators for the names.\n"
        "Example: ulpscope-cli matmul --operands float8_e4m3fn --accumulate hopper-fp8 --out float32 a.npy b.npy c.npy");
    auto arguments = std::make_shared<MatmulArguments>();
    command.add_option("--operands", arguments->operands, "Format of the operands, or of A and of B")
        ->required()
        ->type_name("FORMAT[,FORMAT]");
    command.add_option("--accumulate", arguments->accumulate, "How the sums are formed")
        ->required()
        ->type_name("ACCUMULATOR");
    command.add_option("--out", arguments->out, "Format of the result")->required()->type_name("FORMAT");
    command.add_option("--round", arguments->round, "Rounding mode of operands and result")
        ->type_name("MODE")
        ->capture_default_str();
    command
        .add_option(
            "--overflow", arguments->overflow, "What becomes of operands and results that are too large")
        ->type_name("RULE")
        ->capture_default_str();
    addSeed(command, arguments->seed);
    command.add_option("A.npy", arguments->a, "The left operand")->required();
    command.add_option("B.npy", arguments->b, "The right operand")->required();
    command.add_option("OUT.npy", arguments->output, "The matrix to write")->required();
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
