// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/pareto_plot.h"

#include "ui/look/axis_ticks.h"
#include "ui/look/models/display_text.h"
#include "ui/look/place.h"
#include "ui/look/plot_theme.h"
#include "ui/look/plot_zoom.h"
#include "ui/look/qcp.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ulpscope::ui {

namespace {

/// Marker shapes, used where lines have dashes.
constexpr std::array<QCPScatterStyle::ScatterShape, kRunDashes> kShapes{QCPScatterStyle::ssCircle,
    QCPScatterStyle::ssSquare, QCPScatterStyle::ssDiamond, QCPScatterStyle::ssTriangle};
constexpr double kFreeFactor = 2.5; ///< free room of a logarithmic axis above and below the runs, as a factor
constexpr double kLostAt = 0.94; ///< heights of the edges, as parts of the plot's
constexpr double kExactAt = 0.05;
constexpr qsizetype kLongName = 32; ///< characters that a label has
constexpr int kReach = 40; ///< pixels from a run at which the mouse is on it

enum class Where { OnAxis, Lost, Exact };

Where placeOfError(double error)
{
    return !std::isfinite(error) ? Where::Lost : error > 0 ? Where::OnAxis : Where::Exact;
}

struct MemoryUnit
{
    const char* name;
    double bytes;
};

MemoryUnit unitFor(double bytes)
{
    constexpr std::array kUnits{
        MemoryUnit{"B", 1}, MemoryUnit{"KiB", 0x1p10}, MemoryUnit{"MiB", 0x1p20}, MemoryUnit{"GiB", 0x1p30}};
    MemoryUnit unit = kUnits.front();
    for (const MemoryUnit& larger : kUnits)
        if (bytes >= 10 * larger.bytes)
            unit = larger;
    return unit;
}

} // namespace

ParetoPlot::ParetoPlot(QWidget* parent)
    : PointPlot(QStringLiteral("pareto"), tr("Memory against error"), parent)
{
    registerPlace(this, {.terms = "compare"});
    draw(plotTheme(palette()));
}

const ParetoRun* ParetoPlot::selected() const
{
    return selectedPoint() < 0 ? nullptr : &m_runs[std::size_t(selectedPoint())];
}

void ParetoPlot::showRuns(std::vector<ParetoRun> runs)
{
    const KeptRunId before = selected() ? selected()->id : KeptRunId();
    const bool hadOne = selected() != nullptr;
    m_runs = std::move(runs);
    const auto same = std::find_if(
        m_runs.begin(), m_runs.end(), [&](const ParetoRun& run) { return hadOne && run.id == before; });
    select(m_runs.empty() ? -1 : same == m_runs.end() ? 0 : int(same - m_runs.begin()));
}

QPointF ParetoPlot::coordinatesOf(int point) const
{
    const ParetoRun& run = m_runs[std::size_t(point)];
    return {run.bytes / unitFor(m_runs.back().bytes).bytes,
        placeOfError(run.error) == Where::OnAxis ? run.error : std::numeric_limits<double>::quiet_NaN()};
}

QPointF ParetoPlot::placeOf(const ParetoRun& run) const
{
    const double x = plot()->xAxis->coordToPixel(run.bytes / unitFor(m_runs.back().bytes).bytes);
    const Where place = placeOfError(run.error);
    if (place == Where::OnAxis)
        return {x, plot()->yAxis->coordToPixel(run.error)};
    return {x, plot()->yAxis2->coordToPixel(place == Where::Lost ? kLostAt : kExactAt)};
}

PlotContent ParetoPlot::content()
{
    if (m_runs.empty())
        return {};
    PlotContent content = contentOf(tr("Memory against error"));
    content.table = [this] {
        PlotTable table{{tr("run"), tr("memory of a training step (bytes)"), tr("error against float64"),
                            tr("on the front")},
            {}};
        for (const ParetoRun& run : m_runs)
            table.rows.push_back(
                {run.name, exactText(run.bytes), exactText(run.error), run.isOnFront ? tr("yes") : tr("no")});
        return table;
    };
    return content;
}

void ParetoPlot::draw(const PlotTheme& theme)
{
    const QFont small = clearCanvas(theme);
    const MemoryUnit unit = unitFor(m_runs.empty() ? 0 : m_runs.back().bytes);
    plot()->xAxis->setLabel(tr("memory of a training step (%1)").arg(QLatin1String(unit.name)));
    plot()->yAxis->setLabel(tr("error against float64"));
    plot()->yAxis->setScaleType(QCPAxis::stLogarithmic);
    plot()->yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new PowerTicker(10)));
    plot()->yAxis2->setRange(0, 1);
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    auto* front = plot()->addGraph(); // the first on the axes, so that its line is below
    front->setLineStyle(QCPGraph::lsStepLeft);
    front->setPen(QPen(theme.muted, 1, Qt::DashLine));
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const ParetoRun& run = m_runs[i];
        const Where place = placeOfError(run.error);
        const double x = run.bytes / unit.bytes;
        auto* mark = plot()->addGraph(plot()->xAxis, place == Where::OnAxis ? plot()->yAxis : plot()->yAxis2);
        mark->setLineStyle(QCPGraph::lsNone);
        const QColor color = theme.runPen(run.look).color();
        const auto shape = kShapes[std::size_t(run.look) % kShapes.size()];
        mark->setScatterStyle(place == Where::Lost
                ? QCPScatterStyle(QCPScatterStyle::ssCross, QPen(theme.alarm, 1.8), Qt::NoBrush, 8)
                : QCPScatterStyle(
                    shape, QPen(color, 1.8), run.isOnFront ? QBrush(color) : QBrush(theme.background), 9));
        mark->addData(x, place == Where::OnAxis ? run.error : place == Where::Lost ? kLostAt : kExactAt);
        if (place == Where::OnAxis) {
            low = std::min(low, run.error);
            high = std::max(high, run.error);
            if (run.isOnFront)
                front->addData(x, run.error);
        }
        if (int(i) != selectedPoint())
            continue;
        auto* ring = plot()->addGraph(plot()->xAxis, mark->valueAxis());
        ring->setLineStyle(QCPGraph::lsNone);
        ring->setScatterStyle({QCPScatterStyle::ssCircle, QPen(theme.foreground, 1.6), Qt::NoBrush, 15});
        ring->addData(x, mark->data()->constBegin()->value);
    }
    const double most = m_runs.empty() ? 1 : m_runs.back().bytes / unit.bytes;
    if (zoom().fitsAlong())
        plot()->xAxis->setRange(0, most * 1.12);
    if (zoom().fitsValues())
        plot()->yAxis->setRange(low <= high ? low / kFreeFactor : 0.1, low <= high ? high * kFreeFactor : 10);
    std::vector<PointLabel> labels;
    for (int i = 0; i < points(); ++i)
        if (const QString& name = m_runs[std::size_t(i)].name; !name.isEmpty())
            labels.push_back(
                {i, name.size() > kLongName ? name.left(kLongName - 1) + QStringLiteral("…") : name});
    std::ranges::stable_sort(labels, {}, [this](const PointLabel& label) {
        return std::pair(label.point != selectedPoint(), !m_runs[std::size_t(label.point)].isOnFront);
    });
    writeLabels(labels, theme, small);
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

int ParetoPlot::pointAt(const QPointF& position) const
{
    return nearestPoint(position, kReach);
}

} // namespace ulpscope::ui
