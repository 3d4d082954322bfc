// SPDX-License-Identifier: GPL-3.0-or-later
// CSV files, after a first byte that says how they are read: as a table, which is written and read again, and as a data
// set.
#include "tests/fuzz/fuzz_target.h"

#include "engine/data/dataset_catalog.h"
#include "engine/file/csv.h"
#include "engine/session/fitted_session.h"
#include "tests/fuzz/scratch_file.h"

#include <array>
#include <optional>

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

template <class Cells>
void appendRow(const Cells& cells, char separator, std::string& text)
{
    bool isFirst = true;
    for (const std::string_view cell : cells) {
        text += isFirst ? "" : std::string(1, separator);
        isFirst = false;
        text += '"';
        for (const char c : cell)
            text += c == '"' ? "\"\"" : std::string(1, c);
        text += '"';
    }
    text += '\n';
}

/// All of the table with every cell quoted; nothing where the file is wrong.
std::optional<std::string> quotedTable(
    const std::string& path, char separator, bool hasNames, std::size_t& columns)
{
    Result<CsvReader> reader = CsvReader::open(path, {.separator = separator, .hasNames = hasNames});
    if (!isFine(reader))
        return std::nullopt;
    columns = reader->names().size();
    std::string text;
    if (reader->hasNames())
        appendRow(reader->names(), separator, text);
    std::size_t rows = 0;
    for (Result<bool> next = reader->next();; next = reader->next()) {
        if (!isFine(next))
            return std::nullopt;
        if (!*next)
            break;
        require(reader->cells().size() == columns, "rows are as long as the names");
        appendRow(reader->cells(), separator, text);
        ++rows;
    }
    require(
        rows <= reader->mostRows() && rows * columns <= reader->mostCells(), "no more rows than foretold");
    reader->rewind();
    const Result<bool> first = reader->next();
    requireFine(first, "lines that were read can be read again");
    require(*first == (rows > 0), "there are lines again after going back");
    return text;
}

/// A session that is made of the file has the shape of the data that it then loads.
void checkFitted(const std::string& path)
{
    const Result<DataProfile> profile = profileData({.file = path, .kind = DataFileKind::Csv});
    if (!isFine(profile))
        return;
    const DataChoice choice = guessChoice(*profile);
    const Result<SessionSpec> session = fittedSession(*profile, choice);
    if (!isFine(session))
        return;
    const Result<Component> fitted = checkComponent(datasetCatalog(), "dataset", session->data);
    requireFine(fitted, "the parameters that are chosen are right");
    const Result<Dataset> data = loadDataset(*fitted, 1);
    if (isFine(data))
        require(data->featureShape == shapeOf(*profile, choice)->features, "the model has the data's shape");
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
    std::size_t columns = 0;
    const std::optional<std::string> table = quotedTable(path, separator.character, hasNames, columns);
    if (!table)
        return 0;
    const std::string written = fuzz::scratchFile("written.csv", *table);
    // A row of one empty cell is an empty line.
    if (columns > 1)
        require(quotedTable(written, separator.character, hasNames, columns) == table, "cells survive");

    const Component csv{"csv",
        {{"file", path}, {"separator", std::string(separator.name)}, {"has_names", hasNames}, {"task", task},
            {"normalization", std::string("standard")}}};
    const Result<Component> checked = checkComponent(datasetCatalog(), "dataset", csv);
    requireFine(checked, "the parameters are right");
    isFine(loadDataset(*checked, 1));
    checkFitted(path);
    return 0;
}
