// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/replay_arrays.h"

#include "engine/base/check.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

const ReplayArray* variableOf(const ReplayVariables& variables, std::string_view name)
{
    const auto found = std::ranges::find_if(variables, [&](const auto& each) { return each.first == name; });
    return found == variables.end() ? nullptr : &found->second;
}

/// Part `part` of three along the first axis.
ReplayArray third(const ReplayArray& array, std::int64_t part)
{
    std::vector<std::int64_t> entries;
    for (std::int64_t i = array.shape.front() / 3 * part; i < array.shape.front() / 3 * (part + 1); ++i)
        entries.push_back(i);
    return entriesOf(array, entries);
}

constexpr std::array<int, 2> kSwapped{1, 0};

/// torch.nn.MultiheadAttention: in_proj_weight [3 E, E], query before key before value, each head by head; out_proj.weight [E, E].
ReplayVariables attentionVariables(const ReplayVariables& given, std::int64_t heads)
{
    const ReplayArray* in = variableOf(given, "in_proj_weight");
    const ReplayArray* out = variableOf(given, "out_proj.weight");
    if (in == nullptr || out == nullptr || in->shape.size() != 2 || out->shape.size() != 2 || heads < 1
        || in->shape[0] != 3 * in->shape[1] || in->shape[1] % heads != 0 || out->shape[0] != in->shape[1]
        || out->shape[1] != in->shape[1])
        return given;
    const std::int64_t features = in->shape[1];
    const std::int64_t size = features / heads;
    ReplayVariables result;
    constexpr std::array<const char*, 3> kProjections{"query", "key", "value"};
    for (std::int64_t part = 0; part < 3; ++part) {
        const std::string name = kProjections[static_cast<std::size_t>(part)];
        result.emplace_back(
            name + ".kernel", reshaped(withAxes(third(*in, part), kSwapped), {features, heads, size}));
        if (const ReplayArray* bias = variableOf(given, "in_proj_bias");
            bias != nullptr && bias->shape == std::vector{3 * features})
            result.emplace_back(name + ".bias", reshaped(third(*bias, part), {heads, size}));
    }
    result.emplace_back(
        "attention_output.kernel", reshaped(withAxes(*out, kSwapped), {heads, size, features}));
    if (const ReplayArray* bias = variableOf(given, "out_proj.bias"))
        result.emplace_back("attention_output.bias", *bias);
    return result;
}

} // namespace

ReplayArray withAxes(const ReplayArray& array, std::span<const int> order)
{
    const std::size_t rank = array.shape.size();
    check(order.size() == rank, "[withAxes] one place for each axis");
    std::vector<std::size_t> strides(rank, 1); // strides of the array's axes
    for (std::size_t axis = rank; axis-- > 1;)
        strides[axis - 1] = strides[axis] * static_cast<std::size_t>(array.shape[axis]);
    ReplayArray result;
    std::vector<std::size_t> steps;
    for (const int axis : order) {
        result.shape.push_back(array.shape[static_cast<std::size_t>(axis)]);
        steps.push_back(strides[static_cast<std::size_t>(axis)]);
    }
    result.values.reserve(array.values.size());
    std::vector<std::int64_t> at(rank, 0);
    std::size_t from = 0;
    for (std::size_t i = 0; i < array.values.size(); ++i) {
        result.values.push_back(array.values[from]);
        for (std::size_t axis = rank; axis-- > 0;) {
            from += steps[axis];
            if (++at[axis] < result.shape[axis])
                break;
            from -= steps[axis] * static_cast<std::size_t>(result.shape[axis]);
            at[axis] = 0;
        }
    }
    return result;
}

ReplayArray withZerosAround(const ReplayArray& image, std::int64_t vertical, std::int64_t horizontal)
{
    check(image.shape.size() == 4, "[withZerosAround] images");
    const std::int64_t height = image.shape[1];
    const std::int64_t row = image.shape[2] * image.shape[3];
    ReplayArray result{
        {image.shape[0], height + 2 * vertical, image.shape[2] + 2 * horizontal, image.shape[3]}, {}};
    const std::int64_t wideRow = result.shape[2] * result.shape[3];
    result.values.resize(static_cast<std::size_t>(result.shape[0] * result.shape[1] * wideRow));
    for (std::int64_t line = 0; line < image.shape[0] * height; ++line) {
        const std::int64_t to = line / height * result.shape[1] + vertical + line % height;
        std::copy_n(image.values.begin() + line * row, row,
            result.values.begin() + to * wideRow + horizontal * image.shape[3]);
    }
    return result;
}

ReplayArray entriesOf(const ReplayArray& array, std::span<const std::int64_t> entries)
{
    ReplayArray result{array.shape, {}};
    const auto size = static_cast<std::ptrdiff_t>(
        array.shape.front() == 0 ? 0 : array.values.size() / static_cast<std::size_t>(array.shape.front()));
    result.shape.front() = static_cast<std::int64_t>(entries.size());
    for (const std::int64_t entry : entries) {
        const auto begin = array.values.begin() + static_cast<std::ptrdiff_t>(entry) * size;
        result.values.insert(result.values.end(), begin, begin + size);
    }
    return result;
}

ReplayArray reshaped(ReplayArray array, std::vector<std::int64_t> shape)
{
    array.shape = std::move(shape);
    return array;
}

ReplayVariables kerasVariables(ReplayVariables given, std::string_view className, std::int64_t heads)
{
    if (variableOf(given, "in_proj_weight") != nullptr)
        return attentionVariables(given, heads);
    for (auto& [name, array] : given) {
        if (name == "weight" && className == "Dense" && array.shape.size() == 2) {
            name = "kernel";
            array = withAxes(array, kSwapped);
        } else if (name == "weight" && className == "Conv2D" && array.shape.size() == 4) {
            name = "kernel";
            array = withAxes(array, std::array{2, 3, 1, 0});
        } else if (name == "weight" && className == "LayerNormalization") {
            name = "gamma";
        } else if (name == "bias" && className == "LayerNormalization") {
            name = "beta";
        } else if (name == "weight" && className == "RMSNormalization") {
            name = "scale";
        }
    }
    return given;
}

} // namespace ulpscope
