// SPDX-License-Identifier: GPL-3.0-or-later
// JSON Schemas (draft 2020-12) of the files that the program writes. Those of sessions and Keras' policies are made from the
// catalogs; those of noise and summary are texts. resources/schema has all of them.
#pragma once

#include "engine/base/config.h"

#include <string>
#include <vector>

namespace ulpscope {

std::string sessionSchema();
std::string summarySchema();
/// The numbers that the summary's schema has, by their paths, "test_metrics.accuracy", with what it says of them.
const std::vector<NamedMeaning>& summaryMetrics();
std::string noiseSchema();
std::string kerasPolicySchema();

} // namespace ulpscope
