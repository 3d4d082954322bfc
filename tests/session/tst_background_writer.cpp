// SPDX-License-Identifier: GPL-3.0-or-later
// What waits to be written gives way to what is newer, and nothing else does.
#include "app/session/kept/background_writer.h"

#include <QTest>

#include <semaphore>

using namespace ulpscope;

class TestBackgroundWriter : public QObject
{
    Q_OBJECT
private slots:
    void onlyTheNewestOfAFileIsWritten();
    void allThatIsAskedForIsWrittenAtTheEnd();
    void itIsBusyUntilAllIsWritten();
};

void TestBackgroundWriter::onlyTheNewestOfAFileIsWritten()
{
    std::binary_semaphore hasBegun(0);
    std::binary_semaphore mayGoOn(0);
    QStringList written; // by the thread, read when it has ended
    QStringList told;
    BackgroundWriter writer;
    const auto write = [&](const QString& file, const QString& state) {
        writer.write(
            file,
            [&written, state] {
                written += state;
                return success();
            },
            [&told, state](const Status&) { told += state; });
    };
    writer.write(
        QStringLiteral("runs"),
        [&] {
            hasBegun.release();
            mayGoOn.acquire();
            written += QStringLiteral("first");
            return success();
        },
        [&](const Status&) { told += QStringLiteral("first"); });
    hasBegun.acquire();
    write(QStringLiteral("runs"), QStringLiteral("second"));
    write(QStringLiteral("session"), QStringLiteral("other"));
    write(QStringLiteral("runs"), QStringLiteral("third"));
    write(QStringLiteral("runs"), QStringLiteral("last"));
    mayGoOn.release();
    writer.wait();
    QCOMPARE(written.join(QLatin1Char(' ')), QStringLiteral("first other last"));
    QCOMPARE(told, written);
}

void TestBackgroundWriter::allThatIsAskedForIsWrittenAtTheEnd()
{
    int written = 0;
    int told = 0;
    {
        BackgroundWriter writer;
        for (const char* file : {"a", "b", "c"})
            writer.write(
                QString::fromLatin1(file),
                [&written] {
                    ++written;
                    return success();
                },
                [&told](const Status&) { ++told; });
    }
    QCOMPARE(written, 3);
    QCOMPARE(told, 0);
}

void TestBackgroundWriter::itIsBusyUntilAllIsWritten()
{
    std::binary_semaphore mayGoOn(0);
    BackgroundWriter writer;
    QVERIFY(!writer.isBusy());
    QVERIFY(writer.waitFor(std::chrono::milliseconds(0)));
    writer.write(
        QStringLiteral("runs"),
        [&] {
            mayGoOn.acquire();
            return success();
        },
        [](const Status&) {});
    QVERIFY(writer.isBusy());
    QVERIFY(!writer.waitFor(std::chrono::milliseconds(10)));
    mayGoOn.release();
    QVERIFY(writer.waitFor(std::chrono::minutes(1)));
    QVERIFY(!writer.isBusy());
}

QTEST_GUILESS_MAIN(TestBackgroundWriter)
#include "tst_background_writer.moc"
