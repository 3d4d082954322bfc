// SPDX-License-Identifier: GPL-3.0-or-later
// torch.autocast over a plan: in which dtype each layer runs that has a mixed policy. A policy says in Keras what every layer computes
// in; in PyTorch a region has a low precision, and each operation in it its list. A float32 policy is a region that is switched off.
#pragma once

#include "engine/model/model_plan.h"

#include <string_view>

namespace ulpscope {

/// Treatment of an operation's inputs by autocast.
enum class AutocastList : std::uint8_t {
    LowerPrecision, ///< casts them, parameters too: at::autocast::CastPolicy::lower_precision_fp
    Unlisted, ///< nothing: it runs in the dtype that its first input comes in
    Parameter, ///< nothing, and its result has its parameter's dtype, float32
    Widest, ///< promotes them to the widest, by autocast or by the operation itself
    Float32, ///< casts them to float32
};

struct AutocastRow
{
    std::string_view className;
    AutocastList list;
    std::string_view operation; ///< PyTorch's
};

/// As PyTorch 2.15 has it on a CPU; null for a class that is not modelled under autocast. Losses are on the list of float32, as the
/// loss is here anyway.
const AutocastRow* autocastRowOf(const PlannedLayer& layer);

/// Whether the policy is one that autocast has: float32 parameters, computed in a format that regions can have or in float32.
bool isRegion(const DTypePolicy& policy);

/// The plan with each layer in the dtype of its list, of CUDA's autocast or of the CPU's. Its classes must be rows, its policies regions. Autocast's cache, by which a
/// parameter is cast once in a region, changes no number where no two layers share one, as none do here.
void useAutocast(ModelPlan& plan, bool onCuda);

} // namespace ulpscope
