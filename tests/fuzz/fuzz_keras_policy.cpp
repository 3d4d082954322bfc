// SPDX-License-Identifier: GPL-3.0-or-later
// Keras' policy JSON: read, resolved, written and read again; the older family's; and as the policy of a session, whose
// export has to resolve as the session does.
#include "tests/fuzz/fuzz_target.h"

#include "app/io/json/json_text.h"
#include "app/io/keras/policy/keras_policy.h"
#include "app/io/keras/policy/keras_policy_map.h"
#include "app/io/keras/policy/legacy_policy_json.h"
#include "app/io/keras/policy/policy_check.h"
#include "app/io/session/session_file.h"
#include "engine/model/resolved_policies.h"

#include <nlohmann/json.hpp>

#include <array>

namespace {

using namespace ulpscope;
using fuzz::isFine;
using fuzz::require;
using fuzz::requireFine;
using Json = nlohmann::ordered_json;

const SessionSpec& smallSession()
{
    static const SessionSpec session = [] {
        SessionSpec made;
        made.model.layers
            = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{4, 2}}}, {}, {}},
                {"dense", "Dense", {{"units", std::int64_t{2}}}, {}, {}}, {"dropout", "Dropout", {}, {}, {}},
                {"attention", "MultiHeadAttention",
                    {{"num_heads", std::int64_t{1}}, {"key_dim", std::int64_t{2}}}, {}, {}},
                {"dense_1", "Dense", {{"units", std::int64_t{1}}}, {}, {}}};
        return made;
    }();
    return session;
}

void resolve(const KerasPolicy& policy)
{
    if (const auto* map = std::get_if<DTypePolicyMap>(&policy)) {
        PolicyMapLookup lookup(*map);
        for (const char* path : {"sequential/dense", "dense_1", "", "a/b\n"}) {
            const Result<MapLookup> found = lookup.find(path);
            const Result<MapLookup> alone = map->find(path);
            require(isFine(found) == alone.ok(), "a lookup of many paths finds what one alone does");
            require(!found || (found->policy == alone->policy && found->key == alone->key),
                "a lookup of many paths finds what one alone does");
            isFine(map->matchingKeys(path));
        }
    }
}

void writeAndRead(const KerasPolicy& policy)
{
    const Json json = kerasJson(policy);
    const Result<KerasPolicy> again = policyFromText(layoutJson(json));
    requireFine(again, "what was written can be read");
    require(kerasJson(*again) == json, "a policy survives");
    policyDescription(policy);
}

void useInSession(const KerasPolicy& policy)
{
    SessionSpec session = smallSession();
    usePolicyAsCompile(session, policy);
    kerasProblems(policy);
    kerasProblems(session);
    const Result<KerasExport> exported = exportKerasMap(session);
    const Result<std::vector<ResolvedPolicy>> layers = resolvePolicies(session.model, session.policies);
    if (!isFine(exported) || !isFine(layers))
        return;
    PolicyMapLookup lookup(exported->map);
    for (const ResolvedPolicy& layer : *layers) {
        if (!layer.hasPath)
            continue;
        const Result<MapLookup> found = lookup.find(layer.path);
        require(found && found->policy == layer.kept, "an exported map gives each layer the policy it has");
    }
}

void readOlderFamily(const Json& json)
{
    keras3Misreading(json);
    for (const PolicyFamily family : {PolicyFamily::TfKeras, PolicyFamily::Experimental22}) {
        const Result<LegacyPolicyRead> read = deserializeLegacy(json, family);
        if (!isFine(read))
            continue;
        require(!repr(read->policy).empty(), "a policy can be printed");
        const Json written = serializeLegacy(read->policy);
        const Result<LegacyPolicyRead> again = deserializeLegacy(written, family);
        requireFine(again, "what was written can be read");
        require(serializeLegacy(again->policy) == written, "an older policy survives");
    }
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text = fuzz::textOf(data, size);
    const Result<Json> json = parseJson(text);
    if (!isFine(json)) {
        require(!policyFromText(text).ok(), "no JSON is no policy");
        return 0;
    }
    readOlderFamily(*json);
    isFine(globalPolicyFromJson(*json));
    const Result<KerasPolicy> policy = policyFromText(text);
    if (!isFine(policy))
        return 0;
    require(!policyName(*policy).empty(), "a policy has a name");
    resolve(*policy);
    writeAndRead(*policy);
    useInSession(*policy);
    return 0;
}
