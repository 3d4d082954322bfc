// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/arithmetic/torch_check.h"

#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/layer/layer_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/model/resolved_policies.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/compile_outcome.h"

#include <algorithm>

namespace ulpscope {

namespace {

/// "3 of its variables, encoder.weight the first"
std::string countedVariables(const TorchSetup& setup, std::string_view dtype)
{
    const auto isOf = [&](const TorchVariables& each) { return each.dtype == dtype; };
    const auto count = std::ranges::count_if(setup.variables, isOf);
    return counted(count, "layer or variable", "layers or variables") + ", "
        + std::ranges::find_if(setup.variables, isOf)->path + (count > 1 ? " the first" : "");
}

void addEpsilon(const TorchSetup& setup, TorchReport& report)
{
    for (const char* dtype : {"float16", "bfloat16"}) {
        const bool isThere = std::ranges::any_of(
            setup.variables, [&](const TorchVariables& each) { return each.dtype == dtype; });
        if (!isThere || !setup.epsilon || roundToFormat(*findFormat(dtype), *setup.epsilon) != 0)
            continue;
        report.remarks.push_back("The epsilon of " + setup.optimizer + ", " + shortestText(*setup.epsilon)
            + ", is 0 in " + dtype
            + ": an element whose gradient was always 0 becomes NaN (0 / 0) in the first step, in "
            + countedVariables(setup, dtype) + ".");
    }
}

/// Weights that an update is too small for.
void addLostUpdates(const TorchSetup& setup, TorchReport& report)
{
    for (const auto& [dtype, digits] : {std::pair{"float16", 11}, std::pair{"bfloat16", 8}}) {
        const bool isThere = std::ranges::any_of(
            setup.variables, [&](const TorchVariables& each) { return each.dtype == dtype; });
        if (isThere)
            // Half of the last digit's worth is 2^(e - digits) of a weight below 2^(e + 1).
            report.remarks.push_back("Weights stored in " + std::string(dtype) + " have "
                + std::to_string(digits) + " digits: an update of less than 2^-" + std::to_string(digits + 1)
                + " of a weight is lost, and torch.optim keeps no other copy.");
    }
}

} // namespace

Result<TorchSetup> torchSetup(const SessionSpec& session)
{
    const Result<std::vector<ResolvedPolicy>> layers = resolvePolicies(session.model, session.policies);
    if (!layers)
        return layers.error();
    TorchSetup setup;
    for (const ResolvedPolicy& layer : *layers) {
        const LayerClass* row = findRow(layerCatalog(), layer.className);
        if (row != nullptr && row->hasVariables() && !row->isComposite())
            setup.variables.push_back({layer.path, layer.kept.variableDtype, 0});
    }
    const bool hasAutocast = std::ranges::any_of(*layers, [](const ResolvedPolicy& layer) {
        return layer.kept.computeDtype == "float16" || layer.kept.computeDtype == "bfloat16";
    });
    const Result<Component> loss = checkComponent(lossCatalog(), "loss", session.training.loss);
    setup.hasBceUnderAutocast
        = hasAutocast && loss && loss->className == "BinaryCrossentropy" && !loss->config.flag("from_logits");
    setup.hasScaler = lossScaleOf(session).isScaled();
    setup.optimizer = session.training.optimizer.className;
    const ParameterValue* epsilon = session.training.optimizer.config.find("epsilon");
    constexpr double kTorchEpsilon = 1e-8;
    if (setup.optimizer.starts_with("Adam") || setup.optimizer == "RMSprop" || setup.optimizer == "Nadam")
        setup.epsilon = epsilon != nullptr && std::holds_alternative<double>(*epsilon)
            ? std::get<double>(*epsilon)
            : kTorchEpsilon;
    return setup;
}

TorchReport checkForTorch(const TorchSetup& setup)
{
    TorchReport report;
    if (setup.hasScaler)
        for (const TorchVariables& variable : setup.variables)
            if (variable.dtype == "float16")
                report.problems.push_back({variable.path,
                    {"", "Attempting to unscale FP16 gradients.", ErrorKind::ValueError},
                    "GradScaler.unscale_, and so GradScaler.step, takes float16 gradients of no parameter. Keep parameters in "
                    "float32 and compute under torch.autocast, or leave the GradScaler out."});
    if (setup.hasBceUnderAutocast) // aten/src/ATen/autocast_mode.cpp, AutocastCUDA
        report.problems.push_back({"loss",
            {"", "torch.nn.functional.binary_cross_entropy and torch.nn.BCELoss are unsafe to autocast.",
                ErrorKind::RuntimeError},
            "That is so on CUDA where the loss is computed under torch.autocast; on a CPU it is computed in float32. Leave the "
            "sigmoid out and take binary_cross_entropy_with_logits, or compute the loss outside of autocast."});
    addEpsilon(setup, report);
    addLostUpdates(setup, report);
    return report;
}

} // namespace ulpscope
