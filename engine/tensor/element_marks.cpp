// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/element_marks.h"

#include "engine/base/check.h"
#include "engine/tensor/carrier.h"

namespace ulpscope {

namespace {

void checkMarks(const Tensor& tensor, std::span<std::uint8_t> marks)
{
    checkEqual(tensor.size(), static_cast<Index>(marks.size()), "[element marks] elements");
}

template <class Holds>
void markWhere(const Tensor& before, const Tensor& after, std::span<std::uint8_t> marks, Holds holds)
{
    check(carrierOf(before.format()) == carrierOf(after.format()), "[element marks] tensors share a carrier");
    checkMarks(before, marks);
    checkMarks(after, marks);
    onCarrier(after, [&](auto zero) {
        using T = decltype(zero);
        const T* old = TensorValues::of<T>(before);
        const T* now = TensorValues::of<T>(after);
        for (std::size_t i = 0; i < marks.size(); ++i)
            marks[i] |= static_cast<std::uint8_t>(holds(old[i], now[i]));
    });
}

} // namespace

void markChanged(const Tensor& before, const Tensor& after, std::span<std::uint8_t> marks)
{
    markWhere(before, after, marks, [](auto old, auto now) { return old != now; });
}

void markChangedToFinite(const Tensor& before, const Tensor& after, std::span<std::uint8_t> marks)
{
    // Less itself, a number that is not finite is no zero.
    markWhere(before, after, marks, [](auto old, auto now) { return (old != now) & (now - now == 0); });
}

void markNonZero(const Tensor& values, std::span<std::uint8_t> marks)
{
    checkMarks(values, marks);
    onCarrier(values, [&](auto zero) {
        using T = decltype(zero);
        const T* elements = TensorValues::of<T>(values);
        for (std::size_t i = 0; i < marks.size(); ++i)
            marks[i] |= static_cast<std::uint8_t>(elements[i] != T(0));
    });
}

} // namespace ulpscope
