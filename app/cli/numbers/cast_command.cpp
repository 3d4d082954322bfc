// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/number_arguments.h"
#include "engine/base/number_text.h"
#include "engine/dtype/encoding.h"
#include "engine/file/whole_file.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

namespace {

struct CastArguments
{
    std::string format;
    RoundingOptions rounding;
    bool asCodes = false;
    bool ignoresExponentLimits = false;
    int axis = -1;
    std::string scales;
    std::string input;
    std::string output;
};

void saveCodes(const std::string& path, std::span<const std::int64_t> shape,
    const std::vector<std::uint64_t>& codes, int bits)
{
    orFail(writeWholeFile(path, writeNpyCodes(shape, codes, bits)));
}

void castElements(const CastArguments& arguments, const Format& format, const NpyArray& array,
    const Rounding& rounding, const Kernels& kernels)
{
    Arithmetic arithmetic(kernels);
    const Tensor rounded = tensorFrom(arithmetic, array, format, rounding, keyOf(arguments.rounding.seed, 0));
    if (arguments.asCodes) {
        std::vector<std::uint64_t> codes;
        for (Index i = 0; i < rounded.size(); ++i)
            codes.push_back(encode(format, rounded.at(i)));
        return saveCodes(arguments.output, array.shape, codes, format.bits());
    }
    NpyArray result = array;
    std::visit(
        [&]<class T>(std::vector<T>& values) {
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] = static_cast<T>(rounded.at(static_cast<Index>(i)));
        },
        result.values);
    orFail(saveNpy(arguments.output, result));
}

void saveScales(const CastArguments& arguments, const BlockFormat& format, const QuantizedArray& quantized)
{
    if (arguments.asCodes && !quantized.scaleCodes.empty())
        return saveCodes(arguments.scales, quantized.scalesShape,
            {quantized.scaleCodes.begin(), quantized.scaleCodes.end()}, format.scale->bits());
    orFail(saveNpy(arguments.scales, {quantized.scalesShape, quantized.scales}));
}

void castBlocks(const CastArguments& arguments, const BlockFormat& format, const NpyArray& array,
    const Rounding& rounding)
{
    const QuantizedArray quantized = quantizedArgument(
        arguments.input, array, format, arguments.axis, rounding, arguments.rounding.seed);
    // The scales first: without them the values are worth little.
    if (!arguments.scales.empty())
        saveScales(arguments, format, quantized);
    if (arguments.asCodes)
        saveCodes(arguments.output, array.shape, {quantized.codes.begin(), quantized.codes.end()},
            format.element->bits());
    else
        orFail(saveNpy(arguments.output, {array.shape, quantized.values}));
    if (!hasTensorScale(format.rule))
        return;
    const std::string scale = shortestText(static_cast<double>(quantized.tensorScale));
    if (print("tensor scale " + scale + "\n") != kDone)
        fail({"stdout", "cannot be written to"});
}

void cast(const CastArguments& arguments, const Rounding& rounding)
{
    const FormatArgument format = orFail(formatArgument(arguments.format), "--to");
    if (format.element != nullptr && !arguments.scales.empty())
        fail({"--scales", format.name() + " has no scales"});
    if (format.block)
        arguments.rounding.checkForBlocks();
    const bool hasExponent = format.element != nullptr && format.element->encoding == Encoding::Float;
    if (arguments.ignoresExponentLimits && !hasExponent)
        fail({"--ignore-exponent-limits", format.name() + " has no exponent"});
    if (!arguments.scales.empty() && arguments.scales == arguments.output)
        fail({"--scales", "is the output's own file"});
    const NpyArray array = loadArray(arguments.input);
    if (format.block)
        return castBlocks(arguments, *format.block, array, rounding);
    const Kernels kernels = orFail(Kernels::load());
    return castElements(arguments,
        arguments.ignoresExponentLimits ? withoutExponentLimits(*format.element) : *format.element, array,
        rounding, kernels);
}

int run(const CastArguments& arguments)
{
    const Rounding rounding = arguments.rounding.rounding();
    cast(arguments, rounding);
    return kDone;
}

} // namespace

void defineCast(CLI::App& command, Action& action)
{
    command.footer(
        "IN.npy holds float32 or float64; OUT.npy gets the rounded values in the same dtype, or their codes. Each value\n"
        "is rounded once, directly from the input's dtype. Block formats scale blocks along --axis first; OUT.npy then\n"
        "has the values with their scales multiplied in, and the scale that NVFP4's tensor has is printed.\n"
        "ulpscope-cli formats lists the names.\n"
        "Examples: ulpscope-cli cast --to float8_e4m3fn --overflow te weights.npy rounded.npy\n"
        "          ulpscope-cli cast --to bfloat16 --round stochastic --bits 8 --seed 3 in.npy out.npy\n"
        "          ulpscope-cli cast --to mxfp4:even --axis 0 --codes --scales scales.npy in.npy codes.npy");
    auto arguments = std::make_shared<CastArguments>();
    command.add_option("--to", arguments->format, "The format, by name or alias")
        ->required()
        ->type_name("FORMAT");
    arguments->rounding.addTo(command);
    command.add_flag(
        "--codes", arguments->asCodes, "Write codes (uint8 or uint16; wider formats wider), not values");
    command.add_flag("--ignore-exponent-limits", arguments->ignoresExponentLimits,
        "Only the digits of the format: neither overflow nor underflow");
    command.add_option("--axis", arguments->axis, "Of block formats: along which blocks lie; -1 is the last")
        ->capture_default_str();
    command.add_option("--scales", arguments->scales, "Of block formats: write the scales to this file")
        ->type_name("OUT.npy");
    command.add_option("IN.npy", arguments->input, kArrayHelp)->required();
    command.add_option("OUT.npy", arguments->output, "The array to write")->required();
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
