// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/models/policy_map_edits.h"

#include "engine/base/text_lists.h"
#include "engine/policy/python_regex/python_regex.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

// characters that Python's re.escape escapes
constexpr std::string_view kSpecial = "()[]{}?*+-|^$\\.&~# \t\n\r\v\f";

/// "sequential/dense_12" -> "sequential/dense"
std::string withoutNumber(const std::string& path)
{
    const std::size_t end = path.find_last_not_of("0123456789");
    const bool isNumbered = end != std::string::npos && end + 1 < path.size() && path[end] == '_' && end > 0;
    return isNumbered ? path.substr(0, end) : path;
}

bool matchesExactly(
    const std::string& key, const std::vector<std::string>& chosen, const std::vector<std::string>& all)
{
    const Result<PythonRegex> regex = PythonRegex::compile(key);
    return regex && std::all_of(all.begin(), all.end(), [&](const std::string& path) {
        const Result<bool> isMatch = regex->matches(path);
        return isMatch && *isMatch == (std::find(chosen.begin(), chosen.end(), path) != chosen.end());
    });
}

std::string folderOf(const std::string& path)
{
    return path.substr(0, path.rfind('/') + 1); // npos + 1 is 0
}

} // namespace

void removeKey(PolicySettings& policies, std::size_t row)
{
    policies.map.erase(policies.map.begin() + static_cast<std::ptrdiff_t>(row));
}

void duplicateKey(PolicySettings& policies, std::size_t row)
{
    auto entry = policies.map.at(row);
    const auto isTaken = [&] {
        return std::any_of(policies.map.begin(), policies.map.end(),
            [&](const auto& other) { return other.first == entry.first; });
    };
    while (isTaken())
        entry.first += "_copy";
    policies.map.insert(policies.map.begin() + static_cast<std::ptrdiff_t>(row) + 1, std::move(entry));
}

void moveKey(PolicySettings& policies, std::size_t from, std::size_t to)
{
    auto entry = policies.map.at(from);
    policies.map.erase(policies.map.begin() + static_cast<std::ptrdiff_t>(from));
    policies.map.insert(policies.map.begin() + static_cast<std::ptrdiff_t>(to), std::move(entry));
}

std::string escapedRegex(const std::string& text)
{
    std::string escaped;
    for (const char c : text) {
        if (kSpecial.find(c) != std::string_view::npos)
            escaped += '\\';
        escaped += c;
    }
    return escaped;
}

std::string exactKey(const std::string& path)
{
    // A hyphen, a space and the like are special only inside of brackets.
    return path.find_first_of("()[]{}?*+|^$\\.") == std::string::npos ? path : escapedRegex(path);
}

std::string patternFor(const std::vector<std::string>& chosen, const std::vector<std::string>& all)
{
    if (chosen.empty())
        return {};
    if (chosen.size() == 1)
        return exactKey(chosen.front());
    const std::string folder = folderOf(chosen.front());
    const bool sharesFolder = std::all_of(
        chosen.begin(), chosen.end(), [&](const std::string& path) { return folderOf(path) == folder; });
    const std::string stem = escapedRegex(withoutNumber(chosen.front()));
    for (const std::string& guess :
        {stem + "_\\d+", stem + "(?:_\\d+)?", escapedRegex(folder) + ".*", std::string(".*")})
        if (matchesExactly(guess, chosen, all))
            return guess;
    const std::string names = joinedText(chosen, "|", [&](const std::string& path) {
        return escapedRegex(sharesFolder ? path.substr(folder.size()) : path);
    });
    return (sharesFolder ? escapedRegex(folder) : "") + "(?:" + names + ")";
}

} // namespace ulpscope::ui
