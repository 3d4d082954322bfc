// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/plot_actions.h"

#include "ui/look/action.h"
#include "ui/look/glyphs.h"
#include "ui/look/plot_commands.h"

#include <QCoreApplication>
#include <QWidget>

namespace ulpscope::ui {

namespace {

struct PlotActionText
{
    Q_DECLARE_TR_FUNCTIONS(PlotActions)
};

} // namespace

QList<QAction*> makePlotActions(QWidget* window)
{
    const auto make = [window](const char* id, const QString& text, const QString& tip,
                          const QKeySequence& keys, void (PlotCommands::*command)()) {
        QAction* action = makeAction(window, QString::fromLatin1(id), text, tip, keys);
        QObject::connect(action, &QAction::triggered, window, [window, command] {
            if (PlotCommands* plot = PlotCommands::current(*window))
                (plot->*command)();
        });
        return action;
    };
    QAction* fit = make("fitPlots", PlotActionText::tr("&Fit plot"),
        PlotActionText::tr(
            "Shows everything in the plot that has the focus, or in this tab's (Ctrl+0; in the plot 0)"),
        Qt::CTRL | Qt::Key_0, &PlotCommands::fit);
    fit->setIcon(glyphIcon(Glyph::Fit));
    QAction* save = make("exportPlots", PlotActionText::tr("E&xport plot…"),
        PlotActionText::tr(
            "Saves the plot that has the focus, or this tab's, as PNG, SVG or PDF, or its numbers as CSV"),
        Qt::CTRL | Qt::SHIFT | Qt::Key_E, &PlotCommands::exportPlot);
    save->setIcon(glyphIcon(Glyph::Export));
    return {fit, save,
        make("copyPlotPicture", PlotActionText::tr("Copy plot as p&icture"),
            PlotActionText::tr("Puts the plot on the clipboard in light colours, with policy and seed"),
            Qt::CTRL | Qt::SHIFT | Qt::Key_C, &PlotCommands::copyPicture),
        make("copyPlotNumbers", PlotActionText::tr("Copy plot's n&umbers"),
            PlotActionText::tr(
                "Puts the numbers in sight on the clipboard, or those at a pinned cursor, with tabs between "
                "them (Ctrl+C in a plot)"),
            Qt::CTRL | Qt::SHIFT | Qt::Key_T, &PlotCommands::copyNumbers)};
}

} // namespace ulpscope::ui
