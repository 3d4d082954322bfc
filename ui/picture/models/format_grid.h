// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors over number formats: what each tensor of a file would lose in each format, the gravest first.
#pragma once

#include "app/judge/arithmetic/array_difference.h"
#include "app/judge/arithmetic/would_lose.h"
#include "ui/picture/models/grid_data.h"

#include <span>

namespace ulpscope::ui {

/// A tensor with what the formats would lose of it.
struct TensorLosses
{
    std::string name;
    std::int64_t nans = 0; ///< elements of the tensor as it is
    std::int64_t infinities = 0;
    std::vector<WouldLose> losses; ///< a format that is missing is not known of this tensor
};

enum class FormatFigure : std::uint8_t { Flushed, Saturated, RelativeError };

/// All of them, as a list that is chosen from.
std::vector<QString> formatFigures();

/// Columns are the formats in the order given. A cell is infinite where elements of the tensor overflow in the format, or are
/// infinite already, and NaN where the tensor has NaN. Rows: those with NaN first, then with infinities, then by what any format
/// would lose.
GridData gridOfFormats(
    std::span<const TensorLosses> tensors, std::span<const std::string> formats, FormatFigure figure);

} // namespace ulpscope::ui
