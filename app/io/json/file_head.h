// SPDX-License-Identifier: GPL-3.0-or-later
// The head of every JSON file that this program writes and reads again: its format's name and version.
#pragma once

#include "engine/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace ulpscope {

struct FileFormat
{
    std::string_view name; ///< "ulpscope-session"
    std::string_view title; ///< "session", as errors call it
    int version; ///< newest that can be read
};

/// Checked before anything else in the file, so that a file of a newer program is called newer and not wrong. The error's place is
/// "format" or "version"; it is empty where the file is no object.
Status checkFileHead(const nlohmann::ordered_json& json, const FileFormat& format);

} // namespace ulpscope
