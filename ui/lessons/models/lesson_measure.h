// SPDX-License-Identifier: GPL-3.0-or-later
// The number that a prediction was about, as it came out in front of the learner, and where it is plotted.
#pragma once

#include "app/lesson/lesson.h"
#include "app/session/run_history.h"
#include "engine/kernels/kernels.h"

#include <QString>

#include <optional>

namespace ulpscope::ui {

/// Measures the run if it has ended; a metric that needs no run is measured without. Returns nothing for metrics that
/// only the engine's check measures: comparisons with another run, and watches.
std::optional<double> measuredNow(
    const Expectation& expectation, const RunHistory* run, const Kernels& kernels);

/// "87 %", "16"; without a measured number the band that the lesson promises, "83 % to 85 %".
QString measuredText(
    const Expectation& expectation, const std::optional<double>& measured, const QString& unit);
/// The number with its unit, "29.4 %": six digits if they are exact, otherwise three, as in texts and tiles.
QString withUnit(double value, const QString& unit);
/// "5 %": a number as it was typed.
QString saidText(double value, const QString& unit);

enum class Nearness { Near, Roughly, Far };
/// Compares a predicted number with the measured one, or with the promised band. A question may accept a wide range,
/// but 5 must not be called near 30.
Nearness nearness(
    double said, const Expectation& expectation, const std::optional<double>& measured, const QString& unit);

/// Place of the plot that shows the metric, "plot.flushed"; empty if none does.
QString plotOf(const Expectation& expectation);

} // namespace ulpscope::ui
