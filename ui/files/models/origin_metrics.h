// SPDX-License-Identifier: GPL-3.0-or-later
// Where a recorded step stopped being finite, as tables and in words: who made it so, who handed it on, and the road that led there.
#pragma once

#include "app/io/recordings/findings/local_error.h"
#include "app/io/recordings/findings/nonfinite_origins.h"
#include "ui/files/models/recording_list_model.h"
#include "ui/look/models/table_models.h"

#include <vector>

namespace ulpscope::ui {

/// The origins that were found, with the local errors of producers that can be computed again. Never changes.
struct FoundOrigins
{
    OriginsReport report;
    std::vector<LocalError> births; ///< each has one
};

/// Origins in the first step that is not finite; nothing: all are finite. An error of kind Stopped when asked to stop.
Result<std::optional<FoundOrigins>> foundOrigins(Recording& recording,
    const std::vector<std::string>& expected, const Kernels& kernels, const std::stop_token& stop,
    const std::function<void(std::size_t done, std::size_t all)>& progress);

QString originSentence(const OriginsReport& report);
/// Producers first; a row each in placesOfOrigins().
MetricTable originMetrics(const OriginsReport& report);
std::vector<RecordedPlace> placesOfOrigins(const OriginsReport& report);
/// A row each in placesOfRoad().
MetricTable roadMetrics(const OriginsReport& report);
std::vector<RecordedPlace> placesOfRoad(const OriginsReport& report);

/// "wo at step 2, output [0, 3]: dot product 66246 > 65504 in float16, …"; of an error that has a birth.
QString birthSentence(const LocalError& error);
/// Table of the operation's operands, or of the largest terms of its sum.
MetricTable operandMetrics(const LocalBirth& birth);

} // namespace ulpscope::ui
