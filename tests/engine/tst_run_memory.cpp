// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/run_memory.h"

#include "tests/engine/small_sessions.h"

#include <QTest>

#include <sys/resource.h>

using namespace ulpscope;

namespace {

constexpr double kMebibyte = 1 << 20;

RunMemory memoryOf(const SessionSpec& session)
{
    const Result<CheckedSession> checked = resolveSession(session);
    return memoryOfRun(std::span(&*checked, 1));
}

SessionSpec wide(std::int64_t units, std::int64_t batch, const char* optimizer)
{
    SessionSpec session = circle("mixed_float16");
    session.model.layers[1].config.set("units", units);
    session.model.layers[2].config.set("units", units);
    session.training.batchSize = batch;
    session.training.optimizer = {optimizer, {}};
    return session;
}

} // namespace

class TestRunMemory : public QObject
{
    Q_OBJECT
private slots:
    void isWithinAFactorOfTwoOfWhatWasMeasured();
    void aRunBeyondTheMachineIsRefusedBeforeItIsMade();
    void anEvaluationTakesLittleMemory();
};

/// Resident sets of `ulpscope-cli run` on Linux 6, x86-64, less the 20 MiB of an empty start.
void TestRunMemory::isWithinAFactorOfTwoOfWhatWasMeasured()
{
    const auto isNear = [](double estimated, double measuredMebibytes) {
        const double ratio = estimated / (measuredMebibytes * kMebibyte);
        return ratio > 0.5 && ratio < 2;
    };
    QVERIFY(memoryOf(circle("mixed_float16")).total() < 10 * kMebibyte);
    QVERIFY(isNear(memoryOf(wide(3000, 32, "Adam")).total(), 800));
    QVERIFY(isNear(memoryOf(wide(3000, 32, "SGD")).total(), 455));
    QVERIFY(isNear(memoryOf(wide(1024, 4096, "SGD")).total(), 715));
    SessionSpec withoutReference = wide(1024, 4096, "SGD");
    withoutReference.probes.watch = WatchMode::Step;
    QVERIFY(isNear(memoryOf(withoutReference).total(), 460));

    SessionSpec images = circle("mixed_float16");
    const auto convolution = [](const char* name) {
        return LayerSpec{name, "Conv2D",
            {{"filters", std::int64_t{8}}, {"kernel_size", std::vector<std::int64_t>{5, 5}},
                {"padding", std::string("same")}},
            {}, {}};
    };
    auto& layers = images.model.layers;
    layers[1].config.set("units", std::int64_t{4096});
    layers[2] = {"image", "Reshape", {{"target_shape", std::vector<std::int64_t>{32, 32, 4}}}, {}, {}};
    layers.insert(
        layers.begin() + 3, {convolution("conv_1"), convolution("conv_2"), {"flat", "Flatten", {}, {}, {}}});
    images.training.batchSize = 64;
    QVERIFY(isNear(memoryOf(images).total(), 2090));
}

void TestRunMemory::aRunBeyondTheMachineIsRefusedBeforeItIsMade()
{
    const Result<Kernels> kernels = Kernels::load();
    QVERIFY(kernels.ok());
    const auto refusal = [&](const SessionSpec& session, std::uint64_t bytes) {
        const Result<TrainingRun> run = TrainingRun::create(session, *kernels, {.memoryBytes = bytes});
        return run ? QString() : QString::fromStdString(run.error().text());
    };
    QCOMPARE(refusal(circle("mixed_float16"), std::uint64_t{10} << 20), QString());
    const QString ofWeights = refusal(wide(8000, 8, "Adam"), std::uint64_t{1} << 30);
    QVERIFY2(ofWeights.startsWith(QStringLiteral("layers: a run would take about ")), qPrintable(ofWeights));
    QVERIFY2(
        ofWeights.endsWith(QStringLiteral("1 GiB are free: expected fewer weights")), qPrintable(ofWeights));
    const QString ofBatch = refusal(wide(1000, 65'536, "SGD"), std::uint64_t{1} << 30);
    QVERIFY2(ofBatch.startsWith(QStringLiteral("training.batch_size: a run would take about ")),
        qPrintable(ofBatch));
    QVERIFY2(
        ofBatch.endsWith(QStringLiteral("expected a smaller batch or smaller layers")), qPrintable(ofBatch));
}

/// An evaluation takes 2^22 numbers and as many again within the layers: in float32 32 MiB, in float64 64, in whole batches of 512
/// examples more than 800. Three times the larger, because pages are counted and not numbers.
void TestRunMemory::anEvaluationTakesLittleMemory()
{
    const Result<Kernels> kernels = Kernels::load();
    QVERIFY(kernels.ok());
    SessionSpec session = circle("mixed_float16");
    session.training.batchSize = 4;
    std::vector<LayerSpec>& layers = session.model.layers;
    layers[1].config.set("units", std::int64_t{30'000});
    for (int i = 0; i < 4; ++i)
        layers.insert(layers.begin() + 2,
            {"relu_" + std::to_string(i), "Activation", {{"activation", std::string("relu")}}, {}, {}});
    TrainingRun run = *TrainingRun::create(session, *kernels);
    QVERIFY(run.step());
    const auto mostMebibytes = [] {
        rusage usage{};
        getrusage(RUSAGE_SELF, &usage);
        return static_cast<double>(usage.ru_maxrss) / 1024;
    };
    const double before = mostMebibytes();
    const RunSummary summary = run.summarize();
    QVERIFY(!summary.testMetrics.empty() && !summary.referenceTestMetrics.empty());
    QVERIFY2(mostMebibytes() - before < 192, qPrintable(QString::number(mostMebibytes() - before)));
}

QTEST_GUILESS_MAIN(TestRunMemory)
#include "tst_run_memory.moc"
