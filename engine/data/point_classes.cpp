// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/point_classes.h"

#include <cmath>
#include <numbers>

namespace ulpscope {

namespace {

constexpr double kPi = std::numbers::pi;

void place(ExampleRandom& random, double noise, double x, double y, std::span<float> features)
{
    features[0] = static_cast<float>(x + noise * random.normal());
    features[1] = static_cast<float>(y + noise * random.normal());
}

} // namespace

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

} // namespace ulpscope
