// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/conflicts.h"

#include <algorithm>
#include <limits>

namespace ulpscope {

namespace {

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
