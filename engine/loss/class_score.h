// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the class of each row of outputs is the target's.
#pragma once

#include "engine/loss/score.h"
#include "engine/tensor/tensor.h"

namespace ulpscope {

/// prediction: [..., classes]   row r's target is class targetOf(r). A row with a NaN is never right.
template <class TargetOf>
void scoreClasses(const Tensor& prediction, Score& score, TargetOf targetOf)
{
    constexpr Index kAmong = 5;
    const Index classes = prediction.columns();
    score.classes = classes;
    score.decisions += prediction.rows();
    for (Index r = 0; r < prediction.rows(); ++r) {
        const Index target = targetOf(r);
        const double wanted = prediction.at(r * classes + target);
        Index before = 0; // classes that are chosen before the target
        bool hasNan = false;
        for (Index c = 0; c < classes; ++c) {
            const double x = prediction.at(r * classes + c);
            hasNan = hasNan || x != x;
            before += x > wanted || (x == wanted && c < target) ? 1 : 0;
        }
        score.correct += !hasNan && before == 0 ? 1 : 0;
        score.amongFive += !hasNan && before < kAmong ? 1 : 0;
    }
}

} // namespace ulpscope
