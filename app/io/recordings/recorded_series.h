// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording has of each layer and role: the same tensor, step by step.
#pragma once

#include "app/io/recordings/recording.h"

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

} // namespace ulpscope
