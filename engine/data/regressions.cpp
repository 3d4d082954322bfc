// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/regressions.h"

#include <cmath>

namespace ulpscope {

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
