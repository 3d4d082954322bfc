// SPDX-License-Identifier: GPL-3.0-or-later
// What an override is in the end, and who says so: the layer itself, its recipe, or its dtype policy.
#pragma once

#include "engine/policy/recipe.h"

#include <cstdint>
#include <string>

namespace ulpscope {

enum class OverrideOrigin : std::uint8_t { Policy, Recipe, Own };

struct EffectiveOverride
{
    std::string value; ///< as an override would say it
    OverrideOrigin origin = OverrideOrigin::Policy;
    /// Scaled by amaxes of earlier steps, under a Keras float8 policy or te_delayed; an override of the same name is
    /// not.
    bool isScaled = false;

    bool isOverridden() const { return origin == OverrideOrigin::Own; }
    bool operator==(const EffectiveOverride&) const = default;
};
/// policy: the one that the layer computes under; recipe: the one that applies to it. An override's text is given back as
/// it is, right or wrong.
EffectiveOverride effectiveOverride(
    const DTypePolicy& policy, const Recipe& recipe, const NumericsSpec& spec, NumericsOverride setting);

} // namespace ulpscope
