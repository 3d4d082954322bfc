// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <array>

namespace ulpscope::cli {

// Each stands in <name>_command.cpp. Declared here alone, so that a command is its file and its row.
void defineAccumulators(CLI::App& command, Action& action);
void defineBlame(CLI::App& command, Action& action);
void defineCast(CLI::App& command, Action& action);
void defineFormats(CLI::App& command, Action& action);
void defineGraph(CLI::App& command, Action& action);
void defineInspect(CLI::App& command, Action& action);
void defineLedger(CLI::App& command, Action& action);
void defineLessons(CLI::App& command, Action& action);
void defineLog(CLI::App& command, Action& action);
void defineLossScale(CLI::App& command, Action& action);
void defineMatmul(CLI::App& command, Action& action);
void defineNew(CLI::App& command, Action& action);
void defineOpen(CLI::App& command, Action& action);
void defineOrders(CLI::App& command, Action& action);
void definePolicy(CLI::App& command, Action& action);
void definePolicyCast(CLI::App& command, Action& action);
void definePolicyCheck(CLI::App& command, Action& action);
void definePolicyDiff(CLI::App& command, Action& action);
void definePolicyExport(CLI::App& command, Action& action);
void definePolicyResolve(CLI::App& command, Action& action);
void definePolicyShow(CLI::App& command, Action& action);
void definePredict(CLI::App& command, Action& action);
void defineRecording(CLI::App& command, Action& action);
void defineRecordingDiff(CLI::App& command, Action& action);
void defineRecordingErrors(CLI::App& command, Action& action);
void defineRecordingOrigins(CLI::App& command, Action& action);
void defineRecordingProduct(CLI::App& command, Action& action);
void defineRecordingScales(CLI::App& command, Action& action);
void defineRecordingShow(CLI::App& command, Action& action);
void defineRecordingTensor(CLI::App& command, Action& action);
void defineRun(CLI::App& command, Action& action);
void defineScaling(CLI::App& command, Action& action);
void defineSchema(CLI::App& command, Action& action);
void defineSearch(CLI::App& command, Action& action);
void defineStats(CLI::App& command, Action& action);
void defineSum(CLI::App& command, Action& action);
void defineSweep(CLI::App& command, Action& action);
void defineSweepMerge(CLI::App& command, Action& action);
void defineSweepNext(CLI::App& command, Action& action);
void defineSweepPlan(CLI::App& command, Action& action);
void defineSweepRun(CLI::App& command, Action& action);
void defineSweepStatus(CLI::App& command, Action& action);
void defineSweepSubmit(CLI::App& command, Action& action);
void defineTensor(CLI::App& command, Action& action);

namespace {

/// The commands in the order of --help. A subcommand comes after its parent.
constexpr std::array kCommands{
    Command{.name = "formats", .help = "List the number formats and their limits", .define = defineFormats},
    Command{.name = "inspect",
        .help = "Show what a number becomes in each format",
        .define = defineInspect,
        .takesNegativeNumbers = true},
    Command{.name = "cast", .help = "Round every number of a NumPy array to a format", .define = defineCast},
    Command{.name = "matmul", .help = "Multiply two matrices in emulated arithmetic", .define = defineMatmul},
    Command{.name = "sum", .help = "Sum a NumPy array in emulated arithmetic", .define = defineSum},
    Command{.name = "orders",
        .help = "Form one sum in every order and say how far the results lie apart",
        .define = defineOrders},
    Command{.name = "accumulators",
        .help = "List the ways in which sums of products are formed",
        .define = defineAccumulators},
    Command{.name = "loss-scale",
        .help = "Follow a loss scale over steps that overflow or do not",
        .define = defineLossScale},
    Command{.name = "scaling",
        .help = "Follow a float8 scale over steps that see these largest magnitudes",
        .define = defineScaling},
    Command{
        .name = "stats", .help = "Show what casting an array to a format would lose", .define = defineStats},
    Command{.name = "open",
        .help = "List the tensors of a file, or say what one of them would lose",
        .define = defineOpen},
    Command{.name = "recording",
        .help = "Look into tensors that were recorded in a real training",
        .define = defineRecording},
    Command{.name = "recording show",
        .help = "List layers, tensors and steps of a recording",
        .define = defineRecordingShow},
    Command{.name = "recording origins",
        .help = "Say where numbers stopped being finite: who made them so, who handed them on",
        .define = defineRecordingOrigins},
    Command{.name = "recording errors",
        .help = "Compute recorded layers again, in their dtype and in float64",
        .define = defineRecordingErrors},
    Command{.name = "recording tensor",
        .help = "Follow one tensor over the steps, and say what it would lose in other formats",
        .define = defineRecordingTensor},
    Command{.name = "recording scales",
        .help = "Say how each float8 recipe would have scaled a tensor over the steps",
        .define = defineRecordingScales},
    Command{.name = "recording diff",
        .help = "Compare two recordings, or one with what its layers make here",
        .define = defineRecordingDiff},
    Command{.name = "recording product",
        .help = "Say which dot products of two tensors leave a format, and by which terms",
        .define = defineRecordingProduct},
    Command{.name = "log", .help = "Judge the loss scale in the log of a real training", .define = defineLog},
    Command{.name = "new",
        .help = "Show what a data file holds and make a session that learns it",
        .define = defineNew},
    Command{.name = "run",
        .help = "Train a session beside its float64 reference and print the headline numbers",
        .define = defineRun},
    Command{.name = "tensor",
        .help = "Say what a tensor of a run would lose in other formats",
        .define = defineTensor},
    Command{.name = "blame",
        .help = "Say which layer's arithmetic makes a session's error",
        .define = defineBlame},
    Command{.name = "ledger",
        .help = "Count the bytes and the multiply-adds that a session's policies cost",
        .define = defineLedger},
    Command{.name = "search",
        .help = "Find the cheapest policies of layers that stay within a budget",
        .define = defineSearch},
    Command{.name = "sweep",
        .help = "Run every choice of policies for layers, in shards on any machines",
        .define = defineSweep},
    Command{
        .name = "sweep plan", .help = "Write the runs of a sweep into a folder", .define = defineSweepPlan},
    Command{.name = "sweep run", .help = "Train a shard of a sweep", .define = defineSweepRun},
    Command{.name = "sweep merge",
        .help = "Write what a sweep's shards have found into one file",
        .define = defineSweepMerge},
    Command{.name = "sweep next",
        .help = "Plan the next round of a search whose runs are shared",
        .define = defineSweepNext},
    Command{.name = "sweep submit",
        .help = "Run a sweep's shards as a job array of Slurm",
        .define = defineSweepSubmit},
    Command{.name = "sweep status", .help = "Say how far a sweep is", .define = defineSweepStatus},
    Command{.name = "predict",
        .help = "Write what a session's model makes of inputs, before any training",
        .define = definePredict},
    Command{
        .name = "graph", .help = "Print a training step of a session as operations", .define = defineGraph},
    Command{.name = "lessons",
        .help = "List lessons, or measure every number that they promise",
        .define = defineLessons},
    Command{.name = "policy",
        .help = "Show, look up, check, compare and export dtype policies",
        .define = definePolicy},
    Command{.name = "policy show",
        .help = "Show a policy, a map, or the policy of every layer of a session or a Keras model",
        .define = definePolicyShow},
    Command{.name = "policy resolve",
        .help = "Look layer paths up in a DTypePolicyMap, a session or a model",
        .define = definePolicyResolve},
    Command{.name = "policy check",
        .help = "Say what of a session or a model would raise in Keras",
        .define = definePolicyCheck},
    Command{.name = "policy diff",
        .help = "Compare the policies of any two, path by path",
        .define = definePolicyDiff},
    Command{.name = "policy export",
        .help = "Write a session's policies for Keras, PyTorch, Transformer Engine or torchao",
        .define = definePolicyExport},
    Command{.name = "policy cast",
        .help = "Show which dtypes a layer sees: its arguments and its variables",
        .define = definePolicyCast},
    // For those who change the catalogs: the texts go to resources/schema.
    Command{.name = "schema",
        .group = "",
        .help = "Print the JSON Schema of a kind of file",
        .define = defineSchema},
};

} // namespace

std::span<const Command> commandCatalog()
{
    return kCommands;
}

} // namespace ulpscope::cli
