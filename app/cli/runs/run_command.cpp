// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/policy/policy_argument.h"
#include "app/cli/progress_bar.h"
#include "app/cli/runs/run_seeds.h"
#include "app/cli/session_argument.h"
#include "app/io/json/json_text.h"
#include "app/io/runs/run_files.h"
#include "app/io/runs/run_summary_text.h"
#include "app/io/session/recipe_text.h"
#include "app/judge/runs/arithmetic_difference.h"
#include "app/judge/runs/repair_trials.h"
#include "app/stop_signals.h"
#include "engine/base/number_text.h"
#include "engine/base/text_lists.h"
#include "engine/policy/legacy_policy.h"
#include "engine/scaling/loss_scale_text.h"
#include "engine/session/checked_session.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <thread>

namespace ulpscope::cli {

namespace {

struct RunArguments
{
    std::string session;
    std::string resumed; ///< folder of the run that goes on; empty: a run begins
    std::optional<std::int64_t> steps;
    std::optional<std::uint64_t> seed;
    std::optional<std::string> seeds;
    std::vector<std::string> policies;
    std::vector<std::string> recipes;
    std::optional<std::string> lossScale;
    std::string out;
    int threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    std::optional<std::int64_t> every;
    std::string until;
    std::string watch;
    std::vector<std::string> arithmetics; ///< several: a run under each
    std::string kernels;
    bool asWritten = false;
    bool triesRepairs = false;
    bool writesEvents = false;
    bool writesKerasWeights = false;
    bool writesState = false;
    bool asJson = false;
};

/// Longest time for trying all repairs of one run, in seconds.
constexpr double kRepairSeconds = 120;

std::string freeName(const std::vector<NamedCandidate>& runs, const std::string& wanted)
{
    std::string name = wanted;
    const auto isTaken = [&](const NamedCandidate& run) { return run.name == name; };
    for (int i = 2; std::any_of(runs.begin(), runs.end(), isTaken); ++i)
        name = wanted + "-" + std::to_string(i);
    return name;
}

/// The name of a policy file's folder inside --out; never one that leads out of it.
std::string folderName(const std::string& policyFile)
{
    const std::string stem = std::filesystem::path(policyFile).stem().string();
    return stem.empty() || stem == "." || stem == ".." ? "policy" : stem;
}

/// Replaces the loss scale that the session or a policy gives.
void setLossScale(SessionSpec& session, const std::optional<std::string>& text)
{
    if (text)
        session.training.lossScale
            = orFail(lossScaleByText(*text, session.training.lossScale), [](const Error& error) {
                  return Error{"--loss-scale", error.message};
              });
}

std::vector<NamedCandidate> plan(const RunArguments& arguments)
{
    if (!arguments.resumed.empty())
        return orFail(resumedCandidates(arguments.resumed, arguments.steps), [](const Error& error) {
            return error.place == "steps" ? Error{"--steps", error.message} : error;
        });
    SessionSpec session = sessionArgument(arguments.session);
    session.training.steps = arguments.steps.value_or(session.training.steps);
    session.training.seed = arguments.seed.value_or(session.training.seed);
    for (std::size_t i = 0; i < watchModeNames().size(); ++i)
        if (watchModeNames()[i] == arguments.watch)
            session.probes.watch = static_cast<WatchMode>(i);
    std::vector<NamedCandidate> runs;
    const auto addRun = [&](const std::string& name, SessionSpec one, const std::string& option) {
        setLossScale(one, arguments.lossScale);
        if (!option.empty())
            orFail(checkRunnable(one), option);
        runs.push_back({freeName(runs, name), std::move(one)});
    };
    const auto addRecipes = [&](const std::string& name, const SessionSpec& one, const std::string& option) {
        for (const std::string& argument : arguments.recipes) {
            SessionSpec under = one;
            under.policies.recipe = orFail(recipeByText(argument), "--recipe");
            const std::string& recipe = under.policies.recipe.className;
            addRun(name.empty() ? recipe : name + '+' + recipe, under, "--recipe " + argument);
        }
        if (arguments.recipes.empty())
            addRun(name, one, option);
    };
    for (const std::string& argument : arguments.policies) {
        const KerasPolicy policy
            = orFail(familyPolicyArgument(session.policies.family, argument), atPolicyOption);
        const bool isFile = !policyOfFamily(session.policies.family, argument);
        SessionSpec under = session;
        usePolicyAsCompile(under, policy);
        addRecipes(isFile ? folderName(argument) : argument, under, "--policy " + argument);
    }
    if (arguments.policies.empty())
        addRecipes({}, session, {});
    if (runs.size() == 1) // the files of a single run go straight into --out
        runs.front().name.clear();
    return runs;
}

/// Each of the planned runs under each arithmetic that was asked for, the first run's first.
std::vector<NamedCandidate> underEach(
    const std::vector<NamedCandidate>& planned, const std::vector<std::string>& arithmetics)
{
    if (arithmetics.empty())
        return planned;
    std::vector<NamedCandidate> runs;
    for (const NamedCandidate& each : planned)
        for (const std::string& arithmetic : arithmetics) {
            NamedCandidate& run = runs.emplace_back(each);
            run.session.training.arithmetic = arithmeticOf(arithmetic);
            if (arithmetics.size() > 1)
                run.name += (run.name.empty() ? "" : "-") + arithmetic;
        }
    return runs;
}

/// Says of each planned run in which number its arithmetics differ.
std::string arithmeticSentences(
    const std::vector<NamedCandidate>& runs, const std::vector<FinishedRun>& finished, std::size_t planned)
{
    std::string text;
    const std::size_t each = runs.size() / planned;
    for (std::size_t i = 0; i < runs.size() && each > 1; i += each) {
        std::vector<ArithmeticOutcome> outcomes;
        for (std::size_t k = i; k < i + each; ++k)
            outcomes.push_back(arithmeticOutcome(runs[k].session, finished[k].summary));
        text += arithmeticDifference(outcomes).text() + "\n";
    }
    return text;
}

void report(const NamedCandidate& run, const FinishedRun& finished)
{
    for (const Message& note : finished.notes)
        complain("note: " + note.text());
    if (!finished.metUntil.empty())
        complain("stopped at step " + std::to_string(finished.summary.totals.steps - 1) + ": "
            + finished.metUntil);
    else if (finished.summary.ended == RunEnd::Condition)
        complain("stopped at step " + std::to_string(finished.summary.totals.steps - 1) + ", as asked, of "
            + counted(run.session.training.steps, "step"));
    else if (finished.summary.ended == RunEnd::Interrupted)
        complain("stopped after step " + std::to_string(finished.summary.totals.steps) + " of "
            + std::to_string(run.session.training.steps));
}

int printTable(const NamedCandidate& run, const FinishedRun& finished, const RunArguments& arguments,
    const Kernels& kernels)
{
    std::optional<RepairTrials> trials;
    if (arguments.triesRepairs)
        trials = tryRepairs(run.session, verdictOf(finished.summary, run.session), finished.summary.totals,
            finished.summary.last, kernels, {.seconds = kRepairSeconds, .threads = arguments.threads});

    const std::string title
        = titleOf(run.session, arguments.session) + (run.name.empty() ? "" : ", " + run.name);
    const std::string where = arguments.out.empty()
        ? ""
        : "  files in " + (std::filesystem::path(arguments.out) / run.name).string() + "\n";
    return print(title + "\n" + summaryTable(finished.summary, run.session, trials) + where);
}

int execute(RunArguments arguments)
{
    if (!arguments.resumed.empty()) {
        arguments.session = arguments.resumed;
        if (arguments.out.empty())
            arguments.out = arguments.resumed;
    }
    const std::vector<NamedCandidate> planned = plan(arguments);
    const std::vector<NamedCandidate> runs = underEach(planned, arguments.arithmetics);
    if (const RunState* before = runs.front().before.get()) {
        if (!arguments.kernels.empty() && arguments.kernels != before->kernels)
            fail({"--kernels",
                "the run began with " + before->kernels + ", and goes on bit for bit with these alone"});
        arguments.kernels = before->kernels;
    }
    const Result<Kernels> kernels = kernelsOfLevel(arguments.kernels);
    if (!kernels) {
        complain(kernels.error().text());
        return arguments.kernels.empty() ? kFailed : kWrongUse;
    }
    if (arguments.seeds && runs.size() > planned.size())
        fail({"--arithmetic", "with --seeds at most one"});
    if (arguments.seeds)
        return runUnderSeeds(runs, *kernels,
            {.session = arguments.session,
                .seeds = *arguments.seeds,
                .out = arguments.out,
                .threads = arguments.threads,
                .asJson = arguments.asJson});
    StopRule until;
    const std::optional<std::int64_t> untilStep = orFail(stopStepByName(arguments.until), "--until");
    if (!arguments.until.empty() && !untilStep)
        until = orFail(stopRuleOf(arguments.until), "--until");
    const auto failed = [&](const Error& error) {
        if (error.place == "until")
            return Error{"--until", error.message};
        const std::string folder = (std::filesystem::path(arguments.resumed) / "").string();
        const bool namesFile = !arguments.resumed.empty() && error.place.starts_with(folder);
        return error.kind == ErrorKind::Output || namesFile ? error : inside(arguments.session)(error);
    };
    std::vector<FinishedRun> finished;
    {
        ProgressBar bar("training");
        finished
            = orFail(runIntoFolders(runs, *kernels,
                         {.folder = arguments.out,
                             .threads = arguments.threads,
                             .every = arguments.every,
                             .until = until,
                             .untilStep = untilStep,
                             .alsoAsWritten = arguments.asWritten,
                             .writesKerasWeights = arguments.writesKerasWeights,
                             .writesState = arguments.writesState,
                             .writesEvents = arguments.writesEvents,
                             .onLoaded = listenForStopSignals}, // until then there is nothing to end with
                         [&](std::int64_t done, std::int64_t steps) {
                             bar.show(done, steps);
                             return !stopSignalCame();
                         }),
                failed);
    }
    Json summaries = Json::array();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const NamedCandidate& run = runs[i];
        report(run, finished[i]);
        if (!arguments.asJson) {
            if (const int printed = printTable(run, finished[i], arguments, *kernels); printed != kDone)
                return printed;
            continue;
        }
        Json summary = Json::object();
        if (const std::string& name = planned[i * planned.size() / runs.size()].name; !name.empty())
            summary[arguments.policies.empty() ? "recipe" : "policy"] = name;
        summary.update(*parseJson(summaryJson(finished[i].summary, run.session)));
        summaries.push_back(std::move(summary));
    }
    const std::string sentences = arithmeticSentences(runs, finished, planned.size());
    if (!arguments.asJson)
        return print(sentences);
    if (!sentences.empty())
        complain("note: " + sentences.substr(0, sentences.size() - 1));
    return print(layoutJson(runs.size() > 1 ? summaries : summaries.front()));
}

} // namespace

void defineRun(CLI::App& command, Action& action)
{
    command.footer(
        "SESSION is a session file (.ulps) or the name of a scene that comes with the program.\n"
        "--resume DIR goes on with a run that --state has written there, also one that --until or Ctrl-C ended: losses, files and\n"
        "weights are bit for bit those of the longer run. --steps is the number of steps in all. The files stay in DIR, or go to --out.\n"
        "--out leaves initial_weights.npz, history.csv, tensors.csv, exponents.csv, weights.npz, policy.json and summary.json.\n"
        "They take their place together when the run ends; until then DIR is as it was, and other files in it stay. With several\n"
        "--policy or --recipe each run gets a folder in DIR, named after them, and --json prints a list. Ctrl-C (INT), TERM\n"
        "and HUP stop with what was computed so far, a second Ctrl-C without it. A run that diverges or is stopped is a result,\n"
        "and the exit code is 0.\n"
        "With --seeds DIR gets noise.csv and noise.json instead. Each number is judged by the exact rank-sum test of Wilcoxon, Mann\n"
        "and Whitney at 5 %: of all ways to deal the values of both into two groups, how many set them as far apart? With n seeds\n"
        "that is at least 2 in binomial(2n, n), 1 in 126 for five; with fewer than four nothing can be said.\n"
        "Examples: ulpscope-cli run circle\n"
        "          ulpscope-cli run circle --policy float32 --policy mixed_bfloat16 --out out\n"
        "          ulpscope-cli run lost-updates --arithmetic keras-jax,written\n"
        "          ulpscope-cli run circle --seeds 1..5 --policy mixed_bfloat16\n"
        "          ulpscope-cli run my.ulps --steps 200 --seed 7 --policy policy.json --json");
    auto arguments = std::make_shared<RunArguments>();
    CLI::Option* session = command.add_option("SESSION", arguments->session, "Session file or scene");
    CLI::Option* resume
        = command
              .add_option("--resume", arguments->resumed,
                  "Go on with the run whose files are there, written with --state, in place of a SESSION: bit for bit as if it had not "
                  "stopped, with the session, seed and options that it began with. The files become those of the longer run")
              ->type_name("DIR")
              ->excludes(session);
    command.add_option("--steps", arguments->steps, "Steps to train in all (default: the session's)")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}));
    auto* seed = command.add_option("--seed", arguments->seed, "Seed (default: the session's)")
                     ->check(CLI::Validator(checkSeed, ""));
    auto* seeds
        = command
              .add_option("--seeds", arguments->seeds,
                  "Train under each of these, 1..5 or 1,3,7, beside the same session in float32, and say of each number "
                  "whether the two differ by more than the seeds do")
              ->type_name("SEEDS")
              ->excludes(seed);
    command
        .add_option("--policy", arguments->policies,
            "Global policy by a name of the session's policy family, or a file with its policy JSON; sets the loss scale as Keras' compile "
            "does; may repeat")
        ->allow_extra_args(false)
        ->type_name("NAME|FILE");
    command
        .add_option("--recipe", arguments->recipes,
            "Scaling recipe in place of the session's, by its name and the parameters that are not its defaults, such as "
            "'te_delayed amax_history_len=16'; none for none; may repeat, and each --policy is trained under each")
        ->allow_extra_args(false)
        ->type_name("RECIPE");
    command
        .add_option("--loss-scale", arguments->lossScale,
            "Over the session's and the policy's: none, auto, a number, or a rule with its first number and others by name, such "
            "as 'dynamic 2^15' or 'grad_scaler 65536 growth_interval=500'")
        ->type_name("SCALE");
    CLI::Option* out = command.add_option("--out", arguments->out, "Folder for the files")->type_name("DIR");
    command
        .add_flag("--tensorboard", arguments->writesEvents,
            "Write there what TensorBoard reads too: metrics of steps and tensors, histograms of exponents")
        ->needs(out)
        ->excludes(seeds);
    command
        .add_flag("--keras-weights", arguments->writesKerasWeights,
            "Write there model.weights.h5 too, which load_weights() of the same model in Keras takes bit by bit, with a float8 layer's "
            "scales and amax histories")
        ->needs(out)
        ->excludes(seeds);
    CLI::Option* state
        = command
              .add_flag("--state", arguments->writesState,
                  "Write there state.npz and state.json too, all that --resume goes on from. A session that names state.npz "
                  "initial_state, and weights.npz initial_weights, begins at step 0 with what optimizer, loss scale and float8 layers "
                  "had kept")
              ->needs(out)
              ->excludes(seeds);
    command
        .add_option("--threads", arguments->threads, "At most this many threads; does not change the numbers")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    addKernelsOption(command, arguments->kernels);
    command
        .add_option("--every", arguments->every,
            "Every how many steps tensors.csv gets its rows (default: the session's)")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000'000}))
        ->excludes(seeds);
    const std::string conditions = joinedText(stopConditionCatalog(), ", ", &StopCondition::name);
    command
        .add_option("--until", arguments->until,
            "Stop after the step where this first holds: " + conditions
                + "; an expression over recorded metrics, such as 'amax(dense_2.output)/65504 > 0.9'; or after step N: "
                  "step:N")
        ->type_name("CONDITION")
        ->excludes(seeds);
    command
        .add_option("--watch", arguments->watch,
            "What to compare with: twin (a float64 reference, every step) or step (no reference; sampled steps redone in float64)")
        ->check(CLI::IsMember(watchModeNames()));
    command
        .add_option("--arithmetic", arguments->arithmetics,
            "Which roundings are done: written (each operation of the framework's source), keras-jax (what XLA makes of Keras on "
            "JAX on a CPU), torch (what PyTorch computes on a CPU under torch.autocast), torch-hopper or keras-torch-hopper (what PyTorch and Keras "
            "on PyTorch compute on an H200), keras-jax-hopper (what XLA made there of one perceptron), each where that is proved for the whole session, else written, and the table says why; auto is keras-jax (default: the session's). "
            "Several, with commas between them: a run under each, and a sentence on what differs")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember(arithmeticSettings()));
    command
        .add_flag("--as-written", arguments->asWritten,
            "Train it as written too, where it is not, and say which headline numbers would be others")
        ->excludes(seeds)
        ->excludes(state); // which does not have that training's
    command
        .add_flag("--repairs", arguments->triesRepairs,
            "Try what may help, on the same seed for up to two minutes, and say what it did; without it the table says \"not tried\"")
        ->excludes(seeds);
    command.add_flag("--json", arguments->asJson, "Print the summary as JSON");
    // Options that would change the numbers, or that need a run from its beginning. A resumed run writes its state anyway.
    for (const char* other : {"--seed", "--seeds", "--policy", "--recipe", "--loss-scale", "--every",
             "--watch", "--arithmetic", "--as-written", "--tensorboard", "--state"})
        resume->excludes(command.get_option(other));
    command.callback([&action, arguments] {
        if (arguments->session.empty() && arguments->resumed.empty())
            throw CLI::RequiredError("SESSION or --resume");
        action = [arguments] { return execute(*arguments); };
    });
}

} // namespace ulpscope::cli
