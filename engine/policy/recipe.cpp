// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/policy/recipe.h"

#include "engine/dtype/formats.h"

#include <vector>

namespace ulpscope {

namespace {

using Override = NumericsOverride;

/// The operands by tensor and the product that they are for.
struct Operands
{
    std::string input; ///< forward
    std::string kernel; ///< forward
    std::string gradient; ///< the output's gradient, for the input gradient
    std::string kernelAgain; ///< the kernel, for the input gradient
    std::string inputAgain; ///< for the weight gradient; empty: as the policy has it
    std::string gradientAgain;
};

NumericsSpec specOf(const Operands& operands)
{
    NumericsSpec spec;
    const auto put = [&](Override setting, const std::string& text) {
        if (!text.empty())
            spec[setting] = text;
    };
    put(Override::ForwardInput, operands.input);
    put(Override::ForwardKernel, operands.kernel);
    put(Override::InputGradientOutputGradient, operands.gradient);
    put(Override::InputGradientKernel, operands.kernelAgain);
    put(Override::WeightGradientInput, operands.inputAgain);
    put(Override::WeightGradientOutputGradient, operands.gradientAgain);
    return spec;
}

/// Gives each tensor the same format wherever it is an operand.
NumericsSpec alike(const std::string& input, const std::string& kernel, const std::string& gradient)
{
    return specOf({input, kernel, gradient, kernel, input, gradient});
}

ParameterSpec float8Format(const char* standard)
{
    return {.name = "fp8_format",
        .defaultValue = std::string(standard),
        .description
        = "HYBRID: float8_e4m3fn for inputs and kernels, float8_e5m2 for gradients. E4M3: float8_e4m3fn for all.",
        .choices = {"HYBRID", "E4M3"}};
}

std::string gradientElement(const Config& config)
{
    return config.text("fp8_format") == "HYBRID" ? "e5m2" : "e4m3";
}

ParameterSpec mxRule(const char* standard)
{
    return {.name = "rule",
        .defaultValue = std::string(standard),
        .description
        = "How a block's power of two comes from its amax: rceil is Transformer Engine's, floor the standard's.",
        .choices = {"floor", "ceil", "rceil", "even"}};
}

ParameterSpec powerOfTwoScales(bool standard)
{
    return {.name = "power_of_two_scales",
        .defaultValue = standard,
        .description = "Whether scales are rounded down to a power of two."};
}

Recipe delayed(const Config& config)
{
    ScalingSettings scaling;
    scaling.kind = ScalingKind::Delayed;
    scaling.forward = findFormat("float8_e4m3fn");
    scaling.backward = gradientElement(config) == "e5m2" ? findFormat("float8_e5m2") : scaling.forward;
    scaling.historyLength = static_cast<int>(config.integer("amax_history_len"));
    scaling.margin = static_cast<int>(config.integer("margin"));
    scaling.choice = config.text("amax_compute_algo") == "max" ? AmaxChoice::Max : AmaxChoice::MostRecent;
    const std::string forward(scaling.forward->name);
    return {alike(forward, forward, std::string(scaling.backward->name)), scaling};
}

Recipe current(const Config& config)
{
    const std::string rule = config.flag("power_of_two_scales") ? ":current-pow2" : "";
    const std::string forward = "float8_e4m3fn_scaled" + rule;
    const bool isHybrid = gradientElement(config) == "e5m2";
    return {alike(forward, forward, isHybrid ? "float8_e5m2_scaled" + rule : forward)};
}

Recipe block(const Config& config)
{
    const std::string rule = config.flag("power_of_two_scales") ? "" : ":current";
    const std::string gradient = "block1x128_" + gradientElement(config) + rule;
    return {alike("block1x128_e4m3" + rule, "block128x128_e4m3" + rule, gradient)};
}

Recipe mxfp8(const Config& config)
{
    const std::string rule = ":" + config.text("rule");
    const std::string forward = "mxfp8_e4m3" + rule;
    const std::string kernel = forward + (config.flag("two_dimensional_weights") ? ":32x32" : "");
    return {alike(forward, kernel, "mxfp8_" + gradientElement(config) + rule)};
}

/// All operands in one format of MX.
Recipe mx(const std::string& format, const Config& config)
{
    const std::string name = format + ":" + config.text("rule");
    return {alike(name, name, name)};
}

Recipe nvfp4(const Config& config)
{
    const std::string& scope = config.text("four_over_six");
    const std::string adaptive
        = config.text("four_over_six_error") == "MSE" ? "nvfp4_4over6:4over6-mse" : "nvfp4_4over6";
    const std::string activation = scope == "activations" || scope == "all" ? adaptive : "nvfp4";
    const std::string weight = scope == "weights" || scope == "all" ? adaptive : "nvfp4";
    const std::string kernel = weight + (config.flag("two_dimensional_weights") ? ":16x16" : "");
    const std::string draws = config.flag("stochastic_rounding") ? ":stochastic" : "";
    // Transformer Engine has no 4over6 with the transform; the transform's operands stay plain.
    const bool transforms = config.flag("random_hadamard");
    return {specOf({activation, kernel, "nvfp4" + draws, kernel, transforms ? "nvfp4:rht" : activation,
        (transforms ? "nvfp4:rht" : "nvfp4") + draws})};
}

std::vector<RecipeClass> makeCatalog()
{
    constexpr std::string_view kTe = "Transformer Engine 2.20, common/recipe/__init__.py";
    constexpr std::string_view kMx = "OCP Microscaling (MX) rev 1.0; microxcaling";
    constexpr std::string_view kTorchAo = "torchao 0.18, float8/config.py";
    return {
        {{.name = "none",
             .description = "Operands as the policy and the layer's own settings have them.",
             .parameters = {}},
            {.make = [](const Config&) { return Recipe{}; }}},
        {{.name = "te_delayed",
             .description
             = "DelayedScaling: float8 with one scale a tensor, from the amaxes of the steps before. The histories "
               "move on whether or not the optimizer's step is skipped; an infinite amax keeps the scale while it is in "
               "the history.",
             .parameters = {{.name = "margin",
                                .defaultValue = std::int64_t{0},
                                .description = "The amax is mapped to 2^-margin of the largest number.",
                                .minimum = -16,
                                .maximum = 16},
                 float8Format("HYBRID"),
                 {.name = "amax_history_len",
                     .defaultValue = std::int64_t{1024},
                     .description = "Steps whose amaxes are kept.",
                     .minimum = 1,
                     .maximum = 1 << 20},
                 {.name = "amax_compute_algo",
                     .defaultValue = std::string("max"),
                     .description = "Which of the amaxes sets the scale: the largest, or the last step's.",
                     .choices = {"max", "most_recent"}}}},
            {.source = kTe, .make = delayed}},
        {{.name = "te_current",
             .description = "Float8CurrentScaling: float8 with one scale a tensor, from its own amax.",
             .parameters = {float8Format("HYBRID"), powerOfTwoScales(false)}},
            {.source = kTe, .make = current}},
        {{.name = "te_block",
             .description
             = "Float8BlockScaling: float8, blocks of 128 along the sum for inputs and gradients, tiles of 128 x 128 for "
               "kernels.",
             .parameters = {float8Format("E4M3"), powerOfTwoScales(true)}},
            {.source = kTe, .make = block}},
        {{.name = "mxfp8",
             .description
             = "MXFP8BlockScaling: float8 in blocks of 32 along the sum with a power of two; each product quantizes "
               "from the high precision again, along its own axis.",
             .parameters = {mxRule("rceil"), float8Format("E4M3"),
                 {.name = "two_dimensional_weights",
                     .defaultValue = false,
                     .description = "Kernels in tiles of 32 x 32."}}},
            {.source = kTe, .make = mxfp8}},
        {{.name = "mxfp6",
             .description = "float6 in blocks of 32 along the sum with a power of two, all operands.",
             .parameters = {mxRule("floor"),
                 {.name = "element",
                     .defaultValue = std::string("e2m3"),
                     .description = "Exponent and mantissa bits of the elements.",
                     .choices = {"e2m3", "e3m2"}}}},
            {.source = kMx,
                .make = [](const Config& config) { return mx("mxfp6_" + config.text("element"), config); }}},
        {{.name = "mxfp4",
             .description = "float4 in blocks of 32 along the sum with a power of two, all operands.",
             .parameters = {mxRule("floor")}},
            {.source = kMx, .make = [](const Config& config) { return mx("mxfp4_e2m1", config); }}},
        {{.name = "nvfp4",
             .description
             = "NVFP4BlockScaling: float4 in blocks of 16 along the sum under one scale a tensor; kernels in tiles of "
               "16 x 16, gradients rounded stochastically, and the weight gradient's operands transformed by random "
               "Hadamard matrices of 16 x 16.",
             .parameters = {{.name = "random_hadamard",
                                .defaultValue = true,
                                .description = "Whether the weight gradient's operands are transformed."},
                 {.name = "stochastic_rounding",
                     .defaultValue = true,
                     .description = "Whether gradients are rounded stochastically."},
                 {.name = "two_dimensional_weights",
                     .defaultValue = true,
                     .description = "Whether kernels are in tiles of 16 x 16."},
                 {.name = "four_over_six",
                     .defaultValue = std::string("none"),
                     .description
                     = "Which tensors scale each block to 6 or to 4, whichever is nearer; not those that are "
                       "transformed.",
                     .choices = {"none", "weights", "activations", "all"}},
                 {.name = "four_over_six_error",
                     .defaultValue = std::string("MAE"),
                     .description = "What nearer means: absolute or squared errors.",
                     .choices = {"MAE", "MSE"}}}},
            {.source = kTe, .make = nvfp4}},
        {{.name = "torchao_tensorwise",
             .description = "Float8LinearConfig: float8 with one scale a tensor, from its own amax.",
             .parameters = {}},
            {.source = kTorchAo,
                .make =
                    [](const Config&) {
                        const std::string forward = "float8_e4m3fn_scaled:torchao";
                        return Recipe{alike(forward, forward, "float8_e5m2_scaled:torchao")};
                    }}},
        {{.name = "torchao_rowwise",
             .description
             = "Float8LinearConfig, rowwise: float8_e4m3fn for all, one power of two for each row along the sum.",
             .parameters = {}},
            {.source = kTorchAo,
                .make =
                    [](const Config&) {
                        const std::string row = "float8_e4m3fn_scaled:torchao-pow2:row";
                        return Recipe{alike(row, row, row)};
                    }}},
        {{.name = "torchao_rowwise_with_gw_hp",
             .description
             = "Float8LinearConfig, rowwise_with_gw_hp: as torchao_rowwise, with one scale for the input gradient's "
               "kernel, and the weight gradient's operands as the policy has them.",
             .parameters = {}},
            {.source = kTorchAo,
                .make =
                    [](const Config&) {
                        const std::string row = "float8_e4m3fn_scaled:torchao-pow2:row";
                        return Recipe{specOf({row, row, row, "float8_e4m3fn_scaled:torchao-pow2", "", ""})};
                    }}},
    };
}

} // namespace

std::span<const RecipeClass> recipeCatalog()
{
    static const std::vector<RecipeClass> rows = makeCatalog();
    return rows;
}

Component noRecipe()
{
    return {"none", {}};
}

Result<Recipe> makeRecipe(const Component& component)
{
    const Result<Component> checked = checkComponent(recipeCatalog(), translated("recipe"), component);
    if (!checked)
        return checked.error();
    return findRow(recipeCatalog(), checked->className)->make(checked->config);
}

} // namespace ulpscope
