// SPDX-License-Identifier: GPL-3.0-or-later
// What the guide says is so: its commands run, its numbers are measured, its tables of commands and columns are the program's.
#include "tests/ui/guide_text.h"
#include "ui/lessons/models/lesson_progress.h"
#include "ui/shell/catalog_terms.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kCommandMs = 60'000;

/// Of ``` blocks marked as sh, each on a line of its own.
QStringList commandsOf(const GuideChapter& chapter)
{
    QStringList commands;
    bool isCommand = false;
    for (const QString& line : chapter.markdown.split(QLatin1Char('\n'))) {
        if (line.startsWith(QStringLiteral("```")))
            isCommand = line == QStringLiteral("```sh");
        else if (isCommand)
            commands += line;
    }
    return commands;
}

QString outputOf(const QString& command, const QString& folder, int& status)
{
    QProcess shell;
    shell.setProcessChannelMode(QProcess::MergedChannels);
    shell.setWorkingDirectory(folder);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"),
        QStringLiteral(ULPSCOPE_BINARY_DIR "/bin:") + environment.value(QStringLiteral("PATH")));
    shell.setProcessEnvironment(environment);
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), command});
    const bool isDone = shell.waitForFinished(kCommandMs) && shell.exitStatus() == QProcess::NormalExit;
    status = isDone ? shell.exitCode() : -1;
    return QString::fromUtf8(shell.readAll());
}

} // namespace

class TestGuideFacts : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void theNinetyMinutesAddUp();
    void everyCommandRuns();
    void policiesInJsonAreRead();
    void numbersInTheGuideHold_data();
    void numbersInTheGuideHold();
    void commandsAreThoseThatThereAre();
    void filesHaveTheColumnsThatItSays();

private:
    GuideBook m_book;
};

void TestGuideFacts::initTestCase()
{
    m_book = readGuide(resources());
}

void TestGuideFacts::theNinetyMinutesAddUp()
{
    const QList<ShelvedLesson> lessons = shelvedLessons(resources());
    int at = 0;
    int played = 0;
    for (const QRegularExpressionMatch& match : allMatches(QStringLiteral("^\\| (\\d+)–(\\d+) \\| (.*) \\|$"),
             m_book.find(QStringLiteral("teaching"))->markdown)) {
        const int from = match.captured(1).toInt();
        const int to = match.captured(2).toInt();
        QCOMPARE(from, at);
        at = to;
        if (!match.captured(3).startsWith(QLatin1Char('[')))
            continue;
        const ShelvedLesson* lesson = findShelved(lessons,
            match.captured(3).section(QStringLiteral("(lesson:"), 1).section(QLatin1Char(')'), 0, 0));
        QVERIFY2(lesson, qPrintable(match.captured()));
        QVERIFY2(to - from == lesson->minutes, qPrintable(match.captured()));
        ++played;
    }
    QCOMPARE(at, 90);
    QVERIFY(played >= 6);
}

void TestGuideFacts::everyCommandRuns()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& bytes) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    };
    QByteArray table = "x,y,label\n";
    for (int i = 0; i < 60; ++i)
        table += QByteArray::number(i % 7) + ',' + QByteArray::number(i % 5) + ','
            + (i % 7 > i % 5 ? "above" : "below") + '\n';
    write("points.csv", table);
    QByteArray head = "{'descr': '<f4', 'fortran_order': False, 'shape': (4096,), }";
    head = head.leftJustified(117, ' ') + '\n';
    QByteArray ones = QByteArray("\x93NUMPY\x01\x00", 8) + char(head.size()) + '\0' + head;
    for (int i = 0; i < 4096; ++i)
        ones += QByteArray("\x00\x00\x80\x3f", 4);
    write("ones.npy", ones);
    QByteArray log;
    for (int i = 0; i < 60; ++i)
        log += "{\"step\": " + QByteArray::number(i)
            + ", \"loss\": 2.5, \"loss_scale\": 32768, \"found_inf\": 0}\n";
    write("train.log", log);
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("recording")));
    QVERIFY(QFile::copy(
        QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/recordings/float16/00000000.safetensors"),
        folder.filePath(QStringLiteral("recording/00000000.safetensors"))));
    int commands = 0;
    for (const GuideChapter& chapter : m_book.chapters())
        for (const QString& command : commandsOf(chapter)) {
            int status = 0;
            const QString output = outputOf(command, folder.path(), status);
            QVERIFY2(status == 0,
                qPrintable(chapter.name + QStringLiteral(": ") + command + QLatin1Char('\n') + output));
            ++commands;
            // What the chapters say of these.
            if (command.contains(QStringLiteral("sum ")))
                QCOMPARE(output.trimmed(),
                    QString::fromLatin1(command.contains(QStringLiteral("kahan")) ? "4096" : "256"));
            if (command.contains(QStringLiteral("--until first-skip")))
                QVERIFY2(output.contains(QStringLiteral("skipped steps          1")), qPrintable(output));
        }
    QVERIFY(commands >= 30);
}

void TestGuideFacts::policiesInJsonAreRead()
{
    const QTemporaryDir folder;
    int policies = 0;
    for (const QRegularExpressionMatch& match :
        allMatches(QStringLiteral("^```json(?: family=(\\w+))?\n((?:[^`].*\n)+)```"),
            m_book.find(QStringLiteral("policies"))->markdown)) {
        QFile file(folder.filePath(QStringLiteral("policy.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(match.captured(2).toUtf8());
        file.close();
        const QString family = match.captured(1).isEmpty() ? QStringLiteral("keras3") : match.captured(1);
        int status = 0;
        const QString output
            = outputOf(QStringLiteral("ulpscope-cli policy show policy.json --family %1").arg(family),
                folder.path(), status);
        QVERIFY2(status == 0, qPrintable(match.captured(2) + output));
        ++policies;
    }
    QCOMPARE(policies, 5);
}

void TestGuideFacts::numbersInTheGuideHold_data()
{
    QTest::addColumn<QString>("chapter");
    QTest::addColumn<QString>("text"); ///< with the number
    QTest::addColumn<QString>("number"); ///< as it is printed
    QTest::addColumn<QString>("run");
    QTest::addColumn<QString>("key"); ///< of its summary
    const auto row
        = [](const char* chapter, const char* text, const char* number, const char* run, const char* key) {
              const QByteArray name = QByteArray(chapter) + ": " + run + ", " + key;
              QTest::newRow(name.constData())
                  << QString::fromUtf8(chapter) << QString::fromUtf8(text) << QString::fromUtf8(number)
                  << QString::fromUtf8(run) << QString::fromUtf8(key);
          };
    row("tour", "says 87.0 %", "87.0", "circle", "gradients_flushed_percent");
    row("tour", "says 75.1 %", "75.1", "circle", "updates_lost_percent");
    row("tour", "says 0.314", "0.314", "circle", "error_vs_float64");
    row("tour", "is 0.0249", "0.0249", "circle", "loss");
    row("tour", "loss is 0.0076", "0.0076", "circle", "reference_loss");
    row("tour", "87.0 % | 8.7 %", "8.7", "circle --loss-scale 1024", "gradients_flushed_percent");
    row("tour", "75.1 % | 2.0 %", "2.0", "circle --loss-scale 1024", "updates_lost_percent");
    row("tour", "0.314 | 0.0009", "0.0009", "circle --loss-scale 1024", "error_vs_float64");
    row("tour", "0.0076, nine times", "0.0076", "circle --policy mixed_bfloat16", "error_vs_float64");
    row("tour", "138 of 1000 were skipped", "138", "loss-scale", "skipped_steps");
    row("numbers", "93.5 % to 0.5 %", "93.5", "lost-updates", "updates_lost_percent");
    row("numbers", "93.5 % to 0.5 %", "0.5", "lost-updates --policy mixed_bfloat16", "updates_lost_percent");
    row("policies", "79.6 % | 0.022", "79.6", "circle --policy float16 --loss-scale 1024",
        "updates_lost_percent");
    row("policies", "82.2 % | 0.40", "82.2", "circle --policy bfloat16", "updates_lost_percent");
    row("policies", "0.65 % | 0.072", "0.072", "circle --policy float8_from_mixed_bfloat16",
        "error_vs_float64");
    row("policies", "0.32 % | 0.00070", "0.00070", "circle --loss-scale 'dynamic 2^15'", "error_vs_float64");
    row("scenes", "loss is 0.010", "0.010", "loss-scale", "loss");
    row("scenes", "float64's 0.0069", "0.0069", "loss-scale", "reference_loss");
    row("scenes", "error 0.51", "0.51", "lost-updates", "error_vs_float64");
    row("scenes", "error 0.108", "0.108", "float8-float16", "error_vs_float64");
    row("scenes", "error 0.076", "0.076", "unrounded-float8", "error_vs_float64");
    row("troubleshooting", "hundreds become 0", "0", "attention-overflow --policy mixed_bfloat16",
        "overflows");
    row("troubleshooting", "0.007 to 0.024 | 0.3", "0.3", "float8-amax", "error_vs_float64");
}

/// A number of the guide is printed rounded, so what was measured is within half of its last digit; the other half is for processors,
/// which differ in the last digit of exp and in the order of sums. A count is exact. What differs by more from one processor level to
/// the next has no place in the guide: this test runs at each of them.
void TestGuideFacts::numbersInTheGuideHold()
{
    QFETCH(const QString, chapter);
    QFETCH(const QString, text);
    QFETCH(const QString, number);
    QFETCH(const QString, run);
    QFETCH(const QString, key);
    const qsizetype decimals = number.section(QLatin1Char('.'), 1).size();
    const double lastDigit = std::pow(10.0, -double(decimals));
    QVERIFY2(m_book.find(chapter)->markdown.simplified().contains(text), qPrintable(text));
    QVERIFY2(text.contains(number), qPrintable(text));
    int status = 0;
    const QString output
        = outputOf(QStringLiteral("ulpscope-cli run %1 --json 2>/dev/null").arg(run), {}, status);
    QCOMPARE(status, 0);
    const QJsonDocument summary = QJsonDocument::fromJson(output.toUtf8());
    const double measured = summary.object().value(key).toDouble(-1);
    QVERIFY2(std::abs(measured - number.toDouble()) < lastDigit,
        qPrintable(QStringLiteral("%1, the guide has %2").arg(measured, 0, 'g', 10).arg(number)));
}

void TestGuideFacts::commandsAreThoseThatThereAre()
{
    const QString chapter = m_book.find(QStringLiteral("command-line"))->markdown;
    QStringList inGuide;
    for (const QRegularExpressionMatch& match :
        allMatches(QStringLiteral("^\\| `[a-z][a-z -]*` \\| .* \\|$"), chapter))
        inGuide += match.captured();
    QStringList inProgram;
    int status = 0;
    for (const QString& before : {QString(), QStringLiteral("device "), QStringLiteral("policy "),
             QStringLiteral("recording "), QStringLiteral("sweep ")}) {
        const QString help = outputOf(QStringLiteral("ulpscope-cli %1--help").arg(before), {}, status);
        for (const QRegularExpressionMatch& match : allMatches(QStringLiteral("^  ([a-z][a-z-]*) {2,}(.*)$"),
                 help.section(QStringLiteral("Subcommands:"), 1).section(QStringLiteral("\n\n"), 0, 0)))
            inProgram += QStringLiteral("| `%1` | %2 |").arg(before + match.captured(1), match.captured(2));
    }
    QVERIFY(inProgram.size() > 20);
    QStringList missing;
    for (const QString& line : inProgram)
        if (!inGuide.removeOne(line))
            missing += line;
    QVERIFY2(missing.isEmpty(),
        qPrintable(QStringLiteral("these lines are missing:\n") + missing.join(QLatin1Char('\n'))));
    QVERIFY2(inGuide.isEmpty(),
        qPrintable(QStringLiteral("these are too many:\n") + inGuide.join(QLatin1Char('\n'))));
}

void TestGuideFacts::filesHaveTheColumnsThatItSays()
{
    const QTemporaryDir folder;
    int status = 0;
    (void)outputOf(QStringLiteral("ulpscope-cli run circle --steps 10 --out out"), folder.path(), status);
    QCOMPARE(status, 0);
    const QDir out(folder.filePath(QStringLiteral("out")));
    const QString chapter = m_book.find(QStringLiteral("files"))->markdown;
    for (const QString& file : out.entryList(QDir::Files))
        QVERIFY2(chapter.contains(QLatin1Char('`') + file + QLatin1Char('`')), qPrintable(file));
    // The first cell of each row of the section's table.
    const auto named = [&](const QString& id) {
        QStringList names;
        for (const QRegularExpressionMatch& row : allMatches(QStringLiteral("^\\| (`.*?) \\|"),
                 chapter.section(QStringLiteral("{#%1}").arg(id), 1).section(QStringLiteral("\n#"), 0, 0)))
            for (const QRegularExpressionMatch& name :
                allMatches(QStringLiteral("`([^`]*)`"), row.captured(1)))
                names += name.captured(1);
        return names;
    };
    for (const char* name : {"history", "tensors", "exponents"}) {
        QFile csv(out.filePath(QLatin1String(name) + QStringLiteral(".csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(
            named(QLatin1String(name)), QString::fromUtf8(csv.readLine()).trimmed().split(QLatin1Char(',')));
    }
    QFile summary(out.filePath(QStringLiteral("summary.json")));
    QVERIFY(summary.open(QIODevice::ReadOnly));
    QStringList keys;
    for (const QRegularExpressionMatch& match :
        allMatches(QStringLiteral("^  \"(\\w+)\":"), QString::fromUtf8(summary.readAll())))
        keys += match.captured(1);
    QStringList said = named(QStringLiteral("summary"));
    keys.sort();
    said.sort();
    QCOMPARE(said, keys);
}

QTEST_MAIN(TestGuideFacts)
#include "tst_guide_facts.moc"
