// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/element_trace.h"

#include "engine/kernels/exact_sum.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ulpscope {

ElementTrace* traceOf(const Arithmetic& arithmetic)
{
    return arithmetic.watch() != nullptr ? arithmetic.watch()->trace() : nullptr;
}

void ElementTrace::take(const Arithmetic& arithmetic, const char* name, const Tensor& out,
    std::vector<TracedOperand> operands, const std::function<ElementDetail(Index)>& detailOf,
    TermElements termElements)
{
    const std::size_t number = m_count++;
    if (m_lists) {
        m_operations.push_back(
            {arithmetic.place(), name, &out, std::move(operands), std::move(termElements), {}});
        return;
    }
    while (m_details.size() < m_wanted.size() && m_wanted[m_details.size()].operation == number) {
        const Wanted& wanted = m_wanted[m_details.size()];
        ElementDetail detail;
        if (wanted.operand) {
            const Tensor& operand = *operands.at(*wanted.operand).tensor;
            detail.result = operand.at(wanted.element);
            detail.format = &operand.format();
        } else {
            detail = detailOf(wanted.element);
            detail.result = out.at(wanted.element);
            detail.format = &out.format();
        }
        m_details.push_back(std::move(detail));
    }
}

void ElementTrace::takeMove(const Arithmetic& arithmetic, const Tensor& part, const Tensor& whole,
    const std::function<Index(Index)>& place)
{
    ++m_count;
    if (!m_lists)
        return;
    Operation& operation = m_operations.emplace_back();
    operation.place = arithmetic.place();
    operation.out = &whole;
    operation.operands = {{&part}};
    for (Index i = 0; i < part.size(); ++i)
        operation.moved.push_back(place(i));
}

ElementDetail detailOfSum(
    Index count, const std::function<double(Index)>& left, const std::function<double(Index)>& right)
{
    ElementDetail detail;
    detail.termCount = count;
    ExactSum sum;
    for (Index k = 0; k < count; ++k) {
        const ElementDetail::Term term{k, left(k), right(k)};
        sum.addProduct(term.left, term.right);
        const auto size = [](const ElementDetail::Term& of) {
            return std::pair(
                std::fabs(of.left * of.right), std::max(std::fabs(of.left), std::fabs(of.right)));
        };
        const auto place
            = std::ranges::find_if(detail.terms, [&](const auto& other) { return size(other) < size(term); });
        if (place == detail.terms.end() && detail.terms.size() == ElementDetail::kMaxTerms)
            continue;
        detail.terms.insert(place, term);
        if (detail.terms.size() > ElementDetail::kMaxTerms)
            detail.terms.pop_back();
    }
    detail.exact = sum.rounded();
    return detail;
}

} // namespace ulpscope
