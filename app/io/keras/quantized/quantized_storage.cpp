// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/quantized/quantized_storage.h"

#include "engine/layer/keras_class.h"
#include "engine/layer/support/einsum_equation.h"
#include "engine/model/resolved_policies.h"
#include "engine/session/checked_session.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

namespace ulpscope {

namespace {

using Extents = std::vector<std::int64_t>;

/// A kernel as Keras quantizes it: the matrix [inputs, units] that it is, and the shapes that a layer's class gives it.
struct StoredKernel
{
    std::int64_t inputs = 0;
    std::int64_t units = 0;
    Extents whole; ///< extents of the kernel itself
    Extents scales; ///< extents of the scales, one for each unit
    Extents bias; ///< extents of the bias; empty if there is none
};

std::int64_t ceilOf(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
}

StoredKernel denseKernel(const Config& config, const Shape& input)
{
    const std::int64_t units = config.integer("units");
    return {input.last(), units, {input.last(), units}, {units},
        config.flag("use_bias") ? Extents{units} : Extents()};
}

/// Returns nullopt where the equation cannot be read; Keras' quantized calls cannot read "...".
std::optional<StoredKernel> einsumKernel(const Config& config, const Shape& input)
{
    const std::string& equation = config.text("equation");
    const Result<EinsumProduct> product
        = einsumProduct(equation, config.text("bias_axes"), config.list("output_shape"), input);
    const std::size_t comma = equation.find(',');
    const std::size_t arrow = equation.find("->");
    if (!product || comma == std::string::npos || arrow == std::string::npos
        || equation.find("...") != std::string::npos)
        return std::nullopt;
    const std::string letters = equation.substr(comma + 1, arrow - comma - 1);
    StoredKernel kernel{
        product->contracted, product->units, product->kernel.extents(), {}, product->bias.extents()};
    for (const char letter :
        equation.substr(arrow + 2)) { // as the output, with ones for what the kernel has not
        const std::size_t axis = letters.find(letter);
        kernel.scales.push_back(axis == std::string::npos ? 1 : kernel.whole.at(axis));
    }
    return kernel;
}

const char* const kTwoABit = "two int4 a byte along the last axis, the first in the low bits";

std::vector<StoredVariable> integerVariables(const StoredKernel& kernel, const DTypePolicy& policy)
{
    const std::string& floats = policy.variableDtype;
    const StoredVariable bias{"bias", kernel.bias, floats, true, {}};
    std::vector<StoredVariable> variables;
    const auto add
        = [&](const char* name, Extents shape, const std::string& dtype, const char* packing = "") {
              variables.push_back({name, std::move(shape), dtype, false, packing});
          };
    const auto addBias = [&] {
        if (!kernel.bias.empty())
            variables.push_back(bias);
    };
    if (policy.quantizationMode == "int8") {
        add("kernel", kernel.whole, "int8");
        addBias();
        add("kernel_scale", kernel.scales, floats);
    } else if (policy.quantizationMode == "ternary") {
        add("kernel", {ceilOf(kernel.inputs, 5), kernel.units}, "uint8",
            "five of -1, 0 and 1 a byte along the first axis, in base 3");
        addBias();
        add("kernel_scale", {}, floats);
    } else {
        const std::int64_t block = policy.blockSize;
        add("kernel", {kernel.inputs, ceilOf(kernel.units, 2)}, "int8", kTwoABit);
        addBias();
        if (block <= 0) {
            add("kernel_scale", {kernel.units}, floats);
            return variables;
        }
        const std::int64_t groups = ceilOf(kernel.inputs, block);
        add("kernel_scale", {groups, kernel.units}, floats);
        add("kernel_zero", {groups, kernel.units}, "int8");
        add("g_idx", {kernel.inputs}, "float32");
    }
    return variables;
}

/// Numbers of three and eight bits have a byte each.
std::vector<StoredVariable> calibratedVariables(
    const StoredKernel& kernel, const DTypePolicy& policy, KerasVersion version)
{
    const bool packsTwoBits = does(version, KerasChange::PacksTwoBits);
    const std::int64_t aByte = policy.weightBits == 2 && packsTwoBits ? 4 : policy.weightBits == 4 ? 2 : 1;
    const std::int64_t groups = policy.groupSize <= 0 ? 1 : ceilOf(kernel.inputs, policy.groupSize);
    const std::string& floats = policy.variableDtype;
    std::vector<StoredVariable> variables;
    if (!kernel.bias.empty())
        variables.push_back({"bias", kernel.bias, floats, true, {}});
    variables.push_back({"quantized_kernel", {ceilOf(kernel.units, aByte), kernel.inputs}, "uint8", false,
        aByte == 4       ? "transposed, four numbers a byte along the first axis"
            : aByte == 2 ? "transposed, two numbers a byte along the first axis"
                         : "transposed, a byte each"});
    variables.push_back({"kernel_scale", {kernel.units, groups}, floats, false, {}});
    variables.push_back({"kernel_zero", {kernel.units, groups}, "uint8", false, {}});
    if (policy.quantizationMode == "awq")
        variables.push_back({"awq_scales", {kernel.inputs}, floats, false, {}});
    variables.push_back({"g_idx", {kernel.inputs}, "float32", false, {}});
    return variables;
}

std::vector<StoredVariable> float8Variables(const StoredKernel& kernel, const DTypePolicy& policy)
{
    std::vector<StoredVariable> variables{{"kernel", kernel.whole, policy.variableDtype, true, {}}};
    if (!kernel.bias.empty())
        variables.push_back({"bias", kernel.bias, policy.variableDtype, true, {}});
    for (const std::string of : {"inputs", "kernel", "outputs_grad"}) {
        variables.push_back({of + "_scale", {}, "float32", true, {}});
        variables.push_back({of + "_amax_history", {policy.float8HistoryLength()}, "float32", true, {}});
    }
    return variables;
}

std::vector<StoredVariable> embeddingVariables(const Config& config, const DTypePolicy& policy)
{
    const std::int64_t in = config.integer("input_dim");
    const std::int64_t out = config.integer("output_dim");
    const std::string& floats = policy.variableDtype;
    if (policy.quantizationMode == "int8")
        return {{"embeddings", {in, out}, "int8", false, {}}, {"embeddings_scale", {in}, floats, false, {}}};
    const StoredVariable packed{"embeddings", {in, ceilOf(out, 2)}, "int8", false, kTwoABit};
    if (policy.blockSize <= 0)
        return {packed, {"embeddings_scale", {in}, floats, false, {}}};
    const std::int64_t groups = ceilOf(out, policy.blockSize);
    return {packed, {"embeddings_scale", {in, groups}, floats, false, {}},
        {"embeddings_zero", {in, groups}, "int8", false, {}}, {"g_idx", {out}, "float32", false, {}}};
}

} // namespace

std::int64_t StoredVariable::elements() const
{
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::int64_t LayerStorage::count(bool trainable) const
{
    std::int64_t sum = 0;
    for (const StoredVariable& variable : variables)
        if (variable.trainable == trainable)
            sum += variable.elements();
    return sum;
}

std::vector<StoredVariable> quantizedVariables(std::string_view className, const Config& config,
    const Shape& input, const DTypePolicy& policy, KerasVersion version)
{
    if (!policy.isQuantized() || !hasQuantizedCall(className, policy.quantizationMode))
        return {};
    if (className == "Embedding")
        return embeddingVariables(config, policy);
    std::optional<StoredKernel> kernel;
    if (className == "Dense")
        kernel = denseKernel(config, input);
    else if (className == "EinsumDense")
        kernel = einsumKernel(config, input);
    if (!kernel)
        return {};
    if (policy.isFloat8())
        return float8Variables(*kernel, policy);
    const bool isCalibrated = policy.quantizationMode == "gptq" || policy.quantizationMode == "awq";
    return isCalibrated ? calibratedVariables(*kernel, policy, version) : integerVariables(*kernel, policy);
}

Result<std::vector<LayerStorage>> quantizedStorage(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    const Result<std::vector<ResolvedPolicy>> policies = resolvePolicies(session.model, session.policies);
    if (!policies)
        return policies.error();
    std::vector<LayerStorage> layers;
    const ModelPlan& plan = checked->plan;
    for (const ResolvedPolicy& layer : *policies) {
        const auto node = std::find_if(plan.layers.begin(), plan.layers.end(),
            [&](const PlannedLayer& planned) { return planned.path == layer.path; });
        if (node == plan.layers.end() || node->inputs.empty())
            continue;
        const Shape& input = plan.layers[node->inputs.front()].outputShape;
        LayerStorage storage{layer.path, layer.kept.name,
            quantizedVariables(
                layer.className, node->options.config, input, layer.kept, session.policies.keras),
            {}};
        if (storage.variables.empty())
            continue;
        if (layer.kept.quantizationMode == "gptq" || layer.kept.quantizationMode == "awq")
            storage.note
                = std::string(
                      "As model.quantize leaves it once it has calibrated; until then the float kernel is there "
                      "beside them, is what the layer multiplies by, and ")
                + (does(session.policies.keras, KerasChange::RefusesToSaveUncalibrated)
                        ? "the layer cannot be saved."
                        : "is not saved.");
        layers.push_back(std::move(storage));
    }
    return layers;
}

} // namespace ulpscope
