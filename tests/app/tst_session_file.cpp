// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/session/scene_files.h"
#include "app/io/session/session_file.h"
#include "engine/file/whole_file.h"
#include "engine/layer/layer_catalog.h"
#include "engine/session/checked_session.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace ulpscope;

namespace {

const std::filesystem::path kSource = ULPSCOPE_SOURCE_DIR;

std::string bytesOf(const std::filesystem::path& path)
{
    const Result<std::string> bytes = readWholeFile(path, std::size_t{1} << 26);
    return bytes ? *bytes : bytes.error().text();
}

SessionSpec circle()
{
    return *loadSession(kSource / "resources/scenes/circle.ulps");
}

QString text(const Result<SessionSpec>& session)
{
    return QString::fromStdString(session ? "no error" : session.error().text());
}

} // namespace

class TestSessionFile : public QObject
{
    Q_OBJECT
private slots:
    void scenesLoadBackToTheSameBytes_data();
    void scenesLoadBackToTheSameBytes();
    void everythingASessionHoldsSurvives();
    void givenParametersStayAndAbsentOnesStayAbsent();
    void wholeNumbersOfAnyWritingAreNumbers();
    void namesMissingLayersAsKerasDoes();
    void anOverflowRulesOldNameIsReadAsItsNewOne();
    void badFilesGiveExactlyOneMessage_data();
    void badFilesGiveExactlyOneMessage();
    void everyTruncationGivesAMessage();
    void everyChangedByteIsHandled();
    void missingFilesAreNamed();
    void savingReplacesTheWholeFileOrNothing();
    void savingWritesThroughALink();
    void namesThatCannotBeLookedForAreNotCalledUnknown();
};

void TestSessionFile::scenesLoadBackToTheSameBytes_data()
{
    QTest::addColumn<QString>("path");
    const QDir scenes(QString::fromStdString((kSource / "resources/scenes").string()));
    for (const QString& name : scenes.entryList({"*.ulps"}))
        QTest::newRow(qPrintable(name)) << scenes.filePath(name);
    QVERIFY(!scenes.entryList({"circle.ulps"}).isEmpty());
}

void TestSessionFile::scenesLoadBackToTheSameBytes()
{
    QFETCH(QString, path);
    const Result<SessionSpec> session = loadSession(path.toStdString());
    QVERIFY2(session.ok(), qPrintable(text(session)));
    QCOMPARE(
        QString::fromStdString(writeSession(*session)), QString::fromStdString(bytesOf(path.toStdString())));
}

void TestSessionFile::everythingASessionHoldsSurvives()
{
    SessionSpec session = circle();
    session.title = "Quote \" backslash \\ tab \t and Grüße 測試";
    session.description = "two\nlines";
    session.model.name = "functional";
    session.model.layers[2].inputs = {"dense_1"};
    session.model.layers[2].policy = *makeFloat8Policy("mixed_bfloat16", 17);
    session.model.layers[3].policy = *makePolicy("bfloat16");
    session.model.layers[2].config
        = {{"units", std::int64_t{3}}, {"activation", std::string("tanh")}, {"use_bias", false}};
    session.policies.global = *getPolicy("float8_from_mixed_bfloat16");
    session.policies.map = {{"z.*", *makePolicy("float32")}, {"a\"\\d", *makeFloat8Policy("float32", 3)}};
    session.policies.mapMatching = MapMatching::Search;
    session.policies.family = PolicyFamily::TfKeras;
    session.policies.floatx = "bfloat16";
    session.training.seed = std::numeric_limits<std::uint64_t>::max();
    session.training.lossWeight = 0x1p-126;
    session.training.shuffle = false;
    session.training.initialWeights = "weights/ü.npz";
    session.training.optimizer = {"Adam", {{"learning_rate", 0.1 + 0.2}, {"epsilon", 1e-300}}};
    session.training.schedule = {"CosineDecay", {{"decay_steps", std::int64_t{9}}}};
    session.training.lossScale = {"dynamic", {{"dynamic_growth_steps", std::int64_t{7}}}};
    session.probes.tensorsEvery = 3;
    session.suggestions
        = {{"Less: \"ü\"", "{\n  \"training\": {\"steps\": 3, \"optimizer\": {\"epsilon\": 1e-300}}\n}"}};
    session.plots = {"loss", "sequential/dense:output_gradient:amax"};
    session.watches = {{"amax(dense_2.output)/65504 > 0.9", true}, {"loss", false}};
    session.notes
        = {{"", 412, "dense_2", "it begins here: \"ü\"\n"}, {"0123456789abcdef", 0, "", "of another run"}};
    for (const NumericsOverrideRow& row : numericsOverrides()) // each by itself says another text
        session.model.layers[2].numerics[row.setting] = row.kind == OverrideKind::Operand
            ? "bfloat16:stochastic:" + std::to_string(1 + static_cast<int>(row.setting))
            : row.kind == OverrideKind::Accumulator
            ? "chunked:" + std::to_string(1 + static_cast<int>(row.setting)) + ":float16"
            : row.kind == OverrideKind::Format ? "float16"
                                               : "bfloat16:stochastic";
    session.model.layers[3].numerics[NumericsOverride::WeightGradientInput] = "mxfp8";
    const std::string written = writeSession(session);
    const Result<SessionSpec> read = readSession(written);
    QVERIFY2(read.ok(), qPrintable(text(read)));
    QVERIFY(*read == session);
    QCOMPARE(writeSession(*read), written);
    QCOMPARE(QString::fromStdString(written).count("\"numerics\""), 2);
}

void TestSessionFile::givenParametersStayAndAbsentOnesStayAbsent()
{
    SessionSpec session = circle();
    QVERIFY(session.model.layers[1].config.find("use_bias") == nullptr);
    session.model.layers[1].config = {{"units", std::int64_t{16}}, {"activation", std::string("linear")},
        {"use_bias", true}}; // defaults, but said
    const std::string written = writeSession(session);
    QCOMPARE(QString::fromStdString(written).count("use_bias"), 1);
    QCOMPARE(QString::fromStdString(written).count("\"linear\""), 1);
    QVERIFY(*readSession(written) == session);
}

void TestSessionFile::wholeNumbersOfAnyWritingAreNumbers()
{
    std::string written = writeSession(circle());
    const auto replace = [&](const std::string& from, const std::string& to) {
        written.replace(written.find(from), from.size(), to);
    };
    replace("\"units\": 16", "\"units\": 1.6e1");
    replace("\"learning_rate\": 10000", "\"learning_rate\": 1e4");
    QVERIFY(*readSession(written) == circle());
}

void TestSessionFile::namesMissingLayersAsKerasDoes()
{
    const Result<SessionSpec> session = readSession(R"({"format": "ulpscope-session", "version": 1,
        "layers": [{"class": "InputLayer", "shape": [2]}, {"class": "Dense", "units": 3}, {"class": "Dense", "units": 1}],
        "data": {"class": "circle"},
        "training": {"loss": {"class": "MeanSquaredError"}, "optimizer": {"class": "SGD"}}})");
    QVERIFY2(session.ok(), qPrintable(text(session)));
    QCOMPARE(session->model.layers[0].name, std::string("input_layer"));
    QCOMPARE(session->model.layers[1].name, std::string("dense"));
    QCOMPARE(session->model.layers[2].name, std::string("dense_1"));
    QCOMPARE(session->training.lossScale.className, std::string("none"));
}

void TestSessionFile::badFilesGiveExactlyOneMessage_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("expected");
    const QDir corpus(QString::fromStdString((kSource / "tests/corpus/sessions").string()));
    const QStringList names = corpus.entryList({"*.ulps"});
    QVERIFY(names.size() > 80);
    for (const QString& name : names) {
        const QString expected = corpus.filePath(name.chopped(5) + ".expected");
        QTest::newRow(qPrintable(name))
            << corpus.filePath(name) << QString::fromStdString(bytesOf(expected.toStdString())).chopped(1);
    }
}

void TestSessionFile::anOverflowRulesOldNameIsReadAsItsNewOne()
{
    SessionSpec session = *loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    LayerSpec& layer = session.model.layers.back();
    layer.numerics[NumericsOverride::ForwardInput] = "float8_e4m3fn:torch-2.13";
    std::string text = writeSession(session);
    const std::size_t at = text.find("torch-2.13");
    QVERIFY(at != std::string::npos);
    QVERIFY(readSession(text)->origin.notices.empty());
    text.replace(at, 10, "torch-2.12");
    const Result<SessionSpec> read = readSession(text);
    QVERIFY(read.ok());
    QVERIFY(*read == session);
    QCOMPARE(read->origin.notices.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(read->origin.notices.front()),
        QString::fromStdString(layer.name + ", " + placeOf(NumericsOverride::ForwardInput))
            + QStringLiteral(
                ": the overflow rule torch-2.12 is now torch-2.13: PyTorch saturates from 2.13 on, and infinity "
                "too"));
}

void TestSessionFile::badFilesGiveExactlyOneMessage()
{
    QFETCH(QString, path);
    QFETCH(QString, expected);
    QVERIFY(!expected.contains('\n'));
    const Result<SessionSpec> session = readSession(bytesOf(path.toStdString()));
    if (session) { // what is wrong with its policies can be mended in the window; only running is refused
        const Status runnable = checkRunnable(*session);
        QVERIFY(!runnable);
        QCOMPARE(QString::fromStdString(runnable.error().text()), expected);
        QCOMPARE(writeSession(*session), writeSession(*readSession(writeSession(*session))));
        return;
    }
    QCOMPARE(QString::fromStdString(session.error().text()), expected);
    // From a file the file's name comes first.
    QCOMPARE(text(loadSession(path.toStdString())), path + ": " + expected);
}

void TestSessionFile::everyTruncationGivesAMessage()
{
    const std::string whole = writeSession(circle());
    for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
        const Result<SessionSpec> session = readSession(std::string_view(whole).substr(0, length));
        QVERIFY2(!session && !session.error().text().empty(), std::to_string(length).c_str());
    }
    QVERIFY(readSession(std::string_view(whole).substr(0, whole.size() - 1)).ok()); // the last newline
}

void TestSessionFile::everyChangedByteIsHandled()
{
    const std::string whole = writeSession(circle());
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (const char byte : {'\0', '"', '{', ']', '9', '-', '\xff'}) {
            std::string changed = whole;
            changed[at] = byte;
            const Result<SessionSpec> session = readSession(changed);
            QVERIFY(session.ok() || !session.error().message.empty());
        }
    }
}

void TestSessionFile::missingFilesAreNamed()
{
    QCOMPARE(text(loadSession("/no/such.ulps")),
        QString("/no/such.ulps: cannot be read: No such file or directory"));
    QCOMPARE(text(loadSession("/tmp")), QString("/tmp: is a folder; expected a file"));
    QCOMPARE(text(loadSession("/dev/zero")), QString("/dev/zero: is a device; expected a file"));
}

void TestSessionFile::savingReplacesTheWholeFileOrNothing()
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.ulps").toStdString();
    QVERIFY(saveSession(path, circle()).ok());
    QVERIFY(*loadSession(path) == circle());
    SessionSpec other = circle();
    other.title = "Other";
    QVERIFY(saveSession(path, other).ok());
    QCOMPARE(loadSession(path)->title, std::string("Other"));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
        QStringList{"a.ulps"}); // no temporary stays

    const Status failed = saveSession(folder.filePath("none/a.ulps").toStdString(), other);
    QVERIFY(!failed);
    QCOMPARE(QString::fromStdString(failed.error().text()),
        folder.filePath("none/a.ulps") + ": cannot be written: No such file or directory");
}

void TestSessionFile::savingWritesThroughALink()
{
    const QTemporaryDir folder;
    const std::filesystem::path target = folder.filePath("target.ulps").toStdString();
    const std::filesystem::path link = folder.filePath("link.ulps").toStdString();
    QVERIFY(writeWholeFile(target, "old").ok());
    std::filesystem::create_symlink(target, link);
    QVERIFY(saveSession(link, circle()).ok());
    QVERIFY(std::filesystem::is_symlink(link));
    QVERIFY(*loadSession(target) == circle());
}

/// Where /proc is missing, or a program lies apart from its resources.
void TestSessionFile::namesThatCannotBeLookedForAreNotCalledUnknown()
{
    QCOMPARE(noSuchFile("scene", "/x/scenes", "circle", {}).text(),
        std::string("no such file as circle, and whether it is a scene is not known: /x/scenes has none"));
    QCOMPARE(noSuchFile("scene", "/x/scenes", "circel", {"circle"}).text(),
        std::string("no such file; unknown scene 'circel'; did you mean 'circle'?"));
}

QTEST_APPLESS_MAIN(TestSessionFile)
#include "tst_session_file.moc"
