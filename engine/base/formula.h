// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic as the user types it, with words that stand for numbers: parsed once, evaluated for any values of the words. Every
// literal is the nearest float64 and every operation one of float64's.
#pragma once

#include "engine/base/message.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ulpscope {

struct ExpressionError
{
    std::size_t position
        = 0; ///< index of the character that is wrong; the text's size where it ends too early
    Message message;
};

/// A word that is neither a constant nor a function: "loss", or "amax(dense_2.output)" with what is in its parentheses.
struct FormulaWord
{
    std::string name; ///< name in small letters
    std::optional<std::string> argument; ///< argument as it was typed
    std::size_t position = 0; ///< index of its first character

    bool operator==(const FormulaWord&) const = default;
};

class Formula
{
public:
    /// Each once, in the order in which they are first used.
    const std::vector<FormulaWord>& words() const { return m_words; }
    /// values: by word.
    double value(std::span<const double> values = {}) const;

private:
    friend class FormulaParser;
    struct Operation
    {
        enum class Kind { Number, Word, Negate, Function, Add, Subtract, Multiply, Divide, Power };
        Kind kind = Kind::Number;
        double number = 0;
        std::size_t word = 0;
        double (*function)(double) = nullptr;
    };
    std::vector<Operation> m_operations; ///< operands first: a stack machine's program
    std::vector<FormulaWord> m_words;
};

enum class Relation { Less, LessOrEqual, Greater, GreaterOrEqual, Equal, NotEqual };
/// NaN is unequal to everything, and neither less nor greater.
bool holds(Relation relation, double left, double right);

/// "left", or "left > right".
struct ComparedFormulas
{
    Formula left;
    std::optional<Relation> relation;
    Formula right; ///< right side of a relation
};

/// Why a word means nothing; empty: it has a meaning.
using WordCheck = std::function<Message(const FormulaWord&)>;

struct FormulaGrammar
{
    WordCheck check = {}; ///< none: there are no words
    Message emptyText = {}; ///< error for an empty text
};

/// Operators by rising precedence: + and -; * and /; a sign; ^ (also **), from the right, so that -2^-1 is -(2^(-1)).
/// Constants: pi, e, inf, nan, of float64 also max, min (the smallest normal number) and eps. Functions: sqrt, abs, exp,
/// log, log2. At most 400 characters, and nested at most 64 deep.
std::variant<Formula, ExpressionError> parseFormula(std::string_view text, const FormulaGrammar& grammar);
std::variant<ComparedFormulas, ExpressionError> parseComparison(
    std::string_view text, const FormulaGrammar& grammar);

} // namespace ulpscope
