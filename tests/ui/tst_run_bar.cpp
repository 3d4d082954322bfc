// SPDX-License-Identifier: GPL-3.0-or-later
// The run bar: running until something goes wrong, and going back to an earlier step by keys alone.
#include "app/session/document.h"
#include "engine/kernels/kernels.h"
#include "engine/session/stop_condition.h"
#include "tests/engine/small_sessions.h"
#include "ui/training/models/run_controller.h"
#include "ui/training/run_bar.h"

#include <QAction>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

QAction* find(const RunBar& bar, const char* id)
{
    return bar.findChild<QAction*>(QString::fromLatin1(id));
}

/// A session in a document, with its bar.
struct Opened
{
    explicit Opened(const SessionSpec& session)
    {
        if (!document.edit({}, [&](SessionSpec& edited) { edited = session; }))
            qFatal("the session is sound");
    }

    Document document;
    SessionRunner runner{std::make_shared<const Kernels>(*Kernels::load()), 1};
    ShownRun shown{runner};
    RunController controller{document, runner, shown};
    RunBar bar{document, shown, controller};
};

} // namespace

class TestRunBar : public QObject
{
    Q_OBJECT

private slots:
    void goesBackToATypedStepAndOn()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.steps = 50;
        Opened opened(session);
        auto& [document, runner, shown, controller, bar] = opened;
        bar.show();
        auto* back = bar.findChild<QSpinBox*>(QStringLiteral("backTo"));
        QVERIFY(!find(bar, "back")->isEnabled());
        controller.train();
        QTRY_COMPARE(runner.state(), SessionRunner::State::Finished);
        QVERIFY(find(bar, "back")->isEnabled());
        QCOMPARE(back->value(), 49);
        const double last = runner.history()->records().back().loss;

        // A step that is not done yet: said, and nothing goes anywhere.
        QSignalSpy noticed(&bar, &RunBar::noticed);
        back->selectAll();
        QTest::keyClicks(back, QStringLiteral("99999"));
        QTest::keyClick(back, Qt::Key_Return);
        QCOMPARE(runner.state(), SessionRunner::State::Finished);
        QCOMPARE(runner.history()->records().size(), std::size_t{50});
        QCOMPARE(back->value(), 49);
        QCOMPARE(noticed.count(), 1);
        QVERIFY2(
            noticed[0][0].toString().startsWith(QStringLiteral("The newest step is 49: there is no step 99")),
            qPrintable(noticed[0][0].toString()));

        back->selectAll();
        QTest::keyClicks(back, QStringLiteral("17"));
        QTest::keyClick(back, Qt::Key_Return);
        QTRY_COMPARE(runner.state(), SessionRunner::State::Paused);
        QCOMPARE(runner.history()->records().back().step, 17);
        QCOMPARE(back->value(), 17);
        controller.train();
        QTRY_COMPARE(runner.state(), SessionRunner::State::Finished);
        QCOMPARE(runner.history()->records().back().loss, last);
        // One below the first step is the start.
        back->selectAll();
        QTest::keyClicks(back, QStringLiteral("0"));
        QTest::keyClick(back, Qt::Key_Down);
        QCOMPARE(back->text(), QStringLiteral("start"));
        QTest::keyClick(back, Qt::Key_Return);
        QTRY_COMPARE(runner.state(), SessionRunner::State::Paused);
        QVERIFY(runner.history()->records().empty());
        QCOMPARE(back->text(), QStringLiteral("start"));
    }

    void runsUntilATypedStep()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.steps = 50;
        Opened opened(session);
        auto& [document, runner, shown, controller, bar] = opened;
        auto* step = bar.findChild<QSpinBox*>(QStringLiteral("untilStep"));
        QVERIFY(step != nullptr && !step->toolTip().isEmpty() && !step->accessibleName().isEmpty());
        const auto runUntil = [step](int wanted) {
            step->selectAll();
            QTest::keyClicks(step, QString::number(wanted));
            QTest::keyClick(step, Qt::Key_Return);
        };
        runUntil(12);
        QTRY_COMPARE(runner.state(), SessionRunner::State::Paused);
        QCOMPARE(runner.history()->records().size(), std::size_t{13});
        runUntil(20); // on from there
        QTRY_COMPARE(runner.history()->records().size(), std::size_t{21});
        QTRY_COMPARE(runner.state(), SessionRunner::State::Paused);
        QSignalSpy noticed(&controller, &RunController::noticed);
        runUntil(5);
        QCOMPARE(noticed.count(), 1);
        QCOMPARE(runner.history()->records().size(), std::size_t{21});
        QVERIFY(find(bar, "back")->text().contains(QStringLiteral("step")));
    }

    void moreStepsAreTheSessionsToo()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.steps = 50;
        session.training.schedule = {"PolynomialDecay", {{"decay_steps", std::int64_t{40}}}};
        Opened opened(session);
        auto& [document, runner, shown, controller, bar] = opened;
        bar.show();
        QAction* more = find(bar, "more");
        QVERIFY(!more->isEnabled()); // nothing is trained
        controller.train();
        QTRY_COMPARE(runner.state(), SessionRunner::State::Finished);
        QVERIFY(more->isEnabled());
        QCOMPARE(find(bar, "more-again")->text(), QStringLiteral("As many again (50)"));
        document.undoStack().clear();
        QSignalSpy noticed(&controller, &RunController::noticed);
        find(bar, "more-again")->trigger();
        QCOMPARE(document.session()->training.steps, 100);
        QVERIFY(!more->isEnabled()); // it trains
        QTRY_COMPARE(runner.state(), SessionRunner::State::Finished);
        QCOMPARE(runner.history()->stepsDone(), 100);
        QCOMPARE(document.undoStack().count(), 1);
        // The schedule is over, and what is trained after it has its last rate: said.
        QCOMPARE(noticed.count(), 1);
        QVERIFY2(noticed[0][0].toString().contains(QStringLiteral("PolynomialDecay is at its end")),
            qPrintable(noticed[0][0].toString()));
        // Steps that are typed into the form go on too, and are not trained anew.
        const std::shared_ptr<const RunHistory> before = runner.history();
        QVERIFY(document.edit({}, [](SessionSpec& edited) { edited.training.steps = 130; }));
        QSignalSpy replaced(&runner, &SessionRunner::historyReplaced);
        controller.train();
        QTRY_COMPARE(runner.state(), SessionRunner::State::Finished);
        QCOMPARE(runner.history()->stepsDone(), 130);
        QCOMPARE(replaced.count(), 0); // no run was loaded
        QVERIFY(runner.history() != before);
        // Beyond what a session can have nothing happens, and why is said.
        QSignalSpy refused(&controller, &RunController::refused);
        controller.trainMore(1'000'000'000);
        QCOMPARE(refused.count(), 1);
        QCOMPARE(document.session()->training.steps, 130);
    }

    void watchesOfTheSessionAreInTheMenu()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.steps = 50;
        session.watches = {{"loss * 2", false}, {"step >= 7", false}};
        Opened opened(session);
        auto& [document, runner, shown, controller, bar] = opened;
        QMenu* menu = find(bar, "until")->menu();
        for (int opening = 0; opening < 2; ++opening) { // an entry each, however often it is opened
            emit menu->aboutToShow();
            QCOMPARE(std::size_t(menu->actions().size()), stopConditionCatalog().size() + 3);
        }
        QAction* watch = menu->actions().at(menu->actions().size() - 3);
        QCOMPARE(watch->text(), QStringLiteral("step >= 7"));
        watch->trigger();
        QTRY_COMPARE(runner.state(), SessionRunner::State::Paused);
        QCOMPARE(runner.history()->records().back().step, 7);
    }

    void everyConditionIsInTheMenu()
    {
        SessionSpec session = circle("mixed_float16");
        session.training.lossScale = {"dynamic", {{"initial_scale", 0x1p24}}};
        Opened opened(session);
        auto& [document, runner, shown, controller, bar] = opened;
        const QMenu* menu = find(bar, "until")->menu();
        QVERIFY(menu != nullptr);
        // Then a separator, and the step.
        QCOMPARE(static_cast<std::size_t>(menu->actions().size()), stopConditionCatalog().size() + 2);
        for (const QAction* action : menu->actions())
            QVERIFY(action->isSeparator() || (!action->toolTip().isEmpty() && !action->text().isEmpty()));
        QSignalSpy noticed(&controller, &RunController::noticed);
        menu->actions().at(3)->trigger(); // the first skipped step
        QTRY_COMPARE(noticed.count(), 1);
        QCOMPARE(runner.history()->records().size(), std::size_t{1});
        QVERIFY(noticed[0][0].toString().contains(QStringLiteral("step 0")));
    }
};

QTEST_MAIN(TestRunBar)
#include "tst_run_bar.moc"
