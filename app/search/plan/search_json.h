// SPDX-License-Identifier: GPL-3.0-or-later
// search.json: what a search came to; resources/schema/search.schema.json describes it. The same question gives the same bytes, however
// often it was stopped and which process ran the runs.
#pragma once

#include "app/search/search.h"

#include <string>

namespace ulpscope {

inline constexpr int kSearchFileVersion = 1;

std::string searchJson(
    const SearchQuestion& question, const SearchAnswer& answer, std::string_view kernelLevel);

std::string searchSchema();

/// "float32 itself breaks 'loss < 0.1' under 2 of 5 seeds: over the seeds it has 0.08 to 0.3"
std::string refusalText(const SearchQuestion& question, const SearchAnswer& answer);

/// Warns if a clause's factor of float32 allows less than seeds differ; else empty.
std::string noticeText(const SearchQuestion& question, const SearchAnswer& answer);

} // namespace ulpscope
