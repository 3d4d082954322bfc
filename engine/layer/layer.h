// SPDX-License-Identifier: GPL-3.0-or-later
// A layer: forward and backward over tensors. Layers know formats, never scalar types; the same code runs the float64
// lane, every candidate, and the float64 redo behind the local error.
#pragma once

#include "engine/base/config.h"
#include "engine/base/philox.h"
#include "engine/policy/overrides.h"
#include "engine/scaling/tensor_scaling.h"
#include "engine/tensor/arithmetic.h"
#include "engine/tensor/arithmetic_rules.h"
#include "engine/tensor/tensor_pool.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

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

/// What one step gives to a layer.
struct StepContext
{
    Arithmetic& arithmetic;
    std::int64_t step = 0;
    bool training = true;
    /// What penalties are multiplied by before they are differentiated: the loss scale.
    double penaltyScale = 1;
    /// Asks to stop between two layers; null: never.
    const std::stop_token* stop = nullptr;

    bool isStopped() const { return stop != nullptr && stop->stop_requested(); }
};

/// A tensor that stays between steps. value: in the variable dtype. gradient: in the dtype in which it was computed,
/// still multiplied by the loss scale; empty where the variable is not trainable, such as a moving mean, which the
/// forward pass of a training step changes by itself.
struct Variable
{
    std::string name; ///< "kernel"
    Tensor value;
    Tensor gradient;
    bool trainable = true;
};

/// What a model knows of a layer's place, before the first pass.
struct LayerSurroundings
{
    bool wantsInputGradient = true; ///< something before the layer has variables
    bool isOutput = false; ///< of the model
    /// The gradient that arrives is a matrix product as it left one, whose rows XLA keeps in one axis.
    bool getsProductGradient = false;
    std::shared_ptr<TensorPool> pool = {}; ///< the model's; null: the layer keeps all storage to itself
};

class Layer
{
public:
    explicit Layer(LayerOptions options)
        : m_options(std::move(options))
    {
    }
    virtual ~Layer() = default;
    Layer(const Layer&) = delete;
    Layer& operator=(const Layer&) = delete;

    const LayerNumerics& numerics() const { return m_options.numerics; }
    /// After build().
    virtual void setSurroundings(const LayerSurroundings& surroundings) { m_surroundings = surroundings; }

    /// The output's shape for inputs of these shapes; all of one example, without the batch axis. An error's place is
    /// the parameter that does not fit, or "inputs".
    virtual Result<Shape> outputShape(std::span<const Shape> inputs) const = 0;

    /// What a framework would raise when the layer runs in its compute dtype with these parameters, if anything.
    virtual std::optional<Error> policyProblem() const { return std::nullopt; }

    /// How many weights build() makes for these inputs.
    virtual Index weightCount(std::span<const Shape> /*inputs*/) const { return 0; }

    /// How many numbers it keeps for one example beside its inputs, its output and their gradients, where these are many
    /// more than those: unfolded images.
    virtual Index workCount(std::span<const Shape> /*inputs*/) const { return 0; }

    /// How many multiply-adds forward()'s product takes for one example; the two products of the backward pass take as many
    /// each. 0 where no matrices are multiplied.
    virtual Index multiplyAdds(std::span<const Shape> /*inputs*/) const { return 0; }

    /// Makes the variables, for input shapes that outputShape() took.
    virtual void build(std::span<const Shape> /*inputs*/, Arithmetic& /*arithmetic*/) { }

    /// Whether the model casts inputs to the compute dtype before forward(): Keras' Layer.autocast.
    virtual bool autocast() const { return true; }

    /// Whether forward() casts inputs to the compute dtype while it computes; else the model does so before.
    virtual bool castsInputs() const { return numerics().takesInputsUncast(); }

    /// inputs: in the compute dtype if autocast() and not castsInputs(), else as they come; [batch, ...].
    /// output: in numerics().output.
    virtual void forward(const StepContext& context, std::span<const Tensor* const> inputs, Tensor& output)
        = 0;

    /// The last forward pass's output in the carrier's own format, before it was rounded; null where that is not kept.
    virtual const Tensor* unroundedOutput() const { return nullptr; }

    /// Whether backward()'s input gradient is a matrix product with nothing done to it but its shape, which XLA drops.
    virtual bool sendsProduct() const { return false; }

    /// After forward, with the same inputs. outputGradient: in the compute dtype. Leaves each variable's gradient, and
    /// one input gradient for each input unless `inputGradients` is empty (nothing before needs it).
    virtual void backward(const StepContext& context, std::span<const Tensor* const> inputs,
        const Tensor& output, const Tensor& outputGradient, std::span<Tensor> inputGradients)
        = 0;

    /// Whether forward() takes variables cast to the compute dtype, as Keras' autocast does; else as they are stored.
    virtual bool castsVariables() const { return true; }

    /// What the layer added to the loss in the last forward pass: its regularizers' penalties.
    virtual double penalty() const { return 0; }

    virtual std::span<Variable> variables() { return {}; }
    /// Their names, known before build().
    virtual std::vector<std::string> variableNames() const { return {}; }

    /// The scales of operands that have one for the whole tensor, in the order "inputs", "kernel", "outputs_grad"; what
    /// stays of them between steps is in it too. Empty where nothing is scaled by tensor.
    virtual std::span<const TensorScaling> scalings() const { return {}; }
    /// All that the next step's scales depend on: scalings(), or those of every part where each part has its own.
    virtual void saveScalings(std::vector<TensorScaling>& kept) const
    {
        const std::span<const TensorScaling> own = scalings();
        kept.assign(own.begin(), own.end());
    }
    /// Puts back what saveScalings() of such a layer gave; the next step then continues from there.
    virtual void restoreScalings(std::span<const TensorScaling> /*kept*/) { }
    /// Whether what an applied step would store of its scalings is finite; Keras' loss scale optimizer looks at these
    /// values too.
    virtual bool nextScalingIsFinite() const { return true; }
    /// The trainer calls it once after each training step; each scaling knows what an outcome does to it.
    virtual void commitScaling(StepOutcome /*outcome*/) { }

protected:
    const LayerOptions& options() const { return m_options; }
    const LayerSurroundings& surroundings() const { return m_surroundings; }

private:
    LayerOptions m_options;
    LayerSurroundings m_surroundings;
};

} // namespace ulpscope
