// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "engine/io/session/json_schema.h"
#include "engine/lesson/lesson_schema.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

namespace {

int show(const std::string& name)
{
    if (name == "session")
        return print(sessionSchema());
    if (name == "lesson")
        return print(lessonSchema());
    return print(name == "summary" ? summarySchema() : kerasPolicySchema());
}

} // namespace

void defineSchema(CLI::App& command, Action& action)
{
    auto name = std::make_shared<std::string>();
    command.add_option("NAME", *name, "Which")
        ->required()
        ->check(CLI::IsMember({"session", "summary", "keras-policy", "lesson"}));
    command.callback([&action, name] { action = [name] { return show(*name); }; });
}

} // namespace ulpscope::cli
