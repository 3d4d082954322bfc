// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/sweep_plot.h"

#include "ui/look/axis_ticks.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"
#include "ui/look/plot_theme.h"
#include "ui/look/plot_zoom.h"
#include "ui/runs/models/saturated_share.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr int kLabelPitch = 58; ///< pixels that the label of a value needs
constexpr int kAxisRoom = 90; ///< pixels beside the plot that its axis takes
constexpr int kLabelGap = 8; ///< pixels between two labels
constexpr int kNoiseAlpha = 40; ///< opacity of 255: the curve is read through the band
constexpr double kLogPadding = 1.6; ///< factor that is free above and below
constexpr double kDivergedAt = 0.94; ///< heights of the edges, as parts of the plot's
constexpr double kZeroAt = 0.05;

struct SweepNumberText
{
    Q_DECLARE_TR_FUNCTIONS(SweepNumberText)
};

bool hasPlace(double value, const SweepNumber& number)
{
    return std::isfinite(value) && (!isLog(number.axis) || value > 0);
}

/// A name in lines of so many pixels, broken after an underscore, a colon or a space; what fits in none is cut.
QString linesOf(const QString& name, const QFontMetrics& metrics, int width)
{
    static const QRegularExpression part(QStringLiteral("[^_: ]+[_: ]*|[_: ]+"));
    QStringList lines(1);
    for (auto match = part.globalMatch(name); match.hasNext();) {
        const QString text = match.next().captured();
        if (!lines.back().isEmpty() && metrics.horizontalAdvance(lines.back() + text) > width)
            lines += QString();
        lines.back() += text;
    }
    for (QString& line : lines)
        line = metrics.elidedText(line, Qt::ElideMiddle, width);
    return lines.join(QLatin1Char('\n'));
}

} // namespace

const std::vector<SweepNumber>& sweepNumbers()
{
    static const std::vector<SweepNumber> numbers{
        {"loss", QT_TRANSLATE_NOOP("SweepNumberText", "loss at the end"), AxisKind::Log10,
            [](const RunHistory& run) { return std::optional(run.last().loss); }},
        {"gradients_flushed_percent", QT_TRANSLATE_NOOP("SweepNumberText", "gradients flushed (%)"),
            AxisKind::Percent,
            [](const RunHistory& run) { return run.totals().counts.gradientsFlushedPercent(); }},
        {"updates_lost_percent", QT_TRANSLATE_NOOP("SweepNumberText", "updates lost (%)"), AxisKind::Percent,
            [](const RunHistory& run) { return std::optional(run.totals().counts.updatesLostPercent()); }},
        {"overflows", QT_TRANSLATE_NOOP("SweepNumberText", "overflows"), AxisKind::Count,
            [](const RunHistory& run) { return std::optional(double(run.totals().counts.overflows)); }},
        {"saturated_percent",
            QT_TRANSLATE_NOOP("SweepNumberText", "saturated elements of scaled operands (%)"),
            AxisKind::Percent, saturatedPercent},
        {"skipped_steps", QT_TRANSLATE_NOOP("SweepNumberText", "skipped steps"), AxisKind::Count,
            [](const RunHistory& run) { return std::optional(double(run.totals().skippedSteps)); }},
        {"error_vs_float64", QT_TRANSLATE_NOOP("SweepNumberText", "error against float64 at the end"),
            AxisKind::Log10, [](const RunHistory& run) { return run.last().errorVsFloat64; }},
    };
    return numbers;
}

QString titleOf(const SweepNumber& number)
{
    return SweepNumberText::tr(number.title);
}

SweepPlot::SweepPlot(QWidget* parent)
    : PointPlot(QStringLiteral("sweep"), tr("The sweep's curve"), parent)
    , m_number(&sweepNumbers().front())
{
    registerPlace(this, {.terms = "sweep"});
    connect(this, &PointPlot::selectionChanged, this, [this] { setAccessibleDescription(reading()); });
    draw(plotTheme(palette()));
}

void SweepPlot::showPoints(std::vector<SweepPoint> points, const Override& setting, const SweepNumber& number,
    std::optional<Noise> noise)
{
    m_noise = noise;
    const bool isAnother = setting.title != m_setting.title || points.size() != m_points.size();
    if (isAnother || m_number != &number)
        forgetView();
    m_points = std::move(points);
    m_setting = setting;
    m_number = &number;
    const int last = int(m_points.size()) - 1;
    select(m_points.empty() ? -1 : std::clamp(selectedPoint(), 0, last));
}

QString SweepPlot::reading() const
{
    if (selectedPoint() < 0)
        return {};
    const SweepPoint& point = m_points[std::size_t(selectedPoint())];
    const QString where = QStringLiteral("%1 %2: ").arg(m_setting.title, point.value);
    if (!point.failure.isEmpty())
        return where + point.failure;
    if (!point.run)
        return where + tr("not trained yet");
    if (point.run->totals().divergedAt)
        return where + tr("diverged at step %1").arg(*point.run->totals().divergedAt);
    const std::optional<double> value = m_number->of(*point.run);
    QString text
        = where + titleOf(*m_number) + QLatin1Char(' ') + (value ? numberText(*value) : QStringLiteral("–"));
    if (value && m_noise)
        text += (*value >= m_noise->least && *value <= m_noise->largest
                ? tr("; within the %1 to %2 of the session under %3 seeds")
                : tr("; beyond the %1 to %2 of the session under %3 seeds"))
                    .arg(numberText(m_noise->least), numberText(m_noise->largest))
                    .arg(m_noise->seeds);
    return text;
}

SweepPlot::Drawn SweepPlot::drawn(const SweepPoint& point) const
{
    if (!point.run)
        return {};
    const std::optional<double> value = m_number->of(*point.run);
    if (point.run->totals().divergedAt || (value && !std::isfinite(*value)))
        return {Place::Lost, kDivergedAt};
    if (!value)
        return {};
    if (!hasPlace(*value, *m_number)) // zero, below every power
        return {Place::Zero, kZeroAt};
    return {Place::OnAxis, *value};
}

PlotContent SweepPlot::content()
{
    if (m_points.empty())
        return {};
    PlotContent content = contentOf(tr("%1 over %2").arg(titleOf(*m_number), m_setting.title));
    const SessionSpec& session = *m_points.front().session;
    if (!session.title.empty())
        content.title = QStringLiteral("%1 – %2").arg(engineText(session.title), content.title);
    content.facts += tr("first point: %1").arg(runFacts(session, session.training.steps));
    PlotTable table{{m_setting.title, tr("diverged at step")}, {}};
    for (const SweepNumber& number : sweepNumbers())
        table.columns += titleOf(number);
    for (const SweepPoint& point : m_points) {
        QStringList row{point.value, {}};
        if (point.run && point.run->totals().divergedAt)
            row[1] = QString::number(*point.run->totals().divergedAt);
        for (const SweepNumber& number : sweepNumbers()) {
            const std::optional<double> value = point.run ? number.of(*point.run) : std::nullopt;
            row += value ? exactText(*value) : QString();
        }
        table.rows.push_back(row);
    }
    content.table = [table] { return table; };
    return content;
}

void SweepPlot::draw(const PlotTheme& theme)
{
    const QFont small = clearCanvas(theme);
    plot()->yAxis2->setRange(0, 1);
    QSharedPointer<QCPAxisTickerText> edges(new QCPAxisTickerText); // says what its marks are
    if (zoom().fitsAlong())
        plot()->xAxis->setRange(-0.5, std::max<double>(double(m_points.size()), 1) - 0.5);
    plot()->xAxis->setLabel(m_setting.title);
    plot()->yAxis->setLabel(titleOf(*m_number));
    auto* curve = plot()->addGraph();
    auto* diverged = plot()->addGraph(plot()->xAxis, plot()->yAxis2);
    auto* zero = plot()->addGraph(plot()->xAxis, plot()->yAxis2);
    auto* chosen = plot()->addGraph();
    QSharedPointer<QCPAxisTickerText> labels(new QCPAxisTickerText);
    // Some labels suffice for values in order; names need a label each.
    const auto most = std::size_t(std::max(1, plot()->width() / kLabelPitch));
    const double shown = std::min(plot()->xAxis->range().size(), double(m_points.size()));
    const auto stride = m_setting.isOrdered ? std::max(1, int(std::ceil(shown / double(most)))) : 1;
    const int pitch = int((plot()->width() - kAxisRoom) * stride / std::max(1.0, shown));
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const SweepPoint& point = m_points[i];
        if (i % std::size_t(stride) == 0)
            labels->addTick(double(i), linesOf(point.value, QFontMetrics(small), pitch - kLabelGap));
        const auto [place, value] = drawn(point);
        if (place == Place::Lost) {
            diverged->addData(double(i), value);
            edges->addTick(value, tr("✕ diverged or not finite"));
        }
        if (place == Place::Zero) {
            zero->addData(double(i), value);
            edges->addTick(value, tr("○ zero"));
        }
        if (place != Place::OnAxis) {
            if (point.run)
                curve->addData(double(i), std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        curve->addData(double(i), value);
        if (int(i) == selectedPoint())
            chosen->addData(double(i), value);
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (m_noise && hasPlace(m_noise->least, *m_number) && hasPlace(m_noise->largest, *m_number)) {
        auto* bottom = plot()->addGraph();
        auto* top = plot()->addGraph();
        for (const double x : {-0.5, double(m_points.size()) - 0.5}) {
            bottom->addData(x, m_noise->least);
            top->addData(x, m_noise->largest);
        }
        QColor fill = theme.candidate;
        fill.setAlpha(kNoiseAlpha);
        top->setBrush(fill);
        top->setChannelFillGraph(bottom);
        for (QCPGraph* edge : {bottom, top})
            edge->setPen(QPen(theme.candidate, 0.6, Qt::DotLine));
        low = std::min(low, m_noise->least);
        high = std::max(high, m_noise->largest);
    }
    plot()->xAxis->setTicker(labels);
    plot()->yAxis2->setTicker(edges);
    plot()->yAxis2->setVisible(!edges->ticks().isEmpty());
    plot()->yAxis2->grid()->setVisible(false);
    curve->setLineStyle(m_setting.isOrdered ? QCPGraph::lsLine : QCPGraph::lsNone);
    curve->setPen(theme.pen(Ink::Candidate, 1.6));
    curve->setScatterStyle({QCPScatterStyle::ssDisc, theme.candidate, theme.candidate, 6});
    diverged->setLineStyle(QCPGraph::lsNone);
    diverged->setScatterStyle({QCPScatterStyle::ssCross, QPen(theme.alarm, 1.8), Qt::NoBrush, 8});
    zero->setLineStyle(QCPGraph::lsNone);
    zero->setScatterStyle({QCPScatterStyle::ssCircle, QPen(theme.candidate, 1.4), Qt::NoBrush, 7});
    chosen->setLineStyle(QCPGraph::lsNone);
    chosen->setScatterStyle({QCPScatterStyle::ssCircle, QPen(theme.foreground, 1.6), Qt::NoBrush, 12});
    if (isLog(m_number->axis)) {
        plot()->yAxis->setScaleType(QCPAxis::stLogarithmic);
        plot()->yAxis->setTicker(QSharedPointer<QCPAxisTicker>(new PowerTicker(10)));
        if (zoom().fitsValues())
            plot()->yAxis->setRange(
                low <= high ? low / kLogPadding : 0.1, low <= high ? high * kLogPadding : 10);
    } else {
        plot()->yAxis->setScaleType(QCPAxis::stLinear);
        plot()->yAxis->setTicker(m_number->axis == AxisKind::Count
                ? QSharedPointer<QCPAxisTicker>(new WholeTicker)
                : QSharedPointer<QCPAxisTicker>(new LinearTicker));
        if (zoom().fitsValues())
            plot()->yAxis->setRange(0, high > 0 ? high * 1.15 : 1);
    }
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

int SweepPlot::pointAt(const QPointF& position) const
{
    return std::clamp(int(std::lround(plot()->xAxis->pixelToCoord(position.x()))), 0, points() - 1);
}

QPointF SweepPlot::coordinatesOf(int point) const
{
    const auto [place, value] = drawn(m_points[std::size_t(point)]);
    return {double(point), place == Place::OnAxis ? value : std::numeric_limits<double>::quiet_NaN()};
}

QPointF SweepPlot::placeOf(int point) const
{
    const auto [place, value] = drawn(m_points[std::size_t(point)]);
    const QCPAxis* heights = place == Place::OnAxis ? plot()->yAxis : plot()->yAxis2;
    return {plot()->xAxis->coordToPixel(point), heights->coordToPixel(value)};
}

} // namespace ulpscope::ui
