// SPDX-License-Identifier: GPL-3.0-or-later
// The terms that the catalogs define: metrics, plots, parameters, overrides, classes, policies, formats, accumulators. What a row
// there says is what the glossary says.
#pragma once

#include "ui/shell/models/glossary.h"

namespace ulpscope::ui {

std::vector<Term> catalogTerms();

/// Terms that no catalog has, and what is to be added to those of catalogs: resources/glossary.json.
std::vector<Term> writtenTerms();

/// The terms of the catalogs and those written beside them.
const Glossary& glossary();

} // namespace ulpscope::ui
