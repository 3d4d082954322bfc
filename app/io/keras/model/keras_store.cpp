// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_store.h"

#include "app/io/keras/model/keras_state.h"
#include "engine/base/check.h"
#include "engine/base/shown_text.h"
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"
#include "engine/train/training_state.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <unordered_map>

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

struct ElementFormat
{
    Hdf5Element element;
    std::string_view format;
};
constexpr std::array<ElementFormat, 4> kElementFormats{
    {{Hdf5Element::Float16, "float16"}, {Hdf5Element::BFloat16, "bfloat16"},
        {Hdf5Element::Float32, "float32"}, {Hdf5Element::Float64, "float64"}}};

std::optional<Hdf5Element> elementOf(const Format& format)
{
    for (const ElementFormat& row : kElementFormats)
        if (row.format == format.name)
            return row.element;
    return std::nullopt;
}

const Format& formatOf(Hdf5Element element)
{
    const auto row = std::ranges::find(kElementFormats, element, &ElementFormat::element);
    return *findFormat(row->format);
}

std::string bytesOf(const NpyArray& array, const Format& format)
{
    std::string bytes;
    std::visit(
        [&](const auto& values) {
            for (const auto value : values) {
                const std::uint64_t code = encode(format, static_cast<double>(value));
                for (int shift = 0; shift < format.bits(); shift += 8)
                    bytes += static_cast<char>(code >> shift & 0xff);
            }
        },
        array.values);
    return bytes;
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
            const StoredPlace& place = places[weights.size()]; // places and arrays have the same order
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

Result<std::vector<KerasDataset>> kerasDatasets(const SessionSpec& session, const Kernels& kernels)
{
    const Result<ModelPlan> plan = planModel(session.model, session.policies, session.training.seed);
    if (!plan)
        return plan.error();
    Arithmetic arithmetic(kernels);
    const Model model(*plan, arithmetic);
    const std::vector<StoredPlace> places = storedPlaces(session.model, *plan, model);
    std::vector<KerasDataset> datasets;
    std::set<std::string_view> used;
    for (std::size_t i = 0; i < plan->layers.size(); ++i) {
        const PlannedLayer& planned = plan->layers[i];
        const auto refused = [&](const std::string& why) {
            return Error{"layers[" + std::to_string(planned.layer) + "]",
                "no .weights.h5 for Keras has " + shownText(planned.path) + why};
        };
        if (planned.options.numerics.integerKernel)
            return refused(", whose kernel Keras keeps as integers under " + planned.policy.name);
        for (const Variable& variable : model.nodes()[i].layer->variables()) {
            const StoredPlace& place = places[datasets.size()]; // places and arrays have the same order
            const std::optional<Hdf5Element> element = elementOf(variable.value.format());
            if (!element)
                return refused("/" + variable.name + ", which is stored in "
                    + std::string(variable.value.format().name));
            if (!used.insert(place.stored).second)
                return refused(" at " + place.stored + ", where another layer is too");
            datasets.push_back({place.stored, place.variable, *element});
        }
    }
    for (const StoredScaling& scaling : storedScalings(places, model))
        datasets.push_back({scaling.stored,
            scaling.isHistory ? amaxHistoryStateName(session.model, scaling.layer, scaling.slot)
                              : scaleStateName(session.model, scaling.layer, scaling.slot),
            Hdf5Element::Float32});
    return datasets;
}

std::string kerasWeightsFile(const std::vector<KerasDataset>& datasets,
    const std::vector<NamedArray>& weights, const std::vector<NamedArray>& state)
{
    std::unordered_map<std::string_view, const NpyArray*> arrays;
    for (const std::vector<NamedArray>* list : {&state, &weights})
        for (const NamedArray& named : *list)
            arrays[named.name] = &named.array;
    std::vector<Hdf5Variable> variables;
    for (const KerasDataset& dataset : datasets) {
        const auto found = arrays.find(dataset.array);
        check(found != arrays.end(), "[kerasWeightsFile] the run has what its session has");
        variables.push_back({dataset.stored, dataset.element, found->second->shape,
            bytesOf(*found->second, formatOf(dataset.element))});
    }
    return hdf5File(variables);
}

} // namespace ulpscope
