// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "app/io/keras/model/keras_file_import.h"
#include "app/io/session/session_file.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/session/checked_session.h"
#include "engine/session/fitted_session.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_set>

namespace ulpscope::cli {

namespace {

struct NewArguments
{
    DataSource source;
    std::optional<std::string> target;
    std::string features;
    std::vector<std::string> without;
    std::string task;
    std::string normalization;
    std::string model; ///< a .keras file; empty: one that fits
    std::string out;
};

std::string kindText(const DataProfile& profile)
{
    switch (profile.kind) {
    case DataFileKind::Csv: {
        const char separator = profile.form.separator;
        return "CSV, " + counted(profile.examples, "line") + " of "
            + counted(static_cast<std::int64_t>(profile.fields.size()), "column") + " separated by "
            + (separator == '\t'       ? "tabs"
                    : separator == ';' ? "semicolons"
                                       : "commas")
            + ", decimal " + (profile.form.decimalPoint == ',' ? "comma" : "point") + ", "
            + (profile.hasNames ? "the first line names the columns" : "no line of names")
            + (profile.incompleteLines > 0
                    ? ", " + counted(profile.incompleteLines, "line") + " with missing cells"
                    : "");
    }
    case DataFileKind::Npz:
        return "NPZ, " + counted(static_cast<std::int64_t>(profile.fields.size()), "array");
    case DataFileKind::Npy:
        return "NPY";
    case DataFileKind::Idx:
        return "IDX";
    case DataFileKind::Text:
        break;
    }
    return "text, " + counted(profile.examples, "character");
}

std::string metric(double value)
{
    return std::isnan(value) ? "" : roundedText(value);
}

/// The field's statistics from minimum to missing, as cells; empty cells if the field cannot be read.
std::vector<std::string> metrics(const FieldProfile& field)
{
    if (!field.problem.empty())
        return std::vector<std::string>(6);
    return {metric(field.minimum), metric(field.maximum), metric(field.mean), metric(field.deviation),
        std::to_string(field.distinct) + (field.hasMoreDistinct ? "+" : ""), std::to_string(field.missing)};
}

std::string fieldsTable(const DataProfile& profile, const DataChoice& choice)
{
    std::vector<std::vector<std::string>> rows{{profile.kind == DataFileKind::Csv ? "column" : "array",
        "type", "role", "minimum", "maximum", "mean", "deviation", "distinct", "missing", "first values"}};
    const bool isTable = profile.kind == DataFileKind::Csv;
    std::vector<const FieldProfile*> used{featureArray(profile, choice)};
    if (isTable)
        used = featureColumns(profile, choice);
    const std::unordered_set<const FieldProfile*> features(used.begin(), used.end());
    for (const FieldProfile& field : profile.fields) {
        const std::string role = field.name == choice.target ? "target"
            : features.contains(&field)                      ? (isTable ? "feature" : "features")
            : isTable                                        ? "left out"
                                                             : "";
        std::string type = field.type;
        for (std::size_t axis = 0; axis < field.shape.size(); ++axis)
            type += (axis == 0 ? " (" : ", ") + std::to_string(field.shape[axis])
                + (axis + 1 == field.shape.size() ? ")" : "");
        std::string first = field.problem;
        for (const std::string& value : field.first)
            first += (first.empty() ? "" : ", ") + shownText(value, 12);
        std::vector<std::string> row{shownText(field.name, 30), type, role};
        std::ranges::move(metrics(field), std::back_inserter(row));
        row.push_back(first);
        rows.push_back(std::move(row));
    }
    return alignedTable(rows);
}

std::string fittedText(const SessionSpec& session)
{
    std::string model;
    for (const LayerSpec& layer : session.model.layers) {
        const ParameterValue* units = layer.config.find("units");
        model += (model.empty() ? "" : ", ") + layer.className
            + (units == nullptr ? "" : "(" + std::to_string(std::get<std::int64_t>(*units)) + ")");
    }
    return "model     " + model + "\nloss      " + session.training.loss.className + "\noptimizer "
        + session.training.optimizer.className + ", learning rate "
        + shortestText(session.training.optimizer.config.number("learning_rate")) + ", "
        + counted(session.training.steps, "step") + " of " + std::to_string(session.training.batchSize)
        + "\n";
}

DataChoice choiceFrom(const DataProfile& profile, const NewArguments& arguments)
{
    DataChoice choice = arguments.target ? guessChoice(profile, *arguments.target) : guessChoice(profile);
    if (arguments.target)
        choice.target = *arguments.target;
    if (!arguments.features.empty())
        choice.features = arguments.features;
    if (!arguments.task.empty())
        choice.isClassification = arguments.task == "classification";
    if (!arguments.normalization.empty())
        choice.normalization = arguments.normalization;
    else if (!arguments.model.empty())
        choice.normalization = "none"; // the model was trained with the data as they are
    for (const std::string& name : arguments.without) {
        if (profile.field(name) == nullptr)
            fail({"--without", "there is no column '" + shownText(name) + "'"});
        choice.without.push_back(name);
    }
    return choice;
}

/// "my.weights.npz" beside "my.ulps".
std::filesystem::path beside(const std::filesystem::path& session, const char* extension)
{
    return std::filesystem::path(session).replace_extension(extension);
}

Error asOutput(const Error& error)
{
    return {error.place, error.message, ErrorKind::Output};
}

/// Makes the session train the file's model from its weights on, and prints what was imported.
SessionSpec withModelOf(const NewArguments& arguments, SessionSpec session)
{
    const Kernels kernels = orFail(Kernels::load());
    const KerasFileImport import = orFail(importKerasFile(arguments.model, kernels));
    session = withImport(std::move(session), import.model);
    orFail(checkRunnable(session), [](const Error& error) {
        return Error{"--model", "the model does not fit the data: " + error.text()};
    });
    for (const std::vector<std::string>& notes :
        {import.model.notes, import.model.compile.notes, import.notes})
        for (const std::string& note : notes)
            complain(note);
    if (arguments.out.empty())
        return session;
    const std::filesystem::path weights = beside(arguments.out, ".weights.npz");
    session.training.initialWeights = weights.filename().string();
    orFail(saveNpz(weights, import.weights), asOutput);
    session.training.initialState.clear();
    if (import.state.empty())
        return session;
    const std::filesystem::path state = beside(arguments.out, ".state.npz");
    session.training.initialState = state.filename().string();
    orFail(saveNpz(state, import.state), asOutput);
    return session;
}

int makeNew(const NewArguments& arguments)
{
    const DataProfile profile = orFail(profileData(arguments.source));
    const DataChoice choice = choiceFrom(profile, arguments);
    const std::string found = shownText(arguments.source.file, 200) + ": " + kindText(profile) + "\n"
        + fieldsTable(profile, choice);
    Result<SessionSpec> session = fittedSession(profile, choice);
    if (!session) {
        const int printed = print(found);
        const Error& error = session.error();
        const bool isOption = error.place == "target" || error.place == "features";
        if (printed == kDone)
            fail(isOption ? Error{"--" + error.place, error.message} : error);
        return printed;
    }
    if (!arguments.model.empty())
        session = withModelOf(arguments, *std::move(session));
    if (const int printed = print(found + session->description + "\n" + fittedText(*session));
        printed != kDone || arguments.out.empty())
        return printed;
    orFail(saveSession(arguments.out, *session), asOutput);
    return kDone;
}

} // namespace

void defineNew(CLI::App& command, Action& action)
{
    command.footer(
        "FILE is a CSV, NPZ, NPY or IDX file, or a text. What it holds is printed, with a guess of what is learnt from\n"
        "what; --out writes a session whose model, loss, optimizer and learning rate fit it.\n"
        "Examples: ulpscope-cli new iris.csv\n"
        "          ulpscope-cli new iris.csv --target species --without id --out iris.ulps\n"
        "          ulpscope-cli new iris.csv --target species --model trained.keras --out on.ulps");
    auto arguments = std::make_shared<NewArguments>();
    command.add_option("FILE", arguments->source.file, "The data")->required();
    command.add_option("--target", arguments->target, "Column or array to learn (default: guessed)")
        ->type_name("NAME");
    command.add_option("--features", arguments->features, "Of an .npz file, the array to learn from")
        ->type_name("NAME");
    command
        .add_option("--targets-file", arguments->source.targetsFile,
            "Beside an .npy or IDX file of features, that of the targets (default: by its name)")
        ->type_name("FILE");
    command.add_option("--without", arguments->without, "Column of a CSV file that is left out; may repeat")
        ->allow_extra_args(false)
        ->type_name("NAME");
    command
        .add_option("--task", arguments->task, "Whether targets are classes or numbers (default: guessed)")
        ->check(CLI::IsMember({"classification", "regression"}));
    command.add_option("--normalization", arguments->normalization, "Of the features (default: guessed)")
        ->check(CLI::IsMember({"none", "standard", "minmax"}));
    command
        .add_option("--model", arguments->model,
            "A .keras file: its model with its policies is trained on from its weights, with the optimizer and the loss "
            "that it was compiled with; --out writes the weights beside the session, and in another file what the optimizer, the loss scale and float8 "
            "layers had kept")
        ->type_name("FILE");
    command.add_option("-o,--out", arguments->out, "Session file to write")->type_name("SESSION");
    command.callback([&action, arguments] { action = [arguments] { return makeNew(*arguments); }; });
}

} // namespace ulpscope::cli
