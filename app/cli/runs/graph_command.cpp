// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/session_argument.h"
#include "engine/graph/print.h"
#include "engine/train/step_formula.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace ulpscope::cli {

namespace {

struct GraphArguments
{
    std::string session;
    std::string step = "whole";
    bool asDot = false;
    bool asJson = false;
};

nlohmann::ordered_json jsonOf(const graph::Graph& graph)
{
    nlohmann::ordered_json operations = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        const graph::Node& node = graph.nodes()[i];
        nlohmann::ordered_json operation{{"id", i}, {"operation", graph::rowOf(node.operation).name},
            {"part", graph::nameOf(node.pass)}, {"layer", graph.owners()[node.owner.index()].path},
            {"dtype", node.format->name}, {"shape", node.shape.extents()}};
        if (!node.name.empty())
            operation["name"] = node.name;
        if (node.operation == graph::Operation::Constant)
            operation["number"] = node.attributes.number;
        for (const graph::ValueId operand : node.operands)
            operation["operands"].push_back(operand.index());
        if (node.group)
            operation["function"] = graph.groups()[node.group->index()].name;
        if (!node.addedBy.empty())
            operation["added_by"] = node.addedBy;
        operations.push_back(std::move(operation));
    }
    nlohmann::ordered_json outputs = nlohmann::ordered_json::array();
    for (const graph::Output& output : graph.outputs()) {
        outputs.push_back({{"name", output.name}, {"id", output.value.index()}});
        if (output.variable)
            outputs.back()["variable"] = graph.nameOf(*output.variable);
    }
    return {{"operations", std::move(operations)}, {"outputs", std::move(outputs)}};
}

int run(const GraphArguments& arguments)
{
    const SessionSpec session = sessionArgument(arguments.session);
    const CheckedSession checked = orFail(resolveSession(session), inside(arguments.session));
    const graph::Graph step
        = orFail(stepFormula(checked, arguments.step == "forward" ? StepPart::Forward : StepPart::Whole),
            inside(arguments.session));
    const std::string title = titleOf(session, arguments.session);
    if (arguments.asJson)
        return print(jsonOf(step).dump(1) + '\n');
    if (arguments.asDot)
        return print(graph::dotOf(step, title));
    std::string heading = title + ": " + std::to_string(step.nodes().size()) + " operations";
    for (const auto& [pass, count] : graph::addedBy(step))
        heading += ", " + std::to_string(count) + " by " + std::string(pass);
    return print(heading + "\n\n" + graph::textOf(step));
}

} // namespace

void defineGraph(CLI::App& command, Action& action)
{
    command.footer(
        "Operations have the names of JAX's primitives. What follows # is the function that an operation is part of, and the\n"
        "pass that put it there. A session with a layer or a policy without a formula is refused.\n"
        "Example: ulpscope-cli graph circle --dot | dot -Tsvg > circle.svg");
    auto arguments = std::make_shared<GraphArguments>();
    command.add_option("SESSION", arguments->session, "Session file or scene")->required();
    command.add_option("--step", arguments->step, "How much of the step")
        ->check(CLI::IsMember({"forward", "whole"}))
        ->capture_default_str();
    CLI::Option* dot = command.add_flag("--dot", arguments->asDot, "Print it for Graphviz");
    command.add_flag("--json", arguments->asJson, "Print it as JSON")->excludes(dot);
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
