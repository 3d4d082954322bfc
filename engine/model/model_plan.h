// SPDX-License-Identifier: GPL-3.0-or-later
// A model spec checked and resolved: classes, configs, policies, graph, shapes. Nothing is allocated for weights yet.
// A composite layer becomes several nodes; every other layer is one.
#pragma once

#include "engine/layer/layer_catalog.h"
#include "engine/model/model_spec.h"
#include "engine/policy/policy_family.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

enum class NodeRole : std::uint8_t {
    Layer, ///< a layer of the spec
    Child, ///< a layer inside a composite
    Operation ///< operation of a composite between its children, "mha/scores"; no layer in Keras
};

/// One node of the graph.
struct PlannedLayer
{
    std::string name; ///< "dense", "query"
    std::string path; ///< "sequential/dense", "mha/query"
    NodeRole role = NodeRole::Layer;
    std::size_t layer = 0; ///< position in the spec: of a child or an operation, that of its composite
    std::string parentPath = {}; ///< path of the composite of a child or an operation: "mha"
    const LayerClass* layerClass = nullptr;
    LayerOptions options;
    /// Policy under which the layer trains. An operation has its composite's policy; options.numerics tell the formats of its arithmetic.
    DTypePolicy policy;
    bool isNotEmulated = false; ///< the given one is quantized in a way that is Keras' alone
    /// Why the policy cannot be found or trained under; the node is then planned in float32. Place: "policy".
    std::optional<Error> policyProblem = {};
    std::vector<std::size_t> inputs; ///< indices of earlier nodes
    /// What a composite casts its inputs to before this child gets them; null: nothing, or the child gets others.
    const Format* castFirst = nullptr;
    Shape outputShape; ///< shape of one example's output
    Index weightCount = 0; ///< Layer::weightCount()
    Index workCount = 0; ///< Layer::workCount()
    bool needsInputGradient = false; ///< something before it has variables
};

struct ModelPlan
{
    std::vector<PlannedLayer> layers; ///< nodes, in the order in which they run
    Index weightCount = 0;
    PolicyFamily family = PolicyFamily::Keras3; ///< family of the program that is emulated
    /// What the user should know: where a float8 policy was replaced by its source.
    std::vector<std::string> notes;
};

/// Bounds that keep a session from asking for more memory than a desktop has.
inline constexpr Index kMaxWeights = Index{1} << 26; ///< limit for a model
inline constexpr Index kMaxActivations = Index{1} << 28; ///< outputs of all layers for one batch

/// The dtype of Input layers and losses, Keras' floatx.
const Format& floatxFor(const PolicySettings& policies);

/// Errors have the session file's places: "layers[2].units". Policies that cannot be trained under are no error of the
/// plan but problems of its layers, so that a model can be looked at and mended.
Result<ModelPlan> planModel(const ModelSpec& model, const PolicySettings& policies, std::uint64_t seed);

/// The first layer's policy problem, with its place.
Status checkPolicies(const ModelPlan& plan);

/// Examples whose loss is evaluated at once: as many as fit the bound on activations, at most 512.
Index evaluationBatch(const ModelPlan& plan);
/// Examples of these that go through the model at once: so few that their tensors take some 2^22 numbers. All, where an
/// operand's rounding depends on the other examples: by a scale that they share or by its place among the random draws.
Index evaluationPart(const ModelPlan& plan);

/// The plan with nothing rounded below float64, for the reference lane and the local error.
ModelPlan float64Reference(const ModelPlan& plan);

} // namespace ulpscope
