// SPDX-License-Identifier: GPL-3.0-or-later
// Every layer class, one row each: name, parameters, formula, and what Keras, PyTorch and menus know of it. Forms,
// files, exports and checks iterate this table; a row holds plain data, so that it depends on none of them.
#pragma once

#include "engine/base/catalog.h"
#include "engine/layer/composite.h"
#include "engine/layer/keras_class.h"
#include "engine/layer/layer_formula.h"

#include <span>
#include <string_view>

namespace ulpscope {

/// The groups of the menus, in their order.
enum class LayerGroup : std::uint8_t {
    None, ///< InputLayer, which no menu offers
    Core,
    ConvolutionAndPooling,
    AttentionAndEmbedding,
    Normalization,
    Regularization,
    MergingAndReshaping,
};

/// How PyTorch says the layer: Python with places for what a session says (app/io/exports/python_template.h). What it leaves out
/// must be at its default.
struct TorchForm
{
    std::string_view call = {}; ///< "torch.flatten({x}, 1)", or one of those below
    /// The call of a layer with weights; {module} stands for the layer: "nn.LayerNorm({features}, eps={epsilon})"
    std::string_view module = {};
};
inline constexpr std::string_view kNoTorch = "none is known";
inline constexpr std::string_view kTorchLinear = "nn.Linear or te.Linear";
inline constexpr std::string_view kTorchActivation = "the function of its activation";

struct LayerTraits
{
    LayerFormula formula = {}; ///< of a composite: none
    Composite composite = {};
    bool dividesIntegerKernel = false; ///< IntegerKernel::dividesKernel
    /// Has a product with a kernel (graph/passes/kernel_products.h), or its children do, so the overrides of products and output mean something.
    bool hasProducts = false;
    int minInputs = 1;
    int maxInputs = 1;
    KerasClass keras = {};
    TorchForm torch = {};
    LayerGroup group = LayerGroup::None;

    bool isComposite() const { return composite.expand != nullptr; }
    bool hasVariables() const { return isComposite() || formula.variables != nullptr; }
};

struct LayerClass : ClassSpec, LayerTraits
{
};

/// In the order in which menus show them; the first is InputLayer.
std::span<const LayerClass> layerCatalog();

/// A class that is not computed here, but that a Keras model may have.
struct ForeignLayerClass
{
    std::string_view name;
    KerasClass keras;
};
/// A class that is computed one day moves from here into the catalog.
std::span<const ForeignLayerClass> foreignLayerClasses();

} // namespace ulpscope
