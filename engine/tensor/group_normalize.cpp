// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/group_normalize.h"

#include "engine/base/message.h"
#include "engine/tensor/carrier.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

void checkOperand(const Tensor& x, const Tensor& like, Index size)
{
    check(x.format() == like.format(), "[normalizeGroups] one format");
    checkEqual(x.size(), size, "[normalizeGroups] elements");
}

void checkFits(const Tensor& x, const NormalizationGroups& g)
{
    check(x.format() == float32Format() || x.format() == float64Format(),
        "[normalizeGroups] float32 or float64");
    checkEqual(x.size(), g.outer * g.rows * g.columns, "[normalizeGroups] elements");
    checkEqual(g.columns % g.groups, Index{0}, "[normalizeGroups] columns left over");
}

template <class T>
const T* valuesOf(const Tensor* tensor)
{
    return tensor == nullptr ? nullptr : TensorValues::of<T>(*tensor);
}

template <class T>
void makeFactors(const NormalizationGroups& g, const Tensor& mean, const Tensor& variance, const T* gamma,
    const T* beta, double epsilon, NormalizationFactors& factors)
{
    for (Index i = 0; i < mean.size(); ++i) {
        const Index c = i % g.columns;
        const T inverse = T{1} / std::sqrt(TensorValues::of<T>(variance)[i] + static_cast<T>(epsilon));
        const T scale = gamma == nullptr ? inverse : inverse * gamma[c];
        TensorValues::of<T>(factors.inverse)[i] = inverse;
        TensorValues::of<T>(factors.scale)[i] = scale;
        TensorValues::of<T>(factors.shift)[i]
            = -TensorValues::of<T>(mean)[i] * scale + (beta == nullptr ? T{0} : beta[c]);
    }
}

/// to[c] = sum of from[o, c] over o
template <class T>
void sumOverOuter(const NormalizationGroups& g, const Tensor& from, Tensor& to)
{
    to.reset(Shape{g.columns}, from.format());
    for (Index c = 0; c < g.columns; ++c) {
        T sum = 0;
        for (Index o = 0; o < g.outer; ++o)
            sum += TensorValues::of<T>(from)[o * g.columns + c];
        TensorValues::of<T>(to)[c] = sum;
    }
}

/// Metrics of the values behind a moment, which is an element of [outer, columns].
std::vector<NamedValue> groupMetrics(const Tensor& x, const NormalizationGroups& g, Index moment)
{
    const Index width = g.columns / g.groups;
    const Index first = moment % g.columns / width * width;
    double sum = 0;
    double largest = 0;
    for (Index row = 0; row < g.rows; ++row)
        for (Index column = first; column < first + width; ++column) {
            const double value = x.at((moment / g.columns * g.rows + row) * g.columns + column);
            sum += value;
            largest = std::max(largest, std::fabs(value));
        }
    return {{"values", static_cast<double>(g.rows * width)}, {"largest magnitude", largest},
        {"sum in float64", sum}};
}

} // namespace

void groupMoments(
    Arithmetic& arithmetic, const Tensor& x, const NormalizationGroups& g, Tensor& mean, Tensor& variance)
{
    checkFits(x, g);
    mean.reset(Shape{g.outer, g.columns}, x.format());
    variance.reset(Shape{g.outer, g.columns}, x.format());
    onCarrier(x, [&]<class T>(T) {
        kernelsFor<T>(arithmetic.table())
            .moments(TensorValues::of<T>(x), g, TensorValues::of<T>(mean), TensorValues::of<T>(variance));
    });
    if (!isWatched(arithmetic))
        return;
    const auto groupOf = [&](Index element) { return groupMetrics(x, g, element); };
    watchElementsOf(arithmetic, translated("mean"), x, mean, groupOf);
    watchElementsOf(arithmetic, translated("variance"), x, variance, groupOf);
}

void normalizeGroups(Arithmetic& arithmetic, const Tensor& x, const NormalizationGroups& g,
    const Tensor& mean, const Tensor& variance, const Tensor* gamma, const Tensor* beta, double epsilon,
    NormalizationFactors& factors, Tensor& out)
{
    checkFits(x, g);
    checkOperand(mean, x, g.outer * g.columns);
    checkOperand(variance, x, g.outer * g.columns);
    for (const Tensor* parameter : {gamma, beta})
        if (parameter != nullptr)
            checkOperand(*parameter, x, g.columns);
    for (Tensor* factor : {&factors.inverse, &factors.scale, &factors.shift})
        factor->reset(Shape{g.outer, g.columns}, x.format());
    out.reset(x.shape(), x.format());
    onCarrier(x, [&]<class T>(T) {
        makeFactors<T>(g, mean, variance, valuesOf<T>(gamma), valuesOf<T>(beta), epsilon, factors);
        kernelsFor<T>(arithmetic.table())
            .scaleAndShift(TensorValues::of<T>(x), g, TensorValues::of<T>(factors.scale),
                TensorValues::of<T>(factors.shift), TensorValues::of<T>(out));
    });
    if (isWatched(arithmetic))
        watchElementsOf(arithmetic, translated("normalization"), x, out, [&](Index element) {
            const Index moment = element / (g.rows * g.columns) * g.columns + element % g.columns;
            std::vector<NamedValue> operands{
                {"value", x.at(element)}, {"mean", mean.at(moment)}, {"variance", variance.at(moment)}};
            if (gamma != nullptr)
                operands.push_back({"gamma", gamma->at(element % g.columns)});
            if (beta != nullptr)
                operands.push_back({"beta", beta->at(element % g.columns)});
            return operands;
        });
}

void normalizeGroupsGradient(Arithmetic& arithmetic, const Tensor& x, const NormalizationGroups& g,
    const Tensor& mean, const Tensor* gamma, const NormalizationFactors& factors,
    const Tensor& outputGradient, GroupGradients& gradients)
{
    checkFits(x, g);
    checkOperand(outputGradient, x, x.size());
    checkOperand(factors.inverse, x, g.outer * g.columns);
    gradients.of.input.reset(x.shape(), x.format());
    gradients.sums.reset(Shape{g.outer, g.columns}, x.format());
    gradients.weighted.reset(Shape{g.outer, g.columns}, x.format());
    onCarrier(x, [&]<class T>(T) {
        const CarrierKernels<T>& kernels = kernelsFor<T>(arithmetic.table());
        const T* inputs = TensorValues::of<T>(x);
        const T* upstream = TensorValues::of<T>(outputGradient);
        const T* means = TensorValues::of<T>(mean);
        const T* inverse = TensorValues::of<T>(factors.inverse);
        T* sums = TensorValues::of<T>(gradients.sums);
        T* weighted = TensorValues::of<T>(gradients.weighted);
        kernels.normalizationSums(inputs, upstream, g, means, inverse, sums, weighted);
        sumOverOuter<T>(g, gradients.sums, gradients.of.beta);
        sumOverOuter<T>(g, gradients.weighted, gradients.of.gamma);
        kernels.normalizationGradient(inputs, upstream, g, means, inverse, valuesOf<T>(gamma), sums, weighted,
            TensorValues::of<T>(gradients.of.input));
    });
    if (!isWatched(arithmetic))
        return;
    for (const Tensor* sum : {&gradients.of.gamma, &gradients.of.beta})
        watchLines(arithmetic, translated("sum over the rows"), outputGradient, *sum, true);
    watchElementsOf(
        arithmetic, translated("gradient of the normalization"), x, gradients.of.input, [&](Index element) {
            const Index moment = element / (g.rows * g.columns) * g.columns + element % g.columns;
            return std::vector<NamedValue>{{"value", x.at(element)}, {"mean", mean.at(moment)},
                {"1 / standard deviation", factors.inverse.at(moment)},
                {"output gradient", outputGradient.at(element)}};
        });
}

} // namespace ulpscope
