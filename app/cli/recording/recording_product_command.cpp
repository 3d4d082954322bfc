// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/numbers/number_arguments.h"

#include "app/cli/recording/recording_argument.h"
#include "app/io/json/json_text.h"
#include "engine/base/number_text.h"
#include "engine/dtype/formats.h"

#include <CLI/CLI.hpp>

namespace ulpscope::cli {

namespace {

struct ProductArguments
{
    std::string left;
    std::string right;
    std::string format = "float16";
    std::string operands;
    bool isTransposed = false;
    std::size_t most = 1;
    bool asJson = false;
};

struct ProductMatrix
{
    std::int64_t rows = 0;
    std::int64_t columns = 0; ///< the last axis
    std::vector<double> values;
};

ProductMatrix matrixArgument(const std::string& argument)
{
    const NpyArray array = loadArray(argument);
    ProductMatrix matrix;
    matrix.values = std::visit(
        [](const auto& values) { return std::vector<double>(values.begin(), values.end()); }, array.values);
    if (array.shape.empty() || matrix.values.empty())
        fail({argument, "expected a vector, a matrix or more axes, got no numbers"});
    matrix.columns = array.shape.back();
    matrix.rows = static_cast<std::int64_t>(matrix.values.size()) / matrix.columns;
    return matrix;
}

int studyProduct(const ProductArguments& arguments)
{
    const Format* output = orFail(formatByName(arguments.format), "--format");
    const Format* operands
        = arguments.operands.empty() ? output : orFail(formatByName(arguments.operands), "--operands");
    const ProductMatrix left = matrixArgument(arguments.left);
    const ProductMatrix right = matrixArgument(arguments.right);
    const std::int64_t columns = arguments.isTransposed ? right.rows : right.columns;
    const ProductRange range = orFail(productRange(left.values, left.rows, right.values, columns,
        arguments.isTransposed, *operands, *output, arguments.most));
    if (arguments.asJson) {
        Json json{{"elements", range.elements}, {"beyond", range.beyond},
            {"from_operands", range.fromOperands}, {"largest", range.largest},
            {"dot_products", Json::array()}};
        for (const DotProductStudy& study : range.studies)
            json["dot_products"].push_back(dotProductJson(study));
        return print(layoutJson(json));
    }
    std::string text = std::to_string(range.beyond) + " of "
        + counted(static_cast<std::int64_t>(range.elements), "dot product") + " are not finite in "
        + std::string(output->name) + "; the largest magnitude is " + shortestText(range.largest) + "\n";
    if (range.fromOperands > 0)
        text += std::to_string(range.fromOperands) + " of them because an operand is not, as "
            + std::string(operands->name) + " has it\n";
    for (const DotProductStudy& study : range.studies)
        text += study.sentence + "\n" + dotProductTerms(study);
    return print(text);
}

} // namespace

void defineRecordingProduct(CLI::App& command, Action& action)
{
    command.footer(
        "For two tensors from anywhere, without a recording: LEFT [rows, terms] times RIGHT [terms, columns], or with --transposed\n"
        "[columns, terms] as torch keeps a Linear's weight. Each sum is judged by its exact value.\n"
        "Example: ulpscope-cli recording product h.npy model.safetensors::wo.weight --transposed");
    auto arguments = std::make_shared<ProductArguments>();
    command.add_option("LEFT", arguments->left, kArrayHelp)->required();
    command.add_option("RIGHT", arguments->right, "The other one")->required();
    command.add_flag("--transposed", arguments->isTransposed, "RIGHT has a row for each output");
    command.add_option("--format", arguments->format, "Of the result")
        ->type_name("FORMAT")
        ->capture_default_str();
    command
        .add_option(
            "--operands", arguments->operands, "What both are rounded to before (default: the result's)")
        ->type_name("FORMAT");
    command.add_option("--most", arguments->most, "How many are told in full")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command.add_flag("--json", arguments->asJson, "Print JSON");
    command.callback([&action, arguments] { action = [arguments] { return studyProduct(*arguments); }; });
}

} // namespace ulpscope::cli
