// SPDX-License-Identifier: GPL-3.0-or-later
// CSV files, after a first byte that says how they are read: as a table, which is written and read again, and as a data
// set.
#include "tests/fuzz/fuzz_target.h"

#include "engine/data/dataset_catalog.h"
#include "engine/file/csv.h"
#include "tests/fuzz/scratch_file.h"

#include <array>

namespace {

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;
using fuzz::requireFine;

struct Separator
{
    char character;
    const char* name;
};
constexpr std::array<Separator, 3> kSeparators{{{',', "comma"}, {';', "semicolon"}, {'\t', "tab"}}};

void appendRow(const std::vector<std::string>& cells, char separator, std::string& text)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        text += i == 0 ? "" : std::string(1, separator);
        text += '"';
        for (const char c : cells[i])
            text += c == '"' ? "\"\"" : std::string(1, c);
        text += '"';
    }
    text += '\n';
}

void writeAndRead(const CsvTable& table, char separator)
{
    std::string text;
    if (table.hasNames)
        appendRow(table.names, separator, text);
    for (const std::vector<std::string>& row : table.rows)
        appendRow(row, separator, text);
    const Result<CsvTable> again = readCsv(fuzz::scratchFile("written.csv", text), separator, table.hasNames);
    requireFine(again, "what was written can be read");
    // A row of one empty cell is an empty line.
    require(table.names.size() == 1 || (again->rows == table.rows && again->names == table.names),
        "cells survive");
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const Separator& separator = kSeparators[data[0] % kSeparators.size()];
    const bool hasNames = (data[0] & 8) != 0;
    const std::string task = (data[0] & 16) != 0 ? "classification" : "regression";
    const std::string path = fuzz::scratchFile("data.csv", fuzz::textOf(data + 1, size - 1));
    const Result<CsvTable> table = readCsv(path, separator.character, hasNames);
    if (!isFine(table))
        return 0;
    require(table->lines.size() == table->rows.size(), "every row has a line");
    for (const std::vector<std::string>& row : table->rows)
        require(row.size() == table->names.size(), "rows are as long as the names");
    writeAndRead(*table, separator.character);

    const Component csv{"csv",
        {{"file", path}, {"separator", std::string(separator.name)}, {"has_names", hasNames}, {"task", task},
            {"normalization", std::string("standard")}}};
    const Result<Component> checked = checkComponent(datasetCatalog(), "dataset", csv);
    requireFine(checked, "the parameters are right");
    const Result<Dataset> dataset = loadDataset(*checked, 1);
    isFine(dataset);
    return 0;
}
