// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/nonfinite_watch.h"

#include "engine/base/message.h"
#include "engine/base/number_text.h"
#include "engine/base/text_lists.h"

#include <algorithm>
#include <cmath>

namespace ulpscope {

namespace {

NonFiniteBirth birthAt(const Arithmetic& arithmetic, const char* operation, const Tensor& out, Index element)
{
    NonFiniteBirth birth;
    birth.place = arithmetic.place();
    birth.operation = operation;
    birth.out = &out;
    birth.element = element;
    birth.shape = out.shape();
    birth.format = &out.format();
    birth.value = out.at(element);
    return birth;
}

std::string valueText(double value)
{
    return std::isnan(value) ? "NaN" : value > 0 ? "infinity" : "-infinity";
}

/// "is more than float16 holds (65504)"
std::string limitText(const Format& format)
{
    return std::string(format.name) + " ends at " + shortestText(format.maxFinite());
}

std::string howText(const NonFiniteBirth& birth)
{
    const std::string text = joinedText(birth.operands, ", ",
        [&](const NamedValue& operand) { return operand.name + " " + briefText(operand.value); });
    return "the " + birth.operation + " of " + text + " gives " + valueText(birth.value)
        + (std::isinf(birth.value) ? "; " + limitText(*birth.format) : "");
}

void traceElements(ElementTrace& trace, const Arithmetic& arithmetic, const char* operation,
    const Tensor& out, std::vector<WatchedOperand> operands, const std::optional<NamedValue>& scalar,
    ExactOperation exact)
{
    std::ranges::stable_partition(operands, [](const WatchedOperand& operand) { return !operand.isBeside; });
    std::vector<TracedOperand> traced;
    for (const WatchedOperand& operand : operands) {
        const bool isWhole = operand.tensor->size() == out.size();
        traced.push_back({operand.copyOf != nullptr ? operand.copyOf : operand.tensor,
            isWhole ? TracedOperand::Use::SameElement : TracedOperand::Use::Term, isWhole ? 1 : out.rows()});
    }
    trace.take(arithmetic, operation, out, std::move(traced), [&](Index element) {
        ElementDetail detail;
        for (const WatchedOperand& operand : operands)
            if (operand.tensor->size() > 0)
                detail.operands.push_back(
                    {operand.name, operand.tensor->at(element % operand.tensor->size())});
        if (scalar)
            detail.operands.push_back(*scalar);
        if (exact != nullptr)
            detail.exact = exact(detail.operands.front().value, detail.operands.back().value);
        return detail;
    });
}

/// The first term of a product that makes its sum a NaN.
struct NanTerm
{
    Index term = 0;
    double sum = 0; ///< the sum before it
    double left = 0;
    double right = 0;
};

} // namespace

void NonFiniteWatch::report(NonFiniteBirth birth)
{
    if (m_birth)
        return;
    const bool isPassedOn = std::ranges::any_of(
        birth.operands, [this](const NamedValue& operand) { return isSought(operand.value); });
    if (isPassedOn) {
        birth.operation.clear();
        birth.operands.clear();
        birth.how.clear();
    }
    m_birth = std::move(birth);
}

std::optional<Index> firstNonFinite(const Tensor& x)
{
    for (Index i = 0; i < x.size(); ++i)
        if (!std::isfinite(x.at(i)))
            return i;
    return std::nullopt;
}

std::optional<Index> firstSought(const Arithmetic& arithmetic, const Tensor& x)
{
    for (Index i = 0; i < x.size(); ++i)
        if (arithmetic.watch()->isSought(x.at(i)))
            return i;
    return std::nullopt;
}

void reportBirth(Arithmetic& arithmetic, const char* operation, const Tensor& in, const Tensor& out,
    Index element, std::vector<NamedValue> operands, std::string how)
{
    NonFiniteBirth birth = birthAt(arithmetic, operation, out, element);
    birth.in = &in;
    birth.operands = std::move(operands);
    birth.how = how.empty() ? howText(birth) : std::move(how);
    arithmetic.watch()->report(std::move(birth));
}

void traceWhole(Arithmetic& arithmetic, const char* operation, const Tensor& in, const Tensor& out,
    const std::function<std::vector<NamedValue>(Index)>& operandsOf)
{
    const bool isSame = in.size() == out.size();
    traceOf(arithmetic)
        ->take(arithmetic, operation, out,
            {{&in, isSame ? TracedOperand::Use::SameElement : TracedOperand::Use::Term}}, [&](Index element) {
                ElementDetail detail;
                detail.operands = operandsOf(element);
                return detail;
            });
}

void watchNormalizedRows(Arithmetic& arithmetic, const char* operation, const Tensor& x, const Tensor& out,
    std::initializer_list<WatchedOperand> others)
{
    if (!isWatched(arithmetic))
        return;
    if (traceOf(arithmetic) != nullptr)
        return traceWhole(arithmetic, operation, x, out, [&x](Index element) {
            return std::vector<NamedValue>{{"value", x.at(element)}};
        });
    const std::optional<Index> element = firstSought(arithmetic, out);
    if (!element)
        return;
    const Index columns = std::max<Index>(x.columns(), 1);
    const Index row = *element / columns;
    const double limit = out.format().maxFinite();
    double sum = 0;
    double squares = 0;
    double largest = 0;
    for (Index i = row * columns; i < (row + 1) * columns; ++i) {
        sum += x.at(i);
        largest = std::max(largest, std::fabs(x.at(i)));
    }
    const double mean = sum / static_cast<double>(columns);
    for (Index i = row * columns; i < (row + 1) * columns; ++i)
        squares += (x.at(i) - mean) * (x.at(i) - mean);
    const NamedValue magnitude{"largest magnitude", largest};
    if (std::fabs(sum) > limit)
        return reportBirth(arithmetic, translated("sum over the row"), x, out, *element,
            {magnitude, {"sum in float64", sum}});
    if (squares > limit)
        return reportBirth(arithmetic, translated("sum of squares over the row"), x, out, *element,
            {magnitude, {"sum in float64", squares}});
    std::vector<NamedValue> operands{{"value", x.at(*element)}, {"mean of its row in float64", mean},
        {"variance of its row in float64", squares / static_cast<double>(columns)}};
    for (const WatchedOperand& other : others)
        if (other.tensor != nullptr && other.tensor->size() > 0)
            operands.push_back({other.name, other.tensor->at(*element % other.tensor->size())});
    reportBirth(arithmetic, operation, x, out, *element, std::move(operands));
}

void watchElements(Arithmetic& arithmetic, const char* operation, const Tensor& out,
    std::initializer_list<WatchedOperand> operands, std::optional<NamedValue> scalar, ExactOperation exact)
{
    if (ElementTrace* trace = traceOf(arithmetic))
        return traceElements(*trace, arithmetic, operation, out, operands, scalar, exact);
    const std::optional<Index> element = firstSought(arithmetic, out);
    if (!element)
        return;
    NonFiniteBirth birth = birthAt(arithmetic, operation, out, *element);
    for (const WatchedOperand& operand : operands) {
        if (operand.tensor->size() == 0)
            continue;
        if (birth.in == nullptr)
            birth.in = operand.tensor;
        birth.operands.push_back({operand.name, operand.tensor->at(*element % operand.tensor->size())});
    }
    if (scalar)
        birth.operands.push_back(*std::move(scalar));
    birth.how = howText(birth);
    arithmetic.watch()->report(std::move(birth));
}

void watchProduct(Arithmetic& arithmetic, const Tensor& left, const Tensor& right, bool transposeLeft,
    bool transposeRight, const Tensor& out, const std::function<double(Index)>& accumulated)
{
    if (ElementTrace* trace = traceOf(arithmetic)) {
        const Index terms = transposeLeft ? left.rows() : left.columns();
        return trace->take(
            arithmetic, translated("matrix product"), out,
            {{&left, TracedOperand::Use::Term, out.columns()},
                {&right, TracedOperand::Use::Term, out.rows()}},
            [&](Index element) {
                const Index row = element / out.columns();
                const Index column = element % out.columns();
                ElementDetail detail = detailOfSum(
                    terms,
                    [&](Index p) {
                        return left.at(transposeLeft ? p * left.columns() + row : row * terms + p);
                    },
                    [&](Index p) {
                        return right.at(transposeRight ? column * terms + p : p * out.columns() + column);
                    });
                detail.accumulated = accumulated(element);
                return detail;
            },
            [=, columns = out.columns(), leftColumns = left.columns()](Index element, Index p) {
                const Index row = element / columns;
                const Index column = element % columns;
                return std::array{transposeLeft ? p * leftColumns + row : row * terms + p,
                    transposeRight ? column * terms + p : p * columns + column};
            });
    }
    const std::optional<Index> element = firstSought(arithmetic, out);
    if (!element)
        return;
    NonFiniteBirth birth = birthAt(arithmetic, translated("matrix product"), out, *element);
    birth.in = &left;
    const Index columns = out.columns();
    const Index row = *element / columns;
    const Index column = *element % columns;
    const Index terms = transposeLeft ? left.rows() : left.columns();
    const double limit = birth.format->maxFinite();
    double sum = 0;
    double amaxLeft = 0;
    double amaxRight = 0;
    std::optional<Index> passesAt;
    double passesWith = 0;
    std::optional<NanTerm> nan;
    for (Index p = 0; p < terms; ++p) {
        const double a = left.at(transposeLeft ? p * left.columns() + row : row * terms + p);
        const double b = right.at(transposeRight ? column * terms + p : p * columns + column);
        amaxLeft = std::max(amaxLeft, std::fabs(a));
        amaxRight = std::max(amaxRight, std::fabs(b));
        if (!nan && std::isnan(sum + a * b))
            nan = {p, sum, a, b};
        sum += a * b;
        if (!passesAt && !(std::fabs(sum) <= limit)) {
            passesAt = p;
            passesWith = sum;
        }
    }
    if (std::isnan(birth.value) && nan) {
        birth.operands = {{"left operand", nan->left}, {"right operand", nan->right},
            {"partial sum before term " + std::to_string(nan->term + 1) + " of " + std::to_string(terms),
                nan->sum}};
        birth.how = "of row " + std::to_string(row) + " times column " + std::to_string(column) + ", term "
            + std::to_string(nan->term + 1) + " of " + std::to_string(terms) + " is " + briefText(nan->left)
            + " × " + briefText(nan->right) + ", and comes to " + briefText(nan->sum);
        arithmetic.watch()->report(std::move(birth));
        return;
    }
    birth.operands = {{"row " + std::to_string(row) + " of the left operand, largest magnitude", amaxLeft},
        {"column " + std::to_string(column) + " of the right operand, largest magnitude", amaxRight},
        {"their product in float64", sum}};
    birth.how = "row " + std::to_string(row) + " times column " + std::to_string(column) + " is "
        + briefText(sum) + " in float64, and " + limitText(*birth.format);
    if (passesAt) {
        birth.operands.push_back(
            {"partial sum after term " + std::to_string(*passesAt + 1) + " of " + std::to_string(terms),
                passesWith});
        birth.how += "; the partial sum passes that at term " + std::to_string(*passesAt + 1) + " of "
            + std::to_string(terms) + " with " + briefText(passesWith);
    }
    arithmetic.watch()->report(std::move(birth));
}

void watchLines(Arithmetic& arithmetic, const char* operation, const Tensor& in, const Tensor& out,
    bool isOfColumns, bool isSum)
{
    if (ElementTrace* trace = isSum ? traceOf(arithmetic) : nullptr)
        return trace->take(
            arithmetic, operation, out, {{&in, TracedOperand::Use::Term, 1}},
            [&](Index element) {
                return detailOfSum(
                    in.rows(), [&](Index row) { return in.at(row * in.columns() + element); },
                    [](Index) { return 1.0; });
            },
            [columns = in.columns()](Index element, Index row) {
                return std::array{row * columns + element, Index{0}};
            });
    if (traceOf(arithmetic) != nullptr)
        return traceWhole(arithmetic, operation, in, out, [&](Index element) {
            return in.size() == out.size() ? std::vector<NamedValue>{{"value", in.at(element)}}
                                           : std::vector<NamedValue>();
        });
    const std::optional<Index> element = firstSought(arithmetic, out);
    if (!element)
        return;
    NonFiniteBirth birth = birthAt(arithmetic, operation, out, *element);
    birth.in = &in;
    const Index columns = std::max<Index>(in.columns(), 1);
    const Index line = isOfColumns ? *element % columns : *element / std::max<Index>(out.columns(), 1);
    const Index length = isOfColumns ? in.rows() : columns;
    double least = 0;
    double most = 0;
    double sum = 0;
    for (Index k = 0; k < length; ++k) {
        const double x = in.at(isOfColumns ? k * columns + line : line * columns + k);
        least = k == 0 ? x : std::min(least, x);
        most = k == 0 ? x : std::max(most, x);
        sum += x;
    }
    const std::string name = (isOfColumns ? "column " : "row ") + std::to_string(line);
    birth.operands = {{name + ", smallest value", least}, {"largest value", most}, {"sum in float64", sum}};
    birth.how = howText(birth);
    arithmetic.watch()->report(std::move(birth));
}

void watchScalar(Arithmetic& arithmetic, const Format& format, double rounded, const char* operation,
    std::initializer_list<NamedNumber> operands)
{
    if (!arithmetic.watch()->isSought(rounded))
        return;
    NonFiniteBirth birth;
    birth.place = arithmetic.place();
    birth.operation = operation;
    birth.format = &format;
    birth.value = rounded;
    for (const NamedNumber& operand : operands)
        birth.operands.push_back({operand.name, operand.value});
    birth.how = howText(birth);
    arithmetic.watch()->report(std::move(birth));
}

} // namespace ulpscope
