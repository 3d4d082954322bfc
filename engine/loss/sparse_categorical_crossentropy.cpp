// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/sparse_categorical_crossentropy.h"

#include "engine/dtype/rounding.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ulpscope {

namespace {

constexpr double kEpsilon = 1e-7; // keras.config.epsilon(), to which probabilities are clipped

/// One example's row, reused from row to row.
struct Row
{
    std::vector<double> values;
    std::size_t target = 0;

    void load(const Tensor& prediction, std::span<const float> targets, Index r)
    {
        const Index classes = prediction.columns();
        values.resize(static_cast<std::size_t>(classes));
        for (Index c = 0; c < classes; ++c)
            values[static_cast<std::size_t>(c)] = prediction.at(r * classes + c);
        target = static_cast<std::size_t>(targets[static_cast<std::size_t>(r)]);
    }
    double largest() const
    {
        double result = values[0];
        for (const double value : values) // a NaN wins
            result = std::isnan(value) || std::isnan(result) ? std::nan("") : std::max(result, value);
        return result;
    }
};

/// values become exp(value - largest), the sum comes back; all rounded.
template <class Round>
double exponentials(Row& row, const Round& round)
{
    const double largest = row.largest();
    double sum = 0;
    for (double& value : row.values) {
        value = round(std::exp(round(value - largest)));
        sum = round(sum + value);
    }
    return sum;
}

template <class Round>
double sumOf(const Row& row, const Round& round)
{
    double sum = 0;
    for (const double value : row.values)
        sum = round(sum + value);
    return sum;
}

} // namespace

Status SparseCategoricalCrossentropy::fits(const Shape& output, std::int64_t targetsPerExample,
    std::int64_t classes) const
{
    if (classes < 2 || targetsPerExample != 1)
        return Error {"", "expects data with classes; these have " + std::to_string(classes)};
    if (output.rank() != 1 || output[0] < classes)
        return Error {"", "expects an output for each of " + std::to_string(classes)
                + " classes; the model's output is " + output.text()};
    return success();
}

double SparseCategoricalCrossentropy::value(const Tensor& prediction, std::span<const float> targets) const
{
    const auto round = [&](double x) { return roundToFormat(prediction.format(), x); };
    double total = 0;
    Row row;
    for (Index r = 0; r < prediction.rows(); ++r) {
        row.load(prediction, targets, r);
        double loss = 0;
        if (m_fromLogits) { // log(sum exp(x - max)) - (x[class] - max)
            const double shifted = round(row.values[row.target] - row.largest());
            loss = round(round(std::log(exponentials(row, round))) - shifted);
        } else { // Keras normalises, then clips
            const double p = round(row.values[row.target] / sumOf(row, round));
            loss = -round(std::log(std::isnan(p) ? p : std::clamp(p, round(kEpsilon), round(1 - kEpsilon))));
        }
        total = round(total + loss);
    }
    return round(total / static_cast<double>(prediction.rows()));
}

void SparseCategoricalCrossentropy::gradient(const Tensor& prediction, std::span<const float> targets,
    double upstream, Tensor& out) const
{
    const auto round = [&](double x) { return roundToFormat(prediction.format(), x); };
    out.reset(prediction.shape(), prediction.format());
    const Index classes = prediction.columns();
    const double share = round(upstream / static_cast<double>(prediction.rows()));
    Row row;
    for (Index r = 0; r < prediction.rows(); ++r) {
        row.load(prediction, targets, r);
        const double sum = m_fromLogits ? exponentials(row, round) : sumOf(row, round);
        const double p = round(row.values[row.target] / sum);
        const bool isClipped = !m_fromLogits && (p < round(kEpsilon) || p > round(1 - kEpsilon));
        for (Index c = 0; c < classes; ++c) {
            const auto i = static_cast<std::size_t>(c);
            double slope = 0;
            if (m_fromLogits) // softmax - one hot
                slope = round(round(row.values[i] / sum) - (i == row.target ? 1 : 0));
            else if (!isClipped) // of -log(p[class] / sum)
                slope = round(round(1 / sum) - (i == row.target ? round(1 / row.values[i]) : 0));
            out.set(r * classes + c, round(share * slope));
        }
    }
}

std::int64_t SparseCategoricalCrossentropy::countCorrect(const Tensor& prediction, std::span<const float> targets) const
{
    std::int64_t correct = 0;
    Row row;
    for (Index r = 0; r < prediction.rows(); ++r) {
        row.load(prediction, targets, r);
        if (std::isnan(row.largest()))
            continue;
        const auto best = std::max_element(row.values.begin(), row.values.end()) - row.values.begin();
        correct += static_cast<std::size_t>(best) == row.target ? 1 : 0;
    }
    return correct;
}

} // namespace ulpscope
