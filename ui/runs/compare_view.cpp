// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/compare_view.h"

#include "ui/look/describe.h"
#include "ui/look/field_guard.h"
#include "ui/look/figure_view.h"
#include "ui/look/models/figure_table_model.h"
#include "ui/runs/models/run_comparison.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/sweep_panel.h"
#include "ui/training/stacked_plot.h"
#include "ui/training/tensor_plots.h"

#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr int kLeastPlotHeight = 220;

/// The chosen curve once for each run, and before them that of the float64 twin of the run on the screen, where it is the loss.
PlotRow plotOf(const FigureChoice& choice, const std::vector<const KeptRun*>& runs,
    const std::shared_ptr<const RunHistory>& shown)
{
    PlotRow row = choice.plot;
    row.marksSkippedSteps = false; // which of the runs' steps were is not told by a cross
    row.absentText.clear();
    const SeriesRow curve = row.series.back();
    row.series.clear();
    const auto nameOf = [&](const auto& history) {
        for (const KeptRun* run : runs)
            if (run->run == history)
                return run->name();
        return QString();
    };
    if (!curve.tensor && curve.figure == StepFigure::Loss)
        row.series.push_back({.label = CompareView::tr("float64 of %1").arg(nameOf(shown)),
            .description = CompareView::tr("The float64 twin of the run on the screen."),
            .ink = Ink::Reference,
            .run = runs.size(),
            .figure = StepFigure::ReferenceLoss});
    for (std::size_t slot = 0; slot < runs.size(); ++slot) {
        SeriesRow series = curve;
        series.run = slot;
        series.look = runs[slot]->look;
        row.series.push_back(std::move(series));
    }
    return row;
}

} // namespace

CompareView::CompareView(Document& document, KeptRuns& kept, const ShownRun& shown,
    std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_kept(kept)
    , m_shown(shown)
    , m_runs(new RunsPanel(QStringLiteral("comparedRuns"), document, kept, shown, this))
    , m_choice(new QComboBox(this))
    , m_plot(new StackedPlot(QStringLiteral("comparePlot"), tr("Comparison of runs"), shown.step(), this))
    , m_note(new QLabel(this))
    , m_differences(new FigureTableModel(this))
    , m_differencesView(new FigureView(m_differences, this))
    , m_sweep(new SweepPanel(document, kept, std::move(kernels), this))
{
    describe(this, QStringLiteral("compareView"), tr("Comparison of runs"));
    describe(m_choice, QStringLiteral("compareFigure"), tr("Figure to compare"),
        tr("Any recorded figure, of each step or of a tensor: type a part of its name"));
    m_choice->setEditable(true);
    m_choice->setInsertPolicy(QComboBox::NoInsert);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(32);
    m_choice->setMaxVisibleItems(24);
    m_choice->completer()->setFilterMode(Qt::MatchContains);
    m_choice->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_choice->lineEdit()->setAccessibleName(m_choice->accessibleName());
    m_choice->lineEdit()->setPlaceholderText(tr("a figure: flushed, amax, dense_1 …"));
    m_note->setObjectName(QStringLiteral("compareNote"));
    m_note->setWordWrap(true);
    describe(m_differencesView, QStringLiteral("runDifferences"), tr("In what the sessions differ"));
    m_plot->setMinimumHeight(kLeastPlotHeight);

    auto* label = new QLabel(tr("&Figure"), this);
    label->setObjectName(QStringLiteral("compareFigureLabel"));
    label->setBuddy(m_choice);
    auto* line = new QHBoxLayout;
    line->addWidget(label);
    line->addWidget(m_choice, 1);
    line->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_runs, 2);
    layout->addLayout(line);
    layout->addWidget(m_plot, 3);
    layout->addWidget(m_note);
    layout->addWidget(m_differencesView);
    layout->addWidget(m_sweep);

    connect(m_runs, &RunsPanel::editRefused, this, &CompareView::editRefused);
    connect(m_choice, &QComboBox::activated, this,
        [this](int index) { // of two with one title the one that was meant
            m_figure = m_choice->itemData(index).toString();
            compare();
        });
    connect(m_choice->lineEdit(), &QLineEdit::editingFinished, this, &CompareView::choose);
    connect(&kept, &KeptRuns::listChanged, this, &CompareView::compare);
    connect(&kept, &KeptRuns::runChanged, this, &CompareView::compare);
    connect(&kept, &KeptRuns::grew, this, &CompareView::grow);
}

bool CompareView::isSweeping() const
{
    return m_sweep->isRunning();
}

void CompareView::stop()
{
    m_sweep->cancel();
}

void CompareView::focusRuns()
{
    m_runs->focusTable();
}

void CompareView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    compare();
}

/// What a person is typing stays.
void CompareView::choose()
{
    const int index = m_choice->findText(m_choice->currentText(), Qt::MatchFixedString);
    if (index < 0) { // no figure: what was chosen before is written again
        m_choice->setCurrentIndex(m_choice->findData(m_figure));
        return;
    }
    m_choice->setCurrentIndex(index);
    if (m_choice->currentData().toString() == m_figure)
        return;
    m_figure = m_choice->currentData().toString();
    compare();
}

void CompareView::fillChoices()
{
    if (m_choice->lineEdit()->hasFocus() && m_choice->lineEdit()->isModified())
        return;
    const std::vector<FigureChoice> choices = figureChoices(*m_shown.run());
    const bool isSame = m_choice->count() == int(choices.size())
        && std::equal(choices.begin(), choices.end(), choices.begin(),
            [this, i = 0](const FigureChoice& choice, const FigureChoice&) mutable {
                return m_choice->itemData(i++).toString() == choice.id;
            });
    if (!isSame) {
        m_choice->clear();
        for (const FigureChoice& choice : choices) {
            m_choice->addItem(choice.title, choice.id);
            m_choice->setItemData(m_choice->count() - 1, choice.description, Qt::ToolTipRole);
        }
    }
    m_figuresShown = m_shown.run()->figures().size();
    m_choice->setCurrentIndex(std::max(0, m_choice->findData(m_figure))); // what is not there yet may come
}

void CompareView::compare()
{
    if (!isVisible() || !m_shown.run())
        return; // when it is shown
    const std::vector<const KeptRun*> runs = m_kept.compared();
    fillChoices();
    const std::vector<FigureChoice> choices = figureChoices(*m_shown.run());
    const auto choice = std::find_if(choices.begin(), choices.end(),
        [this](const FigureChoice& each) { return each.id == m_choice->currentData().toString(); });
    if (runs.empty() || choice == choices.end())
        return;
    std::vector<PlottedRun> plotted;
    for (const KeptRun* run : runs)
        plotted.push_back({.run = run->run, .name = run->name()});
    plotted.push_back({.run = m_shown.run(), .setsSteps = false}); // for its twin
    m_plot->setPlots({plotOf(*choice, runs, m_shown.run())}, std::move(plotted));
    if (std::exchange(m_comparedWith, m_shown.run()) != m_shown.run())
        m_plot->fit(); // what was zoomed was another run
    m_differences->setTable(differencesOf(runs));
    m_differencesView->setVisible(!m_differences->table().rows.empty());
    if (runs.size() < 2)
        m_note->setText(
            tr("Train again with another policy, or tick runs above, and they are drawn together."));
    else if (m_differences->table().rows.empty())
        m_note->setText(tr("These runs are of the same settings."));
    else
        m_note->setText(tr("In what their sessions differ:"));
}

void CompareView::grow()
{
    if (!isVisible())
        return;
    if (m_shown.run() && m_shown.run()->figures().size() != m_figuresShown)
        compare();
    else
        m_plot->grow();
}

} // namespace ulpscope::ui
