// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a step by name, and how many of a number's values have no place on an axis.
#pragma once

#include "engine/probe/records.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ulpscope {

enum class StepFigure : std::uint8_t {
    Loss,
    ReferenceLoss,
    LossScale,
    GradientsFlushedPercent,
    UpdatesLostPercent,
    ErrorVsFloat64,
    GradientAmax,
};
inline constexpr std::size_t kStepFigures = 7;

/// Absent where the step has none.
std::optional<double> figureOf(const StepRecord& record, StepFigure figure);

/// Of the values of one figure, those that have no place on an axis, or none on a logarithmic one.
struct SpecialCounts
{
    std::uint32_t minusInfinity = 0;
    std::uint32_t negative = 0; ///< and finite
    std::uint32_t zero = 0;
    std::uint32_t plusInfinity = 0;
    std::uint32_t notANumber = 0;

    void add(double value);
    bool operator==(const SpecialCounts&) const = default;
};

} // namespace ulpscope
