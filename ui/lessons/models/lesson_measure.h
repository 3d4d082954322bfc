// SPDX-License-Identifier: GPL-3.0-or-later
// The number that a prediction was about, as it came out in front of the learner, and where it is plotted.
#pragma once

#include "app/lesson/lesson.h"
#include "app/session/run_history.h"
#include "engine/kernels/kernels.h"

#include <QString>

#include <optional>

namespace ulpscope::ui {

/// Measures the run if it has ended, or no run where the metric needs none. Nothing where only the engine's check measures it: what
/// compares with another run, or reads one by a watch.
std::optional<double> measuredNow(
    const Expectation& expectation, const RunHistory* run, const Kernels& kernels);

/// "87 %", "16"; without a measured number the band that the lesson promises, "83 % to 85 %".
QString measuredText(
    const Expectation& expectation, const std::optional<double>& measured, const QString& unit);
/// "29.4 %": six digits where they tell it exactly, else three, as texts and tiles have them.
QString withUnit(double value, const QString& unit);
/// "5 %": a number as it was typed.
QString saidText(double value, const QString& unit);

enum class Nearness { Near, Roughly, Far };
/// How near a number that was said comes to what came out, or to the band that is promised: what a question takes for right may be
/// a wide range, and 5 is not called thirty.
Nearness nearness(
    double said, const Expectation& expectation, const std::optional<double>& measured, const QString& unit);

/// The place of the plot that shows what is measured, "plot.flushed"; empty where none does.
QString plotOf(const Expectation& expectation);

} // namespace ulpscope::ui
