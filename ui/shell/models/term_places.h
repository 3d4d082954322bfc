// SPDX-License-Identifier: GPL-3.0-or-later
// Which terms of the glossary a part of the window is about, by the part's name.
#pragma once

#include <QStringList>

namespace ulpscope::ui {

/// place: a widget's object name; "storedTable/in ulp" for a table's column or a tab; "plot:error" for a plot. Names that follow
/// from a catalog (a parameter's field, an override, a tile, a tensor's metric as a plot) need no row. Empty where nothing is known.
QStringList termsOfPlace(const QString& place);

/// The rows, for a test: all that they name must be terms.
QStringList termPlaces();

} // namespace ulpscope::ui
