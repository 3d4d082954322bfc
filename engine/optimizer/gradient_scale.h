// SPDX-License-Identifier: GPL-3.0-or-later
// How the loss scale is taken off the gradients before anything else is done with them.
#pragma once

#include "engine/dtype/format.h"

namespace ulpscope {

struct GradientScale
{
    double scale = 1; ///< a float32 value; gradients are divided by it
    /// Gradients are multiplied by 1 / scale, which is rounded to float32 and again to the gradient's format.
    bool byReciprocal = false;
    /// The scale is a float32 array and not a plain number: the quotient then has float32's digits where the gradient
    /// has fewer (Keras' LossScaleOptimizer, by type promotion).
    bool isArray = false;
    bool clipsFirst = false; ///< the loop clips before the scale is taken off

    /// What gradients in `format` are multiplied by; 0 where dividing by the scale comes to the same.
    double factorFor(const Format& format) const;
};

} // namespace ulpscope
