// SPDX-License-Identifier: GPL-3.0-or-later
// .keras files of trainings (make_keras_trainings.py): layers quantized to int8 compute what Keras computes, and optimizers with a learning
// rate schedule go on as they do there.
#include "app/io/keras/model/keras_file_import.h"
#include "app/io/tensors/tensor_file.h"
#include "engine/file/npz.h"
#include "engine/file/whole_file.h"
#include "engine/tensor/integer_kernel.h"
#include "engine/train/prediction.h"
#include "engine/train/training_run.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>

using namespace ulpscope;

namespace {

using Json = nlohmann::json;

const std::string kFolder = ULPSCOPE_SOURCE_DIR "/tests/golden/keras_trainings";

std::filesystem::path pathOf(const std::string& name)
{
    return kFolder + "/" + name + ".keras";
}

void addNumbers(const Json& json, std::vector<double>& numbers)
{
    if (json.is_array())
        for (const Json& each : json)
            addNumbers(each, numbers);
    else
        numbers.push_back(json.get<double>());
}

NpyArray arrayOfJson(const Json& json)
{
    NpyArray array;
    for (const Json* at = &json; at->is_array(); at = &(*at)[0])
        array.shape.push_back(static_cast<std::int64_t>(at->size()));
    std::vector<double> numbers;
    addNumbers(json, numbers);
    array.values = std::vector<float>(numbers.begin(), numbers.end());
    return array;
}

std::vector<double> valuesOf(const NpyArray& array)
{
    return std::visit(
        [](const auto& values) { return std::vector<double>(values.begin(), values.end()); }, array.values);
}

QString errorOf(const auto& result)
{
    return result ? QString() : QString::fromStdString(result.error().text());
}

bool hasNote(const std::vector<std::string>& notes, std::string_view part)
{
    return std::ranges::any_of(
        notes, [&](const std::string& note) { return note.find(part) != std::string::npos; });
}

} // namespace

class TestKerasTrainings : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY2(kernels, kernels ? "" : kernels.error().text().c_str());
        m_kernels.emplace(*std::move(kernels));
        m_facts
            = Json::parse(*readWholeFile(ULPSCOPE_SOURCE_DIR "/tests/golden/keras_trainings.json", 1 << 20));
    }

    /// Of the numbers that are taken over, the codes and scales that the file has are made again.
    void codesAndScalesComeBack_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("layer");
        QTest::addColumn<QString>("folder");
        QTest::newRow("float32") << "int8"
                                 << "first"
                                 << "layers/dense/vars/";
        QTest::newRow("float32, the last") << "int8"
                                           << "last"
                                           << "layers/dense_1/vars/";
        QTest::newRow("mixed_bfloat16") << "mixed_int8"
                                        << "first"
                                        << "layers/dense/vars/";
    }
    void codesAndScalesComeBack()
    {
        QFETCH(QString, file);
        QFETCH(QString, layer);
        QFETCH(QString, folder);
        const Result<KerasFileImport> import = importKerasFile(pathOf(file.toStdString()), *m_kernels);
        QVERIFY2(import.ok(), qPrintable(errorOf(import)));
        const auto kernel = std::ranges::find(
            import->weights, (file + "/" + layer + "/kernel").toStdString(), &NamedArray::name);
        QVERIFY(kernel != import->weights.end());
        const std::unique_ptr<TensorFile> opened = *openTensorFile(pathOf(file.toStdString()));
        const StoredTensor codes = *opened->read(*opened->find(folder.toStdString() + "0"));
        const StoredTensor scales = *opened->read(*opened->find(folder.toStdString() + "2"));
        Tensor numbers(Shape{kernel->array.shape[0], kernel->array.shape[1]}, float32Format());
        numbers.copyFrom(std::span<const float>(std::get<std::vector<float>>(kernel->array.values)));
        IntegerCodes made;
        quantizeKernel(numbers, 8, -1, made);
        for (std::size_t i = 0; i < codes.size(); ++i)
            QCOMPARE(made.codes.at(static_cast<Index>(i)), codes.value(i));
        for (std::size_t i = 0; i < scales.size(); ++i)
            QCOMPARE(made.scales.at(static_cast<Index>(i)), scales.value(i));
        for (const std::string& note : import->notes)
            QVERIFY2(note.find("Left out") == std::string::npos, note.c_str());
    }

    void quantizedLayersComputeWhatKerasDoes_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("ulp"); // of the largest output, in the compute dtype
        QTest::newRow("Dense") << "int8" << 0x1p-23;
        QTest::newRow("EinsumDense") << "einsum_int8" << 0x1p-23;
        QTest::newRow("mixed_bfloat16") << "mixed_int8" << 0x1p-7;
    }
    void quantizedLayersComputeWhatKerasDoes()
    {
        QFETCH(QString, file);
        QFETCH(double, ulp);
        const Json& facts = m_facts[file.toStdString()];
        const Result<KerasFileImport> import = importKerasFile(pathOf(file.toStdString()), *m_kernels);
        QVERIFY2(import.ok(), qPrintable(errorOf(import)));
        const QTemporaryDir folder;
        const Result<Prediction> made = predict(
            session(*import, folder, facts["inputs"], {}), arrayOfJson(facts["inputs"]), *m_kernels);
        QVERIFY2(made.ok(), qPrintable(errorOf(made)));
        const std::vector<double> ours = valuesOf(made->output);
        std::vector<double> keras;
        addNumbers(facts["outputs"], keras);
        QCOMPARE(ours.size(), keras.size());
        double largest = 0;
        for (const double value : keras)
            largest = std::max(largest, std::fabs(value));
        // tanh and the last division may be an ulp apart in each layer.
        for (std::size_t i = 0; i < keras.size(); ++i)
            QVERIFY2(std::fabs(ours[i] - keras[i]) <= 4 * ulp * largest,
                qPrintable(QString::number(ours[i]) + " " + QString::number(keras[i])));
    }

    void otherIntegersAreRefused_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("said");
        QTest::newRow("int4") << "int4"
                              << "integers of int4";
        QTest::newRow("inside an attention") << "attention_int8"
                                             << "has integers for mha/query/kernel";
        QTest::newRow("an embedding") << "embedding_int8"
                                      << "not taken over of an Embedding";
    }
    void otherIntegersAreRefused()
    {
        QFETCH(QString, file);
        QFETCH(QString, said);
        const Result<KerasFileImport> import = importKerasFile(pathOf(file.toStdString()), *m_kernels);
        QVERIFY(!import);
        QVERIFY2(errorOf(import).contains(said), qPrintable(errorOf(import)));
    }

    void aScheduleGoesOn_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("schedule"); // empty: none that sessions have
        QTest::addColumn<int>("arrays"); // of the optimizer
        QTest::newRow("Adam, CosineDecay with a warm-up") << "cosine"
                                                          << "CosineDecay" << 9;
        QTest::newRow("RMSprop, ExponentialDecay") << "exponential"
                                                   << "ExponentialDecay" << 5;
        QTest::newRow("Lion, PolynomialDecay") << "polynomial"
                                               << "PolynomialDecay" << 5;
        QTest::newRow("SGD, PiecewiseConstantDecay") << "piecewise"
                                                     << "PiecewiseConstantDecay" << 1;
        QTest::newRow("SGD, CosineDecayRestarts") << "restarts"
                                                  << "" << 5;
        QTest::newRow("AdamW, InverseTimeDecay") << "inverse_time"
                                                 << "" << 9;
    }
    void aScheduleGoesOn()
    {
        QFETCH(QString, file);
        QFETCH(QString, schedule);
        QFETCH(int, arrays);
        const Json& facts = m_facts[file.toStdString()];
        const Result<KerasFileImport> import = importKerasFile(pathOf(file.toStdString()), *m_kernels);
        QVERIFY2(import.ok(), qPrintable(errorOf(import)));
        QCOMPARE(int(import->state.size()), arrays);
        QVERIFY(!hasNote(import->notes, "does not keep"));
        const KerasCompile& compile = import->model.compile;
        QCOMPARE(hasNote(compile.notes, "schedule"), schedule.isEmpty());
        QCOMPARE(QString::fromStdString(compile.schedule ? compile.schedule->className : ""), schedule);
        if (schedule.isEmpty())
            return;
        const QTemporaryDir folder;
        SessionSpec going = session(*import, folder, facts["inputs"], facts["targets"]);
        Result<TrainingRun> run = TrainingRun::create(going, *m_kernels);
        QVERIFY2(run.ok(), qPrintable(errorOf(run)));
        const std::vector<NamedArray> before = run->weights();
        for (int step = 0; step < 2; ++step)
            QVERIFY(run->step());
        const std::vector<NamedArray> after = run->weights();
        for (std::size_t i = 0; i < after.size(); ++i) {
            std::vector<double> keras;
            addNumbers(facts["after"].at(after[i].name), keras);
            const std::vector<double> ours = valuesOf(after[i].array);
            const std::vector<double> begun = valuesOf(before[i].array);
            double moved = 0;
            for (std::size_t k = 0; k < keras.size(); ++k)
                moved = std::max(moved, std::fabs(keras[k] - begun[k]));
            QVERIFY(moved > 0);
            // A schedule that were not there, or a step off, is a tenth of what is moved and more.
            for (std::size_t k = 0; k < keras.size(); ++k)
                QVERIFY2(std::fabs(ours[k] - keras[k]) <= 1e-3 * moved, after[i].name.c_str());
        }
    }

private:
    /// What is trained with these data in whole batches; the weights and the state are the file's.
    SessionSpec session(
        const KerasFileImport& import, const QTemporaryDir& folder, const Json& inputs, const Json& targets)
    {
        const auto pathIn
            = [&](const char* name) { return folder.filePath(QLatin1String(name)).toStdString(); };
        const auto save = [&](const char* name, const std::vector<NamedArray>& arrays) {
            if (const Status saved = saveNpz(pathIn(name), arrays); !saved)
                qFatal("%s", saved.error().text().c_str());
        };
        SessionSpec spec = withImport({}, import.model);
        spec.training.lossScale = {"none", {}};
        const NpyArray features = arrayOfJson(inputs);
        const NpyArray wanted = targets.is_array()
            ? arrayOfJson(targets)
            : NpyArray{
                {features.shape[0], 1}, std::vector<float>(static_cast<std::size_t>(features.shape[0]))};
        save("data.npz", {{"features", features}, {"targets", wanted}});
        spec.data = {"npz",
            {{"file", pathIn("data.npz")}, {"features", std::string("features")},
                {"targets", std::string("targets")}, {"test_share", 0.0},
                {"task", std::string("regression")}}};
        save("weights.npz", import.weights);
        spec.training.initialWeights = pathIn("weights.npz");
        if (!import.state.empty()) {
            save("state.npz", import.state);
            spec.training.initialState = pathIn("state.npz");
        }
        spec.training.batchSize = static_cast<int>(features.shape[0]);
        spec.training.shuffle = false;
        spec.training.loss = {"MeanSquaredError", {}};
        if (!targets.is_array())
            spec.training.optimizer = {"SGD", {}};
        return spec;
    }

    std::optional<Kernels> m_kernels;
    Json m_facts;
};

QTEST_GUILESS_MAIN(TestKerasTrainings)
#include "tst_keras_trainings.moc"
