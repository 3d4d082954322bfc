// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture/models/graph_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulpscope::ui {

namespace {

constexpr int kOrderSweeps = 6;
constexpr int kPlaceSweeps = 6;
constexpr double kStraightness = 4; ///< an edge that passes a rank is worth more bends than a box

/// A box, or the place of an edge in a rank that it passes.
struct Slot
{
    double width = 0;
    double above = 0; ///< from its port up
    double below = 0;
    std::vector<std::size_t> before; ///< slots of the rank before that lead here
    std::vector<std::size_t> after;
    std::vector<std::size_t> in; ///< edges that end here
    std::vector<std::size_t> out;
    bool isEdge = false;
    std::size_t rank = 0;
    double y = 0; ///< of its port
};

/// Values as near to the wished ones as an order with distances lets them be, by least squares: pool adjacent violators.
std::vector<double> spread(
    const std::vector<double>& wished, const std::vector<double>& weights, const std::vector<double>& apart)
{
    struct Pool
    {
        double sum;
        double weight;
        std::size_t count;
        double mean() const { return sum / weight; }
    };
    std::vector<double> offset(wished.size(), 0); // where each is if all touch
    for (std::size_t i = 1; i < wished.size(); ++i)
        offset[i] = offset[i - 1] + apart[i];
    std::vector<Pool> pools;
    for (std::size_t i = 0; i < wished.size(); ++i) {
        pools.push_back({(wished[i] - offset[i]) * weights[i], weights[i], 1});
        while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().weight += last.weight;
            pools.back().count += last.count;
        }
    }
    std::vector<double> places;
    for (const Pool& pool : pools)
        for (std::size_t k = 0; k < pool.count; ++k)
            places.push_back(pool.mean() + offset[places.size()]);
    return places;
}

class Layout
{
public:
    Layout(const std::vector<LayoutBox>& boxes, const std::vector<LayoutEdge>& edges,
        const LayoutSpacing& spacing, double width)
        : m_boxes(boxes)
        , m_edges(edges)
        , m_spacing(spacing)
        , m_width(width)
    {
    }

    GraphPlaces make();

private:
    void rank();
    void moveToTakers(const std::vector<std::vector<std::size_t>>& into);
    void addSlots();
    void order();
    void sweep(bool isForward);
    std::size_t crossings() const;
    void breakRows();
    void placeAlong();
    void placeAcross();
    void alignRank(std::size_t rank, bool isForward, bool isBoth);
    double apart(std::size_t upper, std::size_t lower) const;
    void route();
    double portOf(std::size_t slot, std::size_t edge, bool isOut) const;
    double gapBefore(std::size_t rank) const { return m_straight[rank] + m_spacing.gap - m_spacing.straight; }
    double rowNeeds(std::size_t first, std::size_t last) const;

    const std::vector<LayoutBox>& m_boxes;
    const std::vector<LayoutEdge>& m_edges;
    const LayoutSpacing& m_spacing;
    double m_width;
    GraphPlaces m_places;
    std::size_t m_ranks = 0;
    std::vector<Slot> m_slots; ///< those of the boxes first
    std::vector<std::vector<std::size_t>> m_ways; ///< of each edge, its slots from `from` to `to`
    std::vector<std::vector<std::size_t>> m_order; ///< of each rank, its slots from the top down
    std::vector<std::size_t> m_place; ///< of each slot in its rank
    std::vector<double> m_rankWidth;
    std::vector<double> m_straight; ///< of each rank: how long the last parts of the edges into it are
    std::vector<double> m_left; ///< of each rank
    std::vector<std::size_t> m_row; ///< of each rank
    std::vector<double> m_rowTop;
    std::vector<double> m_rowBottom;
    std::vector<std::size_t> m_firstOfRow;
    std::vector<std::size_t> m_cut; ///< of each rank, the edges that go on from it to the next
    double m_turn = 0; ///< room at either side for edges that turn
};

void Layout::rank()
{
    std::vector<std::size_t>& ranks = m_places.ranks;
    ranks.assign(m_boxes.size(), 0);
    // Edges go from a box to a later one.
    std::vector<std::vector<std::size_t>> into(m_boxes.size());
    for (const LayoutEdge& edge : m_edges)
        into[edge.to].push_back(edge.from);
    for (std::size_t box = 0; box < m_boxes.size(); ++box)
        for (const std::size_t from : into[box])
            ranks[box] = std::max(ranks[box], ranks[from] + 1);
    if (m_spacing.waits)
        moveToTakers(into);
    m_ranks = m_boxes.empty() ? 0 : *std::max_element(ranks.begin(), ranks.end()) + 1;
}

void Layout::moveToTakers(const std::vector<std::vector<std::size_t>>& into)
{
    std::vector<bool> waits(m_boxes.size());
    std::vector<std::vector<std::size_t>> takers(m_boxes.size());
    for (std::size_t box = 0; box < m_boxes.size(); ++box) {
        waits[box] = into[box].empty() || (into[box].size() == 1 && waits[into[box].front()]);
        for (const std::size_t from : into[box])
            takers[from].push_back(box);
    }
    std::vector<std::size_t>& ranks = m_places.ranks;
    for (std::size_t box = m_boxes.size(); box-- > 0;) {
        if (!waits[box] || takers[box].empty())
            continue;
        std::size_t first = ranks[takers[box].front()];
        for (const std::size_t taker : takers[box])
            first = std::min(first, ranks[taker]);
        ranks[box] = first - 1;
    }
}

void Layout::addSlots()
{
    for (std::size_t box = 0; box < m_boxes.size(); ++box) {
        Slot slot;
        slot.width = m_boxes[box].width;
        slot.above = m_boxes[box].port;
        slot.below = m_boxes[box].height - m_boxes[box].port;
        slot.rank = m_places.ranks[box];
        m_slots.push_back(std::move(slot));
    }
    m_ways.resize(m_edges.size());
    m_cut.assign(m_ranks, 0);
    for (std::size_t e = 0; e < m_edges.size(); ++e) {
        std::size_t last = m_edges[e].from;
        m_ways[e] = {last};
        m_slots[last].out.push_back(e);
        m_slots[m_edges[e].to].in.push_back(e);
        const auto goTo = [&](std::size_t slot) {
            ++m_cut[m_slots[last].rank];
            m_slots[last].after.push_back(slot);
            m_slots[slot].before.push_back(last);
            m_ways[e].push_back(slot);
            last = slot;
        };
        for (std::size_t r = m_places.ranks[m_edges[e].from] + 1; r < m_places.ranks[m_edges[e].to]; ++r) {
            Slot slot;
            slot.above = slot.below = m_spacing.lane / 2;
            slot.isEdge = true;
            slot.rank = r;
            m_slots.push_back(std::move(slot));
            goTo(m_slots.size() - 1);
        }
        goTo(m_edges[e].to);
    }
    m_order.resize(m_ranks);
    for (std::size_t slot = 0; slot < m_slots.size(); ++slot)
        m_order[m_slots[slot].rank].push_back(slot);
    m_place.resize(m_slots.size());
    m_rankWidth.assign(m_ranks, 0);
    for (const Slot& slot : m_slots)
        m_rankWidth[slot.rank] = std::max(m_rankWidth[slot.rank], slot.width);
    m_straight.assign(m_ranks, 0);
    for (const LayoutEdge& edge : m_edges) {
        double& straight = m_straight[m_places.ranks[edge.to]];
        straight = std::max(straight, edge.straight > 0 ? edge.straight : m_spacing.straight);
    }
}

void Layout::sweep(bool isForward)
{
    for (std::size_t i = 0; i < m_ranks; ++i) {
        std::vector<std::size_t>& rank = m_order[isForward ? i : m_ranks - 1 - i];
        std::vector<std::pair<double, std::size_t>> wished;
        for (std::size_t k = 0; k < rank.size(); ++k) {
            const Slot& slot = m_slots[rank[k]];
            const std::vector<std::size_t>& others = isForward ? slot.before : slot.after;
            double sum = 0;
            for (const std::size_t other : others)
                sum += static_cast<double>(m_place[other]);
            wished.emplace_back(
                others.empty() ? static_cast<double>(k) : sum / static_cast<double>(others.size()), rank[k]);
        }
        std::stable_sort(
            wished.begin(), wished.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t k = 0; k < rank.size(); ++k) {
            rank[k] = wished[k].second;
            m_place[rank[k]] = k;
        }
    }
}

std::size_t Layout::crossings() const
{
    std::size_t count = 0;
    std::vector<std::size_t> ends;
    for (const std::vector<std::size_t>& rank : m_order) {
        ends.clear();
        for (const std::size_t slot : rank) {
            std::vector<std::size_t> own;
            for (const std::size_t after : m_slots[slot].after)
                own.push_back(m_place[after]);
            std::sort(own.begin(), own.end());
            for (const std::size_t end : own) // `ends` stays sorted
                count
                    += static_cast<std::size_t>(ends.end() - std::upper_bound(ends.begin(), ends.end(), end));
            for (const std::size_t end : own)
                ends.insert(std::upper_bound(ends.begin(), ends.end(), end), end);
        }
    }
    return count;
}

void Layout::order()
{
    const auto number = [this] {
        for (const std::vector<std::size_t>& rank : m_order)
            for (std::size_t k = 0; k < rank.size(); ++k)
                m_place[rank[k]] = k;
    };
    number();
    if (std::all_of(m_order.begin(), m_order.end(), [](const auto& rank) { return rank.size() < 2; }))
        return;
    auto best = m_order;
    std::size_t fewest = crossings();
    for (int i = 0; i < kOrderSweeps && fewest > 0; ++i) {
        sweep(i % 2 == 0);
        if (const std::size_t count = crossings(); count < fewest) {
            fewest = count;
            best = m_order;
        }
    }
    m_order = std::move(best);
    number();
}

double Layout::rowNeeds(std::size_t first, std::size_t last) const
{
    double needs = m_rankWidth[first];
    for (std::size_t rank = first + 1; rank <= last; ++rank)
        needs += gapBefore(rank) + m_rankWidth[rank];
    return needs;
}

void Layout::breakRows()
{
    const double whole = rowNeeds(0, m_ranks - 1);
    const double room = m_width - 2 * m_spacing.margin;
    const auto rowsWithin = [this](double width, std::vector<std::size_t>* first) {
        std::size_t rows = 1;
        double used = m_rankWidth[0];
        if (first)
            *first = {0};
        for (std::size_t rank = 1; rank < m_ranks; ++rank) {
            used += gapBefore(rank) + m_rankWidth[rank];
            if (used <= width)
                continue;
            used = m_rankWidth[rank];
            ++rows;
            if (first)
                first->push_back(rank);
        }
        return rows;
    };
    if (whole <= room) {
        m_firstOfRow = {0};
    } else {
        m_turn = *std::max_element(m_straight.begin(), m_straight.end())
            + m_spacing.lane * static_cast<double>(*std::max_element(m_cut.begin(), m_cut.end()));
        double wide = std::max(room - 2 * m_turn, *std::max_element(m_rankWidth.begin(), m_rankWidth.end()));
        const std::size_t rows = rowsWithin(wide, nullptr);
        // Rows of about the same width: the narrowest that needs no more of them.
        double narrow = 0;
        for (int i = 0; i < 20; ++i) {
            const double middle = (narrow + wide) / 2;
            if (middle >= *std::max_element(m_rankWidth.begin(), m_rankWidth.end())
                && rowsWithin(middle, nullptr) == rows)
                wide = middle;
            else
                narrow = middle;
        }
        rowsWithin(wide, &m_firstOfRow);
    }
    m_row.assign(m_ranks, 0);
    for (std::size_t row = 0; row < m_firstOfRow.size(); ++row)
        for (std::size_t rank = m_firstOfRow[row]; rank < m_ranks; ++rank)
            m_row[rank] = row;
    m_places.rows = m_firstOfRow.size();
}

void Layout::placeAlong()
{
    m_left.assign(m_ranks, 0);
    const double room = m_width - 2 * (m_spacing.margin + m_turn);
    double widest = 0;
    for (std::size_t row = 0; row < m_firstOfRow.size(); ++row) {
        const std::size_t first = m_firstOfRow[row];
        const std::size_t end = row + 1 < m_firstOfRow.size() ? m_firstOfRow[row + 1] : m_ranks;
        const double needs = rowNeeds(first, end - 1);
        double more = 0; // for each gap, of the room that is left
        if (end - first > 1)
            more = std::clamp((room - needs) / static_cast<double>(end - first - 1), 0.0,
                std::max(0.0, m_spacing.largestGap - m_spacing.gap));
        double x = m_spacing.margin + m_turn;
        for (std::size_t rank = first; rank < end; ++rank) {
            x += rank == first ? 0 : gapBefore(rank) + more;
            m_left[rank] = x;
            x += m_rankWidth[rank];
        }
        widest = std::max(widest, x);
    }
    m_places.size.setWidth(widest + m_turn + m_spacing.margin);
}

double Layout::apart(std::size_t upper, std::size_t lower) const
{
    const Slot& a = m_slots[upper];
    const Slot& b = m_slots[lower];
    return a.below + b.above + (a.isEdge && b.isEdge ? 0 : m_spacing.between);
}

void Layout::alignRank(std::size_t rank, bool isForward, bool isBoth)
{
    const std::vector<std::size_t>& stops = m_order[rank];
    std::vector<double> wished;
    std::vector<double> weights;
    std::vector<double> distances;
    for (std::size_t k = 0; k < stops.size(); ++k) {
        const Slot& slot = m_slots[stops[k]];
        double sum = 0;
        double weight = 0;
        const auto add = [&](const std::vector<std::size_t>& others) {
            for (const std::size_t other : others) {
                if (m_row[m_slots[other].rank] != m_row[rank])
                    continue;
                const double w = slot.isEdge && m_slots[other].isEdge ? kStraightness : 1;
                sum += w * m_slots[other].y;
                weight += w;
            }
        };
        if (isForward || isBoth)
            add(slot.before);
        if (!isForward || isBoth)
            add(slot.after);
        wished.push_back(weight > 0 ? sum / weight : slot.y);
        weights.push_back(slot.isEdge ? kStraightness : 1);
        distances.push_back(k == 0 ? 0 : apart(stops[k - 1], stops[k]));
    }
    const std::vector<double> y = spread(wished, weights, distances);
    for (std::size_t k = 0; k < stops.size(); ++k)
        m_slots[stops[k]].y = y[k];
}

void Layout::placeAcross()
{
    for (const std::vector<std::size_t>& rank : m_order) {
        double y = 0;
        for (std::size_t k = 0; k < rank.size(); ++k) {
            y += k == 0 ? 0 : apart(rank[k - 1], rank[k]);
            m_slots[rank[k]].y = y;
        }
        for (const std::size_t slot : rank)
            m_slots[slot].y -= y / 2;
    }
    const bool isChain
        = std::all_of(m_order.begin(), m_order.end(), [](const auto& rank) { return rank.size() < 2; });
    for (int i = 0; i < kPlaceSweeps && !isChain; ++i)
        for (std::size_t rank = 0; rank < m_ranks; ++rank)
            alignRank(i % 2 == 0 ? rank : m_ranks - 1 - rank, i % 2 == 0, i + 2 >= kPlaceSweeps);
    double top = m_spacing.margin;
    for (std::size_t row = 0; row < m_firstOfRow.size(); ++row) {
        const std::size_t end = row + 1 < m_firstOfRow.size() ? m_firstOfRow[row + 1] : m_ranks;
        double highest = INFINITY;
        double lowest = -INFINITY;
        for (std::size_t rank = m_firstOfRow[row]; rank < end; ++rank)
            for (const std::size_t slot : m_order[rank]) {
                highest = std::min(highest, m_slots[slot].y - m_slots[slot].above);
                lowest = std::max(lowest, m_slots[slot].y + m_slots[slot].below);
            }
        for (std::size_t rank = m_firstOfRow[row]; rank < end; ++rank)
            for (const std::size_t slot : m_order[rank])
                m_slots[slot].y += top - highest;
        m_rowTop.push_back(top);
        m_rowBottom.push_back(top + lowest - highest);
        const double turns = end < m_ranks ? m_spacing.lane * static_cast<double>(m_cut[end - 1]) : 0;
        top = m_rowBottom.back() + turns + 2 * m_spacing.betweenRows;
    }
    m_places.size.setHeight(m_rowBottom.back() + m_spacing.margin);
}

/// Where the edge leaves or reaches the slot: those of a box are side by side, in the order of where they lead.
double Layout::portOf(std::size_t slot, std::size_t edge, bool isOut) const
{
    const Slot& at = m_slots[slot];
    if (at.isEdge)
        return at.y;
    std::vector<std::pair<double, std::size_t>> others;
    const auto towards = [&](std::size_t e) {
        const std::vector<std::size_t>& way = m_ways[e];
        const std::size_t next = isOut ? way[1] : way[way.size() - 2];
        // In another row: as if it were there in its order.
        return m_row[m_slots[next].rank] == m_row[at.rank] ? m_slots[next].y
                                                           : 1e6 + static_cast<double>(m_place[next]);
    };
    for (const std::size_t e : isOut ? at.out : at.in)
        others.emplace_back(towards(e), e);
    std::sort(others.begin(), others.end());
    const auto own = std::find_if(
        others.begin(), others.end(), [edge](const auto& other) { return other.second == edge; });
    const double place
        = static_cast<double>(own - others.begin()) - static_cast<double>(others.size() - 1) / 2;
    const double room = std::min(at.above, at.below) * 2;
    const double lane = std::min(m_spacing.lane, room / static_cast<double>(others.size()));
    return at.y + place * lane;
}

void Layout::route()
{
    for (std::size_t box = 0; box < m_boxes.size(); ++box) {
        const Slot& slot = m_slots[box];
        const double x = m_left[slot.rank] + (m_rankWidth[slot.rank] - slot.width) / 2;
        m_places.boxes.emplace_back(x, slot.y - slot.above, slot.width, slot.above + slot.below);
    }
    std::vector<std::size_t> turned(m_places.rows, 0); // edges that turned at the end of each row
    for (std::size_t e = 0; e < m_edges.size(); ++e) {
        const std::vector<std::size_t>& stops = m_ways[e];
        std::vector<QPointF> way;
        double y = portOf(stops.front(), e, true);
        way.emplace_back(m_places.boxes[m_edges[e].from].right(), y);
        for (std::size_t i = 1; i < stops.size(); ++i) {
            const Slot& before = m_slots[stops[i - 1]];
            const Slot& next = m_slots[stops[i]];
            const double right = m_left[before.rank] + m_rankWidth[before.rank];
            const double left = m_left[next.rank];
            const bool isLast = i + 1 == stops.size();
            const double newY = isLast ? portOf(stops[i], e, false) : next.y;
            if (m_row[before.rank] == m_row[next.rank]) {
                if (newY != y) {
                    way.emplace_back(right + (m_spacing.gap - m_spacing.straight) / 3, y);
                    way.emplace_back(left - m_straight[next.rank], newY);
                }
            } else {
                const auto lane = static_cast<double>(turned[m_row[before.rank]]++) + 0.5;
                const double out = right + lane * m_spacing.lane;
                const double channel
                    = m_rowBottom[m_row[before.rank]] + m_spacing.betweenRows + lane * m_spacing.lane;
                const double in = left - m_straight[next.rank] - lane * m_spacing.lane;
                way.insert(way.end(), {{out, y}, {out, channel}, {in, channel}, {in, newY}});
            }
            y = newY;
            way.emplace_back(
                isLast ? m_places.boxes[m_edges[e].to].left() : left + m_rankWidth[next.rank], y);
        }
        // Points on the way between two others say nothing.
        std::vector<QPointF> bends;
        for (const QPointF& point : way) {
            if (bends.size() > 1 && bends.back().y() == point.y() && bends[bends.size() - 2].y() == point.y())
                bends.pop_back();
            if (bends.empty() || bends.back() != point)
                bends.push_back(point);
        }
        m_places.edges.push_back(std::move(bends));
    }
}

GraphPlaces Layout::make()
{
    if (m_boxes.empty())
        return {};
    rank();
    addSlots();
    order();
    breakRows();
    placeAlong();
    placeAcross();
    route();
    return std::move(m_places);
}

} // namespace

GraphPlaces layoutGraph(const std::vector<LayoutBox>& boxes, const std::vector<LayoutEdge>& edges,
    const LayoutSpacing& spacing, double width)
{
    return Layout(boxes, edges, spacing, width).make();
}

std::vector<QPointF> besideWay(const std::vector<QPointF>& way, double distance)
{
    std::vector<QPointF> beside;
    const auto normal = [&](std::size_t segment) { // to the right of who walks, on a screen
        const QPointF along = way[segment + 1] - way[segment];
        const double length = std::hypot(along.x(), along.y());
        return length > 0 ? QPointF(-along.y(), along.x()) / length : QPointF();
    };
    for (std::size_t i = 0; i < way.size(); ++i) {
        const QPointF in = normal(i == 0 ? 0 : i - 1);
        const QPointF out = normal(i + 1 == way.size() ? i - 1 : i);
        const QPointF sum = in + out;
        const double square = QPointF::dotProduct(sum, sum);
        beside.push_back(way[i] + (square > 0.5 ? sum * (2 * distance / square) : in * distance));
    }
    return beside;
}

} // namespace ulpscope::ui
