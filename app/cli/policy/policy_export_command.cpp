// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy/policy_argument.h"
#include "app/cli/session_argument.h"
#include "app/io/exports/export_catalog.h"
#include "engine/file/whole_file.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

namespace {

int exportPolicies(
    const std::string& argument, const LoaderOptions& options, const ExportRow& kind, const std::string& file)
{
    const SessionSpec session = sessionArgument(argument);
    const ExportedText exported
        = orFail(kind.write(loaderArgument(options).applied(session)), inside(argument));
    if (!file.empty())
        orFail(writeWholeFile(file, exported.text));
    else if (const int printed = print(exported.text); printed != kDone)
        return printed;
    if (!exported.leftOut.empty())
        complain(kind.title + " cannot say:");
    for (const Message& sentence : exported.leftOut)
        complain("  " + sentence.text());
    return kDone;
}

} // namespace

void definePolicyExport(CLI::App& command, Action& action)
{
    std::string footer = "What --as takes:\n";
    for (const ExportRow& kind : exportCatalog()) {
        footer += "  " + kind.name + std::string(kind.name.size() < 16 ? 16 - kind.name.size() : 1, ' ')
            + kind.description + "\n";
        if (!kind.needs.empty())
            footer += std::string(18, ' ') + kind.needs + "\n";
    }
    command.footer(footer
        + "What the text cannot say is listed on standard error.\n"
          "Example: ulpscope-cli policy export circle --as keras-map -o policy.json\n"
          "         ulpscope-cli policy export circle --as keras-python -o model.py");
    auto session = std::make_shared<std::string>();
    auto as = std::make_shared<std::string>();
    auto file = std::make_shared<std::string>();
    auto options = std::make_shared<LoaderOptions>();
    command.add_option("SESSION", *session, "Session file or scene")->required();
    command.add_option("--as", *as, "What to write")
        ->required()
        ->check(CLI::IsMember(catalogNames(exportCatalog())));
    command.add_option("-o,--output", *file, "File to write (default: standard output)")->type_name("FILE");
    addVersionOption(command, *options);
    command.callback([&action, session, options, as, file] {
        action = [session, options, as, file] {
            return exportPolicies(*session, *options, *findRow(exportCatalog(), *as), *file);
        };
    });
}

} // namespace ulpscope::cli
