// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/probe/step_figures.h"

#include <cmath>

namespace ulpscope {

std::optional<double> figureOf(const StepRecord& record, StepFigure figure)
{
    switch (figure) {
    case StepFigure::Loss:
        return record.loss;
    case StepFigure::ReferenceLoss:
        return record.referenceLoss;
    case StepFigure::LossScale:
        return record.lossScale;
    case StepFigure::GradientsFlushedPercent:
        return record.gradientsFlushedPercent;
    case StepFigure::UpdatesLostPercent:
        return record.updatesLostPercent;
    case StepFigure::ErrorVsFloat64:
        return record.errorVsFloat64;
    case StepFigure::GradientAmax:
        return record.gradientAmax;
    }
    return std::nullopt;
}

void SpecialCounts::add(double value)
{
    if (std::isnan(value))
        ++notANumber;
    else if (std::isinf(value))
        ++(value > 0 ? plusInfinity : minusInfinity);
    else if (value <= 0)
        ++(value < 0 ? negative : zero);
}

} // namespace ulpscope
