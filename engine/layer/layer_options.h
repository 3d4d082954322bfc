// SPDX-License-Identifier: GPL-3.0-or-later
// How a layer computes: what its policy, its recipe and its overrides came to.
#pragma once

#include "engine/base/config.h"
#include "engine/policy/overrides.h"
#include "engine/scaling/tensor_scaling.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/shape.h"

#include <array>
#include <cstdint>
#include <optional>

namespace ulpscope {

/// The three products of a layer, in the order of their overrides.
enum class ProductRole : std::uint8_t { Forward, InputGradient, WeightGradient };

inline constexpr int kTernaryBits = 2;

/// Keras' kernels of integers: how layer.quantize() makes them of the initial kernel (tensor/integer_kernel.h).
struct IntegerKernel
{
    int bits = 8; ///< 8, 4, or kTernaryBits: -1, 0 and 1 with one scale
    Index blockSize = -1; ///< of 4 bits: inputs that share a scale and a zero point; -1: one scale a channel
    /// With 4 bits there is one scale a channel: EinsumDense divides the kernel by it before the product, Dense the product.
    bool dividesKernel = false;
};

/// The overrides of a layer's arithmetic, filled in from its dtype policy, its recipe and its own overrides.
struct LayerNumerics
{
    const Format* compute = nullptr;
    const Format* variable = nullptr;
    /// Operands that no product overrides are float8, scaled by the amaxes of earlier steps.
    std::optional<ScalingSettings> scaling;
    /// A bias is rounded to bfloat16 before it is added, as in Keras' _float8_call where its dtype_policy computes in float32. Of a
    /// layer whose policy a map gives, that is the map: its default.
    bool roundsBias = false;
    /// The kernel is integers, does not train, and the products are those of Keras' int8 and int4 calls.
    std::optional<IntegerKernel> integerKernel;

    /// What is overridden, by the layer or its recipe: products in the order of ProductRole, and how the optimizer computes
    /// and stores.
    std::array<ProductOverrides, 3> products;
    const Format* output = nullptr; ///< of the output; the compute dtype where it is inherited
    std::optional<UpdateNumerics> update;
    /// How a bias' gradient is summed: as Keras on JAX does, or under the recipes of other stacks as these do.
    SumRounding biasSums = SumRounding::EachAddition;

    const ProductOverrides& product(ProductRole role) const
    {
        return products[static_cast<std::size_t>(role)];
    }
    /// Whether inputs reach the layer as they are, because it rounds them itself; else they are cast to `compute`.
    bool takesInputsUncast() const
    {
        return product(ProductRole::Forward).left.has_value()
            || product(ProductRole::WeightGradient).left.has_value()
            || (scaling && scaling->kind == ScalingKind::Delayed);
    }

    /// The float64 reference: same layer, nothing rounded below float64, nothing scaled, a kernel of numbers that trains.
    static LayerNumerics float64();
};

struct LayerOptions
{
    Config config; ///< checked against the catalog row
    LayerNumerics numerics;
    std::uint64_t seed = 0;
    std::uint32_t index = 0; ///< position in the model; keys the random draws
};

} // namespace ulpscope
