// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/curve_panel.h"

#include "ui/data/models/data_kind.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_theme.h"
#include "ui/look/plot_zoom.h"
#include "ui/look/qcp.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

constexpr int kLegendEntries = 3;

} // namespace

CurvePanel::CurvePanel(QWidget* parent)
    : PlottedPanel(QStringLiteral("curveCanvas"), false, parent)
{
    describe(this, QStringLiteral("curvePanel"), tr("What the model makes of each input"),
        tr("The points are examples, the solid line is this run, the dashed one its float64 reference. Point at a place, or "
           "move with the arrow keys, to read it; Home goes to the largest difference.")
            + QLatin1Char('\n') + PlotZoom::hint());
    setMinimumSize(320, 300);
}

EvaluationQuestion CurvePanel::question(const DataSample& sample) const
{
    return {placesAround(*sample.train)};
}

void CurvePanel::take(const Evaluation& evaluation)
{
    m_curve = predictionCurve(evaluation);
}

QCPAxisRect* CurvePanel::addRect(const PlotTheme& theme, int row, const QString& label)
{
    auto* rect = new QCPAxisRect(plot());
    rect->setBackground(theme.background);
    plot()->plotLayout()->addElement(row, 0, rect);
    for (QCPAxis* axis : rect->axes())
        styleAxis(*axis, theme, font());
    rect->axis(QCPAxis::atLeft)->setLabel(label);
    rect->axis(QCPAxis::atBottom)->setRange(m_curve.places.front(), m_curve.places.back());
    rect->axis(QCPAxis::atBottom)->setLabel(columnLabel(sample().featureColumns, 0));
    rects().push_back(rect);
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

void CurvePanel::drawOn(const PlotTheme& theme)
{
    const QString whole = tr("this run (%1)").arg(policy());
    const bool isNarrow = kLegendEntries * fontMetrics().horizontalAdvance(whole)
        > width(); // entries are of the widest one's width
    const QString target = columnLabel(sample().targetColumns, 0);
    QCPAxisRect* rect = addRect(theme, 1, target.isEmpty() ? tr("output") : target);
    auto* points = new QCPGraph(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
    points->setLineStyle(QCPGraph::lsNone);
    points->setName(tr("examples"));
    points->setScatterStyle({QCPScatterStyle::ssCircle, QPen(theme.muted, 0.8), Qt::NoBrush, 5});
    for (std::size_t i = 0; i < std::size_t(sample().train->count); ++i)
        points->addData(double(sample().train->features[i]), double(sample().train->targets[i]));
    if (m_curve.reference)
        addCurve(rect, m_curve.reference->values, theme.pen(Ink::Reference, 1.6),
            isNarrow ? tr("float64") : tr("its float64 reference"));
    addCurve(
        rect, m_curve.candidate.values, theme.pen(Ink::Candidate, 1.6), isNarrow ? tr("this run") : whole);
    auto* legend = new QCPLegend;
    plot()->plotLayout()->addElement(0, 0, legend);
    plot()->plotLayout()->setRowStretchFactor(0, 0.001);
    legend->setLayer(QStringLiteral("legend"));
    legend->setBrush(theme.background);
    legend->setBorderPen(Qt::NoPen);
    legend->setFont(font());
    legend->setTextColor(theme.foreground);
    legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    for (QCPGraph* graph : rect->graphs())
        graph->addToLegend(legend);
    rect->axis(QCPAxis::atLeft)->rescale();
    if (m_curve.reference) {
        QCPAxisRect* below = addRect(theme, 2, tr("this run less float64"));
        plot()->plotLayout()->setRowStretchFactor(2, 0.6);
        addCurve(below, m_curve.difference, theme.pen(Ink::Candidate, 1.6), {});
        below->axis(QCPAxis::atLeft)->rescale();
        auto* margins = new QCPMarginGroup(plot());
        for (QCPAxisRect* each : {rect, below})
            each->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
    }
    for (QCPAxisRect* each : rects())
        addCursor(each, Qt::Vertical, theme);
}

QString CurvePanel::sentence() const
{
    return curveSentence(m_curve);
}

QString CurvePanel::placeText(std::size_t place) const
{
    return curvePlaceText(m_curve, place);
}

std::optional<std::size_t> CurvePanel::placeAt(double x, double) const
{
    const auto next = std::ranges::lower_bound(m_curve.places, x);
    return std::min(std::size_t(next - m_curve.places.begin()), m_curve.places.size() - 1);
}

QPointF CurvePanel::coordinatesOf(std::size_t place) const
{
    return {m_curve.places[place], 0};
}

PlotTable CurvePanel::table() const
{
    std::vector<PlotCurve> curves{{tr("this run"), {}}};
    if (m_curve.reference)
        curves.insert(curves.end(), {{tr("float64"), {}}, {tr("difference"), {}}});
    for (std::size_t i = 0; i < m_curve.places.size(); ++i) {
        curves[0].samples.emplace_back(m_curve.places[i], m_curve.candidate.values[i]);
        if (m_curve.reference) {
            curves[1].samples.emplace_back(m_curve.places[i], m_curve.reference->values[i]);
            curves[2].samples.emplace_back(m_curve.places[i], m_curve.difference[i]);
        }
    }
    return tableOf(tr("input"), curves, m_curve.places.front(), m_curve.places.back());
}

std::size_t CurvePanel::home() const
{
    return m_curve.farthest.value_or(m_curve.places.size() / 2);
}

std::optional<std::size_t> CurvePanel::stepped(std::size_t place, int right, int) const
{
    if (right == 0)
        return std::nullopt;
    return std::size_t(std::clamp(int(place) + right, 0, int(m_curve.places.size()) - 1));
}

} // namespace ulpscope::ui
