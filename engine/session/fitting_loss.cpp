// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/fitting_loss.h"

namespace ulpscope {

FittingLoss fittingLoss(const DataShape& data)
{
    const Config ofLogits{{"from_logits", true}};
    if (data.classes == 0)
        return {{"MeanSquaredError", {}}, {data.targetsPerExample}};
    if (data.targetsPerExample > 1)
        return {{"SparseCategoricalCrossentropy", ofLogits}, {data.targetsPerExample, data.classes}};
    if (data.classes == 2)
        return {{"BinaryCrossentropy", ofLogits}, {1}};
    return {{"SparseCategoricalCrossentropy", ofLogits}, {data.classes}};
}

} // namespace ulpscope
