// SPDX-License-Identifier: GPL-3.0-or-later
// One layer by itself, from recorded inputs and weights: computed as it was, in its dtype, and in float64. What the
// recorded output differs from the second by is the layer's own error.
#pragma once

#include "engine/base/result.h"
#include "engine/kernels/kernels.h"
#include "engine/model/model_spec.h"
#include "engine/tensor/arithmetic_rules.h"
#include "engine/tensor/nonfinite_watch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ulpscope {

/// Row-major.
struct ReplayArray
{
    std::vector<std::int64_t> shape;
    std::vector<double> values;

    bool operator==(const ReplayArray&) const = default;
};

struct ReplayRequest
{
    LayerSpec layer; ///< its class and config; initializers and regularizers mean nothing
    ReplayArray input; ///< [batch, ...]
    std::vector<std::pair<std::string, ReplayArray>> variables; ///< "kernel", "query.kernel"
    std::vector<std::int64_t> outputShape; ///< of one example, as it was recorded
    const Format* compute = nullptr; ///< float64, float32, float16 or bfloat16
    ArithmeticKind arithmetic = ArithmeticKind::Written;
};

struct LayerReplay
{
    ReplayArray emulated; ///< values of `compute`
    ReplayArray exact; ///< in float64, from the same numbers
    /// Where the emulated one left the finite numbers first; its element is one of `emulated` where it has as many.
    std::optional<NonFiniteBirth> birth;
};

/// Errors have the config's key, "variables" or "inputs" as their place, or none.
Result<LayerReplay> replayLayer(const ReplayRequest& request, const Kernels& kernels);

/// Multiply-adds that the layer takes for one example; 0 where it has no product or its config is wrong.
std::int64_t multiplyAddsOfExample(const ReplayRequest& request);

} // namespace ulpscope
