// SPDX-License-Identifier: GPL-3.0-or-later
// Strict sequential sums of 4 rows by 2 vectors of columns, kept in registers. The sums begin at +0 and never become -0,
// and adding a zero of either sign changes none of them: so the rounders here need not keep the sign of a zero.
#include "engine/kernels/per_level/sums/accumulation.h"
#include "engine/kernels/per_level/sums/panels.h"
#include "engine/kernels/per_level/vectors.h"

#include <cmath>

namespace ulpscope::kernels {

namespace {

constexpr int kRows = 4;
constexpr int kVectors = 2;
template <class T>
constexpr int kColumns = kVectors* kVectorLanes<T>;

template <class T>
struct IdentityVectorRounder
{
    explicit IdentityVectorRounder(const Grid<T>&) { }
    Vector<T> operator()(const Vector<T>& x) const { return x; }
};

// As MagicRounder of rounders.h, with 1.5 times the power of two, which serves both signs. Exact while nothing overflows.
template <class T>
struct MagicVectorRounder
{
    using B = CarrierBits<T>;
    explicit MagicVectorRounder(const Grid<T>& grid)
        : infinity(broadcastBits<T>(B::kInfinity))
        , lowest(broadcastBits<T>(static_cast<Word<T>>(grid.minExponent + B::kBias) << B::kMantissa))
        , shift(broadcastBits<T>((static_cast<Word<T>>(B::kMantissa - grid.mantissaBits) << B::kMantissa)
              | (Word<T>{1} << (B::kMantissa - 1))))
    {
    }
    Vector<T> operator()(const Vector<T>& x) const
    {
        VectorBits<T> exponent = (VectorBits<T>)x & infinity;
        exponent = exponent > lowest ? exponent : lowest;
        const Vector<T> magic = (Vector<T>)(exponent + shift);
        return (x + magic) - magic;
    }
    VectorBits<T> infinity;
    VectorBits<T> lowest;
    VectorBits<T> shift;
};

/// Rounds values that overflow, infinities and NaN.
template <class T, bool kSaturates>
struct CheckedVectorRounder
{
    using B = CarrierBits<T>;
    explicit CheckedVectorRounder(const Grid<T>& grid)
        : round(grid)
        , highest(broadcastBits<T>(
              static_cast<Word<T>>(std::max(grid.maxExponent, grid.minExponent) + 1 + B::kBias)
              << B::kMantissa))
        , largest(broadcast(grid.largest))
        , least(broadcast(grid.lowest))
        , above(broadcast(grid.overflowValue))
    {
    }
    Vector<T> operator()(const Vector<T>& x) const
    {
        VectorBits<T> exponent = (VectorBits<T>)x & round.infinity;
        exponent = exponent > round.lowest ? exponent : round.lowest;
        exponent = exponent < highest ? exponent : highest;
        const Vector<T> magic = (Vector<T>)(exponent + round.shift);
        const Vector<T> rounded = (x + magic) - magic;
        if constexpr (kSaturates) {
            const Vector<T> clipped = rounded > largest ? largest : rounded;
            return clipped < least ? least : clipped;
        } else {
            const Vector<T> clipped = rounded > largest ? above : rounded;
            return rounded < least ? -above : clipped;
        }
    }
    MagicVectorRounder<T> round;
    VectorBits<T> highest;
    Vector<T> largest;
    Vector<T> least;
    Vector<T> above;
};

// TopBitsRounder without its care for NaN: a NaN that comes here has zeros in the bits that are dropped.
template <class T>
struct TopBitsVectorRounder
{
    using B = CarrierBits<T>;
    explicit TopBitsVectorRounder(const Grid<T>& grid)
        : dropped(B::kMantissa - grid.mantissaBits)
        , half(broadcastWords<T>((Word<T>{1} << (dropped - 1)) - 1))
        , one(broadcastWords<T>(1))
        , mask(broadcastWords<T>(~((Word<T>{1} << dropped) - 1)))
    {
    }
    Vector<T> operator()(const Vector<T>& x) const
    {
        const VectorWords<T> bits = (VectorWords<T>)x;
        return (Vector<T>)((bits + half + ((bits >> dropped) & one)) & mask);
    }
    int dropped;
    VectorWords<T> half;
    VectorWords<T> one;
    VectorWords<T> mask;
};

/// sums: [kRows][kColumns]; a: [n][kRows]; b: [n][kColumns]
template <class T, class Rounder>
void addProducts(T* sums, const T* a, const T* b, Index n, const Rounder round)
{
    constexpr int kLanes = kVectorLanes<T>;
    Vector<T> sum[kRows][kVectors];
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v)
            sum[r][v] = loadVector(sums + r * kColumns<T> + v * kLanes);
    for (Index p = 0; p < n; ++p) {
        Vector<T> right[kVectors];
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v)
            right[v] = loadVector(b + p * kColumns<T> + v * kLanes);
#pragma GCC unroll 8
        for (int r = 0; r < kRows; ++r) {
            const Vector<T> left = broadcast(a[p * kRows + r]);
#pragma GCC unroll 8
            for (int v = 0; v < kVectors; ++v)
                sum[r][v] = round(sum[r][v] + round(left * right[v]));
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v)
            storeVector(sums + r * kColumns<T> + v * kLanes, sum[r][v]);
}

/// How far a few more products can take a sum, so that most of the work needs no care for overflow.
template <class T>
class Bounds
{
public:
    Bounds(const Grid<T>& grid, Index k)
        : m_step(stepOf(grid))
        , m_blocks((k + m_step - 1) / m_step)
    {
        // Each rounding adds at most a relative 2^-precision, or half of the smallest subnormal; two a term.
        const double growth
            = std::pow(1 + std::ldexp(1.0, -grid.mantissaBits - 1), static_cast<double>(m_step) + 3);
        const double spacings
            = 4 * static_cast<double>(m_step) * std::ldexp(1.0, grid.minExponent - grid.mantissaBits);
        m_limit = static_cast<T>(
            static_cast<double>(std::min(grid.largest, -grid.lowest)) / growth * 0.999 - spacings);
    }
    /// Terms that have a bound together; divides kSlab.
    static Index stepOf(const Grid<T>& grid) { return grid.mantissaBits >= 7 ? 16 : 8; }

    /// The largest of each row of a panel of a, for each block of so many terms.
    void setA(const T* panel, Index k)
    {
        m_a.assign(static_cast<std::size_t>(m_blocks * kRows), T{0});
        for (Index p = 0; p < k; ++p)
            for (int r = 0; r < kRows; ++r) {
                T& most = m_a[static_cast<std::size_t>(p / m_step * kRows + r)];
                const T size = std::fabs(panel[p * kRows + r]);
                most = size > most || std::isnan(size) ? size : most;
            }
    }
    /// The sum of magnitudes of each column of a panel of b.
    void setB(const T* panel, Index k)
    {
        m_b.assign(static_cast<std::size_t>(m_blocks * kColumns<T>), T{0});
        for (Index p = 0; p < k; ++p)
            for (int j = 0; j < kColumns<T>; ++j)
                m_b[static_cast<std::size_t>(p / m_step * kColumns<T> + j)]
                    += std::fabs(panel[p * kColumns<T> + j]);
    }
    /// Whether no sum of the tile can overflow in the block of terms that begins at p.
    bool areSafe(const T* sums, const Bounds& rows, Index p) const
    {
        constexpr int kLanes = kVectorLanes<T>;
        const T* a = rows.m_a.data() + p / m_step * kRows;
        const T* b = m_b.data() + p / m_step * kColumns<T>;
        VectorBits<T> beyond{};
        for (int v = 0; v < kVectors; ++v) {
            const Vector<T> right = loadVector(b + v * kLanes);
            for (int r = 0; r < kRows; ++r) {
                const Vector<T> size = absolute<T>(loadVector(sums + r * kColumns<T> + v * kLanes));
                beyond
                    |= ~(VectorBits<T>)(size + broadcast(a[r]) * right <= broadcast(m_limit)); // NaN: beyond
            }
        }
        return !any<T>(beyond);
    }

private:
    Index m_step;
    Index m_blocks;
    T m_limit = 0;
    std::vector<T> m_a;
    std::vector<T> m_b;
};

/// The sums of one tile; with chunks, of the open chunk and of those before it.
template <class T>
struct TileSums
{
    alignas(64) T sums[kRows * kColumns<T>] = {};
    alignas(64) T outer[kRows * kColumns<T>] = {};
};

/// Rounders for a tile; Checked is the same as Plain where overflow needs no care.
template <class T, class Plain, class Checked>
class Tiles
{
    static constexpr bool kIsAlwaysPlain = std::is_same_v<Plain, Checked>;

public:
    Tiles(const Grid<T>& grid, Index chunk)
        : m_grid(grid)
        , m_plain(grid)
        , m_checked(grid)
        , m_chunk(chunk)
    {
    }

    template <class In>
    void run(const ProductOperands<In>& operands, double* out)
    {
        const Index rowTiles = (operands.m + kRows - 1) / kRows;
        const Index columnTiles = (operands.n + kColumns<T> - 1) / kColumns<T>;
        std::vector<TileSums<T>> tiles(static_cast<std::size_t>(rowTiles * columnTiles));
        for (Index first = 0; first < operands.k; first += kSlab)
            addSlab(operands, first, std::min(kSlab, operands.k - first), tiles);
        for (Index i = 0; i < operands.m; ++i)
            for (Index j = 0; j < operands.n; ++j) {
                const TileSums<T>& tile
                    = tiles[static_cast<std::size_t>(j / kColumns<T> * rowTiles + i / kRows)];
                const T* sums = m_chunk > 0 ? tile.outer : tile.sums;
                out[i * operands.n + j]
                    = static_cast<double>(sums[i % kRows * kColumns<T> + j % kColumns<T>]);
            }
    }

private:
    template <class In>
    void addSlab(
        const ProductOperands<In>& operands, Index first, Index terms, std::vector<TileSums<T>>& tiles)
    {
        const bool isLast = first + terms == operands.k;
        const Panels<T, kRows> a(
            operands.m, terms, [&](Index i, Index p) { return operandAs<T>(operands.a(i, first + p)); });
        const Panels<T, kColumns<T>> b(
            operands.n, terms, [&](Index j, Index p) { return operandAs<T>(operands.b(first + p, j)); });
        std::vector<Bounds<T>> rowBounds;
        Bounds<T> columnBounds(m_grid, terms);
        for (Index row = 0; !kIsAlwaysPlain && row < a.count(); ++row) {
            rowBounds.emplace_back(m_grid, terms);
            rowBounds.back().setA(a.panel(row), terms);
        }
        for (Index column = 0; column < b.count(); ++column) {
            if (!kIsAlwaysPlain)
                columnBounds.setB(b.panel(column), terms);
            for (Index row = 0; row < a.count(); ++row) {
                TileSums<T>& tile = tiles[static_cast<std::size_t>(column * a.count() + row)];
                for (Index p = 0; p < terms;) {
                    const Index n = termsAtOnce(first, p, terms);
                    const T* left = a.panel(row) + p * kRows;
                    const T* right = b.panel(column) + p * kColumns<T>;
                    if (kIsAlwaysPlain
                        || columnBounds.areSafe(tile.sums, rowBounds[static_cast<std::size_t>(row)], p))
                        addProducts<T>(tile.sums, left, right, n, m_plain);
                    else
                        addProducts<T>(tile.sums, left, right, n, m_checked);
                    p += n;
                    if (m_chunk > 0 && ((first + p) % m_chunk == 0 || (isLast && p == terms)))
                        endChunk(tile);
                }
            }
        }
    }

    /// Number of terms until the next end of a chunk, of a block with bounds, or of the slab.
    Index termsAtOnce(Index first, Index p, Index terms) const
    {
        Index n = terms - p;
        if (m_chunk > 0)
            n = std::min(n, m_chunk - (first + p) % m_chunk);
        if (!kIsAlwaysPlain)
            n = std::min(n, Bounds<T>::stepOf(m_grid) - p % Bounds<T>::stepOf(m_grid));
        return n;
    }

    void endChunk(TileSums<T>& tile) const
    {
        for (int i = 0; i < kRows * kColumns<T>; i += kVectorLanes<T>) {
            storeVector(tile.outer + i, m_checked(loadVector(tile.outer + i) + loadVector(tile.sums + i)));
            storeVector(tile.sums + i, Vector<T>{});
        }
    }

    const Grid<T>& m_grid;
    Plain m_plain;
    Checked m_checked;
    Index m_chunk;
};

template <class T, class In>
bool tilesFor(
    const ProductOperands<In>& operands, const AccumulationPlan& plan, const Grid<T>& grid, double* out)
{
    const bool overflowsToInfinity = std::isinf(grid.overflowValue);
    if (grid.kind == GridKind::Magic) {
        if (grid.overflowValue == grid.maxFinite)
            Tiles<T, MagicVectorRounder<T>, CheckedVectorRounder<T, true>>(grid, plan.chunk)
                .run(operands, out);
        else
            Tiles<T, MagicVectorRounder<T>, CheckedVectorRounder<T, false>>(grid, plan.chunk)
                .run(operands, out);
        return true;
    }
    if (!overflowsToInfinity)
        return false;
    if (grid.kind == GridKind::TopBits)
        Tiles<T, TopBitsVectorRounder<T>, TopBitsVectorRounder<T>>(grid, plan.chunk).run(operands, out);
    else if (grid.kind == GridKind::Identity)
        Tiles<T, IdentityVectorRounder<T>, IdentityVectorRounder<T>>(grid, plan.chunk).run(operands, out);
    else
        return false;
    return true;
}

} // namespace

template <class In>
bool sumInTiles(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out)
{
    const bool isKind = plan.kind == AccumulatorKind::Sequential || plan.kind == AccumulatorKind::Chunked;
    if (!isKind || !plan.isPlain)
        return false;
    if (plan.sumsInFloat)
        return tilesFor<float>(operands, plan, plan.floatGrid, out);
    return plan.roundsTwice && tilesFor<double>(operands, plan, plan.grid, out);
}

template bool sumInTiles<float>(const ProductOperands<float>&, const AccumulationPlan&, double*);
template bool sumInTiles<double>(const ProductOperands<double>&, const AccumulationPlan&, double*);

} // namespace ulpscope::kernels
