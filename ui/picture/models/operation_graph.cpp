// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/models/operation_graph.h"

#include "engine/base/number_text.h"

#include <algorithm>
#include <map>
#include <set>

namespace ulpscope::ui {

using graph::Graph;
using graph::GroupId;
using graph::Node;
using graph::Operation;
using graph::ValueId;

namespace {

using Kind = OperationBox::Kind;

/// Whether the layer computes it, or one in that layer.
bool isOf(const Graph& step, ValueId value, const std::string& path)
{
    const std::string& own = step.ownerOf(value).path;
    return own == path || (!path.empty() && own.starts_with(path + '/'));
}

bool isLeaf(const Node& node)
{
    return node.operation == Operation::Input || node.operation == Operation::Variable;
}

/// "dense_1" of "sequential/dense_1"; of the step itself the loss, or the optimizer.
std::string ownerName(const Graph& step, ValueId value)
{
    const std::string& path = step.ownerOf(value).path;
    if (path.empty())
        return step[value].pass == Pass::Update ? "optimizer" : "loss";
    return path.substr(path.rfind('/') + 1);
}

/// What a value is called that another owner computes.
std::string arrivingName(const Graph& step, ValueId value)
{
    return ownerName(step, value) + (step[value].pass == Pass::Backward ? " gradient" : "");
}

/// What an output of the step is called beside its variable; empty: the value is none.
std::string outputName(const Graph& step, ValueId value)
{
    for (const graph::Output& output : step.outputs()) {
        if (output.value != value)
            continue;
        const std::string variable = output.variable ? step[*output.variable].name : std::string();
        return variable.empty()         ? output.name
            : output.name == "gradient" ? variable + " gradient"
                                        : "next " + variable;
    }
    return {};
}

/// Boxes and edges of one pass of one layer.
class PartWriter
{
public:
    PartWriter(const Graph& step, const std::string& path, Pass pass, const std::vector<GroupId>& opened)
        : m_step(step)
        , m_path(path)
        , m_opened(opened.begin(), opened.end())
    {
        m_part.pass = pass;
        for (std::size_t i = 0; i < step.nodes().size(); ++i)
            if (step.nodes()[i].pass == pass && isOf(step, ValueId(i), path))
                m_values.emplace_back(i);
    }

    OperationPart make()
    {
        while (!fill()) { }
        return std::move(m_part);
    }

private:
    std::optional<GroupId> closedFunction(const Node& node) const;
    OperationBox boxOf(ValueId value) const;
    bool fill();
    void join(std::size_t from, std::size_t to, ValueId value);
    void addRim();
    bool sort();

    const Graph& m_step;
    std::string m_path;
    std::set<GroupId> m_opened;
    std::vector<ValueId> m_values;
    OperationPart m_part;
    std::map<ValueId, std::size_t> m_boxOf;
};

/// The outermost function around the node that is not opened.
std::optional<GroupId> PartWriter::closedFunction(const Node& node) const
{
    std::optional<GroupId> closed;
    for (std::optional<GroupId> group = node.group; group; group = m_step.groups()[group->index()].around)
        if (!m_opened.contains(*group))
            closed = group;
    return closed;
}

OperationBox PartWriter::boxOf(ValueId value) const
{
    const Node& node = m_step[value];
    const Kind kind = isLeaf(node)              ? Kind::Leaf
        : node.operation == Operation::Constant ? Kind::Constant
        : node.operation == Operation::Cast     ? Kind::Cast
                                                : Kind::Operation;
    std::string name = kind == Kind::Constant ? shortestText(node.attributes.number)
        : node.name.empty()                   ? std::string(graph::rowOf(node.operation).name)
                                              : node.name;
    return {kind, value, std::move(name), {value}, node.group};
}

void PartWriter::join(std::size_t from, std::size_t to, ValueId value)
{
    const auto isSame = [&](const OperationEdge& edge) {
        return edge.from == from && edge.to == to && edge.value == value;
    };
    if (from != to && std::ranges::none_of(m_part.edges, isSame))
        m_part.edges.push_back({from, to, value});
}

/// False: a function that was closed has to be opened first.
bool PartWriter::fill()
{
    m_part.boxes.clear();
    m_part.edges.clear();
    m_boxOf.clear();
    std::map<GroupId, std::size_t> functions;
    for (const ValueId value : m_values) {
        const std::optional<GroupId> closed = closedFunction(m_step[value]);
        const auto known = closed ? functions.find(*closed) : functions.end();
        if (known != functions.end()) {
            m_boxOf[value] = known->second;
            m_part.boxes[known->second].inside.push_back(value);
            m_part.boxes[known->second].value = value;
            continue;
        }
        m_boxOf[value] = m_part.boxes.size();
        m_part.boxes.push_back(boxOf(value));
        if (closed) {
            functions[*closed] = m_boxOf[value];
            m_part.boxes.back()
                = {Kind::Function, value, m_step.groups()[closed->index()].name, {value}, closed};
        }
    }
    std::map<ValueId, std::size_t> from;
    for (const ValueId value : m_values)
        for (const ValueId operand : m_step[value].operands) {
            const auto own = m_boxOf.find(operand);
            if (own == m_boxOf.end() && !from.contains(operand)) {
                from[operand] = m_part.boxes.size();
                const bool isNamed = isOf(m_step, operand, m_path) || isLeaf(m_step[operand]);
                m_part.boxes.push_back({Kind::From, operand,
                    isNamed ? valueName(m_step, operand) : arrivingName(m_step, operand)});
            }
            join(own == m_boxOf.end() ? from.at(operand) : own->second, m_boxOf.at(value), operand);
        }
    addRim();
    return sort();
}

/// What goes on elsewhere in the same pass, or is what the step is run for.
void PartWriter::addRim()
{
    for (const ValueId value : m_values) {
        const auto add = [&](std::string name) {
            m_part.boxes.push_back({Kind::To, value, std::move(name)});
            join(m_boxOf.at(value), m_part.boxes.size() - 1, value);
        };
        if (const std::string output = outputName(m_step, value); !output.empty() && !isLeaf(m_step[value]))
            add(output);
        std::set<std::string> others;
        for (std::size_t i = value.index() + 1; i < m_step.nodes().size(); ++i) {
            const Node& node = m_step.nodes()[i];
            const bool goesOn = node.pass == m_part.pass
                || (m_part.pass == Pass::Forward && node.pass == Pass::Loss)
                || (m_part.pass == Pass::Loss && node.pass == Pass::Backward);
            if (goesOn && !isOf(m_step, ValueId(i), m_path)
                && std::ranges::find(node.operands, value) != node.operands.end()
                && others.insert(ownerName(m_step, ValueId(i))).second)
                add(ownerName(m_step, ValueId(i)));
        }
    }
}

/// Boxes in an order in which they can be computed. Where there is none, opens the functions that are in each other's way.
bool PartWriter::sort()
{
    const std::size_t count = m_part.boxes.size();
    std::vector<std::size_t> missing(count, 0);
    for (const OperationEdge& edge : m_part.edges)
        ++missing[edge.to];
    std::vector<std::size_t> place(count, count);
    std::vector<std::size_t> order;
    while (order.size() < count) {
        // The one whose value comes first: the order of the graph, but for the rim.
        std::optional<std::size_t> next;
        for (std::size_t i = 0; i < count; ++i)
            if (place[i] == count && missing[i] == 0
                && (!next || m_part.boxes[i].value.index() < m_part.boxes[*next].value.index()))
                next = i;
        if (!next) {
            for (std::size_t i = 0; i < count; ++i)
                if (place[i] == count && m_part.boxes[i].kind == Kind::Function)
                    m_opened.insert(*m_part.boxes[i].function);
            return false;
        }
        place[*next] = order.size();
        order.push_back(*next);
        for (const OperationEdge& edge : m_part.edges)
            if (edge.from == *next)
                --missing[edge.to];
    }
    std::vector<OperationBox> boxes;
    for (const std::size_t i : order)
        boxes.push_back(std::move(m_part.boxes[i]));
    m_part.boxes = std::move(boxes);
    for (OperationEdge& edge : m_part.edges)
        edge = {place[edge.from], place[edge.to], edge.value};
    return true;
}

} // namespace

bool hasOperations(const Graph& step, const std::string& path)
{
    for (std::size_t i = 0; i < step.nodes().size(); ++i)
        if (!isLeaf(step.nodes()[i]) && isOf(step, ValueId(i), path))
            return true;
    return false;
}

std::string valueName(const Graph& step, ValueId value)
{
    const Node& node = step[value];
    if (!node.name.empty())
        return node.name;
    if (std::string output = outputName(step, value); !output.empty())
        return output;
    if (node.operation == Operation::Cast || node.operation == Operation::Broadcast)
        return valueName(step, node.operands[0]);
    return node.group ? step.groups()[node.group->index()].name
                      : std::string(graph::rowOf(node.operation).name);
}

OperationGraph operationGraph(std::shared_ptr<const Graph> step, const std::string& path,
    const std::vector<GroupId>& opened, bool hasUpdate)
{
    OperationGraph shown{std::move(step), path, {}};
    for (const Pass pass : {Pass::Forward, Pass::Loss, Pass::Backward, Pass::Update}) {
        if (pass == Pass::Update && !hasUpdate)
            continue;
        OperationPart part = PartWriter(*shown.step, path, pass, opened).make();
        const bool isWorthIt = std::ranges::any_of(
            part.boxes, [](const OperationBox& box) { return box.kind != Kind::Leaf && !box.isRim(); });
        if (isWorthIt)
            shown.parts.push_back(std::move(part));
    }
    return shown;
}

} // namespace ulpscope::ui
