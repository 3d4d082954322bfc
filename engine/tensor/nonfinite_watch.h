// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the operation of a step in which the first value that is not finite, or the first NaN, was born, and the operands that made it.
// A step is deterministic, so it is repeated with a watch only when there is something to find; otherwise a watch costs
// one comparison with null per operation.
#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/element_trace.h"
#include "engine/tensor/scalar_ops.h"
#include "engine/tensor/tensor.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

/// The last operand of a division by a scale: what the scale is in the format that divides.
inline constexpr const char* kScaleInFormat = "scale in the format";

struct NonFiniteBirth
{
    ComputePlace place;
    std::string operation; ///< "cast", "matrix product", "addition"
    const Tensor* out = nullptr; ///< tensor in which it was born; compared with others, never read
    const Tensor* in = nullptr; ///< the first operand; likewise
    Index element = 0; ///< index in `out`, in row-major order
    Shape shape; ///< shape of `out`
    const Format* format = nullptr; ///< format of `out`
    double value = 0; ///< NaN or an infinity
    std::vector<NamedValue> operands;
    std::string how; ///< "70123.5 rounds to infinity, because float16 ends at 65504"
};

class NonFiniteWatch
{
public:
    enum class Seeks : std::uint8_t { NonFinite, Nan };

    explicit NonFiniteWatch(Seeks seeks = Seeks::NonFinite)
        : m_seeks(seeks)
    {
    }
    /// Seeks nothing, and tells the trace of every operation.
    explicit NonFiniteWatch(ElementTrace& trace)
        : m_trace(&trace)
    {
    }
    ElementTrace* trace() const { return m_trace; }
    bool isSought(double value) const
    {
        if (m_trace != nullptr)
            return false;
        return m_seeks == Seeks::Nan ? std::isnan(value) : !std::isfinite(value);
    }
    const std::optional<NonFiniteBirth>& birth() const { return m_birth; }
    /// The first report counts. Where an operand is sought itself, the operation only passed it on: the place stays, without a cause.
    void report(NonFiniteBirth birth);
    /// What was computed in `part` now lies in `whole`: place(element of part) is its element there, or negative if it is left out.
    template <class Place>
    void moved(const Arithmetic& arithmetic, const Tensor& part, const Tensor& whole, Place place)
    {
        if (m_trace != nullptr)
            return m_trace->takeMove(arithmetic, part, whole, place);
        if (!m_birth || m_birth->out != &part)
            return;
        const Index element = place(m_birth->element);
        if (element < 0)
            return;
        m_birth->out = &whole;
        m_birth->element = element;
        m_birth->shape = whole.shape();
    }

private:
    Seeks m_seeks = Seeks::NonFinite;
    ElementTrace* m_trace = nullptr;
    std::optional<NonFiniteBirth> m_birth;
};

/// Whether an operation has to say what it did, and keep a copy of what it overwrites.
inline bool isWatched(const Arithmetic& arithmetic)
{
    return arithmetic.watch() != nullptr && !arithmetic.watch()->birth();
}

struct WatchedOperand
{
    const char* name;
    const Tensor* tensor; ///< tensor with as many elements as the result, or as one of its rows
    const Tensor* copyOf = nullptr; ///< the operand itself, where it was overwritten
    bool isBeside = false; ///< the result is the next operand's number, of which this one decides something
};

/// The result of an operation on two operands, or on one and a scalar, without rounding.
using ExactOperation = double (*)(double a, double b);

/// After an operation that works element by element (or, with a row, broadcasts it). Nothing if all is finite.
void watchElements(Arithmetic& arithmetic, const char* operation, const Tensor& out,
    std::initializer_list<WatchedOperand> operands, std::optional<NamedValue> scalar = {},
    ExactOperation exact = nullptr);

/// The first element that is not finite.
std::optional<Index> firstNonFinite(const Tensor& x);
/// The first element that the watch seeks.
std::optional<Index> firstSought(const Arithmetic& arithmetic, const Tensor& x);
/// A birth in that element of `out`. how: what is said of it; empty: the operands and the format's limit.
void reportBirth(Arithmetic& arithmetic, const char* operation, const Tensor& in, const Tensor& out,
    Index element, std::vector<NamedValue> operands, std::string how = {});

/// Tells the trace of an operation whose inside is not told.
void traceWhole(Arithmetic& arithmetic, const char* operation, const Tensor& in, const Tensor& out,
    const std::function<std::vector<NamedValue>(Index)>& operandsOf);

/// Watches any operation; operandsOf(element) finds the numbers that made an element. in: the first operand.
template <class OperandsOf>
void watchElementsOf(
    Arithmetic& arithmetic, const char* operation, const Tensor& in, const Tensor& out, OperandsOf operandsOf)
{
    if (traceOf(arithmetic) != nullptr)
        traceWhole(arithmetic, operation, in, out,
            [&](Index element) { return std::vector<NamedValue>(operandsOf(element)); });
    else if (const std::optional<Index> element = firstSought(arithmetic, out))
        reportBirth(arithmetic, operation, in, out, *element, operandsOf(*element));
}

/// After rows of x were normalized, or their gradient was found. others: as many elements as x, or as its rows have. Where a sum over
/// the row leaves the format before the operation can use it, the sum is what is reported.
void watchNormalizedRows(Arithmetic& arithmetic, const char* operation, const Tensor& x, const Tensor& out,
    std::initializer_list<WatchedOperand> others);

/// Must be called after out = left right, with the arguments of matmul() in ops.h. accumulated(element): before it was stored.
void watchProduct(Arithmetic& arithmetic, const Tensor& left, const Tensor& right, bool transposeLeft,
    bool transposeRight, const Tensor& out, const std::function<double(Index)>& accumulated);

/// After an operation on whole rows or columns, such as a softmax or a sum: says what is in reach of the element. isSum: each element is
/// the plain sum of its column.
void watchLines(Arithmetic& arithmetic, const char* operation, const Tensor& in, const Tensor& out,
    bool isOfColumns, bool isSum = false);

/// After a single number, such as a loss, was computed and rounded.
void watchScalar(Arithmetic& arithmetic, const Format& format, double rounded, const char* operation,
    std::initializer_list<NamedNumber> operands);

} // namespace ulpscope
