// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/weight_arrays.h"

#include "engine/base/closest_name.h"
#include "engine/base/shown_text.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <cstring>

namespace ulpscope {

namespace {

constexpr std::size_t kLongestPath = 200; ///< in a message

std::string pathOf(const Node& node, const Variable& variable)
{
    return node.path + "/" + variable.name;
}

std::vector<std::string> variablePaths(const Model& model)
{
    std::vector<std::string> paths;
    for (const Node& node : model.nodes())
        for (const Variable& variable : node.layer->variables())
            paths.push_back(pathOf(node, variable));
    return paths;
}

const NamedArray* find(std::span<const NamedArray> weights, const std::string& name)
{
    const auto found = std::find_if(
        weights.begin(), weights.end(), [&](const NamedArray& named) { return named.name == name; });
    return found == weights.end() ? nullptr : &*found;
}

/// Keras names a Sequential's variables with its name before, whatever that is, and those of the same chain of layers as a
/// Functional model without one: such names become ours.
void useModelName(
    std::vector<NamedArray>& weights, const std::vector<std::string>& paths, const ModelSpec& spec)
{
    if (!spec.isSequential())
        return;
    for (NamedArray& named : weights) {
        if (std::ranges::find(paths, named.name) != paths.end())
            continue;
        const std::string behind = named.name.substr(named.name.find('/') + 1);
        for (const std::string& path : {spec.name + "/" + named.name, spec.name + "/" + behind})
            if (std::ranges::find(paths, path) != paths.end() && find(weights, path) == nullptr) {
                named.name = path;
                break;
            }
    }
}

Status checkWeights(std::span<const NamedArray> weights, const Model& model)
{
    for (const Node& node : model.nodes()) {
        for (const Variable& variable : node.layer->variables()) {
            const std::string path = pathOf(node, variable);
            const NamedArray* named = find(weights, path);
            if (named == nullptr)
                return Error{"", "it has no array '" + shownText(path, kLongestPath) + "'"};
            const bool hasRank = named->array.shape.size() <= static_cast<std::size_t>(Shape::kMaxRank);
            if (!hasRank || !(shapeOf(named->array) == variable.value.shape()))
                return Error{"",
                    "expected '" + shownText(path, kLongestPath) + "' to have the shape "
                        + variable.value.shape().text()
                        + (hasRank ? ", got " + shapeOf(named->array).text() : "")};
        }
    }
    const std::vector<std::string> paths = variablePaths(model);
    for (const NamedArray& named : weights)
        if (std::find(paths.begin(), paths.end(), named.name) == paths.end())
            return Error{"", unknownName(translated("variable"), named.name, paths)};
    return success();
}

} // namespace

Shape shapeOf(const NpyArray& array)
{
    Shape shape;
    for (const std::int64_t extent : array.shape)
        shape.append(extent);
    return shape;
}

NpyArray arrayOf(const Tensor& tensor)
{
    NpyArray array;
    for (int axis = 0; axis < tensor.shape().rank(); ++axis)
        array.shape.push_back(tensor.shape()[axis]);
    const auto values = [&]<class T>(T) {
        std::vector<T> list(static_cast<std::size_t>(tensor.size()));
        for (Index i = 0; i < tensor.size(); ++i)
            list[static_cast<std::size_t>(i)] = static_cast<T>(tensor.at(i));
        return list;
    };
    if (contains(float32Format(), tensor.format()))
        array.values = values(float{});
    else
        array.values = values(double{});
    return array;
}

std::vector<NamedArray> weightArrays(const Model& model)
{
    std::vector<NamedArray> arrays;
    for (const Node& node : model.nodes())
        for (const Variable& variable : node.layer->variables())
            arrays.push_back({pathOf(node, variable), arrayOf(variable.value)});
    return arrays;
}

std::vector<ArraySource> weightSources(const Model& model)
{
    std::vector<ArraySource> sources;
    for (const Node& node : model.nodes())
        for (const Variable& variable : node.layer->variables()) {
            const Tensor& tensor = variable.value;
            ArraySource source{pathOf(node, variable), {}, contains(float32Format(), tensor.format()), {}};
            for (int axis = 0; axis < tensor.shape().rank(); ++axis)
                source.shape.push_back(tensor.shape()[axis]);
            source.read = [&tensor, isSingle = source.isSingle](std::size_t first, std::span<char> bytes) {
                const auto write = [&]<class T>(T) {
                    for (std::size_t i = 0; i * sizeof(T) < bytes.size(); ++i) {
                        const T value = static_cast<T>(tensor.at(static_cast<Index>(first + i)));
                        std::memcpy(&bytes[i * sizeof value], &value, sizeof value);
                    }
                };
                isSingle ? write(float{}) : write(double{});
            };
            sources.push_back(std::move(source));
        }
    return sources;
}

Result<std::vector<NamedArray>> loadWeights(
    const std::filesystem::path& path, const ModelSpec& spec, const Model& model, const std::stop_token& stop)
{
    Result<std::vector<NamedArray>> weights = loadNpz(path, stop);
    if (!weights)
        return weights;
    useModelName(*weights, variablePaths(model), spec);
    if (const Status fits = checkWeights(*weights, model); !fits)
        return Error{path.string(), fits.error().message};
    return weights;
}

void assignArray(Arithmetic& arithmetic, const NpyArray& array, Tensor& tensor)
{
    Tensor exact(tensor.shape(), float64Format());
    std::visit(
        [&](const auto& values) {
            for (std::size_t i = 0; i < values.size(); ++i)
                exact.set(static_cast<Index>(i), static_cast<double>(values[i]));
        },
        array.values);
    const Format& format = tensor.format();
    cast(arithmetic, exact, format, tensor);
}

void assignWeights(Arithmetic& arithmetic, std::span<const NamedArray> weights, Model& model)
{
    for (Node& node : model.nodes()) {
        for (Variable& variable : node.layer->variables()) {
            const NamedArray& named = *find(weights, pathOf(node, variable));
            assignArray(arithmetic, named.array, variable.value);
        }
    }
}

} // namespace ulpscope
