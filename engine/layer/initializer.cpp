// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/layer/initializer.h"

#include "engine/tensor/ops.h"

#include <cmath>
#include <functional>

namespace ulpscope {

namespace {

// Standard deviation of a normal cut off at two standard deviations; Keras divides by it.
constexpr double kTruncatedNormalStandardDeviation = 0.87962566103423978;

// Keras' default stddev of normal draws and limit of uniform ones.
constexpr double kKerasSpread = 0.05;

using Draw = double (*)(const RandomKey& key, std::uint64_t index, double fanIn, double fanOut);

double truncatedNormal(const RandomKey& key, std::uint64_t index)
{
    // Redraw what falls outside two standard deviations, from a part of the stream that no other element uses.
    constexpr std::uint64_t kStride = std::uint64_t{1} << 40;
    for (std::uint64_t attempt = 0;; ++attempt) {
        const double value = randomNormal(key, index + attempt * kStride);
        if (std::fabs(value) <= 2)
            return value;
    }
}

double uniform(const RandomKey& key, std::uint64_t index, double limit)
{
    return (2 * randomUniform(key, index) - 1) * limit;
}

struct Initializer
{
    std::string name;
    Draw draw;
};

const std::vector<Initializer>& initializers()
{
    static const std::vector<Initializer> rows{
        {"glorot_uniform",
            [](const RandomKey& k, std::uint64_t i, double in, double out) {
                return uniform(k, i, std::sqrt(6 / (in + out)));
            }},
        {"glorot_normal",
            [](const RandomKey& k, std::uint64_t i, double in, double out) {
                return truncatedNormal(k, i) * std::sqrt(2 / (in + out)) / kTruncatedNormalStandardDeviation;
            }},
        {"he_normal",
            [](const RandomKey& k, std::uint64_t i, double in, double) {
                return truncatedNormal(k, i) * std::sqrt(2 / in) / kTruncatedNormalStandardDeviation;
            }},
        {"he_uniform",
            [](const RandomKey& k, std::uint64_t i, double in, double) {
                return uniform(k, i, std::sqrt(6 / in));
            }},
        {"lecun_normal",
            [](const RandomKey& k, std::uint64_t i, double in, double) {
                return truncatedNormal(k, i) * std::sqrt(1 / in) / kTruncatedNormalStandardDeviation;
            }},
        {"lecun_uniform",
            [](const RandomKey& k, std::uint64_t i, double in, double) {
                return uniform(k, i, std::sqrt(3 / in));
            }},
        {"random_normal",
            [](const RandomKey& k, std::uint64_t i, double, double) {
                return randomNormal(k, i) * kKerasSpread;
            }},
        {"random_uniform",
            [](const RandomKey& k, std::uint64_t i, double, double) { return uniform(k, i, kKerasSpread); }},
        {"truncated_normal",
            [](const RandomKey& k, std::uint64_t i, double, double) {
                return truncatedNormal(k, i) * kKerasSpread;
            }},
        {"zeros", [](const RandomKey&, std::uint64_t, double, double) { return 0.0; }},
        {"ones", [](const RandomKey&, std::uint64_t, double, double) { return 1.0; }},
    };
    return rows;
}

} // namespace

const std::vector<std::string>& initializerNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> result;
        for (const Initializer& row : initializers())
            result.push_back(row.name);
        return result;
    }();
    return names;
}

void initialize(Arithmetic& arithmetic, std::string_view name, const Shape& shape, Index fanIn, Index fanOut,
    const RandomKey& key, const Format& format, Tensor& out)
{
    for (const Initializer& row : initializers()) {
        if (row.name != name)
            continue;
        const double constant = name == "ones" ? 1 : 0;
        if ((name == "zeros" || name == "ones") && roundToFormat(format, constant) == constant) {
            out.reset(shape, format);
            out.fill(constant);
            return;
        }
        Tensor drawn(shape, float32Format());
        for (Index i = 0; i < drawn.size(); ++i)
            drawn.set(i,
                row.draw(key, static_cast<std::uint64_t>(i), static_cast<double>(fanIn),
                    static_cast<double>(fanOut)));
        cast(arithmetic, drawn, format, out);
        return;
    }
    throw ContractError("[initialize] the name was checked against the catalog");
}

} // namespace ulpscope
