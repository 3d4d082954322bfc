// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/step_grid.h"

#include "app/judge/runs/verdicts.h"
#include "ui/look/describe.h"
#include "ui/look/elided_label.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/picture/grid_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ulpscope::ui {

StepGrid::StepGrid(const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_metric(new QComboBox(this))
    , m_reading(new ElidedLabel(this))
    , m_view(new GridView(this))
    , m_legend(new GridLegend(*m_view, this))
{
    registerPlace(this, {.name = "stepGrid", .terms = "layer step", .guide = "window#run"});
    describe(m_metric, {.name = "stepGridMetric", .terms = "layer step"}, tr("What the grid shows"),
        tr("What the grid shows of each layer: the worst of its tensors"));
    describe(m_view, {.name = "stepGridCells", .terms = "layer step"}, tr("Layers over steps"),
        tr("A row for each layer, a column for a few steps: the stronger the colour, the more was lost. Hatched: "
           "NaN or infinity; a ring is where the first arose. A click pins the step and chooses the layer. Arrow "
           "keys move, Return pins, Escape lets go."));
    m_view->setAbsentText(tr("No step yet."));
    m_metric->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_reading->setObjectName(QStringLiteral("stepGridReading"));
    auto* header = new QHBoxLayout;
    header->setContentsMargins(0, 0, 0, 0);
    header->addWidget(m_metric);
    header->addWidget(m_reading, 1);
    header->addWidget(m_legend);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(header);
    layout->addWidget(m_view, 1);
    connect(m_metric, &QComboBox::activated, this,
        [this] { chooseMetric(static_cast<GridMetric>(m_metric->currentData().toInt())); });
    connect(m_view, &GridView::picked, this,
        [this](std::size_t row, std::size_t column) { pick(row, column, true); });
    connect(m_view, &GridView::dragged, this,
        [this](std::size_t row, std::size_t column) { pick(row, column, false); });
    connect(m_view, &GridView::rowPicked, this, [this](std::size_t row) {
        m_layer = m_view->grid()->rows[row].id;
        m_view->setChosenRow(row);
        emit chosen(QString::fromStdString(m_layer));
    });
    connect(m_view, &GridView::released, this, [this] { m_shown.step().pin(std::nullopt); });
    connect(m_view, &GridView::read, this, [this](const QString& text) {
        m_reading->setText(text);
        m_legend->setVisible(text.isEmpty()); // a number needs its room
    });
    connect(m_view, &GridView::read, this, &StepGrid::read);
    connect(&shown, &ShownRun::replaced, this, &StepGrid::replace);
    connect(&shown, &ShownRun::grew, this, &StepGrid::follow);
    connect(&shown, &ShownRun::stepChanged, this, &StepGrid::showStep);
    replace();
}

void StepGrid::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    follow();
}

void StepGrid::replace()
{
    m_isOutdated = true; // also where the run is the same, which went back
    follow();
}

/// Only while it is seen, so that training never pays for a hidden one.
void StepGrid::follow()
{
    if (!isVisible())
        return;
    const std::shared_ptr<const RunHistory>& run = m_shown.run();
    followVerdict();
    if (m_isOutdated || !m_grid || !run || run->metricCount() != m_metrics) {
        fillMetrics();
        makeGrid();
        m_isOutdated = false;
    } else {
        const std::size_t changed = m_grid->grow();
        m_grid->expect(expectedSteps());
        m_view->refresh(changed);
    }
    showStep();
}

/// Shows where that lies which the sentence about the run names, once the run stands still.
void StepGrid::followVerdict()
{
    const std::shared_ptr<const RunHistory>& run = m_shown.run();
    if (m_isChosen || !run || run->stepsDone() == 0 || m_shown.isGrowing())
        return;
    const VerdictSubject subject = judge(run->session(), run->totals(), run->last()).subject;
    const GridMetric wanted = subject == VerdictSubject::LostUpdates ? GridMetric::Lost
        : subject == VerdictSubject::SaturatedOperands               ? GridMetric::Clipped
                                                                     : GridMetric::Flushed;
    m_isOutdated = m_isOutdated || wanted != m_wanted;
    m_wanted = wanted;
}

/// As the plots over steps: all of the run while it trains, then what there is.
std::int64_t StepGrid::expectedSteps() const
{
    return m_shown.isGrowing() ? m_shown.run()->session().training.steps : 0;
}

void StepGrid::fillMetrics()
{
    m_metric->clear();
    const std::shared_ptr<const RunHistory>& run = m_shown.run();
    m_metrics = run ? run->metricCount() : 0;
    if (run)
        for (const GridMetricRow& row : gridMetrics(*run)) {
            m_metric->addItem(row.title, int(row.metric));
            m_metric->setItemData(m_metric->count() - 1, row.description, Qt::ToolTipRole);
        }
    m_metric->setEnabled(m_metric->count() > 0);
    m_metric->setCurrentIndex(std::max(0, m_metric->findData(int(m_wanted))));
}

void StepGrid::makeGrid()
{
    const std::shared_ptr<const RunHistory>& run = m_shown.run();
    if (!run || m_metric->count() == 0) {
        m_grid.reset();
        m_view->setGrid(nullptr);
        return;
    }
    m_grid = std::make_unique<RunGrid>(run, static_cast<GridMetric>(m_metric->currentData().toInt()));
    m_grid->expect(expectedSteps());
    const std::string& title = run->session().title;
    m_view->setGrid(m_grid->data(),
        (title.empty() ? QString() : engineText(title) + QStringLiteral(" – "))
            + tr("%1 by layer and step").arg(m_grid->data()->title),
        [run] { return QStringList{runFacts(*run)}; });
    m_view->setChosenRow(m_grid->data()->rowOf(m_layer));
}

void StepGrid::showStep()
{
    m_view->setStep(m_shown.step().pinned());
}

void StepGrid::pick(std::size_t row, std::size_t column, bool isLayerChosen)
{
    const GridData& grid = *m_view->grid();
    const GridCell& cell = grid.at({row, column});
    const std::string path = grid.rows[row].id;
    // The step at which the cell is what its colour says.
    m_shown.step().pin(cell.step >= 0 ? cell.step : grid.columns[column].steps.first);
    if (!isLayerChosen)
        return;
    m_layer = path;
    m_view->setChosenRow(row);
    emit chosen(QString::fromStdString(path));
}

void StepGrid::chooseLayer(const std::string& path)
{
    m_layer = path;
    m_view->setChosenRow(m_grid ? m_grid->data()->rowOf(path) : std::nullopt);
}

void StepGrid::chooseMetric(GridMetric metric)
{
    m_wanted = metric;
    m_isChosen = true;
    m_metric->setCurrentIndex(std::max(0, m_metric->findData(int(metric))));
    makeGrid();
    showStep();
}

} // namespace ulpscope::ui
