// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/per_level/sums/column_sums.h"

#include "engine/kernels/per_level/elementwise.h"
#include "engine/kernels/per_level/vectors.h"
#include "engine/kernels/xla_rules.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <numeric>
#include <span>

namespace ulpscope::kernels {

namespace {

constexpr std::size_t kMaxAxes = 6;
constexpr std::size_t kMaxLevels = 8; // 32^8 numbers are more than a memory holds

using Point = std::array<Index, kMaxAxes>;

/// The order of XLA's sums on a CPU: while an axis is longer than 32, windows of 32 along each axis, padded as for a
/// "same" convolution, become one number each; then what is left is summed, in row-major order as each window is.
/// Source: openxla/xla, tree_reduction_rewriter.cc.
class SumTree
{
public:
    explicit SumTree(std::span<const Index> extents)
        : m_axes(extents.size())
    {
        Level& rows = m_levels[0];
        std::copy(extents.begin(), extents.end(), rows.extent.begin());
        for (; isLong(m_levels[m_top]); ++m_top)
            for (std::size_t d = 0; d < m_axes; ++d) {
                Level& level = m_levels[m_top];
                level.window[d] = std::min(level.extent[d], kSumWindow);
                const Index windows = (level.extent[d] + level.window[d] - 1) / level.window[d];
                level.padding[d] = (windows * level.window[d] - level.extent[d]) / 2;
                m_levels[m_top + 1].extent[d] = windows;
            }
    }

    std::size_t top() const { return m_top; }
    const Point& extent(std::size_t level) const { return m_levels[level].extent; }

    /// Calls visit(point) for each point of a box in row-major order; only the first `axes` axes vary.
    template <class Visit>
    static void walk(std::size_t axes, const Point& begin, const Point& end, Visit visit)
    {
        Point at = begin;
        for (;;) {
            visit(at);
            std::size_t d = axes;
            while (d > 0 && ++at[d - 1] == end[d - 1]) {
                at[d - 1] = begin[d - 1];
                --d;
            }
            if (d == 0)
                return;
        }
    }

    /// Calls visit(first row, rows) for the rows of a box, in order and with neighbours together.
    template <class Visit>
    void walkRows(const Point& begin, const Point& end, Visit visit) const
    {
        const Point& extent = m_levels[0].extent;
        std::size_t outer = m_axes;
        Index length = 1;
        bool isWhole
            = true; // whether all axes behind are, so that rows that differ in this one are neighbours
        while (outer > 0 && isWhole) {
            --outer;
            length *= end[outer] - begin[outer];
            isWhole = end[outer] - begin[outer] == extent[outer];
        }
        walk(outer, begin, end, [&](const Point& at) {
            Index row = 0;
            for (std::size_t d = 0; d < m_axes; ++d)
                row = row * extent[d] + at[d];
            visit(row, length);
        });
    }

    /// Calls visit(begin, end) for the window below each point of a box, in order.
    template <class Visit>
    void walkWindows(std::size_t level, const Point& begin, const Point& end, Visit visit) const
    {
        const Level& below = m_levels[level - 1];
        walk(m_axes, begin, end, [&](const Point& at) {
            Point first{};
            Point last{};
            for (std::size_t d = 0; d < m_axes; ++d) {
                const Index start = at[d] * below.window[d] - below.padding[d];
                first[d] = std::max<Index>(0, start);
                last[d] = std::min(below.extent[d], start + below.window[d]);
            }
            visit(first, last);
        });
    }

private:
    struct Level
    {
        Point extent{};
        Point window{};
        Point padding{}; ///< stands before the first element
    };

    bool isLong(const Level& level) const
    {
        return std::any_of(level.extent.begin(), level.extent.begin() + static_cast<std::ptrdiff_t>(m_axes),
            [](Index extent) { return extent > kSumWindow; });
    }

    std::array<Level, kMaxLevels> m_levels;
    std::size_t m_axes;
    std::size_t m_top = 0; ///< the first level where no axis is long
};

/// sums += the rows of a box of a level. adder.addRows(sums, first row, rows) and adder.addPart(sums, part) round.
template <class T, std::size_t kColumns, class Adder>
void sumBox(
    const SumTree& tree, std::size_t level, const Point& begin, const Point& end, T* sums, Adder& adder)
{
    if (level == 0)
        return tree.walkRows(begin, end, [&](Index row, Index rows) { adder.addRows(sums, row, rows); });
    tree.walkWindows(level, begin, end, [&](const Point& first, const Point& last) {
        T part[kColumns] = {};
        sumBox<T, kColumns>(tree, level - 1, first, last, part, adder);
        adder.addPart(sums, part);
    });
}

/// The largest finite magnitude that both signs have.
template <class T>
T largestOfBothSigns(const Grid<T>& grid)
{
    return std::min(grid.maxFinite, grid.clip);
}

/// Whether SumsInRegisters adds numbers of the grid as it should.
template <class T>
bool isPlain(const Grid<T>& grid)
{
    return grid.mode == RoundingMode::NearestEven && grid.hasZero && grid.isSafeBelow && !grid.hasExceptions
        && !grid.tiesUp && grid.flipsParity == 0;
}

/// Adds kVectors vectors of neighbouring columns; the last of them may lie beyond the row's end and belong to no column. Below the
/// normal numbers a sum of two of a grid is exact, so that rounding to so many digits is all that there is to do: as long
/// as exceeded() says that no sum, before it was rounded, was above the grid's largest.
template <class T, std::size_t kVectors, bool kRounds>
class SumsInRegisters
{
public:
    static constexpr std::size_t kColumns = kVectors * static_cast<std::size_t>(kVectorLanes<T>);

    /// x: the first of `mine` columns in the first of `rows` rows of `columns`, of which `before` lie to the left.
    SumsInRegisters(const T* x, Index rows, Index columns, Index before, Index mine, const Grid<T>& grid)
        : m_x(x)
        , m_columns(columns)
        , m_mine(mine)
        , m_dropped(CarrierBits<T>::kMantissa - grid.mantissaBits)
        , m_mask(broadcastBits<T>(static_cast<Word<T>>(~Word<T>{0} << m_dropped)))
        , m_half(broadcastBits<T>(kRounds ? (Word<T>{1} << (m_dropped - 1)) - 1 : 0))
    {
        const Index behind = rows * columns - before - static_cast<Index>(kColumns);
        m_safeRows = behind < 0 ? 0 : behind / columns + 1;
    }

    void addPart(T* sums, const T* part)
    {
        Vectors kept = load(sums);
        add(kept, part);
        store(kept, sums);
    }
    void addRows(T* sums, Index first, Index rows)
    {
        Vectors kept = load(sums);
        const Index safeEnd = std::min(first + rows, m_safeRows);
        for (Index r = first; r < safeEnd; ++r)
            add(kept, m_x + r * m_columns);
        for (Index r = std::max(first, safeEnd); r < first + rows; ++r) {
            T padded[kColumns] = {};
            std::copy_n(m_x + r * m_columns, m_mine, padded);
            add(kept, padded);
        }
        store(kept, sums);
    }
    /// Whether a sum of my columns was above `limit` or NaN before it was rounded.
    bool exceeded(T limit) const
    {
        Word<T> lanes[kColumns];
        std::memcpy(lanes, m_largest.data(), sizeof lanes);
        return std::any_of(lanes, lanes + m_mine,
            [limit = std::bit_cast<Word<T>>(limit)](Word<T> magnitude) { return magnitude > limit; });
    }

private:
    using Vectors = std::array<Vector<T>, kVectors>;

    static Vectors load(const T* from)
    {
        Vectors result;
        for (std::size_t v = 0; v < kVectors; ++v)
            result[v] = loadVector(from + v * kVectorLanes<T>);
        return result;
    }
    static void store(const Vectors& values, T* to)
    {
        for (std::size_t v = 0; v < kVectors; ++v)
            storeVector(to + v * kVectorLanes<T>, values[v]);
    }
    [[gnu::always_inline]] void add(Vectors& sums, const T* row)
    {
        for (std::size_t v = 0; v < kVectors; ++v) {
            const auto exact = (VectorBits<T>)(sums[v] + loadVector(row + v * kVectorLanes<T>));
            const VectorBits<T> magnitude = exact & broadcastBits<T>(CarrierBits<T>::kAbs);
            m_largest[v] = magnitude > m_largest[v] ? magnitude : m_largest[v];
            if constexpr (kRounds) {
                const VectorBits<T> isOdd = (VectorBits<T>)((VectorWords<T>)exact >> m_dropped) & 1;
                sums[v] = (Vector<T>)((VectorBits<T>)((VectorWords<T>)exact + (VectorWords<T>)m_half
                                          + (VectorWords<T>)isOdd)
                    & m_mask);
            } else {
                sums[v] = (Vector<T>)exact;
            }
        }
    }

    const T* m_x;
    Index m_columns;
    Index m_mine;
    Index m_safeRows = 0; ///< rows of which kColumns elements can be read
    int m_dropped;
    VectorBits<T> m_mask;
    VectorBits<T> m_half;
    std::array<VectorBits<T>, kVectors> m_largest{};
};

/// Adds like the class above, but with any grid, and counts.
template <class T>
struct CountingAdder
{
    const T* x;
    Index columns;
    Index mine;
    const Grid<T>& grid;
    RoundingCounts counts;

    void addPart(T* sums, const T* part) { kernels::addRows(sums, part, mine, grid, counts); }
    void addRows(T* sums, Index first, Index rows)
    {
        for (Index r = first; r < first + rows; ++r)
            kernels::addRows(sums, x + r * columns, mine, grid, counts);
    }
};

/// Returns whether the fast path was valid; if not, `sums` must be ignored.
template <class T, std::size_t kVectors, bool kRounds>
bool sumInRegisters(const SumTree& tree, const T* x, Index rows, Index columns, Index first, Index mine,
    const Grid<T>& grid, T* sums)
{
    using Sums = SumsInRegisters<T, kVectors, kRounds>;
    Sums adder(x + first, rows, columns, first, mine, grid);
    sumBox<T, Sums::kColumns>(tree, tree.top(), {}, tree.extent(tree.top()), sums, adder);
    return !adder.exceeded(largestOfBothSigns(grid));
}

/// Sums one tile of `mine` columns, at most as many as kVectors vectors have.
template <class T, std::size_t kVectors>
void sumColumns(const SumTree& tree, const T* x, T* out, Index rows, Index columns, Index first, Index mine,
    const Grid<T>& grid, RoundingCounts& counts)
{
    constexpr std::size_t kColumns = kVectors * static_cast<std::size_t>(kVectorLanes<T>);
    T sums[kColumns] = {};
    const bool isDone = isPlain(grid)
        && (grid.mantissaBits < CarrierBits<T>::kMantissa
                ? sumInRegisters<T, kVectors, true>(tree, x, rows, columns, first, mine, grid, sums)
                : sumInRegisters<T, kVectors, false>(tree, x, rows, columns, first, mine, grid, sums));
    if (!isDone) {
        std::fill_n(sums, mine, T{0});
        CountingAdder<T> adder{x + first, columns, mine, grid, {}};
        sumBox<T, kColumns>(tree, tree.top(), {}, tree.extent(tree.top()), sums, adder);
        counts.overflows += adder.counts.overflows;
        counts.underflows += adder.counts.underflows;
        counts.nonFinite += std::count_if(sums, sums + mine, [](T sum) { return isNonFinite(sum) != 0; });
    }
    std::copy_n(sums, mine, out + first);
}

} // namespace

template <class T>
void columnSums(const T* x, T* out, const Index* extents, int axes, Index columns, const Grid<T>& grid,
    RoundingCounts& counts)
{
    const Index rows = std::accumulate(extents, extents + axes, Index{1}, std::multiplies<>{});
    if (rows == 0)
        return static_cast<void>(std::fill_n(out, columns, T{0}));
    const SumTree tree(std::span(extents, static_cast<std::size_t>(axes)));
    constexpr Index kLanes = kVectorLanes<T>;
    Index first = 0;
    for (; first + 4 * kLanes <= columns; first += 4 * kLanes)
        sumColumns<T, 4>(tree, x, out, rows, columns, first, 4 * kLanes, grid, counts);
    for (; first < columns; first += kLanes)
        sumColumns<T, 1>(tree, x, out, rows, columns, first, std::min(kLanes, columns - first), grid, counts);
}

template <class T>
void addColumnSums(CarrierKernels<T>& table)
{
    table.columnSums = columnSums<T>;
}

template void columnSums<float>(
    const float*, float*, const Index*, int, Index, const Grid<float>&, RoundingCounts&);
template void columnSums<double>(
    const double*, double*, const Index*, int, Index, const Grid<double>&, RoundingCounts&);
template void addColumnSums<float>(CarrierKernels<float>&);
template void addColumnSums<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
