// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/stacked_plot.h"

#include "engine/base/check.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/plot_commands.h"
#include "ui/look/plot_zoom.h"
#include "ui/look/reaction.h"
#include "ui/look/theme.h"
#include "ui/training/mark_rail.h"
#include "ui/training/plot_pane.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kMinPlotWidth = 320;
constexpr int kMinPlotHeight = 84; ///< the least height of a plot without its header
constexpr double kMinPlotLines = 5.6; ///< the least height of a plot in lines of text
constexpr double kStepsOfNothing = 10; ///< steps on the axis while there is no run
constexpr int kStepAxisLines = 3; ///< lines of text below the plots: numbers, label, and air

/// The end of an axis for so many steps, which does not move with each of them.
double roundedUp(double steps)
{
    const double power = std::pow(10.0, std::floor(std::log10(std::max(steps, kStepsOfNothing))));
    for (const double mantissa : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (steps <= mantissa * power)
            return mantissa * power;
    return 10 * power;
}

/// Record at a step; null if the run has none that late.
const StepRecord* recordAt(const RunHistory* run, std::optional<std::int64_t> step)
{
    return run && step && *step < run->stepsDone() ? run->recordAt(*step) : nullptr;
}

QString readingsText(const PlotHeader& header)
{
    QStringList readings;
    for (const PlotHeader::Entry& entry : header.entries())
        readings += entry.label + QLatin1Char(' ') + entry.reading;
    return readings.join(QStringLiteral(", "));
}

/// Tip of a header: what the plot shows, and the whole legend if it is cut.
QString headerTip(const PlotPane& pane)
{
    const PlotHeader& header = pane.header();
    return header.isCut() ? pane.row().description + QLatin1Char('\n') + readingsText(header)
                          : pane.row().description;
}

} // namespace

StackedPlot::StackedPlot(const QString& id, const QString& name, ShownStep& step, QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
    , m_cursors(step, [this] { return cursorSteps(); })
{
    describe(this, id, name);
    new PlotCommands(
        *this, [this] { return content(); }, [this] { fit(); });
    describe(m_plot, id + QStringLiteral("Canvas"), name);
    setFocusPolicy(Qt::StrongFocus);
    columnOf(this, {m_plot}, {.margins = {1, 1, 1, 1}});

    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMouseTracking(true);
    m_zoom = new PlotZoom(*this, *m_plot,
        {.rects =
                [this] {
                    std::vector<QCPAxisRect*> rects;
                    for (const std::unique_ptr<PlotPane>& pane : m_panes)
                        rects.push_back(&pane->axisRect());
                    return rects;
                },
            .changed = [this] { refit(); },
            .cursor =
                [this] {
                    const std::optional<std::int64_t> read = cursorStep();
                    return read ? std::optional(QPointF(double(*read), qQNaN())) : std::nullopt;
                },
            .whole = [this] { return wholeSteps(); }});
    m_plot->installEventFilter(this);
    m_plot->plotLayout()->clear();
    m_plot->plotLayout()->setRowSpacing(0);
    m_plot->plotLayout()->setMargins(QMargins(6, 2, 6, 2));
    m_plot->addLayer(QLatin1String(kCursorLayer), nullptr, QCustomPlot::limAbove);
    m_plot->layer(QLatin1String(kCursorLayer))->setMode(QCPLayer::lmBuffered);
    connect(m_plot, &QCustomPlot::afterLayout, this, &StackedPlot::onLayoutDone);
    connect(m_plot, &QCustomPlot::afterReplot, this, &StackedPlot::replotted);
    connect(&step, &ShownStep::changed, this, &StackedPlot::showCursors);
    PlotRow none; // until there is a run
    none.title = name;
    setRows({none});
    onEvent(this, {QEvent::PaletteChange, QEvent::FontChange}, [this] {
        applyTheme();
        refit();
    });
}

StackedPlot::~StackedPlot() = default;

void StackedPlot::setRows(std::vector<PlotRow> rows)
{
    check(!rows.empty(), "[StackedPlot] one plot at least");
    const std::optional<QCPRange> steps
        = m_panes.empty() ? std::nullopt : std::optional(m_panes.front()->stepAxis().range());
    m_panes.clear();
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_plot->plotLayout()->clear();
    m_rail = nullptr;
    m_margins = std::make_unique<QCPMarginGroup>(m_plot);
    for (PlotRow& row : rows)
        m_panes.push_back(std::make_unique<PlotPane>(*m_plot, std::move(row), *m_margins));
    for (const std::unique_ptr<PlotPane>& pane : m_panes) {
        pane->setGuessed(pane->row().id == m_guessed.first ? m_guessed.second : 0);
        pane->stepAxis().setTickLabels(pane == m_panes.back());
        if (steps)
            pane->stepAxis().setRange(*steps);
        connect(&pane->stepAxis(), qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this](const QCPRange& range) {
                for (const std::unique_ptr<PlotPane>& other : m_panes)
                    other->stepAxis().setRange(range);
            });
    }
    m_panes.back()->stepAxis().setLabel(m_alongLabel.isEmpty() ? tr("step") : m_alongLabel);
    m_panes.back()->stepAxis().setLabelPadding(1);
    if (m_marks)
        addRail();
    applyTheme();
    redraw();
}

void StackedPlot::addRail()
{
    QCPLayoutGrid& grid = *m_plot->plotLayout();
    grid.insertRow(0);
    m_rail = new MarkRail(m_plot, m_panes.front()->axisRect());
    m_rail->setLayer(QLatin1String(kCursorLayer));
    m_rail->setMarks(*m_marks);
    grid.addElement(0, 0, m_rail);
}

void StackedPlot::setMarks(std::vector<StepMark> marks)
{
    if (m_marks == marks)
        return;
    m_marks = std::move(marks);
    if (!m_rail) {
        addRail();
        applyTheme();
        refit();
    } else {
        m_rail->setMarks(*m_marks);
        m_plot->layer(QLatin1String(kCursorLayer))->replot();
    }
}

void StackedPlot::setRuns(std::vector<PlottedRun> runs)
{
    m_runs.clear();
    for (PlottedRun& run : runs)
        m_runs.push_back({std::move(run)});
    fitAnother();
    redraw();
}

/// A piece of one session's steps is none of another's.
void StackedPlot::fitAnother()
{
    std::pair<std::string, double> measure{{}, lastStep(true)};
    for (const Drawn& drawn : m_runs)
        if (drawn.plotted.run && drawn.plotted.setsSteps)
            measure.first = drawn.plotted.run->session().title;
    if (std::exchange(m_measure, measure) != measure)
        m_zoom->forget();
}

void StackedPlot::setPlots(std::vector<PlotRow> rows, std::vector<PlottedRun> runs)
{
    m_runs.clear();
    for (PlottedRun& run : runs)
        m_runs.push_back({std::move(run)});
    fitAnother();
    setRows(std::move(rows)); // setRows() draws the rows
}

void StackedPlot::redraw()
{
    QStringList names;
    for (Drawn& drawn : m_runs) {
        names += drawn.plotted.name;
        drawn.records = 0;
        drawn.thinnings = drawn.plotted.run ? drawn.plotted.run->thinnings() : 0;
    }
    for (const std::unique_ptr<PlotPane>& pane : m_panes)
        pane->clear(names);
    grow();
}

void StackedPlot::grow()
{
    for (std::size_t slot = 0; slot < m_runs.size(); ++slot) {
        auto& [plotted, records, thinnings] = m_runs[slot];
        if (!plotted.run)
            continue;
        if (plotted.run->thinnings() != thinnings) {
            redraw();
            return;
        }
        if (plotted.run->records().size() > records)
            for (const std::unique_ptr<PlotPane>& pane : m_panes)
                pane->append(*plotted.run, slot, records);
        records = plotted.run->records().size();
        // Runs behind must not flatten the curves of the shown run.
        if (const auto diverged = plotted.run->totals().divergedAt; diverged && !plotted.setsSteps)
            for (const std::unique_ptr<PlotPane>& pane : m_panes)
                pane->fitBefore(slot, *diverged);
    }
    refit();
}

bool StackedPlot::isFitted() const
{
    return m_zoom->isFitted();
}

void StackedPlot::fit()
{
    m_zoom->fit();
}

void StackedPlot::refit()
{
    if (m_zoom->fitsAlong())
        m_panes.front()->stepAxis().setRange(wholeSteps());
    if (m_zoom->fitsValues())
        fitValues();
    showReadings();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void StackedPlot::setGrowing(bool isGrowing)
{
    if (std::exchange(m_isGrowing, isGrowing) != isGrowing)
        refit();
}

void StackedPlot::setGuessed(const QString& plot, std::span<const double> values)
{
    const std::pair<QString, double> guessed{plot, values.empty() ? 0 : std::ranges::max(values)};
    if (std::exchange(m_guessed, guessed) == guessed)
        return;
    for (const std::unique_ptr<PlotPane>& pane : m_panes)
        pane->setGuessed(pane->row().id == plot ? m_guessed.second : 0);
    refit();
}

double StackedPlot::lastStep(bool isPlanned) const
{
    double last = 0;
    for (const auto& [plotted, records, thinnings] : m_runs) {
        if (!plotted.run || !plotted.setsSteps)
            continue;
        const double done
            = plotted.run->records().empty() ? 0 : double(plotted.run->records().back().step) + 1;
        const double planned = std::max(done, double(plotted.run->session().training.steps));
        last = std::max(last, isPlanned || done == 0 ? planned : std::min(planned, roundedUp(done)));
    }
    return last > 0 ? last : kStepsOfNothing;
}

QCPRange StackedPlot::wholeSteps() const
{
    const double last = lastStep(m_isGrowing);
    const double margin = last * 0.005;
    return {-margin, last + margin};
}

void StackedPlot::fitValues()
{
    const QCPRange steps = m_panes.front()->stepAxis().range();
    for (const std::unique_ptr<PlotPane>& pane : m_panes)
        pane->fitValues(steps.lower, steps.upper);
}

void StackedPlot::onLayoutDone()
{
    // Legends may have other lines. Later: a picture of the plots is laid out in another size, and not while it is.
    QMetaObject::invokeMethod(
        this, [this] { limitHeight(); }, Qt::QueuedConnection);
    bool isMoved = false;
    for (const std::unique_ptr<PlotPane>& pane : m_panes) {
        if (m_zoom->fitsValues() && pane->needsFit()) {
            const QCPRange steps = pane->stepAxis().range();
            isMoved = true;
            pane->fitValues(steps.lower, steps.upper);
        } else {
            isMoved = isMoved || pane->needsRails();
            pane->layoutRails();
        }
    }
    // Ticks and their labels were made before the layout, for the heights before.
    if (isMoved)
        m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<StepRange> StackedPlot::cursorSteps() const
{
    std::optional<StepRange> steps;
    for (const auto& [plotted, records, thinnings] : m_runs) {
        if (!plotted.run || !plotted.setsSteps || plotted.run->records().empty())
            continue;
        const std::int64_t first = plotted.run->records().front().step;
        const std::int64_t last = plotted.run->records().back().step;
        steps = steps ? StepRange{std::min(steps->first, first), std::max(steps->last, last)}
                      : StepRange{first, last};
    }
    return steps;
}

void StackedPlot::point(std::optional<std::int64_t> step)
{
    if (m_cursors.point(step))
        showCursors();
}

void StackedPlot::showCursors()
{
    showReadings();
    m_plot->layer(QLatin1String(kCursorLayer))->replot();
}

void StackedPlot::setCursorStep(std::optional<std::int64_t> step)
{
    m_cursors.pin(step);
    showCursors();
}

void StackedPlot::showReadings()
{
    const std::optional<StepRange> steps = cursorSteps();
    const std::optional<std::int64_t> cursor = cursorStep();
    const std::optional<std::int64_t> second = secondStep();
    const std::optional<std::int64_t> step
        = steps ? std::optional(cursor.value_or(steps->last)) : std::nullopt;
    std::vector<PaneReading> readings;
    for (const auto& [plotted, records, thinnings] : m_runs) {
        const RunHistory* run = plotted.run.get();
        readings.push_back({run, recordAt(run, step), recordAt(run, second)});
    }
    QStringList summary;
    for (const std::unique_ptr<PlotPane>& pane : m_panes) {
        pane->showReadings(readings, cursor, second);
        summary += pane->row().title + QStringLiteral(": ") + readingsText(pane->header());
    }
    const QString where = second ? tr("Steps %1 and %2. ").arg(*step).arg(*second)
        : step                   ? tr("Step %1. ").arg(*step)
                                 : QString();
    setAccessibleDescription(where + summary.join(QStringLiteral(". ")));
    emit readingsChanged(step, cursor.has_value());
}

std::int64_t StackedPlot::stepAt(const QPointF& position) const
{
    return qRound64(m_panes.front()->stepAxis().pixelToCoord(position.x()));
}

/// A click on the line that is pinned lets it go.
void StackedPlot::pinAt(const QPointF& position)
{
    if (!paneAt(position))
        return;
    const std::optional<std::int64_t> pinned = m_cursors.pinnedHere();
    const bool isOnLine = pinned
        && std::abs(m_panes.front()->stepAxis().coordToPixel(double(*pinned)) - position.x())
            < QApplication::startDragDistance();
    setCursorStep(isOnLine ? std::nullopt : std::optional(stepAt(position)));
}

void StackedPlot::moveCursor(std::int64_t by)
{
    if (!m_cursors.move(by))
        return;
    showCursors();
    if (const std::optional<std::int64_t> cursor = cursorStep())
        m_zoom->keepInSight(QPointF(double(*cursor), qQNaN()));
}

void StackedPlot::moveSecond(std::int64_t by)
{
    if (m_cursors.moveSecond(by))
        showCursors();
}

std::optional<PlotFrame> StackedPlot::frameOf(const QString& plot) const
{
    for (const std::unique_ptr<PlotPane>& pane : m_panes)
        if (pane->row().id == plot)
            return PlotFrame{m_plot, pane->axisRect().rect(),
                [x = &pane->stepAxis(), y = &pane->valueAxis()](const QPointF& value) {
                    return QPointF(x->coordToPixel(value.x()), y->coordToPixel(value.y()));
                },
                [x = &pane->stepAxis(), y = &pane->valueAxis()](const QPointF& pixel) {
                    return QPointF(x->pixelToCoord(pixel.x()), y->pixelToCoord(pixel.y()));
                },
                pane->row().marksSkippedSteps ? [drawn = pane.get()] { return drawn->crosses(); }
                                              : std::function<std::vector<QPointF>()>()};
    return std::nullopt;
}

const PlotPane* StackedPlot::paneAt(const QPointF& position) const
{
    for (const std::unique_ptr<PlotPane>& pane : m_panes)
        if (pane->axisRect().rect().united(pane->header().rect()).contains(position.toPoint()))
            return pane.get();
    return nullptr;
}

bool StackedPlot::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseMove: {
        auto* mouse = static_cast<QMouseEvent*>(event);
        if (m_rangeFrom) {
            m_cursors.pinRange(stepAt(*m_rangeFrom), stepAt(mouse->position()));
            return true;
        }
        const PlotPane* pane = paneAt(mouse->position());
        if (mouse->buttons() == Qt::NoButton
            && !m_cursors.hasSecond()) // otherwise the difference of two steps is read
            point(pane ? std::optional(stepAt(mouse->position())) : std::nullopt);
        // Over the data a tip would hide what is pointed at.
        const bool isOnHeader = pane && pane->header().rect().contains(mouse->position().toPoint());
        const auto mark = m_rail ? m_rail->markAt(mouse->position()) : std::nullopt;
        m_plot->setToolTip(isOnHeader ? headerTip(*pane)
                : mark                ? tr("Step %1: %2").arg(*mark).arg(textAt(*m_marks, *mark))
                                      : QString());
        break;
    }
    case QEvent::MouseButtonPress: {
        auto* mouse = static_cast<QMouseEvent*>(event);
        setFocus(Qt::MouseFocusReason);
        if (const auto mark = m_rail ? m_rail->markAt(mouse->position()) : std::nullopt;
            mark && mouse->button() == Qt::LeftButton) {
            setCursorStep(*mark);
            return true;
        }
        if (mouse->button() != Qt::LeftButton || !paneAt(mouse->position()))
            break;
        if (mouse->modifiers() & Qt::ShiftModifier && cursorSteps()) {
            m_rangeFrom = mouse->position();
            return true; // the key would move the view otherwise
        }
        if (!(mouse->modifiers() & Qt::ControlModifier))
            m_pressedAt = mouse->position();
        break;
    }
    case QEvent::MouseButtonRelease: {
        const auto position = static_cast<QMouseEvent*>(event)->position();
        const auto isClick = [&](const std::optional<QPointF>& began) {
            return began && (position - *began).manhattanLength() < QApplication::startDragDistance();
        };
        if (const std::optional<QPointF> from = std::exchange(m_rangeFrom, std::nullopt)) {
            if (isClick(from) && m_cursors.pinSecond(stepAt(position)))
                showCursors();
            return true;
        }
        if (isClick(std::exchange(m_pressedAt, std::nullopt)))
            pinAt(position);
        break;
    }
    case QEvent::MouseButtonDblClick:
        m_pressedAt.reset();
        setCursorStep(std::nullopt); // the first click of a double click has pinned a step
        fit();
        return true;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void StackedPlot::keyPressEvent(QKeyEvent* event)
{
    const bool isSecond = event->modifiers() & Qt::ShiftModifier;
    const std::int64_t stride = event->modifiers() & Qt::ControlModifier ? 100 : 1;
    const auto move = [&](std::int64_t by) { isSecond ? moveSecond(by) : moveCursor(by); };
    switch (event->key()) {
    case Qt::Key_Left:
        move(-stride);
        break;
    case Qt::Key_Right:
        move(stride);
        break;
    case Qt::Key_PageUp:
        move(-10);
        break;
    case Qt::Key_PageDown:
        move(10);
        break;
    case Qt::Key_Home:
        setCursorStep(0);
        break;
    case Qt::Key_End:
        setCursorStep(std::nullopt);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        setCursorStep(m_cursors.pinned() ? std::nullopt : cursorStep());
        break;
    case Qt::Key_Escape:
        if (!m_cursors.pinned()) {
            QWidget::keyPressEvent(event);
            break;
        }
        setCursorStep(std::nullopt);
        break;
    case Qt::Key_Period:
        emit eventRequested(1);
        break;
    case Qt::Key_Comma:
        emit eventRequested(-1);
        break;
    default:
        if (!m_zoom->takeKey(*event))
            QWidget::keyPressEvent(event);
    }
}

void StackedPlot::leaveEvent(QEvent*)
{
    point(std::nullopt);
}

void StackedPlot::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    m_showsFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    update();
}

void StackedPlot::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    m_showsFocus = false;
    update();
}

void StackedPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_showsFocus ? palette().color(QPalette::Highlight) : hairline(palette()));
}

void StackedPlot::applyTheme(bool forExport)
{
    const PlotTheme theme = forExport ? lightPlotTheme() : plotTheme(palette());
    m_plot->setBackground(theme.background);
    m_plot->setFont(font());
    if (m_rail)
        m_rail->applyTheme(theme, font());
    for (const std::unique_ptr<PlotPane>& pane : m_panes)
        pane->applyTheme(theme, font());
    limitHeight();
}

void StackedPlot::limitHeight()
{
    int height = kStepAxisLines * fontMetrics().height();
    for (const std::unique_ptr<PlotPane>& pane : m_panes)
        height += pane->header().minimumSize().height()
            + std::max(kMinPlotHeight, int(kMinPlotLines * fontMetrics().height()));
    if (m_plot->minimumHeight() != height)
        m_plot->setMinimumSize(kMinPlotWidth, height); // where there is less room, the page scrolls
}

PlotTable StackedPlot::numbers(double from, double to) const
{
    std::vector<const RunHistory*> runs;
    for (const auto& [plotted, records, thinnings] : m_runs)
        runs.push_back(plotted.run.get());
    std::vector<PlotCurve> curves;
    for (const std::unique_ptr<PlotPane>& pane : m_panes)
        for (PlotCurve& curve : pane->curves(runs))
            curves.push_back(std::move(curve));
    return tableOf(tr("step"), curves, from, to);
}

PlotTable StackedPlot::readings(const std::set<std::int64_t>& steps) const
{
    std::vector<PlotCurve> curves;
    for (const std::unique_ptr<PlotPane>& pane : m_panes) {
        std::vector<PlotCurve> read = pane->emptyCurves();
        for (const std::int64_t step : steps) {
            std::vector<PaneReading> runs;
            for (const auto& [plotted, records, thinnings] : m_runs)
                runs.push_back({plotted.run.get(), recordAt(plotted.run.get(), step)});
            pane->read(runs, step, read);
        }
        curves.insert(curves.end(), read.begin(), read.end());
    }
    std::erase_if(curves,
        [](const PlotCurve& curve) { return curve.samples.empty(); }); // curves without samples have no run
    return tableOf(tr("step"), curves, double(*steps.begin()), double(*steps.rbegin()));
}

PlotContent StackedPlot::content()
{
    if (!cursorSteps())
        return {}; // nothing is drawn
    PlotContent content{.title = accessibleName()};
    std::vector<const RunHistory*> told; // a run that is drawn twice is told of once
    for (const auto& [plotted, records, thinnings] : m_runs) {
        const RunHistory* run = plotted.run.get();
        if (!run || std::find(told.begin(), told.end(), run) != told.end())
            continue;
        if (told.empty() && !run->session().title.empty())
            content.title = QStringLiteral("%1 – %2").arg(engineText(run->session().title), content.title);
        const QString name = !plotted.name.isEmpty() ? plotted.name
            : told.empty()                           ? tr("this run")
                                                     : tr("run before");
        content.facts += QStringLiteral("%1: %2").arg(name, runFacts(*run));
        told.push_back(run);
    }
    if (const std::optional<std::int64_t> cursor = cursorStep())
        content.facts += tr("read at step %1").arg(*cursor);
    content.canvas = m_plot;
    content.recolor = [this](bool forExport) {
        applyTheme(forExport);
        if (forExport)
            showReadings();
        else
            refit();
    };
    const QCPRange steps = m_panes.front()->stepAxis().range();
    content.table = [this, steps] { return numbers(steps.lower, steps.upper); };
    if (const std::optional<std::int64_t> cursor = cursorStep(); cursor && pinnedStep()) {
        std::set<std::int64_t> read{*cursor};
        if (const std::optional<std::int64_t> second = secondStep())
            read.insert(*second);
        content.atCursor = [this, read] { return readings(read); };
    }
    return content;
}

QStringList StackedPlot::plots() const
{
    QStringList ids;
    for (const std::unique_ptr<PlotPane>& pane : m_panes)
        ids += pane->row().id;
    return ids;
}

std::vector<PlotRow> StackedPlot::rows() const
{
    std::vector<PlotRow> rows;
    for (const std::unique_ptr<PlotPane>& pane : m_panes)
        rows.push_back(pane->row());
    return rows;
}

QStringList StackedPlot::legendCounts(const QString& plot) const
{
    QStringList counts;
    for (const PlotHeader::Entry& entry : pane(plot).header().entries())
        counts += entry.counts;
    return counts;
}

std::size_t StackedPlot::railedSamples(const QString& plot, Rail rail) const
{
    return pane(plot).railedSamples(rail);
}

const PlotPane& StackedPlot::pane(const QString& plot) const
{
    const auto found = std::find_if(
        m_panes.begin(), m_panes.end(), [&](const auto& each) { return each->row().id == plot; });
    check(found != m_panes.end(), "[StackedPlot] no plot of that id");
    return **found;
}

} // namespace ulpscope::ui
