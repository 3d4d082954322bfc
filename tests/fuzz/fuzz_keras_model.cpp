// SPDX-License-Identifier: GPL-3.0-or-later
// Models as Keras writes them: their policies; and imported, written as a session and as a model again.
#include "tests/fuzz/fuzz_target.h"

#include "app/io/json/json_text.h"
#include "app/io/keras/model/keras_model_import.h"
#include "app/io/keras/model/keras_model_json.h"
#include "app/io/keras/policy/policy_check.h"
#include "app/io/session/session_file.h"

#include <nlohmann/json.hpp>

namespace {

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;
using fuzz::requireFine;

SessionSpec sessionOf(const KerasModelImport& import)
{
    SessionSpec session;
    session.model = import.model;
    session.policies = import.policies;
    session.data = {"npz", {}}; // of any shape
    session.training.loss = {"MeanSquaredError", {}};
    session.training.optimizer = {"SGD", {}};
    session.training.lossScale = {"none", {}};
    return session;
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text = fuzz::textOf(data, size);
    const Result<KerasModelFile> model = readKerasModel(text);
    if (isFine(model)) {
        for (const KerasModelLayer& layer : model->layers) {
            isFine(layer.saved.found);
            isFine(layer.loaded.found);
        }
        kerasProblems(*model);
    }
    require(!model || isKerasModel(text), "what can be read looks like a model");

    const Result<KerasModelImport> import = importKerasModel(text);
    if (!isFine(import))
        return 0;
    const SessionSpec session = sessionOf(*import);
    const std::string written = writeSession(session);
    const Result<SessionSpec> read = readSession(written);
    if (!isFine(read))
        return 0; // shapes that do not fit, say
    require(writeSession(*read) == written, "an imported model survives in a session file");
    const Result<nlohmann::ordered_json> exported = kerasModelJson(session);
    if (!isFine(exported))
        return 0;
    const Result<KerasModelImport> again = importKerasModel(exported->dump());
    requireFine(again, "what was exported can be imported");
    const Result<nlohmann::ordered_json> exportedAgain = kerasModelJson(sessionOf(*again));
    requireFine(exportedAgain, "it can be read back");
    require(*exportedAgain == *exported, "an exported model survives");
    return 0;
}
