// SPDX-License-Identifier: GPL-3.0-or-later
// A step as operations beside the same step of a lane: where they first differ.
#pragma once

#include "engine/graph/graph_run.h"
#include "engine/session/compile_outcome.h"
#include "engine/train/lane.h"
#include "engine/train/step_formula.h"
#include "tests/engine/small_sessions.h"

#include <algorithm>
#include <map>
#include <random>

namespace ulpscope {

inline constexpr int kFormulaSteps = 5;

inline Dataset randomData(const CheckedSession& checked, std::mt19937& random, bool areClasses)
{
    Dataset data;
    data.featureShape = checked.plan.layers.front().outputShape.extents();
    data.targetsPerExample = checked.plan.layers.back().outputShape.elements();
    data.train.count = checked.session.training.batchSize * kFormulaSteps;
    std::normal_distribution<float> draw;
    for (std::int64_t i = 0; i < data.train.count * data.featuresPerExample(); ++i)
        data.train.features.push_back(3 * draw(random));
    for (std::int64_t i = 0; i < data.train.count * data.targetsPerExample; ++i)
        data.train.targets.push_back(areClasses ? static_cast<float>(draw(random) > 0) : draw(random));
    return data;
}

inline Tensor filled(const Shape& shape, const Format& format, const std::vector<double>& values)
{
    Tensor tensor(shape, format);
    for (Index i = 0; i < tensor.size(); ++i)
        tensor.set(i, roundToFormat(format, values[static_cast<std::size_t>(i)]));
    return tensor;
}

/// Where they first differ, but for which NaN it is; empty: nowhere.
inline std::string differenceOf(const Tensor& a, const Tensor& b)
{
    if (!(a.shape() == b.shape()) || a.format() != b.format())
        return a.shape().text() + std::string(a.format().name) + " and " + b.shape().text()
            + std::string(b.format().name);
    for (Index i = 0; i < a.size(); ++i)
        if (!sameBits(a.at(i), b.at(i)) && !(std::isnan(a.at(i)) && std::isnan(b.at(i))))
            return std::to_string(a.at(i)) + " and " + std::to_string(b.at(i)) + " at " + std::to_string(i);
    return {};
}

/// What a lane has of a value by its name in the graph: a variable, or of a layer's scalings "inputs_scale" and "inputs_amax_history".
inline Tensor ofLane(Lane& lane, const std::string& name)
{
    Tensor found;
    for (Node& node : lane.model().nodes()) {
        for (const Variable& variable : node.layer->variables())
            if (name == node.path + '/' + variable.name)
                found.assign(variable.value);
        for (const TensorScaling& scaling : node.layer->scalings()) {
            const std::string slot = node.path + '/' + scaling.slot;
            const std::vector<double> history(scaling.history().begin(), scaling.history().end());
            if (name == slot + "_scale")
                found = filled({}, float32Format(), {static_cast<double>(scaling.scale())});
            if (name == slot + "_amax_history")
                found = filled({static_cast<Index>(history.size())}, float32Format(), history);
        }
    }
    std::size_t slot = 0;
    for (Node& node : lane.model().nodes())
        for (const Variable& variable : node.layer->variables()) {
            if (!variable.trainable)
                continue;
            for (std::size_t i = 0; i < lane.optimizer().keptCount(slot); ++i)
                if (name
                    == node.path + '/' + variable.name + '.'
                        + std::string(lane.optimizer().keptName(slot, i)))
                    found.assign(lane.optimizer().kept(slot, i));
            ++slot;
        }
    return found;
}

/// The name in a lane of what a step keeps: an optimizer's state comes after its variable in the outputs.
inline std::vector<std::string> namesInLane(const graph::Graph& step)
{
    std::vector<std::string> names(step.nodes().size());
    std::string variable;
    for (const graph::Output& output : step.outputs()) {
        if (output.name != "next" && output.name != "kept")
            continue;
        const graph::Node& node = step[*output.variable];
        std::string& name = names[output.variable->index()];
        name = step.nameOf(*output.variable);
        if (node.pass != Pass::Update)
            variable = name;
        else if (!node.name.ends_with("_scale") && !node.name.ends_with("_amax_history"))
            name = variable + '.' + node.name;
    }
    return names;
}

/// Where both first differ over a few steps; empty: nowhere.
inline std::string difference(
    const SessionSpec& spec, const Kernels& kernels, std::mt19937& random, bool areClasses = false)
{
    const Result<CheckedSession> checked = resolveSession(spec);
    if (!checked)
        return "session: " + checked.error().text();
    const Result<graph::Graph> step = stepFormula(*checked, StepPart::Whole);
    if (!step)
        return "formula: " + step.error().text();
    const Dataset data = randomData(*checked, random, areClasses);
    const Format& floatx = floatxFor(checked->session.policies);
    Lane lane(checked->plan, checked->session.training, checked->arithmetic.kind,
        lossScaleOf(checked->session), floatx, kernels);
    Arithmetic arithmetic(kernels);
    Tensor storage;
    graph::GraphRun run(*step);
    const std::vector<std::string> names = namesInLane(*step);

    std::map<graph::ValueId, Tensor> kept;
    for (std::size_t i = 0; i < step->nodes().size(); ++i) {
        const graph::ValueId id(i);
        const graph::Node& node = (*step)[id];
        if (node.operation != graph::Operation::Variable)
            continue;
        kept[id] = Tensor(node.shape, *node.format);
        kept[id].fill(node.attributes.number);
        if (const Tensor own = ofLane(lane, step->nameOf(id)); !own.isEmpty())
            kept[id].assign(own);
    }
    for (std::int64_t at = 0; at < kFormulaSteps; ++at) {
        std::vector<std::int64_t> batch;
        for (std::int64_t i = 0; i < spec.training.batchSize; ++i)
            batch.push_back(at * spec.training.batchSize + i);
        const double learningRate = lane.optimizer().learningRate();
        const double scale = static_cast<double>(lane.lossScale().scale);
        if (!lane.computeGradients(data, batch, at))
            return "stopped";
        std::map<std::string, Tensor> inputs;
        for (std::size_t i = 0; i < step->nodes().size(); ++i) {
            const graph::Node& node = step->nodes()[i];
            const graph::ValueId id(i);
            if (node.operation == graph::Operation::Variable)
                run.give(id, kept.at(id));
            if (node.operation != graph::Operation::Input)
                continue;
            const auto rows = [&](const std::vector<float>& all) {
                const auto first = static_cast<std::ptrdiff_t>(at) * node.shape.elements();
                return std::vector<double>(all.begin() + first, all.begin() + first + node.shape.elements());
            };
            inputs[node.name] = filled(node.shape, *node.format,
                node.name == "features"            ? rows(data.train.features)
                    : node.name == "targets"       ? rows(data.train.targets)
                    : node.name == "learning_rate" ? std::vector{learningRate}
                                                   : std::vector{scale});
            run.give(id, inputs.at(node.name));
        }
        run.setStep(at);
        for (const Pass pass : {Pass::Forward, Pass::Loss, Pass::Backward, Pass::Update})
            run.run(arithmetic, pass);
        const std::string where = " of step " + std::to_string(at);
        for (const graph::Output& output : step->outputs()) {
            const Tensor& value = run.value(output.value);
            if (output.name == "prediction")
                if (const std::string found = differenceOf(value, lane.model().output()); !found.empty())
                    return found + " in the prediction" + where;
            if (output.name == "loss" && !sameBits(value.at(0), lane.outcome().loss)
                && !std::isnan(value.at(0)))
                return "loss" + where;
            if (output.name != "gradient")
                continue;
            const std::string name = step->nameOf(*output.variable);
            for (Node& node : lane.model().nodes())
                for (const Variable& variable : node.layer->variables())
                    if (name == node.path + '/' + variable.name)
                        if (const std::string found = differenceOf(value,
                                castIfNeeded(
                                    arithmetic, variable.gradient, variable.value.format(), storage));
                            !found.empty())
                            return found + " in the gradient of " + name + where;
        }
        lane.update();
        if (lane.outcome().skipped)
            return {}; // no update to compare
        for (const graph::Output& output : step->outputs()) {
            if (output.name != "next" && output.name != "kept")
                continue;
            const Tensor& value = run.value(output.value);
            const std::string& name = names[output.variable->index()];
            if (const std::string found = differenceOf(value, ofLane(lane, name)); !found.empty())
                return found + " in the next " + name + where;
        }
        for (const graph::Output& output : step->outputs())
            if (output.name == "next" || output.name == "kept")
                kept.at(*output.variable).assign(run.value(output.value));
    }
    return {};
}

} // namespace ulpscope
