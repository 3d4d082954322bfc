// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/policy/keras_policy.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace ulpscope;

namespace {

std::string oneLine(const nlohmann::ordered_json& json)
{
    return json.dump();
}

/// A policy object of Keras with these keys in its config.
std::string object(
    const std::string& className, const std::string& config, const std::string& module = "keras")
{
    return R"({"module":")" + module + R"(","class_name":")" + className + R"(","config":)" + config
        + R"(,"registered_name":null})";
}

std::string map(const std::string& config)
{
    return object("DTypePolicyMap", config, "keras.dtype_policies");
}

} // namespace

class TestKerasPolicy : public QObject
{
    Q_OBJECT
private slots:
    void writesKerasFourKeys_data();
    void writesKerasFourKeys();
    void writesMapsWithAnExplicitDefault();
    void writesTheDefaultAsAnObjectWhereItsNameMeansSomethingElse();
    void readsBackWhatItWrote_data();
    void readsBackWhatItWrote();
    void toleratesWhatKerasTolerates_data();
    void toleratesWhatKerasTolerates();
    void nullMeansTheLoadersGlobalPolicy();
    void keepsTheOrderOfAMap();
    void refusesAsKerasDoes_data();
    void refusesAsKerasDoes();
    void aMapGetsNoLossScaleAsInCompile();
    void saysWhatKerasSays_data();
    void saysWhatKerasSays();
    void aVersionRefusesWhatItDoesNotHave();
};

void TestKerasPolicy::saysWhatKerasSays_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("words"); // of Keras 3.15.1, for which its own tests look
    QTest::newRow("mode") << "int8x_from_float32"
                          << "Invalid quantization mode.";
    QTest::newRow("block") << "int4/x_from_float32"
                           << "must be an integer.";
    QTest::newRow("block of 0") << "int4/0_from_float32"
                                << "Invalid block_size in mode.";
    QTest::newRow("bits") << "gptq/5/128_from_float32"
                          << "Invalid weight_bits in mode.";
    QTest::newRow("AWQ's bits") << "awq/3/128_from_float32"
                                << "Invalid weight_bits in mode. AWQ only supports 4-bit";
    QTest::newRow("group") << "gptq/4/0_from_float32"
                           << "Invalid group_size in mode.";
    QTest::newRow("no numbers") << "gptq/a/b_from_float32"
                                << "<weight_bits> and <group_size> must be integers.";
}

void TestKerasPolicy::saysWhatKerasSays()
{
    QFETCH(QString, policy);
    QFETCH(QString, words);
    const Result<DTypePolicy> made = getPolicy(policy.toStdString());
    QVERIFY(!made.ok());
    QVERIFY2(made.error().message.text().find(words.toStdString()) != std::string::npos,
        made.error().message.text().c_str());
}

void TestKerasPolicy::aVersionRefusesWhatItDoesNotHave()
{
    const auto refusal
        = [](const char* name, KerasVersion version) { return versionRefusal(*getPolicy(name), version); };
    QVERIFY(refusal("ternary_from_float32", KerasVersion::Release)->kind == ErrorKind::ValueError);
    QVERIFY(!refusal("ternary_from_float32", KerasVersion::Head));
    QVERIFY(!refusal("int4/-1_from_float32", KerasVersion::Release));
    for (const std::string& name : commonPolicyNames())
        QVERIFY2(!refusal(name.c_str(), KerasVersion::Release), name.c_str());
    // Every row of the table is a change.
    for (const KerasChangeRow& row : kerasChanges())
        QVERIFY(!does(KerasVersion::Release, row.change) && does(KerasVersion::Head, row.change));
}

void TestKerasPolicy::writesKerasFourKeys_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    // keras.dtype_policies.serialize, keras.md 1.6 and 2.3
    QTest::newRow("mixed")
        << "mixed_float16"
        << R"({"module":"keras","class_name":"DTypePolicy","config":{"name":"mixed_float16"},"registered_name":null})";
    QTest::newRow("a dtype")
        << "float64"
        << R"({"module":"keras","class_name":"DTypePolicy","config":{"name":"float64"},"registered_name":null})";
    QTest::newRow("int keeps its name")
        << "int"
        << R"({"module":"keras","class_name":"DTypePolicy","config":{"name":"int"},"registered_name":null})";
    QTest::newRow("float8")
        << "float8_from_mixed_bfloat16"
        << R"({"module":"keras.dtype_policies","class_name":"QuantizedFloat8DTypePolicy","config":{"mode":"float8","source_name":"mixed_bfloat16","amax_history_length":1024},"registered_name":null})";
}

void TestKerasPolicy::writesKerasFourKeys()
{
    QFETCH(QString, name);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(oneLine(kerasJson(*getPolicy(name.toStdString())))), expected);
}

void TestKerasPolicy::writesMapsWithAnExplicitDefault()
{
    // keras.md 3.4
    const DTypePolicyMap policies{*getPolicy("mixed_bfloat16"),
        {{"layer/dense_0", *getPolicy("mixed_bfloat16")},
            {"layer/dense_1", *getPolicy("float8_from_float32")}}};
    QCOMPARE(oneLine(kerasJson(policies)),
        std::string(
            R"({"module":"keras.dtype_policies","class_name":"DTypePolicyMap","config":{"default_policy":"mixed_bfloat16","policy_map":{)"
            R"("layer/dense_0":{"module":"keras","class_name":"DTypePolicy","config":{"name":"mixed_bfloat16"},"registered_name":null},)"
            R"("layer/dense_1":{"module":"keras.dtype_policies","class_name":"QuantizedFloat8DTypePolicy","config":{"mode":"float8","source_name":"float32","amax_history_length":1024},"registered_name":null}}},)"
            R"("registered_name":null})"));
}

void TestKerasPolicy::writesTheDefaultAsAnObjectWhereItsNameMeansSomethingElse()
{
    // keras.dtype_policies.get("int8") raises, and get("float8_from_...") always has a history of 1024.
    const auto defaultOf = [](const DTypePolicy& policy) {
        return oneLine(kerasJson(DTypePolicyMap{policy, {}})["config"]["default_policy"]);
    };
    QCOMPARE(defaultOf(*makePolicy("int8")), oneLine(kerasJson(*makePolicy("int8"))));
    QCOMPARE(
        defaultOf(*makeFloat8Policy("float32", 16)), oneLine(kerasJson(*makeFloat8Policy("float32", 16))));
    QCOMPARE(defaultOf(*getPolicy("float8_from_float32")), std::string("\"float8_from_float32\""));
}

void TestKerasPolicy::readsBackWhatItWrote_data()
{
    QTest::addColumn<QString>("name");
    for (const std::string& name : commonPolicyNames())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

void TestKerasPolicy::readsBackWhatItWrote()
{
    QFETCH(QString, name);
    const DTypePolicy policy = *getPolicy(name.toStdString());
    QVERIFY(*policyFromText(kerasText(policy)) == KerasPolicy(policy));
    const DTypePolicyMap policies{
        policy, {{"sequential/.*", policy}, {"dense", *makeFloat8Policy("float32", 3)}}};
    QVERIFY(*policyFromText(kerasText(policies)) == KerasPolicy(policies));
}

void TestKerasPolicy::toleratesWhatKerasTolerates_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("name");
    const auto row = [](const char* what, const std::string& text, const char* name) {
        QTest::newRow(what) << QString::fromStdString(text) << name;
    };
    row("a name", "\"mixed_float16\"", "mixed_float16");
    row("a quantized name", "\"float8_from_float32\"", "float8_from_float32");
    row("shared_object_id",
        R"({"module":"keras","class_name":"DTypePolicy","config":{"name":"float16"},"registered_name":null,"shared_object_id":7})",
        "float16");
    row("no module", R"({"class_name":"DTypePolicy","config":{"name":"float16"}})", "float16");
    row("another module", R"({"module":"my.own","class_name":"DTypePolicy","config":{"name":"float16"}})",
        "float16");
    row("another registered_name",
        R"({"module":"keras","class_name":"DTypePolicy","config":{"name":"float16"},"registered_name":"Mine>X"})",
        "float16");
    row("a dtype that get() refuses", object("DTypePolicy", R"({"name":"int8"})"), "int8");
    row("FloatDTypePolicy", object("FloatDTypePolicy", R"({"name":"bfloat16"})"), "bfloat16");
    row("float8 by QuantizedDTypePolicy",
        object("QuantizedDTypePolicy", R"({"mode":"float8","source_name":"float16"})"),
        "float8_from_float16");
    row("no history length",
        object("QuantizedFloat8DTypePolicy", R"({"mode":"float8","source_name":"float16"})"),
        "float8_from_float16");
}

void TestKerasPolicy::toleratesWhatKerasTolerates()
{
    QFETCH(QString, text);
    QFETCH(QString, name);
    const Result<KerasPolicy> policy = policyFromText(text.toStdString());
    QVERIFY2(policy.ok(), policy ? "" : policy.error().text().c_str());
    QCOMPARE(QString::fromStdString(std::get<DTypePolicy>(*policy).name), name);
}

void TestKerasPolicy::nullMeansTheLoadersGlobalPolicy()
{
    const DTypePolicy global = *makePolicy("bfloat16");
    const auto policies = std::get<DTypePolicyMap>(*policyFromText(
        map(R"({"default_policy":null,"policy_map":{"a":)" + object("DTypePolicy", R"({"name":null})")
            + R"(,"b":)"
            + object("QuantizedFloat8DTypePolicy",
                R"({"mode":"float8","source_name":null,"amax_history_length":4})", "keras.dtype_policies")
            + "}}"),
        {global}));
    QCOMPARE(policies.defaultPolicy.name, std::string("bfloat16"));
    QCOMPARE(policies.entries.at(0).second.name, std::string("bfloat16"));
    QCOMPARE(policies.entries.at(1).second.name, std::string("float8_from_bfloat16"));
    QCOMPARE(policies.entries.at(1).second.amaxHistoryLength, 4);
}

void TestKerasPolicy::keepsTheOrderOfAMap()
{
    const std::string entry = object("DTypePolicy", R"({"name":"float32"})");
    const auto policies
        = std::get<DTypePolicyMap>(*policyFromText(map(R"({"default_policy":"float16","policy_map":{"z":)"
            + entry + R"(,"a":)" + entry + R"(,"m":)" + entry + "}}")));
    QCOMPARE(policies.entries.at(0).first, std::string("z"));
    QCOMPARE(policies.entries.at(1).first, std::string("a"));
    QCOMPARE(policies.entries.at(2).first, std::string("m"));
}

void TestKerasPolicy::refusesAsKerasDoes_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* what, const std::string& text, const char* kind, const char* message) {
        QTest::newRow(what) << QString::fromStdString(text) << kind << message;
    };
    const std::string quantized = "QuantizedFloat8DTypePolicy";
    const std::string inMap = R"({"default_policy":"float32","policy_map":{"a":)";
    row("a number", "3", "ValueError",
        "Cannot interpret `dtype` argument. Expected a policy's name or object, got 3");
    row("a null module", R"({"module":null,"class_name":"DTypePolicy","config":{"name":"float16"}})",
        "TypeError", "module: expected \"keras\" or \"keras.dtype_policies\", got null");
    row("no class", R"({"config":{"name":"float16"}})", "ValueError",
        "class_name: missing: expected a policy class such as \"DTypePolicy\"");
    row("a class misspelt", object("DTypePolcy", "{}"), "AttributeError",
        "class_name: Keras' deserialize knows no policy class 'DTypePolcy' and returns that name as a string, on "
        "which a layer fails with AttributeError; did you mean 'DTypePolicy'?");
    row("Keras 2", object("Policy", R"({"name":"mixed_float16"})"), "AttributeError",
        "class_name: Keras' deserialize knows no policy class 'Policy' and returns that name as a string, on which "
        "a layer fails with AttributeError; it is Keras 2's: in Keras 3 write the policy's name, such as "
        "\"mixed_float16\", or {\"module\": \"keras\", \"class_name\": \"DTypePolicy\", \"config\": {\"name\": "
        "\"mixed_float16\"}, \"registered_name\": null}");
    row("a name that is none", object("DTypePolicy", R"({"name":"mixed_float15"})"), "ValueError",
        "config.name: Cannot convert 'mixed_float15' to a mixed precision DTypePolicy; did you mean "
        "'mixed_float16'?");
    row("a name that is a number", object("DTypePolicy", R"({"name":123})"), "TypeError",
        "config.name: 'name' must be a string, such as 'mixed_float16', got 123");
    row("a source that is a number", object(quantized, R"({"mode":"float8","source_name":123})"), "TypeError",
        "config.source_name: 'name' must be a string, such as 'mixed_float16', got 123"); // Keras' own message names 'name'
    row("an unknown argument", object("DTypePolicy", R"({"nam":"float16"})"), "TypeError",
        "config.nam: unknown argument 'nam'; did you mean 'name'?");
    row("a length that is a number but no integer",
        object(quantized, R"({"mode":"float8","source_name":"float32","amax_history_length":512.0})"),
        "TypeError", "config.amax_history_length: `amax_history_length` must be an integer. Got 512");
    row("a length of 2^70",
        object(quantized,
            R"({"mode":"float8","source_name":"float32","amax_history_length":1180591620717411303424})"),
        "ValueError",
        "config.amax_history_length: Keras cannot make a history of 1180591620717411303424 amaxes; expected an integer of at most 64 bits");
    row("a length of 2^63",
        object(quantized,
            R"({"mode":"float8","source_name":"float32","amax_history_length":9223372036854775808})"),
        "ValueError",
        "config.amax_history_length: Keras cannot make a history of 9223372036854775808 amaxes; expected an integer of at most 64 bits");
    row("a mode that is none", object(quantized, R"({"mode":"int7","source_name":"float32"})"), "ValueError",
        "config: Invalid quantization mode. Expected one of ('int8', 'float8', 'int4', 'ternary', 'gptq', 'awq'), but got 'int7'");
    row("int8 of float16", object(quantized, R"({"mode":"int8","source_name":"mixed_float16"})"),
        "ValueError",
        "config: Quantization mode 'int8' doesn't work well with compute dtype 'float16', so Keras refuses it");
    row("a mode of three parts", object("Int4DTypePolicy", R"({"mode":"int4/1/2","source_name":"float32"})"),
        "ValueError",
        "config: Invalid mode for Int4DTypePolicy. Expected format 'int4/<block_size>', but got 'int4/1/2'");
    row("the source is checked first", object(quantized, R"({"mode":"int7","source_name":"flot32"})"),
        "ValueError",
        "config: Cannot convert 'flot32' to a mixed precision DTypePolicy; did you mean "
        "'float32'?");
    row("a map as the default",
        map(R"({"policy_map":null,"default_policy":)" + map(R"({"policy_map":null})") + "}"),
        "AttributeError",
        "config.default_policy: `default_policy` cannot be a `DTypePolicyMap`; of JSON Keras does not ask, and the map "
        "then has no name");
    row("a dtype that begins as a mode does", "\"float8_e5m2\"", "ValueError",
        "Cannot convert `policy` into a valid pair (`mode`, `source_name`), got 'float8_e5m2'; DTypePolicy('float8_e5m2') "
        "itself is legal, and no layer takes it");
    row("a mode alone", "\"int4\"", "ValueError",
        "Cannot convert `policy` into a valid pair (`mode`, `source_name`), got 'int4'; a quantized policy reads like "
        "float8_from_mixed_bfloat16");
    row("a list as the map", map(R"({"default_policy":"float32","policy_map":[]})"), "TypeError",
        "config.policy_map: If specified, `policy_map` must be a dict. Got []");
    row("the wrong module inside a map",
        map(inMap + object(quantized, R"({"mode":"float8","source_name":"float32"})", "keras") + "}}"),
        "ValueError",
        "config.policy_map[\"a\"].module: expected \"keras.dtype_policies\" for QuantizedFloat8DTypePolicy, "
        "got \"keras\"");
    row("a registered name inside a map",
        map(inMap
            + R"({"module":"keras","class_name":"DTypePolicy","config":{"name":"float16"},"registered_name":"Mine>X"}}})"),
        "ValueError", "config.policy_map[\"a\"].registered_name: expected null, got \"Mine>X\"");
}

void TestKerasPolicy::refusesAsKerasDoes()
{
    QFETCH(QString, text);
    QFETCH(QString, kind);
    QFETCH(QString, message);
    const Result<KerasPolicy> policy = policyFromText(text.toStdString());
    QVERIFY(!policy);
    QCOMPARE(QString::fromStdString(policy.error().text()), message);
    QCOMPARE(QString::fromStdString(std::string(kindName(policy.error().kind))), kind);
}

void TestKerasPolicy::aMapGetsNoLossScaleAsInCompile()
{
    SessionSpec session;
    usePolicyAsCompile(session, *getPolicy("mixed_float16"));
    QCOMPARE(session.training.lossScale.className, std::string("dynamic"));
    const DTypePolicyMap policies{*getPolicy("mixed_float16"), {{"a", *getPolicy("float32")}}};
    usePolicyAsCompile(session, policies);
    QCOMPARE(session.training.lossScale.className, std::string("none"));
    QCOMPARE(session.policies.global.name, std::string("mixed_float16"));
    QCOMPARE(session.policies.map.size(), std::size_t{1});
}

QTEST_APPLESS_MAIN(TestKerasPolicy)
#include "tst_keras_policy.moc"
