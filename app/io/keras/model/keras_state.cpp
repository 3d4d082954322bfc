// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_state.h"

#include "engine/dtype/formats.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/train/training_state.h"

#include <algorithm>
#include <optional>

namespace ulpscope {

namespace {

constexpr std::string_view kOwn = "optimizer/vars/";
constexpr std::string_view kInner = "optimizer/inner_optimizer/vars/";
/// Where a LossScaleOptimizer keeps its step counter, behind its iterations and learning rate (keras/src/optimizers/loss_scale_optimizer.py).
constexpr const char* kStepCounter = "optimizer/vars/2";
constexpr std::size_t kUnbuiltLossScale = 2; ///< its own variables before it has a counter and a scale
/// Number of variables that any other optimizer has before its moments: iterations and, unless a schedule says it, the learning rate
/// (keras/src/optimizers/base_optimizer.py).
std::size_t firstKept(const KerasCompile& compile)
{
    return compile.isScheduled ? 1 : 2;
}

/// A trainable variable of Keras'; those of float8 layers' scales and histories are none of ours.
struct TrainedVariable
{
    std::string path; ///< empty: none of ours
    std::vector<Optimizer::KeptTensor> kept;
};

/// Place of a float8 layer's scales among its variables: behind them if it was quantized after it was built, else before.
/// Later versions keep nothing for them.
enum class ScalingVariables : std::uint8_t { KeptNowhere, Behind, Before };

std::vector<TrainedVariable> trainedVariables(
    const Model& model, const Optimizer& optimizer, ScalingVariables where)
{
    std::vector<TrainedVariable> trained;
    for (const Node& node : model.nodes()) {
        std::vector<TrainedVariable> own;
        for (Variable& variable : node.layer->variables())
            if (variable.trainable)
                own.push_back(
                    {node.path + "/" + variable.name, optimizer.keeps({&variable.value, nullptr, nullptr})});
        std::vector<TrainedVariable> scalings;
        if (where != ScalingVariables::KeptNowhere)
            for (const TensorScaling& scaling : node.layer->scalings())
                if (const auto* keras = std::get_if<AmaxHistory>(&scaling.state)) {
                    for (const Shape& shape : {Shape(), Shape{static_cast<Index>(keras->history.size())}}) {
                        Tensor tensor(shape, float32Format());
                        scalings.push_back({"", optimizer.keeps({&tensor, nullptr, nullptr})});
                    }
                }
        if (where == ScalingVariables::Before)
            own.swap(scalings);
        trained.insert(trained.end(), own.begin(), own.end());
        trained.insert(trained.end(), scalings.begin(), scalings.end());
    }
    return trained;
}

/// One of the optimizer's tensors in the file.
struct KeptPlace
{
    std::size_t number; ///< "optimizer/vars/3"
    std::string variable; ///< path; empty: none of ours
    std::string_view kept;
    Shape shape;
};

/// Tensors that an optimizer keeps, in the order of the file.
struct KeptOrder
{
    std::vector<std::vector<std::string_view>> groups; ///< as OptimizerTraits::keptTogether
    std::string_view once = {}; ///< as OptimizerTraits::keptOnce
    bool isOnceFirst = false; ///< before the groups; else behind them, as Keras 3.15 has it
};

const Optimizer::KeptTensor* keptAs(const TrainedVariable& variable, std::string_view name)
{
    const auto kept = std::ranges::find(variable.kept, name, &Optimizer::KeptTensor::name);
    return kept == variable.kept.end() ? nullptr : &*kept;
}

/// In the file's order: group for group, in each variable for variable. first: its number.
std::vector<KeptPlace> keptPlaces(
    std::size_t first, const KeptOrder& order, const std::vector<TrainedVariable>& trained)
{
    std::vector<KeptPlace> places;
    std::size_t next = first;
    const auto add = [&](const std::string& path, std::string_view name, const Shape& shape) {
        places.push_back({next++, path, name, shape});
    };
    const auto addOnce = [&] {
        for (const TrainedVariable& variable : trained)
            if (!variable.path.empty())
                places.push_back({next, variable.path, order.once, Shape()});
        ++next;
    };
    if (!order.once.empty() && order.isOnceFirst)
        addOnce();
    for (const std::vector<std::string_view>& group : order.groups)
        for (const TrainedVariable& variable : trained)
            for (const std::string_view name : group) {
                if (const Optimizer::KeptTensor* kept = keptAs(variable, name))
                    add(variable.path, name, kept->shape);
                else if (std::ranges::any_of(group,
                             [&](std::string_view other) { return keptAs(variable, other) != nullptr; }))
                    add("", name, Shape()); // Adafactor's of a vector, which has no rows and columns
            }
    if (!order.once.empty() && !order.isOnceFirst)
        addOnce();
    return places;
}

/// Number of the file's tensors in the folder.
std::size_t countIn(const TensorFile& file, std::string_view folder)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        file.tensors(), [&](const TensorEntry& entry) { return entry.name.starts_with(folder); }));
}

std::string_view optimizerFolder(const TensorFile& file)
{
    return countIn(file, kInner) > 0 ? kInner : kOwn;
}

std::string storedName(std::string_view folder, std::size_t number)
{
    return std::string(folder) + std::to_string(number);
}

bool has(const TensorFile& file, const std::string& name, const Shape& shape)
{
    const Result<std::size_t> index = file.find(name);
    return index && file.tensors()[*index].shape == shape.extents();
}

/// Whether the file's optimizer has just these.
bool fits(
    const TensorFile& file, std::string_view folder, std::size_t first, const std::vector<KeptPlace>& places)
{
    std::size_t end = first;
    for (const KeptPlace& place : places)
        end = std::max(end, place.number + 1);
    return countIn(file, folder) == end && std::ranges::all_of(places, [&](const KeptPlace& place) {
        return has(file, storedName(folder, place.number), place.shape);
    });
}

Status add(TensorFile& file, const std::string& stored, std::string name, KerasTrainingState& state,
    const std::stop_token& stop)
{
    const Result<std::size_t> index = file.find(stored);
    if (!index)
        return Error{stored, "is missing"};
    const Result<StoredTensor> tensor = file.read(*index, nullptr, stop);
    if (!tensor)
        return tensor.error();
    state.arrays.push_back({std::move(name), arrayOf(*tensor)});
    return success();
}

Status addOptimizer(TensorFile& file, const ModelSpec& spec, const KerasCompile& compile, const Model& model,
    KerasTrainingState& state, const std::stop_token& stop)
{
    const Component& component = *compile.optimizer;
    const std::string_view folder = optimizerFolder(file);
    if (!has(file, storedName(folder, 0), Shape()))
        return success(); // the optimizer was not built
    const OptimizerClass& row = *findRow(optimizerCatalog(), component.className);
    const std::unique_ptr<Optimizer> optimizer = row.make(component.config, {});
    const bool hasAverages = optimizer->hasAverages();
    const bool accumulates = optimizer->accumulationSteps() > 1;
    KeptOrder order{row.keptTogether, row.keptOnce};
    if (hasAverages)
        order.groups.insert(order.groups.begin(), {"average"});
    if (accumulates)
        order.groups.insert(order.groups.begin(), {"gradient_accumulator"});
    const std::size_t first = firstKept(compile);
    std::optional<std::vector<KeptPlace>> found;
    if (!(hasAverages && accumulates)) // with both, the order of variables differs between versions of Keras
        for (const ScalingVariables where :
            {ScalingVariables::KeptNowhere, ScalingVariables::Behind, ScalingVariables::Before})
            for (const bool isOnceFirst : {false, true}) {
                order.isOnceFirst = isOnceFirst;
                std::vector<KeptPlace> places
                    = keptPlaces(first, order, trainedVariables(model, *optimizer, where));
                if (!found && fits(file, folder, first, places))
                    found = std::move(places);
            }
    if (!found && countIn(file, folder) == first)
        return success(); // compiled and never built
    if (!found) {
        state.notes.push_back("The file's optimizer does not keep what " + component.className
            + " keeps of these weights: that, and its count of steps, begin anew.");
        return success();
    }
    if (const Status added = add(file, storedName(folder, 0), std::string(kIterationsName), state, stop);
        !added)
        return added;
    for (const KeptPlace& place : *found)
        if (!place.variable.empty())
            if (const Status added = add(file, storedName(folder, place.number),
                    keptStateName(spec, place.variable, place.kept), state, stop);
                !added)
                return added;
    return success();
}

Status addScalings(TensorFile& file, const ModelSpec& spec, const std::vector<StoredPlace>& places,
    const Model& model, KerasTrainingState& state, const std::stop_token& stop)
{
    for (const StoredScaling& scaling : storedScalings(places, model)) {
        const Shape shape = scaling.isHistory ? Shape{static_cast<Index>(scaling.length)} : Shape();
        if (!has(file, scaling.stored, shape))
            continue;
        const std::string name = scaling.isHistory ? amaxHistoryStateName(spec, scaling.layer, scaling.slot)
                                                   : scaleStateName(spec, scaling.layer, scaling.slot);
        if (const Status added = add(file, scaling.stored, name, state, stop); !added)
            return added;
        state.taken.insert(scaling.stored);
    }
    return success();
}

} // namespace

std::vector<StoredScaling> storedScalings(const std::vector<StoredPlace>& places, const Model& model)
{
    std::vector<StoredScaling> scalings;
    std::size_t next = 0; // place of the node's first variable
    for (const Node& node : model.nodes()) {
        const std::size_t count = node.layer->variables().size();
        if (count > 0) {
            const std::string& first = places.at(next).stored;
            const std::string folder = first.substr(0, first.rfind('/') + 1);
            std::size_t number = count;
            for (const TensorScaling& scaling : node.layer->scalings())
                if (const auto* keras = std::get_if<AmaxHistory>(&scaling.state)) {
                    scalings.push_back(
                        {folder + std::to_string(number++), node.path, scaling.slot, false, 1});
                    scalings.push_back({folder + std::to_string(number++), node.path, scaling.slot, true,
                        keras->history.size()});
                }
        }
        next += count;
    }
    return scalings;
}

bool hasUnbuiltLossScale(const TensorFile& file)
{
    return countIn(file, kOwn) == countIn(file, kInner) + kUnbuiltLossScale;
}

Result<KerasTrainingState> storedTrainingState(TensorFile& file, const ModelSpec& spec,
    const KerasCompile& compile, bool scaleGoesOn, const std::vector<StoredPlace>& places, const Model& model,
    const std::stop_token& stop)
{
    KerasTrainingState state;
    if (compile.optimizer)
        if (const Status added = addOptimizer(file, spec, compile, model, state, stop); !added)
            return added.error();
    if (scaleGoesOn && has(file, kStepCounter, Shape()))
        if (const Status added = add(file, kStepCounter, std::string(kGoodStepsName), state, stop); !added)
            return added.error();
    if (const Status added = addScalings(file, spec, places, model, state, stop); !added)
        return added.error();
    return state;
}

} // namespace ulpscope
