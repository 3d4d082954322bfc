// SPDX-License-Identifier: GPL-3.0-or-later
// Kulisch's long accumulator: a fixed-point number wide enough for any sum of products of float64 values. Chunk c holds
// a multiple of 2^(32 c - 2148); it has room above its 32 bits, so carries wait until they are needed.
#pragma once

#include "engine/dtype/format.h"
#include "engine/dtype/rounding.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ulpscope {

class ExactSum
{
public:
    void clear() { *this = ExactSum(); }
    void add(double x) { addProduct(x, 1); }

    void addProduct(double a, double b)
    {
        const auto bitsA = std::bit_cast<std::uint64_t>(a);
        const auto bitsB = std::bit_cast<std::uint64_t>(b);
        const std::uint64_t exponentA = bitsA >> 52 & kExponentMask;
        const std::uint64_t exponentB = bitsB >> 52 & kExponentMask;
        if (exponentA == kExponentMask || exponentB == kExponentMask)
            return addSpecial(a * b);
        const auto product = static_cast<Wide>(significand(bitsA, exponentA)) * significand(bitsB, exponentB);
        if (product == 0)
            return;
        // Both exponents count from 2^-1074, so their sum counts from 2^-2148.
        const std::uint64_t position
            = (exponentA > 0 ? exponentA - 1 : 0) + (exponentB > 0 ? exponentB - 1 : 0);
        const std::int64_t sign = (bitsA ^ bitsB) >> 63 != 0 ? -1 : 1;
        const std::uint64_t shift = position % 32;
        std::int64_t* chunk = m_chunks.data() + position / 32;
        const Wide low = static_cast<Wide>(static_cast<std::uint64_t>(product)) << shift;
        addPieces(chunk, low, sign);
        const auto high = static_cast<std::uint64_t>(product >> 64);
        if (high != 0)
            addPieces(chunk + 2, static_cast<Wide>(high) << shift, sign);
        if (++m_pending == kMaxPending)
            carry();
    }

    /// Rounded once to float64; to odd, a later rounding to at most 51 digits is as good as one from the exact sum.
    /// A sum of zero is +0. Modes that need random numbers round to nearest even.
    double rounded(RoundingMode mode = RoundingMode::NearestEven) const
    {
        if (m_isNan || (m_hasPositive && m_hasNegative))
            return std::numeric_limits<double>::quiet_NaN();
        if (m_hasPositive || m_hasNegative)
            return m_hasPositive ? std::numeric_limits<double>::infinity()
                                 : -std::numeric_limits<double>::infinity();
        ExactSum sum = *this;
        sum.carry();
        const bool isNegative = sum.m_chunks.back() < 0;
        if (isNegative) {
            for (std::int64_t& chunk : sum.m_chunks)
                chunk = -chunk;
            sum.carry();
        }
        const double magnitude = sum.roundedMagnitude(mode, isNegative);
        return isNegative ? -magnitude : magnitude;
    }

private:
    __extension__ using Wide = unsigned __int128;
    static constexpr std::uint64_t kExponentMask = 0x7FF;
    static constexpr int kLowest = -2148;
    static constexpr std::size_t kChunks = 136; ///< up to 2^2204: 2^2048 and carries
    static constexpr int kMaxPending = 1 << 28; ///< each adds less than 2^33 to a chunk

    static std::uint64_t significand(std::uint64_t bits, std::uint64_t exponent)
    {
        return (bits & ((std::uint64_t{1} << 52) - 1)) | (exponent > 0 ? std::uint64_t{1} << 52 : 0);
    }

    static void addPieces(std::int64_t* chunk, Wide value, std::int64_t sign)
    {
        chunk[0] += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(value));
        chunk[1] += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(value >> 32));
        chunk[2] += sign * static_cast<std::int64_t>(static_cast<std::uint32_t>(value >> 64));
    }

    void addSpecial(double product)
    {
        m_isNan = m_isNan || std::isnan(product);
        m_hasPositive = m_hasPositive || product > 0;
        m_hasNegative = m_hasNegative || product < 0;
    }

    /// Leaves chunks in [0, 2^32) but the last, which has the sign.
    void carry()
    {
        std::int64_t over = 0;
        for (std::size_t c = 0; c + 1 < kChunks; ++c) {
            const std::int64_t value = m_chunks[c] + over;
            over = value >> 32;
            m_chunks[c] = value & 0xFFFFFFFF;
        }
        m_chunks.back() += over;
        m_pending = 0;
    }

    std::uint64_t bit(int position) const
    {
        return position < 0
            ? 0
            : static_cast<std::uint64_t>(m_chunks[static_cast<std::size_t>(position / 32)]) >> (position % 32)
                & 1;
    }

    double roundedMagnitude(RoundingMode mode, bool isNegative) const
    {
        int top = static_cast<int>(kChunks) - 1;
        while (top >= 0 && m_chunks[static_cast<std::size_t>(top)] == 0)
            --top;
        if (top < 0)
            return 0;
        const int highest = 32 * top
            + static_cast<int>(
                std::bit_width(static_cast<std::uint64_t>(m_chunks[static_cast<std::size_t>(top)])))
            - 1;
        constexpr int kLowestKept = -1074 - kLowest;
        const int lowest = highest - 52 > kLowestKept ? highest - 52 : kLowestKept;
        std::uint64_t kept = 0;
        for (int position = highest; position >= lowest; --position)
            kept = kept << 1 | bit(position);
        const bool half = bit(lowest - 1) != 0;
        bool rest = false; // anything below the half
        const int below = lowest - 1;
        for (int c = 0; c < below / 32 && !rest; ++c)
            rest = m_chunks[static_cast<std::size_t>(c)] != 0;
        for (int position = below / 32 * 32; position < below && !rest; ++position)
            rest = bit(position) != 0;
        const bool isOdd = (kept & 1) != 0;
        // An odd result stays one that a second rounding can see, also beyond the range.
        const bool staysFinite = stopsAtLargest(mode, isNegative) || mode == RoundingMode::ToOdd;
        kept += goesUp(mode, {half, rest}, isOdd, isNegative) ? 1U : 0U;
        const double result = std::ldexp(static_cast<double>(kept), lowest + kLowest);
        return staysFinite && std::isinf(result) ? std::numeric_limits<double>::max() : result;
    }

    std::array<std::int64_t, kChunks> m_chunks{};
    int m_pending = 0;
    bool m_isNan = false;
    bool m_hasPositive = false; ///< infinity
    bool m_hasNegative = false;
};

} // namespace ulpscope
