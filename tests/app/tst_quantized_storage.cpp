// SPDX-License-Identifier: GPL-3.0-or-later
// Every line of tests/golden/quantized_storage.jsonl, which Keras itself wrote (make_quantized_storage.py beside it).
#include "app/io/keras/quantized/quantization_report.h"
#include "app/io/keras/quantized/quantized_storage.h"
#include "engine/layer/layer_catalog.h"
#include "tests/engine/small_sessions.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTest>

using namespace ulpscope;

namespace {

using Json = nlohmann::ordered_json;

Config configOf(const Json& line, const LayerClass& row)
{
    Config config;
    for (const auto& [key, value] : line["config"].items()) {
        if (value.is_boolean())
            config.set(key, value.get<bool>());
        else if (value.is_number())
            config.set(key, value.get<std::int64_t>());
        else if (value.is_string())
            config.set(key, value.get<std::string>());
        else {
            std::vector<std::int64_t> list;
            for (const Json& extent : value)
                list.push_back(extent.is_null() ? -1 : extent.get<std::int64_t>());
            config.set(key, list);
        }
    }
    return *checkConfig(config, row.parameters);
}

Shape shapeOfExample(const Json& extents)
{
    Shape shape;
    for (const Json& extent : extents)
        shape.append(extent.get<std::int64_t>());
    return shape;
}

} // namespace

class TestQuantizedStorage : public QObject
{
    Q_OBJECT

private slots:
    void everyLayerKeepsWhatKerasKeeps()
    {
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/quantized_storage.jsonl"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        int compared = 0;
        while (!file.atEnd()) {
            const Json line = Json::parse(file.readLine().toStdString());
            if (!line.contains("class"))
                continue;
            const auto name = line["class"].get<std::string>();
            const LayerClass& row = *findRow(layerCatalog(), name);
            LayerStorage storage;
            storage.variables = quantizedVariables(name, configOf(line, row), shapeOfExample(line["input"]),
                *getPolicy(line["policy"].get<std::string>()));
            Json variables = Json::array();
            for (const StoredVariable& variable : storage.variables)
                variables.push_back({{"name", variable.name}, {"shape", variable.shape},
                    {"dtype", variable.dtype}, {"trainable", variable.trainable}});
            QCOMPARE(
                QString::fromStdString(variables.dump()), QString::fromStdString(line["variables"].dump()));
            QCOMPARE(storage.count(true), line["trainable"].get<std::int64_t>());
            QCOMPARE(storage.count(false), line["non_trainable"].get<std::int64_t>());
            ++compared;
        }
        QVERIFY2(compared > 40, qPrintable(QString::number(compared)));
    }

    void aSessionsQuantizedLayersAreListed()
    {
        SessionSpec session = circle("float32");
        QVERIFY(quantizedStorage(session)->empty());
        session.model.layers[1].policy = *getPolicy("int4/128_from_float32");
        session.model.layers[2].policy = *getPolicy("gptq/4/128_from_float32");
        const Result<std::vector<LayerStorage>> layers = quantizedStorage(session);
        QVERIFY(layers.ok());
        QCOMPARE(layers->size(), std::size_t{2});
        QCOMPARE(layers->at(0).path, std::string("sequential/dense_1"));
        QCOMPARE(layers->at(0).variables.back().name, std::string("g_idx"));
        QVERIFY(layers->at(0).note.empty());
        QVERIFY(layers->at(1).note.find("calibrated") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestQuantizedStorage)
#include "tst_quantized_storage.moc"
