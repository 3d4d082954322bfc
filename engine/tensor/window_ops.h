// SPDX-License-Identifier: GPL-3.0-or-later
// Convolution as a matrix product, and pooling. Images are [batch, height, width, channels].
#pragma once

#include "engine/kernels/kernel_arguments.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

/// What each window sees of the channels [firstChannel, firstChannel + channels), zeros outside the image.
/// out: [outputs, taps * channels]
void unfold(Arithmetic& arithmetic, const Tensor& in, const Window2D& window, Index firstChannel,
    Index channels, Tensor& out);

/// Pixels `strideHeight` and `strideWidth` apart, with zeros between: the gradient of taking every n-th.
/// in: [batch, h, w, c]   out: [batch, (h - 1) strideHeight + 1, (w - 1) strideWidth + 1, c]
void spread(const Tensor& in, Index strideHeight, Index strideWidth, Tensor& out);

/// The windows over spread() outputs whose sums are the gradient of a convolution's or a sum pooling's input: each input
/// pixel sees the outputs that saw it, in their order. channels: those of an output.
Window2D gradientWindow(const Window2D& window, Index channels);

/// out: [batch, out height, out width, channels]
void windowMax(Arithmetic& arithmetic, const Tensor& in, const Window2D& window, Tensor& out);
/// outputGradient: of windowMax(in); in its format.
void windowMaxGradient(Arithmetic& arithmetic, const Tensor& in, const Window2D& window,
    const Tensor& outputGradient, Tensor& out);
/// Sums over windows, tap by tap, each addition rounded. row: storage.
void windowSums(Arithmetic& arithmetic, const Tensor& in, const Window2D& window, Tensor& row, Tensor& out);

} // namespace ulpscope
