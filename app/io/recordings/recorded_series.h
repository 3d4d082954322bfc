// SPDX-License-Identifier: GPL-3.0-or-later
// The series of a recording: one tensor over its steps, with its magnitudes, exponents and counts of values that are not finite.
#pragma once

#include "app/io/recordings/recording.h"
#include "app/judge/arithmetic/array_difference.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ulpscope {

struct RecordedSeries
{
    std::string path;
    std::string role;
    std::vector<std::size_t> tensors; ///< in Recording::tensors(), one a step, rising; at least one

    std::string tensor() const { return path.empty() ? role : path + "/" + role; }
};

/// The series of the recording in the order in which they first appear.
std::vector<RecordedSeries> seriesIn(const Recording& recording);

/// Whether a file's names are those of a recording: most say a step, and some are inputs, outputs or gradients. A checkpoint's are not.
bool looksRecorded(const TensorFile& file);

// One tensor of a recording over its steps: magnitudes, exponents, what is not finite.
struct SeriesPoint
{
    std::int64_t step = 0;
    ValueSummary summary;
    /// How many magnitudes lie in [2^e, 2^(e+1)), by e; neither zeros nor what is not finite.
    std::map<int, std::uint64_t> exponents;
};

/// tensor: "layer/role". Of tensors that are no numbers an error. progress: steps done, and all.
Result<std::vector<SeriesPoint>> seriesOf(Recording& recording, const std::string& tensor,
    const std::stop_token& stop = {},
    const std::function<void(std::size_t done, std::size_t all)>& progress = {});

/// The amax from which a scale is made; infinite or NaN if the tensor has such a number.
double amaxOfPoint(const SeriesPoint& point);

} // namespace ulpscope
