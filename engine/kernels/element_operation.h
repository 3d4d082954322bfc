// SPDX-License-Identifier: GPL-3.0-or-later
// Operations on single elements, and what each means without rounding.
#pragma once

#include "engine/kernels/cuda_functions.h"

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace ulpscope {

enum class ElementOperation : std::uint8_t {
    Copy,
    Negate,
    Absolute,
    Sign, ///< -1, 0, 1 or NaN
    Exp,
    Expm1,
    Log,
    Log1p,
    Tanh,
    Logistic, ///< 1 / (1 + exp(-x))
    Erf,
    Erfc,
    Sqrt,
    Rsqrt, ///< 1 / sqrt(x)
    CudaExp, ///< as CUDA's library computes it in float32 (kernels/cuda_functions.h); in float64 plain
    CudaLog, ///< likewise
    CudaLog1p, ///< likewise
    CudaLogistic, ///< likewise
    CudaErf, ///< likewise
    Add,
    Subtract,
    Multiply,
    Divide,
    MultiplyAdd, ///< a b + c, fused
    Power, ///< the first operand to the power of the second
    Maximum, ///< a NaN wins
    Minimum, ///< a NaN wins
    Greater, ///< 1 or 0
    GreaterOrEqual, ///< 1 or 0
    Equal, ///< 1 or 0
    Select, ///< the second operand where the first is not 0, else the third
};

/// Calls f with a function of an array of operands, float or double, that gives the result.
template <class F>
constexpr auto withMeaning(ElementOperation operation, F&& f)
{
    const auto asNumber
        = [](const auto* x, bool yes) { return static_cast<std::decay_t<decltype(*x)>>(yes); };
    const auto inFloat32 = [](const auto* x, float (*cuda)(float), auto plain) {
        using T = std::decay_t<decltype(*x)>;
        if constexpr (std::is_same_v<T, float>)
            return cuda(x[0]);
        else
            return plain(x[0]);
    };
    switch (operation) {
        using enum ElementOperation;
    case Copy:
        break;
    case Negate:
        return f([](const auto* x) { return -x[0]; });
    case Absolute:
        return f([](const auto* x) { return std::fabs(x[0]); });
    case Sign:
        return f([](const auto* x) {
            using T = std::decay_t<decltype(*x)>;
            return x[0] > 0 ? T{1} : x[0] < 0 ? T{-1} : x[0];
        });
    case Exp:
        return f([](const auto* x) { return std::exp(x[0]); });
    case Expm1:
        return f([](const auto* x) { return std::expm1(x[0]); });
    case Log:
        return f([](const auto* x) { return std::log(x[0]); });
    case Log1p:
        return f([](const auto* x) { return std::log1p(x[0]); });
    case Tanh:
        return f([](const auto* x) { return std::tanh(x[0]); });
    case Logistic:
        return f([](const auto* x) { return 1 / (1 + std::exp(-x[0])); });
    case Erf:
        return f([](const auto* x) { return std::erf(x[0]); });
    case Erfc:
        return f([](const auto* x) { return std::erfc(x[0]); });
    case Sqrt:
        return f([](const auto* x) { return std::sqrt(x[0]); });
    case Rsqrt:
        return f([](const auto* x) { return 1 / std::sqrt(x[0]); });
    case CudaExp:
        return f(
            [inFloat32](const auto* x) { return inFloat32(x, cudaExp, [](auto v) { return std::exp(v); }); });
    case CudaLog:
        return f(
            [inFloat32](const auto* x) { return inFloat32(x, cudaLog, [](auto v) { return std::log(v); }); });
    case CudaLog1p:
        return f([inFloat32](const auto* x) {
            return inFloat32(x, cudaLog1p, [](auto v) { return std::log1p(v); });
        });
    case CudaLogistic:
        return f([inFloat32](const auto* x) {
            return inFloat32(x, cudaSigmoid, [](auto v) { return 1 / (1 + std::exp(-v)); });
        });
    case CudaErf:
        return f(
            [inFloat32](const auto* x) { return inFloat32(x, cudaErf, [](auto v) { return std::erf(v); }); });
    case Add:
        return f([](const auto* x) { return x[0] + x[1]; });
    case Subtract:
        return f([](const auto* x) { return x[0] - x[1]; });
    case Multiply:
        return f([](const auto* x) { return x[0] * x[1]; });
    case Divide:
        return f([](const auto* x) { return x[0] / x[1]; });
    case MultiplyAdd:
        return f([](const auto* x) { return std::fma(x[0], x[1], x[2]); });
    case Power:
        return f([](const auto* x) { return std::pow(x[0], x[1]); });
    case Maximum:
        return f([](const auto* x) { return x[0] > x[1] || x[0] != x[0] ? x[0] : x[1]; });
    case Minimum:
        return f([](const auto* x) { return x[0] < x[1] || x[0] != x[0] ? x[0] : x[1]; });
    case Greater:
        return f([asNumber](const auto* x) { return asNumber(x, x[0] > x[1]); });
    case GreaterOrEqual:
        return f([asNumber](const auto* x) { return asNumber(x, x[0] >= x[1]); });
    case Equal:
        return f([asNumber](const auto* x) { return asNumber(x, x[0] == x[1]); });
    case Select:
        return f([](const auto* x) { return x[0] != 0 ? x[1] : x[2]; });
    }
    return f([](const auto* x) { return x[0]; });
}

/// Whether the result is one of the operands, up to the sign, or 0 or 1, so that nothing is rounded.
constexpr bool isExact(ElementOperation operation)
{
    using enum ElementOperation;
    return operation <= Sign || operation >= Maximum;
}

constexpr bool isBasic(ElementOperation operation)
{
    using enum ElementOperation;
    return operation == Add || operation == Subtract || operation == Multiply || operation == Divide;
}

} // namespace ulpscope
