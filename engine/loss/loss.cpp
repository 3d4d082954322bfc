// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/loss.h"

#include "engine/base/check.h"
#include "engine/dtype/formats.h"
#include "engine/graph/gradient.h"
#include "engine/graph/graph_run.h"
#include "engine/graph/passes/unused.h"
#include "engine/loss/loss_catalog.h"
#include "engine/loss/loss_formula.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/ops.h"
#include "engine/tensor/scalar_ops.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

constexpr std::size_t kKeptRuns = 4; ///< a batch, the last one of a test, one example

graph::Graph formulaOf(const LossClass& row, const Config& config, const LogitsKernel& kernel,
    const Shape& shape, const Format& format)
{
    graph::Graph formula;
    graph::Builder builder(formula);
    builder.setOwner({}, Pass::Loss);
    const graph::Value prediction = builder.input("prediction", shape, &format);
    const graph::Value loss = lossFormula(row, config, prediction, kernel);
    const graph::Value upstream = builder.input("upstream", {}, &format);
    const std::array wanted{prediction.id()};
    const auto gradients = addGradients(builder, loss, upstream, wanted);
    formula.addOutput({"loss", loss.id()});
    formula.addOutput({"gradient", gradients[0].value()});
    return graph::withoutUnused(formula);
}

graph::ValueId inputOf(const graph::Graph& formula, const std::string& name)
{
    const auto found = std::ranges::find(formula.nodes(), name, &graph::Node::name);
    check(found != formula.nodes().end(), "[Loss] the formula has each input");
    return graph::ValueId(static_cast<std::size_t>(found - formula.nodes().begin()));
}

} // namespace

struct Loss::Run
{
    explicit Run(const graph::Graph& formula)
        : graph(formula)
        , prediction(inputOf(formula, "prediction"))
        , upstream(Shape(), *formula[prediction].format)
    {
        const graph::ValueId targets = inputOf(formula, "targets");
        target = Tensor(formula[targets].shape, *formula[targets].format);
        graph.give(targets, target);
        graph.give(inputOf(formula, "upstream"), upstream);
    }

    graph::GraphRun graph;
    graph::ValueId prediction;
    Tensor target;
    Tensor exactTarget; ///< the target before it is rounded
    Tensor upstream;
};

Loss::Loss(const LossClass& row, const Config& config, const LogitsKernel& kernel)
    : m_row(&row)
    , m_config(config)
    , m_kernel(kernel)
{
}

Loss::~Loss() = default;
Loss::Loss(Loss&&) noexcept = default;
Loss& Loss::operator=(Loss&&) noexcept = default;

Loss::Run& Loss::runFor(const Tensor& prediction)
{
    const auto fits = [&](const std::unique_ptr<Run>& run) {
        const graph::Node& leaf = run->graph.graph()[run->prediction];
        return leaf.shape == prediction.shape() && *leaf.format == prediction.format();
    };
    auto found = std::ranges::find_if(m_runs, fits);
    if (found == m_runs.end()) {
        if (m_runs.size() == kKeptRuns)
            m_runs.pop_back();
        found = m_runs.insert(m_runs.end(),
            std::make_unique<Run>(
                formulaOf(*m_row, m_config, m_kernel, prediction.shape(), prediction.format())));
    }
    std::rotate(m_runs.begin(), found, found + 1);
    return *m_runs.front();
}

double Loss::evaluate(
    Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets, Run& run) const
{
    const Format& format = run.target.format();
    Tensor& exact = format == float64Format() ? run.target : run.exactTarget;
    exact.reset(run.target.shape(), float64Format());
    if (static_cast<Index>(targets.size()) == exact.size()) {
        exact.copyFrom(targets, 0);
    } else { // class numbers, where the formula takes rows
        exact.fill(0);
        for (std::size_t row = 0; row < targets.size(); ++row)
            exact.set(static_cast<Index>(row) * prediction.columns() + static_cast<Index>(targets[row]), 1);
    }
    for (Index i = 0; isWatched(arithmetic) && i < exact.size(); ++i)
        roundScalar(arithmetic, format, exact.at(i));
    if (&exact != &run.target) {
        Arithmetic unwatched = arithmetic;
        unwatched.setWatch(nullptr);
        cast(unwatched, exact, format, run.target);
        arithmetic.counts() = unwatched.counts();
    }
    run.graph.give(run.prediction, prediction);
    run.graph.run(arithmetic, Pass::Loss);
    return run.graph.value(run.graph.graph().outputs()[0].value).at(0);
}

double Loss::evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets)
{
    return evaluate(arithmetic, prediction, targets, runFor(prediction));
}

double Loss::evaluate(Arithmetic& arithmetic, const Tensor& prediction, std::span<const double> targets,
    double upstream, Tensor& gradient)
{
    Run& run = runFor(prediction);
    run.upstream.set(0, upstream);
    const double loss = evaluate(arithmetic, prediction, targets, run);
    run.graph.run(arithmetic, Pass::Backward);
    run.graph.take(arithmetic, run.graph.graph().outputs()[1].value, gradient);
    return loss;
}

void Loss::score(const Tensor& prediction, std::span<const double> targets, Score& score) const
{
    m_row->targets.score(prediction, targets, decisionRule(), score);
}

std::optional<DecisionRule> Loss::decisionRule() const
{
    return m_row->decisionRule == nullptr ? std::nullopt : std::optional(m_row->decisionRule(m_config));
}

} // namespace ulpscope
