// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/csv_data.h"

#include "engine/base/closest_name.h"
#include "engine/base/shown_text.h"
#include "engine/data/dataset.h"
#include "engine/file/csv.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>

namespace ulpscope {

namespace {

Result<std::size_t> columnNamed(const std::vector<std::string>& columns, std::string_view name)
{
    const auto found = std::find(columns.begin(), columns.end(), name);
    if (found == columns.end())
        return Error{"", unknownName(translated("column"), name, columns)};
    return static_cast<std::size_t>(found - columns.begin());
}

/// The column's index: by name, else the last one.
Result<std::size_t> targetColumn(const std::vector<std::string>& columns, const std::string& name)
{
    return name.empty() ? Result<std::size_t>(columns.size() - 1) : columnNamed(columns, name);
}

using Numbers = std::map<std::string, std::size_t, std::less<>>; ///< texts in sorted order

/// Use of a column in the data set.
struct Column
{
    bool isLeftOut = false;
    bool isTarget = false;
    bool isText = false;
    Numbers texts; ///< numbers of such a column: classes, or a feature for each text

    std::size_t features() const { return isLeftOut || isTarget ? 0 : isText ? texts.size() : 1; }
};

struct Table
{
    CsvReader& csv;
    std::vector<Column> columns;
    char decimalPoint = '.';
    bool skipsIncomplete = false;

    std::string nameOf(std::size_t column) const { return "column " + shownText(csv.names()[column]); }
    bool isIncomplete() const
    {
        for (std::size_t c = 0; c < columns.size(); ++c)
            if (!columns[c].isLeftOut && csvIsMissing(csv.cells()[c]))
                return true;
        return false;
    }
};

/// Calls back for each line, then goes back to the first.
template <class See>
Status forEachLine(CsvReader& csv, const See& see)
{
    Result<bool> isThere = false;
    while ((isThere = csv.next()) && *isThere)
        if (const Status status = see(); !status)
            return status;
    csv.rewind();
    return isThere ? success() : Status(isThere.error());
}

/// Whether a column's cells are texts: one is no number; of classes also where one is a negative integer, which is no class's
/// number but may be its name. What is missing says nothing, but of classes where lines without it are not left out.
struct Kind
{
    bool hasText = false;
    bool hasNegative = false;
    bool hasFraction = false;

    bool isText(bool isTarget) const { return hasText || (isTarget && hasNegative && !hasFraction); }
};

/// Which of the columns hold texts, of those where they may, and which.
Status findTexts(Table& table, bool mayBeClasses, bool mayBeFeatures)
{
    CsvReader& csv = table.csv;
    const auto mayBeText = [&](const Column& column) {
        return !column.isLeftOut && (column.isTarget ? mayBeClasses : mayBeFeatures);
    };
    const auto isMissing = [&](std::size_t c) {
        return csvIsMissing(csv.cells()[c]) && (!table.columns[c].isTarget || table.skipsIncomplete);
    };
    if (std::ranges::none_of(table.columns, mayBeText))
        return success();
    std::vector<Kind> kinds(table.columns.size());
    const Status seen = forEachLine(csv, [&] {
        for (std::size_t c = 0; c < kinds.size(); ++c) {
            if (!mayBeText(table.columns[c]) || kinds[c].hasText || isMissing(c))
                continue;
            const std::optional<double> value = csvNumber(csv.cells()[c], table.decimalPoint);
            kinds[c].hasText = !value;
            kinds[c].hasNegative = kinds[c].hasNegative || (value && *value < 0);
            kinds[c].hasFraction = kinds[c].hasFraction || (value && *value != std::floor(*value));
        }
        return success();
    });
    if (!seen)
        return seen;
    for (std::size_t c = 0; c < kinds.size(); ++c)
        table.columns[c].isText = mayBeText(table.columns[c]) && kinds[c].isText(table.columns[c].isTarget);
    if (std::ranges::none_of(table.columns, &Column::isText))
        return success();
    const Status read = forEachLine(csv, [&] {
        for (std::size_t c = 0; c < kinds.size(); ++c) {
            Column& column = table.columns[c];
            const std::string_view cell = csv.cells()[c];
            if (!column.isText || isMissing(c) || column.texts.contains(cell))
                continue;
            column.texts.emplace(cell, 0);
            if (column.isTarget && column.texts.size() > static_cast<std::size_t>(kMaxClasses))
                return Status(
                    Error{csv.place(), table.nameOf(c) + ": expected at most 2^20 different classes"});
            if (!column.isTarget && column.texts.size() > kMaxTextFeatures)
                return Status(Error{csv.place(),
                    table.nameOf(c) + ": expected at most " + std::to_string(kMaxTextFeatures)
                        + " different texts, a feature each; name the column in data.without to leave it out"});
        }
        return success();
    });
    for (Column& column : table.columns)
        for (std::size_t next = 0; auto& [text, number] : column.texts)
            number = next++;
    return read;
}

/// Adds what a cell says to the examples.
Status addCell(const Table& table, std::size_t c, Examples& examples)
{
    const Column& column = table.columns[c];
    const std::string_view cell = table.csv.cells()[c];
    std::vector<float>& numbers = column.isTarget ? examples.targets : examples.features;
    if (column.isText) {
        const auto found = column.texts.find(cell); // a missing value of a feature is none of the texts
        if (column.isTarget)
            numbers.push_back(static_cast<float>(found->second));
        for (std::size_t i = 0; !column.isTarget && i < column.texts.size(); ++i)
            numbers.push_back(found != column.texts.end() && found->second == i ? 1.0F : 0.0F);
        return success();
    }
    const std::optional<double> value = csvNumber(cell, table.decimalPoint);
    if (!value)
        return Error{table.csv.place(),
            table.nameOf(c) + ": expected a number"
                + (table.decimalPoint == ',' ? " with a decimal comma" : "") + ", got '" + shownText(cell, 40)
                + "'"};
    numbers.push_back(static_cast<float>(*value));
    return success();
}

/// The examples of a table whose columns are known; an error at the line that does not fit.
Result<Examples> readExamples(const Table& table, std::size_t features)
{
    CsvReader& csv = table.csv;
    Examples examples;
    const std::size_t mostRows = std::min(csv.mostRows(), csv.mostCells() / table.columns.size() + 1);
    // Only what is written to becomes memory.
    examples.features.reserve(
        std::min(mostRows * features, static_cast<std::size_t>(kMaxTableValues) + features));
    examples.targets.reserve(mostRows);
    const Status read = forEachLine(csv, [&] {
        if (table.skipsIncomplete && table.isIncomplete())
            return success();
        if (++examples.count > kMaxExamples)
            return Status(Error{csv.place(), "expected at most 2^24 examples"});
        if (examples.count > kMaxTableValues / static_cast<std::int64_t>(features + 1))
            return Status(Error{csv.place(), "expected at most 2^28 numbers"});
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            if (!table.columns[c].isLeftOut)
                if (const Status added = addCell(table, c, examples); !added)
                    return added;
        return success();
    });
    if (!read)
        return read.error();
    return examples;
}

/// Marks the columns that are named as cells of a line.
Status leaveOut(Table& table, const std::string& names)
{
    Result<CsvReader> line = CsvReader::ofText("data.without", names, {.hasNames = false});
    const Result<bool> isThere = line ? line->next() : Result<bool>(line.error());
    if (!isThere)
        return Error{"data.without", isThere.error().message};
    const std::vector<std::string>& columns = table.csv.names();
    std::unordered_map<std::string_view, std::size_t> byName;
    for (std::size_t c = 0; c < columns.size(); ++c)
        byName.emplace(columns[c], c);
    for (const std::string_view name : line->cells()) {
        const auto column = byName.find(name);
        if (column == byName.end())
            return Error{"data.without", unknownName(translated("column"), name, columns)};
        if (table.columns[column->second].isTarget)
            return Error{"data.without", table.nameOf(column->second) + " is the target"};
        table.columns[column->second].isLeftOut = true;
    }
    return success();
}

/// Numbers of the examples are in the order of the file's columns.
void nameColumns(const Table& table, Dataset& dataset)
{
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const Column& column = table.columns[c];
        const std::string& name = table.csv.names()[c];
        if (column.isTarget)
            dataset.targetColumns.push_back({.name = name});
        else if (!column.isLeftOut && !column.isText)
            dataset.featureColumns.push_back({.name = name});
        else if (!column.isLeftOut)
            for (const auto& [text, number] : column.texts)
                dataset.featureColumns.push_back({.name = name, .text = text});
    }
}

} // namespace

Result<Dataset> loadCsv(const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    const Result<std::string> named = fileOf(config, "file");
    if (!named)
        return named.error();
    const std::string& file = *named;
    const std::string& separator = config.text("separator");
    const CsvForm form{.separator = separator == "tab" ? '\t'
            : separator == "semicolon"                 ? ';'
                                                       : ',',
        .decimalPoint = config.text("decimal") == "comma" ? ',' : '.',
        .hasNames = config.flag("has_names")};
    Result<CsvReader> csv = CsvReader::open(file, form, stop);
    if (!csv)
        return csv.error();
    const std::size_t columns = csv->names().size();
    if (columns < 2) {
        std::string first = csv->hasNames() ? csv->names()[0] : "";
        if (const Result<bool> isThere = csv->next(); first.empty() && isThere && *isThere)
            first = csv->cells()[0];
        return Error{file,
            "expected at least 2 columns, a feature and a target"
                + otherSeparatorHint(first, form.separator)};
    }
    const Result<std::size_t> target = targetColumn(csv->names(), config.text("target"));
    if (!target)
        return target.error().within(file);
    Table table{*csv, std::vector<Column>(columns), form.decimalPoint, config.text("missing") == "leave_out"};
    table.columns[*target].isTarget = true;
    if (const Status left = leaveOut(table, config.text("without")); !left)
        return left.error();
    const Status found
        = findTexts(table, config.text("task") == "classification", config.text("texts") == "features");
    if (!found)
        return found.error();
    std::size_t features = 0;
    for (const Column& column : table.columns)
        features += column.features();
    if (features == 0)
        return Error{file, "expected a feature beside the target: every other column is left out or empty"};
    Result<Examples> examples = readExamples(table, features);
    if (!examples)
        return examples.error();
    Dataset all;
    all.featureShape = {static_cast<std::int64_t>(features)};
    for (const auto& [text, number] : table.columns[*target].texts)
        all.classNames.push_back(text);
    nameColumns(table, all);
    all.train = *std::move(examples);
    Result<Dataset> dataset = split(std::move(all), config, seed, stop);
    if (!dataset)
        return dataset.error().within(file);
    if (config.flag("has_names") && !csv->hasNames())
        dataset->notes.push_back("data.has_names: the first line of " + file
            + " is numbers, so it was read as an example and the columns are named 0, 1, 2, ...; if it names the "
              "columns, write a letter into it");
    return dataset;
}

} // namespace ulpscope
