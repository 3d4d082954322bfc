// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/data_repair.h"

#include "engine/base/number_text.h"
#include "engine/base/text_lists.h"
#include "engine/data/dataset_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/model/model_plan.h"
#include "engine/session/checked_session.h"
#include "engine/session/fitting_loss.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ulpscope {

namespace {

/// Which changes are made together.
struct Changes
{
    bool flattens = false;
    bool setsUnits = false;
    bool setsLoss = false;
};

/// The fewest first; the loss before the units, which depend on it.
constexpr std::array<Changes, 8> kAttempts{{{}, {.setsLoss = true}, {.setsUnits = true},
    {.setsUnits = true, .setsLoss = true}, {.flattens = true}, {.flattens = true, .setsLoss = true},
    {.flattens = true, .setsUnits = true}, {.flattens = true, .setsUnits = true, .setsLoss = true}}};

std::string extentsText(const std::vector<std::int64_t>& shape)
{
    return joinedText(shape, " x ");
}

/// The Dense layer whose units are the model's outputs; null if something else makes them.
LayerSpec* outputLayer(ModelSpec& model)
{
    constexpr std::array<std::string_view, 4> kKeepShapes{
        "Activation", "Softmax", "Dropout", "GaussianNoise"};
    for (auto layer = model.layers.rbegin(); layer != model.layers.rend(); ++layer) {
        if (layer->className == "Dense")
            return &*layer;
        if (std::ranges::find(kKeepShapes, layer->className) == kKeepShapes.end())
            return nullptr;
    }
    return nullptr;
}

/// Outputs that a loss wants along the last axis.
std::int64_t unitsFor(const Component& loss, const DataShape& data)
{
    return loss.className == "SparseCategoricalCrossentropy" ? data.classes : data.targetsPerExample;
}

/// Sets the loss. An output with probabilities for another kind of loss becomes one with logits.
void useLoss(SessionSpec& session, LayerSpec* output, Component loss)
{
    const ParameterValue* value = output == nullptr ? nullptr : output->config.find("activation");
    const auto* activation = value == nullptr ? nullptr : std::get_if<std::string>(value);
    const bool areSoftmax = activation != nullptr && *activation == "softmax";
    const bool areSigmoid = activation != nullptr && *activation == "sigmoid";
    const bool areRight = (areSoftmax && loss.className == "SparseCategoricalCrossentropy")
        || (areSigmoid && loss.className == "BinaryCrossentropy");
    if (areRight || (session.model.layers.back().className == "Softmax" && loss.config.find("from_logits")))
        loss.config.set("from_logits", false);
    else if (areSoftmax || areSigmoid)
        output->config.remove("activation");
    session.training.loss = std::move(loss);
}

bool setInput(ModelSpec& model, const std::vector<std::int64_t>& features)
{
    Config& config = model.layers.front().config;
    if (const ParameterValue* shape = config.find("shape"); shape && *shape == ParameterValue(features))
        return false;
    config.set("shape", features);
    return true;
}

bool insertFlatten(ModelSpec& model)
{
    if (!model.isSequential() || model.layers.size() < 2 || model.layers[1].className == "Flatten")
        return false;
    model.layers.insert(model.layers.begin() + 1, {model.freeName("Flatten"), "Flatten", {}, {}, {}});
    return true;
}

/// Shape of the output for one example; nothing where the model cannot be planned.
std::optional<Shape> outputOf(const SessionSpec& session)
{
    const Result<ModelPlan> plan = planModel(session.model, session.policies, session.training.seed);
    return plan ? std::optional<Shape>(plan->layers.back().outputShape) : std::nullopt;
}

/// The model's output and the loss fit the targets, and the loss is one of classes where there are any.
bool fitsTargets(const SessionSpec& session, const DataShape& data)
{
    const std::optional<Shape> output = outputOf(session);
    const Result<Component> loss = checkComponent(lossCatalog(), "loss", session.training.loss);
    if (!output || !loss)
        return false;
    const LossClass& row = *findRow(lossCatalog(), loss->className);
    const bool isOfClasses = row.decisionRule != nullptr;
    return row.targets.fits(*output, data.targetsPerExample, data.classes).ok()
        && (data.classes == 0 || isOfClasses);
}

DataRepair repairTo(const SessionSpec& repaired, std::vector<Message> parts)
{
    return {.parts = std::move(parts),
        .change = [model = repaired.model, loss = repaired.training.loss](SessionSpec& session) {
            session.model = model;
            session.training.loss = loss;
        }};
}

/// The session with such changes, and what they are; nothing where they cannot be made.
std::optional<SessionSpec> changed(
    const SessionSpec& session, const DataShape& data, const Changes& changes, std::vector<Message>& parts)
{
    SessionSpec result = session;
    if (result.model.layers.empty())
        return std::nullopt;
    if (setInput(result.model, data.features))
        parts.push_back(message("set the input to %1").with(extentsText(data.features)));
    if (changes.flattens) {
        if (data.features.size() < 2 || !insertFlatten(result.model))
            return std::nullopt;
        parts.push_back(message("flatten it"));
    }
    LayerSpec* output = outputLayer(result.model);
    const Component loss = changes.setsLoss ? fittingLoss(data).loss : result.training.loss;
    if (changes.setsUnits) {
        const std::int64_t units = unitsFor(loss, data);
        if (output == nullptr || units < 1)
            return std::nullopt;
        output->config.set("units", units);
        parts.push_back(message("set the last layer to %1")
                            .with(counted(units, message("%1 unit"), message("%1 units"))));
    }
    if (changes.setsLoss) {
        if (loss.className == result.training.loss.className)
            return std::nullopt;
        useLoss(result, output, loss);
        parts.push_back(message("use %1").with(loss.className));
    }
    return result;
}

} // namespace

std::string DataRepair::text() const
{
    std::string text = joinedText(parts, ", ", &Message::text);
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - ('a' - 'A'));
    return text;
}

std::optional<DataRepair> repairForData(const SessionSpec& session, const DataShape& data)
{
    for (const Changes& changes : kAttempts) {
        std::vector<Message> parts;
        const std::optional<SessionSpec> repaired = changed(session, data, changes, parts);
        if (!repaired || !fitsTargets(*repaired, data))
            continue;
        if (parts.empty())
            return std::nullopt; // it fits
        return repairTo(*repaired, parts);
    }
    return std::nullopt;
}

std::optional<DataRepair> repairForFeatures(
    const SessionSpec& session, const std::vector<std::int64_t>& features)
{
    const std::optional<Shape> wanted = outputOf(session);
    for (const bool flattens : {false, true}) {
        std::vector<Message> parts;
        const std::optional<SessionSpec> repaired
            = changed(session, {.features = features}, {.flattens = flattens}, parts);
        if (repaired && !parts.empty() && wanted && outputOf(*repaired) == wanted)
            return repairTo(*repaired, parts);
    }
    return std::nullopt;
}

std::optional<DataRepair> repairAfterReading(const SessionSpec& session, const std::stop_token& stop)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return std::nullopt;
    const Result<Dataset> data = loadDataset(checked->session.data, session.training.seed, stop);
    if (!data)
        return std::nullopt;
    return repairForData(session, {data->featureShape, data->targetsPerExample, data->classes});
}

} // namespace ulpscope
