// SPDX-License-Identifier: GPL-3.0-or-later
// The Python of the recorders (recorders/*.py), but for the lines in which a session says which layers and how often.
#pragma once

#include <string_view>

namespace ulpscope {

/// Writes safetensors by hand: their header keeps the order of what is in it, which the library's own writer sorts.
extern const std::string_view kRecorderFile;
extern const std::string_view kTorchRecorder;
extern const std::string_view kKerasRecorder;

} // namespace ulpscope
