// SPDX-License-Identifier: GPL-3.0-or-later
// The argument of a command that takes either an element format or a block format with scales.
#pragma once

#include "engine/base/result.h"
#include "engine/dtype/block_array.h"
#include "engine/dtype/formats.h"
#include "engine/file/npy.h"

#include <optional>
#include <string>

namespace ulpscope::cli {

struct FormatArgument
{
    const Format* element = nullptr; ///< set if the name is an element format, else null
    std::optional<BlockFormat> block;

    std::string name() const { return element != nullptr ? std::string(element->name) : block->name; }
};

/// Finds a format by name. The error has no place and proposes the nearest name.
Result<FormatArgument> formatArgument(const std::string& name);

/// An error of quantizeArray(): at --axis, or at the file.
Error atOption(const Error& error, const std::string& path);

ArrayView viewOf(const NpyArray& array);

} // namespace ulpscope::cli
