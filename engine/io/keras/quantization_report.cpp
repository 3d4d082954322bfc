// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/keras/quantization_report.h"

#include "engine/layer/keras_class.h"
#include "engine/model/resolved_policies.h"

#include <algorithm>
#include <utility>

namespace ulpscope {

namespace {

std::string noCall(const std::string& className, const std::string& mode)
{
    const bool isQuantizable = std::any_of(quantizationModes().begin(), quantizationModes().end(),
        [&](const std::string& other) { return hasQuantizedCall(className, other); });
    return isQuantizable ? className + " can be quantized, but not to " + mode + "."
                         : className + " has no weights that Keras quantizes.";
}

/// mode: "int4/128" or "int8"; the policy that a layer of this policy has afterwards.
Result<DTypePolicy> quantizedPolicy(std::string_view mode, const std::string& sourceName)
{
    const std::string whole = mode == "int4" ? "int4/128" : std::string(mode);
    return getPolicy(whole + "_from_" + sourceName);
}

QuantizationRow rowOf(const LayerToQuantize& layer, std::string_view mode, const std::string& plainMode)
{
    QuantizationRow row{layer.path, layer.className, false, layer.policy.name, {}};
    if (layer.policy.isQuantized()) {
        row.reason = "It is quantized already, as " + layer.policy.name + ".";
        return row;
    }
    if (!hasQuantizedCall(layer.className, plainMode)) {
        row.reason = noCall(layer.className, plainMode);
        return row;
    }
    const Result<DTypePolicy> policy
        = quantizedPolicy(mode, layer.mapName.empty() ? layer.policy.name : layer.mapName);
    if (!policy) {
        row.reason = policy.error().message + ".";
        row.raises = policy.error();
        return row;
    }
    // keras/src/layers/core/einsum_dense.py, _set_quantization_info: the axes of "..." are not counted.
    const bool isInteger = plainMode == "int8" || plainMode == "int4";
    if (isInteger && layer.equation.find("...") != std::string::npos) {
        row.raises = Error{"", "object of type 'int' has no len()", ErrorKind::TypeError};
        row.reason = "Its equation has \"...\", which Keras' " + plainMode + " call cannot read.";
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

/// Of the EinsumDense at that path; empty where there is none.
std::string equationAt(const SessionSpec& session, const std::string& path)
{
    for (const LayerSpec& layer : session.model.layers)
        if (layer.className == "EinsumDense" && session.model.layerPath(layer) == path)
            if (const ParameterValue* equation = layer.config.find("equation"))
                return std::get<std::string>(*equation);
    return {};
}

/// What the session gives a layer, as a row.
QuantizationRow rowOf(const ResolvedPolicy& layer)
{
    const DTypePolicy& given = layer.given->policy;
    QuantizationRow row{layer.path, layer.className, layer.kept.isQuantized(), layer.kept.name, {}};
    if (!row.isQuantized)
        row.reason = noCall(layer.className, given.quantizationMode);
    return row;
}

} // namespace

Result<std::vector<QuantizationRow>> quantizationReport(
    std::span<const LayerToQuantize> layers, std::string_view mode)
{
    // keras/src/models/model.py and layers: a mode that calibrates needs an object that says how.
    for (const auto& [calibrated, config] : {std::pair("gptq", "a `GPTQ"), std::pair("awq", "an `AWQ")})
        if (mode == calibrated)
            return Error{"",
                "For " + std::string(config).substr(std::string_view(config).find('`') + 1) + ", you must pass "
                    + config + "Config` object in the `config` argument; here " + calibrated
                    + "/<bits>/<group> stands for one, such as " + calibrated + "/4/128",
                ErrorKind::ValueError};
    // float32 is a source that every mode takes.
    const Result<DTypePolicy> probe = quantizedPolicy(mode, "float32");
    if (!probe || !probe->isQuantized())
        return Error{"",
            "'" + std::string(mode)
                + "' is not a quantization mode; known: int8, float8, int4, int4/<block>, ternary, "
                  "gptq/<bits>/<group>, awq/4/<group>",
            ErrorKind::ValueError};
    std::vector<QuantizationRow> rows;
    std::string stoppedAt;
    for (const LayerToQuantize& layer : layers) {
        if (layer.className == "InputLayer")
            continue;
        QuantizationRow row = rowOf(layer, mode, probe->quantizationMode);
        if (!stoppedAt.empty())
            row = {layer.path, layer.className, false, layer.policy.name,
                "Not reached: quantize raises at " + stoppedAt + "."};
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
        return quantizationReport(layers, mode);
    }
    std::vector<QuantizationRow> rows;
    for (const ResolvedPolicy& layer : *policies)
        if (layer.given->policy.isQuantized())
            rows.push_back(rowOf(layer));
    return rows;
}

} // namespace ulpscope
