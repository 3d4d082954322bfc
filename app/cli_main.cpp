// SPDX-License-Identifier: GPL-3.0-or-later
// ulpscope-cli: the instrument without a window.
#include "app/cli/command.h"
#include "engine/base/closest_name.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <csignal>
#include <exception>

namespace {

using namespace ulpscope;

void addCommands(CLI::App& app, cli::Action& action)
{
    for (const cli::Command& row : cli::commandCatalog()) {
        CLI::App* parent = &app;
        std::string_view name = row.name;
        for (std::size_t space = name.find(' '); space != name.npos; space = name.find(' ')) {
            parent = parent->get_subcommand(std::string(name.substr(0, space)));
            name.remove_prefix(space + 1);
        }
        CLI::App* command = parent->add_subcommand(std::string(name), std::string(row.help));
        command->group(std::string(row.group));
        row.define(*command, action);
    }
}

/// "inspect -inf": a negative number is no option. Everything after "--" is taken as it is.
std::vector<std::string> protectNegativeNumbers(std::vector<std::string> arguments)
{
    const auto isNegativeNumber
        = [](const std::string& text) { return text.starts_with('-') && parseNumber(text).has_value(); };
    const bool isAwaited = std::ranges::any_of(cli::commandCatalog(), [&](const cli::Command& command) {
        return command.takesNegativeNumbers && !arguments.empty() && command.name == arguments.front();
    });
    if (!isAwaited)
        return arguments;
    const auto numbers = std::stable_partition(
        arguments.begin(), arguments.end(), [&](const std::string& text) { return !isNegativeNumber(text); });
    if (numbers != arguments.end() && std::find(arguments.begin(), numbers, "--") == numbers)
        arguments.insert(numbers, "--");
    return arguments;
}

/// "unknown command 'rnu'; did you mean 'run'?", or nothing.
std::string unknownCommand(const CLI::App& app, const std::vector<std::string>& arguments)
{
    if (arguments.empty() || arguments.front().starts_with('-'))
        return {};
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (command->get_name() == arguments.front())
            return {};
        if (!command->get_group().empty()) // hidden ones have none
            names.push_back(command->get_name());
    }
    return unknownName("command", arguments.front(), names).text();
}

int parseAndRun(std::vector<std::string> arguments)
{
    CLI::App app(
        "Ulpscope: an oscilloscope for units in the last place. Trains a small model under dtype policies\n"
        "beside its float64 reference and shows where the numbers go wrong.",
        "ulpscope-cli");
    app.set_version_flag("--version", "ulpscope-cli " ULPSCOPE_VERSION);
    app.require_subcommand(1);
    app.footer("Examples: ulpscope-cli run circle\n"
               "          ulpscope-cli inspect 0.1 --format float16\n"
               "          ulpscope-cli policy export circle --as keras-map -o policy.json\n"
               "Exit codes: 0 done, 1 something could not be written, 2 wrong use or unreadable input.\n"
               "More in ulpscope-cli(1).");
    cli::Action action;
    addCommands(app, action);
    if (const std::string unknown = unknownCommand(app, arguments); !unknown.empty()) {
        cli::complain(unknown);
        return cli::kWrongUse;
    }
    try {
        arguments = protectNegativeNumbers(std::move(arguments));
        std::reverse(arguments.begin(), arguments.end()); // CLI11 takes a vector from its end
        app.parse(arguments);
    } catch (const CLI::Success& success) {
        return app.exit(success);
    } catch (const CLI::ParseError& error) {
        cli::complain(std::string(error.what()) + " (see ulpscope-cli --help)");
        return cli::kWrongUse;
    }
    try {
        return action();
    } catch (const cli::CommandFailure& failure) {
        return cli::failWith(failure.error);
    }
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGXFSZ, SIG_IGN); // a limit on the size of files is an error like a full disk, and no end
    try {
        return parseAndRun({argv + 1, argv + argc});
    } catch (const std::bad_alloc&) {
        cli::complain("there is not enough memory for this");
        return cli::kFailed;
    } catch (const std::exception& error) {
        cli::complain(std::string("this should not happen: ") + error.what());
        return cli::kFailed;
    }
}
