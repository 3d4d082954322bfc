// SPDX-License-Identifier: GPL-3.0-or-later
// One call of one layer out of a recording, as train/layer_replay takes it: the layer as Keras would have it, arrays in Keras' order of
// axes, whichever framework recorded them.
#pragma once

#include "app/io/recordings/recording.h"
#include "engine/train/layer_replay.h"

namespace ulpscope {

struct RecordedCall
{
    ReplayRequest request;
    ReplayArray output; ///< output that was recorded
    std::vector<std::int64_t> examples; ///< the examples of the batch that were computed, in rising order
    std::int64_t batch = 0; ///< how many there are
    std::vector<std::string> remarks; ///< sentences about assumptions made
};

/// Upper limit of a redo's multiply-adds.
inline constexpr std::int64_t kMaxReplayMultiplyAdds = std::int64_t{1} << 34;

/// Chooses examples of the output's batch at `multiplyAdds` each, as many as fit and at least one; those with a number that is not
/// finite come first into the choice. Rising.
std::vector<std::int64_t> chosenExamples(const ReplayArray& output, std::int64_t multiplyAdds);

/// Whether input and output of the layer are recorded at that step.
bool hasCall(const Recording& recording, std::int64_t step, std::string_view path);

/// The error says why the layer cannot be redone: its class is none of ours, a tensor is missing, arguments that the recording does not
/// have (a mask).
Result<RecordedCall> recordedCall(
    Recording& recording, std::int64_t step, const std::string& path, const std::stop_token& stop = {});

} // namespace ulpscope
