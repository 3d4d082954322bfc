// SPDX-License-Identifier: GPL-3.0-or-later
// A step computed operation by operation from formulas, held against the trainer's over a few steps, bit for bit: outputs, loss,
// gradients, weights and what the optimizer keeps.
#pragma once

#include "engine/dtype/rounding.h"
#include "engine/graph/graph_run.h"
#include "engine/session/compile_outcome.h"
#include "engine/train/lane.h"
#include "engine/train/step_formula.h"
#include "tests/engine/small_sessions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace ulpscope {

inline constexpr int kSteps = 4;

inline LayerSpec dense(
    const std::string& name, std::int64_t units, const std::string& activation = "linear", bool bias = true)
{
    return {name, "Dense", {{"units", units}, {"activation", activation}, {"use_bias", bias}}, {}, {}};
}

using Extents = std::vector<std::int64_t>;

inline LayerSpec layer(const std::string& className, Config config = {}, std::vector<std::string> inputs = {})
{
    std::string name = className;
    for (char& c : name)
        c = static_cast<char>(std::tolower(c));
    LayerSpec spec{name, className, std::move(config), {}, {}};
    spec.inputs = std::move(inputs);
    return spec;
}

inline SessionSpec sessionOf(
    std::vector<LayerSpec> layers, const std::string& policy, const Extents& shape = {3})
{
    SessionSpec session = circle(policy);
    session.model.layers = {{"input_layer", "InputLayer", {{"shape", shape}}, {}, {}}};
    session.model.layers.insert(session.model.layers.end(), layers.begin(), layers.end());
    session.training.loss = {"MeanSquaredError", {}};
    session.data = {"csv", {{"file", std::string("never read.csv")}}};
    session.training.batchSize = 5;
    session.training.arithmetic = ArithmeticKind::Written;
    return session;
}

/// What targets are: Binary are 0 or 1, Signs -1 or 1, Rows probabilities of the classes in the last axis.
enum class Targets : std::uint8_t { Numbers, Binary, Signs, Counts, Classes, Rows };

inline Dataset randomData(const CheckedSession& checked, std::mt19937& random, Targets targets)
{
    Dataset data;
    data.featureShape = checked.plan.layers.front().outputShape.extents();
    const Shape& output = checked.plan.layers.back().outputShape;
    data.targetsPerExample = output.elements() / (targets == Targets::Classes ? output.last() : 1);
    data.train.count = checked.session.training.batchSize * kSteps;
    std::normal_distribution<float> draw;
    for (std::int64_t i = 0; i < data.train.count * data.featuresPerExample(); ++i)
        data.train.features.push_back(3 * draw(random));
    for (std::int64_t i = 0; i < data.train.count * data.targetsPerExample; ++i) {
        const float number = draw(random);
        const bool isPositive = number > 0;
        data.train.targets.push_back(targets == Targets::Binary ? static_cast<float>(isPositive)
                : targets == Targets::Signs                     ? (isPositive ? 1.0F : -1.0F)
                : targets == Targets::Counts                    ? std::floor(3 * std::fabs(number))
                : targets == Targets::Classes
                ? static_cast<float>(random() % static_cast<unsigned>(output.last()))
                : targets == Targets::Rows ? std::fabs(number)
                                           : number);
    }
    const auto classes = static_cast<std::size_t>(output.last());
    std::vector<float>& all = data.train.targets;
    for (std::size_t row = 0; targets == Targets::Rows && row < all.size(); row += classes) {
        const bool isOneHot = random() % 2 == 0;
        const float sum = std::accumulate(&all[row], &all[row] + classes, 0.0F);
        const std::size_t target = random() % classes;
        for (std::size_t i = 0; i < classes; ++i)
            all[row + i] = isOneHot ? static_cast<float>(i == target) : all[row + i] / sum;
    }
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

/// What a step's inputs of one number are, but for the examples.
inline std::map<std::string, double> stepNumbers(const Lane& lane, const Config& config, std::int64_t step)
{
    const Optimizer& optimizer = lane.optimizer();
    const std::int64_t iterations = optimizer.applied() / optimizer.accumulationSteps() + 1;
    const std::int64_t frequency = config.integer("ema_overwrite_frequency");
    const bool isUpdate = (optimizer.applied() + 1) % optimizer.accumulationSteps() == 0;
    const bool isOverwrite = frequency > 0 && iterations % frequency == 0;
    return {{"step", static_cast<double>(step)}, {"learning_rate", optimizer.learningRate()},
        {"loss_scale", static_cast<double>(lane.lossScale().scale)},
        {"iterations", static_cast<double>(iterations)}, {"is_update", isUpdate ? 1 : 0},
        {"is_overwrite", isOverwrite ? 1 : 0}};
}

/// Whether any of what was compared was more than NaN and a skipped step.
struct Compared
{
    int updates = 0; ///< steps that were not skipped
    bool isFinite = false; ///< whether any output was
};

/// Where both first differ over a few steps; empty: nowhere.
inline std::string difference(const SessionSpec& spec, const Kernels& kernels, std::mt19937& random,
    Targets targets = Targets::Numbers, Compared* compared = nullptr)
{
    Compared ignored;
    compared = compared == nullptr ? &ignored : compared;
    const Result<CheckedSession> checked = resolveSession(spec);
    if (!checked)
        return "session: " + checked.error().text();
    const Result<graph::Graph> step = stepFormula(*checked, StepPart::Whole);
    if (!step)
        return "formula: " + step.error().text();
    const Dataset data = randomData(*checked, random, targets);
    const Format& floatx = floatxFor(checked->session.policies);
    Lane lane(checked->plan, checked->session.training, ArithmeticKind::Written,
        lossScaleOf(checked->session), floatx, kernels);
    Arithmetic arithmetic(kernels);
    Tensor storage;
    graph::GraphRun run(*step, graph::LoweredTo::Chains);

    std::vector<Variable*> ofLane;
    for (Node& node : lane.model().nodes())
        for (Variable& variable : node.layer->variables())
            ofLane.push_back(&variable);
    std::map<graph::ValueId, Tensor> kept; // variables and what the optimizer keeps
    std::map<graph::ValueId, Variable*> variables; // of layers
    for (std::size_t i = 0; i < step->nodes().size(); ++i) {
        const graph::Node& node = step->nodes()[i];
        if (node.operation != graph::Operation::Variable || node.pass != Pass::Forward)
            continue;
        if (variables.size() == ofLane.size())
            return "variables";
        Variable& own = *ofLane[variables.size()];
        kept[graph::ValueId(i)].assign(own.value);
        variables[graph::ValueId(i)] = &own;
    }
    if (variables.size() != ofLane.size())
        return "variables";
    std::vector<Variable*> trained;
    for (const graph::Output& output : step->outputs())
        if (output.name == "gradient")
            trained.push_back(variables.at(*output.variable));
    for (const graph::Output& output : step->outputs())
        if (output.name == "next" && !kept.contains(*output.variable)) {
            Tensor& state = kept[*output.variable]
                = Tensor((*step)[*output.variable].shape, *(*step)[*output.variable].format);
            if ((*step)[*output.variable].name == "u_product")
                state.fill(1);
            if ((*step)[*output.variable].name == "accumulator")
                state.fill(roundToFormat(state.format(),
                    checked->session.training.optimizer.config.number("initial_accumulator_value")));
        }

    for (std::int64_t at = 0; at < kSteps; ++at) {
        std::vector<std::int64_t> batch;
        for (std::int64_t i = 0; i < spec.training.batchSize; ++i)
            batch.push_back(at * spec.training.batchSize + i);
        const std::map<std::string, double> numbers
            = stepNumbers(lane, checked->session.training.optimizer.config, at);
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
                const auto width = static_cast<std::size_t>(node.shape.elements());
                return std::vector<double>(
                    all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(at) * width),
                    all.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(at + 1) * width));
            };
            inputs[node.name] = filled(node.shape, *node.format,
                node.name == "features"      ? rows(data.train.features)
                    : node.name == "targets" ? rows(data.train.targets)
                                             : std::vector{numbers.at(node.name)});
            run.give(id, inputs.at(node.name));
        }
        for (const Pass pass : {Pass::Forward, Pass::Loss, Pass::Backward, Pass::Update})
            run.run(arithmetic, pass);
        const std::string where = " of step " + std::to_string(at);
        std::size_t count = 0;
        for (const graph::Output& output : step->outputs()) {
            const Tensor& value = run.value(output.value);
            if (output.name == "prediction") {
                if (const std::string found = differenceOf(value, lane.model().output()); !found.empty())
                    return found + " in the prediction" + where;
                for (Index i = 0; i < value.size(); ++i)
                    compared->isFinite = compared->isFinite || std::isfinite(value.at(i));
            }
            if (output.name == "loss" && !sameBits(value.at(0), lane.outcome().loss)
                && !std::isnan(value.at(0)))
                return "loss" + where;
            if (output.name == "gradient") {
                const Variable& variable = *trained[count++];
                const std::string found = differenceOf(
                    value, castIfNeeded(arithmetic, variable.gradient, variable.value.format(), storage));
                if (!found.empty())
                    return found + " in the gradient of " + step->nameOf(*output.variable) + where;
            }
        }
        lane.update();
        if (lane.outcome().skipped) { // no update to compare
            for (const auto& [id, variable] : variables)
                kept.at(id).assign(variable->value);
            continue;
        }
        ++compared->updates;
        std::size_t slot = 0;
        std::size_t index = 0; // of what is kept of the variable
        for (const graph::Output& output : step->outputs()) {
            if (output.name != "next")
                continue;
            const Tensor& value = run.value(output.value);
            const auto own = variables.find(*output.variable);
            const bool isVariable = own != variables.end();
            if (isVariable && !own->second->trainable) {
                if (const std::string found = differenceOf(value, own->second->value); !found.empty())
                    return found + " in the next " + step->nameOf(*output.variable) + where;
                kept.at(*output.variable).assign(value);
                continue;
            }
            if (isVariable) {
                slot = count++ - trained.size();
                index = 0;
            }
            const Optimizer& optimizer = lane.optimizer();
            if (!isVariable && index >= optimizer.keptCount(slot))
                return "more is kept" + where;
            const std::string found
                = differenceOf(value, isVariable ? trained[slot]->value : optimizer.kept(slot, index));
            if (!found.empty())
                return found + " in the next " + step->nameOf(*output.variable) + where;
            if (!isVariable && optimizer.keptName(slot, index) != (*step)[*output.variable].name)
                return "another name: " + std::string(optimizer.keptName(slot, index)) + where;
            index += isVariable ? 0 : 1;
            kept.at(*output.variable).assign(value);
        }
        if (count != 2 * trained.size() || index != lane.optimizer().keptCount(slot))
            return "not all is updated" + where;
    }
    return {};
}

inline std::string pick(std::mt19937& random, const std::vector<std::string>& from)
{
    return from[random() % from.size()];
}

inline const std::vector<std::string> kPolicies{
    "float32", "float16", "bfloat16", "float64", "mixed_float16", "mixed_bfloat16"};

} // namespace ulpscope
