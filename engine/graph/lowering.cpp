// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/lowering.h"

#include "engine/base/check.h"
#include "engine/dtype/rounding.h"
#include "engine/graph/passes/broadcast_division.h"
#include "engine/tensor/tensor.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

namespace ulpscope::graph {

bool isReciprocalOfScale(const Node& node)
{
    return node.operation == Operation::Divide && node.addedBy == kBroadcastDivision
        && node.shape.elements() == 1;
}

namespace {

/// A smaller tensor beside a larger one.
struct Placing
{
    Alignment alignment;
    Index columns; ///< 0: any
};

/// Nothing where it is neither one number nor whole rows or columns.
std::optional<Placing> placing(const Shape& small, const Shape& large)
{
    if (small.elements() == 1)
        return Placing{Alignment::One, 0};
    const int more = large.rank() - small.rank();
    const auto isRepeated
        = [&](int axis) { return axis < more || (small[axis - more] == 1 && large[axis] != 1); };
    int changes = 0; // along the axes, from repeated to not or back
    int last = -1; // axis of more than 1
    for (int axis = 0; axis < large.rank(); ++axis) {
        if (large[axis] == 1)
            continue;
        changes += last >= 0 && isRepeated(axis) != isRepeated(last) ? 1 : 0;
        last = axis;
    }
    const bool lastIsRepeated = isRepeated(last);
    Index columns = 1;
    for (int axis = large.rank(); axis-- > 0 && (large[axis] == 1 || isRepeated(axis) == lastIsRepeated);)
        columns *= large[axis];
    if (changes != 1)
        return std::nullopt;
    return Placing{lastIsRepeated ? Alignment::Rows : Alignment::Columns, columns};
}

std::optional<ElementOperation> cudaOperation(Operation operation)
{
    switch (operation) {
    case Operation::Exp:
        return ElementOperation::CudaExp;
    case Operation::Log:
        return ElementOperation::CudaLog;
    case Operation::Log1p:
        return ElementOperation::CudaLog1p;
    case Operation::Logistic:
        return ElementOperation::CudaLogistic;
    case Operation::Erf:
        return ElementOperation::CudaErf;
    default:
        return rowOf(operation).element;
    }
}

/// What a chain does with an operation of the graph; nothing where it does not.
std::optional<ElementOperation> elementOperation(const Graph& graph, const Node& node)
{
    if (isReciprocalOfScale(node))
        return std::nullopt;
    if (node.attributes.isCuda && carrierOf(*node.format) == Carrier::Float)
        return cudaOperation(node.operation);
    if (node.operation != Operation::Cast)
        return rowOf(node.operation).element;
    const bool isOneCarrier = carrierOf(*node.format) == carrierOf(*graph[node.operands[0]].format);
    return isOneCarrier ? std::optional(ElementOperation::Copy) : std::nullopt;
}

/// Each group that is not one loop, such as a sum's, counts each of its roundings.
std::vector<bool> groupsOverSeveralLoops(const Graph& graph)
{
    std::vector<bool> isOverSeveral(graph.groups().size());
    for (const Node& node : graph.nodes()) {
        const bool isElementwise = rowOf(node.operation).element || rowOf(node.operation).operands == 0
            || node.operation == Operation::Cast || node.operation == Operation::Broadcast;
        for (std::optional<GroupId> group = node.group; group && !isElementwise;
             group = graph.groups()[group->index()].around)
            isOverSeveral[group->index()] = true;
    }
    return isOverSeveral;
}

/// Collects nodes of one shape and carrier.
class ChainWriter
{
public:
    explicit ChainWriter(const Graph& graph)
        : m_graph(&graph)
        , m_isOverSeveralLoops(groupsOverSeveralLoops(graph))
    {
    }

    bool isEmpty() const { return m_steps.empty(); }
    const std::vector<ValueId>& steps() const { return m_steps; }
    bool has(ValueId value) const { return std::ranges::find(m_steps, value) != m_steps.end(); }

    /// Whether the node can be the next: what it reads of others lies so that a chain can.
    bool takes(ValueId value) const
    {
        const Node& node = (*m_graph)[value];
        if (m_steps.size() + m_inputs.size() + 4 > kMaxElementRegisters)
            return false;
        const Node& first = (*m_graph)[m_steps.empty() ? value : m_steps.front()];
        if (!(first.shape == node.shape) || carrierOf(*first.format) != carrierOf(*node.format)
            || m_graph->isInDouble(first) != m_graph->isInDouble(node))
            return false;
        Index columns = m_columns;
        for (const ValueId operand : node.operands) {
            const Node& from = (*m_graph)[operand];
            if (from.operation != Operation::Constant && carrierOf(*from.format) != carrierOf(*node.format))
                return false;
            if (from.operation != Operation::Broadcast)
                continue;
            const std::optional<Placing> placed = placing((*m_graph)[from.operands[0]].shape, node.shape);
            if (!placed)
                continue; // it is read as it is
            if (columns != 0 && placed->columns != 0 && placed->columns != columns)
                return false;
            columns = std::max(columns, placed->columns);
        }
        return true;
    }

    void add(ValueId value)
    {
        for (const ValueId operand : (*m_graph)[value].operands)
            read(operand);
        m_steps.push_back(value);
    }

    /// What it reads, each once: a broadcast value's operand, where it is repeated as it is read.
    const std::vector<ValueId>& inputs() const { return m_inputs; }

    Chain finish(std::vector<ValueId> results) const;

private:
    struct Place
    {
        Alignment alignment = Alignment::Each;
        std::optional<double> constant = {};
    };

    void read(ValueId operand)
    {
        if (has(operand) || m_sources.contains(operand))
            return;
        const Node& node = (*m_graph)[operand];
        ValueId from = operand;
        Place place;
        if (node.operation == Operation::Broadcast)
            if (const auto placed = placing((*m_graph)[node.operands[0]].shape, node.shape)) {
                from = node.operands[0];
                place.alignment = placed->alignment;
                m_columns = std::max(m_columns, placed->columns);
            }
        if (const Node& source = (*m_graph)[from]; source.operation == Operation::Constant)
            place = {Alignment::One, constantIn(*source.format, source.attributes.number)};
        m_sources[operand] = m_places.size();
        m_places.push_back(place);
        m_inputs.push_back(from);
    }

    /// The outermost function that the node is part of and that counts as one operation, if there is one. What the step itself computes
    /// is counted one by one.
    std::optional<GroupId> functionOf(const Node& node) const
    {
        const std::optional<GroupId> group
            = m_graph->isInDouble(node) ? std::nullopt : m_graph->functionOf(node);
        const bool countsEach = group
            && (m_graph->groups()[group->index()].kind.countsEach || m_isOverSeveralLoops[group->index()]);
        return countsEach ? std::nullopt : group;
    }

    const Graph* m_graph;
    std::vector<bool> m_isOverSeveralLoops; ///< by group
    std::vector<ValueId> m_steps;
    std::map<ValueId, std::size_t> m_sources; ///< operand to its place among the inputs
    std::vector<Place> m_places;
    std::vector<ValueId> m_inputs;
    Index m_columns = 0;
};

Chain ChainWriter::finish(std::vector<ValueId> results) const
{
    Chain chain;
    chain.results = std::move(results);
    chain.columns = std::max<Index>(m_columns, 1);
    ElementProgram& program = chain.program;
    // Constants come after the others.
    std::vector<ElementRegister> inputRegisters(m_places.size());
    for (const bool isConstant : {false, true})
        for (std::size_t i = 0; i < m_places.size(); ++i) {
            const Place& place = m_places[i];
            if (place.constant.has_value() != isConstant)
                continue;
            inputRegisters[i] = static_cast<ElementRegister>(program.inputs.size());
            program.inputs.push_back({place.alignment, isConstant, place.constant.value_or(0)});
            if (!isConstant)
                chain.inputs.push_back(m_inputs[i]);
        }
    // Where each value is read last; a result stays.
    std::map<ValueId, std::size_t> lastRead;
    const auto argumentsOf = [&](const Node& node) {
        std::vector<ValueId> arguments;
        if (const std::optional<GroupId> group = functionOf(node))
            for (const ValueId operand : m_graph->groups()[group->index()].operands)
                if (has(operand) || m_sources.contains(operand))
                    arguments.push_back(operand);
        return arguments.empty() ? node.operands : arguments;
    };
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const Node& node = (*m_graph)[m_steps[i]];
        for (const ValueId operand : node.operands)
            lastRead[operand] = i;
        for (const ValueId argument : argumentsOf(node))
            lastRead[argument] = i;
    }
    for (const ValueId result : chain.results)
        lastRead[result] = m_steps.size();
    std::map<ValueId, ElementRegister> registers;
    for (const auto& [operand, place] : m_sources)
        registers[operand] = inputRegisters[place];
    program.registers = program.inputs.size();
    std::vector<ElementRegister> spare;
    const auto take = [&] {
        if (spare.empty())
            return static_cast<ElementRegister>(program.registers++);
        const ElementRegister found = spare.back();
        spare.pop_back();
        return found;
    };
    const auto three = [&](const std::vector<ValueId>& values) {
        std::array<ElementRegister, 3> of{};
        for (std::size_t k = 0; k < of.size(); ++k)
            of[k] = registers.at(values[k < values.size() ? k : 0]);
        return of;
    };
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const Node& node = (*m_graph)[m_steps[i]];
        const ElementOperation operation = elementOperation(*m_graph, node).value();
        const bool rounds = !isExact(operation) || node.operation == Operation::Cast;
        ElementStep step{
            operation, 0, three(node.operands), ElementStep::kExact, true, three(argumentsOf(node))};
        if (rounds) {
            const auto known = std::ranges::find_if(
                program.formats, [&](const Format* format) { return *format == *node.format; });
            step.grid = static_cast<std::uint8_t>(known - program.formats.begin());
            if (known == program.formats.end())
                program.formats.push_back(node.format);
        }
        if (const std::optional<GroupId> group = functionOf(node))
            step.isCounted = m_graph->groups()[group->index()].result == m_steps[i];
        const bool isResult = std::ranges::find(chain.results, m_steps[i]) != chain.results.end();
        // A result's register is the tensor itself, so it is no other's.
        step.result = isResult ? static_cast<ElementRegister>(program.registers++) : take();
        registers[m_steps[i]] = step.result;
        program.steps.push_back(step);
        // Rounding a basic operation's result twice gives the same: a carrier has twice the digits and two more.
        program.isInDouble |= m_graph->isInDouble(node) && !isExact(operation) && !isBasic(operation);
        for (const auto& [value, last] : lastRead)
            if (last == i && !m_sources.contains(value))
                spare.push_back(registers.at(value));
    }
    for (const ValueId result : chain.results)
        program.results.push_back({registers.at(result), (*m_graph)[result].format});
    return chain;
}

class Lowering
{
public:
    Lowering(const Graph& graph, Pass pass, LoweredTo to)
        : m_graph(&graph)
        , m_pass(pass)
        , m_to(to)
        , m_users(graph.nodes().size())
        , m_isInProduct(castsInProducts(graph))
        , m_calls(graph.nodes().size())
        , m_chain(graph)
    {
        if (to != LoweredTo::Chains)
            for (NormalizationCall& call : normalizationCalls(graph, pass)) {
                const auto shared = std::make_shared<std::optional<NormalizationCall>>(std::move(call));
                for (const ValueId node : (*shared)->nodes)
                    m_calls[node.index()] = shared;
            }
        for (std::size_t i = 0; i < graph.nodes().size(); ++i)
            for (const ValueId operand : graph.nodes()[i].operands)
                m_users[operand.index()].emplace_back(i);
        for (const Output& output : graph.outputs())
            m_isOutput.insert(output.value);
    }

    std::vector<Launch> run()
    {
        for (std::size_t i = 0; i < m_graph->nodes().size(); ++i)
            if (m_graph->nodes()[i].pass == m_pass) {
                if (m_calls[i] != nullptr)
                    addCall(*m_calls[i]);
                else if (m_to == LoweredTo::Nodes)
                    m_launches.emplace_back(ValueId(i));
                else
                    add(ValueId(i));
            }
        close();
        return std::move(m_launches);
    }

private:
    /// Where the first of its nodes stands.
    void addCall(std::optional<NormalizationCall>& call)
    {
        if (!call)
            return;
        close();
        for (const ValueId input : call->inputs())
            materialise(input);
        m_launches.emplace_back(std::move(*call));
        call.reset();
    }

    void add(ValueId value)
    {
        const Node& node = (*m_graph)[value];
        if (rowOf(node.operation).operands == 0)
            return;
        if (m_isInProduct[value.index()]
            || (node.operation == Operation::Broadcast && !m_isOutput.contains(value)))
            return; // where it is read
        if (elementOperation(*m_graph, node)) {
            if (!m_chain.isEmpty() && !m_chain.takes(value))
                close();
            if (m_chain.takes(value)) {
                for (const ValueId operand : node.operands)
                    if (closesFor(operand))
                        close();
                m_chain.add(value);
                for (const ValueId input : m_chain.inputs())
                    materialise(input);
                return;
            }
        }
        for (const ValueId operand : node.operands) {
            if (m_chain.has(operand) || closesFor(operand))
                close();
            materialise(operand);
        }
        m_launches.emplace_back(value);
    }

    /// A broadcast value of the chain, which is read from outside of it.
    bool closesFor(ValueId operand) const
    {
        const Node& node = (*m_graph)[operand];
        return node.operation == Operation::Broadcast
            && (m_chain.has(node.operands[0]) || closesFor(node.operands[0]));
    }

    /// Broadcast values are computed only where something reads them as they are.
    void materialise(ValueId value)
    {
        const Node& node = (*m_graph)[value];
        if (node.operation != Operation::Broadcast || m_isOutput.contains(value)
            || !m_materialised.insert(value).second)
            return;
        materialise(node.operands[0]);
        m_launches.emplace_back(value);
    }

    void close()
    {
        if (m_chain.isEmpty())
            return;
        const ChainWriter chain = std::exchange(m_chain, ChainWriter(*m_graph));
        const Node& first = (*m_graph)[chain.steps().front()];
        const bool isKernels = first.operation == Operation::Cast || first.operation == Operation::Copy;
        if (chain.steps().size() == 1 && isKernels
            && (*m_graph)[first.operands[0]].operation != Operation::Broadcast) {
            m_launches.emplace_back(chain.steps().front());
            return;
        }
        std::vector<ValueId> results;
        for (const ValueId step : chain.steps())
            if (m_isOutput.contains(step)
                || std::ranges::any_of(m_users[step.index()], [&](ValueId user) { return !chain.has(user); }))
                results.push_back(step);
        m_launches.emplace_back(chain.finish(std::move(results)));
    }

    const Graph* m_graph;
    Pass m_pass;
    LoweredTo m_to;
    std::vector<std::vector<ValueId>> m_users;
    std::vector<bool> m_isInProduct;
    std::vector<std::shared_ptr<std::optional<NormalizationCall>>>
        m_calls; ///< of nodes; launched, it is empty
    std::set<ValueId> m_isOutput;
    std::set<ValueId> m_materialised;
    ChainWriter m_chain;
    std::vector<Launch> m_launches;
};

} // namespace

double constantIn(const Format& format, double number)
{
    const double carried
        = carrierOf(format) == Carrier::Float ? static_cast<double>(static_cast<float>(number)) : number;
    return roundToFormat(format, carried);
}

std::vector<bool> castsInProducts(const Graph& graph)
{
    std::vector<bool> isInProduct(graph.nodes().size());
    for (std::size_t i = 0; i < isInProduct.size(); ++i) {
        const Node& node = graph.nodes()[i];
        if (node.operation != Operation::Cast)
            continue;
        const Node& from = graph[node.operands[0]];
        isInProduct[i]
            = from.operation == Operation::Variable && carrierOf(*from.format) == carrierOf(*node.format);
    }
    for (const Node& node : graph.nodes())
        for (std::size_t i = 0; i < node.operands.size(); ++i) {
            const bool takesCast = node.operation == Operation::Product && i == 1
                && node.operands[0] != node.operands[1] && node.attributes.summedBy == nullptr
                && *node.format == *graph[node.operands[0]].format
                && *node.format == *graph[node.operands[1]].format;
            if (!takesCast)
                isInProduct[node.operands[i].index()] = false;
        }
    for (const Output& output : graph.outputs())
        isInProduct[output.value.index()] = false;
    return isInProduct;
}

std::vector<Launch> lower(const Graph& graph, Pass pass, LoweredTo to)
{
    return Lowering(graph, pass, to).run();
}

std::vector<FunctionLoop> functionLoops(const Graph& graph)
{
    const std::vector<bool> isOverSeveral = groupsOverSeveralLoops(graph);
    std::map<GroupId, std::vector<ValueId>> nodesOf; // of the outermost groups
    std::vector<std::vector<ValueId>> users(graph.nodes().size());
    for (std::size_t i = 0; i < users.size(); ++i) {
        const Node& node = graph.nodes()[i];
        for (const ValueId operand : node.operands)
            users[operand.index()].emplace_back(i);
        const std::optional<GroupId> group = graph.functionOf(node);
        if (group && !graph.isInDouble(node) && elementOperation(graph, node))
            nodesOf[*group].emplace_back(i);
    }
    std::vector<FunctionLoop> loops;
    for (const auto& [id, nodes] : nodesOf) {
        const Group& group = graph.groups()[id.index()];
        ChainWriter writer(graph);
        const bool isOneLoop = !isOverSeveral[id.index()] && !group.kind.countsEach
            && nodes.back() == group.result && std::ranges::all_of(nodes, [&](ValueId node) {
                   const bool takes = writer.takes(node);
                   if (takes)
                       writer.add(node);
                   return takes;
               });
        if (!isOneLoop)
            continue;
        std::vector<ValueId> results;
        for (const ValueId node : nodes)
            if (node == group.result
                || std::ranges::any_of(users[node.index()], [&](ValueId user) { return !writer.has(user); }))
                results.push_back(node);
        loops.push_back({nodes, group.operands, writer.finish(std::move(results))});
    }
    return loops;
}

std::optional<Chain> loopOf(const Graph& graph, ValueId value)
{
    ChainWriter writer(graph);
    if (!elementOperation(graph, graph[value]) || !writer.takes(value))
        return std::nullopt;
    writer.add(value);
    return writer.finish({value});
}

Chain chainOf(const Graph& graph, std::span<const ValueId> from, ValueId result)
{
    // What it is computed from, but for what is given.
    std::vector<bool> isNeeded(graph.nodes().size());
    isNeeded[result.index()] = true;
    ChainWriter chain(graph);
    for (std::size_t i = result.index() + 1; i-- > 0;)
        if (isNeeded[i] && std::ranges::find(from, ValueId(i)) == from.end())
            for (const ValueId operand : graph.nodes()[i].operands)
                isNeeded[operand.index()] = true;
    for (std::size_t i = 0; i <= result.index(); ++i) {
        const Node& node = graph.nodes()[i];
        const bool isRead = node.operation == Operation::Constant || node.operation == Operation::Broadcast;
        if (!isNeeded[i] || isRead || std::ranges::find(from, ValueId(i)) != from.end())
            continue;
        check(elementOperation(graph, node).has_value() && chain.takes(ValueId(i)),
            "[chainOf] elements of one shape, and not too many operations");
        chain.add(ValueId(i));
    }
    return chain.finish({result});
}

} // namespace ulpscope::graph
