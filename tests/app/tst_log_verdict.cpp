// SPDX-License-Identifier: GPL-3.0-or-later
// Verdicts about logs: of trainings whose cause is known, as every stack prints them; of such logs cut short; and each sentence against all
// that the log shows, over random logs.
#include "app/io/logs/training_log_reader.h"
#include "app/judge/logs/log_place.h"
#include "app/judge/logs/log_verdict.h"
#include "tests/app/known_logs.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <limits>
#include <random>
#include <set>

using namespace ulpscope;
using namespace ulpscope::known_logs;

namespace {

using Ids = std::set<std::string>;

/// Stacks that print overflows say no growth.
bool saysScaleOfEachStep(const Stack& stack)
{
    return stack.saysScale && stack.saysNorm && stack.isEachStep && stack.saysLossOfSkipped;
}

/// One of these is said of a whole log; empty where the stack prints too little for a cause, or there is none.
Ids idsOf(Cause cause, const Stack& stack)
{
    switch (cause) {
    case Cause::Healthy:
    case Cause::WarmUp:
    case Cause::HealthyWithoutScale:
        return {};
    case Cause::ForwardNaN:
        if (!stack.saysScale)
            return {"forward_not_finite", "loss_not_finite"};
        return stack.saysLossOfSkipped ? Ids{"forward_not_finite"}
                                       : Ids{"falls_without_end", "forward_not_finite"};
    case Cause::ForwardNaNWithoutScale:
    case Cause::TrainingNaNValidationFinite:
        return {"forward_not_finite", "loss_not_finite"};
    case Cause::BackwardNaN:
        if (!stack.saysScale)
            return stack.saysNorm ? Ids{"gradient_not_finite"} : Ids{};
        return stack.saysLossOfSkipped ? Ids{"backward_not_finite"} : Ids{"falls_without_end"};
    case Cause::BackwardNaNWithoutScale:
        // Within an interval nothing says which was first; without a norm neither.
        if (saysScaleOfEachStep(stack))
            return {"gradient_not_finite"};
        return {"gradient_not_finite", "forward_not_finite", "loss_not_finite"};
    case Cause::BackwardNaNLeftOut:
        return stack.saysNorm ? Ids{"gradient_not_finite"} : Ids{};
    case Cause::GradientsKept:
        if (!stack.saysScale)
            return stack.saysNorm ? Ids{"gradient_not_finite"} : Ids{};
        if (!stack.saysLossOfSkipped)
            return {"falls_without_end"};
        return saysScaleOfEachStep(stack) ? Ids{"gradients_kept"}
                                          : Ids{"gradients_kept", "backward_not_finite"};
    case Cause::GradientsAddedUp:
        return stack.saysNorm ? Ids{"gradients_added_up"} : Ids{};
    case Cause::LossLoggedScaled:
        return saysScaleOfEachStep(stack) ? Ids{"loss_logged_scaled"} : Ids{};
    case Cause::NormBeforeUnscaling:
        return saysScaleOfEachStep(stack) ? Ids{"clipped_while_scaled"} : Ids{};
    case Cause::ScaleGrowsWithoutEnd:
        return stack.saysScale && stack.saysNorm ? Ids{"grows_without_end", "scale_not_finite"} : Ids{};
    case Cause::ValidationNaN:
        return stack.saysValidation ? Ids{"validation_not_finite"} : Ids{};
    }
    return {};
}

/// Warnings and failures that may be said of a log of that cause, whole or cut short.
Ids allowedOf(Cause cause, const Stack& stack, bool isThinned)
{
    Ids allowed = idsOf(cause, stack);
    // Where the decisive lines are gone, these say less and nothing else.
    if (isThinned
        && (cause == Cause::ForwardNaN || cause == Cause::BackwardNaN || cause == Cause::GradientsKept))
        allowed.insert("exhausted");
    if (isThinned && (cause == Cause::BackwardNaN || cause == Cause::GradientsKept))
        allowed.insert("gradient_not_finite");
    if (isThinned && cause == Cause::BackwardNaNWithoutScale)
        allowed.merge(Ids{"loss_not_finite", "forward_not_finite"});
    if (cause == Cause::ForwardNaN || cause == Cause::BackwardNaN || cause == Cause::GradientsKept)
        allowed.insert("falls_without_end");
    if (cause == Cause::ForwardNaN)
        allowed.insert("forward_not_finite");
    if (cause == Cause::GradientsKept)
        allowed.insert("backward_not_finite"); // it says both
    if (cause == Cause::BackwardNaNWithoutScale)
        allowed.insert("gradient_not_finite");
    if (cause == Cause::LossLoggedScaled)
        allowed.insert("loss_logged_scaled");
    if (cause == Cause::ScaleGrowsWithoutEnd)
        allowed.merge(Ids{"grows_without_end", "scale_not_finite"});
    if (cause == Cause::NormBeforeUnscaling)
        allowed.insert("clipped_while_scaled");
    return allowed;
}

std::string sentencesOf(const LogJudgement& judgement)
{
    std::string text;
    for (const LogVerdict& verdict : judgement.verdicts)
        text += "\n  " + verdict.id + ": " + verdict.sentence.text();
    return text;
}

std::string firstLines(const std::string& text, std::size_t lines)
{
    std::size_t end = 0;
    while (lines-- > 0 && end != std::string::npos)
        end = text.find('\n', end == 0 ? 0 : end + 1);
    return text.substr(0, end);
}

/// Each with a chance of a third.
std::string someLines(const std::string& text, std::mt19937& random)
{
    std::string some;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        if (random() % 3 == 0)
            some += text.substr(at, end - at);
        at = end;
    }
    return some;
}

/// What a sentence claims, held against the log alone; "" where all of it is so.
std::string contradiction(const LogVerdict& verdict, const TrainingLog& told)
{
    const std::optional<TrainingLog> once = withoutOtherRanks(told);
    const TrainingLog& log = once ? *once : told;
    const std::string said = verdict.sentence.text();
    const auto claims = [&](const char* words) { return said.find(words) != std::string::npos; };
    std::vector<double> losses;
    std::vector<double> validations;
    std::vector<double> norms;
    std::vector<double> scales;
    std::int64_t skipped = 0;
    for (const LogEvent& event : log.events) {
        if (event.loss)
            losses.push_back(*event.loss);
        if (event.validationLoss)
            validations.push_back(*event.validationLoss);
        if (event.gradientNorm)
            norms.push_back(*event.gradientNorm);
        if (event.lossScale)
            scales.push_back(*event.lossScale);
        skipped += event.skipped;
    }
    const auto count = [](const std::vector<double>& values) {
        return std::count_if(
            values.begin(), values.end(), [](double value) { return !std::isfinite(value); });
    };
    const auto isBadAtEnd
        = [](const std::vector<double>& values) { return !values.empty() && !std::isfinite(values.back()); };
    const auto number = [](auto value) { return std::to_string(value); };
    if (claims("All ") && claims(" losses are finite.")
        && (losses.size() < 2 || count(losses) > 0
            || !claims(("All " + number(losses.size()) + " losses are").c_str())))
        return "not all losses are finite, or another number of them";
    if (claims("one loss that the log says is finite") && (losses.size() != 1 || count(losses) > 0))
        return "there is another number of losses";
    if (claims("no loss of the training") && !losses.empty())
        return "there is a loss";
    if (claims("The loss is NaN")
        && std::none_of(losses.begin(), losses.end(), [](double x) { return std::isnan(x); }))
        return "no loss is NaN";
    if ((claims("The loss is NaN from") || claims("The loss is Infinity from")) && !isBadAtEnd(losses))
        return "the last loss is finite";
    if (claims("The loss is not finite") && count(losses) == 0)
        return "no loss is not finite";
    if (claims("at the end it is finite again") && (isBadAtEnd(losses) || count(losses) == 0))
        return "the training loss is not finite at the end";
    if (claims("There the loss is printed as 0")
        && (losses.empty() || losses.back() != 0 || !isBadAtEnd(norms)))
        return "the last loss is not 0 beside a norm that is not finite";
    if (claims("The gradient norm is not finite ") && count(norms) == 0 && !claims("there 0 of"))
        return "every norm is finite";
    if (claims("The gradient norm is NaN from") && !isBadAtEnd(norms))
        return "the last norm is finite";
    if (claims("The loss stays finite there") && (losses.empty() || isBadAtEnd(losses)))
        return "the last loss is not finite";
    if (claims("No step was skipped") && (skipped > 0 || !log.statesSkips))
        return "steps were skipped, or the log does not say it";
    if (claims("does not mention skipped steps") && (skipped > 0 || log.statesSkips))
        return "the log says skipped steps";
    if (claims("says no loss scale") && !scales.empty())
        return "there is a scale";
    if (claims("each time that the log says it")
        && std::any_of(scales.begin(), scales.end(), [&](double scale) { return scale != scales.front(); }))
        return "the scale changes";
    if (claims("never falls") && !std::is_sorted(scales.begin(), scales.end()))
        return "the scale falls";
    if (claims("The validation loss is finite") && (validations.empty() || count(validations) > 0))
        return "a validation loss is not finite";
    if (claims("The validation loss is ") && !claims("The validation loss is finite")
        && count(validations) == 0)
        return "every validation loss is finite";
    if (claims("The validation loss stays finite")
        && (validations.empty() || count(validations) > 0 || count(losses) == 0))
        return "a validation loss is not finite, or every training loss is";
    const bool isEachStep = std::all_of(log.events.begin(), log.events.end(),
        [](const LogEvent& event) { return event.step && event.lossScale && !event.isOverflow; });
    if (const std::size_t at = said.find(" losses after the first of them are finite");
        at != std::string::npos) {
        const std::size_t finite = std::stoul(said.substr(said.rfind(' ', at - 1) + 1));
        if (losses.size() < finite
            || (isEachStep && count({losses.end() - std::ptrdiff_t(finite), losses.end()}) > 0))
            return "there are fewer losses, or one of them is not finite";
    }
    // From the scale before the first of these falls on none but falls to the end, and no finite loss of a step that was not skipped.
    if (claims(" times in a row to ")) {
        const std::size_t at = said.find("The scale falls ") + 16;
        const std::size_t falls = std::stoul(said.substr(at));
        std::size_t seen = 0;
        for (std::size_t i = log.events.size(); i-- > 0 && seen < falls;) {
            const LogEvent& event = log.events[i];
            if (!event.lossScale || !std::isfinite(*event.lossScale))
                continue;
            std::size_t before = i;
            while (before > 0
                && !(log.events[before - 1].lossScale && std::isfinite(*log.events[before - 1].lossScale)))
                --before;
            if (before == 0) // the first is a fall by what it says itself
                seen += event.skipped > 0 ? 1 : falls;
            else if (*event.lossScale < *log.events[before - 1].lossScale)
                ++seen;
            else if (isEachStep && seen > 0 && *event.lossScale == *log.events[before - 1].lossScale
                && event.skipped == 0 && event.loss && std::isfinite(*event.loss)
                && std::isfinite(event.gradientNorm.value_or(0)))
                return "a good step lies between";
            else if (*event.lossScale > *log.events[before - 1].lossScale
                && !(event.isOverflow && seen + 1 == falls))
                return "the scale grows between";
        }
        if (seen < falls)
            return "there are fewer falls";
    }
    const auto among = [&](std::initializer_list<const char*> ids) {
        return std::any_of(ids.begin(), ids.end(), [&](const char* id) { return verdict.id == id; });
    };
    if (verdict.severity == Severity::Good && losses.size() > 2
        && count({losses.end() - 3, losses.end()}) == 3)
        return "it is good beside losses at the end that are not finite";
    if (among({"forward_not_finite", "loss_not_finite"}) && count(losses) == 0
        && !(isBadAtEnd(norms) && !losses.empty() && losses.back() == 0))
        return "it names the forward pass though no loss is known to be not finite";
    if (among({"backward_not_finite", "gradients_kept"}) && (losses.size() < 2 || isBadAtEnd(losses)))
        return "it says that the loss is not the cause without a finite one";
    if (among({"gradient_not_finite", "norm_at_end", "norm_now_and_then"}) && count(norms) == 0)
        return "it names the gradient though every norm is finite";
    if (among({"loss_not_trained"}) && (!isBadAtEnd(losses) || norms.empty() || count(norms) > 0))
        return "the loss is finite, or a norm is not";
    static const QRegularExpression kCalledZero(
        R"(\b(to|last|least,|was|exactly|scale is|loss is) 0(?![.\d]))");
    if (kCalledZero.match(QString::fromStdString(said)).hasMatch())
        return "a number that was perhaps rounded is called 0";
    if (among({"gradients_added_up"})) {
        const auto isWithin = [&](const LogEvent& event) {
            return event.line >= verdict.places.front().line && event.line <= verdict.places.back().line;
        };
        norms.clear();
        losses.clear();
        for (const LogEvent& event : log.events) {
            if (event.gradientNorm && isWithin(event))
                norms.push_back(*event.gradientNorm);
            if (event.loss && (losses.empty() || isWithin(event)))
                losses.push_back(*event.loss);
        }
        if (norms.size() < 10 || count(norms) > 0 || norms.back() < 5 * norms.front() || losses.empty()
            || (count(losses) == 0 && losses.back() > 2 * losses.front()))
            return "the norm does not grow, or the loss does";
    }
    if (claims("After ") && claims("says no loss beside") && (log.events.back().loss || norms.size() < 3))
        return "the last entry has a loss";
    if (claims("the log goes back to step")
        && std::ranges::is_sorted(
            log.events, {}, [](const LogEvent& event) { return event.step.value_or(0); }))
        return "steps only grow";
    if (among({"no_scale"}) && (losses.empty() || !scales.empty() || count(norms) > 0))
        return "nothing shows that all is well";
    return {};
}

/// A log of a few entries, each with some of all that an entry can say.
TrainingLog randomLog(std::mt19937& random)
{
    const auto chance
        = [&](double share) { return std::uniform_real_distribution<double>()(random) < share; };
    const auto share = [&] { return chance(0.4) ? 1.0 : chance(0.5) ? 0.0 : 0.5; };
    const double ofLoss = share();
    const double ofScale = share();
    const double ofNorm = share();
    const double ofStep = share();
    const double ofValidation = chance(0.3) ? 0.3 : 0;
    const double ofOverflow = chance(0.4) ? 0.3 : 0;
    const double ofSkip = chance(0.3) ? 0.3 : 0;
    const double fall = chance(0.5) ? 0.9 : 0.2;
    const double bad = chance(0.5) ? 0.1 : 0.9;
    const double zero = chance(0.2) ? 0.5 : 0;
    const double ofMeans = chance(0.1) ? 0.5 : 0;
    const bool isAveraged = chance(0.1);
    const bool isDiverging = chance(0.1);
    const bool isFollowing = chance(0.1);
    const bool isAddedUp = chance(0.05);
    const double growth = chance(0.2) ? 0.5 : 0.1;
    const double newStart = chance(0.1) ? 0.1 : 0;
    const int longest = chance(0.1) ? 2000 : 30;
    TrainingLog log;
    log.stack = kUnknownStack;
    log.mayFilterLoss = chance(0.2);
    if (chance(0.1))
        log.lossParts = {{"loss_cls", 0}, {"loss_box", chance(0.5) ? 3U : 0U}};
    log.isLossSum = chance(0.1);
    const int entries = std::uniform_int_distribution<int>(1, 40)(random);
    const int onset = std::uniform_int_distribution<int>(0, entries * 2)(random);
    double scale = 1024;
    std::int64_t step = 0;
    const auto value = [&](int i) {
        return i >= onset && chance(bad) ? (chance(0.8) ? std::numeric_limits<double>::quiet_NaN()
                                                        : std::numeric_limits<double>::infinity())
            : chance(zero)               ? 0.0
            : isDiverging                ? std::pow(1.5, i)
            : isFollowing                ? 1.5 * scale
                                         : 1.5;
    };
    for (int i = 0; i < entries; ++i) {
        LogEvent event;
        event.line = std::size_t(i) + 1;
        ++step;
        if (chance(0.1))
            step += longest;
        if (chance(newStart))
            step = 1;
        if (chance(ofStep))
            event.step = step;
        if (chance(ofOverflow)) {
            scale /= 2;
            event.skipped = 1;
            event.isOverflow = true;
            event.isScaleHeld = chance(0.1);
            event.lossScale = scale;
        } else {
            if (chance(ofLoss))
                event.loss = value(i);
            if (chance(ofNorm))
                event.gradientNorm = isAddedUp && i < onset ? double(step) : value(i);
            if (chance(ofValidation))
                event.validationLoss = value(i);
            if (chance(ofScale)) {
                if (i >= onset && chance(fall))
                    scale /= 2;
                else if (chance(growth))
                    scale *= 2;
                event.lossScale = chance(0.002) ? std::numeric_limits<double>::infinity() : scale;
            }
            event.skipped = chance(ofSkip) ? 1 : 0;
            if (chance(ofMeans))
                event.meanLoss = event.meanGradientNorm = value(i);
            event.isLossAveraged = isAveraged;
            event.isNormNull = !event.gradientNorm && chance(0.02);
            event.learningRate = 0.1 / (i + 1);
            event.isLossNull = !event.loss && chance(0.02);
            event.saysMinimum = chance(0.01);
        }
        log.events.push_back(event);
        log.statesSkips = log.statesSkips || event.skipped > 0;
    }
    log.statesSkips = log.statesSkips || chance(0.2);
    log.lines = std::size_t(entries);
    return log;
}

} // namespace

class TestLogVerdict : public QObject
{
    Q_OBJECT

private slots:
    void namesTheCause_data()
    {
        QTest::addColumn<int>("cause");
        QTest::addColumn<int>("stack");
        const std::vector<Stack> all = stacks();
        for (std::size_t cause = 0; cause < kCauses.size(); ++cause)
            for (std::size_t stack = 0; stack < all.size(); ++stack)
                QTest::addRow("%s, %s", kCauseNames[cause], all[stack].name) << int(cause) << int(stack);
    }
    /// Whole, cut after random numbers of lines, and (0) with a third of its lines: what is left never has another cause.
    void namesTheCause()
    {
        QFETCH(int, cause);
        QFETCH(int, stack);
        const Stack printed = stacks()[std::size_t(stack)];
        const Cause known = kCauses[std::size_t(cause)];
        const Ids expected = idsOf(known, printed);
        for (unsigned seed = 1; seed <= 3; ++seed) {
            const std::string text = printed.print(train(known, seed, printed.minimum));
            std::mt19937 random(seed);
            const auto lines = std::size_t(std::count(text.begin(), text.end(), '\n'));
            std::vector<std::size_t> cuts{lines, 1, 2, 3, lines - 1};
            if (printed.isLineEach)
                cuts.insert(cuts.end(), 5, 0);
            for (int i = 0; i < 10; ++i)
                cuts.push_back(std::uniform_int_distribution<std::size_t>(1, lines)(random));
            for (const std::size_t cut : cuts) {
                const Ids allowed = allowedOf(known, printed, cut == 0);
                const std::string part = cut == 0 ? someLines(text, random) : firstLines(text, cut);
                const Result<TrainingLog> log = readTrainingLog(part);
                if (!log && (cut < lines || cut == 0)) // a header alone, or what belongs to no known words
                    continue;
                QVERIFY2(log.ok(), log ? "" : log.error().text().c_str());
                const LogJudgement judgement = judgeLog(*log);
                const std::string about = "seed " + std::to_string(seed) + ", " + std::to_string(cut) + " of "
                    + std::to_string(lines) + " lines" + sentencesOf(judgement);
                QVERIFY2(!judgement.verdicts.empty(), about.c_str());
                bool isNamed = expected.empty();
                for (const LogVerdict& verdict : judgement.verdicts) {
                    isNamed = isNamed || expected.contains(verdict.id);
                    const std::string wrong = contradiction(verdict, *log);
                    QVERIFY2(wrong.empty(), (wrong + ": " + verdict.id + ", " + about).c_str());
                    QVERIFY2(verdict.severity <= Severity::Notice || allowed.contains(verdict.id),
                        ("another cause: " + verdict.id + ", " + about).c_str());
                }
                QVERIFY2(
                    isNamed || cut < lines - 1 || cut == 0, ("the cause is not named, " + about).c_str());
            }
        }
    }

    /// A sentence says nothing that the log does not show, whatever the log says and leaves out.
    void saysOnlyWhatTheLogShows()
    {
        std::mt19937 random(20);
        std::set<std::string> seen;
        std::set<LogFact> stated;
        for (int i = 0; i < 60'000; ++i) {
            const TrainingLog log = randomLog(random);
            const LogJudgement judgement = judgeLog(log);
            QVERIFY(!judgement.verdicts.empty());
            const LogFacts facts = factsOf(log);
            if (facts.norm.count > 3 && facts.norm.notFinite == facts.norm.count)
                QVERIFY2(
                    judgement.verdicts.front().severity > Severity::Good, sentencesOf(judgement).c_str());
            for (const LogVerdict& verdict : judgement.verdicts) {
                const std::string wrong = contradiction(verdict, log);
                QVERIFY2(
                    wrong.empty(), (wrong + ", log " + std::to_string(i) + sentencesOf(judgement)).c_str());
                QVERIFY(!verdict.sentence.empty() && !verdict.why.empty() && !verdict.facts.empty());
                seen.insert(verdict.id);
                stated.insert(verdict.facts.begin(), verdict.facts.end());
                for (const LogPlace& place : verdict.places)
                    QVERIFY(place.line >= 1 && place.line <= log.lines);
            }
        }
        for (const char* id : {"forward_not_finite", "loss_not_finite", "gradient_not_finite",
                 "backward_not_finite", "gradients_kept", "falls_without_end", "exhausted", "still_falling",
                 "warming_up", "no_scale", "no_loss", "loss_printed_zero", "norm_now_and_then",
                 "validation_not_finite", "validation_stays_finite", "loss_not_trained",
                 "loss_of_another_run", "loss_stops", "gradients_added_up"})
            QVERIFY2(seen.contains(id), id);
        for (const LogFactRow& row : logFactRows())
            QVERIFY2(stated.contains(row.fact), std::string(row.id).c_str());
    }

    /// Logs as people reported them, and what must and must not be said of each.
    void judgesReportedLogs_data()
    {
        QTest::addColumn<QString>("log");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("says");
        QTest::addColumn<QString>("doesNotSay");
        const auto row = [](const char* name, const std::string& log, const char* id, const char* says,
                             const char* doesNot) {
            QTest::newRow(name) << QString::fromStdString(log) << id << says << doesNot;
        };
        const auto each = [](int count, const std::function<std::string(int)>& line) {
            std::string log;
            for (int i = 1; i <= count; ++i)
                log += line(i) + '\n';
            return log;
        };
        const auto number = [](int i) { return std::to_string(i); };
        row("zeros after a partial mean",
            each(40,
                [&](int i) {
                    return std::string("{'loss': ")
                        + (i < 20         ? "1.9"
                                : i == 20 ? "0.7"
                                          : "0.0")
                        + ", 'grad_norm': " + (i < 20 ? "1.5" : "nan")
                        + ", 'learning_rate': 1e-05, 'epoch': 0." + number(i) + "}";
                }),
            "forward_not_finite", "printed as 0, from line 21 on (20 times)", "stays finite");
        row("the log ends with the partial mean",
            each(20,
                [&](int i) {
                    return std::string("{'loss': ") + (i < 20 ? "1.9" : "0.7")
                        + ", 'grad_norm': " + (i < 20 ? "1.5" : "nan")
                        + ", 'learning_rate': 1e-05, 'epoch': 0." + number(i) + "}";
                }),
            "norm_at_end", "not known", "So the loss");
        row("zeros without a gradient norm",
            each(40,
                [&](int i) {
                    return std::string("{'loss': ") + (i < 20 ? "1.9" : "0.0")
                        + ", 'learning_rate': 1e-05, 'epoch': 0." + number(i) + "}";
                }),
            "loss_printed_zero", "the log does not say", "losses are finite");
        row("a norm that is NaN now and then",
            each(100,
                [&](int i) {
                    return "Iter [" + number(50 * i)
                        + "/28130] lr: 3.990e-04, loss: 20.2, grad_norm: " + (i % 4 == 0 ? "nan" : "30.1");
                }),
            "norm_now_and_then", "not finite 25 of 100 times", "No step was skipped");
        row("a norm that stays NaN beside a finite loss",
            each(40,
                [&](int i) {
                    return "Iter [" + number(50 * i)
                        + "/28130] lr: 3.990e-04, loss: 20.2, grad_norm: " + (i > 24 ? "nan" : "30.1");
                }),
            "gradient_not_finite", "these steps were left out", "No step was skipped");
        row("a norm before the loss",
            each(200,
                [&](int i) {
                    return "step " + number(i) + " loss " + (i > 170 ? "nan" : "2.5") + " grad_norm "
                        + (i > 169 ? "nan" : "1.5") + " loss_scale "
                        + text(std::ldexp(1.0, 16 - std::clamp(i - 160, 0, 5)));
                }),
            "gradient_not_finite", "Before it the scale fell 5 times, first on line 161", "forward");
        row("losses are finite while the scale falls",
            each(200,
                [&](int i) {
                    return "step " + number(i) + ": loss 2.3, loss scale "
                        + text(std::ldexp(1.0, i > 20 ? 36 - i : 16));
                }),
            "backward_not_finite", "the loss is not the cause", "in the loss itself");
        row("a search, then other falls beside NaN",
            each(13,
                [&](int i) {
                    return "DLL 2020-06-03 02:41:14 - PARAMETER loss_scale : "
                        + text(std::ldexp(1.0, 19 - i));
                })
                + each(30,
                    [&](int i) {
                        const std::string loss = i > 20 ? "nan" : "3.1";
                        return "DLL 2020-06-03 03:24:13 - Training Epoch: 0 Training Iteration: "
                            + number(100 * i) + "  average_loss : " + loss + "  step_loss : " + loss
                            + "  learning_rate : 0.0035"
                            + (i > 20 ? "\nDLL 2020-06-03 02:41:14 - PARAMETER loss_scale : "
                                        + text(std::ldexp(1.0, 26 - i))
                                      : "");
                    }),
            "forward_not_finite", "The scale falls 10 times in a row", "23 times");
        row("training NaN, validation finite",
            each(7,
                [&](int i) {
                    return "2024-08-25 14:48:04,998 - INFO - Train Summary | Epoch " + number(i)
                        + " | Loss=" + (i > 3 ? "nan" : "0.28")
                        + "\n2024-08-25 14:58:37,505 - INFO - Valid Summary | Epoch " + number(i)
                        + " | Loss=0.1838";
                }),
            "validation_stays_finite", "stays finite", "finite again");
        row("a loss that is scaled",
            each(300,
                [&](int i) {
                    const double scale = std::ldexp(1.0, 16 - i / 60);
                    return "step " + number(i) + ": loss " + text(2.3 * scale) + ", loss scale "
                        + text(scale);
                }),
            "loss_logged_scaled", "at 5 of its 5 changes", "");
        row("a scale that grows a little in each step",
            each(60,
                [&](int i) {
                    return "| grad_norm | 0.21 |\n| lg_loss_scale | " + text(20 + 0.01 * i)
                        + " |\n| loss | 0.07 |\n| step | " + number(i) + " |\n-----------";
                }),
            "growing", "never falls", "changes with the scale");
        row("a running mean that met a NaN",
            each(60,
                [&](int i) {
                    return "Epoch: [1]  [" + number(10 * i)
                        + "/1299]  lr: 0.001435  loss: 6.5 (6.5)  loss_scale: 8192.0 (8646.0)  grad_norm: 0.41 (nan)";
                }),
            "mean_norm_not_finite", "at least one gradient norm was not finite", "The gradient norm is NaN");
        row("no loss",
            each(60, [&](int i) { return "step " + number(i) + " loss_scale 1024 grad_norm 1.5"; }),
            "no_loss", "the log does not say", "finite.");
        row("a loss that diverges",
            each(150,
                [&](int i) {
                    return "step " + number(i) + " loss "
                        + (i < 120 ? text(2.3 * std::pow(1.2, std::max(0, i - 50))) : "nan");
                }),
            "loss_not_finite", "It had grown from 2.3 (line 1) before", "the loss is not the cause");
        row("gradients of 0",
            each(100,
                [&](int i) {
                    return "step " + number(i) + " loss 0.693 grad_norm 0.0 loss_scale "
                        + text(std::ldexp(1.0, i));
                }),
            "norm_zero", "The loss is printed as 0.693 from line 1 on (100 times)", "No step was skipped");
        row("null for a loss",
            each(40,
                [&](int i) {
                    return R"({"step": )" + number(i) + R"(, "loss": )" + (i > 20 ? "null" : "1.5") + "}";
                }),
            "loss_null", "the log does not say", "losses are finite");
        for (const char* nan :
            {"nanxxx", "1.#QNAN", "-1.#IND0", "NANE+00", "nan%", "*nan*", "<nan>", "jnp.nan", "nanf"})
            row(nan,
                each(40,
                    [&](int i) {
                        return "ppocr INFO: global_step: " + number(i) + ", loss: " + (i > 20 ? nan : "1.5")
                            + ", ips: 42.5";
                    }),
                "loss_not_finite", "The loss is NaN from line 21 on", "losses are finite");
        for (const char* word : {"N/A", "overflow", "---"})
            row(word,
                each(40,
                    [&](int i) {
                        return "step: " + number(i) + ", loss: " + (i > 20 ? word : "1.5") + ", ips: 42.5";
                    }),
                "loss_null", "no number for a loss 20 times, first on line 21", "losses are finite");
        for (const char* line : {"| step %1 | loss N/A | lr 0.1 |", "step %1 | loss n/a | lr 0.1",
                 "| step %1 | loss - | lr 0.1 |", "step=%1 loss=None lr=0.1", "step=%1, loss=<NA>]",
                 "step %1 loss not available", "step %1 avg_loss: null",
                 "| epoch | %1 |\n| loss | N/A |\n---------", R"({"step": %1, "loss": "n/a"})"})
            for (const bool isAtEnd : {false, true})
                row((QByteArray(line).replace('\n', ' ') + (isAtEnd ? ", at the end" : "")).constData(),
                    each(40,
                        [&](int i) {
                            const auto told = [&](const char* text) {
                                return QString::fromLatin1(text).arg(i).toStdString();
                            };
                            return (i > 20) == isAtEnd ? told(line)
                                : line[2] == 'e'       ? told("| epoch | %1 |\n| loss | 1.5 |\n---------")
                                                       : told("step %1 avg_loss 1.5");
                        }),
                    "loss_null", "no number for a loss 20 times, first on line ", "losses are finite");
        row("a scale that is printed with one decimal",
            each(8,
                [&](int i) {
                    return "fairseq.trainer | NOTE: gradient overflow detected, ignoring gradient, setting loss scale to: "
                        + text(std::ldexp(1.0, 2 - i));
                })
                + each(40,
                    [&](int i) {
                        return "epoch 001: " + number(100 * i) + " / 9000 loss=2.5, num_updates="
                            + number(100 * i) + ", gnorm=1.5, loss_scale=0.0";
                    }),
            "exhausted", "is down to 2^-6 (line 8), after 8 falls", "backward");
        row("skips before the scale is said",
            each(3,
                [](int) {
                    return std::string("WARNING: The grad norm is inf. Skipping updating the model.");
                })
                + each(40, [&](int i) { return "step " + number(100 * i) + " loss 2.5 loss_scale 8192"; }),
            "steady", "The log states 3 skipped steps (line 1)", "is fixed");
        row("a small scale that holds is no fault of the backward pass",
            each(300,
                [&](int i) {
                    char scale[16];
                    std::snprintf(scale, sizeof scale, "%.1f", std::ldexp(1.0, -std::clamp(i - 50, 0, 6)));
                    return "step " + number(i) + " loss 2.5 loss_scale=" + scale + " grad_norm 0.5";
                }),
            "exhausted", "is down to a number printed as 0 (line 55), after 4 falls", "backward");
        row("a rounded scale that goes on falling",
            each(40,
                [&](int i) {
                    return "[" + number(i) + "/2600]  loss: 2.5  loss_scale: "
                        + decimals(std::ldexp(1.0, 10 - i)) + "  grad_norm: nan";
                }),
            "backward_not_finite", "to a number printed as 0 (lines 2 to 25)", "exhausted");
        row("a small loss that is rounded",
            each(40,
                [&](int i) {
                    return std::string("{'loss': ") + (i < 20 ? "0.0002" : "0.0")
                        + ", 'grad_norm': " + (i < 20 ? "1.5" : "nan")
                        + ", 'learning_rate': 1e-05, 'epoch': 0." + number(i) + "}";
                }),
            "gradient_not_finite", "does not say", "So the loss is not finite");
        row("parts of detectron2 without a total",
            each(60,
                [&](int i) {
                    return "d2.utils.events INFO:  eta: 0:10:00  iter: " + number(i)
                        + "  loss_cls: 0.5  loss_box_reg: 0.25  loss_mask: " + (i > 30 ? "nan" : "0.5")
                        + "  loss_rpn_cls: 0.125  loss_rpn_loc: 0.125  lr: 0.02";
                }),
            "loss_not_finite",
            "the sum of loss_box_reg, loss_cls, loss_mask, loss_rpn_cls, loss_rpn_loc. Of its parts these are not finite: loss_mask.",
            "losses are finite");
        row("more parts than are named",
            each(60,
                [&](int i) {
                    std::string line = "iter: " + number(i);
                    for (char layer = '0'; layer < '6'; ++layer)
                        line += std::string("  d") + layer + ".loss_rpn_bbox: 0.5  d" + layer
                            + ".loss_mask: 0.5";
                    return line;
                }),
            "no_scale", "d3.loss_rpn_bbox and 4 more.", "");
        row("gradients that are added over four batches on purpose",
            each(200,
                [&](int i) {
                    return "step " + number(i) + " loss 2.5 grad_norm " + text(0.5 * (1 + (i - 1) % 4));
                }),
            "no_scale", "All 200 losses are finite", "grows");
        row("a norm that grows with the loss",
            each(100,
                [&](int i) {
                    return "step " + number(i) + " loss " + text(0.5 * i) + " grad_norm " + text(0.25 * i);
                }),
            "no_scale", "All 100 losses are finite", "cleared");
        row("a norm that was never measured",
            each(40, [&](int i) { return "step: " + number(i) + ", loss: 1.5, grad_norm: N/A"; }), "no_scale",
            "All 40 losses are finite", "no number");
        row("a sentence behind the name",
            each(40, [&](int i) { return "step " + number(i) + " loss: 1.5"; })
                + "RuntimeError: loss: expected scalar type Half\n",
            "no_scale", "All 40 losses are finite", "no number");
        row("a config above the losses",
            "loss: mse\ngrad_norm: null\n"
                + each(40, [&](int i) { return "step " + number(i) + " loss: 1.5"; }),
            "no_scale", "All 40 losses are finite", "no number");
        row("words in a column",
            "epoch,loss\n" + each(40, [&](int i) { return number(i) + (i > 20 ? ",failed" : ",1.5"); }),
            "loss_null", "no number for a loss 20 times, first on line 22", "losses are finite");
        row("words in JSON",
            each(40,
                [&](int i) {
                    return R"({"step": )" + number(i) + R"(, "loss": )" + (i > 20 ? R"("failed"})" : "1.5}");
                }),
            "loss_null", "no number for a loss 20 times, first on line 21", "losses are finite");
        row("numbers between bars",
            each(40,
                [&](int i) { return "| step " + number(i) + " | loss " + (i > 20 ? "inf" : "1.5") + " |"; }),
            "loss_not_finite", "The loss is Infinity from line 21 on", "");
        row("processes in a list",
            each(80,
                [&](int i) {
                    return R"({"step": )" + number(i) + R"(, "loss": [1.5, )" + (i > 50 ? "NaN" : "1.5")
                        + R"(, 2.5]})";
                }),
            "loss_not_finite", "The loss is NaN from line 51 on", "finite again");
        row("two runs in one file",
            each(100, [&](int i) { return "step " + number(i) + ": loss " + (i > 60 ? "nan" : "1.5"); })
                + each(100, [&](int i) { return "step " + number(i) + ": loss 1.5"; }),
            "loss_of_another_run", "On line 101 the log goes back to step 1", "were left out");
        row("two losses without a total",
            each(100,
                [&](int i) {
                    return "[0/5][" + number(i) + "/1000] Loss_D: 0.5 Loss_G: " + (i > 70 ? "nan" : "2.5")
                        + " D(x): 0.8";
                }),
            "loss_not_finite", "the sum of Loss_D, Loss_G. Of its parts these are not finite: Loss_G.", "");
        row("parts without a total",
            each(100, [&](int i) { return "iter " + number(i) + " loss_cls: 0.5 loss_box: 0.7"; }),
            "no_scale",
            "All 100 losses are finite. Where no total is printed, that is the sum of loss_box, loss_cls.",
            "");
        row("a part beside the total",
            each(60,
                [&](int i) {
                    const char* loss = i % 7 == 3 ? "nan" : "1.5";
                    return "Epoch [1][" + number(i) + "/5808]\tloss_cls: 0.4, loss_bbox: " + loss
                        + ", loss: " + loss;
                }),
            "forward_not_finite", "Of its parts these are not finite: loss_bbox.", "sum");
        row("a part that the total leaves out",
            each(60,
                [&](int i) {
                    return "iter " + number(i) + " loss_cls: 0.4, loss_bbox: " + (i > 30 ? "nan" : "0.5")
                        + ", loss: 0.4";
                }),
            "loss_part_not_finite", "Of its parts these are not finite: loss_bbox.", "need none");
        row("a bar's loss that was never logged",
            each(60,
                [&](int i) {
                    return "Epoch 0:   3%|3         | " + number(i)
                        + "/20101 [2:12:19<76:15:08, 14.05s/it, loss=nan, v_num=, reduced_train_loss=3.9, gradient_norm=1.07]";
                }),
            "loss_not_trained", "The gradient norm stays finite there (60 times)", "learning rate");
        row("skips that are said",
            each(100,
                [&](int i) {
                    return i % 10 == 0
                        ? "1epoch:train:" + number(i) + ": loss=65.1, acc=0.1"
                        : std::string("WARNING: The grad norm is nan. Skipping updating the model.");
                }),
            "skips_without_scale", "The log states 90 skipped steps", "does not mention");
        row("a loss that is left out",
            each(50,
                [&](int i) {
                    return " iteration " + number(i) + "/ 8000 | consumed samples: 64 |"
                        + (i > 15 ? "" : " lm loss: 7.2E-01 |") + " loss scale: 1.0 | grad norm: "
                        + (i > 15 ? "nan" : "0.75") + " | number of skipped iterations: 0 |";
                }),
            "gradient_not_finite", "After line 15 the log says no loss beside the gradient norm (35 times)",
            "");
        row("a loss that is left out beside finite norms",
            each(50,
                [&](int i) {
                    return "step=" + number(i) + (i > 15 ? "" : " loss=0.72") + " grad_norm=0.75";
                }),
            "loss_stops", "the log does not say", "");
        row("a loss now and then",
            each(50,
                [&](int i) {
                    return "step=" + number(i) + (i % 10 == 1 ? " loss=0.72" : "") + " grad_norm=0.75";
                }),
            "no_scale", "All 5 losses are finite", "says no loss beside");
        row("numbers between more bars",
            each(40,
                [&](int i) {
                    return "| step " + number(i) + " | lr 0.1 | loss " + (i > 20 ? "inf" : "1.5") + " |";
                }),
            "loss_not_finite", "The loss is Infinity from line 21 on", "");
        row("a loss that is scaled, with two changes",
            each(300,
                [&](int i) {
                    const double scale = std::ldexp(1.0, 16 + i / 101);
                    return "[" + number(i) + "] loss: " + text(2.3 * scale) + ", scale: " + text(scale);
                }),
            "loss_logged_scaled", "at 2 of its 2 changes", "");
    }
    void judgesReportedLogs()
    {
        QFETCH(QString, log);
        QFETCH(QString, id);
        QFETCH(QString, says);
        QFETCH(QString, doesNotSay);
        const Result<TrainingLog> read = readTrainingLog(log.toStdString());
        QVERIFY2(read.ok(), read ? "" : read.error().text().c_str());
        const LogJudgement judgement = judgeLog(*read);
        const std::string all = sentencesOf(judgement);
        QVERIFY2(std::any_of(judgement.verdicts.begin(), judgement.verdicts.end(),
                     [&](const LogVerdict& verdict) { return verdict.id == id.toStdString(); }),
            all.c_str());
        QVERIFY2(QString::fromStdString(all).contains(says), all.c_str());
        QVERIFY2(doesNotSay.isEmpty() || !QString::fromStdString(all).contains(doesNotSay), all.c_str());
    }
};

QTEST_GUILESS_MAIN(TestLogVerdict)
#include "tst_log_verdict.moc"
