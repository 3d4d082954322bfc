// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optimizer/optimizer.h"

#include "engine/base/message.h"
#include "engine/dtype/rounding.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/tensor/nonfinite_watch.h"
#include "engine/tensor/ops.h"

#include <cmath>
#include <utility>

namespace ulpscope {

namespace {

constexpr std::string_view kAverage = "average";
constexpr std::string_view kAccumulator = "gradient_accumulator";
constexpr std::string_view kCompensation = "compensation";

} // namespace

Optimizer::Optimizer(UpdateRule rule, const Config& config, const OptimizerContext& context)
    : m_rule(std::move(rule))
    , m_context(context)
    , m_learningRate(config.number("learning_rate"))
    , m_weightDecay(config.number("weight_decay"))
    , m_gradients(config)
    , m_averages(config)
{
}

double Optimizer::learningRate() const
{
    const Component& schedule = m_context.schedule;
    return findRow(scheduleCatalog(), schedule.className)
        ->rate(schedule.config, *m_context.floatx, m_learningRate, m_applied + m_skippedInSchedule);
}

void Optimizer::build(std::span<const VariableUpdate> variables)
{
    m_gradients.build(variables);
    m_averages.build(variables);
    m_slots.resize(variables.size());
    for (std::size_t i = 0; i < variables.size(); ++i) {
        Slot& slot = m_slots[i];
        const Shape& shape = variables[i].variable->shape();
        const UpdateNumerics* numerics = variables[i].numerics;
        const Format& format = numerics != nullptr ? *numerics->state.format : variables[i].format();
        slot.names = m_rule.state(shape);
        for (const StateTensor& tensor : slot.names) {
            slot.state.emplace_back(tensor.shape, format);
            if (tensor.initial != 0)
                slot.state.back().fill(roundToFormat(format, tensor.initial));
        }
        if (!m_rule.scalars)
            slot.formula = std::make_unique<FormulaUpdate>(m_rule, shape, variables[i].format());
        if (numerics != nullptr && numerics->variable.isCompensated)
            slot.compensation = Tensor(shape, *numerics->variable.format);
    }
}

std::vector<Optimizer::KeptTensor> Optimizer::keeps(const VariableUpdate& variable) const
{
    const Shape& shape = variable.variable->shape();
    const UpdateNumerics* numerics = variable.numerics;
    const Format& format = numerics != nullptr ? *numerics->state.format : variable.format();
    std::vector<KeptTensor> kept;
    for (const StateTensor& tensor : m_rule.state(shape))
        kept.push_back({tensor.name, tensor.shape, &format});
    if (m_averages.areKept())
        kept.push_back({std::string(kAverage), shape, &variable.format()});
    if (accumulationSteps() > 1)
        kept.push_back({std::string(kAccumulator), shape, &variable.format()});
    if (numerics != nullptr && numerics->variable.isCompensated)
        kept.push_back({std::string(kCompensation), shape, numerics->variable.format});
    return kept;
}

std::span<const Tensor> Optimizer::state(std::size_t slot) const
{
    return slot < m_slots.size() ? std::span<const Tensor>(m_slots[slot].state) : std::span<const Tensor>();
}

const Tensor* Optimizer::compensation(std::size_t slot) const
{
    return slot < m_slots.size() && !m_slots[slot].compensation.isEmpty() ? &m_slots[slot].compensation
                                                                          : nullptr;
}

std::size_t Optimizer::keptCount(std::size_t slot) const
{
    if (slot >= m_slots.size())
        return 0;
    const Slot& own = m_slots[slot];
    return own.state.size() + (m_averages.areKept() ? 1U : 0U) + (m_gradients.accumulated().empty() ? 0U : 1U)
        + (own.compensation.isEmpty() ? 0U : 1U);
}

std::string_view Optimizer::keptName(std::size_t slot, std::size_t index) const
{
    const Slot& own = m_slots.at(slot);
    if (index < own.names.size())
        return own.names[index].name;
    if (m_averages.areKept() && index == own.names.size())
        return kAverage;
    return &kept(slot, index) == &own.compensation ? kCompensation : kAccumulator;
}

template <class Self>
auto& Optimizer::keptOf(Self& self, std::size_t slot, std::size_t index)
{
    auto& own = self.m_slots.at(slot);
    if (index < own.state.size())
        return own.state[index];
    std::size_t more = index - own.state.size();
    if (self.m_averages.areKept() && more-- == 0)
        return self.m_averages.averages()[slot];
    const bool isAccumulator = more == 0 && !self.m_gradients.accumulated().empty();
    return isAccumulator ? self.m_gradients.accumulated()[slot] : own.compensation;
}

const Tensor& Optimizer::kept(std::size_t slot, std::size_t index) const
{
    return keptOf(*this, slot, index);
}

void Optimizer::finalize(Arithmetic& arithmetic, std::span<const VariableUpdate> variables) const
{
    m_averages.replace(arithmetic, variables);
}

void Optimizer::save(OptimizerState& state) const
{
    state.iterations = m_applied;
    state.skippedInSchedule = m_skippedInSchedule;
    state.tensors.resize(m_slots.size());
    for (std::size_t slot = 0; slot < m_slots.size(); ++slot) {
        state.tensors[slot].resize(keptCount(slot));
        for (std::size_t i = 0; i < state.tensors[slot].size(); ++i)
            state.tensors[slot][i].assign(kept(slot, i));
    }
}

void Optimizer::restore(const OptimizerState& state)
{
    check(state.tensors.size() == m_slots.size(), "[Optimizer] the state is of the same model");
    m_applied = state.iterations;
    m_skippedInSchedule = state.skippedInSchedule;
    for (std::size_t slot = 0; slot < m_slots.size(); ++slot)
        for (std::size_t i = 0; i < keptCount(slot); ++i)
            keptOf(*this, slot, i).assign(state.tensors[slot].at(i));
}

void Optimizer::apply(Arithmetic& arithmetic, std::span<const VariableUpdate> updates,
    const GradientScale& scale, std::vector<UpdateSize>& counts)
{
    if (m_slots.empty())
        build(updates);
    counts.clear();
    if (m_gradients.prepare(arithmetic, updates, scale, m_applied))
        for (std::size_t slot = 0; slot < updates.size(); ++slot)
            counts.push_back(update(arithmetic, slot, updates[slot]));
    m_averages.follow(arithmetic, updates, m_applied / m_gradients.accumulationSteps());
    ++m_applied;
}

UpdateSize Optimizer::decay(
    Arithmetic& arithmetic, Tensor& variable, const Tensor& weights, double learningRate) const
{
    Tensor before;
    if (isWatched(arithmetic))
        before.assign(variable);
    const double rate = roundToFormat(variable.format(), m_weightDecay);
    const UpdateSize size = decayUpdate(arithmetic, variable, weights, rate, learningRate);
    if (isWatched(arithmetic))
        watchElements(arithmetic, translated("weight decay"), variable, {{"weight", &before, &variable}},
            NamedValue{translated("weight decay"), rate});
    return size;
}

UpdateSize Optimizer::applyRule(
    Arithmetic& arithmetic, std::size_t slot, const UpdateTensors& tensors, const UpdateStep& step) const
{
    const std::unique_ptr<FormulaUpdate>& formula = m_slots[slot].formula;
    return formula != nullptr ? formula->apply(arithmetic, tensors, step)
                              : applyUpdate(arithmetic, m_rule.kind, tensors, m_rule.scalars(step));
}

UpdateSize Optimizer::stepTraced(
    Arithmetic& arithmetic, std::size_t slot, const UpdateTensors& tensors, const UpdateStep& step) const
{
    // The rule divides by the loss scale itself: here that is an operation of its own, which rounds to the same.
    const Format& format = tensors.variable.format();
    Tensor unscaled;
    const bool isDivided = tensors.gradientDivisor != 1 || !(tensors.gradient.format() == format);
    if (isDivided)
        castOrCopy(arithmetic, tensors.gradient, format, unscaled);
    if (tensors.gradientDivisor != 1)
        scalarInPlace(arithmetic, Binary::Divide, unscaled, tensors.gradientDivisor);
    const Tensor& gradient = isDivided ? unscaled : tensors.gradient;
    // What is added to a weight is what the rule makes of a weight of zero.
    Arithmetic apart = arithmetic;
    apart.setWatch(nullptr);
    Tensor added(tensors.variable.shape(), format);
    std::vector<Tensor> before(tensors.state.size());
    std::vector<Tensor> after(tensors.state.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        before[i].assign(tensors.state[i]);
        after[i].assign(tensors.state[i]);
    }
    applyRule(apart, slot,
        {.variable = added, .weights = tensors.weights, .state = after, .gradient = gradient}, step);
    Tensor weight;
    weight.assign(tensors.variable);
    const UpdateSize size = applyRule(arithmetic, slot,
        {.variable = tensors.variable,
            .weights = tensors.weights,
            .state = tensors.state,
            .gradient = gradient},
        step);
    std::vector<TracedOperand> operands{{&tensors.variable}, {&gradient}};
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i].size() != weight.size())
            continue;
        operands.push_back({&tensors.state[i]});
        traceOf(arithmetic)
            ->take(arithmetic, translated("optimizer state"), tensors.state[i],
                {{&tensors.state[i]}, {&gradient}}, [&](Index element) {
                    return ElementDetail{
                        .operands = {{std::string(m_slots[slot].names[i].name), before[i].at(element)},
                            {translated("gradient"), gradient.at(element)}}};
                });
    }
    traceOf(arithmetic)
        ->take(arithmetic, translated("weight update"), tensors.variable, std::move(operands),
            [&](Index element) {
                ElementDetail detail{.operands = {{translated("weight"), weight.at(element)},
                                         {translated("update"), added.at(element)}}};
                // A fused step is not rounded before it is added (kernels/per_level/update_loop.h).
                const bool isTorch = m_rule.kind == UpdateKind::TorchSgd;
                const bool isFused = format == carrierFormat(format)
                    && (isTorch
                        || (m_rule.kind == UpdateKind::Sgd && tensors.state.empty()
                            && arithmetic.rules().fusesMultiplyAdd));
                if (!isFused)
                    detail.exact = weight.at(element) + added.at(element);
                else if (tensors.state.empty()) // by the learning rate
                    detail.exact = std::fma(-step.learningRate, gradient.at(element), weight.at(element));
                return detail;
            });
    return size;
}

UpdateSize Optimizer::decayAndStep(Arithmetic& arithmetic, std::size_t slot, Tensor& variable,
    const Tensor& weights, std::span<Tensor> state, const Tensor& gradient)
{
    const Format& format = variable.format();
    const double learningRate = roundToFormat(format, this->learningRate());
    UpdateSize counts;
    if (m_weightDecay != 0)
        counts = decay(arithmetic, variable, weights, learningRate);
    const std::int64_t iterations = m_applied / m_gradients.accumulationSteps() + 1;
    const UpdateTensors tensors{.variable = variable,
        .weights = weights,
        .state = state,
        .gradient = gradient,
        .gradientDivisor = m_gradients.divisor(format)};
    const UpdateStep step{format, learningRate, iterations};
    counts += traceOf(arithmetic) != nullptr ? stepTraced(arithmetic, slot, tensors, step)
                                             : applyRule(arithmetic, slot, tensors, step);
    return counts;
}

UpdateSize Optimizer::update(Arithmetic& arithmetic, std::size_t slot, const VariableUpdate& update)
{
    if (update.numerics != nullptr)
        return updateStored(arithmetic, slot, update);
    Tensor& variable = *update.variable;
    return decayAndStep(
        arithmetic, slot, variable, variable, m_slots[slot].state, m_gradients.gradient(slot, update));
}

UpdateSize Optimizer::updateStored(Arithmetic& arithmetic, std::size_t slot, const VariableUpdate& update)
{
    const UpdateNumerics& numerics = *update.numerics;
    Tensor& variable = *update.variable;
    std::vector<Tensor>& state = m_slots[slot].state;
    const Tensor& gradient = m_gradients.gradient(slot, update);
    RandomKey key{m_context.seed, RandomUse::Rounding,
        kFirstStream + static_cast<std::uint32_t>(slot) * kStreamsOfASlot,
        static_cast<std::uint64_t>(m_applied + 1)};
    // A state that is not finite is an overflow where it becomes so, but no weight that diverged.
    Arithmetic ofState = arithmetic;
    if (m_wideState.size() < state.size())
        m_wideState.resize(state.size());
    const std::span<Tensor> wideState(m_wideState.data(), state.size());
    for (std::size_t i = 0; i < state.size(); ++i)
        cast(ofState, state[i], *numerics.compute, wideState[i]);
    cast(ofState, variable, *numerics.compute, m_wideVariable);

    UpdateSize counts;
    if (numerics.variable.isCompensated) {
        m_delta.reset(variable.shape(), *numerics.compute);
        m_delta.fill(0);
        decayAndStep(arithmetic, slot, m_delta, m_wideVariable, wideState, gradient);
        cast(ofState, m_delta, *numerics.variable.format, m_stored);
        Tensor before;
        Tensor owed;
        if (isWatched(arithmetic)) {
            before.assign(variable);
            owed.assign(m_slots[slot].compensation);
        }
        counts = kahanUpdate(arithmetic, variable, m_slots[slot].compensation, m_stored);
        if (isWatched(arithmetic))
            watchElements(arithmetic, translated("compensated addition"), variable,
                {{"weight", &before, &variable}, {"update", &m_stored},
                    {translated("compensation"), &owed, &m_slots[slot].compensation}});
    } else {
        counts = decayAndStep(arithmetic, slot, m_wideVariable, m_wideVariable, wideState, gradient);
        cast(
            arithmetic, m_wideVariable, *numerics.variable.format, m_stored, numerics.variable.rounding, key);
        std::swap(variable, m_stored);
        if (isWatched(arithmetic))
            arithmetic.watch()->moved(arithmetic, m_stored, variable, [](Index element) { return element; });
    }
    ofState.counts() = {};
    for (std::size_t i = 0; i < state.size(); ++i) {
        ++key.stream;
        cast(ofState, wideState[i], *numerics.state.format, state[i], numerics.state.rounding, key);
    }
    arithmetic.counts().overflows += ofState.counts().overflows;
    return counts;
}

} // namespace ulpscope
