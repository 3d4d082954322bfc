// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "engine/kernels/accumulator.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

int showAsTable()
{
    std::vector<std::vector<std::string>> rows{{"name", "example", "summary", "source"}};
    for (const AccumulatorRow& row : accumulatorRows())
        rows.push_back({std::string(row.pattern), std::string(row.example), std::string(row.summary),
            std::string(row.source)});
    return print(alignedTable(rows));
}

int showAsJson()
{
    Json list = Json::array();
    for (const AccumulatorRow& row : accumulatorRows())
        list.push_back({{"pattern", row.pattern}, {"example", row.example}, {"summary", row.summary},
            {"source", row.source}});
    return print(layoutJson(list));
}

} // namespace

void defineAccumulators(CLI::App& command, Action& action)
{
    command.footer("Parts in [brackets] may be left out; without a format, sums have that of the operands.\n"
                   "Example: ulpscope-cli accumulators --json");
    auto asJson = std::make_shared<bool>(false);
    command.add_flag("--json", *asJson, "Print a JSON list");
    command.callback(
        [&action, asJson] { action = [asJson] { return *asJson ? showAsJson() : showAsTable(); }; });
}

} // namespace ulpscope::cli
