// SPDX-License-Identifier: GPL-3.0-or-later
// What is written is what our reader has of it; that Keras and the HDF5 library read it too, tests/interop/keras_files.py says.
#include "app/io/keras/model/keras_store.h"
#include "app/io/tensors/hdf5/hdf5_writer.h"
#include "app/io/tensors/tensor_file.h"
#include "engine/file/whole_file.h"
#include "tests/engine/small_sessions.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace ulpscope;

class TestHdf5Writer : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_kernels = std::make_unique<Kernels>(*Kernels::load()); }

    void whatIsWrittenIsRead_data()
    {
        QTest::addColumn<int>("members");
        QTest::newRow("nothing") << 0;
        QTest::newRow("each kind") << 5;
        QTest::newRow("a symbol node and one more") << 9;
        QTest::newRow("a node of the tree and one more") << 257;
        QTest::newRow("three levels") << 8 * 32 * 32 + 1;
    }
    void whatIsWrittenIsRead()
    {
        QFETCH(int, members);
        const std::vector<std::pair<Hdf5Element, std::string>> kinds{{Hdf5Element::Float32, "float32"},
            {Hdf5Element::BFloat16, "bfloat16"}, {Hdf5Element::Float16, "float16"},
            {Hdf5Element::Float64, "float64"}};
        const std::vector<std::vector<std::int64_t>> shapes{{3, 1}, {}, {2}, {0, 4}, {1, 1, 1, 2}};
        std::vector<Hdf5Variable> variables;
        std::vector<std::string> types;
        for (int i = 0; i < members; ++i) {
            const auto& [element, type] = kinds[static_cast<std::size_t>(i) % kinds.size()];
            const std::vector<std::int64_t>& shape = shapes[static_cast<std::size_t>(i) % shapes.size()];
            std::size_t bytes = type == "float64" ? 8 : type == "float32" ? 4 : 2;
            for (const std::int64_t extent : shape)
                bytes *= static_cast<std::size_t>(extent);
            std::string data(bytes, '\0');
            for (std::size_t k = 0; k < bytes; ++k)
                data[k] = static_cast<char>(7 * i + static_cast<int>(k));
            variables.push_back({"layers/dense_" + std::to_string(i) + "/vars/0", element, shape, data});
            types.push_back(type);
        }
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.h5").toStdString();
        const std::string file = hdf5File(variables);
        QVERIFY(file == hdf5File(variables));
        QVERIFY(writeWholeFile(path, file));
        const Result<std::unique_ptr<TensorFile>> read = openTensorFile(path);
        QVERIFY2(read.ok(), read ? "" : read.error().text().c_str());
        QVERIFY((*read)->notices().empty());
        QCOMPARE((*read)->tensors().size(), variables.size());
        for (std::size_t i = 0; i < variables.size(); ++i) {
            const Result<std::size_t> index = (*read)->find(variables[i].path);
            QVERIFY2(index.ok(), index ? "" : index.error().text().c_str());
            const Result<StoredTensor> tensor = (*read)->read(*index);
            QVERIFY2(tensor.ok(), tensor ? "" : tensor.error().text().c_str());
            QCOMPARE(tensor->type->name, std::string_view(types[i]));
            QVERIFY(tensor->shape == variables[i].shape);
            QVERIFY(tensor->bytes == variables[i].bytes);
        }
    }

    void aRunIsWrittenAsKerasHasIt()
    {
        SessionSpec session = circle("float8_from_mixed_bfloat16");
        session.model.layers[3].policy = *getPolicy("bfloat16");
        TrainingRun run = *TrainingRun::create(session, *m_kernels);
        run.step();
        const Result<std::vector<KerasDataset>> datasets = kerasDatasets(session, *m_kernels);
        QVERIFY2(datasets.ok(), datasets ? "" : datasets.error().text().c_str());
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("a.weights.h5").toStdString();
        QVERIFY(writeWholeFile(path, kerasWeightsFile(*datasets, run.weights(), run.state())));
        const std::unique_ptr<TensorFile> read = *openTensorFile(path);
        QCOMPARE(read->tensors().size(), std::size_t{8 + 8 + 2});
        const auto at = [&](const char* name) { return *read->read(*read->find(name)); };
        QCOMPARE(at("layers/dense/vars/3").shape, std::vector<std::int64_t>{1024});
        QVERIFY(at("layers/dense/vars/3").value(0) > 0); // the newest amax
        QCOMPARE(at("layers/dense_2/vars/0").type->name, std::string_view("bfloat16"));
        const std::vector<float> bias = std::get<std::vector<float>>(run.weights()[5].array.values);
        QCOMPARE(at("layers/dense_2/vars/1").value(0), double(bias[0]));
        QVERIFY(bias[0] != 0);
    }

    void whatKerasKeepsOtherwiseIsRefused()
    {
        SessionSpec session = circle("float32");
        session.model.layers[2].policy = *getPolicy("int8_from_float32");
        const Result<std::vector<KerasDataset>> datasets = kerasDatasets(session, *m_kernels);
        QVERIFY(!datasets);
        QCOMPARE(QString::fromStdString(datasets.error().text()),
            QStringLiteral(
                "layers[2]: no .weights.h5 for Keras has sequential/dense_2, whose kernel Keras keeps as "
                "integers under int8_from_float32"));
    }

private:
    std::unique_ptr<Kernels> m_kernels;
};

QTEST_APPLESS_MAIN(TestHdf5Writer)
#include "tst_hdf5_writer.moc"
