// SPDX-License-Identifier: GPL-3.0-or-later
// Anything that gives layers policies, as the user names it on the command line: a session or a scene, a model that Keras
// wrote, a policy, a map.
#pragma once

#include "app/cli/policy/policy_argument.h"
#include "app/io/keras/model/keras_model_import.h"
#include "app/io/keras/policy/keras_policy.h"
#include "app/io/session/session_file.h"
#include "engine/model/map_reader.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ulpscope::cli {

using PolicySubject = std::variant<SessionSpec, KerasModelFile, KerasPolicy>;

PolicySubject policySubject(const std::string& argument, const LoaderArgument& loader);
/// A model, as JSON or in a file of any kind, read as the loader's family reads it; nothing where the argument is something else.
std::optional<PolicySubject> modelSubject(const std::string& argument, const LoaderArgument& loader);
/// The version of Keras by which the subject is read.
KerasVersion versionOf(const PolicySubject& subject, const LoaderArgument& loader);

/// A layer of a session or a model with the policy that it runs under.
struct SubjectLayer
{
    std::string path;
    std::string className;
    Result<DTypePolicy> policy;
    std::string origin; ///< "global policy", "map key 'dense'"
    std::string loadedPath; ///< where the layer is after Keras has loaded the model
    Result<DTypePolicy> loaded;
    std::string numerics; ///< recipe and overrides, "recipe mxfp8, forward.input bfloat16"
    bool hasPath = true; ///< whether the layer has a path in Keras
    std::string mapName = {}; ///< name of the DTypePolicyMap that a Keras model gives the layer
};
/// A map that layers of the subject hold, asked for all of them.
struct SubjectMap
{
    MapQuestion question;
    MapFindings findings;
};
/// A session's map, or those of a Keras model's layers; none for a policy or a map alone.
std::vector<SubjectMap> mapsOf(const PolicySubject& subject, const KerasPolicy& global);
/// A table of each key, its policy, the layers for which it decides, and why for none; empty for no keys.
std::string keysText(const std::vector<SubjectMap>& maps);
nlohmann::ordered_json keysJson(const std::vector<SubjectMap>& maps);

/// Returns an empty list for a policy or a map. An Error where a session's layer has no policy at all.
Result<std::vector<SubjectLayer>> layersOf(const PolicySubject& subject);

/// A subject to be asked for many paths; it has to stay.
class SubjectLookup
{
public:
    explicit SubjectLookup(const PolicySubject& subject);

    /// The policy at a path: a layer's, or what a map or a policy says. An error for a path that there is not.
    Result<MapLookup> policyAt(const std::string& path);
    /// The layer there; nullptr for none.
    const SubjectLayer* layerAt(const std::string& path) const;

private:
    const PolicySubject& m_subject;
    std::optional<PolicyMapLookup> m_map;
    Result<std::vector<SubjectLayer>> m_layers;
};

/// "int8", or "-" for none.
std::string modeText(const DTypePolicy& policy);

} // namespace ulpscope::cli
