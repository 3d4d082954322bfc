// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/cast_loss.h"

#include "engine/dtype/block_quantize.h"
#include "engine/tensor/block_ops.h"
#include "engine/tensor/carrier.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

constexpr Index kPiece = 2048; ///< elements that are rounded and compared: before and after, 16 KiB each
constexpr Index kPieceOfBlocks = 1 << 16; ///< in float32 before and after: 256 KiB each

/// Below the smallest binade the spacing does not shrink; of fixed point it is the same everywhere, and is what errors are
/// measured in.
CastRange rangeOf(const Format& format)
{
    if (format.encoding == Encoding::FixedPoint)
        return {format.maxFinite(), format.lowest(), format.minSubnormal(), format.minSubnormal()};
    return {format.maxFinite(), format.lowest(), format.minNormal(), std::numeric_limits<double>::infinity()};
}

/// cast(before, after, n) for one piece after the other.
template <class T, class Cast>
CastLoss lossOfPieces(
    const Arithmetic& arithmetic, std::span<const double> values, const CastRange& range, Cast cast)
{
    std::array<T, kPiece> after;
    const auto size = static_cast<Index>(values.size());
    CastLoss loss;
    for (Index begin = 0; begin < size; begin += kPiece) {
        const Index n = std::min(kPiece, size - begin);
        cast(values.data() + begin, after.data(), n);
        loss += kernelsFor<T>(arithmetic.table()).castLoss(values.data() + begin, after.data(), n, range);
    }
    return loss;
}

/// The tensor's amax, NaN if there is one.
double amaxOfAll(const Arithmetic& arithmetic, std::span<const double> values)
{
    const TensorStatistics statistics
        = arithmetic.table().f64.statistics(values.data(), static_cast<Index>(values.size()));
    return statistics.nonFinite == 0 ? statistics.amax : amaxOf(values);
}

/// A tensor with some of the values, which float32 has if that is its format.
void take(const Arithmetic& arithmetic, std::span<const double> values, Tensor& tensor)
{
    const auto n = static_cast<Index>(values.size());
    if (carrierOf(tensor.format()) == Carrier::Float)
        arithmetic.table().narrow(
            values.data(), TensorValues::of<float>(tensor), n, makeGrid<double>(float32Format()), nullptr);
    else
        tensor.copyFrom(values);
}

/// f(first element, lines, elements of each) for pieces of an array of lines: whole lines, or whole blocks of one.
template <class F>
void forEachPiece(Index lines, Index length, Index extent, F f)
{
    if (length <= kPieceOfBlocks) {
        const Index most = kPieceOfBlocks / length;
        for (Index line = 0; line < lines; line += most)
            f(line * length, std::min(most, lines - line), length);
        return;
    }
    const Index most = std::max(extent, kPieceOfBlocks / extent * extent);
    for (Index line = 0; line < lines; ++line)
        for (Index first = 0; first < length; first += most)
            f(line * length + first, Index{1}, std::min(most, length - first));
}

} // namespace

CastLoss castLoss(const Arithmetic& arithmetic, std::span<const double> values, const Format& format,
    const Rounding& rounding)
{
    if (isStochastic(rounding.mode)) // the kernels draw
        return lossOfPieces<double>(
            arithmetic, values, rangeOf(format), [&](const double* before, double* after, Index n) {
                std::transform(
                    before, before + n, after, [&](double x) { return roundToFormat(format, x, rounding); });
            });
    const Grid<double> grid = makeGrid<double>(format, rounding);
    return lossOfPieces<double>(
        arithmetic, values, rangeOf(format), [&](const double* before, double* after, Index n) {
            arithmetic.table().f64.round(before, after, n, grid, nullptr);
        });
}

CastLoss scaledCastLoss(const Arithmetic& arithmetic, std::span<const double> values, const Format& format,
    const Rounding& rounding, float scale)
{
    const KernelTable& table = arithmetic.table();
    const Grid<double> toFloat = makeGrid<double>(float32Format());
    const Grid<float> plain = makeGrid<float>(float32Format());
    const Grid<float> grid = makeGrid<float>(format, rounding);
    RoundingCounts counts;
    return lossOfPieces<float>(arithmetic, values, {}, [&](const double* before, float* after, Index n) {
        table.narrow(before, after, n, toFloat, nullptr);
        table.f32.scalar(Binary::Multiply, after, scale, after, n, plain, counts);
        table.f32.round(after, after, n, grid, nullptr);
        table.f32.scalar(Binary::Multiply, after, 1 / scale, after, n, plain, counts);
    });
}

CastLoss blockCastLoss(Arithmetic& arithmetic, std::span<const double> values, const Shape& shape,
    const Format& stored, const BlockFormat& format, int axis, const BlockOptions& options)
{
    if (values.empty())
        return {};
    Tensor before;
    Tensor after;
    Tensor scales;
    const Format& carrier = contains(float32Format(), stored) ? float32Format() : float64Format();
    BlockOptions ofPiece = options;
    CastLoss loss;
    const auto addPiece = [&](Index first, const Shape& piece, int along) {
        const std::span<const double> taken
            = values.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(piece.elements()));
        before.reset(piece, carrier);
        take(arithmetic, taken, before);
        quantizeBlocks(arithmetic, before, format, along, after, scales, ofPiece);
        loss += onCarrier(after, [&]<class T>(T) {
            return kernelsFor<T>(arithmetic.table())
                .castLoss(taken.data(), TensorValues::of<T>(after), after.size(), {});
        });
    };
    const bool isAlongLast
        = format.block.kind == BlockKind::Along && (axis == -1 || axis == shape.rank() - 1);
    if (!isAlongLast || options.mode != RoundingMode::NearestEven) { // draws are those of the whole array
        addPiece(0, shape, axis);
        return loss;
    }
    if (hasTensorScale(format.rule))
        ofPiece.amax = amaxOfAll(arithmetic, values);
    const Index length = shape.rank() == 0 ? 1 : shape.last();
    const Index extent = format.block.extent == 0 ? length : format.block.extent;
    forEachPiece(shape.elements() / length, length, extent, [&](Index first, Index lines, Index columns) {
        addPiece(first, Shape{lines, columns}, -1);
    });
    return loss;
}

double maxUlpError(const CastLoss& loss, const Format& format)
{
    return format.encoding == Encoding::FixedPoint ? loss.worst : std::ldexp(loss.worst, format.mantissaBits);
}

} // namespace ulpscope
