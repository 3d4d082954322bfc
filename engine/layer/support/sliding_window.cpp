// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/support/sliding_window.h"

#include "engine/base/shown_text.h"

#include <algorithm>

namespace ulpscope {

namespace {

struct Pair
{
    Index height;
    Index width;
};

Result<Pair> pairAt(const Config& config, std::string_view key)
{
    const std::vector<std::int64_t>& list = config.list(key);
    if (list.empty() || list.size() > 2)
        return Error{std::string(key), "expected one or two integers, got " + shownText(toText(list))};
    return Pair{list.front(), list.back()};
}

struct Axis
{
    Index input;
    Index kernel;
    Index stride;
    Index dilation;

    /// From the first to the last tap.
    Index reach() const { return (kernel - 1) * dilation + 1; }
    Index output(bool isSame) const
    {
        return isSame ? (input - 1) / stride + 1 : input < reach() ? 0 : (input - reach()) / stride + 1;
    }
    Index padBefore(bool isSame) const
    {
        return isSame ? std::max<Index>((output(true) - 1) * stride + reach() - input, 0) / 2 : 0;
    }
};

} // namespace

Result<Window2D> windowOf(const Config& config, const WindowKeys& keys, const Shape& input)
{
    if (input.rank() != 3)
        return Error{"inputs", "expected an input of shape (height, width, channels), got " + input.text()};
    const Result<Pair> extents = pairAt(config, keys.extents);
    if (!extents)
        return extents.error();
    const bool hasStrides = !config.list("strides").empty();
    const Result<Pair> strides = hasStrides ? pairAt(config, "strides") : extents;
    if (!strides)
        return strides.error();
    Pair dilation{1, 1};
    if (!keys.dilation.empty()) {
        const Result<Pair> given = pairAt(config, keys.dilation);
        if (!given)
            return given.error();
        dilation = *given;
        if (std::max(dilation.height, dilation.width) > 1 && std::max(strides->height, strides->width) > 1)
            return Error{
                std::string(keys.dilation), "a dilation rate and strides above 1 exclude each other"};
    }
    const bool isSame = config.text("padding") == "same";
    const Axis vertical{input[0], extents->height, strides->height, dilation.height};
    const Axis horizontal{input[1], extents->width, strides->width, dilation.width};
    Window2D window;
    window.batch = 1;
    window.height = input[0];
    window.width = input[1];
    window.channels = input[2];
    window.outHeight = vertical.output(isSame);
    window.outWidth = horizontal.output(isSame);
    if (window.outHeight < 1 || window.outWidth < 1)
        return Error{std::string(keys.extents),
            "a window of " + std::to_string(vertical.reach()) + " x " + std::to_string(horizontal.reach())
                + " is larger than the input " + input.text()};
    window.kernelHeight = vertical.kernel;
    window.kernelWidth = horizontal.kernel;
    window.strideHeight = vertical.stride;
    window.strideWidth = horizontal.stride;
    window.dilationHeight = vertical.dilation;
    window.dilationWidth = horizontal.dilation;
    window.padTop = vertical.padBefore(isSame);
    window.padLeft = horizontal.padBefore(isSame);
    return window;
}

} // namespace ulpscope
