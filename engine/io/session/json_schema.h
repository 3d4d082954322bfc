// SPDX-License-Identifier: GPL-3.0-or-later
// JSON Schemas (draft 2020-12) of the files we write, made from the catalogs; resources/schema holds their
// texts.
#pragma once

#include <string>

namespace ulpscope {

std::string sessionSchema();
std::string summarySchema();
std::string noiseSchema();
std::string kerasPolicySchema();

} // namespace ulpscope
