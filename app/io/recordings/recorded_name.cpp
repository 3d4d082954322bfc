// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/recordings/recorded_name.h"

#include "engine/base/shown_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ulpscope {

namespace {

constexpr std::size_t kLongestRecordedName = 4096; ///< bytes; a search through a name ends soon
constexpr std::size_t kMaxAny = 4;
constexpr std::int64_t kLastStep = std::int64_t{1} << 53;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// "input" or "input_3"
bool isNumbered(std::string_view role, std::string_view word)
{
    if (!role.starts_with(word))
        return false;
    const std::string_view rest = role.substr(word.size());
    return rest.empty()
        || (rest.size() > 1 && rest.front() == '_' && std::all_of(rest.begin() + 1, rest.end(), isDigit));
}

/// A word for a role, and ours.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kRoleWords{{{"in", "input"},
    {"inputs", "input"}, {"activation", "input"}, {"out", "output"}, {"outputs", "output"},
    {"gradient", "output_gradient"}, {"grad_out", "output_gradient"}, {"grad_output", "output_gradient"},
    {"grad_outputs", "output_gradient"}, {"grad_input", "input_gradient"}, {"grad_weight", "weight_gradient"},
    {"grad_bias", "bias_gradient"}, {"wgrad", "weight_gradient"}, {"dgrad", "input_gradient"}}};

} // namespace

std::string canonicalRole(std::string_view role)
{
    const auto* word = std::ranges::find_if(kRoleWords, [&](const auto& row) { return row.first == role; });
    if (word != kRoleWords.end())
        return std::string(word->second);
    for (const std::string_view ending : {".grad", "_grad"})
        if (role.ends_with(ending) && role.size() > ending.size())
            return std::string(role.substr(0, role.size() - ending.size())) + "_gradient";
    return std::string(role);
}

RecordedRole RecordedName::kind() const
{
    if (role.ends_with("_gradient"))
        return RecordedRole::Gradient;
    if (isNumbered(role, "input"))
        return RecordedRole::Input;
    return isNumbered(role, "output") ? RecordedRole::Output : RecordedRole::Variable;
}

/// One try to match; which part failed where is kept, so that it is not tried again.
struct NamePattern::Search
{
    std::string_view name;
    std::array<std::string_view, 5> found; ///< text that was found, by Place
    std::vector<bool> failed; ///< where a part of the pattern is known not to fit
};

Result<NamePattern> NamePattern::parse(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, Place>, 4> kPlaces{
        {{"{step}", Place::Step}, {"{path}", Place::Path}, {"{role}", Place::Role}, {"{*}", Place::Any}}};
    NamePattern pattern;
    pattern.m_text = text;
    std::array<std::size_t, 5> counts{};
    std::string literal;
    const auto endLiteral = [&] {
        if (!literal.empty())
            pattern.m_parts.push_back({Place::Literal, std::exchange(literal, {})});
    };
    for (std::size_t at = 0; at < text.size();) {
        const auto* place = std::ranges::find_if(
            kPlaces, [&](const auto& row) { return text.substr(at).starts_with(row.first); });
        if (place == kPlaces.end() && (text[at] == '{' || text[at] == '}'))
            return Error{"", "expected {step}, {path}, {role} or {*}, got " + shownText(text.substr(at))};
        if (place == kPlaces.end()) {
            literal += text[at++];
            continue;
        }
        endLiteral();
        ++counts[static_cast<std::size_t>(place->second)];
        pattern.m_parts.push_back({place->second, {}});
        at += place->first.size();
    }
    endLiteral();
    const auto count = [&](Place place) { return counts[static_cast<std::size_t>(place)]; };
    if (count(Place::Path) + count(Place::Role) == 0)
        return Error{"", message("expected {path} or {role} in '%1'").with(verbatim(shownText(text)))};
    if (count(Place::Step) > 1 || count(Place::Path) > 1 || count(Place::Role) > 1
        || count(Place::Any) > kMaxAny)
        return Error{"", message("'%1' has a place too often").with(verbatim(shownText(text)))};
    return pattern;
}

NamePattern NamePattern::standard()
{
    return *parse(common().front());
}

std::span<const std::string_view> NamePattern::common()
{
    static constexpr std::array<std::string_view, 10> kPatterns{"{step}/{path}/{role}",
        "step_{step}/{path}/{role}", "step{step}/{path}/{role}", "iter_{step}/{path}/{role}",
        "{step}/{path}.{role}", "step_{step}/{path}.{role}",
        "{*}iter_{step}/{path}_{role}/{*}", // Transformer Engine's DumpTensors
        "{path}/{role}/{step}", "{path}.{role}", "{path}/{role}"};
    return kPatterns;
}

bool NamePattern::matchFrom(Search& search, std::size_t part, std::size_t at) const
{
    const std::string_view name = search.name;
    if (part == m_parts.size())
        return at == name.size();
    const std::size_t state = part * (name.size() + 1) + at;
    if (search.failed[state])
        return false;
    const auto& [place, literal] = m_parts[part];
    if (place == Place::Literal) {
        if (name.substr(at).starts_with(literal) && matchFrom(search, part + 1, at + literal.size()))
            return true;
    } else {
        // The longest first, so that of "a/b/c" the path is "a/b" and the role "c".
        const auto isAllowed
            = [&](char c) { return place == Place::Step ? isDigit(c) : place != Place::Role || c != '/'; };
        std::size_t end = at;
        while (end < name.size() && isAllowed(name[end]))
            ++end;
        const bool isLast = part + 1 == m_parts.size(); // the last part has to reach the name's end
        const std::size_t least = isLast ? name.size() : place == Place::Any ? at : at + 1;
        if (isLast && at == name.size() && place != Place::Any)
            end = 0; // no text is left for this part
        for (; end >= least; --end) {
            search.found[static_cast<std::size_t>(place)] = name.substr(at, end - at);
            if (matchFrom(search, part + 1, end))
                return true;
            if (end == at)
                break;
        }
    }
    search.failed[state] = true;
    return false;
}

std::optional<RecordedName> NamePattern::match(std::string_view name) const
{
    if (name.size() > kLongestRecordedName)
        return std::nullopt;
    Search search{name, {}, std::vector<bool>(m_parts.size() * (name.size() + 1))};
    if (!matchFrom(search, 0, 0))
        return std::nullopt;
    // A search that fails later leaves what it found; the last that was set is of the way that led to the end, because each
    // place is set again before its rest is tried.
    RecordedName result{.step = 0, .path = {}, .role = "tensor"};
    for (const Part& part : m_parts) {
        const std::string_view found = search.found[static_cast<std::size_t>(part.place)];
        if (part.place == Place::Path)
            result.path = found;
        if (part.place == Place::Role)
            result.role = canonicalRole(found);
        if (part.place != Place::Step)
            continue;
        const auto read = std::from_chars(found.data(), found.data() + found.size(), result.step);
        if (read.ec != std::errc() || result.step > kLastStep)
            return std::nullopt;
    }
    return result;
}

} // namespace ulpscope
