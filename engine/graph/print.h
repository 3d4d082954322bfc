// SPDX-License-Identifier: GPL-3.0-or-later
// A graph as text: a line an operation, as JAX prints a jaxpr, under the layer that it belongs to; or for Graphviz.
#pragma once

#include "engine/graph/graph.h"

namespace ulpscope::graph {

/// "%7:float16[32,16] = dot_general %3 %6"
std::string lineOf(const Graph& graph, ValueId value);
/// Operations in order under headings such as "forward, sequential/dense", with the pass that added each.
std::string textOf(const Graph& graph);
/// A cluster a layer and part of the step, dtypes on edges, casts as diamonds. title: of the graph. path: only the operations of that
/// layer and of those in it, with what they take; nothing: all.
std::string dotOf(
    const Graph& graph, const std::string& title, const std::optional<std::string>& path = std::nullopt);

/// "float16[32,16]"
std::string typeOf(const Node& node);

/// "forward", "loss", "backward", "update"
std::string_view nameOf(Pass pass);
/// Each pass that added operations, and how many.
std::vector<std::pair<std::string_view, int>> addedBy(const Graph& graph);

} // namespace ulpscope::graph
