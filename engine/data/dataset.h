// SPDX-License-Identifier: GPL-3.0-or-later
// Examples for training and test, as plain numbers; how the user's own are split into the two, and in what order steps see them.
#pragma once

#include "engine/base/config.h"
#include "engine/base/philox.h"
#include "engine/base/result.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace ulpscope {

/// features: [count, featuresPerExample]   targets: [count, targetsPerExample], for a class its index
struct Examples
{
    std::vector<float> features;
    /// In place of features that are few different numbers, such as pixels: for each feature its place in `numbers`.
    std::vector<std::uint8_t> codes;
    std::vector<float> numbers;
    std::vector<float> targets;
    /// Features and targets in float64, where float32 does not hold them; else empty. A floatx of float64 and the float64 lane see
    /// these, every other dtype the float32 values.
    std::vector<double> exactFeatures;
    std::vector<double> exactTargets;
    std::int64_t count = 0;

    std::size_t bytes() const;
    /// `size` features from `first` on, in order, also where they are codes: those become numbers in `storage`.
    std::span<const float> featuresFrom(
        std::size_t first, std::size_t size, std::vector<float>& storage) const;
    std::size_t featureCount() const { return codes.empty() ? features.size() : codes.size(); }
    /// Whether no feature is NaN or infinite.
    bool haveFiniteFeatures() const;
};

/// Name of a number of an example, and its value in the file if it was normalized.
struct NumberColumn
{
    std::string name; ///< "area"
    std::string text
        = {}; ///< of a text that became a number of its own, which it is: "yes" is 1 where the file has that
    double offset = 0; ///< offset of the file's numbers
    double scale = 1; ///< the file's for each of an example's

    bool isNormalized() const { return offset != 0 || scale != 1; }
    double inFile(double number) const { return offset + scale * number; }
    /// The file's number without the digits that the example's float32 added: 82.8 for 82.80000114.
    double inFile(float number) const;
};

struct Dataset
{
    std::vector<std::int64_t> featureShape; ///< shape of one example: {2}, {28, 28}
    std::int64_t targetsPerExample = 1;
    std::int64_t classes = 0; ///< how many classes, 0 for a regression
    std::vector<std::string>
        classNames; ///< names by class, where they have names; a text's are its characters
    std::vector<NumberColumn> featureColumns; ///< a row each where columns have names, else none
    std::vector<NumberColumn> targetColumns;
    Examples train;
    Examples test;
    std::vector<std::string> notes; ///< sentences that tell the user how the files were read

    std::int64_t featuresPerExample() const;
};

/// Parameters of a dataset that is split: task, normalization, test_share, shuffle_split
const std::vector<ParameterSpec>& splitParameters();

/// Splits the user's examples, which are all in `train` in the file's order: the last test_share of them is for testing, as
/// Keras' validation_split takes them, after one seeded shuffle if wanted. Finds the classes and normalizes. Errors have no
/// place: it is the caller's file.
Result<Dataset> split(
    Dataset all, const Config& config, std::uint64_t seed, const std::stop_token& stop = {});

/// The path that a parameter holds; an error at the parameter where there is none.
Result<std::string> fileOf(const Config& config, const std::string& parameter);

/// More numbers, examples or classes than these are refused.
inline constexpr std::int64_t kMaxTableValues = std::int64_t{1} << 28;
inline constexpr std::int64_t kMaxExamples = std::int64_t{1} << 24;
inline constexpr std::int64_t kMaxClasses = std::int64_t{1} << 20;

/// Which examples each step sees: every epoch is a fresh permutation keyed by (seed, epoch), or the data's own order; the
/// last batch of an epoch is smaller when the batch size does not divide the count, as in Keras' fit.
class BatchOrder
{
public:
    BatchOrder(std::int64_t examples, std::int64_t batchSize, std::uint64_t seed, bool shuffle = true);
    std::int64_t stepsPerEpoch() const;
    /// Indices of the examples of `step`, valid until the next call.
    const std::vector<std::int64_t>& batch(std::int64_t step);

private:
    std::int64_t m_examples;
    std::int64_t m_batchSize;
    std::uint64_t m_seed;
    bool m_shuffle;
    std::int64_t m_epoch = -1;
    std::vector<std::int64_t> m_permutation;
    std::vector<std::int64_t> m_batch;
};

} // namespace ulpscope
