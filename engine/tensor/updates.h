// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of Keras' optimizers on one variable, each operation rounded to the variable's format, which all that the
// optimizer keeps has too. A gradient in a format that the variable's does not contain is cast to it first.
#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

#include <span>

namespace ulpscope {

/// Arguments of an update rule. The state has the variable's format and Keras' shapes.
struct UpdateTensors
{
    Tensor& variable;
    const Tensor& weights; ///< weights before the step; may be the variable itself
    std::span<Tensor> state;
    const Tensor& gradient;
    double gradientDivisor = 1; ///< divisor that the gradient still contains: the loss scale
};

/// One step of a rule. scalars: as its kernel takes them (kernels/per_level/updates.cpp), values of the variable's format.
UpdateSize applyUpdate(
    Arithmetic& arithmetic, UpdateKind kind, const UpdateTensors& tensors, const UpdateScalars& scalars);

/// variable -= weights * weightDecay * learningRate, before the step, as Keras decays weights under every optimizer.
/// weights may be the variable; the scalars are values of its format.
UpdateSize decayUpdate(
    Arithmetic& arithmetic, Tensor& variable, const Tensor& weights, double weightDecay, double learningRate);

/// variable += update; what rounding leaves out is kept in `compensation` and added with the next update (Kahan). All
/// three have one format.
UpdateSize kahanUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor& compensation, const Tensor& update);

/// Every element into [-limit, limit], a value of the format.
void clipInPlace(Arithmetic& arithmetic, Tensor& values, double limit);
/// Each square rounded, their sum rounded once.
double sumOfSquares(const Arithmetic& arithmetic, const Tensor& values);

} // namespace ulpscope
