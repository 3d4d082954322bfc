// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/observed_scaling.h"

#include "engine/dtype/rounding.h"
#include "engine/tensor/ops.h"

#include <cmath>

namespace ulpscope {

namespace {

/// max |x|, infinities too. A NaN is the result in Keras, and passed over by Transformer Engine's kernels.
float amaxOf(const Arithmetic& arithmetic, const Tensor& x, bool keepsNan)
{
    const FiniteRange seen = finiteRange(arithmetic, x);
    if (seen.nonFinite == 0)
        return static_cast<float>(seen.amax);
    double result = 0;
    for (Index i = 0; i < x.size(); ++i) {
        const double value = x.at(i);
        if (std::isnan(value) && keepsNan)
            return static_cast<float>(value);
        result = std::fmax(result, std::fabs(value));
    }
    return static_cast<float>(result);
}

} // namespace

void observeOperand(Arithmetic& arithmetic, const ScalingSettings& settings, const Tensor& x,
    TensorScaling& scaling, Tensor& storage)
{
    const bool isKeras = settings.kind == ScalingKind::KerasFloat8;
    const bool isGradient = scaling.slot == "outputs_grad";
    const double limit = (isGradient ? settings.backward : settings.forward)->maxFinite();
    const double scale = static_cast<double>(scaling.scale());
    const float amax = amaxOf(arithmetic, x, isKeras);
    const Format& format = isKeras ? x.format() : carrierFormat(x.format());
    const double largest = isKeras
        ? quotientByOne(format, static_cast<double>(amax), roundToFormat(format, scale))
        : static_cast<double>(amax) * scale;
    storage.reset(x.shape(), format); // also of an operand that may saturate at a later step only
    std::int64_t saturated = 0;
    // Rounding never passes a limit that the format has, so that no element need be looked at below it.
    if (!(largest <= limit && roundToFormat(format, limit) == limit)) {
        Arithmetic apart = arithmetic; // these roundings were counted where the operand was scaled
        apart.setWatch(nullptr);
        castOrCopy(apart, x, format, storage);
        if (isKeras)
            divideByScale(apart, storage, scaling.scale());
        else
            scalarInPlace(apart, Binary::Multiply, storage, scale);
        saturated = countAbove(arithmetic, storage, limit);
    }
    scaling.observe(amax, saturated, x.size());
}

} // namespace ulpscope
