// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/gradient_scale.h"

#include "engine/dtype/rounding.h"

namespace ulpscope {

double GradientScale::factorFor(const Format& format) const
{
    if (!byReciprocal)
        return 0;
    const double factor = roundToFormat(format, static_cast<double>(1.0F / static_cast<float>(scale)));
    return factor * scale == 1 ? 0 : factor; // a power of two: the quotient is the product
}

} // namespace ulpscope
