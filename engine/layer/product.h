// SPDX-License-Identifier: GPL-3.0-or-later
// One of a layer's matrix products under its overrides: operands rounded for this product alone, summed as the accumulator
// says, the result rounded once. Without overrides it is one call of the plain matmul.
#pragma once

#include "engine/dtype/block_quantize.h"
#include "engine/layer/layer.h"
#include "engine/tensor/ops.h"

namespace ulpscope {

/// An operand in both of its forms.
struct Operand
{
    const Tensor* source; ///< as it arrived or is stored: what an overridden operand is rounded from
    /// As the policy has it. May be null if the operand is overridden, and on the right of a plain product, which then
    /// casts the source as it reads it.
    const Tensor* underPolicy;
    const Tensor* rounded = nullptr; ///< as another product has rounded it already, alike; null: none has
};

/// Whether both overrides give the same values of one tensor, whichever of a matrix's axes is summed over: one product may
/// then take what the other has rounded.
bool roundAlike(const std::optional<CastTarget>& a, const std::optional<CastTarget>& b);

/// Which of a product's draws.
enum class ProductDraw : std::uint32_t { Left, Right, Sum };
/// Whose draws they are in step 0. number: as of Product.
RandomKey drawKey(const LayerOptions& options, ProductRole role, ProductDraw draw, std::uint32_t number = 0);

class Product
{
public:
    /// number: which of the layer's products of that role, where it has several; keys the random draws.
    Product(const LayerOptions& options, ProductRole role, std::uint32_t number = 0);

    /// Whether both operands are in the compute dtype, summed in its carrier and rounded to it once.
    bool isPlain() const { return m_isPlain; }
    bool overridesLeft() const { return m_overrides.left.has_value(); }
    bool overridesRight() const { return m_overrides.right.has_value(); }
    const std::optional<CastTarget>& left() const { return m_overrides.left; }
    const std::optional<CastTarget>& right() const { return m_overrides.right; }
    /// The operands of the last product as they were rounded; null where they are not overridden.
    const Tensor* roundedLeft() const { return m_left.rounded; }
    const Tensor* roundedRight() const { return m_right.rounded; }
    /// Whether the operand is overridden with a format that has one scale for the whole tensor.
    bool scalesLeftByTensor() const { return scalesByTensor(m_overrides.left); }
    bool scalesRightByTensor() const { return scalesByTensor(m_overrides.right); }
    /// That scale in the last product. A transformed operand's is that of its transform.
    const TensorScale& leftScale() const { return m_left.scale; }
    const TensorScale& rightScale() const { return m_right.scale; }

    /// out = left right, as matmul() of tensor/ops.h. out: in the output dtype for Forward, else in the compute dtype.
    /// Blocks lie along the axis that is summed over.
    void multiply(const StepContext& context, const Operand& left, const Operand& right, Transpose transpose,
        Tensor& out);

private:
    struct Side
    {
        Tensor matrix; ///< of blocks: the source as a matrix in the carrier's format
        Tensor padded; ///< of a transform: with rows of zeros to a multiple of 16
        Tensor transformed;
        Tensor values;
        Tensor scales;
        Tensor widened; ///< where the other operand has another carrier
        TensorScale scale;
        const Tensor* rounded = nullptr; ///< `values`, or the source where it is right as it is
    };
    static bool scalesByTensor(const std::optional<CastTarget>& target);
    /// The source as a matrix that quantizeBlocks takes.
    const Tensor& asMatrix(const StepContext& context, const Tensor& source, Side& side) const;
    const Tensor& rounded(const StepContext& context, const Tensor& source, const CastTarget& target,
        int axis, ProductDraw draw, Side& side) const;
    RandomKey key(const StepContext& context, ProductDraw draw) const;

    ProductOverrides m_overrides;
    const Format* m_compute;
    const Format* m_out;
    bool m_isPlain;
    bool m_countsCast; ///< of a right operand that it casts itself: the first product that has it does
    Accumulator m_accumulator;
    RandomKey m_key; ///< of step 0
    Side m_left;
    Side m_right;
};

/// Whether each product's accumulator takes its operands, and both operands are transformed where one is; the error's
/// place is "numerics.forward.accumulator" and the like.
Status checkProducts(const LayerNumerics& numerics);

} // namespace ulpscope
