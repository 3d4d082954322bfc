// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/tensors/stored_values.h"

#include "app/io/tensors/tensor_reference.h"
#include "engine/dtype/formats.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

namespace ulpscope {

namespace {

constexpr std::string_view kFolder = "/vars/";
constexpr std::array<std::string_view, 3> kOperands{"inputs", "kernel", "outputs_grad"};

/// Whether the tensor is float32 and has so many axes.
bool isOfRank(const TensorEntry& entry, std::size_t rank)
{
    return entry.type != nullptr && entry.type->name == "float32" && entry.shape.size() == rank;
}

} // namespace

Result<TensorSnapshot> snapshotOf(
    const StoredTensor& tensor, const std::string& name, const std::stop_token& stop)
{
    Result<std::vector<double>> values = exactValues(tensor, stop);
    if (!values)
        return values.error();
    TensorSnapshot snapshot;
    snapshot.name.name = name;
    const auto elements = static_cast<Index>(tensor.size());
    const Index last = tensor.shape.empty() ? elements : tensor.shape.back();
    snapshot.shape = last > 0 ? Shape{elements / last, last} : Shape{1, elements};
    snapshot.format = tensor.type->format != nullptr ? tensor.type->format : &float64Format();
    snapshot.values = *std::move(values);
    return snapshot;
}

std::vector<StoredAmaxes> storedAmaxes(std::span<const TensorEntry> tensors)
{
    std::map<std::string_view, std::map<int, std::size_t>>
        layers; // layers, and the tensors of each by number
    std::vector<std::string_view> order;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::string_view name = tensors[i].name;
        const std::size_t at = name.rfind(kFolder);
        if (at == std::string_view::npos || name.starts_with("optimizer/"))
            continue;
        const std::string_view digits = name.substr(at + kFolder.size());
        int number = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (error != std::errc() || end != digits.data() + digits.size())
            continue;
        const std::string_view layer = name.substr(0, at);
        if (!layers.contains(layer))
            order.push_back(layer);
        layers[layer][number] = i;
    }
    std::vector<StoredAmaxes> found;
    for (const std::string_view layer : order) {
        std::vector<std::size_t> own;
        for (const auto& [number, tensor] : layers[layer])
            own.push_back(tensor);
        constexpr std::size_t kOwn = 2 * kOperands.size();
        if (own.size() <= kOwn) // without a kernel
            continue;
        const std::size_t first = own.size() - kOwn;
        const std::vector<std::int64_t>& length = tensors[own[first + 1]].shape;
        bool isFloat8 = length.size() == 1 && length[0] > 0 && length[0] <= kLongestAmaxHistory;
        for (std::size_t k = first; k < own.size(); k += 2)
            isFloat8 = isFloat8 && isOfRank(tensors[own[k]], 0) && isOfRank(tensors[own[k + 1]], 1)
                && tensors[own[k + 1]].shape == length;
        for (std::size_t k = 0; k < kOperands.size() && isFloat8; ++k)
            found.push_back({std::string(layer), kOperands[k], own[first + 2 * k], own[first + 2 * k + 1]});
    }
    return found;
}

void remarkAmaxes(std::vector<TensorEntry>& tensors)
{
    for (const StoredAmaxes& one : storedAmaxes(tensors)) {
        const std::string operand(one.operand);
        tensors[one.scale].remark = operand + ": float8 scale";
        tensors[one.history].remark = operand + ": amax history, the newest first";
    }
}

std::vector<float> inOrderOfSteps(const StoredTensor& history)
{
    std::vector<float> amaxes;
    for (std::uint64_t i = 0; i < history.size(); ++i)
        amaxes.push_back(static_cast<float>(history.value(i)));
    if (!amaxes.empty())
        std::rotate(amaxes.begin(), amaxes.begin() + 1, amaxes.end());
    return amaxes;
}

} // namespace ulpscope
