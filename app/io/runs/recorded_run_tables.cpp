// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/recorded_run_tables.h"

#include "engine/base/closest_name.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>
#include <tuple>
#include <type_traits>

namespace ulpscope {

namespace {

constexpr double kLargestWhole = 0x1p53;

bool isWhole(double value)
{
    return value >= 0 && value <= kLargestWhole && value == std::floor(value);
}

/// A column of the records: how it is read from one, and put into one. False: no such record can be.
struct RecordColumn
{
    const char* name;
    double (*get)(const StepRecord& record);
    bool (*set)(StepRecord& record, double value);
    bool isLater = false; ///< files from before do not have it, and it is 0
};

/// The part of a record that has such a member.
template <class Owner, class Record>
constexpr auto& partOf(Record& record)
{
    if constexpr (std::is_same_v<Owner, StepCounts>)
        return record.counts;
    else
        return record;
}

template <class Owner, std::int64_t Owner::*Member>
constexpr RecordColumn whole(const char* name)
{
    return {name, [](const StepRecord& record) { return static_cast<double>(partOf<Owner>(record).*Member); },
        [](StepRecord& record, double value) {
            if (isWhole(value))
                partOf<Owner>(record).*Member = static_cast<std::int64_t>(value);
            return isWhole(value);
        }};
}

template <double StepRecord::*Member>
constexpr RecordColumn number(const char* name)
{
    return {name, [](const StepRecord& record) { return record.*Member; },
        [](StepRecord& record, double value) {
            record.*Member = value;
            return true;
        }};
}

template <class Owner, bool Owner::*Member>
constexpr RecordColumn flag(const char* name)
{
    return {name, [](const StepRecord& record) { return partOf<Owner>(record).*Member ? 1.0 : 0.0; },
        [](StepRecord& record, double value) {
            partOf<Owner>(record).*Member = value == 1;
            return value == 0 || value == 1;
        }};
}

/// Column of a number that may be absent; the column after it says whether it is.
template <std::optional<double> StepRecord::*Member>
constexpr RecordColumn optional(const char* name)
{
    return {name, [](const StepRecord& record) { return (record.*Member).value_or(0); },
        [](StepRecord& record, double value) {
            record.*Member = value;
            return true;
        }};
}

template <std::optional<double> StepRecord::*Member>
constexpr RecordColumn has(const char* name)
{
    return {name, [](const StepRecord& record) { return record.*Member ? 1.0 : 0.0; },
        [](StepRecord& record, double value) {
            if (value == 0)
                (record.*Member).reset();
            return value == 0 || value == 1;
        }};
}

constexpr RecordColumn later(RecordColumn column)
{
    column.isLater = true;
    return column;
}

constexpr std::array kRecordColumns{
    whole<StepRecord, &StepRecord::step>("step"),
    number<&StepRecord::loss>("loss"),
    optional<&StepRecord::referenceLoss>("reference_loss"),
    has<&StepRecord::referenceLoss>("has_reference_loss"),
    optional<&StepRecord::lossScale>("loss_scale"),
    has<&StepRecord::lossScale>("has_loss_scale"),
    flag<StepRecord, &StepRecord::skipped>("skipped"),
    flag<StepCounts, &StepCounts::isCompared>("is_compared"),
    whole<StepCounts, &StepCounts::gradientsNonZero>("gradients_non_zero"),
    whole<StepCounts, &StepCounts::gradientsFlushed>("gradients_flushed"),
    whole<StepCounts, &StepCounts::updatesExpected>("updates_expected"),
    whole<StepCounts, &StepCounts::updatesLost>("updates_lost"),
    whole<StepCounts, &StepCounts::overflows>("overflows"),
    optional<&StepRecord::errorVsFloat64>("error_vs_float64"),
    has<&StepRecord::errorVsFloat64>("has_error_vs_float64"),
    optional<&StepRecord::gradientErrorVsFloat64>("gradient_error_vs_float64"),
    has<&StepRecord::gradientErrorVsFloat64>("has_gradient_error_vs_float64"),
    number<&StepRecord::gradientAmax>("gradient_amax"),
    whole<StepRecord, &StepRecord::nonFinite>("non_finite"),
    flag<StepRecord, &StepRecord::diverged>("diverged"),
    later(flag<StepRecord, &StepRecord::scalerEnded>("scaler_ended")),
    later(whole<StepCounts, &StepCounts::scaled>("scaled")),
    later(whole<StepCounts, &StepCounts::saturated>("saturated")),
};

constexpr std::size_t kRoles = static_cast<std::size_t>(TensorRole::OptimizerState) + 1;

NpyArray tableOf(std::vector<double> values, std::size_t columns)
{
    const auto rows = static_cast<std::int64_t>(values.size() / columns);
    return {{rows, static_cast<std::int64_t>(columns)}, std::move(values)};
}

/// The values of a table of so many columns, row after row.
Result<std::span<const double>> rowsOf(const NpyArray& table, std::size_t columns)
{
    const auto* values = std::get_if<std::vector<double>>(&table.values);
    const bool fits = table.shape.size() == 2 && table.shape[1] == static_cast<std::int64_t>(columns)
        && values != nullptr;
    if (!fits)
        return Error{"", "expected a table of float64 with " + std::to_string(columns) + " columns"};
    return std::span<const double>(*values);
}

NpyArray joined(const std::vector<RecordedMetric>& metrics, std::vector<double> RecordedMetric::*member)
{
    std::vector<double> all;
    for (const RecordedMetric& metric : metrics)
        all.insert(all.end(), (metric.*member).begin(), (metric.*member).end());
    return {{static_cast<std::int64_t>(all.size())}, std::move(all)};
}

Error inRow(std::size_t row, const std::string& message)
{
    return Error{"[" + std::to_string(row) + "]", message};
}

/// Maps the names that a file lists to this program's values, in the file's order.
template <class Value>
Result<std::vector<Value>> known(
    const std::vector<std::string>& given, const std::vector<std::string>& own, const char* what)
{
    std::vector<Value> values;
    for (const std::string& name : given) {
        const auto found = std::find(own.begin(), own.end(), name);
        if (found == own.end())
            return Error{what, unknownName("name", shownText(name), own)};
        values.push_back(static_cast<Value>(found - own.begin()));
    }
    return values;
}

} // namespace

std::vector<std::string> recordColumns()
{
    std::vector<std::string> names;
    for (const RecordColumn& column : kRecordColumns)
        names.emplace_back(column.name);
    return names;
}

std::vector<std::string> roleNames()
{
    std::vector<std::string> names;
    for (std::size_t role = 0; role < kRoles; ++role)
        names.emplace_back(roleName(static_cast<TensorRole>(role)));
    return names;
}

std::vector<std::string> metricNames()
{
    std::vector<std::string> names;
    for (const MetricRow& row : metricCatalog())
        names.emplace_back(row.name);
    return names;
}

Result<TableNames> TableNames::create(const std::vector<std::string>& columns,
    const std::vector<std::string>& roles, const std::vector<std::string>& metrics)
{
    TableNames names;
    names.width = columns.size();
    for (const RecordColumn& column : kRecordColumns) {
        const auto found = std::find(columns.begin(), columns.end(), column.name);
        if (found == columns.end() && !column.isLater)
            return Error{"record_columns", "has no \"" + std::string(column.name) + '"'};
        names.columns.push_back(static_cast<std::size_t>(found - columns.begin()));
    }
    Result<std::vector<TensorRole>> knownRoles = known<TensorRole>(roles, roleNames(), "roles");
    if (!knownRoles)
        return knownRoles.error();
    names.roles = *std::move(knownRoles);
    Result<std::vector<Metric>> knownMetrics = known<Metric>(metrics, metricNames(), "metrics");
    if (!knownMetrics)
        return knownMetrics.error();
    names.metrics = *std::move(knownMetrics);
    return names;
}

NpyArray recordTable(const std::vector<StepRecord>& records)
{
    std::vector<double> values;
    values.reserve(records.size() * kRecordColumns.size());
    for (const StepRecord& record : records)
        for (const RecordColumn& column : kRecordColumns)
            values.push_back(column.get(record));
    return tableOf(std::move(values), kRecordColumns.size());
}

NpyArray metricTable(const std::vector<RecordedMetric>& metrics)
{
    std::vector<double> values;
    for (const RecordedMetric& metric : metrics)
        for (const std::size_t number : {metric.path.index(), static_cast<std::size_t>(metric.role),
                 static_cast<std::size_t>(metric.metric), metric.steps.size()})
            values.push_back(static_cast<double>(number));
    return tableOf(std::move(values), kMetricColumns);
}

NpyArray stepList(const std::vector<RecordedMetric>& metrics)
{
    return joined(metrics, &RecordedMetric::steps);
}

NpyArray valueList(const std::vector<RecordedMetric>& metrics)
{
    return joined(metrics, &RecordedMetric::values);
}

Result<std::vector<StepRecord>> recordsOf(const NpyArray& table, const TableNames& names)
{
    const Result<std::span<const double>> values = rowsOf(table, names.width);
    if (!values)
        return values.error();
    if (values->empty())
        return Error{"", "has no step"};
    std::vector<StepRecord> records;
    for (std::size_t at = 0; at < values->size(); at += names.width) {
        StepRecord record;
        for (std::size_t i = 0; i < kRecordColumns.size(); ++i) {
            const bool isThere = names.columns[i] < names.width;
            const double value = isThere ? (*values)[at + names.columns[i]] : 0;
            if (!kRecordColumns[i].set(record, value))
                return inRow(records.size(),
                    std::string(kRecordColumns[i].name) + " cannot be " + shortestText(value));
        }
        if (!records.empty() && record.step <= records.back().step)
            return inRow(records.size(), "its step does not come after that of the row before");
        records.push_back(record);
    }
    return records;
}

namespace {

/// A row of the table: a metric without its points, and how many these are.
struct MetricTableRow
{
    RecordedMetric metric;
    std::size_t points = 0;
};

Result<std::vector<MetricTableRow>> metricRows(
    const NpyArray& table, const TableNames& names, std::size_t paths, std::int64_t runSteps)
{
    const Result<std::span<const double>> cells = rowsOf(table, kMetricColumns);
    if (!cells)
        return cells.error();
    const auto isBelow = [](double value, std::size_t limit) {
        return isWhole(value) && value < static_cast<double>(limit);
    };
    std::vector<MetricTableRow> rows;
    std::set<std::tuple<PathId, TensorRole, Metric>> seen;
    for (std::size_t row = 0; row * kMetricColumns < cells->size(); ++row) {
        const std::span<const double> cell = cells->subspan(row * kMetricColumns, kMetricColumns);
        if (!isBelow(cell[0], paths) || !isBelow(cell[1], names.roles.size())
            || !isBelow(cell[2], names.metrics.size()))
            return inRow(row, "has a path, a role or a metric that there is not");
        if (!isBelow(cell[3] - 1, static_cast<std::size_t>(runSteps)))
            return inRow(row, "has other points than there are");
        RecordedMetric metric{.path = PathId(static_cast<std::size_t>(cell[0])),
            .role = names.roles[static_cast<std::size_t>(cell[1])],
            .metric = names.metrics[static_cast<std::size_t>(cell[2])]};
        if (!seen.insert({metric.path, metric.role, metric.metric}).second)
            return inRow(row, "is there already");
        rows.push_back({std::move(metric), static_cast<std::size_t>(cell[3])});
    }
    return rows;
}

} // namespace

Result<std::uint64_t> metricPoints(
    const NpyArray& table, const TableNames& names, std::size_t paths, std::int64_t runSteps)
{
    const Result<std::vector<MetricTableRow>> rows = metricRows(table, names, paths, runSteps);
    if (!rows)
        return rows.error();
    std::uint64_t points = 0;
    for (const MetricTableRow& row : *rows) { // steps are at most 2^53, so that the sum cannot wrap
        points += row.points;
        if (points > static_cast<std::uint64_t>(kLargestWhole))
            return Error{"", "has more points than a file can"};
    }
    return points;
}

Result<std::vector<RecordedMetric>> metricsOf(const NpyArray& table, const NpyArray& stepList,
    const NpyArray& valueList, const TableNames& names, std::size_t paths, std::int64_t runSteps)
{
    Result<std::vector<MetricTableRow>> rows = metricRows(table, names, paths, runSteps);
    if (!rows)
        return rows.error();
    const auto* steps = std::get_if<std::vector<double>>(&stepList.values);
    const auto* values = std::get_if<std::vector<double>>(&valueList.values);
    if (steps == nullptr || values == nullptr || steps->size() != values->size())
        return Error{"", "expected as many float64 values as steps"};
    std::vector<RecordedMetric> read;
    std::size_t next = 0; // the point that is written next
    for (std::size_t row = 0; row < rows->size(); ++row) {
        const std::size_t points = (*rows)[row].points;
        if (points > steps->size() - next)
            return inRow(row, "has other points than there are");
        RecordedMetric metric = std::move((*rows)[row].metric);
        const auto begin = static_cast<std::ptrdiff_t>(next);
        next += points;
        const auto end = static_cast<std::ptrdiff_t>(next);
        metric.steps.assign(steps->begin() + begin, steps->begin() + end);
        metric.values.assign(values->begin() + begin, values->begin() + end);
        for (std::size_t i = 0; i < metric.steps.size(); ++i)
            if (!isWhole(metric.steps[i]) || metric.steps[i] >= static_cast<double>(runSteps)
                || (i > 0 && metric.steps[i] <= metric.steps[i - 1]))
                return inRow(
                    row, "has a point at step " + shortestText(metric.steps[i]) + ", out of its order");
        read.push_back(std::move(metric));
    }
    if (next != steps->size())
        return Error{"", "has fewer points than there are"};
    return read;
}

} // namespace ulpscope
