// SPDX-License-Identifier: GPL-3.0-or-later
// Data: what generators draw, and what files of one's own become.
#include "engine/data/data_sample.h"
#include "engine/data/dataset_catalog.h"
#include "engine/file/npz.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <set>

using namespace ulpscope;

namespace {

Result<Dataset> load(const char* name, const Config& config, std::uint64_t seed = 1)
{
    const Result<Component> component = checkComponent(datasetCatalog(), "dataset", {name, config});
    if (!component)
        return component.error();
    return findRow(datasetCatalog(), name)->load(component->config, seed, {});
}

std::string written(const QTemporaryDir& folder, const char* name, const QByteArray& bytes)
{
    QFile file(folder.filePath(QString::fromLatin1(name)));
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes);
    return file.fileName().toStdString();
}

QString errorOf(const Result<Dataset>& result)
{
    return result ? QStringLiteral("no error") : QString::fromStdString(result.error().text());
}

} // namespace

class TestDatasets : public QObject
{
    Q_OBJECT

private slots:
    void generatedDataAreWhatTheirRowSays_data()
    {
        QTest::addColumn<QString>("name");
        for (const DatasetClass& row : datasetCatalog())
            if (row.parameters.front().name == "points")
                QTest::newRow(row.name.c_str()) << QString::fromStdString(row.name);
    }

    void generatedDataAreWhatTheirRowSays()
    {
        QFETCH(QString, name);
        const std::string className = name.toStdString();
        const DatasetClass& row = *findRow(datasetCatalog(), className);
        const Config config = *checkConfig({{"points", std::int64_t{200}}}, row.parameters);
        const Dataset data = *row.load(config, 7, {});
        QVERIFY(data.featureShape == row.featureShape(config));
        std::set<float> targets;
        for (const Examples* part : {&data.train, &data.test}) {
            QCOMPARE(part->count, 200);
            QCOMPARE(static_cast<std::int64_t>(part->features.size()), 200 * data.featuresPerExample());
            QCOMPARE(part->targets.size(), std::size_t{200});
            for (const float x : part->features)
                QVERIFY(std::fabs(x) < 6);
            targets.insert(part->targets.begin(), part->targets.end());
        }
        if (data.classes > 0)
            QCOMPARE(static_cast<std::int64_t>(targets.size()), data.classes);
        else
            QVERIFY(targets.size() > 100);
        QVERIFY(data.train.features != data.test.features);
        QVERIFY(
            data.train.features == (*row.load(config, 7, {})).train.features); // the same seed, the same bits
        QVERIFY(data.train.features != (*row.load(config, 8, {})).train.features);
        if (row.name == "circle")
            return;
        Config seeded = config;
        seeded.set("seed", std::int64_t{8});
        QVERIFY((*row.load(seeded, 7, {})).train.features == (*row.load(config, 8, {})).train.features);
    }

    void targetsFollowTheFeatures()
    {
        const Dataset xorData = *load("xor", {});
        for (std::size_t i = 0; i < xorData.train.targets.size(); ++i)
            QCOMPARE(xorData.train.targets[i] == 1.0F,
                xorData.train.features[2 * i] * xorData.train.features[2 * i + 1] > 0);
        const Dataset sums = *load("sums", {{"terms", std::int64_t{4}}});
        for (std::size_t i = 0; i < sums.train.targets.size(); ++i) {
            float sum = 0;
            for (std::size_t k = 0; k < 4; ++k)
                sum += sums.train.features[4 * i + k];
            QVERIFY(std::fabs(sums.train.targets[i] - sum / 2) < 1e-6F);
        }
        const Dataset blobs = *load("gaussians", {{"classes", std::int64_t{5}}, {"noise", 0.0}});
        QCOMPARE(blobs.classes, 5);
        QVERIFY(std::fabs(std::hypot(blobs.train.features[2], blobs.train.features[3]) - 0.7F) < 1e-6F);
    }

    void aCsvFileIsReadAsItIsWritten()
    {
        const QTemporaryDir folder;
        const std::string file = written(
            folder, "own.csv", "id;\"a;b\";colour;y\n7;1,5;red;-1\n8;NA;blue;1\n9;-2,25;green;1\n10;4;;-1\n");
        const Config form{
            {"file", file}, {"separator", "semicolon"}, {"decimal", "comma"}, {"test_share", 0.0}};
        const auto with = [&](std::initializer_list<Config::Entry> entries) {
            Config config = form;
            for (const auto& [name, value] : entries)
                config.set(name, value);
            return config;
        };
        using Text = std::string;
        const Dataset skipped
            = *load("csv", with({{"without", Text("id,colour")}, {"missing", Text("leave_out")}}));
        QCOMPARE(skipped.train.features, (std::vector<float>{1.5F, -2.25F, 4}));
        QCOMPARE(skipped.train.targets,
            (std::vector<float>{0, 1, 0})); // -1 and 1 are names, not numbers, of classes
        QCOMPARE(skipped.classes, 2);
        QCOMPARE(skipped.classNames, (std::vector<std::string>{"-1", "1"}));
        const Dataset coloured
            = *load("csv", with({{"without", Text("id,\"a;b\"")}, {"texts", Text("features")}}));
        QCOMPARE(coloured.featureShape, std::vector<std::int64_t>{3}); // blue, green, red
        QCOMPARE(coloured.train.features, (std::vector<float>{0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0}));
        QCOMPARE(errorOf(load("csv", with({{"without", Text("id,colour")}}))),
            QString::fromStdString(file)
                + ":3: column a;b: expected a number with a decimal comma, got 'NA'");
        QCOMPARE(errorOf(load("csv", with({{"without", Text("ids")}}))).section(';', 0, 0),
            QStringLiteral("data.without: unknown column 'ids'"));
        QCOMPARE(errorOf(load("csv", with({{"without", Text("y")}}))),
            QStringLiteral("data.without: column y is the target"));
        QVERIFY(errorOf(load("csv", with({{"without", Text("id,\"a;b\",colour")}}))).endsWith("or empty"));
        // With a decimal comma, a point is no number: it may stand between thousands.
        const std::string points = written(folder, "points.csv", "a;y\n1.234;0\n");
        QVERIFY(errorOf(load("csv", {{"file", points}, {"separator", "semicolon"}, {"decimal", "comma"}}))
                    .endsWith("got '1.234'"));
    }

    void tooManyTextsAreNoFeatures()
    {
        const QTemporaryDir folder;
        QByteArray text = "a,y\n";
        for (int i = 0; i < 101; ++i)
            text += "text " + QByteArray::number(i) + ",0\n";
        const std::string file = written(folder, "texts.csv", text);
        QVERIFY(errorOf(load("csv", {{"file", file}, {"texts", "features"}}))
                    .startsWith(QString::fromStdString(file)
                        + ":102: column a: expected at most 100 different texts"));
    }

    void pixelsTakeAByteEach()
    {
        const QTemporaryDir folder;
        QByteArray images = QByteArray::fromHex("0000080300000002") + QByteArray::fromHex("0000001c0000001c");
        for (int i = 0; i < 2 * 784; ++i)
            images += char(i % 256);
        const QByteArray labels = QByteArray::fromHex("00000801000000020309");
        for (const char* part : {"train", "t10k"}) {
            written(folder, (std::string(part) + "-images-idx3-ubyte.gz").c_str(), images);
            written(folder, (std::string(part) + "-labels-idx1-ubyte.gz").c_str(), labels);
        }
        const Dataset data = *load("fashion_mnist", {{"folder", folder.path().toStdString()}});
        QVERIFY(data.train.bytes() < 2 * 784 * sizeof(float)); // what its features would be as numbers
        QCOMPARE(data.train.featureCount(), std::size_t{2 * 784});
        QVERIFY(data.train.haveFiniteFeatures());
        std::vector<float> expected;
        for (int i = 0; i < 2 * 784; ++i)
            expected.push_back(static_cast<float>(i % 256) / 255.0F);
        std::vector<float> storage;
        const std::span<const float> second = data.train.featuresFrom(784, 784, storage);
        QVERIFY(std::equal(second.begin(), second.end(), expected.begin() + 784, expected.end()));
        const DataSample sample = sampleOf(data, 8);
        QCOMPARE(sample.train->features, expected); // which views read
        QCOMPARE(sample.train->targets, (std::vector<float>{3, 9}));
    }

    void targetsAreNormalized()
    {
        const QTemporaryDir folder;
        const std::string file = written(folder, "t.csv", "a,y\n1,100\n2,300\n3,200\n4,400\n");
        const Config config{{"file", file}, {"task", "regression"}, {"target_normalization", "standard"},
            {"test_share", 0.5}};
        const Dataset data = *load("csv", config);
        QCOMPARE(data.train.targets, (std::vector<float>{-1, 1}));
        QCOMPARE(data.test.targets, (std::vector<float>{0, 2})); // by the training examples
        QCOMPARE(data.train.features, (std::vector<float>{1, 2}));
    }

    void numbersAreWhatTheFileHas()
    {
        const QTemporaryDir folder;
        QByteArray text = "area,heated,price\n";
        for (int i = 0; i < 400; ++i)
            text += QByteArray::number(40 + 0.7 * i, 'f', 1) + (i % 3 == 0 ? ",yes," : ",no,")
                + QByteArray::number(1000 * i) + '\n';
        const std::string file = written(folder, "houses.csv", text);
        for (const char* how : {"none", "standard", "minmax"}) {
            const Dataset data = *load("csv",
                {{"file", file}, {"task", "regression"}, {"texts", "features"}, {"normalization", how},
                    {"target_normalization", "standard"}, {"test_share", 0.0}});
            QCOMPARE(data.featureColumns.size(), std::size_t(3));
            QCOMPARE(data.featureColumns[0].name, std::string("area"));
            QCOMPARE(data.featureColumns[0].isNormalized(), std::string(how) != "none");
            QCOMPARE(data.featureColumns[1].name, std::string("heated"));
            QCOMPARE(data.featureColumns[1].text, std::string("no"));
            QCOMPARE(data.featureColumns[2].text, std::string("yes"));
            QCOMPARE(data.targetColumns.size(), std::size_t(1));
            QCOMPARE(data.targetColumns[0].name, std::string("price"));
            for (std::size_t i = 0; i < 400; ++i) {
                const auto at = [&](std::size_t feature) {
                    return data.featureColumns[feature].inFile(data.train.features[3 * i + feature]);
                };
                QCOMPARE(
                    QByteArray::number(at(0), 'g', 10), QByteArray::number(40 + 0.7 * double(i), 'g', 10));
                QCOMPARE(at(1), i % 3 == 0 ? 0.0 : 1.0);
                QCOMPARE(at(2), i % 3 == 0 ? 1.0 : 0.0);
                QCOMPARE(data.targetColumns[0].inFile(data.train.targets[i]), 1000.0 * double(i));
            }
        }
        const NumberColumn small{.name = "small"};
        QCOMPARE(QByteArray::number(small.inFile(1e-30F), 'g', 10), QByteArray("1e-30"));
        QCOMPARE(small.inFile(0.0F), 0.0);
        QVERIFY(std::isnan(small.inFile(std::nanf(""))));
        QVERIFY(std::isinf(NumberColumn{.name = "large", .scale = 2}.inFile(HUGE_VALF)));
    }

    void aCsvFileIsRead()
    {
        const QTemporaryDir folder;
        const std::string file = written(folder, "iris.csv",
            "\xEF\xBB\xBFlength,\"kind\",width\r\n1,setosa,2\r\n\r\n3,\"vir\"\"ginica\",4\n5,setosa,1e1\n7, setosa ,8\n");
        const Dataset data = *load("csv", {{"file", file}, {"target", "kind"}, {"test_share", 0.25}});
        QVERIFY(data.featureShape == std::vector<std::int64_t>{2});
        QCOMPARE(data.classes, 2);
        QVERIFY((data.train.features == std::vector<float>{1, 2, 3, 4, 5, 10}));
        QVERIFY((data.train.targets == std::vector<float>{0, 1, 0})); // "setosa" before "vir..."
        QVERIFY((data.test.features == std::vector<float>{7, 8}));
        const Dataset scaled = *load(
            "csv", {{"file", file}, {"target", "kind"}, {"test_share", 0.25}, {"normalization", "minmax"}});
        QVERIFY((scaled.train.features == std::vector<float>{0, 0, 0.5, 0.25, 1, 1}));
        QVERIFY((scaled.test.features == std::vector<float>{1.5, 0.75})); // by the training examples
        const Dataset standard = *load(
            "csv", {{"file", file}, {"target", "kind"}, {"test_share", 0.0}, {"normalization", "standard"}});
        QCOMPARE(standard.test.count, 4); // tested on what it is trained on
        float sum = 0;
        for (std::size_t i = 0; i < 4; ++i)
            sum += standard.train.features[2 * i];
        QVERIFY(std::fabs(sum) < 1e-6F);
    }

    void aFirstLineOfNumbersIsAnExample()
    {
        const QTemporaryDir folder;
        const std::string file = written(folder, "a.csv", "1.5,0\n2,1\n3,0\n4,1\n");
        const Dataset data = *load("csv", {{"file", file}, {"test_share", 0.0}});
        QCOMPARE(data.train.count, 4);
        QCOMPARE(data.train.features[0], 1.5F);
        QCOMPARE(data.notes.size(), std::size_t{1});
        QVERIFY(data.notes[0].find("first line") != std::string::npos);
        // Asked for, it needs no note; and 0, 1, ... are what tables name their columns by themselves.
        QVERIFY(load("csv", {{"file", file}, {"has_names", false}})->notes.empty());
        const std::string counted = written(folder, "b.csv", "0,1\n2,1\n3,0\n4,1\n");
        const Dataset named = *load("csv", {{"file", counted}, {"test_share", 0.0}});
        QCOMPARE(named.train.count, 3);
        QVERIFY(named.notes.empty());
    }

    void anotherSeparatorIsHintedAt()
    {
        const QTemporaryDir folder;
        const std::string file = written(folder, "a.csv", "x;y\n1;0\n2;1\n");
        QVERIFY(
            errorOf(load("csv", {{"file", file}})).endsWith(QStringLiteral("set separator to semicolon")));
        QVERIFY(load("csv", {{"file", file}, {"separator", "semicolon"}}).ok());
        const std::string tabs = written(folder, "b.csv", "1\t0\n2\t1\n");
        QVERIFY(errorOf(load("csv", {{"file", tabs}})).endsWith(QStringLiteral("set separator to tab")));
        // Decimal commas make two cells of a line below a name that has none.
        const std::string commas = written(folder, "c.csv", "x;y\n1,5;0\n");
        QVERIFY(
            errorOf(load("csv", {{"file", commas}})).endsWith(QStringLiteral("set separator to semicolon")));
    }

    void aFileThatIsNotChosenYetIsNoRun()
    {
        const auto missing = [](const Component& data) {
            const Status chosen = checkFilesAreChosen(data);
            return chosen ? QString() : QString::fromStdString(chosen.error().text());
        };
        for (const DatasetClass& row : datasetCatalog()) {
            const Component fresh{row.name, *checkConfig({}, row.parameters)};
            const bool isOwn = row.name == "idx" || row.name == "npz" || row.name == "csv";
            QVERIFY2(missing(fresh).isEmpty() == !isOwn, row.name.c_str());
        }
        QCOMPARE(missing({"npz", {{"file", "x.npz"}}}), QString());
        QCOMPARE(missing({"npz", {{"file", "x.npy"}}}),
            QStringLiteral("data.targets_file: no file is chosen yet: expected a path"));
        QCOMPARE(missing({"npz", {{"file", "x.npy"}, {"targets_file", "y.npy"}}}), QString());
    }

    void whatIsWrongInAFileIsAtItsParameter()
    {
        const QTemporaryDir folder;
        const std::string file = written(folder, "a.csv", "x,y\n1,0\n2,1,4\n");
        const Config config = *checkConfig({{"file", file}}, findRow(datasetCatalog(), "csv")->parameters);
        QCOMPARE(errorOf(loadDataset({"csv", config}, 1)),
            QStringLiteral("data.file: ") + QString::fromStdString(file)
                + QStringLiteral(":3: expected 2 cells, got 3"));
    }

    void whatIsWrongWithACsvFileIsSaid()
    {
        const QTemporaryDir folder;
        const std::string file = written(folder, "a.csv", "x,y\n1,0\n2,one\n3,1,4\n");
        const QString place = QString::fromStdString(file);
        QCOMPARE(
            errorOf(load("csv", {{"file", file}})), place + QStringLiteral(":4: expected 2 cells, got 3"));
        const std::string words = written(folder, "b.csv", "x,y\n1,0\ntwo,1\n");
        QCOMPARE(errorOf(load("csv", {{"file", words}})),
            QString::fromStdString(words) + QStringLiteral(":3: column x: expected a number, got 'two'"));
        QVERIFY(errorOf(load("csv", {{"file", words}, {"target", "z"}}))
                    .contains(QStringLiteral("unknown column 'z'")));
        const std::string halves = written(folder, "c.csv", "1,0.5\n2,1\n");
        QVERIFY(errorOf(load("csv", {{"file", halves}, {"has_names", false}}))
                    .contains(QStringLiteral("choose the task regression")));
        QVERIFY(load("csv", {{"file", halves}, {"has_names", false}, {"task", "regression"}}).ok());
        const std::string open = written(folder, "d.csv", "x,y\n\"1,0\n");
        QCOMPARE(errorOf(load("csv", {{"file", open}})),
            QString::fromStdString(open) + QStringLiteral(":2: a quote is not closed"));
        QCOMPARE(
            errorOf(load("csv", {})), QStringLiteral("data.file: no file is chosen yet: expected a path"));
        QVERIFY(errorOf(load("csv", {{"file", "/no/such.csv"}})).startsWith(QStringLiteral("/no/such.csv")));
    }

    void arraysOfNumpyAreRead()
    {
        const QTemporaryDir folder;
        const std::string file = folder.filePath(QStringLiteral("data.npz")).toStdString();
        const NpyArray features{{5, 2, 2}, std::vector<float>(20, 0.5F)};
        const NpyArray targets{{5}, std::vector<double>{0, 1, 2, 1, 0}};
        QVERIFY(saveNpz(file, {{"x", features}, {"label", targets}}).ok());
        const Dataset data = *load("npz", {{"file", file}, {"targets", "label"}});
        QVERIFY((data.featureShape == std::vector<std::int64_t>{2, 2}));
        QCOMPARE(data.classes, 3);
        QCOMPARE(data.train.count, 4);
        QCOMPARE(data.test.count, 1);
        QVERIFY(errorOf(load("npz", {{"file", file}}))
                    .endsWith(QStringLiteral("there is no array 'y'; there are x, label")));
        const std::string one = folder.filePath(QStringLiteral("x.npy")).toStdString();
        const std::string other = folder.filePath(QStringLiteral("y.npy")).toStdString();
        QVERIFY(saveNpy(one, features).ok());
        QVERIFY(saveNpy(other, {{5, 3}, std::vector<float>(15, 1.0F)}).ok());
        const Dataset both = *load("npz", {{"file", one}, {"targets_file", other}, {"task", "regression"}});
        QCOMPARE(both.targetsPerExample, 3);
        QCOMPARE(both.classes, 0);
        QCOMPARE(errorOf(load("npz", {{"file", one}})),
            QStringLiteral("data.targets_file: no file is chosen yet: expected a path"));
    }

    void numbersThatFloat32DoesNotHoldStay()
    {
        const QTemporaryDir folder;
        const std::string file = folder.filePath("wide.npz").toStdString();
        const NpyArray features{{4, 1}, std::vector<double>{0.1, 1, 2, 3}};
        const NpyArray targets{{4, 1}, std::vector<double>{0.3, 1, 0, 1}};
        QVERIFY(saveNpz(file, {{"x", features}, {"y", targets}}).ok());
        const Config config{{"file", file}, {"task", std::string("regression")}, {"test_share", 0.25}};
        const Dataset data = *load("npz", config);
        QCOMPARE(data.train.features[0], 0.1F);
        QVERIFY((data.train.exactFeatures == std::vector<double>{0.1, 1, 2}));
        QVERIFY((data.train.exactTargets == std::vector<double>{0.3, 1, 0}));
        QVERIFY((data.test.exactFeatures == std::vector<double>{3}));
        Config scaled = config;
        scaled.set("normalization", std::string("minmax"));
        QCOMPARE((*load("npz", scaled)).train.exactFeatures[1], 0.9 / 1.9);
        QVERIFY(saveNpz(file, {{"x", {{4, 1}, std::vector<double>{0.5, 1, 2, 3}}}, {"y", targets}}).ok());
        QVERIFY((*load("npz", config)).train.exactFeatures.empty());
    }

    void aShuffledSplitHasTheSameExamples()
    {
        const QTemporaryDir folder;
        QByteArray text;
        for (int i = 0; i < 40; ++i)
            text += QByteArray::number(i) + "," + QByteArray::number(i % 2) + "\n";
        const std::string file = written(folder, "n.csv", text);
        const Config config{{"file", file}, {"has_names", false}, {"shuffle_split", true}};
        const Dataset data = *load("csv", config);
        QCOMPARE(data.train.count, 32);
        std::set<float> seen(data.train.features.begin(), data.train.features.end());
        seen.insert(data.test.features.begin(), data.test.features.end());
        QCOMPARE(seen.size(), std::size_t{40});
        for (std::size_t i = 0; i < 8; ++i)
            QCOMPARE(data.test.targets[i], std::fmod(data.test.features[i], 2.0F));
        QVERIFY(data.train.features != (*load("csv", config, 2)).train.features);
    }

    void idxFilesAreRead()
    {
        const QTemporaryDir folder;
        const std::string pictures = written(
            folder, "p", QByteArray("\0\0\x08\x03\0\0\0\x02\0\0\0\x01\0\0\0\x02\xFF\0\x33\x66", 20));
        const std::string labels = written(folder, "l", QByteArray("\0\0\x08\x01\0\0\0\x02\x01\x00", 10));
        const Dataset data = *load("idx", {{"features", pictures}, {"targets", labels}, {"test_share", 0.5}});
        QVERIFY((data.featureShape == std::vector<std::int64_t>{1, 2}));
        QVERIFY((data.train.features == std::vector<float>{1, 0}));
        QVERIFY((data.test.features == std::vector<float>{0.2F, 0.4F}));
        QCOMPARE(data.train.targets[0], 1.0F);
    }

    void charactersPredictTheNextOne()
    {
        const QTemporaryDir folder;
        const std::string file = written(folder, "t.txt", "abcabcabcabcabcabcab");
        const Dataset data
            = *load("characters", {{"file", file}, {"context", std::int64_t{3}}, {"test_share", 0.3}});
        QCOMPARE(data.classes, 3);
        QCOMPARE(data.targetsPerExample, 3);
        QVERIFY((data.featureShape == std::vector<std::int64_t>{3}));
        QCOMPARE(data.train.count, 4); // of 14 characters
        QCOMPARE(data.test.count, 1);
        QVERIFY((std::vector<float>(data.train.features.begin(), data.train.features.begin() + 3)
            == std::vector<float>{0, 1, 2}));
        QVERIFY((std::vector<float>(data.train.targets.begin(), data.train.targets.begin() + 3)
            == std::vector<float>{1, 2, 0}));
        QVERIFY(errorOf(load("characters", {{"file", file}, {"context", std::int64_t{64}}}))
                    .contains(QStringLiteral("too short")));
    }
};

QTEST_GUILESS_MAIN(TestDatasets)
#include "tst_datasets.moc"
