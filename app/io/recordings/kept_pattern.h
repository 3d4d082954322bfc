// SPDX-License-Identifier: GPL-3.0-or-later
// How a recording's tensors are named, asked for once and kept beside them: FOLDER/ulpscope-names.txt, or FILE.ulpscope-names.txt.
#pragma once

#include "app/io/recordings/recorded_name.h"

#include <filesystem>

namespace ulpscope {

std::filesystem::path keptPatternFile(const std::filesystem::path& recording);
/// Returns nullopt where none is kept. Errors have that file as their place.
Result<std::optional<NamePattern>> keptPattern(const std::filesystem::path& recording);
Status keepPattern(const std::filesystem::path& recording, const NamePattern& pattern);

} // namespace ulpscope
