// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/models/run_time.h"

#include <QCoreApplication>

#include <cmath>

namespace ulpscope::ui {

namespace {

struct RunTime
{
    Q_DECLARE_TR_FUNCTIONS(RunTime)
};

constexpr std::int64_t kTellingSteps = 3; ///< the first ones warm the caches
constexpr double kTellingSeconds = 0.25;
constexpr double kMinute = 60;
constexpr double kHour = 60 * kMinute;

/// Rounds so that the last shown digit is 1, 2 or 5 times a power of ten.
qint64 roughly(double value)
{
    const double step = value < 10 ? 1 : value < 30 ? 5 : 10;
    return qRound64(std::max(1.0, std::round(value / step)) * step);
}

bool isTelling(const RunHistory& run)
{
    return run.stepsPerSecond > 0 && run.stepsDone() >= kTellingSteps
        && double(run.stepsDone()) / run.stepsPerSecond >= kTellingSeconds;
}

} // namespace

bool isSameWork(const SessionSpec& a, const SessionSpec& b)
{
    if (a.model.layers.size() != b.model.layers.size() || a.data != b.data
        || a.training.batchSize != b.training.batchSize || a.probes != b.probes)
        return false;
    for (std::size_t i = 0; i < a.model.layers.size(); ++i)
        if (a.model.layers[i].className != b.model.layers[i].className
            || a.model.layers[i].config != b.model.layers[i].config)
            return false;
    return true;
}

std::optional<double> secondsLeft(const RunHistory& run)
{
    const std::int64_t left = run.session().training.steps - run.stepsDone();
    if (!isTelling(run) || left <= 0)
        return std::nullopt;
    return double(left) / run.stepsPerSecond;
}

std::optional<double> secondsFor(const SessionSpec& session, const RunHistory& run)
{
    if (!isTelling(run) || !isSameWork(session, run.session()))
        return std::nullopt;
    return double(session.training.steps) / run.stepsPerSecond;
}

QString durationText(double seconds)
{
    if (seconds < 1.5 * kMinute)
        return RunTime::tr("%1 s").arg(roughly(seconds));
    if (seconds < 1.5 * kHour)
        return RunTime::tr("%1 min").arg(roughly(seconds / kMinute));
    return RunTime::tr("%1 h").arg(roughly(seconds / kHour));
}

} // namespace ulpscope::ui
