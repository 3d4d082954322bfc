// SPDX-License-Identifier: GPL-3.0-or-later
// IDX arrays of unsigned bytes, gzip-compressed or not: the files of MNIST and Fashion-MNIST.
// Layout: yann.lecun.com/exdb/mnist: 00 00 08 rank, then big-endian 32-bit extents, then the bytes.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ulpscope {

struct IdxArray
{
    std::vector<std::int64_t> extents;
    std::vector<std::uint8_t> values;
};

/// The whole file; its place is the file name. At most 2^30 values.
Result<IdxArray> readIdx(const std::string& path);

} // namespace ulpscope
