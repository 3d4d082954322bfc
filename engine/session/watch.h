// SPDX-License-Identifier: GPL-3.0-or-later
// A metric made of recorded ones, "amax(dense_2.output) / 65504 > 0.9": with a comparison it is a condition too. Its words are
// metrics of the step, by their names in history.csv, and metric(layer.tensor), by their names in tensors.csv.
#pragma once

#include "engine/base/config.h"
#include "engine/base/formula.h"
#include "engine/base/result.h"
#include "engine/probe/records.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ulpscope {

/// Tensor whose metrics a run records, from TrainingRun::recorded().
struct RecordedTensor
{
    PathId path; ///< index into the run's paths
    TensorRole role = TensorRole::Output;
};

/// A word of a watch.
struct WatchTerm
{
    std::string text; ///< the text as it was typed, "amax(dense_2.output)"
    std::optional<double> (*ofStep)(const StepRecord&) = nullptr; ///< null: of a tensor
    // For a tensor:
    Metric metric = Metric::Amax;
    std::string name; ///< the end of its path: "dense_2", "dense_2/kernel"
    TensorRole role = TensorRole::Output;
    std::optional<PathId> path = {}; ///< place where bind() found it
};

class Watch
{
public:
    struct Reading
    {
        double value = 0; ///< value of the left side of the comparison
        std::optional<double> limit = {}; ///< value of the right side
        bool holds = false; ///< NaN is neither less nor greater
    };

    /// The error's place is a column, counted from 1: "column 6".
    static Result<Watch> parse(std::string_view text);

    const std::string& text() const { return m_text; }
    bool isCondition() const { return m_comparison.relation.has_value(); }
    /// Terms of the left side, then of the right.
    const std::vector<WatchTerm>& terms() const { return m_terms; }

    /// Finds its tensors in a run: that of a layer "sequential/dense_2" by any end of its path. The error names what is not
    /// there, or what several ends are the same.
    Status bind(std::span<const std::string> paths, std::span<const RecordedTensor> recorded);

    /// values: by term.
    Reading evaluate(std::span<const double> values) const;
    /// Reads a step that has all metrics; those of tensors are there at sampled steps. Nothing for other steps, and before bind().
    std::optional<Reading> read(const StepRecord& record) const;

private:
    std::string m_text;
    ComparedFormulas m_comparison;
    std::vector<WatchTerm> m_terms;
};

/// Metrics of a step by name: "loss", "loss_scale".
const std::vector<NamedMeaning>& watchMetrics();

inline constexpr std::size_t kLongestWatch = 400; ///< bytes

} // namespace ulpscope
