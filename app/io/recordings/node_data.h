// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of layers for Model Explorer, as its "custom node data" (google-ai-edge/model-explorer, node_data_builder.py): it colours the nodes
// of a graph whose ids, or names of output tensors, are these layers' paths.
#pragma once

#include "app/io/recordings/findings/local_error.h"

#include <span>
#include <string>

namespace ulpscope {

/// Largest error of each layer against float64 over all its steps, or a text where an error was not finite. graph: the
/// id of the graph in Model Explorer.
std::string modelExplorerNodeData(const std::string& graph, std::span<const LocalError> errors);

} // namespace ulpscope
