// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/quantized/quantization_report.h"

#include "engine/base/shown_text.h"
#include "engine/layer/keras_class.h"
#include "engine/model/resolved_policies.h"

#include <algorithm>
#include <array>

namespace ulpscope {

namespace {

Message noCall(const std::string& className, const std::string& mode)
{
    const bool isQuantizable = std::any_of(quantizationModes().begin(), quantizationModes().end(),
        [&](const std::string& other) { return hasQuantizedCall(className, other); });
    return isQuantizable ? message("%1 can be quantized, but not to %2.").with(className).with(mode)
                         : message("%1 has no weights that Keras quantizes.").with(className);
}

/// mode: "int4/128" or "int8"; the policy that a layer of this policy has afterwards.
Result<DTypePolicy> quantizedPolicy(
    std::string_view mode, const std::string& sourceName, KerasVersion version)
{
    const std::string whole = mode == "int4" ? "int4/128" : std::string(mode);
    return getPolicy(whole + "_from_" + sourceName, version);
}

QuantizationRow rowOf(
    const LayerToQuantize& layer, std::string_view mode, const std::string& plainMode, KerasVersion version)
{
    QuantizationRow row{layer.path, layer.className, false, layer.policy.name, {}};
    if (layer.policy.isQuantized()) {
        row.reason = message("It is quantized already, as %1.").with(layer.policy.name);
        if (!does(version, KerasChange::SkipsQuantizedLayers)
            && hasQuantizedCall(layer.className, layer.policy.quantizationMode))
            row.raises = valueError("",
                "Layer '" + layer.path.substr(layer.path.rfind('/') + 1)
                    + "' is already quantized with dtype_policy='" + layer.policy.name + "'");
        return row;
    }
    if (!hasQuantizedCall(layer.className, plainMode)) {
        row.reason = noCall(layer.className, plainMode);
        return row;
    }
    const Result<DTypePolicy> policy
        = quantizedPolicy(mode, layer.mapName.empty() ? layer.policy.name : layer.mapName, version);
    if (!policy) {
        row.reason = message("%1.").with(policy.error().message);
        row.raises = policy.error();
        return row;
    }
    // keras/src/layers/core/einsum_dense.py, _set_quantization_info: the axes of "..." are not counted.
    const bool isInteger = plainMode == "int8" || plainMode == "int4";
    if (isInteger && layer.equation.find("...") != std::string::npos) {
        row.raises = Error{"", "object of type 'int' has no len()", ErrorKind::TypeError};
        row.reason = message("Its equation has \"...\", which Keras' %1 call cannot read.").with(plainMode);
        return row;
    }
    row.isQuantized = true;
    row.policy = policy->name;
    return row;
}

/// The name of the map that a layer holds: the global one, unless it or its parent has a policy of its own.
std::string heldMap(const SessionSpec& session, const ResolvedPolicy& layer)
{
    const bool isOwn
        = layer.given->origin == PolicyOrigin::Own || layer.given->origin == PolicyOrigin::PassedOn;
    return session.policies.map.empty() || isOwn ? "" : mapOf(session.policies).name();
}

/// Equation of the EinsumDense at `path`; empty where there is none.
std::string equationAt(const SessionSpec& session, const std::string& path)
{
    for (const LayerSpec& layer : session.model.layers)
        if (layer.className == "EinsumDense" && session.model.layerPath(layer) == path)
            if (const ParameterValue* equation = layer.config.find("equation"))
                return std::get<std::string>(*equation);
    return {};
}

/// Row for the policy that the session gives a layer.
QuantizationRow rowOf(const ResolvedPolicy& layer)
{
    const DTypePolicy& given = layer.given->policy;
    QuantizationRow row{layer.path, layer.className, layer.kept.isQuantized(), layer.kept.name, {}};
    if (!row.isQuantized)
        row.reason = noCall(layer.className, given.quantizationMode);
    return row;
}

/// Modes that model.quantize takes with a config alone; keras/src/quantizers/quantization_config.py of Keras 3.15.1.
struct ConfiguredMode
{
    std::string_view mode;
    std::string_view refusal;
};
constexpr std::array kConfiguredModes{
    ConfiguredMode{"gptq", "For GPTQ, you must pass a `GPTQConfig` object in the `config` argument."},
    ConfiguredMode{"awq", "For AWQ, you must pass an `AWQConfig` object in the `config` argument."},
};

} // namespace

Result<std::vector<QuantizationRow>> quantizationReport(
    std::span<const LayerToQuantize> layers, std::string_view mode, KerasVersion version)
{
    for (const ConfiguredMode& configured : kConfiguredModes)
        if (mode == configured.mode)
            return Error{"", std::string(configured.refusal), ErrorKind::ValueError};
    // float32 is a source that every mode takes.
    const Result<DTypePolicy> probe = quantizedPolicy(mode, "float32", version);
    if (!probe || !probe->isQuantized()) {
        Error refusal = invalidQuantizationMode("'" + shownText(mode) + "'", version);
        refusal.message
            = message("%1; int4/<block>, gptq/<bits>/<group> and awq/4/<group> stand for configurations")
                  .with(refusal.message);
        return refusal;
    }
    std::vector<QuantizationRow> rows;
    std::string stoppedAt;
    for (const LayerToQuantize& layer : layers) {
        if (layer.className == "InputLayer")
            continue;
        QuantizationRow row = rowOf(layer, mode, probe->quantizationMode, version);
        if (!stoppedAt.empty())
            row = {layer.path, layer.className, false, layer.policy.name,
                message("Not reached: quantize raises at %1.").with(stoppedAt)};
        if (row.raises)
            stoppedAt = row.path;
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<std::vector<QuantizationRow>> quantizationReport(const SessionSpec& session, std::string_view mode)
{
    const Result<std::vector<ResolvedPolicy>> policies = resolvePolicies(session.model, session.policies);
    if (!policies)
        return policies.error();
    if (!mode.empty()) {
        std::vector<LayerToQuantize> layers;
        for (const ResolvedPolicy& layer : *policies)
            layers.push_back({layer.path, layer.className, layer.kept, heldMap(session, layer),
                equationAt(session, layer.path)});
        return quantizationReport(layers, mode, session.policies.keras);
    }
    std::vector<QuantizationRow> rows;
    for (const ResolvedPolicy& layer : *policies)
        if (layer.given->policy.isQuantized())
            rows.push_back(rowOf(layer));
    return rows;
}

} // namespace ulpscope
