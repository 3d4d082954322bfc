// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a person's own: how they are found to be written, what is learnt from what, and that the session that comes of
// it trains: better than who always says the most frequent class, or the mean.
#include "engine/data/dataset_catalog.h"
#include "engine/file/csv_guess.h"
#include "engine/file/npz.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"
#include "engine/session/fitted_session.h"
#include "engine/train/training_run.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <random>

using namespace ulpscope;

namespace {

/// Three species of flowers, sorted, far enough apart for a model to tell most of them; a decimal comma, semicolons.
std::string flowers()
{
    std::mt19937 random(1);
    std::normal_distribution<double> noise;
    std::string text = "\xEF\xBB\xBFlength;width;leaf;species\r\n";
    const std::array<std::string, 3> names{"setosa", "versicolor", "virginica"};
    for (std::size_t kind = 0; kind < names.size(); ++kind)
        for (int i = 0; i < 40; ++i) {
            std::string line;
            for (const double center :
                {5.0 + static_cast<double>(kind), 3.0, 1.0 + 2 * static_cast<double>(kind)})
                line += std::to_string(center + 0.3 * noise(random)) + ";";
            std::ranges::replace(line, '.', ',');
            text += line + names[kind] + "\r\n";
        }
    return text;
}

/// Big-endian, as IDX has its extents.
std::string idx(const std::vector<std::uint32_t>& extents, const std::string& bytes)
{
    std::string text("\0\0\x08", 3);
    text += static_cast<char>(extents.size());
    for (const std::uint32_t extent : extents)
        for (int shift = 24; shift >= 0; shift -= 8)
            text += static_cast<char>((extent >> shift) & 255);
    return text + bytes;
}

NpyArray npy(std::vector<std::int64_t> shape, std::vector<float> values)
{
    return {std::move(shape), std::move(values)};
}

/// Of the float64 lane.
double testLossOf(const RunSummary& summary)
{
    for (const MetricValue& metric : summary.referenceTestMetrics)
        if (metric.name == "loss")
            return metric.value;
    return std::nan("");
}

template <class T>
QString errorOf(const Result<T>& result)
{
    return result ? QString() : QString::fromStdString(result.error().text());
}

} // namespace

class TestOwnData : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void aFormIsGuessed_data();
    void aFormIsGuessed();
    void columnsAreCounted();
    void aTargetIsGuessed_data();
    void aTargetIsGuessed();
    void whatIsNoFeatureIsLeftOut();
    void flowersAreLearnt();
    void everyKindOfColumnTrains();
    void numbersOfAnArchiveAreLearnt();
    void oneHotRowsAreClasses();
    void aBrokenArrayStandsInNobodysWay();
    void picturesAreLearnt();
    void theOtherFileIsFound();
    void aTextIsLearnt();
    void badFilesSayWhatIsWrong_data();
    void badFilesSayWhatIsWrong();
    void anArchiveIsNoWorkbook();
    void cellsInLatin1AreRecoded();
    void choicesThatCannotBe();
    void nanIsNoClass();
    void emptyArraysAreRefused_data();
    void emptyArraysAreRefused();
    void doubledNamesAreToldApart_data();
    void doubledNamesAreToldApart();
    void fewClassesAreCountedBesideManyValues();
    void aChoiceOfTooManyNamesIsRefused();
    void theChosenArrayDecides();
    void anUnreadableArrayIsNotLookedAt();
    void whatIsMadeFitsItsData();

private:
    std::string written(const char* name, std::string_view bytes) const
    {
        const std::string path = m_folder->filePath(QString::fromLatin1(name)).toStdString();
        return writeWholeFile(path, bytes) ? path : std::string();
    }
    DataProfile profileOf(const std::string& file) const
    {
        Result<DataProfile> profile = profileData({.file = file});
        if (!profile)
            qFatal("%s", profile.error().text().c_str());
        return *std::move(profile);
    }
    /// Trains all of the session.
    RunSummary trained(const SessionSpec& session) const
    {
        Result<TrainingRun> run = TrainingRun::create(session, *m_kernels, {});
        if (!run)
            qFatal("%s", run.error().text().c_str());
        for (std::int64_t step = 0; step < session.training.steps; ++step)
            run->step();
        return run->summarize(0);
    }
    RunSummary trained(const std::string& file) const
    {
        const DataProfile profile = profileOf(file);
        const Result<SessionSpec> session = fittedSession(profile, guessChoice(profile));
        if (!session)
            qFatal("%s", session.error().text().c_str());
        return trained(*session);
    }

    std::optional<Kernels> m_kernels;
    std::unique_ptr<QTemporaryDir> m_folder = std::make_unique<QTemporaryDir>();
};

void TestOwnData::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::move(kernels).value();
    QVERIFY(m_folder->isValid());
}

void TestOwnData::aFormIsGuessed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<char>("separator");
    QTest::addColumn<char>("decimalPoint");
    QTest::addColumn<bool>("hasNames");
    QTest::addColumn<bool>("isTable");
    QTest::newRow("commas") << QByteArray("a,b\n1.5,2\n") << ',' << '.' << true << true;
    QTest::newRow("tabs") << QByteArray("a\tb\n1,5\t2\n") << '\t' << ',' << true << true;
    QTest::newRow("semicolons, decimal comma")
        << QByteArray("a;b\n1,5;2\n2,5;3\n") << ';' << ',' << true << true;
    QTest::newRow("semicolons, decimal point")
        << QByteArray("a;b\n1.5;2\n2.5;3\n") << ';' << '.' << true << true;
    QTest::newRow("decimal comma without names")
        << QByteArray("1,5;2,5;a\n1,5;2,5;b\n") << ';' << ',' << false << true;
    QTest::newRow("no names, texts at the end")
        << QByteArray("5.1,3.5,Iris-setosa\n4.9,3.0,Iris-setosa\n") << ',' << '.' << false << true;
    QTest::newRow("years as names") << QByteArray("city,2019,2020\n1,2,3\n") << ',' << '.' << true << true;
    QTest::newRow("an unnamed column") << QByteArray(",a\n0,x\n1,y\n") << ',' << '.' << true << true;
    QTest::newRow("quoted decimal commas")
        << QByteArray("a,b\n\"1,5\",2\n\"2,5\",3\n") << ',' << ',' << true << true;
    QTest::newRow("commas in quotes") << QByteArray("a;b\n\"x, y\";1\nz;2\n") << ';' << '.' << true << true;
    QTest::newRow("a sentence") << QByteArray("One, two.\nThree, four, five.\n") << ',' << '.' << true
                                << false;
    QTest::newRow("one line") << QByteArray("a,b,c\n") << ',' << '.' << true << false;
    QTest::newRow("one column") << QByteArray("a\nb\nc\n") << ',' << '.' << true << false;
    QTest::newRow("a line that is short") << QByteArray("a;b\n1;2\n3\n4;5\n") << ';' << '.' << true << false;
}

void TestOwnData::aFormIsGuessed()
{
    QFETCH(QByteArray, text);
    const CsvGuess guess = guessCsv(text.toStdString());
    QTEST(guess.form.separator, "separator");
    QTEST(guess.form.decimalPoint, "decimalPoint");
    QTEST(guess.form.hasNames, "hasNames");
    QTEST(guess.isTable, "isTable");
}

void TestOwnData::columnsAreCounted()
{
    const DataProfile profile
        = profileOf(written("t.csv", "n,whole,word,gap\n1.5,1,a,NA\n-0.5,2,b,3\n2,2,a,inf\n1,3,,nan\n"));
    QCOMPARE(profile.kind, DataFileKind::Csv);
    QCOMPARE(profile.examples, 4);
    QCOMPARE(profile.incompleteLines, 2);
    QVERIFY(profile.hasNames);
    QCOMPARE(profile.fields.size(), std::size_t{4});
    const FieldProfile& number = *profile.field("n");
    QCOMPARE(number.type, std::string("number"));
    QCOMPARE(number.minimum, -0.5);
    QCOMPARE(number.maximum, 2.0);
    QCOMPARE(number.mean, 1.0);
    QCOMPARE(number.deviation, std::sqrt((0.25 + 2.25 + 1.0 + 0.0) / 4));
    QCOMPARE(number.distinct, 4);
    QCOMPARE(number.first, (std::vector<std::string>{"1.5", "-0.5", "2", "1"}));
    QCOMPARE(profile.field("whole")->type, std::string("integer"));
    QCOMPARE(profile.field("whole")->distinct, 3);
    const FieldProfile& word = *profile.field("word");
    QCOMPARE(word.type, std::string("text"));
    QCOMPARE(word.labels, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(word.missing, 1);
    QVERIFY(std::isnan(word.mean));
    const FieldProfile& gap = *profile.field("gap");
    QCOMPARE(gap.missing, 2);
    QCOMPARE(gap.infinite, 1);
    QCOMPARE(gap.mean, 3.0);
}

void TestOwnData::aTargetIsGuessed_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("target");
    QTest::addColumn<bool>("isClassification");
    QTest::newRow("by its name") << QByteArray("label,a\n0,1\n1,2\n0,3\n1,4\n") << "label" << true;
    QTest::newRow("by its name in capitals") << QByteArray("Y,a\n0,1\n1,2\n0,3\n1,4\n") << "Y" << true;
    QTest::newRow("the last") << QByteArray("a,b\n0,1.5\n1,2.5\n0,3.5\n1,4.5\n") << "b" << false;
    QTest::newRow("texts") << QByteArray("a,b\n0,no\n1,yes\n") << "b" << true;
    QTest::newRow("minus one and one") << QByteArray("a,b\n0,-1\n1,1\n2,1\n3,-1\n") << "b" << true;
    QTest::newRow("many integers") << QByteArray("a,b\n0,1\n1,2\n2,3\n3,4\n4,5\n5,6\n") << "b" << false;
}

void TestOwnData::aTargetIsGuessed()
{
    QFETCH(QByteArray, text);
    const DataChoice choice = guessChoice(profileOf(written("g.csv", text.toStdString())));
    QFETCH(QString, target);
    QCOMPARE(QString::fromStdString(choice.target), target);
    QTEST(choice.isClassification, "isClassification");
}

void TestOwnData::whatIsNoFeatureIsLeftOut()
{
    std::string text = "id,remark,seldom,size,y\n";
    for (int i = 0; i < 30; ++i)
        text += std::to_string(i) + ",remark " + std::to_string(i) + "," + (i % 2 ? "1" : "") + ","
            + std::to_string(i * i % 7) + "," + std::to_string(i % 2) + "\n";
    const DataProfile profile = profileOf(written("l.csv", text));
    const DataChoice choice = guessChoice(profile);
    QCOMPARE(choice.without, (std::vector<std::string>{"id", "remark", "seldom"}));
    QCOMPARE(shapeOf(profile, choice)->features, std::vector<std::int64_t>{1});
}

void TestOwnData::flowersAreLearnt()
{
    const DataProfile profile = profileOf(written("flowers.csv", flowers()));
    QCOMPARE(profile.form, (CsvForm{';', ',', true}));
    const DataChoice choice = guessChoice(profile);
    const Result<SessionSpec> session = fittedSession(profile, choice);
    QVERIFY2(session.ok(), session ? "" : session.error().text().c_str());
    QCOMPARE(session->model.layers.front().config.list("shape"), std::vector<std::int64_t>{3});
    QCOMPARE(session->model.layers.back().config.integer("units"), 3);
    QCOMPARE(session->training.loss.className, std::string("SparseCategoricalCrossentropy"));
    const RunSummary summary = trained(*session);
    QVERIFY2(
        *summary.referenceTestAccuracy > 0.9, qPrintable(QString::number(*summary.referenceTestAccuracy)));
    QVERIFY(*summary.testAccuracy > 0.9); // by chance a third
}

/// Names that need quotes, texts as features, missing cells, a column left out, classes that are -1 and 1.
void TestOwnData::everyKindOfColumnTrains()
{
    std::string text = "\"a, b\";id;\"colour \"\"c\"\"\";y\n";
    for (int i = 0; i < 60; ++i)
        text += (i % 9 == 0 ? std::string("NA") : std::to_string(i % 5)) + ";" + std::to_string(i) + ";"
            + (i % 3 == 0 ? "red" : "blue") + ";" + (i % 3 == 0 ? "-1" : "1") + "\n";
    const DataProfile profile = profileOf(written("k.csv", text));
    DataChoice choice = guessChoice(profile);
    QCOMPARE(choice.without, std::vector<std::string>{"id"});
    Result<SessionSpec> session = fittedSession(profile, choice);
    QVERIFY2(session.ok(), session ? "" : session.error().text().c_str());
    QCOMPARE(session->model.layers.front().config.list("shape"),
        std::vector<std::int64_t>{3}); // a number, two colours
    QCOMPARE(session->training.loss.className, std::string("BinaryCrossentropy"));
    QVERIFY(*trained(*session).referenceTestAccuracy > 0.9);
    choice.without.push_back("a, b");
    session = fittedSession(profile, choice);
    QVERIFY2(session.ok(), session ? "" : session.error().text().c_str());
    QCOMPARE(session->data.config.text("without"), std::string("id,\"a, b\""));
    QVERIFY(session->data.config.find("missing") == nullptr);
    QVERIFY(*trained(*session).referenceTestAccuracy > 0.9);
}

void TestOwnData::numbersOfAnArchiveAreLearnt()
{
    std::mt19937 random(2);
    std::uniform_real_distribution<float> uniform(0, 1000); // unlike what a model likes
    std::vector<float> x;
    std::vector<float> y;
    for (int i = 0; i < 300; ++i) {
        for (int k = 0; k < 3; ++k)
            x.push_back(uniform(random));
        const std::size_t row = x.size() - 3;
        y.push_back(1e5F + 300 * x[row] - 200 * x[row + 1] + 100 * x[row + 2]);
    }
    const std::string file = m_folder->filePath("r.npz").toStdString();
    QVERIFY(
        saveNpz(file, {{"spare", npy({2}, {1, 2})}, {"inputs", npy({300, 3}, x)}, {"target", npy({300}, y)}})
            .ok());
    const DataProfile profile = profileOf(file);
    const DataChoice choice = guessChoice(profile);
    QCOMPARE(choice.features, std::string("inputs"));
    QCOMPARE(choice.target, std::string("target"));
    QVERIFY(!choice.isClassification);
    QCOMPARE(profile.field("inputs")->type, std::string("float32"));
    const RunSummary summary = trained(*fittedSession(profile, choice));
    QVERIFY2(testLossOf(summary) < 0.1, qPrintable(QString::number(testLossOf(summary)))); // 1 by the mean
}

void TestOwnData::oneHotRowsAreClasses()
{
    std::vector<float> x;
    std::vector<float> y;
    for (int i = 0; i < 200; ++i) {
        const int kind = i % 4;
        x.push_back(static_cast<float>(kind) + 0.1F * static_cast<float>(i % 3));
        for (int k = 0; k < 4; ++k)
            y.push_back(k == kind ? 1.0F : 0.0F);
    }
    const std::string file = m_folder->filePath("h.npz").toStdString();
    QVERIFY(saveNpz(file, {{"x", npy({200}, x)}, {"y", npy({200, 4}, y)}}).ok());
    const DataProfile profile = profileOf(file);
    const Result<SessionSpec> session = fittedSession(profile, guessChoice(profile));
    QVERIFY2(session.ok(), session ? "" : session.error().text().c_str());
    QCOMPARE(session->training.loss.className, std::string("CategoricalCrossentropy"));
    QVERIFY(*trained(*session).referenceTestAccuracy > 0.9);
}

void TestOwnData::aBrokenArrayStandsInNobodysWay()
{
    // numpy.savez_compressed(f, x=..., names=numpy.array(["a"])) with the dtype <U1 in place of numbers.
    const std::string file = m_folder->filePath("b.npz").toStdString();
    QVERIFY(saveNpz(file,
        {{"names", npy({4}, {0, 0, 0, 0})}, {"x", npy({4, 1}, {1, 2, 3, 4})}, {"y", npy({4}, {0, 1, 0, 1})}})
                .ok());
    Result<std::string> bytes = readWholeFile(file, 1 << 20);
    bytes->replace(bytes->find("'<f4'"), 5, "'<U1'");
    const std::string broken = written("broken.npz", *bytes); // whose checksum is wrong now as well
    const DataProfile profile = profileOf(broken);
    QVERIFY(!profile.field("names")->problem.empty());
    QVERIFY(fittedSession(profile, guessChoice(profile)).ok());
    DataChoice choice = guessChoice(profile);
    choice.target = "names";
    QCOMPARE(QString::fromStdString(shapeOf(profile, choice).error().place), QStringLiteral("target"));
}

void TestOwnData::picturesAreLearnt()
{
    std::string pictures;
    std::string labels;
    for (int i = 0; i < 200; ++i) {
        const int kind = i % 2;
        for (int row = 0; row < 8; ++row)
            for (int column = 0; column < 8; ++column) // stripes across or down
                pictures += static_cast<char>(
                    (kind ? row : column) % 2 ? 200 + (i + row) % 50 : (i * column) % 30);
        labels += static_cast<char>(kind);
    }
    const std::string file = written("my-images-idx3-ubyte", idx({200, 8, 8}, pictures));
    const std::string targets = written("my-labels-idx1-ubyte", idx({200}, labels));
    const DataProfile profile = profileOf(file);
    QCOMPARE(profile.kind, DataFileKind::Idx);
    QCOMPARE(profile.targetsFile, targets);
    const Result<SessionSpec> session = fittedSession(profile, guessChoice(profile));
    QVERIFY2(session.ok(), session ? "" : session.error().text().c_str());
    QCOMPARE(session->model.layers[1].className, std::string("Flatten"));
    QVERIFY(*trained(*session).referenceTestAccuracy > 0.9);
}

void TestOwnData::theOtherFileIsFound()
{
    const std::string x = m_folder->filePath("X_small.npy").toStdString();
    const std::string y = m_folder->filePath("y_small.npy").toStdString();
    QVERIFY(saveNpy(x, npy({6, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})).ok());
    DataProfile profile = profileOf(x);
    QVERIFY(profile.targetsFile.empty());
    QCOMPARE(QString::fromStdString(fittedSession(profile, guessChoice(profile)).error().text()),
        QStringLiteral("target: choose the file of the targets"));
    QVERIFY(saveNpy(y, npy({6}, {0, 1, 0, 1, 0, 1})).ok());
    for (const std::string& chosen : {x, y}) {
        profile = profileOf(chosen);
        QCOMPARE(profile.file, x);
        QCOMPARE(profile.targetsFile, y);
        QCOMPARE(profile.field("targets")->shape, std::vector<std::int64_t>{6});
    }
    QVERIFY(fittedSession(profile, guessChoice(profile)).ok());
}

void TestOwnData::aTextIsLearnt()
{
    std::string text;
    while (text.size() < 1500)
        text += "she sells sea shells on the sea shore.\n";
    const DataProfile profile = profileOf(written("shells.txt", text));
    QCOMPARE(profile.kind, DataFileKind::Text);
    Result<SessionSpec> session = fittedSession(profile, guessChoice(profile));
    QVERIFY2(session.ok(), session ? "" : session.error().text().c_str());
    session->training.steps = 60;
    const RunSummary summary = trained(*session);
    const auto characters = static_cast<double>(profile.fields[0].distinct);
    QVERIFY2(testLossOf(summary) < 0.5 * std::log(characters), // log is who knows nothing
        qPrintable(QString::number(testLossOf(summary))));
}

void TestOwnData::badFilesSayWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << QByteArray() << "a.csv"
                           << ": is empty";
    QTest::newRow("a short line") << QByteArray("a,b\n1,2\n3\n") << "a.csv"
                                  << ":3: expected 2 cells, got 1";
    QTest::newRow("one column") << QByteArray("a\n1\n2\n") << "a.csv"
                                << ": expected at least 2 columns";
    QTest::newRow("names alone") << QByteArray("a,b\n") << "a.csv"
                                 << ": has no line with cells";
    QTest::newRow("an open quote") << QByteArray("a,b\n1,\"2\n") << "a.csv"
                                   << ":2: a quote is not closed";
    QTest::newRow("bytes") << QByteArray("\x7f"
                                         "ELF\0\1\2",
        7) << "a.csv"
                           << ": is neither a CSV, NPZ, NPY or IDX file nor a text";
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe"
                                          "a\0,\0",
        6) << "a.csv"
                            << ": is a text in UTF-16; save it as UTF-8";
    const QString hint = QStringLiteral(
        ", which is not read; save its sheet as CSV in the spreadsheet program (File > Save As) and choose that file");
    const QByteArray workbook("PK\3\4\24\0\6\0[Content_Types].xml....xl/workbook.xml", 46);
    QTest::newRow("an Excel workbook")
        << workbook << "a.xlsx" << QString(": is an Excel workbook (.xlsx)" + hint);
    QTest::newRow("one with a table's name")
        << workbook << "a.csv" << QString(": is an Excel workbook (.xlsx)" + hint);
    QTest::newRow("an OpenDocument sheet")
        << QByteArray("PK\3\4\24\0\0\10\0\0mimetypeapplication/vnd.oasis.opendocument.spreadsheet", 64)
        << "a.ods" << QString(": is an OpenDocument file (.ods)" + hint);
    QTest::newRow("an old workbook") << QByteArray("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0", 10) << "a.xls"
                                     << QString(": is an old Excel workbook (.xls)" + hint);
    QTest::newRow("a zip of something") << QByteArray("PK\3\4broken") << "a.npz"
                                        << ": is cut off after 10 bytes";
    QTest::newRow("a cut array") << QByteArray("\x93NUMPY\1\0\xff\0", 10) << "a.npy"
                                 << ": the .npy header is cut off";
    QTest::newRow("IDX of floats") << QByteArray("\0\0\x0d\1\0\0\0\1", 8) << "a.idx"
                                   << ": is not an IDX file of unsigned bytes";
    QTest::newRow("an IDX that ends") << QByteArray("\0\0\x08\1\0\0\0\7", 8) << "a.idx"
                                      << ": ends before its 7 values";
}

void TestOwnData::badFilesSayWhatIsWrong()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, name);
    QFETCH(QString, message);
    const std::string file = written(name.toLatin1().constData(), bytes.toStdString());
    const Result<DataProfile> profile = profileData({.file = file});
    QVERIFY(!profile.ok());
    const QString text = QString::fromStdString(profile.error().text());
    QVERIFY2(text.startsWith(QString::fromStdString(file) + message), qPrintable(text));
}

/// Among the bytes of an archive is anything; here it is the name of an array.
void TestOwnData::anArchiveIsNoWorkbook()
{
    const std::string file = m_folder->filePath("axl.npz").toStdString();
    QVERIFY(saveNpz(file, {{"axl/x", npy({2}, {1, 2})}, {"y", npy({2}, {1, 2})}}).ok());
    QVERIFY(readWholeFile(file, 4096)->find("xl/") != std::string::npos);
    QVERIFY(profileOf(file).field("axl/x") != nullptr);
}

/// As a spreadsheet on Windows writes it: names and classes with umlauts, quoted too; the classes are the same texts as in UTF-8.
void TestOwnData::cellsInLatin1AreRecoded()
{
    const std::string latin1 = "gr\xf6\xdf"
                               "e,farbe\n1,gr\xfcn\n2,\"rot \"\"wei\xdf\"\"\"\n3,blau\n";
    const std::string utf8 = "größe,farbe\n1,grün\n2,\"rot \"\"weiß\"\"\"\n3,blau\n";
    const auto cellsOf = [](const std::string& text) {
        std::vector<std::string> cells;
        Result<CsvReader> csv = CsvReader::ofText("a.csv", text, {});
        for (const std::string& name : csv->names())
            cells.push_back(name);
        for (int pass = 0; pass < 2; ++pass, csv->rewind())
            while (*csv->next())
                for (const std::string_view cell : csv->cells())
                    cells.emplace_back(cell);
        return cells;
    };
    QCOMPARE(cellsOf(latin1).size(), std::size_t{14});
    QCOMPARE(cellsOf(latin1), cellsOf(utf8));
    // Where only some cells are Latin-1, the others stay as they are.
    QCOMPARE(
        cellsOf("a,b\ngrün,gr\xfcn\n"), (std::vector<std::string>{"a", "b", "grün", "grün", "grün", "grün"}));
    const DataProfile one = profileOf(written("one.csv", latin1));
    const DataProfile other = profileOf(written("other.csv", utf8));
    QCOMPARE(one.field("farbe")->labels, other.field("farbe")->labels);
}

void TestOwnData::choicesThatCannotBe()
{
    const DataProfile profile = profileOf(written("c.csv", "a,b,word\n1,0.5,x\n2,1.5,y\n3,2.5,z\n"));
    DataChoice choice = guessChoice(profile);
    QCOMPARE(choice.target, std::string("word"));
    choice.isClassification = false;
    QVERIFY(errorOf(shapeOf(profile, choice)).startsWith("target: word has texts"));
    choice = guessChoice(profile, "b");
    choice.isClassification = true;
    QVERIFY(errorOf(shapeOf(profile, choice)).contains("choose the task regression"));
    choice = guessChoice(profile, "b");
    choice.without = {"a", "word"};
    QCOMPARE(
        errorOf(shapeOf(profile, choice)), QStringLiteral("features: expected a column beside the target"));
    choice.target = "bb";
    QVERIFY(errorOf(shapeOf(profile, choice)).contains("did you mean 'b'"));
    choice = guessChoice(profile, "b");
    choice.without = {"b"};
    QCOMPARE(errorOf(shapeOf(profile, choice)), QStringLiteral("target: b is among the columns left out"));
    const std::string file = written("one.tsv", "a\n1\n2\n");
    QVERIFY(errorOf(profileData({.file = file, .form = CsvForm{'\t'}})).endsWith("with a tab between them"));
}

void TestOwnData::nanIsNoClass()
{
    const std::string file = m_folder->filePath("n.npz").toStdString();
    QVERIFY(
        saveNpz(file, {{"x", npy({5}, {1, 2, 3, 4, 5})}, {"y", npy({5}, {0, 1, std::nanf(""), 1, 0})}}).ok());
    const DataProfile profile = profileOf(file);
    QCOMPARE(profile.field("y")->missing, 1);
    DataChoice choice = guessChoice(profile);
    QVERIFY(choice.isClassification);
    QCOMPARE(errorOf(shapeOf(profile, choice)),
        QStringLiteral("target: y has values that are NaN, which is no class"));
    choice.isClassification = false;
    QVERIFY(fittedSession(profile, choice).ok()); // there NaN is a result
}

void TestOwnData::emptyArraysAreRefused_data()
{
    using Extents = std::vector<std::int64_t>;
    QTest::addColumn<Extents>("x");
    QTest::addColumn<Extents>("y");
    QTest::addColumn<QString>("message");
    QTest::newRow("features") << Extents{20, 0} << Extents{20}
                              << "features: x has the shape (20, 0); expected at least 1 along each axis";
    QTest::newRow("pictures") << Extents{20, 4, 0} << Extents{20}
                              << "features: x has the shape (20, 4, 0); expected at least 1 along each axis";
    QTest::newRow("targets") << Extents{20, 3} << Extents{20, 0}
                             << "target: y has the shape (20, 0); expected at least 1 along each axis";
    QTest::newRow("examples") << Extents{0, 3} << Extents{0}
                              << "target: y has the shape (0); expected at least 1 along each axis";
}

void TestOwnData::emptyArraysAreRefused()
{
    QFETCH(std::vector<std::int64_t>, x);
    QFETCH(std::vector<std::int64_t>, y);
    QFETCH(QString, message);
    const auto ones = [](const std::vector<std::int64_t>& shape) {
        std::int64_t count = 1;
        for (const std::int64_t extent : shape)
            count *= extent;
        return std::vector<float>(static_cast<std::size_t>(count), 1);
    };
    const std::string file = m_folder->filePath("zero.npz").toStdString();
    QVERIFY(saveNpz(file, {{"x", npy(x, ones(x))}, {"y", npy(y, ones(y))}}).ok());
    const DataProfile profile = profileOf(file);
    DataChoice choice = guessChoice(profile);
    choice.features = "x";
    choice.target = "y";
    QCOMPARE(errorOf(fittedSession(profile, choice)), message);

    const std::string features = m_folder->filePath("X_zero.npy").toStdString();
    QVERIFY(saveNpy(features, npy(x, ones(x))).ok());
    QVERIFY(saveNpy(m_folder->filePath("y_zero.npy").toStdString(), npy(y, ones(y))).ok());
    const DataProfile pair = profileOf(features);
    QCOMPARE(errorOf(fittedSession(pair, guessChoice(pair))),
        QString(message).replace(" x ", " features ").replace(" y ", " targets "));
}

/// Names as pandas 2.3 tells doubled ones apart.
void TestOwnData::doubledNamesAreToldApart_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<QByteArray>("names");
    QTest::newRow("twice") << QByteArray("id,id,a,y") << QByteArray("id,id.1,a,y");
    QTest::newRow("the target") << QByteArray("a,y,y") << QByteArray("a,y,y.1");
    QTest::newRow("a text") << QByteArray("a,note,note,y") << QByteArray("a,note,note.1,y");
    QTest::newRow("three times") << QByteArray("a,a,b,a") << QByteArray("a,a.1,b,a.2");
    QTest::newRow("what the name would be") << QByteArray("a,a,a.1,y") << QByteArray("a,a.2,a.1,y");
    QTest::newRow("twice what it would be")
        << QByteArray("a,a.1,a,a.1,a") << QByteArray("a,a.1,a.2,a.1.1,a.3");
    QTest::newRow("a number of another column") << QByteArray("a,,1,y") << QByteArray("a,1,1.1,y");
}

void TestOwnData::doubledNamesAreToldApart()
{
    QFETCH(QByteArray, header);
    QFETCH(QByteArray, names);
    std::string text = header.toStdString() + '\n';
    for (int i = 0; i < 40; ++i) {
        const auto columns = header.split(',');
        for (qsizetype c = 0; c < columns.size(); ++c) {
            const std::string number = std::to_string(i * (c + 2) % 7);
            text += columns[c] == "note" ? "note " + std::to_string(i)
                : columns[c] == "id"     ? std::to_string(i)
                                         : number;
            text += c + 1 == columns.size() ? '\n' : ',';
        }
    }
    const DataProfile profile = profileOf(written("d.csv", text));
    QByteArrayList found;
    for (const FieldProfile& field : profile.fields)
        found += QByteArray::fromStdString(field.name);
    QCOMPARE(found.join(','), names);
    const DataChoice choice = guessChoice(profile);
    const Result<SessionSpec> session = fittedSession(profile, choice);
    QVERIFY2(session.ok(), qPrintable(errorOf(session)));
    const Result<Dataset> loaded
        = loadDataset(*checkComponent(datasetCatalog(), "dataset", session->data), 1);
    QVERIFY2(loaded.ok(), qPrintable(errorOf(loaded)));
    QCOMPARE(loaded->featureShape, shapeOf(profile, choice)->features);
}

/// More different values than are kept of all columns together: those with few of them lose none.
void TestOwnData::fewClassesAreCountedBesideManyValues()
{
    constexpr int kColumns = 3000;
    constexpr int kLines = 660;
    constexpr int kClasses = 33;
    std::string text;
    for (int c = 0; c < kColumns; ++c)
        text += "c" + std::to_string(c) + ",";
    text += "kind\n";
    for (int line = 0; line < kLines; ++line) { // sorted by their classes
        for (int c = 0; c < kColumns; ++c)
            text += std::to_string(line) + (c % 2 ? ".5," : ",");
        text += "class " + std::to_string(line * kClasses / kLines) + "\n";
    }
    const DataProfile profile = profileOf(written("wide.csv", text));
    const FieldProfile& target = *profile.field("kind");
    QCOMPARE(target.distinct, kClasses);
    QVERIFY(!target.hasMoreDistinct);
    QCOMPARE(target.labels.size(), std::size_t{kClasses});
    std::int64_t told = 0;
    for (const FieldProfile& field : profile.fields) {
        QVERIFY(field.hasMoreDistinct || field.distinct == (&field == &target ? kClasses : kLines));
        told += field.hasMoreDistinct ? 0 : field.distinct;
    }
    QVERIFY2(told <= static_cast<std::int64_t>(kMaxToldApart), qPrintable(QString::number(told)));
    const DataChoice choice = guessChoice(profile);
    QVERIFY(choice.without.empty());
    QCOMPARE(shapeOf(profile, choice)->classes, kClasses);
}

void TestOwnData::aChoiceOfTooManyNamesIsRefused()
{
    std::string text = "a,y";
    std::string cells[2] = {"1,0", "2,1"};
    for (int c = 0; c < 6000; ++c) { // more than 65,536 bytes of names
        text += ",number_" + std::to_string(c) + "_id";
        for (int line = 0; line < 2; ++line)
            cells[line] += "," + std::to_string(line);
    }
    const DataProfile profile
        = profileOf(written("ids.csv", text + "\n" + cells[0] + "\n" + cells[1] + "\n"));
    const DataChoice choice = guessChoice(profile, "y");
    QCOMPARE(choice.without.size(), std::size_t{6000});
    const QString error = errorOf(fittedSession(profile, choice));
    QVERIFY2(error.startsWith("data.without: "), qPrintable(error));
    QVERIFY2(error.contains("65536 bytes"), qPrintable(error));
}

void TestOwnData::theChosenArrayDecides()
{
    std::vector<float> x;
    std::vector<float> y;
    for (int i = 0; i < 2000; ++i) {
        x.push_back(static_cast<float>(i % 100));
        y.push_back(static_cast<float>(i % 2));
    }
    const auto fitted = [&](const std::vector<NamedArray>& arrays) {
        const std::string file = m_folder->filePath("order.npz").toStdString();
        const bool isSaved = saveNpz(file, arrays).ok();
        const DataProfile profile = profileOf(file);
        return isSaved ? fittedSession(profile, guessChoice(profile)) : Result<SessionSpec>(Error{});
    };
    const NamedArray spare{"spare", npy({3, 2, 2}, std::vector<float>(12, 1))};
    const Result<SessionSpec> after = fitted({{"x", npy({2000}, x)}, {"y", npy({2000}, y)}, spare});
    const Result<SessionSpec> before = fitted({spare, {"x", npy({2000}, x)}, {"y", npy({2000}, y)}});
    QVERIFY2(after.ok() && before.ok(), qPrintable(errorOf(before)));
    QCOMPARE(after->training.batchSize, 32);
    QCOMPARE(after->training.steps, 1500); // 30 times 1600 / 32
    QVERIFY(before->training == after->training);
}

/// Its extents may be anything: of these, one example would have 2^64 + 1 elements, 1 in 64 bits.
void TestOwnData::anUnreadableArrayIsNotLookedAt()
{
    std::string header = "{'descr': '<U1', 'fortran_order': False, 'shape': (2, 274177, 67280421310721), }\n";
    header = std::string("\x93NUMPY\1\0", 8) + static_cast<char>(header.size()) + '\0' + header;
    const Result<std::string> archive = zipped({{"x.npy", writeNpy(npy({2, 1}, {1, 2}))}, {"y.npy", header}});
    QVERIFY(archive.ok());
    const DataProfile profile = profileOf(written("huge.npz", *archive));
    QVERIFY(!profile.field("y")->problem.empty());
    const DataChoice choice = guessChoice(profile, "y");
    QVERIFY(!choice.isClassification);
    QVERIFY(errorOf(shapeOf(profile, choice)).startsWith("target: "));
}

/// Of any table: a session that is made has the shape of the data that it then loads.
void TestOwnData::whatIsMadeFitsItsData()
{
    std::mt19937 random(7);
    const auto draw = [&](int count) { return static_cast<int>(random() % static_cast<unsigned>(count)); };
    const std::array<std::vector<const char*>, 7> kinds{
        {{"1", "2", "3"}, {"0.5", "-1.25", "1e3", "2"}, {"red", "blue", "\"a \"\"b\"\"\"", "-1"}, {"-1", "1"},
            {"", "NA", "4", "5"}, {"x", "", "y", "nan"}, {"1", "inf", "text", "?"}}};
    int made = 0;
    for (int table = 0; table < 400; ++table) {
        const int columns = 2 + draw(4);
        std::vector<int> kindOf;
        std::string text;
        for (int c = 0; c < columns; ++c) {
            kindOf.push_back(draw(static_cast<int>(kinds.size())));
            text += (c ? ";" : "") + std::string(draw(8) ? "c" + std::to_string(draw(8) ? c : 0) : "\"\"");
        }
        text += '\n';
        for (int rows = 4 + draw(30); rows > 0; --rows)
            for (int c = 0; c < columns; ++c) {
                const auto& cells = kinds[static_cast<std::size_t>(kindOf[static_cast<std::size_t>(c)])];
                text += cells[static_cast<std::size_t>(draw(static_cast<int>(cells.size())))];
                text += c + 1 == columns ? '\n' : ';';
            }
        const Result<DataProfile> profile
            = profileData({.file = written("any.csv", text), .kind = DataFileKind::Csv});
        if (!profile)
            continue;
        DataChoice choice = draw(2) ? guessChoice(*profile) : guessChoice(*profile, profile->fields[0].name);
        if (draw(3) == 0)
            choice.isClassification = !choice.isClassification;
        const Result<SessionSpec> session = fittedSession(*profile, choice);
        if (!session)
            continue;
        const Result<Component> data = checkComponent(datasetCatalog(), "dataset", session->data);
        const Result<Dataset> loaded = loadDataset(*data, 1);
        const DataShape shape = *shapeOf(*profile, choice);
        if (!loaded) { // only that too few lines are whole
            QVERIFY2(errorOf(loaded).contains("at least 2 examples"),
                qPrintable(errorOf(loaded) + '\n' + text.c_str()));
            continue;
        }
        ++made;
        QVERIFY2(loaded->featureShape == shape.features, text.c_str());
        QVERIFY2(
            loaded->classes <= shape.classes && (loaded->classes == 0) == (shape.classes == 0), text.c_str());
    }
    QVERIFY2(made > 100, qPrintable(QString::number(made)));
}

QTEST_GUILESS_MAIN(TestOwnData)
#include "tst_own_data.moc"
