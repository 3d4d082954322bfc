// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/checked_session.h"

#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/data/dataset_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/model/autocast.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/policy/legacy_policy.h"
#include "engine/policy/recipe.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/arithmetic_choice.h"
#include "engine/session/compile_outcome.h"

namespace ulpscope {

namespace {

constexpr std::int64_t kMaxSteps = 100'000'000;
constexpr std::int64_t kLargestBatch = 1 << 16;

Status checkRange(const char* place, std::int64_t value, std::int64_t minimum, std::int64_t maximum)
{
    if (value >= minimum && value <= maximum)
        return success();
    return Error{place,
        expectedMessage(message("%1 in [%2, %3]")
                            .with(message("an integer"))
                            .with(std::to_string(minimum))
                            .with(std::to_string(maximum)),
            std::to_string(value))};
}

Status checkTraining(TrainingSpec& training)
{
    if (Status status = checkRange("batch_size", training.batchSize, 1, kLargestBatch); !status)
        return status;
    if (Status status = checkRange("steps", training.steps, 1, kMaxSteps); !status)
        return status;
    // Within float32's normal range, in which the loss computes.
    if (!(training.lossWeight >= 0x1p-126 && training.lossWeight <= 0x1p127))
        return Error{"loss_weight",
            expectedMessage(message("%1 in [%2, %3]")
                                .with(message("a number"))
                                .with(verbatim("2^-126"))
                                .with(verbatim("2^127")),
                shortestText(training.lossWeight))};
    const Result<Component> loss = checkComponent(lossCatalog(), translated("loss"), training.loss);
    if (!loss)
        return loss.error().within("loss");
    const Result<Component> optimizer
        = checkComponent(optimizerCatalog(), translated("optimizer"), training.optimizer);
    if (!optimizer)
        return optimizer.error().within("optimizer");
    if (const Status together = checkOptimizer(*optimizer); !together)
        return together.error().within("optimizer");
    const Result<Component> schedule
        = checkComponent(scheduleCatalog(), translated("learning-rate schedule"), training.schedule);
    if (!schedule)
        return schedule.error().within("learning_rate_schedule");
    if (const Status together = checkSchedule(*schedule); !together)
        return together.error().within("learning_rate_schedule");
    const Result<Component> lossScale
        = checkComponent(lossScaleCatalog(), translated("loss scale"), training.lossScale);
    if (!lossScale)
        return lossScale.error().within("loss_scale");
    training.loss = *loss;
    training.optimizer = *optimizer;
    training.schedule = *schedule;
    training.lossScale = *lossScale;
    return success();
}

/// Whether the optimizer clips gradients in any of its three ways.
bool clips(const Component& optimizer)
{
    const auto isSet = [&](const char* name) {
        const ParameterValue* value = optimizer.config.find(name);
        return value != nullptr && std::get<double>(*value) > 0;
    };
    return isSet("clipnorm") || isSet("clipvalue") || isSet("global_clipnorm");
}

/// Checks that a training loop only omits steps that the session has.
Status checkLoop(const SessionSpec& session)
{
    const TrainingLoop loop = session.training.loop;
    if (loop == TrainingLoop::Fit || loop == TrainingLoop::Custom)
        return success();
    const std::string& name = trainingLoopNames()[static_cast<std::size_t>(loop)];
    const LossScale scale = lossScaleOf(session);
    const std::string& className = session.training.lossScale.className;
    if (!scale.isScaled())
        return Error{"loop",
            (className == "auto" ? message(
                 "%1 needs a loss scale, and under a custom loop \"auto\" is none: there is nothing to forget")
                                 : message("%1 needs a loss scale: there is nothing to forget"))
                .with(verbatim(name))};
    if (loop == TrainingLoop::CustomWithoutUnscaling && !scale.rule->needsUnscaleCall)
        return Error{"loop",
            name + " cannot happen with the loss scale \"" + className + "\": "
                + (scale.rule == &kKerasLossScale || scale.rule == &kFixedLossScale
                        ? "Keras 3's optimizer.apply always divides by the scale"
                        : scale.rule == &kGradScaler ? "GradScaler's step unscales by itself"
                                                     : "its optimizer's step unscales by itself")
                + "; expected a rule of tf-keras, where get_unscaled_gradients can be forgotten"};
    if (loop == TrainingLoop::CustomClippedWhileScaled && !clips(session.training.optimizer))
        return Error{"loop",
            name
                + " needs an optimizer that clips: expected a clipnorm, global_clipnorm or clipvalue above 0"};
    if (loop == TrainingLoop::CustomScheduleCountsSkipped
        && (!scale.skipsNonFinite() || session.training.schedule.className == "constant"))
        return Error{"loop",
            name
                + " needs a dynamic loss scale, which skips steps, and a learning rate schedule, which counts them"};
    if (loop == TrainingLoop::CustomScheduleCountsSkipped && scale.rule->skippedStepCounts)
        return Error{"loop",
            name + " says nothing with the loss scale \"" + className
                + "\": there a skipped step is one of the optimizer's "
                  "iterations, and so of the schedule's"};
    return success();
}

/// Checks that a session of this family can be written and read back.
Status checkFamily(const PolicySettings& policies, const ModelSpec& model)
{
    if (policies.family != PolicyFamily::Keras3)
        return success();
    const auto refused = [](const DTypePolicy& policy, const std::string& place) -> Status {
        if (!policy.isOfOlderFamily())
            return success();
        return Error{place,
            "Keras 3 has no class " + std::string(className(policy.policyClass)) + " for '" + policy.name
                + "'; write the policy that is meant, such as \"" + plainPolicy(policy).name
                + "\", or choose the family tf_keras or experimental",
            ErrorKind::AttributeError};
    };
    if (const Status status = refused(policies.global, "policies.global"); !status)
        return status;
    for (const auto& [key, policy] : policies.map)
        if (const Status status = refused(policy, "policies.map[\"" + shownText(key) + "\"]"); !status)
            return status;
    for (std::size_t i = 0; i < model.layers.size(); ++i) {
        const std::string place = "layers[" + std::to_string(i) + "]";
        if (const LayerSpec& layer = model.layers[i]; layer.policy)
            if (const Status status = refused(*layer.policy, place + ".policy"); !status)
                return status;
        for (const auto& [child, policy] : model.layers[i].children)
            if (const Status status = refused(policy, place + ".children." + child); !status)
                return status;
    }
    return success();
}

Status checkPolicySettings(const PolicySettings& policies)
{
    for (std::size_t i = 0; i < policies.map.size(); ++i) {
        const std::string& key = policies.map[i].first;
        for (std::size_t j = 0; j < i; ++j)
            if (policies.map[j].first == key)
                return Error{"map", message("key '%1' is there twice").with(verbatim(shownText(key)))};
    }
    if (const Result<Recipe> recipe = makeRecipe(policies.recipe); !recipe)
        return recipe.error().within("recipe");
    return success();
}

Result<CheckedSession> resolve(const SessionSpec& session)
{
    CheckedSession checked{session, {}, {}};
    if (const Status status = checkTraining(checked.session.training); !status)
        return status.error().within("training");
    if (const Status status = checkLoop(checked.session); !status)
        return status.error().within("training");
    if (const Status status = checkRange("tensors_every", session.probes.tensorsEvery, 1, kMaxSteps); !status)
        return status.error().within("probes");
    if (const Status status = checkPolicySettings(session.policies); !status)
        return status.error().within("policies");
    if (const Status status = checkFamily(session.policies, session.model); !status)
        return status.error();
    const Result<Component> data = checkComponent(datasetCatalog(), translated("dataset"), session.data);
    if (!data)
        return data.error().within("data");
    const DatasetClass& dataset = *findRow(datasetCatalog(), data->className);
    checked.session.data
        = {data->className, withPathsFrom(session.origin.folder, data->config, dataset.parameters)};
    if (!session.training.initialWeights.empty())
        checked.session.training.initialWeights
            = (session.origin.folder / session.training.initialWeights).string();
    if (!session.training.initialState.empty())
        checked.session.training.initialState
            = (session.origin.folder / session.training.initialState).string();
    Result<ModelPlan> plan = planModel(session.model, session.policies, session.training.seed);
    if (!plan)
        return plan.error();
    checked.plan = std::move(*plan);
    checked.arithmetic = arithmeticChoice(checked.session.training, checked.plan);
    const ArithmeticRules& rules = rulesOf(checked.arithmetic.kind);
    if (rules.autocasts)
        useAutocast(checked.plan, rules.usesCudaKernels);

    Shape features;
    for (const std::int64_t extent : dataset.featureShape(data->config))
        features.append(extent);
    const Shape& input = checked.plan.layers.front().outputShape;
    if (features.rank() > 0 && !(input == features)) // else the file alone knows, which is not read here
        return Error{"layers[0].shape",
            "expected " + features.text() + ", the shape of an example of '" + data->className + "', got "
                + input.text() + "; give the input layer that shape"};
    Index outputs = 0;
    for (const PlannedLayer& layer : checked.plan.layers) {
        outputs += layer.outputShape.elements() * checked.session.training.batchSize;
        if (outputs > kMaxActivations)
            return Error{"training.batch_size",
                "a batch of " + std::to_string(checked.session.training.batchSize) + " makes more than "
                    + std::to_string(kMaxActivations) + " outputs in this model; expected fewer"};
    }
    return checked;
}

} // namespace

Result<CheckedSession> resolveSession(const SessionSpec& session)
{
    Result<CheckedSession> checked = resolve(session);
    if (!checked)
        return checked;
    if (const Status trainable = checkPolicies(checked->plan); !trainable)
        return trainable.error();
    return checked;
}

Status checkSession(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolve(session);
    if (!checked)
        return checked.error();
    return success();
}

Status checkRunnable(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    return checkFilesAreChosen(checked->session.data);
}

} // namespace ulpscope
