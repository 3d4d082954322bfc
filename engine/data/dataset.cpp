// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/dataset.h"

#include "engine/base/check.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulpscope {

bool Examples::haveFiniteFeatures() const
{
    const auto isFinite = [](auto x) { return std::isfinite(x); };
    return std::ranges::all_of(features, isFinite) && std::ranges::all_of(exactFeatures, isFinite);
}

std::int64_t Dataset::featuresPerExample() const
{
    return std::accumulate(featureShape.begin(), featureShape.end(), std::int64_t{1}, std::multiplies<>());
}

BatchOrder::BatchOrder(std::int64_t examples, std::int64_t batchSize, std::uint64_t seed, bool shuffle)
    : m_examples(examples)
    , m_batchSize(std::min(batchSize, examples))
    , m_seed(seed)
    , m_shuffle(shuffle)
{
    check(examples > 0 && batchSize > 0, "[BatchOrder] examples and batch size");
}

std::int64_t BatchOrder::stepsPerEpoch() const
{
    return (m_examples + m_batchSize - 1) / m_batchSize;
}

const std::vector<std::int64_t>& BatchOrder::batch(std::int64_t step)
{
    const std::int64_t epoch = step / stepsPerEpoch();
    if (epoch != m_epoch) {
        m_epoch = epoch;
        m_permutation.resize(static_cast<std::size_t>(m_examples));
        std::iota(m_permutation.begin(), m_permutation.end(), 0);
        const RandomKey key{m_seed, RandomUse::Shuffle, 0, static_cast<std::uint64_t>(epoch)};
        for (std::int64_t i = m_shuffle ? m_examples - 1 : 0; i > 0; --i) { // Fisher and Yates
            const auto j = static_cast<std::int64_t>(
                randomUniform(key, static_cast<std::uint64_t>(i)) * static_cast<double>(i + 1));
            std::swap(m_permutation[static_cast<std::size_t>(i)], m_permutation[static_cast<std::size_t>(j)]);
        }
    }
    const std::int64_t begin = step % stepsPerEpoch() * m_batchSize;
    const std::int64_t end = std::min(begin + m_batchSize, m_examples);
    m_batch.assign(m_permutation.begin() + begin, m_permutation.begin() + end);
    return m_batch;
}

} // namespace ulpscope
