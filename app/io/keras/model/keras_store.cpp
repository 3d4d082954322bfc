// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_store.h"

#include "engine/base/shown_text.h"
#include "engine/dtype/formats.h"

namespace ulpscope {

namespace {

/// The property of MultiHeadAttention that has the layer of this name (keras/src/layers/attention/multi_head_attention.py).
std::string keptAs(const std::string& child)
{
    return child == "attention_output" ? "output_dense" : child + "_dense";
}

/// "layers/dense", then "layers/dense_1": of each layer in the order of the model.
std::vector<std::string> storedFolders(const ModelSpec& spec)
{
    StoredNames names;
    std::vector<std::string> folders;
    for (const LayerSpec& layer : spec.layers)
        folders.push_back(
            layer.kerasFolder.empty() ? "layers/" + names.next(layer.className) : layer.kerasFolder);
    return folders;
}

} // namespace

std::string StoredNames::next(std::string_view className)
{
    const std::string name = snakeCase(className);
    const int before = m_used[name]++;
    return before == 0 ? name : name + "_" + std::to_string(before);
}

NpyArray arrayOf(const StoredTensor& tensor)
{
    NpyArray array{tensor.shape, {}};
    std::vector<double> values = tensor.values();
    const bool isNarrow = tensor.type->format != nullptr && contains(float32Format(), *tensor.type->format);
    if (isNarrow)
        array.values = std::vector<float>(values.begin(), values.end());
    else
        array.values = std::move(values);
    return array;
}

std::vector<StoredPlace> storedPlaces(const ModelSpec& spec, const ModelPlan& plan, const Model& model)
{
    const std::vector<std::string> folders = storedFolders(spec);
    std::vector<StoredPlace> places;
    for (std::size_t i = 0; i < plan.layers.size(); ++i) {
        const PlannedLayer& planned = plan.layers[i];
        const Node& node = model.nodes()[i];
        std::string folder = folders[planned.layer];
        if (planned.role == NodeRole::Child)
            folder += "/" + keptAs(planned.name);
        std::size_t number = 0;
        for (const Variable& variable : node.layer->variables())
            places.push_back({folder + "/vars/" + std::to_string(number++), node.path + "/" + variable.name});
    }
    return places;
}

Result<std::vector<NamedArray>> storedWeights(
    TensorFile& file, const std::vector<StoredPlace>& places, const Model& model, const std::stop_token& stop)
{
    std::vector<NamedArray> weights;
    for (const Node& node : model.nodes())
        for (const Variable& variable : node.layer->variables()) {
            const StoredPlace& place = places[weights.size()]; // in the same order
            const Result<std::size_t> index = file.find(place.stored);
            if (!index)
                return Error{place.stored, "it has none for " + shownText(place.variable)};
            if (file.tensors()[*index].shape != variable.value.shape().extents())
                return Error{place.stored,
                    "expected the shape " + variable.value.shape().text() + " of "
                        + shownText(place.variable)};
            const Result<StoredTensor> tensor = file.read(*index, nullptr, stop);
            if (!tensor)
                return tensor.error();
            weights.push_back({place.variable, arrayOf(*tensor)});
        }
    return weights;
}

} // namespace ulpscope
