// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/run_layers_panel.h"

#include "ui/look/describe.h"
#include "ui/look/elided_label.h"
#include "ui/look/models/run_facts.h"
#include "ui/picture/grid_view.h"
#include "ui/picture/models/runs_grid.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace ulpscope::ui {

namespace {

constexpr std::chrono::milliseconds kBetween{300};

} // namespace

RunLayersPanel::RunLayersPanel(const KeptRuns& kept, QWidget* parent)
    : QWidget(parent)
    , m_kept(kept)
    , m_metric(new QComboBox(this))
    , m_reading(new ElidedLabel(this))
    , m_view(new GridView(this))
{
    registerPlace(this, {.name = "runLayers", .terms = "compare layer", .guide = "window#compare"});
    describe(m_metric, {.name = "runLayersMetric", .terms = "compare layer"}, tr("What the grid shows"),
        tr("What the grid shows of each run's layers: shares as the mean over the run, errors as they end, the "
           "rest at its worst"));
    describe(m_view, {.name = "runLayersCells", .terms = "compare layer"}, tr("Runs over layers"),
        tr("A row for each compared run, a column for each layer: the stronger the colour, the more was lost. "
           "Hatched: NaN or infinity in the end. Point at a cell, or move with the arrow keys, to read it."));
    m_view->setAbsentText(tr("Tick runs above: the compared ones are shown layer by layer."));
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_reading->setObjectName(QStringLiteral("runLayersReading"));
    m_soon.setSingleShot(true);
    m_soon.setInterval(kBetween);
    auto* header = new QHBoxLayout;
    header->addWidget(m_metric);
    header->addWidget(m_reading, 1);
    header->addWidget(new GridLegend(*m_view, this));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(header);
    layout->addWidget(m_view, 1);
    connect(m_metric, &QComboBox::activated, this, [this] {
        m_wanted = static_cast<GridMetric>(m_metric->currentData().toInt());
        refresh();
    });
    connect(m_view, &GridView::read, m_reading, &QLabel::setText);
    connect(m_view, &GridView::picked, m_view, &GridView::setChosenRow);
    connect(m_view, &GridView::rowPicked, m_view, &GridView::setChosenRow);
    connect(m_view, &GridView::released, m_view, [this] { m_view->setChosenRow(std::nullopt); });
    connect(&kept, &KeptRuns::listChanged, this, &RunLayersPanel::refresh);
    connect(&kept, &KeptRuns::runsChanged, this, &RunLayersPanel::refresh);
    connect(&kept, &KeptRuns::grew, this, &RunLayersPanel::follow);
    connect(&m_soon, &QTimer::timeout, this, &RunLayersPanel::refresh);
}

void RunLayersPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

void RunLayersPanel::follow()
{
    if (isVisible() && !m_soon.isActive())
        m_soon.start();
}

void RunLayersPanel::fillMetrics(const std::vector<const KeptRun*>& runs)
{
    m_metric->clear();
    for (const KeptRun* run : runs)
        for (const GridMetricRow& row : gridMetrics(*run->run))
            if (m_metric->findData(int(row.metric)) < 0) {
                m_metric->addItem(row.title, int(row.metric));
                m_metric->setItemData(m_metric->count() - 1, row.description, Qt::ToolTipRole);
            }
    m_metric->setEnabled(m_metric->count() > 0);
    m_metric->setCurrentIndex(std::max(0, m_metric->findData(int(m_wanted))));
}

void RunLayersPanel::refresh()
{
    if (!isVisible())
        return; // when it is shown
    const std::vector<const KeptRun*> runs = m_kept.compared();
    fillMetrics(runs);
    if (m_metric->count() == 0)
        return m_view->setGrid(nullptr);
    const std::optional<GridPlace> cursor = m_view->cursor();
    auto grid = std::make_shared<GridData>(
        gridOfRuns(runs, static_cast<GridMetric>(m_metric->currentData().toInt())));
    const QString title = tr("%1 by run and layer").arg(grid->title);
    QStringList facts;
    for (const KeptRun* run : runs)
        facts += QStringLiteral("%1: %2").arg(run->name(), runFacts(*run->run));
    m_view->setGrid(std::move(grid), title, [facts] { return facts; });
    if (cursor && cursor->row < m_view->grid()->rows.size()
        && cursor->column < m_view->grid()->columns.size())
        m_view->setCursor(cursor);
}

} // namespace ulpscope::ui
