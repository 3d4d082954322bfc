// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/python_regex/python_characters.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>

namespace ulpscope {

namespace {

using Ranges = std::vector<CodePointRange>;

constexpr char32_t kLastCodePoint = 0x10ffff;

using Span = std::span<const CodePointRange>;

constexpr std::array kAsciiDigits{CodePointRange{'0', '9'}};
constexpr std::array kAsciiSpace{CodePointRange{'\t', '\r'}, CodePointRange{' ', ' '}};
constexpr std::array kAsciiWord{
    CodePointRange{'0', '9'}, CodePointRange{'A', 'Z'}, CodePointRange{'_', '_'}, CodePointRange{'a', 'z'}};
/// str.isspace(): PCRE2's \s lacks U+001C to U+001F and has U+180E.
constexpr std::array kUnicodeSpace{CodePointRange{0x9, 0xd}, CodePointRange{0x1c, 0x20},
    CodePointRange{0x85, 0x85}, CodePointRange{0xa0, 0xa0}, CodePointRange{0x1680, 0x1680},
    CodePointRange{0x2000, 0x200a}, CodePointRange{0x2028, 0x2029}, CodePointRange{0x202f, 0x202f},
    CodePointRange{0x205f, 0x205f}, CodePointRange{0x3000, 0x3000}};

// str.isalnum() is L or N for every code point; \w of PCRE2 changed between its versions.
constexpr const char* kUnicodeWord = "\\p{L}\\p{N}_";
/// All but those: other categories, and punctuation without the underscore.
constexpr const char* kUnicodeNotWord
    = "\\p{M}\\p{Z}\\p{S}\\p{C}\\p{Pd}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}\\p{Po}\\x{203f}\\x{2040}\\x{2054}\\x{fe33}"
      "\\x{fe34}\\x{fe4d}-\\x{fe4f}\\x{ff3f}";

/// Letters that Python takes for one another ignoring case, and PCRE2 does not: found by trying all pairs.
constexpr std::array<std::u32string_view, 4> kSameInPython{
    U"Ii\u0130\u0131", U"\u0390\u1fd3", U"\u03b0\u1fe3", U"\ufb05\ufb06"};

Ranges complement(Span sorted)
{
    Ranges others;
    char32_t next = 0;
    for (const CodePointRange& range : sorted) {
        if (range.first > next)
            others.push_back({next, range.first - 1});
        next = range.last + 1;
    }
    others.push_back({next, kLastCodePoint});
    return others;
}

std::string hexadecimal(char32_t character)
{
    constexpr const char* kDigits = "0123456789abcdef";
    std::string digits;
    for (std::uint32_t rest = character; rest != 0 || digits.empty(); rest /= 16)
        digits.insert(digits.begin(), kDigits[rest % 16]);
    return digits;
}

std::string escaped(char32_t character)
{
    return "\\x{" + hexadecimal(character) + "}";
}

/// Members of a set. No text has surrogates, and PCRE2 does not take them.
std::string rangesText(Span ranges)
{
    constexpr CodePointRange kSurrogates{0xd800, 0xdfff};
    std::string text;
    const auto add = [&](char32_t first, char32_t last) {
        if (first > last)
            return;
        text += escaped(first);
        if (last > first)
            text += "-" + escaped(last);
    };
    for (const CodePointRange& range : ranges) {
        if (range.last < kSurrogates.first || range.first > kSurrogates.last) {
            add(range.first, range.last);
            continue;
        }
        if (range.first < kSurrogates.first)
            add(range.first, kSurrogates.first - 1);
        if (range.last > kSurrogates.last)
            add(kSurrogates.last + 1, range.last);
    }
    return text;
}

std::string categoryText(char category, bool isAscii)
{
    switch (category) {
    case 'd':
        return isAscii ? rangesText(kAsciiDigits) : "\\p{Nd}";
    case 'D':
        return isAscii ? rangesText(complement(kAsciiDigits)) : "\\P{Nd}";
    case 's':
        return rangesText(isAscii ? Span(kAsciiSpace) : Span(kUnicodeSpace));
    case 'S':
        return rangesText(complement(isAscii ? Span(kAsciiSpace) : Span(kUnicodeSpace)));
    case 'w':
        return isAscii ? rangesText(kAsciiWord) : kUnicodeWord;
    default:
        return isAscii ? rangesText(complement(kAsciiWord)) : kUnicodeNotWord;
    }
}

bool contains(Span ranges, char32_t character)
{
    return std::any_of(ranges.begin(), ranges.end(),
        [&](const CodePointRange& r) { return r.first <= character && character <= r.last; });
}

/// The other case of the ASCII letters inside, for (?ai).
Ranges otherCaseOfAscii(Span ranges)
{
    Ranges others;
    for (const CodePointRange& range : ranges) {
        const auto add = [&](char32_t first, char32_t last, int distance) {
            const char32_t low = std::max(first, range.first);
            const char32_t high = std::min(last, range.last);
            if (low <= high)
                others.push_back(
                    {low + static_cast<char32_t>(distance), high + static_cast<char32_t>(distance)});
        };
        add('A', 'Z', 'a' - 'A');
        add('a', 'z', 'A' - 'a');
    }
    return others;
}

/// Whether the whole text matches a PCRE2 pattern of ours.
bool isAll(const char* pattern, std::u32string_view text)
{
    int error = 0;
    PCRE2_SIZE offset = 0;
    const std::unique_ptr<pcre2_code, decltype(&pcre2_code_free)> code(
        pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern), PCRE2_ZERO_TERMINATED,
            PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED | PCRE2_ENDANCHORED, &error, &offset, nullptr),
        pcre2_code_free);
    const std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> data(
        pcre2_match_data_create(1, nullptr), pcre2_match_data_free);
    const std::string bytes = toUtf8(text);
    return pcre2_match(code.get(), reinterpret_cast<PCRE2_SPTR>(bytes.data()), bytes.size(), 0, 0, data.get(),
               nullptr)
        > 0;
}

} // namespace

std::string pcre2Set(const CharacterSet& set, unsigned flags)
{
    const bool isAscii = (flags & kAscii) != 0;
    const bool ignoresCase = (flags & kIgnoreCase) != 0;
    std::string members = rangesText(set.ranges);
    for (const char category : set.categories)
        members += categoryText(category, isAscii);
    if (ignoresCase && isAscii)
        members += rangesText(otherCaseOfAscii(set.ranges));
    if (ignoresCase && !isAscii)
        for (const std::u32string_view letters : kSameInPython)
            if (std::any_of(
                    letters.begin(), letters.end(), [&](char32_t c) { return contains(set.ranges, c); }))
                for (const char32_t letter : letters)
                    members += escaped(letter);
    if (members.empty()) // of surrogates alone
        return set.isNegated ? "(?s:.)" : "(?:(?!)(?s:.))";
    const std::string brackets = (set.isNegated ? "[^" : "[") + members + "]";
    return ignoresCase && !isAscii && !set.ranges.empty() ? "(?i:" + brackets + ")" : brackets;
}

std::size_t caseFoldingCost(const CharacterSet& set, unsigned flags)
{
    if ((flags & kIgnoreCase) == 0 || (flags & kAscii) != 0 || set.ranges.empty())
        return 0;
    std::size_t cost = set.categories.find('S') != std::string::npos ? kLastCodePoint : 0;
    for (const CodePointRange& range : set.ranges)
        cost += range.last - range.first;
    return cost;
}

std::string pcre2Literal(char32_t character, unsigned flags)
{
    const bool isLetter = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    const bool isDigit = character >= '0' && character <= '9';
    if ((flags & kIgnoreCase) == 0 || (character < 0x80 && !isLetter))
        if (character < 0xd800 || character > 0xdfff)
            return isLetter || isDigit || character == '_' || character == '/'
                ? std::string(1, static_cast<char>(character))
                : escaped(character);
    return pcre2Set({{{character, character}}, {}, false}, flags);
}

std::string pcre2Boundary(bool isBoundary, unsigned flags)
{
    const std::string word = "[" + categoryText('w', (flags & kAscii) != 0) + "]";
    if (isBoundary)
        return "(?:(?<=" + word + ")(?!" + word + ")|(?<!" + word + ")(?=" + word + "))";
    return "(?:(?!\\A\\z)(?:(?<=" + word + ")(?=" + word + ")|(?<!" + word + ")(?!" + word + ")))";
}

std::optional<std::u32string> fromUtf8(std::string_view text)
{
    std::u32string characters;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i++]);
        const int more = lead < 0x80 ? 0 : lead >= 0xc2 && lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
        if ((lead >= 0x80 && lead < 0xc2) || lead > 0xf4 || text.size() - i < static_cast<std::size_t>(more))
            return std::nullopt;
        char32_t character = more == 0 ? lead : lead & (0x3fU >> more);
        for (int k = 0; k < more; ++k) {
            const auto byte = static_cast<unsigned char>(text[i++]);
            if ((byte & 0xc0U) != 0x80)
                return std::nullopt;
            character = character << 6U | (byte & 0x3fU);
        }
        const bool isTooLong = (more == 2 && character < 0x800) || (more == 3 && character < 0x10000);
        if (isTooLong || character > kLastCodePoint || (character >= 0xd800 && character <= 0xdfff))
            return std::nullopt;
        characters.push_back(character);
    }
    return characters;
}

std::string toUtf8(std::u32string_view text)
{
    std::string bytes;
    const auto tail = [](char32_t bits) { return static_cast<char>(0x80U | (bits & 0x3fU)); };
    for (const char32_t c : text) {
        if (c < 0x80) {
            bytes += static_cast<char>(c);
        } else if (c < 0x800) {
            bytes += {static_cast<char>(0xc0U | c >> 6U), tail(c)};
        } else if (c < 0x10000) {
            bytes += {static_cast<char>(0xe0U | c >> 12U), tail(c >> 6U), tail(c)};
        } else {
            bytes += {static_cast<char>(0xf0U | c >> 18U), tail(c >> 12U), tail(c >> 6U), tail(c)};
        }
    }
    return bytes;
}

bool isPythonIdentifier(std::u32string_view text)
{
    // Unicode's XID_Start and XID_Continue from categories, with the code points where they differ.
    return isAll(
        "(?:[\\p{Lu}\\p{Ll}\\p{Lt}\\p{Lm}\\p{Lo}\\p{Nl}_\\x{1885}\\x{1886}\\x{2118}\\x{212e}]"
        "(?<![\\x{37a}\\x{e33}\\x{eb3}\\x{2e2f}\\x{fc5e}-\\x{fc63}\\x{fdfa}\\x{fdfb}\\x{fe70}\\x{fe72}"
        "\\x{fe74}\\x{fe76}\\x{fe78}\\x{fe7a}\\x{fe7c}\\x{fe7e}\\x{ff9e}\\x{ff9f}]))"
        "(?:[\\p{L}\\p{Nl}\\p{Mn}\\p{Mc}\\p{Nd}\\p{Pc}\\x{b7}\\x{387}\\x{1369}-\\x{1371}\\x{19da}\\x{2118}"
        "\\x{212e}](?<![\\x{37a}\\x{2e2f}\\x{fc5e}-\\x{fc63}\\x{fdfa}\\x{fdfb}\\x{fe70}\\x{fe72}\\x{fe74}"
        "\\x{fe76}\\x{fe78}\\x{fe7a}\\x{fe7c}\\x{fe7e}]))*+",
        text);
}

bool isPythonLetters(std::u32string_view text)
{
    return isAll("\\p{L}++", text);
}

std::string pythonRepr(std::u32string_view text)
{
    const bool hasSingle = text.find(U'\'') != std::u32string_view::npos;
    const bool hasDouble = text.find(U'"') != std::u32string_view::npos;
    const char32_t quote = hasSingle && !hasDouble ? '"' : '\'';
    std::u32string shown(1, quote);
    const auto addEscape = [&](char letter, char32_t character, std::size_t digits) {
        const std::string code = hexadecimal(character);
        shown += {U'\\', static_cast<char32_t>(letter)};
        shown.append(digits - code.size(), U'0');
        shown.append(code.begin(), code.end());
    };
    for (const char32_t c : text) {
        if (c == quote || c == U'\\')
            shown += {U'\\', c};
        else if (c == U'\n' || c == U'\r' || c == U'\t')
            shown += {U'\\', c == U'\n' ? U'n' : c == U'\r' ? U'r' : U't'};
        else if (c == U' ' || isAll("[^\\p{C}\\p{Z}]", {&c, 1}))
            shown += c;
        else if (c < 0x100)
            addEscape('x', c, 2);
        else if (c < 0x10000)
            addEscape('u', c, 4);
        else
            addEscape('U', c, 8);
    }
    return toUtf8(shown + quote);
}

} // namespace ulpscope
