// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the differences of two sessions by the keys of the session file.
#pragma once

#include "engine/session/session_spec.h"

#include <span>
#include <string>
#include <vector>

namespace ulpscope {

struct SessionDifference
{
    /// The key's place in the session file, layers by their names: "training.loss_scale.scale", "layers.dense_1.policy".
    std::string place;
    /// The values as in the file, text without quotes; empty where that session lacks the key.
    std::string before;
    std::string after;

    bool operator==(const SessionDifference&) const = default;
};

/// Returns differences in the file's order. It skips titles, descriptions, suggestions, plots, watches and notes: they change no number.
std::vector<SessionDifference> sessionDifferences(const SessionSpec& before, const SessionSpec& after);

/// The later session in a few words, "mixed_bfloat16, loss scale 1024": the first differences by their new values, and how
/// many more there are. Empty without any.
std::string shortDescription(std::span<const SessionDifference> differences, std::size_t most = 2);

} // namespace ulpscope
