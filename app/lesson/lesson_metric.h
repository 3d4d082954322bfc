// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that a lesson can promise, a row each, measured by the engine alone.
#pragma once

#include "app/lesson/measured_runs.h"
#include "engine/base/config.h"
#include "engine/kernels/kernels.h"
#include "engine/session/session_spec.h"

#include <optional>
#include <span>

namespace ulpscope {

/// The session and runs in which a metric is measured.
struct MetricScene
{
    const Kernels& kernels;
    const SessionSpec* session = nullptr; ///< with its seed; null: the lesson has none
    const SessionSpec* before = nullptr; ///< that one without what the expectation changes of it
    MeasuredRuns* runs = nullptr; ///< never null where there is a session
};

struct LessonMetric : ClassSpec
{
    bool isOfRun = false; ///< whether it needs a session, and seeds
    /// Checks the parameters beyond their types; errors are at a parameter's name.
    Status (*check)(const Config& config) = nullptr;
    /// Measures with a checked config. Nothing where there is no such number, as the accuracy of a run that diverged.
    Result<std::optional<double>> (*measure)(const Config& config, const MetricScene& scene) = nullptr;
    bool isOfTwoRuns
        = false; ///< whether it also looks at MetricScene::before, so that there has to be a change
};

std::span<const LessonMetric> lessonMetrics();

/// The row's name and its config with defaults, checked; errors at "class" or the parameter's name.
Result<Component> checkLessonMetric(const Component& metric);

} // namespace ulpscope
