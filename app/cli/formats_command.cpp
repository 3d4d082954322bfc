// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"
#include "engine/io/json_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

int showAsTable()
{
    std::vector<std::vector<std::string>> rows{{"name", "alias", "bits", "E", "M", "bias", "max",
        "min normal", "min subnormal", "eps", "inf", "source"}};
    for (const Format& format : formats())
        rows.push_back({std::string(format.name), std::string(format.alias), std::to_string(format.bits()),
            std::to_string(format.exponentBits), std::to_string(format.mantissaBits),
            std::to_string(format.bias), shortestText(format.maxFinite()), shortestText(format.minNormal()),
            shortestText(format.minSubnormal()), shortestText(format.epsilon()),
            format.hasInfinity() ? "yes" : "no", std::string(format.source)});
    return print(alignedTable(rows));
}

int showAsJson()
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Format& format : formats())
        list.push_back({{"name", format.name}, {"alias", format.alias}, {"bits", format.bits()},
            {"exponent_bits", format.exponentBits}, {"mantissa_bits", format.mantissaBits},
            {"bias", format.bias}, {"max", format.maxFinite()}, {"min_normal", format.minNormal()},
            {"min_subnormal", format.minSubnormal()}, {"eps", format.epsilon()},
            {"has_infinity", format.hasInfinity()}, {"source", format.source}});
    return print(layoutJson(list));
}

} // namespace

void addFormats(CLI::App& app, Action& action)
{
    CLI::App* command = app.add_subcommand("formats", "List the number formats and their limits");
    command->footer("E and M are exponent and stored mantissa bits. Every limit follows from the row.\n"
                    "Example: ulpscope-cli formats --json");
    auto asJson = std::make_shared<bool>(false);
    command->add_flag("--json", *asJson, "Print a JSON list");
    command->callback(
        [&action, asJson] { action = [asJson] { return *asJson ? showAsJson() : showAsTable(); }; });
}

} // namespace ulpscope::cli
