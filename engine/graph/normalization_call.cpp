// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/graph/normalization_call.h"

#include "engine/base/message.h"
#include "engine/graph/functions.h"
#include "engine/tensor/cuda_normalize.h"
#include "engine/tensor/nonfinite_watch.h"

#include <algorithm>
#include <array>

namespace ulpscope::graph {

namespace {

struct FunctionName
{
    std::string_view name;
    NormalizationKind kind;
};
constexpr std::array kFunctions{FunctionName{kLayerNormalization, NormalizationKind::Rows},
    FunctionName{kGroupNormalization, NormalizationKind::Groups},
    FunctionName{kRmsNormalization, NormalizationKind::RootMeanSquare}};

/// The variable that a function's operand is.
std::string_view variableOf(const Graph& graph, ValueId value)
{
    const Node* node = &graph[value];
    while (node->operation == Operation::Cast || node->operation == Operation::Reshape
        || node->operation == Operation::Copy)
        node = &graph[node->operands[0]];
    return node->operation == Operation::Variable ? std::string_view(node->name) : std::string_view();
}

/// What a call of the function has, forward.
NormalizationCall callOf(const Graph& graph, GroupId id, NormalizationKind kind)
{
    const Group& function = graph.groups()[id.index()];
    NormalizationCall call;
    call.kind = kind;
    call.function = id;
    call.x = function.operands[0];
    call.epsilon = graph[function.operands[1]].attributes.number;
    for (const ValueId operand : std::span(function.operands).subspan(2))
        (variableOf(graph, operand) == "beta" ? call.beta : call.gamma) = operand;
    const Shape& shape = graph[call.x].shape;
    const Index columns = shape.rank() == 4 ? shape[2] * shape[3] : shape.last();
    if (shape.rank() == 4)
        call.groups = {shape[0], shape[1], columns, shape[2]};
    const Node* before = &graph[call.x];
    while (before->operation == Operation::Reshape)
        before = &graph[before->operands[0]];
    Index rows = before->shape.elements() / columns;
    int axis = 0;
    do {
        call.shown.append(before->shape[axis]);
        rows /= before->shape[axis++];
    } while (rows > 1);
    call.shown.append(columns);
    while (before->operation == Operation::Cast || before->operation == Operation::Permute)
        before = &graph[before->operands[0]];
    call.arrived = before->format;
    return call;
}

std::optional<NormalizationKind> kindOf(const Group& group)
{
    const auto row = std::ranges::find(kFunctions, group.name, &FunctionName::name);
    return row == kFunctions.end() ? std::nullopt : std::optional(row->kind);
}

/// The function that a group is the gradient of.
std::optional<GroupId> functionOf(const Graph& graph, const Group& gradient)
{
    for (std::size_t i = 0; i < graph.groups().size(); ++i) {
        const Group& function = graph.groups()[i];
        if (!function.around && kindOf(function) && gradient.operands.size() == 3
            && function.result == gradient.operands[1] && gradient.name == function.name + " gradient")
            return GroupId(i);
    }
    return std::nullopt;
}

/// Collects the calls of a pass, and which nodes each of them takes the place of.
class Calls
{
public:
    Calls(const Graph& graph, Pass pass)
        : m_graph(&graph)
        , m_callOf(graph.groups().size())
    {
        for (std::size_t i = 0; i < graph.groups().size(); ++i)
            if (const Group& group = graph.groups()[i]; !group.around && graph[group.result].pass == pass)
                add(GroupId(i), group);
        for (std::size_t i = 0; i < graph.nodes().size(); ++i)
            if (const auto call = callAt(ValueId(i)))
                takeNode(m_calls[*call], ValueId(i));
    }

    std::vector<NormalizationCall> found() const
    {
        std::vector<bool> isOpen(m_calls.size()); // something inside is read outside
        const auto noteRead = [&](ValueId value, std::optional<std::size_t> reader) {
            const auto call = callAt(value);
            if (call && call != reader && !isResult(m_calls[*call], value))
                isOpen[*call] = true;
        };
        for (std::size_t i = 0; i < m_graph->nodes().size(); ++i)
            for (const ValueId operand : m_graph->nodes()[i].operands)
                noteRead(operand, callAt(ValueId(i)));
        for (const Output& output : m_graph->outputs())
            noteRead(output.value, std::nullopt);
        std::vector<NormalizationCall> calls;
        for (std::size_t i = 0; i < m_calls.size(); ++i)
            if (!isOpen[i])
                calls.push_back(m_calls[i]);
        return calls;
    }

private:
    void add(GroupId id, const Group& group)
    {
        if (const auto kind = kindOf(group)) {
            m_callOf[id.index()] = m_calls.size();
            m_calls.push_back(callOf(*m_graph, id, *kind));
            m_calls.back().y = group.result;
            return;
        }
        const std::optional<GroupId> function = functionOf(*m_graph, group);
        if (!function)
            return;
        auto known = std::ranges::find_if(m_calls, [&](const NormalizationCall& call) {
            return call.function == *function && call.outputGradient == group.operands[2];
        });
        if (known == m_calls.end()) {
            const Group& of = m_graph->groups()[function->index()];
            m_calls.push_back(callOf(*m_graph, *function, *kindOf(of)));
            m_calls.back().outputGradient = group.operands[2];
            known = m_calls.end() - 1;
        }
        m_callOf[id.index()] = static_cast<std::size_t>(known - m_calls.begin());
        const ValueId operand = group.operands[0];
        (operand == known->x              ? known->xGradient
                : operand == known->gamma ? known->gammaGradient
                                          : known->betaGradient)
            = group.result;
    }

    std::optional<std::size_t> callAt(ValueId value) const
    {
        const std::optional<GroupId> group = m_graph->functionOf((*m_graph)[value]);
        return group ? m_callOf[group->index()] : std::nullopt;
    }

    void takeNode(NormalizationCall& call, ValueId value) const
    {
        call.nodes.push_back(value);
        const std::string& name = (*m_graph)[value].name;
        if (call.kind != NormalizationKind::Groups || call.outputGradient
            || call.groups.columns != call.groups.groups)
            return;
        if (name == kMean)
            call.mean = value;
        if (name == kVariance)
            call.variance = value;
    }

    static bool isResult(const NormalizationCall& call, ValueId value)
    {
        const std::array results{
            call.y, call.mean, call.variance, call.xGradient, call.gammaGradient, call.betaGradient};
        return std::ranges::find(results, std::optional(value)) != results.end();
    }

    const Graph* m_graph;
    std::vector<NormalizationCall> m_calls;
    std::vector<std::optional<std::size_t>> m_callOf; ///< by group
};

bool usesCuda(const Arithmetic& arithmetic, const Tensor& x)
{
    return arithmetic.rules().usesCudaKernels && x.format() == float32Format();
}

} // namespace

std::vector<ValueId> NormalizationCall::inputs() const
{
    std::vector<ValueId> all{x};
    for (const std::optional<ValueId>& other : {gamma, beta, outputGradient})
        if (other)
            all.push_back(*other);
    return all;
}

std::vector<ValueId> NormalizationCall::results() const
{
    std::vector<ValueId> all;
    for (const std::optional<ValueId>& result : {y, mean, variance, xGradient, gammaGradient, betaGradient})
        if (result)
            all.push_back(*result);
    return all;
}

std::vector<NormalizationCall> normalizationCalls(const Graph& graph, Pass pass)
{
    return Calls(graph, pass).found();
}

void NormalizationKernel::forward(
    Arithmetic& arithmetic, const NormalizationCall& call, const Read& read, Tensor& y)
{
    const Tensor& x = read(call.x);
    const Tensor* gamma = call.gamma ? &read(*call.gamma) : nullptr;
    const Tensor* beta = call.beta ? &read(*call.beta) : nullptr;
    switch (call.kind) {
    case NormalizationKind::Rows:
        if (usesCuda(arithmetic, x))
            cudaNormalizeRows(x, *gamma, *beta, call.epsilon, y);
        else
            normalizeRows(x, gamma, beta, call.epsilon, y);
        return watchNormalizedRows(
            arithmetic, translated("normalization"), x, y, {{"gamma", gamma}, {"beta", beta}});
    case NormalizationKind::Groups:
        groupMoments(arithmetic, x, call.groups, m_mean, m_variance);
        return normalizeGroups(
            arithmetic, x, call.groups, m_mean, m_variance, gamma, beta, call.epsilon, m_factors, y);
    case NormalizationKind::RootMeanSquare:
        rmsNormalizeRows(x, *gamma, call.epsilon, y);
        return watchNormalizedRows(arithmetic, translated("normalization"), x, y, {{"scale", gamma}});
    }
}

void NormalizationKernel::backward(Arithmetic& arithmetic, const NormalizationCall& call, const Read& read)
{
    const Tensor& x = read(call.x);
    const Tensor* gamma = call.gamma ? &read(*call.gamma) : nullptr;
    const Tensor& upstream = read(*call.outputGradient);
    const char* const name = translated("gradient of the normalization");
    switch (call.kind) {
    case NormalizationKind::Groups:
        normalizeGroupsGradient(
            arithmetic, x, call.groups, m_mean, gamma, m_factors, upstream, m_groupGradients);
        break;
    case NormalizationKind::Rows:
        if (usesCuda(arithmetic, x))
            cudaNormalizeRowsGradient(x, *gamma, call.epsilon, upstream, m_gradients);
        else
            normalizeRowsGradient(arithmetic, x, gamma, call.epsilon, upstream,
                arithmetic.rules().sumsNormalizationsNarrowly ? *call.arrived : x.format(), m_gradients);
        watchNormalizedRows(
            arithmetic, name, x, m_gradients.input, {{"gamma", gamma}, {"output gradient", &upstream}});
        if (isWatched(arithmetic))
            watchLines(arithmetic, translated("sum over the rows"), upstream, m_gradients.beta, true);
        if (isWatched(arithmetic))
            watchLines(
                arithmetic, translated("weighted sum over the rows"), upstream, m_gradients.gamma, true);
        break;
    case NormalizationKind::RootMeanSquare:
        rmsNormalizeRowsGradient(x, *gamma, call.epsilon, upstream, m_gradients.input, m_gradients.gamma);
        watchNormalizedRows(
            arithmetic, name, x, m_gradients.input, {{"scale", gamma}, {"output gradient", &upstream}});
        break;
    }
}

void NormalizationKernel::run(Arithmetic& arithmetic, const Graph& graph, const NormalizationCall& call,
    const Read& read, const Write& write)
{
    // A watch tells of elements by their place in what the layer got.
    const auto show = [&](Tensor& tensor, const Tensor& from) {
        const Shape shape = tensor.shape();
        tensor.reshape(call.shown);
        if (arithmetic.watch() != nullptr)
            arithmetic.watch()->moved(arithmetic, from, tensor, [](Index element) { return element; });
        tensor.reshape(shape);
    };
    const auto give = [&](const std::optional<ValueId>& to, const Tensor& from) {
        if (!to)
            return;
        Tensor& out = write(*to);
        castOrCopy(arithmetic, from, *graph[*to].format, out);
        out.reshape(graph[*to].shape);
    };
    if (!call.outputGradient) {
        Tensor& y = write(*call.y);
        forward(arithmetic, call, read, y);
        if (arithmetic.watch() != nullptr && arithmetic.watch()->trace() == nullptr)
            show(y, y);
        give(call.mean, m_mean);
        return give(call.variance, m_variance);
    }
    NormalizationGradients& gradients
        = call.kind == NormalizationKind::Groups ? m_groupGradients.of : m_gradients;
    Tensor* const out = call.xGradient ? &write(*call.xGradient) : nullptr;
    if (out != nullptr) // in whose storage it is computed
        std::swap(*out, gradients.input);
    backward(arithmetic, call, read);
    if (out != nullptr) {
        std::swap(*out, gradients.input);
        show(*out, gradients.input);
    }
    give(call.gammaGradient, gradients.gamma);
    give(call.betaGradient, gradients.beta);
}

} // namespace ulpscope::graph
