// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/label_box.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr double kGap = 4; ///< pixels between two labels

} // namespace

QRectF besideOthers(QRectF box, const QRectF& field, const std::vector<QRectF>& others)
{
    const double left = box.left();
    for (std::size_t tries = 0; tries <= 2 * others.size(); ++tries) {
        const auto other = std::find_if(
            others.begin(), others.end(), [&](const QRectF& each) { return each.intersects(box); });
        if (other == others.end())
            break;
        box.moveLeft(other->right() + kGap);
        if (box.right() > field.right())
            box.moveTopLeft({left, other->bottom() + kGap});
    }
    return box;
}

} // namespace ulpscope::ui
