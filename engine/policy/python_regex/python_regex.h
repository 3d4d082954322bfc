// SPDX-License-Identifier: GPL-3.0-or-later
// Python's re.fullmatch and re.search for the keys of a DTypePolicyMap: what Python 3.11 says, within limits that
// a hostile key or path cannot exceed.
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace ulpscope {

/// How a DTypePolicyMap tries a key on a path: the whole of it since Keras' pull request 21608 (August 2025), anywhere
/// in it before.
enum class MapMatching : std::uint8_t { FullMatch, Search };

inline constexpr std::size_t kLongestRegex = 4096; ///< bytes
inline constexpr std::size_t kLongestRegexText = std::size_t{1} << 20; ///< bytes

/// What a match needs beside its pattern, kept for the next ones; one thread at a time.
class RegexWorkspace
{
public:
    RegexWorkspace();
    RegexWorkspace(RegexWorkspace&&) noexcept;
    RegexWorkspace& operator=(RegexWorkspace&&) noexcept;
    ~RegexWorkspace();

private:
    friend class PythonRegex;
    struct State;
    std::unique_ptr<State> m_state;
};

/// A compiled pattern, to be tried on many paths. Immutable; copies share it.
class PythonRegex
{
public:
    /// Errors: RegexError and ValueError where Python raises, with its words and position; NotImplementedError for
    /// what Python can and this cannot, a pattern above kLongestRegex among it.
    static Result<PythonRegex> compile(
        std::string_view pattern, MapMatching matching = MapMatching::FullMatch);

    /// ValueError for a text that is not UTF-8; NotImplementedError when the answer takes more backtracking than about
    /// 20 million characters looked at, or the text is above kLongestRegexText.
    Result<bool> matches(std::string_view text, RegexWorkspace& workspace) const;
    Result<bool> matches(std::string_view text) const;

private:
    struct Compiled;
    explicit PythonRegex(std::shared_ptr<const Compiled> compiled);
    std::shared_ptr<const Compiled> m_compiled;
};

/// compile() and matches() in one.
Result<bool> matches(std::string_view pattern, std::string_view text, MapMatching matching);

} // namespace ulpscope
