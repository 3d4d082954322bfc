// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/policy/policy_check.h"

#include "app/io/json/json_text.h"
#include "engine/layer/keras_class.h"
#include "engine/model/resolved_policies.h"
#include "engine/policy/legacy_policy.h"
#include "engine/session/compile_outcome.h"
#include "engine/session/optimizer_refusal.h"

#include <algorithm>

namespace ulpscope {

namespace {

const std::string kGlobal = "global policy";

void add(std::vector<KerasProblem>& problems, const std::string& path, const std::string& className,
    const DTypePolicy& policy)
{
    if (const std::optional<Error> refusal = kerasRefusal(className, policy))
        problems.push_back({path, className, *refusal});
}

/// What a layer with LoRA's weights raises: under GPTQ and ternary where it is built, under float8 where it is called
/// (keras/src/layers/core/dense.py, einsum_dense.py).
std::optional<Error> loraRefusal(const KerasModelLayer& layer, const DTypePolicy& policy)
{
    if (!layer.hasLora || (layer.className != "Dense" && layer.className != "EinsumDense"))
        return std::nullopt;
    if (policy.quantizationMode == "gptq")
        return Error{
            "", "lora is not currently supported with GPTQ quantization.", ErrorKind::NotImplementedError};
    if (policy.quantizationMode == "ternary" && layer.className == "Dense")
        return Error{"", "'Dense' object has no attribute '_kernel'", ErrorKind::AttributeError};
    if (policy.isFloat8() && !kerasRefusal(layer.className, policy))
        return Error{"", "Currently, `_float8_call` doesn't support LoRA", ErrorKind::NotImplementedError};
    return std::nullopt;
}

/// A key that is no regular expression raises when a path is looked up that is no key itself.
void addKeys(std::vector<KerasProblem>& problems, const DTypePolicyMap& map)
{
    for (const auto& [key, policy] : map.entries)
        if (const Result<bool> isMatch = matches(key, {}, map.matching); !isMatch)
            problems.push_back({"map['" + shownText(key) + "']", {}, isMatch.error()});
}

/// A Sequential or Functional takes the global policy too, and has no quantized call.
void addModel(std::vector<KerasProblem>& problems, const DTypePolicy& global)
{
    if (!global.isQuantized())
        return;
    problems.push_back({kGlobal, {},
        {"",
            "a model made under " + global.name + " does not have a `_" + global.quantizationMode
                + "_call` method implemented; Keras' maintainers advise model.quantize instead of a quantized "
                  "global policy",
            ErrorKind::NotImplementedError}});
}

/// The older families have fewer policies and no maps, and no layer refuses what its dtype can.
std::vector<KerasProblem> olderProblems(const SessionSpec& session)
{
    const PolicySettings& policies = session.policies;
    std::vector<KerasProblem> problems;
    if (const std::optional<Error> refusal = familyRefusal(policies.family, policies.global, true))
        problems.push_back({kGlobal, {}, *refusal});
    if (!policies.map.empty())
        problems.push_back({"policy map", {},
            {"", "module 'tensorflow.keras.mixed_precision' has no attribute 'DTypePolicyMap'",
                ErrorKind::AttributeError}});
    for (const PolicyHolder& holder : policyHolders(session.model))
        if (holder.own)
            if (const std::optional<Error> refusal = familyRefusal(policies.family, *holder.own, false))
                problems.push_back({holder.path, holder.className, *refusal});
    return problems;
}

} // namespace

std::vector<KerasProblem> missingPolicies(const SessionSpec& session)
{
    std::vector<KerasProblem> problems;
    const auto add = [&](const std::string& path, const std::string& className, const DTypePolicy& policy) {
        if (const std::optional<Error> refusal = versionRefusal(policy, session.policies.keras))
            problems.push_back({path, className, *refusal});
    };
    add(kGlobal, {}, session.policies.global);
    for (const auto& [key, policy] : session.policies.map)
        add("map['" + shownText(key) + "']", {}, policy);
    for (const PolicyHolder& holder : policyHolders(session.model))
        if (holder.own)
            add(holder.path, holder.className, *holder.own);
    return problems;
}

std::vector<KerasProblem> kerasProblems(const SessionSpec& session)
{
    if (session.policies.family != PolicyFamily::Keras3)
        return olderProblems(session);
    std::vector<KerasProblem> problems;
    addModel(problems, session.policies.global);
    addKeys(problems, mapOf(session.policies));
    std::ranges::move(missingPolicies(session), std::back_inserter(problems));
    for (const LayerPolicies& layer : policiesByLayer(session.model, session.policies)) {
        if (layer.front().isInput)
            continue;
        if (const std::optional<Error> error = firstError(layer)) {
            if (error->kind != ErrorKind::RegexError) // said of the key
                problems.push_back({layer.front().path, layer.front().className, *error});
            continue;
        }
        for (const ResolvedPolicy& policy : layer)
            if (!versionRefusal(policy.given->policy, session.policies.keras))
                add(problems, policy.path, policy.className, policy.given->policy);
    }
    if (const std::optional<Error> refusal = optimizerRefusal(session))
        problems.push_back(
            {refusal->place, session.training.optimizer.className, {"", refusal->message, refusal->kind}});
    return problems;
}

std::vector<KerasProblem> kerasProblems(const KerasModelFile& model, const KerasLoader& loader)
{
    std::vector<KerasProblem> problems;
    if (loader.family != PolicyFamily::Keras3) {
        if (const std::optional<Error> refusal
            = familyRefusal(loader.family, policyOrDefault(loader.global), true))
            problems.push_back({kGlobal, {}, *refusal});
        for (const KerasModelLayer& layer : model.layers)
            if (!layer.loaded.found)
                problems.push_back({layer.loaded.path, layer.className, layer.loaded.found.error()});
        return problems;
    }
    addModel(problems, policyOrDefault(loader.global));
    for (const KerasLoadRefusal& refusal : model.refusals)
        problems.push_back({refusal.path, refusal.className, refusal.error});
    for (const KerasModelLayer& layer : model.layers)
        if (!layer.loaded.found)
            problems.push_back({layer.loaded.path, layer.className, layer.loaded.found.error()});
        else if (const std::optional<Error> lora = loraRefusal(layer, layer.loaded.found->policy))
            problems.push_back({layer.loaded.path, layer.className, *lora});
        else
            add(problems, layer.loaded.path, layer.className, layer.loaded.found->policy);
    return problems;
}

std::vector<KerasProblem> kerasProblems(const KerasPolicy& global)
{
    std::vector<KerasProblem> problems;
    addModel(problems, policyOrDefault(global));
    if (const auto* map = std::get_if<DTypePolicyMap>(&global))
        addKeys(problems, *map);
    return problems;
}

std::string compileSentence(const KerasModelFile& model, const KerasLoader& loader)
{
    SessionSpec session;
    session.policies.family = loader.family;
    session.policies.global = policyOrDefault(loader.global);
    session.training.optimizer.className = model.optimizer.empty() ? "the optimizer" : model.optimizer;
    session.training.lossScale = {"auto", {}};
    const CompileReport report = compileReport(session);
    std::string text = report.sentence();
    const bool isMixed = std::ranges::any_of(model.layers, [](const KerasModelLayer& layer) {
        return layer.loaded.found && layer.loaded.found->policy.name == "mixed_float16";
    });
    if (isMixed && !report.wraps) {
        session.policies.global = *policyOfFamily(loader.family, "mixed_float16");
        text
            += " A model that is loaded has the global policy, whatever its layers have. Where that is mixed_float16, as it was "
               "when such a model was made: "
            + compileReport(session).sentence();
    }
    if (model.isOptimizerWrapped)
        text += " The file was compiled with a LossScaleOptimizer around " + model.optimizer
            + ", which load_model brings back.";
    return text;
}

std::string compileSentence(const KerasPolicy& modelPolicy, KerasVersion version)
{
    if (policyName(modelPolicy) == "mixed_float16")
        return kerasName(version)
            + ": Model.compile wraps the optimizer in a LossScaleOptimizer, because the model's policy is named "
              "mixed_float16.";
    return kerasName(version) + ": Model.compile adds no loss scaling: the model's policy is named "
        + policyName(modelPolicy) + ", not mixed_float16.";
}

} // namespace ulpscope
