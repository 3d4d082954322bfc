// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of Keras' optimizers on one variable, each operation rounded to the variable's format, which all that the
// optimizer keeps has too. A gradient in a format that the variable's does not contain is cast to it first.
#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

namespace ulpscope {

/// velocity: null without momentum.
UpdateCounts sgdUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor* velocity, const Tensor& gradient,
    const SgdScalars& scalars);
/// largest: the largest variance so far, of amsgrad; else null.
UpdateCounts adamUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor& mean, Tensor& variance,
    Tensor* largest, const Tensor& gradient, const AdamScalars& scalars);
/// momentum and average are null where they are not kept.
UpdateCounts rmspropUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor& velocity, Tensor* momentum,
    Tensor* average, const Tensor& gradient, const RmspropScalars& scalars);
UpdateCounts adagradUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor& accumulator,
    const Tensor& gradient, const AdagradScalars& scalars);
UpdateCounts lionUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor& momentum, const Tensor& gradient,
    const LionScalars& scalars);

/// velocity: as the variable. rowMeans and columnMeans: its shape without the last axis and without the one before;
/// null for a variable of fewer than two axes. weights: whose root mean square the step is relative to; may be the
/// variable. scratch: kept from step to step so that nothing is allocated.
struct AdafactorState
{
    Tensor* rowMeans = nullptr;
    Tensor* columnMeans = nullptr;
    Tensor& velocity;
    Tensor& scratch;
};
UpdateCounts adafactorUpdate(Arithmetic& arithmetic, Tensor& variable, const Tensor& weights,
    const AdafactorState& state, const Tensor& gradient, const AdafactorScalars& scalars);

/// variable -= weights * weightDecay * learningRate, before the step, as Keras decays weights under every optimizer.
/// weights may be the variable; the scalars are values of its format.
UpdateCounts decayUpdate(
    Arithmetic& arithmetic, Tensor& variable, const Tensor& weights, double weightDecay, double learningRate);

/// variable += update; what rounding leaves out is kept in `compensation` and added with the next update (Kahan). All
/// three have one format.
UpdateCounts kahanUpdate(
    Arithmetic& arithmetic, Tensor& variable, Tensor& compensation, const Tensor& update);

/// How many elements the step moved from `before` to `wanted`, but storing them as `stored` left where they were.
std::int64_t countLostByStoring(const Tensor& before, const Tensor& wanted, const Tensor& stored);

/// Every element into [-limit, limit], a value of the format.
void clipInPlace(Arithmetic& arithmetic, Tensor& values, double limit);
/// Each square rounded, their sum rounded once.
double sumOfSquares(const Arithmetic& arithmetic, const Tensor& values);

} // namespace ulpscope
