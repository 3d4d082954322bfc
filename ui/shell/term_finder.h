// SPDX-License-Identifier: GPL-3.0-or-later
// Explains a widget: its own name and text, and its terms in the glossary.
#pragma once

#include "ui/shell/models/glossary.h"
#include "ui/training/plot_catalog.h"

#include <QRect>

class QWidget;

namespace ulpscope::ui {

struct ExplainedThing
{
    QString title; ///< "Global policy", or of a table its column
    QString text; ///< text of its tool tip; empty if that is a term's definition
    std::vector<const Term*> terms; ///< the widget's own, else those of the nearest panel around it
    bool hasOwnTerm = false;
    QRect at; ///< the place on the screen

    bool isKnown() const { return !terms.empty(); }
};

/// Rectangle of the explained part: in a table the current cell, in a tab bar the current tab.
ExplainedThing explainedThing(const QWidget& widget);

/// Terms of a table's column.
std::vector<const Term*> termsOfColumn(const QWidget& view, int column);
std::vector<const Term*> termsOfPlot(const PlotRow& plot);

} // namespace ulpscope::ui
