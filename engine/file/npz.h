// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's .npz files: a zip archive of .npy files, stored or deflated.
#pragma once

#include "engine/file/npy.h"

namespace ulpscope {

struct NamedArray
{
    std::string name; ///< without ".npy": "sequential/dense/kernel"
    NpyArray array;

    bool operator==(const NamedArray&) const = default;
};

/// In the archive's order; at most 4 GiB of arrays, what mostExpanded() allows, and 65,534 of them. The error's place is
/// the path, its message names the array.
Result<std::vector<NamedArray>> loadNpz(const std::filesystem::path& path, const std::stop_token& stop = {});

/// Uncompressed, as numpy.savez does; atomic. The same arrays give the same bytes.
Status saveNpz(const std::filesystem::path& path, const std::vector<NamedArray>& arrays);

} // namespace ulpscope
