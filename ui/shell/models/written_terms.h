// SPDX-License-Identifier: GPL-3.0-or-later
// The terms that no catalog defines; and of those that one does, the formula, the source and what else to see.
#pragma once

#include "ui/shell/models/glossary.h"

namespace ulpscope::ui {

std::vector<Term> writtenTerms();

} // namespace ulpscope::ui
