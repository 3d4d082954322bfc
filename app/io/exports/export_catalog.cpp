// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/exports/export_catalog.h"

namespace ulpscope {

// Declared here alone, so that an export is its function and its row.
using Export = Result<ExportedText>(const SessionSpec& session);
Export writeInspectConfig, writeKerasMap, writeKerasModel, writeKerasPolicy, writeKerasPython,
    writeKerasRecorder, writeLegacyPolicy, writeTorchAmp, writeTorchRecorder, writeTorchaoFloat8,
    writeTransformerEngine;

std::span<const ExportRow> exportCatalog()
{
    static const std::vector<ExportRow> rows{
        {.name = "keras-map",
            .title = "Keras policy map",
            .suffix = "json",
            .description = "A DTypePolicyMap with an explicit default, for keras.dtype_policies.deserialize.",
            .needs
            = "For Keras 3.12 or newer. From 3.4 to 3.11 a key matches every path that it is a part of, so that other layers get its "
              "policy too, without a word; before 3.4 there are no maps.",
            .write = writeKerasMap},
        {.name = "keras-policy",
            .title = "Keras policy",
            .suffix = "json",
            .description = "The one DTypePolicy that all layers share, for keras.config.set_dtype_policy.",
            .needs = "For Keras 3.4 or newer; int4 in blocks and AWQ need 3.14, GPTQ 3.12, ternary 3.16.",
            .write = writeKerasPolicy},
        {.name = "tf-keras-policy",
            .title = "tf.keras policy",
            .suffix = "json",
            .description
            = "The one Policy of all layers as tf.keras serializes it; with the family experimental as TensorFlow 2.1 "
              "to 2.3 do, its loss scale too.",
            .write = writeLegacyPolicy},
        {.name = "keras-model",
            .title = "Keras model",
            .suffix = "json",
            .description
            = "The model with every layer's policy, as model.to_json() has it, for keras.models.model_from_json.",
            .needs
            = "For Keras 3.15 or newer. Older ones refuse it with a TypeError, because they do not know all of its keys, such as "
              "input_axes of initializers.",
            .write = writeKerasModel},
        {.name = "keras-python",
            .title = "Keras code",
            .suffix = "py",
            .description
            = "Python for Keras 3 that builds the model with its policies and compiles it with its loss scale.",
            .needs
            = "For Keras 3.14 or newer. Back to 3.4 others run it too, but for an RMSNormalization, which needs 3.9 and 3.14 for a list of axes, and policies that they lack.",
            .write = writeKerasPython},
        {.name = "torch-amp",
            .title = "PyTorch autocast",
            .suffix = "py",
            .description = "PyTorch code with an autocast region for every layer and a GradScaler.",
            .write = writeTorchAmp},
        {.name = "te-recipe",
            .title = "Transformer Engine recipe",
            .suffix = "py",
            .description
            = "PyTorch code with Transformer Engine's layers and a recipe for those with a float8 policy.",
            .write = writeTransformerEngine},
        {.name = "te-inspect",
            .title = "Transformer Engine inspection",
            .suffix = "yaml",
            .description
            = "A config of nvidia-dlfw-inspect: which layers leave float8, and statistics of the others.",
            .write = writeInspectConfig},
        {.name = "torchao-float8",
            .title = "torchao float8",
            .suffix = "py",
            .description
            = "PyTorch code that gives float8 training to exactly the layers whose policy is float8.",
            .write = writeTorchaoFloat8},
        {.name = "torch-recorder",
            .title = "PyTorch recorder",
            .suffix = "py",
            .description
            = "Hooks that write what layers of a real training take and make, for the command recording.",
            .write = writeTorchRecorder},
        {.name = "keras-recorder",
            .title = "Keras recorder",
            .suffix = "py",
            .description = "A callback of Keras 3 that writes the same of a real training there.",
            .write = writeKerasRecorder},
    };
    return rows;
}

} // namespace ulpscope
