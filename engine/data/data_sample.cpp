// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/data_sample.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace ulpscope {

namespace {

constexpr std::int64_t kMaxSampledNumbers = std::int64_t{1} << 21;

/// `count` rows of `width` numbers, evenly spaced among the `all` that there are.
template <class T>
std::vector<T> spacedRows(
    const std::vector<T>& rows, std::int64_t all, std::int64_t count, std::int64_t width)
{
    std::vector<T> taken;
    if (rows.empty())
        return taken;
    taken.reserve(static_cast<std::size_t>(count * width));
    for (std::int64_t i = 0; i < count; ++i) {
        const auto begin = rows.begin() + i * all / count * width;
        taken.insert(taken.end(), begin, begin + width);
    }
    return taken;
}

std::shared_ptr<const Examples> spacedExamples(
    const Examples& all, std::int64_t most, std::int64_t width, std::int64_t targetWidth)
{
    auto taken = std::make_shared<Examples>();
    taken->count = std::min(all.count, most);
    taken->features = spacedRows(all.features, all.count, taken->count, width);
    for (const std::uint8_t code : spacedRows(all.codes, all.count, taken->count, width))
        taken->features.push_back(all.numbers[code]);
    taken->targets = spacedRows(all.targets, all.count, taken->count, targetWidth);
    taken->exactFeatures = spacedRows(all.exactFeatures, all.count, taken->count, width);
    taken->exactTargets = spacedRows(all.exactTargets, all.count, taken->count, targetWidth);
    return taken;
}

} // namespace

std::int64_t DataSample::featuresPerExample() const
{
    return std::accumulate(featureShape.begin(), featureShape.end(), std::int64_t{1}, std::multiplies<>());
}

DataSample sampleOf(const Dataset& dataset, std::int64_t mostExamples)
{
    const std::int64_t width = dataset.featuresPerExample();
    const std::int64_t targetWidth = dataset.targetsPerExample;
    const std::int64_t most = std::min(mostExamples, kMaxSampledNumbers / std::max(width, targetWidth));
    return {dataset.featureShape, targetWidth, dataset.classes, dataset.classNames, dataset.featureColumns,
        dataset.targetColumns, spacedExamples(dataset.train, most, width, targetWidth),
        spacedExamples(dataset.test, most, width, targetWidth), dataset.train.count, dataset.test.count};
}

} // namespace ulpscope
