// SPDX-License-Identifier: GPL-3.0-or-later
// ulpscope-cli: the instrument without a window.
#include "app/cli/command.h"
#include "engine/base/number_text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>

namespace {

using namespace ulpscope;

/// "inspect -inf": a negative number is no option. Everything after "--" is taken as it is.
std::vector<std::string> protectNegativeNumbers(std::vector<std::string> arguments)
{
    const auto isNegativeNumber
        = [](const std::string& text) { return text.starts_with('-') && parseNumber(text).has_value(); };
    if (arguments.empty() || arguments.front() != "inspect")
        return arguments;
    const auto numbers = std::stable_partition(
        arguments.begin(), arguments.end(), [&](const std::string& text) { return !isNegativeNumber(text); });
    if (numbers != arguments.end() && std::find(arguments.begin(), numbers, "--") == numbers)
        arguments.insert(numbers, "--");
    return arguments;
}

int parseAndRun(std::vector<std::string> arguments)
{
    CLI::App app(
        "Ulpscope: an oscilloscope for units in the last place. Trains a small model under dtype policies\n"
        "beside its float64 twin and shows where the numbers go wrong.",
        "ulpscope-cli");
    app.set_version_flag("--version", "ulpscope-cli " ULPSCOPE_VERSION);
    app.set_help_all_flag("--help-all", "Print the help of every command");
    app.require_subcommand(1);
    app.footer("Examples: ulpscope-cli run circle\n"
               "          ulpscope-cli inspect 0.1 --format float16\n"
               "          ulpscope-cli policy export circle --as keras-map -o policy.json\n"
               "Exit codes: 0 done, 1 something could not be written, 2 wrong use or unreadable input.\n"
               "More in ulpscope-cli(1).");
    cli::Action action;
    cli::addFormats(app, action);
    cli::addInspect(app, action);
    cli::addCast(app, action);
    cli::addRun(app, action);
    cli::addPolicy(app, action);
    cli::addSchema(app, action);
    try {
        arguments = protectNegativeNumbers(std::move(arguments));
        std::reverse(arguments.begin(), arguments.end()); // as CLI11 wants a vector
        app.parse(arguments);
    } catch (const CLI::Success& success) {
        return app.exit(success);
    } catch (const CLI::ParseError& error) {
        cli::complain(std::string(error.what()) + " (see ulpscope-cli --help)");
        return cli::kWrongUse;
    }
    return action();
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return parseAndRun({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        cli::complain(std::string("this should not happen: ") + error.what());
        return cli::kFailed;
    }
}
