// SPDX-License-Identifier: GPL-3.0-or-later
// tests/golden/exports has a session and what each export makes of it, read by people and by tests/interop.
#include "app/io/exports/export_catalog.h"
#include "app/io/keras/policy/python_text.h"
#include "app/io/session/session_file.h"
#include "engine/file/whole_file.h"

#include <QTest>

#include <filesystem>
#include <limits>

using namespace ulpscope;

namespace {

const std::filesystem::path kFolder = ULPSCOPE_SOURCE_DIR "/tests/golden/exports";

SessionSpec golden()
{
    return *loadSession(kFolder / "session.ulps");
}

ExportedText exported(const char* name, const SessionSpec& session)
{
    return *findRow(exportCatalog(), name)->write(session);
}

std::ptrdiff_t timesSaid(const ExportedText& made, const std::string& sentence)
{
    return std::count_if(made.leftOut.begin(), made.leftOut.end(),
        [&](const Message& left) { return left.text() == sentence; });
}

} // namespace

class TestExportCatalog : public QObject
{
    Q_OBJECT
private slots:
    void theTextIsTheCommittedOne_data();
    void theTextIsTheCommittedOne();
    void layersThatDifferHaveNoOnePolicy();
    void withoutFloat8ThereIsNothingToSay_data();
    void withoutFloat8ThereIsNothingToSay();
    void transformerEngineIsToldTheRecipes();
    void aMaskThatKerasHasNoArgumentForIsSaid();
    void torchSaysEveryParameterOrNothing();
    void torchSaysTheOptimizer();
    void torchSaysWhatItTakesAlone();
    void kerasIsToldWhatItHasNoDefaultFor();
    void aBiasThatTheMapDoesNotRoundIsSaid();
    void compileIsToldWhereItWouldWrap();
    void pythonTextsAreQuoted_data();
    void pythonTextsAreQuoted();
};

void TestExportCatalog::theTextIsTheCommittedOne_data()
{
    QTest::addColumn<QString>("name");
    for (const ExportRow& kind : exportCatalog())
        if (kind.name != "keras-policy" && kind.name != "tf-keras-policy") // its layers differ
            QTest::newRow(kind.name.c_str()) << QString::fromStdString(kind.name);
}

void TestExportCatalog::theTextIsTheCommittedOne()
{
    QFETCH(QString, name);
    const ExportRow& kind = *findRow(exportCatalog(), name.toStdString());
    const ExportedText made = *kind.write(golden());
    std::string text = made.text;
    const std::filesystem::path path = kFolder / (kind.name + "." + kind.suffix + ".txt");
    const Result<std::string> expected = readWholeFile(path, 1 << 20);
    QVERIFY2(expected.ok(), path.c_str());
    if (text != *expected) // a person compares it, and commits it if it is right
        QVERIFY(writeWholeFile(
            std::filesystem::path(ULPSCOPE_BINARY_DIR) / (kind.name + ".actual." + kind.suffix), text)
                    .ok());
    QCOMPARE(QString::fromStdString(text), QString::fromStdString(*expected));
    for (const Message& sentence : made.leftOut)
        QVERIFY2(sentence.text().ends_with('.'), sentence.text().c_str());
}

void TestExportCatalog::layersThatDifferHaveNoOnePolicy()
{
    SessionSpec session = golden();
    const Result<ExportedText> refused = findRow(exportCatalog(), "keras-policy")->write(session);
    QVERIFY(!refused);
    QVERIFY(refused.error().message.text().find("a keras-map can") != std::string::npos);
    for (LayerSpec& layer : session.model.layers)
        layer.policy.reset();
    session.policies.map.clear();
    const ExportedText one = exported("keras-policy", session);
    QVERIFY(one.text.find("\"mixed_float16\"") != std::string::npos);
}

void TestExportCatalog::withoutFloat8ThereIsNothingToSay_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"te-recipe", "te-inspect", "torchao-float8"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestExportCatalog::withoutFloat8ThereIsNothingToSay()
{
    QFETCH(QString, name);
    SessionSpec session = golden();
    session.policies.map.clear();
    session.model.layers[5].policy.reset();
    const Result<ExportedText> refused = findRow(exportCatalog(), name.toStdString())->write(session);
    QVERIFY(!refused);
    QCOMPARE(refused.error().place, std::string("policies"));
}

void TestExportCatalog::transformerEngineIsToldTheRecipes()
{
    SessionSpec session = golden();
    session.policies.map.clear();
    session.model.layers[5].policy.reset();
    session.policies.recipe = {"te_current", {}};
    std::vector<LayerSpec*> dense;
    for (LayerSpec& layer : session.model.layers)
        if (layer.className == "Dense")
            dense.push_back(&layer);
    QVERIFY(dense.size() >= 3);
    dense[0]->recipe = {"nvfp4", {{"random_hadamard", false}}};
    dense[1]->recipe = {"torchao_rowwise", {}};
    const ExportedText made = exported("te-recipe", session);
    for (const char* line :
        {"from transformer_engine.common.recipe import Float8CurrentScaling, Format, NVFP4BlockScaling\n",
            "RECIPE_TE_CURRENT = Float8CurrentScaling(\n    fp8_format=Format.HYBRID, use_power_2_scales=False\n)",
            "RECIPE_NVFP4_RANDOM_HADAMARD_FALSE = NVFP4BlockScaling(\n    disable_rht=True, "
            "disable_stochastic_rounding=False, disable_2d_quantization=False, nvfp4_4over6=\"none\", "
            "nvfp4_4over6_err_mode=\"MAE\"\n)",
            "te.autocast(enabled=True, recipe=RECIPE_TE_CURRENT)",
            "te.autocast(enabled=True, recipe=RECIPE_NVFP4_RANDOM_HADAMARD_FALSE)"})
        QVERIFY2(made.text.find(line) != std::string::npos, made.text.c_str());
    const std::string torchao = "The recipe torchao_rowwise of " + session.model.layerPath(*dense[1])
        + ": Transformer Engine has none like it.";
    QCOMPARE(timesSaid(made, torchao), 1);
    const ExportedText keras = exported("keras-map", session);
    QCOMPARE(timesSaid(keras, "The recipe te_current: a policy cannot say it."), 1);
}

void TestExportCatalog::aMaskThatKerasHasNoArgumentForIsSaid()
{
    SessionSpec session = golden();
    LayerSpec softmax{"masked", "Softmax", {{"use_causal_mask", true}}, {}, {}};
    session.model.layers
        = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{28, 28}}}, {}, {}}, softmax,
            {"flatten", "Flatten", {}, {}, {}}, {"logits", "Dense", {{"units", std::int64_t{10}}}, {}, {}}};
    session.policies.map.clear();
    for (const char* kind : {"keras-python", "keras-model"}) {
        const ExportedText made = exported(kind, session);
        QCOMPARE(
            timesSaid(made,
                "The causal mask of masked: Keras' Softmax takes a mask from its caller, and here gets none."),
            1);
    }
}

void TestExportCatalog::torchSaysEveryParameterOrNothing()
{
    SessionSpec session = golden();
    session.policies.map.clear();
    const auto torch = [&](LayerSpec layer) {
        session.model.layers
            = {{"input_layer", "InputLayer", {{"shape", std::vector<std::int64_t>{28, 28}}}, {}, {}},
                std::move(layer), {"flatten", "Flatten", {}, {}, {}},
                {"logits", "Dense", {{"units", std::int64_t{10}}}, {}, {}}};
        return findRow(exportCatalog(), "torch-amp")->write(session);
    };
    const auto says = [](const Result<ExportedText>& made, const char* text) {
        return made && made->text.find(text) != std::string::npos;
    };
    QVERIFY(says(torch({"mean", "GlobalAveragePooling1D", {}, {}, {}}), ".mean(dim=1)\n"));
    QVERIFY(says(torch({"mean", "GlobalAveragePooling1D", {{"keepdims", true}}, {}, {}}),
        ".mean(dim=1, keepdim=True)\n"));
    QVERIFY(says(torch({"softmax", "Softmax", {{"axis", std::int64_t{1}}}, {}, {}}), ", dim=1)\n"));
    QVERIFY(says(torch({"norm", "LayerNormalization", {{"epsilon", 0.5}}, {}, {}}),
        "self.layer_1 = nn.LayerNorm(28, eps=0.5)"));
    // What the row has no place for is refused, not forgotten.
    for (const LayerSpec& layer :
        {LayerSpec{"softmax", "Softmax", {{"axis", std::vector<std::int64_t>{1, 2}}}, {}, {}},
            LayerSpec{"softmax", "Softmax", {{"use_causal_mask", true}}, {}, {}},
            LayerSpec{"norm", "LayerNormalization", {{"axis", std::int64_t{1}}}, {}, {}},
            LayerSpec{"norm", "LayerNormalization", {{"gamma_initializer", std::string("zeros")}}, {}, {}}}) {
        const Result<ExportedText> refused = torch(layer);
        QVERIFY(!refused);
        QCOMPARE(refused.error().place, std::string("layers[1].class"));
    }
    // A penalty is said to be missing.
    const Result<ExportedText> made
        = torch({"norm", "LayerNormalization", {{"gamma_regularizer", std::string("l2(0.1)")}}, {}, {}});
    QVERIFY(made);
    const std::string missing
        = "The gamma_regularizer of " + session.model.layerPath(session.model.layers[1]) + ".";
    QCOMPARE(timesSaid(*made, missing), 1);
}

void TestExportCatalog::torchSaysTheOptimizer()
{
    SessionSpec session = golden();
    const auto says = [&](Component optimizer, const char* text) {
        session.training.optimizer = std::move(optimizer);
        return exported("torch-amp", session).text.find(text) != std::string::npos;
    };
    QVERIFY(says({"SGD", {{"learning_rate", 0.5}, {"momentum", 0.25}, {"nesterov", true}}},
        "return torch.optim.SGD(model.parameters(), lr=0.5, momentum=0.25, nesterov=True)\n"));
    QVERIFY(says({"Adam", {{"amsgrad", true}}},
        "return torch.optim.Adam(model.parameters(), lr=0.001, betas=(0.9, 0.999), eps=1e-07, amsgrad=True)\n"));
    QVERIFY(says({"Adam", {}}, "betas=(0.9, 0.999), eps=1e-07)\n"));
    session.training.optimizer = {"Lion", {}};
    const Result<ExportedText> refused = findRow(exportCatalog(), "torch-amp")->write(session);
    QVERIFY(!refused);
    QCOMPARE(refused.error().place, std::string("training.optimizer.class"));
}

/// PyTorch refuses initializers of matrices for a bias, and Nesterov's momentum where there is none.
void TestExportCatalog::torchSaysWhatItTakesAlone()
{
    SessionSpec session = *loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    session.training.optimizer = {"SGD", {}};
    session.training.optimizer.config.set("nesterov", true);
    QVERIFY(exported("torch-amp", session).text.find("nesterov=False") != std::string::npos);
    session.training.optimizer.config.set("momentum", 0.9);
    QVERIFY(exported("torch-amp", session).text.find("nesterov=True") != std::string::npos);
    LayerSpec& dense = session.model.layers.back();
    dense.config.set("kernel_initializer", std::string("he_normal"));
    QVERIFY(exported("torch-amp", session).text.find("kaiming_normal_") != std::string::npos);
    dense.config.set("bias_initializer", std::string("he_normal"));
    const Result<ExportedText> refused = findRow(exportCatalog(), "torch-amp")->write(session);
    QVERIFY(!refused);
    QVERIFY2(refused.error().text().ends_with(
                 "bias_initializer: no counterpart of 'he_normal' in PyTorch is known here"),
        refused.error().text().c_str());
    dense.config.set("use_bias", false);
    QVERIFY(exported("torch-amp", session).text.find("bias=False") != std::string::npos);
}

/// A value that is the default here is left out only where Keras has the same default.
void TestExportCatalog::kerasIsToldWhatItHasNoDefaultFor()
{
    SessionSpec session = *loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    session.model.layers.insert(session.model.layers.begin() + 1, {"drop", "Dropout", {}, {}, {}});
    session.model.layers.insert(session.model.layers.begin() + 1, {"same", "Activation", {}, {}, {}});
    const std::string text = exported("keras-python", session).text;
    QVERIFY2(text.find("keras.layers.Dropout(rate=0.5, name=\"drop\")") != std::string::npos, text.c_str());
    QVERIFY2(text.find("keras.layers.Activation(activation=\"linear\", name=\"same\")") != std::string::npos,
        text.c_str());
}

void TestExportCatalog::aBiasThatTheMapDoesNotRoundIsSaid()
{
    SessionSpec session = golden();
    for (LayerSpec& layer : session.model.layers)
        layer.policy.reset();
    const auto said = [&](const char* name, const char* global, const char* policy) {
        session.policies.global = *getPolicy(global);
        session.policies.map = {{".*/logits", *getPolicy(policy)}};
        const ExportedText made = exported(name, session);
        return std::count_if(made.leftOut.begin(), made.leftOut.end(),
            [](const Message& left) { return left.text().find("to bfloat16") != std::string::npos; });
    };
    for (const char* name : {"keras-model", "keras-python"}) {
        QCOMPARE(said(name, "mixed_bfloat16", "float8_from_float32"), 1);
        QCOMPARE(said(name, "float32", "float8_from_mixed_bfloat16"), 1);
        QCOMPARE(said(name, "float32", "float8_from_float32"), 0);
    }
    QCOMPARE(said("keras-map", "float32", "float8_from_mixed_bfloat16"),
        0); // which is loaded as the map that it is
}

void TestExportCatalog::compileIsToldWhereItWouldWrap()
{
    SessionSpec session = golden();
    QVERIFY(exported("keras-python", session).text.find("LossScaleOptimizer(optimizer, initial_scale=1024.0")
        != std::string::npos);
    session.training.lossScale = {"none", {}};
    QVERIFY(exported("keras-python", session).text.find("auto_scale_loss=False") != std::string::npos);
    session.training.lossScale = {"fixed", {{"scale", 8.0}}};
    QVERIFY(exported("keras-python", session).text.find("loss_scale_factor=8.0") != std::string::npos);
    session.policies.global = *getPolicy("mixed_bfloat16");
    QVERIFY(exported("keras-python", session).text.find("auto_scale_loss") == std::string::npos);
}

void TestExportCatalog::pythonTextsAreQuoted_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("literal");
    QTest::newRow("plain") << "dense"
                           << "\"dense\"";
    QTest::newRow("quotes") << "a\"b'c"
                            << "\"a\\\"b'c\"";
    QTest::newRow("a backslash") << "a\\"
                                 << "\"a\\\\\"";
    QTest::newRow("a line break") << "a\nb"
                                  << "\"a\\x0ab\"";
    QTest::newRow("unicode") << QString::fromUtf8("größe") << QString::fromUtf8("\"größe\"");
}

void TestExportCatalog::pythonTextsAreQuoted()
{
    QFETCH(QString, text);
    QFETCH(QString, literal);
    QCOMPARE(QString::fromStdString(pythonText(text.toStdString())), literal);
    QCOMPARE(pythonNumber(std::numeric_limits<double>::infinity()), std::string("float(\"inf\")"));
    QCOMPARE(pythonTuple({4}), std::string("(4,)"));
}

QTEST_GUILESS_MAIN(TestExportCatalog)
#include "tst_export_catalog.moc"
