// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of pixels that stand beside each other, as rectangles to be filled: what all of a stretch of columns have in common is one of
// them. Noise of a thousand high columns is filled in a third of the time, because a wide row of pixels costs hardly more than a narrow one.
#pragma once

#include <QRect>

#include <span>
#include <vector>

namespace ulpscope::ui {

/// A pixel wide.
struct PixelColumn
{
    int x = 0;
    int top = 0;
    int end = 0; ///< below its last pixel; > top
};

/// Each pixel of the columns once, and no other. Columns are in the order of their x, no two at the same.
std::vector<QRect> coverOf(std::span<const PixelColumn> columns);

} // namespace ulpscope::ui
