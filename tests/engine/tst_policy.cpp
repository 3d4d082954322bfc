// SPDX-License-Identifier: GPL-3.0-or-later
// Dtype policies, maps and where a layer's policy comes from: keras.md 1.2, 1.7, 2.2, 3.2.
#include "engine/policy/effective_policy.h"

#include <QElapsedTimer>
#include <QTest>

using namespace ulpscope;

class TestPolicy : public QObject
{
    Q_OBJECT

private slots:
    void namesGiveComputeAndVariableDtype_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("compute");
        QTest::addColumn<QString>("variable");
        QTest::newRow("mixed float16") << "mixed_float16"
                                       << "float16"
                                       << "float32";
        QTest::newRow("mixed bfloat16") << "mixed_bfloat16"
                                        << "bfloat16"
                                        << "float32";
        QTest::newRow("int is int32 but keeps its name") << "int"
                                                         << "int32"
                                                         << "int32";
        for (const std::string& dtype : kerasDtypes())
            QTest::addRow("%s", dtype.c_str())
                << QString::fromStdString(dtype) << QString::fromStdString(dtype)
                << QString::fromStdString(dtype);
    }

    void namesGiveComputeAndVariableDtype()
    {
        QFETCH(QString, name);
        QFETCH(QString, compute);
        QFETCH(QString, variable);
        const Result<DTypePolicy> policy = makePolicy(name.toStdString());
        QVERIFY(policy.ok());
        QCOMPARE(QString::fromStdString(policy->name), name);
        QCOMPARE(QString::fromStdString(policy->computeDtype), compute);
        QCOMPARE(QString::fromStdString(policy->variableDtype), variable);
    }

    void namesThatKerasRefusesAreRefused_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"", "float", "half", "mixed_float32", "mixed_float15", "FLOAT16", "int4",
                 "float8", "int8_from_float32", "mixed_float16mixed_float16", "@mixed_float16!"})
            QTest::newRow(*name == 0 ? "empty" : name) << QString::fromLatin1(name);
    }

    void namesThatKerasRefusesAreRefused()
    {
        QFETCH(QString, name);
        const Result<DTypePolicy> policy = makePolicy(name.toStdString());
        QVERIFY(!policy.ok());
        QCOMPARE(policy.error().kind, ErrorKind::ValueError);
        QVERIFY(policy.error().message.text().starts_with(
            "Cannot convert '" + name.toStdString() + "' to a mixed precision"));
    }

    void getSendsQuantizedPrefixesToTheirParser()
    {
        const Result<DTypePolicy> float8 = getPolicy("float8_from_mixed_bfloat16");
        QVERIFY(float8->isFloat8());
        QCOMPARE(float8->computeDtype, std::string("bfloat16"));
        QCOMPARE(float8->amaxHistoryLength, 1024);
        QVERIFY(!getPolicy("float8_e4m3fn").ok()); // legal as DTypePolicy("float8_e4m3fn")
        QVERIFY(makePolicy("float8_e4m3fn").ok());
        QVERIFY(!getPolicy("int8").ok());
        QVERIFY(getPolicy("int16").ok());
        QVERIFY(!getPolicy("float8_from_a_from_b").ok());
        QVERIFY(!getPolicy("float8_from_").ok());
        QCOMPARE(getPolicy("int8_from_float16").error().kind, ErrorKind::ValueError);
    }

    void everyCommonPolicyIsOne()
    {
        for (const std::string& name : commonPolicyNames())
            QVERIFY2(getPolicy(name).ok(), name.c_str());
    }

    void mapPrefersTheExactKeyThenOneFullMatch()
    {
        DTypePolicyMap map{*makePolicy("float32"),
            {{"decoder/.*", *makePolicy("bfloat16")}, {"decoder/logits", *makePolicy("float64")},
                {"encoder", *makePolicy("float16")}}};
        QCOMPARE(map.find("decoder/logits")->policy.name, std::string("float64"));
        QCOMPARE(map.find("decoder/attention")->policy.name, std::string("bfloat16"));
        QCOMPARE(map.find("decoder/attention")->key, std::string("decoder/.*"));
        QCOMPARE(map.find("decoder")->policy.name, std::string("float32")); // no prefix semantics
        QCOMPARE(map.find("encoder/attention")->match, MapMatch::Default); // full match, not search
        map.entries.emplace_back("decoder/a.*", *makePolicy("float16"));
        const Result<MapLookup> clash = map.find("decoder/attention");
        QVERIFY(!clash.ok());
        QCOMPARE(clash.error().kind, ErrorKind::ValueError);
        QVERIFY(clash.error().message.text().find("multiple") != std::string::npos);
    }

    void aMapIsShownAsInPython()
    {
        const DTypePolicyMap map{
            *makePolicy("float32"), {{"a\\d'", *makePolicy("float16")}, {"b\n\"'", *makePolicy("float64")}}};
        QCOMPARE(QString::fromStdString(repr(map)),
            QStringLiteral(
                "<DTypePolicyMap at 0x0 default_policy=float32, mapping=[(\"a\\\\d'\", 'float16'), "
                "('b\\n\"\\'', 'float64')]>"));
    }

    void theOlderRuleMatchesAnywhere()
    {
        DTypePolicyMap map{*makePolicy("float32"), {{"decoder", *makePolicy("bfloat16")}}};
        QCOMPARE(map.find("model/decoder/dense")->match, MapMatch::Default);
        map.matching = MapMatching::Search;
        QCOMPARE(map.find("model/decoder/dense")->match, MapMatch::Regex);
        QCOMPARE(map.find("decoder")->match, MapMatch::Exact);
    }

    void aHostileKeyAnswersSoonWithAnError()
    {
        QElapsedTimer timer;
        timer.start();
        const auto find = [](const std::string& key, const std::string& path) {
            return DTypePolicyMap{*makePolicy("float32"), {{key, *makePolicy("float16")}}}.find(path);
        };
        const Result<MapLookup> hostile = find("(a+)+b", std::string(64, 'a') + "c");
        QVERIFY(!hostile.ok() || hostile->match == MapMatch::Default);
        const Result<MapLookup> large = find("(x|y)*z", std::string(1 << 20, 'x'));
        QVERIFY(!large.ok() || large->match == MapMatch::Default);
        QCOMPARE(find("(unclosed", "a").error().kind, ErrorKind::RegexError);
        QVERIFY(!find(std::string(5000, 'a'), "a").ok());
        QVERIFY2(timer.elapsed() < 2000, "far above what it takes, far below a hang");
    }

    void aLayerTakesItsOwnPolicyThenTheMapThenTheGlobalOne()
    {
        const PolicySettings settings{*makePolicy("float32"), {{"sequential/d.*", *makePolicy("bfloat16")}}};
        EffectivePolicies effective(settings);
        const auto own = effective.ofLayer(*makePolicy("float16"), "sequential/dense");
        QCOMPARE(own->policy.name, std::string("float16"));
        QCOMPARE(own->originText(), std::string("set here"));
        const auto mapped = effective.ofLayer(std::nullopt, "sequential/dense");
        QCOMPARE(mapped->policy.name, std::string("bfloat16"));
        QCOMPARE(mapped->originText(), std::string("map key 'sequential/d.*'"));
        const auto global = effective.ofLayer(std::nullopt, "sequential/logits");
        QCOMPARE(global->policy.name, std::string("float32"));
        QCOMPARE(global->originText(), std::string("global policy"));
    }

    void whatIsRememberedIsOfTheMapAsItIs()
    {
        const auto policyOf = [](const PolicySettings& settings) {
            return EffectivePolicies(settings).ofLayer(std::nullopt, "sequential/dense")->policy.name;
        };
        const PolicySettings settings{*makePolicy("float32"), {{"sequential/d.*", *makePolicy("bfloat16")}}};
        PolicySettings changed = settings; // which shares what was found out
        EffectivePolicies before(settings);
        QCOMPARE(policyOf(settings), std::string("bfloat16"));
        changed.map[0].second = *makePolicy("float16");
        QCOMPARE(policyOf(changed), std::string("float16"));
        changed.map[0].first = "sequential/e.*";
        QCOMPARE(policyOf(changed), std::string("float32"));
        changed.mapMatching = MapMatching::Search;
        changed.map[0].first = "dense";
        QCOMPARE(policyOf(changed), std::string("float16"));
        QCOMPARE(policyOf(settings), std::string("bfloat16"));
        QCOMPARE(before.ofLayer(std::nullopt, "sequential/dense")->policy.name, std::string("bfloat16"));
        QVERIFY(PolicySettings(settings) == settings);
    }
};

QTEST_GUILESS_MAIN(TestPolicy)
#include "tst_policy.moc"
