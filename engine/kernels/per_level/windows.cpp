// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/windows.h"

#include "engine/kernels/per_level/elementwise.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace ulpscope::kernels {

namespace {

/// A call of memcpy costs more than the few elements of most windows.
template <class T>
[[gnu::always_inline]] inline void copyRun(const T* from, T* to, Index n)
{
    for (; n >= 8; n -= 8, from += 8, to += 8)
        std::memcpy(to, from, 8 * sizeof(T));
    if (n >= 4) {
        std::memcpy(to, from, 4 * sizeof(T));
        from += 4;
        to += 4;
        n -= 4;
    }
    if (n >= 2) {
        std::memcpy(to, from, 2 * sizeof(T));
        from += 2;
        to += 2;
        n -= 2;
    }
    if (n == 1)
        *to = *from;
}

template <class T>
[[gnu::always_inline]] inline void zeroRun(T* to, Index n)
{
    for (; n > 0; --n)
        *to++ = 0;
}

/// One row of taps where the channels are all taken and taps are neighbours: one run, cut off at the image's sides.
/// out: [kernelWidth, channels]
template <class T>
[[gnu::always_inline]] inline void neighbours(const T* row, T* out, const Window2D& w, Index left)
{
    const Index first = std::clamp<Index>(-left, 0, w.kernelWidth);
    const Index last = std::clamp<Index>(w.width - left, first, w.kernelWidth);
    zeroRun(out, first * w.channels);
    copyRun(row + (left + first) * w.channels, out + first * w.channels, (last - first) * w.channels);
    zeroRun(out + last * w.channels, (w.kernelWidth - last) * w.channels);
}

template <class T>
void unfold(const T* in, T* out, const Window2D& w, Index firstChannel, Index channels)
{
    const bool areNeighbours = w.dilationWidth == 1 && channels == w.channels;
    const Index tapRow = w.kernelWidth * channels;
    for (Index b = 0; b < w.batch; ++b) {
        const T* image = in + b * w.height * w.width * w.channels;
        for (Index i = 0; i < w.outHeight; ++i)
            for (Index j = 0; j < w.outWidth; ++j)
                for (Index a = 0; a < w.kernelHeight; ++a, out += tapRow) {
                    const Index y = w.inputRow(i, a);
                    if (y < 0 || y >= w.height) {
                        zeroRun(out, tapRow);
                        continue;
                    }
                    const T* row = image + y * w.width * w.channels;
                    if (areNeighbours) {
                        neighbours(row, out, w, w.inputColumn(j, 0));
                        continue;
                    }
                    for (Index c = 0; c < w.kernelWidth; ++c) {
                        const Index x = w.inputColumn(j, c);
                        if (x < 0 || x >= w.width)
                            zeroRun(out + c * channels, channels);
                        else
                            copyRun(row + x * w.channels + firstChannel, out + c * channels, channels);
                    }
                }
    }
}

template <class T>
void windowMax(const T* in, T* out, const Window2D& w)
{
    for (Index b = 0; b < w.batch; ++b)
        for (Index i = 0; i < w.outHeight; ++i)
            for (Index j = 0; j < w.outWidth; ++j, out += w.channels) {
                std::fill_n(out, w.channels, -std::numeric_limits<T>::infinity());
                for (Index a = 0; a < w.kernelHeight; ++a)
                    for (Index c = 0; c < w.kernelWidth; ++c) {
                        const Index y = w.inputRow(i, a);
                        const Index x = w.inputColumn(j, c);
                        if (y < 0 || y >= w.height || x < 0 || x >= w.width)
                            continue;
                        const T* seen = in + ((b * w.height + y) * w.width + x) * w.channels;
#pragma GCC ivdep
                        for (Index k = 0; k < w.channels; ++k) // a NaN wins
                            out[k] = out[k] >= seen[k] || std::isnan(out[k]) ? out[k] : seen[k];
                    }
            }
}

/// Adds to one element as the grid says.
template <class T>
void addRounded(T& sum, T term, const Grid<T>& grid, RoundingCounts& counts)
{
    addRows(&sum, &term, 1, grid, counts);
}

template <class T>
void windowMaxGradient(
    const T* in, const T* dy, T* dx, const Window2D& w, const Grid<T>& grid, RoundingCounts& counts)
{
    constexpr Index kChannels = 64;
    std::fill_n(dx, w.batch * w.height * w.width * w.channels, T{0});
    for (Index b = 0; b < w.batch; ++b)
        for (Index i = 0; i < w.outHeight; ++i)
            for (Index j = 0; j < w.outWidth; ++j, dy += w.channels)
                for (Index first = 0; first < w.channels; first += kChannels) {
                    const Index channels = std::min(kChannels, w.channels - first);
                    T best[kChannels];
                    Index at[kChannels]; // -1 before the first
                    std::fill_n(at, channels, Index{-1});
                    for (Index a = 0; a < w.kernelHeight; ++a)
                        for (Index c = 0; c < w.kernelWidth; ++c) {
                            const Index y = w.inputRow(i, a);
                            const Index x = w.inputColumn(j, c);
                            if (y < 0 || y >= w.height || x < 0 || x >= w.width)
                                continue;
                            const Index pixel = ((b * w.height + y) * w.width + x) * w.channels + first;
                            for (Index k = 0; k < channels; ++k) {
                                const bool stays = at[k] >= 0 && best[k] >= in[pixel + k];
                                best[k] = stays ? best[k] : in[pixel + k];
                                at[k] = stays ? at[k] : pixel + k;
                            }
                        }
                    for (Index k = 0; k < channels; ++k) {
                        if (at[k] < 0)
                            continue;
                        if (w.overlaps())
                            addRounded(dx[at[k]], dy[first + k], grid, counts);
                        else
                            dx[at[k]] = dy[first + k];
                    }
                }
}

template <class T>
void windowSums(const T* in, T* out, const Window2D& w, T* row, const Grid<T>& grid, RoundingCounts& counts)
{
    const Index length = w.outWidth * w.channels;
    for (Index b = 0; b < w.batch; ++b)
        for (Index i = 0; i < w.outHeight; ++i, out += length) {
            std::fill_n(out, length, T{0});
            for (Index a = 0; a < w.kernelHeight; ++a) {
                const Index y = w.inputRow(i, a);
                if (y < 0 || y >= w.height)
                    continue;
                const T* seen = in + (b * w.height + y) * w.width * w.channels;
                for (Index c = 0; c < w.kernelWidth; ++c) {
                    for (Index j = 0; j < w.outWidth; ++j) {
                        const Index x = w.inputColumn(j, c);
                        if (x < 0 || x >= w.width)
                            zeroRun(row + j * w.channels, w.channels);
                        else
                            copyRun(seen + x * w.channels, row + j * w.channels, w.channels);
                    }
                    addRows(out, row, length, grid, counts);
                }
            }
        }
}

} // namespace

template <class T>
void addWindows(CarrierKernels<T>& table)
{
    table.unfold = unfold<T>;
    table.windowMax = windowMax<T>;
    table.windowMaxGradient = windowMaxGradient<T>;
    table.windowSums = windowSums<T>;
}

template void addWindows<float>(CarrierKernels<float>&);
template void addWindows<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
