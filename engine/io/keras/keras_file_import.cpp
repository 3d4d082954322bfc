// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/io/keras/keras_file_import.h"

#include "engine/io/keras/keras_store.h"
#include "engine/io/tensors/keras_file.h"
#include "engine/tensor/arithmetic.h"

#include <algorithm>

namespace ulpscope {

namespace {

/// Where LossScaleOptimizer keeps it, behind its iterations, learning rate and step counter (keras/src/optimizers/loss_scale_optimizer.py).
constexpr const char* kDynamicScale = "optimizer/vars/3";

/// The scale goes on from where it was; nothing where the file has none.
Status takeLossScale(TensorFile& file, Component& scale, const std::stop_token& stop)
{
    const Result<std::size_t> index = file.find(kDynamicScale);
    if (!index || !file.tensors()[*index].shape.empty())
        return success();
    const Result<StoredTensor> reached = file.read(*index, nullptr, stop);
    if (!reached)
        return reached.error();
    scale.config.set("initial_scale", reached->value(0));
    const Result<Component> checked = checkComponent(lossScaleCatalog(), "loss scale", scale);
    return checked ? success() : Status(Error{kDynamicScale, checked.error().text()});
}

bool hasPart(const TensorFile& file, std::string_view beginning)
{
    return std::ranges::any_of(
        file.tensors(), [&](const TensorEntry& entry) { return entry.name.starts_with(beginning); });
}

/// Where compile had wrapped the optimizer by itself, the config names the optimizer alone: who loads it under another global policy
/// goes on without a loss scale.
void addWrappedScale(const TensorFile& file, KerasFileImport& import)
{
    if (import.model.compile.lossScale || !hasPart(file, "optimizer/inner_optimizer/"))
        return;
    import.model.compile.lossScale = *checkComponent(lossScaleCatalog(), "loss scale", {"dynamic", {}});
    import.notes.emplace_back(
        "compile had wrapped the optimizer in a LossScaleOptimizer, of which the file's config says nothing: "
        "Keras does so again on loading only under the global policy mixed_float16, else the loss scale is lost.");
}

void noteBeginnings(const TensorFile& file, KerasFileImport& import)
{
    if (import.model.compile.optimizer && hasPart(file, "optimizer/"))
        import.notes.push_back("What " + import.model.compile.optimizer->className
            + " had kept of each weight, and its count of steps, begin anew.");
    if (import.model.compile.lossScale)
        import.notes.emplace_back(
            "The loss scale goes on from where it was; its count of good steps begins anew.");
    if (std::ranges::any_of(import.model.model.layers, [&](const LayerSpec& layer) {
            return layer.policy && layer.policy->quantizationMode == "float8";
        }))
        import.notes.emplace_back("The scales and amax histories of float8 layers begin anew.");
}

Result<KerasFileImport> importOpened(const std::filesystem::path& path, const Kernels& kernels,
    const KerasPolicy& global, const std::stop_token& stop)
{
    const Result<std::string> config = kerasConfigText(path);
    if (!config)
        return config.error();
    Result<KerasModelImport> model = importKerasModel(*config, global);
    if (!model)
        return model.error().within("config.json");
    const Result<std::unique_ptr<TensorFile>> file = openTensorFile(path, stop);
    if (!file)
        return file.error();
    KerasFileImport import{*std::move(model), {}, {}};
    const Result<ModelPlan> plan = planModel(import.model.model, import.model.policies, 0);
    if (!plan)
        return plan.error();
    Arithmetic arithmetic(kernels);
    const Model built(*plan, arithmetic);
    Result<std::vector<NamedArray>> weights = storedWeights(**file, import.model.model, *plan, built, stop);
    if (!weights)
        return weights.error().within("model.weights.h5");
    import.weights = *std::move(weights);
    addWrappedScale(**file, import);
    if (import.model.compile.lossScale)
        if (const Status taken = takeLossScale(**file, *import.model.compile.lossScale, stop); !taken)
            return taken.error().within("model.weights.h5");
    noteBeginnings(**file, import);
    return import;
}

} // namespace

Result<KerasFileImport> importKerasFile(const std::filesystem::path& path, const Kernels& kernels,
    const KerasPolicy& global, const std::stop_token& stop)
{
    Result<KerasFileImport> import = importOpened(path, kernels, global, stop);
    if (!import && import.error().place != path.string() && import.error().kind != ErrorKind::Stopped)
        return import.error().within(path.string());
    return import;
}

} // namespace ulpscope
