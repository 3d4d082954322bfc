// SPDX-License-Identifier: GPL-3.0-or-later
// The formulas of jax.nn 0.10 as its jaxprs have them, forward and reverse, each operation rounded (r) as XLA rounds it on a
// CPU without excess precision; the caller rounds the last one. logistic is 1 / (1 + exp(-x)) there. expm1 is rounded once,
// where XLA's float16 takes it apart further.
#include "engine/kernels/per_level/kernel_groups.h"

#include "engine/kernels/per_level/rounding/rounders.h"
#include "engine/kernels/xla_rules.h"

#include <cmath>
#include <numbers>

namespace ulpscope::kernels {

namespace {

template <class T, class Round>
struct Formulas
{
    Round r;
    T rootHalf = r(static_cast<T>(std::numbers::sqrt2 / 2));
    T minusTwoOverRootPi = r(static_cast<T>(-2 * std::numbers::inv_sqrtpi));
    T cubic = r(static_cast<T>(0.044715));
    T rootTwoOverPi = r(static_cast<T>(std::numbers::sqrt2 * std::numbers::inv_sqrtpi));
    T slope = r(static_cast<T>(0.2));
    T seluAlpha = r(static_cast<T>(1.6732632423543772848170429916717));
    T seluScale = r(static_cast<T>(1.0507009873554804934193349852946));
    T sixth = r(T{1} / 6);
    bool divides;
    T half = static_cast<T>(0.5);

    Formulas(const Round& round, const Grid<T>& grid)
        : r(round)
        , divides(!dividesByReciprocal(grid.mantissaBits))
    {
    }

    T bySix(T x) const { return divides ? x / 6 : x * sixth; }

    T logistic(T x) const { return T{1} / r(T{1} + r(std::exp(-x))); }
    T softplus(T x) const
    {
        if (std::isnan(x))
            return x;
        return (x > 0 ? x : T{0}) + r(std::log1p(r(std::exp(-std::abs(x)))));
    }
    /// d softplus(x) / dx from x and y = softplus(x), rounded
    T softplusSlope(T x, T y) const
    {
        constexpr T kInfinity = std::numeric_limits<T>::infinity();
        return r(std::exp(r((x == kInfinity ? T{0} : x) - (y == kInfinity ? T{0} : y))));
    }
    static T relu6(T x) { return x < 0 ? T{0} : x > 6 ? T{6} : x; }
    static bool isInside(T x) { return x > 0 && x < 6; }
    T hardSigmoid(T x) const { return bySix(relu6(r(x + 3))); }
    /// what gelu's tanh form takes the tanh of
    T geluArgument(T x) const { return r(rootTwoOverPi * r(x + r(cubic * r(r(x * x) * x)))); }
    T elu(T x) const { return x > 0 ? x : std::expm1(x); }

    template <ActivationKind kKind>
    [[gnu::always_inline]] T value(T x) const
    {
        using enum ActivationKind;
        if constexpr (kKind == Sigmoid)
            return logistic(x);
        else if constexpr (kKind == Gelu)
            return r(half * x) * r(std::erfc(r(-x * rootHalf)));
        else if constexpr (kKind == GeluTanh)
            return x * r(half * r(T{1} + r(std::tanh(geluArgument(x)))));
        else if constexpr (kKind == Silu)
            return x * r(logistic(x));
        else if constexpr (kKind == Elu)
            return elu(x);
        else if constexpr (kKind == Selu)
            return seluScale * (x > 0 ? x : r(seluAlpha * r(std::expm1(x))));
        else if constexpr (kKind == LeakyRelu)
            return x >= 0 ? x : slope * x;
        else if constexpr (kKind == Softplus)
            return softplus(x);
        else if constexpr (kKind == Softsign)
            return x / r(std::abs(x) + 1);
        else if constexpr (kKind == Relu6)
            return relu6(x);
        else if constexpr (kKind == HardSigmoid)
            return hardSigmoid(x);
        else if constexpr (kKind == HardSilu)
            return x * r(hardSigmoid(x));
        else if constexpr (kKind == Mish)
            return x * r(std::tanh(r(softplus(x))));
        else {
            static_assert(kKind == Tanh, "an activation needs its formula");
            return std::tanh(x);
        }
    }

    /// Gradient of the input, from the input x, the output y and the output's gradient g.
    template <ActivationKind kKind>
    [[gnu::always_inline]] T gradient(T x, T y, T g) const
    {
        using enum ActivationKind;
        if constexpr (kKind == Sigmoid) {
            return g * r(y * r(T{1} - y));
        } else if constexpr (kKind == Gelu) {
            const T scaled = r(-x * rootHalf);
            const T density = r(std::exp(-r(scaled * scaled)));
            const T ofArgument = r(r(minusTwoOverRootPi * r(r(half * x) * g)) * density);
            return -r(ofArgument * rootHalf) + r(half * r(g * r(std::erfc(scaled))));
        } else if constexpr (kKind == GeluTanh) {
            const T curve = r(std::tanh(geluArgument(x)));
            const T direct = r(g * r(half * r(T{1} + curve)));
            const T part = r(r(half * r(x * g)) * r(T{1} - curve));
            const T inner = r(rootTwoOverPi * r(part + r(part * curve)));
            return r(direct + inner) + r(r(cubic * inner) * r(T{3} * r(x * x)));
        } else if constexpr (kKind == Silu) {
            const T gate = r(logistic(x));
            return r(g * gate) + r(r(x * g) * r(gate * r(T{1} - gate)));
        } else if constexpr (kKind == Elu) {
            return x > 0 ? g : g * r(y + T{1});
        } else if constexpr (kKind == Selu) {
            const T scaled = r(seluScale * g);
            return x > 0 ? scaled : r(seluAlpha * scaled) * r(r(std::expm1(x)) + T{1});
        } else if constexpr (kKind == LeakyRelu) {
            return x >= 0 ? g : slope * g;
        } else if constexpr (kKind == Softplus) {
            return g * softplusSlope(x, y);
        } else if constexpr (kKind == Softsign) {
            const T divisor = r(std::abs(x) + 1);
            const T part = r(r(g * r(T{1} / r(divisor * divisor))) * x);
            const T direct = r(g / divisor);
            return x >= 0 ? direct - part : direct + part;
        } else if constexpr (kKind == Relu6) {
            return isInside(x) ? g : T{0};
        } else if constexpr (kKind == HardSigmoid) {
            return isInside(r(x + 3)) ? bySix(g) : T{0};
        } else if constexpr (kKind == HardSilu) {
            const T through = isInside(r(x + 3)) ? r(bySix(r(x * g))) : T{0};
            return r(g * r(hardSigmoid(x))) + through;
        } else if constexpr (kKind == Tanh) {
            const T part = r(g * r(T{1} - y));
            return part + r(part * y);
        } else {
            static_assert(kKind == Mish, "an activation needs the formula of its gradient");
            const T soft = r(softplus(x));
            const T curve = r(std::tanh(soft));
            const T part = r(r(x * g) * r(T{1} - curve));
            return r(g * curve) + r(r(part + r(part * curve)) * softplusSlope(x, soft));
        }
    }
};

/// Calls f(std::integral_constant<ActivationKind, kind>).
template <class F>
void withKind(ActivationKind kind, F&& f)
{
    using enum ActivationKind;
    const auto call = [&]<ActivationKind kKind>() { f(std::integral_constant<ActivationKind, kKind>()); };
    switch (kind) {
    case Sigmoid:
        return call.template operator()<Sigmoid>();
    case Gelu:
        return call.template operator()<Gelu>();
    case GeluTanh:
        return call.template operator()<GeluTanh>();
    case Silu:
        return call.template operator()<Silu>();
    case Elu:
        return call.template operator()<Elu>();
    case Selu:
        return call.template operator()<Selu>();
    case LeakyRelu:
        return call.template operator()<LeakyRelu>();
    case Softplus:
        return call.template operator()<Softplus>();
    case Softsign:
        return call.template operator()<Softsign>();
    case Relu6:
        return call.template operator()<Relu6>();
    case HardSigmoid:
        return call.template operator()<HardSigmoid>();
    case HardSilu:
        return call.template operator()<HardSilu>();
    case Mish:
        return call.template operator()<Mish>();
    case Tanh:
        return call.template operator()<Tanh>();
    }
}

template <class T>
void activate(ActivationKind kind, const T* x, T* y, Index n, const Grid<T>& grid, RoundingCounts& counts)
{
    withRounder(grid, [&](const auto& round) {
        const Formulas<T, std::decay_t<decltype(round)>> formulas(round, grid);
        withKind(kind, [&](auto which) {
            roundEach<T>(
                y, n, round, grid, counts,
                [&](Index i) { return formulas.template value<decltype(which)::value>(x[i]); },
                [x](Index i) { return isFinite(x[i]); });
        });
    });
}

template <class T>
void activateGradient(ActivationKind kind, const T* x, const T* y, const T* dy, T* dx, Index n,
    const Grid<T>& grid, RoundingCounts& counts)
{
    withRounder(grid, [&](const auto& round) {
        const Formulas<T, std::decay_t<decltype(round)>> formulas(round, grid);
        withKind(kind, [&](auto which) {
            roundEach<T>(
                dx, n, round, grid, counts,
                [&](Index i) {
                    return formulas.template gradient<decltype(which)::value>(x[i], y[i], dy[i]);
                },
                [x, dy](Index i) { return isFinite(x[i]) & isFinite(dy[i]); });
        });
    });
}

} // namespace

template <class T>
void addActivations(CarrierKernels<T>& table)
{
    table.activate = activate<T>;
    table.activateGradient = activateGradient<T>;
}

template void addActivations<float>(CarrierKernels<float>&);
template void addActivations<double>(CarrierKernels<double>&);

} // namespace ulpscope::kernels
