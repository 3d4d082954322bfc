// SPDX-License-Identifier: GPL-3.0-or-later
// Two recordings of the same training, or a recording and what the same layers make here: aligned by name from the start, tensor by
// tensor, and the first difference.
#pragma once

#include "app/io/recordings/findings/local_error.h"
#include "engine/base/message.h"

#include <functional>

namespace ulpscope {

/// Names of the second recording that are another's of the first: "module.fc" stands for "fc".
struct PathRule
{
    std::string from; ///< how a path of the second recording begins
    std::string to; ///< how that path begins in the first recording
};

struct ComparedTensor
{
    RecordedName name; ///< the tensor's name in the first recording
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> otherShape;
    const Format* format
        = nullptr; ///< format of the narrower tensor, in whose ulps they are compared; null if one has no numbers
    bool hasOtherDtype = false;
    std::optional<ArrayDifference> difference; ///< empty where shapes differ
    std::vector<std::int64_t> firstIndex; ///< index of the first element beyond the tolerance
    double first = 0; ///< the element in the first recording
    double firstOther = 0;

    bool isAlike() const { return difference && difference->beyond == 0; }
};

/// A layer that cannot be computed again.
struct NotRedone
{
    std::string path;
    Error why;
};

struct RecordingDifference
{
    std::vector<ComparedTensor> tensors; ///< tensors that both have, in the order of the first recording
    std::optional<std::size_t> first; ///< in there
    /// Parts that only one of the recordings has, by layer: "layer fc3", "fc1/input at 12 steps from 0 to 22".
    std::vector<Message> onlyInFirst;
    std::vector<Message> onlyInSecond;
    std::vector<NotRedone> notRedone; ///< layers that were not emulated, each reason once
};

/// The error is that nothing is in both; it says why.
Result<RecordingDifference> compareRecordings(Recording& first, Recording& second, double toleranceInUlps,
    const std::vector<PathRule>& rules = {}, const std::stop_token& stop = {},
    const std::function<void(std::size_t done, std::size_t all)>& progress = {});

/// Each recorded layer's output against what its dtype makes here of its recorded input and weights: the second is an emulation. Layers that
/// cannot be computed again are in notRedone.
Result<RecordingDifference> compareWithEmulation(Recording& recording, const Kernels& kernels,
    double toleranceInUlps, const std::stop_token& stop = {},
    const std::function<void(std::size_t done, std::size_t all)>& progress = {});

} // namespace ulpscope
