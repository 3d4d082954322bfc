// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/seed_list.h"

#include "engine/base/shown_text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

namespace ulpscope {

namespace {

std::optional<std::uint64_t> seedOf(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(seed) : std::nullopt;
}

Error noSeeds(std::string_view part)
{
    return Error{
        "", "expected seeds from 0 on, such as 1..5 or 1,3,7, got '" + shownText(std::string(part)) + "'"};
}

} // namespace

Result<std::vector<std::uint64_t>> seedsOf(std::string_view text)
{
    const Error tooMany{"", "at most " + std::to_string(kMaxSeeds) + " seeds"};
    std::vector<std::uint64_t> seeds;
    for (std::string_view rest = text;;) {
        const std::size_t comma = rest.find(',');
        const std::string_view part = rest.substr(0, comma);
        const std::size_t dots = part.find("..");
        const std::optional<std::uint64_t> first = seedOf(part.substr(0, dots));
        const std::optional<std::uint64_t> last
            = dots == std::string_view::npos ? first : seedOf(part.substr(dots + 2));
        if (!first || !last || *last < *first)
            return noSeeds(part);
        if (*last - *first >= kMaxSeeds)
            return tooMany;
        for (std::uint64_t i = 0; i <= *last - *first; ++i) {
            const std::uint64_t seed = *first + i;
            if (std::find(seeds.begin(), seeds.end(), seed) != seeds.end())
                return Error{"", "seed " + std::to_string(seed) + " is there twice"};
            seeds.push_back(seed);
        }
        if (seeds.size() > kMaxSeeds)
            return tooMany;
        if (comma == std::string_view::npos)
            return seeds;
        rest.remove_prefix(comma + 1);
    }
}

} // namespace ulpscope
