// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/integer_kernel.h"

#include "engine/base/check.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/tensor/carrier.h"
#include "engine/tensor/ops.h"

#include <algorithm>
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

/// What NumPy computes in with such values and Python's numbers: ml_dtypes' bfloat16 becomes float32.
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

} // namespace

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

void divideColumns(Arithmetic& arithmetic, Tensor& x, const Tensor& scales)
{
    check(x.format() == scales.format() && x.columns() == scales.size(), "[divideColumns] a scale a column");
    onCarrier(x, [&](auto zero) {
        using T = decltype(zero);
        const T* scale = TensorValues::of<T>(scales);
        T* value = TensorValues::of<T>(x);
        for (Index row = 0; row < x.rows(); ++row)
            for (Index i = 0; i < scales.size(); ++i, ++value)
                *value *= T{1} / scale[i];
        T* values = TensorValues::of<T>(x);
        kernelsFor<T>(arithmetic.table())
            .round(values, values, x.size(), makeGrid<T>(x.format()), &arithmetic.counts());
    });
}

void quantizeRows(Arithmetic& arithmetic, const Tensor& x, Tensor& codes, Tensor& scales)
{
    constexpr double kMost = 127;
    const Rounded round{x.format()};
    const double epsilon = round.epsilon();
    const Index rows = x.rows();
    const Index columns = x.columns();
    codes.reset(x.shape(), int8Format());
    scales.reset(Shape{rows, 1}, x.format());
    auto* code = TensorValues::of<float>(codes); // whose carrier that is
    onCarrier(x, [&](auto zero) {
        using T = decltype(zero);
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
            const double scale = round(kMost / round(seen + epsilon));
            scales.set(row, scale);
            const T factor = static_cast<T>(scale);
            for (Index i = 0; i < columns; ++i)
                scaled[static_cast<std::size_t>(i)] = values[i] * factor;
            kernelsFor<T>(arithmetic.table()).round(scaled.data(), scaled.data(), columns, grid, nullptr);
            for (const T product : scaled)
                *code++ = static_cast<float>(
                    clipped(std::nearbyint(static_cast<double>(product)), -kMost, kMost));
        }
    });
}

} // namespace ulpscope
