// SPDX-License-Identifier: GPL-3.0-or-later
// Penalties that a layer adds to the loss: keras/src/regularizers/regularizers.py. Of weights they are computed in the
// variable dtype, of outputs in the output's.
#pragma once

#include "engine/base/result.h"
#include "engine/tensor/ops.h"

#include <string>
#include <string_view>

namespace ulpscope {

/// l1 sum |x| + l2 sum x^2
struct Regularizer
{
    double l1 = 0;
    double l2 = 0;

    bool isNone() const { return l1 == 0 && l2 == 0; }
    bool operator==(const Regularizer&) const = default;
};

/// "" for none; "l1(0.01)", "l2(0.01)", "l1_l2(0.01, 0.02)"; without numbers Keras' defaults: 0.01, 0.01, and 0 for both.
Result<Regularizer> regularizerByName(std::string_view text);
/// The text that regularizerByName() reads back.
std::string textOf(const Regularizer& regularizer);

/// Each operation rounded to x's format; the sums in the carrier.
double penaltyOf(Arithmetic& arithmetic, const Regularizer& regularizer, const Tensor& x);
/// gradient += upstream d penalty(x) / d x, each operation rounded to x's format, which `gradient` has too. l2's part comes before
/// l1's, because JAX goes backward.
void addPenaltyGradient(Arithmetic& arithmetic, const Regularizer& regularizer, const Tensor& x,
    double upstream, Tensor& gradient);

} // namespace ulpscope
