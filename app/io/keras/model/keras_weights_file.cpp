// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_weights_file.h"

#include "app/io/keras/model/keras_state.h"
#include "app/io/keras/model/keras_store.h"
#include "engine/base/check.h"
#include "engine/base/shown_text.h"
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"
#include "engine/train/training_state.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

namespace ulpscope {

namespace {

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
            const StoredPlace& place = places[datasets.size()]; // in the same order
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
