// SPDX-License-Identifier: GPL-3.0-or-later
// IDX arrays of unsigned bytes, gzip-compressed or not: the files of MNIST and Fashion-MNIST.
// Layout: yann.lecun.com/exdb/mnist: 00 00 08 rank, then big-endian 32-bit extents, then the bytes.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

struct IdxArray
{
    std::vector<std::int64_t> extents; ///< each is at least 1
    std::vector<std::uint8_t> values;
};

/// The whole file; its place is the file name. At most 2^28 values, and what mostExpanded() allows.
Result<IdxArray> readIdx(const std::string& path, const std::stop_token& stop = {});

} // namespace ulpscope
