// SPDX-License-Identifier: GPL-3.0-or-later
// A question to a run between two steps: the answer is that of predict() on the same weights, and the run goes on as if nobody
// had asked.
#include "engine/data/data_sample.h"
#include "engine/file/npz.h"
#include "engine/loss/loss_catalog.h"
#include "engine/session/checked_session.h"
#include "engine/train/prediction.h"
#include "tests/engine/small_sessions.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <stop_token>

using namespace ulpscope;

namespace {

/// Must outlive the runs.
const Kernels& kernels()
{
    static const Kernels loaded = *Kernels::load();
    return loaded;
}

/// With all that a question could disturb: amaxes of float8, masks of dropout, moving means.
SessionSpec disturbable(const std::string& policy)
{
    SessionSpec session = circle(policy);
    std::vector<LayerSpec>& layers = session.model.layers;
    layers.insert(layers.begin() + 2,
        {LayerSpec{"norm", "BatchNormalization", {}, {}, {}},
            LayerSpec{"dropout", "Dropout", {{"rate", 0.3}}, {}, {}}});
    session.training.optimizer = {"Adam", {}};
    session.training.lossScale = {"dynamic", {}};
    session.training.batchSize = 32;
    session.training.steps = 40;
    return session;
}

std::shared_ptr<const Examples> points()
{
    auto examples = std::make_shared<Examples>();
    for (int i = 0; i < 31; ++i) {
        examples->features.push_back(static_cast<float>(i) / 16 - 1);
        examples->features.push_back(static_cast<float>(i * i % 17) / 8 - 1);
        ++examples->count;
    }
    return examples;
}

bool isSame(const TrainingRun& a, const TrainingRun& b)
{
    if (!sameRecord(a.record(), b.record()))
        return false;
    for (const TensorName& name : a.tensors()) {
        const TensorSnapshot left = a.snapshot(name);
        const TensorSnapshot right = b.snapshot(name);
        if (!sameBits(left.values, right.values) || !sameBits(left.reference, right.reference))
            return false;
    }
    const std::vector<NamedArray> left = a.weights();
    const std::vector<NamedArray> right = b.weights();
    for (std::size_t i = 0; i < left.size(); ++i)
        if (left[i].name != right[i].name || !(left[i].array == right[i].array))
            return false;
    return left.size() == right.size();
}

std::vector<double> numbersOf(const NpyArray& array)
{
    std::vector<double> numbers;
    std::visit([&](const auto& values) { numbers.assign(values.begin(), values.end()); }, array.values);
    return numbers;
}

/// What predict() makes of the points with these weights.
Prediction predicted(SessionSpec session, const std::vector<NamedArray>& weights)
{
    const QTemporaryDir folder;
    session.training.initialWeights = folder.filePath(QStringLiteral("weights.npz")).toStdString();
    if (!saveNpz(session.training.initialWeights, weights))
        return {};
    const std::shared_ptr<const Examples> inputs = points();
    const Result<Prediction> prediction = predict(session, {{inputs->count, 2}, inputs->features}, kernels());
    return prediction ? *prediction : Prediction{};
}

} // namespace

class TestEvaluation : public QObject
{
    Q_OBJECT
private slots:
    void theRunGoesOnAsIfNobodyHadAsked_data();
    void theRunGoesOnAsIfNobodyHadAsked();
    void outputsAreThoseOfPredict_data();
    void outputsAreThoseOfPredict();
    void lossesAndDecisionsAreThoseOfTheTestMetrics_data();
    void lossesAndDecisionsAreThoseOfTheTestMetrics();
    void inPartsItIsTheLossOfWholeBatches();
    void inStepWatchThereIsNoReference();
    void aStopGivesNoAnswerAndChangesNothing();
    void anExampleOfAnotherShapeIsABrokenContract();
    void aTextIsContinuedByWhatIsSaid();
    void onlyRowsOfClassesAreContinued();
    void theSampleIsSpacedEvenly();
    void aSampleOfLargeExamplesIsSmall();
};

void TestEvaluation::theRunGoesOnAsIfNobodyHadAsked_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<bool>("hasReference");
    for (const char* policy : {"float32", "mixed_float16", "bfloat16", "float8_from_mixed_bfloat16"})
        for (const bool hasReference : {true, false})
            QTest::addRow("%s%s", policy, hasReference ? "" : ", step watch") << policy << hasReference;
}

void TestEvaluation::theRunGoesOnAsIfNobodyHadAsked()
{
    QFETCH(QString, policy);
    QFETCH(bool, hasReference);
    SessionSpec session = disturbable(policy.toStdString());
    session.probes.watch = hasReference ? WatchMode::Reference : WatchMode::Step;
    TrainingRun asked = *TrainingRun::create(session, kernels());
    TrainingRun left = *TrainingRun::create(session, kernels());
    for (TrainingRun* run : {&asked, &left})
        run->keepStates(std::size_t{1} << 26);
    const DataSample sample = asked.sample();
    const auto ask = [&](const std::shared_ptr<const Examples>& examples) {
        const std::optional<Evaluation> answer = asked.evaluate({examples});
        QVERIFY(answer.has_value());
        QCOMPARE(answer->stepsDone, asked.stepsDone());
        QCOMPARE(answer->reference.has_value(), hasReference);
    };
    ask(points()); // before the first step
    while (asked.stepsDone() < session.training.steps) {
        QVERIFY(asked.step());
        QVERIFY(left.step());
        ask(points());
        ask(sample.test);
        QVERIFY2(isSame(asked, left), qPrintable(QString::number(asked.stepsDone())));
    }
    QVERIFY(
        sameBits(asked.summarize().testMetrics.front().value, left.summarize().testMetrics.front().value));
    // Nor does it change what is gone back to.
    QVERIFY(asked.goTo(17));
    ask(points());
    QVERIFY(asked.goTo(23));
    QVERIFY(left.goTo(23));
    QVERIFY(isSame(asked, left));
}

void TestEvaluation::outputsAreThoseOfPredict_data()
{
    QTest::addColumn<QString>("policy");
    for (const char* policy : {"float64", "float32", "float16", "mixed_float16", "mixed_bfloat16"})
        QTest::newRow(policy) << policy;
}

void TestEvaluation::outputsAreThoseOfPredict()
{
    QFETCH(QString, policy);
    const SessionSpec session = disturbable(policy.toStdString());
    TrainingRun run = *TrainingRun::create(session, kernels());
    while (run.stepsDone() < 25)
        QVERIFY(run.step());
    const std::optional<Evaluation> answer = run.evaluate({points()});
    QVERIFY(answer.has_value());
    QVERIFY(answer->output == Shape{1});
    QCOMPARE(answer->candidate.outputs.size(), std::size_t{31});
    QVERIFY(answer->candidate.losses.empty()); // nothing says what is right
    QVERIFY(sameBits(answer->candidate.outputs, numbersOf(predicted(session, run.weights()).output)));
    // The reference's own weights, which are not rounded.
    QVERIFY(sameBits(
        answer->reference->outputs, numbersOf(predicted(session, run.referenceWeights()).reference)));
}

void TestEvaluation::lossesAndDecisionsAreThoseOfTheTestMetrics_data()
{
    QTest::addColumn<QString>("loss");
    QTest::addColumn<bool>("isLogit");
    for (const char* loss : {"BinaryCrossentropy", "SparseCategoricalCrossentropy"})
        for (const bool isLogit : {true, false})
            QTest::addRow("%s%s", loss, isLogit ? " from logits" : "") << loss << isLogit;
}

void TestEvaluation::lossesAndDecisionsAreThoseOfTheTestMetrics()
{
    QFETCH(QString, loss);
    QFETCH(bool, isLogit);
    SessionSpec session = circle("mixed_float16");
    const bool isBinary = loss.startsWith(QStringLiteral("Binary"));
    session.training.loss = {loss.toStdString(), {{"from_logits", isLogit}}};
    Config& last = session.model.layers.back().config;
    last.set("units", std::int64_t{isBinary ? 1 : 2});
    if (!isLogit)
        last.set("activation", std::string(isBinary ? "sigmoid" : "softmax"));
    session.training.steps = 60;
    TrainingRun run = *TrainingRun::create(session, kernels());
    while (run.stepsDone() < session.training.steps)
        QVERIFY(run.step());
    const DataSample sample = run.sample();
    QCOMPARE(sample.test->count, sample.testCount); // all of it, so that means are comparable
    const Evaluation answer = *run.evaluate({sample.test});
    const RunSummary summary = run.summarize();
    const auto accuracy = [&](const LaneEvaluation& lane) {
        double right = 0;
        for (std::int64_t i = 0; i < sample.test->count; ++i)
            right += answer.decision->classOf(answer.outputsOf(lane, i))
                    == static_cast<std::size_t>(sample.test->targets[static_cast<std::size_t>(i)])
                ? 1
                : 0;
        return right / static_cast<double>(sample.test->count);
    };
    QVERIFY(accuracy(answer.candidate) > 0.5);
    QCOMPARE(accuracy(answer.candidate), *summary.testAccuracy);
    QCOMPARE(accuracy(*answer.reference), *summary.referenceTestAccuracy);
    double sum = 0;
    for (const double each : answer.candidate.losses)
        sum += each;
    const double mean = sum / static_cast<double>(sample.test->count);
    // The metric's mean over each batch is a float32 sum of terms that are rounded alike.
    QVERIFY2(std::fabs(mean - summary.testMetrics.front().value) <= 1e-5 * mean,
        qPrintable(QStringLiteral("%1 %2").arg(mean).arg(summary.testMetrics.front().value)));
}

/// The loss rounds its sum over a batch, which is that of all its examples however few go through the model at once.
void TestEvaluation::inPartsItIsTheLossOfWholeBatches()
{
    SessionSpec session = circle("mixed_float16");
    session.data.config.set("points", std::int64_t{800}); // and as many others to test on
    session.model.layers[1].config.set("units", std::int64_t{12'000});
    session.model.layers[2].config.set("units", std::int64_t{4});
    const ModelPlan plan = resolveSession(session)->plan;
    const Index batch = evaluationBatch(plan);
    QVERIFY(evaluationPart(plan) < batch && batch % evaluationPart(plan) != 0);
    TrainingRun run = *TrainingRun::create(session, kernels());
    QVERIFY(run.step());
    const DataSample sample = run.sample();
    QVERIFY(sample.test->count == sample.testCount && sample.testCount % batch != 0);
    const std::vector<double> outputs = run.evaluate({sample.test})->candidate.outputs;
    const Component whole = resolveSession(session)->session.training.loss; // with its defaults
    Loss loss(*findRow(lossCatalog(), whole.className), whole.config);
    Arithmetic arithmetic(kernels());
    double sum = 0;
    for (Index first = 0; first < sample.testCount; first += batch) {
        Tensor predictions(Shape{std::min(batch, sample.testCount - first), 1}, float32Format());
        std::vector<double> targets;
        for (Index i = 0; i < predictions.size(); ++i) {
            const auto at = static_cast<std::size_t>(first + i);
            predictions.set(i, outputs[at]);
            targets.push_back(static_cast<double>(sample.test->targets[at]));
        }
        sum += loss.evaluate(arithmetic, predictions, targets) * static_cast<double>(predictions.size());
    }
    QVERIFY(sameBits(run.summarize().testMetrics.front().value, sum / static_cast<double>(sample.testCount)));
}

void TestEvaluation::inStepWatchThereIsNoReference()
{
    SessionSpec session = circle("float16");
    session.probes.watch = WatchMode::Step;
    TrainingRun run = *TrainingRun::create(session, kernels());
    QVERIFY(run.step());
    QVERIFY(!run.evaluate({points()})->reference.has_value());
}

void TestEvaluation::aStopGivesNoAnswerAndChangesNothing()
{
    const SessionSpec session = disturbable("float8_from_mixed_bfloat16");
    TrainingRun asked = *TrainingRun::create(session, kernels());
    TrainingRun left = *TrainingRun::create(session, kernels());
    std::stop_source stopped;
    stopped.request_stop();
    for (int i = 0; i < 5; ++i) {
        QVERIFY(asked.step());
        QVERIFY(left.step());
        QVERIFY(!asked.evaluate({points()}, 0, stopped.get_token()).has_value());
        QVERIFY(isSame(asked, left));
    }
}

void TestEvaluation::anExampleOfAnotherShapeIsABrokenContract()
{
    TrainingRun run = *TrainingRun::create(circle("float32"), kernels());
    auto examples = std::make_shared<Examples>();
    examples->features = {1, 2, 3};
    examples->count = 1;
    QVERIFY_EXCEPTION_THROWN(run.evaluate({examples}), std::exception);
    auto targets = std::make_shared<Examples>(*points());
    targets->targets = {1};
    QVERIFY_EXCEPTION_THROWN(run.evaluate({targets}), std::exception);
}

void TestEvaluation::aTextIsContinuedByWhatIsSaid()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("text")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray text = QByteArray("abcabdbcaddcba").repeated(40);
    QVERIFY(file.write(text) == text.size());
    file.close();
    SessionSpec session = circle("mixed_float16");
    const auto layer = [](const char* name, const char* className, Config config) {
        return LayerSpec{name, className, std::move(config), {}, {}};
    };
    session.data = {"characters", {{"file", file.fileName().toStdString()}, {"context", std::int64_t{6}}}};
    session.model.layers = {layer("characters", "InputLayer", {{"shape", std::vector<std::int64_t>{6}}}),
        layer("embedding", "Embedding", {{"input_dim", std::int64_t{4}}, {"output_dim", std::int64_t{8}}}),
        layer("mixed", "GaussianNoise", {{"stddev", 0.3}}),
        layer("logits", "Dense", {{"units", std::int64_t{4}}})};
    session.training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
    TrainingRun run = *TrainingRun::create(session, kernels());
    while (run.stepsDone() < 40)
        QVERIFY(run.step());
    const DataSample sample = run.sample();
    QCOMPARE(sample.classNames, (std::vector<std::string>{"a", "b", "c", "d"}));
    const Evaluation answer = *run.evaluate({sample.test, 20});
    QCOMPARE(answer.candidate.continuation.size(), std::size_t{20});
    // The same, asked for step by step.
    auto window = std::make_shared<Examples>();
    window->count = 1;
    window->features.assign(sample.test->features.begin(), sample.test->features.begin() + 6);
    for (const std::size_t said : answer.candidate.continuation) {
        const Evaluation step = *run.evaluate({window});
        QVERIFY(step.candidate.continuation.empty());
        const std::span<const double> last = step.outputsOf(step.candidate, 0).last(4);
        QCOMPARE(step.decision->classOf(last), std::optional(said));
        auto next = std::make_shared<Examples>(*window);
        next->features.erase(next->features.begin());
        next->features.push_back(static_cast<float>(said));
        window = next;
    }
    QCOMPARE(answer.reference->continuation.size(), std::size_t{20});
    TrainingRun left = *TrainingRun::create(session, kernels());
    while (left.stepsDone() < 41)
        QVERIFY(left.step());
    QVERIFY(run.step());
    QVERIFY(isSame(run, left));
}

void TestEvaluation::onlyRowsOfClassesAreContinued()
{
    TrainingRun run = *TrainingRun::create(circle("float32"), kernels());
    QVERIFY_EXCEPTION_THROWN(run.evaluate({points(), 3}), std::exception);
}

void TestEvaluation::theSampleIsSpacedEvenly()
{
    Dataset data;
    data.featureShape = {2};
    data.classes = 3;
    data.classNames = {"a", "b", "c"};
    data.train.count = 9;
    for (int i = 0; i < 9; ++i) {
        data.train.features.insert(
            data.train.features.end(), {static_cast<float>(i), static_cast<float>(-i)});
        data.train.targets.push_back(static_cast<float>(i / 3));
        data.train.exactTargets.push_back(i / 3);
    }
    data.test = data.train;
    const DataSample sample = sampleOf(data, 3);
    QCOMPARE(sample.train->count, 3);
    QCOMPARE(sample.trainCount, 9);
    QCOMPARE(sample.train->features, (std::vector<float>{0, 0, 3, -3, 6, -6}));
    QCOMPARE(sample.train->targets, (std::vector<float>{0, 1, 2}));
    QCOMPARE(sample.train->exactTargets, (std::vector<double>{0, 1, 2}));
    QVERIFY(sample.train->exactFeatures.empty());
    QCOMPARE(sample.classNames, data.classNames);
    QCOMPARE(sampleOf(data).test->count, 9);
}

void TestEvaluation::aSampleOfLargeExamplesIsSmall()
{
    Dataset data;
    data.featureShape = {1 << 11, 1 << 11}; // 2^22 numbers
    data.train.count = 1;
    data.train.features.resize(std::size_t{1} << 22);
    data.train.targets = {0};
    data.test = data.train;
    QCOMPARE(sampleOf(data).train->count, 0);
    QVERIFY(sampleOf(data).train->features.empty());
}

QTEST_GUILESS_MAIN(TestEvaluation)
#include "tst_evaluation.moc"
