// SPDX-License-Identifier: GPL-3.0-or-later
// Updates lost: counted again here from the weights of before and after each step, in the candidate and in its float64 reference.
// What does not train reads as lost, whatever the reason.
#include "tests/engine/small_sessions.h"

#include <QTest>

using namespace ulpscope;

namespace {

std::vector<double> valuesOf(const std::vector<NamedArray>& arrays)
{
    std::vector<double> all;
    for (const NamedArray& named : arrays)
        std::visit([&](const auto& values) { all.insert(all.end(), values.begin(), values.end()); },
            named.array.values);
    return all;
}

SessionSpec withAdam(const char* policy)
{
    SessionSpec session = circle(policy);
    session.training.optimizer = {"Adam", {{"learning_rate", 0.01}}};
    return session;
}

double lostIn(const SessionSpec& session, int steps)
{
    const Result<Kernels> kernels = Kernels::load();
    Result<TrainingRun> run = TrainingRun::create(session, *kernels);
    if (!run)
        qFatal("%s", run.error().text().c_str());
    for (int step = 0; step < steps; ++step)
        run->step();
    return run->totals().counts.updatesLostPercent();
}

} // namespace

class TestLostUpdates : public QObject
{
    Q_OBJECT

private slots:
    void theyAreWhatFloat64MovesAndTheCandidateDoesNot_data()
    {
        QTest::addColumn<SessionSpec>("session");
        QTest::addColumn<bool>("losesMany");
        QTest::newRow("weights in bfloat16") << circle("bfloat16") << true;
        QTest::newRow("Adam in bfloat16") << withAdam("bfloat16") << true;
        QTest::newRow("float32") << circle("float32") << false;
        SessionSpec tiny = circle("mixed_float16");
        tiny.training.lossWeight = 1e-5;
        tiny.training.optimizer.config.set("learning_rate", 1e4);
        QTest::newRow("flushed gradients") << tiny << true;
        SessionSpec skipping = circle("mixed_float16");
        skipping.training.lossScale = {"dynamic", {{"initial_scale", 0x1p24}}};
        QTest::newRow("skipped steps") << skipping << false;
        SessionSpec accumulated = circle("bfloat16");
        accumulated.training.optimizer.config.set("gradient_accumulation_steps", std::int64_t{3});
        QTest::newRow("accumulated gradients") << accumulated << true;
    }
    void theyAreWhatFloat64MovesAndTheCandidateDoesNot()
    {
        QFETCH(SessionSpec, session);
        QFETCH(bool, losesMany);
        const Result<Kernels> kernels = Kernels::load();
        Result<TrainingRun> run = TrainingRun::create(session, *kernels);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().text().c_str());
        for (int step = 0; step < 20; ++step) {
            const std::vector<double> before = valuesOf(run->weights());
            const std::vector<double> exactBefore = valuesOf(run->referenceWeights());
            run->step();
            const std::vector<double> after = valuesOf(run->weights());
            const std::vector<double> exactAfter = valuesOf(run->referenceWeights());
            std::int64_t expected = 0;
            std::int64_t lost = 0;
            for (std::size_t i = 0; i < before.size() && !run->record().skipped; ++i) {
                expected += exactBefore[i] != exactAfter[i] ? 1 : 0;
                lost += exactBefore[i] != exactAfter[i] && before[i] == after[i] ? 1 : 0;
            }
            // Where gradients are only accumulated nothing moves in either lane.
            QCOMPARE(run->record().counts.updatesExpected, expected);
            QCOMPARE(run->record().counts.updatesLost, lost);
        }
        const double percent = run->totals().counts.updatesLostPercent();
        QVERIFY2(losesMany ? percent > 20 : percent < 5, qPrintable(QString::number(percent)));
    }

    void whatNeverMovesReadsAsLost_data()
    {
        QTest::addColumn<WatchMode>("watch");
        QTest::newRow("beside a reference") << WatchMode::Reference;
        QTest::newRow("by its own gradients") << WatchMode::Step;
    }
    /// 0.999 is 1 in bfloat16, and Adam's step is multiplied by sqrt(1 - 1).
    void whatNeverMovesReadsAsLost()
    {
        QFETCH(WatchMode, watch);
        SessionSpec session = withAdam("bfloat16");
        session.probes.watch = watch;
        QCOMPARE(lostIn(session, 20), 100.0);
        session.policies.global = *getPolicy("mixed_bfloat16");
        QVERIFY(lostIn(session, 20) < 1);
    }

    void whatFloat64DoesNotSeeHasNotMoved_data()
    {
        QTest::addColumn<double>("learningRate");
        QTest::addColumn<bool>("isSeen");
        QTest::newRow("biases of 1e-25 beside kernels of 1") << 1e-25 << false;
        QTest::newRow("a hundred of float64's units") << 1e-13 << true;
    }
    /// Biases begin at zero and take any number.
    void whatFloat64DoesNotSeeHasNotMoved()
    {
        QFETCH(double, learningRate);
        SessionSpec session = circle("float64");
        session.training.optimizer.config.set("learning_rate", learningRate);
        const Result<Kernels> kernels = Kernels::load();
        Result<TrainingRun> run = TrainingRun::create(session, *kernels);
        QVERIFY2(run.ok(), run.ok() ? "" : run.error().text().c_str());
        const std::vector<double> before = valuesOf(run->weights());
        run->step();
        QVERIFY(before != valuesOf(run->weights()));
        QTEST(run->record().weightsMoved, "isSeen");
    }

    void whatIsKeptForTheNextUpdateIsNotLost()
    {
        SessionSpec session = circle("float32");
        session.training.optimizer.config.set("learning_rate", 1e-4);
        const auto storedIn = [&](const char* format) {
            for (LayerSpec& layer : session.model.layers)
                if (layer.className == "Dense")
                    layer.numerics[NumericsOverride::Variable] = format;
            return lostIn(session, 20);
        };
        const double plain = storedIn("bfloat16");
        const double compensated = storedIn("bfloat16:kahan");
        QVERIFY2(
            plain > 50 && compensated < 1, qPrintable(QStringLiteral("%1 %2").arg(plain).arg(compensated)));
    }
};

QTEST_GUILESS_MAIN(TestLostUpdates)
#include "tst_lost_updates.moc"
