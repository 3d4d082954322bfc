// SPDX-License-Identifier: GPL-3.0-or-later
// What PyTorch would raise; tests/interop/torch_recordings.py holds the rules against it.
#include "app/judge/arithmetic/torch_check.h"
#include "tests/engine/small_sessions.h"

#include <QTest>

#include <algorithm>

using namespace ulpscope;

namespace {

TorchReport reportOf(const char* dtype, bool hasScaler, std::optional<double> epsilon)
{
    return checkForTorch({.variables = {{"fc.weight", dtype, 8}, {"norm.weight", "float32", 8}},
        .hasScaler = hasScaler,
        .epsilon = epsilon,
        .optimizer = "Adam"});
}

bool saysEpsilon(const TorchReport& report)
{
    return std::ranges::any_of(report.remarks,
        [](const std::string& remark) { return remark.find("epsilon") != std::string::npos; });
}

} // namespace

class TestTorchCheck : public QObject
{
    Q_OBJECT

private slots:
    void halfVariablesAndAScalerRaise()
    {
        const TorchReport report = reportOf("float16", true, {});
        QCOMPARE(report.problems.size(), std::size_t{1}); // the float32 one does not
        QCOMPARE(report.problems.front().path, std::string("fc.weight"));
        QCOMPARE(report.problems.front().error.kind, ErrorKind::ValueError);
        QCOMPARE(report.problems.front().error.message.text(),
            std::string("Attempting to unscale FP16 gradients."));
        QVERIFY(reportOf("float16", false, {}).problems.empty());
        QVERIFY(reportOf("bfloat16", true, {}).problems.empty());
    }

    void anEpsilonThatIsZeroIsSaid()
    {
        QVERIFY(saysEpsilon(reportOf("float16", false, 1e-8)));
        QVERIFY(!saysEpsilon(reportOf("float16", false, 1e-7))); // a subnormal
        QVERIFY(!saysEpsilon(reportOf("float16", false, {})));
        QVERIFY(!saysEpsilon(reportOf("bfloat16", false, 1e-8)));
        QVERIFY(!saysEpsilon(reportOf("float32", false, 1e-8)));
    }

    void aSessionsLayersAreAsked()
    {
        SessionSpec session = circle("float32");
        session.policies.global = *getPolicy("float16");
        session.training.lossScale = {"grad_scaler", {}};
        const Result<TorchSetup> setup = torchSetup(session);
        QVERIFY(setup.ok());
        QVERIFY(setup->hasScaler);
        QVERIFY(!setup->variables.empty());
        QCOMPARE(checkForTorch(*setup).problems.size(), setup->variables.size());
        session.policies.global = *getPolicy("mixed_float16");
        QVERIFY(checkForTorch(*torchSetup(session)).problems.empty());
    }

    void autocastRefusesCrossEntropyOfProbabilities()
    {
        // torch.autocast on CUDA: RuntimeError; with logits it computes.
        SessionSpec session;
        session.model.layers = {{"input", "InputLayer", {{"shape", std::vector<std::int64_t>{2}}}, {}, {}},
            {"dense", "Dense", {{"units", std::int64_t{1}}}, {}, {}}};
        session.training.optimizer = {"SGD", {}};
        session.training.lossScale = {"none", {}};
        session.training.loss = {"BinaryCrossentropy", {{"from_logits", false}}};
        const auto problems = [&](const char* policy) {
            session.policies.global = *getPolicy(policy);
            return checkForTorch(*torchSetup(session)).problems;
        };
        QCOMPARE(problems("mixed_float16").size(), std::size_t{1});
        QCOMPARE(problems("mixed_bfloat16")[0].path, std::string("loss"));
        QVERIFY(problems("mixed_bfloat16")[0].error.kind == ErrorKind::RuntimeError);
        QVERIFY(problems("float32").empty());
        session.training.loss.config.set("from_logits", true);
        QVERIFY(problems("mixed_float16").empty());
    }
};

QTEST_GUILESS_MAIN(TestTorchCheck)
#include "tst_torch_check.moc"
