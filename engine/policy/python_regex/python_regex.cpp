// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/python_regex/python_regex.h"

#include "engine/policy/python_regex/python_pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <string>

namespace ulpscope {

namespace {

/// Characters that one answer may look at: a step of backtracking can scan the whole text once, or copy all groups.
constexpr std::size_t kBudget = 20'000'000;
constexpr std::size_t kMaxSteps = 100'000;
constexpr std::size_t kFewestSteps = 20;
constexpr std::size_t kStepCost = 100;
constexpr std::uint32_t kHeapLimitKiB = 16 * 1024;
/// Exceeds the nesting that the translator's own limit leads to, so that PCRE2's own limit is not met first.
constexpr std::uint32_t kNestingLimit = 2000;

std::string pcreMessage(int code)
{
    std::array<PCRE2_UCHAR, 256> buffer{};
    pcre2_get_error_message(code, buffer.data(), buffer.size());
    return reinterpret_cast<const char*>(buffer.data());
}

Error undecided(const std::string& why)
{
    return Error{"", "cannot be decided here: " + why, ErrorKind::NotImplementedError};
}

} // namespace

struct RegexWorkspace::State
{
    std::unique_ptr<pcre2_match_context, decltype(&pcre2_match_context_free)> context{
        pcre2_match_context_create(nullptr), pcre2_match_context_free};
    /// Whether there is a match is all that is asked, so that one pair of offsets is enough for every pattern.
    std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> data{
        pcre2_match_data_create(1, nullptr), pcre2_match_data_free};
};

RegexWorkspace::RegexWorkspace()
    : m_state(std::make_unique<State>())
{
}
RegexWorkspace::RegexWorkspace(RegexWorkspace&&) noexcept = default;
RegexWorkspace& RegexWorkspace::operator=(RegexWorkspace&&) noexcept = default;
RegexWorkspace::~RegexWorkspace() = default;

struct PythonRegex::Compiled
{
    std::unique_ptr<pcre2_code, decltype(&pcre2_code_free)> code{nullptr, pcre2_code_free};
    std::size_t groups = 0;
};

PythonRegex::PythonRegex(std::shared_ptr<const Compiled> compiled)
    : m_compiled(std::move(compiled))
{
}

Result<PythonRegex> PythonRegex::compile(std::string_view pattern, MapMatching matching)
{
    if (pattern.size() > kLongestRegex)
        return undecided("a pattern longer than " + std::to_string(kLongestRegex) + " bytes");
    const Result<TranslatedPattern> translated = translatePythonPattern(pattern);
    if (!translated)
        return translated.error();
    const bool isSearch = matching == MapMatching::Search;
    // Searching as one attempt from the start: the limit on steps then holds for all of it.
    const std::string text = isSearch ? "(?s:.*?)(?:" + translated->pcre2 + ")" : translated->pcre2;

    const std::unique_ptr<pcre2_compile_context, decltype(&pcre2_compile_context_free)> context(
        pcre2_compile_context_create(nullptr), pcre2_compile_context_free);
    pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
    pcre2_set_parens_nest_limit(context.get(), kNestingLimit);
    int error = 0;
    PCRE2_SIZE offset = 0;
    // 10.42 takes what follows an optional possessive group for what must follow: \s?(?>x)?+\n misses "\n".
    const std::uint32_t options = PCRE2_UTF | PCRE2_UCP | PCRE2_NEVER_BACKSLASH_C | PCRE2_NO_AUTO_POSSESS
        | PCRE2_ANCHORED | (isSearch ? 0U : PCRE2_ENDANCHORED)
        | (translated->refersToGroups ? 0U : PCRE2_NO_AUTO_CAPTURE);
    auto compiled = std::make_shared<Compiled>();
    compiled->groups = translated->refersToGroups ? static_cast<std::size_t>(translated->groups) : 0;
    compiled->code.reset(pcre2_compile(
        reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), options, &error, &offset, context.get()));
    if (!compiled->code)
        return undecided(pcreMessage(error));
    return PythonRegex(std::move(compiled));
}

Result<bool> PythonRegex::matches(std::string_view text) const
{
    RegexWorkspace workspace;
    return matches(text, workspace);
}

Result<bool> PythonRegex::matches(std::string_view text, RegexWorkspace& workspace) const
{
    if (text.size() > kLongestRegexText)
        return undecided("a text longer than " + std::to_string(kLongestRegexText) + " bytes");
    const std::size_t costOfStep = kStepCost + text.size() + 4 * m_compiled->groups;
    const auto steps = static_cast<std::uint32_t>(std::clamp(kBudget / costOfStep, kFewestSteps, kMaxSteps));
    pcre2_match_context* context = workspace.m_state->context.get();
    pcre2_set_match_limit(context, steps);
    pcre2_set_depth_limit(context, steps);
    pcre2_set_heap_limit(context, kHeapLimitKiB);
    const int result = pcre2_match(m_compiled->code.get(), reinterpret_cast<PCRE2_SPTR>(text.data()),
        text.size(), 0, 0, workspace.m_state->data.get(), context);
    if (result >= 0) // 0: more groups than the workspace has room for
        return true;
    if (result == PCRE2_ERROR_NOMATCH)
        return false;
    if (result <= PCRE2_ERROR_UTF8_ERR1 && result >= PCRE2_ERROR_UTF8_ERR21)
        return Error{"", "the text is not UTF-8", ErrorKind::ValueError};
    return undecided("more than " + std::to_string(steps) + " steps of backtracking");
}

Result<bool> matches(std::string_view pattern, std::string_view text, MapMatching matching)
{
    const Result<PythonRegex> regex = PythonRegex::compile(pattern, matching);
    if (!regex)
        return regex.error();
    return regex->matches(text);
}

} // namespace ulpscope
