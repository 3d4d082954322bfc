// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/kept_pattern.h"

#include "engine/file/whole_file.h"

namespace ulpscope {

namespace {

constexpr const char* kKeptName = "ulpscope-names.txt";
constexpr std::size_t kLongestPattern = 4096;

} // namespace

std::filesystem::path keptPatternFile(const std::filesystem::path& recording)
{
    std::error_code failure;
    if (std::filesystem::is_directory(recording, failure))
        return recording / kKeptName;
    return recording.string() + "." + kKeptName;
}

Result<std::optional<NamePattern>> keptPattern(const std::filesystem::path& recording)
{
    const std::filesystem::path file = keptPatternFile(recording);
    std::error_code failure;
    if (!std::filesystem::exists(file, failure))
        return std::optional<NamePattern>();
    Result<std::string> text = readWholeFile(file, kLongestPattern);
    if (!text)
        return text.error();
    while (!text->empty() && (text->back() == '\n' || text->back() == '\r'))
        text->pop_back();
    const Result<NamePattern> pattern = NamePattern::parse(*text);
    if (!pattern)
        return Error{file.string(), pattern.error().message};
    return std::optional(*pattern);
}

Status keepPattern(const std::filesystem::path& recording, const NamePattern& pattern)
{
    return writeWholeFile(keptPatternFile(recording), pattern.text() + "\n");
}

} // namespace ulpscope
