// SPDX-License-Identifier: GPL-3.0-or-later
// .keras files that several versions of Keras wrote (make_keras_files.py): what is read of each against what Python has of it.
#include "app/io/keras/model/keras_file_import.h"
#include "app/io/keras/model/keras_store.h"
#include "app/io/tensors/keras_file.h"
#include "app/io/tensors/tensor_file.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <functional>
#include <optional>

using namespace ulpscope;

namespace {

const QString kFolder = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/keras_files/");

std::filesystem::path pathOf(const QString& file)
{
    return (kFolder + file).toStdString();
}

/// What Python has of the file's tensors.
QList<QJsonObject> goldenTensors(const QString& of)
{
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/keras_files.jsonl"));
    QList<QJsonObject> tensors;
    if (file.open(QIODevice::ReadOnly))
        while (!file.atEnd())
            if (const QJsonObject tensor = QJsonDocument::fromJson(file.readLine()).object();
                tensor["file"].toString() == of)
                tensors.append(tensor);
    return tensors;
}

QByteArray bytesOf(const QJsonObject& tensor)
{
    return QByteArray::fromHex(tensor["hex"].toString().toLatin1());
}

QString errorOf(const auto& result)
{
    return result ? QString() : QString::fromStdString(result.error().text());
}

/// Its bytes in the golden dtype, into which the values go without a rounding.
QByteArray bytesAs(const QString& dtype, const NpyArray& array)
{
    QByteArray bytes;
    std::visit(
        [&](const auto& values) {
            for (const auto value : values) {
                const auto number = static_cast<float>(value);
                const auto count = static_cast<std::int32_t>(value);
                std::uint32_t code = 0;
                std::memcpy(&code,
                    dtype == QLatin1String("int32") ? static_cast<const void*>(&count) : &number,
                    sizeof code);
                const bool isShort = dtype == QLatin1String("bfloat16");
                for (int shift = isShort ? 16 : 0; shift < 32; shift += 8)
                    bytes += static_cast<char>(code >> shift & 0xff);
            }
        },
        array.values);
    return bytes;
}

/// Those arrays of which the golden file has a variable: their number.
int countEqual(const QList<QJsonObject>& golden, const std::vector<NamedArray>& arrays,
    const std::function<bool(const QString& variable, const QString& name)>& isOf)
{
    int equal = 0;
    for (const NamedArray& named : arrays)
        for (const QJsonObject& tensor : golden) {
            if (!isOf(tensor["variable"].toString(), QString::fromStdString(named.name)))
                continue;
            if (bytesAs(tensor["dtype"].toString(), named.array) == bytesOf(tensor))
                ++equal;
            else
                qWarning("%s is not %s", named.name.c_str(), qPrintable(tensor["variable"].toString()));
        }
    return equal;
}

} // namespace

class TestKerasFiles : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels, kernels ? "" : kernels.error().text().c_str());
        m_kernels.emplace(*std::move(kernels));
    }

    void everyTensorHasItsBytes_data() { addFiles(); }
    void everyTensorHasItsBytes()
    {
        QFETCH(QString, file);
        const auto opened = openTensorFile(pathOf(file));
        QVERIFY2(opened.ok(), qPrintable(errorOf(opened)));
        QCOMPARE((*opened)->kind(), "keras");
        const QList<QJsonObject> golden = goldenTensors(file);
        QVERIFY(golden.size() >= 7);
        for (const QJsonObject& tensor : golden) {
            const auto index = (*opened)->find(tensor["tensor"].toString().toStdString());
            QVERIFY2(index.ok(), qPrintable(errorOf(index)));
            const auto stored = (*opened)->read(*index);
            QVERIFY2(stored.ok(), qPrintable(errorOf(stored)));
            QCOMPARE(QByteArray(stored->type->name.data(), qsizetype(stored->type->name.size())),
                tensor["dtype"].toString().toLatin1());
            QJsonArray shape;
            for (const std::int64_t extent : stored->shape)
                shape.append(qint64{extent});
            QCOMPARE(shape, tensor["shape"].toArray());
            QCOMPARE(QByteArray::fromStdString(stored->bytes).toHex(), bytesOf(tensor).toHex());
        }
        // Of a wrapped optimizer the file has the inner one's twice.
        for (const TensorEntry& entry : (*opened)->tensors())
            QVERIFY2(entry.name.starts_with("optimizer/vars/")
                    || std::ranges::any_of(golden,
                        [&](const QJsonObject& tensor) {
                            return tensor["tensor"].toString().toStdString() == entry.name;
                        }),
                entry.name.c_str());
    }

    void modelsAreImported_data() { addFiles(); }
    void modelsAreImported()
    {
        QFETCH(QString, file);
        const Result<KerasFileImport> import = importKerasFile(pathOf(file), *m_kernels);
        if (file.startsWith(QLatin1String("nested"))) {
            const Result<KerasModelFile> model = readKerasModel(*kerasConfigText(pathOf(file)));
            QVERIFY2(model.ok(), qPrintable(errorOf(model)));
            QStringList policies;
            for (const KerasModelLayer& layer : model->layers)
                policies += QString::fromStdString(layer.name + " " + layer.saved.found->policy.name);
            QCOMPARE(
                policies, QStringList({"first float32", "deep bfloat16", "deeper float32", "last bfloat16"}));
            return;
        }
        QVERIFY2(import.ok(), qPrintable(errorOf(import)));
        const auto isSame = [](const QString& variable, const QString& name) { return variable == name; };
        const QList<QJsonObject> golden = goldenTensors(file);
        // The layers of the nested model "inner" are the model's own here.
        const auto isFlat = [&](const QString& variable, const QString& name) {
            QString flat = variable;
            return isSame(flat.replace(QLatin1String("inner/"), QLatin1String("inner_")), name);
        };
        QCOMPARE(countEqual(golden, import->weights, isFlat), int(import->weights.size()));
        const std::size_t wanted = file.startsWith(QLatin1String("attention")) ? 12
            : file.startsWith(QLatin1String("nested"))                         ? 8
                                                                               : 4;
        QCOMPARE(import->weights.size(), wanted);
    }

    /// Its layers are the outer model's, from where the file has them and to where it has them.
    void aNestedModelIsTrainedAsPartOfTheOther()
    {
        const Result<KerasFileImport> import
            = importKerasFile(pathOf(QStringLiteral("nested_3.10.keras")), *m_kernels);
        QVERIFY2(import.ok(), qPrintable(errorOf(import)));
        QStringList layers;
        for (const LayerSpec& layer : import->model.model.layers)
            layers
                += QString::fromStdString(layer.name + " < " + (layer.inputs.empty() ? "" : layer.inputs[0]));
        QCOMPARE(layers,
            QStringList({"x < ", "first < x", "inner_deep < first", "inner_deeper < inner_deep",
                "last < inner_deeper"}));
        const Result<std::vector<KerasDataset>> datasets
            = kerasDatasets(withImport({}, import->model), *m_kernels);
        QVERIFY2(datasets.ok(), qPrintable(errorOf(datasets)));
        QStringList stored;
        for (const KerasDataset& dataset : *datasets)
            stored += QString::fromStdString(dataset.stored);
        QStringList golden;
        for (const QJsonObject& tensor : goldenTensors(QStringLiteral("nested_3.10.keras")))
            golden += tensor["tensor"].toString();
        QCOMPARE(stored, golden);
    }

    /// Of the optimizer in a LossScaleOptimizer and, from 3.5 on, of a float8 layer: 3.5 keeps momenta of its scales too, before
    /// those of the kernel.
    void whatTrainingKeepsIsTakenOver_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("scalings");
        QTest::newRow("3.0") << "trained_3.0.keras" << 0;
        QTest::newRow("3.5") << "trained_3.5.keras" << 6;
        QTest::newRow("3.10") << "trained_3.10.keras" << 6;
    }
    void whatTrainingKeepsIsTakenOver()
    {
        QFETCH(QString, file);
        QFETCH(int, scalings);
        const Result<KerasFileImport> import = importKerasFile(pathOf(file), *m_kernels);
        QVERIFY2(import.ok(), qPrintable(errorOf(import)));
        // "optimizer/first/kernel/momentum" is "adam/trained_first_kernel_momentum", "first/inputs_scale" "trained/first/inputs_scale".
        const auto isOf = [](const QString& variable, const QString& name) {
            if (name == QLatin1String("loss_scale/good_steps"))
                return variable == QLatin1String("loss_scale_optimizer/step_counter");
            if (name == QLatin1String("optimizer/iterations"))
                return variable == QLatin1String("adam/iteration");
            QString kept = name.section(QLatin1Char('/'), 1).replace(QLatin1Char('/'), QLatin1Char('_'));
            return name.startsWith(QLatin1String("optimizer/")) ? variable == "adam/trained_" + kept
                                                                : variable == "trained/" + name;
        };
        const int wanted = 2 + 4 * 2 + scalings; // counts, momentum and velocity of each variable
        QCOMPARE(int(import->state.size()), wanted);
        QCOMPARE(countEqual(goldenTensors(file), import->state, isOf), wanted);
        QCOMPARE(import->model.compile.lossScale->config.number("initial_scale"), 16.0);
        for (const std::string& note : import->notes)
            QVERIFY2(note.find("Left out") == std::string::npos, note.c_str());
    }

    /// The inner optimizer's learning rate of 0.01 is where a trained one's loss scale would be.
    void aModelThatWasNeverTrainedHasItsFirstLossScale_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* kind : {"compiled", "compiled-schedule"})
            for (const char* version : {"3.0", "3.5", "3.10"}) {
                const QString file = QStringLiteral("%1_%2.keras").arg(kind, version);
                QTest::newRow(qPrintable(file)) << file;
            }
    }
    void aModelThatWasNeverTrainedHasItsFirstLossScale()
    {
        QFETCH(QString, file);
        const Result<KerasFileImport> import = importKerasFile(pathOf(file), *m_kernels);
        QVERIFY2(import.ok(), qPrintable(errorOf(import)));
        QCOMPARE(import->model.compile.lossScale->config.number("initial_scale"), 8.0);
        QVERIFY(import->state.empty());
        QVERIFY2(import->notes.empty(), import->notes.empty() ? "" : import->notes[0].c_str());
    }

    /// Keras 3.5 writes a cast into the graph where a layer casts by itself.
    void aCastIsOnlyWhatItsLayerDoes()
    {
        const std::string text = *kerasConfigText(pathOf(QStringLiteral("attention_3.5.keras")));
        const Result<KerasModelImport> import = importKerasModel(text);
        QVERIFY2(import.ok(), qPrintable(errorOf(import)));
        QCOMPARE(import->model.layers.size(), std::size_t{4});
        QCOMPARE(import->model.layers[1].inputs, std::vector<std::string>{"x"});
        const auto changed = [&](const QString& before, const QString& after) {
            const QString all = QString::fromStdString(text);
            QString other = all;
            other.replace(before, after);
            return other == all ? QString() : errorOf(importKerasModel(other.toStdString()));
        };
        QVERIFY2(
            changed(QStringLiteral(R"({"dtype": "bfloat16"}, "registered_name": "Cast")"),
                QStringLiteral(R"({"dtype": "float16"}, "registered_name": "Cast")"))
                .contains(
                    "layers[3].inbound_nodes[0].args[0]: a cast to float16 before a layer that computes in bfloat16"),
            "another dtype");
        QVERIFY2(changed(QStringLiteral(R"("keras_history": ["cast_1", 0, 0])"),
                     QStringLiteral(R"("keras_history": ["cast", 0, 0])"))
                     .contains("layers[2]: a cast that no layer takes"),
            "of no use");
    }

private:
    static void addFiles()
    {
        QTest::addColumn<QString>("file");
        const QStringList files = QDir(kFolder).entryList(QDir::Files);
        QCOMPARE(files.size(), 15);
        for (const QString& file : files)
            QTest::newRow(qPrintable(file)) << file;
    }

    std::optional<Kernels> m_kernels;
};

QTEST_GUILESS_MAIN(TestKerasFiles)
#include "tst_keras_files.moc"
