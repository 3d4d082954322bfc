// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations and their gradients as the kernels that compute them whole, in place of the operations of their functions
// (functions.h): tensor/normalize.h and group_normalize.h.
#pragma once

#include "engine/graph/graph.h"
#include "engine/tensor/group_normalize.h"

#include <functional>
#include <optional>
#include <vector>

namespace ulpscope::graph {

enum class NormalizationKind : std::uint8_t { Rows, Groups, RootMeanSquare };

struct NormalizationCall
{
    NormalizationKind kind = NormalizationKind::Rows;
    GroupId function; ///< which a gradient has in common with what it is the gradient of
    ValueId x; ///< [outer, rows, groups, width]; of root mean squares [rows, columns]
    std::optional<ValueId> gamma, beta; ///< the scale of root mean squares is gamma
    double epsilon = 0;
    NormalizationGroups groups;
    Shape shown; ///< of x as the layer got it, its features as one axis
    const Format* arrived = nullptr; ///< in which the layer got it
    // Results, where something reads them.
    std::optional<ValueId> y, mean, variance; ///< moments where each group has one column
    std::optional<ValueId> outputGradient; ///< then it is the gradient, and these are its results:
    std::optional<ValueId> xGradient, gammaGradient, betaGradient;
    std::vector<ValueId> nodes; ///< what it computes

    std::vector<ValueId> inputs() const;
    std::vector<ValueId> results() const;
};

/// The calls of that pass. A function has none where something outside reads what is inside.
std::vector<NormalizationCall> normalizationCalls(const Graph& graph, Pass pass);

/// What a call keeps for its gradient.
class NormalizationKernel
{
public:
    using Read = std::function<const Tensor&(ValueId value)>;
    using Write
        = std::function<Tensor&(ValueId value)>; ///< as something of the node's shape is to be read there
    void run(Arithmetic& arithmetic, const Graph& graph, const NormalizationCall& call, const Read& read,
        const Write& write);

private:
    void forward(Arithmetic& arithmetic, const NormalizationCall& call, const Read& read, Tensor& y);
    void backward(Arithmetic& arithmetic, const NormalizationCall& call, const Read& read);

    Tensor m_mean;
    Tensor m_variance;
    NormalizationFactors m_factors;
    NormalizationGradients m_gradients;
    GroupGradients m_groupGradients;
};

} // namespace ulpscope::graph
