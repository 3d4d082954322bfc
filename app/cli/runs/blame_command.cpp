// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/progress_bar.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/judge/runs/blame.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ulpscope::cli {

namespace {

struct BlameArguments
{
    std::string session;
    std::int64_t steps = 100;
    int threads = 1;
    bool asJson = false;
};

std::string_view nameOf(ProductPart part)
{
    switch (part) {
    case ProductPart::Input:
        return "input";
    case ProductPart::Kernel:
        return "kernel";
    case ProductPart::Gradient:
        return "gradient";
    case ProductPart::Output:
        break;
    }
    return "output";
}

std::string blameShareText(double share)
{
    return std::isnan(share) ? "-" : roundedText(100 * share) + " %";
}

Json toJson(const BlameTable& table)
{
    const auto metrics = [](const BlameMetrics& given) {
        return Json{{"output_error", given.outputError}, {"gradient_error", given.gradientError}};
    };
    Json rows = Json::array();
    for (const BlameRow& row : table.rows)
        rows.push_back(Json{{"layer", row.layer}, {"local_output_error", row.localOutputError},
            {"local_gradient_error", row.localGradientError}, {"restored", metrics(row.restored)},
            {"output_error_share", row.outputErrorShare}});
    Json parts = Json::array();
    for (const PartBlame& each : table.parts)
        parts.push_back(Json{{"layer", table.worst}, {"part", nameOf(each.part)},
            {"restored", metrics(each.restored)}, {"output_error_share", each.outputErrorShare}});
    return Json{{"steps", table.steps}, {"as_it_is", metrics(table.asItIs)}, {"layers", std::move(rows)},
        {"parts_of_worst", std::move(parts)}};
}

int execute(const BlameArguments& arguments)
{
    const SessionSpec session = sessionArgument(arguments.session);
    const Kernels kernels = orFail(Kernels::load());
    BlameTable table;
    {
        ProgressBar bar("restoring layers");
        const auto show = [&](auto done, auto steps) {
            bar.show(done, steps);
            return true;
        };
        table = orFail(blame(session, kernels,
                           {.steps = arguments.steps, .threads = arguments.threads, .progress = show}),
            inside(arguments.session));
    }
    if (arguments.asJson)
        return print(layoutJson(toJson(table)));
    std::vector<std::vector<std::string>> rows{{"layer", "local error", "local error of gradients",
        "output error", "gradient error", "share of the output error"}};
    rows.push_back({"(as it is)", "", "", roundedText(table.asItIs.outputError),
        roundedText(table.asItIs.gradientError), ""});
    for (const BlameRow& row : table.rows)
        rows.push_back({row.layer, roundedText(row.localOutputError), roundedText(row.localGradientError),
            roundedText(row.restored.outputError), roundedText(row.restored.gradientError),
            blameShareText(row.outputErrorShare)});
    for (const PartBlame& each : table.parts)
        rows.push_back({table.worst + ", only its " + std::string(nameOf(each.part)), "", "",
            roundedText(each.restored.outputError), roundedText(each.restored.gradientError),
            blameShareText(each.outputErrorShare)});
    const auto any = [&](auto holds) { return std::any_of(table.rows.begin(), table.rows.end(), holds); };
    std::string words;
    if (any([](const BlameRow& row) { return row.outputErrorShare < 0; }))
        words
            += "A share below 0: with that layer in float32 the error is larger. Its roundings then took away some of\n"
               "what others make, or the two runs drifted apart for another reason: look at its local error.\n";
    if (any([](const BlameRow& row) { return std::isnan(row.outputErrorShare); }))
        words
            += "A share of \"-\": there is none, because an output error is NaN: a step of that run, or of the one as it is,\n"
               "had a NaN or an infinity in the model's output.\n";
    return print(titleOf(session, arguments.session) + ", means over " + counted(table.steps, "step") + "\n"
        + alignedTable(rows) + words);
}

} // namespace

void defineBlame(CLI::App& command, Action& action)
{
    command.footer(
        "The session is trained beside its float64 reference as it is, and once more for each layer with that layer alone in\n"
        "float32. Local error: the layer redone in float64 from its own inputs. Output and gradient error: against the\n"
        "reference, with the layer restored. All are relative L2, means over the steps. For the layer that helps most, so with\n"
        "each operand of its products alone, input, kernel and gradient, and with its output.\n"
        "Example: ulpscope-cli blame circle --steps 200");
    auto arguments = std::make_shared<BlameArguments>();
    command.add_option("SESSION", arguments->session, "Session file or scene")->required();
    command.add_option("--steps", arguments->steps, "Steps to train each")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000}))
        ->capture_default_str();
    command.add_option("--threads", arguments->threads, "At most this many threads")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return execute(*arguments); }; });
}

} // namespace ulpscope::cli
