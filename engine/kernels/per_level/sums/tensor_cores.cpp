// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor cores, a few rows by two vectors of columns at once. An aligned and truncated significand is an integer of few
// bits, so sums of them are exact in a float or a double, and so are the powers of two that align them. What each core
// does is in kernels/running_sum.cpp.
#include "engine/kernels/per_level/sums/accumulation.h"
#include "engine/kernels/per_level/sums/panels.h"
#include "engine/kernels/per_level/vectors.h"

#include <cmath>

namespace ulpscope::kernels {

namespace {

constexpr int kRows = 2;
constexpr int kVectors = 2;
template <class T>
constexpr int kColumns = kVectors* kVectorLanes<T>;
constexpr int kZeroExponent = -126;

/// 2^exponent of the operand's significand: a subnormal's is the smallest; infinity and NaN give infinity.
template <class T>
T powerOf(T x, T smallest)
{
    const T power
        = std::bit_cast<T>(static_cast<Word<T>>(std::bit_cast<Word<T>>(x) & CarrierBits<T>::kInfinity));
    return x == 0 ? std::ldexp(T{1}, kZeroExponent) : std::max(power, smallest);
}

template <class T>
Vector<T> powerOf(const Vector<T>& x, T smallest)
{
    const Vector<T> power = (Vector<T>)((VectorBits<T>)x & broadcastBits<T>(CarrierBits<T>::kInfinity));
    return x == Vector<T>{} ? broadcast(std::ldexp(T{1}, kZeroExponent))
                            : larger<T>(power, broadcast(smallest));
}

/// 2^bits / power, for powers of two.
template <class T>
Vector<T> scaleTo(int bits, const Vector<T>& power)
{
    using B = CarrierBits<T>;
    return (Vector<T>)(broadcastWords<T>(static_cast<Word<T>>(2 * B::kBias + bits) << B::kMantissa)
        - (VectorWords<T>)power);
}

/// Rounded to float32, to nearest even.
inline Vector<float> toFloat(const Vector<float>& x)
{
    return x;
}
inline Vector<double> toFloat(const Vector<double>& x)
{
    typedef float Narrow __attribute__((vector_size(kVectorBytes / 2)));
    return __builtin_convertvector(__builtin_convertvector(x, Narrow), Vector<double>);
}

/// The sum as the core hands it on: truncated to float32's exponents, or rounded to float16.
template <class T>
class Output
{
public:
    explicit Output(const TensorCoreModel& core)
        : m_isFloat16(core.float16Output)
        , m_mask(
              broadcastBits<T>(~((Word<T>{1} << (CarrierBits<T>::kMantissa - core.outputMantissaBits)) - 1)))
        , m_up(broadcast(static_cast<T>(std::ldexp(1.0, 126 + core.outputMantissaBits))))
        , m_down(broadcast(static_cast<T>(std::ldexp(1.0, -126 - core.outputMantissaBits))))
    {
    }
    Vector<T> operator()(const Vector<T>& x) const { return m_isFloat16 ? toFloat16(x) : truncated(x); }

private:
    Vector<T> truncated(const Vector<T>& x) const
    {
        const Vector<T> normal = (Vector<T>)((VectorBits<T>)x & m_mask);
        if constexpr (sizeof(T) == sizeof(float)) // float8's products are neither subnormal nor beyond
            return normal;
        const Vector<T> small = Vector<T>(truncate(x * m_up)) * m_down + Vector<T>{};
        const Vector<T> size = absolute<T>(x);
        const Vector<T> result = size < broadcast(static_cast<T>(0x1p-126)) ? small : normal;
        return size >= broadcast(static_cast<T>(0x1p128)) ? x * broadcast(std::numeric_limits<T>::infinity())
                                                          : result;
    }
    static Vector<T> toFloat16(const Vector<T>& x)
    {
        using B = CarrierBits<T>;
        constexpr int kMantissaBits = 10;
        constexpr int kMinExponent = -14;
        // Rounds as MagicVectorRounder in sequential_tiles.cpp.
        VectorBits<T> exponent = (VectorBits<T>)x & broadcastBits<T>(B::kInfinity);
        const VectorBits<T> lowest
            = broadcastBits<T>(static_cast<Word<T>>(kMinExponent + B::kBias) << B::kMantissa);
        const VectorBits<T> highest = broadcastBits<T>(static_cast<Word<T>>(17 + B::kBias) << B::kMantissa);
        exponent = exponent > lowest ? exponent : lowest;
        exponent = exponent < highest ? exponent : highest;
        const Vector<T> magic = (Vector<T>)(exponent
            + broadcastBits<T>((static_cast<Word<T>>(B::kMantissa - kMantissaBits) << B::kMantissa)
                | (Word<T>{1} << (B::kMantissa - 1))));
        const Vector<T> rounded = (x + magic) - magic;
        return absolute<T>(rounded) > broadcast(T{65504})
            ? rounded * broadcast(std::numeric_limits<T>::infinity())
            : rounded;
    }

    bool m_isFloat16;
    VectorBits<T> m_mask;
    Vector<T> m_up;
    Vector<T> m_down;
};

/// n terms of a tile; values and the powers of two of their exponents.
template <class T>
struct Group
{
    const T* a; ///< [n][kRows]
    const T* powersA;
    const T* b; ///< matrix [n][kColumns]
    const T* powersB;
    Index n;
};

template <class T>
using Sums = Vector<T>[kRows][kVectors];

template <class T, class F>
inline void forTile(F f)
{
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r)
#pragma GCC unroll 8
        for (int v = 0; v < kVectors; ++v)
            f(r, v);
}

template <class T>
inline Vector<T> columns(const T* row, int v)
{
    return loadVector(row + v * kVectorLanes<T>);
}

template <class T>
void largestPowers(const T* powersA, const T* powersB, Index first, Index stride, Index n, Sums<T>& power)
{
    for (Index p = first; p < n; p += stride)
        forTile<T>([&](int r, int v) {
            power[r][v] = larger<T>(
                power[r][v], broadcast(powersA[p * kRows + r]) * columns<T>(powersB + p * kColumns<T>, v));
        });
}

template <class T>
void addTruncated(const Group<T>& group, Index first, Index stride, const Sums<T>& scale, Sums<T>& total)
{
    for (Index p = first; p < group.n; p += stride)
        forTile<T>([&](int r, int v) {
            const Vector<T> product
                = broadcast(group.a[p * kRows + r]) * columns<T>(group.b + p * kColumns<T>, v);
            total[r][v] += Vector<T>(truncate(product * scale[r][v]));
        });
}

/// What plain arithmetic gives, for the sake of infinities and NaNs. c: infinite, NaN, or anything finite.
template <class T>
void addPlainly(const Group<T>& group, const Sums<T>& c, Sums<T>& plain)
{
    forTile<T>([&](int r, int v) { plain[r][v] = c[r][v]; });
    for (Index p = 0; p < group.n; ++p)
        forTile<T>([&](int r, int v) {
            plain[r][v] += broadcast(group.a[p * kRows + r]) * columns<T>(group.b + p * kColumns<T>, v);
        });
}

/// c becomes the fused sum. Infinities and NaNs stay what they are not finite, but not the right ones: `isCareful`.
template <class T>
void fusedGroup(
    const Group<T>& group, const TensorCoreModel& core, const Output<T>& output, bool isCareful, Sums<T>& c)
{
    Sums<T> power;
    Sums<T> total;
    Sums<T> scale;
    const T smallestC = std::ldexp(T{1}, core.float16Output ? -14 : -126);
    // In float all exponents of products are above -60; the least power only matters where everything is zero.
    const T least = sizeof(T) == sizeof(float) ? std::ldexp(T{1}, -60) : std::ldexp(T{1}, kZeroExponent);
    forTile<T>(
        [&](int r, int v) { power[r][v] = larger<T>(powerOf<T>(c[r][v], smallestC), broadcast(least)); });
    if (core.blockSize == 1)
        largestPowers<T>(group.powersA, group.powersB, 0, 1, group.n, power);
    else
        forTile<T>([&](int r, int v) { power[r][v] = larger<T>(power[r][v], broadcast(T{1})); });
    forTile<T>([&](int r, int v) {
        scale[r][v] = scaleTo<T>(core.alignmentBits, power[r][v]);
        total[r][v] = Vector<T>(truncate(c[r][v] * scale[r][v])) + Vector<T>{};
    });
    if (core.blockSize == 1)
        addTruncated<T>(group, 0, 1, scale, total);
    else
        for (Index first = 0; first < group.n; first += core.blockSize) {
            Sums<T> exact = {};
            for (Index p = first; p < std::min<Index>(first + core.blockSize, group.n); ++p)
                forTile<T>([&](int r, int v) {
                    exact[r][v]
                        += broadcast(group.a[p * kRows + r]) * columns<T>(group.b + p * kColumns<T>, v);
                });
            forTile<T>([&](int r, int v) { total[r][v] += Vector<T>(truncate(exact[r][v] * scale[r][v])); });
        }
    Sums<T> plain = {};
    if (isCareful)
        addPlainly<T>(group, c, plain);
    const Vector<T> unit = broadcast(static_cast<T>(std::ldexp(1.0, -core.alignmentBits)));
    forTile<T>([&](int r, int v) {
        const Vector<T> sum = output((total[r][v] * unit) * power[r][v]) + Vector<T>{};
        c[r][v] = sum;
        if (isCareful)
            c[r][v]
                = absolute<T>(plain[r][v]) <= broadcast(std::numeric_limits<T>::max()) ? sum : plain[r][v];
    });
}

/// Does what fusedGroup does, but adds c last, and always takes the path that handles special values.
void lateAddGroup(const Group<double>& group, const TensorCoreModel& core, Sums<double>& c)
{
    constexpr int kSumBits = 31;
    using T = double;
    using V = Vector<double>;
    const bool isInterleaved = core.kind == CoreKind::LateAddInterleaved;
    const Index parts = isInterleaved ? 2 : 1;
    const V infinity = broadcast(std::numeric_limits<double>::infinity());
    Sums<T> plain = {};
    addPlainly<T>(group, c, plain);
    Sums<T> beyond = {}; // products out of float32's range, as infinities
    for (Index p = 0; p < group.n; ++p)
        forTile<T>([&](int r, int v) {
            const V product = broadcast(group.a[p * kRows + r]) * columns<T>(group.b + p * kColumns<T>, v);
            beyond[r][v] += absolute<T>(product) >= broadcast(0x1p128) ? product * infinity : V{};
        });
    Sums<T> power[2];
    Sums<T> total[2] = {};
    const auto zeroPower = broadcast(std::ldexp(1.0, 2 * kZeroExponent));
    for (Index part = 0; part < parts; ++part) {
        Sums<T>& own = power[part];
        Sums<T> scale;
        forTile<T>([&](int r, int v) { own[r][v] = zeroPower; });
        largestPowers<T>(group.powersA, group.powersB, part, parts, group.n, own);
        forTile<T>([&](int r, int v) { scale[r][v] = scaleTo<T>(core.alignmentBits, own[r][v]); });
        addTruncated<T>(group, part, parts, scale, total[part]);
    }
    forTile<T>([&](int r, int v) {
        V largest = power[0][r][v];
        V sum = total[0][r][v];
        if (isInterleaved) {
            largest = larger<T>(power[0][r][v], power[1][r][v]);
            sum = V(roundDown(sum * (power[0][r][v] * scaleTo<T>(0, largest))))
                + V(roundDown(total[1][r][v] * (power[1][r][v] * scaleTo<T>(0, largest))));
        }
        const V powerC = powerOf<T>(c[r][v], std::ldexp(1.0, -126));
        const V top = larger<T>(largest, powerC);
        const V late = V(roundDown(sum * (largest * scaleTo<T>(kSumBits - core.alignmentBits, top))))
            * broadcast(std::ldexp(1.0, -kSumBits));
        V lateC = V(roundDown(c[r][v] * scaleTo<T>(core.alignmentBits, top)))
            * broadcast(std::ldexp(1.0, -core.alignmentBits));
        if (isInterleaved)
            lateC = powerC < top * broadcast(std::ldexp(1.0, -core.alignmentBits - 1)) ? V{} : lateC;
        const V finite = toFloat((late + lateC) * top);
        const V result = beyond[r][v] != V{} ? beyond[r][v] : finite; // NaN: both infinities
        const V size = absolute<T>(plain[r][v]);
        c[r][v] = size <= broadcast(std::numeric_limits<double>::max()) ? result : plain[r][v];
    });
}

constexpr Index kHalfGroup = 16;

/// Product p of a group of 32 as it is packed: those whose index modulo 4 is below 2 first.
constexpr Index inTwoGroups(Index p)
{
    const Index half = p % (2 * kHalfGroup) / kHalfGroup;
    const Index i = p % kHalfGroup;
    return p / (2 * kHalfGroup) * (2 * kHalfGroup) + i / 2 * 4 + half * 2 + i % 2;
}

void twoGroups(const Group<double>& group, const TensorCoreModel& core, const Output<double>& output,
    bool isCareful, Sums<double>& c)
{
    Sums<double> sum = {};
    Group<double> half = group;
    half.n = kHalfGroup;
    fusedGroup<double>(half, core, output, isCareful, sum);
    half.a += kHalfGroup * kRows;
    half.powersA += kHalfGroup * kRows;
    half.b += kHalfGroup * kColumns<double>;
    half.powersB += kHalfGroup * kColumns<double>;
    fusedGroup<double>(half, core, output, isCareful, sum);
    forTile<double>([&](int r, int v) { c[r][v] = toFloat(c[r][v] + sum[r][v]); });
}

/// Sums in float32, because this core has its arithmetic.
void treeGroup(const Group<float>& group, const TensorCoreModel& core, Sums<float>& c)
{
    using T = float;
    using V = Vector<float>;
    const auto node = [&](const V& x) {
        if (!core.flushSubnormals)
            return x;
        const V zero = (V)((VectorBits<T>)x & broadcastBits<T>(CarrierBits<T>::kSign));
        return absolute<T>(x) < broadcast(0x1p-126F) ? zero : x;
    };
    const auto leaf = [&](Index p, int r, int v) {
        if (p >= group.n)
            return V{};
        return node(broadcast(group.a[p * kRows + r]) * columns<T>(group.b + p * kColumns<T>, v) + V{});
    };
    forTile<T>([&](int r, int v) {
        V sum = node(leaf(0, r, v) + leaf(1, r, v));
        if (core.groupSize == 4)
            sum = node(sum + node(leaf(2, r, v) + leaf(3, r, v)));
        c[r][v] = node(c[r][v] + sum);
    });
}

template <class T>
void addGroup(
    const Group<T>& group, const TensorCoreModel& core, const Output<T>& output, bool isCareful, Sums<T>& c)
{
    if constexpr (sizeof(T) == sizeof(float)) {
        if (core.kind == CoreKind::Tree)
            return treeGroup(group, core, c);
    } else if (core.kind == CoreKind::LateAdd || core.kind == CoreKind::LateAddInterleaved) {
        return lateAddGroup(group, core, c);
    } else if (core.kind == CoreKind::TwoGroups) {
        return twoGroups(group, core, output, isCareful, c);
    }
    fusedGroup<T>(group, core, output, isCareful, c);
}

/// State that a tile hands from one group to the next.
template <class T>
struct TileState
{
    Sums<T> c = {}; ///< since the last promotion
    Sums<T> promoted = {};
};

/// Adds the group's terms in the core's group size; `first` is the index of the first among all k terms.
template <class T>
void addGroups(Group<T> group, const AccumulationPlan& plan, const Output<T>& output, bool isCareful,
    Index first, Index k, TileState<T>& state)
{
    const Index terms = group.n;
    Sums<T> c;
    forTile<T>([&](int r, int v) { c[r][v] = state.c[r][v]; });
    for (Index p = 0; p < terms; p += plan.core.groupSize) {
        group.n = std::min<Index>(plan.core.groupSize, terms - p);
        addGroup<T>(group, plan.core, output, isCareful, c);
        group.a += group.n * kRows;
        group.powersA += group.n * kRows;
        group.b += group.n * kColumns<T>;
        group.powersB += group.n * kColumns<T>;
        const Index end = std::min(first + p + group.n, k);
        if (plan.promoteEvery > 0 && (end % plan.promoteEvery == 0 || end == k))
            forTile<T>([&](int r, int v) {
                state.promoted[r][v] = toFloat(state.promoted[r][v] + c[r][v]);
                c[r][v] = Vector<T>{};
            });
    }
    forTile<T>([&](int r, int v) { state.c[r][v] = c[r][v]; });
}

template <class T>
bool isFiniteTile(const TileState<T>& state)
{
    VectorBits<T> beyond{};
    forTile<T>([&](int r, int v) {
        const Vector<T> largest = broadcast(std::numeric_limits<T>::max());
        beyond |= ~(VectorBits<T>)(absolute<T>(state.c[r][v]) <= largest);
        beyond |= ~(VectorBits<T>)(absolute<T>(state.promoted[r][v]) <= largest);
    });
    return !any<T>(beyond);
}

/// x as the core takes it.
template <class T>
T coreOperand(T x, int minExponent, const AccumulationPlan& plan)
{
    if (plan.truncatesToTf32) {
        constexpr int kDropped = CarrierBits<T>::kMantissa - 10;
        constexpr int kMinBits = -136; // exponent of tf32's smallest subnormal
        const T smallest = std::ldexp(T{1}, -126);
        if (std::fabs(x) < smallest)
            return static_cast<T>(
                std::ldexp(std::trunc(std::ldexp(static_cast<double>(x), -kMinBits)), kMinBits));
        if (!std::isnan(x))
            return std::bit_cast<T>(static_cast<Word<T>>(std::bit_cast<Word<T>>(x) >> kDropped << kDropped));
    }
    if (plan.core.flushSubnormals && std::fabs(x) < std::ldexp(T{1}, minExponent))
        return T{0};
    return x;
}

template <class T, class In>
class CoreProduct
{
public:
    CoreProduct(const ProductOperands<In>& operands, const AccumulationPlan& plan)
        : m_operands(operands)
        , m_plan(plan)
        , m_output(plan.core)
        , m_rowTiles((operands.m + kRows - 1) / kRows)
        , m_tiles(static_cast<std::size_t>(m_rowTiles * ((operands.n + kColumns<T> - 1) / kColumns<T>)))
    {
    }

    void run(double* out)
    {
        for (Index first = 0; first < m_operands.k; first += kSlab)
            addSlab(first, std::min(kSlab, m_operands.k - first));
        for (Index i = 0; i < m_operands.m; ++i)
            for (Index j = 0; j < m_operands.n; ++j) {
                const TileState<T>& tile
                    = m_tiles[static_cast<std::size_t>(j / kColumns<T> * m_rowTiles + i / kRows)];
                const Sums<T>& sums = m_plan.promoteEvery > 0 ? tile.promoted : tile.c;
                const Index column = j % kColumns<T>;
                out[i * m_operands.n + j] = static_cast<double>(
                    sums[i % kRows][column / kVectorLanes<T>][column % kVectorLanes<T>]);
            }
    }

private:
    void addSlab(Index first, Index count)
    {
        const bool isTwoGroups = m_plan.core.kind == CoreKind::TwoGroups;
        constexpr Index kGroup = 2 * kHalfGroup;
        const Index terms = isTwoGroups ? (count + kGroup - 1) / kGroup * kGroup : count;
        // Products that fill the last group up are 0.
        const auto index = [=](Index p) { return isTwoGroups ? inTwoGroups(p) : p; };
        const auto a = [&](Index i, Index p) {
            p = index(p);
            return p >= count
                ? T{0}
                : coreOperand(operandAs<T>(m_operands.a(i, first + p)), m_plan.minExponentA, m_plan);
        };
        const auto b = [&](Index j, Index p) {
            p = index(p);
            return p >= count
                ? T{0}
                : coreOperand(operandAs<T>(m_operands.b(first + p, j)), m_plan.minExponentB, m_plan);
        };
        const T leastA = std::ldexp(T{1}, m_plan.minExponentA);
        const T leastB = std::ldexp(T{1}, m_plan.minExponentB);
        using Left = Panels<T, kRows>;
        using Right = Panels<T, kColumns<T>>;
        const Left left(m_operands.m, terms, a);
        const Left leftPowers(
            m_operands.m, terms, [&](Index i, Index p) { return powerOf(a(i, p), leastA); });
        const Right right(m_operands.n, terms, b);
        const Right rightPowers(
            m_operands.n, terms, [&](Index j, Index p) { return powerOf(b(j, p), leastB); });
        for (Index column = 0; column < right.count(); ++column)
            for (Index row = 0; row < left.count(); ++row) {
                TileState<T>& tile = m_tiles[static_cast<std::size_t>(column * m_rowTiles + row)];
                const TileState<T> before = tile;
                const Group<T> group{left.panel(row), leftPowers.panel(row), right.panel(column),
                    rightPowers.panel(column), terms};
                addGroups<T>(group, m_plan, m_output, false, first, m_operands.k, tile);
                // An infinity or a NaN stays one; telling which of the two takes more care.
                if (!isFiniteTile(tile)) {
                    tile = before;
                    addGroups<T>(group, m_plan, m_output, true, first, m_operands.k, tile);
                }
            }
    }

    const ProductOperands<In>& m_operands;
    const AccumulationPlan& m_plan;
    Output<T> m_output;
    Index m_rowTiles;
    std::vector<TileState<T>> m_tiles;
};

/// Whether aligned sums have at most 24 bits, and exponents never leave float's.
bool fitsFloat(const AccumulationPlan& plan)
{
    const TensorCoreModel& core = plan.core;
    if (core.kind == CoreKind::Tree)
        return true;
    const int bits
        = core.alignmentBits + 2 + static_cast<int>(std::bit_width(static_cast<unsigned>(core.groupSize)));
    return core.kind == CoreKind::Fused && core.blockSize == 1 && bits <= 24 && plan.minExponentA >= -16
        && plan.minExponentB >= -16;
}

} // namespace

template <class In>
void sumInTensorCores(const ProductOperands<In>& operands, const AccumulationPlan& plan, double* out)
{
    if (fitsFloat(plan))
        CoreProduct<float, In>(operands, plan).run(out);
    else
        CoreProduct<double, In>(operands, plan).run(out);
}

template void sumInTensorCores<float>(const ProductOperands<float>&, const AccumulationPlan&, double*);
template void sumInTensorCores<double>(const ProductOperands<double>&, const AccumulationPlan&, double*);

} // namespace ulpscope::kernels
