// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer_options.h"

namespace ulpscope {

LayerNumerics LayerNumerics::float64()
{
    LayerNumerics numerics;
    numerics.compute = numerics.variable = numerics.output = &float64Format();
    return numerics;
}

} // namespace ulpscope
