// SPDX-License-Identifier: GPL-3.0-or-later
// Where a label on a plot goes that others are on already.
#pragma once

#include <QRectF>

#include <vector>

namespace ulpscope::ui {

/// Places a label beside the others, or below them if the field ends.
QRectF besideOthers(QRectF box, const QRectF& field, const std::vector<QRectF>& others);

} // namespace ulpscope::ui
