// SPDX-License-Identifier: GPL-3.0-or-later
// Every row of the layer catalog is whole: what a row lacks is named here, before a menu, a file or an export lacks it.
#include "app/io/exports/python_template.h"
#include "app/io/keras/model/keras_layer_config.h"
#include "engine/layer/layer_catalog.h"
#include "engine/layer/support/activations.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QSet>
#include <QTest>
#include <algorithm>

using namespace ulpscope;

namespace {

using Json = nlohmann::ordered_json;

/// The classes of which tests/golden has outputs and gradients of real Keras.
QSet<QString> goldenClasses()
{
    QSet<QString> classes{
        QStringLiteral("MultiHeadAttention"), QStringLiteral("Dense")}; // attention.csv, quantized_dense.csv
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/layers.csv"));
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return {};
    while (!file.atEnd()) {
        const QList<QByteArray> cells = file.readLine().split('|');
        if (cells.size() > 2 && cells[1] == "layer")
            classes.insert(QString::fromLatin1(cells[2]));
    }
    return classes;
}

/// Why a class has no golden case.
const std::map<std::string, const char*>& withoutGolden()
{
    static const std::map<std::string, const char*> reasons{
        {"InputLayer", "computes nothing"},
        {"Add", "one rounded addition"},
        {"Multiply", "one rounded product"},
        {"Subtract", "one rounded difference"},
        {"Average", "a rounded sum, and a rounded quotient"},
        {"Maximum", "one of its inputs"},
        {"Minimum", "one of its inputs"},
        {"Concatenate", "moves numbers"},
        {"Flatten", "moves numbers"},
        {"Reshape", "moves numbers"},
        {"Dropout", "draws of its own"},
        {"GaussianNoise", "draws of its own"},
        {"GlobalAveragePooling1D", "is GlobalAveragePooling2D over one axis"},
    };
    return reasons;
}

bool isParameter(const LayerClass& row, std::string_view name)
{
    return std::any_of(row.parameters.begin(), row.parameters.end(),
        [&](const ParameterSpec& spec) { return spec.name == name; });
}

/// The default as Keras writes it.
Json kerasDefault(const LayerClass& row, const ParameterSpec& spec)
{
    const auto* list = std::get_if<std::vector<std::int64_t>>(&spec.defaultValue);
    if (list != nullptr && spec.mayBeInteger && list->size() == 1 && row.name != "LayerNormalization")
        return list->front();
    return std::visit([](const auto& value) { return Json(value); }, spec.defaultValue);
}

} // namespace

class TestLayerCatalog : public QObject
{
    Q_OBJECT

private slots:
    void everyRowIsComplete_data()
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < layerCatalog().size(); ++i)
            QTest::newRow(layerCatalog()[i].name.c_str()) << i;
    }

    void everyRowIsComplete()
    {
        QFETCH(std::size_t, index);
        const LayerClass& row = layerCatalog()[index];
        const bool isInput = row.maxInputs == 0;
        QStringList missing;
        const auto require = [&](bool isThere, const char* cell) {
            if (!isThere)
                missing += QStringLiteral("the row of %1 in layer_catalog.cpp lacks %2")
                               .arg(QString::fromStdString(row.name), QString::fromLatin1(cell));
        };
        require(row.description.ends_with('.'), ".description, a sentence");
        require((row.formula.shape != nullptr) != row.isComposite(), "either .formula or .composite");
        require((row.group == LayerGroup::None) == isInput, ".group, the menu that offers it");
        require(row.keras.build != KerasBuild::Unsaid, ".keras.build");
        require(!row.torch.call.empty(), ".torch, or kNoTorch");
        require(isInput || !row.keras.config.empty(), ".keras.config");
        require(!row.formula.isLinear
                || (row.keras.hasQuantizedCall("float8") && row.keras.hasQuantizedCall("int8")),
            ".keras.quantizedCalls of what is linear");
        require(!row.keras.drawsWeights || row.hasVariables(), ".formula.variables of what draws weights");
        require(
            goldenClasses().contains(QString::fromStdString(row.name)) != withoutGolden().contains(row.name),
            "a case in tests/golden/make_layers.py, or a reason in this test");
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
    }

    void kerasConfigHasTheParametersAndTheirDefaults_data() { everyRowIsComplete_data(); }
    void kerasConfigHasTheParametersAndTheirDefaults()
    {
        QFETCH(std::size_t, index);
        const LayerClass& row = layerCatalog()[index];
        if (row.maxInputs == 0)
            return; // an InputLayer's config is not of its parameters
        const Json config = Json::parse(row.keras.config, nullptr, false);
        QVERIFY2(config.is_object(), "keras.config is a JSON object");
        for (const ParameterSpec& spec : row.parameters) {
            // activity_regularizer is the base class' in most layers, and written by it
            if (!isKerasParameter(row.name, spec.name) || spec.name == "activity_regularizer")
                continue;
            QVERIFY2(config.contains(spec.name), ("keras.config lacks " + spec.name).c_str());
            const Json& value = config[spec.name];
            if (!value.is_null())
                QVERIFY2(value == kerasDefault(row, spec),
                    (spec.name + ": Keras' " + value.dump() + ", here " + toText(spec.defaultValue)).c_str());
        }
        for (const std::string_view argument : row.keras.callArguments)
            QVERIFY(isParameter(row, argument));
        for (const KerasGap& gap : row.keras.gaps)
            QVERIFY(isParameter(row, gap.parameter));
        for (const std::string_view mode : row.keras.quantizedCalls)
            QVERIFY2(std::ranges::count(quantizationModes(), mode) == 1, std::string(mode).c_str());
    }

    void torchFormsHaveKnownPlaces_data() { everyRowIsComplete_data(); }
    void torchFormsHaveKnownPlaces()
    {
        QFETCH(std::size_t, index);
        const LayerClass& row = layerCatalog()[index];
        Config config;
        for (const ParameterSpec& spec : row.parameters)
            config.set(spec.name, spec.defaultValue);
        for (const std::string_view text : {row.torch.call, row.torch.module}) {
            std::vector<std::string> unknown;
            const auto filled = filledPython(text, config, row.parameters, [&](std::string_view place) {
                constexpr std::array<std::string_view, 5> kPlaces{"x", "raw", "cast", "module", "features"};
                if (std::ranges::count(kPlaces, place) == 0 && !place.starts_with("inputs:"))
                    unknown.emplace_back(place);
                return std::string();
            });
            QVERIFY2(unknown.empty(), unknown.empty() ? "" : unknown.front().c_str());
            QVERIFY(filled);
        }
        QCOMPARE(hasPlace(row.torch.call, "module"), !row.torch.module.empty());
    }

    void rowsAreInTheOrderOfMenus()
    {
        QCOMPARE(layerCatalog().front().name, std::string("InputLayer"));
        QVERIFY(std::ranges::is_sorted(layerCatalog(), {}, [](const LayerClass& row) { return row.group; }));
    }

    void aClassIsEitherComputedHereOrForeign()
    {
        for (const ForeignLayerClass& foreign : foreignLayerClasses())
            QVERIFY2(findRow(layerCatalog(), foreign.name) == nullptr, std::string(foreign.name).c_str());
    }

    void classesThatNobodyKnowsAreLayersWithWeights()
    {
        QVERIFY(kerasClass("MyLayer").hasPath());
        QVERIFY(!hasQuantizedCall("MyLayer", "int8"));
        QVERIFY(!kerasClass("AlphaDropout").hasPath()); // not computed here, but Keras'
        QVERIFY(kerasClass("Conv3D").drawsWeights);
    }

    void activationsOfTorchTakeTheirInput()
    {
        for (const ActivationFunction& function : activationFunctions())
            QVERIFY2(function.torch.empty() || hasPlace(function.torch, "x"), function.name.c_str());
    }
};

QTEST_GUILESS_MAIN(TestLayerCatalog)
#include "tst_layer_catalog.moc"
