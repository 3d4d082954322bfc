// SPDX-License-Identifier: GPL-3.0-or-later
// The glossary, and the guide with its definitions in it. The terms that catalogs define are metrics, plots, parameters, overrides, classes,
// policies, formats and accumulators: what a row there says is what the glossary says.
#pragma once

#include "ui/guide/models/guide_book.h"
#include "ui/shell/models/glossary.h"

namespace ulpscope::ui {

std::vector<Term> catalogTerms();

/// Terms that no catalog has, and what is to be added to those of catalogs: resources/glossary.json.
std::vector<Term> writtenTerms();

/// The terms of the catalogs and those written beside them.
const Glossary& glossary();

/// In the user's language where there is a guide in it. Tables {{terms ids}} and {{glossary}} are the glossary's, the others the
/// catalogs'.
GuideBook readGuide(const QString& resourcesDirectory);

} // namespace ulpscope::ui
