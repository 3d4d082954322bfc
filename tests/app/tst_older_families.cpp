// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions of the families tf_keras and experimental: what their policies train as, carry and are written as. What the
// families themselves do is in tst_legacy_golden.
#include "app/io/exports/export_catalog.h"
#include "app/io/keras/policy/legacy_policy_json.h"
#include "app/io/keras/policy/policy_check.h"
#include "app/io/session/session_file.h"
#include "engine/model/resolved_policies.h"
#include "engine/session/checked_session.h"
#include "engine/session/compile_outcome.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace ulpscope;
using Json = nlohmann::ordered_json;

namespace {

const char* const kFixed8 = R"({"class_name":"Policy","config":{"name":"mixed_float16","loss_scale":8}})";

/// The circle with that global policy, the loss scale left to compile.
SessionSpec sessionUnder(PolicyFamily family, const std::string& policy)
{
    SessionSpec session = circle("float32");
    session.policies.family = family;
    session.training.lossScale = {"auto", {}};
    const bool isJson = policy.front() == '{';
    const Result<KerasPolicy> read
        = familyPolicyFromJson(family, isJson ? Json::parse(policy) : Json(policy));
    session.policies.global = policyOrDefault(*read);
    return session;
}

std::string computeDtypes(const SessionSpec& session)
{
    std::string text;
    const Result<std::vector<ResolvedPolicy>> layers = resolvePolicies(session.model, session.policies);
    for (const ResolvedPolicy& layer : *layers)
        text += (text.empty() ? "" : " ") + layer.kept.name;
    return text;
}

Result<ExportedText> exported(const char* kind, const SessionSpec& session)
{
    return findRow(exportCatalog(), kind)->write(session);
}

} // namespace

class TestOlderFamilies : public QObject
{
    Q_OBJECT

private slots:
    void thePolicysLossScaleTrains()
    {
        const SessionSpec session = sessionUnder(PolicyFamily::Experimental22, kFixed8);
        QVERIFY(compileReport(session).wraps);
        QCOMPARE(QString::fromStdString(compileReport(session).optimizer),
            QStringLiteral("LossScaleOptimizer(SGD, loss_scale=FixedLossScale(8.0))"));
        QCOMPARE(effectiveLossScale(session).className, std::string("experimental_fixed"));
        QCOMPARE(lossScaleOf(session).scale, 8.0F);
        // Any policy may carry one, and mixed_float16 may carry none.
        const SessionSpec half = sessionUnder(PolicyFamily::Experimental22,
            R"({"class_name":"PolicyV1","config":{"name":"float16","loss_scale":"dynamic"}})");
        QCOMPARE(lossScaleOf(half).scale, 32768.0F);
        const SessionSpec none = sessionUnder(PolicyFamily::Experimental22,
            R"({"class_name":"Policy","config":{"name":"mixed_float16","loss_scale":null}})");
        QVERIFY(!compileReport(none).wraps);
        QVERIFY(!lossScaleOf(none).isScaled());
        QCOMPARE(effectiveLossScale(sessionUnder(PolicyFamily::Experimental22, "mixed_float16")).className,
            std::string("experimental_dynamic"));
    }

    void tfKerasLosesItAndSaysSo()
    {
        std::string note;
        const Result<KerasPolicy> read = familyPolicyFromText(PolicyFamily::TfKeras, kFixed8, {}, &note);
        QVERIFY(read.ok());
        QVERIFY2(note.find("dropped") != std::string::npos, note.c_str());
        const SessionSpec session = sessionUnder(PolicyFamily::TfKeras, kFixed8);
        QCOMPARE(effectiveLossScale(session).className, std::string("tf_keras")); // by its name
        QVERIFY(compileReport(session).sentence().find("FixedLossScale(8.0) is lost without a word")
            != std::string::npos);
    }

    void anInferredPolicyIsTheFirstInputs()
    {
        SessionSpec session = sessionUnder(PolicyFamily::TfKeras, "_infer");
        QCOMPARE(computeDtypes(session), std::string("float32 float32 float32"));
        session.policies.floatx = "float64";
        QCOMPARE(computeDtypes(session), std::string("float64 float64 float64"));
        session.model.layers[1].policy = *policyOfFamily(PolicyFamily::TfKeras, "half");
        QCOMPARE(computeDtypes(session), std::string("float16 float16 float16"));
        session.model.layers[2].policy = *getPolicy("mixed_bfloat16");
        QCOMPARE(computeDtypes(session), std::string("float16 mixed_bfloat16 bfloat16"));
        const auto layers = *resolvePolicies(session.model, session.policies);
        QCOMPARE(layers[2].given->originText(), std::string("global policy, _infer: from its first input"));
        const Result<CheckedSession> checked = resolveSession(session);
        QVERIFY(checked.ok());
        QVERIFY(checkPolicies(checked->plan).ok());
        QVERIFY(checked->plan.notes.empty());
    }

    void theyTrainAsThePlainPolicyOfTheirDtypes_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("plain");
        QTest::newRow("half") << "half"
                              << "float16";
        QTest::newRow("_infer") << "_infer"
                                << "float32";
        QTest::newRow("with a loss scale")
            << R"({"class_name":"Policy","config":{"name":"mixed_bfloat16","loss_scale":8}})"
            << "mixed_bfloat16";
    }

    void theyTrainAsThePlainPolicyOfTheirDtypes()
    {
        QFETCH(QString, policy);
        QFETCH(QString, plain);
        const Kernels kernels = *Kernels::load();
        std::vector<std::vector<double>> losses;
        for (const QString& name : {policy, plain}) {
            SessionSpec session = sessionUnder(PolicyFamily::TfKeras, name.toStdString());
            session.training.lossScale = {"none", {}};
            Result<TrainingRun> run = TrainingRun::create(session, kernels);
            QVERIFY2(run.ok(), run ? "" : run.error().text().c_str());
            std::vector<double> of;
            for (int step = 0; step < 5; ++step) {
                QVERIFY(run->step());
                of.push_back(run->record().loss);
            }
            losses.push_back(of);
        }
        QVERIFY(sameBits(losses[0], losses[1]));
    }

    void sessionFileKeepsOlderPolicies_data()
    {
        QTest::addColumn<QString>("policy");
        for (const char* policy :
            {"half", "_infer", "mixed_float16", kFixed8,
                R"({"class_name":"PolicyV1","config":{"name":"mixed_float16"}})",
                R"({"class_name":"Policy","config":{"name":"float16","loss_scale":{"class_name":"DynamicLossScale","config":{"initial_loss_scale":4.0,"increment_period":5,"multiplier":3.0}}}})"})
            QTest::newRow(policy) << QString::fromLatin1(policy);
    }

    void sessionFileKeepsOlderPolicies()
    {
        QFETCH(QString, policy);
        for (const PolicyFamily family : {PolicyFamily::TfKeras, PolicyFamily::Experimental22}) {
            SessionSpec session = sessionUnder(family, policy.toStdString());
            session.model.layers[1].policy = session.policies.global;
            const Result<SessionSpec> again = readSession(writeSession(session));
            QVERIFY2(again.ok(), again ? "" : again.error().text().c_str());
            QCOMPARE(again->policies.global, session.policies.global);
            QCOMPARE(again->model.layers[1].policy, session.model.layers[1].policy);
        }
    }

    void keras3HasNoSuchClass()
    {
        SessionSpec session = sessionUnder(PolicyFamily::Experimental22, kFixed8);
        session.policies.family = PolicyFamily::Keras3;
        const Result<CheckedSession> checked = resolveSession(session);
        QVERIFY(!checked);
        QCOMPARE(checked.error().place, std::string("policies.global"));
        QVERIFY(checked.error().message.text().find("\"mixed_float16\"") != std::string::npos);
    }

    void checkPrintsTheFamilysOwnRule()
    {
        SessionSpec session = sessionUnder(PolicyFamily::Experimental22, "mixed_bfloat16");
        QCOMPARE(compileReport(session).sentence().find("named exactly"), std::string::npos);
        QVERIFY(kerasProblems(session).empty());
        session.model.layers[1].policy = *getPolicy("float8_from_mixed_bfloat16");
        const std::vector<KerasProblem> problems = kerasProblems(session);
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(problems[0].error.kind, ErrorKind::TypeError);
        // set_global_policy of tf-keras refuses integers, set_policy before did not.
        QCOMPARE(kerasProblems(sessionUnder(PolicyFamily::TfKeras, "int32")).size(), std::size_t{1});
        QVERIFY(kerasProblems(sessionUnder(PolicyFamily::Experimental22, "int32")).empty());
    }

    void exportsSayThemInEitherKeras()
    {
        const SessionSpec session = sessionUnder(PolicyFamily::Experimental22, kFixed8);
        const Result<ExportedText> older = exported("tf-keras-policy", session);
        QCOMPARE(Json::parse(older->text),
            Json::parse(
                R"({"class_name":"Policy","config":{"name":"mixed_float16","loss_scale":{"class_name":"FixedLossScale","config":{"loss_scale_value":8.0}}}})"));
        QVERIFY(older->leftOut.empty());
        const Result<ExportedText> newer
            = exported("tf-keras-policy", sessionUnder(PolicyFamily::TfKeras, kFixed8));
        QVERIFY(!Json::parse(newer->text)["config"].contains("loss_scale"));
        QCOMPARE(newer->leftOut.size(), std::size_t{1});
        QCOMPARE(exported("tf-keras-policy", sessionUnder(PolicyFamily::TfKeras, "_infer"))->text,
            std::string("null\n"));
        // Keras 3 is given plain policies, and told of the scale.
        for (const char* kind : {"keras-map", "keras-policy", "keras-model", "keras-python"}) {
            const Result<ExportedText> text = exported(kind, session);
            QVERIFY2(text.ok(), kind);
            QCOMPARE(text->text.find("\"Policy\""), std::string::npos);
            QVERIFY2(text->text.find("mixed_float16") != std::string::npos, kind);
            const bool isSaid = std::any_of(text->leftOut.begin(), text->leftOut.end(),
                [](const Message& s) { return s.text().find("experimental_fixed") != std::string::npos; });
            QVERIFY2(isSaid, kind);
        }
        SessionSpec inferred = sessionUnder(PolicyFamily::TfKeras, "_infer");
        inferred.model.layers[1].policy = *getPolicy("float16");
        const Json map = Json::parse(exported("keras-map", inferred)->text);
        QCOMPARE(map["config"]["policy_map"]["sequential/dense_2"]["config"]["name"], Json("float16"));
    }
};

QTEST_GUILESS_MAIN(TestOlderFamilies)
#include "tst_older_families.moc"
