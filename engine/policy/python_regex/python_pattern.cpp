// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/python_regex/python_parser.h"

namespace ulpscope::python {

Part Parser::readAlternatives(unsigned flags, int nested)
{
    if (nested > 2 * kDeepest) // two levels a group
        throw PatternError{ErrorKind::NotImplementedError,
            "cannot be decided here: groups nested deeper than " + std::to_string(kDeepest), {}};
    Part all;
    bool isFirst = true;
    while (true) {
        const Part one = readSequence(flags, nested + 1, nested == 0 && isFirst);
        all = isFirst ? one : Part{all.pcre2 + "|" + one.pcre2, all.width | one.width};
        isFirst = false;
        if (!m_tokens.match('|'))
            return all;
        if (nested == 0)
            flags = m_globalFlags;
    }
}

Part Parser::readSequence(unsigned flags, int nested, bool isFirst)
{
    std::vector<Piece> pieces;
    while (!m_tokens.atEnd() && !isOneOf(m_tokens.next(), "|)")) {
        const Text token = m_tokens.get();
        if ((flags & kVerbose) != 0) {
            if (isOneOf(token, " \t\n\r\v\f"))
                continue;
            if (token == U"#") {
                while (!m_tokens.atEnd() && m_tokens.get() != U"\n") { }
                continue;
            }
        }
        if (token[0] == '\\') {
            pieces.push_back(readEscape(token, flags));
        } else if (token == U"[") {
            pieces.push_back(readSet(flags));
        } else if (isOneOf(token, "*+?{")) {
            readRepeat(token, pieces);
            if (pieces.back().kind == Piece::Plain) // "{" as a character
                pieces.back() = {pcre2Literal('{', flags), kOneCharacter};
        } else if (token == U".") {
            pieces.push_back({(flags & kDotAll) != 0 ? "(?s:.)" : "[^\\n]", kOneCharacter});
        } else if (token == U"(") {
            if (const std::optional<Piece> piece = readParenthesis(flags, nested, isFirst, pieces.empty()))
                pieces.push_back(*piece);
        } else if (token == U"^") {
            pieces.push_back({(flags & kMultiline) != 0 ? "(?:\\A|(?<=\\n))" : "\\A", {}, Piece::Position});
        } else if (token == U"$") {
            pieces.push_back(
                {(flags & kMultiline) != 0 ? "(?=\\n|\\z)" : "(?=\\n?\\z)", {}, Piece::Position});
        } else {
            pieces.push_back({pcre2Literal(token[0], flags), kOneCharacter});
        }
    }
    Part sequence;
    for (const Piece& piece : pieces)
        sequence = {sequence.pcre2 + piece.pcre2, sequence.width + piece.width};
    return sequence;
}

std::optional<char32_t> Parser::readCodePoint(std::size_t begin, char32_t kind)
{
    const auto readHex = [&](int digits) {
        m_tokens.skipWhile(digits, "0123456789abcdefABCDEF");
        const Text escape = m_tokens.since(begin);
        if (escape.size() != static_cast<std::size_t>(digits) + 2)
            m_tokens.fail("incomplete escape " + toUtf8(escape), escape.size());
        const std::uint64_t value = valueOf(escape.substr(2), 16);
        if (value > 0x10ffff)
            m_tokens.fail("bad escape " + toUtf8(escape), escape.size());
        return static_cast<char32_t>(value);
    };
    switch (kind) {
    case 'x':
        return readHex(2);
    case 'u':
        return readHex(4);
    case 'U':
        return readHex(8);
    case 'N':
        if (!m_tokens.match('{'))
            m_tokens.fail("missing {");
        m_undecided = "the character named " + toUtf8(m_tokens.getUntil('}', "character name"))
            + "; write its code, as in \\u2014";
        return U'N';
    case '0':
        m_tokens.skipWhile(2, "01234567");
        return static_cast<char32_t>(valueOf(m_tokens.since(begin).substr(1), 8));
    default:
        return std::nullopt;
    }
}

namespace {

/// Character that \a, \f, \n, \r, \t, \v or \\ stands for.
std::optional<char32_t> simpleEscape(char32_t letter)
{
    constexpr std::string_view kLetters = "afnrtv\\";
    constexpr std::string_view kMeanings = "\a\f\n\r\t\v\\";
    const std::size_t at = letter < 0x80 ? kLetters.find(static_cast<char>(letter)) : std::string_view::npos;
    if (at == std::string_view::npos)
        return std::nullopt;
    return static_cast<char32_t>(kMeanings[at]);
}

bool isCategory(char32_t letter)
{
    return letter < 0x80
        && std::string_view("dDsSwW").find(static_cast<char>(letter)) != std::string_view::npos;
}

} // namespace

Piece Parser::readEscape(Text token, unsigned flags)
{
    const std::size_t begin = m_tokens.position() - 2;
    const char32_t letter = token[1];
    if (letter == 'A' || letter == 'Z')
        return {letter == 'A' ? "\\A" : "\\z", {}, Piece::Position};
    if (letter == 'b' || letter == 'B')
        return {pcre2Boundary(letter == 'b', flags), {}, Piece::Position};
    if (isCategory(letter))
        return {pcre2Set({{}, std::string(1, static_cast<char>(letter)), false}, flags), kOneCharacter};
    if (const std::optional<char32_t> simple = simpleEscape(letter))
        return {pcre2Literal(*simple, flags), kOneCharacter};
    if (const std::optional<char32_t> code = readCodePoint(begin, letter))
        return {pcre2Literal(*code, flags), kOneCharacter};
    if (isDigit(token.substr(1))) {
        // One or two digits are a group; three octal ones a character.
        if (isDigit(m_tokens.next())) {
            const Text second = m_tokens.get();
            if (isOctal(token.substr(1)) && isOctal(second) && isOctal(m_tokens.next())) {
                m_tokens.get();
                const Text escape = m_tokens.since(begin);
                const std::uint64_t value = valueOf(escape.substr(1), 8);
                if (value > 0377)
                    m_tokens.fail(
                        "octal escape value " + toUtf8(escape) + " outside of range 0-0o377", escape.size());
                return {pcre2Literal(static_cast<char32_t>(value), flags), kOneCharacter};
            }
        }
        const Text escape = m_tokens.since(begin);
        const std::size_t group = valueOf(escape.substr(1), 10);
        if (group >= m_groupWidths.size())
            m_tokens.fail("invalid group reference " + std::to_string(group), escape.size() - 1);
        checkReference(group, escape.size());
        return reference(group, flags);
    }
    if (isAsciiLetter(letter))
        m_tokens.fail("bad escape " + toUtf8(token), token.size());
    return {pcre2Literal(letter, flags), kOneCharacter};
}

Parser::Member Parser::readMember(Text token)
{
    if (token[0] != '\\')
        return {token[0]};
    const std::size_t begin = m_tokens.position() - 2;
    const char32_t letter = token[1];
    if (letter == 'b')
        return {U'\b'};
    if (isCategory(letter))
        return {0, static_cast<char>(letter)};
    if (const std::optional<char32_t> simple = simpleEscape(letter))
        return {*simple};
    if (isOctal(token.substr(1))) {
        m_tokens.skipWhile(2, "01234567");
        const Text escape = m_tokens.since(begin);
        const std::uint64_t value = valueOf(escape.substr(1), 8);
        if (value > 0377)
            m_tokens.fail(
                "octal escape value " + toUtf8(escape) + " outside of range 0-0o377", escape.size());
        return {static_cast<char32_t>(value)};
    }
    if (const std::optional<char32_t> code = readCodePoint(begin, letter))
        return {*code};
    if (isAsciiLetter(letter) || isDigit(token.substr(1)))
        m_tokens.fail("bad escape " + toUtf8(token), token.size());
    return {letter};
}

Piece Parser::readSet(unsigned flags)
{
    const std::size_t begin = m_tokens.position() - 1;
    CharacterSet set;
    set.isNegated = m_tokens.match('^');
    const auto getToken = [&] {
        if (m_tokens.atEnd())
            m_tokens.fail("unterminated character set", m_tokens.position() - begin);
        return m_tokens.get();
    };
    const auto add = [&](Member member) {
        if (member.category != 0)
            set.categories += member.category;
        else
            set.ranges.push_back({member.character, member.character});
    };
    while (true) {
        const Text token = getToken();
        if (token == U"]" && !(set.ranges.empty() && set.categories.empty()))
            break;
        const Member low = readMember(token);
        if (!m_tokens.match('-')) {
            add(low);
            continue;
        }
        const Text other = getToken();
        if (other == U"]") {
            add(low);
            add({U'-'});
            break;
        }
        const Member high = readMember(other);
        if (low.category != 0 || high.category != 0 || high.character < low.character)
            m_tokens.fail("bad character range " + toUtf8(token) + "-" + toUtf8(other),
                token.size() + 1 + other.size());
        set.ranges.push_back({low.character, high.character});
    }
    m_foldingCost += caseFoldingCost(set, flags);
    if (m_foldingCost > kMaxFolding)
        m_undecided = "sets of so many characters ignoring case";
    return {pcre2Set(set, flags), kOneCharacter};
}

namespace {

/// The quantifier as PCRE2 takes it.
std::string quantifier(Width times)
{
    const bool isUnlimited = times.most > kMaxRepeats;
    const std::uint64_t least = std::min(times.least, kMaxRepeats);
    if (isUnlimited && least <= 1)
        return least == 0 ? "*" : "+";
    std::string text = "{" + std::to_string(least);
    if (isUnlimited)
        text += ",";
    else if (times.most > least)
        text += "," + std::to_string(times.most);
    return text + "}";
}

Piece repeated(const Piece& piece, Width times, bool isLazy, bool isPossessive)
{
    Piece all;
    all.kind = Piece::Repeat;
    all.width.least = product(piece.width.least, times.least);
    all.width.most
        = times.most == kUnlimited && piece.width.most != 0 ? kWidest : product(piece.width.most, times.most);
    // Python keeps each round of a possessive repeat as it was matched, PCRE2 only the whole.
    const std::string body = isPossessive ? "(?>" + piece.pcre2 + ")" : piece.pcre2;
    if (piece.width.most == 0 && times.most > 0) { // once is as good as often, and fits into a lookbehind
        all.pcre2 = times.least > 0 ? "(?:" + body + ")" : isLazy ? "(?:|" + body + ")" : "(?:" + body + "|)";
        if (isPossessive)
            all.pcre2.replace(1, 2, "?>");
        return all;
    }
    all.pcre2 = body + quantifier(times) + (isLazy ? "?" : isPossessive ? "+" : "");
    return all;
}

} // namespace

/// Leaves a Plain piece at the end for a "{" that is a character.
void Parser::readRepeat(Text token, std::vector<Piece>& pieces)
{
    const std::size_t here = m_tokens.position();
    std::uint64_t least = token == U"+" ? 1 : 0;
    std::uint64_t most = token == U"?" ? 1 : kUnlimited;
    if (token == U"{") {
        const auto getDigits = [&] {
            const std::size_t begin = m_tokens.position();
            while (isDigit(m_tokens.next()))
                m_tokens.get();
            return m_tokens.since(begin);
        };
        bool isCount = m_tokens.next() != U"}";
        Text low;
        Text high;
        if (isCount) {
            low = getDigits();
            high = m_tokens.match(',') ? getDigits() : low;
            isCount = m_tokens.match('}');
            if (!isCount)
                m_tokens.seek(here);
        }
        if (!isCount) {
            pieces.push_back({});
            return;
        }
        const auto count = [&](Text digits) {
            const std::uint64_t value = valueOf(digits, 10);
            if (value >= kUnlimited)
                throw PatternError{ErrorKind::ValueError, "the repetition number is too large", {}};
            return value;
        };
        if (!low.empty())
            least = count(low);
        if (!high.empty()) {
            most = count(high);
            if (most < least)
                m_tokens.fail("min repeat greater than max repeat", m_tokens.position() - here);
        }
    }
    const std::size_t back = m_tokens.position() - here + token.size();
    if (pieces.empty() || pieces.back().kind == Piece::Position)
        m_tokens.fail("nothing to repeat", back);
    if (pieces.back().kind == Piece::Repeat)
        m_tokens.fail("multiple repeat", back);
    m_repeats = true;
    const bool isLazy = m_tokens.match('?');
    const bool isPossessive = !isLazy && m_tokens.match('+');

    const std::uint64_t largest = most == kUnlimited ? least : most;
    if (largest > kMaxRepeats)
        m_undecided = std::to_string(largest) + " repetitions; expected at most 65535";
    pieces.back() = repeated(pieces.back(), {least, most}, isLazy, isPossessive);
}

namespace {

/// "unterminated character set at position 3", and the line where there are several.
std::string wordsOf(const PatternError& error, Text pattern)
{
    if (!error.position)
        return error.message;
    const std::size_t position = *error.position;
    std::string words = error.message + " at position " + std::to_string(position);
    if (pattern.find(U'\n') == Text::npos)
        return words;
    const Text before = pattern.substr(0, position);
    const auto line = std::count(before.begin(), before.end(), U'\n') + 1;
    const std::size_t lineBegin = before.rfind(U'\n') == Text::npos ? 0 : before.rfind(U'\n') + 1;
    return words + " (line " + std::to_string(line) + ", column " + std::to_string(position - lineBegin + 1)
        + ")";
}

} // namespace

} // namespace ulpscope::python

namespace ulpscope {

Result<TranslatedPattern> translatePythonPattern(std::string_view pattern)
{
    const std::optional<std::u32string> characters = fromUtf8(pattern);
    if (!characters)
        return Error{"", "the pattern is not UTF-8", ErrorKind::ValueError};
    try {
        return python::Parser(*characters).parse();
    } catch (const python::PatternError& error) {
        return Error{"", python::wordsOf(error, *characters), error.kind};
    }
}

} // namespace ulpscope
