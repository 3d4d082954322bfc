// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files: read with a bound on their size, written so that a reader sees the old or the new one and
// nothing between.
#pragma once

#include "engine/base/result.h"
#include "engine/file/atomic_file.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace ulpscope {

/// The file's bytes; an Error at the path when it cannot be read or is larger than `maxBytes`.
Result<std::string> readWholeFile(const std::filesystem::path& path, std::size_t maxBytes);

/// As replaceFile(); a device or a pipe is written to.
Status writeWholeFile(
    const std::filesystem::path& path, std::string_view bytes, OnLoss onLoss = OnLoss::Refuse);

} // namespace ulpscope
