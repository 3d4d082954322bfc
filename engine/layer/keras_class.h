// SPDX-License-Identifier: GPL-3.0-or-later
// What real Keras knows of a layer class, as a part of the class' row: how it is written and built, and what it does under
// which policy. Plain data, of classes that are computed here and of others that a file may name. Tried with Keras 3.16
// and its JAX backend, class by class (tests/interop); texts are those of Keras 3.15.1.
#pragma once

#include "engine/policy/dtype_policy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

enum class KerasBuild : std::uint8_t {
    Unsaid,
    /// Counts as built once it is made. Keras writes no build_config and gives it no path, so a policy map's keys never
    /// reach it and it takes the map's default.
    AtOnce,
    InputShape,
    AttentionShapes, ///< called with query, value and key, each an argument of its own
};

/// A flag of ours that Keras cannot be told: "The causal mask of softmax: Keras' Softmax takes ...".
struct KerasGap
{
    std::string_view parameter; ///< "use_causal_mask"
    std::string_view what; ///< "The causal mask"
    std::string_view why; ///< a sentence
};

/// A list that Keras has as two numbers for each axis: [1, 2] of a sequence, [[0, 1], [2, 3]] of an image.
struct KerasSides
{
    std::string_view parameter = {}; ///< empty: none is
    std::size_t axes = 0;
};

struct KerasClass
{
    KerasBuild build = KerasBuild::Unsaid;
    /// get_config() of a new layer without name, trainable and dtype, as a JSON text in Keras' order. Initializers and
    /// required parameters are null there, and filled in.
    std::string_view config = {};
    /// The modes for which it has a quantized call, as Dense has for "float8".
    std::vector<std::string_view> quantizedCalls = {};

    // Dtypes
    bool drawsWeights = false; ///< at random, which Keras does in floating point only
    bool drawsNoise = false; ///< in the compute dtype, which no integer can be
    bool refusesBool = false; ///< as compute dtype
    bool mixesDtypes = false; ///< inside its call, where float8 has no common dtype with others

    // Writing
    std::vector<std::string_view> required = {}; ///< parameters that have a default here and none in Keras
    std::vector<std::string_view> callArguments
        = {}; ///< of its parameters, those that Keras takes in the call
    std::vector<KerasGap> gaps = {};
    bool callTakesMask = false; ///< a tensor, of which a session has none; Keras writes it all the same
    bool writesAxesAsList = false; ///< "axis", once it is built
    bool isOfKerasHub = false;
    KerasSides sides = {};

    bool hasPath() const { return build != KerasBuild::AtOnce; }
    bool hasQuantizedCall(std::string_view mode) const;
};

/// What Keras does with a class. A name that is neither computed here nor known to be Keras' gets the row of a layer that has
/// weights and that Keras does not quantize.
const KerasClass& kerasClass(std::string_view layerClass);

/// Whether layers of the class have a call for the mode.
bool hasQuantizedCall(std::string_view layerClass, std::string_view quantizationMode);

/// The policy that a layer keeps: the given one, or a quantized one's source where the class has no such call, as Keras'
/// model.quantize leaves such layers out.
DTypePolicy withoutMissingCall(std::string_view layerClass, const DTypePolicy& given);

/// Whether the policy makes a layer with such a call keep its kernel as integers, which then does not train: int8, int4,
/// ternary.
bool hasIntegerKernel(const DTypePolicy& policy);

/// The exception that Keras raises when such a layer is built and first called with float32 data, if it does.
std::optional<Error> kerasRefusal(std::string_view layerClass, const DTypePolicy& policy);

} // namespace ulpscope
