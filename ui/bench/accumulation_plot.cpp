// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/accumulation_plot.h"

#include "ui/look/axis_ticks.h"
#include "ui/look/boxes.h"
#include "ui/look/models/display_text.h"
#include "ui/look/place.h"
#include "ui/look/plot_commands.h"
#include "ui/look/plot_theme.h"
#include "ui/look/plot_zoom.h"
#include "ui/look/qcp.h"
#include "ui/look/trace.h"

#include <QEvent>
#include <QKeyEvent>
#include <QPainter>

#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kPadding = 0.06; ///< share of the range that stays free at each end

/// Okabe and Ito's colours and dashes in turn, so that no two of the first twelve lines look alike.
QPen linePen(const PlotTheme& theme, int line)
{
    const QColor colors[] = {theme.candidate, theme.second, theme.limit, theme.reference};
    const QVector<qreal> dashes[] = {{}, {6, 2}, {2, 2}};
    QPen pen(colors[line % 4], 1.6);
    if (const QVector<qreal>& dash = dashes[line / 4 % 3]; !dash.isEmpty())
        pen.setDashPattern(dash);
    return pen;
}

double relative(double value, double exact)
{
    return value == exact ? 0.0 : std::fabs(value - exact) / std::fabs(exact);
}

} // namespace

AccumulationPlot::AccumulationPlot(QWidget* parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
{
    registerPlace(
        this, {.name = "accumulationPlot", .terms = "accumulators_tab stall", .lessons = {{"plot.bench"}}});
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("How the sums grow"));
    setToolTip(PlotZoom::hint());
    setMinimumSize(280, 160);
    connect(m_plot, &QCustomPlot::afterReplot, this, &AccumulationPlot::replotted);
    m_plot->setObjectName(QStringLiteral("accumulationCanvas"));
    m_plot->setFocusPolicy(Qt::NoFocus);
    columnOf(this, {m_plot});
    m_plot->axisRect()->insetLayout()->setInsetAlignment(
        0, Qt::AlignTop | Qt::AlignLeft); // sums begin at the top left
    m_zoom = new PlotZoom(*this, *m_plot,
        {.rects = [this] { return std::vector{m_plot->axisRect()}; }, .changed = [this] { setAxes(); }});
    new PlotCommands(
        *this, [this] { return content(); }, [this] { fit(); });
    connect(m_plot, &QCustomPlot::mousePress, this, [this] { setFocus(Qt::MouseFocusReason); });
    rebuild();
}

void AccumulationPlot::setAnswer(std::shared_ptr<const BenchAnswer> answer)
{
    m_answer = std::move(answer);
    rebuild();
}

void AccumulationPlot::setQuantity(Quantity quantity)
{
    m_quantity = quantity;
    rebuild();
}

void AccumulationPlot::setLogarithmic(bool isLog)
{
    m_isLog = isLog;
    rebuild();
}

void AccumulationPlot::rebuild()
{
    drawLines(plotTheme(palette()));
    fit();
}

void AccumulationPlot::drawLines(const PlotTheme& theme)
{
    m_plot->clearPlottables();
    m_plot->clearItems();
    m_lines.clear();
    m_pointsOutside = 0;
    styleAxes(theme);
    if (m_answer)
        for (int line = -1; line < int(m_answer->lines.size()); ++line)
            addLine(theme, line);
}

PlotContent AccumulationPlot::content()
{
    if (!m_answer)
        return {};
    PlotContent content{
        .title = m_quantity == Quantity::Sum ? accessibleName() : tr("How far off the sums are")};
    content.facts += countedText(std::int64_t(m_answer->terms), tr("term"), tr("terms"));
    std::vector<PlotCurve> curves;
    for (const BenchLine& line : m_answer->lines) {
        if (!line.refusal.empty())
            continue;
        const AccumulationTrace& trace = line.trace;
        const bool bringsExact = curves.empty() && m_quantity == Quantity::Sum;
        if (bringsExact)
            curves.push_back({tr("exact"), {}});
        PlotCurve curve{toQt(line.accumulator.name), {}};
        for (std::size_t i = 0; i < trace.counts.size(); ++i) {
            if (bringsExact)
                curves.front().samples.emplace_back(double(trace.counts[i]), trace.exact[i]);
            curve.samples.emplace_back(double(trace.counts[i]), drawn(trace.partial[i], trace.exact[i]));
        }
        content.facts += tr("%1: %2").arg(curve.title, numberText(trace.result, 6));
        curves.push_back(std::move(curve));
    }
    content.canvas = m_plot;
    content.recolor = [this](bool forExport) {
        drawLines(forExport ? lightPlotTheme() : plotTheme(palette()));
        m_plot->legend->setVisible(forExport); // in the window the table beside it is the legend
        m_plot->legend->setFont(font());
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    };
    const QCPRange terms = m_plot->xAxis->range();
    content.table = [curves = std::move(curves), terms] {
        return tableOf(AccumulationPlot::tr("terms"), curves, terms.lower, terms.upper);
    };
    return content;
}

double AccumulationPlot::drawn(double sum, double exact) const
{
    return m_quantity == Quantity::Sum ? sum : relative(sum, exact);
}

void AccumulationPlot::addLine(const PlotTheme& theme, int line)
{
    // -1: the exact sum, below the others. It is the same for all of them.
    const bool isExact = line < 0;
    const BenchLine* source = nullptr;
    for (const BenchLine& candidate : m_answer->lines)
        if (isExact && candidate.refusal.empty() && !source)
            source = &candidate;
    if (!isExact)
        source = &m_answer->lines[static_cast<std::size_t>(line)];
    if (!source || !source->refusal.empty() || (isExact && m_quantity == Quantity::RelativeError))
        return;
    const AccumulationTrace& trace = source->trace;
    auto samples = std::make_unique<TraceData>();
    double lastX = 1, lastY = 0;
    bool hasLeft = false;
    for (std::size_t i = 0; i < trace.counts.size(); ++i) {
        const double sum = isExact ? trace.exact[i] : trace.partial[i];
        const double value = drawn(sum, trace.exact[i]);
        const bool fits = std::isfinite(value) && !(isLogY() && value <= 0);
        m_pointsOutside += fits ? 0 : 1;
        samples->append(double(trace.counts[i]), fits ? value : std::nan(""));
        if (fits && !hasLeft) {
            lastX = double(trace.counts[i]);
            lastY = value;
        }
        hasLeft = hasLeft || !std::isfinite(sum);
    }
    auto* curve = new Trace(*m_plot->xAxis, *m_plot->yAxis, *samples); // the plot owns it
    m_lines.push_back(std::move(samples));
    curve->setName(isExact ? tr("exact") : toQt(source->accumulator.name));
    const QPen pen = isExact ? theme.pen(Ink::Ghost, 1) : linePen(theme, line);
    curve->setPen(isExact ? QPen(pen.color(), 5) : pen);
    if (isExact)
        return;
    if (hasLeft)
        addMark(theme, lastX, lastY, tr("→ %1").arg(numberText(trace.result)), theme.alarm);
    else if (source->stalledEarlyAt() > 0 && m_quantity == Quantity::Sum)
        addMark(theme, double(trace.stalledAt), trace.result,
            tr("stalls after %1").arg(countText(trace.stalledAt)), pen.color());
}

void AccumulationPlot::addMark(
    const PlotTheme& theme, double x, double y, const QString& text, const QColor& color)
{
    if (isLogY() && y <= 0)
        return;
    QCPGraph* mark = m_plot->addGraph();
    mark->removeFromLegend();
    mark->setLineStyle(QCPGraph::lsNone);
    mark->setScatterStyle({QCPScatterStyle::ssSquare, QPen(theme.background, 1), color, 9});
    mark->addData(x, y);
    auto* label = new QCPItemText(m_plot);
    label->setText(text);
    label->setColor(color);
    label->setFont(font());
    label->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
    label->setPadding(QMargins(0, 0, 8, 4));
    label->setSelectable(false);
    label->position->setCoords(x, y);
}

int AccumulationPlot::marks() const
{
    return m_plot->itemCount();
}

void AccumulationPlot::styleAxes(const PlotTheme& theme)
{
    m_plot->setBackground(theme.background);
    m_plot->setFont(font());
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        const bool isLog = axis == m_plot->xAxis ? m_isLog : isLogY();
        axis->setScaleType(isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        axis->setTicker(isLog           ? QSharedPointer<QCPAxisTicker>(new PowerTicker(10))
                : axis == m_plot->xAxis ? QSharedPointer<QCPAxisTicker>(new WholeTicker)
                                        : QSharedPointer<QCPAxisTicker>(new LinearTicker));
        axis->setNumberFormat(QStringLiteral("g"));
        axis->setNumberPrecision(6);
        styleAxis(*axis, theme, font());
    }
    m_plot->xAxis->setLabel(tr("terms added"));
    m_plot->yAxis->setLabel(m_quantity == Quantity::Sum ? tr("sum") : tr("relative error"));
}

PlotFrame AccumulationPlot::frame() const
{
    return {m_plot, m_plot->axisRect()->rect(),
        [x = m_plot->xAxis, y = m_plot->yAxis](
            const QPointF& value) { return QPointF(x->coordToPixel(value.x()), y->coordToPixel(value.y())); },
        [x = m_plot->xAxis, y = m_plot->yAxis](const QPointF& pixel) {
            return QPointF(x->pixelToCoord(pixel.x()), y->pixelToCoord(pixel.y()));
        }};
}

void AccumulationPlot::fit()
{
    m_zoom->fit();
}

void AccumulationPlot::setAxes()
{
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        if (!(axis == m_plot->xAxis ? m_zoom->fitsAlong() : m_zoom->fitsValues()))
            continue;
        axis->rescale();
        QCPRange range = axis->range();
        if (axis->scaleType() == QCPAxis::stLogarithmic) {
            if (!(range.lower > 0) || !(range.upper > range.lower))
                range = QCPRange(
                    range.upper > 0 ? range.upper / 10 : 0.1, range.upper > 0 ? range.upper * 10 : 10);
            const double factor = std::pow(range.upper / range.lower, kPadding);
            axis->setRange(range.lower / factor, range.upper * factor);
        } else {
            const double margin = std::max(range.size() * kPadding, 1e-300);
            axis->setRange(range.lower - margin, range.upper + margin);
        }
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QIcon AccumulationPlot::swatch(int line) const
{
    QPixmap pixmap(QSize(28, 14) * devicePixelRatioF());
    pixmap.setDevicePixelRatio(devicePixelRatioF());
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    QPen pen = linePen(plotTheme(palette()), line);
    pen.setWidthF(2.5);
    painter.setPen(pen);
    painter.drawLine(QLineF(1, 7, 27, 7));
    return QIcon(pixmap);
}

void AccumulationPlot::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        rebuild();
    if (event->type() == QEvent::PaletteChange)
        emit recolored();
    QWidget::changeEvent(event);
}

void AccumulationPlot::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Home)
        fit();
    else if (!m_zoom->takeKey(*event))
        QWidget::keyPressEvent(event);
}

} // namespace ulpscope::ui
