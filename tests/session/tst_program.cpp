// SPDX-License-Identifier: GPL-3.0-or-later
// The program itself, on a machine without a display. It lies beside this test.
#include "app/desktop/settings.h"
#include "app/session/kept/session_swap.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QMap>
#include <QProcess>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace ulpscope;

namespace {

const QString kCircle = QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");

} // namespace

class TestProgram : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void wrongUseIsOneLineAndExitCodeTwo_data();
    void wrongUseIsOneLineAndExitCodeTwo();
    void helpAndVersionSucceed();
    void theGuideIsWrittenWithoutADisplay();
    void theGuideIsInThePersonsLanguage_data();
    void theGuideIsInThePersonsLanguage();
    void aSessionWithoutADisplayLeavesFilesAndAPicture();
    void aSceneIsNamedAsInTheCommandLine();
    void missingDataIsSaidAndIsAFailure();
    void aDisplayThatCannotBeReachedIsOneSentence_data();
    void aDisplayThatCannotBeReachedIsOneSentence();
    void aSignalEndsTheWindowInGoodOrder_data();
    void aSignalEndsTheWindowInGoodOrder();

private:
    void run(const QStringList& arguments, const QMap<QString, QString>& variables = {});

    std::unique_ptr<QTemporaryDir> m_directory;
    int m_exitCode = -1;
    QString m_output;
    QString m_log;
};

void TestProgram::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
}

void TestProgram::run(const QStringList& arguments, const QMap<QString, QString>& variables)
{
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"})
        environment.remove(QString::fromLatin1(name));
    environment.insert(QStringLiteral("HOME"), m_directory->path());
    for (auto variable = variables.begin(); variable != variables.end(); ++variable)
        environment.insert(variable.key(), variable.value());
    program.setProcessEnvironment(environment);
    program.setWorkingDirectory(m_directory->path());
    program.start(QCoreApplication::applicationDirPath() + QStringLiteral("/ulpscope"), arguments);
    QVERIFY2(program.waitForStarted(), qPrintable(program.errorString()));
    QVERIFY(program.waitForFinished(300'000));
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    m_exitCode = program.exitCode();
    m_output = QString::fromUtf8(program.readAllStandardOutput());
    m_log = QString::fromUtf8(program.readAllStandardError());
}

void TestProgram::wrongUseIsOneLineAndExitCodeTwo_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("unknown option") << QStringList{QStringLiteral("--nonsense")};
    QTest::newRow("two sessions") << QStringList{kCircle, kCircle};
    QTest::newRow("a file that is not there") << QStringList{QStringLiteral("/nonexistent.ulps")};
    QTest::newRow("a folder") << QStringList{QStringLiteral("/")};
    QTest::newRow("no scene") << QStringList{QStringLiteral("circel")};
}

void TestProgram::wrongUseIsOneLineAndExitCodeTwo()
{
    QFETCH(QStringList, arguments);
    run(arguments);
    QCOMPARE(m_exitCode, 2);
    QVERIFY(m_output.isEmpty());
    QVERIFY2(m_log.startsWith(QStringLiteral("ulpscope: ")), qPrintable(m_log));
    QCOMPARE(m_log.count(QLatin1Char('\n')), 1);
}

void TestProgram::helpAndVersionSucceed()
{
    run({QStringLiteral("--help")});
    QCOMPARE(m_exitCode, 0);
    QVERIFY(m_output.contains(QStringLiteral("[FILE|NAME]")));
    QVERIFY(m_output.contains(QStringLiteral("--lesson")));
    QVERIFY(m_output.contains(QStringLiteral("--guide-to")));
    QVERIFY(m_output.contains(QStringLiteral("--present")));
    run({QStringLiteral("--version")});
    QCOMPARE(m_exitCode, 0);
    QCOMPARE(m_output, QStringLiteral("ulpscope " ULPSCOPE_VERSION "\n"));
}

void TestProgram::theGuideIsWrittenWithoutADisplay()
{
    run({QStringLiteral("--guide-to"), QStringLiteral("guide")});
    QVERIFY2(m_exitCode == 0, qPrintable(m_log));
    QVERIFY2(m_log.isEmpty(), qPrintable(m_log));
    const QDir out(m_directory->filePath(QStringLiteral("guide")));
    for (const char* name :
        {"index.html", "glossary.html", "guide.css", "pictures/window.png", "ulpscope-guide.pdf"})
        QVERIFY2(QFile::exists(out.filePath(QString::fromLatin1(name))), name);
    run({QStringLiteral("--guide-to"), QStringLiteral("/proc/guide")});
    QCOMPARE(m_exitCode, 1);
    QCOMPARE(m_log, QStringLiteral("ulpscope: /proc/guide: cannot be made\n"));
}

void TestProgram::theGuideIsInThePersonsLanguage_data()
{
    QTest::addColumn<QString>("system");
    QTest::addColumn<QString>("chosen");
    QTest::addColumn<QString>("written");
    QTest::newRow("the system's") << QStringLiteral("de_DE.UTF-8") << QString() << QStringLiteral("de");
    QTest::newRow("the chosen") << QStringLiteral("C.UTF-8") << QStringLiteral("de") << QStringLiteral("de");
    QTest::newRow("not the system's")
        << QStringLiteral("de_DE.UTF-8") << QStringLiteral("en") << QStringLiteral("en");
    QTest::newRow("none that there is") << QStringLiteral("fr_FR.UTF-8") << QString() << QStringLiteral("en");
}

/// Chapters, tables and numbers alike.
void TestProgram::theGuideIsInThePersonsLanguage()
{
    QFETCH(QString, system);
    QFETCH(QString, chosen);
    QFETCH(QString, written);
    {
        QSettings store(
            m_directory->filePath(QStringLiteral("config/ulpscope/ulpscope.conf")), QSettings::IniFormat);
        Settings(store).setLanguage(chosen);
    }
    run({QStringLiteral("--guide-to"), QStringLiteral("guide")},
        {{QStringLiteral("LC_ALL"), system}, {QStringLiteral("LANGUAGE"), QString()},
            {QStringLiteral("XDG_CONFIG_HOME"), m_directory->filePath(QStringLiteral("config"))}});
    QVERIFY2(m_exitCode == 0, qPrintable(m_log));
    QFile page(m_directory->filePath(QStringLiteral("guide/formats.html")));
    QVERIFY(page.open(QIODevice::ReadOnly));
    const QString html = QString::fromUtf8(page.readAll());
    const bool isGerman = written == QLatin1String("de");
    QVERIFY(html.contains(QStringLiteral("<html lang=\"%1\">").arg(written)));
    QCOMPARE(html.contains(QStringLiteral("<th>smallest normal</th>")), !isGerman);
    QCOMPARE(html.contains(QStringLiteral("6.104×10⁻⁵")), !isGerman);
    QCOMPARE(html.contains(QStringLiteral("6,104×10⁻⁵")), isGerman);
}

void TestProgram::aSessionWithoutADisplayLeavesFilesAndAPicture()
{
    run({kCircle});
    QVERIFY2(m_exitCode == 0, qPrintable(m_log));
    const QDir out(m_directory->filePath(QStringLiteral("ulpscope-out")));
    for (const char* name : {"policy.json", "history.csv", "tensors.csv", "summary.json"})
        QVERIFY2(QFile::exists(out.filePath(QStringLiteral("circle/") + QString::fromLatin1(name))), name);
    const QImage picture(out.filePath(QStringLiteral("window.png")));
    QCOMPARE(picture.size(), QSize(1440, 900));
    QVERIFY(m_output.contains(QStringLiteral("ulpscope-out/window.png")));
    QVERIFY(m_output.contains(QStringLiteral("gradients flushed")));
    QVERIFY2(!m_log.contains(QStringLiteral("plugin")), qPrintable(m_log));
}

void TestProgram::aSceneIsNamedAsInTheCommandLine()
{
    run({QStringLiteral("circel")});
    QVERIFY2(m_log.startsWith(QStringLiteral("ulpscope: no such file; unknown scene 'circel'")),
        qPrintable(m_log));
    QVERIFY2(m_log.contains(QStringLiteral("'circle'")), qPrintable(m_log));
    run({QStringLiteral("lost-updates")});
    QVERIFY2(m_exitCode == 0, qPrintable(m_log));
    QVERIFY(QDir(m_directory->filePath(QStringLiteral("ulpscope-out/lost-updates"))).exists());
}

void TestProgram::missingDataIsSaidAndIsAFailure()
{
    QFile scene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/fashion-mnist.ulps"));
    QVERIFY(scene.open(QIODevice::ReadOnly));
    QByteArray text = scene.readAll();
    text.replace(
        "\"class\": \"fashion_mnist\"", "\"class\": \"fashion_mnist\", \"folder\": \"/nonexistent\"");
    const QString path = m_directory->filePath(QStringLiteral("clothes.ulps"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
    file.close();
    run({path});
    QVERIFY2(m_exitCode == 1, qPrintable(m_log));
    QVERIFY2(m_log.contains(QStringLiteral("apt-get install dataset-fashion-mnist")), qPrintable(m_log));
    QVERIFY(QFile::exists(m_directory->filePath(QStringLiteral("ulpscope-out/window.png"))));
}

void TestProgram::aDisplayThatCannotBeReachedIsOneSentence_data()
{
    QTest::addColumn<QString>("variables");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* variables, const char* words) {
        QTest::newRow(name) << QString::fromLatin1(variables) << QString::fromLatin1(words);
    };
    row("no such display", "DISPLAY=:987",
        "no window can be opened on the display :987 that DISPLAY names: is it running");
    row("not a display's name", "DISPLAY=nonsense", "on the display nonsense that DISPLAY names");
    row("no such Wayland display", "WAYLAND_DISPLAY=wayland-987",
        "on the display wayland-987 that WAYLAND_DISPLAY names");
    row("neither of both", "DISPLAY=:987 WAYLAND_DISPLAY=wayland-987",
        "on the display :987 that DISPLAY names");
    row("asked for, but none", "QT_QPA_PLATFORM=xcb", "neither DISPLAY nor WAYLAND_DISPLAY names a display");
    row("no such platform", "QT_QPA_PLATFORM=nonsense", "with QT_QPA_PLATFORM=nonsense");
}

void TestProgram::aDisplayThatCannotBeReachedIsOneSentence()
{
    QFETCH(QString, variables);
    QFETCH(QString, words);
    QMap<QString, QString> environment;
    for (const QString& variable : variables.split(QLatin1Char(' ')))
        environment.insert(variable.section(QLatin1Char('='), 0, 0), variable.section(QLatin1Char('='), 1));
    run({}, environment);
    QCOMPARE(m_exitCode, 1);
    QCOMPARE(m_output, QString());
    QVERIFY2(m_log.startsWith(QStringLiteral("ulpscope: ")) && m_log.contains(words), qPrintable(m_log));
    QCOMPARE(m_log.count(QLatin1Char('\n')), 1);
}

void TestProgram::aSignalEndsTheWindowInGoodOrder_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("status");
    QTest::newRow("SIGTERM") << SIGTERM << 143;
    QTest::newRow("SIGHUP") << SIGHUP << 129;
}

void TestProgram::aSignalEndsTheWindowInGoodOrder()
{
    QFETCH(int, number);
    QFETCH(int, status);
    const QString state = m_directory->filePath(QStringLiteral("ulpscope"));
    { // a session that an earlier window left
        Document document;
        SessionSwap swap(document, state);
        QVERIFY(document.edit({}, [](SessionSpec& session) { session.training.seed = 77; }).ok());
        swap.writeNow();
    }
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("HOME"), m_directory->path());
    environment.insert(QStringLiteral("XDG_STATE_HOME"), m_directory->path());
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_directory->filePath(QStringLiteral("config")));
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    program.setProcessEnvironment(environment);
    program.start(QCoreApplication::applicationDirPath() + QStringLiteral("/ulpscope"), {kCircle});
    QVERIFY2(program.waitForStarted(), qPrintable(program.errorString()));
    const auto isListening = [&] {
        QFile file(QStringLiteral("/proc/%1/status").arg(program.processId()));
        if (!file.open(QIODevice::ReadOnly))
            return false;
        const QString caught = QString::fromLatin1(file.readAll())
                                   .section(QStringLiteral("SigCgt:"), 1)
                                   .section(QLatin1Char('\n'), 0, 0);
        return (caught.trimmed().toULongLong(nullptr, 16) >> (number - 1) & 1) == 1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isListening(), 60'000);
    QCOMPARE(::kill(pid_t(program.processId()), number), 0);
    QVERIFY(program.waitForFinished(60'000));
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), status);
    // The window asked nothing, and what it offered waits for an answer.
    const std::vector<LostSession> lost = findLostSessions(state);
    QCOMPARE(lost.size(), std::size_t{1});
    QCOMPARE(lost[0].content->session.training.seed, 77U);
    QVERIFY(QFile::exists(m_directory->filePath(QStringLiteral("config/ulpscope/ulpscope.conf"))));
}

QTEST_GUILESS_MAIN(TestProgram)
#include "tst_program.moc"
