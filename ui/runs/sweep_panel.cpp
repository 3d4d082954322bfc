// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/sweep_panel.h"

#include "engine/policy/recipe.h"
#include "engine/session/arithmetic_choice.h"
#include "engine/session/same_training.h"
#include "ui/look/describe.h"
#include "ui/look/fields.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"
#include "ui/runs/models/sweep_overrides.h"
#include "ui/runs/models/sweep_safety.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <map>

namespace ulpscope::ui {

namespace {

/// Returns the values that the field offers; for the arithmetic, the rows that are proved for the session, where there are several.
QString firstValues(const SweepOverride& setting, SessionSpec session)
{
    QStringList names;
    if (QLatin1String(setting.id) == QLatin1String("recipe"))
        for (const RecipeClass& recipe : recipeCatalog())
            names += toQt(recipe.name);
    if (QLatin1String(setting.id) == QLatin1String("arithmetic"))
        for (const ArithmeticRules& row : arithmeticRules()) {
            session.training.arithmetic = row.kind;
            if (chosenArithmetic(session) == row.kind)
                names += toQt(row.name);
        }
    return names.size() > 1 ? names.join(QStringLiteral(", ")) : QString::fromLatin1(setting.values);
}

/// "loss scale from 2^0 to 2^18", "dtype policy: float32, mixed_float16, …"
QString nameOf(const std::vector<SweepPoint>& points, const SweepOverride& setting)
{
    if (points.back().number)
        return SweepPanel::tr("%1 from %2 to %3")
            .arg(titleOf(setting), points.front().value, points.back().value);
    const QString more = points.size() > 2 ? QStringLiteral(", …") : QString();
    return QStringLiteral("%1: %2, %3%4").arg(titleOf(setting), points[0].value, points[1].value, more);
}

} // namespace

SweepPanel::SweepPanel(
    Document& document, KeptRuns& kept, std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_kept(kept)
    , m_sweep(std::move(kernels))
    , m_setting(new QComboBox(this))
    , m_values(new FaultField(this))
    , m_start(new QPushButton(this))
    , m_compare(new QPushButton(tr("Draw to&gether"), this))
    , m_number(new QComboBox(this))
    , m_of(new QLabel(this))
    , m_which(new QComboBox(this))
    , m_message(new QLabel(this))
    , m_safety(new QLabel(this))
    , m_plot(new SweepPlot(this))
{
    describe(this, {.name = "sweepPanel", .terms = "sweep", .guide = "window#sweep"}, tr("Sweep"));
    describe(m_setting, {.name = "sweepSetting", .terms = "sweep"}, tr("Setting to sweep"),
        tr("What is changed from run to run; all else is the session as it is"));
    describe(m_values, {.name = "sweepValues", .terms = "sweep"}, tr("Values of the setting"),
        tr("Values with commas between them, and ranges: 2^0..2^20, 1e-6..1e-1, 1..8"));
    describe(m_number, {.name = "sweepNumber", .terms = "sweep"}, tr("Number to plot"),
        tr("What is plotted of each run"));
    describe(m_start, QStringLiteral("startSweep"), tr("Start or stop the sweep"),
        tr("Trains the session once for each value, in the background; its runs are kept in the table above, as one row"));
    m_start->setAutoDefault(false);
    describe(m_compare, QStringLiteral("compareSweep"), tr("Draw the sweep's runs together"),
        tr("Takes all runs of this sweep into the comparison: their curves over the steps; several seeds as a band"));
    m_compare->setAutoDefault(false);
    for (const SweepOverride& setting : sweepOverrides())
        m_setting->addItem(titleOf(setting));
    for (const SweepNumber& number : sweepNumbers())
        m_number->addItem(titleOf(number));
    m_values->setText(firstValues(sweepOverrides().front(), *document.session()));
    m_values->setMaxLength(2000);
    m_of->setObjectName(QStringLiteral("sweepOf"));
    describe(m_which, QStringLiteral("sweepShown"), tr("Sweep to draw"),
        tr("Which of the sweeps that are kept is drawn; also those of the session's file"));
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_which->setMinimumContentsLength(24);
    m_message->setObjectName(QStringLiteral("sweepMessage"));
    m_message->setWordWrap(true);
    m_safety->setObjectName(QStringLiteral("sweepSafety"));
    m_safety->setWordWrap(true);
    m_safety->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* label = new QLabel(tr("S&weep"), this);
    label->setObjectName(QStringLiteral("sweepLabel"));
    label->setBuddy(m_setting);
    setFocusProxy(m_setting);
    auto* over = new QLabel(tr("over"), this);
    over->setObjectName(QStringLiteral("sweepOver"));
    m_values->setMinimumWidth(fontMetrics().averageCharWidth() * 24);
    auto* line = new FlowLayout;
    line->addPair(label, m_setting);
    line->addPair(over, m_values);
    line->addWidget(m_start);
    auto* heading = new FlowLayout;
    heading->addWidget(m_of);
    heading->addWidget(m_which);
    heading->addWidget(m_number);
    heading->addWidget(m_compare);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addLayout(heading);
    layout->addWidget(m_safety);
    layout->addWidget(m_message);
    layout->addWidget(m_plot, 1);
    layout->addStretch(); // takes the room only while there is no plot

    connect(m_setting, &QComboBox::activated, this, [this](int setting) {
        m_values->setRight();
        m_values->setText(firstValues(sweepOverrides()[std::size_t(setting)], *m_document.session()));
        m_values->setCursorPosition(0); // a text that is too long shows its beginning
        refresh();
    });
    connect(m_number, &QComboBox::activated, this, &SweepPanel::refresh);
    connect(m_start, &QPushButton::clicked, this, &SweepPanel::startOrStop);
    connect(m_values, &QLineEdit::returnPressed, this, &SweepPanel::startOrStop);
    connect(m_plot, &SweepPlot::selectionChanged, this, [this] {
        if (!m_sweep.isRunning())
            m_message->setText(m_plot->reading());
    });
    connect(m_plot, &SweepPlot::pointRequested, this, &SweepPanel::showRun);
    connect(m_compare, &QPushButton::clicked, this, &SweepPanel::compareRuns);
    connect(&m_sweep, &Sweep::started, this, &SweepPanel::refresh);
    connect(&m_sweep, &Sweep::progressed, this, &SweepPanel::showProgress);
    connect(&kept, &KeptRuns::repeated, this, [this](KeptRunId earlier, KeptRunId by) {
        std::ranges::replace(m_runs, std::optional(earlier), std::optional(by));
    });
    connect(&kept, &KeptRuns::sweepRenamed, this, [this](const QString& from, const QString& to) {
        if (m_name == from)
            m_name = to;
    });
    connect(&kept, &KeptRuns::listChanged, this, &SweepPanel::onListChanged);
    connect(m_which, &QComboBox::activated, this, [this] { showKept(m_which->currentText()); });
    connect(&kept, &KeptRuns::dropped, this, [this](const QStringList& names) {
        if (m_sweep.isRunning())
            m_dropped += names.size();
    });
    connect(&m_sweep, &Sweep::pointDone, this, &SweepPanel::onPointDone);
    connect(&m_sweep, &Sweep::ended, this, &SweepPanel::refresh);
    connect(&m_sweep, &Sweep::ended, this, &SweepPanel::onListChanged);
    refresh();
    onEvent(this, {QEvent::Show}, [this] { onListChanged(); });
}

void SweepPanel::startOrStop()
{
    if (m_sweep.isRunning()) {
        m_sweep.cancel();
        return;
    }
    const SweepOverride& setting = sweepOverrides()[std::size_t(m_setting->currentIndex())];
    Result<std::vector<SweepPoint>> points = sweepPoints(*m_document.session(), setting, m_values->text());
    if (!points) {
        m_values->setWrong(firstValues(setting, *m_document.session()));
        m_message->setText(engineText(points.error()));
        return;
    }
    m_values->setRight();
    m_sweptOverride = {titleOf(setting), setting.isOrdered};
    m_valuesNameRuns = setting.namesItself;
    m_swept = *m_document.session();
    m_isOfSeeds = QLatin1String(setting.id) == QLatin1String("seed");
    m_dropped = 0;
    m_runs.assign(points->size(), std::nullopt);
    m_name = points->size() > 1 ? m_kept.freeSweepName(nameOf(*points, setting)) : QString();
    m_again.reset();
    m_sweep.start(std::move(points).value());
}

KeptRunId SweepPanel::keep(std::size_t index)
{
    const SweepPoint& point = m_sweep.points()[index];
    return m_kept.add(point.run,
        m_valuesNameRuns ? point.value : QStringLiteral("%1 %2").arg(m_sweptOverride.title, point.value),
        m_name);
}

void SweepPanel::onPointDone(std::size_t index)
{
    const SweepPoint& point = m_sweep.points()[index];
    if (point.run)
        m_runs[index] = keep(index);
    refresh();
}

void SweepPanel::refresh()
{
    const bool isRunning = m_sweep.isRunning();
    m_start->setText(isRunning ? tr("Stop") : tr("Start"));
    m_setting->setEnabled(!isRunning);
    m_values->setEnabled(!isRunning);
    m_which->setVisible(!isRunning && m_which->count() > 0);
    m_plot->setVisible(!points().empty());
    m_of->setVisible(!points().empty());
    if (!points().empty()) // the window may show another session by now
        m_of->setText(tr("Sweep of \"%1\":").arg(engineText(points().front().session->title)));
    m_plot->showPoints(
        points(), m_sweptOverride, sweepNumbers()[std::size_t(m_number->currentIndex())], noise());
    m_compare->setVisible(!points().empty());
    m_compare->setEnabled(
        std::ranges::count_if(points(), [](const SweepPoint& point) { return point.run != nullptr; }) > 1);
    m_safety->setText(isRunning
            ? QString()
            : QString(sweptArithmetics(points()) + QLatin1Char('\n') + sweepSafety(points())).trimmed());
    m_safety->setVisible(!m_safety->text().isEmpty());
    if (isRunning && m_sweep.done() < m_sweep.points().size())
        showProgress();
    else if (points().empty())
        m_message->setText(
            tr("Trains the session under each value, and draws one number of all runs as a curve."));
    else
        m_message->setText(m_plot->reading());
}

void SweepPanel::onListChanged()
{
    if (!isVisible() || m_sweep.isRunning())
        return;
    listSweeps();
    // The last sweep that was trained here stays, even if its runs are gone.
    if (m_again || m_sweep.points().empty())
        showKept(m_which->currentText());
    else
        refresh();
}

void SweepPanel::listSweeps()
{
    const QStringList names = keptSweepNames(m_kept);
    m_which->clear();
    m_which->addItems(names);
    const auto at = int(names.indexOf(m_name));
    m_which->setCurrentIndex(at < 0 && (m_again || points().empty()) ? 0 : at);
}

void SweepPanel::showKept(const QString& name)
{
    std::optional<KeptSweep> sweep = keptSweep(m_kept, name);
    if (!sweep && !m_again)
        return;
    m_again = sweep ? *std::move(sweep) : KeptSweep();
    m_name = name;
    m_runs.assign(m_again->runs.begin(), m_again->runs.end());
    m_swept.reset();
    if (!m_again->points.empty()) {
        const SweepOverride& setting = *m_again->setting;
        m_sweptOverride = {titleOf(setting), setting.isOrdered};
        m_isOfSeeds = QLatin1String(setting.id) == QLatin1String("seed");
        const SweepPoint& first = m_again->points.front();
        SessionSpec changed = *m_document.session();
        if (setting.set(changed, first.value) && trainsTheSame(changed, *first.session))
            m_swept = *m_document.session();
    }
    refresh();
}

std::optional<SweepPlot::Noise> SweepPanel::noise() const
{
    if (m_isOfSeeds || !m_swept) // a sweep over seeds has the seeds as its points
        return std::nullopt;
    const SweepNumber& number = sweepNumbers()[std::size_t(m_number->currentIndex())];
    const ArithmeticKind arithmetic = chosenArithmetic(*m_swept);
    std::map<std::uint64_t, double> values;
    for (const KeptRun& run : m_kept.runs()) {
        SessionSpec same = run.run->session();
        same.training.seed = m_swept->training.seed;
        if (!run.run->summary || run.run->summary->arithmetic != arithmetic || run.run->totals().divergedAt
            || !trainsTheSame(same, *m_swept))
            continue;
        if (const std::optional<double> value = number.of(*run.run); value && std::isfinite(*value))
            values.emplace(run.run->session().training.seed, *value);
    }
    if (values.size() < 2)
        return std::nullopt;
    const auto byValue = [](const auto& a, const auto& b) { return a.second < b.second; };
    const auto [least, largest] = std::minmax_element(values.begin(), values.end(), byValue);
    return SweepPlot::Noise{least->second, largest->second, values.size()};
}

void SweepPanel::showProgress()
{
    if (m_sweep.done() >= m_sweep.points().size())
        return;
    const SweepPoint& point = m_sweep.points()[m_sweep.done()];
    QString text = tr("Training run %1 of %2, %3 %4: %5.")
                       .arg(m_sweep.done() + 1)
                       .arg(m_sweep.points().size())
                       .arg(m_sweptOverride.title, point.value,
                           stepsDoneText(m_sweep.stepsDone(), point.session->training.steps));
    const bool hasRow = !m_name.isEmpty() && !m_kept.ofSweep(m_name).empty();
    const std::size_t room = m_kept.wouldDrop(hasRow ? 0 : 1);
    if (m_dropped + qsizetype(room) > 0)
        text += QLatin1Char(' ')
            + tr("To make room, %1 will go: the oldest without a star.")
                  .arg(countedText(m_dropped + qsizetype(room), tr("kept run"), tr("kept runs")));
    m_message->setText(text);
}

void SweepPanel::compareRuns()
{
    std::vector<KeptRunId> ids;
    for (const std::optional<KeptRunId>& run : m_runs)
        if (run)
            ids.push_back(*run);
    m_kept.setCompared(ids, true);
    emit comparisonRequested(m_isOfSeeds);
}

void SweepPanel::showRun(int point)
{
    if (point < 0 || !points()[std::size_t(point)].run)
        return;
    std::optional<KeptRunId>& kept = m_runs[std::size_t(point)];
    if (!m_again && (!kept || !m_kept.find(*kept))) // the sweep was deleted, or made room
        kept = keep(std::size_t(point));
    m_kept.show(*kept);
}

} // namespace ulpscope::ui
