// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/session/compile_outcome.h"

#include "engine/base/number_text.h"
#include "engine/base/text_lists.h"
#include "engine/policy/legacy_policy.h"

namespace ulpscope {

namespace {

constexpr const char* kWrappedName = "mixed_float16";

std::string wrapped(const std::string& optimizer)
{
    return "LossScaleOptimizer(" + optimizer + ", initial_scale=32768.0, dynamic_growth_steps=2000)";
}

/// Names of layers whose own policy is mixed_float16 while the model's is not, the first few.
std::string layersOfMixedFloat16(const SessionSpec& session)
{
    std::string names;
    int count = 0;
    for (const LayerSpec& layer : session.model.layers) {
        if (!layer.policy || layer.policy->name != kWrappedName)
            continue;
        if (++count <= 3)
            names += (names.empty() ? "" : ", ") + layer.name;
    }
    return count > 3 ? names + " and " + std::to_string(count - 3) + " more" : names;
}

/// Whether the session's optimizer is one of the stack's LossScaleOptimizers before compile sees it.
bool isWrappedAlready(const std::string& lossScale, bool isTfKeras)
{
    return isTfKeras ? lossScale.starts_with("tf_keras") : lossScale == "dynamic";
}

/// "tf-keras" and the optimizer's class go first in every sentence of report().
Message about(const char* pattern, const std::string& stack, const std::string& optimizer)
{
    return message(pattern).with(stack).with(optimizer);
}

/// Why the name is not the one that is asked for.
void addWhyNot(
    std::vector<Message>& texts, const SessionSpec& session, const std::string& stack, bool isTfKeras)
{
    const std::string& name = session.policies.global.name;
    const std::string& optimizer = session.training.optimizer.className;
    if (!session.policies.map.empty()) {
        texts.push_back(isTfKeras
                ? about(translated("%1: compile leaves %2 as it is: tf-keras has no policy maps."), stack,
                    optimizer)
                : about(
                    translated(
                        "%1: compile leaves %2 as it is: the model's policy is a DTypePolicyMap, whose name is "
                        "map_%3, and only the name mixed_float16 counts."),
                    stack, optimizer)
                      .with(name));
        return;
    }
    texts.push_back(
        about(translated("%1: compile leaves %2 as it is: the model's policy is named %3, and only the name "
                         "mixed_float16 counts."),
            stack, optimizer)
            .with(name));
    if (session.policies.global.isQuantized())
        texts.push_back(message("A quantized policy has a name of its own whatever is underneath."));
    if (const std::string layers = layersOfMixedFloat16(session); !layers.empty())
        texts.push_back(message("Layers with a mixed_float16 of their own (%1) do not count.").with(layers));
}

/// Policy.from_config of TensorFlow 2.4 and later deletes the key without a word.
void addDroppedScale(std::vector<Message>& texts, const SessionSpec& session, bool isTfKeras)
{
    const DTypePolicy& policy = session.policies.global;
    if (isTfKeras && policy.hasOwnLossScale)
        texts.push_back(
            message("The policy's own loss_scale=%1 is lost without a word: policies carry none since "
                    "TensorFlow 2.4.")
                .with(lossScaleRepr(policy.lossScale)));
}

Message ofCustomLoop(const std::string& stack)
{
    return message("%1: a custom training loop does not call compile, so nothing is wrapped.").with(stack);
}

CompileReport report(const SessionSpec& session, bool isTfKeras)
{
    const std::string stack = isTfKeras ? "tf-keras" : kerasName(session.policies.keras);
    const std::string& optimizer = session.training.optimizer.className;
    const std::string& lossScale = session.training.lossScale.className;
    CompileReport result{false, optimizer, {}};
    if (session.training.loop != TrainingLoop::Fit) {
        result.sentences.push_back(ofCustomLoop(stack));
        addDroppedScale(result.sentences, session, isTfKeras);
        return result;
    }
    if (isWrappedAlready(lossScale, isTfKeras)) {
        result.optimizer = "LossScaleOptimizer(" + optimizer + ")";
        result.sentences.push_back(
            message("%1: the optimizer is a LossScaleOptimizer already, and compile leaves it as it is.")
                .with(stack));
        return result;
    }
    const bool isMap = !session.policies.map.empty();
    if (isMap || session.policies.global.name != kWrappedName) {
        addWhyNot(result.sentences, session, stack, isTfKeras);
        addDroppedScale(result.sentences, session, isTfKeras);
        return result;
    }
    result.wraps = true;
    result.optimizer = wrapped(optimizer);
    result.sentences.push_back(
        about(translated("%1: compile wraps the optimizer into %2, because the model's policy is named "
                         "exactly mixed_float16."),
            stack, result.optimizer));
    if (lossScale == "fixed" && !isTfKeras)
        result.sentences.push_back(
            message("It would drop the optimizer's loss_scale_factor: this session trains as with "
                    "auto_scale_loss=False."));
    else if (lossScale != "auto")
        result.sentences.push_back(isTfKeras
                ? message("There is no argument against it.")
                : message("Against it there is auto_scale_loss=False, as which this session trains."));
    addDroppedScale(result.sentences, session, isTfKeras);
    return result;
}

/// The experimental family's rule: the policy's loss scale, whatever the policy is named.
CompileReport experimentalReport(const SessionSpec& session)
{
    const std::string stack = "TensorFlow 2.1 to 2.3";
    const std::string& optimizer = session.training.optimizer.className;
    const std::string& lossScale = session.training.lossScale.className;
    const DTypePolicy& policy = session.policies.global;
    const std::optional<Component> carried = policyLossScale(policy);
    const std::string shown = lossScaleRepr(carried);
    CompileReport result{false, optimizer, {}};
    std::vector<Message>& texts = result.sentences;
    if (session.training.loop != TrainingLoop::Fit) {
        texts.push_back(ofCustomLoop(stack));
    } else if (!session.policies.map.empty()) {
        texts.push_back(about(
            translated("%1: compile leaves %2 as it is: this family has no policy maps."), stack, optimizer));
    } else if (!carried) {
        texts.push_back(about(policy.hasOwnLossScale
                ? translated(
                    "%1: compile leaves %2 as it is: the model's policy, %3, carries no loss scale, because it "
                    "was given none.")
                : translated(
                    "%1: compile leaves %2 as it is: the model's policy, %3, carries no loss scale; by itself "
                    "mixed_float16 alone does."),
            stack, optimizer)
                            .with(policy.name));
    } else if (lossScale.starts_with("experimental")) {
        result.optimizer = "LossScaleOptimizer(" + optimizer + ")";
        texts.push_back(
            message("%1: the optimizer is a LossScaleOptimizer already, and compile leaves it as it is; 2.1 "
                    "raises a ValueError where its scale is another than the policy's, %2.")
                .with(stack)
                .with(shown));
    } else {
        result.wraps = true;
        result.optimizer = "LossScaleOptimizer(" + optimizer + ", loss_scale=" + shown + ")";
        texts.push_back(about(policy.hasOwnLossScale
                ? translated(
                    "%1: compile wraps the optimizer into %2, because the model's policy carries that loss scale.")
                : translated(
                    "%1: compile wraps the optimizer into %2, because the model's policy carries that loss scale, "
                    "as mixed_float16 does by itself."),
            stack, result.optimizer));
        if (lossScale != "auto")
            texts.push_back(message("Against it there is a policy with loss_scale=None."));
    }
    return result;
}

} // namespace

std::string CompileReport::sentence() const
{
    return joinedText(sentences, " ", &Message::text);
}

CompileOutcome compileOutcome(const SessionSpec& session)
{
    return {report(session, false), report(session, true), experimentalReport(session)};
}

CompileReport compileReport(const SessionSpec& session)
{
    switch (session.policies.family) {
    case PolicyFamily::Keras3:
        return report(session, false);
    case PolicyFamily::TfKeras:
        return report(session, true);
    case PolicyFamily::Experimental22:
        break;
    }
    return experimentalReport(session);
}

Message loopSentence(const SessionSpec& session)
{
    const float factor = lossScaleOf(session).scale;
    const auto said = [&](Message sentence) {
        return std::move(sentence).with(shortestText(static_cast<double>(factor)));
    };
    if (factor == 1) // a loop that forgets the factor 1 changes nothing
        return {};
    switch (session.training.loop) {
    case TrainingLoop::Fit:
    case TrainingLoop::Custom:
        return {};
    case TrainingLoop::CustomWithoutScaling:
        return said(message(
            "the loop divides the gradients by %1 but never multiplied the loss: updates are that many times too small"));
    case TrainingLoop::CustomWithoutUnscaling:
        return said(message(
            "the loop multiplies the loss by %1 but never divides the gradients: updates are that many times too large"));
    case TrainingLoop::CustomClippedWhileScaled:
        return said(message(
            "the loop clips gradients that still have the loss scale %1: the limit is that many times smaller than it says"));
    case TrainingLoop::CustomScheduleCountsSkipped:
        return said(message(
            "the loop's learning rate schedule moves on in steps that the loss scale %1 skips: the learning rate is ahead "
            "of the optimizer by the number of skipped steps"));
    }
    return {};
}

Component effectiveLossScale(const SessionSpec& session)
{
    if (session.training.lossScale.className != "auto")
        return session.training.lossScale;
    if (!compileReport(session).wraps)
        return {"none", {}};
    switch (session.policies.family) {
    case PolicyFamily::Keras3:
        return {"dynamic", {}};
    case PolicyFamily::TfKeras:
        return {"tf_keras", {}};
    case PolicyFamily::Experimental22:
        break;
    }
    return *policyLossScale(session.policies.global);
}

LossScale lossScaleOf(const SessionSpec& session)
{
    const Result<Component> checked
        = checkComponent(lossScaleCatalog(), "loss scale", effectiveLossScale(session));
    return checked ? findRow(lossScaleCatalog(), checked->className)->make(checked->config) : LossScale{};
}

} // namespace ulpscope
