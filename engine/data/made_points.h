// SPDX-License-Identifier: GPL-3.0-or-later
// Points of the plane and of lines, made by formulas.
#pragma once

#include "engine/base/config.h"
#include "engine/data/dataset.h"

#include <span>
#include <stop_token>

namespace ulpscope {

// Shared parts of generated data: parameters, and random draws by example, so that a point does not depend on the number of points.
/// points, the given ones, noise (if it has a default >= 0), seed
std::vector<ParameterSpec> generatedParameters(std::vector<ParameterSpec> own, double noise);

/// The random numbers of one example.
class ExampleRandom
{
public:
    /// stream: 0 for training, 1 for test.
    ExampleRandom(std::uint64_t seed, std::uint32_t stream, std::uint64_t example)
        : m_seed(seed)
        , m_stream(stream)
        , m_example(example)
    {
    }
    /// The next one, uniform in [0, 1).
    double uniform() { return randomUniform(key(), m_example); }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// The next one, normal with mean 0 and deviation 1.
    double normal() { return randomNormal(key(), m_example); }

private:
    RandomKey key() { return {m_seed, RandomUse::Dataset, m_stream, m_draw++}; }

    std::uint64_t m_seed;
    std::uint32_t m_stream;
    std::uint64_t m_example;
    std::uint64_t m_draw = 0;
};

/// `points` examples to train on and as many to test on. example(random, index, features, target) fills in one. An error at
/// "data.points" for more than kMaxTableValues numbers.
template <class Example>
Result<Dataset> generate(const Config& config, std::uint64_t sessionSeed, const std::stop_token& stop,
    std::int64_t width, std::int64_t classes, Example example)
{
    const std::int64_t points = config.integer("points");
    if (2 * points > kMaxTableValues / width)
        return Error{"data.points",
            "two times " + std::to_string(points) + " examples of " + std::to_string(width)
                + " numbers are more than 2^28 numbers; expected fewer"};
    const auto own = static_cast<std::uint64_t>(config.integer("seed"));
    const auto part = [&](std::uint32_t stream) {
        Examples examples;
        examples.count = points;
        examples.features.resize(static_cast<std::size_t>(points * width));
        examples.targets.resize(static_cast<std::size_t>(points));
        for (std::int64_t i = 0; i < points && !stop.stop_requested(); ++i) {
            ExampleRandom random(own == 0 ? sessionSeed : own, stream, static_cast<std::uint64_t>(i));
            example(random, i,
                std::span(examples.features)
                    .subspan(static_cast<std::size_t>(i * width), static_cast<std::size_t>(width)),
                examples.targets[static_cast<std::size_t>(i)]);
        }
        return examples;
    };
    Dataset dataset;
    dataset.featureShape = {width};
    dataset.classes = classes;
    dataset.train = part(0);
    dataset.test = part(1);
    if (stop.stop_requested())
        return stoppedError();
    return dataset;
}

// Circle: points of the plane, class 1 within half the radius, class 0 from 0.7 of it on; radius 1.
Result<Dataset> makeCircle(const Config& config, std::uint64_t seed, const std::stop_token& stop);

// Classes of points in the plane, about [-1, 1] wide. Parameters: the rows of dataset_catalog.cpp.
/// Class 1 where x y > 0.
Result<Dataset> makeXor(const Config& config, std::uint64_t seed, const std::stop_token& stop);
/// `classes` normal blobs around a circle.
Result<Dataset> makeGaussians(const Config& config, std::uint64_t seed, const std::stop_token& stop);
/// Two arms of `turns` turns each.
Result<Dataset> makeSpirals(const Config& config, std::uint64_t seed, const std::stop_token& stop);
/// Two half circles that reach into each other, as scikit-learn's make_moons, moved to the middle.
Result<Dataset> makeMoons(const Config& config, std::uint64_t seed, const std::stop_token& stop);

// Generated regressions: one number to predict.
/// Points of [-1, 1]^2 to (x + y) / 2.
Result<Dataset> makePlane(const Config& config, std::uint64_t seed, const std::stop_token& stop);
/// `terms` normal numbers to their sum over the root of their count, whose deviation is 1.
Result<Dataset> makeSums(const Config& config, std::uint64_t seed, const std::stop_token& stop);

} // namespace ulpscope
