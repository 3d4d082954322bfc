// SPDX-License-Identifier: GPL-3.0-or-later
// sweep submit, status and next against programs of Slurm's names that write down how they were called and say what they are told to say.
// tests/run.sh slurm does the same with a real Slurm.
#include "tests/cli/cli_program.h"

#include <QDir>
#include <QFile>
#include <QMap>
#include <QRegularExpression>
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
    QString text(const QString& name) const { return readAll(m_folder.filePath(name)); }
    QStringList calls() const { return text("calls").split('\n', Qt::SkipEmptyParts); }
    QProcessEnvironment environment(const QMap<QString, QString>& variables = {}) const
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", m_folder.path() + ":/usr/bin:/bin");
        for (auto variable = variables.begin(); variable != variables.end(); ++variable)
            environment.insert(variable.key(), variable.value());
        return environment;
    }
    Outcome run(const QStringList& arguments, const QString& ownJob = {}) const
    {
        return cli(arguments,
            environment(ownJob.isEmpty() ? QMap<QString, QString>()
                                         : QMap<QString, QString>{{"SLURM_JOB_ID", ownJob}}));
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
        QCOMPARE(first.out, QString("job 100 has the shards; job 101 follows them\n"));
        QCOMPARE(slurm.calls(),
            (QStringList{"--parsable --chdir=" + place + " " + place + "/array.sbatch",
                "--parsable --chdir=" + place + " --dependency=afterok:100 --kill-on-invalid-dep=yes " + place
                    + "/after.sbatch"}));
        const QString array = readAll(folder.filePath("array.sbatch"));
        QVERIFY2(array.contains("#SBATCH --partition=long\n") && array.contains("#SBATCH --array=1-3\n")
                && array.contains("sweep run . --shard \"$SLURM_ARRAY_TASK_ID/3\""),
            qPrintable(array));
        QVERIFY(readAll(folder.filePath("after.sbatch")).contains("sweep merge ."));
    }

    void writtenScriptsStayAsTheyAre()
    {
        FakeSlurm slurm;
        const QTemporaryDir folder;
        QCOMPARE(cli(plan(folder.path())).exitCode, 0);
        const Outcome written
            = slurm.run({"sweep", "submit", folder.path(), "--shards", "4", "--only-write"});
        QVERIFY2(written.out.contains("array.sbatch\n") && written.out.contains("after.sbatch\n"),
            qPrintable(written.out));
        QVERIFY(slurm.calls().isEmpty());
        write(folder.filePath("array.sbatch"), "# mine\n");
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).exitCode, 0);
        QCOMPARE(readAll(folder.filePath("array.sbatch")), QString("# mine\n"));
        for (const QString& option : {QString("--sbatch=--time=1"), QString("--shards=5")}) {
            const Outcome refused = slurm.run({"sweep", "submit", folder.path(), option});
            QCOMPARE(refused.exitCode, 2);
            QVERIFY2(refused.err.contains("array.sbatch: is there already"), qPrintable(refused.err));
        }
    }

    /// Jobs of the folder that wait or run, by squeue; those of other folders and of the one that asks do not count.
    void nothingIsSubmittedBesideItsOwnJobs()
    {
        FakeSlurm slurm;
        const QTemporaryDir folder;
        const QString place = '|' + QDir(folder.path()).canonicalPath();
        QCOMPARE(cli(plan(folder.path())).exitCode, 0);
        QCOMPARE(slurm.run({"sweep", "submit", folder.path(), "--shards", "2"}).exitCode, 0);
        slurm.queue({"102|100|1|RUNNING|n1|None" + place, "100|100|2|PENDING||Resources" + place,
            "101|101|N/A|PENDING||Dependency" + place, "77|77|3|RUNNING|n1|None|/else|where"});
        const Outcome status = slurm.run({"sweep", "status", folder.path()});
        QVERIFY2(status.out.endsWith("Slurm: 2 PENDING, 1 RUNNING\n"), qPrintable(status.out));
        const auto json = nlohmann::json::parse(
            slurm.run({"sweep", "status", folder.path(), "--json"}).out.toStdString());
        QCOMPARE(json["slurm"]["tasks"].size(), 3U);
        QCOMPARE(json["slurm"]["tasks"][1]["reason"].get<std::string>(), "Resources");
        QCOMPARE(json["slurm"]["tasks"][0]["nodes"].get<std::string>(), "n1");
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).out,
            QString("nothing to submit: 3 tasks of it in the queue\n"));
        slurm.queue({"101|101|N/A|RUNNING|n1|None" + place, "77|77|3|RUNNING|n1|None|/else|where"});
        QCOMPARE(slurm.calls().size(), 2);
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}, "101").exitCode, 0);
        QCOMPARE(slurm.calls().size(), 4);
        slurm.queue({});
        QVERIFY(slurm.run({"sweep", "status", folder.path()}).out.endsWith("submits what is left\n"));
        QCOMPARE(cli({"sweep", "run", folder.path()}).exitCode, 0);
        QVERIFY(!slurm.run({"sweep", "status", folder.path()}).out.contains("Slurm"));
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).out,
            QString("nothing to submit: all runs are done\n"));
    }

    /// What array.sbatch does as a task: a shard; and where that fails it asks for another try, three times in vain.
    void aTaskThatFailsBeginsAgain()
    {
        FakeSlurm slurm;
        slurm.program("scontrol", "echo \"$@\" >>\"$here/requeued\"\n");
        const QTemporaryDir folder;
        QCOMPARE(cli(plan(folder.path())).exitCode, 0);
        QCOMPARE(slurm.run({"sweep", "submit", folder.path(), "--shards", "2", "--only-write"}).exitCode, 0);
        const auto task = [&](const QString& restarts) {
            QProcess process;
            process.setWorkingDirectory(folder.path());
            process.setProcessEnvironment(slurm.environment({{"SLURM_ARRAY_JOB_ID", "7"},
                {"SLURM_ARRAY_TASK_ID", "2"}, {"SLURM_RESTART_COUNT", restarts}}));
            process.start("/bin/sh", {"array.sbatch"});
            return process.waitForFinished() ? process.exitCode() : -1;
        };
        const QString script = readAll(folder.filePath("array.sbatch"));
        const auto runs = [&](const QString& commands) {
            static const QRegularExpression ours("^'.* sweep run .*&$", QRegularExpression::MultilineOption);
            QString text = script;
            write(folder.filePath("array.sbatch"), text.replace(ours, commands));
            return text != script;
        };
        QVERIFY(runs("false &"));
        QCOMPARE(task("2"), 0);
        QCOMPARE(slurm.text("requeued"), QString("requeue 7_2\n"));
        QCOMPARE(task("3"), 1);
        QVERIFY(runs("{ echo '{}' >>shard-9-of-9.jsonl; false; } &"));
        QCOMPARE(task("3"), 0);
        QCOMPARE(slurm.text("requeued"), QString("requeue 7_2\nrequeue 7_2\n"));
        QVERIFY(QFile::remove(folder.filePath("shard-9-of-9.jsonl")));
        write(folder.filePath("array.sbatch"), script);
        QCOMPARE(task("0"), 0);
        QCOMPARE(slurm.text("requeued"), QString("requeue 7_2\nrequeue 7_2\n"));
        QVERIFY(QFile::exists(folder.filePath("shard-2-of-2.jsonl")));
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
        QCOMPARE(outcome.err, QString("ulpscope-cli: squeue: was not found on this machine\n"));
        FakeSlurm slurm;
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).exitCode, 0);
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
        QVERIFY2(slurm.calls()[0].endsWith("/after.sbatch"), qPrintable(slurm.calls()[0]));
        QVERIFY(readAll(folder.filePath("after.sbatch")).contains("sweep submit ."));
        slurm.queue({"100|100|N/A|RUNNING|n1|None|" + QDir(folder.path()).canonicalPath()});
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).out,
            QString("nothing to submit: 1 task of it in the queue\n"));
        slurm.queue({});
        QVERIFY(slurm.run({"sweep", "status", folder.path()}).out.contains("the search goes on\n"));
        write(folder.filePath("search.json"), "{\"ended\": \"interrupted\"}");
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).out,
            QString("job 101 begins the search's next round\n"));
        write(folder.filePath("search.json"), "{\"ended\": \"complete\"}");
        QVERIFY(slurm.run({"sweep", "status", folder.path()}).out.contains("the search is over: "));
        QCOMPARE(slurm.run({"sweep", "submit", folder.path()}).out,
            QString("nothing to submit: all runs are done\n"));
    }
};

QTEST_GUILESS_MAIN(TestCliSubmit)
#include "tst_cli_submit.moc"
