// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/runs/verdicts.h"

#include "app/judge/runs/repairs.h"
#include "engine/base/number_text.h"
#include "engine/base/percent.h"
#include "engine/base/text_lists.h"
#include "engine/dtype/rounding.h"
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
/// From this loss scale on a constant is a guess, and Keras' dynamic rule finds a better one.
constexpr double kLargeLossScale = 65536;
/// A learning rate in the thousands is legitimate when the loss weight is small.
constexpr double kUnreasonableRate = 1e9;
/// A tenth, a hundredth, a thousandth of the learning rate where formats may be the cause too; further where they are not.
constexpr int kRates = 3;
constexpr int kRatesForFloat64 = 6;
/// Gradients of later steps may be this much larger than those seen, and must not overflow.
constexpr double kHeadroom = 16;

struct RunFacts
{
    const SessionSpec& session;
    const RunTotals& totals;
    const StepRecord& last;
    const RunAccuracy& accuracy;
};

using Repairs = std::vector<Repair>;

struct Rule
{
    const char* id;
    const char* lesson; ///< which explains it, by name; empty: none does
    Severity severity;
    VerdictSubject subject;
    bool (*applies)(const RunFacts&);
    Message (*sentence)(const RunFacts&);
    const char* why; ///< empty: inThisSession() says all
    BadMetric metric;
    Repairs (*repairs)(const RunFacts&);
    /// Further explanations from the session: its formats, its loss scale.
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

bool hasFloat8(const SessionSpec& session)
{
    return std::ranges::any_of(resolvedPolicies(session), &DTypePolicy::isFloat8);
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

/// Repairs a float8 policy over a small range: float8 stays, but its scales and other layers get float32's range (bfloat16).
void addBfloat16BelowFloat8(const RunFacts& run, Repairs& repairs)
{
    const bool isSmall = std::ranges::any_of(resolvedPolicies(run.session), [](const DTypePolicy& policy) {
        const Format* format = findFormat(policy.computeDtype);
        return policy.isFloat8() && format != nullptr && hasSmallRange(*format);
    });
    if (isSmall)
        repairs.push_back({message("Use bfloat16 below float8"), useBfloat16BelowFloat8});
}

void addDynamicScale(const RunFacts& run, Repairs& repairs)
{
    if (!isDynamic(run.session) && hasSmallRange(narrowestComputeFormat(run.session)))
        repairs.push_back({message("Use a dynamic loss scale"), useDynamicLossScale});
}

void addWiderRange(const RunFacts& run, Repairs& repairs)
{
    if (hasSmallRange(narrowestComputeFormat(run.session)))
        repairs.push_back({message("Use mixed_bfloat16"), useRangeOfFloat32});
}

void addRates(const RunFacts& run, Repairs& repairs, int count)
{
    const Component& optimizer = run.session.training.optimizer;
    const ParameterValue* given = optimizer.config.find("learning_rate");
    if (given == nullptr || !std::holds_alternative<double>(*given))
        return;
    const auto offer = [&](double rate) {
        repairs.push_back({message("Try learning rate %1").with(shortestText(rate)),
            [rate](SessionSpec& edited) { edited.training.optimizer.config.set("learning_rate", rate); }});
    };
    const OptimizerClass* row = findRow(optimizerCatalog(), optimizer.className);
    const Result<Config> usual
        = checkConfig({}, row != nullptr ? row->parameters : std::vector<ParameterSpec>());
    double rate = std::get<double>(*given);
    // A tenth of what is out of all reason is so too.
    if (rate >= kUnreasonableRate && row != nullptr && usual)
        return offer(usual->number("learning_rate"));
    for (int i = 0; i < count; ++i)
        offer(rate = shortTenth(rate));
}

void addSmallerRates(const RunFacts& run, Repairs& repairs)
{
    addRates(run, repairs, kRates);
}

void addWithoutFloat8(const RunFacts& run, Repairs& repairs)
{
    if (hasFloat8(run.session))
        repairs.push_back({message("Train without float8"), dropFloat8});
}

void addFloat32(const RunFacts& run, Repairs& repairs)
{
    const bool isBelowFloat32
        = std::ranges::any_of(resolvedPolicies(run.session), [](const DTypePolicy& policy) {
              const Format* format = findFormat(policy.computeDtype);
              return policy.isFloat8()
                  || (format != nullptr && format->precision() < float32Format().precision());
          });
    if (isBelowFloat32)
        repairs.push_back({message("Compute in float32"), computeInFloat32});
}

Repairs smallerRates(const RunFacts& run)
{
    Repairs repairs;
    addRates(run, repairs, kRatesForFloat64);
    return repairs;
}

Repairs repairsOf(const RunFacts& run, std::initializer_list<void (*)(const RunFacts&, Repairs&)> adders)
{
    Repairs repairs;
    for (const auto add : adders)
        add(run, repairs);
    return repairs;
}

Repairs gentlerTraining(const RunFacts& run)
{
    return repairsOf(run,
        {addBfloat16BelowFloat8, addDynamicScale, addSmallerRates, addWiderRange, addWithoutFloat8,
            addFloat32});
}

Repairs smallerScaleOrWiderRange(const RunFacts& run)
{
    return repairsOf(run, {addBfloat16BelowFloat8, addDynamicScale, addWiderRange});
}

/// A scale that lifts more gradients above the format's smallest value and leaves room below its largest.
void addLargerLossScale(const RunFacts& run, Repairs& repairs)
{
    const Format& format = narrowestComputeFormat(run.session);
    // A dynamic scale is already as large as the largest gradients allow.
    if (!hasSmallRange(format) || isDynamic(run.session))
        return;
    const double scale = run.last.lossScale.value_or(1);
    if (scale >= kLargeLossScale)
        return addDynamicScale(run, repairs);
    const double wanted = scale < kFirstLossScale ? kFirstLossScale : scale * kLossScaleFactor;
    // ilogb keeps it a power of two, which costs no rounding; with all gradients zero nothing limits it.
    const double limit = format.maxFinite() / (kHeadroom * run.totals.gradientAmax);
    const double offered
        = std::isfinite(limit) && limit < wanted ? std::ldexp(1.0, std::ilogb(limit)) : wanted;
    if (offered >= 2 * scale)
        repairs.push_back({message("Try loss scale %1").with(shortestText(offered)),
            [offered](SessionSpec& edited) { useFixedLossScale(edited, offered); }});
    addDynamicScale(run, repairs);
}

Repairs liftedGradients(const RunFacts& run)
{
    return repairsOf(
        run, {addLargerLossScale, addBfloat16BelowFloat8, addWiderRange, addWithoutFloat8, addFloat32});
}

Repairs scalesWithoutLag(const RunFacts& run)
{
    Repairs repairs;
    if (hasFloat8(run.session)) // Keras has no other scales
        repairs.push_back({message("Scale by the amaxes of the last 1024 steps"), useLongAmaxHistory});
    else
        repairs.push_back({message("Scale each step by its own amax"), useCurrentScaling});
    addWithoutFloat8(run, repairs);
    return repairs;
}

Repairs masterWeights(const RunFacts& run)
{
    if (!storesWeightsBelowFloat32(run.session))
        return {};
    return {{message("Keep float32 master weights"), keepFloat32Weights}};
}

Repairs steadierScale(const RunFacts& run)
{
    Repairs repairs;
    const ParameterValue* growth = run.session.training.lossScale.config.find("dynamic_growth_steps");
    const auto* steps = growth != nullptr ? std::get_if<std::int64_t>(growth) : nullptr;
    if (steps != nullptr && *steps < kRecentSteps)
        repairs.push_back({message("Let the scale grow every 2000 good steps"), useDynamicLossScale});
    addBfloat16BelowFloat8(run, repairs);
    addSmallerRates(run, repairs);
    addWiderRange(run, repairs);
    return repairs;
}

Repairs finerFormat(const RunFacts& run)
{
    return repairsOf(run, {addBfloat16BelowFloat8, addFloat32});
}

Message largestOf(const Format& format)
{
    const double largest = format.maxFinite();
    return message("%1's is %2.")
        .with(std::string(format.name))
        .with(largest < 1e6 ? shortestText(largest) : scientific(largest));
}

/// Cause of the first infinity or NaN.
enum class BirthCause {
    Unknown, ///< it is not known where the first NaN came from, or from which operation
    Data, ///< it came in with the data or the weights
    Scale, ///< a scale became 0 in the format that it divides in, or its reciprocal infinite
    DivisionByZero,
    Overflow,
};

BirthCause causeOf(const RunTotals& totals)
{
    const Birthplace* birth = totals.gravest().get();
    if (birth == nullptr || birth->operation.empty())
        return BirthCause::Unknown;
    if (birth->operation == "data" || birth->operation == "initial weights")
        return BirthCause::Data;
    if (birth->operands.empty())
        return BirthCause::Unknown;
    const NamedValue& last = birth->operands.back();
    if (last.name == kScaleInFormat)
        return BirthCause::Scale;
    return birth->operation == "division" && last.value == 0 ? BirthCause::DivisionByZero
                                                             : BirthCause::Overflow;
}

Message divergedHow(const RunFacts& run)
{
    switch (causeOf(run.totals)) {
    case BirthCause::Scale:
        return (run.totals.gravest()->operands.back().value == 0
                ? message(
                    "Diverged at step %1: the scale %2 is 0 in %3, and what is divided by it is not finite.")
                : message("Diverged at step %1: the reciprocal of the scale %2 is more than %3 holds."));
    case BirthCause::Data:
        return message("Diverged at step %1: a value that came in is not a finite number.");
    case BirthCause::DivisionByZero:
        return message("Diverged at step %1: a division by zero, and the weights are lost.");
    case BirthCause::Unknown:
    case BirthCause::Overflow:
        break;
    }
    return run.totals.counts.overflows > 0
        ? message("Diverged at step %1: numbers overflowed, and the weights are lost.")
        : message("Diverged at step %1: the loss or a weight is no longer a finite number.");
}

Message divergedSentence(const RunFacts& run)
{
    Message sentence = divergedHow(run).with(std::to_string(*run.totals.divergedAt));
    if (causeOf(run.totals) != BirthCause::Scale)
        return sentence;
    const Birthplace& birth = *run.totals.gravest();
    return std::move(sentence).with(scientific(birth.operands.at(1).value)).with(birth.format);
}

/// Whether what overflowed had the loss scale in it, as far as is known.
bool mayLossScaleBeTooLarge(const RunFacts& run)
{
    const Birthplace* birth = run.totals.gravest().get();
    return run.last.lossScale.value_or(1) > 1
        && (birth == nullptr
            || (birth->pass != Pass::Forward && causeOf(run.totals) == BirthCause::Overflow));
}

/// The format that the value which is not finite has, or else that which overflows first.
const Format& formatOfBirth(const RunFacts& run)
{
    const Birthplace* birth = run.totals.gravest().get();
    const Format* format = birth != nullptr ? findFormat(birth->format) : nullptr;
    return format != nullptr ? *format : narrowestComputeFormat(run.session);
}

/// Why numbers got beyond the largest value: the format, the loss scale, or the training itself.
std::vector<Message> whatMadeThemLarge(const RunFacts& run)
{
    const BirthCause cause = causeOf(run.totals);
    const Format& format = formatOfBirth(run);
    const Message spreads = message(
        "Infinity minus infinity becomes NaN (not a number), and every weight that NaN touches is NaN for good.");
    if (cause == BirthCause::Data)
        return {
            message(
                "No format, loss scale or learning rate mends what was not finite before the run computed anything."),
            spreads};
    if (cause == BirthCause::DivisionByZero)
        return {
            message(
                "What is divided by has become zero: it was too small for the format, or its terms cancelled."),
            spreads};
    if (cause == BirthCause::Scale)
        return {
            message(
                "A float8 layer divides by a scale that is kept in float32 and rounded to %1 first. Small numbers have a small scale: "
                "%1's smallest value is %2, and a scale whose reciprocal %1 cannot hold is as bad as none.")
                .with(std::string(format.name))
                .with(scientific(format.minSubnormal())),
            message("bfloat16 has the range of float32, for three digits less."), spreads};
    std::vector<Message> texts{message("A format has a largest value. A result above it becomes infinity."),
        spreads, largestOf(format)};
    if (mayLossScaleBeTooLarge(run) && isDynamic(run.session))
        texts.push_back(message(
            "The dynamic loss scale multiplies all gradients; a step in which that is too much is skipped and "
            "the scale halved, which was not enough here."));
    else if (mayLossScaleBeTooLarge(run))
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
    std::vector<Message> texts;
    if (const double weight = run.session.training.lossWeight; weight > 0 && weight < 1)
        texts.push_back(message("The loss weight multiplies this loss, and with it every gradient, by %1.")
                            .with(scientific(weight)));
    if (hasSmallRange(format))
        texts.push_back(message(
            "%1's smallest value is %2. A loss scale multiplies the loss, and with it every gradient, before the rounding, and "
            "divides again before the update: it costs nothing and moves the gradients back into range.")
                            .with(name)
                            .with(scientific(format.minSubnormal())));
    else
        texts.push_back(message(
            "%1 has the range of float32, where a loss scale changes little; a float8 format, to which some "
            "layers cast their gradients, has less.")
                            .with(name));
    return texts;
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
            return message("Numerically healthy: %1 of the run's gradients flushed, %2 of the updates lost.")
                .with(shareText(*flushed))
                .with(lost);
        return (isOne
                ? message(
                    "Numerically healthy: %1 of the run's gradients flushed, %2 of the updates lost, %3 step "
                    "skipped to find the loss scale.")
                : message(
                    "Numerically healthy: %1 of the run's gradients flushed, %2 of the updates lost, %3 steps "
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

Repairs nothing(const RunFacts&)
{
    return {};
}

/// Percentage points by which the test accuracy is below the reference's.
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

/// The scale has found its place: since the last skip there were more good steps than ever between two skips before.
bool hasSettled(const RunTotals& totals)
{
    std::int64_t longest = 0;
    std::int64_t good = 0;
    std::optional<std::int64_t> since; // the last skip
    for (std::int64_t back = 0; back < totals.recentSteps(); ++back) {
        if (!totals.recentSkips.test(static_cast<std::size_t>(back))) {
            ++good;
            continue;
        }
        if (since)
            longest = std::max(longest, good);
        since = since.value_or(good);
        good = 0;
    }
    return !since || *since > longest;
}

/// Although many gradients became zero: the optimizer moved what float64's moves, and the outputs are float64's.
bool isHarmless(const RunFacts& run)
{
    const std::optional<double>& error = run.last.errorVsFloat64;
    return !isLost(run) && error && kErrorLimits.grade(*error) == Severity::Good
        && kAccuracyGapLimits.grade(accuracyGap(run)) == Severity::Good;
}

bool isStill(const RunFacts& run)
{
    const ParameterValue* accumulated
        = run.session.training.optimizer.config.find("gradient_accumulation_steps");
    const auto* updateEvery = accumulated != nullptr ? std::get_if<std::int64_t>(accumulated) : nullptr;
    const std::int64_t enough = std::max(kStillSteps, updateEvery != nullptr ? *updateEvery : 0);
    const bool isLong
        = appliedSteps(run) > 0 && appliedSteps(run) >= std::min(enough, run.session.training.steps);
    // Otherwise flushed gradients or lost updates are the reason.
    const bool isOfFloat64Too
        = run.session.probes.watch == WatchMode::Reference && run.totals.counts.updatesExpected == 0;
    return !run.totals.weightsMoved && isLong && (isOfFloat64Too || !(isFlushed(run) || isLost(run)));
}

constexpr const char* kDriftedApart = translated(
    "Both runs see the same batches and began with the same weights, so the difference comes from rounding, "
    "although few gradients and few updates were lost.");

/// Rules in the order of gravity: the window shows the first that applies.
constexpr std::array<Rule, 17> kRules{{
    {"not_trained", "", Severity::Notice, VerdictSubject::Nothing,
        [](const RunFacts& run) { return run.totals.steps == 0 && !run.totals.divergedAt; },
        [](const RunFacts&) { return message("Nothing is trained yet."); },
        translated(
            "Press Train: the model is trained twice on the same batches, once in its policy's arithmetic and once in float64, "
            "and every number here compares the two."),
        BadMetric::None, nothing},
    {"float64_diverges", "", Severity::Failure, VerdictSubject::NonFinite,
        [](const RunFacts& run) { return run.totals.referenceDivergedAt.has_value(); },
        [](const RunFacts& run) {
            return message("This is not precision: float64 diverges as well, at step %1.")
                .with(std::to_string(*run.totals.referenceDivergedAt));
        },
        translated(
            "The same model on the same batches, in float64, comes to a loss beyond 1e30 or to NaN too: a wider format only "
            "makes it later. The learning rate may be too large, the features far from 1, or the loss without a floor."),
        BadMetric::Divergence, smallerRates},
    {"diverged", "06-too-large", Severity::Failure, VerdictSubject::NonFinite,
        [](const RunFacts& run) { return run.totals.divergedAt.has_value(); }, divergedSentence, "",
        BadMetric::Divergence, gentlerTraining, whatMadeThemLarge},
    {"scaler_ended", "", Severity::Failure, VerdictSubject::ScalerEnd,
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
        BadMetric::Divergence, gentlerTraining, whatItRaises},
    {"steps_skipped", "07-overflow-messages", Severity::Warning, VerdictSubject::SkippedSteps,
        [](const RunFacts& run) {
            return run.totals.recentSkippedSteps() > kSkipsOfSearch
                && percent(run.totals.recentSkippedSteps(), run.totals.recentSteps())
                >= kSkippedPercentWarning
                && !hasSettled(run.totals);
        },
        [](const RunFacts& run) {
            return message("%1 of the last %2 steps were skipped: the loss scale does not settle.")
                .with(std::to_string(run.totals.recentSkippedSteps()))
                .with(std::to_string(run.totals.recentSteps()));
        },
        translated(
            "A dynamic loss scale skips a step whose gradients are not finite, halves the scale and tries again; after a row of "
            "good steps it doubles. A few skips are how it finds its place. Skips that go on cost training steps, and mean that "
            "the scale grows too eagerly or that the numbers overflow whatever the scale is."),
        BadMetric::SkippedShare, steadierScale},
    {"scale_not_found", "", Severity::Notice, VerdictSubject::SkippedSteps,
        [](const RunFacts& run) {
            return run.totals.recentSkips.test(0)
                && percent(run.totals.recentSkippedSteps(), run.totals.recentSteps())
                >= kSkippedPercentWarning;
        },
        [](const RunFacts& run) {
            return message("The loss scale is not found yet: of %1 steps %2 were skipped, the last one too.")
                .with(std::to_string(run.totals.recentSteps()))
                .with(std::to_string(run.totals.recentSkippedSteps()));
        },
        translated(
            "A dynamic loss scale begins high, and is halved by each step whose gradients are not finite; such a step is "
            "skipped. Until one is not skipped nothing is trained."),
        BadMetric::None, nothing},
    {"overflows", "06-too-large", Severity::Warning, VerdictSubject::NonFinite,
        [](const RunFacts& run) { return run.totals.counts.overflows > 0 && run.totals.skippedSteps == 0; },
        [](const RunFacts& run) {
            const std::int64_t count = run.totals.counts.overflows;
            return (count == 1 ? message("%1 number overflowed: what made it was finite, it is not.")
                               : message("%1 numbers overflowed: what made them was finite, they are not."))
                .with(std::to_string(count));
        },
        translated(
            "Every format has a largest value; what is larger rounds to infinity, and no step was skipped because of it."),
        BadMetric::Overflows, smallerScaleOrWiderRange, whatMadeThemLarge},
    {"nothing_moves", "", Severity::Warning, VerdictSubject::Nothing, isStill,
        [](const RunFacts& run) {
            const bool hasMoved = run.totals.counts.updatesExpected > run.totals.counts.updatesLost;
            return (
                hasMoved ? message(
                    "Nothing is learnt: in %1 steps no weight moved by as much as float64 sees beside the largest one.")
                         : message("Nothing is learnt: in %1 steps not one weight moved."))
                .with(std::to_string(appliedSteps(run)));
        },
        translated(
            "A weight moves by its gradient times the learning rate. Where that is next to zero in float64 too, no format is to "
            "blame: look at the learning rate and its schedule, at clipping, at steps that only accumulate gradients, at "
            "units that are never active (a ReLU whose inputs are all negative), at data that is all zero, at layers that "
            "have nothing to train, as those of integers."),
        BadMetric::None, nothing},
    {"gradients_flushed", "04-accuracy-hides", Severity::Warning, VerdictSubject::FlushedGradients,
        [](const RunFacts& run) { return isFlushed(run) && !isHarmless(run); },
        [](const RunFacts& run) {
            return message("%1 of the gradients became zero that are not zero in float64.")
                .with(shareText(*run.totals.counts.gradientsFlushedPercent()));
        },
        translated(
            "A gradient below half of a format's smallest value is rounded to zero, and its weight does not learn from it."),
        BadMetric::FlushedShare, liftedGradients, whatLiftsGradients},
    {"updates_lost", "08-lost-updates", Severity::Warning, VerdictSubject::LostUpdates, isLost,
        [](const RunFacts& run) {
            // Without a reference all is expected to move that has a gradient.
            const Message sentence = run.session.probes.watch == WatchMode::Reference
                ? message("%1 of the updates that float64 makes left the weight unchanged here.")
                : message("%1 of the updates left the weight unchanged.");
            return Message(sentence).with(shareText(run.totals.counts.updatesLostPercent()));
        },
        translated(
            "A weight and its update are added and rounded to the dtype that stores the weight. An update smaller than half the "
            "distance to the next value is lost: in bfloat16, 1 - 0.001 is 1. Mixed policies keep the weights in float32 (master "
            "weights) and round only the copy that a layer computes with."),
        BadMetric::LostShare, masterWeights, constantThatIsOne},
    {"operands_saturate", "12-yesterdays-scale", Severity::Warning, VerdictSubject::SaturatedOperands,
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
        BadMetric::SaturatedShare, scalesWithoutLag},
    {"steps_spent", "", Severity::Notice, VerdictSubject::SkippedSteps,
        [](const RunFacts& run) {
            return percent(run.totals.skippedSteps, run.totals.steps) >= kSkippedPercentWarning
                && (kAccuracyGapLimits.grade(accuracyGap(run)) == Severity::Warning
                    || kErrorLimits.grade(run.last.errorVsFloat64.value_or(0)) == Severity::Warning);
        },
        [](const RunFacts& run) {
            return message(
                "%1 of %2 steps were skipped to find the loss scale, and float64 took all of them.")
                .with(std::to_string(run.totals.skippedSteps))
                .with(std::to_string(run.totals.steps));
        },
        translated(
            "So the two runs are that many steps apart, apart from what rounding does. In a longer training these count for little; a scale "
            "that begins near the one that was found saves them."),
        BadMetric::None, nothing},
    {"accuracy_far", "04-accuracy-hides", Severity::Warning, VerdictSubject::OutputError,
        [](const RunFacts& run) { return kAccuracyGapLimits.grade(accuracyGap(run)) == Severity::Warning; },
        accuracySentence, kDriftedApart, BadMetric::OutputError, finerFormat},
    {"loss_far", "03-digits-or-range", Severity::Warning, VerdictSubject::OutputError,
        [](const RunFacts& run) {
            const double error = run.last.errorVsFloat64.value_or(0);
            return kErrorLimits.grade(error) == Severity::Warning
                && run.last.loss > kLossRatioWarning * run.last.referenceLoss.value_or(run.last.loss);
        },
        [](const RunFacts& run) {
            return message("The loss %1 is far above float64's %2, and the output is %3 away from its.")
                .with(briefText(run.last.loss, 3))
                .with(briefText(*run.last.referenceLoss, 3))
                .with(relativeError(*run.last.errorVsFloat64));
        },
        kDriftedApart, BadMetric::OutputError, finerFormat},
    {"error_large", "03-digits-or-range", Severity::Notice, VerdictSubject::OutputError,
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
            "Both runs see the same batches and began with the same weights, so all of the distance comes from rounding. It is "
            "the relative L2 error of the model's output on the step's batch, and it grows while the two runs drift apart. The "
            "two may still be equally good models: compare the losses."),
        BadMetric::OutputError, finerFormat},
    {"flushed_without_harm", "04-accuracy-hides", Severity::Notice, VerdictSubject::FlushedGradients,
        isFlushed,
        [](const RunFacts& run) {
            return message(
                "No harm so far: %1 of the gradients became zero that are not zero in float64, and the output is %2 away "
                "from the float64 run's.")
                .with(shareText(*run.totals.counts.gradientsFlushedPercent()))
                .with(relativeError(*run.last.errorVsFloat64));
        },
        translated(
            "A gradient below half of a format's smallest value is rounded to zero. Here these count for little so far: most "
            "weights that float64 moves moved here too, by larger gradients or by what the optimizer has kept of earlier ones. "
            "In a longer training, or with another optimizer, it may be otherwise."),
        BadMetric::None, nothing, whatLiftsGradients},
    {"healthy", "", Severity::Good, VerdictSubject::Costs, [](const RunFacts&) { return true; },
        [](const RunFacts& run) { return healthySentence(run); },
        translated(
            "Few gradients became zero, few updates were lost, nothing overflowed that mattered, and the output is close to that "
            "of the same run in float64."),
        BadMetric::None, nothing},
}};

/// The lesson about numbers that overflow is one about a loss scale.
std::string lessonOf(const Rule& rule, const RunFacts& run)
{
    return rule.subject == VerdictSubject::NonFinite && !mayLossScaleBeTooLarge(run) ? "" : rule.lesson;
}

} // namespace

Verdict judge(
    const SessionSpec& session, const RunTotals& totals, const StepRecord& last, const RunAccuracy& accuracy)
{
    const RunFacts run{session, totals, last, accuracy};
    // The last rule always applies.
    const Rule& rule = *std::find_if(
        kRules.begin(), kRules.end() - 1, [&](const Rule& candidate) { return candidate.applies(run); });
    std::vector<Message> why;
    if (*rule.why != '\0')
        why.push_back(message(rule.why));
    if (rule.inThisSession)
        for (Message& more : rule.inThisSession(run))
            why.push_back(std::move(more));
    // Whatever is wrong first, where numbers stopped being finite is part of the answer.
    const bool saysWhere = rule.severity >= Severity::Warning;
    const bool isFar = kAccuracyGapLimits.grade(accuracyGap(run)) == Severity::Warning;
    const bool saysSo = isFar && rule.sentence != accuracySentence;
    return {rule.id, rule.severity, rule.subject, rule.sentence(run),
        saysSo ? accuracySentence(run) : Message(), std::move(why), saysWhere ? totals.gravest() : nullptr,
        rule.metric, rule.repairs(run), lessonOf(rule, run)};
}

std::string Verdict::text() const
{
    return accuracy.empty() ? sentence.text() : sentence.text() + " " + accuracy.text();
}

std::string Verdict::whyText() const
{
    const std::string text = joinedText(why, " ", &Message::text);
    return birthplace ? text + "\n\n" + birthplace->sentence : text;
}

} // namespace ulpscope
