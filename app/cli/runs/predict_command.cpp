// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/number_arguments.h"
#include "app/cli/session_argument.h"
#include "engine/train/prediction.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

namespace {

struct PredictArguments
{
    std::string session;
    std::string inputs;
    std::string layer;
    std::string output;
    std::string reference;
};

int run(const PredictArguments& arguments)
{
    const SessionSpec session = sessionArgument(arguments.session);
    const NpyArray inputs = loadArray(arguments.inputs);
    const Kernels kernels = orFail(Kernels::load());
    const Prediction prediction
        = orFail(predict(session, inputs, kernels, arguments.layer), [&](const Error& error) {
              return error.place == "inputs" ? Error{arguments.inputs, error.message}
                  : error.place == "layer"   ? Error{"--layer", error.message}
                                             : inside(arguments.session)(error);
          });
    for (const std::string& note : prediction.notes)
        complain("note: " + note);
    orFail(saveNpy(arguments.output, prediction.output));
    if (!arguments.reference.empty())
        orFail(saveNpy(arguments.reference, prediction.reference));
    return kDone;
}

} // namespace

void definePredict(CLI::App& command, Action& action)
{
    command.footer(
        "The weights are the session's initial ones: drawn from its seed, or those of training.initial_weights, such\n"
        "as the weights.npz that a run left. IN.npy is [examples, ...] with examples of the Input layer's shape.\n"
        "Dropout and the like are off. OUT.npy is float32, or float64 where the output's dtype needs it.\n"
        "Example: ulpscope-cli predict my.ulps x.npy y.npy --layer sequential/dense --reference exact.npy");
    auto arguments = std::make_shared<PredictArguments>();
    command.add_option("SESSION", arguments->session, "Session file or scene")->required();
    command.add_option("IN.npy", arguments->inputs, "The inputs")->required();
    command.add_option("OUT.npy", arguments->output, "The array to write")->required();
    command
        .add_option(
            "--layer", arguments->layer, "Path of the layer whose output is written (default: the last)")
        ->type_name("PATH");
    command.add_option("--reference", arguments->reference, "Also write the float64 reference's output")
        ->type_name("FILE");
    command.callback([&action, arguments] { action = [arguments] { return run(*arguments); }; });
}

} // namespace ulpscope::cli
