// SPDX-License-Identifier: GPL-3.0-or-later
// Context of an operation: the kernels, and the counters of rounding events. Each lane has one.
#pragma once

#include "engine/base/id.h"
#include "engine/kernels/grid.h"
#include "engine/kernels/kernels.h"
#include "engine/tensor/arithmetic_rules.h"

#include <cstdint>
#include <stop_token>

namespace ulpscope {

class NonFiniteWatch; // nonfinite_watch.h
class Team; // base/team.h

enum class Pass : std::uint8_t { Forward, Loss, Backward, Update };

/// Index of a node of the model, in order.
using NodeId = Id<struct NodeTag>;

/// Place of a computation within a step.
struct ComputePlace
{
    Pass pass = Pass::Forward;
    NodeId node; ///< node that the pass goes through, if it goes through nodes
};

class Arithmetic
{
public:
    /// stop: see setStop().
    explicit Arithmetic(const Kernels& kernels, const std::stop_token* stop = nullptr)
        : m_table(&kernels.table())
        , m_stop(stop)
    {
    }

    /// Who may ask to stop where something takes long, the draws of initial weights; what they make then is of no use.
    void setStop(const std::stop_token* stop) { m_stop = stop; }
    bool isStopped() const { return m_stop != nullptr && m_stop->stop_requested(); }

    const KernelTable& table() const { return *m_table; }
    RoundingCounts& counts() { return m_counts; }
    const RoundingCounts& counts() const { return m_counts; }

    /// "written" unless they were set.
    void setRules(const ArithmeticRules& rules) { m_rules = &rules; }
    const ArithmeticRules& rules() const { return *m_rules; }

    /// The threads that help with products; null: none do.
    void setTeam(Team* team) { m_team = team; }
    Team* team() const { return m_team; }

    void setPlace(const ComputePlace& place) { m_place = place; }
    const ComputePlace& place() const { return m_place; }
    /// Is told of results that are not finite; null but while a step is searched for the first one.
    void setWatch(NonFiniteWatch* watch) { m_watch = watch; }
    NonFiniteWatch* watch() const { return m_watch; }

private:
    const KernelTable* m_table;
    const ArithmeticRules* m_rules = &rulesOf(ArithmeticKind::Written);
    const std::stop_token* m_stop;
    RoundingCounts m_counts;
    ComputePlace m_place;
    NonFiniteWatch* m_watch = nullptr;
    Team* m_team = nullptr;
};

} // namespace ulpscope
