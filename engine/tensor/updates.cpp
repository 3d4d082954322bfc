// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/updates.h"

#include "engine/tensor/carrier.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

namespace {

template <class T>
T* valuesOf(Tensor* tensor)
{
    return tensor == nullptr ? nullptr : TensorValues::of<T>(*tensor);
}

/// Calls f(T{}, kernels, gradient, grid) with the gradient as values of the variable's format, on its carrier.
template <class F>
UpdateCounts step(Arithmetic& arithmetic, Tensor& variable, const Tensor& gradient, F&& f)
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

UpdateCounts sgdUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor* velocity, const Tensor& gradient,
    const SgdScalars& scalars)
{
    return step(
        arithmetic, variable, gradient, [&](auto zero, const auto& kernels, const auto* g, const auto& grid) {
            using T = decltype(zero);
            return kernels.sgd(TensorValues::of<T>(variable), valuesOf<T>(velocity), g, variable.size(),
                scalars, grid, arithmetic.counts());
        });
}

UpdateCounts adamUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor& mean, Tensor& variance,
    Tensor* largest, const Tensor& gradient, const AdamScalars& scalars)
{
    return step(
        arithmetic, variable, gradient, [&](auto zero, const auto& kernels, const auto* g, const auto& grid) {
            using T = decltype(zero);
            return kernels.adam(TensorValues::of<T>(variable), TensorValues::of<T>(mean),
                TensorValues::of<T>(variance), valuesOf<T>(largest), g, variable.size(), scalars, grid,
                arithmetic.counts());
        });
}

UpdateCounts rmspropUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor& velocity, Tensor* momentum,
    Tensor* average, const Tensor& gradient, const RmspropScalars& scalars)
{
    return step(
        arithmetic, variable, gradient, [&](auto zero, const auto& kernels, const auto* g, const auto& grid) {
            using T = decltype(zero);
            return kernels.rmsprop(TensorValues::of<T>(variable), TensorValues::of<T>(velocity),
                valuesOf<T>(momentum), valuesOf<T>(average), g, variable.size(), scalars, grid,
                arithmetic.counts());
        });
}

UpdateCounts adagradUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor& accumulator,
    const Tensor& gradient, const AdagradScalars& scalars)
{
    return step(
        arithmetic, variable, gradient, [&](auto zero, const auto& kernels, const auto* g, const auto& grid) {
            using T = decltype(zero);
            return kernels.adagrad(TensorValues::of<T>(variable), TensorValues::of<T>(accumulator), g,
                variable.size(), scalars, grid, arithmetic.counts());
        });
}

UpdateCounts lionUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor& momentum, const Tensor& gradient,
    const LionScalars& scalars)
{
    return step(
        arithmetic, variable, gradient, [&](auto zero, const auto& kernels, const auto* g, const auto& grid) {
            using T = decltype(zero);
            return kernels.lion(TensorValues::of<T>(variable), TensorValues::of<T>(momentum), g,
                variable.size(), scalars, grid, arithmetic.counts());
        });
}

UpdateCounts adafactorUpdate(Arithmetic& arithmetic, Tensor& variable, const Tensor& weights,
    const AdafactorState& state, const Tensor& gradient, const AdafactorScalars& scalars)
{
    state.scratch.reset(variable.shape(), variable.format());
    const Shape& shape = variable.shape();
    const Index rows = state.rowMeans == nullptr ? 0 : shape[shape.rank() - 2];
    const Index columns = state.rowMeans == nullptr ? variable.size() : shape.last();
    return step(
        arithmetic, variable, gradient, [&](auto zero, const auto& kernels, const auto* g, const auto& grid) {
            using T = decltype(zero);
            return kernels.adafactor(
                {TensorValues::of<T>(variable), TensorValues::of<T>(weights), valuesOf<T>(state.rowMeans),
                    valuesOf<T>(state.columnMeans), TensorValues::of<T>(state.velocity),
                    TensorValues::of<T>(state.scratch), g, rows == 0 ? 1 : variable.size() / (rows * columns),
                    rows, columns},
                scalars, grid, arithmetic.counts());
        });
}

UpdateCounts decayUpdate(
    Arithmetic& arithmetic, Tensor& variable, const Tensor& weights, double weightDecay, double learningRate)
{
    return step(
        arithmetic, variable, weights, [&](auto zero, const auto& kernels, const auto* w, const auto& grid) {
            using T = decltype(zero);
            return kernels.decay(TensorValues::of<T>(variable), w, variable.size(),
                static_cast<T>(weightDecay), static_cast<T>(learningRate), grid, arithmetic.counts());
        });
}

UpdateCounts kahanUpdate(Arithmetic& arithmetic, Tensor& variable, Tensor& compensation, const Tensor& update)
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
    onCarrier(values, [&](auto zero) {
        using T = decltype(zero);
        kernelsFor<T>(arithmetic.table())
            .clip(TensorValues::of<T>(values), values.size(), static_cast<T>(limit));
    });
}

double sumOfSquares(const Arithmetic& arithmetic, const Tensor& values)
{
    return onCarrier(values, [&](auto zero) {
        using T = decltype(zero);
        return kernelsFor<T>(arithmetic.table())
            .sumOfSquares(TensorValues::of<T>(values), values.size(), makeGrid<T>(values.format()));
    });
}

std::int64_t countLostByStoring(const Tensor& before, const Tensor& wanted, const Tensor& stored)
{
    check(carrierOf(before.format()) == carrierOf(stored.format()),
        "[countLostByStoring] what is stored shares a carrier");
    checkEqual(wanted.size(), before.size(), "[countLostByStoring] elements");
    checkEqual(stored.size(), before.size(), "[countLostByStoring] elements");
    return onCarrier(before, [&](auto narrow) {
        using Stored = decltype(narrow);
        return onCarrier(wanted, [&](auto wide) {
            using Wanted = decltype(wide);
            const Stored* old = TensorValues::of<Stored>(before);
            const Stored* kept = TensorValues::of<Stored>(stored);
            const Wanted* moved = TensorValues::of<Wanted>(wanted);
            std::int64_t lost = 0;
            for (Index i = 0; i < before.size(); ++i)
                lost += static_cast<double>(moved[i]) != static_cast<double>(old[i]) && kept[i] == old[i] ? 1
                                                                                                          : 0;
            return lost;
        });
    });
}

} // namespace ulpscope
