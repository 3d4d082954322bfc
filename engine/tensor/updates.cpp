// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/updates.h"

#include "engine/tensor/carrier.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

namespace {

/// Calls f(T{}, kernels, gradient, grid) with the gradient as values of the variable's format, on its carrier.
template <class F>
UpdateSize step(Arithmetic& arithmetic, Tensor& variable, const Tensor& gradient, F&& f)
{
    const Format& format = variable.format();
    const bool fits
        = carrierOf(gradient.format()) == carrierOf(format) && contains(format, gradient.format());
    Tensor storage;
    const Tensor& used = fits ? gradient : castIfNeeded(arithmetic, gradient, format, storage);
    return onCarrier(variable, [&](auto zero) {
        using T = decltype(zero);
        return f(zero, kernelsFor<T>(arithmetic.table()), TensorValues::of<T>(used), makeGrid<T>(format));
    });
}

} // namespace

UpdateSize applyUpdate(
    Arithmetic& arithmetic, UpdateKind kind, const UpdateTensors& tensors, const UpdateScalars& scalars)
{
    Tensor& variable = tensors.variable;
    return step(arithmetic, variable, tensors.gradient,
        [&](auto zero, const auto& kernels, const auto* gradient, const auto& grid) {
            using T = decltype(zero);
            UpdateOperands<T> operands{.variable = TensorValues::of<T>(variable),
                .gradient = gradient,
                .gradientDivisor = tensors.gradientDivisor,
                .state = {},
                .states = tensors.state.size(),
                .size = variable.size(),
                .scalars = scalars,
                .fusesMultiplyAdd = arithmetic.rules().fusesMultiplyAdd};
            check(operands.states <= operands.state.size(), "[applyUpdate] a rule keeps few tensors");
            for (std::size_t i = 0; i < operands.states; ++i)
                operands.state[i] = TensorValues::of<T>(tensors.state[i]);
            return kernels.update(kind, operands, grid, arithmetic.counts());
        });
}

UpdateSize decayUpdate(
    Arithmetic& arithmetic, Tensor& variable, const Tensor& weights, double weightDecay, double learningRate)
{
    return step(
        arithmetic, variable, weights, [&](auto zero, const auto& kernels, const auto* w, const auto& grid) {
            using T = decltype(zero);
            return kernels.decay(TensorValues::of<T>(variable), w, variable.size(),
                static_cast<T>(weightDecay), static_cast<T>(learningRate), grid, arithmetic.counts());
        });
}

UpdateSize kahanUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor& compensation, const Tensor& update)
{
    return step(
        arithmetic, variable, update, [&](auto zero, const auto& kernels, const auto* u, const auto& grid) {
            using T = decltype(zero);
            return kernels.kahan(TensorValues::of<T>(variable), TensorValues::of<T>(compensation), u,
                variable.size(), grid, arithmetic.counts());
        });
}

void clipInPlace(Arithmetic& arithmetic, Tensor& values, double limit)
{
    onCarrier(values, [&]<class T>(T) {
        kernelsFor<T>(arithmetic.table())
            .clip(TensorValues::of<T>(values), values.size(), static_cast<T>(limit));
    });
}

double sumOfSquares(const Arithmetic& arithmetic, const Tensor& values)
{
    return onCarrier(values, [&]<class T>(T) {
        return kernelsFor<T>(arithmetic.table())
            .sumOfSquares(TensorValues::of<T>(values), values.size(), makeGrid<T>(values.format()));
    });
}

} // namespace ulpscope
