// SPDX-License-Identifier: GPL-3.0-or-later
// Losses as their formulas, in the order of Keras' source (keras/src/losses/losses.py, keras/src/backend/jax/nn.py): a term for each
// prediction, or one for each row of classes. Where the trainer has a closed form of a gradient, the formula has it.
// prediction: [batch, outputs...] in floatx   target: likewise, or [batch, ...] of class numbers
#pragma once

#include "engine/base/config.h"
#include "engine/graph/builder.h"

#include <optional>

namespace ulpscope {

/// Nothing where what is configured has no formula yet.
using LossFormula = std::optional<graph::Value> (*)(
    const Config& config, const graph::Value& prediction, const graph::Value& target);

std::optional<graph::Value> meanSquaredErrorTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
std::optional<graph::Value> meanAbsoluteErrorTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
std::optional<graph::Value> huberTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
std::optional<graph::Value> logCoshTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
std::optional<graph::Value> poissonTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
std::optional<graph::Value> hingeTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
std::optional<graph::Value> squaredHingeTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
std::optional<graph::Value> binaryCrossentropyTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
/// Targets are class numbers.
std::optional<graph::Value> sparseCategoricalCrossentropyTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
/// Targets are rows of probabilities.
std::optional<graph::Value> categoricalCrossentropyTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);
std::optional<graph::Value> klDivergenceTerm(
    const Config& config, const graph::Value& prediction, const graph::Value& target);

} // namespace ulpscope
