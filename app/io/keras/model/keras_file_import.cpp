// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/model/keras_file_import.h"

#include "app/io/keras/model/keras_state.h"
#include "app/io/keras/quantized/stored_integers.h"
#include "app/io/tensors/keras_file.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/tensor/arithmetic.h"

#include <algorithm>
#include <set>

namespace ulpscope {

namespace {

/// Where LossScaleOptimizer keeps it, behind its iterations, learning rate and step counter (keras/src/optimizers/loss_scale_optimizer.py).
constexpr const char* kDynamicScale = "optimizer/vars/3";

/// Whether the scale goes on from where it was: where training had begun, the file has it and a run can begin with it.
Result<bool> takeLossScale(TensorFile& file, KerasFileImport& import, const std::stop_token& stop)
{
    if (hasUnbuiltLossScale(file))
        return false;
    Component& scale = *import.model.compile.lossScale;
    const Result<std::size_t> index = file.find(kDynamicScale);
    if (!index || !file.tensors()[*index].shape.empty()) {
        import.notes.emplace_back("The file does not say how far the loss scale had come: it begins anew.");
        return false;
    }
    const Result<StoredTensor> reached = file.read(*index, nullptr, stop);
    if (!reached)
        return reached.error();
    Component wanted = scale;
    wanted.config.set("initial_scale", reached->value(0));
    if (const Result<Component> checked = checkComponent(lossScaleCatalog(), "loss scale", wanted)) {
        scale = *checked;
        return true;
    }
    import.notes.push_back("The loss scale had become " + shortestText(reached->value(0))
        + ", with which no run can begin: it begins anew.");
    return false;
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

/// "layers/dropout/seed_generator/vars/0", the state of a Dropout's generator: what of the layers is no variable here.
void noteLeftOut(const TensorFile& file, const std::vector<StoredPlace>& places, std::set<std::string> taken,
    KerasFileImport& import)
{
    for (const StoredPlace& place : places)
        taken.insert(place.stored);
    std::vector<std::string> left;
    for (const TensorEntry& entry : file.tensors())
        if (entry.name.starts_with("layers/") && !taken.contains(entry.name))
            left.push_back(entry.name);
    const bool isRandomState = std::ranges::all_of(
        left, [](const std::string& name) { return name.find("/seed_generator/") != std::string::npos; });
    if (!left.empty())
        import.notes.push_back("Left out: " + shownText(left.front())
            + (left.size() == 1 ? "" : " and " + counted(static_cast<std::int64_t>(left.size() - 1), "other"))
            + " of the layers' tensors" + (isRandomState ? ", the state of random numbers." : "."));
}

Result<KerasFileImport> importOpened(const std::filesystem::path& path, const Kernels& kernels,
    const KerasPolicy& global, const std::stop_token& stop)
{
    const Result<std::string> config = kerasConfigText(path);
    if (!config)
        return config.error();
    Result<KerasModelImport> model = importKerasModel(*config, {global});
    if (!model)
        return model.error().within("config.json");
    const Result<std::unique_ptr<TensorFile>> file = openTensorFile(path, stop);
    if (!file)
        return file.error();
    KerasFileImport import{*std::move(model), {}, {}, {}};
    if (const Status known = checkStoredIntegers(import.model.model, import.model.policies); !known)
        return known.error();
    const Result<ModelPlan> plan = planModel(import.model.model, import.model.policies, 0);
    if (!plan)
        return plan.error();
    Arithmetic arithmetic(kernels);
    const Model built(*plan, arithmetic);
    const std::vector<StoredPlace> places = storedPlaces(import.model.model, *plan, built);
    Result<std::vector<NamedArray>> weights = storedWeights(**file, places, built, stop);
    if (!weights)
        return weights.error().within("model.weights.h5");
    import.weights = *std::move(weights);
    std::set<std::string> taken;
    if (const Status read = codesToNumbers(**file, *plan, places, built, import.weights, taken, stop); !read)
        return read.error().within("model.weights.h5");
    addWrappedScale(**file, import);
    bool scaleGoesOn = false;
    if (import.model.compile.lossScale) {
        const Result<bool> scale = takeLossScale(**file, import, stop);
        if (!scale)
            return scale.error().within("model.weights.h5");
        scaleGoesOn = *scale;
    }
    Result<KerasTrainingState> state = storedTrainingState(
        **file, import.model.model, import.model.compile, scaleGoesOn, places, built, stop);
    if (!state)
        return state.error().within("model.weights.h5");
    import.state = std::move(state->arrays);
    import.notes.insert(import.notes.end(), state->notes.begin(), state->notes.end());
    taken.merge(state->taken);
    noteLeftOut(**file, places, std::move(taken), import);
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
