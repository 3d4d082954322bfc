// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/would_lose.h"

#include "engine/dtype/block_array.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/probe/cast_statistics.h"

#include <cmath>
#include <limits>

namespace ulpscope {

namespace {

/// Dequantised, in the array's own type: float32 where the tensor's values are float32 numbers, as stacks have them.
Result<std::vector<double>> throughBlocks(const TensorSnapshot& tensor, const BlockFormat& format)
{
    std::vector<std::int64_t> shape;
    for (int axis = 0; axis < tensor.shape.rank(); ++axis)
        shape.push_back(tensor.shape[axis]);
    if (shape.empty())
        shape.push_back(static_cast<std::int64_t>(tensor.values.size()));
    std::vector<float> narrow;
    ArrayView view{shape, std::span<const double>(tensor.values)};
    if (contains(float32Format(), *tensor.format)) {
        narrow.assign(tensor.values.begin(), tensor.values.end());
        view.values = std::span<const float>(narrow);
    }
    const Result<QuantizedArray> quantized = quantizeArray(view, format);
    if (!quantized)
        return quantized.error();
    return std::visit([](const auto& values) { return std::vector<double>(values.begin(), values.end()); },
        quantized->values);
}

} // namespace

Result<WouldLose> wouldLose(const TensorSnapshot& tensor, const std::string& format, const OverflowRule& rule)
{
    check(tensor.format != nullptr, "[wouldLose] a tensor with values");
    const Format* element = findFormat(format);
    std::vector<double> after;
    if (element != nullptr) {
        const Rounding rounding{.overflow = &rule};
        after.reserve(tensor.values.size());
        for (const double value : tensor.values)
            after.push_back(roundToFormat(*element, value, rounding));
    } else {
        const Result<BlockFormat> block = blockFormatByName(format);
        if (!block)
            return block.error();
        Result<std::vector<double>> values = throughBlocks(tensor, *block);
        if (!values)
            return Error{format, values.error().text()};
        after = *std::move(values);
    }
    const CastStatistics s = castStatistics(tensor.values, after, element);
    std::int64_t finite = 0;
    std::int64_t compared = 0;
    double signal = 0;
    double noise = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const double x = tensor.values[i];
        finite += std::isfinite(x) ? 1 : 0;
        if (!std::isfinite(x) || !std::isfinite(after[i]))
            continue;
        ++compared;
        signal += x * x;
        noise += (x - after[i]) * (x - after[i]);
    }
    const auto share = [](std::int64_t part, std::int64_t whole) {
        return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
    };
    WouldLose result;
    result.format = format;
    result.flushedPercent = share(s.underflows, s.elements - s.zeros);
    result.overflowPercent = share(s.overflows, finite);
    result.saturatedPercent = share(s.saturations, finite);
    result.relativeError = compared == 0 ? std::numeric_limits<double>::quiet_NaN()
        : noise == 0                     ? 0
                                         : std::sqrt(noise / signal);
    result.sqnr = s.sqnr;
    result.maxUlpError = element != nullptr ? s.maxUlpError : std::numeric_limits<double>::quiet_NaN();
    return result;
}

const std::vector<std::string>& commonTrainingFormats()
{
    static const std::vector<std::string> formats{"float32", "tf32", "bfloat16", "float16", "float8_e4m3fn",
        "float8_e5m2", "mxfp8", "mxfp6", "mxfp4", "nvfp4"};
    return formats;
}

} // namespace ulpscope
