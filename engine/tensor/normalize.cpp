// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/normalize.h"

#include "engine/tensor/carrier.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

template <class T>
struct Moments
{
    T mean;
    T inverse; ///< 1 / sqrt(variance + epsilon)
};

template <class T>
Moments<T> momentsOf(const T* x, Index n, double epsilon)
{
    const T count = static_cast<T>(n);
    T sum = 0;
    for (Index i = 0; i < n; ++i)
        sum += x[i];
    const T mean = sum / count;
    T squares = 0;
    for (Index i = 0; i < n; ++i)
        squares += (x[i] - mean) * (x[i] - mean);
    return {mean, T{1} / std::sqrt(squares / count + static_cast<T>(epsilon))};
}

void checkFormats(const Tensor& x, const Tensor* parameter)
{
    check(
        x.format() == float32Format() || x.format() == float64Format(), "[normalizeRows] float32 or float64");
    check(parameter == nullptr || (parameter->format() == x.format() && parameter->size() == x.columns()),
        "[normalizeRows] parameters fit the columns");
}

template <class T>
void normalize(const Tensor& x, const Tensor* gamma, const Tensor* beta, double epsilon, Tensor& out)
{
    const Index columns = x.columns();
    const T* scale = gamma == nullptr ? nullptr : TensorValues::of<T>(*gamma);
    const T* offset = beta == nullptr ? nullptr : TensorValues::of<T>(*beta);
    for (Index row = 0; row < x.rows(); ++row) {
        const T* in = TensorValues::of<T>(x) + row * columns;
        T* result = TensorValues::of<T>(out) + row * columns;
        const Moments<T> moments = momentsOf(in, columns, epsilon);
        for (Index i = 0; i < columns; ++i) {
            const T inverse = scale == nullptr ? moments.inverse : moments.inverse * scale[i];
            const T shift = -moments.mean * inverse + (offset == nullptr ? T{0} : offset[i]);
            result[i] = in[i] * inverse + shift;
        }
    }
}

/// With n = (x - mean) inverse and g = dy gamma: dx = inverse (g - mean(g) - n mean(g n)).
template <class T>
void gradient(Arithmetic& arithmetic, const Tensor& x, const Tensor* gamma, double epsilon,
    const Tensor& outputGradient, const Format& sums, NormalizationGradients& out)
{
    const bool roundsSums = !(sums == x.format());
    const Grid<T> grid = makeGrid<T>(sums);
    const auto roundRow = [&](T* values, Index columns) {
        kernelsFor<T>(arithmetic.table()).round(values, values, columns, grid, &arithmetic.counts());
    };
    const Index columns = x.columns();
    const T* scale = gamma == nullptr ? nullptr : TensorValues::of<T>(*gamma);
    T* gammaSums = TensorValues::of<T>(out.gamma);
    T* betaSums = TensorValues::of<T>(out.beta);
    std::fill_n(gammaSums, columns, T{0});
    std::fill_n(betaSums, columns, T{0});
    for (Index row = 0; row < x.rows(); ++row) {
        const T* in = TensorValues::of<T>(x) + row * columns;
        const T* dy = TensorValues::of<T>(outputGradient) + row * columns;
        T* dx = TensorValues::of<T>(out.input) + row * columns;
        const Moments<T> moments = momentsOf(in, columns, epsilon);
        T sum = 0;
        T weighted = 0;
        for (Index i = 0; i < columns; ++i) {
            const T normalized = (in[i] - moments.mean) * moments.inverse;
            const T g = scale == nullptr ? dy[i] : dy[i] * scale[i];
            sum += g;
            weighted += g * normalized;
            if (roundsSums) { // torch: a x + b with a and b of the row
                const T scaled = in[i] * moments.inverse - moments.mean * moments.inverse;
                gammaSums[i] += dy[i] * scaled;
            } else {
                gammaSums[i] += dy[i] * normalized;
            }
            betaSums[i] += dy[i];
        }
        if (roundsSums) {
            roundRow(gammaSums, columns);
            roundRow(betaSums, columns);
        }
        const T count = static_cast<T>(columns);
        for (Index i = 0; i < columns; ++i) {
            const T normalized = (in[i] - moments.mean) * moments.inverse;
            const T g = scale == nullptr ? dy[i] : dy[i] * scale[i];
            dx[i] = moments.inverse * (g - sum / count - normalized * (weighted / count));
        }
    }
}

/// 1 / sqrt(mean(x^2) + epsilon)
template <class T>
T inverseRootMeanSquare(const T* x, Index n, double epsilon)
{
    T squares = 0;
    for (Index i = 0; i < n; ++i)
        squares += x[i] * x[i];
    return T{1} / std::sqrt(squares / static_cast<T>(n) + static_cast<T>(epsilon));
}

template <class T>
void rmsNormalize(const Tensor& x, const T* scale, double epsilon, Tensor& out)
{
    const Index columns = x.columns();
    for (Index row = 0; row < x.rows(); ++row) {
        const T* in = TensorValues::of<T>(x) + row * columns;
        T* result = TensorValues::of<T>(out) + row * columns;
        const T inverse = inverseRootMeanSquare(in, columns, epsilon);
        for (Index i = 0; i < columns; ++i)
            result[i] = in[i] * inverse * scale[i];
    }
}

/// With g = dy scale: dx = inverse (g - x inverse mean(g x inverse)).
template <class T>
void rmsGradient(const Tensor& x, const T* scale, double epsilon, const Tensor& outputGradient, Tensor& input,
    T* scaleSums)
{
    const Index columns = x.columns();
    std::fill_n(scaleSums, columns, T{0});
    for (Index row = 0; row < x.rows(); ++row) {
        const T* in = TensorValues::of<T>(x) + row * columns;
        const T* dy = TensorValues::of<T>(outputGradient) + row * columns;
        T* dx = TensorValues::of<T>(input) + row * columns;
        const T inverse = inverseRootMeanSquare(in, columns, epsilon);
        T weighted = 0;
        for (Index i = 0; i < columns; ++i) {
            const T normalized = in[i] * inverse;
            weighted += dy[i] * scale[i] * normalized;
            scaleSums[i] += dy[i] * normalized;
        }
        const T mean = weighted / static_cast<T>(columns);
        for (Index i = 0; i < columns; ++i)
            dx[i] = inverse * (dy[i] * scale[i] - in[i] * inverse * mean);
    }
}

} // namespace

const Format& atLeastFloat32(const Format& format)
{
    return format == float64Format() ? float64Format() : float32Format();
}

void normalizeRows(const Tensor& x, const Tensor* gamma, const Tensor* beta, double epsilon, Tensor& out)
{
    checkFormats(x, gamma);
    checkFormats(x, beta);
    out.reset(x.shape(), x.format());
    onCarrier(x, [&](auto zero) { normalize<decltype(zero)>(x, gamma, beta, epsilon, out); });
}

void normalizeRowsGradient(Arithmetic& arithmetic, const Tensor& x, const Tensor* gamma, double epsilon,
    const Tensor& outputGradient, const Format& sums, NormalizationGradients& gradients)
{
    checkFormats(x, gamma);
    check(outputGradient.format() == x.format() && outputGradient.size() == x.size(),
        "[normalizeRows] the gradient is like the output");
    gradients.input.reset(x.shape(), x.format());
    check(carrierOf(sums) == carrierOf(x.format()), "[normalizeRows] the sums share x's carrier");
    gradients.gamma.reset(Shape{x.columns()}, sums);
    gradients.beta.reset(Shape{x.columns()}, sums);
    onCarrier(x, [&](auto zero) {
        gradient<decltype(zero)>(arithmetic, x, gamma, epsilon, outputGradient, sums, gradients);
    });
}

void rmsNormalizeRows(const Tensor& x, const Tensor& scale, double epsilon, Tensor& out)
{
    checkFormats(x, &scale);
    out.reset(x.shape(), x.format());
    onCarrier(x, [&]<class T>(T) { rmsNormalize<T>(x, TensorValues::of<T>(scale), epsilon, out); });
}

void rmsNormalizeRowsGradient(const Tensor& x, const Tensor& scale, double epsilon,
    const Tensor& outputGradient, Tensor& inputGradient, Tensor& scaleGradient)
{
    checkFormats(x, &scale);
    check(outputGradient.format() == x.format() && outputGradient.size() == x.size(),
        "[rmsNormalizeRows] the gradient is like the output");
    inputGradient.reset(x.shape(), x.format());
    scaleGradient.reset(Shape{x.columns()}, x.format());
    onCarrier(x, [&]<class T>(T) {
        rmsGradient<T>(x, TensorValues::of<T>(scale), epsilon, outputGradient, inputGradient,
            TensorValues::of<T>(scaleGradient));
    });
}

} // namespace ulpscope
