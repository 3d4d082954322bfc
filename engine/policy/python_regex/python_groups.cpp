// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/python_regex/python_parser.h"

namespace ulpscope::python {

std::optional<Piece> Parser::readParenthesis(unsigned& flags, int nested, bool isFirst, bool isBegin)
{
    const std::size_t begin = m_tokens.position() - 1;
    if (!m_tokens.match('?'))
        return readCapture(flags, nested, begin, {});
    const Text kind = m_tokens.get();
    if (kind.empty())
        m_tokens.fail("unexpected end of pattern");
    if (kind == U"P") {
        if (m_tokens.match('<')) {
            const Text name = m_tokens.getUntil('>', "group name");
            checkName(name);
            return readCapture(flags, nested, begin, name);
        }
        if (m_tokens.match('=')) {
            const Text name = m_tokens.getUntil(')', "group name");
            checkName(name);
            const std::size_t group = namedGroup(name);
            checkReference(group, name.size() + 1);
            return reference(group, flags);
        }
        const Text other = m_tokens.get();
        if (other.empty())
            m_tokens.fail("unexpected end of pattern");
        m_tokens.fail("unknown extension ?P" + toUtf8(other), other.size() + 2);
    }
    if (kind == U":")
        return readGroup(flags, nested, begin, "(?:");
    if (kind == U">")
        return readGroup(flags, nested, begin, "(?>");
    if (kind == U"#") {
        while (true) {
            if (m_tokens.atEnd())
                m_tokens.fail("missing ), unterminated comment", m_tokens.position() - begin);
            if (m_tokens.get() == U")")
                return std::nullopt;
        }
    }
    if (isOneOf(kind, "=!<"))
        return readLook(kind, flags, nested, begin);
    if (kind == U"(")
        return readCondition(flags, nested, begin);
    if (!flagOf(kind) && kind != U"-")
        m_tokens.fail("unknown extension ?" + toUtf8(kind), kind.size() + 1);
    const auto change = readFlags(kind);
    if (!change) {
        if (!isFirst || !isBegin)
            m_tokens.fail("global flags not at the start of the expression", m_tokens.position() - begin);
        flags |= m_globalFlags;
        return std::nullopt;
    }
    const auto [added, removed] = *change;
    unsigned inner = flags;
    if ((added & kTypeFlags) != 0)
        inner &= ~kTypeFlags;
    inner = (inner | added) & ~removed;
    return readGroup(inner, nested, begin, "(?:");
}

Piece Parser::readLook(Text kind, unsigned flags, int nested, std::size_t begin)
{
    Text sign = kind;
    const bool isBehind = kind == U"<";
    const std::optional<std::size_t> outer = m_groupsBeforeLookbehind;
    if (isBehind) {
        sign = m_tokens.get();
        if (sign.empty())
            m_tokens.fail("unexpected end of pattern");
        if (!isOneOf(sign, "=!"))
            m_tokens.fail("unknown extension ?<" + toUtf8(sign), sign.size() + 2);
        if (!outer)
            m_groupsBeforeLookbehind = m_groupWidths.size();
    }
    const Part inner = readAlternatives(flags, nested + 1);
    m_groupsBeforeLookbehind = outer;
    expectClosing(begin);
    m_looksBehindVariably = m_looksBehindVariably || (isBehind && !inner.width.isFixed());
    // The assertion gets a group of its own, so that it can be repeated.
    return {"(?:(?" + toUtf8(kind) + (isBehind ? toUtf8(sign) : "") + inner.pcre2 + "))", {}};
}

std::uint64_t Parser::conditionNumber(Text name)
{
    // Follows Python's int(): spaces around, a sign, underscores between digits.
    const auto refuse
        = [&] { m_tokens.fail("bad character in group name " + pythonRepr(name), name.size() + 1); };
    Text digits = name;
    constexpr Text kSpaces = U" \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\xa0";
    while (!digits.empty() && kSpaces.find(digits.front()) != Text::npos)
        digits.remove_prefix(1);
    while (!digits.empty() && kSpaces.find(digits.back()) != Text::npos)
        digits.remove_suffix(1);
    const bool isNegative = digits.starts_with(U'-');
    if (isNegative || digits.starts_with(U'+'))
        digits.remove_prefix(1);
    std::u32string plain;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (isDigit(digits.substr(i, 1)))
            plain += digits[i];
        else if (digits[i] != U'_' || i == 0 || i + 1 == digits.size() || digits[i - 1] == U'_')
            refuse();
    }
    if (plain.empty())
        refuse();
    const std::uint64_t number = valueOf(plain, 10);
    if (isNegative && number != 0)
        refuse();
    return number;
}

Piece Parser::readCondition(unsigned flags, int nested, std::size_t begin)
{
    const Text name = m_tokens.getUntil(')', "group name");
    std::uint64_t group = 0;
    if (isPythonIdentifier(name)) {
        group = namedGroup(name);
    } else {
        group = conditionNumber(name);
        if (group == 0)
            m_tokens.fail("bad group number", name.size() + 1);
        if (group >= kMaxGroups)
            m_tokens.fail("invalid group reference " + std::to_string(group), name.size() + 1);
        m_conditions.emplace_back(group, m_tokens.position() - name.size() - 1);
    }
    checkLookbehind(group);
    m_refersToGroups = true;
    const Part yes = readSequence(flags, nested + 1, false);
    const bool hasNo = m_tokens.match('|');
    Part no;
    if (hasNo) {
        no = readSequence(flags, nested + 1, false);
        if (m_tokens.next() == U"|")
            m_tokens.fail("conditional backref with more than two branches");
    }
    expectClosing(begin);
    return {"(?(" + std::to_string(group) + ")" + yes.pcre2 + (hasNo ? "|" + no.pcre2 : "") + ")",
        yes.width | no.width};
}

Piece Parser::readGroup(unsigned flags, int nested, std::size_t begin, const char* opening)
{
    const Part inner = readAlternatives(flags, nested + 1);
    expectClosing(begin);
    return {opening + inner.pcre2 + ")", inner.width};
}

Piece Parser::readCapture(unsigned flags, int nested, std::size_t begin, Text name)
{
    const std::size_t group = m_groupWidths.size();
    if (!name.empty()) {
        const auto [entry, isNew] = m_names.try_emplace(std::u32string(name), group);
        m_groupWidths.emplace_back();
        if (!isNew)
            m_tokens.fail("redefinition of group name " + pythonRepr(name) + " as group "
                    + std::to_string(group) + "; was group " + std::to_string(entry->second),
                name.size() + 1);
    } else {
        m_groupWidths.emplace_back();
    }
    const Part inner = readAlternatives(flags, nested + 1);
    expectClosing(begin);
    m_groupWidths[group] = inner.width;
    return {"(" + inner.pcre2 + ")", inner.width};
}

std::optional<std::pair<unsigned, unsigned>> Parser::readFlags(Text token)
{
    unsigned added = 0;
    unsigned removed = 0;
    if (token != U"-") {
        while (true) {
            const unsigned flag = *flagOf(token);
            if (flag == kLocale)
                m_tokens.fail("bad inline flags: cannot use 'L' flag with a str pattern");
            added |= flag;
            if ((flag & kTypeFlags) != 0 && (added & kTypeFlags) != flag)
                m_tokens.fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible");
            token = m_tokens.get();
            if (token.empty())
                m_tokens.fail("missing -, : or )");
            if (isOneOf(token, ")-:"))
                break;
            if (!flagOf(token))
                m_tokens.fail(isPythonLetters(token) ? "unknown flag" : "missing -, : or )", token.size());
        }
    }
    if (token == U")") {
        m_globalFlags |= added;
        return std::nullopt;
    }
    if ((added & kTemplate) != 0)
        m_tokens.fail("bad inline flags: cannot turn on global flag", 1);
    if (token == U"-") {
        token = m_tokens.get();
        if (token.empty())
            m_tokens.fail("missing flag");
        if (!flagOf(token))
            m_tokens.fail(isPythonLetters(token) ? "unknown flag" : "missing flag", token.size());
        while (true) {
            const unsigned flag = *flagOf(token);
            if ((flag & kTypeFlags) != 0)
                m_tokens.fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'");
            removed |= flag;
            token = m_tokens.get();
            if (token.empty())
                m_tokens.fail("missing :");
            if (token == U":")
                break;
            if (!flagOf(token))
                m_tokens.fail(isPythonLetters(token) ? "unknown flag" : "missing :", token.size());
        }
    }
    if ((removed & kTemplate) != 0)
        m_tokens.fail("bad inline flags: cannot turn off global flag", 1);
    if ((added & removed) != 0)
        m_tokens.fail("bad inline flags: flag turned on and off", 1);
    return std::pair(added, removed);
}

void Parser::expectClosing(std::size_t begin)
{
    if (!m_tokens.match(')'))
        m_tokens.fail("missing ), unterminated subpattern", m_tokens.position() - begin);
}

void Parser::checkName(Text name)
{
    if (!isPythonIdentifier(name))
        m_tokens.fail("bad character in group name " + pythonRepr(name), name.size() + 1);
}

std::size_t Parser::namedGroup(Text name)
{
    const auto found = m_names.find(std::u32string(name));
    if (found == m_names.end())
        m_tokens.fail("unknown group name " + pythonRepr(name), name.size() + 1);
    return found->second;
}

void Parser::checkReference(std::size_t group, std::size_t back)
{
    if (!isClosed(group))
        m_tokens.fail("cannot refer to an open group", back);
    checkLookbehind(group);
}

void Parser::checkLookbehind(std::size_t group)
{
    if (!m_groupsBeforeLookbehind)
        return;
    if (!isClosed(group))
        m_tokens.fail("cannot refer to an open group");
    if (group >= *m_groupsBeforeLookbehind)
        m_tokens.fail("cannot refer to group defined in the same lookbehind subpattern");
}

Piece Parser::reference(std::size_t group, unsigned flags)
{
    m_refersToGroups = true;
    const std::string number = "\\g{" + std::to_string(group) + "}";
    return {(flags & kIgnoreCase) != 0 ? "(?i:" + number + ")" : number, *m_groupWidths[group]};
}

} // namespace ulpscope::python
