// SPDX-License-Identifier: GPL-3.0-or-later
// What a widget is about: its own name and explanation, and the terms of the glossary behind it.
#pragma once

#include "ui/shell/models/glossary.h"
#include "ui/training/plot_catalog.h"

#include <QRect>

class QWidget;

namespace ulpscope::ui {

struct ExplainedThing
{
    QString title; ///< "Global policy", or of a table its column
    QString text; ///< what its tip says; empty where that is a term's definition
    std::vector<const Term*> terms; ///< the widget's own, else those of the nearest panel around it
    bool hasOwnTerm = false;
    QRect at; ///< the place on the screen

    bool isKnown() const { return !terms.empty(); }
};

/// What is explained: in a table the current cell's column, in a tab bar the current tab.
ExplainedThing explainedThing(const QWidget& widget);

/// Terms of a table's column.
std::vector<const Term*> termsOfColumn(const QWidget& view, int column);
std::vector<const Term*> termsOfPlot(const PlotRow& plot);

} // namespace ulpscope::ui
