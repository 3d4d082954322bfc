// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/json/json_text.h"
#include "app/io/keras/model/keras_model_import.h"
#include "app/io/keras/model/keras_model_json.h"
#include "app/io/session/session_file.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <random>

using namespace ulpscope;

namespace {

using Json = nlohmann::ordered_json;

const std::filesystem::path kRoot = ULPSCOPE_SOURCE_DIR;

SessionSpec golden()
{
    return *loadSession(kRoot / "tests/golden/exports/session.ulps");
}

std::string modelText(const SessionSpec& session)
{
    return layoutJson(*kerasModelJson(session));
}

SessionSpec imported(const SessionSpec& like, const std::string& text)
{
    const Result<KerasModelImport> import = importKerasModel(text);
    if (!import)
        qFatal("%s", import.error().text().c_str());
    SessionSpec session = like;
    session.model = import->model;
    session.policies = import->policies;
    return session;
}

/// A Dense layer in a Sequential "s" with this dtype.
std::string modelWithDtype(const char* dtype)
{
    return std::string(R"({"class_name": "Sequential", "config": {"name": "s", "layers": [)")
        + R"({"class_name": "Dense", "module": "keras.layers", "build_config": {"input_shape": [null, 2]}, )"
        + R"("config": {"name": "d", "units": 1, "dtype": )" + dtype
        + "}}]}, \"build_config\": {\"input_shape\": [null, 2]}}";
}

} // namespace

class TestKerasModelImport : public QObject
{
    Q_OBJECT
private slots:
    void exportImportExportHasTheSameBytes_data();
    void exportImportExportHasTheSameBytes();
    void unknownKeysSurvive();
    void onlyWhatDoesNotTrainIsNoted();
    void argumentsOfInitializersAreRead();
    void aDtypeIsReadAsKerasDoes_data();
    void aDtypeIsReadAsKerasDoes();
    void aLoadedLayerLooksUpItsNameAlone();
    void aClassOfKerasIsNotRegistered();
    void whatCannotBeTrainedIsNamed_data();
    void whatCannotBeTrainedIsNamed();
    void mutatedModelsNeverCrash();
};

void TestKerasModelImport::exportImportExportHasTheSameBytes_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("golden") << "tests/golden/exports/session.ulps";
    QTest::newRow("circle") << "resources/scenes/circle.ulps";
    QTest::newRow("fashion-mnist") << "resources/scenes/fashion-mnist.ulps";
    QTest::newRow("random") << "";
}

void TestKerasModelImport::exportImportExportHasTheSameBytes()
{
    QFETCH(QString, name);
    if (!name.isEmpty()) {
        const SessionSpec session = *loadSession(kRoot / name.toStdString());
        const std::string text = modelText(session);
        const SessionSpec back = imported(session, text);
        QVERIFY(back.model == session.model);
        QCOMPARE(QString::fromStdString(modelText(back)), QString::fromStdString(text));
        return;
    }
    std::mt19937 random(7);
    const auto draw
        = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    const std::vector<std::string> policies{"float32", "mixed_float16", "bfloat16", "float64",
        "float8_from_mixed_bfloat16", "int8_from_float32", "int4/128_from_float32"};
    const SessionSpec circle = *loadSession(kRoot / "resources/scenes/circle.ulps");
    for (int round = 0; round < 200; ++round) {
        SessionSpec session = circle;
        session.policies.global = *getPolicy(policies[draw(policies.size())]);
        if (draw(3) == 0)
            session.policies.map = {{".*1", *getPolicy(policies[draw(policies.size())])}};
        std::vector<LayerSpec>& layers = session.model.layers;
        const bool isFunctional = draw(2) == 0;
        for (std::size_t i = 1; i < layers.size(); ++i) {
            if (draw(2) == 0)
                layers[i].policy = *getPolicy(policies[draw(policies.size())]);
            if (isFunctional)
                layers[i].inputs = {layers[i - 1].name};
            layers[i].config.set("use_bias", draw(2) == 0);
        }
        if (isFunctional)
            layers.back().inputs = {"sum"};
        if (isFunctional)
            layers.insert(layers.begin() + 3, {"sum", "Add", {}, {layers[1].name, layers[2].name}, {}});
        const std::string text = modelText(session);
        const std::string again = modelText(imported(session, text));
        QCOMPARE(QString::fromStdString(again), QString::fromStdString(text));
    }
}

void TestKerasModelImport::unknownKeysSurvive()
{
    Json model = *kerasModelJson(golden());
    Json& dense = model["config"]["layers"][2]["config"];
    dense["kernel_initializer"]["config"]["seed"] = 3;
    dense["of the future"] = {{"a", {1, 2}}};
    dense["trainable"] = false;
    const Result<KerasModelImport> import = importKerasModel(model.dump());
    QVERIFY2(import.ok(), import ? "" : import.error().text().c_str());
    QVERIFY(import->notes.size() >= 1);
    SessionSpec session = golden();
    session.model = import->model;
    session.policies = import->policies;
    QCOMPARE(QString::fromStdString(kerasModelJson(session)->dump(1)), QString::fromStdString(model.dump(1)));
    // And through a session file.
    const SessionSpec loaded = *readSession(writeSession(session));
    QVERIFY(loaded.model == session.model);
    // A seed belongs to the initializer that it came with.
    session.model.layers[2].config.set("kernel_initializer", std::string("he_normal"));
    const Json changed = *kerasModelJson(session);
    QVERIFY(changed["config"]["layers"][2]["config"]["kernel_initializer"]["class_name"] == "HeNormal");
}

void TestKerasModelImport::onlyWhatDoesNotTrainIsNoted()
{
    // The same initializer as another version of Keras spells it: there is nothing to warn of.
    Json model = *kerasModelJson(golden());
    Json& dense = model["config"]["layers"][2]["config"];
    dense["kernel_initializer"] = Json::parse(R"({"class_name": "GlorotUniform", "config": {"seed": null}})");
    const auto notes = [&model] {
        const Result<KerasModelImport> import = importKerasModel(model.dump());
        QStringList found;
        for (const std::string& note :
            import ? import->notes : std::vector<std::string>{import.error().text()})
            if (note.find("kernel_initializer") != std::string::npos)
                found += QString::fromStdString(note);
        return found;
    };
    QCOMPARE(notes(), QStringList());
    dense["kernel_initializer"]["config"]["seed"] = 3;
    QCOMPARE(notes(),
        QStringList{QStringLiteral(
            "say \"hi\": the seed of kernel_initializer of its config is kept for exports, and "
            "does not take part in training.")});
}

void TestKerasModelImport::argumentsOfInitializersAreRead()
{
    Json model = *kerasModelJson(golden());
    Json& dense = model["config"]["layers"][2]["config"];
    dense["kernel_initializer"]
        = Json::parse(R"({"module": "keras.initializers", "class_name": "RandomUniform",
        "config": {"seed": null, "minval": -0.5, "maxval": 0.25}, "registered_name": null})");
    dense["bias_initializer"] = Json::parse(R"({"module": "keras.initializers", "class_name": "Constant",
        "config": {"value": 0.5}, "registered_name": null})");
    const Result<KerasModelImport> import = importKerasModel(model.dump());
    QVERIFY2(import.ok(), import ? "" : import.error().text().c_str());
    const LayerSpec& layer = import->model.layers[2];
    QCOMPARE(layer.config.text("kernel_initializer"), std::string("random_uniform(-0.5, 0.25)"));
    QCOMPARE(layer.config.text("bias_initializer"), std::string("constant(0.5)"));
    QVERIFY(layer.kerasConfig.empty());
    SessionSpec session = golden();
    session.model = import->model;
    session.policies = import->policies;
    QCOMPARE(QString::fromStdString(kerasModelJson(session)->dump(1)), QString::fromStdString(model.dump(1)));
    dense["bias_initializer"]["config"]["value"] = "x";
    QCOMPARE(QString::fromStdString(importKerasModel(model.dump()).error().text()),
        QStringLiteral(
            "config.layers[2].config.bias_initializer.config.value: expected a number, got \"x\""));
}

void TestKerasModelImport::aDtypeIsReadAsKerasDoes_data()
{
    QTest::addColumn<QByteArray>("dtype");
    QTest::addColumn<QString>("expected");
    QTest::newRow("null: the global policy") << QByteArray("null") << "bfloat16";
    QTest::newRow("a name") << QByteArray("\"mixed_float16\"") << "mixed_float16";
    QTest::newRow("an object") << QByteArray(
        R"({"class_name": "DTypePolicy", "config": {"name": "float16"}})")
                               << "float16";
    QTest::newRow("shared_object_id") << QByteArray(
        R"({"class_name": "DTypePolicy", "config": {"name": "float16"}, "shared_object_id": 5})")
                                      << "float16";
    QTest::newRow("quantized") << QByteArray("\"int8_from_float32\"") << "int8_from_float32";
    QTest::newRow("int8 by name") << QByteArray("\"int8\"") << "TypeError";
    QTest::newRow("int8 as an object")
        << QByteArray(R"({"class_name": "DTypePolicy", "config": {"name": "int8"}})") << "TypeError";
    QTest::newRow("unknown name") << QByteArray("\"mixed_float15\"") << "TypeError";
    QTest::newRow("unknown name in an object")
        << QByteArray(R"({"class_name": "DTypePolicy", "config": {"name": "mixed_float15"}})")
        << "ValueError";
    QTest::newRow("a number") << QByteArray("5") << "TypeError";
    QTest::newRow("a list") << QByteArray("[]") << "TypeError";
    QTest::newRow("Keras 2") << QByteArray(R"({"class_name": "Policy", "config": {"name": "mixed_float16"}})")
                             << "AttributeError";
}

void TestKerasModelImport::aDtypeIsReadAsKerasDoes()
{
    QFETCH(QByteArray, dtype);
    QFETCH(QString, expected);
    const Result<KerasModelFile> file = readKerasModel(modelWithDtype(dtype), {*getPolicy("bfloat16")});
    QVERIFY(file.ok());
    QCOMPARE(file->layers.size(), std::size_t{1});
    const Result<MapLookup>& found = file->layers[0].loaded.found;
    QCOMPARE(found ? found->policy.name : std::string(kindName(found.error().kind)), expected.toStdString());
}

void TestKerasModelImport::aLoadedLayerLooksUpItsNameAlone()
{
    const std::string text = modelWithDtype(
        R"({"module": "keras.dtype_policies", "class_name": "DTypePolicyMap", "config": {"default_policy": "float32",
            "policy_map": {"s/d": {"module": "keras", "class_name": "DTypePolicy", "config": {"name": "float16"},
            "registered_name": null}}}, "registered_name": null})");
    const KerasModelFile file = *readKerasModel(text);
    QCOMPARE(file.layers[0].saved.path, std::string("s/d"));
    QCOMPARE(file.layers[0].saved.found->policy.name, std::string("float16"));
    QCOMPARE(file.layers[0].loaded.path, std::string("d"));
    QCOMPARE(file.layers[0].loaded.found->policy.name, std::string("float32"));
    const std::vector<std::string> notes = importKerasModel(text)->notes;
    QVERIFY(
        std::ranges::find(notes,
            "In the file d holds a DTypePolicyMap. Here each has the policy that the map gives it, which exports write in place "
            "of the map.")
        != notes.end());
}

void TestKerasModelImport::aClassOfKerasIsNotRegistered()
{
    const auto refusals = [](const char* module, const char* registered) {
        const std::string text
            = std::string(
                  R"({"module": "keras", "class_name": "Sequential", "registered_name": null, "config": )")
            + R"({"name": "s", "layers": [{"module": ")" + module
            + R"(", "class_name": "Dense", "registered_name": )" + registered
            + R"(, "config": {"name": "d", "units": 2}}]}})";
        return readKerasModel(text)->refusals;
    };
    QVERIFY(refusals("keras.layers", "null").empty());
    QVERIFY(refusals("keras.layers", "\"Dense\"").empty());
    QVERIFY(refusals("my.own", "\"Mine>Dense\"").empty());
    const std::vector<KerasLoadRefusal> refused = refusals("keras.layers", "\"Mine>Dense\"");
    QCOMPARE(refused.size(), std::size_t{1});
    QCOMPARE(refused[0].path, std::string("s/d"));
    QCOMPARE(refused[0].error.text(),
        std::string(
            "config.layers[0].registered_name: expected null for a class of Keras, got \"Mine>Dense\""));
    QVERIFY(refused[0].error.kind == ErrorKind::ValueError);
    const auto says = [&](const char* module, const char* name) {
        const std::vector<KerasLoadRefusal> found = refusals(module, name);
        return found.size() == 1 ? std::string(kindName(found[0].error.kind)) + ": " + found[0].error.text()
                                 : std::string();
    };
    QCOMPARE(says("keras.layer", "null"), // texts of Keras 3.15.1
        std::string(
            "TypeError: config.layers[0].module: Could not deserialize class 'Dense' because its parent module keras.layer cannot "
            "be imported; expected \"keras.layers\""));
    QCOMPARE(says("keras.activations", "\"Dense\""),
        std::string(
            "ValueError: config.layers[0].module: Could not deserialize 'keras.activations.Dense' because it is not a "
            "KerasSaveable subclass; expected \"keras.layers\""));
    QCOMPARE(says("tf_keras.layers", "\"Dense\""),
        std::string(
            "TypeError: config.layers[0].module: Could not locate class 'Dense': expected \"keras.layers\", got \"tf_keras.layers\""));
    QVERIFY(refusals("keras.src.layers.core.dense", "null").empty());
}

void TestKerasModelImport::whatCannotBeTrainedIsNamed_data()
{
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QString>("start");
    QTest::newRow("a class") << R"({"class_name": "Conv9D", "config": {"name": "c"}})"
                             << "config.layers[1]: 'c' is a Conv9D, which cannot be trained here";
    QTest::newRow("a nested model")
        << R"({"class_name": "MyModel", "config": {"name": "in", "layers": []}})"
        << "config.layers[1]: 'in' is a MyModel, a nested model, which cannot be trained here";
    QTest::newRow("a nested model of two outputs")
        << R"({"class_name": "Functional", "config": {"name": "in", "layers": [], "input_layers": ["x", 0, 0],
               "output_layers": [["a", 0, 0], ["b", 0, 0]]}})"
        << "config.layers[1].config.output_layers: a nested model that has not one tensor there";
    QTest::newRow("a layer inside a nested model")
        << R"({"class_name": "Sequential", "config": {"name": "in", "layers": [
               {"class_name": "Conv9D", "config": {"name": "c"}}]}})"
        << "config.layers[1].config.layers[0]: 'c' is a Conv9D, which cannot be trained here";
    QTest::newRow("a nested model that narrows its input")
        << R"({"class_name": "Sequential", "config": {"name": "in", "layers": [
               {"class_name": "InputLayer", "config": {"name": "x", "dtype": "bfloat16", "batch_shape": [null, 2]}},
               {"class_name": "Dense", "config": {"name": "d", "units": 1, "dtype": "float32"}}]}})"
        << "config.layers[1].config.layers[1]: a cast to bfloat16 before a layer that computes in float32";
    QTest::newRow("an activation")
        << R"({"class_name": "Dense", "config": {"name": "d", "units": 1, "activation": "x"}})"
        << "config.layers[1].config.activation: unknown choice 'x'";
    QTest::newRow("units") << R"({"class_name": "Dense", "config": {"name": "d", "units": [1]}})"
                           << "config.layers[1].config.units: expected an integer";
    QTest::newRow("a policy")
        << R"({"class_name": "Dense", "config": {"name": "d", "units": 1, "dtype": "int8"}})"
        << "config.layers[1].config.dtype: ";
    QTest::newRow("no layer") << "3"
                              << "config.layers[1]: expected a layer";
}

void TestKerasModelImport::whatCannotBeTrainedIsNamed()
{
    QFETCH(QString, layer);
    QFETCH(QString, start);
    const std::string text = R"({"class_name": "Sequential", "config": {"name": "s", "layers": [
        {"class_name": "InputLayer", "config": {"name": "i", "batch_shape": [null, 2]}}, )"
        + layer.toStdString() + "]}}";
    const Result<KerasModelImport> import = importKerasModel(text);
    QVERIFY(!import);
    QVERIFY2(import.error().text().starts_with(start.toStdString()), import.error().text().c_str());
}

void TestKerasModelImport::mutatedModelsNeverCrash()
{
    const std::string model = kerasModelJson(golden())->dump();
    const std::vector<std::string> pieces{
        "null", "[]", "{}", "-1", "1e400", "\"\"", "[[[[", "\"class_name\"", "}", ","};
    std::mt19937 random(11);
    for (int round = 0; round < 2000; ++round) {
        std::string text = model;
        for (std::size_t change = 0; change <= random() % 3; ++change) {
            const std::size_t at = random() % text.size();
            text.replace(at, random() % 12, pieces[random() % pieces.size()]);
        }
        (void)readKerasModel(text);
        (void)importKerasModel(text);
    }
    // The same with values exchanged, which leaves it JSON.
    for (int round = 0; round < 2000; ++round) {
        Json json = Json::parse(model);
        const Json paths = json.flatten();
        auto path = paths.begin();
        std::advance(path, random() % paths.size());
        const std::vector<Json> values{
            nullptr, true, -3, 1e300, "x", Json::array(), Json::object(), Json::array({1})};
        json[Json::json_pointer(path.key())] = values[random() % values.size()];
        const std::string text = json.dump();
        (void)readKerasModel(text);
        (void)importKerasModel(text);
    }
}

QTEST_GUILESS_MAIN(TestKerasModelImport)
#include "tst_keras_model_import.moc"
