// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy/policy_argument.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/judge/runs/ledger.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <map>

namespace ulpscope::cli {

namespace {

struct LedgerArguments
{
    std::string session;
    std::string policy;
    bool asJson = false;
};

Json toJson(const LedgerBytes& bytes, const std::map<std::string, double>& multiplyAdds)
{
    return Json{{"bytes",
                    Json{{"weights", bytes.weights}, {"master_copies", bytes.masterCopies},
                        {"activations", bytes.activations}, {"optimizer_state", bytes.optimizerState},
                        {"scales", bytes.scales}, {"total", bytes.total()}}},
        {"multiply_adds", multiplyAdds}};
}

/// Whole bytes up to where single bytes do not matter.
std::string bytesText(double bytes)
{
    const std::array<const char*, 4> units{" B", " KiB", " MiB", " GiB"};
    std::size_t unit = 0;
    while (bytes >= 10240 && unit + 1 < units.size()) {
        bytes /= 1024;
        ++unit;
    }
    return roundedText(bytes) + units.at(unit);
}

std::vector<std::string> rowOf(const std::string& name, const std::string& policy, const LedgerBytes& bytes)
{
    return {name, policy, bytesText(bytes.weights), bytesText(bytes.masterCopies),
        bytesText(bytes.activations), bytesText(bytes.optimizerState), bytesText(bytes.scales),
        bytesText(bytes.total())};
}

int execute(const LedgerArguments& arguments)
{
    SessionSpec session = sessionArgument(arguments.session);
    if (!arguments.policy.empty())
        usePolicyAsCompile(session, orFail(policyArgument(arguments.policy), atPolicyOption));
    const Kernels kernels = orFail(Kernels::load());
    const Ledger ledger = orFail(ledgerOf(session, kernels), inside(arguments.session));
    if (arguments.asJson) {
        Json json = toJson(ledger.bytes, ledger.multiplyAdds);
        json["layers"] = Json::array();
        for (const LedgerRow& row : ledger.rows) {
            Json layer{{"path", row.path}, {"policy", row.policy}};
            layer.update(toJson(row.bytes, row.multiplyAdds));
            layer["variables"] = Json::array();
            for (const LedgerVariable& variable : row.variables)
                layer["variables"].push_back(Json{{"name", variable.name}, {"shape", variable.shape.text()},
                    {"dtype", variable.stored->name}, {"trainable", variable.trainable},
                    {"bytes", variable.bytes}, {"cast_bytes", variable.castBytes},
                    {"optimizer_bytes", variable.optimizerBytes}});
            json["layers"].push_back(std::move(layer));
        }
        return print(layoutJson(json));
    }
    std::vector<std::vector<std::string>> bytes{
        {"layer", "policy", "weights", "master copies", "activations", "optimizer state", "scales", "total"}};
    for (const LedgerRow& row : ledger.rows)
        bytes.push_back(rowOf(row.path, row.policy, row.bytes));
    bytes.push_back(rowOf("total", "", ledger.bytes));
    std::vector<std::vector<std::string>> products{{"products of a step", "multiply-adds"}};
    for (const auto& [formats, count] : ledger.multiplyAdds)
        products.push_back({formats, roundedText(count)});
    return print(titleOf(session, arguments.session) + ", batch of "
        + std::to_string(session.training.batchSize) + "\n" + alignedTable(bytes) + "\n"
        + alignedTable(products));
}

} // namespace

void defineLedger(CLI::App& command, Action& action)
{
    command.footer(
        "Nothing is trained. Bytes are those of the dtypes, as a framework stores them; a weight that is computed with in\n"
        "another dtype than it is stored in counts in both. Activations: the outputs of a batch and the casts of inputs.\n"
        "Scales: of blocks and integer kernels, and amax histories. --json lists each variable.\n"
        "Examples: ulpscope-cli ledger fashion-mnist\n"
        "          ulpscope-cli ledger fashion-mnist --policy float8_from_mixed_bfloat16 --json");
    auto arguments = std::make_shared<LedgerArguments>();
    command.add_option("SESSION", arguments->session, "Session file or scene")->required();
    command
        .add_option("--policy", arguments->policy, "Global policy by name, or a file with Keras' policy JSON")
        ->type_name("NAME|FILE");
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return execute(*arguments); }; });
}

} // namespace ulpscope::cli
