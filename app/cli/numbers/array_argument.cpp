// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/numbers/array_argument.h"

#include "app/cli/command.h"

#include "app/io/tensors/tensor_reference.h"
#include "engine/dtype/formats.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

Result<NpyArray> loadArray(const std::string& argument)
{
    const TensorReference reference = parseTensorReference(argument);
    const Result<StoredTensor> tensor = loadTensor(reference);
    if (!tensor)
        return tensor.error();
    Result<NpyArray> array = toArray(*tensor);
    if (!array)
        return Error{argument, array.error().message};
    return array;
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

Result<Accumulator> accumulatorArgument(const std::string& name, const Format& operands)
{
    const Result<Accumulator> accumulator = accumulatorByName(name);
    if (!accumulator)
        return accumulator.error().within("--accumulate");
    if (const Status status = checkOperands(*accumulator, operands); !status)
        return status.error().within("--accumulate");
    return *accumulator;
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

} // namespace ulpscope::cli
