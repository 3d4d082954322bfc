// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search/search.h"

#include "app/search/use_model.h"
#include "engine/base/check.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace ulpscope {

namespace {

constexpr std::size_t kProofChunk
    = 512; ///< assignments judged together: a round, where rounds are shared among machines

class PolicySearch
{
public:
    PolicySearch(const SearchQuestion& question, const Kernels& kernels, KeptResults& kept,
        const SearchOptions& options)
        : m_question(question)
        , m_space(question.space)
        , m_options(options)
        , m_cost(question.space, kernels, question.cost)
        , m_trials(
              {question.space, question.budget, kernels, options.stop, options.memory}, kept, options.threads,
              [this](std::size_t done, std::size_t wanted) {
                  return !m_options.progress || m_options.progress(progressAt(done, wanted));
              },
              options.leave, options.ran)
        , m_models(std::max<std::size_t>(question.space.lossScales.size(), 1),
              UseModel(question.space.layers.size(), question.space.entries.size(),
                  question.budget.clauses.size()))
    {
    }

    Status run();
    SearchAnswer answer();

private:
    Status runFloat32();
    Status score();
    Status trainFront();
    Status repair();
    Status move();
    /// One layer cheaper, or as cheap under a loss scale that comes first, as long as that holds.
    Status descend();
    Status prove();

    void begin(const char* stage, std::size_t wanted = 0)
    {
        m_stage = stage;
        m_stageDone = 0;
        m_stageWanted = wanted;
    }
    /// done, wanted: of what is being trained.
    SearchProgress progressAt(std::size_t done, std::size_t wanted) const;
    Result<std::vector<RunResult>> train(const std::vector<Trial>& trials);
    void tell()
    {
        if (m_options.grew)
            m_options.grew(answer());
    }
    /// Runs each assignment under every seed until one breaks the budget. Known results are not computed again.
    Status judge(const std::vector<Assignment>& assignments);
    /// Judges the assignments and makes the cheapest that holds the answer.
    Status consider(const std::vector<Assignment>& assignments);
    /// The items of the layers under a loss scale.
    std::vector<std::vector<KnapsackItem>> items(std::size_t lossScale);
    /// The front over all loss scales; the first of two points with the same cost and use.
    std::vector<KnapsackPoint> predictedFront();
    /// The cheapest assignment that contains no conflict and is predicted to hold.
    std::optional<KnapsackPoint> cheapestPredicted();
    /// The predicted points, and of all that was judged those that are measured to be on the front; the answer is one of them.
    std::vector<FrontPoint> front();
    /// A least part of what breaks the budget under a seed; each layer is given back to float32 in turn.
    Result<Conflict> conflictIn(const Assignment& broken, std::uint64_t seed);
    /// The answer with one layer's policy changed for each that makes it cheaper.
    std::vector<Assignment> cheaperByOne();
    /// Assignments cheaper than the answer that were not judged: all of them if a proof is possible, otherwise those that differ from the answer at two layers, or at one and the loss scale.
    std::vector<Assignment> cheaperUnknown();
    /// Orders assignments by what the runs so far predict, the best first.
    std::vector<Assignment> mostPromising(std::vector<Assignment> assignments);
    Assignment with(Assignment assignment, const LayerChoice& choice) const
    {
        assignment[choice.layer] = static_cast<std::uint8_t>(choice.policy);
        return assignment;
    }

    const SearchQuestion& m_question;
    const SearchSpace& m_space;
    const SearchOptions& m_options;
    AssignmentCost m_cost;
    Trials m_trials;
    std::vector<UseModel> m_models; ///< a model of the first seed for each loss scale
    std::map<Assignment, AssignmentVerdict> m_verdicts;
    std::vector<std::vector<std::vector<double>>>
        m_aloneLow; ///< use alone by loss scale, layer and policy; float32's are 0
    std::optional<Assignment> m_best;
    SearchAnswer m_answer;
    std::string_view m_stage;
    std::size_t m_stageDone = 0;
    std::size_t m_stageWanted = 0;
    std::optional<std::size_t>
        m_toProve; ///< assignments that are cheaper than the answer and were not judged, once they were counted
};

SearchProgress PolicySearch::progressAt(std::size_t done, std::size_t wanted) const
{
    SearchProgress progress{.stage = m_stage,
        .done = m_stageDone + done,
        .wanted = std::max(m_stageWanted, m_stageDone + wanted),
        .trained = m_trials.trained()};
    progress.isLeftAtMost = !m_toProve && m_space.assignments() <= kMaxProved;
    const double left = m_toProve // the first seed refutes most of them
        ? static_cast<double>(*m_toProve) - static_cast<double>(progress.done)
        : planOf(m_space, m_question.seeds.size()).runs - static_cast<double>(m_trials.asked() + done);
    progress.left = std::max(left, static_cast<double>(progress.wanted - progress.done));
    return progress;
}

Result<std::vector<RunResult>> PolicySearch::train(const std::vector<Trial>& trials)
{
    Result<std::vector<RunResult>> results = m_trials.results(trials);
    if (results)
        for (const RunResult& result : *results)
            if (result.seed == m_question.seeds.front())
                m_models[m_space.lossScaleOf(result.assignment)].add(result);
    return results;
}

Status PolicySearch::judge(const std::vector<Assignment>& assignments)
{
    std::vector<Assignment> left;
    for (const Assignment& assignment : assignments)
        if (!m_verdicts.contains(assignment) && std::ranges::find(left, assignment) == left.end())
            left.push_back(assignment);
    std::map<Assignment, AssignmentVerdict> verdicts;
    for (const std::uint64_t seed : m_question.seeds) {
        std::vector<Trial> trials;
        for (const Assignment& assignment : left)
            trials.push_back({assignment, seed});
        const Result<std::vector<RunResult>> results = train(trials);
        if (!results)
            return results.error();
        left.clear();
        for (const RunResult& result : *results) {
            AssignmentVerdict& verdict = verdicts[result.assignment];
            verdict.use = std::max(verdict.use, result.use());
            if (const std::optional<std::size_t> clause = result.brokenClause())
                verdict.refutation = {seed, *clause, result.readings[*clause], result.run};
            else
                left.push_back(result.assignment);
        }
    }
    for (auto& [assignment, verdict] : verdicts) {
        verdict.asked = m_trials.asked();
        m_verdicts.emplace(assignment, verdict);
    }
    return success();
}

Status PolicySearch::consider(const std::vector<Assignment>& assignments)
{
    if (const Status judged = judge(assignments); !judged)
        return judged;
    for (const Assignment& assignment : assignments) {
        if (!m_space.isOfMenu(assignment) || !m_verdicts.at(assignment).holds())
            continue;
        const auto key = [this](const Assignment& a) { return std::tuple(m_cost(a), a); };
        if (!m_best || key(assignment) < key(*m_best))
            m_best = assignment;
    }
    tell();
    return success();
}

Status PolicySearch::runFloat32()
{
    begin("float32");
    std::vector<Trial> trials;
    for (const std::uint64_t seed : m_question.seeds)
        trials.push_back({m_space.reference(), seed});
    const Result<std::vector<RunResult>> results = train(trials);
    if (!results)
        return results.error();
    for (std::size_t clause = 0; clause < m_question.budget.clauses.size(); ++clause) {
        m_answer.float32.push_back(spreadOf(m_question.budget, clause, *results));
        if (!m_answer.refused
            && std::ranges::any_of(m_answer.float32.back().readings, &ClauseReading::isBroken))
            m_answer.refused = clause;
    }
    if (!m_answer.refused || m_space.lossScales.empty())
        return success();
    std::vector<Assignment> others;
    for (std::size_t lossScale = 0; lossScale < m_space.lossScaleMenu; ++lossScale)
        others.push_back(m_space.uniform(m_space.float32, lossScale));
    if (const Status judged = judge(others); !judged)
        return judged;
    if (std::ranges::any_of(others, [this](const Assignment& each) { return m_verdicts.at(each).holds(); }))
        m_answer.refused.reset();
    return success();
}

Status PolicySearch::score()
{
    begin("scores");
    const std::uint64_t seed = m_question.seeds.front();
    std::vector<Trial> trials;
    for (std::size_t lossScale = 0; lossScale < m_space.lossScaleMenu; ++lossScale)
        for (std::size_t policy = 0; policy < m_space.menu; ++policy) {
            if (policy == m_space.float32)
                continue;
            const Assignment low = m_space.uniform(policy, lossScale);
            const Assignment high = m_space.uniform(m_space.float32, lossScale);
            trials.push_back({low, seed});
            for (std::size_t layer = 0; layer < m_space.layers.size(); ++layer) {
                m_answer.scores.push_back({.choice = {layer, policy}, .lossScale = lossScale});
                trials.push_back({with(high, {layer, policy}), seed});
                trials.push_back({with(low, {layer, m_space.float32}), seed});
            }
        }
    const Result<std::vector<RunResult>> results = train(trials);
    if (!results) {
        m_answer.scores.clear();
        return results.error();
    }
    m_aloneLow.assign(m_space.lossScaleMenu,
        std::vector(m_space.layers.size(), std::vector<double>(m_space.entries.size())));
    std::size_t next = 0;
    double allLow = 0;
    for (LayerScore& score : m_answer.scores) {
        if (score.choice.layer == 0)
            allLow = (*results)[next++].use();
        score.allLow = allLow;
        score.aloneLow = (*results)[next++].use();
        score.aloneHigh = (*results)[next++].use();
        m_aloneLow[score.lossScale][score.choice.layer][score.choice.policy] = score.aloneLow;
    }
    return success();
}

std::vector<std::vector<KnapsackItem>> PolicySearch::items(std::size_t lossScale)
{
    // Neighbours share costs, such as a cast between them. The mean of a change's cost among float32 layers and among equal ones counts
    // half of a shared cost for each of the two.
    const Assignment reference = m_space.reference();
    std::vector<std::vector<KnapsackItem>> items(m_space.layers.size());
    for (std::size_t layer = 0; layer < items.size(); ++layer)
        for (std::size_t policy = 0; policy < m_space.menu; ++policy) {
            const Assignment all = m_space.uniform(policy);
            const double alone = m_cost(with(reference, {layer, policy})) - m_cost(reference);
            const double amongLike = m_cost(all) - m_cost(with(all, {layer, m_space.float32}));
            items[layer].push_back({(alone + amongLike) / 2, m_aloneLow[lossScale][layer][policy]});
        }
    return items;
}

std::vector<KnapsackPoint> PolicySearch::predictedFront()
{
    std::vector<KnapsackPoint> all;
    for (std::size_t lossScale = 0; lossScale < m_space.lossScaleMenu; ++lossScale)
        for (KnapsackPoint& point : knapsackFront(items(lossScale))) {
            point.items = m_space.withLossScale(std::move(point.items), lossScale);
            all.push_back(std::move(point));
        }
    std::ranges::stable_sort(
        all, {}, [](const KnapsackPoint& point) { return std::pair(point.cost, point.use); });
    std::vector<KnapsackPoint> front;
    for (KnapsackPoint& point : all)
        if (front.empty() || point.use < front.back().use)
            front.push_back(std::move(point));
    return front;
}

Status PolicySearch::trainFront()
{
    std::vector<KnapsackPoint> points = predictedFront();
    if (points.size() > kMaxFrontPoints) {
        std::vector<KnapsackPoint> some;
        for (std::size_t i = 0; i < kMaxFrontPoints; ++i)
            some.push_back(points[i * (points.size() - 1) / (kMaxFrontPoints - 1)]);
        points = std::move(some);
    }
    begin("front", points.size());
    std::vector<Assignment> assignments;
    for (const KnapsackPoint& point : points) {
        assignments.push_back(point.items);
        m_answer.front.push_back({.assignment = point.items,
            .predictedCost = m_cost(m_space.reference()) + point.cost,
            .predictedUse = point.use,
            .isPredicted = true,
            .cost = m_cost(point.items),
            .verdict = {}});
    }
    tell();
    for (std::size_t lossScale = 0; lossScale < m_space.lossScaleMenu; ++lossScale)
        for (std::size_t policy = 0; policy < m_space.menu; ++policy)
            assignments.push_back(m_space.uniform(policy, lossScale));
    if (const Status considered = consider(assignments); !considered) {
        m_answer.front.clear(); // a prediction alone is no answer
        return considered;
    }
    for (FrontPoint& point : m_answer.front)
        point.verdict = m_verdicts.at(point.assignment);
    return success();
}

std::vector<FrontPoint> PolicySearch::front()
{
    std::vector<FrontPoint> points = m_answer.front;
    if (m_aloneLow.empty()) // nothing is predicted yet
        return points;
    std::vector<std::tuple<double, double, Assignment>> holding; // costs and uses
    for (const auto& [assignment, verdict] : m_verdicts)
        if (verdict.holds() && m_space.isOfMenu(assignment))
            holding.emplace_back(m_cost(assignment), verdict.use, assignment);
    std::ranges::sort(holding);
    std::vector<std::vector<std::vector<KnapsackItem>>> choices;
    for (std::size_t lossScale = 0; lossScale < m_space.lossScaleMenu; ++lossScale)
        choices.push_back(items(lossScale));
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [cost, use, assignment] : holding) {
        const bool isAnswer = assignment == m_best;
        if (use >= least && !isAnswer)
            continue;
        least = std::min(least, use);
        auto point = std::ranges::find(points, assignment, &FrontPoint::assignment);
        if (point == points.end()) {
            FrontPoint found{.assignment = assignment,
                .predictedCost = m_cost(m_space.reference()),
                .cost = cost,
                .verdict = m_verdicts.at(assignment)};
            for (std::size_t layer = 0; layer < m_space.layers.size(); ++layer) {
                const KnapsackItem& item = choices[m_space.lossScaleOf(assignment)][layer][assignment[layer]];
                found.predictedCost += item.cost;
                found.predictedUse += item.use;
            }
            point = points.insert(points.end(), std::move(found));
        }
        point->isMeasured = true;
    }
    std::ranges::sort(
        points, {}, [](const FrontPoint& point) { return std::tuple(point.cost, point.assignment); });
    return points;
}

Result<Conflict> PolicySearch::conflictIn(const Assignment& broken, std::uint64_t seed)
{
    std::vector<std::size_t> order;
    for (std::size_t layer = 0; layer < m_space.layers.size(); ++layer)
        if (broken[layer] != m_space.float32)
            order.push_back(layer);
    // The harmless first, so that what is left are those that matter.
    const std::vector<std::vector<double>>& alone = m_aloneLow[m_space.lossScaleOf(broken)];
    std::ranges::stable_sort(order, {}, [&](std::size_t layer) { return alone[layer][broken[layer]]; });
    Assignment least = broken;
    for (const std::size_t layer : order) {
        const Assignment without = with(least, {layer, m_space.float32});
        const Result<std::vector<RunResult>> result = train({{without, seed}});
        if (!result)
            return result.error();
        if (result->front().brokenClause())
            least = without;
    }
    Conflict conflict;
    for (std::size_t layer = 0; layer < m_space.layers.size(); ++layer)
        if (least[layer] != m_space.float32)
            conflict.push_back({layer, least[layer]});
    if (!m_space.lossScales.empty())
        conflict.push_back({m_space.layers.size(), least.back()});
    return conflict;
}

std::optional<KnapsackPoint> PolicySearch::cheapestPredicted()
{
    std::optional<KnapsackPoint> cheapest;
    for (std::size_t lossScale = 0; lossScale < m_space.lossScaleMenu; ++lossScale) {
        const LayerChoice here{m_space.layers.size(), lossScale};
        std::vector<Conflict> conflicts;
        for (Conflict conflict : m_answer.conflicts)
            if (std::erase(conflict, here) > 0 || m_space.lossScales.empty())
                conflicts.push_back(std::move(conflict));
        std::optional<KnapsackPoint> point = cheapestWithout(conflicts, items(lossScale), 1);
        if (!point || (cheapest && cheapest->cost <= point->cost))
            continue;
        cheapest = std::move(point);
        cheapest->items = m_space.withLossScale(std::move(cheapest->items), lossScale);
    }
    return cheapest;
}

Status PolicySearch::repair()
{
    begin("repair");
    for (int round = 0; round < kMaxRepairs; ++round) {
        const std::optional<KnapsackPoint> predicted = cheapestPredicted();
        if (!predicted || (m_best && m_cost(predicted->items) >= m_cost(*m_best)))
            return success();
        if (const Status considered = consider({predicted->items}); !considered)
            return considered;
        const AssignmentVerdict& verdict = m_verdicts.at(predicted->items);
        if (verdict.holds())
            return success();
        const Result<Conflict> conflict = conflictIn(predicted->items, verdict.refutation->seed);
        if (!conflict)
            return conflict.error();
        if (conflict->empty()) // float32 would break it, which was looked at
            return success();
        m_answer.conflicts.push_back(*conflict);
    }
    return success();
}

std::vector<Assignment> PolicySearch::cheaperByOne()
{
    std::vector<Assignment> changed;
    for (std::size_t layer = 0; layer < m_space.layers.size(); ++layer)
        for (std::size_t policy = 0; policy < m_space.menu; ++policy)
            if (Assignment one = with(*m_best, {layer, policy}); m_cost(one) < m_cost(*m_best))
                changed.push_back(std::move(one));
    return changed;
}

std::vector<Assignment> PolicySearch::cheaperUnknown()
{
    std::vector<Assignment> cheaper;
    const double cost = m_best ? m_cost(*m_best) : std::numeric_limits<double>::infinity();
    const auto take = [&](Assignment assignment) {
        const bool isRefuted = std::ranges::any_of(
            m_answer.conflicts, [&](const Conflict& conflict) { return contains(assignment, conflict); });
        if (!isRefuted && !m_verdicts.contains(assignment) && m_cost(assignment) < cost)
            cheaper.push_back(std::move(assignment));
    };
    if (m_space.assignments() <= kMaxProved)
        for (std::size_t number = 0; static_cast<double>(number) < m_space.assignments(); ++number)
            take(assignmentNumber(m_space, number));
    else if (m_best)
        for (const Assignment& down : cheaperByOne())
            for (std::size_t i = 0; i < m_space.coordinates(); ++i)
                for (std::size_t choice = 0; choice < m_space.choices(i); ++choice)
                    if (down[i] == (*m_best)[i]) // and not the one that went down
                        take(with(down, {i, choice}));
    return cheaper;
}

std::vector<Assignment> PolicySearch::mostPromising(std::vector<Assignment> assignments)
{
    for (UseModel& model : m_models)
        model.fit();
    // Assignments that are predicted to keep the budget, by their costs.
    using Rank = std::tuple<double, double, Assignment>;
    std::vector<Rank> ranks;
    for (Assignment& assignment : assignments) {
        const double use = std::max(m_models[m_space.lossScaleOf(assignment)].predict(assignment), 1.0);
        const double cost = m_cost(assignment);
        ranks.emplace_back(use, cost, std::move(assignment));
    }
    std::ranges::sort(ranks);
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    ranks.resize(std::min(ranks.size(), kMovesAtATime));
    std::vector<Assignment> first;
    for (Rank& rank : ranks)
        first.push_back(std::get<Assignment>(std::move(rank)));
    return first;
}

Status PolicySearch::descend()
{
    for (std::optional<Assignment> from; m_best && from != m_best;) {
        from = m_best;
        std::vector<Assignment> better = cheaperByOne();
        for (std::size_t before = 0; before < m_space.lossScaleOf(*m_best); ++before)
            better.push_back(with(*m_best, {m_space.layers.size(), before}));
        if (const Status considered = consider(better); !considered)
            return considered;
    }
    return success();
}

Status PolicySearch::move()
{
    begin("moves");
    for (std::size_t idle = 0; idle < kMaxIdleMoves;) {
        const std::optional<Assignment> before = m_best;
        if (const Status descended = descend(); !descended)
            return descended;
        std::vector<Assignment> cheaper = cheaperUnknown();
        if (m_space.assignments() <= kMaxProved)
            m_toProve = cheaper.size();
        const std::vector<Assignment> promising = mostPromising(std::move(cheaper));
        if (promising.empty())
            return success();
        if (const Status considered = consider(promising); !considered)
            return considered;
        idle = m_best == before ? idle + 1 : 0;
    }
    return success();
}

Status PolicySearch::prove()
{
    if (m_space.assignments() > kMaxProved)
        return success();
    std::vector<std::pair<double, Assignment>> cheaper;
    const auto count = static_cast<std::size_t>(m_space.assignments());
    for (std::size_t number = 0; number < count; ++number) {
        Assignment assignment = assignmentNumber(m_space, number);
        const double cost = m_cost(assignment);
        if (!m_best || cost < m_cost(*m_best))
            cheaper.emplace_back(cost, std::move(assignment));
    }
    std::ranges::sort(cheaper);
    begin("proof", cheaper.size());
    m_toProve = cheaper.size();
    for (std::size_t i = 0; i < cheaper.size(); i += kProofChunk) {
        std::vector<Assignment> chunk;
        for (std::size_t j = i; j < std::min(i + kProofChunk, cheaper.size()); ++j)
            chunk.push_back(cheaper[j].second);
        m_stageDone = i;
        const std::optional<Assignment> before = m_best;
        if (const Status considered = consider(chunk); !considered)
            return considered;
        if (m_best != before)
            break; // the cheapest that holds: all before it do not
    }
    m_answer.isProved = true;
    return success();
}

Status PolicySearch::run()
{
    if (const Status done = runFloat32(); !done || m_answer.refused)
        return done;
    for (const auto stage : {&PolicySearch::score, &PolicySearch::trainFront, &PolicySearch::repair,
             &PolicySearch::move, &PolicySearch::prove})
        if (const Status done = (this->*stage)(); !done)
            return done;
    return success();
}

SearchAnswer PolicySearch::answer()
{
    SearchAnswer answer = m_answer;
    answer.runs = m_trials.asked();
    answer.float32Cost = m_cost(m_space.reference());
    answer.assignment = m_best;
    answer.front = front();
    if (!m_best)
        return answer;
    for (const auto& [assignment, verdict] : m_verdicts)
        if (!verdict.holds() && m_space.isOfMenu(assignment) && m_cost(assignment) < m_cost(*m_best))
            ++answer.cheaperRefuted;
    answer.cost = m_cost(*m_best);
    answer.runsToAnswer = m_verdicts.at(*m_best).asked;
    answer.isMinimal = true;
    for (const Assignment& one : cheaperByOne()) {
        const auto known = m_verdicts.find(one);
        if (known == m_verdicts.end() || known->second.holds()) {
            answer.isMinimal = false;
            continue;
        }
        std::size_t layer = 0;
        while (one[layer] == (*m_best)[layer])
            ++layer;
        answer.certificate.push_back({{layer, one[layer]}, m_cost(one), *known->second.refutation});
    }
    return answer;
}

} // namespace

Result<SearchAnswer> search(
    const SearchQuestion& question, const Kernels& kernels, KeptResults& kept, const SearchOptions& options)
{
    check(!question.seeds.empty(), "[search] at least one seed");
    PolicySearch search(question, kernels, kept, options);
    const Status done = search.run();
    if (!done && done.error().kind != ErrorKind::Stopped)
        return done.error();
    SearchAnswer answer = search.answer();
    answer.wasStopped = !done;
    return answer;
}

} // namespace ulpscope
