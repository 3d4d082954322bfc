// SPDX-License-Identifier: GPL-3.0-or-later
// A .keras file that Keras wrote (tests/golden/make_tensor_files.py) is trained on from; files that were changed are refused with their place.
#include "app/io/keras/model/keras_compile.h"
#include "app/io/keras/model/keras_file_import.h"
#include "app/io/keras/model/keras_store.h"
#include "app/io/tensors/hdf5/hdf5_writer.h"
#include "app/io/tensors/keras_file.h"
#include "engine/file/whole_file.h"
#include "engine/file/zip_archive.h"
#include "engine/session/checked_session.h"
#include "engine/train/training_run.h"
#include "tests/engine/small_sessions.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace ulpscope;

namespace {

using Json = nlohmann::ordered_json;

const std::filesystem::path kGolden = ULPSCOPE_SOURCE_DIR "/tests/golden/tensor_files/model.keras";

std::vector<double> valuesOf(const NpyArray& array)
{
    return std::visit(
        [](const auto& values) { return std::vector<double>(values.begin(), values.end()); }, array.values);
}

/// The golden file with other bytes in one of its parts.
std::string changed(std::string_view part, const QByteArray& before, const QByteArray& after)
{
    const std::string bytes = *readWholeFile(kGolden, 1 << 20);
    const ZipReader archive = *ZipReader::open(bytes, "a zip archive");
    std::vector<ZipEntry> entries;
    for (std::size_t i = 0; i < archive.entries().size(); ++i) {
        QByteArray content = QByteArray::fromStdString(*archive.read(i));
        if (archive.entries()[i].name == part) {
            if (!content.contains(before))
                qFatal("nothing to change");
            content.replace(before, after);
        }
        entries.push_back({archive.entries()[i].name, content.toStdString()});
    }
    return *zipped(entries);
}

bool hasNote(const KerasFileImport& import, std::string_view part)
{
    return std::ranges::any_of(
        import.notes, [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

} // namespace

class TestKerasFileImport : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels, kernels ? "" : kernels.error().text().c_str());
        m_kernels.emplace(*std::move(kernels));
    }

    void aFileOfKerasGoesOn()
    {
        const KerasFileImport import = *importKerasFile(kGolden, *m_kernels);
        const std::vector<std::pair<std::string, std::string>> wanted{{"first/kernel", "layers/dense/vars/0"},
            {"first/bias", "layers/dense/vars/1"}, {"second/kernel", "layers/dense_1/vars/0"},
            {"second/bias", "layers/dense_1/vars/1"}};
        QCOMPARE(import.weights.size(), wanted.size());
        const std::unique_ptr<TensorFile> file = *openTensorFile(kGolden);
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            QCOMPARE(import.weights[i].name, import.model.model.name + "/" + wanted[i].first);
            const StoredTensor stored = *file->read(*file->find(wanted[i].second));
            QCOMPARE(import.weights[i].array.shape, stored.shape);
            QCOMPARE(valuesOf(import.weights[i].array), stored.values());
        }
        QCOMPARE(import.model.compile.optimizer->className, std::string("Adam"));
        QCOMPARE(import.model.compile.lossScale->className, std::string("dynamic"));
        const StoredTensor scale = *file->read(*file->find("optimizer/vars/3"));
        QCOMPARE(import.model.compile.lossScale->config.number("initial_scale"), scale.value(0));
        QCOMPARE(import.notes.size(), std::size_t{1}); // whose scale it is
        QVERIFY(import.notes[0].find("mixed_float16") != std::string::npos);

        // What a run begins with is what the file has, in each variable's dtype.
        SessionSpec session = withImport(circle("float32"), import.model);
        QTemporaryDir folder;
        const std::filesystem::path weights = folder.filePath("weights.npz").toStdString();
        const std::filesystem::path data = folder.filePath("data.npz").toStdString();
        QVERIFY(saveNpz(data,
            {{"features", {{6, 4}, std::vector<float>(24, 0.5F)}},
                {"targets", {{6, 2}, std::vector<float>(12, 1)}}}));
        session.data = {"npz",
            {{"file", data.string()}, {"features", std::string("features")},
                {"targets", std::string("targets")}, {"test_share", 0.5}}};
        QVERIFY(saveNpz(weights, import.weights));
        session.training.initialWeights = weights.string();
        const Result<TrainingRun> run = TrainingRun::create(session, *m_kernels);
        QVERIFY2(run, run ? "" : run.error().text().c_str());
        const std::vector<NamedArray> first = run->weights();
        for (std::size_t i = 0; i < wanted.size(); ++i)
            QCOMPARE(valuesOf(first[i].array), valuesOf(import.weights[i].array));
    }

    void aFileOfKeras213HasItsLayersElsewhere()
    {
        const std::unique_ptr<TensorFile> file = *openTensorFile(kGolden);
        std::vector<Hdf5Variable> variables;
        for (std::size_t i = 0; i < file->tensors().size(); ++i) {
            const TensorEntry& entry = file->tensors()[i];
            if (entry.name.starts_with("layers/"))
                variables.push_back({"_layer_checkpoint_dependencies/" + entry.name.substr(7),
                    entry.type->name == "bfloat16" ? Hdf5Element::BFloat16 : Hdf5Element::Float32,
                    entry.shape, *file->bytesOf(i)});
        }
        const std::string bytes = *readWholeFile(kGolden, 1 << 20);
        const ZipReader archive = *ZipReader::open(bytes, "a zip archive");
        std::vector<ZipEntry> entries;
        for (std::size_t i = 0; i < archive.entries().size(); ++i)
            entries.push_back({archive.entries()[i].name,
                archive.entries()[i].name == "model.weights.h5" ? hdf5File(variables) : *archive.read(i)});
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("old.keras").toStdString();
        QVERIFY(writeWholeFile(path, *zipped(entries)));
        const Result<KerasFileImport> old = importKerasFile(path, *m_kernels);
        QVERIFY2(old, old ? "" : old.error().text().c_str());
        const KerasFileImport today = *importKerasFile(kGolden, *m_kernels);
        QCOMPARE(old->weights.size(), today.weights.size());
        for (std::size_t i = 0; i < today.weights.size(); ++i)
            QCOMPARE(valuesOf(old->weights[i].array), valuesOf(today.weights[i].array));
    }

    /// Who brings a file of a training that went wrong gets its model all the same.
    void aScaleThatNoRunCanBeginWithIsSaid()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.keras").toStdString();
        const QByteArray scale("\0\0\0\x47\x01", 5); // 32768 in float32, and what follows it in the file
        const QByteArray infinite("\0\0\x80\x7f\x01", 5);
        QVERIFY(writeWholeFile(path, changed("model.weights.h5", scale, infinite)));
        const Result<KerasFileImport> import = importKerasFile(path, *m_kernels);
        QVERIFY2(import, import ? "" : import.error().text().c_str());
        QVERIFY(hasNote(*import, "had become Infinity"));
        QVERIFY(!hasNote(*import, "goes on from where it was"));
        QCOMPARE(
            import->model.compile.lossScale->config.number("initial_scale"), 32768.0); // Keras' own first
    }

    void whatIsNoVariableHereIsListed()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.keras").toStdString();
        QVERIFY(writeWholeFile(path, changed("config.json", "\"use_bias\": true", "\"use_bias\": false")));
        const Result<KerasFileImport> import = importKerasFile(path, *m_kernels);
        QVERIFY2(import, import ? "" : import.error().text().c_str());
        QCOMPARE(import->weights.size(), std::size_t{2});
        QVERIFY(hasNote(*import, "Left out: layers/dense/vars/1 and 1 other of"));
    }

    void layersAreStoredByClassAndCount()
    {
        SessionSpec session = circle("float32");
        const ModelPlan plan = *planModel(session.model, session.policies, 0);
        Arithmetic arithmetic(*m_kernels);
        const Model model(plan, arithmetic);
        const std::vector<StoredPlace> places = storedPlaces(session.model, plan, model);
        QCOMPARE(places.size(), std::size_t{6});
        QCOMPARE(places[0].stored, std::string("layers/dense/vars/0"));
        QCOMPARE(places[3].stored, std::string("layers/dense_1/vars/1"));
        QCOMPARE(places[5].stored, std::string("layers/dense_2/vars/1"));
        QCOMPARE(places[5].variable, std::string("sequential/logits/bias"));
    }

    void changedFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("place"); // in the message
        QTest::newRow("another shape") << QByteArray("\"units\": 3") << QByteArray("\"units\": 4")
                                       << QByteArray("model.weights.h5.layers/dense/vars/0");
        QTest::newRow("another class")
            << QByteArray("\"class_name\": \"Dense\"") << QByteArray("\"class_name\": \"Dance\"")
            << QByteArray("config.json");
        QTest::newRow("no JSON") << QByteArray("{\"module\"") << QByteArray("[\"module\"")
                                 << QByteArray("config.json");
    }
    void changedFilesAreRefused()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, place);
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("changed.keras").toStdString();
        QVERIFY(writeWholeFile(path, changed("config.json", before, after)));
        const Result<KerasFileImport> import = importKerasFile(path, *m_kernels);
        QVERIFY(!import);
        const std::string said = import.error().text();
        QVERIFY2(said.starts_with(path.string()) && said.find(place.toStdString()) != std::string::npos,
            said.c_str());
    }

    void whatIsNoKerasFileIsSaid()
    {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.keras").toStdString();
        QVERIFY(!importKerasFile(path, *m_kernels));
        for (const std::string& text : {std::string(), std::string("PK\x03\x04"), std::string("{}")}) {
            QVERIFY(writeWholeFile(path, text));
            const Result<KerasFileImport> import = importKerasFile(path, *m_kernels);
            QVERIFY(!import);
            QCOMPARE(import.error().place, path.string());
        }
    }

    void whatCompileSaysIsRead_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("optimizer"); // class, and what it says of a parameter
        QTest::addColumn<QByteArray>("loss");
        QTest::addColumn<int>("notes");
        const auto row = [](const char* name, const char* json, const char* optimizer, const char* loss,
                             int notes) {
            QTest::newRow(name) << QByteArray(json) << QByteArray(optimizer) << QByteArray(loss) << notes;
        };
        row("nothing", "{}", "", "", 0);
        row("null", "null", "", "", 0);
        row("a float32 learning rate",
            R"({"optimizer": {"class_name": "SGD", "config": {"name": "sgd", "learning_rate": 0.0010000000474974513,
                "clipnorm": null}}, "loss": "mse"})",
            "SGD 0.001", "MeanSquaredError", 0);
        row("a schedule is left out",
            R"({"optimizer": {"class_name": "SGD", "config": {"learning_rate": {"class_name": "CosineDecay"}}},
                "loss": {"class_name": "function", "config": "sparse_categorical_crossentropy"}})",
            "SGD 0.01", "SparseCategoricalCrossentropy", 1);
        row("unknown ones",
            R"({"optimizer": {"class_name": "Ftrl", "config": {}}, "loss": {"class_name": "Dice", "config": {}}})",
            "", "", 2);
        row("several losses", R"({"loss": ["mse", "mae"], "loss_weights": [1, 2]})", "", "", 2);
        row("another reduction",
            R"({"loss": {"class_name": "Huber", "config": {"name": "huber_loss", "reduction": "sum"}}})", "",
            "Huber", 1);
        row("out of bounds", R"({"optimizer": {"class_name": "Adam", "config": {"beta_1": 7}}})", "", "", 1);
        row("of other types", R"({"optimizer": 3, "loss": 4})", "", "", 1);
    }
    void whatCompileSaysIsRead()
    {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, optimizer);
        QFETCH(QByteArray, loss);
        QFETCH(int, notes);
        const KerasCompile compile = readKerasCompile(Json::parse(json.toStdString()));
        QByteArray said;
        if (compile.optimizer)
            said = QByteArray::fromStdString(compile.optimizer->className) + " "
                + QByteArray::number(compile.optimizer->config.number("learning_rate"));
        QCOMPARE(said, optimizer);
        QCOMPARE(QByteArray::fromStdString(compile.loss ? compile.loss->className : ""), loss);
        QCOMPARE(int(compile.notes.size()), notes);
    }

private:
    std::optional<Kernels> m_kernels;
};

QTEST_GUILESS_MAIN(TestKerasFileImport)
#include "tst_keras_file_import.moc"
