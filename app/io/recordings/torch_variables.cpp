// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/torch_variables.h"

#include "app/io/recordings/replay_arrays.h"

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
