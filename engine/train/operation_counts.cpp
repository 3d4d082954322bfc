// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/operation_counts.h"

#include "engine/dtype/rounding.h"
#include "engine/graph/graph_run.h"
#include "engine/tensor/ops.h"
#include "engine/train/step_formula.h"

#include <bit>
#include <cmath>
#include <map>
#include <string>

namespace ulpscope {

namespace {

using graph::Graph;
using graph::GraphRun;
using graph::Operation;
using graph::ValueId;

constexpr Index kMaxElements = Index{1} << 24; ///< of all values of a step together: 128 MiB as float64

/// Whether its result can differ from that of the same operation in float64.
bool rounds(const graph::Node& node)
{
    switch (node.operation) {
    case Operation::Exp:
    case Operation::Expm1:
    case Operation::Log:
    case Operation::Log1p:
    case Operation::Tanh:
    case Operation::Logistic:
    case Operation::Erf:
    case Operation::Erfc:
    case Operation::Sqrt:
    case Operation::Rsqrt:
    case Operation::Add:
    case Operation::Subtract:
    case Operation::Multiply:
    case Operation::Divide:
    case Operation::Cast:
    case Operation::Sum:
    case Operation::Product:
    case Operation::Power:
    case Operation::BatchedProduct:
    case Operation::WindowSum:
    case Operation::MultiplyAdd:
        return true;
    case Operation::Quantize: // what is transformed has no twin that is as large
        return !node.attributes.quantization->isTransformed;
    default:
        return false;
    }
}

OperationCount compared(const Tensor& rounded, const Tensor& exact)
{
    OperationCount count{rounded.size()};
    double apart = 0;
    double size = 0;
    for (Index i = 0; i < rounded.size(); ++i) {
        const double own = rounded.at(i);
        const double twin = exact.at(i);
        count.flushed += own == 0 && twin != 0 && !std::isnan(twin) ? 1 : 0;
        count.overflowed += !std::isfinite(own) && std::isfinite(twin) ? 1 : 0;
        count.nonFinite += !std::isfinite(own) && !std::isfinite(twin) ? 1 : 0;
        if (!std::isfinite(own) || !std::isfinite(twin))
            continue;
        apart += (own - twin) * (own - twin);
        size += twin * twin;
    }
    count.error = size > 0 ? std::sqrt(apart / size) : 0;
    return count;
}

/// The operation alone, in float64, from the operands that it had.
OperationCount countOf(Arithmetic& arithmetic, const GraphRun& run, ValueId value)
{
    graph::Node node = run.graph()[value];
    Graph alone;
    std::vector<Tensor> operands(node.operands.size());
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const Tensor& operand = run.value(node.operands[i]);
        cast(arithmetic, operand, float64Format(), operands[i]);
        node.operands[i] = alone.add({.operation = Operation::Input,
            .shape = operand.shape(),
            .format = &float64Format(),
            .pass = node.pass});
    }
    if (node.operation == Operation::Quantize)
        node.operation = Operation::Cast;
    node.format = &float64Format();
    node.owner = {};
    node.group = {};
    node.attributes.summedBy = {};
    const ValueId twin = alone.add(std::move(node));
    alone.addOutput({"twin", twin});
    GraphRun exact(std::move(alone));
    for (std::size_t i = 0; i < operands.size(); ++i)
        exact.give(exact.graph()[twin].operands[i], operands[i]);
    exact.run(arithmetic, exact.graph()[twin].pass);
    return compared(run.value(value), exact.value(twin));
}

Tensor numbersIn(const graph::Node& node, std::span<const double> numbers)
{
    Tensor tensor(node.shape, *node.format);
    for (Index i = 0; i < tensor.size(); ++i)
        tensor.set(i, roundToFormat(*node.format, numbers[static_cast<std::size_t>(i)]));
    return tensor;
}

/// What a lane has of the leaves of its step's graph, before the step.
class StepLeaves
{
public:
    StepLeaves(Lane& lane, const Graph& step)
        : m_step(step)
        , m_names(step.nodes().size())
    {
        nameVariables();
        std::size_t slot = 0;
        for (ulpscope::Node& node : lane.model().nodes()) {
            for (const Variable& variable : node.layer->variables()) {
                m_tensors[node.path + '/' + variable.name] = &variable.value;
                if (!variable.trainable)
                    continue;
                for (std::size_t i = 0; i < lane.optimizer().keptCount(slot); ++i)
                    m_tensors[node.path + '/' + variable.name + '.'
                        + std::string(lane.optimizer().keptName(slot, i))]
                        = &lane.optimizer().kept(slot, i);
                ++slot;
            }
            for (const TensorScaling& scaling : node.layer->scalings()) {
                const std::string name = node.path + '/' + scaling.slot;
                m_numbers[name + "_scale"] = {static_cast<double>(scaling.scale())};
                m_numbers[name + "_amax_history"].assign(scaling.history().begin(), scaling.history().end());
            }
        }
    }

    /// Nothing where the lane has no such tensor.
    const Tensor* of(ValueId leaf)
    {
        const std::string& name = m_names[leaf.index()];
        if (const auto known = m_tensors.find(name); known != m_tensors.end())
            return known->second;
        const auto numbers = m_numbers.find(name);
        return numbers == m_numbers.end() ? nullptr : made(leaf, numbers->second);
    }
    const Tensor* made(ValueId leaf, std::span<const double> numbers)
    {
        const bool fits = numbers.size() == static_cast<std::size_t>(m_step[leaf].shape.elements());
        return fits ? &(m_made[leaf] = numbersIn(m_step[leaf], numbers)) : nullptr;
    }
    /// "sequential/dense/kernel", "sequential/dense/kernel.momentum"
    const std::string& nameOf(ValueId variable) const { return m_names[variable.index()]; }

private:
    /// An optimizer's state comes after its variable in the outputs.
    void nameVariables()
    {
        for (std::size_t i = 0; i < m_names.size(); ++i)
            if (m_step.nodes()[i].operation == Operation::Variable)
                m_names[i] = m_step.nameOf(ValueId(i));
        std::string variable;
        for (const graph::Output& output : m_step.outputs()) {
            if (output.name != "next" && output.name != "kept")
                continue;
            const graph::Node& node = m_step[*output.variable];
            if (node.pass != Pass::Update)
                variable = m_step.nameOf(*output.variable);
            else if (!node.name.ends_with("_scale") && !node.name.ends_with("_amax_history"))
                m_names[output.variable->index()] = variable + '.' + node.name;
        }
    }

    const Graph& m_step;
    std::vector<std::string> m_names;
    std::map<std::string, const Tensor*, std::less<>> m_tensors;
    std::map<std::string, std::vector<double>, std::less<>> m_numbers;
    std::map<ValueId, Tensor> m_made;
};

/// A step's inputs of one number.
std::map<std::string, double, std::less<>> numbersOf(const Lane& lane, const Config& optimizer)
{
    const Optimizer& state = lane.optimizer();
    const std::int64_t iterations = state.applied() / state.accumulationSteps() + 1;
    const std::int64_t frequency = optimizer.integer("ema_overwrite_frequency");
    return {{"learning_rate", state.learningRate()}, {"loss_scale", lane.lossScale().scale},
        {"iterations", static_cast<double>(iterations)},
        {"is_update", (state.applied() + 1) % state.accumulationSteps() == 0 ? 1.0 : 0.0},
        {"is_overwrite", frequency > 0 && iterations % frequency == 0 ? 1.0 : 0.0}};
}

std::vector<double> featuresOf(const Dataset& data, const std::vector<std::int64_t>& batch, bool areExact)
{
    const Examples& train = data.train;
    const auto width = static_cast<std::size_t>(data.featuresPerExample());
    std::vector<double> rows;
    std::vector<float> storage;
    const auto add = [&](auto example) { rows.insert(rows.end(), example.begin(), example.end()); };
    for (const std::int64_t example : batch) {
        const std::size_t first = static_cast<std::size_t>(example) * width;
        if (areExact && !train.exactFeatures.empty())
            add(std::span(train.exactFeatures).subspan(first, width));
        else
            add(train.featuresFrom(first, width, storage)); // pixels are kept as codes
    }
    return rows;
}

std::vector<double> targetsOf(const Dataset& data, const std::vector<std::int64_t>& batch, bool areExact)
{
    const Examples& train = data.train;
    const auto width = static_cast<std::size_t>(data.targetsPerExample);
    std::vector<double> rows;
    for (const std::int64_t example : batch)
        for (std::size_t i = static_cast<std::size_t>(example) * width, end = i + width; i < end; ++i)
            rows.push_back(areExact && !train.exactTargets.empty() ? train.exactTargets[i]
                                                                   : static_cast<double>(train.targets[i]));
    return rows;
}

bool isSame(const Tensor& a, const Tensor& b)
{
    if (!(a.shape() == b.shape()))
        return false;
    for (Index i = 0; i < a.size(); ++i)
        if (std::bit_cast<std::uint64_t>(a.at(i)) != std::bit_cast<std::uint64_t>(b.at(i))
            && !(std::isnan(a.at(i)) && std::isnan(b.at(i))))
            return false;
    return true;
}

/// Does the lane's step, and says whether the graph's is the same.
bool isTheLanes(Lane& lane, const GraphRun& run, const Dataset& data, const std::vector<std::int64_t>& batch,
    std::int64_t step, const std::stop_token& stop)
{
    if (!lane.computeGradients(data, batch, step, &stop))
        return false;
    const auto of = [&](const StepLeaves& leaves, const graph::Output& output) -> const Variable* {
        for (ulpscope::Node& node : lane.model().nodes())
            for (const Variable& variable : node.layer->variables())
                if (leaves.nameOf(*output.variable) == node.path + '/' + variable.name)
                    return &variable;
        return nullptr;
    };
    Tensor storage;
    StepLeaves before(lane, run.graph());
    for (const graph::Output& output : run.graph().outputs())
        if (output.name == "gradient")
            if (const Variable* variable = of(before, output); variable == nullptr
                || !isSame(run.value(output.value),
                    castIfNeeded(lane.arithmetic(), variable->gradient, variable->value.format(), storage)))
                return false;
    lane.update();
    StepLeaves after(lane, run.graph());
    for (const graph::Output& output : run.graph().outputs()) {
        if (output.name != "next" || lane.outcome().skipped)
            continue;
        const Tensor* now = after.of(*output.variable);
        if (now == nullptr || !isSame(run.value(output.value), *now))
            return false;
    }
    return true;
}

} // namespace

std::optional<OperationCounts> countOperations(Lane& lane, const CheckedSession& checked, const Dataset& data,
    const std::vector<std::int64_t>& batch, std::int64_t step, const std::stop_token& stop)
{
    Result<Graph> formula = stepFormula(checked, StepPart::Whole);
    if (!formula || static_cast<std::int64_t>(batch.size()) != checked.session.training.batchSize)
        return std::nullopt;
    Index elements = 0;
    for (const graph::Node& node : formula->nodes())
        elements += node.shape.elements();
    if (elements > kMaxElements)
        return std::nullopt;
    Graph all = *formula;
    for (std::size_t i = 0; i < all.nodes().size(); ++i)
        all.addOutput({"counted", ValueId(i)}); // so that loops over several operations leave each result
    GraphRun run(std::move(all));
    LaneState before;
    lane.save(before);
    StepLeaves leaves(lane, run.graph());
    const auto numbers = numbersOf(lane, checked.session.training.optimizer.config);
    for (std::size_t i = 0; i < run.graph().nodes().size(); ++i) {
        const graph::Node& node = run.graph().nodes()[i];
        const ValueId leaf(i);
        const Tensor* tensor = nullptr;
        const bool isFloat64 = node.format != nullptr && *node.format == float64Format();
        if (node.operation == Operation::Variable)
            tensor = leaves.of(leaf);
        else if (node.operation != Operation::Input)
            continue;
        else if (node.name == "features")
            tensor = leaves.made(leaf, featuresOf(data, batch, isFloat64));
        else if (node.name == "targets")
            tensor = leaves.made(leaf, targetsOf(data, batch, isFloat64));
        else if (const auto number = numbers.find(node.name); number != numbers.end())
            tensor = leaves.made(leaf, std::array{number->second});
        if (tensor == nullptr || !(tensor->shape() == node.shape) || tensor->format() != *node.format)
            return std::nullopt;
        run.give(leaf, *tensor);
    }
    Arithmetic arithmetic(lane.arithmetic());
    arithmetic.setRules(rulesOf(ArithmeticKind::Written)); // the graph's passes are the others
    run.setStep(step);
    for (const Pass pass : {Pass::Forward, Pass::Loss, Pass::Backward, Pass::Update})
        run.run(arithmetic, pass);
    OperationCounts counts{step, *std::move(formula)};
    for (std::size_t i = 0; i < run.graph().nodes().size(); ++i) {
        if (stop.stop_requested())
            return std::nullopt;
        const bool isCounted = rounds(run.graph().nodes()[i]);
        counts.of.push_back(isCounted ? std::optional(countOf(arithmetic, run, ValueId(i))) : std::nullopt);
    }
    counts.isTheRuns = isTheLanes(lane, run, data, batch, step, stop);
    lane.restore(before);
    return counts;
}

} // namespace ulpscope
