// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npy files (little-endian; written in C order), any shape. Format 1.0 to 3.0 of numpy/lib/format.py. Written as float32
// or float64; float16, bool and integers are read as the narrower of the two that holds all their values.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ulpscope {

struct NpyArray
{
    std::vector<std::int64_t> shape; ///< {} for a single number, {0} for an empty list
    std::variant<std::vector<float>, std::vector<double>> values; ///< row-major

    std::size_t size() const;
    bool operator==(const NpyArray&) const = default;
};

/// Header of a NumPy file.
struct NpyHeader
{
    std::string type; ///< "float32", "int64", "bool"; of one that cannot be read as the file has it, "<U8"
    std::vector<std::int64_t> shape;
};
/// bytes: the file's, or its first kLongestNpyHeader.
Result<NpyHeader> readNpyHeader(std::string_view bytes);
inline constexpr std::size_t kLongestNpyHeader = 65536 + 12;

/// Layout of the elements, and the file's name for their type.
struct NpyLayout
{
    std::string descr; ///< "<f4", "|V2"; "[...]" of a structured dtype
    bool isFortranOrder = false;
    std::vector<std::int64_t> shape;
    std::size_t dataStart = 0; ///< position of the data, in bytes
};
Result<NpyLayout> readNpyLayout(std::string_view bytes);

/// Items of so many bytes that lie with the first axis fastest, as Fortran has them, the other way round. The shape is that of
/// the array; its product times itemSize is the number of bytes.
std::string inRowMajorOrder(
    std::string_view items, const std::vector<std::int64_t>& shape, std::size_t itemSize);
/// Returns the items with the bytes of each reversed.
std::string withBytesSwapped(std::string_view items, std::size_t itemSize);

/// Reads at most 2^28 elements. Extents other than 0 must not multiply to more either.
Result<NpyArray> readNpy(std::string_view bytes);
std::string writeNpy(const NpyArray& array);
/// What comes before the data of an array of float32, or of float64.
std::string npyHeader(bool isSingle, std::span<const std::int64_t> shape);
/// Codes of `bits` bits as an array of the narrowest of uint8, uint16, uint32 and uint64 that holds them.
std::string writeNpyCodes(
    std::span<const std::int64_t> shape, std::span<const std::uint64_t> codes, int bits);

/// The error's place is the path.
Result<NpyHeader> loadNpyHeader(const std::filesystem::path& path);
Result<NpyArray> loadNpy(const std::filesystem::path& path, const std::stop_token& stop = {});
Status saveNpy(const std::filesystem::path& path, const NpyArray& array);

} // namespace ulpscope
