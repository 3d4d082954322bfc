// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/training_state.h"

#include "engine/base/shown_text.h"
#include "engine/dtype/rounding.h"
#include "engine/train/weight_arrays.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <variant>

namespace ulpscope {

namespace {

constexpr std::string_view kStepName = "run/step";
constexpr std::string_view kWeights = "run/weights/";
constexpr double kMaxCount = 0x1p53; ///< counts beyond it are no longer exact

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

/// A part of a lane's state and its name in the file.
struct StateField
{
    std::string name;
    std::variant<Tensor*, std::vector<float>*, float*, std::int64_t*, bool*> place;
    bool isNeeded = false; ///< where the file has anything of the optimizer
};

bool isOfOptimizer(std::string_view name)
{
    return name.starts_with("optimizer/");
}

void addOptimizer(
    const ModelSpec& spec, const Lane& lane, OptimizerState& state, std::vector<StateField>& fields)
{
    fields.push_back({std::string(kIterationsName), &state.iterations, true});
    fields.push_back({"optimizer/skipped_in_schedule", &state.skippedInSchedule});
    const Optimizer& optimizer = lane.optimizer();
    std::size_t slot = 0;
    for (const Node& node : lane.model().nodes())
        for (const Variable& variable : node.layer->variables()) {
            if (!variable.trainable)
                continue;
            const std::string path = node.path + "/" + variable.name;
            for (std::size_t i = 0; i < optimizer.keptCount(slot); ++i)
                fields.push_back({keptStateName(spec, path, optimizer.keptName(slot, i)),
                    &state.tensors[slot][i], &optimizer.kept(slot, i) != optimizer.compensation(slot)});
            ++slot;
        }
}

void addLossScale(LossScale& state, std::vector<StateField>& fields)
{
    fields.push_back({"loss_scale/scale", &state.scale});
    fields.push_back({std::string(kGoodStepsName), &state.goodSteps});
    fields.push_back({"loss_scale/hysteresis_left", &state.hysteresisLeft});
    fields.push_back({"loss_scale/overflows_since_shrink", &state.overflowsSinceShrink});
    fields.push_back({"loss_scale/steps_since_change", &state.stepsSinceChange});
    fields.push_back({"loss_scale/has_ended", &state.hasEnded});
}

template <class Scaling> // AmaxHistory, DelayedScaling
void addScaling(const std::string& operand, Scaling& scaling, std::vector<StateField>& fields)
{
    fields.push_back({operand + "_scale", &scaling.scale});
    fields.push_back({operand + "_amax_history", &scaling.history});
}

/// What a layer's parts have of their own is numbered: "inputs", "inputs_2".
void addScalings(
    const std::string& layer, std::vector<TensorScaling>& scalings, std::vector<StateField>& fields)
{
    std::map<std::string, int> count;
    for (TensorScaling& scaling : scalings) {
        const int part = ++count[scaling.slot];
        const std::string operand
            = layer + "/" + scaling.slot + (part > 1 ? "_" + std::to_string(part) : std::string());
        if (auto* keras = std::get_if<AmaxHistory>(&scaling.state))
            addScaling(operand, *keras, fields);
        if (auto* delayed = std::get_if<DelayedScaling>(&scaling.state))
            addScaling(operand + "_delayed", *delayed, fields);
        if (scaling.accumulated)
            addScaling(operand + "_accumulated", *scaling.accumulated, fields);
    }
}

/// All of a lane's state but its weights. state: the lane's, in which the fields point.
std::vector<StateField> stateFields(const ModelSpec& spec, const Lane& lane, LaneState& state)
{
    std::vector<StateField> fields;
    addOptimizer(spec, lane, state.optimizer, fields);
    if (state.lossScale.rule->isDynamic)
        addLossScale(state.lossScale, fields);
    for (std::size_t i = 0; i < state.scalings.size(); ++i)
        addScalings(withoutModel(spec, lane.model().nodes()[i].path), state.scalings[i], fields);
    return fields;
}

/// prefix: of the names.
std::vector<StateField> weightFields(const Lane& lane, LaneState& state, std::string_view prefix)
{
    std::vector<StateField> fields;
    std::size_t count = 0;
    for (const Node& node : lane.model().nodes())
        for (const Variable& variable : node.layer->variables())
            fields.push_back(
                {std::string(prefix) + node.path + "/" + variable.name, &state.variables[count++]});
    return fields;
}

NpyArray arrayIn(const StateField& field)
{
    struct Read
    {
        NpyArray operator()(const Tensor* tensor) const { return arrayOf(*tensor); }
        NpyArray operator()(const std::vector<float>* list) const
        {
            return {{static_cast<std::int64_t>(list->size())}, *list};
        }
        NpyArray operator()(const float* number) const { return {{}, std::vector<float>{*number}}; }
        NpyArray operator()(const std::int64_t* count) const { return single(static_cast<double>(*count)); }
        NpyArray operator()(const bool* flag) const { return single(*flag ? 1 : 0); }
    };
    return std::visit(Read{}, field.place);
}

Shape shapeIn(const StateField& field)
{
    if (const auto* tensor = std::get_if<Tensor*>(&field.place))
        return (*tensor)->shape();
    if (const auto* list = std::get_if<std::vector<float>*>(&field.place))
        return Shape{static_cast<Index>((*list)->size())};
    return Shape();
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

Status checkFits(const StateField& field, const NpyArray& array)
{
    if (const Status fits = checkShape(field.name, array, shapeIn(field)); !fits)
        return fits;
    const bool isFlag = std::holds_alternative<bool*>(field.place);
    if (!isFlag && !std::holds_alternative<std::int64_t*>(field.place))
        return success();
    const double value = valueAt(array, 0);
    if (value >= 0 && value <= (isFlag ? 1 : kMaxCount) && value == std::floor(value))
        return success();
    return Error{"", "expected '" + field.name + "' to be " + (isFlag ? "0 or 1" : "a count of steps")};
}

/// A contract that the array fits.
void assign(const NpyArray& array, const StateField& field)
{
    struct Write
    {
        const NpyArray& array;
        void operator()(Tensor* tensor) const
        {
            for (Index i = 0; i < tensor->size(); ++i)
                tensor->set(i, roundToFormat(tensor->format(), valueAt(array, static_cast<std::size_t>(i))));
        }
        void operator()(std::vector<float>* list) const
        {
            for (std::size_t i = 0; i < list->size(); ++i)
                (*list)[i] = static_cast<float>(valueAt(array, i));
        }
        void operator()(float* number) const { *number = static_cast<float>(valueAt(array, 0)); }
        void operator()(std::int64_t* count) const { *count = static_cast<std::int64_t>(valueAt(array, 0)); }
        void operator()(bool* flag) const { *flag = valueAt(array, 0) != 0; }
    };
    std::visit(Write{array}, field.place);
}

/// Makes room for what the micro-steps of an accumulation have left, where the file has it.
void makeAccumulated(const std::function<bool(const std::string&)>& has, const ModelSpec& spec,
    const Lane& lane, LaneState& state)
{
    for (std::size_t i = 0; i < state.scalings.size(); ++i)
        for (TensorScaling& scaling : state.scalings[i])
            if (const auto* keras = std::get_if<AmaxHistory>(&scaling.state))
                if (has(scaleStateName(spec, lane.model().nodes()[i].path, scaling.slot + "_accumulated")))
                    scaling.accumulated = *keras;
}

/// What of the names fits a lane is added to `known`.
Status checkLane(
    std::span<const NamedArray> arrays, const ModelSpec& spec, const Lane& lane, std::set<std::string>& known)
{
    const bool hasOptimizer
        = std::ranges::any_of(arrays, [](const NamedArray& named) { return isOfOptimizer(named.name); });
    LaneState state;
    lane.save(state);
    makeAccumulated(
        [&](const std::string& name) { return find(arrays, name) != nullptr; }, spec, lane, state);
    for (const StateField& field : stateFields(spec, lane, state)) {
        known.insert(field.name);
        const NpyArray* array = find(arrays, field.name);
        if (array == nullptr && hasOptimizer && field.isNeeded)
            return Error{"",
                "it has no array '" + shownText(field.name) + "'"
                    + (field.name == kIterationsName ? ""
                                                     : ": it is of another optimizer or of another model")};
        if (array != nullptr)
            if (const Status fits = checkFits(field, *array); !fits)
                return fits;
    }
    return success();
}

/// Whether a lane with another policy or loss scale could keep it.
bool isKeptElsewhere(std::string_view name, const ModelSpec& spec, const Lane& lane)
{
    static const std::set<std::string, std::less<>> kLossScaleNames = [] {
        LossScale any;
        std::vector<StateField> fields;
        addLossScale(any, fields);
        std::set<std::string, std::less<>> names{"optimizer/skipped_in_schedule"};
        for (const StateField& field : fields)
            names.insert(field.name);
        return names;
    }();
    if (kLossScaleNames.contains(name))
        return true;
    const auto isOfLayer = [&](const Node& node) {
        const std::string layer = withoutModel(spec, node.path) + "/";
        return name.starts_with(layer)
            && std::ranges::any_of(std::array{"inputs", "kernel", "outputs_grad"},
                [&](const char* slot) { return name.substr(layer.size()).starts_with(slot); });
    };
    return (name.ends_with("_scale") || name.ends_with("_amax_history"))
        && std::ranges::any_of(lane.model().nodes(), isOfLayer);
}

bool isOfWholeState(std::string_view name)
{
    return name == kStepName || name == kExponentsName || name.starts_with(kWeights)
        || name.starts_with(kReferencePrefix);
}

Status checkState(
    std::span<const NamedArray> arrays, const ModelSpec& spec, std::span<const Lane* const> lanes)
{
    std::set<std::string> known;
    for (const Lane* lane : lanes)
        if (const Status fits = checkLane(arrays, spec, *lane, known); !fits)
            return fits;
    for (const NamedArray& named : arrays)
        if (!known.contains(named.name) && !isKeptElsewhere(named.name, spec, *lanes.front()))
            return Error{"",
                "nothing is kept here as '" + shownText(named.name)
                    + "': it is of another optimizer or of another model"};
    return success();
}

/// A lane of a whole state with what its arrays are called in the file.
struct WholeLane
{
    /// has: whether a file that is read has an array of that name.
    WholeLane(const ModelSpec& spec, const Lane& lane, bool isReference,
        const std::function<bool(const std::string&)>& has = {})
    {
        lane.save(state);
        if (has)
            makeAccumulated(has, spec, lane, state); // the reference scales nothing
        fields = stateFields(spec, lane, state);
        if (isReference)
            for (StateField& field : fields)
                field.name.insert(0, kReferencePrefix);
        const std::string weights
            = isReference ? std::string(kReferencePrefix) + "weights/" : std::string(kWeights);
        std::ranges::move(weightFields(lane, state, weights), std::back_inserter(fields));
    }
    WholeLane(const WholeLane&) = delete;
    WholeLane& operator=(const WholeLane&) = delete;

    LaneState state;
    std::vector<StateField> fields;
};

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
    if (find(*arrays, kStepName) != nullptr)
        std::erase_if(*arrays, [](const NamedArray& named) { return isOfWholeState(named.name); });
    if (const Status fits = checkState(*arrays, spec, lanes); !fits)
        return Error{path.string(), fits.error().message};
    return arrays;
}

void assignTrainingState(std::span<const NamedArray> arrays, const ModelSpec& spec, Lane& lane)
{
    LaneState state;
    lane.save(state);
    makeAccumulated(
        [&](const std::string& name) { return find(arrays, name) != nullptr; }, spec, lane, state);
    for (const StateField& field : stateFields(spec, lane, state))
        if (const NpyArray* array = find(arrays, field.name))
            assign(*array, field);
    lane.restore(state);
}

std::vector<NamedArray> trainingState(const ModelSpec& spec, const Lane& lane)
{
    LaneState state;
    lane.save(state);
    std::vector<NamedArray> arrays;
    for (const StateField& field : stateFields(spec, lane, state))
        arrays.push_back({field.name, arrayIn(field)});
    return arrays;
}

std::vector<NamedArray> wholeState(
    const ModelSpec& spec, std::int64_t step, const Lane& candidate, const Lane* reference)
{
    std::vector<NamedArray> arrays{{std::string(kStepName), single(static_cast<double>(step))}};
    const auto add = [&](const WholeLane& lane) {
        for (const StateField& field : lane.fields)
            arrays.push_back({field.name, arrayIn(field)});
    };
    add(WholeLane(spec, candidate, false));
    if (reference != nullptr)
        add(WholeLane(spec, *reference, true));
    return arrays;
}

Status restoreWholeState(std::span<const NamedArray> arrays, const ModelSpec& spec, std::int64_t step,
    Lane& candidate, Lane* reference)
{
    std::map<std::string_view, const NpyArray*> byName;
    for (const NamedArray& named : arrays)
        if (!byName.emplace(named.name, &named.array).second)
            return Error{"", "it has two arrays '" + shownText(named.name) + "'"};
    const auto has = [&](const std::string& name) { return byName.contains(name); };
    WholeLane own(spec, candidate, false, has);
    std::optional<WholeLane> wholeReference;
    if (reference != nullptr)
        wholeReference.emplace(spec, *reference, true, has);
    std::int64_t storedStep = 0;
    std::vector<StateField> all{{std::string(kStepName), &storedStep}};
    all.insert(all.end(), own.fields.begin(), own.fields.end());
    if (wholeReference)
        all.insert(all.end(), wholeReference->fields.begin(), wholeReference->fields.end());
    for (const StateField& field : all) {
        const auto found = byName.find(field.name);
        if (found == byName.end())
            return Error{"", "it has no array '" + shownText(field.name) + "'"};
        if (const Status fits = checkFits(field, *found->second); !fits)
            return fits;
        assign(*found->second, field);
        byName.erase(found);
    }
    if (!byName.empty())
        return Error{"", "nothing here goes on from '" + shownText(std::string(byName.begin()->first)) + "'"};
    if (storedStep != step)
        return Error{
            "", "it is of step " + std::to_string(storedStep) + ", expected step " + std::to_string(step)};
    candidate.restore(own.state);
    if (wholeReference)
        reference->restore(wholeReference->state);
    return success();
}

} // namespace ulpscope
