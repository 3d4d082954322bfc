// SPDX-License-Identifier: GPL-3.0-or-later
// Typed access to a tensor's storage, for this folder's operations only.
#pragma once

#include "engine/kernels/kernel_table.h"
#include "engine/tensor/tensor.h"

#include <optional>
#include <utility>

namespace ulpscope {

class TensorValues
{
public:
    template <class T>
    static T* of(Tensor& tensor)
    {
        tensor.m_range.reset();
        return reinterpret_cast<T*>(tensor.m_storage.get());
    }
    template <class T>
    static const T* of(const Tensor& tensor)
    {
        return reinterpret_cast<const T*>(tensor.m_storage.get());
    }
    /// Range of the elements as they are; see Tensor::m_range.
    static const std::optional<FiniteRange>& range(const Tensor& tensor) { return tensor.m_range; }
    static void setRange(Tensor& tensor, const std::optional<FiniteRange>& range) { tensor.m_range = range; }
};

template <class T>
const CarrierKernels<T>& kernelsFor(const KernelTable& table)
{
    if constexpr (sizeof(T) == sizeof(float))
        return table.f32;
    else
        return table.f64;
}

/// Calls f(T{}) with the type in which the tensor's values lie.
template <class F>
auto onCarrier(const Tensor& tensor, F&& f)
{
    return carrierOf(tensor.format()) == Carrier::Float ? std::forward<F>(f)(float{})
                                                        : std::forward<F>(f)(double{});
}

} // namespace ulpscope
