// SPDX-License-Identifier: GPL-3.0-or-later
// Which dtype a layer sees: what becomes of its call arguments and of its variables under a policy, in Keras 3
// (keras/src/layers/layer.py, dtype_policies/dtype_policy.py) and in tf-keras (engine/base_layer.py,
// mixed_precision/autocast_variable.py).
#pragma once

#include "engine/policy/legacy_policy.h"

#include <optional>
#include <string>
#include <string_view>

namespace ulpscope {

/// The two dtypes of any family's policy; unset for an inferred one before the first call.
struct LayerDtypes
{
    std::optional<std::string> compute;
    std::optional<std::string> variable;
    bool autocast = true; ///< the layer's autocast argument

    /// Layer.dtype: the variable dtype, in all families.
    const std::optional<std::string>& layerDtype() const { return variable; }
};

LayerDtypes layerDtypes(const DTypePolicy& policy, bool autocast = true);
LayerDtypes layerDtypes(const LegacyPolicy& policy, bool autocast = true);

enum class ArgumentKind : std::uint8_t {
    Tensor, ///< tensor of the backend, or a symbolic one
    Array, ///< has __array__: NumPy's arrays and scalars
    Python, ///< a number of Python: dtype is "float", "int" or "bool"
    Other, ///< None, a text, an object: dtype is what is shown
};

struct CallArgument
{
    ArgumentKind kind = ArgumentKind::Tensor;
    std::string dtype = "float32";
    bool isFirst = true; ///< the first positional argument: "inputs"
    bool isPositional = true;
};

struct SeenArgument
{
    std::string dtype; ///< as call() sees it; a Python type for what stays one
    bool isTensor = false;
    bool isCast = false; ///< the argument's dtype was changed
    std::string reason; ///< half a sentence
};

/// Keras 3: every argument that is a float tensor becomes the compute dtype, even where that is an integer. tf-keras:
/// the first argument alone, and to floating dtypes alone. ValueError for a positional Python number in Keras 3.
Result<SeenArgument> convertInput(
    PolicyFamily family, const LayerDtypes& layer, const CallArgument& argument);

/// The dtype that an inferred policy takes from the first argument. A number of Python counts as float32, int32 or
/// bool, like the tensor that TensorFlow makes of it.
std::string inferredDtype(const CallArgument& first);

/// The scope that casts variables: nullopt for none, an inner nullopt for one that casts nothing.
using AutocastScope = std::optional<std::optional<std::string>>;
/// The scope inside a layer's call(), given the one around the call. In tf-keras the scope around has no influence.
AutocastScope scopeFor(PolicyFamily family, const LayerDtypes& layer, const AutocastScope& around = {});

struct SeenVariable
{
    std::string trueDtype; ///< stored; assignments convert to it
    std::string dtype; ///< the dtype as it reads within the scope
    bool isAutocast = false; ///< whether a scope can change how it reads: an AutoCastVariable in tf-keras
};

/// <AutoCastVariable 'v:0' shape=() dtype=float32 dtype_to_cast_to=float16>, up to TensorFlow 2.3
/// <AutoCastVariable 'v:0' shape=() dtype=float16 true_dtype=float32>, of a scalar and without its value; <tf.Variable ...> for
/// one that is not wrapped. Empty in Keras 3, whose variables print the stored dtype.
std::string variableRepr(PolicyFamily family, std::string_view name, const SeenVariable& variable);

/// A variable that the layer made. autocast: add_weight's argument, experimental_autocast before TensorFlow 2.4.
SeenVariable readVariable(PolicyFamily family, const LayerDtypes& layer, std::string_view variableDtype,
    bool autocast, const AutocastScope& scope);

} // namespace ulpscope
