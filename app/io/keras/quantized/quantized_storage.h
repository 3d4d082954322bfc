// SPDX-License-Identifier: GPL-3.0-or-later
// Which variables a layer keeps under a quantized policy, as Keras has them after quantize() and in the order in which it stores
// them (variable_serialization_spec of keras/src/layers/core/dense.py, einsum_dense.py, embedding.py).
#pragma once

#include "engine/base/config.h"
#include "engine/model/model_plan.h"
#include "engine/policy/dtype_policy.h"
#include "engine/session/session_spec.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

struct StoredVariable
{
    std::string name; ///< the variable's name in the layer's spec: "kernel", "kernel_scale", "g_idx"
    std::vector<std::int64_t> shape; ///< stored shape; empty for a single number
    std::string dtype;
    bool trainable = false;
    std::string packing; ///< half a sentence; empty where an element is a number

    std::int64_t elements() const;
};

struct LayerStorage
{
    std::string path;
    std::string policy;
    std::vector<StoredVariable> variables; ///< variables in store order: datasets "0", "1", ...
    std::string note; ///< a sentence, or empty

    /// Numbers in variables of that kind, as Keras' summary counts them: packed ones are bytes.
    std::int64_t count(bool trainable) const;
};

/// config: all of the class' parameters. input: of one example. Empty for a class or a policy without such a call; GPTQ and AWQ as
/// calibration leaves them.
std::vector<StoredVariable> quantizedVariables(std::string_view className, const Config& config,
    const Shape& input, const DTypePolicy& policy, KerasVersion version = KerasVersion::Head);
/// Storage of every layer that has a quantized policy and a call for it.
Result<std::vector<LayerStorage>> quantizedStorage(const SessionSpec& session);

} // namespace ulpscope
