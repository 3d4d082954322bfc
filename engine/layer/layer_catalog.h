// SPDX-License-Identifier: GPL-3.0-or-later
// Every layer class: name, parameters, how to make one. Forms, files and checks iterate this table.
#pragma once

#include "engine/base/catalog.h"
#include "engine/layer/composite.h"
#include "engine/layer/layer.h"

#include <memory>
#include <span>

namespace ulpscope {

struct LayerClass : ClassSpec
{
    bool isLinear
        = false; ///< Dense inside: has Keras' float8, int8 and int4 calls, and takes scaling recipes
    bool hasVariables = false;
    int minInputs = 1;
    int maxInputs = 1;
    std::unique_ptr<Layer> (*make)(const LayerOptions& options) = nullptr; ///< null for a composite
    /// Multiplies by layer/product.h, or its children do, so the knobs of products and output mean something.
    bool hasProducts = false;
    Composite composite = {};

    bool isComposite() const { return composite.expand != nullptr; }
};

/// In the order in which menus show them; the first is InputLayer.
std::span<const LayerClass> layerCatalog();

} // namespace ulpscope
