// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine says of a log, of a sum, of an export and of its arithmetic, in German; every such sentence has its German, also those that
// no session here brings about.
#include "app/io/exports/export_catalog.h"
#include "app/io/logs/training_log_reader.h"
#include "app/io/session/session_file.h"
#include "app/judge/arithmetic/sum_orders.h"
#include "app/judge/logs/log_verdict.h"
#include "engine/session/checked_session.h"
#include "tests/ui/translated_window_test.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"

#include <QFile>
#include <QLabel>
#include <QRegularExpression>

#include <cmath>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

SessionSpec circle()
{
    return *loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
}

/// The patterns of a sentence and of its parts that have no German.
QStringList untranslated(const Message& said)
{
    QStringList missing;
    const auto isWords = [](const std::string& text) {
        static const QRegularExpression words(QStringLiteral("\\pL{2,} +\\pL{2,}"));
        return toQt(text).contains(words);
    };
    if (said.kind() == Message::Kind::Pattern && isWords(said.pattern())
        && engineText(said.pattern()) == toQt(said.pattern()))
        missing += toQt(said.pattern());
    for (const Message& part : said.arguments())
        missing += untranslated(part);
    return missing;
}

} // namespace

class TestGermanSentences : public TranslatedWindowTest
{
    Q_OBJECT
private slots:
    void init()
    {
        startAfresh();
        useLanguage(QStringLiteral("de"));
    }
    void cleanup() { forgetLanguage(); }
    void aLogIsJudgedInGerman();
    void everyLogOfACorpusIsJudgedInGerman_data();
    void everyLogOfACorpusIsJudgedInGerman();
    void ordersOfASumAreGerman();
    void exportsSayInGermanWhatTheyLeaveOut();
    void codeInASentenceHasAPoint();
    void theReasonOfAnArithmeticIsGerman_data();
    void theReasonOfAnArithmeticIsGerman();
    void operandsOfTheFirstNanAreGerman();
    void countsHaveTheirNoun();
    void aLogOfNoKnownStackHasASentenceOfItsOwn();
};

void TestGermanSentences::aLogIsJudgedInGerman()
{
    const auto first = [](const char* log) {
        return engineText(judgeLog(*readTrainingLog(log)).verdicts.front().sentence);
    };
    QCOMPARE(first("step 1 loss 0.5 scale 65536\nskipping step 2 loss 0.5 scale 32768\n"
                   "step 3 loss 0.5 scale 32768\nstep 4 loss 0.5 scale 32768\n"),
        QStringLiteral(
            "Die Skalierung fiel 1-mal auf 2^15 (Zeile 2) und hält sich seither, mindestens 2 Schritte. Alle 4 Losses sind endlich."));
    QCOMPARE(first("step 1 loss 0.5\nskipping step 2 loss 0.5\n"),
        QStringLiteral(
            "Das Log nennt 1 übersprungenen Schritt (Zeile 2). Das Log sagt keine Loss-Skalierung. Alle 2 Losses sind endlich."));
    QCOMPARE(first("step 1 loss 0.5\nstep 2 loss nan\n"),
        QStringLiteral("Der Loss ist ab Zeile 2 NaN; davor war er 0,5."));
}

void TestGermanSentences::everyLogOfACorpusIsJudgedInGerman_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"apex", "deepspeed", "dlfw", "fairseq", "json", "megatron", "table"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestGermanSentences::everyLogOfACorpusIsJudgedInGerman()
{
    QFETCH(QString, name);
    const Result<TrainingLog> log
        = loadTrainingLog(std::string(ULPSCOPE_SOURCE_DIR "/tests/fuzz/corpus/log/") + name.toStdString());
    QVERIFY(log.ok());
    for (const LogVerdict& verdict : judgeLog(*log).verdicts) {
        QCOMPARE(untranslated(verdict.sentence), QStringList());
        QVERIFY2(engineText(verdict.why) != toQt(verdict.why), verdict.why.c_str());
    }
}

void TestGermanSentences::ordersOfASumAreGerman()
{
    const std::vector<double> ones(64, 1.0);
    const Format& format = *findFormat("bfloat16");
    const SumOrders found = sumOrders(*m_kernels, format, format, format, ones, {});
    QVERIFY(found.orders.size() > 7);
    for (const SumOrder& order : found.orders)
        QCOMPARE(untranslated(order.title), QStringList());
    QCOMPARE(engineText(found.orders.front().title), QStringLiteral("eins nach dem anderen"));
    QCOMPARE(engineText(found.orders[5].title), QStringLiteral("in 2 Teilen (split-k)"));
}

void TestGermanSentences::exportsSayInGermanWhatTheyLeaveOut()
{
    SessionSpec session = *loadSession(ULPSCOPE_SOURCE_DIR "/tests/golden/exports/session.ulps");
    std::size_t sentences = 0;
    for (const ExportRow& row : exportCatalog()) {
        const Result<ExportedText> made = row.write(session);
        if (!made) {
            QVERIFY2(engineText(made.error()) != toQt(made.error().text()), row.name.c_str());
            continue;
        }
        for (const Message& sentence : made->leftOut)
            QCOMPARE(untranslated(sentence), QStringList());
        sentences += made->leftOut.size();
    }
    QVERIFY(sentences > 10);
}

/// What is to be typed elsewhere is typed as there, the number of the sentence as here.
void TestGermanSentences::codeInASentenceHasAPoint()
{
    SessionSpec session = circle();
    session.training.lossScale = {"fixed", {{"scale", 0.5}}};
    const ExportedText made = *findRow(exportCatalog(), "keras-map")->write(session);
    QStringList said;
    for (const Message& sentence : made.leftOut)
        said += engineText(sentence);
    const QString wanted
        = QStringLiteral("Die feste Loss-Skalierung 0,5: Geben Sie dem Optimierer loss_scale_factor=0.5.");
    QVERIFY2(said.contains(wanted), qPrintable(said.join(QLatin1Char('\n'))));
}

void TestGermanSentences::theReasonOfAnArithmeticIsGerman_data()
{
    QTest::addColumn<QString>("arithmetic");
    QTest::addColumn<QString>("reason");
    QTest::newRow("asked for") << QStringLiteral("written") << QStringLiteral("ausdrücklich gewählt");
    QTest::newRow("a layer that is not proved")
        << QStringLiteral("keras-jax")
        << QStringLiteral("nicht keras-jax: sequential/dense_1: Dense in float16 ist nicht nachgewiesen");
}

void TestGermanSentences::theReasonOfAnArithmeticIsGerman()
{
    QFETCH(QString, arithmetic);
    QFETCH(QString, reason);
    SessionSpec session = circle();
    session.training.arithmetic
        = arithmetic == QLatin1String("written") ? ArithmeticKind::Written : ArithmeticKind::KerasJax;
    const Result<CheckedSession> checked = resolveSession(session);
    QVERIFY(checked.ok());
    QCOMPARE(engineText(checked->arithmetic.reason), reason);
}

void TestGermanSentences::operandsOfTheFirstNanAreGerman()
{
    Birthplace birth;
    birth.value = INFINITY;
    birth.step = 3;
    birth.layer = "sequential/row 2";
    birth.tensor = "kernel";
    birth.operation = "update";
    birth.operands = {{"gradient without the loss scale", 0.5}, {"partial sum after term 12 of 16", 2.0},
        {"my 3 tensors", 1.0}};
    QCOMPARE(birthplaceText(birth),
        QStringLiteral(
            "Der erste nicht endliche Wert ist Inf in sequential/row 2, kernel bei Schritt 3. Er kommt von: Update "
            "aus Gradient ohne die Loss-Skalierung 0,5, Teilsumme nach Summand 12 von 16 2, my 3 tensors 1."));
}

void TestGermanSentences::countsHaveTheirNoun()
{
    QCOMPARE(stepsDoneText(0, 1), QStringLiteral("0 von 1 Schritt"));
    QCOMPARE(stepsDoneText(1, 300), QStringLiteral("1 von 300 Schritten"));
    forgetLanguage();
    QCOMPARE(stepsDoneText(0, 1), QStringLiteral("0 of 1 step"));
    QCOMPARE(stepsDoneText(1, 300), QStringLiteral("1 of 300 steps"));
    SessionSpec one = circle();
    one.training.steps = 1;
    QVERIFY(runFacts(one, 1).endsWith(QStringLiteral("1 of 1 step")));
}

void TestGermanSentences::aLogOfNoKnownStackHasASentenceOfItsOwn()
{
    openWindow({1024, 768});
    openScene("circle");
    QFile log(inDirectory("mine.log"));
    QVERIFY(log.open(QFile::WriteOnly)
        && log.write("step 10: loss 2.3, loss scale 65536\nstep 20: loss 2.1\n") > 0);
    log.close();
    m_window->openFile(log.fileName());
    waitUntilIdle();
    QTRY_COMPARE(child<QLabel>("logCounts")->text(),
        QStringLiteral(
            "In den Worten keines hier bekannten Stacks: 2 Zeilen, 2 Losses, 1 Loss-Skalierung, 0 Gradientennormen, 0 übersprungene "
            "Schritte."));
}

QTEST_MAIN(TestGermanSentences)
#include "tst_german_sentences.moc"
