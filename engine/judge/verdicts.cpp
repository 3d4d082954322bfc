// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/judge/verdicts.h"

#include "engine/base/number_text.h"
#include "engine/base/percent.h"
#include "engine/dtype/rounding.h"
#include "engine/judge/repairs.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/session/compile_outcome.h"
#include "engine/session/session_formats.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ulpscope {

namespace {

constexpr double kFirstLossScale = 1024;
constexpr double kLossScaleFactor = 64;
/// From here on a constant is guesswork, and Keras' rule finds a better one.
constexpr double kLargeLossScale = 65536;
/// With a small loss weight rates of thousands are in order.
constexpr double kUnreasonableRate = 1e9;
/// Gradients of later steps may be this much larger than those seen, and must not overflow.
constexpr double kHeadroom = 16;

struct RunFacts
{
    const SessionSpec& session;
    const RunTotals& totals;
    const StepRecord& last;
    const RunAccuracy& accuracy;
};

struct Repair
{
    Message text;
    std::function<void(SessionSpec&)> edit;
};

struct Rule
{
    const char* id;
    Severity severity;
    VerdictSubject subject;
    bool (*applies)(const RunFacts&);
    Message (*sentence)(const RunFacts&);
    const char* why;
    Repair (*repair)(const RunFacts&);
    /// What else explains it in this session: its formats, its loss scale.
    std::vector<Message> (*inThisSession)(const RunFacts&) = nullptr;
};

std::string scientific(double value)
{
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, 1);
    return {buffer.data(), end.ptr};
}

constexpr const char* kUnknownShare = translated("an unknown share");

std::string shareText(double value)
{
    return std::isfinite(value) ? percentText(value) : kUnknownShare;
}

std::string relativeError(double value)
{
    return value < 0.01 || value >= 100 ? scientific(value) : shareText(100 * value);
}

bool isDynamic(const SessionSpec& session)
{
    return lossScaleOf(session).skipsNonFinite();
}

Repair widerRange(const RunFacts& run)
{
    if (!hasSmallRange(narrowestComputeFormat(run.session)))
        return {};
    return {message("Use mixed_bfloat16"), useRangeOfFloat32};
}

Repair smallerScaleOrWiderRange(const RunFacts& run)
{
    if (!isDynamic(run.session) && run.last.lossScale.value_or(1) > 1)
        return {message("Use a dynamic loss scale"), useDynamicLossScale};
    return widerRange(run);
}

/// A tenth, to 15 digits: 1e29 of 1e30, and not 1.0000000000000001e29.
double shortTenth(double value)
{
    std::array<char, 32> text{};
    const char* end
        = std::to_chars(text.data(), text.data() + text.size(), value / 10, std::chars_format::scientific, 14)
              .ptr;
    double tenth = 0;
    std::from_chars(text.data(), end, tenth);
    return tenth;
}

Repair smallerLearningRate(const RunFacts& run)
{
    const ParameterValue* rate = run.session.training.optimizer.config.find("learning_rate");
    if (rate == nullptr || !std::holds_alternative<double>(*rate))
        return {};
    const Component& optimizer = run.session.training.optimizer;
    const OptimizerClass* row = findRow(optimizerCatalog(), optimizer.className);
    const Result<Config> usual = checkConfig({}, row != nullptr ? row->parameters : std::vector<ParameterSpec>());
    // A tenth of what is out of all reason is so too.
    const bool isReasonable = std::get<double>(*rate) < kUnreasonableRate || row == nullptr || !usual;
    const double smaller
        = isReasonable ? shortTenth(std::get<double>(*rate)) : usual->number("learning_rate");
    return {message("Try learning rate %1").with(shortestText(smaller)),
        [smaller](SessionSpec& edited) { edited.training.optimizer.config.set("learning_rate", smaller); }};
}

Repair gentlerTraining(const RunFacts& run)
{
    if (run.totals.counts.overflows > 0)
        if (Repair repair = smallerScaleOrWiderRange(run); repair.edit)
            return repair;
    return smallerLearningRate(run);
}

/// A scale that lifts more gradients above the format's smallest value and leaves room below its largest.
Repair largerLossScale(const RunFacts& run)
{
    const Format& format = narrowestComputeFormat(run.session);
    if (!hasSmallRange(format)) {
        const auto policies = resolvedPolicies(run.session);
        const bool hasFloat8 = std::any_of(
            policies.begin(), policies.end(), [](const DTypePolicy& p) { return p.isFloat8(); });
        return hasFloat8 ? Repair{message("Train without float8"), dropFloat8} : Repair{};
    }
    // A dynamic scale is already as large as the largest gradients allow.
    if (isDynamic(run.session))
        return widerRange(run);
    const double scale = run.last.lossScale.value_or(1);
    if (scale >= kLargeLossScale)
        return {message("Use a dynamic loss scale"), useDynamicLossScale};
    const double wanted = scale < kFirstLossScale ? kFirstLossScale : scale * kLossScaleFactor;
    // ilogb keeps it a power of two, which costs no rounding; with all gradients zero nothing limits it.
    const double limit = format.maxFinite() / (kHeadroom * run.totals.gradientAmax);
    const double offered
        = std::isfinite(limit) && limit < wanted ? std::ldexp(1.0, std::ilogb(limit)) : wanted;
    if (offered < 2 * scale)
        return widerRange(run);
    return {message("Try loss scale %1").with(shortestText(offered)),
        [offered](SessionSpec& edited) { useFixedLossScale(edited, offered); }};
}

Repair scalesWithoutLag(const RunFacts& run)
{
    const std::vector<DTypePolicy> policies = resolvedPolicies(run.session);
    if (std::ranges::any_of(policies, &DTypePolicy::isFloat8)) // Keras has no other scales
        return {message("Train without float8"), dropFloat8};
    return {message("Scale each step by its own amax"), useCurrentScaling};
}

Repair masterWeights(const RunFacts& run)
{
    if (!storesWeightsBelowFloat32(run.session))
        return {};
    return {message("Keep float32 master weights"), keepFloat32Weights};
}

Repair steadierScale(const RunFacts& run)
{
    const ParameterValue* growth = run.session.training.lossScale.config.find("dynamic_growth_steps");
    const auto* steps = growth != nullptr ? std::get_if<std::int64_t>(growth) : nullptr;
    if (steps != nullptr && *steps < kRecentSteps)
        return {message("Let the scale grow every 2000 good steps"), useDynamicLossScale};
    return widerRange(run);
}

Repair finerFormat(const RunFacts& run)
{
    const std::vector<DTypePolicy> policies = resolvedPolicies(run.session);
    const bool isBelowFloat32 = std::any_of(policies.begin(), policies.end(), [](const DTypePolicy& policy) {
        const Format* format = findFormat(policy.computeDtype);
        return policy.isFloat8() || (format != nullptr && format->precision() < float32Format().precision());
    });
    return isBelowFloat32 ? Repair{message("Compute in float32"), computeInFloat32} : Repair{};
}

Message largestOf(const Format& format)
{
    const double largest = format.maxFinite();
    return message("%1's is %2.")
        .with(std::string(format.name))
        .with(largest < 1e6 ? shortestText(largest) : scientific(largest));
}

/// Why numbers got beyond the largest value: the format, the loss scale, or the training itself.
std::vector<Message> whatMadeThemLarge(const RunFacts& run)
{
    const Format& format = narrowestComputeFormat(run.session);
    std::vector<Message> texts{largestOf(format)};
    if (run.last.lossScale.value_or(1) > 1 && isDynamic(run.session))
        texts.push_back(message(
            "The dynamic loss scale multiplies all gradients; a step in which that is too much is skipped and "
            "the scale halved, which was not enough here."));
    else if (run.last.lossScale.value_or(1) > 1)
        texts.push_back(message(
            "The loss scale multiplies all gradients, so one that is too large makes them overflow; a dynamic "
            "one skips such a step and halves itself."));
    else if (hasSmallRange(format))
        texts.push_back(message("bfloat16 has the range of float32, for three digits less."));
    else
        texts.push_back(message(
            "That is as far as float32 reaches, so the numbers themselves grew without end: the learning rate "
            "may be too large, or the features far from 1."));
    return texts;
}

std::vector<Message> whatLiftsGradients(const RunFacts& run)
{
    const Format& format = narrowestComputeFormat(run.session);
    const std::string name(format.name);
    if (hasSmallRange(format))
        return {message(
            "%1's smallest value is %2. A loss scale multiplies the loss, and with it every gradient, "
            "before the rounding, and divides again before the update: it costs nothing and moves the "
            "gradients back into range.")
                    .with(name)
                    .with(scientific(format.minSubnormal()))};
    return {message(
        "%1 has the range of float32, where a loss scale changes little; a float8 format, to which some "
        "layers cast their gradients, has less.")
                .with(name)};
}

/// The optimizer's decay that is 1 in the dtype of the weights, in which all that it keeps of them is, too.
std::vector<Message> constantThatIsOne(const RunFacts& run)
{
    const Component& optimizer = run.session.training.optimizer;
    const OptimizerClass* row = findRow(optimizerCatalog(), optimizer.className);
    const Result<Config> config
        = row != nullptr ? checkConfig(optimizer.config, row->parameters) : Result<Config>(Config());
    if (!config)
        return {};
    for (const DTypePolicy& policy : resolvedPolicies(run.session)) {
        if (!storesBelowFloat32(policy))
            continue;
        const Format& format = *findFormat(policy.variableDtype);
        for (const std::string_view decay : row->decays) {
            const std::string name(decay);
            const double constant = config->number(name);
            if (constant < 1 && roundToFormat(format, constant) == 1)
                return {message(
                    "%1's %2, %3, is 1 in %4: what is averaged with it never moves, and 1 - %2, by which a "
                    "step may be multiplied, is 0.")
                            .with(optimizer.className)
                            .with(name)
                            .with(shortestText(constant))
                            .with(std::string(format.name))};
        }
    }
    return {};
}

/// The exception of the program whose scaler it is, and what is too large for which format.
std::vector<Message> whatItRaises(const RunFacts& run)
{
    const std::string_view ending = lossScaleOf(run.session).rule->ending;
    const Format& format = narrowestComputeFormat(run.session);
    std::vector<Message> texts;
    if (!ending.empty())
        texts.push_back(message("There it is \"%1\"").with(std::string(ending)));
    texts.push_back(largestOf(format));
    if (hasSmallRange(format))
        texts.push_back(message("bfloat16 has the range of float32, for three digits less."));
    return texts;
}

Message healthySentence(const RunFacts& run)
{
    const std::string lost = shareText(run.totals.counts.updatesLostPercent());
    const std::string skipped = std::to_string(run.totals.skippedSteps);
    const bool isOne = run.totals.skippedSteps == 1;
    if (const std::optional<double> flushed = run.totals.counts.gradientsFlushedPercent()) {
        if (run.totals.skippedSteps == 0)
            return message("Numerically healthy: %1 of the gradients flushed, %2 of the updates lost.")
                .with(shareText(*flushed))
                .with(lost);
        return (isOne
                ? message("Numerically healthy: %1 of the gradients flushed, %2 of the updates lost, %3 step "
                          "skipped to find the loss scale.")
                : message(
                    "Numerically healthy: %1 of the gradients flushed, %2 of the updates lost, %3 steps "
                    "skipped to find the loss scale."))
            .with(shareText(*flushed))
            .with(lost)
            .with(skipped);
    }
    if (run.totals.skippedSteps == 0)
        return message("Numerically healthy: %1 of the updates lost.").with(lost);
    return (isOne
            ? message("Numerically healthy: %1 of the updates lost, %2 step skipped to find the loss scale.")
            : message(
                "Numerically healthy: %1 of the updates lost, %2 steps skipped to find the loss scale."))
        .with(lost)
        .with(skipped);
}

Repair nothing(const RunFacts&)
{
    return {};
}

/// By how many points the test accuracy is below float64's.
double accuracyGap(const RunFacts& run)
{
    const auto& [steps, candidate, reference] = run.accuracy;
    return candidate && reference ? 100 * (*reference - *candidate) : 0;
}

Message accuracySentence(const RunFacts& run)
{
    return message("Test accuracy is %1, float64's %2.")
        .with(shareText(100 * *run.accuracy.candidate))
        .with(shareText(100 * *run.accuracy.reference));
}

/// Steps that were applied, or would have been.
std::int64_t appliedSteps(const RunFacts& run)
{
    return run.totals.steps - run.totals.skippedSteps;
}

bool isFlushed(const RunFacts& run)
{
    return kFlushedPercentLimits.grade(run.totals.counts.gradientsFlushedPercent().value_or(0))
        == Severity::Warning;
}

bool isLost(const RunFacts& run)
{
    return lostPercentLimits(storesWeightsBelowFloat32(run.session))
               .grade(run.totals.counts.updatesLostPercent())
        == Severity::Warning;
}

bool isStill(const RunFacts& run)
{
    const ParameterValue* accumulated
        = run.session.training.optimizer.config.find("gradient_accumulation_steps");
    const auto* updateEvery = accumulated != nullptr ? std::get_if<std::int64_t>(accumulated) : nullptr;
    const std::int64_t enough = std::max(kStillSteps, updateEvery != nullptr ? *updateEvery : 0);
    const bool isLong = appliedSteps(run) > 0
        && appliedSteps(run) >= std::min(enough, run.session.training.steps);
    // Else flushed gradients or lost updates are why.
    const bool isOfFloat64Too
        = run.session.probes.watch == WatchMode::Twin && run.totals.counts.updatesExpected == 0;
    return !run.totals.weightsMoved && isLong && (isOfFloat64Too || !(isFlushed(run) || isLost(run)));
}

/// In the order of gravity: the first that applies is what a person is told.
constexpr std::array<Rule, 13> kRules{{
    {"not_trained", Severity::Notice, VerdictSubject::Nothing,
        [](const RunFacts& run) { return run.totals.steps == 0 && !run.totals.divergedAt; },
        [](const RunFacts&) { return message("Nothing is trained yet."); },
        translated(
            "Press Train: the model is trained twice on the same batches, once in its policy's arithmetic and "
            "once in "
            "float64, and every number here compares the two."),
        nothing},
    {"float64_diverges", Severity::Failure, VerdictSubject::NonFinite,
        [](const RunFacts& run) { return run.totals.referenceDivergedAt.has_value(); },
        [](const RunFacts& run) {
            return message("This is not precision: float64 diverges as well, at step %1.")
                .with(std::to_string(*run.totals.referenceDivergedAt));
        },
        translated(
            "The same model on the same batches, in float64, comes to a loss beyond 1e30 or to NaN too: a wider format only "
            "makes it later. The learning rate may be too large, the features far from 1, or the loss without a floor."),
        smallerLearningRate},
    {"diverged", Severity::Failure, VerdictSubject::NonFinite,
        [](const RunFacts& run) { return run.totals.divergedAt.has_value(); },
        [](const RunFacts& run) {
            const Message how = run.totals.counts.overflows > 0
                ? message("Diverged at step %1: numbers overflowed, and the weights are lost.")
                : message("Diverged at step %1: the loss or a weight is no longer a finite number.");
            return Message(how).with(std::to_string(*run.totals.divergedAt));
        },
        translated(
            "A format has a largest value. A result above it becomes infinity, infinity minus infinity becomes NaN (not a "
            "number), and every weight that NaN touches is NaN for good."),
        gentlerTraining, whatMadeThemLarge},
    {"scaler_ended", Severity::Failure, VerdictSubject::ScalerEnd,
        [](const RunFacts& run) { return run.totals.scalerEndedAt.has_value(); },
        [](const RunFacts& run) {
            return message(
                "The loss scaler ended the run at step %1: gradients overflowed at its least scale. Nothing "
                "is trained from there on.")
                .with(std::to_string(*run.totals.scalerEndedAt));
        },
        translated(
            "A loss scaler halves its scale when gradients overflow. Where they do so at the least scale that it allows, a "
            "smaller one cannot help, and some programs end the run. Here the steps go on and are all skipped, so that one can "
            "look at them."),
        gentlerTraining, whatItRaises},
    {"steps_skipped", Severity::Warning, VerdictSubject::SkippedSteps,
        [](const RunFacts& run) {
            return run.totals.recentSkippedSteps() > kSkipsOfSearch
                && percent(run.totals.recentSkippedSteps(), run.totals.recentSteps())
                >= kSkippedPercentWarning;
        },
        [](const RunFacts& run) {
            return message("%1 of the last %2 steps were skipped: the loss scale does not settle.")
                .with(std::to_string(run.totals.recentSkippedSteps()))
                .with(std::to_string(run.totals.recentSteps()));
        },
        translated(
            "A dynamic loss scale skips a step whose gradients are not finite, halves the scale and tries again; "
            "after a row "
            "of good steps it doubles. A few skips are how it finds its place. Skips that go on cost training "
            "steps, and "
            "mean that the scale grows too eagerly or that the numbers overflow whatever the scale is."),
        steadierScale},
    {"overflows", Severity::Warning, VerdictSubject::NonFinite,
        [](const RunFacts& run) { return run.totals.counts.overflows > 0 && run.totals.skippedSteps == 0; },
        [](const RunFacts& run) {
            const std::int64_t count = run.totals.counts.overflows;
            return (count == 1
                    ? message("%1 number overflowed in %2: finite before rounding, infinite after.")
                    : message("%1 numbers overflowed in %2: finite before rounding, infinite after."))
                .with(std::to_string(count))
                .with(std::string(narrowestComputeFormat(run.session).name));
        },
        translated(
            "Every format has a largest value; what is larger rounds to infinity, and no step was skipped "
            "because of it."),
        smallerScaleOrWiderRange, whatMadeThemLarge},
    {"nothing_moves", Severity::Warning, VerdictSubject::Nothing, isStill,
        [](const RunFacts& run) {
            return message("Nothing is learnt: in %1 steps not one weight moved.")
                .with(std::to_string(appliedSteps(run)));
        },
        translated(
            "A weight moves by its gradient times the learning rate. Where that is zero in float64 too, no format is to "
            "blame: look at the learning rate and its schedule, at clipping, at steps that only accumulate gradients, at "
            "units that are never active (a ReLU whose inputs are all negative), at data that is all zero, at layers that "
            "have nothing to train, as those of integers."),
        nothing},
    {"gradients_flushed", Severity::Warning, VerdictSubject::FlushedGradients, isFlushed,
        [](const RunFacts& run) {
            return message("%1 of the gradients became zero that are not zero in float64.")
                .with(shareText(*run.totals.counts.gradientsFlushedPercent()));
        },
        translated(
            "A gradient below half of a format's smallest value is rounded to zero, and its weight does not "
            "learn from it."),
        largerLossScale, whatLiftsGradients},
    {"updates_lost", Severity::Warning, VerdictSubject::LostUpdates, isLost,
        [](const RunFacts& run) {
            // Without a twin all is expected to move that has a gradient.
            const Message sentence = run.session.probes.watch == WatchMode::Twin
                ? message("%1 of the updates that float64 makes left the weight unchanged here.")
                : message("%1 of the updates left the weight unchanged.");
            return Message(sentence).with(shareText(run.totals.counts.updatesLostPercent()));
        },
        translated(
            "A weight and its update are added and rounded to the dtype that stores the weight. An update "
            "smaller than half "
            "the distance to the next value is lost: in bfloat16, 1 - 0.001 is 1. Mixed policies keep the "
            "weights in float32 "
            "(master weights) and round only the copy that a layer computes with."),
        masterWeights, constantThatIsOne},
    {"operands_saturate", Severity::Warning, VerdictSubject::SaturatedOperands,
        [](const RunFacts& run) {
            return kSaturatedPercentLimits.grade(run.totals.counts.saturatedPercent()) == Severity::Warning;
        },
        [](const RunFacts& run) {
            return message("%1 of the elements of scaled operands saturated: the scales lag behind.")
                .with(shareText(run.totals.counts.saturatedPercent()));
        },
        translated(
            "A scale that is made from the amaxes of earlier steps fits numbers that do not grow. What is beyond its limit is "
            "clipped to the format's largest value, so that the largest numbers of an operand all become one."),
        scalesWithoutLag},
    {"accuracy_far", Severity::Warning, VerdictSubject::OutputError,
        [](const RunFacts& run) { return kAccuracyGapLimits.grade(accuracyGap(run)) == Severity::Warning; },
        accuracySentence,
        translated(
            "Both runs see the same batches and began with the same weights, so the difference comes from rounding, although "
            "few gradients and few updates were lost."),
        finerFormat},
    {"error_large", Severity::Notice, VerdictSubject::OutputError,
        [](const RunFacts& run) {
            return kErrorLimits.grade(run.last.errorVsFloat64.value_or(0)) == Severity::Warning;
        },
        [](const RunFacts& run) {
            if (!std::isfinite(*run.last.errorVsFloat64))
                return message("The output has numbers that are not finite; in float64 it has none.");
            return message("The output is %1 away from the float64 run's.")
                .with(relativeError(*run.last.errorVsFloat64));
        },
        translated(
            "Both runs see the same batches and began with the same weights, so all of the distance comes from "
            "rounding. It "
            "is the relative L2 error of the model's output on the step's batch, and it grows while the two runs "
            "drift apart. "
            "The two may still be equally good models: compare the losses."),
        finerFormat},
    {"healthy", Severity::Good, VerdictSubject::Costs, [](const RunFacts&) { return true; },
        [](const RunFacts& run) { return healthySentence(run); },
        translated(
            "Few gradients became zero, few updates were lost, nothing overflowed that mattered, and the output "
            "is close to "
            "that of the same run in float64."),
        nothing},
}};

} // namespace

Verdict judge(const SessionSpec& session, const RunTotals& totals, const StepRecord& last,
    const RunAccuracy& accuracy)
{
    const RunFacts run{session, totals, last, accuracy};
    // The last rule always applies.
    const Rule& rule = *std::find_if(
        kRules.begin(), kRules.end() - 1, [&](const Rule& candidate) { return candidate.applies(run); });
    Repair repair = rule.repair(run);
    std::vector<Message> why{message(rule.why)};
    if (rule.inThisSession)
        for (Message& more : rule.inThisSession(run))
            why.push_back(std::move(more));
    // Whatever is wrong first, where numbers stopped being finite is part of the answer.
    const bool saysWhere = rule.severity >= Severity::Warning;
    const bool isFar = kAccuracyGapLimits.grade(accuracyGap(run)) == Severity::Warning;
    const bool saysSo = isFar && rule.sentence != accuracySentence;
    return {rule.id, rule.severity, rule.subject, rule.sentence(run),
        saysSo ? accuracySentence(run) : Message(), std::move(why),
        saysWhere ? totals.gravest() : nullptr, std::move(repair.text), std::move(repair.edit)};
}

std::string Verdict::text() const
{
    return accuracy.empty() ? sentence.text() : sentence.text() + " " + accuracy.text();
}

std::string Verdict::whyText() const
{
    std::string text;
    for (const Message& part : why)
        text += (text.empty() ? "" : " ") + part.text();
    return birthplace ? text + "\n\n" + birthplace->sentence : text;
}

} // namespace ulpscope
