// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/plot_pane.h"

#include "ui/look/models/display_text.h"
#include "ui/training/models/watch_curve.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

constexpr double kRailPitch = 15; ///< pixels
constexpr double kNearLimit = 1e6; ///< a limit further below the data than this is out of the picture
constexpr double kMinShare = 1e-3; ///< the least range of a linear axis, as a share of what is on it
constexpr int kManyDiscs = 1000;
constexpr float kFilled = 0.18F; ///< opacity of the room between two curves: the grid stays in sight
constexpr double kEdge = 7; ///< pixels free between the data and the frame or the rails

struct Pane
{
    Q_DECLARE_TR_FUNCTIONS(PlotPane)
};

int readingOrder(Ink ink)
{
    return ink == Ink::Candidate ? 0 : ink == Ink::Ghost ? 2 : 1;
}

/// Order of the layers of ink, independent of the legend. Curves under a dotted limit stay in sight.
int heightOf(Ink ink)
{
    return ink == Ink::Reference ? 0 : ink == Ink::Limit ? 2 : 1;
}
constexpr int kTopHeight = 2;

QCPScatterStyle railMark(Rail rail, const QColor& color)
{
    switch (rail) {
    case Rail::NotANumber:
        return {QCPScatterStyle::ssCross, QPen(color, 1.5), Qt::NoBrush, 5};
    case Rail::PlusInfinity:
        return {QCPScatterStyle::ssTriangle, QPen(color, 1), color, 7};
    case Rail::MinusInfinity:
    case Rail::Negative:
        return {QCPScatterStyle::ssTriangleInverted, QPen(color, 1), color, 7};
    case Rail::Zero:
        break;
    }
    return {QCPScatterStyle::ssCircle, QPen(color, 1.2), Qt::NoBrush, 5};
}

/// Small shares need not hide at the bottom of an axis that goes to 100.
double percentCeiling(double highest)
{
    for (const double ceiling : {10.0, 25.0, 50.0})
        if (highest <= ceiling)
            return ceiling;
    return 100;
}

/// Value that the series draws for its watch.
std::optional<double> partOf(const SeriesRow& row, const Watch::Reading& reading)
{
    return row.isWatchLimit ? reading.limit : std::optional(reading.value);
}

double toAxis(AxisKind kind, double value)
{
    return isLog(kind) ? std::log10(value) : value;
}
double fromAxis(AxisKind kind, double value)
{
    return isLog(kind) ? std::pow(10.0, value) : value;
}

} // namespace

PlotPane::PlotPane(QCustomPlot& plot, PlotRow row, QCPMarginGroup& margins)
    : m_row(std::move(row))
    , m_plot(plot)
    , m_header(new PlotHeader(&plot, m_row.title))
    , m_axisRect(new QCPAxisRect(&plot, false))
{
    QCPLayoutGrid& grid = *plot.plotLayout();
    grid.addElement(grid.rowCount(), 0, m_header);
    grid.addElement(grid.rowCount(), 0, m_axisRect);
    grid.setRowStretchFactor(grid.rowCount() - 1, m_row.heightShare);
    m_header->setLayer(QLatin1String(kCursorLayer));

    m_axisRect->addAxes(QCPAxis::atBottom | QCPAxis::atLeft | QCPAxis::atRight | QCPAxis::atTop);
    m_axisRect->setMarginGroup(QCP::msLeft | QCP::msRight, &margins);
    m_axisRect->setMinimumMargins(QMargins(8, 0, 8, 2));
    m_axisRect->setMinimumSize(80, 34);
    for (QCPAxis* axis : m_axisRect->axes()) {
        axis->setLayer(QStringLiteral("axes"));
        axis->grid()->setLayer(QStringLiteral("grid"));
    }
    QCPAxis& values = valueAxis();
    if (isLog(m_row.axis)) {
        values.setScaleType(QCPAxis::stLogarithmic);
        m_powerTicker.reset(new PowerTicker(m_row.axis == AxisKind::Log2 ? 2 : 10));
        values.setTicker(m_powerTicker);
    } else {
        const bool isWhole = m_row.axis == AxisKind::Count;
        values.setTicker(isWhole ? QSharedPointer<QCPAxisTicker>(new WholeTicker)
                                 : QSharedPointer<QCPAxisTicker>(new LinearTicker));
        values.ticker()->setTickCount(3);
        values.setNumberFormat(isWhole ? QStringLiteral("f") : QStringLiteral("g"));
        values.setNumberPrecision(isWhole ? 0 : 4);
    }
    stepAxis().setTicker(QSharedPointer<WholeTicker>::create());
    stepAxis().setNumberFormat(QStringLiteral("f"));
    stepAxis().setNumberPrecision(0);

    QCPAxis* rails = m_axisRect->axis(QCPAxis::atRight);
    rails->setTicker(QSharedPointer<QCPAxisTickerText>::create());
    rails->setTickLength(0, 3);
    m_axisRect->axis(QCPAxis::atTop)->setTicks(false);
    m_axisRect->axis(QCPAxis::atTop)->setTickLabels(false);

    const auto band = [&] {
        auto* item = new QCPItemRect(&plot);
        item->setLayer(QStringLiteral("background"));
        item->setClipAxisRect(m_axisRect);
        item->setPen(Qt::NoPen);
        item->setSelectable(false);
        for (QCPItemPosition* position : item->positions()) {
            position->setAxisRect(m_axisRect);
            position->setAxes(&stepAxis(), rails);
            position->setTypeX(QCPItemPosition::ptAxisRectRatio);
            position->setTypeY(QCPItemPosition::ptPlotCoords);
        }
        return item;
    };
    m_bottomBand = band();
    m_topBand = band();

    const auto onCursorLayer = [&](auto* item) {
        item->setLayer(QLatin1String(kCursorLayer));
        item->setClipAxisRect(m_axisRect);
        item->setSelectable(false);
        for (QCPItemPosition* position : item->positions()) {
            position->setAxisRect(m_axisRect);
            position->setAxes(&stepAxis(), rails);
        }
        return item;
    };
    m_between = onCursorLayer(new QCPItemRect(&plot));
    m_between->setPen(Qt::NoPen);
    for (QCPItemPosition* position : m_between->positions())
        position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_cursor = onCursorLayer(new QCPItemStraightLine(&plot));
    m_second = onCursorLayer(new QCPItemStraightLine(&plot));

    for (const SeriesRow& series : m_row.series)
        m_series.push_back({.row = series, .data = RailedSeries(isLog(m_row.axis))});
    // Lines and marks keep references into m_series, which is complete now.
    for (SeriesGraphs& series : m_series) // filled areas lie below the lines
        if (const std::optional<std::size_t> other = series.row.fillsTo)
            series.band = new Band(
                stepAxis(), values, series.data.line(), m_series.at(*other).data.line()); // the plot's
    for (int height = 0; height <= kTopHeight; ++height)
        for (SeriesGraphs& series : m_series)
            if (heightOf(series.row.ink) == height)
                addGraphs(series);
    if (m_row.marksSkippedSteps) {
        m_skipped = plot.addGraph(&stepAxis(), &values);
        m_skipped->setLineStyle(QCPGraph::lsNone);
    }
}

void PlotPane::addGraphs(SeriesGraphs& series)
{
    series.line = new Trace(stepAxis(), valueAxis(), series.data.line()); // the plot's
    series.line->setStepped(series.row.isStepped);
    series.isolated = m_plot.addGraph(&stepAxis(), &valueAxis());
    series.isolated->setLineStyle(QCPGraph::lsNone);
    for (const Rail rail : kRails)
        series.rails[static_cast<std::size_t>(rail)]
            = new RailMarks(m_plot, *m_axisRect, series.data.onRail(rail));
    series.dot = new QCPItemTracer(&m_plot);
    series.dot->setLayer(QLatin1String(kCursorLayer));
    series.dot->setClipAxisRect(m_axisRect);
    series.dot->setStyle(QCPItemTracer::tsCircle);
    series.dot->setSize(6);
    series.dot->setSelectable(false);
    series.dot->position->setAxisRect(m_axisRect);
    series.dot->position->setAxes(&stepAxis(), &valueAxis());
    series.dot->setVisible(false);
}

void PlotPane::clear(QStringList names)
{
    m_runNames = std::move(names);
    for (SeriesGraphs& series : m_series) {
        series.data = RailedSeries(isLog(m_row.axis));
        series.isolated->data()->clear();
        series.readUntil = -1;
        series.fittedBefore = std::numeric_limits<double>::infinity();
        series.watch.reset();
    }
    if (m_skipped)
        m_skipped->data()->clear();
    m_railSlot.fill(0);
    m_bottomSlots = m_topSlots = 0;
}

void PlotPane::append(const RunHistory& run, std::size_t slot, std::size_t from)
{
    const std::vector<StepRecord>& records = run.records();
    for (SeriesGraphs& series : m_series) {
        if (series.row.run != slot)
            continue;
        if (from == 0 && series.row.derived) // resolving every layer's policy takes its time
            series.formats = runFormats(run.session());
        if (series.row.tensor)
            readTensor(series, run);
        else if (!series.row.watch.empty())
            readWatch(series, run, from);
        else
            for (std::size_t i = from; i < records.size(); ++i)
                series.data.append(double(records[i].step), series.row.value(records[i], series.formats));
        syncIsolated(series);
        findRails(series);
    }
    if (m_skipped && slot == kShownRun)
        for (std::size_t i = from; i < records.size(); ++i)
            if (records[i].skipped)
                m_skipped->addData(double(records[i].step), records[i].lossScale.value_or(1));
}

std::vector<QPointF> PlotPane::crosses() const
{
    std::vector<QPointF> values;
    if (m_skipped)
        for (const QCPGraphData& each : *m_skipped->data())
            values.emplace_back(each.key, each.value);
    return values;
}

void PlotPane::fitBefore(std::size_t slot, std::int64_t step)
{
    for (SeriesGraphs& series : m_series)
        if (series.row.run == slot)
            series.fittedBefore = double(step);
}

void PlotPane::readTensor(SeriesGraphs& series, const RunHistory& run)
{
    const Series* recorded = seriesOf(run, *series.row.tensor);
    if (!recorded || recorded->steps.empty() || recorded->steps.back() == series.readUntil)
        return;
    series.readUntil = recorded->steps.back();
    series.data = RailedSeries(isLog(m_row.axis));
    series.isolated->data()->clear();
    for (std::size_t i = 0; i < recorded->steps.size(); ++i)
        series.data.append(recorded->steps[i], series.row.shown(recorded->values[i], series.formats));
}

void PlotPane::readWatch(SeriesGraphs& series, const RunHistory& run, std::size_t from)
{
    if (!series.watch) {
        Result<Watch> found = watchOf(run, series.row.watch);
        if (!found)
            return; // the metrics of the watch may be recorded later
        series.watch = *std::move(found);
    }
    const Series* densest = nullptr;
    for (const WatchTerm& term : series.watch->terms())
        if (term.path)
            if (const Series* of = run.series(*term.path, term.role, term.metric))
                densest = densest && densest->steps.size() >= of->steps.size() ? densest : of;
    if (!densest) {
        for (std::size_t i = from; i < run.records().size(); ++i)
            if (const auto reading = watchAt(run, *series.watch, run.records()[i]))
                series.data.append(double(run.records()[i].step), partOf(series.row, *reading));
        return;
    }
    if (densest->steps.empty() || densest->steps.back() == series.readUntil)
        return;
    series.readUntil = densest->steps.back();
    series.data = RailedSeries(isLog(m_row.axis));
    series.isolated->data()->clear();
    const WatchCurve curve = watchCurve(run, *series.watch);
    for (std::size_t i = 0; i < curve.steps.size(); ++i)
        series.data.append(curve.steps[i], partOf(series.row, curve.readings[i]));
}

void PlotPane::findRails(const SeriesGraphs& series)
{
    for (const Rail rail : kRails)
        if (!series.data.onRail(rail).isEmpty())
            m_railSlot[static_cast<std::size_t>(rail)] = 1;
}

double PlotPane::railHeight(Rail rail) const
{
    const double offset = (m_railSlot[static_cast<std::size_t>(rail)] - 0.5) * kRailPitch;
    return isAtTop(rail) ? m_axisRect->height() - offset : offset;
}

void PlotPane::syncIsolated(SeriesGraphs& series)
{
    const RailedSeries& data = series.data;
    QCPGraphDataContainer& shown = *series.isolated->data();
    const TraceData& line = data.line();
    const auto stepOf = [&](int i) { return line.steps()[data.isolated()[i]]; };
    const int last = shown.size() - 1;
    if (last >= 0 && (last >= data.isolated().size() || (shown.constEnd() - 1)->key != stepOf(last)))
        shown.remove((shown.constEnd() - 1)->key);
    for (int i = shown.size(); i < data.isolated().size(); ++i)
        shown.add({stepOf(i), line.values()[data.isolated()[i]]});
    // Discs are curves and cost a hundred times a dot.
    if (shown.size() > kManyDiscs)
        series.isolated->setScatterStyle(
            {QCPScatterStyle::ssDot, QPen(series.line->pen().color(), 2), Qt::NoBrush, 2});
}

void PlotPane::layoutRails()
{
    m_bottomSlots = m_topSlots = 0;
    for (const Rail rail : kRails) {
        int& slot = m_railSlot[static_cast<std::size_t>(rail)];
        if (slot > 0)
            slot = isAtTop(rail) ? ++m_topSlots : ++m_bottomSlots;
    }
    m_railsHeight = m_axisRect->height();
    const double height = std::max(1, m_railsHeight);
    QCPAxis* axis = m_axisRect->axis(QCPAxis::atRight);
    axis->setRange(0, height);
    QMap<double, QString> labels;
    for (const Rail rail : kRails) {
        if (m_railSlot[static_cast<std::size_t>(rail)] == 0)
            continue;
        const double y = railHeight(rail);
        labels.insert(y, railText(rail));
        for (SeriesGraphs& series : m_series)
            series.rails[static_cast<std::size_t>(rail)]->setHeight(height - y);
    }
    static_cast<QCPAxisTickerText*>(axis->ticker().data())->setTicks(labels);
    const auto place = [](QCPItemRect* band, double from, double to) {
        band->topLeft->setCoords(0, to);
        band->bottomRight->setCoords(1, from);
        band->setVisible(to > from);
    };
    place(m_bottomBand, 0, m_bottomSlots * kRailPitch);
    place(m_topBand, height - m_topSlots * kRailPitch, height);
    for (QCPItemStraightLine* line : {m_cursor, m_second}) { // the axis has another height
        line->point1->setCoords(line->point1->key(), 0);
        line->point2->setCoords(line->point1->key(), 1);
    }
    limitTicks();
}

void PlotPane::limitTicks()
{
    const double height = std::max(1, m_axisRect->height());
    if (m_powerTicker) {
        const double free = height - (m_bottomSlots + m_topSlots) * kRailPitch;
        m_powerTicker->setMaxTicks(std::max(1, int(free / 20)));
        m_powerTicker->setLimits({valueAxis().pixelToCoord(m_axisRect->bottom() - m_bottomSlots * kRailPitch),
            valueAxis().pixelToCoord(m_axisRect->top() + m_topSlots * kRailPitch)});
    } else {
        valueAxis().ticker()->setTickCount(std::clamp(int(height / 26), 2, 5));
    }
}

void PlotPane::fitValues(double firstStep, double lastStep)
{
    layoutRails();
    m_fittedHeight = m_axisRect->height();
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    // A limit is worth room only where the data comes near it.
    for (const bool isLimit : {false, true})
        for (const SeriesGraphs& series : m_series) {
            if (!series.row.isFitted || (series.row.ink == Ink::Limit) != isLimit)
                continue;
            const double end = std::min(lastStep, series.fittedBefore - 1);
            if (end < firstStep)
                continue;
            bool isFound = false;
            const QCPRange values
                = series.line->getValueRange(isFound, QCP::sdBoth, QCPRange(firstStep, end));
            if (!isFound || (isLimit && !(low <= values.upper * kNearLimit)))
                continue;
            low = std::min(low, values.lower);
            high = std::max(high, values.upper);
        }
    const double bottom = m_bottomSlots * kRailPitch + kEdge;
    const double top = m_topSlots * kRailPitch + kEdge;
    AxisRange range;
    if (m_row.axis == AxisKind::Percent || m_row.axis == AxisKind::Count) {
        const double ceiling = m_row.axis == AxisKind::Percent ? percentCeiling(std::max(high, m_guessed))
                                                               : std::max(high, 1.0);
        range = padded(0, ceiling, m_axisRect->height(), bottom, top, 1);
    } else if (low <= high) {
        const double minimumSpan = m_row.axis == AxisKind::Linear
            ? std::max(kMinShare * std::max(std::abs(low), std::abs(high)), low == high ? kMinShare : 0.0)
            : m_row.axis == AxisKind::Log2 ? 4 * std::log10(2.0)
                                           : 0.5;
        range = padded(toAxis(m_row.axis, low), toAxis(m_row.axis, high), m_axisRect->height(), bottom, top,
            minimumSpan);
    }
    if (m_row.axis == AxisKind::Log2 && low <= high)
        m_powerTicker->setData({low, high});
    valueAxis().setTickLabels(low <= high);
    valueAxis().setRange(fromAxis(m_row.axis, range.low), fromAxis(m_row.axis, range.high));
    limitTicks(); // ticks follow the new range
}

QString PlotPane::counts(const SeriesGraphs& series, const RunHistory* run) const
{
    QStringList parts;
    for (const Rail rail : kRails) {
        // From all steps, because those that are drawn become fewer in a long run.
        const bool isDrawn = isLog(m_row.axis) || (rail != Rail::Zero && rail != Rail::Negative);
        const std::int64_t count
            = series.row.derived || series.row.tensor || !series.row.watch.empty() || !run
            ? series.data.onRail(rail).size()
            : isDrawn ? countOn(rail, run->totals().specialsOf(series.row.metric))
                      : 0;
        if (count > 0)
            parts += QStringLiteral("%1× %2").arg(countText(count), railText(rail));
    }
    return parts.join(QStringLiteral(", "));
}

QString PlotPane::labelOf(const SeriesGraphs& series) const
{
    const QString runName = m_runNames.value(qsizetype(series.row.run));
    const QString& name = runName.isEmpty() ? series.row.label : runName;
    return series.row.part.isEmpty() ? name : QStringLiteral("%1: %2").arg(name, series.row.part);
}

std::vector<std::pair<double, std::optional<double>>> PlotPane::samplesOf(
    const SeriesGraphs& series, const RunHistory& run) const
{
    std::vector<std::pair<double, std::optional<double>>> samples;
    if (series.row.tensor) {
        if (const Series* recorded = seriesOf(run, *series.row.tensor))
            for (std::size_t i = 0; i < recorded->steps.size(); ++i)
                samples.emplace_back(
                    recorded->steps[i], series.row.shown(recorded->values[i], series.formats));
    } else if (!series.row.watch.empty()) {
        const WatchCurve curve = series.watch ? watchCurve(run, *series.watch) : WatchCurve();
        for (std::size_t i = 0; i < curve.steps.size(); ++i)
            samples.emplace_back(curve.steps[i], partOf(series.row, curve.readings[i]));
    } else {
        for (const StepRecord& record : run.records())
            samples.emplace_back(double(record.step), series.row.value(record, series.formats));
    }
    return samples;
}

std::vector<PlotCurve> PlotPane::emptyCurves() const
{
    std::vector<PlotCurve> curves;
    for (const SeriesGraphs& series : m_series)
        curves.push_back({QStringLiteral("%1: %2").arg(m_row.title, labelOf(series)), {}});
    return curves;
}

std::vector<PlotCurve> PlotPane::curves(std::span<const RunHistory* const> runs) const
{
    std::vector<PlotCurve> curves = emptyCurves();
    for (std::size_t i = 0; i < m_series.size(); ++i)
        if (const std::size_t run = m_series[i].row.run; run < runs.size() && runs[run])
            curves[i].samples = samplesOf(m_series[i], *runs[run]);
    std::erase_if(curves, [](const PlotCurve& curve) {
        return std::ranges::none_of(
            curve.samples, [](const auto& sample) { return sample.second.has_value(); });
    });
    return curves;
}

void PlotPane::read(
    std::span<const PaneReading> runs, std::int64_t step, std::vector<PlotCurve>& curves) const
{
    for (std::size_t i = 0; i < m_series.size(); ++i)
        if (const std::size_t run = m_series[i].row.run; run < runs.size() && runs[run].run)
            curves[i].samples.emplace_back(
                double(step), sampleOf(m_series[i], runs[run].run, runs[run].record).value);
}

PlotPane::Sample PlotPane::sampleOf(
    const SeriesGraphs& series, const RunHistory* run, const StepRecord* record) const
{
    if (!record)
        return {};
    if (!series.row.watch.empty()) {
        const auto reading = run && series.watch ? watchAt(*run, *series.watch, *record) : std::nullopt;
        return {double(record->step), reading ? partOf(series.row, *reading) : std::nullopt};
    }
    if (!series.row.tensor)
        return {double(record->step), series.row.value(*record, series.formats)};
    const Series* recorded = run ? seriesOf(*run, *series.row.tensor) : nullptr;
    const auto point = recorded ? recorded->newest(record->step) : std::nullopt;
    return point ? Sample{point->step, series.row.shown(point->value, series.formats)} : Sample();
}

/// "0.12 → 0.09 (−0.03, ×0.75)"; a ratio to zero says nothing.
QString PlotPane::differenceText(double from, double to) const
{
    const double difference = to - from;
    const QString sign = std::isnan(difference) ? QString()
        : std::signbit(difference)              ? QStringLiteral("−")
                                                : QStringLiteral("+");
    QString text = m_row.reading(from) + QStringLiteral(" → ") + m_row.reading(to) + QStringLiteral(" (")
        + sign + m_row.reading(std::fabs(difference));
    if (from != 0)
        text += QStringLiteral(", ×") + numberText(to / from);
    return text + QLatin1Char(')');
}

/// The count that the tiles show for the run so far; empty for other metrics.
std::optional<double> PlotPane::shareOfRun(const SeriesGraphs& series, const RunHistory* run) const
{
    const bool isOfTensor = series.row.tensor || !series.row.watch.empty() || series.row.derived;
    if (!run || isOfTensor || run->stepsDone() == 0)
        return std::nullopt;
    const StepCounts& counts = run->totals().counts;
    if (series.row.metric == StepMetric::GradientsFlushedPercent)
        return counts.gradientsFlushedPercent();
    return series.row.metric == StepMetric::UpdatesLostPercent ? std::optional(counts.updatesLostPercent())
                                                               : std::nullopt;
}

void PlotPane::showReadings(
    std::span<const PaneReading> runs, std::optional<std::int64_t> cursor, std::optional<std::int64_t> second)
{
    std::vector<PlotHeader::Entry> entries;
    for (SeriesGraphs& series : m_series) {
        const PaneReading from = series.row.run < runs.size() ? runs[series.row.run] : PaneReading();
        const auto [step, value] = sampleOf(series, from.run, from.record);
        const std::optional<double> other = sampleOf(series, from.run, from.second).value;
        const bool isOnAxis = value && !railOf(*value, isLog(m_row.axis));
        series.dot->setVisible(cursor && isOnAxis && series.row.isInLegend);
        if (isOnAxis)
            series.dot->position->setCoords(step, *value);
        const bool isAbsent = from.record && !value && m_row.absentText.isEmpty();
        if ((series.row.run != kShownRun && series.data.line().steps().isEmpty()) || isAbsent
            || !series.row.isInLegend)
            continue;
        QString reading;
        if (const std::optional<double> ofRun = cursor ? std::nullopt : shareOfRun(series, from.run))
            reading = from.run->totals().divergedAt
                ? Pane::tr("%1 up to step %2")
                      .arg(m_row.reading(*ofRun), countText(*from.run->totals().divergedAt))
                : Pane::tr("%1 of the run").arg(m_row.reading(*ofRun));
        else if (value)
            reading = other ? differenceText(*value, *other) : m_row.reading(*value);
        else if (from.record)
            reading = m_row.absentText;
        entries.push_back({labelOf(series), reading, counts(series, from.run), series.line->pen(),
            readingOrder(series.row.ink)});
    }
    // Drawn from the bottom up, read from the top down.
    std::stable_sort(entries.begin(), entries.end(),
        [](const PlotHeader::Entry& a, const PlotHeader::Entry& b) { return a.order < b.order; });
    const RunHistory* shown = runs.empty() ? nullptr : runs[kShownRun].run;
    const std::int64_t skipped = m_skipped && shown ? shown->totals().skippedSteps : 0;
    if (skipped > 0 && !entries.empty()) {
        QString& text = entries.front().counts;
        text += (text.isEmpty() ? QString() : QStringLiteral(", "))
            + Pane::tr("✕ %1 skipped").arg(countText(skipped));
    }
    m_header->setEntries(std::move(entries));
    m_cursor->setVisible(cursor.has_value());
    m_cursor->point1->setCoords(double(cursor.value_or(0)), 0);
    m_cursor->point2->setCoords(double(cursor.value_or(0)), 1);
    const bool isRange = cursor && second;
    const auto end = double(second.value_or(0));
    m_second->setVisible(isRange);
    m_second->point1->setCoords(end, 0);
    m_second->point2->setCoords(end, 1);
    m_between->setVisible(isRange);
    m_between->topLeft->setCoords(std::min(end, double(cursor.value_or(0))), 0);
    m_between->bottomRight->setCoords(std::max(end, double(cursor.value_or(0))), 1);
}

void PlotPane::applyTheme(const PlotTheme& theme, const QFont& font)
{
    m_header->setColors(theme.foreground, theme.muted, theme.alarm);
    m_header->setHeaderFont(font);
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * 0.9);
    for (QCPAxis* axis : m_axisRect->axes()) {
        styleAxis(*axis, theme, small);
        axis->setTickLength(0, 3);
        axis->setSubTickLength(0, 0);
        axis->grid()->setVisible(axis == &stepAxis() || axis == &valueAxis());
        axis->grid()->setSubGridPen(QPen(theme.subGrid, 1));
        axis->grid()->setSubGridVisible(axis == &valueAxis() && m_powerTicker);
    }
    m_bottomBand->setBrush(theme.railBand);
    m_topBand->setBrush(theme.railBand);
    m_cursor->setPen(QPen(theme.cursor, 1));
    m_second->setPen(QPen(theme.cursor, 1, Qt::DashLine));
    QColor between = theme.cursor;
    between.setAlphaF(0.12F);
    m_between->setBrush(between);
    // Where three bands or more lie on each other, only the medians are told apart.
    const auto bands
        = std::ranges::count_if(m_series, [](const SeriesGraphs& series) { return series.band != nullptr; });
    const float fading = bands > 2 ? 1 / float(bands) : 1;
    for (SeriesGraphs& series : m_series) {
        QPen pen = series.row.look ? theme.runPen(*series.row.look) : theme.pen(series.row.ink);
        pen.setWidthF(pen.widthF() * series.row.width);
        if (!series.row.isInLegend && fading < 1)
            pen.setColor(
                QColor(pen.color().red(), pen.color().green(), pen.color().blue(), int(255 * fading)));
        const QColor color = pen.color();
        if (series.band) {
            QColor filled = color;
            filled.setAlphaF(kFilled * fading);
            series.band->setBrush(filled);
        }
        series.line->setPen(pen);
        series.isolated->setScatterStyle({QCPScatterStyle::ssDisc, color, color, 5});
        for (const Rail rail : kRails)
            series.rails[static_cast<std::size_t>(rail)]->setMark(railMark(rail, color));
        series.dot->setPen(QPen(theme.background, 1));
        series.dot->setBrush(color);
    }
    if (m_skipped)
        m_skipped->setScatterStyle({QCPScatterStyle::ssCross, QPen(theme.alarm, 1.5), Qt::NoBrush, 7});
}

std::size_t PlotPane::railedSamples(Rail rail) const
{
    std::size_t count = 0;
    for (const SeriesGraphs& series : m_series)
        if (series.row.run == kShownRun)
            count += static_cast<std::size_t>(series.data.onRail(rail).size());
    return count;
}

} // namespace ulpscope::ui
