// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/circle.h"

#include <cmath>
#include <numbers>

namespace ulpscope {

namespace {

Examples draw(std::int64_t count, std::uint64_t seed, std::uint32_t stream)
{
    constexpr double kInner = 0.5;
    constexpr double kGap = 0.7;
    const RandomKey radiusKey{seed, RandomUse::Dataset, stream, 0};
    const RandomKey angleKey{seed, RandomUse::Dataset, stream, 1};
    Examples examples;
    examples.count = count;
    for (std::int64_t i = 0; i < count; ++i) {
        const bool isInside = i % 2 == 0;
        const double u = randomUniform(radiusKey, static_cast<std::uint64_t>(i));
        const double radius = isInside ? kInner * u : kGap + (1 - kGap) * u;
        const double angle = 2 * std::numbers::pi * randomUniform(angleKey, static_cast<std::uint64_t>(i));
        examples.features.push_back(static_cast<float>(radius * std::cos(angle)));
        examples.features.push_back(static_cast<float>(radius * std::sin(angle)));
        examples.targets.push_back(isInside ? 1.0F : 0.0F);
    }
    return examples;
}

} // namespace

Result<Dataset> makeCircle(const Config& config, std::uint64_t seed, const std::stop_token&)
{
    const std::int64_t points = config.integer("points");
    Dataset dataset;
    dataset.featureShape = {2};
    dataset.classes = 2;
    dataset.train = draw(points, seed, 0);
    dataset.test = draw(points, seed, 1);
    return dataset;
}

} // namespace ulpscope
