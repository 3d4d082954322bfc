// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy_commands.h"
#include "app/cli/session_argument.h"
#include "engine/file/whole_file.h"
#include "engine/io/keras_export.h"
#include "engine/io/keras_policy.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

namespace {

int exportMap(const std::string& argument, const std::string& file)
{
    const Result<SessionSpec> session = sessionArgument(argument);
    if (!session)
        return failWith(session.error());
    const Result<KerasExport> exported = exportKerasMap(*session);
    if (!exported)
        return failWith(exported.error());
    const std::string text = kerasText(exported->map);
    if (file.empty()) {
        if (const int printed = print(text); printed != kDone)
            return printed;
    } else if (const Status written = writeWholeFile(file, text); !written) {
        return failWith(written.error());
    }
    if (!exported->leftOut.empty())
        complain("Keras' policy JSON cannot say:");
    for (const std::string& sentence : exported->leftOut)
        complain("  " + sentence);
    return kDone;
}

} // namespace

void addPolicyExport(CLI::App& policy, Action& action)
{
    CLI::App* command
        = policy.add_subcommand("export", "Write a session's policies as JSON that Keras loads");
    command->footer("keras-map is a DTypePolicyMap for keras.dtype_policies.deserialize, always with an "
                    "explicit default_policy.\n"
                    "What Keras' policy JSON cannot say is listed on standard error.\n"
                    "Example: ulpscope-cli policy export circle --as keras-map -o policy.json");
    auto session = std::make_shared<std::string>();
    auto as = std::make_shared<std::string>(); // one choice so far; kept for the parser, which writes to it
    auto file = std::make_shared<std::string>();
    command->add_option("SESSION", *session, "Session file or scene")->required();
    command->add_option("--as", *as, "What to write")->required()->check(CLI::IsMember({"keras-map"}));
    command->add_option("-o,--output", *file, "File to write (default: standard output)")->type_name("FILE");
    command->callback(
        [&action, session, as, file] { action = [session, file] { return exportMap(*session, *file); }; });
}

} // namespace ulpscope::cli
