// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/window_ops.h"

#include "engine/base/message.h"
#include "engine/tensor/carrier.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/ops.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

void checkImage(const Tensor& in, const Window2D& w)
{
    checkEqual(in.size(), w.batch * w.height * w.width * w.channels, "[window] pixels");
}

} // namespace

void unfold(Arithmetic& arithmetic, const Tensor& in, const Window2D& window, Index firstChannel,
    Index channels, Tensor& out)
{
    checkImage(in, window);
    check(firstChannel >= 0 && channels > 0 && firstChannel + channels <= window.channels,
        "[unfold] channels of the image");
    out.reset(Shape{window.outputs(), window.taps() * channels}, in.format());
    onCarrier(in, [&]<class T>(T) {
        kernelsFor<T>(arithmetic.table())
            .unfold(TensorValues::of<T>(in), TensorValues::of<T>(out), window, firstChannel, channels);
    });
}

void spread(const Tensor& in, Index strideHeight, Index strideWidth, Tensor& out)
{
    check(in.shape().rank() == 4 && &in != &out, "[spread] an image, out of place");
    const Index batch = in.shape()[0];
    const Index height = in.shape()[1];
    const Index width = in.shape()[2];
    const Index channels = in.shape()[3];
    const Index outHeight = (height - 1) * strideHeight + 1;
    const Index outWidth = (width - 1) * strideWidth + 1;
    out.reset(Shape{batch, outHeight, outWidth, channels}, in.format());
    onCarrier(in, [&]<class T>(T) {
        const T* from = TensorValues::of<T>(in);
        T* to = TensorValues::of<T>(out);
        std::fill_n(to, out.size(), T{0});
        for (Index b = 0; b < batch; ++b)
            for (Index i = 0; i < height; ++i)
                for (Index j = 0; j < width; ++j, from += channels)
                    std::copy_n(from, channels,
                        to + ((b * outHeight + i * strideHeight) * outWidth + j * strideWidth) * channels);
    });
}

Window2D gradientWindow(const Window2D& w, Index channels)
{
    Window2D result = w;
    result.height = (w.outHeight - 1) * w.strideHeight + 1;
    result.width = (w.outWidth - 1) * w.strideWidth + 1;
    result.channels = channels;
    result.outHeight = w.height;
    result.outWidth = w.width;
    result.strideHeight = 1;
    result.strideWidth = 1;
    result.padTop = (w.kernelHeight - 1) * w.dilationHeight - w.padTop;
    result.padLeft = (w.kernelWidth - 1) * w.dilationWidth - w.padLeft;
    return result;
}

namespace {

/// Facts on the values in an output's window; if the input is a gradient, on the gradients that reach it.
std::vector<NamedValue> windowMetrics(const Tensor& in, const Window2D& w, Index element)
{
    const Index channel = element % w.channels;
    const Index column = element / w.channels % w.outWidth;
    const Index row = element / (w.channels * w.outWidth) % w.outHeight;
    const Index image = element / (w.channels * w.outWidth * w.outHeight);
    double values = 0;
    double largest = 0;
    double sum = 0;
    for (Index i = 0; i < w.kernelHeight; ++i)
        for (Index j = 0; j < w.kernelWidth; ++j) {
            const Index y = row * w.strideHeight + i * w.dilationHeight - w.padTop;
            const Index x = column * w.strideWidth + j * w.dilationWidth - w.padLeft;
            if (y < 0 || y >= w.height || x < 0 || x >= w.width)
                continue;
            const double value = in.at(((image * w.height + y) * w.width + x) * w.channels + channel);
            sum += value;
            largest = std::isnan(value) ? value : std::max(largest, std::fabs(value));
            ++values;
        }
    return {{"values", values}, {"largest magnitude", largest}, {"sum in float64", sum}};
}

void resetOutput(const Tensor& in, const Window2D& w, Tensor& out)
{
    checkImage(in, w);
    out.reset(Shape{w.batch, w.outHeight, w.outWidth, w.channels}, in.format());
}

} // namespace

void windowMax(Arithmetic& arithmetic, const Tensor& in, const Window2D& window, Tensor& out)
{
    resetOutput(in, window, out);
    onCarrier(in, [&]<class T>(T) {
        kernelsFor<T>(arithmetic.table())
            .windowMax(TensorValues::of<T>(in), TensorValues::of<T>(out), window);
    });
}

void windowMaxGradient(Arithmetic& arithmetic, const Tensor& in, const Window2D& window,
    const Tensor& outputGradient, Tensor& out)
{
    checkImage(in, window);
    check(outputGradient.format() == in.format(), "[windowMaxGradient] one format");
    checkEqual(outputGradient.size(), window.outputs() * window.channels, "[windowMaxGradient] outputs");
    out.reset(in.shape(), in.format());
    onCarrier(in, [&]<class T>(T) {
        kernelsFor<T>(arithmetic.table())
            .windowMaxGradient(TensorValues::of<T>(in), TensorValues::of<T>(outputGradient),
                TensorValues::of<T>(out), window, makeGrid<T>(in.format()), arithmetic.counts());
    });
    if (isWatched(arithmetic))
        watchElementsOf(
            arithmetic, translated("sum of gradients of one element"), outputGradient, out, [&](Index) {
                return std::vector<NamedValue>{
                    {"largest magnitude", finiteRange(arithmetic, outputGradient).amax}};
            });
}

void windowSums(Arithmetic& arithmetic, const Tensor& in, const Window2D& window, Tensor& row, Tensor& out)
{
    resetOutput(in, window, out);
    row.reset(Shape{window.outWidth, window.channels}, in.format());
    onCarrier(in, [&]<class T>(T) {
        kernelsFor<T>(arithmetic.table())
            .windowSums(TensorValues::of<T>(in), TensorValues::of<T>(out), window, TensorValues::of<T>(row),
                makeGrid<T>(in.format()), arithmetic.counts());
    });
    if (isWatched(arithmetic))
        watchElementsOf(arithmetic, translated("sum over a window"), in, out,
            [&](Index element) { return windowMetrics(in, window, element); });
}

} // namespace ulpscope
