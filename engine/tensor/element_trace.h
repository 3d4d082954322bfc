// SPDX-License-Identifier: GPL-3.0-or-later
// Follows one number through a step: which operations make it and take it, and what each did to it. A step is deterministic, so it
// is computed twice: first all operations are listed, then those that matter are looked at.
#pragma once

#include "engine/tensor/arithmetic.h"
#include "engine/tensor/tensor.h"

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

struct NamedValue
{
    std::string name; ///< "value before the cast", "row 3 of the left, largest magnitude"
    double value = 0;
};

struct TracedOperand
{
    enum class Use : std::uint8_t {
        SameElement, ///< element i goes into element i of the result
        Term, ///< an element is one of the terms of some elements, or goes into them in another way
    };
    const Tensor* tensor = nullptr; ///< address that tells tensors apart; never read
    Use use = Use::SameElement;
    Index results = 0; ///< elements that each of its elements goes into; 0: not known
};

/// The effect of an operation on one element.
struct ElementDetail
{
    struct Term
    {
        Index index = 0; ///< index in the sum
        double left = 0;
        double right = 1;
    };
    static constexpr std::size_t kMaxTerms = 3;

    std::vector<NamedValue> operands = {};
    std::vector<Term> terms = {}; ///< terms of a sum, the largest magnitudes first, at most kMaxTerms
    Index termCount = 0;
    /// The result without any rounding, to float64; of what is several operations at once, nothing.
    std::optional<double> exact = {};
    std::optional<double> accumulated = {}; ///< a sum as its accumulator has it before it is stored
    double result = 0;
    const Format* format = nullptr;
};

class ElementTrace
{
public:
    /// Elements of the first two operands that are a term of an element of a sum.
    using TermElements = std::function<std::array<Index, 2>(Index element, Index term)>;

    struct Operation
    {
        ComputePlace place;
        const char* name = ""; ///< empty: elements were moved
        const Tensor* out = nullptr;
        std::vector<TracedOperand> operands;
        TermElements termElements; ///< elements of a sum's terms; otherwise empty
        std::vector<Index> moved; ///< place in `out` of each element of the first operand, of what was moved
    };
    /// An element of an operation's result; with an operand, of that operand instead.
    struct Wanted
    {
        std::size_t operation = 0;
        Index element = 0;
        std::optional<std::size_t> operand = {};

        auto operator<=>(const Wanted&) const = default;
    };

    /// Lists all operations.
    ElementTrace() = default;
    /// Looks at these, in ascending order, when the same step is computed again.
    explicit ElementTrace(std::vector<Wanted> wanted)
        : m_lists(false)
        , m_wanted(std::move(wanted))
    {
    }

    const std::vector<Operation>& operations() const { return m_operations; }
    /// One for each that was wanted.
    const std::vector<ElementDetail>& details() const { return m_details; }

    /// After an operation: operandsOf(element of out) has all but the result. Where a copy of an operand is read, the operand is named.
    void take(const Arithmetic& arithmetic, const char* name, const Tensor& out,
        std::vector<TracedOperand> operands, const std::function<ElementDetail(Index)>& detailOf,
        TermElements termElements = {});
    void takeMove(const Arithmetic& arithmetic, const Tensor& part, const Tensor& whole,
        const std::function<Index(Index)>& place);

private:
    bool m_lists = true;
    std::size_t m_count = 0;
    std::vector<Operation> m_operations;
    std::vector<Wanted> m_wanted;
    std::vector<ElementDetail> m_details;
};

/// The trace that a watch of this arithmetic tells; null without one.
ElementTrace* traceOf(const Arithmetic& arithmetic);

/// The largest terms (of zeros those with the largest operand), their number and the exact sum of `count` products left(k) right(k).
ElementDetail detailOfSum(
    Index count, const std::function<double(Index)>& left, const std::function<double(Index)>& right);

} // namespace ulpscope
