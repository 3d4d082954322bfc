// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/policy/policy_check.h"
#include "app/io/keras/quantized/quantization_report.h"
#include "app/io/session/session_file.h"
#include "engine/layer/keras_class.h"

#include <QTest>

#include <algorithm>

using namespace ulpscope;

class TestQuantizationReport : public QObject
{
    Q_OBJECT
private slots:
    void aLayerTakesAModeOrSaysWhyNot_data();
    void aLayerTakesAModeOrSaysWhyNot();
    void quantizeStopsWhereItRaises();
    void quantizingTwiceRaisesInTheReleaseAlone();
    void anEllipsisIsNotQuantizedToIntegers();
    void aSessionReportsWhatItGives();
    void problemsHaveKerasKinds();
    void anOptimizerIsRefusedWhereAveragesOverwriteFloat8Scales_data();
    void anOptimizerIsRefusedWhereAveragesOverwriteFloat8Scales();
    void layersWithLoraAreRefused_data();
    void layersWithLoraAreRefused();
    void anUnknownModeIsRefused();
    void kindsOfWhatClassesRefuse();
    void modesThatNeedAConfigSaySo();
};

void TestQuantizationReport::aLayerTakesAModeOrSaysWhyNot_data()
{
    QTest::addColumn<QString>("className");
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("expected"); // a policy, or the start of a reason
    QTest::newRow("Dense int8") << "Dense"
                                << "float32"
                                << "int8"
                                << "int8_from_float32";
    QTest::newRow("Dense int4 in blocks") << "Dense"
                                          << "float32"
                                          << "int4/64"
                                          << "int4/64_from_float32";
    QTest::newRow("Dense int4") << "Dense"
                                << "float32"
                                << "int4"
                                << "int4/128_from_float32";
    QTest::newRow("int8 from float16") << "Dense"
                                       << "mixed_float16"
                                       << "int8"
                                       << "Quantization mode 'int8'";
    QTest::newRow("float8 from float16") << "Dense"
                                         << "mixed_float16"
                                         << "float8"
                                         << "float8_from_mixed_float16";
    QTest::newRow("Embedding int8") << "Embedding"
                                    << "float32"
                                    << "int8"
                                    << "int8_from_float32";
    QTest::newRow("Embedding float8") << "Embedding"
                                      << "float32"
                                      << "float8"
                                      << "Embedding can be quantized, but not";
    QTest::newRow("Dropout") << "Dropout"
                             << "float32"
                             << "int8"
                             << "Dropout has no weights that Keras quantizes.";
    QTest::newRow("twice") << "Dense"
                           << "int8_from_float32"
                           << "int8"
                           << "It is quantized already";
}

void TestQuantizationReport::aLayerTakesAModeOrSaysWhyNot()
{
    QFETCH(QString, className);
    QFETCH(QString, policy);
    QFETCH(QString, mode);
    QFETCH(QString, expected);
    const std::vector<LayerToQuantize> layers{
        {"d", className.toStdString(), *getPolicy(policy.toStdString())}, {"i", "InputLayer", {}}};
    const auto rows = *quantizationReport(layers, mode.toStdString());
    QCOMPARE(rows.size(), std::size_t{1});
    const std::string said = rows[0].isQuantized ? rows[0].policy : rows[0].reason.text();
    QVERIFY2(said.starts_with(expected.toStdString()), said.c_str());
    QCOMPARE(rows[0].isQuantized, rows[0].reason.empty());
}

void TestQuantizationReport::quantizeStopsWhereItRaises()
{
    // Keras 3.15.1: model.quantize("int8") lets the ValueError of a float16 layer out, and a map's name is no source.
    const std::vector<LayerToQuantize> layers{{"a", "Dense", *getPolicy("float32")},
        {"b", "Dense", *getPolicy("mixed_float16")}, {"c", "Dense", *getPolicy("float32")}};
    auto rows = *quantizationReport(layers, "int8");
    QVERIFY(rows[0].isQuantized && !rows[0].raises);
    QCOMPARE(rows[1].raises->kind, ErrorKind::ValueError);
    QCOMPARE(rows[2].reason.text(), std::string("Not reached: quantize raises at b."));
    SessionSpec session
        = *loadSession(std::filesystem::path(ULPSCOPE_SOURCE_DIR) / "tests/golden/exports/session.ulps");
    QVERIFY(!session.policies.map.empty());
    rows = *quantizationReport(session, "int4");
    QVERIFY(std::any_of(rows.begin(), rows.end(), [](const QuantizationRow& row) {
        return row.raises && row.raises->message.text().find("'map_") != std::string::npos;
    }));
}

void TestQuantizationReport::quantizingTwiceRaisesInTheReleaseAlone()
{
    // Both were tried; the head names the layer as skipped.
    const std::vector<LayerToQuantize> layers{
        {"s/a", "Dense", *getPolicy("int8_from_float32")}, {"s/b", "Dense", *getPolicy("float32")}};
    const auto released = *quantizationReport(layers, "int4", KerasVersion::Release);
    QCOMPARE(released[0].raises->kind, ErrorKind::ValueError);
    QCOMPARE(released[0].raises->message.text(),
        std::string("Layer 'a' is already quantized with dtype_policy='int8_from_float32'"));
    QVERIFY(!released[1].isQuantized);
    const auto head = *quantizationReport(layers, "int4", KerasVersion::Head);
    QVERIFY(!head[0].raises && head[1].isQuantized);
    const auto ternary = quantizationReport(layers, "ternary", KerasVersion::Release);
    QVERIFY(!ternary && ternary.error().message.text().starts_with("Invalid quantization mode."));
}

void TestQuantizationReport::anEllipsisIsNotQuantizedToIntegers()
{
    const std::vector<LayerToQuantize> layers{
        {"model/plain", "EinsumDense", *getPolicy("float32"), {}, "abc,cd->abd"},
        {"model/any", "EinsumDense", *getPolicy("float32"), {}, "...c,cd->...d"}};
    for (const char* mode : {"int8", "int4", "float8"}) {
        const auto rows = *quantizationReport(layers, mode);
        const bool raises = std::string_view(mode) != "float8";
        QVERIFY(rows[0].isQuantized);
        QCOMPARE(rows[1].isQuantized, !raises);
        QCOMPARE(rows[1].raises.has_value(), raises);
        if (raises)
            QCOMPARE(rows[1].raises->kind, ErrorKind::TypeError);
    }
}

void TestQuantizationReport::aSessionReportsWhatItGives()
{
    SessionSpec session
        = *loadSession(std::filesystem::path(ULPSCOPE_SOURCE_DIR) / "tests/golden/exports/session.ulps");
    auto rows = *quantizationReport(session);
    QCOMPARE(rows.size(), std::size_t{2}); // the own policy and the map's
    session.policies.map.clear();
    session.policies.global = *getPolicy("float8_from_mixed_bfloat16");
    rows = *quantizationReport(session);
    QCOMPARE(rows[0].className, std::string("Flatten"));
    QVERIFY(!rows[0].isQuantized);
    QVERIFY(!kerasProblems(session).empty());
}

void TestQuantizationReport::problemsHaveKerasKinds()
{
    SessionSpec session
        = *loadSession(std::filesystem::path(ULPSCOPE_SOURCE_DIR) / "tests/golden/exports/session.ulps");
    QVERIFY(kerasProblems(session).empty());
    session.policies.map = {{"sequential/.*", *getPolicy("float32")}, {".*/logits", *getPolicy("float16")}};
    auto problems = kerasProblems(session);
    QCOMPARE(problems.size(), std::size_t{1});
    QCOMPARE(problems[0].path, std::string("sequential/logits"));
    QCOMPARE(problems[0].error.kind, ErrorKind::ValueError);
    session.policies.map = {{"sequential/(", *getPolicy("float32")}};
    problems = kerasProblems(session);
    QVERIFY(!problems.empty());
    QCOMPARE(problems[0].error.kind, ErrorKind::RegexError);
    session.policies = {*getPolicy("int8_from_float32")};
    problems = kerasProblems(session);
    QCOMPARE(problems[0].error.kind, ErrorKind::NotImplementedError);
    QVERIFY(compileSentence(*getPolicy("mixed_float16"), KerasVersion::Release).find("wraps")
        != std::string::npos);
}

void TestQuantizationReport::anOptimizerIsRefusedWhereAveragesOverwriteFloat8Scales_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("className");
    QTest::addColumn<bool>("useEma");
    QTest::addColumn<int>("frequency");
    QTest::addColumn<bool>("isRefused");
    // tests/interop/keras_policies.py asks Keras for the rows of Dense
    QTest::newRow("overwrites") << "float8_from_mixed_bfloat16"
                                << "Dense" << true << 3 << true;
    QTest::newRow("never overwrites") << "float8_from_mixed_bfloat16"
                                      << "Dense" << true << 0 << false;
    QTest::newRow("no averages") << "float8_from_mixed_bfloat16"
                                 << "Dense" << false << 3 << false;
    QTest::newRow("no scales") << "mixed_bfloat16"
                               << "Dense" << true << 3 << false;
    QTest::newRow("a layer without a float8 call") << "float8_from_float32"
                                                   << "LayerNormalization" << true << 3 << false;
    QTest::newRow("inside a composite") << "float8_from_float32"
                                        << "MultiHeadAttention" << true << 3 << true;
}

void TestQuantizationReport::anOptimizerIsRefusedWhereAveragesOverwriteFloat8Scales()
{
    QFETCH(QString, policy);
    QFETCH(QString, className);
    QFETCH(bool, useEma);
    QFETCH(int, frequency);
    QFETCH(bool, isRefused);
    SessionSpec session;
    session.model.layers.resize(2);
    session.model.layers[0].className = "InputLayer";
    session.model.layers[0].name = "x";
    session.model.layers[0].config.set("shape", std::vector<std::int64_t>{4, 6});
    session.model.layers[1].className = className.toStdString();
    session.model.layers[1].name = "layer";
    if (className == "Dense")
        session.model.layers[1].config.set("units", std::int64_t{3});
    if (className == "MultiHeadAttention") {
        session.model.layers[1].config.set("num_heads", std::int64_t{2});
        session.model.layers[1].config.set("key_dim", std::int64_t{3});
    }
    session.model.layers[1].policy = *getPolicy(policy.toStdString());
    session.training.optimizer.className = "SGD";
    session.training.optimizer.config.set("use_ema", useEma);
    session.training.optimizer.config.set("ema_overwrite_frequency", std::int64_t{frequency});
    const std::vector<KerasProblem> problems = kerasProblems(session);
    const auto found
        = std::ranges::find(problems, std::string("optimizer.ema_overwrite_frequency"), &KerasProblem::path);
    QCOMPARE(found != problems.end(), isRefused);
    if (isRefused) {
        QCOMPARE(found->className, std::string("SGD"));
        QCOMPARE(found->error.kind, ErrorKind::TypeError);
    }
}

void TestQuantizationReport::layersWithLoraAreRefused_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("rank");
    QTest::addColumn<QString>("message"); // of Keras 3.16 on JAX; empty: none
    const auto row = [](const char* policy, const char* rank, const char* message) {
        QTest::addRow("%s, rank %s", policy, rank)
            << QString::fromLatin1(policy) << QString::fromLatin1(rank) << QString::fromLatin1(message);
    };
    row("float32", "2", "");
    row("int8_from_float32", "2", "");
    row("float8_from_float32", "null", "");
    row("float8_from_float32", "2", "Currently, `_float8_call` doesn't support LoRA");
    row("ternary_from_float32", "2", "'Dense' object has no attribute '_kernel'");
    row("gptq/4/32_from_float32", "2", "lora is not currently supported with GPTQ quantization.");
}

void TestQuantizationReport::layersWithLoraAreRefused()
{
    QFETCH(QString, policy);
    QFETCH(QString, rank);
    QFETCH(QString, message);
    const QString text = QStringLiteral(
        R"({"module": "keras", "class_name": "Sequential", "config": {"name": "s", "layers": [{"class_name": "Dense", "config": )"
        R"({"name": "d", "units": 3, "dtype": "%1", "lora_rank": %2}}]}})")
                             .arg(policy, rank);
    const Result<KerasModelFile> model = readKerasModel(text.toStdString());
    QVERIFY2(model.ok(), model ? "" : model.error().text().c_str());
    const std::vector<KerasProblem> problems = kerasProblems(*model);
    QCOMPARE(problems.size(), message.isEmpty() ? std::size_t{0} : std::size_t{1});
    if (!message.isEmpty())
        QCOMPARE(QString::fromStdString(problems[0].error.message.text()), message);
}

void TestQuantizationReport::anUnknownModeIsRefused()
{
    const std::vector<LayerToQuantize> none;
    for (const char* mode : {"int9", "", "float32", "int4/x"}) {
        const auto report = quantizationReport(none, mode);
        QVERIFY2(!report, mode);
        QCOMPARE(report.error().kind, ErrorKind::ValueError);
    }
}

void TestQuantizationReport::kindsOfWhatClassesRefuse()
{
    // What Keras 3.15.1 on JAX raises when a layer of that dtype is built and called.
    const auto kind = [](const char* layerClass, const DTypePolicy& policy) {
        const std::optional<Error> refusal = kerasRefusal(layerClass, policy);
        return refusal ? std::optional(refusal->kind) : std::nullopt;
    };
    QVERIFY(kind("Conv2D", *getPolicy("int8_from_int32")) == ErrorKind::ValueError);
    QVERIFY(kind("Conv2D", *getPolicy("int8_from_float32")) == ErrorKind::NotImplementedError);
    QVERIFY(kind("Conv2D", *makeQuantizedPolicy(PolicyClass::QuantizedFloat8DTypePolicy, "float8", "int8"))
        == ErrorKind::ValueError);
    for (const char* dtype : {"bool", "uint8", "int32"}) {
        QVERIFY(kind("GaussianNoise", *makePolicy(dtype)) == ErrorKind::ValueError);
        QVERIFY(kind("GaussianDropout", *makePolicy(dtype)) == ErrorKind::ValueError);
        QVERIFY(kind("Dropout", *makePolicy(dtype)) == ErrorKind::TypeError);
    }
    // A string is the first thing to be refused, but where a layer does not know the mode.
    for (const char* layerClass : {"Dense", "Conv2D", "Embedding", "MultiHeadAttention", "Activation"})
        QVERIFY2(kind(layerClass, *makePolicy("string")) == ErrorKind::TypeError, layerClass);
    QVERIFY(kind("Conv2D", *getPolicy("int8_from_string")) == ErrorKind::TypeError);
    QVERIFY(kind("Dense", *getPolicy("float8_from_string")) == ErrorKind::TypeError);
    QVERIFY(kind("Embedding", *getPolicy("float8_from_string")) == ErrorKind::NotImplementedError);
    QVERIFY(kind("Embedding", *getPolicy("float8_from_int32")) == ErrorKind::NotImplementedError);
    QVERIFY(kind("AveragePooling2D", *makePolicy("bool")) == ErrorKind::TypeError);
    QVERIFY(!kind("MaxPooling2D", *makePolicy("bool")));
    QVERIFY(!kind("GlobalAveragePooling1D", *makePolicy("bool")));
}

void TestQuantizationReport::modesThatNeedAConfigSaySo()
{
    const std::vector<LayerToQuantize> none;
    QCOMPARE(quantizationReport(none, "gptq").error().message.text(),
        std::string("For GPTQ, you must pass a `GPTQConfig` object in the `config` argument."));
    QCOMPARE(quantizationReport(none, "awq").error().message.text(),
        std::string("For AWQ, you must pass an `AWQConfig` object in the `config` argument."));
    QCOMPARE(quantizationReport(none, "awq").error().kind, ErrorKind::ValueError);
}

QTEST_GUILESS_MAIN(TestQuantizationReport)
#include "tst_quantization_report.moc"
