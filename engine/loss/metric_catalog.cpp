// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/loss/metric_catalog.h"

#include <array>
#include <cmath>

namespace ulpscope {

namespace {

std::optional<double> ratio(double part, std::int64_t whole)
{
    return whole == 0 ? std::nullopt : std::optional<double>(part / static_cast<double>(whole));
}

constexpr std::array kMetrics{
    TestMetric{"loss", "Mean loss, before loss weight and loss scale.",
        [](const Score& s) { return ratio(s.loss, s.examples); }},
    TestMetric{"accuracy", "Share of decisions for the right class.",
        [](const Score& s) { return ratio(static_cast<double>(s.correct), s.decisions); }},
    TestMetric{"top_5_accuracy", "Share of decisions with the right class among the five largest outputs.",
        [](const Score& s) {
            return s.classes > 5 ? ratio(static_cast<double>(s.amongFive), s.decisions) : std::nullopt;
        }},
    TestMetric{"perplexity",
        "exp of the mean loss: among how many equally likely classes the model is as uncertain.",
        [](const Score& s) -> std::optional<double> {
            const std::optional<double> loss = ratio(s.loss, s.examples);
            return s.classes > 2 && loss ? std::optional<double>(std::exp(*loss)) : std::nullopt;
        }},
    TestMetric{"mean_absolute_error", "Mean distance to the target.",
        [](const Score& s) { return ratio(s.absoluteError, s.values); }},
};

} // namespace

std::span<const TestMetric> testMetricCatalog()
{
    return kMetrics;
}

} // namespace ulpscope
