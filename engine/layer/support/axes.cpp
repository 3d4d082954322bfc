// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/axes.h"

#include <array>

namespace ulpscope {

Status checkAxes(std::span<const std::int64_t> axes, const Shape& input, bool mayBeBatch)
{
    const int rank = input.rank() + 1;
    std::array<bool, Shape::kMaxRank> isNamed{};
    for (const std::int64_t axis : axes) {
        const std::int64_t counted = axis < 0 ? axis + rank : axis;
        const std::string received
            = "for an input of shape " + input.text() + " and its batch axis, got " + std::to_string(axis);
        if (counted < 0 || counted >= rank)
            return Error{"axis",
                "expected an axis in [" + std::to_string(-rank) + ", " + std::to_string(rank - 1) + "] "
                    + received};
        if (counted == 0 && !mayBeBatch)
            return Error{"axis", "expected another axis than the batch " + received};
        if (isNamed[static_cast<std::size_t>(counted)])
            return Error{"axis", "expected each axis once " + received};
        isNamed[static_cast<std::size_t>(counted)] = true;
    }
    return axes.empty() ? Status(Error{"axis", "expected at least one axis"}) : success();
}

} // namespace ulpscope
