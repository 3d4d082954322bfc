// SPDX-License-Identifier: GPL-3.0-or-later
// How a model was compiled, from the compile_config that Keras saves (keras/src/trainers/compile_utils.py, keras/src/optimizers).
#pragma once

#include "engine/base/config.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

struct KerasCompile
{
    // Rows of their catalogs, checked; empty: none is said, or none of ours.
    std::optional<Component> optimizer;
    std::optional<Component> loss;
    std::optional<Component> lossScale; ///< set where a LossScaleOptimizer is around the optimizer
    std::optional<Component> schedule; ///< the learning rate's schedule
    /// Keras then keeps no learning rate among the optimizer's variables; also of a schedule that is none of ours.
    bool isScheduled = false;
    /// Sentences about the parts that are left out.
    std::vector<std::string> notes;
};

/// `compiled` is the JSON object; null or an empty object changes nothing.
KerasCompile readKerasCompile(const nlohmann::ordered_json& compiled);

} // namespace ulpscope
