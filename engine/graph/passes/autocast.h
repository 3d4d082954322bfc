// SPDX-License-Identifier: GPL-3.0-or-later
// Keras' autocast: a layer's inputs and variables are cast to its compute dtype, each once, and what the layer computes is in it
// (keras/src/layers/layer.py, Layer.__call__; keras/src/backend/common/variables.py, AutocastScope).
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// Formulas of layers have their dtypes afterwards; a value that already has one keeps it.
Graph autocast(const Graph& before);

} // namespace ulpscope::graph
