// SPDX-License-Identifier: GPL-3.0-or-later
// The exact tests of few values against scipy's: rank_tests.jsonl, written by make_rank_tests.py.
#include "app/judge/logs/rank_tests.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <stdexcept>

using namespace ulpscope;

namespace {

/// Both sides round once for each of some hundred additions and divisions of positive numbers: 1000 ulp are more than that.
constexpr double kTolerance = 1000 * 0x1p-52;

std::vector<double> valuesOf(const QJsonValue& list)
{
    std::vector<double> values;
    for (const QJsonValue& each : list.toArray())
        values.push_back(std::strtod(each.toString().toLatin1().constData(), nullptr));
    return values;
}

} // namespace

class TestRankTests : public QObject
{
    Q_OBJECT
private slots:
    void givesScipysProbabilities()
    {
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/rank_tests.jsonl"));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
        QVERIFY(file.readLine().contains("\"scipy\""));
        int rankSums = 0;
        int signs = 0;
        while (!file.atEnd()) {
            const QByteArray line = file.readLine();
            const QJsonObject json = QJsonDocument::fromJson(line).object();
            const double expected = json["p"].toDouble();
            const bool isSign = json.contains(QLatin1String("larger"));
            const double p = isSign ? signProbability(json["larger"].toInt(), json["smaller"].toInt())
                                    : rankSumProbability(valuesOf(json["a"]), valuesOf(json["b"]));
            QVERIFY2(std::fabs(p - expected) <= kTolerance * expected,
                (line + " got " + QByteArray::number(p, 'g', 17)).constData());
            ++(isSign ? signs : rankSums);
        }
        QVERIFY(rankSums > 100);
        QVERIFY(signs > 50);
    }

    /// By hand: of binomial(2 n, n) ways to deal, two are wholly apart.
    void theLeastOfSoMany()
    {
        QCOMPARE(leastRankSumProbability(1), 1.0);
        QCOMPARE(leastRankSumProbability(2), 1.0 / 3);
        QCOMPARE(leastRankSumProbability(3), 1.0 / 10);
        QCOMPARE(leastRankSumProbability(4), 1.0 / 35);
        QCOMPARE(leastRankSumProbability(5), 1.0 / 126);
        const std::vector<double> low{1, 2, 3, 4, 5};
        const std::vector<double> high{6, 7, 8, 9, 10};
        QCOMPARE(rankSumProbability(low, high), leastRankSumProbability(5));
        QCOMPARE(rankSumProbability(high, low), leastRankSumProbability(5));
        QCOMPARE(signProbability(5, 0), 1.0 / 16);
    }

    void groupsAreOfOneSize()
    {
        const std::vector<double> one{1};
        const std::vector<double> two{1, 2};
        QVERIFY_EXCEPTION_THROWN(rankSumProbability(one, two), std::logic_error);
        QVERIFY_EXCEPTION_THROWN(rankSumProbability({}, {}), std::logic_error);
    }
};

QTEST_MAIN(TestRankTests)
#include "tst_rank_tests.moc"
