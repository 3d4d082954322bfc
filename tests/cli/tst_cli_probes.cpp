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

    void runStopsAtAConditionAndWatchesWithoutATwin()
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
};

QTEST_GUILESS_MAIN(TestCliProbes)
#include "tst_cli_probes.moc"
