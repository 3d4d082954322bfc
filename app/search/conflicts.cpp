// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/conflicts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace ulpscope {

namespace {

struct Sum
{
    double cost = 0;
    double use = 0;
    std::size_t before = 0; ///< index among the sums of the layers before
    std::uint8_t item = 0;
};

/// Returns the sums that no other sum beats in both cost and use, ascending in cost.
std::vector<Sum> unbeaten(std::vector<Sum> sums)
{
    std::ranges::sort(
        sums, {}, [](const Sum& sum) { return std::tuple(sum.cost, sum.use, sum.before, sum.item); });
    std::vector<Sum> kept;
    double least = std::numeric_limits<double>::infinity();
    for (const Sum& sum : sums)
        if (sum.use < least) {
            least = sum.use;
            kept.push_back(sum);
        }
    if (kept.size() <= kMaxSums)
        return kept;
    std::vector<Sum> some; // the cheapest and the one that uses least among them
    for (std::size_t i = 0; i < kMaxSums; ++i)
        some.push_back(kept[i * (kept.size() - 1) / (kMaxSums - 1)]);
    return some;
}

constexpr int kMaxKnapsacks = 400;

class ConflictSearch
{
public:
    ConflictSearch(const std::vector<Conflict>& conflicts, double mostUse)
        : m_conflicts(conflicts)
        , m_mostUse(mostUse)
    {
    }

    void branch(const std::vector<std::vector<KnapsackItem>>& items)
    {
        if (++m_knapsacks > kMaxKnapsacks)
            return;
        const std::vector<KnapsackPoint> front = knapsackFront(items);
        const auto point
            = std::ranges::find_if(front, [this](const KnapsackPoint& p) { return p.use <= m_mostUse; });
        if (point == front.end() || (m_best && point->cost >= m_best->cost))
            return;
        const auto conflict = std::ranges::find_if(
            m_conflicts, [&](const Conflict& each) { return contains(point->items, each); });
        if (conflict == m_conflicts.end()) {
            m_best = *point;
            return;
        }
        for (const LayerChoice& choice : *conflict) {
            std::vector<std::vector<KnapsackItem>> without = items;
            without[choice.layer][choice.policy].use = std::numeric_limits<double>::infinity();
            branch(without);
        }
    }

    const std::optional<KnapsackPoint>& best() const { return m_best; }

private:
    const std::vector<Conflict>& m_conflicts;
    double m_mostUse;
    int m_knapsacks = 0;
    std::optional<KnapsackPoint> m_best;
};

} // namespace

std::vector<KnapsackPoint> knapsackFront(const std::vector<std::vector<KnapsackItem>>& items)
{
    std::vector<std::vector<Sum>> layers{{Sum{}}};
    for (const std::vector<KnapsackItem>& choices : items) {
        std::vector<Sum> sums;
        const std::vector<Sum>& before = layers.back();
        for (std::size_t b = 0; b < before.size(); ++b)
            for (std::size_t item = 0; item < choices.size(); ++item)
                if (std::isfinite(choices[item].use))
                    sums.push_back({before[b].cost + choices[item].cost, before[b].use + choices[item].use, b,
                        static_cast<std::uint8_t>(item)});
        layers.push_back(unbeaten(std::move(sums)));
    }
    std::vector<KnapsackPoint> points;
    for (const Sum& last : layers.back()) {
        KnapsackPoint point{last.cost, last.use, Assignment(items.size())};
        const Sum* sum = &last;
        for (std::size_t layer = items.size(); layer > 0; --layer) {
            point.items[layer - 1] = sum->item;
            sum = &layers[layer - 1][sum->before];
        }
        points.push_back(std::move(point));
    }
    return points;
}

bool contains(const Assignment& assignment, const Conflict& conflict)
{
    return std::ranges::all_of(
        conflict, [&](const LayerChoice& choice) { return assignment[choice.layer] == choice.policy; });
}

std::optional<KnapsackPoint> cheapestWithout(
    const std::vector<Conflict>& conflicts, std::vector<std::vector<KnapsackItem>> items, double mostUse)
{
    ConflictSearch search(conflicts, mostUse);
    search.branch(items);
    return search.best();
}

} // namespace ulpscope
