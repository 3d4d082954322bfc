// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/csv_data.h"

#include "engine/base/closest_name.h"
#include "engine/base/shown_text.h"
#include "engine/data/dataset.h"
#include "engine/file/csv.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>

namespace ulpscope {

namespace {

/// The column's index: by name, else the last one.
Result<std::size_t> targetColumn(const std::vector<std::string>& columns, const std::string& name)
{
    if (name.empty())
        return columns.size() - 1;
    const auto found = std::find(columns.begin(), columns.end(), name);
    if (found == columns.end())
        return Error{"", unknownName("column", name, columns)};
    return static_cast<std::size_t>(found - columns.begin());
}

using ClassNumbers = std::map<std::string, float, std::less<>>;

/// Texts as class numbers, if any cell of the column is none.
Result<ClassNumbers> classNumbers(CsvReader& csv, std::size_t column)
{
    bool areNumbers = true;
    Result<bool> isThere = false;
    while (areNumbers && (isThere = csv.next()) && *isThere)
        areNumbers = csvNumber(csv.cells()[column]).has_value();
    csv.rewind();
    if (!isThere)
        return isThere.error();
    ClassNumbers classes;
    while (!areNumbers && (isThere = csv.next()) && *isThere) {
        const std::string_view cell = csv.cells()[column];
        if (!classes.contains(cell))
            classes.emplace(cell, 0.0F);
        if (classes.size() > static_cast<std::size_t>(kMostClasses))
            return Error{csv.place(),
                "column " + shownText(csv.names()[column]) + ": expected at most 2^20 different classes"};
    }
    csv.rewind();
    if (!isThere)
        return isThere.error();
    float next = 0;
    for (auto& [text, number] : classes)
        number = next++;
    return classes;
}

/// The examples of a file whose columns are known; an error at the line that does not fit.
Result<Examples> readExamples(CsvReader& csv, std::size_t target, const ClassNumbers& classes)
{
    const std::size_t columns = csv.names().size();
    Examples examples;
    const std::size_t mostRows = std::min(csv.mostRows(), csv.mostCells() / columns + 1);
    examples.features.reserve(mostRows * (columns - 1)); // only what is written to becomes memory
    examples.targets.reserve(mostRows);
    Result<bool> isThere = false;
    while ((isThere = csv.next()) && *isThere) {
        if (++examples.count > kMostExamples)
            return Error{csv.place(), "expected at most 2^24 examples"};
        if (examples.count > kMostTableValues / static_cast<std::int64_t>(columns))
            return Error{csv.place(), "expected at most 2^28 numbers"};
        for (std::size_t c = 0; c < columns; ++c) {
            const std::string_view cell = csv.cells()[c];
            const bool isClass = c == target && !classes.empty();
            const std::optional<double> value = isClass ? classes.find(cell)->second : csvNumber(cell);
            if (!value)
                return Error{csv.place(),
                    "column " + shownText(csv.names()[c]) + ": expected a number, got '" + shownText(cell, 40)
                        + "'"};
            (c == target ? examples.targets : examples.features).push_back(static_cast<float>(*value));
        }
    }
    if (!isThere)
        return isThere.error();
    return examples;
}

} // namespace

Result<Dataset> loadCsv(const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    const Result<std::string> named = fileOf(config, "file");
    if (!named)
        return named.error();
    const std::string& file = *named;
    const std::string& separator = config.text("separator");
    const char character = separator == "tab" ? '\t' : separator == "semicolon" ? ';' : ',';
    Result<CsvReader> csv = CsvReader::open(file, character, config.flag("has_names"), stop);
    if (!csv)
        return csv.error();
    const std::size_t columns = csv->names().size();
    if (columns < 2) {
        std::string first = csv->hasNames() ? csv->names()[0] : "";
        if (const Result<bool> isThere = csv->next(); first.empty() && isThere && *isThere)
            first = csv->cells()[0];
        return Error{file,
            "expected at least 2 columns, a feature and a target" + otherSeparatorHint(first, character)};
    }
    const Result<std::size_t> target = targetColumn(csv->names(), config.text("target"));
    if (!target)
        return target.error().within(file);
    Result<ClassNumbers> classes = ClassNumbers();
    if (config.text("task") == "classification")
        classes = classNumbers(*csv, *target);
    if (!classes)
        return classes.error();
    Result<Examples> examples = readExamples(*csv, *target, *classes);
    if (!examples)
        return examples.error();
    Dataset all;
    all.featureShape = {static_cast<std::int64_t>(columns - 1)};
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
