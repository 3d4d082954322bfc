// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/io/runs/json_schema.h"
#include "app/lesson/answers/answers_file.h"
#include "app/lesson/lesson_file.h"
#include "app/search/plan/search_json.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>

namespace ulpscope::cli {

namespace {

struct Schema
{
    const char* name;
    std::string (*text)();
};

constexpr std::array kSchemas{
    Schema{"session", sessionSchema},
    Schema{"summary", summarySchema},
    Schema{"noise", noiseSchema},
    Schema{"search", searchSchema},
    Schema{"keras-policy", kerasPolicySchema},
    Schema{"lesson", lessonSchema},
    Schema{"answers", answersSchema},
};

int show(const std::string& name)
{
    const auto* schema = std::find_if(
        kSchemas.begin(), kSchemas.end(), [&](const Schema& each) { return each.name == name; });
    return print(schema->text());
}

} // namespace

void defineSchema(CLI::App& command, Action& action)
{
    auto name = std::make_shared<std::string>();
    std::vector<std::string> names;
    for (const Schema& schema : kSchemas)
        names.emplace_back(schema.name);
    command.add_option("NAME", *name, "Which")->required()->check(CLI::IsMember(names));
    command.callback([&action, name] { action = [name] { return show(*name); }; });
}

} // namespace ulpscope::cli
