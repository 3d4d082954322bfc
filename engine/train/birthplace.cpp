// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/birthplace.h"

#include "engine/base/message.h"
#include "engine/base/number_text.h"
#include "engine/train/lane_tensors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {

namespace {

/// Which of the node's tensors an operation wrote or read. shape: set to that tensor's if it was written.
TensorName tensorOf(const Lane& lane, const NonFiniteBirth& birth, Shape& shape)
{
    const Node& node = lane.model().node(birth.place.node);
    const bool isForward = birth.place.pass == Pass::Forward;
    const LaneTensors tensors(lane);
    for (const TensorRef& ref : tensors.refs()) {
        if (ref.node != birth.place.node)
            continue;
        const Tensor* tensor = tensorAt(lane, ref);
        if (tensor == nullptr)
            continue;
        if (tensor == birth.out && tensor->size() == shape.elements())
            shape = tensor->shape(); // layers compute in matrices
        if (tensor == birth.out || (tensor == birth.in && ref.role == TensorRole::Weight))
            return tensors.name(lane, ref);
    }
    for (const Tensor* arrived : node.arrivedGradients)
        if (arrived == birth.in && !isForward)
            return {node.path, "output gradient", TensorRole::OutputGradient};
    return isForward ? TensorName{node.path, "output", TensorRole::Output}
                     : TensorName{node.path, "output gradient", TensorRole::OutputGradient};
}

std::string sentenceOf(const Birthplace& birth, const std::string& how)
{
    const std::string value = std::isnan(birth.value) ? "NaN" : birth.value > 0 ? "infinity" : "-infinity";
    const std::string where = birth.layer.empty() ? "the " + birth.tensor : birth.layer + ", " + birth.tensor;
    const std::string step = std::to_string(birth.step);
    const std::string place = where + (birth.index.empty() ? "" : " " + birth.index);
    std::string text;
    switch (birth.kind) {
    case BirthKind::OfRun:
        text = "The first value that is not finite is " + value + " in " + place + " at step " + step;
        break;
    case BirthKind::OfStep:
        text = "Of step " + step + ", the first value that is not finite is " + value + " in " + place;
        break;
    case BirthKind::Nan:
        text = "The first NaN of step " + step + " is in " + place;
        break;
    }
    return text + (how.empty() ? "." : ": " + how + ".");
}

/// The first tensor of the list that is not finite, without what made it; `begun` has the rest. found: set to which one.
std::optional<Birthplace> firstOf(
    const Lane& lane, const Birthplace& begun, bool (*isLookedAt)(TensorRole), TensorRef& found)
{
    const LaneTensors tensors(lane);
    for (const TensorRef& ref : tensors.refs()) {
        const Tensor* tensor = isLookedAt(ref.role) ? tensorAt(lane, ref) : nullptr;
        if (tensor == nullptr || allFinite(lane.arithmetic(), *tensor))
            continue;
        found = ref;
        const Index element = *firstNonFinite(*tensor);
        const TensorName name = tensors.name(lane, ref);
        Birthplace birth = begun;
        birth.layer = name.layer;
        birth.tensor = name.name;
        birth.role = name.role;
        birth.index = indexText(tensor->shape(), element);
        birth.value = tensor->at(element);
        birth.format = std::string(tensor->format().name);
        return birth;
    }
    return std::nullopt;
}

/// "it comes with example 17 of the training data". exact: the data in float64, empty where float32 holds them.
std::string ofExample(
    const std::vector<std::int64_t>& batch, Index element, Index count, std::span<const double> exact)
{
    const Index width = std::max<Index>(count / static_cast<Index>(batch.size()), 1);
    const std::int64_t example = batch.at(static_cast<std::size_t>(element / width));
    const std::string place = "example " + std::to_string(example) + " of the training data";
    const auto at = static_cast<std::size_t>(example * width + element % width);
    if (at < exact.size() && std::isfinite(exact[at]))
        return place + " has " + briefText(exact[at]) + ", which float32 does not reach";
    return "it comes with " + place;
}

/// What was not finite before the step computed anything: a feature, a target, an initial weight. `begun` has the rest.
std::optional<Birthplace> birthplaceBefore(
    const Lane& lane, const Examples& train, const std::vector<std::int64_t>& batch, const Birthplace& begun)
{
    const Node& input = lane.model().nodes().front();
    Birthplace birth = begun;
    if (!allFinite(lane.arithmetic(), input.output)) {
        const Index element = *firstNonFinite(input.output);
        birth.layer = input.path;
        birth.tensor = "output";
        birth.index = indexText(input.output.shape(), element);
        birth.value = input.output.at(element);
        birth.format = std::string(input.output.format().name);
        birth.operation = translated("data");
        birth.sentence
            = sentenceOf(birth, ofExample(batch, element, input.output.size(), train.exactFeatures));
        return birth;
    }
    const std::span<const double> targets = lane.targets();
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (std::isfinite(targets[i]))
            continue;
        birth.pass = Pass::Loss;
        birth.tensor = "targets";
        birth.index = "[" + std::to_string(i) + "]";
        birth.value = targets[i];
        birth.format = "float32";
        birth.operation = translated("data");
        birth.sentence = sentenceOf(birth,
            ofExample(batch, static_cast<Index>(i), static_cast<Index>(targets.size()), train.exactTargets));
        return birth;
    }
    TensorRef ref;
    std::optional<Birthplace> weight = firstOf(
        lane, begun, [](TensorRole role) { return role == TensorRole::Weight; }, ref);
    if (weight) {
        weight->operation = translated("initial weights");
        weight->sentence = sentenceOf(*weight, "it was there before the step");
    }
    return weight;
}

} // namespace

std::string_view passName(Pass pass)
{
    constexpr std::array<std::string_view, 4> kNames{"forward", "loss", "backward", "update"};
    return kNames.at(static_cast<std::size_t>(pass));
}

std::optional<Birthplace> birthplaceInGradients(Lane& lane, const Dataset& data,
    const std::vector<std::int64_t>& batch, std::int64_t step, BirthKind kind)
{
    Birthplace birth;
    birth.step = step;
    birth.kind = kind;
    const bool isOfNan = kind == BirthKind::Nan;
    lane.undoGradients();
    if (std::optional<Birthplace> before
        = isOfNan ? std::nullopt : birthplaceBefore(lane, data.train, batch, birth)) {
        lane.computeGradients(data, batch, step); // for what layers keep beside their weights
        return before;
    }
    NonFiniteWatch watch(isOfNan ? NonFiniteWatch::Seeks::Nan : NonFiniteWatch::Seeks::NonFinite);
    lane.arithmetic().setWatch(&watch);
    lane.computeGradients(data, batch, step);
    lane.arithmetic().setWatch(nullptr);
    if (!watch.birth() && isOfNan)
        return std::nullopt;
    if (!watch.birth()) { // in an operation that does not report
        TensorRef ref;
        std::optional<Birthplace> found = firstOf(
            lane, birth,
            [](TensorRole role) { return role != TensorRole::OptimizerState && role != TensorRole::Update; },
            ref);
        if (found) {
            found->pass = isGradient(found->role) ? Pass::Backward : Pass::Forward;
            found->sentence = sentenceOf(*found, "");
        }
        return found;
    }
    const NonFiniteBirth& seen = *watch.birth();
    birth.pass = seen.place.pass;
    Shape shape = seen.shape;
    if (seen.place.pass == Pass::Loss) {
        birth.tensor = seen.out == nullptr ? "loss" : "gradient of the loss";
        birth.role = TensorRole::OutputGradient;
    } else {
        const TensorName name = tensorOf(lane, seen, shape);
        birth.layer = name.layer;
        birth.tensor = name.name;
        birth.role = name.role;
    }
    if (seen.out != nullptr)
        birth.index = indexText(shape, seen.element);
    birth.value = seen.value;
    birth.format = std::string(seen.format->name);
    birth.operation = seen.operation;
    birth.operands = seen.operands;
    birth.sentence = sentenceOf(birth, seen.how);
    return birth;
}

std::optional<Birthplace> birthplaceInUpdate(const Lane& lane, std::int64_t step, BirthKind kind)
{
    Birthplace begun;
    begun.step = step;
    begun.kind = kind;
    TensorRef ref;
    std::optional<Birthplace> birth = firstOf(
        lane, begun,
        [](TensorRole role) { return role == TensorRole::OptimizerState || role == TensorRole::Weight; },
        ref);
    if (!birth)
        return birth;
    birth->pass = Pass::Update;
    birth->operation = translated("update");
    // The weight and the states before the step are gone; the gradient that moved them is not.
    std::string how;
    const auto variables = lane.model().node(ref.node).layer->variables();
    const LaneTensors tensors(lane);
    const auto update = std::ranges::find_if(tensors.refs(), [&](const TensorRef& other) {
        return other.role == TensorRole::Update
            && (ref.role == TensorRole::OptimizerState ? other.slot == ref.slot
                                                       : other.node == ref.node && other.index == ref.index);
    });
    const Tensor& state = *tensorAt(lane, ref);
    if (update != tensors.refs().end() && variables[update->index].gradient.shape() == state.shape()) {
        const Index element = *firstNonFinite(state);
        const double gradient = variables[update->index].gradient.at(element) / lane.outcome().scale;
        birth->operands = {{"gradient without the loss scale", gradient}};
        how = "an update by a gradient of " + briefText(gradient) + " made it so";
        // A divisor that is 0: what the optimizer keeps of the variable shows it.
        for (const TensorRef& other : tensors.refs()) {
            const Tensor* kept = other.role == TensorRole::OptimizerState && other.slot == update->slot
                ? tensorAt(lane, other)
                : nullptr;
            if (kept == nullptr || kept->shape() != state.shape() || !std::isfinite(kept->at(element)))
                continue;
            const NamedValue value{tensors.name(lane, other).name, kept->at(element)};
            how += (birth->operands.size() == 1 ? ", and left " : ", ") + value.name + ' '
                + briefText(value.value);
            birth->operands.push_back(value);
        }
    }
    birth->sentence = sentenceOf(*birth, how);
    return birth;
}

} // namespace ulpscope
