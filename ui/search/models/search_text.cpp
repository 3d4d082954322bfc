// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/models/search_text.h"

#include "engine/base/number_text.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/training/models/run_time.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

struct SearchText
{
    Q_DECLARE_TR_FUNCTIONS(SearchText)
};

constexpr double kPercent = 100;

QString stageText(std::string_view stage)
{
    if (stage == "float32")
        return SearchText::tr("float32");
    if (stage == "scores")
        return SearchText::tr("each layer alone");
    if (stage == "front")
        return SearchText::tr("the predicted front");
    if (stage == "repair")
        return SearchText::tr("layers that fail together");
    if (stage == "moves")
        return SearchText::tr("cheaper neighbours");
    if (stage == "proof")
        return SearchText::tr("the proof");
    return SearchText::tr("getting ready");
}

QString amountText(CostKind kind, double cost)
{
    return kind == CostKind::Bytes ? bytesText(cost) : numberText(cost, 4);
}

/// Text about the time left for the whole search.
QString leftText(const SearchRunner& runner)
{
    const std::optional<double> left = runner.secondsLeft();
    if (!left)
        return {};
    return (runner.progress().isLeftAtMost ? SearchText::tr(", at most %1 left")
                                           : SearchText::tr(", about %1 left"))
        .arg(durationText(*left));
}

SearchOutcome refusal(const SearchQuestion& question, const SearchAnswer& answer)
{
    const ClauseSpread& spread = answer.float32[*answer.refused];
    const auto broken = std::ranges::count_if(spread.readings, &ClauseReading::isBroken);
    QString detail = SearchText::tr(
        "%1 is broken under %2 of %3 seeds: float32 has %4 to %5 there. A budget below float32's own spread is decided by the "
        "seed.")
                         .arg(toQt(question.budget.clauses[*answer.refused].text))
                         .arg(broken)
                         .arg(spread.readings.size())
                         .arg(numberText(spread.least()), numberText(spread.largest()));
    if (!question.space.lossScales.empty())
        detail += QLatin1Char(' ')
            + SearchText::tr(
                "That is with the session's loss scale; with those of the menu it breaks the budget too.");
    return {
        SearchText::tr("This budget cannot be met: float32 itself breaks it."), detail, Severity::Warning};
}

/// Where a factor of float32 allows less than the seeds differ; else empty.
QString noticeText(const SearchQuestion& question, const SearchAnswer& answer)
{
    const std::optional<std::size_t> within = clauseWithinSpread(question.budget, answer.float32);
    if (!within || answer.refused)
        return {};
    const Clause& clause = question.budget.clauses[*within];
    const SeedRange& widest = answer.float32[*within].widest;
    const QString range
        = SearchText::tr("%1 to %2").arg(numberText(widest.least), numberText(widest.largest));
    return SearchText::tr(
        "%1 allows %2 % beyond float32 of the same seed, but from seed to seed float32 itself differs by %3 (%4). Under other "
        "seeds other policies may be the cheapest.")
        .arg(toQt(clause.text), localNumber(toQt(briefText(kPercent * *slackOf(clause)))),
            percentText(kPercent * widest.relative()),
            widest.step ? SearchText::tr("%1, at step %2").arg(range).arg(*widest.step) : range);
}

SearchOutcome nothingFound(const SearchAnswer& answer)
{
    if (answer.wasStopped)
        return {SearchText::tr("Stopped before anything was found."),
            SearchText::tr("What was run is kept: Search goes on from there."), Severity::Notice};
    if (answer.isProved)
        return {SearchText::tr("Proved: nothing of the menu keeps the budget."),
            SearchText::tr("Every assignment was run, and each breaks it."), Severity::Warning};
    return {SearchText::tr("Nothing that was tried keeps the budget; not proved."),
        SearchText::tr("There are too many assignments to run them all."), Severity::Warning};
}

struct SearchPlanText
{
    Q_DECLARE_TR_FUNCTIONS(SearchPlan)
};

constexpr double kMaxCounted = 1e15; ///< above it is a power of ten

QString manyText(double count, const QString& one, const QString& many)
{
    if (count < kMaxCounted)
        return countedText(std::int64_t(count), one, many);
    return QStringLiteral("%1 %2").arg(powerText(10, int(std::log10(count))), many);
}

} // namespace

QString progressText(const SearchRunner& runner)
{
    if (!runner.isBusy())
        return {};
    if (runner.state() == SearchRunner::State::Stopping)
        return SearchText::tr("Stopping…");
    const SearchProgress& progress = runner.progress();
    const QString runs = progress.wanted == 0
        ? QString()
        : SearchText::tr(": %1 of %2 runs")
              .arg(countText(std::int64_t(progress.done)), countText(std::int64_t(progress.wanted)));
    if (runner.state() == SearchRunner::State::Paused)
        return SearchText::tr("Paused, %1%2").arg(stageText(progress.stage), runs);
    return SearchText::tr("Searching, %1%2%3").arg(stageText(progress.stage), runs, leftText(runner));
}

QString costTitle(CostKind kind)
{
    return kind == CostKind::Bytes
        ? SearchText::tr("bytes of a training step")
        : SearchText::tr("multiply-adds of a training step, by their bits over 32");
}

QString costText(const SearchQuestion& question, double cost, double float32Cost)
{
    if (float32Cost <= 0) // the cost is not known yet
        return SearchText::tr("%1: %2").arg(costTitle(question.cost), amountText(question.cost, cost));
    const QString share = percentText(kPercent * cost / float32Cost);
    const QString amounts = SearchText::tr("%1 of %2")
                                .arg(amountText(question.cost, cost), amountText(question.cost, float32Cost));
    return question.cost == CostKind::Bytes
        ? SearchText::tr("%1 of float32's bytes (%2)").arg(share, amounts)
        : SearchText::tr("%1 of float32's multiply-adds (%2)").arg(share, amounts);
}

namespace {

SearchOutcome withoutNotice(const SearchQuestion& question, const SearchAnswer& answer, bool isOver)
{
    if (isOver && answer.refused)
        return refusal(question, answer);
    if (!answer.assignment)
        return isOver ? nothingFound(answer)
                      : SearchOutcome{SearchText::tr("Nothing found yet."), {}, Severity::Notice};
    const QString cost = costText(question, answer.cost, answer.float32Cost);
    if (!isOver)
        return {SearchText::tr("The cheapest so far: %1.").arg(cost), SearchText::tr("Not proved yet."),
            Severity::Notice};
    if (answer.isProved)
        return {SearchText::tr("Proved: nothing cheaper keeps the budget. %1.").arg(cost),
            answer.cheaperRefuted > 0
                ? SearchText::tr("Every cheaper assignment was run, and each breaks the budget.")
                : SearchText::tr("Of what the menu allows nothing is cheaper."),
            Severity::Good};
    if (answer.isMinimal && !answer.wasStopped)
        return {SearchText::tr("Found, not proved: %1.").arg(cost),
            SearchText::tr(
                "Every single cheaper change was run and breaks the budget; not every combination of changes was."),
            Severity::Notice};
    return {SearchText::tr("Stopped, not proved: %1.").arg(cost),
        SearchText::tr(
            "It was trained under every seed and keeps the budget; cheaper ones were not all run. Search goes on from there."),
        Severity::Notice};
}

/// The name of a layer, or what stands for several layers.
QString shortName(const SearchSpace& space, std::size_t place)
{
    const SearchedLayers& layers = space.layers[place];
    const SearchedLayer& first = layers.members.front();
    return toQt(layers.name == first.path ? space.session.model.layers[first.position].name : layers.name);
}

} // namespace

SearchOutcome outcomeOf(const SearchQuestion& question, const SearchAnswer& answer, bool isOver)
{
    SearchOutcome outcome = withoutNotice(question, answer, isOver);
    if (const QString notice = noticeText(question, answer); isOver && !notice.isEmpty())
        outcome.detail += (outcome.detail.isEmpty() ? QString() : QStringLiteral(" ")) + notice;
    return outcome;
}

QString assignmentText(const SearchSpace& space, const Assignment& assignment)
{
    QStringList groups;
    for (std::size_t entry = 0; entry < space.entries.size(); ++entry) {
        const QString name = toQt(space.entries[entry].name);
        QStringList layers;
        for (std::size_t i = 0; i < space.layers.size(); ++i)
            if (assignment[i] == entry)
                layers += shortName(space, i);
        if (layers.size() == qsizetype(space.layers.size()))
            groups += SearchText::tr("%1 in all layers").arg(name);
        else if (!layers.isEmpty())
            groups += QStringLiteral("%1: %2").arg(name, layers.join(QStringLiteral(", ")));
    }
    if (!space.lossScales.empty())
        groups += SearchText::tr("loss scale: %1")
                      .arg(toQt(space.lossScales[space.lossScaleOf(assignment)].name));
    return groups.join(QStringLiteral("; "));
}

QString readingText(
    const SearchQuestion& question, std::size_t clause, std::uint64_t seed, const ClauseReading& reading)
{
    const QString text = SearchText::tr("%1 under seed %2: %3, limit %4")
                             .arg(toQt(question.budget.clauses[clause].text))
                             .arg(seed)
                             .arg(numberText(reading.value), numberText(reading.limit));
    return reading.step ? SearchText::tr("%1, at step %2").arg(text).arg(*reading.step) : text;
}

QString triedText(const SearchQuestion& question, const TriedAssignment& tried, double float32Cost)
{
    const QString begin = SearchText::tr("%1. %2.").arg(
        assignmentText(question.space, tried.assignment), costText(question, tried.cost, float32Cost));
    if (tried.refutedBy) {
        const std::vector<ClauseReading>& readings = tried.readings.at(*tried.refutedBy);
        const auto broken = std::ranges::find_if(readings, &ClauseReading::isBroken);
        return SearchText::tr("%1 Breaks %2.")
            .arg(begin,
                readingText(question, std::size_t(broken - readings.begin()), *tried.refutedBy, *broken));
    }
    if (tried.readings.size() < question.seeds.size())
        return SearchText::tr("%1 Run under %2 of %3 seeds; it keeps the budget there.")
            .arg(begin)
            .arg(tried.readings.size())
            .arg(question.seeds.size());
    return SearchText::tr(
        "%1 Keeps the budget under every seed, and uses %2 of what it allows beyond float32.")
        .arg(begin, percentText(kPercent * tried.use));
}

QString runTitle(const SearchSpace& space, const Assignment& assignment, std::uint64_t seed)
{
    return SearchText::tr("search: %1, seed %2").arg(assignmentText(space, assignment)).arg(seed);
}

QString questionErrorText(const Error& error)
{
    const QString message = engineText(error.message);
    const QString place = toQt(error.place);
    if (place == QLatin1String("menu"))
        return SearchText::tr("Policies: %1").arg(message);
    if (place == QLatin1String("layers"))
        return SearchText::tr("Layers: %1").arg(message);
    if (place == QLatin1String("loss-scale"))
        return SearchText::tr("Loss scales: %1").arg(message);
    if (place == QLatin1String("seeds"))
        return SearchText::tr("Seeds: %1").arg(message);
    if (place == QLatin1String("steps"))
        return SearchText::tr("Steps: %1").arg(message);
    if (place.startsWith(QLatin1String("budget.column ")))
        return SearchText::tr("Budget, column %1: %2").arg(place.section(QLatin1Char(' '), -1), message);
    return engineText(error);
}

QString planText(const SearchPlan& plan, std::optional<double> secondsPerRun, int threads)
{
    const QString time = secondsPerRun
        ? SearchPlanText::tr(", about %1").arg(durationText(plan.runs * *secondsPerRun / threads))
        : SearchPlanText::tr(", how long is said with the first runs");
    const QString assignments
        = manyText(plan.assignments, SearchPlanText::tr("assignment"), SearchPlanText::tr("assignments"));
    const QString runs = manyText(plan.runs, SearchPlanText::tr("run"), SearchPlanText::tr("runs"));
    if (plan.canBeProved)
        return SearchPlanText::tr("%1: at most %2%3; the answer can be proved.").arg(assignments, runs, time);
    return SearchPlanText::tr("%1: some %2%3; more than %4 are too many to be proved.")
        .arg(assignments, runs, time, countText(std::int64_t(kMaxProved)));
}

} // namespace ulpscope::ui
