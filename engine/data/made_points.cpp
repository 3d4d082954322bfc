// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/made_points.h"

#include <cmath>
#include <iterator>
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

constexpr double kPi = std::numbers::pi;

void place(ExampleRandom& random, double noise, double x, double y, std::span<float> features)
{
    features[0] = static_cast<float>(x + noise * random.normal());
    features[1] = static_cast<float>(y + noise * random.normal());
}

} // namespace

std::vector<ParameterSpec> generatedParameters(std::vector<ParameterSpec> own, double noise)
{
    std::vector<ParameterSpec> parameters{{.name = "points",
        .defaultValue = std::int64_t{512},
        .description = "Points to train on; as many others to test on.",
        .minimum = 2,
        .maximum = 1'000'000}};
    std::move(own.begin(), own.end(), std::back_inserter(parameters));
    parameters.push_back({.name = "noise",
        .defaultValue = noise,
        .description = "Standard deviation of what is added to each number.",
        .minimum = 0,
        .maximum = 1000});
    parameters.push_back({.name = "seed",
        .defaultValue = std::int64_t{0},
        .description = "Of the points; 0 is the session's.",
        .minimum = 0,
        .maximum = 0x1p53});
    return parameters;
}

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

Result<Dataset> makeXor(const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    const double noise = config.number("noise");
    return generate(config, seed, stop, 2, 2,
        [&](ExampleRandom& random, std::int64_t, std::span<float> features, float& target) {
            const double x = random.uniform(-1, 1);
            const double y = random.uniform(-1, 1);
            target = x * y > 0 ? 1.0F : 0.0F;
            place(random, noise, x, y, features);
        });
}

Result<Dataset> makeGaussians(const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    constexpr double kRadius = 0.7;
    const double noise = config.number("noise");
    const std::int64_t classes = config.integer("classes");
    return generate(config, seed, stop, 2, classes,
        [&](ExampleRandom& random, std::int64_t index, std::span<float> features, float& target) {
            const std::int64_t blob = index % classes;
            const double angle = 2 * kPi * static_cast<double>(blob) / static_cast<double>(classes);
            target = static_cast<float>(blob);
            place(random, noise, kRadius * std::cos(angle), kRadius * std::sin(angle), features);
        });
}

Result<Dataset> makeSpirals(const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    const double noise = config.number("noise");
    const double turns = config.number("turns");
    return generate(config, seed, stop, 2, 2,
        [&](ExampleRandom& random, std::int64_t index, std::span<float> features, float& target) {
            const auto arm = static_cast<double>(index % 2);
            const double radius = random.uniform();
            const double angle = 2 * kPi * turns * radius + kPi * arm;
            target = static_cast<float>(arm);
            place(random, noise, radius * std::cos(angle), radius * std::sin(angle), features);
        });
}

Result<Dataset> makeMoons(const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    const double noise = config.number("noise");
    return generate(config, seed, stop, 2, 2,
        [&](ExampleRandom& random, std::int64_t index, std::span<float> features, float& target) {
            const double angle = kPi * random.uniform();
            const bool isInner = index % 2 == 1;
            const double x = isInner ? 1 - std::cos(angle) : std::cos(angle);
            const double y = isInner ? 0.5 - std::sin(angle) : std::sin(angle);
            target = isInner ? 1.0F : 0.0F;
            place(random, noise, x - 0.5, y - 0.25, features);
        });
}

Result<Dataset> makePlane(const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    const double noise = config.number("noise");
    return generate(config, seed, stop, 2, 0,
        [&](ExampleRandom& random, std::int64_t, std::span<float> features, float& target) {
            const double x = random.uniform(-1, 1);
            const double y = random.uniform(-1, 1);
            features[0] = static_cast<float>(x);
            features[1] = static_cast<float>(y);
            target = static_cast<float>((x + y) / 2 + noise * random.normal());
        });
}

Result<Dataset> makeSums(const Config& config, std::uint64_t seed, const std::stop_token& stop)
{
    const double noise = config.number("noise");
    const std::int64_t terms = config.integer("terms");
    return generate(config, seed, stop, terms, 0,
        [&](ExampleRandom& random, std::int64_t, std::span<float> features, float& target) {
            double sum = 0;
            for (float& feature : features) {
                feature = static_cast<float>(random.normal());
                sum += static_cast<double>(feature);
            }
            target
                = static_cast<float>(sum / std::sqrt(static_cast<double>(terms)) + noise * random.normal());
        });
}

} // namespace ulpscope
