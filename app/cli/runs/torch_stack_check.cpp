// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/torch_stack_check.h"

#include "app/cli/command.h"
#include "app/cli/policy/policy_argument.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/tensors/tensor_file.h"
#include "app/judge/arithmetic/torch_check.h"
#include "engine/base/shown_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ulpscope::cli {

namespace {

/// Assumes a GradScaler and Adam for the file's tensors, because a file of parameters does not say how they are trained.
Result<TorchSetup> setupOfFile(const std::string& path)
{
    const Result<std::unique_ptr<TensorFile>> file = openTensorFile(path);
    if (!file)
        return file.error();
    TorchSetup setup{.variables = {}, .hasScaler = true, .epsilon = 1e-8, .optimizer = "Adam"};
    for (const TensorEntry& entry : (*file)->tensors())
        if (entry.type != nullptr && entry.type->kind == ElementKind::Float)
            setup.variables.push_back(
                {shownLine(entry.name), std::string(entry.type->name), entry.elements()});
    return setup;
}

bool isTensorFile(const std::string& what)
{
    std::error_code failure;
    if (!std::filesystem::is_regular_file(what, failure))
        return false;
    const Result<bool> begins = beginsAsTensorFile(what);
    return begins.ok() && *begins;
}

struct DtypeCount
{
    std::uint64_t variables = 0;
    std::uint64_t elements = 0;
};

std::map<std::string, DtypeCount> dtypesOf(const TorchSetup& setup)
{
    std::map<std::string, DtypeCount> counts;
    for (const TorchVariables& variable : setup.variables) {
        ++counts[variable.dtype].variables;
        counts[variable.dtype].elements += variable.elements;
    }
    return counts;
}

int printTorchJson(const TorchSetup& setup, const TorchReport& report)
{
    Json json{{"stack", "torch"}, {"scaler", setup.hasScaler}, {"dtypes", Json::object()},
        {"problems", Json::array()}, {"remarks", report.remarks}};
    for (const auto& [dtype, count] : dtypesOf(setup))
        json["dtypes"][dtype] = {{"variables", count.variables}, {"elements", count.elements}};
    for (const TorchProblem& problem : report.problems)
        json["problems"].push_back({{"path", problem.path}, {"kind", kindName(problem.error.kind)},
            {"message", problem.error.message.text()}, {"advice", problem.advice}});
    return print(layoutJson(json));
}

int printTorchText(const TorchSetup& setup, const TorchReport& report, bool isFile)
{
    constexpr std::size_t kShown = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(report.problems.size(), kShown); ++i)
        text += report.problems[i].path + ": " + std::string(kindName(report.problems[i].error.kind)) + ": "
            + report.problems[i].error.message.text() + "\n";
    if (report.problems.size() > kShown)
        text += "and " + std::to_string(report.problems.size() - kShown) + " more\n";
    for (std::size_t i = 0; i < report.problems.size(); ++i)
        if (i == 0 || report.problems[i].advice != report.problems[i - 1].advice)
            text += report.problems[i].advice + "\n";
    if (report.problems.empty())
        text += "Nothing here raises in PyTorch.\n";
    if (isFile)
        text += "A file does not say how it is trained: with a GradScaler and Adam, that is.\n";
    for (const std::string& remark : report.remarks)
        text += remark + "\n";
    std::vector<std::vector<std::string>> rows{
        {"dtype", isFile ? "tensors" : "layers", isFile ? "elements" : ""}};
    for (const auto& [dtype, count] : dtypesOf(setup))
        rows.push_back({dtype, std::to_string(count.variables),
            isFile ? std::to_string(count.elements) : std::string()});
    return print(text + "\n" + alignedTable(rows));
}

} // namespace

int checkTorchStack(const std::string& what, bool asJson)
{
    const bool isFile = isTensorFile(what);
    Result<TorchSetup> setup = Error{};
    if (isFile) {
        setup = setupOfFile(what);
    } else if (const Result<SessionSpec> session = sessionArgument(what); session) {
        setup = torchSetup(*session);
    } else {
        return failAs(session.error(), asJson);
    }
    if (!setup)
        return failAs(setup.error(), asJson);
    const TorchReport report = checkForTorch(*setup);
    const int printed = asJson ? printTorchJson(*setup, report) : printTorchText(*setup, report, isFile);
    return printed == kDone && !report.problems.empty() ? kWrongUse : printed;
}

} // namespace ulpscope::cli
