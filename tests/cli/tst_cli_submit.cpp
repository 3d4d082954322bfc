// SPDX-License-Identifier: GPL-3.0-or-later
// sweep submit, status and next against programs of Slurm's names that write down how they were called and say what they are told to say.
// tests/run.sh slurm does the same with a real Slurm.
#include "tests/cli/cli_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <nlohmann/json.hpp>

namespace {

QString readAll(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void write(const QString& path, const QString& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
}

/// sbatch numbers its jobs from 100 on and keeps its arguments, a job a line; squeue prints the file "queue".
class FakeSlurm
{
public:
    FakeSlurm()
    {
        program("sbatch",
            "echo \"$@\" >>\"$here/calls\"\n"
            "echo $((99 + $(wc -l <\"$here/calls\")))\n");
        program("squeue", "cat \"$here/queue\"\n");
        queue({});
    }

    void program(const QString& name, const QString& commands)
    {
        const QString path = m_folder.filePath(name);
        write(path, "#!/bin/sh\nhere=" + m_folder.path() + "\n" + commands);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    /// squeue's rows
    void queue(const QStringList& rows) { write(m_folder.filePath("queue"), rows.join('\n') + '\n'); }
    QStringList calls() const { return readAll(m_folder.filePath("calls")).split('\n', Qt::SkipEmptyParts); }
    Outcome run(const QStringList& arguments, const QString& ownJob = {}) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", m_folder.path() + ":/usr/bin:/bin");
        if (!ownJob.isEmpty())
            environment.insert("SLURM_JOB_ID", ownJob);
        return cli(arguments, environment);
    }

private:
    QTemporaryDir m_folder;
};

QStringList plan(const QString& folder)
{
    return {"sweep", "plan", "circle", "--menu", "float32,bfloat16", "--steps", "5", "--seeds", "1",
        "--budget", "loss <= 1.5*float32", "--out", folder};
}

} // namespace

class TestCliSubmit : public QObject
{
    Q_OBJECT
private slots:
    void shardsAreTasksOfAnArrayAndAJobFollows()
    {
        FakeSlurm slurm;
        const QTemporaryDir folder;
        const QString place = QDir(folder.path()).canonicalPath();
        QCOMPARE(cli(plan(folder.path())).exitCode, 0);
        const Outcome none = slurm.run({"sweep", "submit", folder.path()});
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.err.contains("--shards 8"), qPrintable(none.err));
        const Outcome first
            = slurm.run({"sweep", "submit", folder.path(), "--shards", "3", "--sbatch=--partition=long"});
        QVERIFY2(first.exitCode == 0, qPrintable(first.err));
        QCOMPARE(first.out, QString("job 100: 3 shards of 3; job 101 follows them\n"));
        QCOMPARE(slurm.calls(),
            (QStringList{"--parsable --chdir=" + place + " --array=1-3 " + place + "/shard.sbatch 3",
                "--parsable --chdir=" + place + " --dependency=afterany:100 " + place + "/follow.sbatch 3"}));
        const QString shard = readAll(folder.filePath("shard.sbatch"));
        QVERIFY2(shard.contains("#SBATCH --partition=long\n")
                && shard.contains("sweep run . --shard \"$SLURM_ARRAY_TASK_ID/$1\""),
            qPrintable(shard));
        QVERIFY(readAll(folder.filePath("follow.sbatch")).contains("sweep submit . --shards \"$1\""));
    }

    /// Tasks in the queue are left alone, lost ones are submitted again, scripts stay as they are.
    void onlyWhatIsLostIsSubmittedAgain()
    {
        FakeSlurm slurm;
        const QTemporaryDir folder;
        QCOMPARE(cli(plan(folder.path())).exitCode, 0);
        QCOMPARE(slurm.run({"sweep", "submit", folder.path(), "--shards", "4"}).exitCode, 0);
        write(folder.filePath("shard.sbatch"), "# mine\n");
        slurm.queue({"100|1|RUNNING|n1|None", "100|2|FAILED|n2|NonZeroExitCode", "100|3|NODE_FAIL|n3|None",
            "100|4|PENDING||Resources", "101|N/A|PENDING||Dependency", "77|3|RUNNING|n1|None"});
        const Outcome status = slurm.run({"sweep", "status", folder.path()});
        QVERIFY2(status.out.contains("Slurm: 1 FAILED, 1 NODE_FAIL, 1 PENDING, 1 RUNNING, of 4 shards\n")
                && status.out.contains("  shard 2: FAILED on n2 (NonZeroExitCode), slurm-100_2.log\n"),
            qPrintable(status.out));
        const auto json = nlohmann::json::parse(
            slurm.run({"sweep", "status", folder.path(), "--json"}).out.toStdString());
        QCOMPARE(json["slurm"]["shards"][2]["state"].get<std::string>(), "NODE_FAIL");
        QCOMPARE(json["slurm"]["followers"].size(), 1U);
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).exitCode, 0);
        QVERIFY2(slurm.calls()[2].contains("--array=2-3 "), qPrintable(slurm.calls()[2]));
        QCOMPARE(readAll(folder.filePath("shard.sbatch")), QString("# mine\n"));
        const Outcome options = slurm.run({"sweep", "submit", folder.path(), "--sbatch=--time=1"});
        QVERIFY2(options.err.contains("shard.sbatch: is there already"), qPrintable(options.err));
        const Outcome others = slurm.run({"sweep", "submit", folder.path(), "--shards", "5"});
        QVERIFY2(others.err.contains("tasks of 4 shards are still in the queue"), qPrintable(others.err));
    }

    /// What the job that follows does, which is in the queue itself.
    void whatEndsNoRunIsGivenUp()
    {
        FakeSlurm slurm;
        const QTemporaryDir folder;
        QCOMPARE(cli(plan(folder.path())).exitCode, 0);
        for (int i = 0; i < 3; ++i) {
            slurm.queue({QString::number(99 + 2 * i) + "|N/A|RUNNING|n1|None"});
            const Outcome again
                = slurm.run({"sweep", "submit", folder.path(), "--shards", "2"}, QString::number(99 + 2 * i));
            QVERIFY2(again.exitCode == 0, qPrintable(again.err));
        }
        slurm.queue({"105|N/A|RUNNING|n1|None"});
        const Outcome last = slurm.run({"sweep", "submit", folder.path()}, "105");
        QVERIFY2(last.exitCode == 2 && last.err.contains("the last 3 arrays did not end a single run"),
            qPrintable(last.err));
        QCOMPARE(slurm.calls().size(), 6);
        // What status says then is so: a person may, and the count begins again.
        slurm.queue({"104|1|FAILED|n1|NonZeroExitCode", "104|2|FAILED|n1|NonZeroExitCode"});
        QVERIFY(slurm.run({"sweep", "status", folder.path()}).out.endsWith("submits what is left\n"));
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).exitCode, 0);
        QCOMPARE(slurm.calls().size(), 8);
        slurm.queue({"107|N/A|RUNNING|n1|None"});
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}, "107").exitCode, 0);
        QCOMPARE(cli({"sweep", "run", folder.path(), "--shard", "1/2"}).exitCode, 0);
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).exitCode, 0);
        QVERIFY2(slurm.calls()[10].contains("--array=2 "), qPrintable(slurm.calls()[10]));
        slurm.queue({});
        QCOMPARE(cli({"sweep", "run", folder.path()}).exitCode, 0);
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).out,
            QString("nothing to submit: all runs are done\n"));
    }

    /// The job that follows leaves what somebody has cancelled, and submits what was lost otherwise; a person submits both.
    void whatIsCancelledIsNotSubmittedAgain()
    {
        FakeSlurm slurm;
        const QTemporaryDir folder;
        QCOMPARE(cli(plan(folder.path())).exitCode, 0);
        QCOMPARE(slurm.run({"sweep", "submit", folder.path(), "--shards", "3"}).exitCode, 0);
        slurm.queue({"100|1|CANCELLED|n1|None", "100|2|CANCELLED||None", "100|3|CANCELLED||None",
            "101|N/A|RUNNING|n1|None"});
        const Outcome stopped = slurm.run({"sweep", "submit", folder.path(), "--shards", "3"}, "101");
        QCOMPARE(stopped.exitCode, 0);
        QCOMPARE(stopped.out,
            QString("nothing to submit: 3 shards were cancelled; sweep submit goes on with them\n"));
        QCOMPARE(slurm.calls().size(), 2);
        slurm.queue({"100|1|CANCELLED|n1|None", "100|2|FAILED|n1|NonZeroExitCode", "100|3|CANCELLED||None",
            "101|N/A|RUNNING|n1|None"});
        QCOMPARE(slurm.run({"sweep", "submit", folder.path(), "--shards", "3"}, "101").exitCode, 0);
        QVERIFY2(slurm.calls()[2].contains("--array=2 "), qPrintable(slurm.calls()[2]));
        slurm.queue({"100|1|CANCELLED|n1|None", "100|3|CANCELLED||None", "102|2|FAILED|n1|None"});
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).exitCode, 0);
        QVERIFY2(slurm.calls()[4].contains("--array=1-3 "), qPrintable(slurm.calls()[4]));
    }

    void withoutSlurmItIsSaid()
    {
        const QTemporaryDir folder;
        const QTemporaryDir empty;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", empty.path());
        QCOMPARE(cli(plan(folder.path())).exitCode, 0);
        const Outcome outcome = cli({"sweep", "submit", folder.path(), "--shards", "2"}, environment);
        QCOMPARE(outcome.exitCode, 2);
        QCOMPARE(outcome.err, QString("ulpscope-cli: sbatch: was not found on this machine\n"));
        FakeSlurm slurm;
        QCOMPARE(slurm.run({"sweep", "submit", folder.path(), "--shards", "2"}).exitCode, 0);
        const Outcome status = cli({"sweep", "status", folder.path()}, environment);
        QCOMPARE(status.exitCode, 0);
        QVERIFY2(status.out.endsWith(
                     "Slurm does not say how the jobs are: squeue: was not found on this machine\n"),
            qPrintable(status.out));
    }

    /// With shards and without, and however small the rounds are that are left to shards: the bytes of search.
    void roundsOfASearchComeToItsBytes()
    {
        const QStringList question{"circle", "--menu", "float32,mixed_bfloat16,bfloat16", "--steps", "12",
            "--seeds", "1,2", "--budget", "loss <= 1.004*float32"};
        const QTemporaryDir alone;
        QCOMPARE(cli(QStringList("search") + question + QStringList{"--out", alone.path()}).exitCode, 0);
        for (const char* smallest : {"1", "7"}) {
            const QTemporaryDir folder;
            const Outcome planned = cli(QStringList{"sweep", "plan"} + question
                + QStringList{"--search", "bytes", "--out", folder.path()});
            QVERIFY2(planned.exitCode == 0, qPrintable(planned.err));
            int rounds = 0;
            for (; !QFile::exists(folder.filePath("search.json")); ++rounds) {
                QVERIFY(rounds < 100);
                const Outcome next
                    = cli({"sweep", "next", folder.path(), "--smallest", smallest, "--threads", "1"});
                QVERIFY2(next.exitCode == 0, qPrintable(next.err));
                if (next.out.contains("added to the plan"))
                    QVERIFY2(
                        cli({"sweep", "next", folder.path()}).out.contains("to be done before"), smallest);
                for (const char* shard : {"2/2", "1/2"})
                    QCOMPARE(cli({"sweep", "run", folder.path(), "--shard", shard}).exitCode, 0);
            }
            QVERIFY2(rounds > 1, smallest);
            QCOMPARE(
                readAll(folder.filePath("search.json")), readAll(QDir(alone.path()).filePath("search.json")));
        }
    }

    void aSearchBeginsWithTheJobThatGoesOn()
    {
        FakeSlurm slurm;
        const QTemporaryDir folder;
        QCOMPARE(cli(plan(folder.path()) + QStringList{"--search", "macs"}).exitCode, 0);
        QCOMPARE(slurm.run({"sweep", "submit", folder.path(), "--shards", "2"}).out,
            QString("job 100 begins the search's next round\n"));
        QCOMPARE(slurm.calls().size(), 1);
        QVERIFY2(slurm.calls()[0].endsWith("/follow.sbatch 2"), qPrintable(slurm.calls()[0]));
        slurm.queue({"100|N/A|RUNNING|n1|None"});
        QCOMPARE(slurm.run({"sweep", "submit", folder.path(), "--shards", "2"}).out,
            QString("nothing to submit: 1 task of it in the queue\n"));
        slurm.queue({});
        QVERIFY(slurm.run({"sweep", "status", folder.path()}).out.contains("the search goes on\n"));
        write(folder.filePath("search.json"), "{\"ended\": \"interrupted\"}");
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).out,
            QString("job 101 begins the search's next round\n"));
        write(folder.filePath("search.json"), "{\"ended\": \"complete\"}");
        QVERIFY(slurm.run({"sweep", "status", folder.path()}).out.contains("the search is over: "));
        QCOMPARE(slurm.run({"sweep", "submit", folder.path(), "--shards", "2"}).out,
            QString("nothing to submit: all runs are done\n"));
    }
};

QTEST_GUILESS_MAIN(TestCliSubmit)
#include "tst_cli_submit.moc"
