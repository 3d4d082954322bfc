// SPDX-License-Identifier: GPL-3.0-or-later
// How the magnitudes of one tensor spread over the powers of two, step by step, beside the range of the format that it is in:
// what the heat map shows, as numbers and in words.
#pragma once

#include "app/session/run_history.h"
#include "engine/dtype/format.h"
#include "ui/tree/models/layer_tensor.h"

#include <QString>

#include <optional>
#include <string>

namespace ulpscope::ui {

struct ExponentMap
{
    std::vector<ExponentColumn> columns; ///< in the order of steps; of gradients without the loss scale
    std::vector<double> scales; ///< by column: the loss scale in a gradient as it is stored; else 1
    std::vector<double> counts; ///< how many values each column has
    const Format* format = nullptr; ///< that the tensor is in; null if that is not known
    int least = 0; ///< the exponents between which all values lie that are finite and not zero
    int most = 0;
    double largestShare = 0; ///< the largest share that one row has of a column
    bool hasNonFinite = false; ///< whether any column has values that are not finite

    /// The rows beside those of the exponents.
    static constexpr int kZeros = kFirstExponent - 1;
    static constexpr int kNonFinite = kLastExponent + 1;

    void add(ExponentColumn column, double scale);
    bool isEmpty() const { return columns.empty(); }
    /// Share of the column's values x with 2^exponent <= |x| < 2^(exponent + 1); those that are zero in the row kZeros, NaN
    /// or infinite in kNonFinite. The rows of a column add up to 1.
    double share(std::size_t column, int row) const;
    /// Share of the column's values that are not zero and below 2^exponent.
    double shareBelow(std::size_t column, double exponent) const;
    /// log2 of the format's smallest subnormal, smallest normal and largest number, the column's scale taken out.
    double smallestSubnormal(std::size_t column) const;
    double smallestNormal(std::size_t column) const;
    double largest(std::size_t column) const;
    /// The format's range is so small that values of training leave it.
    bool isNarrow() const;
};

/// A tensor for which a run has histograms; another run may have it too.
struct ExponentKey
{
    LayerTensor tensor;
    QString text; ///< "dense_1 / kernel gradient"

    bool operator==(const ExponentKey&) const = default;
};
std::vector<ExponentKey> exponentKeys(const RunHistory& run);

/// Empty if the run has no such tensor.
ExponentMap exponentMap(const RunHistory& run, const ExponentKey& key);

/// "Steps 96–99: 2⁻¹⁵ to 2⁻¹⁴, 3.1 % of the values; subnormal in float16"
QString cellText(const ExponentMap& map, std::size_t column, int row);
/// The newest column that begins by that step, or of all; nothing if there is none.
std::optional<std::size_t> columnAt(const ExponentMap& map, std::optional<std::int64_t> step = {});
/// One or two sentences on that column; the first tells how many values are exactly zero.
QString exponentSentence(const ExponentMap& map, std::optional<std::int64_t> step = {});

} // namespace ulpscope::ui
