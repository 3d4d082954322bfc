// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/compare_view.h"

#include "app/io/session/session_difference.h"
#include "app/session/same_task.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/flow_layout.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/table_models.h"
#include "ui/look/reaction.h"
#include "ui/look/tabs.h"
#include "ui/runs/memory_panel.h"
#include "ui/runs/models/first_difference.h"
#include "ui/runs/models/run_comparison.h"
#include "ui/runs/noise_panel.h"
#include "ui/runs/runs_panel.h"
#include "ui/runs/seed_band.h"
#include "ui/runs/sweep_panel.h"
#include "ui/training/stacked_plot.h"
#include "ui/training/tensor_plots.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace ulpscope::ui {

// Where two of the compared runs part: the first recorded number that differs.
class DivergencePanel : public QWidget
{
    Q_OBJECT
public:
    /// `kept` and `shown` must outlive the panel.
    DivergencePanel(const KeptRuns& kept, const ShownRun& shown, QWidget* parent = nullptr);

    /// The runs are others, or are called otherwise, or have ended.
    void refresh();

private:
    void compare();

    const KeptRuns& m_kept;
    const ShownRun& m_shown;
    std::vector<KeptRunId> m_ids; ///< the runs that are the rows of both lists
    std::array<QComboBox*, 2> m_runs;
    std::array<std::optional<KeptRunId>, 2> m_chosen; ///< the two runs, where the user chose them
    QLabel* m_text;
};

DivergencePanel::DivergencePanel(const KeptRuns& kept, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_kept(kept)
    , m_shown(shown)
    , m_runs{new QComboBox(this), new QComboBox(this)}
    , m_text(proseLabel(this))
{
    describe(this, QStringLiteral("divergencePanel"), tr("First difference of two runs"));
    describe(m_runs[0], {.name = "divergenceFirst", .terms = "compare"}, tr("The one run"),
        tr("Of the runs that are compared: the one whose numbers are told first"));
    describe(m_runs[1], {.name = "divergenceSecond", .terms = "compare"}, tr("The other run"),
        tr("Of the runs that are compared: the one that it is held against"));
    m_text->setObjectName(QStringLiteral("firstDifferenceText"));
    auto* label = new QLabel(tr("Where do they part?"), this);
    label->setObjectName(QStringLiteral("divergenceLabel"));
    label->setBuddy(m_runs[0]);
    auto* from = new QLabel(tr("from"), this);
    from->setObjectName(QStringLiteral("divergenceFrom"));
    QBoxLayout* line = rowOf({label, {m_runs[0], 1}, from, {m_runs[1], 1}});
    columnOf(this, {line, m_text}, {.margins = {0, 4, 0, 0}, .spacing = 4});
    for (std::size_t side = 0; side < m_runs.size(); ++side) {
        m_runs[side]->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(m_runs[side], &QComboBox::activated, this, [this, side](int row) {
            m_chosen[side] = m_ids[std::size_t(row)];
            compare();
        });
    }
    onEvent(this, {QEvent::Show}, [this] { refresh(); });
}

void DivergencePanel::refresh()
{
    if (!isVisible())
        return; // this is done when the panel is shown again
    const std::vector<const KeptRun*> runs = m_kept.compared();
    m_ids.clear();
    for (QComboBox* box : m_runs)
        box->clear();
    int shown = -1;
    int ghost = -1;
    for (const KeptRun* run : runs) {
        const int row = int(m_ids.size());
        shown = run->run == m_shown.run() ? row : shown;
        ghost = run->run == m_shown.ghost() ? row : ghost;
        m_ids.push_back(run->id);
        for (QComboBox* box : m_runs)
            box->addItem(run->name());
    }
    const std::array<int, 2> usual{shown, ghost >= 0 ? ghost : shown == 0 ? 1 : 0};
    for (std::size_t side = 0; side < m_runs.size(); ++side) {
        const auto chosen = std::find_if(m_ids.begin(), m_ids.end(),
            [&](KeptRunId id) { return m_chosen[side] && id == *m_chosen[side]; });
        m_runs[side]->setCurrentIndex(chosen == m_ids.end() ? usual[side] : int(chosen - m_ids.begin()));
        m_runs[side]->setEnabled(m_ids.size() > 1);
    }
    compare();
}

void DivergencePanel::compare()
{
    std::array<const KeptRun*, 2> runs{};
    for (std::size_t side = 0; side < runs.size(); ++side)
        if (const int row = m_runs[side]->currentIndex(); row >= 0 && std::size_t(row) < m_ids.size())
            runs[side] = m_kept.find(m_ids[std::size_t(row)]);
    if (runs[0] == nullptr || runs[1] == nullptr)
        m_text->setText(
            tr("Two runs are wanted: train again with other settings, or tick another run above."));
    else if (runs[0] == runs[1])
        m_text->setText(tr("These are the same run: choose another one."));
    else
        m_text->setText(
            differenceText(firstDifference(*runs[0]->run, *runs[1]->run), runs[0]->name(), runs[1]->name()));
}

namespace {

constexpr int kMinPlotHeight = 180;
constexpr int kMinTableWidth = 240; ///< pixels: many runs do not widen the page

/// A plot, and the runs from which its curves are read.
struct Comparison
{
    PlotRow row;
    std::vector<PlottedRun> runs = {};

    void add(PlottedRun run, SeriesRow series)
    {
        series.run = runs.size();
        row.series.push_back(std::move(series));
        runs.push_back(std::move(run));
    }
};

/// A session under several seeds is drawn as a median within a band.
struct Seeds
{
    QString name;
    std::size_t count = 0;
    int look = 0;
    std::shared_ptr<const RunHistory> band;

    void add(BandEdge edge, const QString& label, const SeriesRow& curve, std::optional<std::size_t> fillsTo,
        Comparison& comparison) const
    {
        SeriesRow series = curve;
        series.tensor = bandSource(edge);
        series.look = look;
        series.width = edge == BandEdge::Median ? kMedianWidth : kBandEdgeWidth;
        series.fillsTo = fillsTo;
        comparison.add({.run = band, .name = label}, std::move(series));
    }

    void addMedian(const SeriesRow& curve, Comparison& comparison) const
    {
        const QString seeds
            = countedText(std::int64_t(count), CompareView::tr("seed"), CompareView::tr("seeds"));
        add(BandEdge::Median, CompareView::tr("%1, median of %2").arg(name, seeds), curve, {}, comparison);
    }

    void addEdges(const SeriesRow& curve, Comparison& comparison) const
    {
        const std::size_t largest = comparison.row.series.size() + 1;
        add(BandEdge::Least, CompareView::tr("%1, least").arg(name), curve, largest, comparison);
        add(BandEdge::Largest, CompareView::tr("%1, largest").arg(name), curve, {}, comparison);
    }
};

/// The differences from the first group; for the first group its title.
QString nameOfGroup(const SessionSpec& first, SessionSpec session)
{
    session.training.seed = first.training.seed;
    const std::string differences = shortDescription(sessionDifferences(first, session));
    return toQt(differences.empty() ? first.title : differences);
}

/// The chosen curve once for each run, or each group of seeds, and before them that of the float64 reference of the run on the
/// screen, where it is the loss. window: steps of the running median that is drawn in place of each step; 1: none.
Comparison comparisonOf(const MetricChoice& choice, const std::vector<const KeptRun*>& runs,
    bool seedsAreBands, std::int64_t window, const std::shared_ptr<const RunHistory>& shown)
{
    Comparison comparison{.row = choice.plot};
    comparison.row.marksSkippedSteps = false; // a cross cannot tell which of the runs skipped a step
    comparison.row.absentText.clear();
    const SeriesRow curve = choice.plot.series.back();
    comparison.row.series.clear();
    const bool smooths = isSmoothed(choice.plot, curve, window);
    if (smooths)
        comparison.row.title = smoothedTitle(choice.plot.title, window);
    const auto drawn = [&](const KeptRun& run) {
        KeptRun copy = run;
        if (smooths)
            copy.run = smoothedRun(*run.run, curve, window);
        return copy;
    };
    std::vector<const KeptRun*> alone = runs;
    std::vector<Seeds> seeds;
    if (seedsAreBands) {
        alone.clear();
        for (const std::vector<const KeptRun*>& group : seedGroups(runs)) {
            if (group.size() == 1) {
                alone.push_back(group.front());
                continue;
            }
            std::vector<KeptRun> copies;
            std::vector<const KeptRun*> members;
            for (const KeptRun* run : group)
                copies.push_back(drawn(*run));
            for (const KeptRun& copy : copies)
                members.push_back(&copy);
            SeriesRow source = curve;
            if (smooths)
                source.tensor = bandSource(BandEdge::Median);
            seeds.push_back({nameOfGroup(runs.front()->run->session(), group.front()->run->session()),
                group.size(), group.front()->look, bandOf(members, source)});
        }
    }
    // The legend has them in this order, and is cut where there is no more room.
    for (const Seeds& each : seeds)
        each.addMedian(curve, comparison);
    for (const KeptRun* run : alone) {
        std::vector<SeriesRow> series{curve};
        series.front().look = run->look;
        if (smooths)
            series = smoothedSeries(curve, run->look, comparison.row.series.size());
        const KeptRun shownAs = drawn(*run);
        for (SeriesRow& each : series)
            comparison.add({.run = shownAs.run, .name = run->name()}, std::move(each));
    }
    for (const Seeds& each : seeds)
        each.addEdges(curve, comparison);
    const auto own
        = std::find_if(runs.begin(), runs.end(), [&](const KeptRun* run) { return run->run == shown; });
    if (!curve.tensor && curve.metric == StepMetric::Loss) {
        SeriesRow series{
            .label = CompareView::tr("float64 of %1").arg(own == runs.end() ? QString() : (*own)->name()),
            .description = CompareView::tr("The float64 reference of the run on the screen."),
            .ink = Ink::Reference,
            .metric = StepMetric::ReferenceLoss};
        std::shared_ptr<const RunHistory> run = shown;
        if (smooths) {
            run = smoothedRun(*shown, series, window);
            series.tensor = bandSource(BandEdge::Median);
        }
        comparison.add({.run = std::move(run), .setsSteps = false}, std::move(series));
    }
    return comparison;
}

} // namespace

CompareView::CompareView(Document& document, KeptRuns& kept, const ShownRun& shown,
    std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_kept(kept)
    , m_shown(shown)
    , m_runs(new RunsPanel(QStringLiteral("comparedRuns"), document, kept, shown, this))
    , m_pages(new QTabWidget(this))
    , m_choice(new QComboBox(this))
    , m_smooth(new QCheckBox(tr("Smoothed"), this))
    , m_band(new QCheckBox(tr("Seeds as a band"), this))
    , m_plot(new StackedPlot(QStringLiteral("comparePlot"), tr("Comparison of runs"), shown.step(), this))
    , m_note(new QLabel(this))
    , m_differences(new MetricTableModel(this))
    , m_differencesView(new MetricView(m_differences, this))
    , m_divergence(new DivergencePanel(kept, shown, this))
    , m_session(document.session())
{
    describe(this,
        {.name = "compareView",
            .terms = "compare",
            .guide = "window#compare",
            .lessons = {{"tab.compare"}},
            .tab = {.title = tr("Compare"),
                .tip = tr("Runs beside each other: any metric, and in what their sessions differ"),
                // Narrower tables are higher, so a scroll bar that comes and goes could do so for ever.
                .scrollBar = Qt::ScrollBarAlwaysOn,
                .isOfSession = true,
                .focus = [this] { focusRuns(); }}},
        tr("Comparison of runs"));
    registerPlace(m_plot, {.terms = "compare"});
    describe(m_pages, {.name = "comparePages", .guide = "window#compare"}, tr("Ways to compare"));
    describe(m_choice, {.name = "compareMetric", .terms = "compare"}, tr("Metric to compare"),
        tr("Any recorded metric, of each step or of a tensor: type a part of its name"));
    describe(m_band, QStringLiteral("seedBand"), tr("Seeds as a band"),
        tr("Draws runs that differ in the seed alone as their median, between the least and the largest of them"));
    describe(m_smooth, QStringLiteral("smoothedCurves"), tr("Smoothed curves"),
        tr("Draws the median of the steps around each step, in a band that leaves out the lowest and the highest tenth of them; "
           "else every step. Counts and values that hold until they change are drawn as they are, and so is what is not finite."));
    m_smooth->setChecked(true);
    m_choice->setEditable(true);
    m_choice->setInsertPolicy(QComboBox::NoInsert);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(16);
    m_choice->setMaxVisibleItems(24);
    m_choice->completer()->setFilterMode(Qt::MatchContains);
    m_choice->completer()->setCompletionMode(QCompleter::PopupCompletion);
    m_choice->lineEdit()->setAccessibleName(m_choice->accessibleName());
    m_choice->lineEdit()->setPlaceholderText(tr("a metric: flushed, amax, dense_1 …"));
    m_note->setObjectName(QStringLiteral("compareNote"));
    m_note->setWordWrap(true);
    describe(m_differencesView, QStringLiteral("runDifferences"), tr("In what the sessions differ"));
    m_differencesView->setMinimumWidth(kMinTableWidth);
    m_plot->setMinimumHeight(kMinPlotHeight);
    addPages(std::move(kernels), document);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_runs, 2);
    layout->addWidget(m_pages, 3);

    connect(m_runs, &RunsPanel::noticed, this, &CompareView::noticed);
    connect(m_choice, &QComboBox::activated, this,
        [this](int index) { // two runs may have one title: this finds the one that was meant
            m_metric = m_choice->itemData(index).toString();
            compare();
        });
    connect(m_choice->lineEdit(), &QLineEdit::editingFinished, this, &CompareView::choose);
    connect(m_smooth, &QCheckBox::toggled, this, &CompareView::compare);
    connect(m_band, &QCheckBox::toggled, this, &CompareView::compare);
    connect(m_sweep, &SweepPanel::comparisonRequested, this, [this](bool isOfSeeds) {
        if (isOfSeeds)
            m_band->setChecked(true);
        m_pages->setCurrentIndex(0);
    });
    connect(&document, &Document::opened, this, &CompareView::stopForAnother);
    connect(&document, &Document::sessionChanged, this, &CompareView::compareOwnScene);
    connect(&kept, &KeptRuns::listChanged, this, &CompareView::compare);
    connect(&kept, &KeptRuns::runsChanged, this, &CompareView::compare);
    connect(&kept, &KeptRuns::grew, this, &CompareView::grow);
    onEvent(this, {QEvent::Show}, [this] { compare(); });
}

void CompareView::addPages(std::shared_ptr<const Kernels> kernels, Document& document)
{
    m_sweep = new SweepPanel(document, m_kept, kernels, this);
    m_noise = new NoisePanel(document, m_kept, kernels, this);
    m_pages->addTab(curvesPage(), tr("Curves"));
    m_pages->setTabToolTip(0, tr("Any metric of all compared runs over the steps"));
    m_pages->addTab(differencesPage(), tr("Differences"));
    m_pages->setTabToolTip(1, tr("In what their sessions differ, and at which step two of them part"));
    m_pages->addTab(new MemoryPanel(m_kept, m_shown, std::move(kernels), this), tr("Memory and error"));
    m_pages->setTabToolTip(
        2, tr("What each run's policies cost in memory, against the error that it ends with"));
    m_pages->addTab(m_sweep, tr("Sweep"));
    m_pages->setTabToolTip(3, tr("Trains the session under many values of one setting"));
    m_pages->addTab(m_noise, tr("Noise"));
    m_pages->setTabToolTip(
        4, tr("Which numbers of the session differ from float32's by more than another seed changes them"));
}

void CompareView::addPage(QWidget* page, const QString& title, const QString& tip)
{
    m_pages->setTabToolTip(m_pages->addTab(page, title), tip);
}

QWidget* CompareView::curvesPage()
{
    auto* page = new QWidget(m_pages);
    registerPlace(page, {.name = "curvesPage", .terms = "compare", .guide = "window#compare"});
    auto* label = new QLabel(tr("&Graphed metric"), page);
    label->setObjectName(QStringLiteral("compareMetricLabel"));
    label->setBuddy(m_choice);
    auto* line = new FlowLayout;
    line->addPair(label, m_choice);
    line->addWidget(m_smooth);
    line->addWidget(m_band);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_plot, 1);
    return page;
}

QWidget* CompareView::differencesPage()
{
    auto* page = new QWidget(m_pages);
    registerPlace(page, {.name = "differencesPage", .terms = "compare", .guide = "window#differences"});
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_note);
    layout->addWidget(m_differencesView);
    layout->addWidget(m_divergence);
    layout->addStretch(1);
    return page;
}

void CompareView::shareMemory(const std::shared_ptr<MemoryBudget>& budget)
{
    m_sweep->shareMemory(budget);
    m_noise->shareMemory(budget);
}

bool CompareView::isSweeping() const
{
    return m_sweep->isRunning() || m_noise->isRunning();
}

void CompareView::stop()
{
    m_sweep->cancel();
    m_noise->cancel();
}

/// Further points would be kept with a session that they do not belong to.
void CompareView::stopForAnother()
{
    if (!isSweeping())
        return;
    stop();
    emit noticed(tr("Another session was opened: what was trained in the background has stopped"));
}

/// The ticks belong to the scene before, and come back with it.
void CompareView::compareOwnScene()
{
    const std::shared_ptr<const SessionSpec> before = std::exchange(m_session, m_document.session());
    if (isAnotherScene(*before, *m_session))
        m_kept.setAsideOtherTasks(*m_session);
}

void CompareView::focusRuns()
{
    m_runs->focusTable();
}

void CompareView::showSweep()
{
    bringToFront(*this);
    m_pages->setCurrentWidget(m_sweep);
    m_sweep->setFocus();
}

/// Selects the metric, but leaves a text that is being typed.
void CompareView::choose()
{
    const int index = m_choice->findText(m_choice->currentText(), Qt::MatchFixedString);
    if (index < 0) { // no metric: what was chosen before is written again
        m_choice->setCurrentIndex(m_choice->findData(m_metric));
        return;
    }
    m_choice->setCurrentIndex(index);
    if (m_choice->currentData().toString() == m_metric)
        return;
    m_metric = m_choice->currentData().toString();
    compare();
}

void CompareView::fillChoices()
{
    if (m_choice->lineEdit()->hasFocus() && m_choice->lineEdit()->isModified())
        return;
    const std::vector<MetricChoice> choices = metricChoices(*m_shown.run());
    const bool isSame = m_choice->count() == int(choices.size())
        && std::equal(choices.begin(), choices.end(), choices.begin(),
            [this, i = 0](const MetricChoice& choice, const MetricChoice&) mutable {
                return m_choice->itemData(i++).toString() == choice.id;
            });
    if (!isSame) {
        m_choice->clear();
        for (const MetricChoice& choice : choices) {
            m_choice->addItem(choice.title, choice.id);
            m_choice->setItemData(m_choice->count() - 1, choice.description, Qt::ToolTipRole);
        }
    }
    m_metricsShown = m_shown.run()->metrics().size();
    m_choice->setCurrentIndex(
        std::max(0, m_choice->findData(m_metric))); // a metric that is not there yet may come later
}

void CompareView::compare()
{
    if (!isVisible() || !m_shown.run())
        return; // this is done when the view is shown
    m_runs->setMaximumHeight(m_runs->comfortableHeight()); // a few runs leave the plot their room
    const std::vector<const KeptRun*> runs = m_kept.compared();
    fillChoices();
    const std::vector<MetricChoice> choices = metricChoices(*m_shown.run());
    const auto choice = std::find_if(choices.begin(), choices.end(),
        [this](const MetricChoice& each) { return each.id == m_choice->currentData().toString(); });
    if (runs.empty() || choice == choices.end())
        return;
    m_window = m_smooth->isChecked() ? smoothingWindow(runs) : 1;
    m_comparedSteps = m_shown.run()->stepsDone();
    Comparison comparison = comparisonOf(*choice, runs, m_band->isChecked(), m_window, m_shown.run());
    m_plot->setPlots({std::move(comparison.row)}, std::move(comparison.runs));
    if (std::exchange(m_comparedWith, m_shown.run()) != m_shown.run())
        m_plot->fit(); // the zoom was another run's
    m_differences->setTable(differencesOf(runs));
    m_differencesView->setVisible(!m_differences->table().rows.empty());
    if (runs.size() < 2)
        m_note->setText(
            tr("Train again with another policy, or tick runs above, and they are drawn together."));
    else if (m_differences->table().rows.empty())
        m_note->setText(tr("These runs are of the same settings."));
    else
        m_note->setText(tr("In what their sessions differ:"));
    m_divergence->refresh();
}

void CompareView::grow()
{
    if (!isVisible())
        return;
    const bool hasEnded = m_shown.run() && m_shown.run()->summary;
    const bool isBehind
        = m_shown.run() && m_window > 1 && m_shown.run()->stepsDone() >= m_comparedSteps + m_window / 2;
    if (hasEnded || isBehind || (m_shown.run() && m_shown.run()->metrics().size() != m_metricsShown))
        compare(); // comparisons of whole runs are made again
    else
        m_plot->grow();
}

} // namespace ulpscope::ui

#include "compare_view.moc"
