// SPDX-License-Identifier: GPL-3.0-or-later
// The log of a training on the command line: places, counts, and the names of numbers that are not understood.
#include "tests/cli/cli_program.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

class TestCliLog : public QObject
{
    Q_OBJECT

private slots:
    void listsNamesThatAreNotUnderstood()
    {
        const QString path = write("own.log", "it=1 L=2.5 S=1024\nit=2 L=2.25 S=512\n");
        const Outcome refused = cli({"log", path});
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(
            refused.err.contains(
                "its numbers are named L (2.5), S (1024), it (1); say which is the loss with --loss NAME"),
            qPrintable(refused.err));
        const Outcome named = cli({"log", path, "--step", "it", "--loss", "L", "--loss-scale", "S"});
        QCOMPARE(named.exitCode, 0);
        QVERIFY2(named.out.contains("own names: 2 lines, 2 losses, 2 loss scales, 0 skipped steps"),
            qPrintable(named.out));
        QCOMPARE(cli({"log", path, "--step", "it", "--loss", "L", "--scale", "S"}).out, named.out);
    }

    void namesPlacesInAProgressBar()
    {
        QByteArray bar;
        for (int step = 1; step < 100; ++step)
            bar += "\rEpoch 0: 1%|#  | " + QByteArray::number(step)
                + "/100 [00:01<00:09, 10.00it/s, train_loss=" + (step < 40 ? "2.5]" : "nan.0]");
        const QString path = write("bar.log", bar);
        const Outcome text = cli({"log", path});
        QVERIFY2(text.out.contains("  At epoch 0, step 40/100, epoch 0, step 41/100"), qPrintable(text.out));
        const QJsonObject json = QJsonDocument::fromJson(cli({"log", path, "--json"}).out.toUtf8()).object();
        QCOMPARE(json["verdicts"][0]["places"][0].toString(), QStringLiteral("epoch 0, step 40/100"));
        QCOMPARE(json["loss"].toArray().size(), 99);
    }

    void namesLinesOnceAndInOrder()
    {
        QByteArray log;
        for (int step = 1; step < 20; ++step)
            log += "loss: " + QByteArray(step < 10 ? "2.5" : "nan")
                + (step < 10 ? "\n"
                             : "\nGradient overflow.  Skipping step, loss scaler 0 reducing loss scale to "
                            + QByteArray::number(65536 >> (step - 9)) + '\n');
        const Outcome outcome = cli({"log", write("apex.log", log)});
        QVERIFY2(
            outcome.out.contains("  At lines 10, 11, 12, 14, 16, 18, 20, 29.\n"), qPrintable(outcome.out));
    }

    void saysWhichNumbersItDidNotTakeForTheLoss()
    {
        const Outcome outcome = cli(
            {"log", write("scale.log", "step 1 loss scale 1024 kl=0.5\nstep 2 loss scale 1024 kl=0.25\n")});
        QCOMPARE(outcome.exitCode, 0);
        QVERIFY2(
            outcome.out.contains("Numbers of other names: kl (0.5). --loss NAME says which is the loss."),
            qPrintable(outcome.out));
    }

private:
    QString write(const char* name, const QByteArray& text)
    {
        const QString path = m_folder.filePath(QLatin1String(name));
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCliLog)
#include "tst_cli_log.moc"
