// SPDX-License-Identifier: GPL-3.0-or-later
// What is on the screen as a command: the command is run, and gives the same numbers.
#include "app/desktop/settings.h"
#include "app/io/session/session_command.h"
#include "app/io/session/session_file.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/window_test.h"
#include "ui/look/message_banner.h"
#include "ui/shell/main_window.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTabWidget>
#include <QTest>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

} // namespace

class TestCommandLine : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void theCommandGivesTheSameNumbers_data();
    void theCommandGivesTheSameNumbers();
    void whatNoOptionSaysHasToBeSaved();
    void aStoppedRunIsStoppedByTheCommand();
    void theNumberLabIsAskedForItsNumber();
    void wordsAreQuotedForAShell();

private:
    QString copied();
    QByteArray runInShell(const QString& command);
    void change(const std::function<void(SessionSpec&)>& edit);
    void compareWithRun(const QString& command);
};

void TestCommandLine::initTestCase()
{
    startAfresh();
}

void TestCommandLine::init()
{
    openWindow();
    openScene("circle");
}

void TestCommandLine::cleanup()
{
    m_window.reset();
}

QString TestCommandLine::copied()
{
    QApplication::clipboard()->clear();
    m_window->findChild<QAction*>(QStringLiteral("copyCommand"))->trigger();
    return QApplication::clipboard()->text();
}

/// As a person would: by a shell, in which the program is found.
QByteArray TestCommandLine::runInShell(const QString& command)
{
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"),
        QCoreApplication::applicationDirPath() + QLatin1Char(':')
            + environment.value(QStringLiteral("PATH")));
    shell.setProcessEnvironment(environment);
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), command});
    if (!shell.waitForFinished(kTrainedMs) || shell.exitCode() != 0)
        qWarning() << command << shell.readAllStandardError();
    return shell.readAllStandardOutput();
}

void TestCommandLine::change(const std::function<void(SessionSpec&)>& edit)
{
    const Status done = m_window->document().edit(QStringLiteral("edit"), edit);
    QVERIFY2(done.ok(), done.ok() ? "" : done.error().text().c_str());
    m_window->findChild<QAction*>(QStringLiteral("train"))->trigger();
    waitUntilIdle();
}

void TestCommandLine::compareWithRun(const QString& command)
{
    QVERIFY(!command.isEmpty());
    const QJsonObject summary
        = QJsonDocument::fromJson(runInShell(command + QStringLiteral(" --json"))).object();
    const RunHistory& run = *m_window->shownRun().run();
    QCOMPARE(summary[QLatin1String("steps")].toInteger(), run.stepsDone());
    QCOMPARE(summary[QLatin1String("loss")].toDouble(), run.last().loss); // to the last bit
    QCOMPARE(summary[QLatin1String("gradients_flushed_percent")].toDouble(),
        run.totals().counts.gradientsFlushedPercent().value_or(0));
    QCOMPARE(summary[QLatin1String("overflows")].toInteger(), run.totals().counts.overflows);
    QCOMPARE(summary[QLatin1String("seed")].toInteger(), qint64(run.session().training.seed));
}

void TestCommandLine::theCommandGivesTheSameNumbers_data()
{
    QTest::addColumn<QString>("command");
    const auto row
        = [](const char* name, const char* command) { QTest::newRow(name) << QString::fromLatin1(command); };
    row("as it is", "ulpscope-cli run circle");
    row("steps and seed", "ulpscope-cli run circle --steps 200 --seed 7");
    row("policy", "ulpscope-cli run circle --policy mixed_bfloat16");
    row("all",
        "ulpscope-cli run circle --steps 100 --seed 3 --watch step --policy float8_from_mixed_bfloat16");
    row("loss scale", "ulpscope-cli run circle --steps 100 --seed 3 --loss-scale 'fixed 1024'");
    row("a rule and what else it has",
        "ulpscope-cli run circle --steps 100 --seed 3 --loss-scale 'deepspeed 2^20 scale_window=50 delayed_shift=1'");
    row("policy and loss scale",
        "ulpscope-cli run circle --steps 100 --seed 3 --policy mixed_bfloat16 --loss-scale 'fixed 8'");
    row("recipe", "ulpscope-cli run circle --steps 100 --seed 3 --recipe 'te_delayed amax_history_len=16'");
    row("map", "");
}

void TestCommandLine::theCommandGivesTheSameNumbers()
{
    QFETCH(QString, command);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    if (name != QStringLiteral("as it is"))
        change([&](SessionSpec& session) {
            if (name != QStringLiteral("policy")) {
                session.training.steps = name == QStringLiteral("steps and seed") ? 200 : 100;
                session.training.seed = name == QStringLiteral("steps and seed") ? 7 : 3;
            }
            if (name == QStringLiteral("policy"))
                setGlobalPolicyAsCompile(session, *getPolicy("mixed_bfloat16"));
            if (name == QStringLiteral("all")) {
                session.probes.watch = WatchMode::Step;
                setGlobalPolicyAsCompile(session, *getPolicy("float8_from_mixed_bfloat16"));
            }
            if (name == QStringLiteral("loss scale"))
                session.training.lossScale = {"fixed", {{"scale", 1024.0}}};
            if (name == QStringLiteral("a rule and what else it has"))
                session.training.lossScale = {"deepspeed",
                    {{"init_scale", 0x1p20}, {"scale_window", std::int64_t{50}},
                        {"delayed_shift", std::int64_t{1}}}};
            if (name == QStringLiteral("recipe"))
                session.policies.recipe = {"te_delayed", {{"amax_history_len", std::int64_t{16}}}};
            if (name == QStringLiteral("policy and loss scale")) {
                setGlobalPolicyAsCompile(session, *getPolicy("mixed_bfloat16"));
                session.training.lossScale = {"fixed", {{"scale", 8.0}}};
            }
            if (name == QStringLiteral("map")) {
                session.policies.map = {{"sequential/dense_.*", *getPolicy("bfloat16")}};
                session.training.lossScale = {"none", {}};
            }
        });
    const QString text = copied();
    if (!command.isEmpty())
        QCOMPARE(text, command);
    compareWithRun(text);
}

void TestCommandLine::whatNoOptionSaysHasToBeSaved()
{
    change([](SessionSpec& session) {
        session.title = "it's";
        session.training.optimizer.config.set("learning_rate", 0.1024);
    });
    QVERIFY(copied().isEmpty());
    auto* banner = m_window->findChild<MessageBanner*>();
    QVERIFY(banner->isVisible());
    QVERIFY2(banner->text().contains(QStringLiteral("1024")), qPrintable(banner->text()));
    // A name with a blank and a quote in it.
    QVERIFY(m_window->document().saveAs(inDirectory("it's mine.ulps")).ok());
    const QString command = copied();
    QVERIFY2(command.endsWith(QStringLiteral("it'\\''s mine.ulps'")), qPrintable(command));
    compareWithRun(command);
    // What is changed after it and has an option.
    change([](SessionSpec& session) { session.training.seed = 5; });
    QVERIFY(copied().endsWith(QStringLiteral(" --seed 5")));
}

void TestCommandLine::aStoppedRunIsStoppedByTheCommand()
{
    m_window->findChild<QAction*>(QStringLiteral("reset"))->trigger();
    waitUntilIdle();
    for (int i = 0; i < 3; ++i) {
        m_window->findChild<QAction*>(QStringLiteral("step"))->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->isIdle() && m_window->shownRun().run()->stepsDone() == i + 1, kTrainedMs);
    }
    const QString command = copied();
    QCOMPARE(command, QStringLiteral("ulpscope-cli run circle --until step:2"));
    compareWithRun(command);
}

void TestCommandLine::theNumberLabIsAskedForItsNumber()
{
    m_window->findChild<QTabWidget*>(QStringLiteral("tabs"))->setCurrentIndex(2);
    const QString command = copied();
    QVERIFY2(
        command.startsWith(QStringLiteral("ulpscope-cli inspect --format float32")), qPrintable(command));
    const QByteArray answer = runInShell(command);
    QVERIFY2(answer.contains("0.0999755859375"), answer.constData()); // float16's
}

void TestCommandLine::wordsAreQuotedForAShell()
{
    QCOMPARE(shellWord("circle"), std::string("circle"));
    QCOMPARE(shellWord(""), std::string("''"));
    QCOMPARE(shellWord("2^-24*1.5"), std::string("'2^-24*1.5'"));
    QCOMPARE(shellWord("a'b"), std::string("'a'\\''b'"));
    QCOMPARE(shellWord("~/x"), std::string("'~/x'"));
}

QTEST_MAIN(TestCommandLine)
#include "tst_command_line.moc"
