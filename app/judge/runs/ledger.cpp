// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/runs/ledger.h"

#include "engine/dtype/block_array.h"
#include "engine/layer/layer.h"
#include "engine/layer/product_overrides.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/session/checked_session.h"

#include <array>
#include <cmath>

namespace ulpscope {

namespace {

constexpr double kFloat32Bytes = 4;

double bytesOf(const Format& format)
{
    return format.bits() / 8.0;
}

std::string nameOf(const std::optional<CastTarget>& target, const Format& otherwise)
{
    return target ? target->name : std::string(otherwise.name);
}

/// An operand of a product as it is kept.
struct OperandBytes
{
    double elements = 0;
    double scales = 0;
};

/// `axis` is the axis of the matrix that is summed over.
OperandBytes operandBytes(
    const std::optional<CastTarget>& target, const Format& otherwise, Index rows, Index columns, int axis)
{
    const auto count = static_cast<double>(rows) * static_cast<double>(columns);
    if (!target || !target->block)
        return {count * bytesOf(target ? *target->format : otherwise), 0};
    const BlockFormat& format = *target->block;
    const std::array<std::int64_t, 2> shape{rows, columns};
    const auto blocks = static_cast<double>(layOutBlocks(format.block, shape, axis)->blocks());
    OperandBytes bytes{count * bytesOf(*format.element), blocks * bytesOf(*format.scale)};
    if (hasTensorScale(format.rule))
        bytes.scales += kFloat32Bytes;
    if (format.rule == ScaleRule::MinMax) // a zero point beside each scale
        bytes.scales += blocks * bytesOf(*format.element);
    return bytes;
}

/// The formats of operands that no override has replaced: of the products' left and right sides, and of their gradients.
const Format& forwardFormat(const LayerNumerics& numerics)
{
    return numerics.scaling ? *numerics.scaling->forward : *numerics.compute;
}
const Format& backwardFormat(const LayerNumerics& numerics)
{
    return numerics.scaling ? *numerics.scaling->backward : *numerics.compute;
}
/// Format in which forward operands are multiplied. An int4 kernel is converted to the compute dtype before.
const Format& multipliedFormat(const LayerNumerics& numerics)
{
    return numerics.integerKernel && numerics.integerKernel->bits == 8 ? *findFormat("int8")
                                                                       : forwardFormat(numerics);
}

/// How many products are summed for each output of a layer, and its kernel as a matrix
/// [contracted, units].
struct ProductShape
{
    Index contracted = 1;
    Index units = 1;
};

/// Counts one node; each function adds its part to the row.
class NodeCount
{
public:
    NodeCount(const ModelPlan& plan, const PlannedLayer& node, double batch, const Optimizer& optimizer)
        : m_node(node)
        , m_numerics(node.options.numerics)
        , m_batch(batch)
        , m_optimizer(optimizer)
    {
        for (const std::size_t input : node.inputs) {
            m_shapes.push_back(plan.layers[input].outputShape);
            m_arrives.push_back(plan.layers[input].options.numerics.output);
        }
    }

    LedgerRow count(Arithmetic& arithmetic);

private:
    void addVariable(Variable& variable, bool isKernel);
    void addIntegerKernel(LedgerVariable& counted);
    /// The bytes of what products take of the kernel other than as it is stored.
    OperandBytes kernelCasts() const;
    void addActivations();
    void addMultiplyAdds();

    const PlannedLayer& m_node;
    const LayerNumerics& m_numerics;
    double m_batch;
    const Optimizer& m_optimizer;
    std::vector<Shape> m_shapes; ///< shapes of the inputs, for one example
    std::vector<const Format*> m_arrives;
    std::unique_ptr<Layer> m_layer;
    Index m_multiplyAdds = 0; ///< multiply-adds for one example
    ProductShape m_product;
    LedgerRow m_row;
};

LedgerRow NodeCount::count(Arithmetic& arithmetic)
{
    LayerOptions options = m_node.options;
    for (const auto& [name, value] : m_node.options.config.entries())
        if (name.ends_with("initializer")) // shapes and dtypes are wanted, nothing need be drawn
            options.config.set(name, std::string("zeros"));
    m_layer = std::make_unique<Layer>(options, m_node.layerClass->formula);
    m_row.path = m_node.path;
    m_row.policy = m_node.policy.name;
    if (!m_shapes.empty()) {
        m_layer->build(m_shapes, arithmetic);
        m_multiplyAdds = m_layer->multiplyAdds(m_shapes);
    }
    const std::span<Variable> variables = m_layer->variables();
    const bool hasKernel = m_node.layerClass->hasProducts && !variables.empty();
    if (m_multiplyAdds > 0) {
        m_product.contracted = std::max<Index>(1, m_multiplyAdds / m_node.outputShape.elements());
        if (hasKernel) // the kernel is the layer's first variable
            m_product.units = variables[0].value.size() / m_product.contracted;
    }
    for (std::size_t i = 0; i < variables.size(); ++i)
        addVariable(variables[i], hasKernel && i == 0);
    addActivations();
    for (const TensorScaling& scaling : m_layer->scalings()) {
        if (scaling.kind() == ScalingKind::Current)
            continue; // such a layer keeps nothing for the backward pass
        const double bytes = kFloat32Bytes * (1 + static_cast<double>(scaling.history().size()));
        m_row.bytes.scales += bytes;
        if (scaling.kind() == ScalingKind::KerasFloat8 && m_optimizer.accumulationSteps() > 1)
            m_row.bytes.optimizerState += bytes; // the accumulated scaling states travel as gradients
    }
    addMultiplyAdds();
    return std::move(m_row);
}

OperandBytes NodeCount::kernelCasts() const
{
    const auto isAsStored = [&](const std::optional<CastTarget>& target) {
        return !target && forwardFormat(m_numerics) == *m_numerics.variable;
    };
    const auto& forward = m_numerics.product(ProductRole::Forward).right;
    const auto& backward = m_numerics.product(ProductRole::InputGradient).right;
    OperandBytes bytes;
    const auto add = [&](const std::optional<CastTarget>& target, int axis) {
        if (isAsStored(target))
            return;
        const OperandBytes cast
            = operandBytes(target, forwardFormat(m_numerics), m_product.contracted, m_product.units, axis);
        bytes.elements += cast.elements;
        bytes.scales += cast.scales;
    };
    add(forward, 0);
    const bool isSame = (!forward && !backward) || roundAlike(forward, backward);
    if (m_node.needsInputGradient && !isSame)
        add(backward, 1);
    return bytes;
}

/// As Keras' layers have them after quantize(): int4 in pairs along the units, five ternary numbers a byte along the inputs,
/// scales and inputs' groups in float32.
void NodeCount::addIntegerKernel(LedgerVariable& counted)
{
    const IntegerKernel& kernel = *m_numerics.integerKernel;
    const auto in = static_cast<double>(m_product.contracted);
    const auto units = static_cast<double>(m_product.units);
    if (kernel.bits == kTernaryBits) {
        counted.stored = findFormat("int2"); // the only format here that holds just -1, 0 and 1
        counted.bytes = std::ceil(in / 5) * units;
        m_row.bytes.scales += kFloat32Bytes;
        return;
    }
    counted.stored = findFormat(kernel.bits == 8 ? "int8" : "int4");
    counted.bytes = in * (kernel.bits == 8 ? units : std::ceil(units / 2));
    if (kernel.blockSize == -1) {
        m_row.bytes.scales += units * kFloat32Bytes;
        return;
    }
    const double groups = std::ceil(in / static_cast<double>(kernel.blockSize));
    m_row.bytes.scales += groups * units * (kFloat32Bytes + 1) + in * kFloat32Bytes;
}

void NodeCount::addVariable(Variable& variable, bool isKernel)
{
    const auto elements = static_cast<double>(variable.value.size());
    LedgerVariable counted{variable.name, variable.value.shape(), variable.trainable,
        &variable.value.format(), elements * bytesOf(variable.value.format())};
    if (isKernel && m_numerics.integerKernel) {
        addIntegerKernel(counted);
    } else if (isKernel) {
        const OperandBytes casts = kernelCasts();
        counted.castBytes = casts.elements;
        m_row.bytes.scales += casts.scales;
    } else if (m_layer->castsVariables()) {
        // A bias is added to the product's result; other variables are cast to the compute dtype, of which it mostly is.
        const Format& taken = m_node.layerClass->hasProducts ? *m_numerics.output : *m_numerics.compute;
        counted.castBytes = taken == *counted.stored ? 0 : elements * bytesOf(taken);
    }
    if (variable.trainable) {
        const VariableUpdate update{
            &variable.value, nullptr, m_numerics.update ? &*m_numerics.update : nullptr};
        for (const Optimizer::KeptTensor& kept : m_optimizer.keeps(update))
            counted.optimizerBytes += static_cast<double>(kept.shape.elements()) * bytesOf(*kept.format);
    }
    m_row.bytes.weights += counted.castBytes > 0 ? counted.castBytes : counted.bytes;
    m_row.bytes.masterCopies += counted.castBytes > 0 ? counted.bytes : 0;
    m_row.bytes.optimizerState += counted.optimizerBytes;
    m_row.variables.push_back(std::move(counted));
}

void NodeCount::addActivations()
{
    m_row.bytes.activations
        += static_cast<double>(m_node.outputShape.elements()) * m_batch * bytesOf(*m_numerics.output);
    if (m_numerics.integerKernel || !m_layer->autocast())
        return; // integer kernels have no gradient that would need the input
    for (std::size_t i = 0; i < m_shapes.size(); ++i) {
        // The two factors of a product without a kernel take part in each other's gradients.
        const auto& target = m_numerics.product(ProductRole::WeightGradient).left;
        const Format& taken = forwardFormat(m_numerics);
        if (!target && taken == *m_arrives[i])
            continue;
        Index columns = 1; // as many trailing axes as the sum is over, or else the last
        for (int axis = m_shapes[i].rank(); axis-- > 0 && columns < m_product.contracted;)
            columns *= m_shapes[i][axis];
        if (columns != m_product.contracted)
            columns = m_shapes[i].rank() == 0 ? 1 : m_shapes[i].last();
        const Index rows = m_shapes[i].elements() * static_cast<Index>(m_batch) / columns;
        const OperandBytes cast = operandBytes(target, taken, rows, columns, 0);
        m_row.bytes.activations += cast.elements;
        m_row.bytes.scales += cast.scales;
    }
}

void NodeCount::addMultiplyAdds()
{
    if (m_multiplyAdds == 0)
        return;
    const double count = static_cast<double>(m_multiplyAdds) * m_batch;
    const auto add = [&](ProductRole role, const Format& left, const Format& right) {
        const ProductOverrides& product = m_numerics.product(role);
        const std::string accumulator = product.accumulator    ? product.accumulator->name
            : carrierOf(*m_numerics.compute) == Carrier::Float ? "float32"
                                                               : "float64";
        m_row.multiplyAdds[nameOf(product.left, left) + " x " + nameOf(product.right, right) + " -> "
            + accumulator]
            += count;
    };
    const Format& gradient = backwardFormat(m_numerics);
    add(ProductRole::Forward, multipliedFormat(m_numerics), multipliedFormat(m_numerics));
    if (m_node.needsInputGradient)
        add(ProductRole::InputGradient, gradient, forwardFormat(m_numerics));
    if (!m_numerics.integerKernel)
        add(ProductRole::WeightGradient, forwardFormat(m_numerics), gradient);
}

} // namespace

LedgerBytes& LedgerBytes::operator+=(const LedgerBytes& other)
{
    weights += other.weights;
    masterCopies += other.masterCopies;
    activations += other.activations;
    optimizerState += other.optimizerState;
    scales += other.scales;
    return *this;
}

Result<Ledger> ledgerOf(const SessionSpec& session, const Kernels& kernels)
{
    const Result<CheckedSession> checked = resolveSession(session);
    if (!checked)
        return checked.error();
    const TrainingSpec& training = checked->session.training;
    const std::unique_ptr<Optimizer> optimizer
        = findRow(optimizerCatalog(), training.optimizer.className)->make(training.optimizer.config, {});
    Arithmetic arithmetic(kernels);
    Ledger ledger;
    for (const PlannedLayer& node : checked->plan.layers) {
        ledger.rows.push_back(
            NodeCount(checked->plan, node, static_cast<double>(training.batchSize), *optimizer)
                .count(arithmetic));
        ledger.bytes += ledger.rows.back().bytes;
        for (const auto& [formats, count] : ledger.rows.back().multiplyAdds)
            ledger.multiplyAdds[formats] += count;
    }
    return ledger;
}

} // namespace ulpscope
