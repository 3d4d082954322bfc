// SPDX-License-Identifier: GPL-3.0-or-later
// The signals that end a program arrive as events; the second one is not asked.
#include "app/desktop/platform_start.h"

#include <QSignalSpy>
#include <QTest>

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

using namespace ulpscope;

class TestEndSignals : public QObject
{
    Q_OBJECT
private slots:
    void theyArriveAsEvents_data();
    void theyArriveAsEvents();
    void whatWasIgnoredStaysIgnored();
    void theSecondEndsTheProgram();
    void theyEndTheProgramAgainAfterwards();
};

void TestEndSignals::theyArriveAsEvents_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("status");
    QTest::newRow("SIGTERM") << SIGTERM << 143;
    QTest::newRow("SIGHUP") << SIGHUP << 129;
    QTest::newRow("SIGINT") << SIGINT << 130;
}

void TestEndSignals::theyArriveAsEvents()
{
    QFETCH(int, number);
    QFETCH(int, status);
    // Started from a shell's background, the test itself may ignore some.
    const auto before = std::signal(number, SIG_DFL);
    {
        const EndSignals endSignals;
        QSignalSpy received(&endSignals, &EndSignals::received);
        QCOMPARE(::raise(number), 0);
        QCOMPARE(received.count(), 0); // not before the event loop comes round
        QTRY_COMPARE(received.count(), 1);
        QCOMPARE(received[0][0].toInt(), number);
        QCOMPARE(EndSignals::exitStatus(number), status);
    }
    std::signal(number, before);
}

void TestEndSignals::whatWasIgnoredStaysIgnored()
{
    const auto before = std::signal(SIGHUP, SIG_IGN);
    {
        const EndSignals endSignals;
        QSignalSpy received(&endSignals, &EndSignals::received);
        QCOMPARE(::raise(SIGHUP), 0);
        QTest::qWait(50);
        QCOMPARE(received.count(), 0);
    }
    QVERIFY(std::signal(SIGHUP, before) == SIG_IGN);
}

void TestEndSignals::theSecondEndsTheProgram()
{
    const pid_t child = ::fork();
    QVERIFY(child >= 0);
    if (child == 0) {
        std::signal(SIGTERM, SIG_DFL);
        const EndSignals endSignals;
        ::raise(SIGTERM);
        ::raise(SIGTERM);
        ::_exit(0);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), SIGTERM);
}

void TestEndSignals::theyEndTheProgramAgainAfterwards()
{
    const auto before = std::signal(SIGTERM, SIG_DFL);
    {
        const EndSignals endSignals;
    }
    QVERIFY(std::signal(SIGTERM, before) == SIG_DFL);
}

QTEST_GUILESS_MAIN(TestEndSignals)
#include "tst_end_signals.moc"
