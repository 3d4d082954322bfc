// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/print.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <array>
#include <map>

namespace ulpscope::graph {

namespace {

std::string idOf(ValueId value)
{
    return '%' + std::to_string(value.index());
}

std::string_view formatOf(const Node& node)
{
    return node.format == nullptr ? "?" : node.format->name;
}

std::string attributesOf(const Node& node)
{
    const Attributes& attributes = node.attributes;
    if (node.operation == Operation::Constant)
        return ' ' + shortestText(attributes.number);
    if (node.operation == Operation::Quantize)
        return ' ' + attributes.quantization->name;
    if (node.operation == Operation::Integers) {
        constexpr std::array kParts{"codes", "scales", "numbers", "row_codes", "row_scales"};
        return ' ' + std::string(kParts[static_cast<std::size_t>(attributes.integers.part)])
            + " bits=" + std::to_string(attributes.integers.bits);
    }
    if (node.operation == Operation::Product) {
        std::string text;
        if (attributes.transpose != Transpose::None)
            text = attributes.transpose == Transpose::A ? " transposed=left" : " transposed=right";
        return attributes.summedBy ? text + " sum=" + attributes.summedBy->accumulator.name : text;
    }
    if (node.operation == Operation::Concatenate || node.operation == Operation::Slice
        || node.operation == Operation::Pad || node.operation == Operation::Reverse)
        return " axis=" + std::to_string(attributes.axis)
            + (attributes.first == 0 ? "" : " first=" + std::to_string(attributes.first));
    if (node.operation != Operation::Sum && node.operation != Operation::ReduceMax)
        return {};
    std::string axes;
    for (int axis = 0; axis < Shape::kMaxRank; ++axis)
        if ((attributes.axes >> axis & 1) != 0)
            axes += (axes.empty() ? "" : ",") + std::to_string(axis);
    return " axes=" + axes;
}

std::string inQuotes(std::string_view text)
{
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            result += '\\';
        result += c;
    }
    return result + '"';
}

/// The part of the step and the layer that a node is printed under.
std::string headingOf(const Graph& graph, ValueId value)
{
    const std::string& path = graph.ownerOf(value).path;
    return std::string(nameOf(graph[value].pass)) + (path.empty() ? "" : ", " + path);
}

std::string groupOf(const Graph& graph, const Node& node)
{
    std::string name;
    for (std::optional<GroupId> group = node.group; group; group = graph.groups()[group->index()].around)
        name = graph.groups()[group->index()].name + (name.empty() ? "" : " > " + name);
    return name;
}

/// Whether the layer computes it, or one in that layer; without a path it is any's.
bool isOf(const Graph& graph, ValueId value, const std::optional<std::string>& path)
{
    const std::string& own = graph.ownerOf(value).path;
    return !path || own == *path || (!path->empty() && own.starts_with(*path + '/'));
}

/// The layer's values, and what they take.
std::vector<bool> drawnValues(const Graph& graph, const std::optional<std::string>& path)
{
    std::vector<bool> isDrawn(graph.nodes().size());
    for (std::size_t i = 0; i < isDrawn.size(); ++i) {
        if (!isOf(graph, ValueId(i), path))
            continue;
        isDrawn[i] = true;
        for (const ValueId operand : graph.nodes()[i].operands)
            isDrawn[operand.index()] = true;
    }
    return isDrawn;
}

} // namespace

std::string typeOf(const Node& node)
{
    std::string text(formatOf(node));
    text += '[';
    for (int axis = 0; axis < node.shape.rank(); ++axis)
        text += (axis == 0 ? "" : ",") + std::to_string(node.shape[axis]);
    return text + ']';
}

std::string_view nameOf(Pass pass)
{
    switch (pass) {
    case Pass::Forward:
        return "forward";
    case Pass::Loss:
        return "loss";
    case Pass::Backward:
        return "backward";
    case Pass::Update:
        return "update";
    }
    return {};
}

std::string lineOf(const Graph& graph, ValueId value)
{
    const Node& node = graph[value];
    std::string line = idOf(value) + ':' + typeOf(node) + " = " + std::string(rowOf(node.operation).name);
    if (!node.name.empty())
        line += ' ' + node.name;
    for (const ValueId operand : node.operands)
        line += ' ' + idOf(operand);
    return line + attributesOf(node);
}

std::vector<std::pair<std::string_view, int>> addedBy(const Graph& graph)
{
    std::vector<std::pair<std::string_view, int>> counts;
    for (const Node& node : graph.nodes()) {
        if (node.addedBy.empty())
            continue;
        const auto known = std::ranges::find(counts, node.addedBy, &std::pair<std::string_view, int>::first);
        if (known == counts.end())
            counts.emplace_back(node.addedBy, 1);
        else
            ++known->second;
    }
    return counts;
}

std::string textOf(const Graph& graph)
{
    constexpr std::size_t kRemarkColumn = 64;
    std::string text;
    std::string heading;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        const ValueId value(i);
        if (std::string own = headingOf(graph, value); own != heading) {
            text += (text.empty() ? "" : "\n") + own + '\n';
            heading = std::move(own);
        }
        std::string line = "  " + lineOf(graph, value);
        std::string remark = groupOf(graph, graph[value]);
        if (!graph[value].addedBy.empty())
            remark += (remark.empty() ? "" : ", ") + std::string("by ") + std::string(graph[value].addedBy);
        if (!remark.empty())
            line += std::string(line.size() < kRemarkColumn ? kRemarkColumn - line.size() : 2, ' ') + "# "
                + remark;
        text += line + '\n';
    }
    text += "\noutputs\n";
    for (const Output& output : graph.outputs())
        text += "  " + idOf(output.value) + ' ' + output.name
            + (output.variable ? " of " + graph.nameOf(*output.variable) : "") + '\n';
    return text;
}

std::string dotOf(const Graph& graph, const std::string& title, const std::optional<std::string>& path)
{
    const std::vector<bool> isDrawn = drawnValues(graph, path);
    std::string text
        = "digraph " + inQuotes(title) + " {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n";
    std::map<std::string, std::string> clusters;
    for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
        const ValueId value(i);
        const Node& node = graph[value];
        if (!isDrawn[i])
            continue;
        const bool isCast = node.operation == Operation::Cast;
        const std::string label = isCast ? std::string(formatOf(node))
            : node.name.empty()          ? std::string(rowOf(node.operation).name) + attributesOf(node)
                                         : node.name;
        clusters[headingOf(graph, value)] += "    n" + std::to_string(i) + " [label=" + inQuotes(label)
            + (isCast ? ", shape=diamond" : "") + "];\n";
    }
    std::size_t count = 0;
    for (const auto& [heading, nodes] : clusters)
        text += "  subgraph cluster_" + std::to_string(count++) + " {\n    label=" + inQuotes(heading) + ";\n"
            + nodes + "  }\n";
    for (std::size_t i = 0; i < graph.nodes().size(); ++i)
        for (const ValueId operand : graph.nodes()[i].operands)
            if (isOf(graph, ValueId(i), path))
                text += "  n" + std::to_string(operand.index()) + " -> n" + std::to_string(i)
                    + " [label=" + inQuotes(typeOf(graph[operand])) + "];\n";
    return text + "}\n";
}

} // namespace ulpscope::graph
