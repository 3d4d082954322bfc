// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/progress_bar.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/io/recordings/device_result.h"
#include "app/judge/arithmetic/device_models.h"
#include "engine/base/number_text.h"
#include "engine/base/text_lists.h"
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"
#include "engine/file/whole_file.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ulpscope::cli {

extern const std::string_view kDeviceScript; // which the build makes of resources/device/device_check.py

namespace {

struct DeviceArguments
{
    std::string result;
    std::string script;
    bool isWhole = false;
    bool asJson = false;
};

/// A product or a function and what it came to.
struct CheckedCase
{
    std::string what; ///< "x W^T", "exp"
    std::string operands; ///< "float16", "float8_e4m3fn x float8_e5m2"
    std::string values;
    std::vector<std::int64_t> shape; ///< [M, K, N], [elements]
    const Format* format = nullptr; ///< of the result
    DeviceOutcome outcome;
};

std::string bitsText(const Format& format, double value)
{
    std::string digits;
    for (std::uint64_t code = encode(format, value); static_cast<int>(digits.size()) * 4 < format.bits();
         code >>= 4)
        digits.insert(digits.begin(), "0123456789abcdef"[code & 15]);
    return "0x" + digits;
}

std::string numberText(const Format& format, double value)
{
    return bitsText(format, value) + " (" + shortestText(value) + ")";
}

CheckedCase checked(const Kernels& kernels, const DeviceProduct& product)
{
    const std::string a(product.a.format().name);
    const std::string b(product.b.format().name);
    return {product.run, a == b ? a : a + " x " + b, product.values,
        {product.a.shape()[0], product.a.shape()[1], product.b.shape()[1]}, &product.y.format(),
        productOutcome(kernels, product.a, product.b, product.y)};
}

CheckedCase checked(const DeviceFunction& function)
{
    return {function.function, "float32", function.values, {static_cast<std::int64_t>(function.x.size())},
        &float32Format(), functionOutcome(function.function, function.x, function.y)};
}

/// Products before functions.
std::vector<CheckedCase> checkedCases(DeviceResult& result)
{
    const Kernels kernels = orFail(Kernels::load());
    ProgressBar bar("computing", "case");
    const auto all = static_cast<std::int64_t>(result.products() + result.functions());
    std::vector<CheckedCase> cases;
    for (std::size_t i = 0; i < result.products(); ++i) {
        bar.show(static_cast<std::int64_t>(cases.size()), all);
        cases.push_back(checked(kernels, orFail(result.product(i))));
    }
    for (std::size_t i = 0; i < result.functions(); ++i) {
        bar.show(static_cast<std::int64_t>(cases.size()), all);
        cases.push_back(checked(orFail(result.function(i))));
    }
    return cases;
}

Json deviceNumber(double value)
{
    return std::isfinite(value) ? Json(value) : Json(shortestText(value));
}

Json caseJson(const CheckedCase& each)
{
    Json json{{"what", each.what}, {"operands", each.operands}, {"values", each.values},
        {"shape", each.shape}, {"result", each.format->name}, {"elements", each.outcome.elements},
        {"holding", each.outcome.holding()}, {"models", Json::array()}};
    for (const ModelOutcome& model : each.outcome.models) {
        json["models"].push_back({{"model", model.model}, {"different", model.different}});
        if (!model.first)
            continue;
        const DeviceElement& first = *model.first;
        Json& element = json["models"].back()["first"];
        element = {{"index", first.index}, {"device", deviceNumber(first.device)},
            {"device_bits", bitsText(*each.format, first.device)}, {"model", deviceNumber(first.model)},
            {"model_bits", bitsText(*each.format, first.model)}};
        if (first.argument)
            element["argument"] = deviceNumber(*first.argument);
    }
    return json;
}

int showAsJson(const DeviceResult& result, const std::vector<CheckedCase>& cases)
{
    Json json{{"device", Json::object()}, {"products", Json::array()}, {"functions", Json::array()},
        {"skipped", Json::array()}};
    for (const auto& [key, value] : result.facts())
        json["device"][key] = value;
    for (std::size_t i = 0; i < cases.size(); ++i)
        json[i < result.products() ? "products" : "functions"].push_back(caseJson(cases[i]));
    for (const auto& [what, why] : result.skipped())
        json["skipped"].push_back({{"what", what}, {"why", why}});
    return print(layoutJson(json));
}

/// "[3, 5]: device 0x3c01 (1.0009765625), model 0x3c00 (1)"
std::string elementText(const CheckedCase& each, const DeviceElement& element)
{
    return indexText(element.index)
        + (element.argument ? ", of " + numberText(*each.format, *element.argument) : std::string())
        + ": device " + numberText(*each.format, element.device) + ", model "
        + numberText(*each.format, element.model);
}

std::string differenceText(const CheckedCase& each, const ModelOutcome& model)
{
    const double share = static_cast<double>(model.different) / static_cast<double>(each.outcome.elements);
    return std::to_string(model.different) + " of " + std::to_string(each.outcome.elements) + " ("
        + percentText(100 * share) + "), the first at " + elementText(each, *model.first);
}

/// How a model does over all cases of one run and the same operands.
struct ModelTotal
{
    std::string model;
    std::size_t cases = 0; ///< that it was tried for
    std::size_t held = 0;
    std::int64_t elements = 0;
    std::int64_t different = 0;
    const CheckedCase* example = nullptr; ///< a case in which it differs
    const ModelOutcome* outcome = nullptr; ///< there
};

struct CaseGroup
{
    std::string what;
    std::string operands;
    std::vector<const CheckedCase*> cases;
    std::vector<ModelTotal> totals;

    bool holds(const ModelTotal& total) const { return total.held == cases.size(); }
};

std::vector<CaseGroup> groupsOf(const std::vector<CheckedCase>& cases)
{
    std::vector<CaseGroup> groups;
    for (const CheckedCase& each : cases) {
        auto group = std::ranges::find_if(groups, [&](const CaseGroup& known) {
            return known.what == each.what && known.operands == each.operands;
        });
        if (group == groups.end())
            group = groups.insert(groups.end(), {each.what, each.operands, {}, {}});
        group->cases.push_back(&each);
        for (const ModelOutcome& model : each.outcome.models) {
            auto total = std::ranges::find(group->totals, model.model, &ModelTotal::model);
            if (total == group->totals.end())
                total = group->totals.insert(group->totals.end(), {model.model});
            ++total->cases;
            total->held += model.holds() ? 1U : 0U;
            total->elements += each.outcome.elements;
            total->different += model.different;
            if (!model.holds() && total->outcome == nullptr) {
                total->example = &each;
                total->outcome = &model;
            }
        }
    }
    return groups;
}

std::string groupsTable(const std::vector<CaseGroup>& groups)
{
    std::vector<std::vector<std::string>> rows{{"what", "operands", "cases", "models that hold in all"}};
    for (const CaseGroup& group : groups) {
        std::vector<std::string> holding;
        for (const ModelTotal& total : group.totals)
            if (group.holds(total))
                holding.push_back(total.model);
        rows.push_back({group.what, group.operands, std::to_string(group.cases.size()),
            holding.empty() ? "none" : joinedText(holding, ", ")});
    }
    return alignedTable(rows);
}

/// The cases that no model explains, with the nearest one.
std::string unexplainedTable(const std::vector<CheckedCase>& cases)
{
    std::vector<std::vector<std::string>> rows{
        {"not explained", "operands", "result", "values", "shape", "nearest model", "elements that differ"}};
    for (const CheckedCase& each : cases) {
        const ModelOutcome& best = each.outcome.best();
        if (!best.holds())
            rows.push_back({each.what, each.operands, std::string(each.format->name), each.values,
                indexText(each.shape), best.model, differenceText(each, best)});
    }
    return rows.size() > 1 ? "\n" + alignedTable(rows) : "";
}

/// The models that do not hold in all cases of a group, of those that were tried for all.
std::string failuresTable(const std::vector<CaseGroup>& groups)
{
    std::vector<std::vector<std::string>> rows{
        {"does not hold", "what", "operands", "holds in", "elements that differ", "one of them"}};
    for (const CaseGroup& group : groups)
        for (const ModelTotal& total : group.totals)
            if (total.outcome != nullptr && total.cases == group.cases.size())
                rows.push_back({total.model, group.what, group.operands,
                    std::to_string(total.held) + " of " + std::to_string(group.cases.size()),
                    std::to_string(total.different) + " of " + std::to_string(total.elements),
                    elementText(*total.example, *total.outcome->first)});
    return rows.size() > 1 ? "\n" + alignedTable(rows) : "";
}

int show(const DeviceArguments& arguments)
{
    DeviceResult result = orFail(DeviceResult::open(arguments.result));
    const std::vector<CheckedCase> cases = checkedCases(result);
    if (arguments.asJson)
        return showAsJson(result, cases);
    std::string text;
    for (const auto& [key, value] : result.facts())
        text += (text.empty() ? "" : ", ") + key + " " + shownText(value);
    const std::vector<CaseGroup> groups = groupsOf(cases);
    text += "\n\n" + groupsTable(groups) + unexplainedTable(cases);
    if (arguments.isWhole)
        text += failuresTable(groups);
    for (const auto& [what, why] : result.skipped())
        text += "not run there: " + shownText(what) + ": " + shownText(why, 300) + "\n";
    return print(text);
}

int writeScript(const std::string& file)
{
    orFail(writeWholeFile(file, kDeviceScript));
    return print("Run " + file + " where the GPU is, with PyTorch and NumPy: python3 " + file + "\n");
}

} // namespace

void defineDeviceCheck(CLI::App& command, Action& action)
{
    command.footer(
        "The script runs on CUDA and on ROCm and writes device_result.npz: products of float16, bfloat16, tf32 and float8, and\n"
        "functions in float32. Here each product is computed by every tensor core of ulpscope-cli accumulators that takes\n"
        "its operands, and each function as CUDA's library computes it on an H200. A model holds where every element has the same\n"
        "bits. Where none does, tensor cores for wider operands, with promotion and with slices are tried, and the nearest model is told.\n"
        "Examples: ulpscope-cli device check --write-script\n"
        "          ulpscope-cli device check device_result.npz");
    auto arguments = std::make_shared<DeviceArguments>();
    auto* script = command
                       .add_option("--write-script", arguments->script,
                           "Write the Python file that records a device (default: device_check.py)")
                       ->expected(0, 1)
                       ->default_str("device_check.py")
                       ->type_name("FILE");
    command.add_flag("--all", arguments->isWhole, "The models that do not hold too, each with an element");
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.add_option("RESULT.npz", arguments->result, "What the script has written")->excludes(script);
    command.callback([&action, arguments, script] {
        if (script->count() == 0 && arguments->result.empty())
            throw CLI::RequiredError("RESULT.npz or --write-script");
        action = [arguments, isScript = script->count() > 0] {
            if (isScript)
                return writeScript(arguments->script.empty() ? "device_check.py" : arguments->script);
            return show(*arguments);
        };
    });
}

} // namespace ulpscope::cli
