// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/training_state.h"

#include "engine/base/shown_text.h"
#include "engine/train/weight_arrays.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ulpscope {

namespace {

constexpr std::string_view kSkippedInScheduleName = "optimizer/skipped_in_schedule";
constexpr double kMostSteps = 0x1p53; ///< counts beyond it are no longer exact

std::string withoutModel(const ModelSpec& spec, std::string_view path)
{
    if (spec.isSequential() && path.starts_with(spec.name + "/"))
        path.remove_prefix(spec.name.size() + 1);
    return std::string(path);
}

const NpyArray* find(std::span<const NamedArray> arrays, std::string_view name)
{
    const auto found = std::ranges::find(arrays, name, &NamedArray::name);
    return found == arrays.end() ? nullptr : &found->array;
}

double valueAt(const NpyArray& array, std::size_t index)
{
    return std::visit([&](const auto& values) { return static_cast<double>(values[index]); }, array.values);
}

NpyArray single(double value)
{
    return {{}, std::vector<double>{value}};
}

/// One tensor that a lane's optimizer keeps.
struct KeptPlace
{
    std::string name; ///< in the file
    std::size_t slot;
    std::size_t index;
    bool isNeeded; ///< not what only we keep
};

std::vector<KeptPlace> keptPlaces(const ModelSpec& spec, const Lane& lane)
{
    std::vector<KeptPlace> places;
    const Optimizer& optimizer = lane.optimizer();
    std::size_t slot = 0;
    for (const Node& node : lane.model().nodes())
        for (const Variable& variable : node.layer->variables()) {
            if (!variable.trainable)
                continue;
            for (std::size_t i = 0; i < optimizer.keptCount(slot); ++i)
                places.push_back(
                    {keptStateName(spec, node.path + "/" + variable.name, optimizer.keptName(slot, i)), slot,
                        i, &optimizer.kept(slot, i) != optimizer.compensation(slot)});
            ++slot;
        }
    return places;
}

bool isOfOptimizer(std::string_view name)
{
    return name.starts_with("optimizer/");
}

Status checkShape(const std::string& name, const NpyArray& array, const Shape& wanted)
{
    const bool hasRank = array.shape.size() <= static_cast<std::size_t>(Shape::kMaxRank);
    if (hasRank && shapeOf(array) == wanted)
        return success();
    return Error{"",
        "expected '" + shownText(name) + "' to have the shape " + wanted.text()
            + (hasRank ? ", got " + shapeOf(array).text() : "")};
}

Status checkCount(std::string_view name, const NpyArray& array)
{
    if (const Status fits = checkShape(std::string(name), array, Shape()); !fits)
        return fits;
    const double value = valueAt(array, 0);
    if (!(value >= 0 && value <= kMostSteps && value == std::floor(value)))
        return Error{"", "expected '" + std::string(name) + "' to be a count of steps"};
    return success();
}

/// What of the names fits a lane is added to `known`.
Status checkLane(
    std::span<const NamedArray> arrays, const ModelSpec& spec, const Lane& lane, std::set<std::string>& known)
{
    const bool hasOptimizer
        = std::ranges::any_of(arrays, [](const NamedArray& named) { return isOfOptimizer(named.name); });
    if (hasOptimizer && find(arrays, kIterationsName) == nullptr)
        return Error{"", "it has no array '" + std::string(kIterationsName) + "'"};
    for (const KeptPlace& place : keptPlaces(spec, lane)) {
        known.insert(place.name);
        const NpyArray* array = find(arrays, place.name);
        if (array == nullptr && hasOptimizer && place.isNeeded)
            return Error{"",
                "it has no array '" + shownText(place.name)
                    + "': it is of another optimizer or of another model"};
        if (array != nullptr)
            if (const Status fits
                = checkShape(place.name, *array, lane.optimizer().kept(place.slot, place.index).shape());
                !fits)
                return fits;
    }
    for (const Node& node : lane.model().nodes())
        for (const char* slot : {"inputs", "kernel", "outputs_grad"}) {
            known.insert(scaleStateName(spec, node.path, slot));
            known.insert(amaxHistoryStateName(spec, node.path, slot));
        }
    for (const Node& node : lane.model().nodes())
        for (const TensorScaling& scaling : node.layer->scalings()) {
            const auto* keras = std::get_if<AmaxHistory>(&scaling.state);
            if (keras == nullptr)
                continue;
            const std::string scale = scaleStateName(spec, node.path, scaling.slot);
            const std::string history = amaxHistoryStateName(spec, node.path, scaling.slot);
            if (const NpyArray* array = find(arrays, scale))
                if (const Status fits = checkShape(scale, *array, Shape()); !fits)
                    return fits;
            if (const NpyArray* array = find(arrays, history))
                if (const Status fits
                    = checkShape(history, *array, Shape{static_cast<Index>(keras->history.size())});
                    !fits)
                    return fits;
        }
    return success();
}

Status checkState(
    std::span<const NamedArray> arrays, const ModelSpec& spec, std::span<const Lane* const> lanes)
{
    std::set<std::string> known;
    for (const std::string_view count : {kIterationsName, kSkippedInScheduleName, kGoodStepsName}) {
        known.insert(std::string(count));
        if (const NpyArray* array = find(arrays, count))
            if (const Status fits = checkCount(count, *array); !fits)
                return fits;
    }
    for (const Lane* lane : lanes)
        if (const Status fits = checkLane(arrays, spec, *lane, known); !fits)
            return fits;
    for (const NamedArray& named : arrays)
        if (!known.contains(named.name))
            return Error{"",
                "nothing is kept here as '" + shownText(named.name)
                    + "': it is of another optimizer or of another model"};
    return success();
}

void takeScaling(
    std::span<const NamedArray> arrays, const ModelSpec& spec, std::string_view layer, TensorScaling& scaling)
{
    auto* keras = std::get_if<AmaxHistory>(&scaling.state);
    if (keras == nullptr)
        return;
    if (const NpyArray* array = find(arrays, scaleStateName(spec, layer, scaling.slot)))
        keras->scale = static_cast<float>(valueAt(*array, 0));
    if (const NpyArray* array = find(arrays, amaxHistoryStateName(spec, layer, scaling.slot)))
        for (std::size_t i = 0; i < keras->history.size(); ++i)
            keras->history[i] = static_cast<float>(valueAt(*array, i));
}

} // namespace

std::string keptStateName(const ModelSpec& spec, std::string_view variable, std::string_view kept)
{
    return "optimizer/" + withoutModel(spec, variable) + "/" + std::string(kept);
}

std::string scaleStateName(const ModelSpec& spec, std::string_view layer, std::string_view slot)
{
    return withoutModel(spec, layer) + "/" + std::string(slot) + "_scale";
}

std::string amaxHistoryStateName(const ModelSpec& spec, std::string_view layer, std::string_view slot)
{
    return withoutModel(spec, layer) + "/" + std::string(slot) + "_amax_history";
}

Result<std::vector<NamedArray>> loadTrainingState(const std::filesystem::path& path, const ModelSpec& spec,
    std::span<const Lane* const> lanes, const std::stop_token& stop)
{
    Result<std::vector<NamedArray>> arrays = loadNpz(path, stop);
    if (!arrays)
        return arrays;
    if (const Status fits = checkState(*arrays, spec, lanes); !fits)
        return Error{path.string(), fits.error().message};
    return arrays;
}

void assignTrainingState(std::span<const NamedArray> arrays, const ModelSpec& spec, Lane& lane)
{
    LaneState state;
    lane.save(state);
    if (const NpyArray* count = find(arrays, kIterationsName))
        state.optimizer.iterations = static_cast<std::int64_t>(valueAt(*count, 0));
    if (const NpyArray* count = find(arrays, kSkippedInScheduleName))
        state.optimizer.skippedInSchedule = static_cast<std::int64_t>(valueAt(*count, 0));
    for (const KeptPlace& place : keptPlaces(spec, lane))
        if (const NpyArray* array = find(arrays, place.name))
            assignArray(lane.arithmetic(), *array, state.optimizer.tensors[place.slot][place.index]);
    const NpyArray* goodSteps = find(arrays, kGoodStepsName);
    if (goodSteps != nullptr && state.lossScale.rule->isDynamic)
        state.lossScale.goodSteps = static_cast<std::int64_t>(valueAt(*goodSteps, 0));
    for (std::size_t i = 0; i < state.scalings.size(); ++i)
        for (TensorScaling& scaling : state.scalings[i])
            takeScaling(arrays, spec, lane.model().nodes()[i].path, scaling);
    lane.restore(state);
}

std::vector<NamedArray> trainingState(const ModelSpec& spec, const Lane& lane)
{
    LaneState state;
    lane.save(state);
    std::vector<NamedArray> arrays;
    const auto add = [&](std::string_view name, NpyArray array) {
        arrays.push_back({std::string(name), std::move(array)});
    };
    add(kIterationsName, single(static_cast<double>(state.optimizer.iterations)));
    if (state.optimizer.skippedInSchedule > 0)
        add(kSkippedInScheduleName, single(static_cast<double>(state.optimizer.skippedInSchedule)));
    for (const KeptPlace& place : keptPlaces(spec, lane))
        add(place.name, arrayOf(state.optimizer.tensors[place.slot][place.index]));
    if (state.lossScale.rule->isDynamic)
        add(kGoodStepsName, single(static_cast<double>(state.lossScale.goodSteps)));
    for (const Node& node : lane.model().nodes())
        for (const TensorScaling& scaling : node.layer->scalings())
            if (const auto* keras = std::get_if<AmaxHistory>(&scaling.state)) {
                add(scaleStateName(spec, node.path, scaling.slot), {{}, std::vector<float>{keras->scale}});
                add(amaxHistoryStateName(spec, node.path, scaling.slot),
                    {{static_cast<std::int64_t>(keras->history.size())}, keras->history});
            }
    return arrays;
}

} // namespace ulpscope
