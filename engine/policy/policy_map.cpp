// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/policy_map.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <array>
#include <memory>

namespace ulpscope {

namespace {

// Enough for any sensible path pattern; a backtracking bomb stops here within milliseconds.
constexpr std::uint32_t kMatchLimit = 100'000;
constexpr std::uint32_t kHeapLimitKiB = 4096;
constexpr std::size_t kLongestPattern = 4096;
constexpr std::size_t kLongestPath = std::size_t{1} << 20;

std::string pcreMessage(int code)
{
    std::array<PCRE2_UCHAR, 256> buffer{};
    pcre2_get_error_message(code, buffer.data(), buffer.size());
    return reinterpret_cast<const char*>(buffer.data());
}

std::string shortened(std::string_view text)
{
    constexpr std::size_t kShown = 80;
    return std::string(text.substr(0, kShown)) + (text.size() > kShown ? "..." : "");
}

} // namespace

Result<bool> fullMatch(std::string_view pattern, std::string_view text)
{
    if (pattern.size() > kLongestPattern)
        return Error{
            "", "the key is longer than 4096 characters: " + shortened(pattern), ErrorKind::ValueError};
    if (text.size() > kLongestPath)
        return Error{"", "the path is longer than 1 MiB: " + shortened(text), ErrorKind::ValueError};
    int error = 0;
    PCRE2_SIZE offset = 0;
    // ANCHORED with ENDANCHORED is Python's fullmatch.
    const std::unique_ptr<pcre2_code, decltype(&pcre2_code_free)> code(
        pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
            PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C, &error, &offset,
            nullptr),
        pcre2_code_free);
    if (!code)
        return Error{"",
            "key '" + shortened(pattern) + "' is not a valid regular expression: " + pcreMessage(error)
                + " at character " + std::to_string(offset),
            ErrorKind::ValueError};
    const std::unique_ptr<pcre2_match_context, decltype(&pcre2_match_context_free)> context(
        pcre2_match_context_create(nullptr), pcre2_match_context_free);
    pcre2_set_match_limit(context.get(), kMatchLimit);
    pcre2_set_heap_limit(context.get(), kHeapLimitKiB);
    const std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> data(
        pcre2_match_data_create_from_pattern(code.get(), nullptr), pcre2_match_data_free);
    const int result = pcre2_match(
        code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0, data.get(), context.get());
    if (result >= 0)
        return true;
    if (result == PCRE2_ERROR_NOMATCH)
        return false;
    return Error{"", "key '" + shortened(pattern) + "' cannot be matched: " + pcreMessage(result),
        ErrorKind::ValueError};
}

Result<MapLookup> DTypePolicyMap::find(std::string_view path) const
{
    for (const auto& [key, policy] : entries)
        if (key == path)
            return MapLookup{policy, MapMatch::Exact, key};
    const std::pair<std::string, DTypePolicy>* matched = nullptr;
    for (const auto& entry : entries) {
        const Result<bool> isMatch = fullMatch(entry.first, path);
        if (!isMatch)
            return isMatch.error();
        if (!*isMatch)
            continue;
        if (matched != nullptr)
            return Error{"",
                "Path '" + shortened(path) + "' matches multiple dtype policy specification keys: '"
                    + matched->first + "', '" + entry.first + "'",
                ErrorKind::ValueError};
        matched = &entry;
    }
    if (matched != nullptr)
        return MapLookup{matched->second, MapMatch::Regex, matched->first};
    return MapLookup{defaultPolicy, MapMatch::Default, {}};
}

} // namespace ulpscope
