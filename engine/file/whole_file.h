// SPDX-License-Identifier: GPL-3.0-or-later
// Whole files: read with a bound on their size, written so that a reader sees the old or the new one and
// nothing between.
#pragma once

#include "engine/base/result.h"
#include "engine/file/atomic_file.h"

#include <cstddef>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

namespace ulpscope {

/// The file's bytes; an Error at the path when it is no ordinary file, cannot be read or is larger than `maxBytes`.
Result<std::string> readWholeFile(
    const std::filesystem::path& path, std::size_t maxBytes, const std::stop_token& stop = {});

/// Replaces a regular file as replaceFile() does, but writes into a device or a pipe.
Status writeWholeFile(
    const std::filesystem::path& path, std::string_view bytes, OnLoss onLoss = OnLoss::Refuse);

} // namespace ulpscope
