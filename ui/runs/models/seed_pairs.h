// SPDX-License-Identifier: GPL-3.0-or-later
// A session and its float32 reference under several seeds, as far as they are among the kept runs, and what that tells.
#pragma once

#include "app/judge/runs/seed_noise.h"
#include "app/session/kept/kept_runs.h"
#include "app/session/sweep.h"
#include "ui/look/models/table_models.h"

#include <cstdint>
#include <vector>

namespace ulpscope::ui {

/// Pairs for each seed under which both were trained to their end, by seed; at most kMaxRanked.
std::vector<SeedPair> seedPairs(const SessionSpec& session, const std::vector<KeptRun>& runs);

/// Lists the runs still to be trained: for each seed the session, then its reference.
std::vector<SweepPoint> missingPairs(
    const SessionSpec& session, const std::vector<std::uint64_t>& seeds, const std::vector<KeptRun>& runs);

/// Whether there is nothing to hold against: the session is its own float32 reference.
bool isOwnReference(const SessionSpec& session);

/// A row for each number: whether they differ by more than the seeds do, then mean, least and largest of both.
MetricTable noiseTable(const std::vector<NoiseRow>& rows);

} // namespace ulpscope::ui
