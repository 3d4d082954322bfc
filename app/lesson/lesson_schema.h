// SPDX-License-Identifier: GPL-3.0-or-later
// JSON Schema (draft 2020-12) of lesson files, made from the catalogs; resources/schema holds its text.
#pragma once

#include <string>

namespace ulpscope {

std::string lessonSchema();

} // namespace ulpscope
