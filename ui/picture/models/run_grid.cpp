// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/models/run_grid.h"

#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

struct RunGridText
{
    Q_DECLARE_TR_FUNCTIONS(RunGrid)
};

} // namespace

RunGrid::RunGrid(std::shared_ptr<const RunHistory> run, GridMetric metric)
    : m_run(std::move(run))
    , m_metric(metric)
{
    grow();
}

void RunGrid::addRows()
{
    m_data = std::make_shared<GridData>();
    m_shared = m_data;
    m_sources.clear();
    m_birth = nullptr;
    m_data->isOverSteps = true;
    m_data->rowsTitle = RunGridText::tr("layer");
    m_data->columnsTitle = RunGridText::tr("step");
    m_metrics = m_run->metricCount();
    const std::vector<RunHistory::NamedMetric> metrics = m_run->metrics();
    const MetricKind& kind = kindOf(m_metric);
    const std::optional<Metric> recorded = recordedOf(metrics, kind);
    if (!recorded)
        return;
    describe(*m_data, kind, *recorded);
    const ProbeSpec& probes = m_run->session().probes;
    const std::int64_t every
        = probes.watch == WatchMode::Step ? 2 : 1; // what a whole step tells comes at every other sample
    m_data->stepsPerColumn
        = m_metric == GridMetric::Clipped ? 1 : std::max<std::int64_t>(1, every * probes.tensorsEvery);
    const auto [layers, layerOf] = LayersOfRun(*m_run, metrics);
    const TensorFormats formats(m_run->session());

    // Rows are the layers that have the metric; the others would be empty.
    std::vector<std::optional<std::size_t>> rowOf(layers.size());
    std::vector<bool> hasMetric(layers.size());
    for (const RunHistory::NamedMetric& each : metrics)
        if (const std::optional<std::size_t> layer = layerOf[each.path.index()];
            layer && each.metric == *recorded && kind.hasRole(each.role))
            hasMetric[*layer] = true;
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
        if (hasMetric[layer]) {
            rowOf[layer] = m_data->rows.size();
            const std::string& path = m_run->paths()[layers[layer]];
            m_data->rows.push_back({path, layerText(path)});
        }
    for (const RunHistory::NamedMetric& each : metrics) {
        const std::optional<std::size_t> layer = layerOf[each.path.index()];
        const bool isMetric = each.metric == *recorded && kind.hasRole(each.role);
        const bool isNotFiniteCount = marksItsCell(each);
        const bool isScaled = m_metric == GridMetric::AmaxShare && each.metric == Metric::Float8Amax;
        if (!layer || !rowOf[*layer] || !(isMetric || isNotFiniteCount || isScaled))
            continue;
        Source source{.series = m_run->series(each.path, each.role, each.metric), .row = *rowOf[*layer]};
        source.isNotFiniteCount = isNotFiniteCount;
        if (isNotFiniteCount)
            source.nans = m_run->series(each.path, each.role, Metric::Nan);
        if (isScaled)
            source.divisor = m_run->series(each.path, each.role, Metric::Float8Limit);
        else if (m_metric == GridMetric::AmaxShare && isMetric) {
            const Format* format = formats.of(m_run->paths()[each.path.index()], each.role);
            if (format == nullptr)
                continue;
            source.limit = format->maxFinite();
            source.isTimesScale = isGradient(each.role);
        }
        const TensorName tensor = tensorNameOf(m_run->paths(), each.path, each.role);
        source.part = m_data->rows[source.row].partOf(tensor.name);
        m_sources.push_back(source);
    }
}

std::optional<GridCell> RunGrid::cellOf(const Source& source, std::size_t point) const
{
    double value = source.series->values[point];
    const auto step = static_cast<std::int64_t>(source.series->steps[point]);
    GridCell cell{.step = step, .part = source.part, .state = CellState::Finite};
    if (source.isNotFiniteCount) {
        if (value == 0)
            return std::nullopt; // the metric has its own cell
        const auto nans = source.nans ? source.nans->newest(step) : std::nullopt;
        cell.state = nans && nans->value > 0 ? CellState::NotANumber : CellState::Infinite;
        return cell;
    }
    if (source.divisor) {
        const auto limit = source.divisor->newest(step);
        if (!limit || !std::isfinite(limit->value))
            return std::nullopt; // the scale follows the step's own amax
        value /= limit->value;
    } else if (source.isTimesScale) {
        const StepRecord* record = m_run->recordAt(step);
        value *= record ? record->lossScale.value_or(1) : 1;
    }
    value /= source.limit;
    const GridCell number = GridCell::of(value);
    cell.value = number.value;
    cell.state = number.state;
    return cell;
}

void RunGrid::makeColumns()
{
    GridData& grid = *m_data;
    const std::int64_t steps = m_run->stepsDone();
    const auto columnsOf = [&](std::int64_t each) { return std::size_t((steps + each - 1) / each); };
    while (columnsOf(grid.stepsPerColumn) > kMaxColumns) {
        // Pairs become one, so that a grid that grew is the same as one that is made at once.
        const std::size_t rows = grid.rows.size();
        for (std::size_t column = 0; column < grid.columns.size(); ++column)
            for (std::size_t row = 0; row < rows; ++row) {
                if (column % 2 == 0)
                    grid.at({row, column / 2}) = grid.at({row, column});
                else
                    grid.at({row, column / 2}).add(grid.at({row, column}));
            }
        grid.columns.resize((grid.columns.size() + 1) / 2);
        grid.cells.resize(grid.columns.size() * rows);
        grid.stepsPerColumn *= 2;
    }
    grid.columns.resize(columnsOf(grid.stepsPerColumn));
    grid.cells.resize(grid.columns.size() * grid.rows.size());
    for (std::size_t column = 0; column < grid.columns.size(); ++column) {
        const std::int64_t first = std::int64_t(column) * grid.stepsPerColumn;
        grid.columns[column].steps = {first, std::min(first + grid.stepsPerColumn, steps) - 1};
    }
}

/// Returns the first column that it changed.
std::size_t RunGrid::take(Source& source)
{
    const Series& series = *source.series;
    std::size_t first = m_data->columns.size();
    std::size_t point = series.steps.size();
    while (point > 0 && series.steps[point - 1] > source.last)
        --point;
    for (; point < series.steps.size(); ++point) {
        source.last = series.steps[point];
        const std::optional<GridCell> cell = cellOf(source, point);
        const auto column = m_data->columnOf(static_cast<std::int64_t>(series.steps[point]));
        if (!cell || !column)
            continue;
        m_data->at({source.row, *column}).add(*cell);
        first = std::min(first, *column);
    }
    return first;
}

void RunGrid::findBirth()
{
    const std::shared_ptr<const Birthplace>& birth = m_run->totals().gravest();
    if (birth == m_birth)
        return;
    m_birth = birth;
    m_data->birth.reset();
    if (birth && !birth->layer.empty())
        if (const std::optional<std::size_t> row = m_data->rowOf(birth->layer))
            m_data->birth = {*row, birth->step};
}

/// Colours of counts reach to the next power of ten. Returns whether they changed.
bool RunGrid::fitScale()
{
    const GridScale& least = kindOf(m_metric).scale;
    if (!kindOf(m_metric).isCount())
        return false;
    double largest = least.high;
    for (const GridCell& cell : m_data->cells)
        while (cell.value > largest)
            largest *= 10;
    if (std::exchange(m_data->scale.high, largest) == largest)
        return false;
    nameEnds(*m_data);
    return true;
}

std::size_t RunGrid::grow()
{
    std::size_t first = m_data ? m_data->columns.size() : 0;
    if (!m_data || m_run->metricCount() != m_metrics) {
        addRows();
        first = 0;
    }
    const std::int64_t width = m_data->stepsPerColumn;
    if (m_data->rows.empty())
        return first;
    makeColumns();
    if (m_data->stepsPerColumn != width)
        first = 0;
    for (Source& source : m_sources)
        first = std::min(first, take(source));
    findBirth();
    return fitScale() ? 0 : first;
}

} // namespace ulpscope::ui
