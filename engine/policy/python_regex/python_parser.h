// SPDX-License-Identifier: GPL-3.0-or-later
// The parser behind python_pattern: characters and repeats in python_pattern.cpp, parentheses in python_groups.cpp.
// Included by these two alone.
#pragma once

#include "engine/policy/python_regex/python_characters.h"
#include "engine/policy/python_regex/python_pattern.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace ulpscope::python {

using Text = std::u32string_view;

inline constexpr int kDeepest = 400; ///< Python gives up below 500 with a RecursionError
inline constexpr std::uint64_t kWidest = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kUnlimited = 4'294'967'295; ///< MAXREPEAT
inline constexpr std::uint64_t kMaxRepeats = 65'535; ///< limit of PCRE2
/// Sets that reach over all of Unicode cost milliseconds each under (?i).
inline constexpr std::size_t kMaxFolding = std::size_t{6} << 20;
inline constexpr std::uint64_t kMaxGroups = 1'073'741'823; ///< MAXGROUPS

/// Leaves the parser from any depth; caught in translatePythonPattern.
struct PatternError
{
    ErrorKind kind;
    std::string message;
    std::optional<std::size_t> position;
};

/// How many characters a part can match, least and most.
struct Width
{
    std::uint64_t least = 0;
    std::uint64_t most = 0;

    bool isFixed() const { return least == most; }
};

inline std::uint64_t sum(std::uint64_t a, std::uint64_t b)
{
    return std::min(a + b, kWidest);
}
inline std::uint64_t product(std::uint64_t a, std::uint64_t b)
{
    return a != 0 && b > kWidest / a ? kWidest : std::min(a * b, kWidest);
}
inline Width operator+(Width a, Width b)
{
    return {sum(a.least, b.least), sum(a.most, b.most)};
}
/// Width of an alternative: either of the two.
inline Width operator|(Width a, Width b)
{
    return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

inline constexpr Width kOneCharacter{1, 1};

/// What was read last: a quantifier takes some kinds and not others.
struct Piece
{
    enum Kind { Plain, Position, Repeat };
    std::string pcre2;
    Width width;
    Kind kind = Plain;
};

struct Part
{
    std::string pcre2;
    Width width;
};

inline bool isOneOf(Text token, std::string_view characters)
{
    return token.size() == 1 && token[0] < 0x80
        && characters.find(static_cast<char>(token[0])) != std::string_view::npos;
}
inline bool isDigit(Text token)
{
    return isOneOf(token, "0123456789");
}
inline bool isOctal(Text token)
{
    return isOneOf(token, "01234567");
}
inline bool isAsciiLetter(char32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Digits of a base up to 16 as a number; too many of them are the largest number.
inline std::uint64_t valueOf(Text digits, unsigned base)
{
    std::uint64_t value = 0;
    for (const char32_t c : digits) {
        const unsigned digit = c <= '9' ? c - '0' : (c | 0x20U) - 'a' + 10;
        value = value > (UINT64_MAX - digit) / base ? UINT64_MAX : value * base + digit;
    }
    return value;
}

inline std::optional<unsigned> flagOf(Text token)
{
    constexpr std::string_view kLetters = "imsxauLt"; // these stand in the order of the bits
    if (!isOneOf(token, kLetters))
        return std::nullopt;
    return 1U << kLetters.find(static_cast<char>(token[0]));
}

inline constexpr unsigned kTypeFlags = kAscii | kUnicode | kLocale;

/// Cuts the pattern into characters and escapes ("\" with what follows), with one token of lookahead: where errors are
/// reported, and which of two comes first, follows from that.
class Tokens
{
public:
    explicit Tokens(Text pattern)
        : m_pattern(pattern)
    {
        advance();
    }

    /// The next token; empty at the end.
    Text next() const { return m_next; }
    bool atEnd() const { return m_next.empty(); }
    std::size_t position() const { return m_index - m_next.size(); }

    Text get()
    {
        const Text token = m_next;
        advance();
        return token;
    }
    bool match(char32_t character)
    {
        if (m_next.size() != 1 || m_next[0] != character)
            return false;
        advance();
        return true;
    }
    void seek(std::size_t index)
    {
        m_index = index;
        advance();
    }
    /// The pattern's text from a position to the next token.
    Text since(std::size_t begin) const { return m_pattern.substr(begin, position() - begin); }

    void skipWhile(int most, std::string_view characters)
    {
        for (int i = 0; i < most && isOneOf(m_next, characters); ++i)
            advance();
    }
    Text getUntil(char32_t terminator, const std::string& name)
    {
        const std::size_t begin = position();
        while (true) {
            const std::size_t end = position();
            const Text token = get();
            const Text result = m_pattern.substr(begin, end - begin);
            if (token.empty())
                fail(result.empty() ? "missing " + name
                                    : "missing " + toUtf8({&terminator, 1}) + ", unterminated name",
                    result.size());
            if (token.size() != 1 || token[0] != terminator)
                continue;
            if (result.empty())
                fail("missing " + name, 1);
            return result;
        }
    }

    /// `back` characters before the next token.
    [[noreturn]] void fail(const std::string& message, std::size_t back = 0) const
    {
        throw PatternError{ErrorKind::RegexError, message, position() - back};
    }

private:
    void advance()
    {
        m_next = m_pattern.substr(std::min(m_index, m_pattern.size()), 1);
        if (m_next == U"\\") {
            m_next = m_pattern.substr(m_index, 2);
            if (m_next.size() != 2)
                throw PatternError{
                    ErrorKind::RegexError, "bad escape (end of pattern)", m_pattern.size() - 1};
        }
        if (!m_next.empty())
            m_index += m_next.size();
        else
            m_index = m_pattern.size();
    }

    Text m_pattern;
    std::size_t m_index = 0;
    Text m_next;
};

class Parser
{
public:
    explicit Parser(Text pattern)
        : m_tokens(pattern)
    {
    }

    TranslatedPattern parse()
    {
        const Part whole = readAlternatives(0, 0);
        if ((m_globalFlags & kAscii) != 0 && (m_globalFlags & kUnicode) != 0)
            throw PatternError{ErrorKind::ValueError, "ASCII and UNICODE flags are incompatible", {}};
        if (!m_tokens.atEnd())
            m_tokens.fail("unbalanced parenthesis");
        for (const auto& [group, position] : m_conditions)
            if (group >= m_groupWidths.size())
                throw PatternError{
                    ErrorKind::RegexError, "invalid group reference " + std::to_string(group), position};
        if ((m_globalFlags & kTemplate) != 0 && m_repeats)
            throw PatternError{
                ErrorKind::RegexError, "internal: unsupported template operator MAX_REPEAT", {}};
        if (m_looksBehindVariably)
            throw PatternError{ErrorKind::RegexError, "look-behind requires fixed-width pattern", {}};
        if (!m_undecided.empty())
            throw PatternError{ErrorKind::NotImplementedError, "cannot be decided here: " + m_undecided, {}};
        return {whole.pcre2, static_cast<int>(m_groupWidths.size()) - 1, m_refersToGroups};
    }

private:
    Part readAlternatives(unsigned flags, int nested);
    Part readSequence(unsigned flags, int nested, bool isFirst);
    Piece readEscape(Text token, unsigned flags);
    Piece readSet(unsigned flags);
    /// A character of a set, or the letter of a category in its place.
    struct Member
    {
        char32_t character = 0;
        char category = 0;
    };
    Member readMember(Text token);
    /// \x, \u, \U, \N and octal escapes, which sets and sequences share; nullopt for another.
    std::optional<char32_t> readCodePoint(std::size_t begin, char32_t kind);
    void readRepeat(Text token, std::vector<Piece>& pieces);
    /// Reads on after "(". Returns nullopt for parts that match nothing themselves, such as comments and global flags.
    std::optional<Piece> readParenthesis(unsigned& flags, int nested, bool isFirst, bool isBegin);
    Piece readLook(Text kind, unsigned flags, int nested, std::size_t begin);
    Piece readCondition(unsigned flags, int nested, std::size_t begin);
    Piece readGroup(unsigned flags, int nested, std::size_t begin, const char* opening);
    Piece readCapture(unsigned flags, int nested, std::size_t begin, Text name);
    /// Returns nullopt when they were global.
    std::optional<std::pair<unsigned, unsigned>> readFlags(Text token);
    std::uint64_t conditionNumber(Text name);
    void expectClosing(std::size_t begin);
    void checkName(Text name);
    std::size_t namedGroup(Text name);
    void checkReference(std::size_t group, std::size_t back);
    void checkLookbehind(std::size_t group);
    bool isClosed(std::size_t group) const { return group < m_groupWidths.size() && m_groupWidths[group]; }
    Piece reference(std::size_t group, unsigned flags);

    Tokens m_tokens;
    unsigned m_globalFlags = 0;
    std::vector<std::optional<Width>> m_groupWidths{std::nullopt}; ///< of group 0 on; none while it is open
    std::map<std::u32string, std::size_t> m_names;
    /// Group numbers of (?(1)...) and where they are, in order: the first that is no group is refused at its first place.
    std::vector<std::pair<std::uint64_t, std::size_t>> m_conditions;
    std::optional<std::size_t> m_groupsBeforeLookbehind;
    bool m_looksBehindVariably = false;
    bool m_repeats = false;
    bool m_refersToGroups = false;
    std::size_t m_foldingCost = 0;
    std::string m_undecided;
};

} // namespace ulpscope::python
