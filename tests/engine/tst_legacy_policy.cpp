// SPDX-License-Identifier: GPL-3.0-or-later
// The older family of policies, and which dtypes a layer sees in each family: keras.md 1.5, 5.1, 5.2, 6.4, 11.12.
#include "app/io/keras/policy/legacy_policy_json.h"
#include "engine/policy/cast_explanation.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace ulpscope;
using Json = nlohmann::ordered_json;

Q_DECLARE_METATYPE(ulpscope::PolicyFamily)
Q_DECLARE_METATYPE(ulpscope::ArgumentKind)

namespace {

const std::string kDynamic = "DynamicLossScale(current_loss_scale=32768.0, num_good_steps=0, "
                             "initial_loss_scale=32768.0, increment_period=2000, multiplier=2.0)";

LayerDtypes layerOf(const QString& policy, bool autocast = true)
{
    return layerDtypes(*makePolicy(policy.toStdString()), autocast);
}

} // namespace

class TestLegacyPolicy : public QObject
{
    Q_OBJECT

private slots:
    void namesGiveDtypes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("compute"); // "unset", "ValueError"
        QTest::addColumn<QString>("variable");
        QTest::addColumn<bool>("isForTfKeras");
        const auto row
            = [](const char* name, const char* compute, const char* variable, bool isForTfKeras = true) {
                  QTest::newRow(*name == 0 ? "empty" : name)
                      << QString::fromLatin1(name) << QString::fromLatin1(compute)
                      << QString::fromLatin1(variable) << isForTfKeras;
              };
        row("mixed_float16", "float16", "float32");
        row("mixed_bfloat16", "bfloat16", "float32");
        row("float32", "float32", "float32");
        row("half", "float16", "float16");
        row("double", "float64", "float64");
        row("qint8", "qint8", "qint8"); // any dtype of TensorFlow
        row("resource", "resource", "resource");
        row("_infer", "unset", "unset");
        row("infer", "unset", "unset", false); // up to 2.2
        for (const char* name : {"", "mixed_float32", "FLOAT16", "float15", "infer_float32_vars",
                 "infer_with_float32_vars", "float16_with_float32_vars", "bfloat16_with_float32_vars"})
            row(name, "ValueError", "");
    }

    void namesGiveDtypes()
    {
        QFETCH(QString, name);
        QFETCH(QString, compute);
        QFETCH(QString, variable);
        QFETCH(bool, isForTfKeras);
        const Result<LegacyPolicyMade> made = makeExperimentalPolicy(name.toStdString());
        const Result<LegacyPolicy> tfKeras = makeTfKerasPolicy(name.toStdString());
        if (compute == u"ValueError") {
            QCOMPARE(made.error().kind, ErrorKind::ValueError);
            QCOMPARE(tfKeras.error().kind, ErrorKind::ValueError);
            return;
        }
        QVERIFY(made.ok());
        QCOMPARE(tfKeras.ok(), isForTfKeras);
        QCOMPARE(QString::fromStdString(made->policy.computeDtype.value_or("unset")), compute);
        QCOMPARE(QString::fromStdString(made->policy.variableDtype.value_or("unset")), variable);
        QCOMPARE(made->policy.name, name.toStdString()); // as it was given
        QCOMPARE(made->policy.shouldCastVariables(), compute != variable);
    }

    void removedNamesSayWhatToUse_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("hint");
        QTest::newRow("float16") << "float16_with_float32_vars"
                                 << "'mixed_float16' instead";
        QTest::newRow("bfloat16") << "bfloat16_with_float32_vars"
                                  << "'mixed_bfloat16' instead";
        QTest::newRow("infer") << "infer_float32_vars"
                               << "'mixed_float16' or 'mixed_bfloat16' instead";
    }

    void removedNamesSayWhatToUse()
    {
        QFETCH(QString, name);
        QFETCH(QString, hint);
        const std::string message = makeTfKerasPolicy(name.toStdString()).error().message.text();
        QVERIFY2(message.find(hint.toStdString()) != std::string::npos, message.c_str());
    }

    void whatIsNoTextIsATypeError()
    {
        QCOMPARE(makeTfKerasPolicy(DTypeObject{"float32"}).error().kind, ErrorKind::TypeError);
        QCOMPARE(makeTfKerasPolicy(OtherObject{"5"}).error().kind, ErrorKind::TypeError);
        QCOMPARE(makeExperimentalPolicy(OtherObject{"5"}).error().kind, ErrorKind::TypeError);
    }

    void lossScales_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("given"); // JSON; "default"
        QTest::addColumn<QString>("repr"); // or the beginning of an error
        QTest::addColumn<bool>("warns");
        const auto row = [](const char* words, const char* policy, const char* given, const std::string& repr,
                             bool warns = false) {
            QTest::newRow(words) << QString::fromLatin1(policy) << QString::fromLatin1(given)
                                 << QString::fromStdString(repr) << warns;
        };
        row("default of mixed_float16", "mixed_float16", "default", kDynamic);
        row("default of another", "mixed_bfloat16", "default", "None");
        row("default of float16", "float16", "default", "None");
        row("the word for the default", "mixed_float16", "\"USE_DEFAULT\"", kDynamic);
        row("the word of PolicyV1", "mixed_float16", "\"auto\"",
            "ValueError: Could not interpret loss scale identifier");
        row("none", "mixed_float16", "null", "None");
        row("a number", "mixed_float16", "8", "FixedLossScale(8.0)");
        row("a number below 1", "mixed_float16", "0.5", "ValueError: loss_scale_value must be at least 1");
        row("dynamic", "float16", "\"dynamic\"", kDynamic);
        row("for float32", "float32", "\"dynamic\"", kDynamic, true);
        row("for an inferred one", "infer", "\"dynamic\"", kDynamic);
        row("a wrong word", "mixed_float16", "\"static\"",
            "ValueError: Could not interpret loss scale identifier");
        row("a list", "mixed_float16", "[1]", "ValueError: Could not interpret loss scale identifier");
        row("an object", "mixed_float16",
            R"({"class_name":"DynamicLossScale","config":{"initial_loss_scale":4,"increment_period":5,"multiplier":3}})",
            "DynamicLossScale(current_loss_scale=4.0, num_good_steps=0, initial_loss_scale=4.0, "
            "increment_period=5, multiplier=3.0)");
    }

    void lossScales()
    {
        QFETCH(QString, policy);
        QFETCH(QString, given);
        QFETCH(QString, repr);
        QFETCH(bool, warns);
        Json config{{"name", policy.toStdString()}};
        if (given != u"default")
            config["loss_scale"] = Json::parse(given.toStdString());
        const Result<LegacyPolicyRead> read
            = deserializeLegacy({{"class_name", "Policy"}, {"config", config}}, PolicyFamily::Experimental22);
        if (repr.startsWith(u"ValueError: ")) {
            QVERIFY(!read.ok());
            QCOMPARE(read.error().kind, ErrorKind::ValueError);
            QVERIFY2(read.error().message.text().starts_with(repr.mid(12).toStdString()),
                read.error().message.text().c_str());
            return;
        }
        QVERIFY2(read.ok(), read.ok() ? "" : read.error().text().c_str());
        QCOMPARE(QString::fromStdString(lossScaleRepr(read->policy.lossScale)), repr);
        QCOMPARE(!read->note.empty(), warns);
        QCOMPARE(ulpscope::repr(read->policy),
            "<Policy \"" + policy.toStdString() + "\", loss_scale=" + repr.toStdString() + ">");
    }

    void eachClassPrintsAsItself()
    {
        QCOMPARE(repr(*makeTfKerasPolicy("mixed_float16")), std::string("<Policy \"mixed_float16\">"));
        QCOMPARE(repr(makeExperimentalPolicy("float32")->policy),
            std::string("<Policy \"float32\", loss_scale=None>"));
        QCOMPARE(repr(makeExperimentalPolicy("mixed_float16", 8.0, LegacyPolicyClass::PolicyV1)->policy),
            std::string("<PolicyV1 \"mixed_float16\", loss_scale=FixedLossScale(8.0)>"));
    }

    void serializes_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("lossScale"); // JSON or "default"
        QTest::addColumn<QString>("json");
        QTest::newRow("a dtype is its name") << "float32"
                                             << "default"
                                             << R"("float32")";
        QTest::newRow("an inferred one is null") << "_infer"
                                                 << "default"
                                                 << "null";
        QTest::newRow("mixed") << "mixed_float16"
                               << "default"
                               << R"({"class_name":"Policy","config":{"name":"mixed_float16"}})";
        QTest::newRow("a loss scale that is not the default")
            << "mixed_float16"
            << "8"
            << R"({"class_name":"Policy","config":{"name":"mixed_float16","loss_scale":{"class_name":"FixedLossScale","config":{"loss_scale_value":8.0}}}})";
        QTest::newRow("none where there is one by default")
            << "mixed_float16"
            << "null"
            << R"({"class_name":"Policy","config":{"name":"mixed_float16","loss_scale":null}})";
        QTest::newRow("dynamic for a dtype")
            << "float16"
            << R"("dynamic")"
            << R"({"class_name":"Policy","config":{"name":"float16","loss_scale":{"class_name":"DynamicLossScale","config":{"initial_loss_scale":32768.0,"increment_period":2000,"multiplier":2.0}}}})";
    }

    void serializes()
    {
        QFETCH(QString, policy);
        QFETCH(QString, lossScale);
        QFETCH(QString, json);
        Json config{{"name", policy.toStdString()}};
        if (lossScale != u"default")
            config["loss_scale"] = Json::parse(lossScale.toStdString());
        const Json given{{"class_name", "Policy"}, {"config", config}};
        const Result<LegacyPolicyRead> read = deserializeLegacy(given, PolicyFamily::Experimental22);
        QVERIFY(read.ok());
        const Json written = serializeLegacy(read->policy);
        QCOMPARE(QString::fromStdString(written.dump()), json);
        const Result<LegacyPolicyRead> again = deserializeLegacy(written, PolicyFamily::Experimental22);
        QVERIFY(again.ok());
        QCOMPARE(serializeLegacy(again->policy).dump(), written.dump());
    }

    void theNewerApiDropsTheLossScale()
    {
        const Json json = serializeLegacy(makeExperimentalPolicy("mixed_float16", 8.0)->policy);
        const Result<LegacyPolicyRead> read = deserializeLegacy(json, PolicyFamily::TfKeras);
        QVERIFY(read.ok());
        QVERIFY(!read->policy.lossScale);
        QCOMPARE(repr(read->policy), std::string("<Policy \"mixed_float16\">"));
        QVERIFY2(read->note.find("dropped") != std::string::npos, read->note.c_str());
        QVERIFY(
            deserializeLegacy("mixed_float16", PolicyFamily::TfKeras).error().kind == ErrorKind::ValueError);
        QVERIFY(deserializeLegacy("float16", PolicyFamily::TfKeras).ok());
        QVERIFY(deserializeLegacy(nullptr, PolicyFamily::TfKeras)->policy.isInferred());
    }

    void keras3ReadsATextWhereAPolicyWasMeant()
    {
        const auto misread
            = keras3Misreading({{"class_name", "Policy"}, {"config", {{"name", "mixed_float16"}}}});
        QVERIFY(misread.has_value());
        QCOMPARE(misread->value, std::string("Policy"));
        QCOMPARE(misread->equivalent->name, std::string("mixed_float16"));
        QVERIFY(!keras3Misreading({{"class_name", "DTypePolicy"}, {"config", {{"name", "float32"}}}}));
        const auto inferred = keras3Misreading({{"class_name", "Policy"}, {"config", {{"name", "_infer"}}}});
        QVERIFY(inferred && !inferred->equivalent);
        QVERIFY(!keras3Misreading("float32") && !keras3Misreading(nullptr));
    }

    void brokenJsonIsRefused_data()
    {
        QTest::addColumn<QString>("json");
        for (const char* json :
            {"5", "[]", "{}", R"({"class_name":"Policy"})", R"({"class_name":5,"config":{}})",
                R"({"class_name":"Policy","config":{}})", R"({"class_name":"Policy","config":{"name":5}})",
                R"({"class_name":"Policy","config":{"name":"float32","dtype":"x"}})",
                R"({"class_name":"Other","config":{"name":"float32"}})", "\"mixed\"",
                R"({"class_name":"Policy","config":{"name":"float32","loss_scale":{"class_name":"X","config":{}}}})",
                R"({"class_name":"Policy","config":{"name":"float32","loss_scale":{}}})",
                R"({"class_name":"Policy","config":{"name":"float32","loss_scale":{"class_name":"FixedLossScale","config":{"x":"y"}}}})"})
            QTest::newRow(json) << QString::fromLatin1(json);
    }

    void brokenJsonIsRefused()
    {
        QFETCH(QString, json);
        QVERIFY(!deserializeLegacy(Json::parse(json.toStdString()), PolicyFamily::Experimental22).ok());
    }

    void anInferredPolicyTakesTheFirstInputsDtype()
    {
        const LegacyPolicy policy = *makeTfKerasPolicy("_infer");
        const LegacyPolicy after = afterFirstCall(policy, "float64");
        QCOMPARE(*after.computeDtype, std::string("float64"));
        QCOMPARE(*after.variableDtype, std::string("float64"));
        const LegacyPolicy mixed = *makeTfKerasPolicy("mixed_float16");
        QCOMPARE(afterFirstCall(mixed, "float64"), mixed);
    }

    void castsArgumentsByFamily_data()
    {
        QTest::addColumn<PolicyFamily>("family");
        QTest::addColumn<QString>("policy");
        QTest::addColumn<bool>("autocast");
        QTest::addColumn<ArgumentKind>("kind");
        QTest::addColumn<QString>("given");
        QTest::addColumn<bool>("isFirst");
        QTest::addColumn<QString>("seen");
        constexpr auto k3 = PolicyFamily::Keras3;
        constexpr auto tf = PolicyFamily::TfKeras;
        using enum ArgumentKind;
        const auto row = [](const char* words, PolicyFamily family, const char* policy, bool autocast,
                             ArgumentKind kind, const char* given, bool isFirst, const char* seen) {
            QTest::newRow(words) << family << QString::fromLatin1(policy) << autocast << kind
                                 << QString::fromLatin1(given) << isFirst << QString::fromLatin1(seen);
        };
        row("a float tensor", k3, "mixed_float16", true, Tensor, "float32", true, "float16");
        row("of the dtype already", k3, "mixed_float16", true, Tensor, "float16", true, "float16");
        row("float64", k3, "mixed_bfloat16", true, Tensor, "float64", true, "bfloat16");
        row("float8 counts as float", k3, "mixed_float16", true, Tensor, "float8_e4m3fn", true, "float16");
        row("integers stay", k3, "mixed_float16", true, Tensor, "int32", true, "int32");
        row("unsigned integers stay", k3, "mixed_float16", true, Tensor, "uint8", true, "uint8");
        row("bool stays", k3, "mixed_float16", true, Tensor, "bool", true, "bool");
        row("complex stays", k3, "mixed_float16", true, Tensor, "complex64", true, "complex64");
        row("text stays", k3, "mixed_float16", true, Tensor, "string", true, "string");
        row("without autocast", k3, "mixed_float16", false, Tensor, "float32", true, "float32");
        row("an array", k3, "mixed_float16", true, Array, "float64", true, "float16");
        row("an array of integers", k3, "mixed_float16", true, Array, "int64", true, "int64");
        row("an array without autocast", k3, "mixed_float16", false, Array, "float64", true, "float64");
        row("all arguments are cast", k3, "mixed_float16", true, Tensor, "float32", false, "float16");
        row("even to integers", k3, "int32", true, Tensor, "float32", true, "int32");
        row("tf: a float tensor", tf, "mixed_float16", true, Tensor, "float32", true, "float16");
        row("tf: the second argument", tf, "mixed_float16", true, Tensor, "float32", false, "float32");
        row("tf: not to integers", tf, "int32", true, Tensor, "float32", true, "float32");
        row("tf: without autocast", tf, "mixed_float16", false, Tensor, "float32", true, "float32");
        row("tf: integers stay", tf, "mixed_float16", true, Tensor, "int32", true, "int32");
        row("tf: an array", tf, "mixed_float16", true, Array, "float64", true, "float16");
        row("tf: a number of Python becomes a tensor", tf, "mixed_float16", true, Python, "float", true,
            "float16");
        row("tf: an integer of Python", tf, "mixed_float16", true, Python, "int", true, "int32");
    }

    void castsArgumentsByFamily()
    {
        QFETCH(PolicyFamily, family);
        QFETCH(QString, policy);
        QFETCH(bool, autocast);
        QFETCH(ArgumentKind, kind);
        QFETCH(QString, given);
        QFETCH(bool, isFirst);
        QFETCH(QString, seen);
        const Result<SeenArgument> result
            = convertInput(family, layerOf(policy, autocast), {kind, given.toStdString(), isFirst, true});
        QVERIFY(result.ok());
        QCOMPARE(QString::fromStdString(result->dtype), seen);
        QCOMPARE(result->isCast, kind == ArgumentKind::Python ? seen == u"float16" : seen != given);
        QVERIFY(result->isTensor);
        if (family == PolicyFamily::TfKeras) // the experimental API casts alike
            QCOMPARE(convertInput(PolicyFamily::Experimental22, layerOf(policy, autocast),
                         {kind, given.toStdString(), isFirst, true})
                         ->dtype,
                result->dtype);
    }

    void numbersOfPythonAreKeywordsInKeras3()
    {
        const LayerDtypes layer = layerOf(QStringLiteral("mixed_float16"));
        const Result<SeenArgument> positional
            = convertInput(PolicyFamily::Keras3, layer, {ArgumentKind::Python, "float", true, true});
        QCOMPARE(positional.error().kind, ErrorKind::ValueError);
        const Result<SeenArgument> keyword
            = convertInput(PolicyFamily::Keras3, layer, {ArgumentKind::Python, "float", false, false});
        QCOMPARE(keyword->dtype, std::string("float"));
        QVERIFY(!keyword->isTensor);
    }

    void scopesOfKeras3_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<bool>("autocast");
        QTest::addColumn<QString>("around"); // "-": none, "off": one that casts nothing
        QTest::addColumn<QString>("inside");
        const auto row = [](const char* words, const char* policy, bool autocast, const char* around,
                             const char* inside) {
            QTest::newRow(words) << QString::fromLatin1(policy) << autocast << QString::fromLatin1(around)
                                 << QString::fromLatin1(inside);
        };
        row("mixed at the top", "mixed_float16", true, "-", "float16");
        row("mixed at the top without autocast", "mixed_float16", false, "-", "float16");
        row("pure float16 at the top opens none", "float16", true, "-", "-");
        row("float32 at the top opens none", "float32", true, "-", "-");
        row("integers at the top open none", "int32", true, "-", "-");
        row("within the same", "mixed_float16", true, "float16", "float16");
        row("float32 within mixed", "float32", true, "float16", "float32");
        row("without autocast within mixed", "mixed_float16", false, "float16", "off");
        row("integers within mixed", "int32", true, "float16", "off");
        row("mixed within one that casts nothing", "mixed_bfloat16", true, "off", "bfloat16");
    }

    void scopesOfKeras3()
    {
        QFETCH(QString, policy);
        QFETCH(bool, autocast);
        QFETCH(QString, around);
        QFETCH(QString, inside);
        const auto scope = [](const QString& text) {
            if (text == u"-")
                return AutocastScope();
            return AutocastScope(text == u"off" ? std::nullopt : std::optional(text.toStdString()));
        };
        QCOMPARE(scopeFor(PolicyFamily::Keras3, layerOf(policy, autocast), scope(around)), scope(inside));
    }

    void variablesAreRead_data()
    {
        QTest::addColumn<PolicyFamily>("family");
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("variable");
        QTest::addColumn<bool>("autocast");
        QTest::addColumn<bool>("isInside"); // of call()
        QTest::addColumn<QString>("seen");
        constexpr auto k3 = PolicyFamily::Keras3;
        constexpr auto tf = PolicyFamily::TfKeras;
        const auto row = [](const char* words, PolicyFamily family, const char* policy, const char* variable,
                             bool autocast, bool isInside, const char* seen) {
            QTest::newRow(words) << family << QString::fromLatin1(policy) << QString::fromLatin1(variable)
                                 << autocast << isInside << QString::fromLatin1(seen);
        };
        row("inside", k3, "mixed_float16", "float32", true, true, "float16");
        row("outside it is what is stored", k3, "mixed_float16", "float32", true, false, "float32");
        row("integers stay", k3, "mixed_float16", "int32", true, true, "int32");
        row("autocast=False", k3, "mixed_float16", "float32", false, true, "float32");
        row("no scope, no cast", k3, "float16", "float32", true, true, "float32");
        row("tf: inside", tf, "mixed_float16", "float32", true, true, "float16");
        row("tf: outside", tf, "mixed_float16", "float32", true, false, "float32");
        row("tf: integers are not wrapped", tf, "mixed_float16", "int32", true, true, "int32");
        row("tf: experimental_autocast=False", tf, "mixed_float16", "float32", false, true, "float32");
        row("tf: not wrapped where the policy is not mixed", tf, "float16", "float32", true, true, "float32");
    }

    void variablesAreRead()
    {
        QFETCH(PolicyFamily, family);
        QFETCH(QString, policy);
        QFETCH(QString, variable);
        QFETCH(bool, autocast);
        QFETCH(bool, isInside);
        QFETCH(QString, seen);
        const LayerDtypes layer = layerOf(policy);
        const AutocastScope scope = isInside ? scopeFor(family, layer) : AutocastScope();
        const SeenVariable read = readVariable(family, layer, variable.toStdString(), autocast, scope);
        QCOMPARE(QString::fromStdString(read.dtype), seen);
        QCOMPARE(QString::fromStdString(read.trueDtype), variable);
    }

    void layerDtypeIsTheVariablesDtype()
    {
        QCOMPARE(*layerOf(QStringLiteral("mixed_float16")).layerDtype(), std::string("float32"));
    }
};

QTEST_GUILESS_MAIN(TestLegacyPolicy)
#include "tst_legacy_policy.moc"
