// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products and sums in a named accumulator.
#include "engine/dtype/formats.h"
#include "engine/kernels/accumulation_plan.h"
#include "engine/tensor/carrier.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/ops.h"
#include "engine/tensor/product_parts.h"

#include <cmath>
#include <vector>

namespace ulpscope {

namespace {

struct Extents
{
    Index m;
    Index n;
    Index k;
    bool transposeA;
    bool transposeB;
};

template <class T>
ProductOperands<T> views(const Extents& extents, const T* a, const T* b)
{
    const auto [m, n, k, transposeA, transposeB] = extents;
    return {
        m, n, k, {a, transposeA ? 1 : k, transposeA ? m : 1}, {b, transposeB ? 1 : n, transposeB ? k : 1}};
}

void accumulate(const KernelTable& table, const ProductOperands<float>& operands,
    const AccumulationPlan& plan, double* out)
{
    table.accumulateFloats(operands, plan, out);
}

void accumulate(const KernelTable& table, const ProductOperands<double>& operands,
    const AccumulationPlan& plan, double* out)
{
    table.accumulateDoubles(operands, plan, out);
}

/// One chain of fused multiply-adds in T, to which operands are rounded first.
template <class T, class In>
void accumulateInCarrier(
    const Arithmetic& arithmetic, const Extents& extents, const In* a, const In* b, double* out)
{
    const auto cast = [](const In* from, Index n) {
        std::vector<T> result(static_cast<std::size_t>(n));
        for (Index i = 0; i < n; ++i)
            result[static_cast<std::size_t>(i)] = static_cast<T>(from[i]);
        return result;
    };
    const std::vector<T> left = cast(a, extents.m * extents.k);
    const std::vector<T> right = cast(b, extents.k * extents.n);
    std::vector<T> product(static_cast<std::size_t>(extents.m * extents.n));
    constexpr Index kLeast = 32;
    forParts(arithmetic, extents.m, extents.n, extents.k, kLeast, true, [&](const ResultPart& part, Index) {
        kernelsFor<T>(arithmetic.table())
            .gemm(extents.transposeA, extents.transposeB, extents.m, extents.n, extents.k, left.data(),
                right.data(), nullptr, nullptr, part, product.data());
    });
    std::copy(product.begin(), product.end(), out);
}

template <class T>
void accumulateInParts(const Arithmetic& arithmetic, const ProductOperands<T>& operands,
    const AccumulationPlan& plan, double* out)
{
    constexpr Index kLeast = 4;
    const auto compute = [&](const ResultPart& part, Index) {
        ProductOperands<T> own = operands;
        own.m = part.rows;
        own.a.data += part.firstRow * own.a.rowStride;
        accumulate(arithmetic.table(), own, plan, out + part.firstRow * own.n);
    };
    forParts(arithmetic, operands.m, operands.n, operands.k, kLeast, false, compute);
}

/// Non-finite results of rows and columns that are all finite.
template <class T>
std::int64_t overflowsOf(const ProductOperands<T>& operands, const double* out)
{
    std::vector<char> rowIsFinite(static_cast<std::size_t>(operands.m), 1);
    std::vector<char> columnIsFinite(static_cast<std::size_t>(operands.n), 1);
    for (Index p = 0; p < operands.k; ++p) {
        for (Index i = 0; i < operands.m; ++i)
            if (!std::isfinite(operands.a(i, p)))
                rowIsFinite[static_cast<std::size_t>(i)] = 0;
        for (Index j = 0; j < operands.n; ++j)
            if (!std::isfinite(operands.b(p, j)))
                columnIsFinite[static_cast<std::size_t>(j)] = 0;
    }
    std::int64_t overflows = 0;
    for (Index i = 0; i < operands.m; ++i)
        for (Index j = 0; j < operands.n; ++j)
            if (!std::isfinite(out[i * operands.n + j]) && rowIsFinite[static_cast<std::size_t>(i)] != 0
                && columnIsFinite[static_cast<std::size_t>(j)] != 0)
                ++overflows;
    return overflows;
}

/// a b in the accumulator, on operands that share a carrier; counts the sums that overflowed.
template <class T>
std::vector<double> product(Arithmetic& arithmetic, const Extents& extents, const T* a, const T* b,
    const Accumulator& accumulator, const AccumulationPlan* plan)
{
    std::vector<double> out(static_cast<std::size_t>(extents.m * extents.n));
    if (out.empty())
        return out;
    const ProductOperands<T> operands = views(extents, a, b);
    if (accumulator.kind == AccumulatorKind::Float32)
        accumulateInCarrier<float>(arithmetic, extents, a, b, out.data());
    else if (accumulator.kind == AccumulatorKind::Float64)
        accumulateInCarrier<double>(arithmetic, extents, a, b, out.data());
    else if (isStochastic(accumulator.rounding.mode)) // whose draws go by an element's place in the whole
        accumulate(arithmetic.table(), operands, *plan, out.data());
    else
        accumulateInParts(arithmetic, operands, *plan, out.data());
    for (const double value : out)
        if (!std::isfinite(value)) {
            arithmetic.counts().overflows += overflowsOf(operands, out.data());
            break;
        }
    return out;
}

/// The same for a format's operands.
std::vector<double> productOf(Arithmetic& arithmetic, const Extents& extents, const Tensor& a,
    const Tensor& b, const Accumulator& accumulator, const RandomKey& key, RoundingMode exactMode)
{
    check(carrierOf(a.format()) == carrierOf(b.format()), "[matmul] operands share a carrier");
    const bool isInCarrier
        = accumulator.kind == AccumulatorKind::Float32 || accumulator.kind == AccumulatorKind::Float64;
    AccumulationPlan plan;
    if (!isInCarrier)
        plan = makePlan(accumulator, a.format(), b.format(), key, extents.k);
    plan.exactMode = exactMode;
    return onCarrier(a, [&]<class T>(T) {
        return product<T>(
            arithmetic, extents, TensorValues::of<T>(a), TensorValues::of<T>(b), accumulator, &plan);
    });
}

/// `values` rounded to the format of `out`.
void store(Arithmetic& arithmetic, const std::vector<double>& values, Tensor& out, const Rounding& rounding,
    const RandomKey& key)
{
    const Grid<double> grid = makeGrid<double>(out.format(), rounding, key);
    const KernelTable& table = arithmetic.table();
    if (carrierOf(out.format()) == Carrier::Float)
        table.narrow(values.data(), TensorValues::of<float>(out), out.size(), grid, &arithmetic.counts());
    else
        table.f64.round(values.data(), TensorValues::of<double>(out), out.size(), grid, &arithmetic.counts());
}

/// Number of rows of `x`. A matrix without columns has rows too: its product is all zeros.
Index rowsOf(const Tensor& x)
{
    return x.columns() == 0 && x.shape().rank() == 2 ? x.shape()[0] : x.rows();
}

/// Ones, so that a product computes a sum.
Tensor ones(const Format& format, Index n)
{
    Tensor result(Shape{1, n}, format);
    for (Index i = 0; i < n; ++i)
        result.set(i, 1.0);
    return result;
}

} // namespace

void matmul(Arithmetic& arithmetic, const Tensor& a, const Tensor& b, Transpose transpose,
    const Accumulator& accumulator, const Format& outFormat, Tensor& out, const RandomKey& key,
    const Rounding& outRounding)
{
    check(&out != &a && &out != &b, "[matmul] out of place");
    Extents extents{};
    extents.transposeA = transpose == Transpose::A;
    extents.transposeB = transpose == Transpose::B;
    extents.m = extents.transposeA ? a.columns() : rowsOf(a);
    extents.k = extents.transposeA ? rowsOf(a) : a.columns();
    extents.n = extents.transposeB ? rowsOf(b) : b.columns();
    checkEqual(extents.transposeB ? b.columns() : rowsOf(b), extents.k, "[matmul] inner extents");
    // An exact sum is rounded only once: in float64 by itself, in any other format after rounding to odd.
    const RoundingMode exactMode = outFormat == float64Format() ? outRounding.mode : RoundingMode::ToOdd;
    const std::vector<double> sums = productOf(arithmetic, extents, a, b, accumulator, key, exactMode);
    out.reset(Shape{extents.m, extents.n}, outFormat);
    store(arithmetic, sums, out, outRounding, key);
    if (isWatched(arithmetic))
        watchProduct(arithmetic, a, b, extents.transposeA, extents.transposeB, out,
            [&](Index element) { return sums[static_cast<std::size_t>(element)]; });
}

double sum(Arithmetic& arithmetic, const Tensor& x, const Accumulator& accumulator, const RandomKey& key)
{
    const Extents extents{1, 1, x.size(), false, false};
    return productOf(
        arithmetic, extents, x, ones(x.format(), x.size()), accumulator, key, RoundingMode::NearestEven)[0];
}

void columnSums(Arithmetic& arithmetic, const Tensor& x, const Accumulator& accumulator, Tensor& out,
    const RandomKey& key)
{
    const Extents extents{1, x.columns(), x.rows(), false, false};
    const RoundingMode exactMode
        = x.format() == float64Format() ? RoundingMode::NearestEven : RoundingMode::ToOdd;
    const std::vector<double> sums
        = productOf(arithmetic, extents, ones(x.format(), x.rows()), x, accumulator, key, exactMode);
    out.reset(Shape{x.columns()}, x.format());
    store(arithmetic, sums, out, {}, key);
}

} // namespace ulpscope
