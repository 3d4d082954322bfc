// SPDX-License-Identifier: GPL-3.0-or-later
// Session files: parsed, written, parsed again; checked, shown and exported; and where the model is tiny and its data are
// generated, trained for two steps, of which the second is done twice.
#include "tests/fuzz/fuzz_target.h"

#include "app/io/exports/export_catalog.h"
#include "app/io/keras/policy/policy_check.h"
#include "app/io/keras/quantized/quantization_report.h"
#include "app/io/session/session_file.h"
#include "app/io/session/suggestion.h"
#include "app/judge/runs/ledger.h"
#include "engine/model/resolved_policies.h"
#include "engine/session/checked_session.h"
#include "engine/train/training_run.h"
#include "tests/fuzz/loaded_kernels.h"

#include <algorithm>
#include <array>
#include <functional>

namespace {

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;
using fuzz::requireFine;

// A model that is larger is not trained: two steps of one take milliseconds.
constexpr Index kMaxTrainedWeights = 1024;
constexpr Index kMaxTrainedOutputs = 1024; ///< of all layers, for one example
constexpr std::size_t kMaxTrainedLayers = 12;

/// What each of them makes of the session is one that a file can hold.
void tryAll(const SessionSpec& session)
{
    for (const Suggestion& suggestion : session.suggestions) {
        const Result<SessionSpec> changed = withSuggestion(session, suggestion);
        if (isFine(changed))
            require(readSession(writeSession(*changed)).ok(), "what was tried can be read");
    }
}

void writeAndRead(const SessionSpec& session)
{
    const std::string written = writeSession(session);
    const Result<SessionSpec> again = readSession(written);
    requireFine(again, "what was written can be read");
    require(*again == session, "a session survives");
    require(writeSession(*again) == written, "its bytes survive");
}

/// draw: which of the exports is tried.
void show(const SessionSpec& session, std::size_t draw)
{
    if (isFine(resolvePolicies(session.model, session.policies)))
        kerasProblems(session);
    isFine(quantizationReport(session, draw % 2 == 0 ? "" : "int8"));
    isFine(exportCatalog()[draw % exportCatalog().size()].write(session));
}

bool isTiny(const ModelPlan& plan)
{
    Index outputs = 0;
    for (const PlannedLayer& layer : plan.layers) {
        if (layer.outputShape.elements() > kMaxTrainedOutputs)
            return false;
        outputs += layer.outputShape.elements();
    }
    return plan.weightCount <= kMaxTrainedWeights && outputs <= kMaxTrainedOutputs
        && plan.layers.size() <= kMaxTrainedLayers;
}

bool isGenerated(const Component& data)
{
    constexpr std::array<std::string_view, 7> kGenerated{
        "circle", "xor", "gaussians", "spirals", "moons", "plane", "sums"};
    return std::find(kGenerated.begin(), kGenerated.end(), data.className) != kGenerated.end();
}

bool haveSameBytes(const std::vector<NamedArray>& a, const std::vector<NamedArray>& b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const NamedArray& x, const NamedArray& y) {
        return x.name == y.name && writeNpy(x.array) == writeNpy(y.array); // NaN is not equal to itself
    });
}

void train(SessionSpec session)
{
    session.data.config.set("points", std::int64_t{16});
    session.training.initialWeights.clear();
    session.training.initialState.clear();
    session.training.batchSize = std::min<std::int64_t>(session.training.batchSize, 4);
    session.training.steps = 2;
    session.probes.tensorsEvery = std::min<std::int64_t>(session.probes.tensorsEvery, 2);
    Result<TrainingRun> run = TrainingRun::create(session, fuzz::loadedKernels());
    if (!isFine(run))
        return; // the targets are not what the loss takes, say
    run->keepStates(std::size_t{1} << 20);
    run->step();
    run->step();
    for (const TensorName& name : run->tensors())
        run->snapshot(name);
    const std::vector<NamedArray> weights = run->weights();
    run->summarize();
    require(run->goTo(1), "the state before the last step is kept");
    run->step();
    require(haveSameBytes(run->weights(), weights), "a step done again gives the same bits");
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text = fuzz::textOf(data, size);
    const Result<SessionSpec> session = readSession(text);
    if (!isFine(session))
        return 0;
    // Not everything is done with every input, so that there may be more of them: what is depends on its bytes.
    const std::size_t draw = std::hash<std::string_view>()(text);
    writeAndRead(*session);
    tryAll(*session);
    show(*session, draw);
    if (!isFine(checkSession(*session)))
        return 0;
    const Result<ModelPlan> plan = planModel(session->model, session->policies, session->training.seed);
    requireFine(plan, "a checked session has a plan");
    if (!isTiny(*plan))
        return 0;
    constexpr std::size_t kOneInIsTrained = 3;
    if (draw % kOneInIsTrained != 0)
        isFine(ledgerOf(*session, fuzz::loadedKernels()));
    else if (isGenerated(session->data))
        train(*session);
    return 0;
}
