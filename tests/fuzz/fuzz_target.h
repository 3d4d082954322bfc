// SPDX-License-Identifier: GPL-3.0-or-later
// What the fuzz targets share. A target is a file with one LLVMFuzzerTestOneInput; what it gets is what a stranger wrote.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace ulpscope::fuzz {

/// Ends the program unless `holds`, so that a fuzzer keeps the input. `what`: what should be so.
inline void require(bool holds, const char* what)
{
    if (holds)
        return;
    std::fprintf(stderr, "Not so: %s\n", what);
    std::abort();
}

/// Whether it is a value; else an error, which has to say something.
template <class T>
bool isFine(const Result<T>& result)
{
    require(result.ok() || !result.error().message.empty(), "an error has a message");
    return result.ok();
}

/// What an error that must not be says.
template <class T>
void requireFine(const Result<T>& result, const char* what)
{
    if (!result)
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
    require(result.ok(), what);
}

/// An input as text.
inline std::string_view textOf(const std::uint8_t* data, std::size_t size)
{
    return size == 0 ? std::string_view() : std::string_view(reinterpret_cast<const char*>(data), size);
}

/// What comes before the next end of line, which `text` then begins after.
inline std::string_view takeLine(std::string_view& text)
{
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

} // namespace ulpscope::fuzz
