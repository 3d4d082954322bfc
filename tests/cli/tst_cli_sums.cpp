// SPDX-License-Identifier: GPL-3.0-or-later
// The commands matmul, sum and accumulators of the built ulpscope-cli.
#include "engine/dtype/formats.h"
#include "engine/file/npy.h"
#include "engine/kernels/running_sum.h"
#include "tests/cli/cli_program.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace ulpscope;

class TestCliSums : public QObject
{
    Q_OBJECT

private slots:
    void sumPrintsTheValueAlone()
    {
        const QString ones = saved("ones.npy", {{10, 100}, std::vector<float>(1000, 1)});
        const Outcome outcome = cli({"sum", "--format", "bfloat16", "--accumulate", "sequential", ones});
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.exitCode, 0);
        QCOMPARE(outcome.out, QString("256\n"));
    }

    void sumTellsTheRestAsJson()
    {
        const QString ones = saved("ones.npy", {{1000}, std::vector<double>(1000, 1)});
        const Outcome outcome
            = cli({"sum", "--format", "bf16", "--accumulate", "sequential", "--json", ones});
        const auto json = nlohmann::ordered_json::parse(outcome.out.toStdString());
        QCOMPARE(json["sum"].get<double>(), 256.0);
        QCOMPARE(json["exact_sum"].get<double>(), 1000.0);
        QCOMPARE(json["relative_error"].get<double>(), 0.744);
        QCOMPARE(json["stalled_at"].get<int>(), 256);
        QCOMPARE(json["absorbed"].get<int>(), 744);
        const Outcome tree = cli({"sum", "--format", "bf16", "--accumulate", "pairwise", "--json", ones});
        QVERIFY(nlohmann::ordered_json::parse(tree.out.toStdString())["absorbed"].is_null());
    }

    void aSeedGivesTheSameSumAgain()
    {
        const QString ones = saved("ones.npy", {{1000}, std::vector<float>(1000, 1)});
        const auto sum = [&](const QString& seed) {
            return cli({"sum", "--format", "bfloat16", "--accumulate", "stochastic:8", "--seed", seed, ones})
                .out;
        };
        QCOMPARE(sum("7"), sum("7"));
        QVERIFY(sum("7") != sum("8"));
    }

    void matmulRoundsOperandsSumsAndResult_data()
    {
        QTest::addColumn<QString>("operands");
        QTest::addColumn<QString>("accumulator");
        QTest::addColumn<QString>("out");
        QTest::newRow("half") << "float16"
                              << "sequential"
                              << "float16";
        QTest::newRow("Hopper") << "float8_e4m3fn"
                                << "hopper-fp8:promote:32"
                                << "bfloat16";
        QTest::newRow("two formats") << "float8_e4m3fn,float8_e5m2"
                                     << "hopper-fp8"
                                     << "float32";
        QTest::newRow("slices") << "float16"
                                << "hopper-fp16:slices:1"
                                << "float16";
        QTest::newRow("exact") << "float8_e5m2"
                               << "exact"
                               << "float32";
        QTest::newRow("stochastic") << "bfloat16"
                                    << "stochastic:8:float16"
                                    << "float16";
    }

    void matmulRoundsOperandsSumsAndResult()
    {
        QFETCH(QString, operands);
        QFETCH(QString, accumulator);
        QFETCH(QString, out);
        constexpr Index kM = 3;
        constexpr Index kN = 5;
        constexpr Index kK = 40;
        std::vector<float> a;
        std::vector<double> b;
        for (int i = 0; i < kM * kK; ++i)
            a.push_back(static_cast<float>(std::sin(i)));
        for (int i = 0; i < kK * kN; ++i)
            b.push_back(std::cos(i));
        const QString product = m_folder.filePath("c.npy");
        const Outcome outcome = cli({"matmul", "--operands", operands, "--accumulate", accumulator, "--out",
            out, "--seed", "11", saved("a.npy", {{kM, kK}, a}), saved("b.npy", {{kK, kN}, b}), product});
        QCOMPARE(outcome.err, QString());
        QCOMPARE(outcome.exitCode, 0);
        const NpyArray array = *loadNpy(product.toStdString());
        QVERIFY(array.shape == (std::vector<std::int64_t>{kM, kN}));
        const auto& values = std::get<std::vector<double>>(array.values); // one operand was float64
        const Format& formatA = *findFormat(operands.section(u',', 0, 0).toStdString());
        const Format& formatB = *findFormat(operands.section(u',', -1).toStdString());
        const AccumulationPlan plan = makePlan(*accumulatorByName(accumulator.toStdString()), formatA,
            formatB, {11, RandomUse::Rounding, 3, 0}, kK);
        for (Index i = 0; i < kM; ++i)
            for (Index j = 0; j < kN; ++j) {
                RunningSum sum(plan, {i, j, kN, kK});
                for (Index p = 0; p < kK; ++p)
                    sum.add(
                        roundToFormat(formatA, static_cast<double>(a[static_cast<std::size_t>(i * kK + p)])),
                        roundToFormat(formatB, b[static_cast<std::size_t>(p * kN + j)]));
                QCOMPARE(values[static_cast<std::size_t>(i * kN + j)],
                    roundToFormat(*findFormat(out.toStdString()), sum.value()));
            }
    }

    void wrongUseIsOneLineAndExitCode2_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        const QString matrix = saved("m.npy", {{2, 3}, std::vector<float>(6, 1)});
        const QString row = saved("row.npy", {{3}, std::vector<float>(3, 1)});
        const auto matmul
            = [&](const QString& operands, const QString& accumulator, const QString& out, const QString& a) {
                  return QStringList{"matmul", "--operands", operands, "--accumulate", accumulator, "--out",
                      out, a, matrix, m_folder.filePath("out.npy")};
              };
        QTest::newRow("accumulator") << matmul("float16", "sequental", "float16",
            matrix) << "--accumulate: unknown accumulator 'sequental'; did you mean 'sequential'?";
        QTest::newRow("operands of a core") << matmul("float16", "hopper-fp8", "float16",
            matrix) << "--accumulate: 'hopper-fp8' multiplies float8_e4m3fn, float8_e5m2";
        QTest::newRow("format") << matmul("flot16", "exact", "float16", matrix)
                                << "--operands: unknown format 'flot16'";
        QTest::newRow("second format of a core") << matmul("float8_e4m3fn,float16", "hopper-fp8", "float16",
            matrix) << "--accumulate: 'hopper-fp8' multiplies float8_e4m3fn, float8_e5m2";
        QTest::newRow("carriers") << matmul("float16,float64", "exact", "float16", matrix)
                                  << "--operands: float16 and float64 are not multiplied with each other";
        QTest::newRow("shapes") << matmul("float16", "exact", "float16", matrix)
                                << "expected 3 rows, as many as";
        QTest::newRow("dimensions") << matmul("float16", "exact", "float16", row)
                                    << "expected an array of 2 dimensions, got 1";
        QTest::newRow("output") << matmul(
            "float16", "exact", "float64", saved("a.npy", {{3, 2}, std::vector<float>(6, 1)}))
                                << "--out: float64 has values that a float32 file cannot hold";
        QTest::newRow("seed") << QStringList{"sum", "--format", "float16", "--accumulate", "exact", "--seed",
            "-1", row} << "expected an integer in [0, 18446744073709551615], got -1";
        QTest::newRow("no file") << QStringList{"sum", "--format", "float16", "--accumulate", "exact",
            "nowhere.npy"} << "nowhere.npy";
    }

    void wrongUseIsOneLineAndExitCode2()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const Outcome outcome = cli(arguments);
        QCOMPARE(outcome.exitCode, 2);
        QVERIFY2(outcome.err.startsWith("ulpscope-cli: ") && outcome.err.contains(message),
            qPrintable(outcome.err));
        QCOMPARE(outcome.err.count('\n'), 1);
        QCOMPARE(outcome.out, QString());
    }

    void accumulatorsAreThoseOfTheTable()
    {
        const Outcome outcome = cli({"accumulators", "--json"});
        const auto list = nlohmann::ordered_json::parse(outcome.out.toStdString());
        QCOMPARE(list.size(), accumulatorRows().size());
        for (const auto& row : list)
            QVERIFY(accumulatorByName(row["example"].get<std::string>()).ok());
        QVERIFY(cli({"accumulators"}).out.contains("hopper-fp8"));
    }

private:
    QString saved(const char* name, const NpyArray& array)
    {
        const QString path = m_folder.filePath(name);
        return saveNpy(path.toStdString(), array) ? path : QString();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCliSums)
#include "tst_cli_sums.moc"
