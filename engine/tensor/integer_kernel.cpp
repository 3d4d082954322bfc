// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/integer_kernel.h"

#include "engine/base/check.h"
#include "engine/base/message.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/tensor/carrier.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace ulpscope {

namespace {

constexpr double kEpsilon = 1e-7; ///< keras.config.epsilon(), rounded to the dtype before it is added

const Format& int8Format()
{
    static const Format& format = *findFormat("int8");
    return format;
}

/// A NaN's code is 0, as XLA converts it.
double clipped(double x, double low, double high)
{
    return std::isnan(x) ? 0 : std::clamp(x, low, high);
}

/// Scalar operations, each rounded to one format.
struct Rounded
{
    const Format& format;

    double operator()(double exact) const { return roundToFormat(format, exact); }
    double epsilon() const { return (*this)(kEpsilon); }
};

double larger(double a, double b) // a NaN stays
{
    return std::isnan(a) || std::isnan(b) ? std::nan("") : std::max(a, b);
}

/// Format in which NumPy computes with these values and Python's numbers: ml_dtypes' bfloat16 becomes float32.
const Format& numpyFormat(const Format& format)
{
    return format.name == "bfloat16" ? float32Format() : format;
}

void quantizeChannels(const Tensor& kernel, double low, double high, IntegerCodes& out)
{
    const Rounded round{numpyFormat(kernel.format())};
    const Index units = kernel.columns();
    out.scales.reset(Shape{units}, kernel.format());
    out.zeros = Tensor();
    for (Index unit = 0; unit < units; ++unit) {
        double amax = 0;
        for (Index i = unit; i < kernel.size(); i += units)
            amax = larger(amax, std::fabs(kernel.at(i)));
        const double scale = round(high / round(amax + round.epsilon()));
        out.scales.set(unit, roundToFormat(kernel.format(), scale));
        for (Index i = unit; i < kernel.size(); i += units)
            out.codes.set(i, clipped(std::nearbyint(round(kernel.at(i) * scale)), low, high));
    }
}

void quantizeGroups(const Tensor& kernel, Index blockSize, double low, double high, IntegerCodes& out)
{
    const Rounded round{numpyFormat(kernel.format())};
    const Index rows = kernel.rows();
    const Index units = kernel.columns();
    const Index blocks = (rows + blockSize - 1) / blockSize;
    out.scales.reset(Shape{blocks, units}, kernel.format());
    out.zeros.reset(Shape{blocks, units}, int8Format());
    for (Index block = 0; block < blocks; ++block) {
        const Index end = std::min(rows, (block + 1) * blockSize);
        const bool isFilledUp = (block + 1) * blockSize > rows;
        for (Index unit = 0; unit < units; ++unit) {
            double least = isFilledUp ? 0 : kernel.at(block * blockSize * units + unit);
            double most = least;
            for (Index row = block * blockSize; row < end; ++row) {
                least = -larger(-least, -kernel.at(row * units + unit));
                most = larger(most, kernel.at(row * units + unit));
            }
            const double range = roundToFormat(kernel.format(), most - least);
            const double scale = round(round(range + round.epsilon()) / (high - low));
            const double zero = clipped(round(std::nearbyint(round(-least / scale)) + low), low, high);
            out.scales.set(block * units + unit, roundToFormat(kernel.format(), scale));
            out.zeros.set(block * units + unit, zero);
            for (Index row = block * blockSize; row < end; ++row) {
                const Index i = row * units + unit;
                const double steps = std::nearbyint(round(kernel.at(i) / scale));
                out.codes.set(i, clipped(round(steps + zero), low, high));
            }
        }
    }
}

/// NumPy's sum of a contiguous array: up to 128 terms in eight partial sums, more in halves (pairwise_sum).
double pairwiseSum(const Tensor& x, Index begin, Index count, const Rounded& round)
{
    constexpr Index kPairwiseBlock = 128;
    constexpr Index kPairwiseLanes = 8;
    if (count > kPairwiseBlock) {
        const Index half = count / 2 - count / 2 % kPairwiseLanes;
        return round(pairwiseSum(x, begin, half, round) + pairwiseSum(x, begin + half, count - half, round));
    }
    const auto term = [&](Index i) { return std::fabs(x.at(begin + i)); };
    Index i = 0;
    double sum = 0;
    if (count >= kPairwiseLanes) {
        std::array<double, kPairwiseLanes> lanes{};
        for (Index lane = 0; lane < kPairwiseLanes; ++lane)
            lanes[static_cast<std::size_t>(lane)] = term(lane);
        for (i = kPairwiseLanes; i + kPairwiseLanes <= count; i += kPairwiseLanes)
            for (Index lane = 0; lane < kPairwiseLanes; ++lane) {
                double& partial = lanes[static_cast<std::size_t>(lane)];
                partial = round(partial + term(i + lane));
            }
        sum = round(round(round(lanes[0] + lanes[1]) + round(lanes[2] + lanes[3]))
            + round(round(lanes[4] + lanes[5]) + round(lanes[6] + lanes[7])));
    }
    for (; i < count; ++i)
        sum = round(sum + term(i));
    return sum;
}

/// numpy.mean of the magnitudes: float16 is summed in float32, ml_dtypes' bfloat16 one after the other in itself.
double numpyMean(const Tensor& x)
{
    const auto count = static_cast<double>(x.size());
    const Rounded round{x.format()};
    if (x.format().name != "bfloat16") {
        const Rounded sums{x.format().name == "float16" ? float32Format() : x.format()};
        return round(sums(pairwiseSum(x, 0, x.size(), sums) / count));
    }
    double sum = 0;
    for (Index i = 0; i < x.size(); ++i)
        sum = round(sum + std::fabs(x.at(i)));
    return round(sum / count);
}

} // namespace

void quantizeTernary(const Tensor& kernel, IntegerCodes& out)
{
    const bool isFloat64 = kernel.format() == float64Format();
    const Rounded sums{isFloat64 ? float64Format() : float32Format()}; // JAX sums narrower ones in float32
    const double mean
        = sums(pairwiseSum(kernel, 0, kernel.size(), sums) / static_cast<double>(kernel.size()));
    const double threshold = roundToFormat(kernel.format(), mean) * 0.5;
    out.codes.reset(kernel.shape(), int8Format());
    out.zeros = Tensor();
    out.blockSize = -1;
    for (Index i = 0; i < kernel.size(); ++i) {
        const double value = kernel.at(i);
        out.codes.set(i, std::fabs(value) > threshold ? std::copysign(1.0, value) : 0.0);
    }
    out.scales.reset(Shape{1}, kernel.format());
    out.scales.set(0, numpyMean(kernel));
}

void quantizeKernel(const Tensor& kernel, int bits, Index blockSize, IntegerCodes& out)
{
    check(bits == 8 || bits == 4, "[quantizeKernel] 8 or 4 bits");
    check(blockSize == -1 || (blockSize >= 1 && bits == 4), "[quantizeKernel] blocks are of 4 bits");
    out.codes.reset(kernel.shape(), int8Format());
    out.blockSize = blockSize;
    if (bits == 8)
        quantizeChannels(kernel, -127, 127, out);
    else if (blockSize == -1)
        quantizeChannels(kernel, -8, 7, out);
    else
        quantizeGroups(kernel, blockSize, -8, 7, out);
}

void dequantizeKernel(const IntegerCodes& kernel, const Format& format, Tensor& out)
{
    const Rounded round{format};
    const Rounded inCarrier{carrierFormat(format)};
    const Index units = kernel.codes.columns();
    out.reset(kernel.codes.shape(), format);
    for (Index i = 0; i < out.size(); ++i) {
        const Index row = i / units;
        const double code = kernel.codes.at(i);
        if (kernel.blockSize == -1) {
            // XLA multiplies by the reciprocal where a divisor is broadcast.
            out.set(i, round(inCarrier(code * inCarrier(1 / round(kernel.scales.at(i % units))))));
            continue;
        }
        const Index group = row / kernel.blockSize * units + i % units;
        out.set(i, round(round(code - kernel.zeros.at(group)) * round(kernel.scales.at(group))));
    }
}

void quantizeRows(Arithmetic& arithmetic, const Tensor& x, Tensor& codes, Tensor& scales)
{
    constexpr double kMax = 127;
    const double epsilon = Rounded{x.format()}.epsilon();
    const ScalarOps ops(arithmetic, x.format());
    const Index rows = x.rows();
    const Index columns = x.columns();
    codes.reset(x.shape(), int8Format());
    scales.reset(Shape{rows, 1}, x.format());
    auto* code = TensorValues::of<float>(codes); // the codes' carrier is float
    onCarrier(x, [&]<class T>(T) {
        const auto grid = makeGrid<T>(x.format());
        std::vector<T> scaled(static_cast<std::size_t>(columns));
        for (Index row = 0; row < rows; ++row) {
            const T* values = TensorValues::of<T>(x) + row * columns;
            T amax = 0;
            bool hasNan = false;
            for (Index i = 0; i < columns; ++i) {
                amax = std::max(amax, std::fabs(values[i]));
                hasNan = hasNan || values[i] != values[i];
            }
            const double seen = hasNan ? std::nan("") : static_cast<double>(amax);
            const double scale = ops.divide(kMax, ops.add(seen, epsilon));
            scales.set(row, scale);
            const T factor = static_cast<T>(scale);
            for (Index i = 0; i < columns; ++i)
                scaled[static_cast<std::size_t>(i)] = values[i] * factor;
            kernelsFor<T>(arithmetic.table()).round(scaled.data(), scaled.data(), columns, grid, nullptr);
            for (const T product : scaled)
                *code++
                    = static_cast<float>(clipped(std::nearbyint(static_cast<double>(product)), -kMax, kMax));
        }
    });
}

} // namespace ulpscope
