// SPDX-License-Identifier: GPL-3.0-or-later
// The blame table: which layer's arithmetic makes the error. Beside each layer's local error, the run is trained over
// again with that layer alone restored to float32, its neighbours as they are; what the error then is says how much of it
// the layer brings about. For the worst layer so with each operand of its products, and its output.
#pragma once

#include "engine/base/memory_budget.h"
#include "engine/kernels/kernels.h"
#include "engine/session/session_spec.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

/// Errors are relative L2, means over the steps, or over the sampled ones where they are local; NaN where a step's is not
/// finite.
struct BlameMetrics
{
    double outputError = 0; ///< accumulated error of the model's output
    double gradientError = 0; ///< accumulated error of all weight gradients together
};

struct BlameRow
{
    std::string layer; ///< name
    double localOutputError = 0; ///< error of its worst node if it is a composite
    double localGradientError = 0; ///< error of its worst weight gradient; 0 without weights
    BlameMetrics restored; ///< metrics of the run with this layer in float32
    double outputErrorShare
        = 0; ///< by how much the output error falls, as a share of it; below 0 if it rises
};

/// The operands of a layer's products, and what the layer hands on.
enum class ProductPart : std::uint8_t { Input, Kernel, Gradient, Output };

struct PartBlame
{
    ProductPart part = ProductPart::Input;
    /// Metrics of the run with this part in float32; an operand is float32 in both its products.
    BlameMetrics restored;
    double outputErrorShare = 0; ///< share of the output's error, told as that of a layer
};

struct BlameTable
{
    std::int64_t steps = 0;
    BlameMetrics asItIs;
    std::vector<BlameRow> rows; ///< by layer of the session, without Input layers
    std::string worst = {}; ///< layer whose float32 leaves the least error; empty: none makes it smaller
    /// One for each part of that layer; empty where it has no products of its own, or they take no such overrides.
    std::vector<PartBlame> parts = {};
};

struct BlameOptions
{
    std::int64_t steps = 100;
    int threads = 1;
    /// Called after each step of all lanes; false cancels.
    std::function<bool(std::int64_t stepsDone, std::int64_t steps)> progress = {};
    std::stop_token stop = {}; ///< cancels while lanes are made
    std::shared_ptr<MemoryBudget> memory = {}; ///< its runs take shares of it; null: there is no limit
};

/// Trains 5 + layers candidates beside float64 references, as many at once as memory is modest. The error is the session's, or
/// says that it was cancelled.
Result<BlameTable> blame(const SessionSpec& session, const Kernels& kernels, const BlameOptions& options);

/// The session with that layer, its children too, in float32 without overrides or a recipe.
SessionSpec withFloat32Layer(SessionSpec session, std::size_t layer);
/// The session with that part of the layer's products in float32, an operand straight from its source and without a scale.
SessionSpec withFloat32Part(SessionSpec session, std::size_t layer, ProductPart part);

} // namespace ulpscope
