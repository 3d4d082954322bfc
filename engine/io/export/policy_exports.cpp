// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/export/policy_exports.h"

#include "engine/io/export/keras_exports.h"
#include "engine/io/export/torch_exports.h"

namespace ulpscope {

std::span<const PolicyExportKind> policyExports()
{
    static const std::vector<PolicyExportKind> rows{
        {"keras-map", "Keras policy map", "json",
            "A DTypePolicyMap with an explicit default, for keras.dtype_policies.deserialize.",
            writeKerasMap},
        {"keras-policy", "Keras policy", "json",
            "The one DTypePolicy that all layers share, for keras.config.set_dtype_policy.",
            writeKerasPolicy},
        {"keras-model", "Keras model", "json",
            "The model with every layer's policy, as model.to_json() has it, for keras.models.model_from_json.",
            writeKerasModel},
        {"keras-python", "Keras code", "py",
            "Python for Keras 3 that builds the model with its policies and compiles it with its loss scale.",
            writeKerasPython},
        {"torch-amp", "PyTorch autocast", "py",
            "PyTorch code with an autocast region for every layer and a GradScaler.", writeTorchAmp},
        {"te-recipe", "Transformer Engine recipe", "py",
            "PyTorch code with Transformer Engine's layers and a recipe for those with a float8 policy.",
            writeTransformerEngine},
        {"te-inspect", "Transformer Engine inspection", "yaml",
            "A config of nvidia-dlfw-inspect: which layers leave float8, and statistics of the others.",
            writeInspectConfig},
        {"torchao-float8", "torchao float8", "py",
            "PyTorch code that gives float8 training to exactly the layers whose policy is float8.",
            writeTorchaoFloat8},
    };
    return rows;
}

} // namespace ulpscope
