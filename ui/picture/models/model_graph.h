// SPDX-License-Identifier: GPL-3.0-or-later
// What the picture of a model shows, without drawing it: layers as boxes, their tensors as flows between and into them, each with
// the dtypes that it is cast to on its way, as the plan of the model has them.
#pragma once

#include "engine/session/session_spec.h"
#include "ui/tree/models/layer_nodes.h"
#include "ui/tree/models/layer_tensor.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// A tensor on its way from where it is computed or stored to where it is used.
struct GraphFlow
{
    LayerTensor tensor; ///< whose metrics tell of it; without a path none does
    /// As it is sent, then after each cast; the last is what is computed with. Names of formats, "float16", or of what an override
    /// rounds to, "mxfp8".
    std::vector<std::string> formats;
    std::vector<std::string> formatsThere = {}; ///< of compareDtypes(); empty: the same

    bool isCast() const { return formats.size() > 1; }
    bool operator==(const GraphFlow&) const = default;
};

/// A weight that trains, or that stays as it is.
struct GraphWeight
{
    std::string name; ///< "kernel"
    GraphFlow value; ///< from its variable to the product
    std::optional<GraphFlow> gradient; ///< back to the variable
    std::optional<LayerTensor> update;

    bool operator==(const GraphWeight&) const = default;
};

struct GraphBox
{
    enum class Kind { Input, Layer, Child, Operation, Loss };

    Kind kind = Kind::Layer;
    LayerPlace place; ///< in the session; of an operation that of its composite
    std::string name;
    std::string path; ///< "sequential/dense"; empty of the loss
    std::string className;
    std::string policy; ///< its name; empty where there is none
    bool hasOwnPolicy = false;
    std::string compute; ///< format
    std::string computeThere; ///< of compareDtypes(); empty: the same
    std::string output; ///< format
    std::optional<PolicyMark> problem;
    std::vector<GraphWeight> weights;

    /// Whether a policy can be chosen for it.
    bool hasPolicy() const { return kind == Kind::Layer || kind == Kind::Child; }
    bool operator==(const GraphBox& other) const;
};

struct GraphEdge
{
    std::size_t from = 0; ///< box; always before `to`
    std::size_t to = 0;
    GraphFlow forward;
    std::optional<GraphFlow> gradient; ///< none where nothing before has variables

    bool operator==(const GraphEdge&) const = default;
};

/// Boxes that may be drawn as one: the layers of a composite, blocks that are alike, or neighbours of a long model. Either they share
/// no box, or one is within the other.
struct GraphFold
{
    enum class Kind { Composite, Blocks, Block, Neighbours };

    Kind kind = Kind::Composite;
    std::string name; ///< of the composite; of a block, its number "3"; unique among folds with the boxes
    std::size_t first = 0; ///< box
    std::size_t count = 0; ///< of boxes
    std::size_t copies = 1; ///< of Blocks
    std::optional<LayerPlace> place = {}; ///< of a composite
    std::string path = {}; ///< of a composite, else of its last layer, whose output is the fold's
    std::string className = {}; ///< of a composite, or of a block of one layer

    bool operator==(const GraphFold& other) const = default;
};

struct ModelGraph
{
    std::vector<GraphBox> boxes; ///< in the order in which they run; the last is the loss
    std::vector<GraphEdge> edges; ///< by `to`
    std::vector<GraphFold> folds; ///< what is within another comes after it

    bool operator==(const ModelGraph&) const = default;
};

/// Empty where the model cannot be planned, which no document has.
ModelGraph modelGraph(const SessionSpec& session);

/// Writes the dtypes of the other graph into boxes and flows that both have, where they are others there.
void compareDtypes(ModelGraph& graph, const ModelGraph& other);

/// What is drawn: boxes and folds that are closed.
struct ShownBox
{
    std::optional<std::size_t> fold; ///< else a box
    std::size_t first = 0; ///< box
    std::size_t count = 1;

    bool operator==(const ShownBox&) const = default;
};

struct ShownEdge
{
    std::size_t from = 0; ///< of ShownGraph::boxes
    std::size_t to = 0;
    std::vector<std::size_t> edges; ///< of the graph

    bool operator==(const ShownEdge&) const = default;
};

struct ShownGraph
{
    std::vector<ShownBox> boxes;
    std::vector<ShownEdge> edges;

    bool operator==(const ShownGraph&) const = default;
};

/// opened: folds, by index.
ShownGraph shownGraph(const ModelGraph& graph, const std::vector<std::size_t>& opened);

inline constexpr std::size_t kMaxShownBoxes = 40;

/// The folds that are open after one was opened or closed. So that no more boxes are shown than one can take in, the ones that were
/// opened first are closed, but not those around it.
std::vector<std::size_t> withFold(
    const ModelGraph& graph, std::vector<std::size_t> opened, std::size_t fold, bool isOpen);

/// The graph as Graphviz reads it: boxes, forward edges solid, gradients dashed, dtypes as labels.
std::string dotText(const ModelGraph& graph, const ShownGraph& shown, const std::string& title);

} // namespace ulpscope::ui
