// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the tensors of one step of a candidate and of the reference lane into numbers.
#pragma once

#include "engine/probe/records.h"
#include "engine/train/lane.h"
#include "engine/train/local_error.h"

#include <string>
#include <vector>

namespace ulpscope {

/// Counts behind the percentages, kept so that a run's totals are exact.
struct StepCounts
{
    std::int64_t gradientsNonZero = 0; ///< in the float64 lane
    std::int64_t gradientsFlushed = 0; ///< of these, exactly zero in the candidate
    std::int64_t updatesNonZero = 0;
    std::int64_t updatesLost = 0;
    std::int64_t overflows = 0;
    bool diverged = false;

    StepCounts& operator+=(const StepCounts& other);
};

/// 100 * part / whole; 0 when there is nothing to count.
double percent(std::int64_t part, std::int64_t whole);

class StepProbe
{
public:
    StepProbe(const ModelPlan& plan, const Kernels& kernels, std::int64_t tensorsEvery);

    /// Layer and variable paths, which TensorPoint::path counts.
    const std::vector<std::string>& paths() const { return m_paths; }

    /// Between the candidate's backward pass and its update, while it still has the weights that it computed with.
    void measureBeforeUpdate(const Lane& candidate, std::int64_t stepIndex);

    /// After the update: fills `record` from both lanes' last step, which both were `stepIndex`.
    StepCounts measure(
        const Lane& candidate, const Lane& reference, std::int64_t stepIndex, StepRecord& record);

private:
    struct GradientFigures
    {
        Comparison comparison;
        TensorStatistics statistics;
    };
    GradientFigures gradientFigures(const Lane& candidate, const Tensor& gradient, const Tensor& reference,
        StepCounts& counts, StepRecord& record) const;
    void addTensorPoints(const Lane& candidate, const Lane& reference, StepRecord& record);
    std::uint16_t pathIndex(const std::string& path) const;

    bool isDue(std::int64_t stepIndex) const { return stepIndex % m_tensorsEvery == 0; }

    LocalErrorProbe m_localError;
    std::int64_t m_tensorsEvery;
    std::vector<std::string> m_paths;
};

} // namespace ulpscope
