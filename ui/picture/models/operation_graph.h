// SPDX-License-Identifier: GPL-3.0-or-later
// One layer's part of a step's graph, as a picture shows it: its operations in the order in which they are computed, a function as one box
// until it is opened, and at the rim what comes from elsewhere and goes there.
#pragma once

#include "engine/graph/graph.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope::ui {

struct OperationBox
{
    enum class Kind {
        Operation,
        Cast,
        Function, ///< closed
        Leaf, ///< a variable, or what each step brings
        Constant,
        From, ///< at the rim: computed elsewhere
        To, ///< at the rim: used elsewhere, or what the step is run for
    };

    Kind kind = Kind::Operation;
    graph::ValueId value; ///< its result; at the rim what comes or goes
    std::string name; ///< "dot_general", "relu", "kernel", "dense_2", "kernel gradient"
    std::vector<graph::ValueId> inside = {}; ///< the operations that it stands for; none at the rim
    std::optional<graph::GroupId> function = {}; ///< that it is, or the innermost one that it is in

    bool isRim() const { return kind == Kind::From || kind == Kind::To; }
};

struct OperationEdge
{
    std::size_t from = 0; ///< box; always before `to`
    std::size_t to = 0;
    graph::ValueId value; ///< that flows
};

/// One pass of the step.
struct OperationPart
{
    Pass pass = Pass::Forward;
    std::vector<OperationBox> boxes;
    std::vector<OperationEdge> edges;
};

struct OperationGraph
{
    std::shared_ptr<const graph::Graph> step;
    std::string path; ///< of the layer, or of those in it; empty: what belongs to none, the loss
    std::vector<OperationPart> parts;
};

/// Whether the step has operations of the layer.
bool hasOperations(const graph::Graph& step, const std::string& path);

/// opened: functions that are drawn as their operations. One that would lead back into itself is drawn so too.
OperationGraph operationGraph(std::shared_ptr<const graph::Graph> step, const std::string& path,
    const std::vector<graph::GroupId>& opened, bool hasUpdate);

/// What a value is called where it comes from elsewhere: "kernel", "kernel gradient", "relu", "dot_general".
std::string valueName(const graph::Graph& step, graph::ValueId value);

} // namespace ulpscope::ui
