// SPDX-License-Identifier: GPL-3.0-or-later
// Windows that slide over the two middle axes of [batch, height, width, channels]: the geometry of convolution and pooling.
#pragma once

#include <cstdint>

namespace ulpscope {

/// All in elements. An output (i, j) sees the inputs (i strideHeight - padTop + a dilationHeight, likewise) for
/// a < kernelHeight and b < kernelWidth, as far as they exist.
struct Window2D
{
    using Index = std::int64_t;

    Index batch = 0;
    Index height = 0;
    Index width = 0;
    Index channels = 0;
    Index outHeight = 0;
    Index outWidth = 0;
    Index kernelHeight = 1;
    Index kernelWidth = 1;
    Index strideHeight = 1;
    Index strideWidth = 1;
    Index dilationHeight = 1;
    Index dilationWidth = 1;
    Index padTop = 0;
    Index padLeft = 0;

    Index taps() const { return kernelHeight * kernelWidth; }
    Index outputs() const { return batch * outHeight * outWidth; }
    bool overlaps() const { return kernelHeight > strideHeight || kernelWidth > strideWidth; }
    /// Row of the input that tap `a` of output row `i` sees; outside [0, height) there is none.
    Index inputRow(Index i, Index a) const { return i * strideHeight - padTop + a * dilationHeight; }
    Index inputColumn(Index j, Index b) const { return j * strideWidth - padLeft + b * dilationWidth; }
};

} // namespace ulpscope
