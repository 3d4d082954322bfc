// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/layer.h"

namespace ulpscope {

LayerNumerics LayerNumerics::float64()
{
    return {&float64Format(), &float64Format(), std::nullopt};
}

} // namespace ulpscope
