// SPDX-License-Identifier: GPL-3.0-or-later
// What Python's `re` means by a character, a set and a category, written as PCRE2 (UTF, UCP): the leaves of
// python_pattern. Tables checked against Python 3.11 (Unicode 14) for every code point.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Python's inline flags as bits: (?aiLmstux).
enum PythonFlag : unsigned {
    kIgnoreCase = 1,
    kMultiline = 2,
    kDotAll = 4,
    kVerbose = 8,
    kAscii = 16,
    kUnicode = 32,
    kLocale = 64,
    kTemplate = 128,
};

/// First and last code point, both inside.
struct CodePointRange
{
    char32_t first = 0;
    char32_t last = 0;
};

/// A set in brackets: code points, and categories by their letter, one of "dDsSwW".
struct CharacterSet
{
    std::vector<CodePointRange> ranges;
    std::string categories;
    bool isNegated = false;
};

/// Matches exactly one character. Under kIgnoreCase a character stands for all that Python takes for it.
std::string pcre2Set(const CharacterSet& set, unsigned flags);
/// Code points whose other cases PCRE2 looks up while it compiles the set: some nanoseconds each.
std::size_t caseFoldingCost(const CharacterSet& set, unsigned flags);
std::string pcre2Literal(char32_t character, unsigned flags);
/// \b, \B: between a character of \w and one that is not. \B never matches in an empty text, as in Python 3.11.
std::string pcre2Boundary(bool isBoundary, unsigned flags);

/// Decodes UTF-8; nullopt for bytes that are not valid UTF-8.
std::optional<std::u32string> fromUtf8(std::string_view text);
std::string toUtf8(std::u32string_view text);

/// str.isidentifier(), str.isalpha() of Python.
bool isPythonIdentifier(std::u32string_view text);
bool isPythonLetters(std::u32string_view text);
/// repr() of a str.
std::string pythonRepr(std::u32string_view text);

} // namespace ulpscope
