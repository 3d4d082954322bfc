// SPDX-License-Identifier: GPL-3.0-or-later
// Where the numbers of a recorded step stopped being finite: who made it so, who handed it on, where it ended, and the road that led
// there.
#pragma once

#include "app/io/recordings/recording.h"
#include "app/judge/arithmetic/array_difference.h"
#include "engine/base/message.h"

#include <functional>

namespace ulpscope {

/// Counts of special values in one tensor.
struct TensorHealth
{
    const RecordingTensor* tensor = nullptr;
    ValueSummary summary;
    bool hasOnlyNegativeInfinities = false; ///< everything that is not finite is -infinity, as in masks
    bool isExpected = false; ///< declared, and nothing but infinities

    bool isSick() const { return summary.notFinite() > 0 && !isExpected; }
};

enum class OriginKind : std::uint8_t {
    Producer, ///< all that goes in is finite, what comes out is not
    Propagator, ///< not finite: what goes into the layer, and what comes out
    Stopper, ///< the layer's input is not finite, its output is
    Unknown, ///< the layer's input is not recorded
};
std::string_view originName(OriginKind kind); ///< "producer"

struct Origin
{
    OriginKind kind = OriginKind::Unknown;
    std::string path;
    /// Its first tensor that is not finite, "output"; for a stopper the tensor that goes in.
    std::string tensor;
    Message because; ///< one sentence that gives the reason
};

struct OriginsReport
{
    std::int64_t step = 0;
    std::vector<TensorHealth> tensors; ///< all of the step
    std::optional<std::size_t> first; ///< index in that list of the first that is not finite
    std::vector<Origin> origins; ///< layers, in the order of their first tensor
    std::vector<std::size_t> road; ///< in there: the last before the first, itself at the end
    std::vector<RecordedOperation>
        operations; ///< that made it so, where the recorder saw them; in their order
    std::vector<Message> hints; ///< sentences

    static constexpr std::size_t kRoad = 20;
};

/// Whether a name fits a text in which * stands for any characters.
bool fitsWildcards(std::string_view name, std::string_view wildcards);

/// Origins in the first step that has a number that is not finite and not expected; nothing if there is none. expected: tensors ("*/scores",
/// "attn.*/input_1") whose infinities are meant. from, to: steps that are looked at, both inside. progress: tensors done, and all.
Result<std::optional<OriginsReport>> findOrigins(Recording& recording,
    const std::vector<std::string>& expected, std::int64_t from, std::int64_t to,
    const std::stop_token& stop = {},
    const std::function<void(std::size_t done, std::size_t all)>& progress = {});

} // namespace ulpscope
