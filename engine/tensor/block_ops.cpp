// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/block_ops.h"

#include "engine/base/message.h"
#include "engine/dtype/block_quantize.h"
#include "engine/tensor/carrier.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace ulpscope {

namespace {

/// Elements that are scaled, rounded and scaled back before the next are read: they stay in the cache.
constexpr Index kChunk = 1 << 14;
/// Chunk size for pieces with rows of their own: long rows read faster, so a row is as long as the second-level cache allows.
constexpr Index kChunkOfRows = 1 << 17;
constexpr Index kMinColumns = 512;

std::array<std::int64_t, Shape::kMaxRank> extentsOf(const Shape& shape)
{
    std::array<std::int64_t, Shape::kMaxRank> extents{};
    for (int i = 0; i < shape.rank(); ++i)
        extents[static_cast<std::size_t>(i)] = shape[i];
    return extents;
}

Shape shapeOf(std::span<const std::int64_t> extents)
{
    Shape shape;
    for (const std::int64_t extent : extents)
        shape.append(extent);
    return shape;
}

BlockLayout layoutOf(const Shape& shape, const BlockShape& block, int axis)
{
    const auto extents = extentsOf(shape);
    Result<BlockLayout> layout
        = layOutBlocks(block, std::span(extents).first(static_cast<std::size_t>(shape.rank())), axis);
    check(layout.ok(), "[quantizeBlocks] the axis is one of the tensor's, and tiles have two");
    return std::move(layout).value();
}

float larger(float a, float b) // a NaN stays
{
    return std::isnan(a) || a > b ? a : b;
}

/// Whether the kernels know the format: no zero point, no levels, one candidate for each scale.
bool isFast(const BlockFormat& format)
{
    return format.levels.empty() && format.rule <= ScaleRule::TwoLevel && format.rule != ScaleRule::MinMax
        && format.block.kind != BlockKind::Slice;
}

/// Quantizes on the float carrier by the kernels, a piece of the tensor at a time.
class FastQuantizer
{
public:
    FastQuantizer(Arithmetic& arithmetic, const BlockFormat& format, const BlockOptions& options,
        const float* in, float* out, float* scales)
        : m_arithmetic(arithmetic)
        , m_kernels(arithmetic.table().blocks)
        , m_format(format)
        , m_options(options)
        , m_element(makeBlockElement(format))
        , m_in(in)
        , m_out(out)
        , m_scales(scales)
    {
    }

    /// The tensor's own scale, and that of its only block.
    const TensorScale& tensorScale() const { return m_tensor; }
    TensorScale onlyBlock() const
    {
        if (m_amax.empty())
            return {};
        return {m_amax[0], divides(m_format.rule) ? 1 / m_scales[0] : m_encode[0], m_scales[0]};
    }

    float run(const BlockLayout& layout)
    {
        m_size = layout.extents[0] * layout.extents[1] * layout.extents[2] * layout.extents[3];
        if (hasTensorScale(m_format.rule)) {
            m_tensor = tensorScaleFor(
                m_format, m_options.amax ? *m_options.amax : static_cast<double>(amaxOfAll()));
            m_twoLevel.multiplier = m_tensor.encode * (1.0F / static_cast<float>(m_format.largestElement()));
            m_twoLevel.tensorDecode = m_tensor.decode;
            m_twoLevel.scale = makeGrid<float>(*m_format.scale);
        }
        const bool isNearest = m_options.mode == RoundingMode::NearestEven;
        walk(layout, isNearest ? BlockStep::QuantizeDequantize : BlockStep::Scale);
        if (!isNearest) {
            const Rounding rounding{
                m_options.mode, m_options.randomBits, findOverflowRule("te"), false, false};
            m_arithmetic.table().f32.round(
                m_out, m_out, m_size, makeGrid<float>(*m_format.element, rounding, m_options.key), nullptr);
            const float* const before = std::exchange(m_in, m_out);
            walk(layout, BlockStep::Dequantize);
            m_arithmetic.table().f32.countChanges(before, m_out, m_size, m_arithmetic.counts());
        }
        return m_tensor.decode;
    }

private:
    float amaxOfAll() const
    {
        float amax = 0;
        for (Index begin = 0; begin < m_size; begin += kChunk) {
            float ofChunk = 0;
            const Index n = std::min(kChunk, m_size - begin);
            m_kernels.amax(m_in + begin, {1, n, 1, n, 1, n}, &ofChunk);
            amax = larger(ofChunk, amax);
        }
        return amax;
    }

    void walk(const BlockLayout& layout, BlockStep step)
    {
        m_step = step;
        m_hasScales = step == BlockStep::Dequantize;
        switch (m_format.block.kind) {
        case BlockKind::Along:
            return walkAlong(layout);
        case BlockKind::Tile:
            return walkTiles(layout);
        case BlockKind::Slice:
        case BlockKind::Tensor:
            return walkTensor();
        }
    }

    void walkAlong(const BlockLayout& layout)
    {
        Index outer = layout.extents[0];
        Index length = layout.extents[2];
        const Index inner = layout.extents[3];
        const Index extent = layout.block[2];
        if (m_size == 0)
            return;
        if (inner > 1) {
            const Index blocks = layout.blockCount(2);
            const Index most = std::max(kMinColumns, kChunkOfRows / extent);
            for (Index o = 0; o < outer; ++o)
                for (Index b = 0; b < blocks; ++b)
                    for (Index i = 0; i < inner; i += most) {
                        const Index first = b * extent;
                        const Index columns = std::min(most, inner - i);
                        piece((o * length + first) * inner + i,
                            {1, std::min(extent, length - first), columns, 0, inner, extent},
                            (o * blocks + b) * inner + i);
                    }
            return;
        }
        if (length % extent == 0) { // lines follow each other without a ragged block
            length *= outer;
            outer = 1;
        }
        const Index blocks = (length + extent - 1) / extent;
        if (length <= kChunk / 2) {
            const Index lines = kChunk / length;
            for (Index o = 0; o < outer; o += lines)
                piece(o * length, {std::min(lines, outer - o), length, 1, length, 1, extent}, o * blocks);
            return;
        }
        const Index step = std::max<Index>(1, kChunk / extent) * extent;
        for (Index o = 0; o < outer; ++o)
            for (Index first = 0; first < length; first += step)
                piece(o * length + first, {1, std::min(step, length - first), 1, 0, 1, extent},
                    o * blocks + first / extent);
    }

    /// One row of tiles at a time: each line's amaxes first, then the largest of the lines.
    void walkTiles(const BlockLayout& layout)
    {
        const auto [outer, rows, columns, inner] = layout.extents;
        const Index extent = layout.block[1];
        const Index ofLine = layout.blockCount(2) * inner;
        if (m_size == 0)
            return;
        for (Index o = 0; o < outer; ++o)
            for (Index t = 0; t < layout.blockCount(1); ++t) {
                const Index lines = std::min(extent, rows - t * extent);
                const BlockView view{lines, columns, inner, columns * inner, inner, extent};
                const Index at = (o * rows + t * extent) * columns * inner;
                float* const decode = m_scales + (o * layout.blockCount(1) + t) * ofLine;
                reserve(lines * ofLine);
                if (!m_hasScales) {
                    m_kernels.amax(m_in + at, view, m_amax.data());
                    for (Index line = 1; line < lines; ++line)
                        for (Index b = 0; b < ofLine; ++b)
                            m_amax[index(b)] = larger(m_amax[index(line * ofLine + b)], m_amax[index(b)]);
                    scalesOf(ofLine, decode);
                }
                for (Index line = 0; line < lines; ++line) {
                    std::copy(decode, decode + ofLine, m_decode.begin() + line * ofLine);
                    if (line > 0)
                        std::copy(
                            m_encode.begin(), m_encode.begin() + ofLine, m_encode.begin() + line * ofLine);
                }
                apply(at, view, m_decode.data());
            }
    }

    void walkTensor()
    {
        reserve(1);
        if (!m_hasScales) {
            m_amax[0] = amaxOfAll();
            scalesOf(1, m_scales);
        }
        for (Index begin = 0; begin < m_size; begin += kChunk) {
            const Index n = std::min(kChunk, m_size - begin);
            apply(begin, {1, n, 1, n, 1, n}, m_scales);
        }
    }

    void piece(Index at, const BlockView& view, Index firstBlock)
    {
        float* const decode = m_scales + firstBlock;
        reserve(view.blocks());
        if (!m_hasScales) {
            m_kernels.amax(m_in + at, view, m_amax.data());
            scalesOf(view.blocks(), decode);
        }
        apply(at, view, decode);
    }

    /// Scales of the n blocks whose amaxes are in m_amax, into m_encode and `decode`.
    void scalesOf(Index n, float* decode)
    {
        if (isMxRule(m_format.rule)) {
            m_kernels.mxScales(m_amax.data(), n, m_mx, m_encode.data(), decode);
            return;
        }
        if (m_format.rule == ScaleRule::TwoLevel && !std::isnan(m_tensor.encode)) {
            m_kernels.twoLevelScales(m_amax.data(), n, m_twoLevel, m_encode.data(), decode);
            return;
        }
        for (Index b = 0; b < n; ++b) {
            const auto amax = static_cast<double>(m_amax[index(b)]);
            const BlockScale scale = blockScaleFor(m_format, std::span(&amax, 1), m_tensor);
            m_encode[index(b)] = scale.encode;
            decode[b] = scale.decode;
        }
    }

    void apply(Index at, const BlockView& view, const float* decode)
    {
        m_kernels.apply(m_step, m_in + at, m_out + at, view, m_encode.data(), decode, m_tensor.decode,
            m_element, &m_arithmetic.counts());
    }

    void reserve(Index blocks)
    {
        if (m_amax.size() < static_cast<std::size_t>(blocks)) {
            m_amax.resize(static_cast<std::size_t>(blocks));
            m_encode.resize(static_cast<std::size_t>(blocks));
            m_decode.resize(static_cast<std::size_t>(blocks));
        }
    }

    static std::size_t index(Index i) { return static_cast<std::size_t>(i); }

    Arithmetic& m_arithmetic;
    const BlockKernels& m_kernels;
    const BlockFormat& m_format;
    const BlockOptions& m_options;
    MxScaling m_mx = isMxRule(m_format.rule) ? makeMxScaling(m_format) : MxScaling{};
    TwoLevelScaling m_twoLevel;
    BlockElement m_element;
    TensorScale m_tensor;
    const float* m_in;
    float* m_out;
    float* m_scales;
    Index m_size = 0;
    BlockStep m_step = BlockStep::QuantizeDequantize;
    bool m_hasScales = false;
    std::vector<float> m_amax;
    std::vector<float> m_encode;
    std::vector<float> m_decode;
};

/// The plain way's amax and scale of the whole tensor.
template <class T>
TensorScale plainScale(const Tensor& in, const BlockFormat& format, double scaleOfBlocks)
{
    double amax = 0;
    const T* values = TensorValues::of<T>(in);
    for (Index i = 0; i < in.size() && !std::isnan(amax); ++i) {
        const double magnitude = std::fabs(static_cast<double>(values[i]));
        amax = magnitude <= amax ? amax : magnitude; // a NaN too
    }
    if (hasTensorScale(format.rule))
        return tensorScaleFor(format, amax);
    const auto decode = static_cast<float>(scaleOfBlocks);
    return {static_cast<float>(amax), 1 / decode, decode};
}

template <class T>
double quantizePlainly(const Tensor& in, const BlockFormat& format, int axis, Tensor& out, Tensor& scales,
    const BlockOptions& options)
{
    const auto extents = extentsOf(in.shape());
    const std::span<const T> values(TensorValues::of<T>(in), static_cast<std::size_t>(in.size()));
    const ArrayView array{std::span(extents).first(static_cast<std::size_t>(in.shape().rank())), values};
    const Result<QuantizedArray> result = quantizeArray(array, format, axis, options);
    check(result.ok(), "[quantizeBlocks] the layout was checked");
    const auto& dequantized = std::get<std::vector<T>>(result->values);
    std::copy(dequantized.begin(), dequantized.end(), TensorValues::of<T>(out));
    std::copy(result->scales.begin(), result->scales.end(), TensorValues::of<float>(scales));
    return static_cast<double>(result->tensorScale);
}

} // namespace

namespace {

double quantizeInto(Arithmetic& arithmetic, const Tensor& in, const BlockFormat& format, int axis,
    Tensor& out, Tensor& scales, const BlockOptions& options, TensorScale* ofTensor)
{
    check(&in != &out && &in != &scales && &out != &scales, "[quantizeBlocks] out of place");
    const BlockLayout layout = layoutOf(in.shape(), format.block, axis);
    const bool isFloat = carrierOf(in.format()) == Carrier::Float;
    out.reset(in.shape(), isFloat ? float32Format() : float64Format());
    scales.reset(shapeOf(layout.scalesShape), float32Format());
    if (!isFloat) {
        const double tensorScale = quantizePlainly<double>(in, format, axis, out, scales, options);
        arithmetic.table().f64.countChanges(
            TensorValues::of<double>(in), TensorValues::of<double>(out), in.size(), arithmetic.counts());
        if (ofTensor != nullptr && hasOneScale(format) && !in.isEmpty())
            *ofTensor = plainScale<double>(in, format, scales.at(0));
        return tensorScale;
    }
    if (isFast(format) && in.size() > 0) {
        FastQuantizer quantizer(arithmetic, format, options, TensorValues::of<float>(in),
            TensorValues::of<float>(out), TensorValues::of<float>(scales));
        const float tensorScale = quantizer.run(layout);
        if (ofTensor != nullptr && hasOneScale(format))
            *ofTensor = hasTensorScale(format.rule) ? quantizer.tensorScale() : quantizer.onlyBlock();
        return static_cast<double>(tensorScale);
    }
    const double tensorScale = quantizePlainly<float>(in, format, axis, out, scales, options);
    arithmetic.table().f32.countChanges(
        TensorValues::of<float>(in), TensorValues::of<float>(out), in.size(), arithmetic.counts());
    if (ofTensor != nullptr && hasOneScale(format) && !in.isEmpty())
        *ofTensor = plainScale<float>(in, format, scales.at(0));
    return tensorScale;
}

} // namespace

double quantizeBlocks(Arithmetic& arithmetic, const Tensor& in, const BlockFormat& format, int axis,
    Tensor& out, Tensor& scales, const BlockOptions& options, TensorScale* ofTensor)
{
    const double tensorScale = quantizeInto(arithmetic, in, format, axis, out, scales, options, ofTensor);
    if (isWatched(arithmetic))
        watchElements(arithmetic, translated("quantization in blocks"), out, {{"value", &in}},
            NamedValue{"largest magnitude", finiteRange(arithmetic, in).amax});
    return tensorScale;
}

bool hasOneScale(const BlockFormat& format)
{
    return hasTensorScale(format.rule) || format.block.kind == BlockKind::Tensor;
}

std::span<const int> hadamardSigns()
{
    static constexpr std::array kSigns{1, 1, 1, -1, 1, -1, -1, -1, -1, -1, -1, 1, -1, 1, -1, -1};
    return kSigns;
}

void hadamard16(Arithmetic& arithmetic, const Tensor& in, int axis, HadamardDirection direction, Tensor& out)
{
    constexpr Index kGroup = 16;
    check(&in != &out, "[hadamard16] out of place");
    const BlockLayout layout = layoutOf(in.shape(), {BlockKind::Along, kGroup}, axis);
    check(layout.extents[2] % kGroup == 0, "[hadamard16] the axis' length is a multiple of 16");
    out.reset(in.shape(), in.format());
    onCarrier(in, [&]<class T>(T) {
        std::array<T, kGroup> signs{};
        std::copy(hadamardSigns().begin(), hadamardSigns().end(), signs.begin());
        const CarrierKernels<T>& kernels = kernelsFor<T>(arithmetic.table());
        T* values = TensorValues::of<T>(out);
        kernels.hadamard16(direction == HadamardDirection::Inverse, TensorValues::of<T>(in), values,
            layout.extents[0] * layout.blockCount(2), layout.extents[3], signs.data());
        kernels.round(values, values, out.size(), makeGrid<T>(out.format()), &arithmetic.counts());
    });
    if (isWatched(arithmetic))
        watchElements(arithmetic, translated("Hadamard transform"), out, {{"value", &in}},
            NamedValue{"largest magnitude", finiteRange(arithmetic, in).amax});
}

} // namespace ulpscope
