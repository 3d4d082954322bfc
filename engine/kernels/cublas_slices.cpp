// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/kernels/cublas_slices.h"

#include <array>

namespace ulpscope {

namespace {

/// Slices of the three products in float16, then in bfloat16; 0: several were found, or none explains the product.
using SlicesOfProducts = std::array<std::uint8_t, 6>;
constexpr SlicesOfProducts all(std::uint8_t slices)
{
    return {slices, slices, slices, slices, slices, slices};
}

struct SlicesRow
{
    std::int64_t k, minBlocks, maxBlocks;
    SlicesOfProducts slices;
};

constexpr std::array kSlices{
    SlicesRow{3072, 1, 64, all(2)},
    SlicesRow{3072, 128, 512, all(1)},
    SlicesRow{4096, 1, 64, all(3)},
    SlicesRow{4096, 128, 128, {2, 1, 2, 1, 1, 2}},
    SlicesRow{4096, 256, 512, all(1)},
    SlicesRow{6144, 1, 16, all(4)},
    SlicesRow{6144, 32, 64, {3, 3, 3, 3, 3, 4}},
    SlicesRow{6144, 128, 128, all(2)},
    SlicesRow{6144, 256, 256, all(1)},
    SlicesRow{8192, 1, 16, all(6)},
    SlicesRow{8192, 32, 64, {3, 3, 3, 3, 3, 4}},
    SlicesRow{8192, 128, 128, {0, 2, 0, 2, 2, 0}},
    SlicesRow{8192, 256, 256, {2, 1, 2, 1, 1, 2}},
    SlicesRow{16384, 1, 4, all(12)},
    SlicesRow{16384, 8, 8, {12, 12, 12, 0, 12, 0}},
    SlicesRow{16384, 16, 16, {6, 6, 6, 6, 6, 8}},
    SlicesRow{16384, 32, 32, {6, 6, 6, 6, 6, 0}},
    SlicesRow{16384, 64, 128, all(4)},
    SlicesRow{32768, 8, 8, {0, 16, 14, 16, 16, 16}},
    SlicesRow{32768, 16, 16, {0, 8, 0, 8, 8, 0}},
    SlicesRow{32768, 32, 64, all(8)},
};

} // namespace

std::optional<int> cublasSlices(
    LinearProduct product, bool isBfloat16, std::int64_t m, std::int64_t n, std::int64_t k)
{
    constexpr std::int64_t kOneSlice = 2048;
    if (k <= kOneSlice)
        return 1;
    const std::int64_t blocks = ((m + 63) / 64) * ((n + 31) / 32);
    for (const SlicesRow& row : kSlices)
        if (row.k == k && blocks >= row.minBlocks && blocks <= row.maxBlocks) {
            const int slices = row.slices[static_cast<std::size_t>(product) + (isBfloat16 ? 3 : 0)];
            return slices > 0 ? std::optional(slices) : std::nullopt;
        }
    return std::nullopt;
}

} // namespace ulpscope
