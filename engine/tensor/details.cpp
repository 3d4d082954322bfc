// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/details.h"

#include "engine/tensor/carrier.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ulpscope {

namespace {

/// Elements that stay in a near cache while every kernel goes through them.
constexpr Index kBlock = 4096;

void add(const TensorDetail& from, TensorDetail& to)
{
    to.amax = std::max(to.amax, from.amax);
    if (from.amin != 0)
        to.amin = to.amin == 0 ? from.amin : std::min(to.amin, from.amin);
    to.sum += from.sum;
    to.squares += from.squares;
    to.zeros += from.zeros;
    to.subnormals += from.subnormals;
    to.saturated += from.saturated;
    to.nans += from.nans;
    to.positiveInfinities += from.positiveInfinities;
    to.negativeInfinities += from.negativeInfinities;
}

void add(const ComparisonDetail& from, ComparisonDetail& to)
{
    to.squaredError += from.squaredError;
    to.squaredReference += from.squaredReference;
    to.referenceNonZero += from.referenceNonZero;
    to.flushed += from.flushed;
    to.squaredCandidate += from.squaredCandidate;
    to.dot += from.dot;
    const bool isWorse = !(from.maxBinadeError <= to.maxBinadeError); // a NaN is, and stays
    if (isWorse && !std::isnan(to.maxBinadeError))
        to.maxBinadeError = from.maxBinadeError;
}

/// Adds a block to the metrics. reference: null, or as many values.
template <class T>
void addBlock(const KernelTable& table, const T* x, Index n, double scale, const Format& format,
    const double* reference, TensorMetrics& metrics)
{
    const CarrierKernels<T>& kernels = kernelsFor<T>(table);
    const TensorDetail detail
        = kernels.detail(x, n, static_cast<T>(format.minNormal()), static_cast<T>(format.maxFinite()));
    add(detail, metrics.detail);
    kernels.countExponents(x, n, scale, detail, metrics.exponents);
    if (reference != nullptr)
        add(kernels.compareDetail(x, scale, reference, n, format.minNormal()), metrics.comparison);
}

void checkReference(const Tensor& x, const Tensor& reference)
{
    check(reference.format() == float64Format(), "[details] the reference is float64");
    checkEqual(x.size(), reference.size(), "[details] elements");
}

/// out = after - before of n elements from `begin` on.
void findChange(const KernelTable& table, const StoredChange& change, Index begin, Index n, double* out)
{
    onCarrier(*change.after, [&]<class T>(T) {
        std::array<double, kBlock> exact; // of float32
        const double* before = exact.data();
        if (carrierOf(change.before->format()) == Carrier::Double)
            before = TensorValues::of<double>(*change.before) + begin;
        else
            std::copy_n(TensorValues::of<float>(*change.before) + begin, n, exact.begin());
        kernelsFor<T>(table).change(TensorValues::of<T>(*change.after) + begin, before, out, n);
    });
}

} // namespace

void measure(const Arithmetic& arithmetic, const Tensor& x, double scale, const Tensor* reference,
    TensorMetrics& metrics)
{
    if (reference != nullptr)
        checkReference(x, *reference);
    metrics = {};
    onCarrier(x, [&]<class T>(T) {
        for (Index begin = 0; begin < x.size(); begin += kBlock)
            addBlock(arithmetic.table(), TensorValues::of<T>(x) + begin, std::min(kBlock, x.size() - begin),
                scale, x.format(),
                reference == nullptr ? nullptr : TensorValues::of<double>(*reference) + begin, metrics);
    });
}

void measureChange(const Arithmetic& arithmetic, const StoredChange& change, const StoredChange& reference,
    TensorMetrics& metrics)
{
    checkEqual(change.after->size(), change.before->size(), "[details] elements");
    if (reference.after != nullptr) {
        checkReference(*change.after, *reference.after);
        checkReference(*change.after, *reference.before);
    }
    metrics = {};
    std::array<double, kBlock> values;
    std::array<double, kBlock> expected;
    const Index size = change.after->size();
    for (Index begin = 0; begin < size; begin += kBlock) {
        const Index n = std::min(kBlock, size - begin);
        findChange(arithmetic.table(), change, begin, n, values.data());
        if (reference.after != nullptr)
            findChange(arithmetic.table(), reference, begin, n, expected.data());
        // Differences have no format of their own; errors count in the last place of the variable's.
        addBlock(arithmetic.table(), values.data(), n, 1, float64Format(),
            reference.after == nullptr ? nullptr : expected.data(), metrics);
    }
}

ComparisonDetail compareDetail(
    const Arithmetic& arithmetic, const Tensor& candidate, double scale, const Tensor& reference)
{
    checkReference(candidate, reference);
    return onCarrier(candidate, [&]<class T>(T) {
        return kernelsFor<T>(arithmetic.table())
            .compareDetail(TensorValues::of<T>(candidate), scale, TensorValues::of<double>(reference),
                candidate.size(), candidate.format().minNormal());
    });
}

double sqnr(const Comparison& comparison)
{
    return 10 * std::log10(comparison.squaredReference / comparison.squaredError);
}

double cosineSimilarity(const ComparisonDetail& comparison)
{
    if (comparison.squaredCandidate == 0 && comparison.squaredReference == 0)
        return 1;
    // The roots first: the product of the squares may leave the range of a double.
    const double norms = std::sqrt(comparison.squaredCandidate) * std::sqrt(comparison.squaredReference);
    return std::isnan(norms) ? norms : std::clamp(comparison.dot / norms, -1.0, 1.0);
}

double maxUlpError(const ComparisonDetail& comparison, const Format& format)
{
    return std::ldexp(comparison.maxBinadeError, format.mantissaBits);
}

} // namespace ulpscope
