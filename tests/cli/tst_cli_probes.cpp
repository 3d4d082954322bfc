// SPDX-License-Identifier: GPL-3.0-or-later
// The commands tensor, blame and ledger of the built ulpscope-cli, and what run stops at and is compared with.
#include "tests/cli/cli_program.h"
#include <nlohmann/json.hpp>

#include <QTest>

namespace {

nlohmann::json jsonOf(const QStringList& arguments)
{
    const Outcome outcome = cli(arguments);
    return outcome.exitCode == 0 ? nlohmann::json::parse(outcome.out.toStdString()) : nlohmann::json();
}

} // namespace

class TestCliProbes : public QObject
{
    Q_OBJECT

private slots:
    void tensorSaysWhatFormatsWouldLose()
    {
        const auto json = jsonOf({"tensor", "circle", "--layer", "dense_2", "--tensor", "kernel gradient",
            "--step", "3", "--format", "float64", "--format", "float8_e5m2", "--json"});
        QCOMPARE(json["step"].get<int>(), 3);
        QCOMPARE(json["would_lose"].size(), std::size_t{2});
        QCOMPARE(json["would_lose"][0]["relative_error"].get<double>(), 0.0);
        QVERIFY(json["would_lose"][1]["relative_error"].get<double>() > 1e-3);
        const Outcome wrong = cli({"tensor", "circle", "--layer", "dense_2", "--tensor", "kernels"});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.err.contains("'kernel gradient'"), qPrintable(wrong.err));
        QVERIFY(cli({"tensor", "circle", "--layer", "dense_9", "--tensor", "kernel"})
                    .err.contains("sequential/dense_2"));
    }

    void tensorFollowsAnElement()
    {
        const QStringList kernel{
            "tensor", "lost-updates", "--layer", "dense_2", "--tensor", "kernel", "--step", "20"};
        const auto json = jsonOf(kernel + QStringList{"--element", "2,3", "--format", "float16", "--json"});
        const auto& last = json["history"].back();
        QCOMPARE(last["operation"].get<std::string>(), std::string("weight update"));
        QCOMPARE(last["pass"].get<std::string>(), std::string("update"));
        const double weight = last["operands"]["weight"].get<double>();
        const double exact = weight + last["operands"]["update"].get<double>();
        QCOMPARE(last["exact"].get<double>(), exact);
        QCOMPARE(last["dtype"].get<std::string>(), std::string("bfloat16"));
        const bool isLost = last["result"].get<double>() == weight;
        QCOMPARE(last["effect"].get<std::string>() == "the update is lost", isLost);
        const Outcome told = cli(kernel + QStringList{"--element", "2,3"});
        QVERIFY2(told.out.contains("sequential/dense_2, kernel [2, 3] at step 20 is "), qPrintable(told.out));
        for (const char* wrong : {"2", "2,16", "-1,0", "1,2,3"}) {
            const Outcome outcome = cli(kernel + QStringList{"--element", QLatin1String(wrong)});
            QCOMPARE(outcome.exitCode, 2);
            QVERIFY2(outcome.err.contains("--element"), qPrintable(outcome.err));
        }
    }

    void tensorSaysWhatRecipesWouldLose()
    {
        const auto json = jsonOf({"tensor", "circle", "--layer", "dense_2", "--tensor", "kernel", "--step",
            "3", "--recipe", "mxfp8:rule=even", "--recipe", "te_current:power_of_two_scales=true", "--json"});
        QCOMPARE(json["would_lose"].size(), std::size_t{3}); // one for each product under mxfp8
        QCOMPARE(json["would_lose"][0]["format"].get<std::string>(), std::string("mxfp8, forward"));
        const auto all = jsonOf({"tensor", "circle", "--layer", "dense_2", "--tensor", "kernel gradient",
            "--recipe", "all", "--json"});
        QVERIFY(all.is_null()); // no product takes it
        const auto update = jsonOf({"tensor", "circle", "--layer", "dense_2", "--tensor", "kernel update",
            "--step", "3", "--format", "bfloat16", "--json"});
        QVERIFY(update["would_lose"][0]["relative_error"].get<double>() > 0);
        const Outcome unknown
            = cli({"tensor", "circle", "--layer", "dense_2", "--tensor", "kernel", "--recipe", "mxpf8"});
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY2(unknown.err.contains("did you mean 'mxfp8'"), qPrintable(unknown.err));
        QVERIFY(
            cli({"tensor", "circle", "--layer", "dense_2", "--tensor", "kernel", "--recipe", "mxfp8:rule=up"})
                .err.contains("rule"));
    }

    void runStopsAtAStep()
    {
        const auto json = jsonOf({"run", "circle", "--until", "step:20", "--json"});
        QCOMPARE(json["steps"].get<int>(), 21);
        QVERIFY(cli({"run", "circle", "--until", "step:20"}).err.contains("stopped at step 20"));
        for (const char* wrong : {"step:", "step:-1", "step:2x"}) {
            const Outcome outcome = cli({"run", "circle", "--until", wrong});
            QCOMPARE(outcome.exitCode, 2);
            QVERIFY2(outcome.err.contains("step:N"), qPrintable(outcome.err));
        }
    }

    void scalingIsOfNarrowFormats()
    {
        const Outcome wide = cli({"scaling", "te_delayed", "1", "--format", "float32"});
        QCOMPARE(wide.exitCode, 2);
        QVERIFY2(wide.err.contains("at most 8 bits"), qPrintable(wide.err));
    }

    void blameHasARowForEachLayer()
    {
        const auto json = jsonOf({"blame", "circle", "--steps", "9", "--json"});
        QCOMPARE(json["steps"].get<int>(), 9);
        QVERIFY(json["layers"].size() >= 3);
        QVERIFY(json["as_it_is"]["output_error"].get<double>() > 0);
    }

    void ledgerFollowsThePolicy()
    {
        const auto plain = jsonOf({"ledger", "circle", "--policy", "float32", "--json"});
        const auto mixed = jsonOf({"ledger", "circle", "--policy", "mixed_bfloat16", "--json"});
        QCOMPARE(plain["bytes"]["weights"].get<double>(), 2 * mixed["bytes"]["weights"].get<double>());
        QCOMPARE(mixed["bytes"]["master_copies"].get<double>(), plain["bytes"]["weights"].get<double>());
        QVERIFY(mixed["multiply_adds"].contains("bfloat16 x bfloat16 -> float32"));
    }

    void runStopsAtAConditionAndWatchesWithoutAReference()
    {
        const auto stepwise = jsonOf({"run", "circle", "--steps", "5", "--watch", "step", "--json"});
        QVERIFY(stepwise["watch"] == "step" && stepwise["reference_loss"].is_null());
        const Outcome wrong = cli({"run", "circle", "--until", "first"});
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY(wrong.err.contains("first-skip"));
        const auto stopped
            = jsonOf({"run", "circle", "--policy", "bfloat16", "--until", "first-lost-update", "--json"});
        QVERIFY(stopped["updates_lost_percent"].get<double>() > 0);
        QVERIFY(stopped["steps"].get<int>() < 1500);
    }

    void runStopsWhereAnExpressionHolds()
    {
        const char* const until = "amax(dense_2.output)/65504 > 3.3/2^16";
        const auto stopped = jsonOf({"run", "circle", "--until", until, "--json"});
        QVERIFY(stopped["ended"] == "condition");
        const int steps = stopped["steps"].get<int>();
        QVERIFY(steps > 1 && steps < 1500 && (steps - 1) % 8 == 0); // tensors are probed at every eighth step
        QVERIFY(cli({"run", "circle", "--until", until}).err.contains(until));
        const auto refused = [&](const char* text, const char* words) {
            const Outcome outcome = cli({"run", "circle", "--until", text});
            QCOMPARE(outcome.exitCode, 2);
            QVERIFY2(outcome.err.contains("--until") && outcome.err.contains(words), qPrintable(outcome.err));
        };
        refused("loss > 1 +", "column 11");
        refused("abs(loss)", "a comparison is missing");
        refused("amax(dense_9.output) > 1", "sequential/dense_2");
    }
};

QTEST_GUILESS_MAIN(TestCliProbes)
#include "tst_cli_probes.moc"
