// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/closest_name.h"

#include "engine/base/shown_text.h"

#include <algorithm>
#include <cctype>

namespace ulpscope {

namespace {

constexpr std::size_t kLongestName = 64;

std::string lower(std::string_view text)
{
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
        [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

// Levenshtein distance, one row at a time; `bound` where it is no less.
std::size_t editDistance(const std::string& a, const std::string& b, std::size_t bound)
{
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        std::size_t least = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({substituted, row[j] + 1, row[j - 1] + 1});
            least = std::min(least, row[j]);
        }
        if (least >= bound) // no later row has less
            return bound;
    }
    return std::min(row.back(), bound);
}

} // namespace

std::string closestName(std::string_view typed, const std::vector<std::string>& known)
{
    if (typed.empty() || typed.size() > kLongestName)
        return {};
    const std::string wanted = lower(typed);
    std::string best;
    std::size_t bestDistance = wanted.size() / 3 + 2;
    for (const std::string& name : known) {
        if (name.size() >= wanted.size() + bestDistance || wanted.size() >= name.size() + bestDistance)
            continue; // at least as far, and a file's names may be long and many
        const std::size_t distance = editDistance(wanted, lower(name), bestDistance);
        if (distance < bestDistance) {
            bestDistance = distance;
            best = name;
        }
    }
    return best;
}

Message unknownName(std::string_view what, std::string_view typed, const std::vector<std::string>& known)
{
    const auto said = [&](Message pattern) {
        return std::move(pattern).with(std::string(what)).with(verbatim(shownText(typed, kLongestName)));
    };
    if (const std::string best = closestName(typed, known); !best.empty())
        return said(message("unknown %1 '%2'; did you mean '%3'?"))
            .with(verbatim(shownText(best, kLongestName)));
    return known.empty() ? said(message("unknown %1 '%2'"))
                         : said(message("unknown %1 '%2'; known: %3")).with(verbatim(shownNames(known)));
}

} // namespace ulpscope
