// SPDX-License-Identifier: GPL-3.0-or-later
// The search for cheap policies, held against what is known otherwise: sentences by hand, knapsacks by brute force, answers by
// training every assignment on its own, and sessions made so that one layer, or two together, break the budget.
#include "app/io/runs/run_files.h"
#include "app/search/plan/search_json.h"
#include "app/search/sweep/sweep.h"
#include "app/search/use_model.h"
#include "engine/base/number_text.h"
#include "engine/file/whole_file.h"
#include "engine/scaling/loss_scale_text.h"
#include "engine/session/checked_session.h"
#include "engine/train/run_memory.h"
#include "tests/app/schema_check.h"
#include "tests/engine/small_sessions.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <memory>
#include <random>
#include <set>

using namespace ulpscope;

namespace {

namespace fs = std::filesystem;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr const char* kMenu = "float32,mixed_bfloat16,bfloat16";

SessionSpec smallCircle(std::int64_t steps)
{
    SessionSpec session = circle("float32");
    session.training.steps = steps;
    return session;
}

SearchQuestion questionOf(const SessionSpec& session, const std::string& menu, const std::string& layers,
    const std::string& budget, const std::vector<std::uint64_t>& seeds, const std::string& together = {})
{
    return {*searchSpaceOf(session, {menu, layers, together}), *parseBudget(budget, session.training.steps),
        seeds};
}

/// Every choice of a policy of the menu for each layer.
std::vector<Assignment> allAssignments(const SearchSpace& space)
{
    std::vector<Assignment> all{{}};
    for (std::size_t layer = 0; layer < space.layers.size(); ++layer) {
        std::vector<Assignment> longer;
        for (const Assignment& one : all)
            for (std::size_t policy = 0; policy < space.menu; ++policy) {
                longer.push_back(one);
                longer.back().push_back(static_cast<std::uint8_t>(policy));
            }
        all = std::move(longer);
    }
    return all;
}

std::string textOf(const fs::path& path)
{
    return *readWholeFile(path, std::size_t{1} << 24);
}

/// Three branches whose sum a head looks at: 1000 relu(3.003 - (a + b + c)). In float32 a = b = 1.0035 and c = 1, so it is 0. In bfloat16,
/// whose numbers beside 1 lie 2^-7 apart, a and b are 1 each: one of them makes 3.0035, still above 3.003; both make 3, and the head
/// 3, at step 0: the next steps mend it.
SessionSpec plantedPair()
{
    SessionSpec session = circle("float32");
    const auto dense = [](const char* name, const char* kernel, const char* bias, const char* activation,
                           const char* input) {
        return LayerSpec{name, "Dense",
            {{"units", std::int64_t{1}}, {"activation", std::string(activation)},
                {"kernel_initializer", std::string(kernel)}, {"bias_initializer", std::string(bias)}},
            {input}, {}};
    };
    session.model.layers = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}, {}, {}},
        dense("a", "zeros", "constant(1.0035)", "linear", "input_layer"),
        dense("b", "zeros", "constant(1.0035)", "linear", "input_layer"),
        dense("c", "zeros", "constant(1)", "linear", "input_layer"), {"sum", "Add", {}, {"a", "b", "c"}, {}},
        dense("head", "constant(-1000)", "constant(3003)", "relu", "sum")};
    session.training.loss = {"MeanSquaredError", {}};
    session.training.steps = 4;
    return session;
}

} // namespace

class TestSearch : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
        m_kernels = std::make_unique<Kernels>(*std::move(kernels));
    }

    void budgetsAreRead_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>(
            "read"); ///< key, first and last step, limit where float32 has 10; or the error
        const auto row = [](const char* text, const char* read) { QTest::newRow(text) << text << read; };
        row("loss <= 1.01*float32", "loss end 10.1");
        row("loss@500 <= 1.5 * float32", "loss 500-500 15");
        row("loss@ 500<float32", "loss 500-500 10");
        row("skipped_steps@50.. == 0", "skipped_steps 50-999 0");
        row("loss@..9 < 2e-3", "loss 0-9 0.002");
        row("loss@3..9 > -1", "loss 3-9 -1");
        row("overflows==0;loss<2;", "overflows end 0|loss end 2");
        row("", "column 1: expected a number's name, such as loss");
        row("los < 1", "column 1: unknown number 'los'; did you mean 'loss'?");
        row("loss < 1; acc > 0", "column 11: unknown number 'acc'*");
        row("loss 1", "column 6: expected <, <=, >, >=, == or !=");
        row("loss <", "column 7: expected a number, or a factor as in 1.01*float32");
        row("loss < 0x10", "column 8: expected a number, or a factor as in 1.01*float32");
        row("loss < nan", "column 8: expected a number, or a factor as in 1.01*float32");
        row("loss < 2*float16", "column 10: expected float32, which is all that a factor can be of");
        row("loss < 2 3", "column 10: expected ';' and another clause, or the end");
        row("loss@1000 < 2", "column 6: the run's steps are 0 to 999, so there is no step 1000");
        row("loss@9..3 < 2", "column 6: a range begins before it ends");
        row("loss@ < 2", "column 7: expected a step or a range of steps, such as 500 or 50..");
        row("test_accuracy@5 > 0.9",
            "column 1: test_accuracy is known at the run's end alone: leave out what follows it");
        row("skipped == 0", "column 9: skipped is of a step: say at which, as in skipped@0..");
    }
    void budgetsAreRead()
    {
        QFETCH(QString, text);
        QFETCH(QString, read);
        const Result<Budget> budget = parseBudget(text.toStdString(), 1000);
        QString found;
        if (!budget)
            found = QString::fromStdString(budget.error().text());
        else
            for (const Clause& clause : budget->clauses) {
                const QString steps = clause.steps
                    ? QString::number(clause.steps->from) + '-' + QString::number(clause.steps->to)
                    : QString("end");
                found += (found.isEmpty() ? "" : "|")
                    + QString::fromUtf8(
                        clause.key->name.data(), static_cast<qsizetype>(clause.key->name.size()))
                    + ' ' + steps + ' ' + QString::number(clause.limit(10));
            }
        if (read.endsWith('*'))
            QVERIFY2(found.startsWith(read.chopped(1)), qPrintable(found));
        else
            QCOMPARE(found, read);
    }

    /// A run of 6 steps with losses 5, 4, 3, 2, 1, 0, of which steps 1 and 4 are skipped, against float32 with twice the losses.
    void clausesBreakWhereTheyMust_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>(
            "brokenAt"); ///< the step after which it is broken for good; 6: at the end; 7: not
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, int brokenAt, double value) {
            QTest::newRow(text) << text << brokenAt << value;
        };
        row("loss@2 < 3", 2, 3);
        row("loss@2 <= 3", 7, 3);
        row("loss@2 <= 0.5*float32", 7, 3);
        row("loss@2 <= 0.49*float32", 2, 3);
        row("loss@1..3 < 4", 1, 4);
        row("loss@1..3 > 2", 3, 2);
        row("loss@1..3 != 3", 2, 3);
        row("loss < 0", 6, 0);
        row("loss == 0", 7, 0);
        row("skipped_steps == 0", 1, 1);
        row("skipped_steps <= 1", 4, 2);
        row("skipped_steps >= 3", 6, 2);
        row("skipped_steps@2.. == 0", 4, 1);
        row("skipped_steps@2..3 == 0", 7, 0);
        row("skipped@2.. == 0", 4, 1);
        row("diverged_at >= 6", 7, kInfinity);
        row("loss_scale@0 > 0", 0, std::nan(""));
    }
    void clausesBreakWhereTheyMust()
    {
        QFETCH(QString, text);
        QFETCH(int, brokenAt);
        QFETCH(double, value);
        const Budget budget = *parseBudget(text.toStdString(), 6);
        const auto follow = [&](BudgetWatch& watch, double factor) {
            RunSummary run;
            for (int step = 0; step < 6; ++step) {
                StepRecord record;
                record.step = step;
                record.loss = factor * (5 - step);
                record.skipped = factor == 1 && (step == 1 || step == 4);
                watch.add(record);
                run.totals.add(record);
                run.last = record;
                if (watch.isBroken())
                    return step;
            }
            watch.end(run);
            return watch.isBroken() ? 6 : 7;
        };
        BudgetWatch float32(budget, nullptr);
        QCOMPARE(follow(float32, 2), 7);
        BudgetWatch watch(budget, &float32.series());
        QCOMPARE(follow(watch, 1), brokenAt);
        const ClauseReading& reading = watch.readings().front();
        QVERIFY2(sameBits(reading.value, value) || (std::isnan(reading.value) && std::isnan(value)),
            qPrintable(QString::number(reading.value)));
        QCOMPARE(reading.use > 1, brokenAt < 7);
    }

    void theKnapsackIsExact()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 200; ++round) {
            std::vector<std::vector<KnapsackItem>> items(1 + random() % 5);
            for (auto& choices : items)
                for (std::size_t i = 0; i < 1 + random() % 4; ++i)
                    choices.push_back({static_cast<double>(random() % 12),
                        random() % 8 == 0 ? kInfinity : static_cast<double>(random() % 12)});
            for (auto& choices : items)
                if (choices.empty())
                    choices.push_back({1, 1});
            std::vector<std::pair<double, double>> sums{{0, 0}};
            for (const auto& choices : items) {
                std::vector<std::pair<double, double>> longer;
                for (const auto& [cost, use] : sums)
                    for (const KnapsackItem& item : choices)
                        if (std::isfinite(item.use))
                            longer.emplace_back(cost + item.cost, use + item.use);
                sums = std::move(longer);
            }
            std::vector<std::pair<double, double>> expected;
            std::sort(sums.begin(), sums.end());
            for (const auto& sum : sums)
                if (expected.empty() || sum.second < expected.back().second)
                    expected.push_back(sum);
            std::vector<std::pair<double, double>> found;
            for (const KnapsackPoint& point : knapsackFront(items)) {
                double cost = 0;
                double use = 0;
                for (std::size_t layer = 0; layer < items.size(); ++layer) {
                    cost += items[layer].at(point.items[layer]).cost;
                    use += items[layer].at(point.items[layer]).use;
                }
                QCOMPARE(cost, point.cost);
                QCOMPARE(use, point.use);
                found.emplace_back(point.cost, point.use);
            }
            QVERIFY(found == expected);
        }
    }

    /// Of 40 layers whose sums are all different: the ends are exact, and no more is kept than may be.
    void aLargeKnapsackKeepsNoMoreSumsThanItMay()
    {
        std::mt19937 random(5);
        std::uniform_real_distribution<double> number(0, 1);
        std::vector<std::vector<KnapsackItem>> items(40);
        double cheapest = 0;
        double leastUse = 0;
        for (auto& choices : items) {
            for (int item = 0; item < 3; ++item) {
                const double cost = number(random);
                choices.push_back({cost, 1 - cost + 0.01 * number(random)});
            }
            cheapest += std::ranges::min(choices, {}, &KnapsackItem::cost).cost;
            leastUse += std::ranges::min(choices, {}, &KnapsackItem::use).use;
        }
        const std::vector<KnapsackPoint> front = knapsackFront(items);
        QCOMPARE(front.size(), kMaxSums);
        QCOMPARE(front.front().cost, cheapest);
        QCOMPARE(front.back().use, leastUse);
        for (std::size_t i = 1; i < front.size(); ++i)
            QVERIFY(front[i - 1].cost < front[i].cost && front[i - 1].use > front[i].use);
    }

    void multiplyAddsAreWeighedByTheWiderOperand()
    {
        QCOMPARE(weighedMultiplyAdds({{"float32 x float32 -> float32", 10}}), 10.0);
        QCOMPARE(weighedMultiplyAdds(
                     {{"float16 x float32 -> float32", 10}, {"bfloat16 x bfloat16 -> float32", 4}}),
            12.0);
        QCOMPARE(weighedMultiplyAdds({{"float8_e4m3fn x float8_e5m2 -> float32", 8}}), 2.0);
    }

    void whatCannotBeSearchedIsSaid_data()
    {
        QTest::addColumn<QString>("menu");
        QTest::addColumn<QString>("layers");
        QTest::addColumn<QString>("together");
        QTest::addColumn<QString>("place");
        const auto row
            = [](const char* name, const char* menu, const char* layers, const char* together,
                  const char* place) { QTest::newRow(name) << menu << layers << together << place; };
        row("unknown policy", "float32,flot16", "", "", "menu");
        row("twice", "float32,float32", "", "", "menu");
        row("empty", "", "", "", "menu");
        row("unknown recipe", "float32+recipe=mxfp9", "", "", "menu");
        row("unknown override", "float32+forwards.input=float16", "", "", "menu");
        row("unknown accumulator", "float32+accumulator=slow", "", "", "menu");
        row("a recipe twice", "float32+recipe=mxfp8+recipe=mxfp4", "", "", "menu");
        row("no value", "float32+recipe", "", "", "menu");
        row("a core that does not take float32", "float32+accumulator=hopper-fp8", "", "", "menu");
        row("no layer", "float32", "conv", "", "layers");
        row("the input", "float32", "^input_layer$", "", "layers");
        row("no expression", "float32", "(", "", "layers");
        row("nothing together", "float32", "", "Conv2D", "together");
        row("nothing left to be together", "float32", "", "Dense;logits", "together");
        row("no expression together", "float32", "", "(", "together");
    }
    void whatCannotBeSearchedIsSaid()
    {
        QFETCH(QString, menu);
        QFETCH(QString, layers);
        QFETCH(QString, together);
        QFETCH(QString, place);
        const Result<SearchSpace> space = searchSpaceOf(
            circle("float32"), {menu.toStdString(), layers.toStdString(), together.toStdString()});
        QVERIFY(!space);
        QCOMPARE(QString::fromStdString(space.error().place), place);
    }

    /// All 27 assignments by the way that run takes, the budget reckoned here: the answer costs what the cheapest of them does.
    void theAnswerIsThatOfTrainingEverything_data()
    {
        QTest::addColumn<double>("factor");
        QTest::addColumn<double>("lost");
        QTest::newRow("wide") << 2.0 << 100.0;
        QTest::newRow("middle") << 1.004 << 100.0;
        QTest::newRow("no update lost beyond 2 %") << 2.0 << 2.0;
        QTest::newRow("narrow") << 1.0 << 1e-3;
    }
    void theAnswerIsThatOfTrainingEverything()
    {
        QFETCH(double, factor);
        QFETCH(double, lost);
        const SessionSpec session = smallCircle(30);
        const std::string budget
            = "loss <= " + shortestText(factor) + "*float32; updates_lost_percent <= " + shortestText(lost);
        const SearchQuestion question = questionOf(session, kMenu, "", budget, {1, 2});
        const auto summary = [&](const Assignment& assignment, std::uint64_t seed) {
            return runIntoFolder(
                assignedSession(question.space, assignment, seed), *m_kernels, {.folder = {}})
                ->summary;
        };
        AssignmentCost costOf(question.space, *m_kernels, CostKind::Bytes);
        double least = kInfinity;
        bool float32Holds = true;
        for (const Assignment& assignment : allAssignments(question.space)) {
            bool holds = true;
            for (const std::uint64_t seed : question.seeds) {
                const RunSummary run = summary(assignment, seed);
                holds = holds && run.last.loss <= factor * summary(question.space.reference(), seed).last.loss
                    && run.totals.counts.updatesLostPercent() <= lost;
            }
            if (holds)
                least = std::min(least, costOf(assignment));
            else if (assignment == question.space.reference())
                float32Holds = false;
        }
        QTemporaryDir folder;
        KeptResults kept
            = *KeptResults::open(folder.path().toStdString(), resultsFileName(), question.budget);
        const SearchAnswer answer = *search(question, *m_kernels, kept, {.threads = 2});
        if (!float32Holds) {
            QVERIFY(answer.refused && !answer.assignment);
            return;
        }
        QVERIFY(answer.assignment);
        QVERIFY(answer.isProved && answer.isMinimal);
        QCOMPARE(answer.cost, least);
        for (const CertificateRow& row : answer.certificate) {
            QVERIFY(row.cost < answer.cost);
            const RunResult* float32 = kept.find(
                runName(question.space, question.space.reference(), row.refutation.seed, m_kernels->level()),
                nullptr);
            const RunResult* run = kept.find(row.refutation.run, float32);
            QVERIFY(run != nullptr);
            QVERIFY(run->brokenClause() == row.refutation.clause);
        }
        // The measured front begins with the answer, and falls.
        std::vector<FrontPoint> measured;
        std::ranges::copy_if(answer.front, std::back_inserter(measured), &FrontPoint::isMeasured);
        QVERIFY(!measured.empty() && measured.front().assignment == answer.assignment);
        QVERIFY(std::ranges::is_sorted(answer.front, {}, &FrontPoint::cost));
        for (std::size_t i = 0; i < measured.size(); ++i) {
            QVERIFY(measured[i].verdict.holds());
            QVERIFY(i == 0 || measured[i].verdict.use < measured[i - 1].verdict.use);
        }
        for (const FrontPoint& point : answer.front)
            QVERIFY(point.isMeasured || point.isPredicted);
        const auto json = test::SchemaCheck::Json::parse(searchJson(question, answer, m_kernels->level()));
        const test::SchemaCheck schema(
            {{"search.schema.json", test::SchemaCheck::Json::parse(searchSchema())}});
        QCOMPARE(schema.mistakeIn(json, "search.schema.json"), std::string());
    }

    /// A bias of 70,000 is infinite in float16, where the largest number is 65,504; in float32 it is a logit like others.
    void aPlantedCulpritIsFound()
    {
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            SessionSpec session = smallCircle(10);
            session.model.layers.back().config.set("bias_initializer", std::string("constant(70000)"));
            const SearchQuestion question
                = questionOf(session, "float32,float16", "", "loss <= 1.05*float32", {seed});
            QTemporaryDir folder;
            KeptResults kept
                = *KeptResults::open(folder.path().toStdString(), resultsFileName(), question.budget);
            const SearchAnswer answer = *search(question, *m_kernels, kept, {});
            QVERIFY(answer.assignment);
            QVERIFY(*answer.assignment == (Assignment{1, 1, 0}));
            QVERIFY(answer.isProved);
            QCOMPARE(answer.certificate.size(), std::size_t{1});
            QCOMPARE(answer.certificate.front().choice.layer, std::size_t{2});
            for (const LayerScore& score : answer.scores)
                QCOMPARE(std::isinf(score.aloneLow), score.choice.layer == 2);
        }
    }

    /// The sum of what each layer does alone says that all may be low.
    void aPlantedPairIsFoundByRepair()
    {
        SearchQuestion question
            = questionOf(plantedPair(), "float32,bfloat16", "^[abc]$", "loss@0 <= 1.5*float32", {1, 2});
        question.cost = CostKind::Macs; // bytes of casts would hide what layers of one unit save
        QCOMPARE(question.space.layers.size(), std::size_t{3});
        QTemporaryDir folder;
        KeptResults kept
            = *KeptResults::open(folder.path().toStdString(), resultsFileName(), question.budget);
        const SearchAnswer answer = *search(question, *m_kernels, kept, {});
        for (const LayerScore& score : answer.scores)
            QCOMPARE(score.aloneLow, 0.0);
        const auto predicted = std::ranges::find_if(answer.front, &FrontPoint::isPredicted);
        QVERIFY(predicted != answer.front.end() && !predicted->verdict.holds());
        QCOMPARE(answer.conflicts.size(), std::size_t{1});
        QVERIFY((answer.conflicts.front() == Conflict{{0, 1}, {1, 1}}));
        QVERIFY(answer.assignment);
        QCOMPARE(int{(*answer.assignment)[0]} + (*answer.assignment)[1], 1);
        QCOMPARE(int{(*answer.assignment)[2]}, 1);
        QVERIFY(answer.isProved);
    }

    void aBudgetThatFloat32BreaksIsRefused()
    {
        const SearchQuestion question = questionOf(smallCircle(20), kMenu, "", "loss < 1e-9", {1, 2, 3});
        QTemporaryDir folder;
        KeptResults kept
            = *KeptResults::open(folder.path().toStdString(), resultsFileName(), question.budget);
        const SearchAnswer answer = *search(question, *m_kernels, kept, {});
        QVERIFY(answer.refused && !answer.assignment && !answer.isProved);
        QCOMPARE(answer.runs, std::size_t{3}); // nothing else was trained
        const ClauseSpread& spread = answer.float32.front();
        QVERIFY(spread.least() < spread.largest());
        QCOMPARE(refusalText(question, answer),
            "float32 itself breaks 'loss < 1e-9' under 3 of 3 seeds: over the seeds it has "
                + shortestText(spread.least()) + " to " + shortestText(spread.largest()));
    }

    /// Every run, and a front that grows from what is predicted to what the answer has.
    void whatIsKnownIsToldWhileItGoesOn()
    {
        const SearchQuestion question
            = questionOf(smallCircle(15), kMenu, "", "loss <= 1.004*float32", {1, 2});
        KeptResults kept;
        std::set<std::string> names;
        std::vector<SearchAnswer> told;
        const SearchAnswer answer = *search(question, *m_kernels, kept,
            {.threads = 2,
                .ran = [&](const RunResult& result) { names.insert(result.run); },
                .grew = [&](const SearchAnswer& soFar) { told.push_back(soFar); }});
        QCOMPARE(names.size(), answer.runs);
        QVERIFY(told.size() > 2);
        const auto known = [](const SearchAnswer& each) {
            return std::ranges::count_if(
                each.front, [](const FrontPoint& point) { return point.verdict.asked > 0; });
        };
        QCOMPARE(known(told.front()), 0);
        QVERIFY(!told.front().front.empty() && told.front().front.size() <= answer.front.size());
        QCOMPARE(known(told.back()), std::ptrdiff_t(answer.front.size()));
        QCOMPARE(told.back().certificate.size(), answer.certificate.size());
    }

    /// In the same numbers: losses of float32 by the way that run takes.
    void aFactorBelowTheSpreadOfTheSeedsIsNoticed_data()
    {
        QTest::addColumn<QString>("budget");
        QTest::addColumn<bool>("isNoticed");
        QTest::newRow("below") << "loss <= 1.01*float32" << true;
        QTest::newRow("above") << "loss <= 3*float32" << false;
        QTest::newRow("no factor") << "loss < 100" << false;
        QTest::newRow("the same under all seeds") << "skipped_steps <= float32" << false;
        QTest::newRow("below at one step of a range") << "loss@0..19 <= 1.01*float32" << true;
        QTest::newRow("the other way round") << "test_accuracy > 0.99*float32" << true;
    }
    void aFactorBelowTheSpreadOfTheSeedsIsNoticed()
    {
        QFETCH(QString, budget);
        QFETCH(bool, isNoticed);
        const SessionSpec session = smallCircle(20);
        const SearchQuestion question = questionOf(session, kMenu, "", budget.toStdString(), {1, 2, 3});
        KeptResults kept;
        const SearchAnswer answer = *search(question, *m_kernels, kept, {});
        QVERIFY(!answer.refused);
        const std::string notice = noticeText(question, answer);
        QCOMPARE(!notice.empty(), isNoticed);
        const auto json = test::SchemaCheck::Json::parse(searchJson(question, answer, m_kernels->level()));
        QCOMPARE(json["notice"].is_null(), !isNoticed);
        if (budget != "loss <= 1.01*float32")
            return;
        double least = kInfinity;
        double largest = 0;
        for (const std::uint64_t seed : question.seeds) {
            SessionSpec own = session;
            own.training.seed = seed;
            const double loss = runIntoFolder(own, *m_kernels, {.folder = {}})->summary.last.loss;
            least = std::min(least, loss);
            largest = std::max(largest, loss);
        }
        const std::string expected
            = "'loss <= 1.01*float32' allows 1 % beyond float32 of the same seed, but from seed to seed float32 itself differs by "
            + percentText(100 * (largest - least) / largest) + ", " + shortestText(least) + " to "
            + shortestText(largest) + ": under other seeds other policies may be the cheapest";
        QVERIFY2(notice == expected, (notice + "\n" + expected).c_str());
        QCOMPARE(json["float32"][0]["spread"].get<double>(), (largest - least) / largest);
    }

    /// Ranges of numbers of either sign, by hand.
    void spreadsAreOfTheLargerMagnitude()
    {
        QCOMPARE((SeedRange{2, 4}.relative()), 0.5);
        QCOMPARE((SeedRange{-4, -2}.relative()), 0.5);
        QCOMPARE((SeedRange{-4, 4}.relative()), 2.0);
        QCOMPARE((SeedRange{0, 0}.relative()), 0.0);
        QCOMPARE((SeedRange{0, 1e-9}.relative()), 1.0);
        QCOMPARE((SeedRange{kInfinity, kInfinity}.relative()), 0.0);
        QCOMPARE((SeedRange{3, kInfinity}.relative()), 1.0);
    }

    /// At most until it is known what is cheaper; at the end nothing.
    void whatIsLeftIsToldWhileItGoesOn()
    {
        const SearchQuestion question = questionOf(
            smallCircle(15), kMenu, "", "loss <= 1.0001*float32; updates_lost_percent < 3", {1, 2});
        KeptResults kept;
        std::vector<SearchProgress> told;
        const SearchAnswer answer
            = *search(question, *m_kernels, kept, {.progress = [&](const SearchProgress& now) {
                  told.push_back(now);
                  return true;
              }});
        QVERIFY(answer.isProved);
        QCOMPARE(told.front().stage, std::string_view("float32"));
        QVERIFY(told.front().isLeftAtMost && !told.front().secondsLeft(1));
        QCOMPARE(told.front().left, 54.0);
        for (const SearchProgress& now : told) {
            // Of what is left no more was trained in the end than it says.
            if (now.isLeftAtMost)
                QVERIFY(now.left >= static_cast<double>(answer.runs - now.trained));
            if (now.trained > 0)
                QCOMPARE(*now.secondsLeft(3), now.left * 3 / static_cast<double>(now.trained));
        }
        QVERIFY2(told.back().stage == "proof", std::string(told.back().stage).c_str());
        QVERIFY(!told.back().isLeftAtMost);
        QVERIFY(told.back().left < 12); // assignments: what is proved last is one chunk
    }

    /// All 24 assignments by the way that run takes, sessions written out by hand. Without a scale float16 flushes gradients, a large one
    /// overflows.
    void lossScalesAreSearchedToo_data()
    {
        QTest::addColumn<QString>("scales");
        QTest::addColumn<QString>("own");
        QTest::newRow("the session's is in the menu") << "none, 2^10, 2^40"
                                                      << "none";
        QTest::newRow("it is not") << "none,2^40,dynamic 2^10"
                                   << "fixed";
        QTest::newRow("the first that holds") << "2^10, 2^11, none"
                                              << "none";
    }
    void lossScalesAreSearchedToo()
    {
        QFETCH(QString, scales);
        QFETCH(QString, own);
        SessionSpec session = smallCircle(20);
        session.training.lossScale = *lossScaleByText(own == "none" ? "none" : "fixed 4", {});
        const SweepQuestion asked{session,
            {.menu = "float32,mixed_float16", .lossScales = scales.toStdString()},
            "gradients_flushed_percent < 0.2; overflows == 0; loss <= 1.5*float32", {1, 2}};
        const SearchQuestion question{
            *searchSpaceOf(session, asked.text), *parseBudget(asked.budget, 20), asked.seeds};
        QCOMPARE(question.space.assignments(), 24.0);
        const QStringList names = scales.split(',');
        const auto runOf = [&](const Assignment& assignment, const Component& lossScale, std::uint64_t seed) {
            SessionSpec written = session;
            written.training.seed = seed;
            written.training.lossScale = lossScale;
            for (std::size_t i = 0; i < 3; ++i)
                written.model.layers[i + 1].policy
                    = *getPolicy(assignment[i] == 1 ? "mixed_float16" : "float32");
            return runIntoFolder(written, *m_kernels, {.folder = {}})->summary;
        };
        AssignmentCost costOf(question.space, *m_kernels, CostKind::Bytes);
        std::set<std::pair<double, Assignment>> holding;
        for (const Assignment& layers : allAssignments(question.space))
            for (qsizetype scale = 0; scale < names.size(); ++scale) {
                bool holds = true;
                for (const std::uint64_t seed : asked.seeds) {
                    const RunSummary run = runOf(layers,
                        *lossScaleByText(names[scale].toStdString(), session.training.lossScale), seed);
                    const RunSummary float32 = runOf({0, 0, 0}, session.training.lossScale, seed);
                    holds = holds && run.totals.counts.gradientsFlushedPercent() < 0.2
                        && run.totals.counts.overflows == 0 && run.last.loss <= 1.5 * float32.last.loss;
                }
                Assignment assignment = layers;
                assignment.push_back(static_cast<std::uint8_t>(scale));
                if (holds)
                    holding.emplace(costOf(assignment), assignment);
            }
        QVERIFY(!holding.empty());
        QTemporaryDir folder;
        const fs::path place = folder.path().toStdString();
        QCOMPARE(*writeSweepPlan(place, asked, *m_kernels), std::size_t{48});
        const SweepPlan plan = *readSweepPlan(place);
        for (const std::int64_t shard : {2, 1})
            QVERIFY(runShard(plan, place, {shard, 2}, *m_kernels, 1, {}).ok());
        KeptResults swept = *KeptResults::open(place, resultsFileName(), question.budget);
        KeptResults kept;
        const SearchAnswer answer = *search(question, *m_kernels, kept, {.threads = 2});
        QVERIFY(answer.isProved && answer.isMinimal && answer.assignment);
        QCOMPARE(answer.cost, holding.begin()->first);
        QVERIFY(*answer.assignment == holding.begin()->second); // of those that cost the same the first
        QVERIFY(answer.cost < answer.float32Cost);
        const std::string json = searchJson(question, answer, m_kernels->level());
        QCOMPARE(searchJson(question, *search(question, *m_kernels, swept, {}), m_kernels->level()), json);
        const test::SchemaCheck schema(
            {{"search.schema.json", test::SchemaCheck::Json::parse(searchSchema())}});
        const auto parsed = test::SchemaCheck::Json::parse(json);
        QCOMPARE(schema.mistakeIn(parsed, "search.schema.json"), std::string());
        QCOMPARE(parsed["loss_scale"].get<std::string>(),
            names[answer.assignment->back()].trimmed().toStdString());
        const SessionSpec found = assignedSession(question.space, *answer.assignment, 1);
        QVERIFY(found.training.lossScale
            == *lossScaleByText(names[answer.assignment->back()].toStdString(), session.training.lossScale));
    }

    /// Fewer runs train side by side, and they wait for each other.
    void littleMemoryChangesNoAnswer()
    {
        const SearchQuestion question = questionOf(
            smallCircle(10), "float32,mixed_float16,float16", "", "loss <= 1.05*float32", {1, 2});
        const Result<CheckedSession> one = resolveSession(question.space.session);
        const double bytes = memoryOfRun(std::span(&*one, 1)).total();
        const auto memory = std::make_shared<MemoryBudget>(static_cast<std::uint64_t>(1.9 * bytes));
        QCOMPARE(
            fittingWave({question.space, question.budget, *m_kernels, {}, memory}, 2, 8), std::size_t{1});
        KeptResults kept;
        KeptResults keptOfLittle;
        const std::string answer
            = searchJson(question, *search(question, *m_kernels, kept, {.threads = 2}), m_kernels->level());
        QCOMPARE(searchJson(question,
                     *search(question, *m_kernels, keptOfLittle, {.threads = 2, .memory = memory}),
                     m_kernels->level()),
            answer);
        QCOMPARE(memory->used(), std::uint64_t{0});
    }

    /// Gradients below 2^-149 are nothing in float32 either, until a scale lifts them.
    void aBudgetThatFloat32KeepsUnderAnotherLossScaleIsNotRefused()
    {
        SessionSpec session = smallCircle(10);
        session.training.lossScale = *lossScaleByText("none", {});
        session.training.lossWeight = 0x1p-126;
        const auto searched = [&](const char* scales) {
            SearchQuestion question
                = questionOf(session, "float32", "", "gradients_flushed_percent < 0.01", {1, 2});
            question.space = *searchSpaceOf(session, {.menu = "float32", .lossScales = scales});
            KeptResults kept;
            SearchAnswer answer = *search(question, *m_kernels, kept, {});
            return std::pair(std::move(question), std::move(answer));
        };
        const auto [question, answer] = searched("none, 2^60");
        QVERIFY(!answer.refused && answer.assignment && answer.isProved);
        QCOMPARE(int{answer.assignment->back()}, 1);
        const auto [asked, refused] = searched("none, 1");
        QVERIFY(refused.refused.has_value());
        QVERIFY(
            QString::fromStdString(refusalText(asked, refused))
                .endsWith(" with the session's loss scale; with those of the menu it breaks the budget too"));
    }

    void lossScalesThatCannotBeSearchedAreSaid_data()
    {
        QTest::addColumn<QString>("scales");
        QTest::newRow("no such") << "none,dynamo";
        QTest::newRow("nothing between") << "none,,1024";
        QTest::newRow("twice") << "1024,fixed 2^10";
        QTest::newRow("out of range") << "2^400";
    }
    void lossScalesThatCannotBeSearchedAreSaid()
    {
        QFETCH(QString, scales);
        const Result<SearchSpace> space
            = searchSpaceOf(circle("float32"), {.menu = "float32", .lossScales = scales.toStdString()});
        QVERIFY(!space);
        QCOMPARE(QString::fromStdString(space.error().place), QStringLiteral("loss-scale"));
    }

    void aNumberThatFloat32HasNotIsSaid()
    {
        const SearchQuestion question = questionOf(smallCircle(5), kMenu, "", "loss_scale@0.. > 0", {1, 2});
        KeptResults kept;
        const SearchAnswer answer = *search(question, *m_kernels, kept, {});
        QCOMPARE(refusalText(question, answer),
            std::string(
                "float32 itself breaks 'loss_scale@0.. > 0' under 2 of 2 seeds: over the seeds it has no number"));
    }

    void whatCanBeNothingIsProvedToBe()
    {
        const SearchQuestion question
            = questionOf(smallCircle(10), "bfloat16", "", "error_vs_float64 < 1e-4", {1});
        QTemporaryDir folder;
        KeptResults kept
            = *KeptResults::open(folder.path().toStdString(), resultsFileName(), question.budget);
        const SearchAnswer answer = *search(question, *m_kernels, kept, {});
        QVERIFY(!answer.refused && !answer.assignment && answer.isProved);
    }

    void aSpaceThatIsNotWantedAnyMoreIsNotLookedThrough()
    {
        std::stop_source stopping;
        stopping.request_stop();
        const Result<SearchSpace> space = searchSpaceOf(smallCircle(15), {kMenu}, stopping.get_token());
        QVERIFY(!space);
        QVERIFY(space.error().kind == ErrorKind::Stopped);
    }

    /// Stopped again and again after some steps or within one, with half a line left behind each time as a kill would.
    void aSearchThatWasStoppedGoesOnToTheSameBytes()
    {
        const SearchQuestion question
            = questionOf(smallCircle(15), kMenu, "", "loss <= 1.004*float32", {1, 2});
        QTemporaryDir whole;
        QTemporaryDir cut;
        const auto searchIn = [&](const QTemporaryDir& folder, int steps, bool isWithinAStep = false) {
            KeptResults kept
                = *KeptResults::open(folder.path().toStdString(), resultsFileName(), question.budget);
            int asked = 0;
            std::stop_source stopping;
            return *search(question, *m_kernels, kept,
                {.threads = 1,
                    .progress =
                        [&](const SearchProgress&) {
                            const bool isOver = ++asked > steps;
                            if (isOver && isWithinAStep)
                                stopping.request_stop();
                            return !isOver || isWithinAStep;
                        },
                    .stop = stopping.get_token()});
        };
        const std::string expected
            = searchJson(question, searchIn(whole, std::numeric_limits<int>::max()), m_kernels->level());
        int stops = 0;
        for (;; ++stops) {
            QVERIFY(stops < 1000);
            const SearchAnswer answer = searchIn(cut, 30, stops % 2 == 1);
            if (!answer.wasStopped) {
                QCOMPARE(searchJson(question, answer, m_kernels->level()), expected);
                break;
            }
            std::ofstream(cut.filePath("runs.jsonl").toStdString(), std::ios::app) << "{\"run\":\"0123";
        }
        QVERIFY(stops > 1);
        const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
        QCOMPARE(lines(textOf(cut.filePath("runs.jsonl").toStdString())),
            lines(textOf(whole.filePath("runs.jsonl").toStdString()))); // nothing was run twice
    }

    /// Another budget over the same runs: what is known of them is read and not trained again, to the same bytes as with nothing kept.
    void anotherBudgetTrainsNothingAgain()
    {
        SessionSpec session = smallCircle(30);
        session.training.loss.config = {{"from_logits", true}};
        session.training.lossWeight = 3000; // overflows float16's gradients
        session.training.optimizer = {"SGD", {{"learning_rate", 1e-4}}};
        session.training.lossScale = {"dynamic", {{"initial_scale", 65536.0}}};
        const std::string menu = "float32,mixed_float16,float16";
        const QTemporaryDir shared;
        const auto lines = [](const QTemporaryDir& folder) {
            const std::string text = textOf(folder.filePath("runs.jsonl").toStdString());
            return std::count(text.begin(), text.end(), '\n');
        };
        const auto searchIn
            = [&](const QTemporaryDir& folder, const std::string& budget, const std::string& layers) {
                  const SearchQuestion question = questionOf(session, menu, layers, budget, {1, 2});
                  KeptResults kept
                      = *KeptResults::open(folder.path().toStdString(), resultsFileName(), question.budget);
                  return searchJson(
                      question, *search(question, *m_kernels, kept, {.threads = 2}), m_kernels->level());
              };
        // All runs to their end, beside float64, under every assignment and seed.
        const std::string first = "error_vs_float64 < 1e9; overflows@0.. < 1e9";
        {
            const SearchQuestion question = questionOf(session, menu, "", first, {1, 2});
            KeptResults kept
                = *KeptResults::open(shared.path().toStdString(), resultsFileName(), question.budget);
            Trials trials({question.space, question.budget, *m_kernels}, kept, 2, {});
            std::vector<Trial> all;
            for (const Assignment& assignment : allAssignments(question.space))
                for (const std::uint64_t seed : question.seeds)
                    all.push_back({assignment, seed});
            QVERIFY(trials.results(all).ok());
        }
        QCOMPARE(lines(shared), 54);
        std::ptrdiff_t known = 54;
        int found = 0;
        for (const std::string budget : {"loss <= 1.0005*float32", "loss <= 1.1*float32; skipped_steps <= 3",
                 "loss@3..20 <= 1.002*float32", "overflows <= 2000; error_vs_float64 < 0.1",
                 "updates_lost_percent@2.. <= 60", "loss_scale@29 >= 1; gradients_flushed_percent < 50",
                 "reference_loss <= 1e6; scaler_ended_at >= 3", "diverged_at >= 3; loss@5 < 1e9"})
            for (const char* layers : {"", "dense"}) { // held against another float32
                const QTemporaryDir fresh;
                const std::string expected = searchIn(fresh, budget, layers);
                QCOMPARE(searchIn(shared, budget, layers), expected);
                found += expected.find("\"answer\": {") != std::string::npos ? 1 : 0;
                if (*layers == '\0')
                    QCOMPARE(lines(shared), known);
                known = lines(shared);
            }
        QVERIFY(found > 6);
    }

    /// A run that broke its budget early says nothing of later steps; nor does one beside no float64 of what it would have had.
    void whatIsMissingOnlyIsTrained()
    {
        const SessionSpec session = smallCircle(30);
        const QTemporaryDir folder;
        const auto trained = [&](const std::string& text) {
            const SearchQuestion question = questionOf(session, "float32,bfloat16", "", text, {1});
            KeptResults kept
                = *KeptResults::open(folder.path().toStdString(), resultsFileName(), question.budget);
            Trials trials({question.space, question.budget, *m_kernels}, kept, 1, {});
            const Result<std::vector<RunResult>> results
                = trials.results({{question.space.uniform(0), 1}, {question.space.uniform(1), 1}});
            check(results.ok(), "[test] they are trained");
            return trials.trained();
        };
        QCOMPARE(trained("loss@9.. <= 1*float32"), std::size_t{2}); // bfloat16 ends early
        QCOMPARE(trained("loss@9 <= 2*float32"), std::size_t{0});
        QCOMPARE(trained("loss@29 <= 2*float32"), std::size_t{1});
        QCOMPARE(trained("loss@20..25 <= 2*float32"), std::size_t{0});
        QCOMPARE(trained("error_vs_float64@29 < 1"), std::size_t{2});
        QCOMPARE(trained("updates_lost_percent@29 < 90"), std::size_t{0});
        QCOMPARE(trained("loss@29 <= 2*float32; skipped_steps == 0"), std::size_t{0});
    }

    void aFolderHasOneWriter()
    {
        QTemporaryDir folder;
        const Budget budget = *parseBudget("loss < 1", 10);
        const KeptResults first = *KeptResults::open(folder.path().toStdString(), resultsFileName(), budget);
        const Result<KeptResults> second
            = KeptResults::open(folder.path().toStdString(), resultsFileName(), budget);
        QVERIFY(!second);
        QCOMPARE(second.error().kind, ErrorKind::Output);
    }

    /// In any order and number; and the search that finds all its runs there trains none of the menu's.
    void shardsMakeTheSameBytes()
    {
        const SweepQuestion asked{
            smallCircle(12), {kMenu}, "loss <= 1.004*float32; updates_lost_percent < 50", {1, 2}};
        const SearchQuestion question = questionOf(asked.session, kMenu, "", asked.budget, asked.seeds);
        std::string merged;
        std::string found;
        std::mt19937 random(11);
        for (const std::int64_t shards : {1, 2, 7}) {
            QTemporaryDir folder;
            const fs::path place = folder.path().toStdString();
            QCOMPARE(*writeSweepPlan(place, asked, *m_kernels), std::size_t{54});
            const SweepPlan plan = *readSweepPlan(place);
            std::vector<std::int64_t> order;
            for (std::int64_t i = 1; i <= shards; ++i)
                order.push_back(i);
            std::shuffle(order.begin(), order.end(), random);
            for (const std::int64_t i : order)
                QVERIFY(runShard(plan, place, {i, shards}, *m_kernels, 1, {}).ok());
            QCOMPARE(*runShard(plan, place, {1, shards}, *m_kernels, 1, {}), std::size_t{0});
            const SweepStatus status = *mergeSweep(plan, place);
            QCOMPARE(status.done, status.planned);
            QVERIFY(status.holding > 0 && status.holding < status.done);
            KeptResults kept = *KeptResults::open(place, resultsFileName(), question.budget);
            const std::string json
                = searchJson(question, *search(question, *m_kernels, kept, {}), m_kernels->level());
            QCOMPARE(textOf(place / "runs.jsonl"), std::string());
            if (shards > 1) {
                QCOMPARE(textOf(place / "results.jsonl"), merged);
                QCOMPARE(json, found);
            }
            merged = textOf(place / "results.jsonl");
            found = json;
        }
        QTemporaryDir alone;
        KeptResults kept = *KeptResults::open(alone.path().toStdString(), resultsFileName(), question.budget);
        QCOMPARE(searchJson(question, *search(question, *m_kernels, kept, {}), m_kernels->level()), found);
    }

    /// Of nine assignments, each trained by itself; what stands for several layers changes all of them, and a plan reads it back.
    void settingsAndLayersTogetherAreSearched()
    {
        const SessionSpec session = smallCircle(20);
        const SweepQuestion asked{session,
            {"float32,mixed_bfloat16+accumulator=sequential:bfloat16,float32+recipe=mxfp4", "", "dense_"},
            "loss <= 1.5*float32", {1, 2}};
        const SearchQuestion question{
            *searchSpaceOf(session, asked.text), *parseBudget(asked.budget, 20), asked.seeds, CostKind::Macs};
        QCOMPARE(question.space.layers.size(), std::size_t{2});
        QCOMPARE(question.space.layers[0].members.size(), std::size_t{2});
        QCOMPARE(question.space.layers[0].name, std::string("dense_"));
        AssignmentCost costOf(question.space, *m_kernels, CostKind::Macs);
        const auto lossOf = [&](const Assignment& assignment, std::uint64_t seed) {
            SessionSpec own = session; // written out once more
            own.training.seed = seed;
            for (LayerSpec& layer : own.model.layers) {
                if (layer.className == "InputLayer")
                    continue;
                const std::uint8_t entry = assignment[layer.name == "logits" ? 1 : 0];
                layer.policy = entry == 1 ? *getPolicy("mixed_bfloat16") : DTypePolicy{};
                if (entry == 1)
                    for (const NumericsOverride setting :
                        {NumericsOverride::ForwardAccumulator, NumericsOverride::InputGradientAccumulator,
                            NumericsOverride::WeightGradientAccumulator})
                        layer.numerics[setting] = "sequential:bfloat16";
                if (entry == 2)
                    layer.recipe = Component{"mxfp4", {}};
            }
            return runIntoFolder(own, *m_kernels, {.folder = {}})->summary.last.loss;
        };
        double least = kInfinity;
        for (const Assignment& assignment : allAssignments(question.space)) {
            bool holds = true;
            for (const std::uint64_t seed : asked.seeds)
                holds = holds && lossOf(assignment, seed) <= 1.5 * lossOf(question.space.reference(), seed);
            if (holds)
                least = std::min(least, costOf(assignment));
        }
        KeptResults kept;
        const SearchAnswer answer = *search(question, *m_kernels, kept, {});
        QVERIFY(answer.isProved);
        QCOMPARE(costOf(*answer.assignment), least);
        QVERIFY(least < costOf(question.space.reference()));

        QTemporaryDir folder;
        QCOMPARE(*writeSweepPlan(folder.path().toStdString(), asked, *m_kernels), std::size_t{18});
        const SweepPlan plan = *readSweepPlan(folder.path().toStdString());
        std::set<Assignment> planned;
        for (const Trial& trial : plan.trials)
            planned.insert(trial.assignment);
        QCOMPARE(planned.size(), std::size_t{9});
        const std::string json = searchJson(question, answer, m_kernels->level());
        for (const char* text : {"\"together\": {", "\"dense_\": [", "sequential/dense_2"})
            QVERIFY2(json.find(text) != std::string::npos, json.c_str());
    }

    /// What a search before this one has left of its own in a layer is no part of what it is compared with.
    void anEntryClearsWhatAnotherOneSets()
    {
        SessionSpec session = smallCircle(5);
        LayerSpec& layer = session.model.layers[1];
        layer.numerics[NumericsOverride::ForwardAccumulator] = "sequential:float16";
        layer.numerics[NumericsOverride::OptimizerState] = "bfloat16";
        layer.recipe = Component{"mxfp8", {}};
        const auto given = [&](const std::string& menu, std::size_t entry) {
            const SearchSpace space = *searchSpaceOf(session, {menu});
            return assignedSession(space, space.uniform(entry), 1).model.layers[1];
        };
        const LayerSpec own = given("float32,mixed_bfloat16", 1);
        QVERIFY(own.numerics == layer.numerics && own.recipe == layer.recipe);
        const std::string menu
            = "mixed_bfloat16,mixed_float16+accumulator=exact,mixed_bfloat16+recipe=none,float32";
        const LayerSpec first = given(menu, 0);
        QVERIFY(!first.numerics[NumericsOverride::ForwardAccumulator]);
        QCOMPARE(*first.numerics[NumericsOverride::OptimizerState], std::string("bfloat16"));
        QVERIFY(!first.recipe);
        const LayerSpec second = given(menu, 1);
        QCOMPARE(*second.numerics[NumericsOverride::ForwardAccumulator], std::string("exact"));
        QCOMPARE(*second.numerics[NumericsOverride::WeightGradientAccumulator], std::string("exact"));
        QCOMPARE(given(menu, 2).recipe->className, std::string("none"));
        for (const LayerSpec& float32 : {given(menu, 3), given("float32,mixed_bfloat16", 0)})
            QVERIFY(float32.numerics.isEmpty() && !float32.recipe);
    }

    /// What a budget calls float32: trained to the last bit as the same session that has nothing else.
    void float32IsFloat32WhateverTheSessionHas_data()
    {
        QTest::addColumn<int>("what");
        QTest::newRow("the session's recipe") << 0;
        QTest::newRow("a layer's recipe") << 1;
        QTest::newRow("a result of its own") << 2;
        QTest::newRow("an accumulator of its own") << 3;
        QTest::newRow("a stored format of its own") << 4;
        QTest::newRow("a map") << 5;
    }
    void float32IsFloat32WhateverTheSessionHas()
    {
        QFETCH(int, what);
        const SessionSpec plain = smallCircle(10);
        SessionSpec session = plain;
        LayerSpec& layer = session.model.layers[2];
        if (what == 0)
            session.policies.recipe = Component{"mxfp4", {}};
        if (what == 1)
            layer.recipe = Component{"mxfp4", {}};
        if (what == 2)
            layer.numerics[NumericsOverride::Output] = "bfloat16";
        if (what == 3)
            layer.numerics[NumericsOverride::ForwardAccumulator] = "sequential:bfloat16";
        if (what == 4)
            layer.numerics[NumericsOverride::Variable] = "bfloat16";
        if (what == 5)
            session.policies.map = {{"sequential/dense_.*", *getPolicy("mixed_bfloat16")}};
        const auto lossOf = [&](const SessionSpec& each) {
            return runIntoFolder(each, *m_kernels, {.folder = {}})->summary.last.loss;
        };
        QVERIFY(lossOf(session) != lossOf(plain));
        for (const char* menu : {"float32,mixed_bfloat16", "mixed_bfloat16"}) {
            const SearchSpace space = *searchSpaceOf(session, {menu});
            QCOMPARE(lossOf(assignedSession(space, space.reference(), plain.training.seed)), lossOf(plain));
            // And no number that breaks where float32 does not refuses the budget.
            KeptResults kept;
            const SearchAnswer answer
                = *search(questionOf(session, menu, "", "loss <= " + shortestText(lossOf(plain)),
                              {plain.training.seed}),
                    *m_kernels, kept, {});
            QVERIFY(!answer.refused);
        }
    }

    void float32HasNoPoliciesOfChildren()
    {
        SessionSpec session = smallCircle(5);
        session.policies.global = *getPolicy("mixed_bfloat16");
        session.policies.recipe = Component{"mxfp8", {}};
        session.policies.map = {{"sequential/attention/value", *getPolicy("bfloat16")}};
        session.model.layers = {{"tokens", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}, {}, {}},
            {"reshape", "Reshape", {{"target_shape", std::vector<std::int64_t>{2, 1}}}, {}, {}},
            {"attention", "MultiHeadAttention",
                {{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{4}}}, {}, {}},
            {"flatten", "Flatten", {}, {}, {}}, session.model.layers.back()};
        session.model.layers[2].children = {{"query", *getPolicy("float16")}};
        const SearchSpace space = *searchSpaceOf(session, {"mixed_bfloat16", "attention"});
        const Result<CheckedSession> checked = resolveSession(assignedSession(space, space.reference(), 1));
        QVERIFY2(checked.ok(), checked.ok() ? "" : checked.error().text().c_str());
        int parts = 0;
        for (const PlannedLayer& part : checked->plan.layers)
            if (part.path.find("attention") != std::string::npos) {
                ++parts;
                QCOMPARE(part.policy.computeDtype, std::string("float32"));
                QCOMPARE(part.policy.variableDtype, std::string("float32"));
                QVERIFY(!part.options.numerics.scaling && !part.options.numerics.products[0].left);
            }
        QVERIFY(parts > 4);
    }

    /// Runs of one content of a file are no runs of another, wherever it lies.
    void aFileIsWhatIsInIt_data()
    {
        QTest::addColumn<bool>("isWeights");
        QTest::newRow("data") << false;
        QTest::newRow("initial weights") << true;
    }
    void aFileIsWhatIsInIt()
    {
        QFETCH(bool, isWeights);
        const QTemporaryDir place;
        const auto write = [&](const char* name, int scale) {
            std::string text = "x,y,label\n";
            for (int i = 0; i < 40; ++i)
                text += std::to_string(i * scale) + "," + std::to_string(i % 7) + ","
                    + (i % 3 == 0 ? "yes" : "no") + "\n";
            QVERIFY(writeWholeFile(place.filePath(name).toStdString(), text).ok());
        };
        write("own.csv", 1);
        SessionSpec session = smallCircle(5);
        session.origin.folder = place.path().toStdString();
        if (isWeights)
            session.training.initialWeights = "own.csv";
        else
            session.data = {"csv", {{"file", std::string("own.csv")}, {"target", std::string("label")}}};
        const auto nameOf = [](const SessionSpec& each) {
            const SearchSpace space = *searchSpaceOf(each, {"float32,mixed_bfloat16"});
            return runName(space, space.reference(), 1, "level");
        };
        const std::string name = nameOf(session);
        std::error_code error;
        const fs::path file = place.filePath("own.csv").toStdString();
        const auto modified = fs::last_write_time(file, error);
        write("own.csv", 2); // as long
        fs::last_write_time(file, modified, error);
        QVERIFY(nameOf(session) != name);
        write("moved.csv", 1);
        if (isWeights)
            session.training.initialWeights = place.filePath("moved.csv").toStdString();
        else
            session.data.config.set("file", std::string("moved.csv"));
        QCOMPARE(nameOf(session), name);
        if (isWeights)
            return;
        const QTemporaryDir folder;
        const SweepQuestion asked{session, {"float32,mixed_bfloat16"}, "loss < 1e9", {1}};
        QVERIFY(writeSweepPlan(folder.path().toStdString(), asked, *m_kernels).ok());
        QVERIFY(readSweepPlan(folder.path().toStdString()).ok());
        write("moved.csv", 2);
        const Result<SweepPlan> plan = readSweepPlan(folder.path().toStdString());
        QVERIFY(!plan);
        QVERIFY2(plan.error().text().find("other bytes than when it was planned") != std::string::npos,
            plan.error().text().c_str());
    }

    /// A machine that lacks the level of the plan's kernels lowers it: what was run above counts no more.
    void aLoweredLevelCountsNothingAbove()
    {
        const SweepQuestion asked{.session = smallCircle(5),
            .text = {"float32,bfloat16"},
            .budget = "loss < 100",
            .seeds = {1},
            .mayLowerLevel = true};
        QTemporaryDir folder;
        const fs::path place = folder.path().toStdString();
        QVERIFY(writeSweepPlan(place, asked, *m_kernels).ok());
        SweepPlan plan = *readSweepPlan(place);
        QVERIFY(plan.mayLowerLevel);
        QVERIFY(runShard(plan, place, {1, 1}, *m_kernels, 1, {}).ok());
        QCOMPARE(sweepStatus(plan, place)->done, plan.trials.size());
        QVERIFY(lowerSweepLevel(place, plan, "lower").ok());
        const SweepPlan lowered = *readSweepPlan(place);
        QCOMPARE(lowered.kernelLevel, std::string("lower"));
        QVERIFY(lowered.names == plan.names);
        QCOMPARE(
            lowered.names.front(), runName(lowered.space, lowered.trials.front().assignment, 1, "lower"));
        QCOMPARE(sweepStatus(lowered, place)->done, std::size_t{0});
    }

    /// What is a sum of a number for each layer's policy is learned from a few runs, up to the ridge.
    void sumsOfUsesAreLearned()
    {
        constexpr std::size_t kLayers = 5;
        constexpr std::size_t kPolicies = 4;
        std::mt19937 random(3);
        const auto draw = [&random] {
            Assignment assignment(kLayers);
            for (std::uint8_t& policy : assignment)
                policy = static_cast<std::uint8_t>(random() % kPolicies);
            return assignment;
        };
        const auto useOf = [](const Assignment& assignment, double step) {
            double use = 0;
            for (std::size_t layer = 0; layer < kLayers; ++layer)
                use += step * static_cast<double>(layer + 1) * assignment[layer];
            return use;
        };
        const auto reading = [](double use) { return ClauseReading{.use = use, .isBroken = use > 1}; };
        UseModel model(kLayers, kPolicies, 2);
        for (int run = 0; run < 120; ++run) {
            const Assignment assignment = draw();
            model.add({.assignment = assignment,
                .readings = {reading(useOf(assignment, 0.02)), reading(useOf(assignment, 0.01))}});
        }
        model.fit();
        for (int run = 0; run < 50; ++run) {
            const Assignment assignment = draw();
            // The ridge of 1e-3 against 30 runs with each policy of a layer.
            QVERIFY(std::abs(model.predict(assignment) - useOf(assignment, 0.02)) < 1e-3);
        }
    }

    void whatWouldTakeTooLongIsNotLearned()
    {
        const RunResult run{.assignment = Assignment(kMaxNumbers / 4 + 1), .readings = {{.use = 0.5}}};
        for (const std::size_t layers : {kMaxNumbers / 4, kMaxNumbers / 4 + 1}) {
            UseModel model(layers, 4, 1);
            RunResult ofLayers = run;
            ofLayers.assignment.resize(layers);
            model.add(ofLayers);
            model.fit();
            QCOMPARE(model.predict(ofLayers.assignment) > 0, layers * 4 <= kMaxNumbers);
        }
    }

    void shardsAreWrittenAsOfHowMany()
    {
        QCOMPARE(shardOf("3/8")->index, std::int64_t{3});
        for (const char* wrong : {"", "0/8", "9/8", "1", "1/", "/2", "1/2x", "-1/2", "1/0"})
            QVERIFY2(!shardOf(wrong), wrong);
    }

private:
    std::unique_ptr<Kernels> m_kernels;
};

QTEST_GUILESS_MAIN(TestSearch)
#include "tst_search.moc"
