// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/models/kept_sweep.h"

#include "engine/session/same_training.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

/// The end of the run's name that makes its session of that one. The rest is the override's title, in the language of then.
std::optional<SweepPoint> pointOf(
    const KeptRun& run, const SessionSpec& session, const SweepOverride& setting)
{
    for (qsizetype from = 0; from >= 0;) {
        SweepPoint point = {.value = run.madeName.mid(from), .session = nullptr, .run = run.run};
        SessionSpec changed = session;
        if (setting.set(changed, point.value) && trainsTheSame(changed, run.run->session())) {
            point.number = numberOf(setting, point.value);
            point.session = std::make_shared<const SessionSpec>(run.run->session());
            return point;
        }
        const qsizetype space = run.madeName.indexOf(QLatin1Char(' '), from);
        from = space < 0 ? space : space + 1;
    }
    return std::nullopt;
}

} // namespace

std::optional<KeptSweep> keptSweep(const KeptRuns& kept, const QString& name)
{
    std::vector<const KeptRun*> runs;
    for (const KeptRunId id : kept.ofSweep(name))
        runs.push_back(kept.find(id));
    if (name.isEmpty() || runs.size() < 2)
        return std::nullopt;
    for (const SweepOverride& setting : sweepOverrides()) {
        KeptSweep sweep{.setting = &setting, .points = {}, .runs = {}};
        for (const KeptRun* run : runs)
            if (std::optional<SweepPoint> point = pointOf(*run, runs.front()->run->session(), setting))
                sweep.points.push_back(*std::move(point));
            else
                break;
        if (sweep.points.size() < runs.size())
            continue;
        sortPoints(sweep.points);
        for (const SweepPoint& point : sweep.points)
            sweep.runs.push_back((*std::ranges::find(runs, point.run, &KeptRun::run))->id);
        return sweep;
    }
    return std::nullopt;
}

QStringList keptSweepNames(const KeptRuns& kept)
{
    QStringList names;
    for (auto run = kept.runs().rbegin(); run != kept.runs().rend(); ++run)
        if (!run->sweep.isEmpty() && !names.contains(run->sweep))
            names += run->sweep;
    names.removeIf([&](const QString& name) { return !keptSweep(kept, name); });
    return names;
}

} // namespace ulpscope::ui
