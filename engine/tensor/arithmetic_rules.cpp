// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/arithmetic_rules.h"

#include <algorithm>

namespace ulpscope {

const std::vector<ArithmeticRules>& arithmeticRules()
{
    static const std::vector<ArithmeticRules> rows{
        {.kind = ArithmeticKind::Written,
            .name = "written",
            .description = "Every operation of the framework's source is rounded to its dtype."},
        {.kind = ArithmeticKind::KerasJax,
            .name = "keras-jax",
            .description
            = "What XLA makes of Keras on JAX on a CPU without flags: a bfloat16 result that is cast to float32 is "
              "not rounded before, and a product that is added to in float32 is not rounded.",
            .castsUnrounded = true,
            .fusesMultiplyAdd = true},
        // torch/include/ATen/autocast_mode.h and aten/src/ATen/autocast_mode.cpp (AutocastCPU);
        // aten/src/ATen/native/cpu/BlasKernel.cpp and oneDNN for addmm and convolutions; native/cpu/Activation.cpp;
        // native/cpu/layer_norm_kernel.cpp;
        // torch/optim/sgd.py and adam.py over native/cpu/BinaryOpsKernel.cpp, LerpKernel.cpp and PointwiseOpsKernel.cpp.
        {.kind = ArithmeticKind::Torch,
            .name = "torch",
            .description
            = "What PyTorch computes on a CPU under torch.autocast over float32 parameters: products and convolutions in "
              "the low precision, bias and sum rounded once, activations rounded once, losses in float32, torch.optim's "
              "formulas.",
            .autocasts = true,
            .sumsBiasGradientsOnce = true,
            .addsBiasToSum = true,
            .roundsActivationsOnce = true,
            .sumsNormalizationsNarrowly = true,
            .updates = UpdateFormulas::Torch},
        // Recordings of an H200 (torch 2.11.0, CUDA 13.0, driver 580.159.04), which tests/golden/hopper_trainings has:
        // the variables of trainings before they began, and what they became.
        {.kind = ArithmeticKind::TorchHopper,
            .name = "torch-hopper",
            .description
            = "What PyTorch computes on an H200 under torch.autocast over float32 parameters: products by its tensor "
              "cores, bias and sum rounded once, the logarithms of cross-entropy's softmax in the low precision, "
              "torch.optim's updates of all variables at once.",
            .dividesByReciprocal = false,
            .autocasts = true,
            .sumsBiasGradientsOnce = true,
            .addsBiasToSum = true,
            .roundsActivationsOnce = true,
            .usesCudaKernels = true,
            .sumsByTensorCores = true,
            .crossentropy = CrossentropyKernel::CudaAutocast,
            .updates = UpdateFormulas::TorchCuda},
        {.kind = ArithmeticKind::KerasTorchHopper,
            .name = "keras-torch-hopper",
            .description
            = "What Keras on PyTorch computes on an H200: every operation of Keras' source is rounded, but products are "
              "summed by its tensor cores, bias gradients are rounded once, and updates fuse a product and a sum.",
            .fusesMultiplyAdd = true,
            .dividesByReciprocal = false,
            .sumsBiasGradientsOnce = true,
            .sumsByTensorCores = true,
            .crossentropy = CrossentropyKernel::Cuda},
        {.kind = ArithmeticKind::KerasJaxHopper,
            .name = "keras-jax-hopper",
            .description
            = "What XLA made of Keras on JAX on an H200, of one perceptron: products by its tensor cores, 16 terms at a time, gradients of "
              "wide kernels not rounded, bias gradients added by warps in the low precision.",
            .compiledForHopper = true,
            .crossentropy = CrossentropyKernel::Xla},
    };
    return rows;
}

const ArithmeticRules& rulesOf(ArithmeticKind kind)
{
    return arithmeticRules()[static_cast<std::size_t>(kind)];
}

std::vector<std::string> arithmeticNames()
{
    std::vector<std::string> names;
    for (const ArithmeticRules& row : arithmeticRules())
        names.push_back(row.name);
    return names;
}

std::vector<std::string> arithmeticSettings()
{
    std::vector<std::string> settings = arithmeticNames();
    settings.insert(settings.begin(), "auto");
    return settings;
}

std::string arithmeticSetting(std::optional<ArithmeticKind> asked)
{
    return asked ? rulesOf(*asked).name : "auto";
}

std::optional<ArithmeticKind> arithmeticOf(const std::string& setting)
{
    const auto row = std::ranges::find(arithmeticRules(), setting, &ArithmeticRules::name);
    return row == arithmeticRules().end() ? std::nullopt : std::optional(row->kind);
}

} // namespace ulpscope
