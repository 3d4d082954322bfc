// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npz files: a zip archive of .npy files, stored or deflated.
#pragma once

#include "engine/file/npy.h"

#include <functional>

namespace ulpscope {

struct NamedArray
{
    std::string name; ///< name without ".npy": "sequential/dense/kernel"
    NpyArray array;

    bool operator==(const NamedArray&) const = default;
};

/// Reads arrays in the archive's order: at most 4 GiB, the limit of mostExpanded(), and 65,534 arrays. The error's place is
/// the path, its message names the array.
Result<std::vector<NamedArray>> loadNpz(const std::filesystem::path& path, const std::stop_token& stop = {});

/// The array of that name alone; an error that lists the names where there is none.
Result<NpyArray> loadNpzArray(
    const std::filesystem::path& path, const std::string& name, const std::stop_token& stop = {});

struct NpzEntry
{
    std::string name;
    NpyHeader header;
};
/// Gives each array in the archive's order, one at a time in memory; or why that one cannot be read, where the archive can.
Status visitNpz(const std::filesystem::path& path,
    const std::function<Status(const NpzEntry& entry, const Result<NpyArray>& array)>& visit,
    const std::stop_token& stop = {});

/// An array that is written as it is read, so that no copy of it lies in memory.
struct ArraySource
{
    std::string name;
    std::vector<std::int64_t> shape;
    bool isSingle = false; ///< float32, else float64
    /// Elements from `first` on, as the file has them: of so many bytes.
    std::function<void(std::size_t first, std::span<char> bytes)> read;
};
/// The array must outlive it.
ArraySource sourceOf(const NamedArray& array);

/// Uncompressed, as numpy.savez does; atomic. The same arrays give the same bytes.
Status streamNpz(const std::filesystem::path& path, const std::vector<ArraySource>& arrays);
Status saveNpz(const std::filesystem::path& path, const std::vector<NamedArray>& arrays);

} // namespace ulpscope
