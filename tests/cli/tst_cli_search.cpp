// SPDX-License-Identifier: GPL-3.0-or-later
// search and sweep as one types them: exit codes, files, and messages with their places.
#include "tests/cli/cli_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

namespace {

nlohmann::json jsonOf(const QString& text)
{
    return nlohmann::json::parse(text.toStdString());
}

QString contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList asked(const QString& budget, const QString& folder)
{
    return {"circle", "--menu", "float32,mixed_bfloat16,bfloat16", "--steps", "20", "--seeds", "1,2",
        "--budget", budget, "--out", folder};
}

} // namespace

class TestCliSearch : public QObject
{
    Q_OBJECT
private slots:
    void whatIsFoundIsExitCode0()
    {
        const QTemporaryDir folder;
        const QStringList arguments = QStringList("search") + asked("loss <= 1.5*float32", folder.path());
        const Outcome json = cli(arguments + QStringList{"--json"});
        QCOMPARE(json.exitCode, 0);
        const nlohmann::json found = jsonOf(json.out);
        QCOMPARE(found["proved"].get<bool>(), true);
        QCOMPARE(found["answer"].size(), 3U);
        QCOMPARE(contents(folder.filePath("search.json")), json.out);
        const Outcome ledger = cli({"ledger", folder.filePath("answer.ulps"), "--json"});
        QCOMPARE(jsonOf(ledger.out)["bytes"]["total"].get<double>(), found["cost"].get<double>());
        const qsizetype lines = contents(folder.filePath("runs.jsonl")).count('\n');
        const Outcome table = cli(arguments); // all of it is kept
        QCOMPARE(table.exitCode, 0);
        QVERIFY2(table.out.contains("proved: every cheaper assignment was run"), qPrintable(table.out));
        QCOMPARE(contents(folder.filePath("runs.jsonl")).count('\n'), lines);
    }

    void nothingWithinTheBudgetIsExitCode3()
    {
        const QTemporaryDir folder;
        const Outcome refused = cli(QStringList("search") + asked("loss < 1e-9", folder.path()));
        QCOMPARE(refused.exitCode, 3);
        QVERIFY2(refused.err.contains("float32 itself breaks 'loss < 1e-9' under 2 of 2 seeds"),
            qPrintable(refused.err));
        QVERIFY(jsonOf(contents(folder.filePath("search.json")))["answer"].is_null());
    }

    void aTaskOfAnArrayIsAShardByItself_data()
    {
        QTest::addColumn<QStringList>("variables"); ///< ID, MIN, MAX, COUNT
        QTest::addColumn<QString>("said"); ///< how it begins; of an error how it ends
        QTest::newRow("no array") << QStringList() << "shard 1 of 1 is done: ";
        QTest::newRow("from 1") << QStringList{"2", "1", "2", "2"} << "shard 2 of 2 is done: ";
        QTest::newRow("from 0") << QStringList{"0", "0", "2", "3"} << "shard 1 of 3 is done: ";
        QTest::newRow("gaps")
            << QStringList{"4", "2", "6", "3"}
            << "--shard: the tasks of this Slurm array are not consecutive: say which shard this one is, such as --shard 3/8\n";
    }
    void aTaskOfAnArrayIsAShardByItself()
    {
        QFETCH(QStringList, variables);
        QFETCH(QString, said);
        const QTemporaryDir folder;
        QVERIFY(
            cli(QStringList{"sweep", "plan"} + asked("loss <= 1.5*float32", folder.path())).exitCode == 0);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        const QStringList names{"ID", "MIN", "MAX", "COUNT"};
        for (qsizetype i = 0; i < variables.size(); ++i)
            environment.insert("SLURM_ARRAY_TASK_" + names[i], variables[i]);
        const Outcome run = cli({"sweep", "run", folder.path()}, environment);
        if (said.startsWith("shard"))
            QVERIFY2(run.exitCode == 0 && run.out.startsWith(said), qPrintable(run.out + run.err));
        else
            QVERIFY2(run.exitCode == 2 && run.err.endsWith(said), qPrintable(run.out + run.err));
    }

    void lossScalesAreAsked()
    {
        const QTemporaryDir folder;
        const QStringList arguments = QStringList("search") + asked("loss <= 1.5*float32", folder.path())
            + QStringList("--loss-scale");
        const Outcome found = cli(arguments + QStringList{"2^10, none"});
        QVERIFY2(found.exitCode == 0, qPrintable(found.err));
        QVERIFY2(found.out.contains("loss scale          2^10 "), qPrintable(found.out));
        const nlohmann::json json = jsonOf(contents(folder.filePath("search.json")));
        QCOMPARE(json["loss_scale"].get<std::string>(), std::string("2^10"));
        QCOMPARE(json["assignments"].get<int>(), 54);
        const nlohmann::json answer = jsonOf(contents(folder.filePath("answer.ulps")));
        QCOMPARE(answer["training"]["loss_scale"]["scale"].get<double>(), 1024.0);
        const Outcome wrong = cli(arguments + QStringList{"2^10,dynamo"});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.err.contains("--loss-scale: "), qPrintable(wrong.err));
    }

    void whatTheSeedsMayDecideIsNoticed()
    {
        const QTemporaryDir folder;
        const Outcome found = cli(QStringList("search") + asked("loss <= 1.001*float32", folder.path()));
        QCOMPARE(found.exitCode, 0);
        QVERIFY2(found.err.contains(
                     "notice: 'loss <= 1.001*float32' allows 0.1 % beyond float32 of the same seed"),
            qPrintable(found.err));
    }

    void wrongUseNamesItsPlace()
    {
        const QTemporaryDir folder;
        const Outcome budget = cli(QStringList("search") + asked("loss@20 < 1", folder.path()));
        QCOMPARE(budget.exitCode, 2);
        QCOMPARE(budget.err,
            QString(
                "ulpscope-cli: --budget, column 6: the run's steps are 0 to 19, so there is no step 20\n"));
        const Outcome kernels
            = cli(QStringList("search") + asked("loss < 1", folder.path()) + QStringList{"--kernels", "z80"});
        QCOMPARE(kernels.exitCode, 2);
        QVERIFY2(kernels.err.contains("--kernels: this machine has no kernels of level 'z80'"),
            qPrintable(kernels.err));
    }

    /// Relative paths of a session hold where it lies, and not where its answer and its plan do.
    void aSessionWithARelativeFileIsSearchedFromAnywhere()
    {
        const QTemporaryDir folder;
        QByteArray table = "x,y,label\n";
        for (int i = 0; i < 60; ++i)
            table += QByteArray::number(0.1 * (i % 11)) + ',' + QByteArray::number(0.2 * (i % 7)) + ','
                + (i % 2 == 0 ? "a\n" : "b\n");
        QVERIFY(QDir(folder.path()).mkdir("data"));
        QFile file(folder.filePath("data/own.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(table) == table.size());
        file.close();
        const QString session = folder.filePath("own.ulps");
        const Outcome made = cli({"new", folder.filePath("data/own.csv"), "--out", session});
        QVERIFY2(made.exitCode == 0, qPrintable(made.err));
        QString text = contents(session);
        QVERIFY(text.contains(folder.filePath("data/own.csv")) || text.contains("\"data/own.csv\""));
        text.replace(folder.filePath("data/own.csv"), "data/own.csv");
        QFile relative(session);
        QVERIFY(relative.open(QIODevice::WriteOnly | QIODevice::Truncate));
        relative.write(text.toUtf8());
        relative.close();
        const QStringList asked{session, "--menu", "float32,mixed_bfloat16", "--steps", "4", "--seeds", "1",
            "--budget", "loss <= 1.5*float32"};
        const Outcome found
            = cli(QStringList("search") + asked + QStringList{"--out", folder.filePath("out/found")});
        QVERIFY2(found.exitCode == 0, qPrintable(found.err));
        const Outcome run
            = cli({"run", folder.filePath("out/found/answer.ulps"), "--out", folder.filePath("run")});
        QVERIFY2(run.exitCode == 0, qPrintable(run.err));
        const QString plan = folder.filePath("out/plan");
        QVERIFY(cli(QStringList{"sweep", "plan"} + asked + QStringList{"--out", plan}).exitCode == 0);
        const Outcome swept = cli({"sweep", "run", plan});
        QVERIFY2(swept.exitCode == 0, qPrintable(swept.err));
        // And the search takes them as its own.
        QVERIFY(cli(QStringList("search") + asked + QStringList{"--out", plan}).exitCode == 0);
        QVERIFY(contents(plan + "/runs.jsonl").isEmpty());
    }

    void aSweepIsPlannedRunMergedAndSearched()
    {
        const QTemporaryDir folder;
        const Outcome plan = cli(QStringList{"sweep", "plan"} + asked("loss <= 1.5*float32", folder.path()));
        QVERIFY2(plan.exitCode == 0 && plan.out.contains("54 runs"), qPrintable(plan.out + plan.err));
        const Outcome half = cli({"sweep", "run", folder.path(), "--shard", "2/2"});
        QVERIFY2(half.exitCode == 0, qPrintable(half.err));
        const nlohmann::json status = jsonOf(cli({"sweep", "status", folder.path(), "--json"}).out);
        QCOMPARE(status["planned"].get<int>(), 54);
        // float32 under seed 1 is the first line, which shard 2 needs too.
        QVERIFY(status["done"].get<int>() >= 27 && status["done"].get<int>() < 54);
        QCOMPARE(cli({"sweep", "run", folder.path(), "--shard", "1/2"}).exitCode, 0);
        QVERIFY(cli({"sweep", "merge", folder.path()}).out.startsWith("54 of 54 runs done"));
        QCOMPARE(contents(folder.filePath("results.jsonl")).count('\n'), 54);
        QCOMPARE(cli(QStringList("search") + asked("loss <= 1.5*float32", folder.path())).exitCode, 0);
        QVERIFY(contents(folder.filePath("runs.jsonl")).isEmpty());
        QCOMPARE(cli({"sweep", "run", folder.path(), "--shard", "3/2"}).exitCode, 2);
    }
};

QTEST_GUILESS_MAIN(TestCliSearch)
#include "tst_cli_search.moc"
