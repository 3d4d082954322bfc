// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/kernel_groups.h"

#include <algorithm>

namespace ulpscope::kernels {

namespace {

/// totals[c] = sum of term(r, c) over the rows: of blocks of rows first and then of these, because a running sum over a
/// hundred thousand pixels would lose digits.
template <class T, class Term>
void totalsOfColumns(Index rows, Index columns, T* totals, Term term)
{
    constexpr Index kColumns = 64;
    constexpr Index kRows = 256;
    for (Index first = 0; first < columns; first += kColumns) {
        const Index width = std::min(kColumns, columns - first);
        std::fill_n(totals + first, width, T{0});
        for (Index begin = 0; begin < rows; begin += kRows) {
            T block[kColumns] = {};
            for (Index r = begin; r < std::min(rows, begin + kRows); ++r)
#pragma GCC ivdep
                for (Index c = 0; c < width; ++c)
                    block[c] += term(r, first + c);
            for (Index c = 0; c < width; ++c)
                totals[first + c] += block[c];
        }
    }
}

/// Copies each group's mean to the group's columns.
template <class T>
void meansOfGroups(T* totals, const NormalizationGroups& g)
{
    const Index width = g.columns / g.groups;
    const T count = static_cast<T>(g.rows * width);
    for (Index group = 0; group < g.groups; ++group) {
        T sum = 0;
        for (Index c = 0; c < width; ++c)
            sum += totals[group * width + c];
        std::fill_n(totals + group * width, width, sum / count);
    }
}

template <class T>
void moments(const T* x, const NormalizationGroups& g, T* mean, T* variance)
{
    for (Index o = 0; o < g.outer; ++o, x += g.rows * g.columns, mean += g.columns, variance += g.columns) {
        totalsOfColumns(g.rows, g.columns, mean, [&](Index r, Index c) { return x[r * g.columns + c]; });
        meansOfGroups(mean, g);
        totalsOfColumns(g.rows, g.columns, variance, [&](Index r, Index c) {
            const T difference = x[r * g.columns + c] - mean[c];
            return difference * difference;
        });
        meansOfGroups(variance, g);
    }
}

template <class T>
void scaleAndShift(const T* x, const NormalizationGroups& g, const T* scale, const T* shift, T* out)
{
    for (Index o = 0; o < g.outer; ++o, scale += g.columns, shift += g.columns)
        for (Index r = 0; r < g.rows; ++r, x += g.columns, out += g.columns)
#pragma GCC ivdep
            for (Index c = 0; c < g.columns; ++c)
                out[c] = x[c] * scale[c] + shift[c];
}

template <class T>
void normalizationSums(const T* x, const T* dy, const NormalizationGroups& g, const T* mean, const T* inverse,
    T* sums, T* weighted)
{
    for (Index o = 0; o < g.outer; ++o) {
        totalsOfColumns(g.rows, g.columns, sums, [&](Index r, Index c) { return dy[r * g.columns + c]; });
        totalsOfColumns(g.rows, g.columns, weighted, [&](Index r, Index c) {
            return dy[r * g.columns + c] * ((x[r * g.columns + c] - mean[c]) * inverse[c]);
        });
        x += g.rows * g.columns;
        dy += g.rows * g.columns;
        mean += g.columns;
        inverse += g.columns;
        sums += g.columns;
        weighted += g.columns;
    }
}

template <class T>
void normalizationGradient(const T* x, const T* dy, const NormalizationGroups& g, const T* mean,
    const T* inverse, const T* gamma, T* sums, T* weighted, T* dx)
{
    for (Index o = 0; o < g.outer; ++o) {
        for (Index c = 0; gamma != nullptr && c < g.columns; ++c) {
            sums[c] *= gamma[c];
            weighted[c] *= gamma[c];
        }
        meansOfGroups(sums, g);
        meansOfGroups(weighted, g);
        for (Index r = 0; r < g.rows; ++r, x += g.columns, dy += g.columns, dx += g.columns)
#pragma GCC ivdep
            for (Index c = 0; c < g.columns; ++c) {
                const T normalized = (x[c] - mean[c]) * inverse[c];
                const T upstream = gamma == nullptr ? dy[c] : dy[c] * gamma[c];
                dx[c] = inverse[c] * (upstream - sums[c] - normalized * weighted[c]);
            }
        mean += g.columns;
        inverse += g.columns;
        sums += g.columns;
        weighted += g.columns;
    }
}

} // namespace

template <class T>
void addNormalization(CarrierKernels<T>& table)
{
    table.moments = moments<T>;
    table.scaleAndShift = scaleAndShift<T>;
    table.normalizationSums = normalizationSums<T>;
    table.normalizationGradient = normalizationGradient<T>;
}

template void addNormalization<float>(CarrierKernels<float>&);
template void addNormalization<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
