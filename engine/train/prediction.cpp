// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/prediction.h"

#include "engine/base/closest_name.h"
#include "engine/session/checked_session.h"
#include "engine/tensor/ops.h"
#include "engine/train/weight_arrays.h"

#include <algorithm>

namespace ulpscope {

namespace {

/// The position of the layer; an error at "layer".
Result<std::size_t> nodeAt(const ModelPlan& plan, std::string_view path)
{
    if (path.empty())
        return plan.layers.size() - 1;
    std::vector<std::string> paths;
    for (const PlannedLayer& layer : plan.layers)
        paths.push_back(layer.path);
    const auto found = std::find(paths.begin(), paths.end(), path);
    if (found == paths.end())
        return Error{"layer", unknownName(translated("layer"), path, paths)};
    return static_cast<std::size_t>(found - paths.begin());
}

Status checkInputs(const Shape& example, const NpyArray& inputs)
{
    const bool hasRank = inputs.shape.size() == static_cast<std::size_t>(example.rank()) + 1;
    if (hasRank && inputs.shape[0] > 0 && shapeOf(inputs) == example.withBatch(inputs.shape[0]))
        return success();
    std::string got = "(";
    for (const std::int64_t extent : inputs.shape)
        got += std::to_string(extent) + ", ";
    return Error{"inputs",
        "expected examples of the shape " + example.text() + " behind an axis of their number, got "
            + (got.size() > 2 ? got.substr(0, got.size() - 2) : got) + ")"};
}

NpyArray forward(const ModelPlan& plan, const NpyArray& inputs, const std::vector<NamedArray>& weights,
    std::size_t node, const ArithmeticRules& rules, const Kernels& kernels)
{
    Arithmetic arithmetic(kernels);
    arithmetic.setRules(rules);
    Model model(plan, arithmetic);
    if (!weights.empty())
        assignWeights(arithmetic, weights, model);
    Tensor exact(shapeOf(inputs), float64Format());
    std::visit(
        [&](const auto& values) {
            for (std::size_t i = 0; i < values.size(); ++i)
                exact.set(static_cast<Index>(i), static_cast<double>(values[i]));
        },
        inputs.values);
    cast(arithmetic, exact, model.inputFormat(), model.input());
    model.forward({arithmetic, 0, false});
    return arrayOf(model.nodes()[node].output);
}

} // namespace

Result<Prediction> predict(
    const SessionSpec& session, const NpyArray& inputs, const Kernels& kernels, std::string_view layer)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    const ModelPlan& plan = checked->plan;
    const Result<std::size_t> node = nodeAt(plan, layer);
    if (!node)
        return node.error();
    if (const Status fits = checkInputs(plan.layers.front().outputShape, inputs); !fits)
        return fits.error();
    Index outputs = 1;
    for (const PlannedLayer& planned : plan.layers)
        outputs += planned.outputShape.elements() + planned.workCount;
    if (inputs.shape[0] > kMaxActivations / outputs)
        return Error{"inputs",
            std::to_string(inputs.shape[0])
                + " examples make more than 2^28 outputs in this model; expected fewer"};
    std::vector<NamedArray> weights;
    if (const std::string& path = checked->session.training.initialWeights; !path.empty()) {
        Arithmetic arithmetic(kernels);
        Model model(plan, arithmetic);
        Result<std::vector<NamedArray>> loaded = loadWeights(path, checked->session.model, model);
        if (!loaded)
            return Error{"training.initial_weights", loaded.error().sentence(), loaded.error().kind};
        weights = *std::move(loaded);
    }
    const ArithmeticRules& rules = rulesOf(checked->arithmetic.kind);
    return Prediction{plan.layers[*node].path, plan.layers[*node].options.numerics.output,
        forward(plan, inputs, weights, *node, rules, kernels),
        forward(float64Reference(plan), inputs, weights, *node, rules, kernels), plan.notes};
}

} // namespace ulpscope
