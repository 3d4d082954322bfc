// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/csv_data.h"

#include "engine/base/closest_name.h"
#include "engine/data/table.h"
#include "engine/file/csv.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace ulpscope {

namespace {

std::optional<float> numberOf(const std::string& cell)
{
    double value = 0;
    const char* begin = cell.data() + (cell.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, cell.data() + cell.size(), value);
    if (error != std::errc{} || end != cell.data() + cell.size() || cell.empty())
        return std::nullopt;
    return static_cast<float>(value);
}

/// The column's index: by name, else the last one.
Result<std::size_t> targetColumn(const CsvTable& table, const std::string& name)
{
    if (name.empty())
        return table.names.size() - 1;
    const auto found = std::find(table.names.begin(), table.names.end(), name);
    if (found == table.names.end())
        return Error{"", unknownName("column", name, table.names)};
    return static_cast<std::size_t>(found - table.names.begin());
}

/// Texts as class numbers, if any cell of the column is none.
std::map<std::string, float> classNumbers(const CsvTable& table, std::size_t column)
{
    std::map<std::string, float> classes;
    bool areNumbers = true;
    for (const auto& row : table.rows) {
        areNumbers = areNumbers && numberOf(row[column]).has_value();
        classes.emplace(row[column], 0.0F);
    }
    if (areNumbers)
        return {};
    float next = 0;
    for (auto& [text, number] : classes)
        number = next++;
    return classes;
}

} // namespace

Result<Dataset> loadCsv(const Config& config, std::uint64_t seed)
{
    const Result<std::string> named = fileOf(config, "file");
    if (!named)
        return named.error();
    const std::string& file = *named;
    const std::string& separator = config.text("separator");
    const char character = separator == "tab" ? '\t' : separator == "semicolon" ? ';' : ',';
    const Result<CsvTable> read = readCsv(file, character, config.flag("has_names"));
    if (!read)
        return read.error();
    const CsvTable& table = *read;
    const std::size_t columns = table.names.size();
    if (columns < 2) {
        const std::string first = table.hasNames ? table.names[0]
            : table.rows.empty()                 ? ""
                                                 : table.rows[0][0];
        return Error{file,
            "expected at least 2 columns, a feature and a target" + otherSeparatorHint(first, character)};
    }
    if (static_cast<std::int64_t>(table.rows.size() * columns) > kMostTableValues)
        return Error{file, "expected at most 2^28 numbers"};
    const Result<std::size_t> target = targetColumn(table, config.text("target"));
    if (!target)
        return target.error().within(file);
    const std::map<std::string, float> classes = config.text("task") == "classification"
        ? classNumbers(table, *target)
        : std::map<std::string, float>();
    Table numbers;
    numbers.featureShape = {static_cast<std::int64_t>(columns - 1)};
    numbers.examples.count = static_cast<std::int64_t>(table.rows.size());
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        for (std::size_t c = 0; c < columns; ++c) {
            const std::string& cell = table.rows[r][c];
            const bool isClass = c == *target && !classes.empty();
            const std::optional<float> value = isClass ? classes.at(cell) : numberOf(cell);
            if (!value)
                return Error{file + ":" + std::to_string(table.lines[r]),
                    "column " + table.names[c] + ": expected a number, got '" + cell.substr(0, 40) + "'"};
            (c == *target ? numbers.examples.targets : numbers.examples.features).push_back(*value);
        }
    Result<Dataset> dataset = datasetOf(std::move(numbers), config, seed);
    if (!dataset)
        return dataset.error().within(file);
    if (config.flag("has_names") && !table.hasNames)
        dataset->notes.push_back("data.has_names: the first line of " + file
            + " is numbers, so it was read as an example and the columns are named 0, 1, 2, ...; if it names the "
              "columns, write a letter into it");
    return dataset;
}

} // namespace ulpscope
