// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/models/run_grid.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace ulpscope::ui {

namespace {

struct RunGridText
{
    Q_DECLARE_TR_FUNCTIONS(RunGrid)
};

using Roles = std::uint32_t;

constexpr Roles bit(TensorRole role)
{
    return Roles{1} << static_cast<unsigned>(role);
}

constexpr Roles kAll = ~Roles{0};
constexpr Roles kGradients = bit(TensorRole::OutputGradient) | bit(TensorRole::WeightGradient);
/// Whose NaN and infinity mark a layer's cell, as in the tree of layers.
constexpr Roles kMarked = kAll & ~bit(TensorRole::Input) & ~bit(TensorRole::OptimizerState);

/// How the numbers of a run become one.
enum class OverRun { Mean, Newest, Largest };

/// What a grid's metric is made of.
struct MetricKind
{
    GridMetric metric;
    const char* id;
    std::vector<Metric> recorded; ///< the first of these that the run has
    Roles roles;
    GridScale scale;
    QString (*reading)(double);
    OverRun overRun;
};

QString plainNumber(double value)
{
    return numberText(value);
}

QString countReading(double value)
{
    return countText(qRound64(value));
}

const std::array<MetricKind, 8>& kinds()
{
    constexpr GridScale kShare{false, 0, 100};
    constexpr GridScale kError{true, 1e-8, 1}; // as the bars of the tree of layers
    constexpr GridScale kCount{true, 0.5, 1e3}; // grows with the largest; a single one is seen
    static const std::array<MetricKind, 8> all{{
        {GridMetric::Flushed, "flushed", {Metric::FlushedPercent}, kGradients, kShare, percentText,
            OverRun::Mean},
        {GridMetric::Lost, "lost", {Metric::LostPercent}, kAll, kShare, percentText, OverRun::Mean},
        {GridMetric::Error, "error", {Metric::AccumulatedError, Metric::StepError}, bit(TensorRole::Output),
            kError, plainNumber, OverRun::Newest},
        {GridMetric::LocalError, "local_error", {Metric::LocalError}, bit(TensorRole::Output), kError,
            plainNumber, OverRun::Newest},
        {GridMetric::Saturated, "saturated", {Metric::SaturatedPercent}, kGradients | bit(TensorRole::Output),
            kShare, percentText, OverRun::Mean},
        {GridMetric::Clipped, "clipped", {Metric::Float8Saturated}, kAll, kCount, countReading,
            OverRun::Largest},
        {GridMetric::Overflows, "overflows", {Metric::Overflow}, kAll, kCount, countReading,
            OverRun::Largest},
        {GridMetric::AmaxShare, "amax_share", {Metric::Amax}, kGradients | bit(TensorRole::Output),
            GridScale{true, 0x1p-16, 1}, plainNumber, OverRun::Largest},
    }};
    return all;
}

const MetricKind& kindOf(GridMetric metric)
{
    return kinds()[static_cast<std::size_t>(metric)];
}

bool hasRole(const MetricKind& kind, TensorRole role)
{
    return (kind.roles & bit(role)) != 0;
}

/// The recorded metric that stands for the grid's; nothing where the run has none.
std::optional<Metric> recordedOf(const std::vector<RunHistory::NamedMetric>& metrics, const MetricKind& kind)
{
    for (const Metric wanted : kind.recorded)
        if (std::ranges::any_of(metrics, [&](const RunHistory::NamedMetric& each) {
                return each.metric == wanted && hasRole(kind, each.role);
            }))
            return wanted;
    return std::nullopt;
}

QString titleOf(GridMetric metric, Metric recorded)
{
    if (metric == GridMetric::Clipped)
        return RunGridText::tr("Saturated by the scale");
    if (metric == GridMetric::AmaxShare)
        return RunGridText::tr("Amax against the limit");
    return engineText(metricCatalog()[static_cast<std::size_t>(recorded)].title);
}

QString withUnit(const QString& title, const MetricKind& kind)
{
    return kind.reading == percentText ? QStringLiteral("%1 (%)").arg(title) : title;
}

QString descriptionOf(GridMetric metric, Metric recorded)
{
    if (metric == GridMetric::Clipped)
        return RunGridText::tr(
            "Elements of an operand beyond the limit of the scale that earlier steps gave it: they are clipped.");
    if (metric == GridMetric::AmaxShare)
        return RunGridText::tr(
            "Largest magnitude as it is stored, as a share of the largest number of its format or scale: above 1 it does not fit.");
    return engineText(metricCatalog()[static_cast<std::size_t>(recorded)].description);
}

/// A power of ten or of two in one of its notations.
QString endText(double value)
{
    if (value >= 1)
        return countText(qRound64(value));
    const double tens = std::log10(value);
    return tens == std::round(tens) ? powerText(10, int(tens)) : powerText(2, int(std::log2(value)));
}

void nameEnds(GridData& grid)
{
    const bool isShare = grid.reading == percentText;
    grid.least = isShare               ? percentText(0)
        : grid.reading == countReading ? countText(0)
                                       : endText(grid.scale.low);
    grid.most = isShare ? percentText(100) : endText(grid.scale.high);
}

void describe(GridData& grid, const MetricKind& kind, Metric recorded)
{
    grid.figure = withinSentence(titleOf(kind.metric, recorded));
    grid.title = withUnit(titleOf(kind.metric, recorded), kind);
    grid.description = descriptionOf(kind.metric, recorded);
    grid.scale = kind.scale;
    grid.reading = kind.reading;
    nameEnds(grid);
}

/// Paths of the layers that a run computes, in model order: each has an output.
std::vector<std::size_t> layersOf(const std::vector<RunHistory::NamedMetric>& metrics)
{
    std::vector<std::size_t> layers;
    for (const RunHistory::NamedMetric& each : metrics) // in the order of their paths
        if (each.role == TensorRole::Output && (layers.empty() || layers.back() != each.path.index()))
            layers.push_back(each.path.index());
    return layers;
}

/// For each path of a run the layer that it is of, as an index into `layers`; paths of no layer have none.
std::vector<std::optional<std::size_t>> layerOfPaths(
    const RunHistory& run, const std::vector<std::size_t>& layers)
{
    std::map<std::string_view, std::size_t> indices;
    for (std::size_t i = 0; i < layers.size(); ++i)
        indices.emplace(run.paths()[layers[i]], i);
    std::vector<std::optional<std::size_t>> found(run.paths().size());
    for (std::size_t path = 0; path < found.size(); ++path)
        for (std::string_view name = run.paths()[path]; !name.empty();
             name = name.substr(0, std::min(name.rfind('/'), name.size()))) {
            if (const auto at = indices.find(name); at != indices.end()) {
                found[path] = at->second;
                break;
            }
            if (name.find('/') == std::string_view::npos)
                break;
        }
    return found;
}

GridCell finiteCell(double value)
{
    return {.value = std::isfinite(value) ? value : 0,
        .state = std::isnan(value) ? CellState::NotANumber
            : std::isinf(value)    ? CellState::Infinite
                                   : CellState::Finite};
}

/// The mean over the recorded steps up to the run's divergence, or the newest.
GridCell cellOver(const Series& series, OverRun over, std::optional<std::int64_t> divergedAt)
{
    if (over == OverRun::Newest)
        return series.values.empty() ? GridCell() : finiteCell(series.values.back());
    const std::optional<double> mean = series.mean(divergedAt);
    return mean ? finiteCell(*mean) : GridCell();
}

/// The index of the name in the list, which it joins.
std::uint16_t indexIn(QStringList& parts, const std::string& name)
{
    const QString part = toQt(name);
    if (!parts.contains(part))
        parts.append(part);
    return static_cast<std::uint16_t>(parts.indexOf(part));
}

} // namespace

std::vector<GridMetricRow> gridMetrics(const RunHistory& run)
{
    std::vector<GridMetricRow> rows;
    const std::vector<RunHistory::NamedMetric> metrics = run.metrics();
    for (const MetricKind& kind : kinds())
        if (const std::optional<Metric> recorded = recordedOf(metrics, kind))
            rows.push_back({kind.metric, QString::fromLatin1(kind.id),
                withUnit(titleOf(kind.metric, *recorded), kind), descriptionOf(kind.metric, *recorded)});
    return rows;
}

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
    m_data->stepsExpected = m_run->session().training.steps;
    m_data->rowsTitle = RunGridText::tr("layer");
    m_data->columnsTitle = RunGridText::tr("step");
    m_metrics = m_run->metricCount();
    const std::vector<RunHistory::NamedMetric> metrics = m_run->metrics();
    const MetricKind& kind = kindOf(m_metric);
    const std::optional<Metric> recorded = recordedOf(metrics, kind);
    if (!recorded)
        return;
    describe(*m_data, kind, *recorded);
    m_data->stepsPerColumn = m_metric == GridMetric::Clipped
        ? 1
        : std::max<std::int64_t>(1, m_run->session().probes.tensorsEvery);
    const std::vector<std::size_t> layers = layersOf(metrics);
    const std::vector<std::optional<std::size_t>> layerOf = layerOfPaths(*m_run, layers);
    const TensorFormats formats(m_run->session());

    // Rows are the layers that have the metric; the others would be empty.
    std::vector<std::optional<std::size_t>> rowOf(layers.size());
    std::vector<bool> hasMetric(layers.size());
    for (const RunHistory::NamedMetric& each : metrics)
        if (const std::optional<std::size_t> layer = layerOf[each.path.index()];
            layer && each.metric == *recorded && hasRole(kind, each.role))
            hasMetric[*layer] = true;
    for (std::size_t layer = 0; layer < layers.size(); ++layer)
        if (hasMetric[layer]) {
            rowOf[layer] = m_data->rows.size();
            const std::string& path = m_run->paths()[layers[layer]];
            m_data->rows.push_back({path, layerText(path)});
        }
    for (const RunHistory::NamedMetric& each : metrics) {
        const std::optional<std::size_t> layer = layerOf[each.path.index()];
        const bool isMetric = each.metric == *recorded && hasRole(kind, each.role);
        const bool isNotFiniteCount = each.metric == Metric::NonFinite && (kMarked & bit(each.role)) != 0;
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
        source.part = indexIn(m_data->rows[source.row].parts, tensor.name);
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
    if (std::isfinite(value))
        cell.value = value;
    else
        cell.state = std::isnan(value) ? CellState::NotANumber : CellState::Infinite;
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

/// Counts have no largest number: colours reach to the next power of ten. Returns whether they changed.
bool RunGrid::fitScale()
{
    const GridScale& least = kindOf(m_metric).scale;
    if (kindOf(m_metric).reading != countReading)
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

namespace {

/// What a grid of runs is filled with before it is known how many layers they have.
struct FoundCell
{
    GridPlace place;
    GridCell cell;
};

/// The layers of runs as columns.
class LayerColumns
{
public:
    explicit LayerColumns(GridData& grid)
        : m_grid(grid)
    {
    }
    std::size_t of(const std::string& path)
    {
        const auto [at, isNew] = m_columns.emplace(path, m_grid.columns.size());
        if (isNew)
            m_grid.columns.push_back({.name = layerText(path)});
        return at->second;
    }
    bool has(const std::string& path) const { return m_columns.contains(path); }

private:
    GridData& m_grid;
    std::map<std::string, std::size_t> m_columns;
};

void addRun(const std::shared_ptr<const RunHistory>& shared, const MetricKind& kind, Metric recorded,
    std::size_t row, GridRow& about, LayerColumns& columns, std::vector<FoundCell>& found)
{
    const RunHistory& run = *shared;
    if (kind.overRun == OverRun::Largest) {
        const RunGrid grid(shared, kind.metric);
        const GridData& steps = *grid.data();
        for (std::size_t column = 0; column < steps.columns.size(); ++column)
            for (std::size_t layer = 0; layer < steps.rows.size(); ++layer)
                found.push_back(
                    {{row, columns.of(steps.rows[layer].id)}, finiteCell(steps.at({layer, column}).value)});
    }
    const std::vector<RunHistory::NamedMetric> metrics = run.metrics();
    const std::vector<std::size_t> layers = layersOf(metrics);
    const std::vector<std::optional<std::size_t>> layerOf = layerOfPaths(run, layers);
    for (const RunHistory::NamedMetric& each : metrics) {
        const std::optional<std::size_t> layer = layerOf[each.path.index()];
        if (!layer || each.metric != recorded || !hasRole(kind, each.role)
            || kind.overRun == OverRun::Largest)
            continue;
        GridCell cell
            = cellOver(*run.series(each.path, each.role, each.metric), kind.overRun, run.totals().divergedAt);
        cell.part = indexIn(about.parts, tensorNameOf(run.paths(), each.path, each.role).name);
        found.push_back({{row, columns.of(run.paths()[layers[*layer]])}, cell});
    }
    for (const RunHistory::NamedMetric& each : metrics) { // what is not finite in the end
        const std::optional<std::size_t> layer = layerOf[each.path.index()];
        if (each.metric != Metric::NonFinite || (kMarked & bit(each.role)) == 0 || !layer
            || !columns.has(run.paths()[layers[*layer]]))
            continue;
        const auto count = run.series(each.path, each.role, each.metric)->newest();
        if (!count || count->value == 0)
            continue;
        const Series* nans = run.series(each.path, each.role, Metric::Nan);
        const auto nan = nans ? nans->newest() : std::nullopt;
        found.push_back({{row, columns.of(run.paths()[layers[*layer]])},
            {.part = indexIn(about.parts, tensorNameOf(run.paths(), each.path, each.role).name),
                .state = nan && nan->value > 0 ? CellState::NotANumber : CellState::Infinite}});
    }
}

} // namespace

GridData gridOfRuns(std::span<const KeptRun* const> runs, GridMetric metric)
{
    GridData grid;
    grid.rowsTitle = RunGridText::tr("run");
    grid.columnsTitle = RunGridText::tr("layer");
    const MetricKind& kind = kindOf(metric);
    LayerColumns columns(grid);
    std::vector<FoundCell> found;
    for (const KeptRun* kept : runs) {
        const std::optional<Metric> recorded = recordedOf(kept->run->metrics(), kind);
        if (!recorded)
            continue;
        if (grid.rows.empty())
            describe(grid, kind, *recorded);
        grid.rows.push_back({std::to_string(kept->id.index()), kept->name()});
        addRun(kept->run, kind, *recorded, grid.rows.size() - 1, grid.rows.back(), columns, found);
    }
    grid.cells.resize(grid.rows.size() * grid.columns.size());
    for (const FoundCell& each : found)
        grid.at(each.place).add(each.cell);
    return grid;
}

} // namespace ulpscope::ui
