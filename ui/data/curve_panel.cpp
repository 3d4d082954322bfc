// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/curve_panel.h"

#include "ui/data/plot_canvas.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/plot_commands.h"
#include "ui/look/plot_theme.h"
#include "ui/look/qcp.h"

#include <QEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

constexpr int kLegendEntries = 3;

} // namespace

CurvePanel::CurvePanel(QWidget* parent)
    : DataPanel(parent)
    , m_plot(makeCanvas(this, QStringLiteral("curveCanvas")))
{
    describe(this, QStringLiteral("curvePanel"), tr("What the model makes of each input"),
        tr("The points are examples, the solid line is this run, the dashed one its float64 twin. Point at a place, or "
           "move with the arrow keys, to read it; Home goes to the largest difference."));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(320, 300);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    new PlotCommands(*this, [this] { return content(); });
}

EvaluationQuestion CurvePanel::question(const DataSample& sample) const
{
    return {placesAround(*sample.train)};
}

QString CurvePanel::present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run)
{
    m_sample = run.sample();
    m_policy = toQt(run.session().policies.global.name);
    m_title = run.session().title.empty() ? QString() : toQt(run.session().title) + QStringLiteral(" – ");
    m_facts = runFacts(run.session(), evaluation->stepsDone);
    m_curve = predictionCurve(*evaluation);
    draw(plotTheme(palette()));
    if (m_cursor)
        emit read(curvePlaceText(m_curve, *m_cursor));
    return curveSentence(m_curve);
}

QCPAxisRect* CurvePanel::addRect(const PlotTheme& theme, int row, const QString& label)
{
    auto* rect = new QCPAxisRect(m_plot);
    rect->setBackground(theme.background);
    m_plot->plotLayout()->addElement(row, 0, rect);
    for (QCPAxis* axis : rect->axes())
        styleAxis(*axis, theme, font());
    rect->axis(QCPAxis::atLeft)->setLabel(label);
    rect->axis(QCPAxis::atBottom)->setRange(m_curve.places.front(), m_curve.places.back());
    m_rects.push_back(rect);
    return rect;
}

void CurvePanel::addCurve(
    QCPAxisRect* rect, const std::vector<double>& values, const QPen& pen, const QString& name)
{
    auto* graph = new QCPGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    graph->setPen(pen);
    graph->setName(name);
    for (std::size_t i = 0; i < values.size(); ++i)
        graph->addData(m_curve.places[i],
            std::isfinite(values[i]) ? values[i] : std::numeric_limits<double>::quiet_NaN());
}

void CurvePanel::draw(const PlotTheme& theme)
{
    m_plot->clearPlottables();
    m_plot->clearItems();
    qDeleteAll(m_plot->findChildren<QCPMarginGroup*>());
    m_plot->plotLayout()->clear();
    m_rects.clear();
    m_plot->setBackground(theme.background);
    const QString whole = tr("this run (%1)").arg(m_policy);
    const bool isNarrow = kLegendEntries * fontMetrics().horizontalAdvance(whole)
        > width(); // entries are of the widest one's width
    QCPAxisRect* rect = addRect(theme, 1, tr("output"));
    auto* points = new QCPGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    points->setLineStyle(QCPGraph::lsNone);
    points->setName(tr("examples"));
    points->setScatterStyle({QCPScatterStyle::ssCircle, QPen(theme.muted, 0.8), Qt::NoBrush, 5});
    for (std::size_t i = 0; i < std::size_t(m_sample.train->count); ++i)
        points->addData(double(m_sample.train->features[i]), double(m_sample.train->targets[i]));
    if (m_curve.twin)
        addCurve(rect, m_curve.twin->values, theme.pen(Ink::Reference, 1.6),
            isNarrow ? tr("float64") : tr("its float64 twin"));
    addCurve(
        rect, m_curve.candidate.values, theme.pen(Ink::Candidate, 1.6), isNarrow ? tr("this run") : whole);
    auto* legend = new QCPLegend;
    m_plot->plotLayout()->addElement(0, 0, legend);
    m_plot->plotLayout()->setRowStretchFactor(0, 0.001);
    legend->setLayer(QStringLiteral("legend"));
    legend->setBrush(theme.background);
    legend->setBorderPen(Qt::NoPen);
    legend->setFont(font());
    legend->setTextColor(theme.foreground);
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    for (QCPGraph* graph : rect->graphs())
        graph->addToLegend(legend);
    rect->axis(QCPAxis::atLeft)->rescale();
    if (m_curve.twin) {
        QCPAxisRect* below = addRect(theme, 2, tr("this run less float64"));
        m_plot->plotLayout()->setRowStretchFactor(2, 0.6);
        addCurve(below, m_curve.difference, theme.pen(Ink::Candidate, 1.6), {});
        below->axis(QCPAxis::atLeft)->rescale();
        auto* margins = new QCPMarginGroup(m_plot);
        for (QCPAxisRect* each : {rect, below})
            each->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
    }
    for (QCPAxisRect* each : m_rects) {
        auto* line = new QCPItemStraightLine(m_plot);
        line->setLayer(cursorLayer(*m_plot));
        line->setSelectable(false);
        line->setPen(QPen(theme.cursor, 1));
        line->setClipAxisRect(each);
        for (QCPItemPosition* position : {line->point1, line->point2})
            position->setAxes(each->axis(QCPAxis::atBottom), each->axis(QCPAxis::atLeft));
    }
    placeCursor();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void CurvePanel::placeCursor()
{
    for (int i = 0; i < m_plot->itemCount(); ++i) {
        auto* line = qobject_cast<QCPItemStraightLine*>(m_plot->item(i));
        line->setVisible(m_cursor.has_value());
        if (!m_cursor)
            continue;
        line->point1->setCoords(m_curve.places[*m_cursor], 0);
        line->point2->setCoords(m_curve.places[*m_cursor], 1);
    }
}

void CurvePanel::setCursor(std::optional<std::size_t> place)
{
    if (m_curve.places.empty() || place == m_cursor)
        return;
    m_cursor = place;
    placeCursor();
    cursorLayer(*m_plot)->replot();
    const QString text = m_cursor ? curvePlaceText(m_curve, *m_cursor) : QString();
    setAccessibleDescription(text.isEmpty() ? curveSentence(m_curve) : text);
    emit read(text);
}

std::optional<std::size_t> CurvePanel::placeAt(const QPoint& position) const
{
    const QPoint at = m_plot->mapFrom(this, position);
    for (const QCPAxisRect* rect : m_rects) {
        if (!rect->rect().contains(at))
            continue;
        const double x = rect->axis(QCPAxis::atBottom)->pixelToCoord(at.x());
        const auto next = std::ranges::lower_bound(m_curve.places, x);
        return std::min(std::size_t(next - m_curve.places.begin()), m_curve.places.size() - 1);
    }
    return std::nullopt;
}

void CurvePanel::copyPicture()
{
    PlotCommands::of(*this)->copyPicture();
}

PlotContent CurvePanel::content()
{
    if (m_curve.places.empty())
        return {};
    PlotContent content{.title = m_title + tr("What the model makes of each input"), .facts = {m_facts}};
    content.canvas = m_plot;
    content.recolor = [this](bool forExport) { draw(forExport ? lightPlotTheme() : plotTheme(palette())); };
    content.table = [this] {
        std::vector<PlotCurve> curves{{tr("this run"), {}}};
        if (m_curve.twin)
            curves.insert(curves.end(), {{tr("float64"), {}}, {tr("difference"), {}}});
        for (std::size_t i = 0; i < m_curve.places.size(); ++i) {
            curves[0].samples.emplace_back(m_curve.places[i], m_curve.candidate.values[i]);
            if (m_curve.twin) {
                curves[1].samples.emplace_back(m_curve.places[i], m_curve.twin->values[i]);
                curves[2].samples.emplace_back(m_curve.places[i], m_curve.difference[i]);
            }
        }
        return tableOf(tr("input"), curves, m_curve.places.front(), m_curve.places.back());
    };
    return content;
}

void CurvePanel::changeEvent(QEvent* event)
{
    DataPanel::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        && !m_curve.places.empty())
        draw(plotTheme(palette()));
}

void CurvePanel::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(placeAt(event->pos()));
}

void CurvePanel::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    setCursor(placeAt(event->pos()));
}

void CurvePanel::resizeEvent(QResizeEvent* event)
{
    DataPanel::resizeEvent(event);
    if (!m_curve.places.empty())
        draw(plotTheme(palette())); // texts that fit
}

void CurvePanel::leaveEvent(QEvent* event)
{
    setCursor(std::nullopt);
    DataPanel::leaveEvent(event);
}

void CurvePanel::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const int right = key == Qt::Key_Right ? 1 : key == Qt::Key_Left ? -1 : 0;
    if (m_curve.places.empty() || (right == 0 && key != Qt::Key_Home))
        return DataPanel::keyPressEvent(event);
    if (key == Qt::Key_Home || !m_cursor)
        return setCursor(m_curve.farthest.value_or(m_curve.places.size() / 2));
    setCursor(std::size_t(std::clamp(int(*m_cursor) + right, 0, int(m_curve.places.size()) - 1)));
}

} // namespace ulpscope::ui
