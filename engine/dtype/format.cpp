// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dtype/format.h"

namespace ulpscope {

bool contains(const Format& outer, const Format& inner)
{
    const bool hasDigits = outer.encoding == Encoding::FixedPoint || outer.precision() >= inner.precision();
    return hasDigits && outer.maxFinite() >= inner.maxFinite() && outer.lowest() <= inner.lowest()
        && outer.minSubnormal() <= inner.minSubnormal() && (outer.hasInfinity() || !inner.hasInfinity())
        && (outer.hasNan() || !inner.hasNan());
}

} // namespace ulpscope
