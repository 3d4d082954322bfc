// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/keras/policy/keras_policy_map.h"
#include "app/io/session/session_file.h"
#include "engine/model/resolved_policies.h"

#include <QTest>

using namespace ulpscope;

namespace {

/// Circle under this global policy: dense_1, dense_2, logits; here with a Dropout in front of logits.
SessionSpec sessionUnder(const std::string& global)
{
    SessionSpec session
        = *loadSession(std::filesystem::path(ULPSCOPE_SOURCE_DIR) / "resources/scenes/circle.ulps");
    session.training.lossWeight = 1;
    session.training.lossScale = {"none", {}};
    session.policies.global = *getPolicy(global);
    session.model.layers.insert(session.model.layers.begin() + 3, {"dropout", "Dropout", {}, {}, {}});
    return session;
}

QStringList keysOf(const DTypePolicyMap& map)
{
    QStringList keys;
    for (const auto& [key, policy] : map.entries)
        keys << QString::fromStdString(key + " = " + policy.name);
    return keys;
}

void everyLayerResolves(const SessionSpec& session, const DTypePolicyMap& map)
{
    const auto layers = resolvePolicies(session.model, session.policies);
    QVERIFY(layers.ok());
    for (const ResolvedPolicy& layer : *layers) {
        if (!layer.hasPath) // no key of a map reaches it
            continue;
        const Result<MapLookup> found = map.find(layer.path);
        QVERIFY2(found.ok(), layer.path.c_str());
        QCOMPARE(QString::fromStdString(found->policy.name), QString::fromStdString(layer.kept.name));
        QVERIFY(found->policy == layer.kept);
    }
}

} // namespace

class TestKerasPolicyMap : public QObject
{
    Q_OBJECT
private slots:
    void aGlobalPolicyIsTheDefault();
    void ownPoliciesBecomeExactKeysAfterTheUsersEntries();
    void anOwnPolicyReplacesTheEntryOfItsPath();
    void float8ReachesOnlyLayersThatHaveACall();
    void float8InARegexIsTakenBackWhereItDoesNotApply();
    void keysThatWouldClashGiveWayToExactOnes();
    void functionalModelsHavePlainPaths();
    void clashingPoliciesAreAnError();
    void saysWhatKerasCannot_data();
    void saysWhatKerasCannot();
};

void TestKerasPolicyMap::aGlobalPolicyIsTheDefault()
{
    const SessionSpec session = sessionUnder("mixed_bfloat16");
    const auto exported = exportKerasMap(session);
    QVERIFY(exported.ok());
    QCOMPARE(exported->map.defaultPolicy.name, std::string("mixed_bfloat16"));
    QVERIFY(exported->map.entries.empty());
    QVERIFY(exported->leftOut.empty());
}

void TestKerasPolicyMap::ownPoliciesBecomeExactKeysAfterTheUsersEntries()
{
    SessionSpec session = sessionUnder("mixed_float16");
    session.policies.map
        = {{"sequential/z.*", *getPolicy("float64")}, {"sequential/dense.*", *getPolicy("bfloat16")}};
    session.model.layers[1].policy = *getPolicy("float32");
    const auto exported = exportKerasMap(session);
    QCOMPARE(keysOf(exported->map),
        (QStringList{
            "sequential/z.* = float64", "sequential/dense.* = bfloat16", "sequential/dense_1 = float32"}));
    everyLayerResolves(session, exported->map);
}

void TestKerasPolicyMap::anOwnPolicyReplacesTheEntryOfItsPath()
{
    SessionSpec session = sessionUnder("mixed_float16");
    session.policies.map = {{"sequential/dense_1", *getPolicy("bfloat16")}};
    session.model.layers[1].policy = *getPolicy("float32");
    const auto exported = exportKerasMap(session);
    QCOMPARE(keysOf(exported->map), QStringList{"sequential/dense_1 = float32"});
    everyLayerResolves(session, exported->map);
}

void TestKerasPolicyMap::float8ReachesOnlyLayersThatHaveACall()
{
    const SessionSpec session = sessionUnder("float8_from_mixed_bfloat16");
    const auto exported = exportKerasMap(session);
    QCOMPARE(exported->map.defaultPolicy.name, std::string("mixed_bfloat16"));
    QCOMPARE(keysOf(exported->map),
        (QStringList{"sequential/dense_1 = float8_from_mixed_bfloat16",
            "sequential/dense_2 = float8_from_mixed_bfloat16",
            "sequential/logits = float8_from_mixed_bfloat16"}));
    everyLayerResolves(session, exported->map);
}

void TestKerasPolicyMap::float8InARegexIsTakenBackWhereItDoesNotApply()
{
    SessionSpec session = sessionUnder("float32");
    session.policies.map = {{"sequential/.*", *makeFloat8Policy("mixed_bfloat16", 8)}};
    for (LayerSpec& layer : session.model.layers)
        if (layer.className == "Dropout")
            layer = {"flatten", "Flatten", {}, {}, {}};
    const auto exported = exportKerasMap(session);
    QCOMPARE(keysOf(exported->map),
        (QStringList{"sequential/.* = float8_from_mixed_bfloat16", "sequential/flatten = mixed_bfloat16"}));
    everyLayerResolves(session, exported->map);
}

void TestKerasPolicyMap::keysThatWouldClashGiveWayToExactOnes()
{
    // The exact key of "dense.1" is also a regular expression that matches "dense_1".
    SessionSpec session = sessionUnder("float32");
    session.model.layers[2].name = "dense.1";
    session.model.layers[2].policy = *getPolicy("float16");
    session.policies.map = {{"other/.*", *getPolicy("float64")}};
    const auto exported = exportKerasMap(session);
    QCOMPARE(keysOf(exported->map),
        (QStringList{"other/.* = float64", "sequential/dense.1 = float16", "sequential/dense_1 = float32",
            "sequential/logits = float32"}));
    everyLayerResolves(session, exported->map);
}

void TestKerasPolicyMap::functionalModelsHavePlainPaths()
{
    SessionSpec session = sessionUnder("float32");
    session.model.layers[2].inputs = {"dense_1"};
    session.model.layers[2].policy = *getPolicy("float16");
    QCOMPARE(keysOf(exportKerasMap(session)->map), QStringList{"dense_2 = float16"});
}

void TestKerasPolicyMap::clashingPoliciesAreAnError()
{
    SessionSpec session = sessionUnder("float32");
    session.policies.map = {{"sequential/d.*", *getPolicy("float16")}, {".*", *getPolicy("bfloat16")}};
    const auto exported = exportKerasMap(session);
    QVERIFY(!exported);
    QCOMPARE(exported.error().place, std::string("layers[1]"));
}

void TestKerasPolicyMap::saysWhatKerasCannot_data()
{
    QTest::addColumn<QString>("scale");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("dynamic")
        << "dynamic" << 0.0
        << "The dynamic loss scale: Keras' compile does not wrap the optimizer of a model whose policy is "
           "a DTypePolicyMap; use keras.optimizers.LossScaleOptimizer(optimizer, initial_scale=32768, "
           "dynamic_growth_steps=2000).";
    QTest::newRow("fixed") << "fixed" << 1024.0
                           << "The fixed loss scale 1024: give the optimizer loss_scale_factor=1024.";
    QTest::newRow("a fixed scale of 1 is none") << "fixed" << 1.0 << "";
    QTest::newRow("none") << "none" << 0.0 << "";
}

void TestKerasPolicyMap::saysWhatKerasCannot()
{
    QFETCH(QString, scale);
    QFETCH(double, value);
    QFETCH(QString, sentence);
    SessionSpec session = sessionUnder("mixed_float16");
    session.training.lossScale = {scale.toStdString(), {}};
    if (scale == "fixed")
        session.training.lossScale.config.set("scale", value);
    const auto exported = exportKerasMap(session);
    QCOMPARE(exported->leftOut.size(), std::size_t{sentence.isEmpty() ? 0U : 1U});
    if (!sentence.isEmpty())
        QCOMPARE(exported->leftOut.front().text(), sentence.toStdString());
    session.training.lossWeight = 1e-5;
    QCOMPARE(exportKerasMap(session)->leftOut.back().text(),
        std::string("The loss weight 1e-05: give compile loss_weights=[1e-05]."));
}

QTEST_APPLESS_MAIN(TestKerasPolicyMap)
#include "tst_keras_policy_map.moc"
