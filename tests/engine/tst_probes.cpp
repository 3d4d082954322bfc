// SPDX-License-Identifier: GPL-3.0-or-later
// Metrics of tensors against plain loops over their elements, watch modes, births of non-finite values, what formats would
// lose, and blame.
#include "app/judge/arithmetic/would_lose.h"
#include "app/judge/runs/blame.h"
#include "app/judge/runs/ledger.h"
#include "engine/dtype/encoding.h"
#include "engine/policy/recipe.h"
#include "engine/probe/exponent_history.h"
#include "engine/session/stop_condition.h"
#include "engine/tensor/details.h"
#include "tests/engine/small_sessions.h"

#include <QTest>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

using namespace ulpscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Tensor tensorOf(const std::vector<double>& values, const Format& format)
{
    Tensor tensor(Shape{static_cast<Index>(values.size())}, format);
    for (std::size_t i = 0; i < values.size(); ++i)
        tensor.set(static_cast<Index>(i), values[i]);
    return tensor;
}

const Kernels& kernels()
{
    static const Kernels loaded = *Kernels::load();
    return loaded;
}

const Arithmetic& arithmetic()
{
    static const Arithmetic one(kernels());
    return one;
}

TensorMetrics metricsOf(const Tensor& x, double scale = 1)
{
    TensorMetrics metrics;
    measure(arithmetic(), x, scale, nullptr, metrics);
    return metrics;
}

/// The one value of that metric in a record; NaN if there is none, infinity if there are several.
double metric(const TrainingRun& run, const std::string& path, TensorRole role, Metric metric)
{
    double value = std::nan("");
    int count = 0;
    for (const TensorPoint& point : run.record().tensors) {
        if (run.paths()[point.path.index()] != path || point.role != role || point.metric != metric)
            continue;
        value = point.value;
        ++count;
    }
    return count > 1 ? kInfinity : value;
}

bool hasMetric(const StepRecord& record, Metric metric)
{
    return std::any_of(record.tensors.begin(), record.tensors.end(),
        [&](const TensorPoint& point) { return point.metric == metric; });
}

Result<TrainingRun> runOf(const SessionSpec& session)
{
    return TrainingRun::create(session, kernels());
}

} // namespace

class TestProbes : public QObject
{
    Q_OBJECT

private slots:
    void statisticsOfElements()
    {
        // 21 elements: two groups of eight and a rest.
        std::vector<double> values{0, -0.0, 1, -2, 65504, -65504, 6e-8, -3e-5, 0.5, 0.25, 3, 4, 5};
        const Format& half = *findFormat("float16");
        for (double& value : values)
            value = roundToFormat(half, value);
        values.insert(values.end(), {kInfinity, -kInfinity, -kInfinity, std::nan(""), 7, 8, 9, 10});
        const TensorDetail detail = metricsOf(tensorOf(values, half)).detail;
        QCOMPARE(detail.amax, 65504.0);
        QCOMPARE(detail.amin, half.minSubnormal());
        QCOMPARE(detail.zeros, 2);
        QCOMPARE(detail.subnormals, 2);
        QCOMPARE(detail.saturated, 2);
        QCOMPARE(detail.nans, 1);
        QCOMPARE(detail.positiveInfinities, 1);
        QCOMPARE(detail.negativeInfinities, 2);
        double sum = 0;
        double squares = 0;
        for (const double value : values) {
            sum += std::isfinite(value) ? value : 0;
            squares += std::isfinite(value) ? value * value : 0;
        }
        QVERIFY(std::fabs(detail.sum - sum) < 1e-9);
        QVERIFY(std::fabs(detail.squares - squares) < 1e-3);
        QCOMPARE(metricsOf(tensorOf({0, 0}, half)).detail.amin, 0.0);
    }

    void errorsOfElements()
    {
        const Format& bfloat16 = *findFormat("bfloat16");
        std::vector<double> expected;
        std::vector<double> stored;
        for (int i = 1; i <= 37; ++i) {
            expected.push_back(std::sin(i) * std::ldexp(1.0, i % 9 - 4));
            stored.push_back(i == 5 ? 0 : roundToFormat(bfloat16, expected.back() * (i == 20 ? 1.05 : 1)));
        }
        const ComparisonDetail detail
            = compareDetail(arithmetic(), tensorOf(stored, bfloat16), 1, tensorOf(expected, float64Format()));
        double error = 0;
        double power = 0;
        double dot = 0;
        double norm = 0;
        double worst = 0;
        for (std::size_t i = 0; i < stored.size(); ++i) {
            error += (stored[i] - expected[i]) * (stored[i] - expected[i]);
            power += expected[i] * expected[i];
            norm += stored[i] * stored[i];
            dot += stored[i] * expected[i];
            worst = std::max(worst, std::fabs(stored[i] - expected[i]) / ulp(bfloat16, expected[i]));
        }
        QCOMPARE(detail.flushed, 1);
        QCOMPARE(detail.referenceNonZero, 37);
        QCOMPARE(sqnr(detail), 10 * std::log10(power / error));
        QCOMPARE(cosineSimilarity(detail), dot / std::sqrt(norm * power));
        QCOMPARE(maxUlpError(detail, bfloat16), worst);
        // A loss scale changes no relative metric.
        std::vector<double> scaled;
        for (const double value : stored)
            scaled.push_back(value * 1024);
        const ComparisonDetail same = compareDetail(
            arithmetic(), tensorOf(scaled, bfloat16), 1024, tensorOf(expected, float64Format()));
        QCOMPARE(maxUlpError(same, bfloat16), worst);
        QCOMPARE(same.squaredError, detail.squaredError);
        stored[3] = std::nan("");
        QVERIFY(std::isnan(maxUlpError(
            compareDetail(arithmetic(), tensorOf(stored, bfloat16), 1, tensorOf(expected, float64Format())),
            bfloat16)));
    }

    void exponentsAreCounted()
    {
        const ExponentBins bins = metricsOf(
            tensorOf({0, 1, 1.99, 2, -0.25, kInfinity, std::nan(""), std::ldexp(1.0, -140)}, float32Format()))
                                      .exponents;
        const auto at
            = [&](int exponent) { return bins[static_cast<std::size_t>(exponent - kFirstExponent)]; };
        QCOMPARE(at(0), 2U);
        QCOMPARE(at(1), 1U);
        QCOMPARE(at(-2), 1U);
        QCOMPARE(at(-140), 1U);
        std::uint32_t total = 0;
        for (const std::uint32_t count : bins)
            total += count;
        QCOMPARE(total, 5U);
        ExponentHistory history;
        StepRecord record;
        for (int i = 0; i < 1000; ++i) {
            record.step = 8 * i;
            record.exponents = {{PathId(3), TensorRole::Output, bins, 7, 2}};
            history.append(record);
        }
        const auto* columns = history.find(PathId(3), TensorRole::Output);
        QVERIFY(columns != nullptr && columns->size() <= ExponentHistory::kColumns);
        std::uint64_t kept = 0;
        std::int64_t zeros = 0, nonFinite = 0;
        for (std::size_t i = 0; i < columns->size(); ++i) {
            zeros += (*columns)[i].zeros;
            nonFinite += (*columns)[i].nonFinite;
            kept += (*columns)[i].bins[static_cast<std::size_t>(-kFirstExponent)];
            QVERIFY(i == 0 || (*columns)[i].firstStep == (*columns)[i - 1].lastStep + 8);
        }
        QCOMPARE(kept, std::uint64_t{2000});
        QCOMPARE(zeros, std::int64_t{7000});
        QCOMPARE(nonFinite, std::int64_t{2000});
        QCOMPARE(columns->back().lastStep, std::int64_t{7992});
    }

    void everyRoleHasItsMetrics()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.optimizer = {"Adam", {}};
        Result<TrainingRun> run = runOf(session);
        run->step();
        const std::string dense = "sequential/dense_2";
        for (const auto& [path, role] :
            std::vector<std::pair<std::string, TensorRole>>{{dense, TensorRole::Input},
                {dense, TensorRole::Output}, {dense + "/kernel", TensorRole::Weight},
                {dense, TensorRole::OutputGradient}, {dense, TensorRole::InputGradient},
                {dense + "/kernel", TensorRole::WeightGradient}, {dense + "/bias", TensorRole::Update},
                {dense + "/kernel/velocity", TensorRole::OptimizerState}}) {
            QVERIFY2(metric(*run, path, role, Metric::Rms) > 0, path.c_str());
            // The update's amax is that of what was computed, the rest of what was stored.
            QVERIFY(metric(*run, path, role, Metric::Amin) <= 1.001 * metric(*run, path, role, Metric::Amax));
            QVERIFY(metric(*run, path, role, Metric::Rms) <= 1.001 * metric(*run, path, role, Metric::Amax));
            QVERIFY(metric(*run, path, role, Metric::AccumulatedSqnr) > 20);
            QVERIFY(metric(*run, path, role, Metric::AccumulatedCosine) > 0.99);
            QVERIFY(metric(*run, path, role, Metric::AccumulatedMaxUlp) >= 0);
        }
        // Rounded once, the local error of a cast result cannot be below that of its format.
        const double local = metric(*run, dense, TensorRole::Output, Metric::LocalError);
        QVERIFY(local > 1e-5 && local < 1e-2);
        QVERIFY(metric(*run, dense, TensorRole::Output, Metric::LocalMaxUlp) >= 0.25);
        QCOMPARE(run->record().exponents.size(), run->tensors().size());
        for (const ExponentHistogram& histogram : run->record().exponents) {
            const auto counted = std::accumulate(
                histogram.bins.begin(), histogram.bins.end(), histogram.zeros + histogram.nonFinite);
            if (run->paths()[histogram.path.index()] == dense + "/kernel") // each element once
                QCOMPARE(counted, std::int64_t{16 * 16});
        }
    }

    void stepWatchHasNoReference()
    {
        SessionSpec session = circle("mixed_float16");
        const Result<TrainingRun> made = runOf(session);
        Result<TrainingRun> reference = runOf(session);
        session.probes.watch = WatchMode::Step;
        Result<TrainingRun> run = runOf(session);
        for (int step = 0; step <= 16; ++step) {
            run->step();
            reference->step();
            const StepRecord& record = run->record();
            QVERIFY(!record.referenceLoss && !record.errorVsFloat64 && !record.gradientErrorVsFloat64);
            QVERIFY(!hasMetric(record, Metric::AccumulatedError));
            QVERIFY(sameBits(record.loss, reference->record().loss)); // watching changes nothing
            const bool isWhole = step % 16 == 0;
            const bool isLayers = step % 16 == 8 || step == 0;
            QCOMPARE(hasMetric(record, Metric::StepError), isWhole);
            QCOMPARE(hasMetric(record, Metric::LocalError), isLayers);
            QCOMPARE(record.counts.gradientsFlushedPercent().has_value(), isWhole);
            if (step == 0) // both start from the same weights, but for the reference's, which are not rounded
                QCOMPARE(metric(*run, "sequential/logits", TensorRole::Output, Metric::StepError),
                    metric(*reference, "sequential/logits", TensorRole::Output, Metric::AccumulatedError));
            if (step == 8)
                QCOMPARE(metric(*run, "sequential/dense_2", TensorRole::Output, Metric::LocalError),
                    metric(*reference, "sequential/dense_2", TensorRole::Output, Metric::LocalError));
        }
        const RunSummary summary = run->summarize();
        QVERIFY(
            !summary.last.referenceLoss && !summary.last.errorVsFloat64 && !summary.referenceTestAccuracy);
        QVERIFY(summary.testAccuracy && summary.totals.counts.gradientsFlushedPercent());
    }

    void aFloat64CandidateHasNoErrorOfItsSteps()
    {
        SessionSpec session = circle("float64");
        session.probes.watch = WatchMode::Step;
        session.probes.tensorsEvery = 1;
        Result<TrainingRun> run = runOf(session);
        for (int step = 0; step < 9; ++step) {
            run->step();
            for (const TensorPoint& point : run->record().tensors)
                if (point.metric == Metric::StepError || point.metric == Metric::LocalError
                    || point.metric == Metric::StepMaxUlp)
                    QCOMPARE(point.value, 0.0);
        }
    }

    void theBirthOfAnOverflowInACast()
    {
        SessionSpec scaled = circle("mixed_float16");
        scaled.training.lossScale = {"fixed", {{"scale", 0x1p24}}};
        Result<TrainingRun> overflowing = runOf(scaled);
        overflowing->step();
        const std::shared_ptr<const Birthplace> birth = overflowing->totals().birthplace;
        QVERIFY(birth != nullptr);
        QCOMPARE(birth->step, std::int64_t{0});
        QCOMPARE(birth->pass, Pass::Backward);
        QCOMPARE(birth->layer, std::string("sequential/logits"));
        QCOMPARE(birth->role, TensorRole::OutputGradient);
        QCOMPARE(birth->operation, std::string("cast"));
        QCOMPARE(birth->format, std::string("float16"));
        QCOMPARE(birth->operands.size(), std::size_t{1});
        QVERIFY(std::fabs(birth->operands[0].value) >= 65520);
        // The operand is the loss gradient's element, of a batch of 32: |sigmoid - y| 2^24 / 32.
        QVERIFY(std::fabs(birth->operands[0].value) <= 0x1p24 / 32);
        QVERIFY(birth->sentence.find("65504") != std::string::npos);
        QCOMPARE(overflowing->summarize().totals.birthplace->sentence, birth->sentence);
    }

    void theBirthOfAnOverflowInASum()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.lossScale
            = {"fixed", {{"scale", 0x1p20}}}; // 2^20 / 32 passes the cast, 32 of them do not fit
        Result<TrainingRun> run = runOf(session);
        run->step();
        const std::shared_ptr<const Birthplace> birth = run->totals().birthplace;
        QVERIFY(birth != nullptr);
        QCOMPARE(birth->layer, std::string("sequential/logits"));
        QCOMPARE(birth->role, TensorRole::WeightGradient);
        QVERIFY2(birth->operation == "sum over the rows" || birth->operation == "matrix product",
            birth->operation.c_str());
        QVERIFY(birth->operands.size() >= 3);
        qInfo("%s", birth->sentence.c_str());
    }

    void theBirthOfADivergedWeight()
    {
        SessionSpec session = circle("float16");
        session.training.optimizer = {"SGD", {{"learning_rate", 6e4}}};
        session.training.lossWeight = 64;
        Result<TrainingRun> run = runOf(session);
        for (int i = 0; i < 40 && !run->totals().birthplace; ++i)
            run->step();
        QVERIFY(run->totals().birthplace != nullptr);
        qInfo("%s", run->totals().birthplace->sentence.c_str());
        QVERIFY(run->totals().birthplace->step + 1 == run->stepsDone());
    }

    void searchingForABirthChangesNothing()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.lossScale = {"dynamic", {{"initial_scale", 0x1p24}}};
        session.model.layers.insert(
            session.model.layers.begin() + 2, LayerSpec{"dropout", "Dropout", {{"rate", 0.25}}, {}, {}});
        Result<TrainingRun> found = runOf(session);
        QVERIFY(found->goTo(20));
        QVERIFY(found->totals().birthplace != nullptr);
        QVERIFY(found->totals().skippedSteps > 0);
        // From a state that already knows its birthplace nothing is searched again.
        Result<TrainingRun> again = runOf(session);
        again->keepStates(std::size_t{1} << 24);
        QVERIFY(again->goTo(20));
        QVERIFY(again->goTo(4));
        QVERIFY(again->goTo(20));
        QVERIFY(sameRecord(found->record(), again->record()));
        QCOMPARE(again->totals().birthplace->sentence, found->totals().birthplace->sentence);
    }

    /// Sampled steps have metrics of every tensor too, which another kernel adds up in another order.
    void aStepsNumbersAreTheSameWhereItIsSampled()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.lossWeight = 1e-4;
        session.probes.tensorsEvery = 1;
        Result<TrainingRun> sampled = runOf(session);
        session.probes.tensorsEvery = 1000;
        Result<TrainingRun> plain = runOf(session);
        for (int step = 0; step < 40; ++step) {
            QVERIFY(sampled->step() && plain->step());
            QVERIFY(
                sameBits(sampled->record().gradientErrorVsFloat64, plain->record().gradientErrorVsFloat64));
            QVERIFY(sampled->record().counts == plain->record().counts);
            QVERIFY(sampled->record().counts.gradientsFlushed > 0);
        }
    }

    void stopConditionsHold()
    {
        StepRecord record;
        for (const StopCondition& condition : stopConditionCatalog())
            QVERIFY2(!condition.holds(record), std::string(condition.name).c_str());
        const auto holds = [&](const char* name) { return stopRuleOf(name)->holds(record); };
        record.skipped = true;
        QVERIFY(holds("first-skip") && !holds("diverged"));
        record.counts.overflows = 1;
        QVERIFY(holds("first-overflow") && !holds("first-non-finite"));
        record.loss = std::nan("");
        QVERIFY(holds("first-non-finite"));
        record.counts.updatesLost = 1;
        QVERIFY(holds("first-lost-update"));
        record.tensors = {{PathId(0), TensorRole::Input, Metric::Float8Saturated, 0}};
        QVERIFY(!holds("first-saturation"));
        record.tensors.push_back({PathId(1), TensorRole::Input, Metric::Float8Saturated, 3});
        QVERIFY(holds("first-saturation"));
        QVERIFY(!stopRuleOf("first"));
    }

    void whatFormatsWouldLose()
    {
        TensorSnapshot tensor;
        tensor.shape = Shape{8};
        tensor.format = &float32Format();
        tensor.values = {1, 0, 1e-6F, -500, 3e-8F, 0.1F, 1.0625, kInfinity};
        const WouldLose e4m3 = *wouldLose(tensor, "float8_e4m3fn", kernels());
        QCOMPARE(e4m3.flushedPercent, 100.0 * 2 / 7);
        QCOMPARE(e4m3.overflowPercent, 100.0 / 7); // ml_dtypes: to NaN
        const WouldLose saturating
            = *wouldLose(tensor, "float8_e4m3fn", kernels(), *findOverflowRule("ofp8"));
        QCOMPARE(saturating.overflowPercent, 0.0);
        QCOMPARE(saturating.saturatedPercent, 100.0 / 7);
        const WouldLose same = *wouldLose(tensor, "float32", kernels());
        QCOMPARE(same.relativeError, 0.0);
        QCOMPARE(same.sqnr, kInfinity);
        QCOMPARE(same.maxUlpError, 0.0);
        QVERIFY(std::isnan(
            wouldLose(tensor, "mxfp8", kernels())->relativeError)); // the infinity takes all of its block
        tensor.values.back() = 1;
        QVERIFY(wouldLose(tensor, "mxfp8", kernels())->relativeError > 0);
        QVERIFY(std::isnan(wouldLose(tensor, "mxfp8", kernels())->maxUlpError));
        QVERIFY(!wouldLose(tensor, "mxfp99", kernels()));
        for (const std::string& format : commonTrainingFormats())
            QVERIFY2(wouldLose(tensor, format, kernels()).ok(), format.c_str());
    }

    /// The tensor is what one step of a run under the recipe would round: so its loss is that of the run's own operand.
    void whatATensorWouldLoseUnderARecipe()
    {
        const Kernels kernels = *Kernels::load();
        TensorSnapshot tensor;
        tensor.name.role = TensorRole::Weight;
        tensor.format = &float32Format();
        tensor.shape = Shape{64, 48};
        for (int i = 0; i < 64 * 48; ++i)
            tensor.values.push_back(std::ldexp(1.0 + (i * 37 % 101) / 101.0, -(i % 48) / 3));
        for (const RecipeClass& recipe : recipeCatalog().subspan(1)) {
            const Result<std::vector<WouldLose>> rows = wouldLoseUnder(tensor, {recipe.name, {}}, kernels);
            QVERIFY2(rows.ok() && !rows->empty() && rows->size() <= 2, recipe.name.c_str());
            for (const WouldLose& row : *rows)
                QVERIFY2(row.format.starts_with(recipe.name) && row.relativeError > 0
                        && row.relativeError < 0.3 && std::isnan(row.maxUlpError),
                    row.format.c_str());
        }
        // Forward sums over rows: blocks are columns, each of one magnitude; backward they hold many.
        const std::vector<WouldLose> mx = *wouldLoseUnder(tensor, {"mxfp4", {}}, kernels);
        QCOMPARE(mx[0].format, std::string("mxfp4, forward"));
        QCOMPARE(mx[1].format, std::string("mxfp4, input gradient"));
        QCOMPARE(mx[0].flushedPercent, 0.0);
        QVERIFY(mx[1].flushedPercent > 10);
        QCOMPARE(mx[1].relativeError,
            wouldLose(tensor, "mxfp4", kernels)->relativeError); // blocks along the last axis
        QCOMPARE(wouldLoseUnder(tensor, {"te_block", {}}, kernels)->size(), std::size_t{1}); // tiles: alike
        // A fresh delayed scale is 448 over the amax, rounded to float32, as a current one.
        QCOMPARE((*wouldLoseUnder(tensor, {"te_delayed", {}}, kernels))[0].relativeError,
            (*wouldLoseUnder(tensor, {"te_current", {}}, kernels))[0].relativeError);
        tensor.name.role = TensorRole::OptimizerState;
        tensor.name.name = "kernel velocity";
        const Result<std::vector<WouldLose>> state = wouldLoseUnder(tensor, {"mxfp8", {}}, kernels);
        QVERIFY(!state && state.error().text().find("'kernel velocity' is none") != std::string::npos);
        QVERIFY(wouldLose(tensor, "bfloat16:stochastic:8", kernels).ok()
            && wouldLose(tensor, "float8_e4m3fn:te", kernels).ok());
        const std::string unknown = wouldLose(tensor, "abcdefgh", kernels).error().text();
        for (const char* known : {"float16", "float8_e5m2", "mxfp8", "nvfp4"})
            QVERIFY2(unknown.find(known) != std::string::npos, unknown.c_str());
    }

    void anUpdateIsTheChangeOfTheStoredWeight()
    {
        SessionSpec session = circle("mixed_bfloat16");
        session.probes.tensorsEvery = 1;
        Result<TrainingRun> run = runOf(session);
        QVERIFY(run->goTo(3));
        const auto valuesOf = [&](TensorRole role, const char* layer) {
            for (const TensorName& name : run->tensors())
                if (name.role == role && name.layer.ends_with(layer))
                    return run->snapshot(name).values;
            return std::vector<double>();
        };
        const std::vector<double> before = valuesOf(TensorRole::Weight, "dense_2");
        run->step();
        const std::vector<double> after = valuesOf(TensorRole::Weight, "dense_2");
        const std::vector<double> update = valuesOf(TensorRole::Update, "dense_2");
        QCOMPARE(update.size(), after.size());
        for (std::size_t i = 0; i < update.size(); ++i)
            QCOMPARE(update[i], after[i] - before[i]);
    }

    void blameNamesTheLayerThatRounds()
    {
        SessionSpec session = circle("float32");
        session.model.layers[2].policy = *getPolicy("mixed_bfloat16"); // dense_2 alone
        const Kernels kernels = *Kernels::load();
        const Result<BlameTable> table = blame(session, kernels, {.steps = 24});
        QVERIFY2(table.ok(), table ? "" : table.error().text().c_str());
        QCOMPARE(table->rows.size(), std::size_t{3});
        QCOMPARE(table->rows[1].layer, std::string("dense_2"));
        QVERIFY(table->rows[1].localOutputError > 100 * table->rows[0].localOutputError);
        QVERIFY(table->rows[1].outputErrorShare > 0.99);
        QVERIFY(std::fabs(table->rows[0].outputErrorShare) < 0.01);
        QVERIFY(table->rows[1].restored.gradientError < 0.01 * table->asItIs.gradientError);
        int asked = 0;
        QVERIFY(!blame(session, kernels, {.steps = 24, .progress = [&](auto, auto) { return ++asked < 3; }}));
        QCOMPARE(asked, 3);
    }

    /// A layer one of whose parts alone is rounded coarsely: leaving that rounding out takes the error away, and that of the others does not.
    void blameNamesThePartThatRounds()
    {
        using enum NumericsOverride;
        const std::array<std::vector<NumericsOverride>, 4> places{
            {{ForwardInput, WeightGradientInput}, {ForwardKernel, InputGradientKernel},
                {InputGradientOutputGradient, WeightGradientOutputGradient}, {Output}}};
        const Kernels kernels = *Kernels::load();
        for (std::size_t coarse = 0; coarse < places.size(); ++coarse) {
            SessionSpec session = circle("float32");
            for (const NumericsOverride place : places[coarse])
                session.model.layers[2].numerics[place] = place == Output ? "float16" : "float8_e5m2";
            const Result<BlameTable> table = blame(session, kernels, {.steps = 24});
            QVERIFY2(table.ok(), table ? "" : table.error().text().c_str());
            QCOMPARE(table->worst, std::string("dense_2"));
            QCOMPARE(table->parts.size(), std::size_t{4});
            for (std::size_t i = 0; i < places.size(); ++i) {
                const double share = table->parts[i].outputErrorShare;
                // Beside float8 what is left is float32's: 2^-24 of a value, not 2^-3.
                QVERIFY2(i == coarse ? share > 0.99 : std::fabs(share) < 0.01,
                    qPrintable(QStringLiteral("%1 beside %2: %3").arg(i).arg(coarse).arg(share)));
            }
        }
        SessionSpec exact = circle("float64");
        const Result<BlameTable> none = blame(exact, kernels, {.steps = 3});
        QVERIFY(none.ok() && none->worst.empty() && none->parts.empty());
    }

    void aRestoredLayerHasNoRecipe()
    {
        SessionSpec session = circle("float32");
        session.policies.recipe = {"te_current", {}};
        session.model.layers[2].recipe = Component{"mxfp8", {}};
        for (const std::size_t layer : {std::size_t{1}, std::size_t{2}}) {
            const auto productsOf = [layer](const SessionSpec& some) {
                const Result<Ledger> ledger = ledgerOf(some, *Kernels::load());
                return ledger ? ledger->rows.at(layer).multiplyAdds : std::map<std::string, double>{};
            };
            QVERIFY(!productsOf(session).contains("float32 x float32 -> float32"));
            const std::map<std::string, double> restored = productsOf(withFloat32Layer(session, layer));
            QCOMPARE(restored.size(), std::size_t{1});
            QVERIFY(restored.contains("float32 x float32 -> float32"));
        }
    }
};

QTEST_GUILESS_MAIN(TestProbes)
#include "tst_probes.moc"
