// SPDX-License-Identifier: GPL-3.0-or-later
// In what two sessions differ, in the words of the session file.
#pragma once

#include "engine/session/session_spec.h"

#include <span>
#include <string>
#include <vector>

namespace ulpscope {

struct SessionDifference
{
    /// As in the file, layers by their names: "training.loss_scale.scale", "layers.dense_1.policy".
    std::string place;
    /// As in the file, text without quotes; empty where that session does not say it.
    std::string before;
    std::string after;

    bool operator==(const SessionDifference&) const = default;
};

/// In the file's order. Titles, descriptions, suggestions, plots, watches and notes are passed over, which change no number.
std::vector<SessionDifference> sessionDifferences(const SessionSpec& before, const SessionSpec& after);

/// The later session in a few words, "mixed_bfloat16, loss scale 1024": the first differences by their new values, and how
/// many more there are. Empty without any.
std::string shortDescription(std::span<const SessionDifference> differences, std::size_t most = 2);

} // namespace ulpscope
