// SPDX-License-Identifier: GPL-3.0-or-later
// A session's model as a torch.nn.Module: what the exports for PyTorch, Transformer Engine and torchao share. Linear
// layers are attributes layer_1, layer_2 ... by their places in the session, whatever their Keras names hold.
#pragma once

#include "engine/base/message.h"
#include "engine/policy/dtype_policy.h"
#include "engine/session/session_spec.h"

#include <string>
#include <vector>

namespace ulpscope {

enum class TorchLinear : std::uint8_t {
    Torch, ///< nn.Linear
    TransformerEngine, ///< te.Linear with the Keras path as its name, in a te.autocast region of its own
};

/// A layer that multiplies by weights.
struct TorchWeights
{
    std::string attribute; ///< "layer_1": its name in named_modules()
    std::string path; ///< Keras', "sequential/dense_1"
    DTypePolicy policy; ///< policy that the layer runs under
    Component recipe; ///< the recipe that applies to the layer, with all parameters; "none" for none
    std::int64_t inputs = 0;
    std::int64_t outputs = 0;
};

struct TorchModel
{
    std::string text; ///< the class Model
    std::vector<TorchWeights> weights;
    /// Sentences that hold for every export of such a model.
    std::vector<Message> leftOut;
};

/// An Error for a layer class without a counterpart and for policies that PyTorch does not compute in, at the layer.
Result<TorchModel> torchModel(const SessionSpec& session, TorchLinear linear);

/// A function train_step and what it needs: optimizer, loss, loss scale.
Result<std::string> torchTraining(const SessionSpec& session);

} // namespace ulpscope
