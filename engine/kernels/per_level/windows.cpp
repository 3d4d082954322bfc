// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/kernel_groups.h"

#include "engine/kernels/per_level/elementwise.h"
#include "engine/kernels/per_level/rounding/carrier_bits.h"

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
void neighboursAtTheSide(const T* row, T* out, const Window2D& w, Index left)
{
    const Index first = std::clamp<Index>(-left, 0, w.kernelWidth);
    const Index last = std::clamp<Index>(w.width - left, first, w.kernelWidth);
    zeroRun(out, first * w.channels);
    copyRun(row + (left + first) * w.channels, out + first * w.channels, (last - first) * w.channels);
    zeroRun(out + last * w.channels, (w.kernelWidth - last) * w.channels);
}

/// count runs of `run` elements, fromStep and toStep apart. kRun: their length, or 0 if it is any.
template <Index kRun, class T>
void copyRuns(const T* from, T* to, Index count, Index run, Index fromStep, Index toStep)
{
    for (; count > 0; --count, from += fromStep, to += toStep) {
        if constexpr (kRun > 0)
            std::memcpy(to, from, kRun * sizeof(T));
        else
            copyRun(from, to, run);
    }
}

/// The usual lengths (kernels of 3 and 5 over 1, 3, 8, 16 channels) are spelled out: it is the hottest copy.
template <class T>
void copyRunsOf(const T* from, T* to, Index count, Index run, Index fromStep, Index toStep)
{
    const auto copy = [&]<Index kRun>() { copyRuns<kRun>(from, to, count, run, fromStep, toStep); };
    switch (run) {
    case 1:
        return copy.template operator()<1>();
    case 3:
        return copy.template operator()<3>();
    case 5:
        return copy.template operator()<5>();
    case 8:
        return copy.template operator()<8>();
    case 9:
        return copy.template operator()<9>();
    case 16:
        return copy.template operator()<16>();
    case 24:
        return copy.template operator()<24>();
    case 48:
        return copy.template operator()<48>();
    default:
        return copy.template operator()<0>();
    }
}

/// Output columns whose windows lie inside the image: [first, last).
struct Inside
{
    Index first;
    Index last;
};
Inside columnsInside(const Window2D& w)
{
    const auto isInside
        = [&](Index j) { return w.inputColumn(j, 0) >= 0 && w.inputColumn(j, w.kernelWidth - 1) < w.width; };
    Inside inside{0, w.outWidth};
    while (inside.first < inside.last && !isInside(inside.first))
        ++inside.first;
    while (inside.first < inside.last && !isInside(inside.last - 1))
        --inside.last;
    return inside;
}

template <class T>
void unfold(const T* in, T* out, const Window2D& w, Index firstChannel, Index channels)
{
    const bool areNeighbours = w.dilationWidth == 1 && channels == w.channels;
    const Index tapRow = w.kernelWidth * channels;
    const Index taps = w.kernelHeight * tapRow;
    const Inside inside = columnsInside(w);
    for (Index b = 0; b < w.batch; ++b) {
        const T* image = in + b * w.height * w.width * w.channels;
        for (Index i = 0; i < w.outHeight; ++i, out += w.outWidth * taps)
            for (Index a = 0; a < w.kernelHeight; ++a) {
                const Index y = w.inputRow(i, a);
                const T* row = image + y * w.width * w.channels;
                T* to = out + a * tapRow;
                if (y < 0 || y >= w.height) {
                    for (Index j = 0; j < w.outWidth; ++j)
                        zeroRun(to + j * taps, tapRow);
                    continue;
                }
                if (areNeighbours) {
                    for (Index j = 0; j < inside.first; ++j)
                        neighboursAtTheSide(row, to + j * taps, w, w.inputColumn(j, 0));
                    copyRunsOf(row + w.inputColumn(inside.first, 0) * channels, to + inside.first * taps,
                        inside.last - inside.first, tapRow, w.strideWidth * channels, taps);
                    for (Index j = inside.last; j < w.outWidth; ++j)
                        neighboursAtTheSide(row, to + j * taps, w, w.inputColumn(j, 0));
                    continue;
                }
                for (Index j = 0; j < w.outWidth; ++j)
                    for (Index c = 0; c < w.kernelWidth; ++c) {
                        const Index x = w.inputColumn(j, c);
                        T* tap = to + j * taps + c * channels;
                        if (x < 0 || x >= w.width)
                            zeroRun(tap, channels);
                        else
                            copyRun(row + x * w.channels + firstChannel, tap, channels);
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

/// The gradient of output (i, j)'s inputs, tap by tap.
template <class T>
void maxGradientOfOne(const T* in, const T* dy, T* dx, const Window2D& w, Index b, Index i, Index j,
    const Grid<T>& grid, RoundingCounts& counts)
{
    for (Index k = 0; k < w.channels; ++k) {
        Index at = -1; // before the first
        for (Index a = 0; a < w.kernelHeight; ++a)
            for (Index c = 0; c < w.kernelWidth; ++c) {
                const Index y = w.inputRow(i, a);
                const Index x = w.inputColumn(j, c);
                if (y < 0 || y >= w.height || x < 0 || x >= w.width)
                    continue;
                const Index pixel = ((b * w.height + y) * w.width + x) * w.channels + k;
                if (at < 0 || !(in[at] >= in[pixel]))
                    at = pixel;
            }
        if (at < 0)
            continue;
        if (w.overlaps())
            addRounded(dx[at], dy[k], grid, counts);
        else
            dx[at] = dy[k];
    }
}

constexpr Index kMaxTogether = 512;

/// Handles all channels of `count` neighbouring windows at once; they lie inside the image and do not overlap.
template <class T>
void maxGradientOfSeveral(
    const T* in, const T* dy, T* dx, const Window2D& w, Index b, Index i, Index j, Index count)
{
    T best[kMaxTogether];
    Word<T> winner[kMaxTogether]; // its tap
    T seen[kMaxTogether];
    const Index n = count * w.channels;
    const Index step = w.strideWidth * w.channels;
    const auto pixel = [&](Index a, Index c) {
        return ((b * w.height + w.inputRow(i, a)) * w.width + w.inputColumn(j, c)) * w.channels;
    };
    Word<T> tap = 0;
    for (Index a = 0; a < w.kernelHeight; ++a)
        for (Index c = 0; c < w.kernelWidth; ++c, ++tap) {
            copyRunsOf(in + pixel(a, c), tap == 0 ? best : seen, count, w.channels, step, w.channels);
            if (tap == 0) {
                std::fill_n(winner, n, Word<T>{0});
                continue;
            }
#pragma GCC ivdep
            for (Index k = 0; k < n; ++k) {
                const bool stays = best[k] >= seen[k];
                best[k] = stays ? best[k] : seen[k];
                winner[k] = stays ? winner[k] : tap;
            }
        }
    tap = 0;
    for (Index a = 0; a < w.kernelHeight; ++a)
        for (Index c = 0; c < w.kernelWidth; ++c, ++tap) {
#pragma GCC ivdep
            for (Index k = 0; k < n; ++k)
                seen[k] = winner[k] == tap ? dy[k] : T{0};
            copyRunsOf(seen, dx + pixel(a, c), count, w.channels, w.channels, step);
        }
}

template <class T>
void windowMaxGradient(
    const T* in, const T* dy, T* dx, const Window2D& w, const Grid<T>& grid, RoundingCounts& counts)
{
    std::fill_n(dx, w.batch * w.height * w.width * w.channels, T{0});
    const Index together = w.overlaps() ? 0 : kMaxTogether / w.channels;
    const Inside inside = columnsInside(w);
    for (Index b = 0; b < w.batch; ++b)
        for (Index i = 0; i < w.outHeight; ++i) {
            const bool isInside = w.inputRow(i, 0) >= 0 && w.inputRow(i, w.kernelHeight - 1) < w.height;
            for (Index j = 0; j < w.outWidth;) {
                const Index count = isInside && j >= inside.first ? std::min(together, inside.last - j) : 0;
                if (count > 0)
                    maxGradientOfSeveral(in, dy, dx, w, b, i, j, count);
                else
                    maxGradientOfOne(in, dy, dx, w, b, i, j, grid, counts);
                j += std::max<Index>(count, 1);
                dy += std::max<Index>(count, 1) * w.channels;
            }
        }
}

/// Whether XLA on a CPU adds the taps of a window's last column after all others: where the image's width is padded on the right alone,
/// its compiler takes the column that may lie outside out of the loop.
bool addsLastColumnLast(const Window2D& w)
{
    const Index reach = (w.outWidth - 1) * w.strideWidth + (w.kernelWidth - 1) * w.dilationWidth + 1;
    return w.padLeft == 0 && reach > w.width;
}

/// Adds the taps in columns [first, last) of the windows in one row of outputs.
template <class T>
void addTaps(const T* image, T* out, const Window2D& w, Index i, Index first, Index last, T* row,
    const Grid<T>& grid, RoundingCounts& counts)
{
    for (Index a = 0; a < w.kernelHeight; ++a) {
        const Index y = w.inputRow(i, a);
        if (y < 0 || y >= w.height)
            continue;
        const T* seen = image + y * w.width * w.channels;
        for (Index c = first; c < last; ++c) {
            for (Index j = 0; j < w.outWidth; ++j) {
                const Index x = w.inputColumn(j, c);
                if (x < 0 || x >= w.width)
                    zeroRun(row + j * w.channels, w.channels);
                else
                    copyRun(seen + x * w.channels, row + j * w.channels, w.channels);
            }
            addRows(out, row, w.outWidth * w.channels, grid, counts);
        }
    }
}

template <class T>
void windowSums(const T* in, T* out, const Window2D& w, T* row, const Grid<T>& grid, RoundingCounts& counts)
{
    const Index length = w.outWidth * w.channels;
    const Index columns = w.kernelWidth - (addsLastColumnLast(w) ? 1 : 0);
    for (Index b = 0; b < w.batch; ++b)
        for (Index i = 0; i < w.outHeight; ++i, out += length) {
            const T* image = in + b * w.height * w.width * w.channels;
            std::fill_n(out, length, T{0});
            addTaps(image, out, w, i, 0, columns, row, grid, counts);
            addTaps(image, out, w, i, columns, w.kernelWidth, row, grid, counts);
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
