// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/models/seed_pairs.h"

#include "app/io/runs/seed_runs.h"
#include "app/judge/logs/rank_tests.h"
#include "engine/session/arithmetic_choice.h"
#include "engine/session/same_training.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

namespace ulpscope::ui {

namespace {

struct SeedPairs
{
    Q_DECLARE_TR_FUNCTIONS(SeedPairs)
};

SessionSpec underSeed(SessionSpec session, std::uint64_t seed)
{
    session.training.seed = seed;
    return session;
}

/// Trained to its end; null where there is none. One of an earlier version may have been computed by other rules: what is trained
/// beside it now would not be.
const RunHistory* wholeRun(
    const SessionSpec& session, ArithmeticKind arithmetic, const std::vector<KeptRun>& runs)
{
    const auto found = std::find_if(runs.begin(), runs.end(), [&](const KeptRun& run) {
        return run.run->summary && run.run->summary->arithmetic == arithmetic
            && run.run->stepsDone() == session.training.steps && trainsTheSame(run.run->session(), session);
    });
    return found == runs.end() ? nullptr : found->run.get();
}

/// "0.0177 (0.0144 to 0.0249)", and how many have no number.
QString bandText(const SeedBand& band)
{
    QStringList parts;
    if (!std::isnan(band.mean))
        parts += SeedPairs::tr("%1 (%2 to %3)")
                     .arg(numberText(band.mean), numberText(band.least), numberText(band.largest));
    if (band.notFinite > 0)
        parts += SeedPairs::tr("%1 not finite").arg(countText(band.notFinite));
    return parts.join(QStringLiteral(", "));
}

} // namespace

std::vector<SeedPair> seedPairs(const SessionSpec& session, const std::vector<KeptRun>& runs)
{
    const SessionSpec reference = float32Reference(session);
    const ArithmeticKind arithmetic = chosenArithmetic(session);
    const ArithmeticKind ofReference = chosenArithmetic(reference);
    std::set<std::uint64_t> seeds;
    for (const KeptRun& run : runs)
        seeds.insert(run.run->session().training.seed);
    std::vector<SeedPair> pairs;
    for (const std::uint64_t seed : seeds) {
        const RunHistory* candidate = wholeRun(underSeed(session, seed), arithmetic, runs);
        const RunHistory* other = wholeRun(underSeed(reference, seed), ofReference, runs);
        if (candidate != nullptr && other != nullptr && pairs.size() < std::size_t(kMaxRanked))
            pairs.push_back({seed, *candidate->summary, *other->summary});
    }
    return pairs;
}

std::vector<SweepPoint> missingPairs(
    const SessionSpec& session, const std::vector<std::uint64_t>& seeds, const std::vector<KeptRun>& runs)
{
    const ArithmeticKind arithmetic = chosenArithmetic(session);
    const ArithmeticKind ofReference = chosenArithmetic(float32Reference(session));
    std::vector<SweepPoint> points;
    for (const std::uint64_t seed : seeds) {
        SessionSpec candidate = underSeed(session, seed);
        SessionSpec reference = float32Reference(candidate);
        const QString name = SeedPairs::tr("seed %1").arg(seed);
        if (wholeRun(candidate, arithmetic, runs) == nullptr)
            points.push_back({name, std::make_shared<const SessionSpec>(std::move(candidate))});
        if (wholeRun(reference, ofReference, runs) == nullptr)
            points.push_back({SeedPairs::tr("%1, float32").arg(name),
                std::make_shared<const SessionSpec>(std::move(reference))});
    }
    for (SweepPoint& point : points) { // stops are taken away: they would end the run early
        SessionSpec quiet = *point.session;
        quiet.watches.clear();
        point.session = std::make_shared<const SessionSpec>(std::move(quiet));
    }
    return points;
}

bool isOwnReference(const SessionSpec& session)
{
    return trainsTheSame(session, float32Reference(session));
}

MetricTable noiseTable(const std::vector<NoiseRow>& rows)
{
    MetricTable table;
    table.columns = {
        {SeedPairs::tr("Number"),
            SeedPairs::tr("As summary.json has it; of the whole run or of its last step"), false},
        {SeedPairs::tr("This session and float32"),
            SeedPairs::tr(
                "The exact rank-sum test at 5 %: p is the share of all ways to deal the values of both into two "
                "groups that sets them as far apart"),
            false},
        {SeedPairs::tr("This session"), SeedPairs::tr("Mean over the seeds, least and largest"), false},
        {SeedPairs::tr("float32"),
            SeedPairs::tr("The same of the session in float32: every policy, no recipe, no loss scale"),
            false},
        {SeedPairs::tr("Larger"), SeedPairs::tr("Under how many seeds this session's is the larger one"),
            false},
    };
    for (const NoiseRow& row : rows) {
        QString title = engineText(std::string(row.number->title));
        if (!row.number->unit.empty())
            title += QStringLiteral(" (%1)").arg(toQt(std::string(row.number->unit)));
        table.rows.push_back(
            {.cells = {title, engineText(noiseSentence(row)), bandText(row.candidate),
                 bandText(row.reference), SeedPairs::tr("%1 of %2").arg(row.larger).arg(row.seeds)},
                .tip = SeedPairs::tr("%1: this session %2, float32 %3; %4")
                           .arg(title, bandText(row.candidate), bandText(row.reference),
                               engineText(noiseSentence(row))),
                .isBold = row.outcome == NoiseOutcome::Differs});
    }
    return table;
}

} // namespace ulpscope::ui
