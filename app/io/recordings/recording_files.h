// SPDX-License-Identifier: GPL-3.0-or-later
// A recording beside its files: how its tensors are named, and its tensors as those of one file.
#pragma once

#include "app/io/recordings/recorded_name.h"
#include "app/io/recordings/recording.h"

#include <filesystem>
#include <memory>

namespace ulpscope {

// How a recording's tensors are named, asked for once and kept beside them: FOLDER/ulpscope-names.txt, or FILE.ulpscope-names.txt.
std::filesystem::path keptPatternFile(const std::filesystem::path& recording);
/// Returns nullopt where none is kept. Errors have that file as their place.
Result<std::optional<NamePattern>> keptPattern(const std::filesystem::path& recording);
Status keepPattern(const std::filesystem::path& recording, const NamePattern& pattern);

// A recording's tensors as those of one file, so that whatever looks at a file's looks at them too.
/// The file's tensors are those of `recording`, in that order, named STEP/LAYER/ROLE whatever their own files call them.
std::unique_ptr<TensorFile> asTensorFile(std::shared_ptr<Recording> recording);

} // namespace ulpscope
