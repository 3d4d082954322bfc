// SPDX-License-Identifier: GPL-3.0-or-later
// A repair that is offered was tried, and the run afterwards is better by the number that was bad.
#include "app/io/session/session_file.h"
#include "app/judge/runs/repair_trials.h"
#include "engine/loss/loss_catalog.h"
#include "engine/session/session_formats.h"
#include "engine/train/training_run.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>

using namespace ulpscope;

namespace {

struct Outcome
{
    RunTotals totals;
    StepRecord last;
};

/// The number that the verdict calls bad, of another run.
double badness(BadMetric metric, const Outcome& run)
{
    const double infinity = std::numeric_limits<double>::infinity();
    switch (metric) {
    case BadMetric::None:
        break;
    case BadMetric::Divergence: {
        const auto at = run.totals.divergedAt ? run.totals.divergedAt
            : run.totals.scalerEndedAt        ? run.totals.scalerEndedAt
                                              : run.totals.referenceDivergedAt;
        return at ? 1 / (1.0 + static_cast<double>(*at)) : 0;
    }
    case BadMetric::Overflows:
        return static_cast<double>(run.totals.counts.overflows);
    case BadMetric::SkippedShare:
        return static_cast<double>(run.totals.recentSkippedSteps());
    case BadMetric::FlushedShare:
        return run.totals.counts.gradientsFlushedPercent().value_or(infinity);
    case BadMetric::LostShare:
        return run.totals.counts.updatesLostPercent();
    case BadMetric::SaturatedShare:
        return run.totals.counts.saturatedPercent();
    case BadMetric::OutputError:
        return run.last.errorVsFloat64.value_or(infinity);
    }
    return 0;
}

} // namespace

class TestRepairTrials : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
        m_kernels = std::make_unique<Kernels>(*std::move(kernels));
    }

    void circleGetsItsLossScaleWithinASecond()
    {
        const SessionSpec session = scene("circle");
        const Outcome before = trained(session);
        const Verdict verdict = judge(session, before.totals, before.last);
        const auto begun = std::chrono::steady_clock::now();
        const auto trials = tryRepairs(session, verdict, before.totals, before.last, *m_kernels);
        const double seconds
            = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
        QVERIFY(trials && trials->helped);
        QCOMPARE(trials->helped->text.text(), std::string("Try loss scale 1024"));
        QCOMPARE(trials->steps, session.training.steps);
        QVERIFY2(trials->outcome.text().ends_with(" % flushed"), trials->outcome.text().c_str());
        qInfo("%s in %.2f s", trials->outcome.text().c_str(), seconds);
        QVERIFY2(seconds < 5, qPrintable(QString::number(seconds))); // 0.3 s on an idle machine
    }

    /// The gradient's scale is 0 in float16: no learning rate and no loss scale mends it, and float8 stays.
    void float8OverFloat16GetsBfloat16Below()
    {
        SessionSpec session = scene("circle");
        session.policies.global = *getPolicy("float32");
        session.model.layers.at(1).policy = *getPolicy("float8_from_mixed_float16");
        const Outcome before = trained(session);
        const Verdict verdict = judge(session, before.totals, before.last);
        QCOMPARE(verdict.ruleId, std::string("diverged"));
        QVERIFY2(verdict.text().find("is 0 in float16") != std::string::npos, verdict.text().c_str());
        QVERIFY2(verdict.lesson.empty(), verdict.lesson.c_str());
        const auto trials = tryRepairs(session, verdict, before.totals, before.last, *m_kernels);
        QVERIFY(trials && trials->helped);
        QCOMPARE(trials->helped->text.text(), std::string("Use bfloat16 below float8"));
        QVERIFY2(trials->outcome.text().starts_with("finite, loss 0."), trials->outcome.text().c_str());
        trials->helped->edit(session);
        QCOMPARE(session.model.layers.at(1).policy->name, std::string("float8_from_mixed_bfloat16"));
        QVERIFY(!trained(session).totals.divergedAt);
    }

    /// A loss scale that skips every other step keeps the run finite, and teaches it nothing.
    void ofRepairsThatHelpSomewhatTheBestIsOffered()
    {
        const Result<Kernels> kernels = Kernels::load("x86-64-v3"); // with the next it diverges later
        QVERIFY(kernels.ok());
        SessionSpec session = scene("attention-overflow");
        session.training.steps = 40;
        const Outcome before = trained(session, *kernels);
        const Verdict verdict = judge(session, before.totals, before.last);
        QCOMPARE(verdict.ruleId, std::string("diverged"));
        const auto trials = tryRepairs(session, verdict, before.totals, before.last, *kernels);
        QVERIFY(trials && trials->helped);
        trials->helped->edit(session);
        const Outcome after = trained(session, *kernels);
        QVERIFY2(after.last.loss < 5, trials->outcome.text().c_str()); // float64's is 2.5, of the other 14
        QVERIFY(after.totals.recentSkippedSteps() == 0);
    }

    void whatIsOfferedMakesTheRunBetter_data()
    {
        QTest::addColumn<SessionSpec>("session");
        for (const auto& file :
            std::filesystem::directory_iterator(ULPSCOPE_SOURCE_DIR "/resources/scenes")) {
            const std::string name = file.path().stem().string();
            if (name.starts_with("fashion")
                || name == "characters") // whose data are not everywhere, or which take minutes
                continue;
            QTest::newRow(name.c_str()) << scene(name);
        }
        for (const char* policy : {"float16", "mixed_float16", "bfloat16", "mixed_bfloat16", "float32",
                 "float8_from_float16", "float8_from_mixed_float16", "float8_from_mixed_bfloat16"})
            for (const double rate : {0.1, 1e3, 1e8})
                for (const char* scale : {"none", "large", "dynamic", "eager"}) {
                    SessionSpec session = circle(policy);
                    session.training.steps = 120;
                    session.training.lossWeight = rate > 1 ? 1e-5 : 1;
                    session.training.optimizer = {"SGD", {{"learning_rate", rate}}};
                    const std::string_view wanted = scale;
                    if (wanted == "large")
                        session.training.lossScale = {"fixed", {{"scale", 0x1p30}}};
                    else if (wanted != "none")
                        session.training.lossScale = {"dynamic",
                            {{"initial_scale", wanted == "dynamic" ? 0x1p40 : 0x1p15},
                                {"dynamic_growth_steps", std::int64_t{wanted == "eager" ? 2 : 2000}}}};
                    QTest::addRow("%s, rate %g, scale %s", policy, rate, scale) << session;
                }
    }

    void whatIsOfferedMakesTheRunBetter()
    {
        QFETCH(SessionSpec, session);
        const Outcome before = trained(session);
        const Verdict verdict = judge(session, before.totals, before.last);
        const auto trials
            = tryRepairs(session, verdict, before.totals, before.last, *m_kernels, {.seconds = 20});
        QVERIFY(trials);
        if (!trials->helped)
            return;
        QVERIFY(!trials->outcome.empty());
        SessionSpec repaired = session;
        trials->helped->edit(repaired);
        const Outcome after = trained(repaired);
        const QString what = QStringLiteral("%1 -> %2: %3 (%4)")
                                 .arg(badness(verdict.metric, before))
                                 .arg(badness(verdict.metric, after))
                                 .arg(trials->helped->text.text().c_str(), trials->outcome.text().c_str());
        QVERIFY2(!after.totals.divergedAt && std::isfinite(after.last.loss), qPrintable(what));
        QVERIFY2(badness(verdict.metric, after) < badness(verdict.metric, before), qPrintable(what));
        QVERIFY2(judge(repaired, after.totals, after.last).severity <= verdict.severity, qPrintable(what));
    }

    void whatCannotBeTriedInTimeIsSaid()
    {
        SessionSpec session = scene("circle");
        const Outcome before = trained(session);
        const Verdict verdict = judge(session, before.totals, before.last);
        const auto trials
            = tryRepairs(session, verdict, before.totals, before.last, *m_kernels, {.seconds = 0});
        QVERIFY(trials && !trials->helped);
        QCOMPARE(trials->untried.size(), verdict.repairs.size());
    }

    void aStopEndsTheTrials()
    {
        const SessionSpec session = scene("circle");
        const Outcome before = trained(session);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!tryRepairs(session, judge(session, before.totals, before.last), before.totals, before.last,
            *m_kernels, {}, stop.get_token()));
    }

private:
    static SessionSpec scene(const std::string& name)
    {
        Result<SessionSpec> session = loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/" + name + ".ulps");
        return session ? *session : SessionSpec();
    }

    Outcome trained(const SessionSpec& session) const { return trained(session, *m_kernels); }

    static Outcome trained(const SessionSpec& session, const Kernels& kernels)
    {
        Result<TrainingRun> run = TrainingRun::create(session, kernels);
        if (!run) {
            qWarning("%s", run.error().text().c_str()); // fails the test
            return {};
        }
        while (run->stepsDone() < session.training.steps && !run->totals().divergedAt)
            run->step();
        return {run->totals(), run->record()};
    }

    std::unique_ptr<Kernels> m_kernels;
};

QTEST_GUILESS_MAIN(TestRepairTrials)
#include "tst_repair_trials.moc"
