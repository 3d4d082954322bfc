// SPDX-License-Identifier: GPL-3.0-or-later
// A recording beside another one, or beside what its layers make here, as a table and in words.
#pragma once

#include "app/io/recordings/findings/recording_difference.h"
#include "ui/files/models/shown_recording.h"
#include "ui/look/models/metric_table_model.h"

namespace ulpscope::ui {

/// Rows of the table at the most; the sentence says how many there are.
inline constexpr std::size_t kMaxDifferences = 1000;

QString differenceSentence(const RecordingDifference& difference);
/// Tensors that are not alike, in the order of the first recording; a row each in placesOfDifferences().
MetricTable differenceMetrics(const RecordingDifference& difference);
std::vector<RecordedPlace> placesOfDifferences(const RecordingDifference& difference);
/// What one has alone, and which layers could not be computed again, a line each.
QString aloneText(const RecordingDifference& difference);

} // namespace ulpscope::ui
