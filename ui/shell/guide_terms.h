// SPDX-License-Identifier: GPL-3.0-or-later
// The guide, with the glossary's definitions in it: what the window explains by F1 is what the guide says.
#pragma once

#include "ui/guide/models/guide_book.h"

namespace ulpscope::ui {

/// In the person's language where there is a guide in it. Tables {{terms ids}} and {{glossary}} are the glossary's, the others the
/// catalogs'.
GuideBook readGuide(const QString& resourcesDirectory);

} // namespace ulpscope::ui
