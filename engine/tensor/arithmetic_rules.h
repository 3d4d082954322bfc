// SPDX-License-Identifier: GPL-3.0-or-later
// Which roundings of a program are done: as its source has them, or as the compiler that people run it with leaves them. What
// computes asks for a rule, never for a name. Each row is held against the real thing by tests/interop/keras_steps.py and
// torch_steps.py.
#pragma once

#include "engine/dtype/formats.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// The rows of arithmeticRules(), in their order.
enum class ArithmeticKind : std::uint8_t {
    Written,
    KerasJax,
    Torch,
    TorchHopper,
    KerasTorchHopper,
    KerasJaxHopper
};

/// Keras' optimizers and PyTorch's of the same name are the same up to rounding, but for where Adam adds its epsilon. On CUDA
/// PyTorch updates all variables at once (torch/optim, foreach), which fuses other products.
enum class UpdateFormulas : std::uint8_t { Keras, Torch, TorchCuda };

/// What computes cross-entropy from logits: each operation by itself, or CUDA's log_softmax, which stores logarithms in the dtype of the
/// loss, or under torch.autocast in that of the predictions; or XLA's code for a GPU, with the derivative by the chain rule.
enum class CrossentropyKernel : std::uint8_t { Written, Cuda, CudaAutocast, Xla };

/// Kernels that compute a loss in place of its operations.
struct LossKernels
{
    bool areOnGpu = false; ///< cross-entropy from logits is computed on a GPU
    /// The dtype in which CUDA's kernel stores its logarithms; null: XLA's code, which stores none.
    const Format* logarithms = nullptr;
    bool isTorchs = false; ///< the whole loss is PyTorch's, its mean too
};

struct ArithmeticRules
{
    ArithmeticKind kind = ArithmeticKind::Written;
    std::string name; ///< "keras-jax"
    std::string_view description; ///< one sentence that users see
    /// Whether what a program casts from bfloat16 to float32 is the float32 result before its rounding: XLA computes
    /// bfloat16's operations in float32, and where excess precision is allowed drops the pair of casts between.
    bool castsUnrounded = false;
    /// Whether a b + c in float32 is rounded once: LLVM contracts the product and the sum on processors with FMA.
    bool fusesMultiplyAdd = false;
    /// Whether many numbers are divided by one as XLA divides them, by its reciprocal (kernels/xla_rules.h).
    bool dividesByReciprocal = true;
    /// Whether operations of a mixed policy's region run in the dtype that autocast's lists give them (model/autocast.h).
    bool autocasts = false;
    /// Whether bias gradients are summed in float32 and rounded once.
    bool sumsBiasGradientsOnce = false;
    /// Whether a product's bias is added to the float32 sum, and the two are rounded once: addmm and the convolutions.
    bool addsBiasToSum = false;
    /// Whether an activation, and its gradient, is computed in float32 and rounded once: opmath_t of ATen's CPU kernels.
    bool roundsActivationsOnce = false;
    /// Whether LayerNormalization's gamma and beta gradients are summed row by row in the input's format, each addition rounded:
    /// LayerNormBackwardKernelImplInternal with one thread; with several, each has such a sum.
    bool sumsNormalizationsNarrowly = false;
    /// Whether activations and LayerNormalization are CUDA's kernels (graph/passes/rounded_once.h, tensor/cuda_normalize.h).
    bool usesCudaKernels = false;
    /// Whether products of float16 and bfloat16 are summed as the tensor cores of an H200 sum them (graph/passes/tensor_cores.h).
    bool sumsByTensorCores = false;
    /// Whether products and bias gradients are those of the kernels that XLA chose on an H200 (graph/passes/xla_on_hopper.h).
    bool compiledForHopper = false;
    CrossentropyKernel crossentropy = CrossentropyKernel::Written;
    /// Framework whose formulas the optimizer uses.
    UpdateFormulas updates = UpdateFormulas::Keras;

    LossKernels lossKernels(const Format& predictions, const Format& loss) const
    {
        switch (crossentropy) {
        case CrossentropyKernel::Written:
            break;
        case CrossentropyKernel::Cuda:
            return {true, &loss};
        case CrossentropyKernel::CudaAutocast:
            return {true, &predictions, true};
        case CrossentropyKernel::Xla:
            return {true};
        }
        return {};
    }
};

const std::vector<ArithmeticRules>& arithmeticRules();
const ArithmeticRules& rulesOf(ArithmeticKind kind);
std::vector<std::string> arithmeticNames();

/// What a session can ask for: "auto" (none of the rows: whichever is proved for the session), then the rows' names.
std::vector<std::string> arithmeticSettings();
std::string arithmeticSetting(std::optional<ArithmeticKind> asked);
/// setting: one of arithmeticSettings().
std::optional<ArithmeticKind> arithmeticOf(const std::string& setting);

// The rounding of a sum to its format.
enum class SumRounding : std::uint8_t {
    EachAddition, ///< JAX sums bfloat16 so where it does not widen
    Once, ///< the additions are float32's or float64's, whichever is the carrier
};

// Where XLA's excess precision can keep what a program rounds: bfloat16's operations are float32's with a cast before and after, and
// the cast after may go together with one to float32 that follows. Held against jax 0.10.2 in tests/interop/keras_steps.py.
/// Whether a result in that format is a float32 result that was rounded.
inline bool isRoundedFromFloat32(const Format& format)
{
    static const Format& bfloat16 = *findFormat("bfloat16");
    return format == bfloat16;
}

} // namespace ulpscope
