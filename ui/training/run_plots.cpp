// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/run_plots.h"

#include "app/shown_run.h"
#include "ui/training/operand_plots.h"

#include <algorithm>

namespace ulpscope::ui {

RunPlots::RunPlots(const ShownRun& shown, QWidget* parent)
    : StackedPlot(QStringLiteral("trainingPlots"), tr("Training plots"), parent)
    , m_shown(shown)
{
    setRows(plotCatalog());
    connect(&shown, &ShownRun::replaced, this, &RunPlots::replace);
    connect(&shown, &ShownRun::grew, this, &RunPlots::follow);
    replace();
}

/// The plots follow from what the run records: where operands have scales, these are what there is to see.
bool RunPlots::choosePlots()
{
    const RunHistory* run = m_shown.run().get();
    const std::string layer = run ? layerWithScales(*run, m_selectedLayer) : std::string();
    if (layer == m_scaledLayer)
        return false;
    m_scaledLayer = layer;
    std::vector<PlotRow> rows = plotCatalog();
    if (!layer.empty()) {
        const bool hasLossScale = run->session().training.lossScale.className == "dynamic";
        std::erase_if(rows, [&](const PlotRow& row) {
            return !row.isShownBesideOperands && !(hasLossScale && row.marksSkippedSteps);
        });
        for (PlotRow& row : operandPlots(*run, layer))
            rows.push_back(std::move(row));
    }
    setRows(std::move(rows));
    return true;
}

void RunPlots::followLayer(const std::string& path)
{
    m_selectedLayer = path;
    choosePlots();
}

void RunPlots::replace()
{
    const std::shared_ptr<const RunHistory> ghost = m_shown.ghost();
    QString name = m_shown.chosenGhost() ? m_shown.ghostName() : QString();
    if (ghost && name.isEmpty())
        name = ghostLabel(m_shown.run()->session(), ghost->session());
    setRuns({{.run = m_shown.run()},
        {.run = ghost,
            .name = name,
            .setsSteps = false}});
    choosePlots();
}

void RunPlots::follow()
{
    if (!choosePlots())
        grow();
}

} // namespace ulpscope::ui
