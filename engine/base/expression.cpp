// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/expression.h"

#include "engine/base/number_text.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>

namespace ulpscope {

namespace {

constexpr int kDeepest = 64; ///< nested parentheses and signs
constexpr std::size_t kLongest = 400;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isHexDigit(char c)
{
    return std::isxdigit(static_cast<unsigned char>(c)) != 0;
}
bool isLetter(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct Constant
{
    std::string_view name;
    double value;
};
constexpr std::array kConstants{
    Constant{"pi", std::numbers::pi},
    Constant{"e", std::numbers::e},
    Constant{"inf", std::numeric_limits<double>::infinity()},
    Constant{"infinity", std::numeric_limits<double>::infinity()},
    Constant{"nan", std::numeric_limits<double>::quiet_NaN()},
    Constant{"max", std::numeric_limits<double>::max()},
    Constant{"min", std::numeric_limits<double>::min()},
    Constant{"eps", std::numeric_limits<double>::epsilon()},
};

struct Function
{
    std::string_view name;
    double (*apply)(double);
};
constexpr std::array kFunctions{
    Function{"sqrt", [](double x) { return std::sqrt(x); }},
    Function{"abs", [](double x) { return std::fabs(x); }},
    Function{"exp", [](double x) { return std::exp(x); }},
    Function{"log2", [](double x) { return std::log2(x); }},
    Function{"log", [](double x) { return std::log(x); }},
};

/// Recursive descent, one method a level of precedence. The first error stays; after it the reader is at the text's end.
class Parser
{
public:
    explicit Parser(std::string_view text)
        : m_text(text)
    {
    }

    std::variant<TypedNumber, ExpressionError> parse()
    {
        if (m_text.size() > kLongest)
            return ExpressionError{kLongest, "the text is longer than 400 characters"};
        skipSpaces();
        if (atEnd())
            return ExpressionError{m_text.size(), "type a number, such as 0.1 or 2^-24"};
        const double value = sum();
        skipSpaces();
        if (!m_error && !atEnd())
            fail(m_at, unexpected());
        if (m_error)
            return *m_error;
        return TypedNumber{value, std::nullopt};
    }

private:
    double sum()
    {
        double value = product();
        while (!m_error) {
            if (take('+'))
                value += product();
            else if (take('-'))
                value -= product();
            else
                break;
        }
        return value;
    }

    double product()
    {
        double value = sign();
        while (!m_error) {
            if (take('*'))
                value *= sign();
            else if (take('/'))
                value /= sign();
            else
                break;
        }
        return value;
    }

    double sign()
    {
        const Depth depth(*this);
        if (m_error)
            return 0;
        if (take('-'))
            return -sign();
        if (take('+'))
            return sign();
        return power();
    }

    double power()
    {
        const double base = primary();
        if (!m_error && (take('^') || takePair("**")))
            return std::pow(base, sign());
        return base;
    }

    double primary()
    {
        skipSpaces();
        if (m_error)
            return 0;
        if (atEnd()) {
            fail(m_at, "a number is missing here");
            return 0;
        }
        const char c = m_text[m_at];
        if (c == '(')
            return parenthesis();
        if (isDigit(c) || c == '.')
            return literal();
        if (isLetter(c))
            return word();
        fail(m_at, unexpected());
        return 0;
    }

    double parenthesis()
    {
        const std::size_t open = m_at++;
        const double value = sum();
        if (!m_error && !take(')'))
            fail(atEnd() ? open : m_at, atEnd() ? "this parenthesis is not closed" : unexpected());
        return value;
    }

    double literal()
    {
        const std::size_t begin = m_at;
        const bool isHex = m_text.substr(m_at).starts_with("0x") || m_text.substr(m_at).starts_with("0X");
        std::size_t end = begin + (isHex ? 2 : 0);
        const char exponentMark = isHex ? 'p' : 'e';
        bool hasExponent = false;
        const auto isPart = [&](char c) { return c == '.' || (isHex ? isHexDigit(c) : isDigit(c)); };
        while (end < m_text.size() && isPart(m_text[end]))
            ++end;
        if (end < m_text.size() && std::tolower(static_cast<unsigned char>(m_text[end])) == exponentMark) {
            std::size_t digits = end + 1;
            if (digits < m_text.size() && (m_text[digits] == '+' || m_text[digits] == '-'))
                ++digits;
            hasExponent = digits < m_text.size() && isDigit(m_text[digits]);
            if (hasExponent)
                for (end = digits; end < m_text.size() && isDigit(m_text[end]);)
                    ++end;
        }
        const std::string_view word = m_text.substr(begin, end - begin);
        if (isHex && !hasExponent && word.find('.') == std::string_view::npos) {
            fail(begin, "a code stands alone; for the number write " + std::string(word) + "p0");
            return 0;
        }
        const std::optional<double> value = parseNumber(word);
        if (!value) {
            fail(begin, "'" + std::string(word) + "' is not a number");
            return 0;
        }
        m_at = end;
        return *value;
    }

    double word()
    {
        const std::size_t begin = m_at;
        while (!atEnd() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at])))
            ++m_at;
        std::string name(m_text.substr(begin, m_at - begin));
        for (char& c : name)
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        for (const Constant& constant : kConstants)
            if (constant.name == name)
                return constant.value;
        for (const Function& function : kFunctions) {
            if (function.name != name)
                continue;
            skipSpaces();
            if (atEnd() || m_text[m_at] != '(') {
                fail(m_at, name + " needs parentheses: " + name + "(2)");
                return 0;
            }
            return function.apply(parenthesis());
        }
        fail(begin,
            "'" + name
                + "' is not known; there are pi, e, inf, nan, max, min, eps, sqrt(), abs(), exp(), log(), "
                  "log2()");
        return 0;
    }

    struct Depth
    {
        explicit Depth(Parser& owner)
            : parser(owner)
        {
            if (++parser.m_depth > kDeepest)
                parser.fail(parser.m_at, "this is nested too deeply");
        }
        ~Depth() { --parser.m_depth; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;
        Parser& parser;
    };

    bool atEnd() const { return m_at >= m_text.size(); }
    void skipSpaces()
    {
        while (!atEnd() && isSpace(m_text[m_at]))
            ++m_at;
    }
    bool take(char c)
    {
        skipSpaces();
        const bool isPower = c == '*' && m_text.substr(m_at).starts_with("**");
        if (atEnd() || m_text[m_at] != c || isPower)
            return false;
        ++m_at;
        return true;
    }
    bool takePair(std::string_view pair)
    {
        skipSpaces();
        if (!m_text.substr(m_at).starts_with(pair))
            return false;
        m_at += pair.size();
        return true;
    }
    std::string unexpected() const
    {
        const char c = m_text[m_at];
        if (c == ',')
            return "a comma has no meaning here; decimals have a point";
        if (isDigit(c) || isLetter(c) || c == '(' || c == '.')
            return "an operator is missing before this: + - * / ^";
        if (static_cast<unsigned char>(c) >= 0x80)
            return "this character has no meaning here";
        return std::string("'") + c + "' has no meaning here";
    }
    void fail(std::size_t position, std::string message)
    {
        if (!m_error)
            m_error = ExpressionError{position, std::move(message)};
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    int m_depth = 0;
    std::optional<ExpressionError> m_error;
};

/// "0x7E", and nothing else.
std::optional<std::variant<TypedNumber, ExpressionError>> codeAlone(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\n\r");
    if (begin == std::string_view::npos)
        return std::nullopt;
    const std::size_t end = text.find_last_not_of(" \t\n\r") + 1;
    const std::string_view word = text.substr(begin, end - begin);
    if (!word.starts_with("0x") && !word.starts_with("0X"))
        return std::nullopt;
    for (const char c : word.substr(2))
        if (!isHexDigit(c))
            return std::nullopt;
    if (word.size() == 2)
        return ExpressionError{end, "hexadecimal digits are missing"};
    std::uint64_t code = 0;
    const auto [stop, error] = std::from_chars(word.data() + 2, word.data() + word.size(), code, 16);
    if (error != std::errc() || stop != word.data() + word.size())
        return ExpressionError{begin, "a code has at most 64 bits"};
    return TypedNumber{static_cast<double>(code), code};
}

} // namespace

std::variant<TypedNumber, ExpressionError> parseExpression(std::string_view text)
{
    if (const auto code = codeAlone(text))
        return *code;
    return Parser(text).parse();
}

} // namespace ulpscope
