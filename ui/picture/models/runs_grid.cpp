// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/models/runs_grid.h"

#include "ui/picture/models/run_grid.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>

#include <map>

namespace ulpscope::ui {

namespace {

struct RunsGridText
{
    Q_DECLARE_TR_FUNCTIONS(RunGrid)
};

/// The mean over the recorded steps up to the run's divergence, or the newest.
GridCell cellOver(const Series& series, OverRun over, std::optional<std::int64_t> divergedAt)
{
    if (over == OverRun::Newest)
        return series.values.empty() ? GridCell() : GridCell::of(series.values.back());
    const std::optional<double> mean = series.mean(divergedAt);
    return mean ? GridCell::of(*mean) : GridCell();
}

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
                    {{row, columns.of(steps.rows[layer].id)}, GridCell::of(steps.at({layer, column}).value)});
    }
    const std::vector<RunHistory::NamedMetric> metrics = run.metrics();
    const auto [layers, layerOf] = LayersOfRun(run, metrics);
    for (const RunHistory::NamedMetric& each : metrics) {
        const std::optional<std::size_t> layer = layerOf[each.path.index()];
        if (!layer || each.metric != recorded || !kind.hasRole(each.role) || kind.overRun == OverRun::Largest)
            continue;
        GridCell cell
            = cellOver(*run.series(each.path, each.role, each.metric), kind.overRun, run.totals().divergedAt);
        cell.part = about.partOf(tensorNameOf(run.paths(), each.path, each.role).name);
        found.push_back({{row, columns.of(run.paths()[layers[*layer]])}, cell});
    }
    for (const RunHistory::NamedMetric& each : metrics) { // what is not finite in the end
        const std::optional<std::size_t> layer = layerOf[each.path.index()];
        if (!marksItsCell(each) || !layer || !columns.has(run.paths()[layers[*layer]]))
            continue;
        const auto count = run.series(each.path, each.role, each.metric)->newest();
        if (!count || count->value == 0)
            continue;
        const Series* nans = run.series(each.path, each.role, Metric::Nan);
        const auto nan = nans ? nans->newest() : std::nullopt;
        found.push_back({{row, columns.of(run.paths()[layers[*layer]])},
            {.part = about.partOf(tensorNameOf(run.paths(), each.path, each.role).name),
                .state = nan && nan->value > 0 ? CellState::NotANumber : CellState::Infinite}});
    }
}

} // namespace

GridData gridOfRuns(std::span<const KeptRun* const> runs, GridMetric metric)
{
    GridData grid;
    grid.rowsTitle = RunsGridText::tr("run");
    grid.columnsTitle = RunsGridText::tr("layer");
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
