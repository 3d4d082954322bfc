// SPDX-License-Identifier: GPL-3.0-or-later
// How long a run takes: said as soon as its first steps tell, while it runs, and before an edited session is trained.
#include "engine/kernels/kernels.h"
#include "tests/engine/small_sessions.h"
#include "ui/training/health_strip.h"
#include "ui/training/models/run_time.h"
#include "ui/training/progress_line.h"

#include <QLabel>
#include <QSignalSpy>
#include <QTest>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr std::int64_t kEndless = 100'000'000;

/// A run of so many of 1000 steps at that speed.
RunHistory runWith(std::int64_t stepsDone, double stepsPerSecond)
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 1000;
    RunHistory run(std::make_shared<const SessionSpec>(session), {});
    RunTotals totals;
    totals.steps = stepsDone;
    run.append({}, totals);
    run.stepsPerSecond = stepsPerSecond;
    return run;
}

} // namespace

class TestRunTime : public QObject
{
    Q_OBJECT

private slots:
    void durationsAreAsRoughAsTheyAreKnown_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("less than a second") << 0.2 << "1 s";
        QTest::newRow("seconds") << 7.4 << "7 s";
        QTest::newRow("to fives") << 23.0 << "25 s";
        QTest::newRow("to tens") << 44.0 << "40 s";
        QTest::newRow("minutes") << 245.0 << "4 min";
        QTest::newRow("many minutes") << 2000.0 << "30 min";
        QTest::newRow("hours") << 9000.0 << "3 h";
    }

    void durationsAreAsRoughAsTheyAreKnown()
    {
        QFETCH(double, seconds);
        QFETCH(QString, text);
        QCOMPARE(durationText(seconds), text);
    }

    void aRunTellsAfterItsFirstSteps()
    {
        QVERIFY(!secondsLeft(runWith(0, 0)));
        QVERIFY(!secondsLeft(runWith(2, 1))); // which are slower than others
        QVERIFY(!secondsLeft(runWith(9, 100))); // a tenth of a second
        QCOMPARE(*secondsLeft(runWith(100, 100)), 9.0);
        QVERIFY(!secondsLeft(runWith(1000, 100)));
    }

    void anEditedSessionIsAsMuchWorkOrAnother()
    {
        const RunHistory run = runWith(1000, 100);
        SessionSpec session = run.session();
        QCOMPARE(*secondsFor(session, run), 10.0);
        session.policies.global = *getPolicy("bfloat16");
        session.training.steps = 3000;
        QCOMPARE(*secondsFor(session, run), 30.0);
        SessionSpec wider = session;
        wider.model.layers[1].config.set("units", std::int64_t{512});
        QVERIFY(!secondsFor(wider, run));
        SessionSpec larger = session;
        larger.training.batchSize = 512;
        QVERIFY(!secondsFor(larger, run));
    }

    void aLongRunSaysItWhenItBeginsAndWhileItRuns()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.steps = kEndless;
        Document document;
        QVERIFY(document.edit({}, [&](SessionSpec& edited) { edited = session; }));
        const auto kernels = std::make_shared<const Kernels>(*Kernels::load());
        SessionRunner runner(kernels, 1);
        ShownRun shown(runner);
        RunController controller(document, runner, shown);
        ProgressLine line(shown, controller);
        HealthStrip strip(shown, controller, kernels);
        auto* text = line.findChild<QLabel*>(QStringLiteral("progressText"));
        auto* sentence = strip.findChild<QLabel*>(QStringLiteral("verdictSentence"));
        QSignalSpy noticed(&controller, &RunController::noticed);
        controller.train();
        QTRY_COMPARE_WITH_TIMEOUT(noticed.count(), 1, 20'000);
        QVERIFY2(noticed[0][0].toString().startsWith(QStringLiteral("This run takes about ")),
            qPrintable(noticed[0][0].toString()));
        QTRY_VERIFY2(text->text().contains(QStringLiteral(" left")), qPrintable(text->text()));
        QVERIFY(text->text().contains(QStringLiteral("about ")));
        controller.stop();
        QTRY_VERIFY(controller.isIdle());
        QVERIFY(!text->text().contains(QStringLiteral(" left"))); // it stands still
        QCOMPARE(noticed.count(), 1); // once a run
        QVERIFY(document.edit({}, [](SessionSpec& edited) { edited.training.seed = 9; }));
        QVERIFY(controller.isIdle());
        QVERIFY2(
            sentence->text().contains(QStringLiteral("It will take about ")), qPrintable(sentence->text()));
        QVERIFY(document.edit({}, [](SessionSpec& edited) { edited.training.batchSize = 64; }));
        QVERIFY(!sentence->text().contains(QStringLiteral("It will take about "))); // nobody knows
    }
};

QTEST_MAIN(TestRunTime)
#include "tst_run_time.moc"
