// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/formula.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

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

} // namespace

bool holds(Relation relation, double left, double right)
{
    switch (relation) {
    case Relation::Less:
        return left < right;
    case Relation::LessOrEqual:
        return left <= right;
    case Relation::Greater:
        return left > right;
    case Relation::GreaterOrEqual:
        return left >= right;
    case Relation::Equal:
        return left == right;
    case Relation::NotEqual:
        return left != right;
    }
    return false;
}

double Formula::value(std::span<const double> values) const
{
    std::vector<double> stack;
    const auto pop = [&] {
        const double top = stack.back();
        stack.pop_back();
        return top;
    };
    for (const Operation& operation : m_operations) {
        using Kind = Operation::Kind;
        switch (operation.kind) {
        case Kind::Number:
            stack.push_back(operation.number);
            continue;
        case Kind::Word:
            stack.push_back(values[operation.word]);
            continue;
        case Kind::Negate:
            stack.back() = -stack.back();
            continue;
        case Kind::Function:
            stack.back() = operation.function(stack.back());
            continue;
        case Kind::Add:
        case Kind::Subtract:
        case Kind::Multiply:
        case Kind::Divide:
        case Kind::Power:
            break;
        }
        const double right = pop();
        double& left = stack.back();
        left = operation.kind == Kind::Add     ? left + right
            : operation.kind == Kind::Subtract ? left - right
            : operation.kind == Kind::Multiply ? left * right
            : operation.kind == Kind::Divide   ? left / right
                                               : std::pow(left, right);
    }
    return stack.empty() ? 0 : stack.back();
}

/// Recursive descent, one method a level of precedence, each of which leaves its value on the program's stack. The first error
/// stays; after it nothing more is read.
class FormulaParser
{
public:
    FormulaParser(std::string_view text, const FormulaGrammar& grammar)
        : m_text(text)
        , m_grammar(grammar)
    {
    }

    std::variant<ComparedFormulas, ExpressionError> parse(bool mayCompare)
    {
        if (m_text.size() > kLongest)
            return ExpressionError{kLongest, message("the text is longer than 400 characters")};
        skipSpaces();
        if (atEnd())
            return ExpressionError{m_text.size(), m_grammar.emptyText};
        ComparedFormulas comparison;
        sum();
        comparison.left = std::exchange(m_formula, {});
        if (mayCompare && !m_error && (comparison.relation = takeRelation())) {
            sum();
            comparison.right = std::exchange(m_formula, {});
        }
        skipSpaces();
        if (!m_error && !atEnd())
            fail(m_at, unexpected());
        if (m_error)
            return *m_error;
        return comparison;
    }

private:
    using Operation = Formula::Operation;
    using Kind = Operation::Kind;

    void add(Kind kind) { m_formula.m_operations.push_back({.kind = kind}); }

    std::optional<Relation> takeRelation()
    {
        using enum Relation;
        // The longer ones first.
        constexpr std::array<std::pair<std::string_view, Relation>, 6> kRelations{{{"<=", LessOrEqual},
            {">=", GreaterOrEqual}, {"==", Equal}, {"!=", NotEqual}, {"<", Less}, {">", Greater}}};
        for (const auto& [sign, relation] : kRelations)
            if (takePair(sign))
                return relation;
        return std::nullopt;
    }

    void sum()
    {
        product();
        while (!m_error) {
            if (take('+')) {
                product();
                add(Kind::Add);
            } else if (take('-')) {
                product();
                add(Kind::Subtract);
            } else
                break;
        }
    }

    void product()
    {
        sign();
        while (!m_error) {
            if (take('*')) {
                sign();
                add(Kind::Multiply);
            } else if (take('/')) {
                sign();
                add(Kind::Divide);
            } else
                break;
        }
    }

    void sign()
    {
        const Depth depth(*this);
        if (m_error)
            return;
        if (take('-')) {
            sign();
            add(Kind::Negate);
        } else if (take('+'))
            sign();
        else
            power();
    }

    void power()
    {
        primary();
        if (!m_error && (take('^') || takePair("**"))) {
            sign();
            add(Kind::Power);
        }
    }

    void primary()
    {
        skipSpaces();
        if (m_error)
            return;
        if (atEnd())
            return fail(m_at, message("a number is missing here"));
        const char c = m_text[m_at];
        if (c == '(')
            parenthesis();
        else if (isDigit(c) || c == '.')
            literal();
        else if (isLetter(c))
            word();
        else
            fail(m_at, unexpected());
    }

    void parenthesis()
    {
        const std::size_t open = m_at++;
        sum();
        if (!m_error && !take(')'))
            fail(atEnd() ? open : m_at, atEnd() ? message("this parenthesis is not closed") : unexpected());
    }

    void number(double value) { m_formula.m_operations.push_back({.kind = Kind::Number, .number = value}); }

    void literal()
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
            fail(begin,
                message("a code stands alone; for the number write %1")
                    .with(verbatim(std::string(word) + "p0")));
            return;
        }
        const std::optional<double> value = parseNumber(word);
        if (!value) {
            fail(begin, message("'%1' is not a number").with(verbatim(std::string(word))));
            return;
        }
        m_at = end;
        number(*value);
    }

    void word()
    {
        const std::size_t begin = m_at;
        while (!atEnd() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at])))
            ++m_at;
        std::string name(m_text.substr(begin, m_at - begin));
        for (char& c : name)
            c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        const std::size_t afterName = m_at;
        skipSpaces();
        const bool isCall = !atEnd() && m_text[m_at] == '(';
        for (const Function& function : kFunctions) {
            if (function.name != name)
                continue;
            if (!isCall)
                return fail(m_at, message("%1 needs parentheses: %1(2)").with(verbatim(name)));
            parenthesis();
            m_formula.m_operations.push_back({.kind = Kind::Function, .function = function.apply});
            return;
        }
        for (const Constant& constant : kConstants)
            if (constant.name == name && !(isCall && m_grammar.check))
                return number(constant.value);
        if (!m_grammar.check)
            return fail(begin,
                message(
                    "'%1' is not known; there are pi, e, inf, nan, max, min, eps, sqrt(), abs(), exp(), log(), log2()")
                    .with(verbatim(name)));
        FormulaWord typed{.name = std::move(name), .argument = {}, .position = begin};
        if (!isCall)
            m_at = afterName;
        else if (!(typed.argument = argument()))
            return;
        if (const Message refusal = m_grammar.check(typed); !refusal.empty())
            return fail(begin, refusal);
        std::vector<FormulaWord>& words = m_formula.m_words;
        const auto known = std::find_if(words.begin(), words.end(), [&](const FormulaWord& other) {
            return other.name == typed.name && other.argument == typed.argument;
        });
        m_formula.m_operations.push_back(
            {.kind = Kind::Word, .word = static_cast<std::size_t>(known - words.begin())});
        if (known == words.end())
            words.push_back(std::move(typed));
    }

    /// What is between parentheses, as it is; those within are paired, but not between quotes. Nothing: an error.
    std::optional<std::string> argument()
    {
        const std::size_t open = m_at++;
        int depth = 1;
        char quote = 0;
        for (; !atEnd(); ++m_at) {
            const char c = m_text[m_at];
            if (quote != 0)
                quote = c == quote ? 0 : quote;
            else if (c == '"' || c == '\'')
                quote = c;
            else if (c == '(')
                ++depth;
            else if (c == ')' && --depth == 0)
                return std::string(m_text.substr(open + 1, m_at++ - open - 1));
        }
        fail(open,
            quote != 0 ? message("a quote is not closed after this")
                       : message("this parenthesis is not closed"));
        return std::nullopt;
    }

    struct Depth
    {
        explicit Depth(FormulaParser& owner)
            : parser(owner)
        {
            if (++parser.m_depth > kDeepest)
                parser.fail(parser.m_at, message("this is nested too deeply"));
        }
        ~Depth() { --parser.m_depth; }
        Depth(const Depth&) = delete;
        Depth& operator=(const Depth&) = delete;
        FormulaParser& parser;
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
    Message unexpected() const
    {
        const char c = m_text[m_at];
        if (c == ',')
            return message("a comma has no meaning here; decimals have a point");
        if (isDigit(c) || isLetter(c) || c == '(' || c == '.')
            return message("an operator is missing before this: + - * / ^");
        if (static_cast<unsigned char>(c) >= 0x80)
            return message("this character has no meaning here");
        return message("'%1' has no meaning here").with(verbatim(std::string(1, c)));
    }
    void fail(std::size_t position, Message why)
    {
        if (!m_error)
            m_error = ExpressionError{position, std::move(why)};
    }

    std::string_view m_text;
    const FormulaGrammar& m_grammar;
    Formula m_formula;
    std::size_t m_at = 0;
    int m_depth = 0;
    std::optional<ExpressionError> m_error;
};

std::variant<ComparedFormulas, ExpressionError> parseComparison(
    std::string_view text, const FormulaGrammar& grammar)
{
    return FormulaParser(text, grammar).parse(true);
}

std::variant<Formula, ExpressionError> parseFormula(std::string_view text, const FormulaGrammar& grammar)
{
    std::variant<ComparedFormulas, ExpressionError> parsed = FormulaParser(text, grammar).parse(false);
    if (const auto* error = std::get_if<ExpressionError>(&parsed))
        return *error;
    return std::get<ComparedFormulas>(std::move(parsed)).left;
}

} // namespace ulpscope
