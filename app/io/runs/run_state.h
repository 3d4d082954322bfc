// SPDX-License-Identifier: GPL-3.0-or-later
// What a run goes on from, in two files of its folder: state.npz has the arrays (train/training_state.h) and the histograms of
// exponents so far, run/exponents; state.json has the session, the totals and all else that is no array.
#pragma once

#include "engine/probe/exponent_history.h"
#include "engine/session/session_spec.h"
#include "engine/train/training_run.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

inline constexpr std::string_view kStateArraysFile = "state.npz";
inline constexpr std::string_view kStateFile = "state.json";
inline constexpr int kStateVersion = 1;

struct RunState
{
    std::size_t place = 0; ///< index among the candidates of its run
    SessionSpec session;
    std::int64_t every = 1; ///< the run's tensorsEvery, whatever its session says
    std::string data; ///< TrainingRun::dataFingerprint()
    std::string kernels; ///< Kernels::level()
    std::vector<std::string> heldWatches; ///< SessionStops::held()
    TrainingRun::Earlier earlier;
    ExponentHistory exponents = {};
    std::filesystem::path folder = {}; ///< the folder that the state was read from; no file has it
};

/// Into a folder that is there. target: where the folder will be, from which relative paths of the session are told.
Status saveRunState(
    const std::filesystem::path& folder, const RunState& state, const std::filesystem::path& target);

/// Whatever the files are: one state, or an error at the file. Whether its arrays are those of the session shows when a run takes them.
Result<RunState> loadRunState(const std::filesystem::path& folder);

/// The state of a run's only candidate, or of each one that has a folder in `folder`, in the run's order.
Result<std::vector<RunState>> loadRunStates(const std::filesystem::path& folder);

} // namespace ulpscope
