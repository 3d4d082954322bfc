// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/file/npy.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

namespace {

struct Arguments
{
    std::string format;
    std::string overflow = "ml_dtypes";
    std::string input;
    std::string output;
};

int run(const Arguments& arguments)
{
    const Result<const Format*> format = formatByName(arguments.format);
    if (!format)
        return failWith(format.error().within("--to"));
    Result<NpyArray> array = loadNpy(arguments.input);
    if (!array)
        return failWith(array.error());
    const Rounding overflow{.overflow = arguments.overflow == "saturate" ? &kerasRule() : &mlDtypesRule()};
    std::visit(
        [&]<class T>(std::vector<T>& values) {
            for (T& value : values) // every value of the format that is nearest to a T is a T
                value = static_cast<T>(roundToFormat(**format, static_cast<double>(value), overflow));
        },
        array->values);
    const Status saved = saveNpy(arguments.output, *array);
    return saved ? kDone : failWith(saved.error());
}

} // namespace

void addCast(CLI::App& app, Action& action)
{
    CLI::App* command = app.add_subcommand("cast", "Round every number of a NumPy array to a format");
    command->footer(
        "IN.npy holds float32 or float64; OUT.npy gets the rounded values in the same dtype. Each value is\n"
        "rounded once, to nearest with ties to even, directly from the input's dtype.\n"
        "Example: ulpscope-cli cast --to float8_e4m3fn --overflow saturate weights.npy rounded.npy");
    auto arguments = std::make_shared<Arguments>();
    command->add_option("--to", arguments->format, "The format, by name or alias")
        ->required()
        ->type_name("FORMAT");
    command
        ->add_option("--overflow", arguments->overflow,
            "ml_dtypes: too large becomes infinity or NaN; saturate: the largest finite value")
        ->check(CLI::IsMember({"ml_dtypes", "saturate"}))
        ->capture_default_str();
    command->add_option("IN.npy", arguments->input, "The array to read")->required();
    command->add_option("OUT.npy", arguments->output, "The array to write")->required();
    command->callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
