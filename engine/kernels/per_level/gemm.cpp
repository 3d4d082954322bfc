// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products, each sum one chain over k from +0 with a fused multiply-add for each term: an order that depends on no processor, no
// block size and no number of threads. Tiles of the result stay in registers, in Eigen's packets; operands are packed in the order in
// which tiles read them (Goto and van de Geijn, Anatomy of High-Performance Matrix Multiplication, 2008).
#include "engine/kernels/per_level/elementwise.h"
#include "engine/kernels/per_level/kernel_groups.h"

#include <Eigen/Core>

#include <array>
#include <vector>

// A packet's alignment is part of its type, and lost where the type is a template's argument: all accesses are unaligned.
#pragma GCC diagnostic ignored "-Wignored-attributes"

namespace ulpscope::kernels {

namespace {

template <class T>
using Packet = typename Eigen::internal::packet_traits<T>::type;
template <class T>
constexpr Index kLanes = Eigen::internal::unpacket_traits<Packet<T>>::size;

// A tile has as many sums as fill the registers.
#if defined(__AVX512F__)
constexpr Index kTileRows = 12;
#elif defined(__FMA__)
constexpr Index kTileRows = 6;
#else
constexpr Index kTileRows = 4;
#endif

// Caches hold 2^17 bytes of the left operand and 2^21 of the right while a product reads them again and again.
constexpr Index kDepth = 256;
template <class T>
constexpr Index kHeight = (Index{1} << 17) / static_cast<Index>(sizeof(T)) / kDepth / kTileRows* kTileRows;
template <class T>
constexpr Index kWidth
    = (Index{1} << 21) / static_cast<Index>(sizeof(T)) / kDepth / (2 * kLanes<T>)*(2 * kLanes<T>);

template <class T>
[[gnu::always_inline]] inline Packet<T> fused(const Packet<T>& a, const Packet<T>& b, const Packet<T>& c)
{
#if defined(__FMA__)
    return Eigen::internal::pmadd(a, b, c);
#else
    alignas(Packet<T>) std::array<T, kLanes<T>> x;
    alignas(Packet<T>) std::array<T, kLanes<T>> y;
    alignas(Packet<T>) std::array<T, kLanes<T>> z;
    Eigen::internal::pstore(x.data(), a);
    Eigen::internal::pstore(y.data(), b);
    Eigen::internal::pstore(z.data(), c);
    for (std::size_t i = 0; i < z.size(); ++i)
        z[i] = std::fma(x[i], y[i], z[i]);
    return Eigen::internal::pload<Packet<T>>(z.data());
#endif
}

/// sums [kRows, kPackets of columns], whose rows are `rowWidth` apart, continue with `depth` terms each. a: [depth, kRows]
/// b: [depth, kPackets of columns]
template <std::size_t kRows, std::size_t kPackets, class T>
void addTile(T* sums, Index rowWidth, const T* a, const T* b, Index depth, bool begins)
{
    using namespace Eigen::internal;
    constexpr auto kPacket = static_cast<std::size_t>(kLanes<T>);
    const auto stride = static_cast<std::size_t>(rowWidth);
    Packet<T> sum[kRows][kPackets];
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kRows; ++r)
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kPackets; ++v)
            sum[r][v] = begins ? pset1<Packet<T>>(T{0}) : ploadu<Packet<T>>(sums + r * stride + v * kPacket);
    for (Index p = 0; p < depth; ++p, a += kRows, b += kPackets * kPacket) {
        Packet<T> right[kPackets];
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kPackets; ++v)
            right[v] = ploadu<Packet<T>>(b + v * kPacket);
#pragma GCC unroll 16
        for (std::size_t r = 0; r < kRows; ++r) {
            const Packet<T> left = pset1<Packet<T>>(a[r]);
#pragma GCC unroll 16
            for (std::size_t v = 0; v < kPackets; ++v)
                sum[r][v] = fused<T>(left, right[v], sum[r][v]);
        }
    }
#pragma GCC unroll 16
    for (std::size_t r = 0; r < kRows; ++r)
#pragma GCC unroll 16
        for (std::size_t v = 0; v < kPackets; ++v)
            pstoreu(sums + r * stride + v * kPacket, sum[r][v]);
}

/// A matrix in memory, or its transpose: element (i, p) is values[i * line + p * step]; one of these is 1.
template <class T>
struct Operand
{
    const T* values;
    Index line;
    Index step;
};

/// to [depth, kWide] = lines [first, first + kWide) of the operand, term by term; zeros for those from `lines` on. It may write
/// kLanes numbers beyond.
template <Index kWide, class T>
void packPanel(const Operand<T>& operand, Index first, Index lines, Index from, Index depth, T* to)
{
    const T* in = operand.values + first * operand.line + from * operand.step;
    if (lines < kWide)
        std::fill_n(to, kWide * depth, T{0});
    if (operand.step != 1) {
        for (Index p = 0; p < depth; ++p, in += operand.step, to += kWide)
            if (lines == kWide) // a few moves, where the count is known when this is compiled
                std::copy_n(in, kWide, to);
            else
                std::copy_n(in, lines, to);
        return;
    }
    constexpr Index kSide = kLanes<T>;
    Index done = 0;
    if (lines == kWide)
        for (; done + kSide <= depth; done += kSide)
            // What a packet has more than the panel lies in the next term, and is overwritten: from the last group to the first.
            for (Index group = (kWide - 1) / kSide * kSide; group >= 0; group -= kSide) {
                Eigen::internal::PacketBlock<Packet<T>, static_cast<int>(kSide)> block;
#pragma GCC unroll 16
                for (Index i = 0; i < kSide; ++i)
                    block.packet[i] = group + i < kWide
                        ? Eigen::internal::ploadu<Packet<T>>(in + (group + i) * operand.line + done)
                        : Eigen::internal::pset1<Packet<T>>(T{0});
                Eigen::internal::ptranspose(block);
#pragma GCC unroll 16
                for (Index p = 0; p < kSide; ++p)
                    Eigen::internal::pstoreu(to + (done + p) * kWide + group, block.packet[p]);
            }
    for (Index i = 0; i < lines; ++i)
        for (Index p = done; p < depth; ++p)
            to[p * kWide + i] = in[i * operand.line + p];
}

/// Calls f(count of lines, width of the panel, first line) for panels of kMost lines and smaller ones for the rest.
template <Index kMost, class F>
void forPanels(Index lines, F f)
{
    Index first = 0;
    const auto take = [&]<Index kWide>(std::integral_constant<Index, kWide> width) {
        for (; lines - first >= kWide; first += kWide)
            f(width, first);
    };
    take(std::integral_constant<Index, kMost>());
    if constexpr (kMost > 8)
        take(std::integral_constant<Index, 8>());
    if constexpr (kMost > 4)
        take(std::integral_constant<Index, 4>());
    take(std::integral_constant<Index, 2>());
    take(std::integral_constant<Index, 1>());
}

/// The same for columns: panels of two packets, and one or two for the rest.
template <class T, class F>
void forColumnPanels(Index columns, F f)
{
    for (Index first = 0; first < columns; first += 2 * kLanes<T>) {
        const Index wide = std::min(columns - first, 2 * kLanes<T>);
        if (wide > kLanes<T>)
            f(std::integral_constant<Index, 2>(), first, wide);
        else
            f(std::integral_constant<Index, 1>(), first, wide);
    }
}

/// What an operand is rounded to as it is packed.
template <class T>
struct Cast
{
    const Grid<T>* grid; ///< null: it is taken as it is
    RoundingCounts* counts;

    void operator()(std::vector<T>& values, Index count, bool isFirst) const
    {
        if (grid != nullptr)
            roundAll(values.data(), values.data(), count, *grid, isFirst ? counts : nullptr);
    }
};

/// line: of out, from row to row.
template <class T>
void product(Index m, Index n, Index k, const Operand<T>& a, const Operand<T>& b, const Cast<T>& castA,
    const Cast<T>& castB, Index line, T* out)
{
    static thread_local std::vector<T> left; // kept, so that a step allocates nothing
    static thread_local std::vector<T> right;
    const Index deep = std::min(k, kDepth);
    left.resize(static_cast<std::size_t>(std::min(m, kHeight<T>) * deep + kLanes<T>));
    right.resize(static_cast<std::size_t>((std::min(n, kWidth<T>) + 2 * kLanes<T>)*deep));
    for (Index j = 0; j < n; j += kWidth<T>) {
        const Index width = std::min(kWidth<T>, n - j);
        for (Index p = 0; p < k; p += kDepth) {
            const Index depth = std::min(kDepth, k - p);
            Index packed = 0;
            forColumnPanels<T>(width, [&](auto packets, Index first, Index wide) {
                constexpr Index kWide = decltype(packets)::value * kLanes<T>;
                packPanel<kWide>(b, j + first, wide, p, depth, right.data() + packed);
                packed += kWide * depth;
            });
            castB(right, packed, true);
            for (Index i = 0; i < m; i += kHeight<T>) {
                const Index height = std::min(kHeight<T>, m - i);
                forPanels<kTileRows>(height, [&](auto rows, Index first) {
                    packPanel<decltype(rows)::value>(
                        a, i + first, rows, p, depth, left.data() + first * depth);
                });
                castA(left, height * depth, j == 0);
                const T* columns = right.data();
                forColumnPanels<T>(width, [&](auto packets, Index column, Index wide) {
                    constexpr std::size_t kPackets = decltype(packets)::value;
                    constexpr Index kWide = decltype(packets)::value * kLanes<T>;
                    forPanels<kTileRows>(height, [&](auto rows, Index first) {
                        constexpr Index kRows = decltype(rows)::value;
                        T* const to = out + (i + first) * line + j + column;
                        const T* const terms = left.data() + first * depth;
                        if (wide == kWide)
                            return addTile<kRows, kPackets>(to, line, terms, columns, depth, p == 0);
                        std::array<T, static_cast<std::size_t>(kRows * kWide)> tile;
                        for (Index r = 0; p > 0 && r < kRows; ++r)
                            std::copy_n(to + r * line, wide, tile.data() + r * kWide);
                        addTile<kRows, kPackets>(tile.data(), kWide, terms, columns, depth, p == 0);
                        for (Index r = 0; r < kRows; ++r)
                            std::copy_n(tile.data() + r * kWide, wide, to + r * line);
                    });
                    columns += kWide * depth;
                });
            }
        }
    }
}

template <class T>
void gemm(bool transposeA, bool transposeB, Index m, Index n, Index k, const T* a, const T* b,
    const Grid<T>* castB, RoundingCounts* counts, const ResultPart& part, T* out)
{
    T* const to = out + part.firstRow * n + part.firstColumn;
    const Index rows = part.rows;
    const Index columns = part.columns;
    if (k == 0) {
        for (Index i = 0; i < rows; ++i)
            std::fill_n(to + i * n, columns, T{0});
        return;
    }
    const Index lineA = transposeA ? 1 : k;
    const Index lineB = transposeB ? k : 1;
    const Operand<T> left{a + part.firstRow * lineA, lineA, transposeA ? m : 1};
    const Operand<T> right{b + part.firstColumn * lineB, lineB, transposeB ? 1 : n};
    const Cast<T> cast{castB, counts};
    const Cast<T> none{nullptr, nullptr};
    // Few columns would fill a small part of a tile. Then the result is computed as its transpose, whose products are the same.
    if (n >= kLanes<T> || m <= n)
        return product(rows, columns, k, left, right, none, cast, n, to);
    static thread_local std::vector<T> transposed;
    transposed.resize(static_cast<std::size_t>(rows * columns));
    product(columns, rows, k, right, left, cast, none, rows, transposed.data());
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j)
            to[i * n + j] = transposed[static_cast<std::size_t>(j * rows + i)];
}

} // namespace

template <class T>
void addGemm(CarrierKernels<T>& table)
{
    table.gemm = gemm<T>;
}

template void addGemm<float>(CarrierKernels<float>&);
template void addGemm<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
