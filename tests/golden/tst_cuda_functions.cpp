// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of CUDA's library against what an H200 computed (make_hopper.py beside this file).
#include "engine/base/sha256.h"
#include "engine/kernels/cuda_functions.h"

#include <QFile>
#include <QTest>

#include <map>

using namespace ulpscope;

class TestCudaFunctions : public QObject
{
    Q_OBJECT

private slots:
    void resultsAreThoseOfAnH200()
    {
        const std::map<QByteArray, float (*)(float)> functions{{"exp", cudaExp}, {"expm1", cudaExpm1},
            {"log", cudaLog}, {"log1p", cudaLog1p}, {"tanh", cudaTanh}, {"erf", cudaErf},
            {"sigmoid", cudaSigmoid}, {"rsqrt", cudaRsqrt}};
        std::map<QByteArray, int> rows;
        for (const QList<QByteArray>& cells : golden()) {
            if (cells[0] == "ex2")
                continue;
            ++rows[cells[0]];
            const float x = floatOf(cells[1].toUInt(nullptr, 16));
            const auto actual = std::bit_cast<std::uint32_t>(functions.at(cells[0])(x));
            QVERIFY2(actual == cells[2].toUInt(nullptr, 16),
                qPrintable(QStringLiteral("%1(%2): expected %3, got %4")
                               .arg(QString::fromLatin1(cells[0]))
                               .arg(static_cast<double>(x), 0, 'g', 9)
                               .arg(QString::fromLatin1(cells[2]))
                               .arg(actual, 8, 16, QLatin1Char('0'))));
        }
        for (const auto& [name, function] : functions)
            QCOMPARE(rows[name], 1000);
    }

    void ex2IsThatOfEveryFraction()
    {
        Sha256 sum;
        for (std::uint32_t i = 0; i < 1U << 23; ++i) {
            const auto bits = std::bit_cast<std::uint32_t>(ex2Approx(static_cast<float>(i) * 0x1p-23F));
            sum.add({reinterpret_cast<const char*>(&bits), sizeof bits});
        }
        QCOMPARE(QByteArray::fromStdString(sum.digits()), golden().last()[2]);
    }

    // PTX ISA 9.0, tables of special inputs of ex2 and rsqrt; CUDA C++ math API for the functions.
    void specialArguments()
    {
        const float infinity = std::numeric_limits<float>::infinity();
        QCOMPARE(ex2Approx(-infinity), 0.0F);
        QCOMPARE(ex2Approx(infinity), infinity);
        QCOMPARE(ex2Approx(-0.0F), 1.0F);
        QCOMPARE(ex2Approx(-0x1p-149F), 1.0F);
        QCOMPARE(ex2Approx(-126.5F), 0.0F); // flushed
        QCOMPARE(cudaRsqrt(-0.0F), -infinity);
        QCOMPARE(cudaRsqrt(0.0F), infinity);
        QCOMPARE(cudaRsqrt(infinity), 0.0F);
        QCOMPARE(cudaRsqrt(0x1p-148F), 0x1p74F);
        QVERIFY(std::isnan(cudaRsqrt(-1.0F)));
        QCOMPARE(cudaExp(-infinity), 0.0F);
        QCOMPARE(cudaExp(89.0F), infinity);
        QCOMPARE(cudaExp(-103.5F), 0x1p-149F); // e^-103.5 is 0.88 of it
        QCOMPARE(cudaExpm1(-infinity), -1.0F);
        QCOMPARE(cudaExpm1(89.0F), infinity);
        QCOMPARE(cudaLog(0.0F), -infinity);
        QCOMPARE(cudaLog(infinity), infinity);
        QVERIFY(std::isnan(cudaLog(-1.0F)));
        QCOMPARE(cudaLog1p(-1.0F), -infinity);
        QCOMPARE(cudaLog1p(infinity), infinity);
        QVERIFY(std::isnan(cudaLog1p(-1.5F)));
        QCOMPARE(cudaTanh(-infinity), -1.0F);
        QCOMPARE(cudaErf(infinity), 1.0F);
        QCOMPARE(cudaSigmoid(-infinity), 0.0F);
        for (const auto function :
            {cudaExp, cudaExpm1, cudaLog, cudaLog1p, cudaTanh, cudaErf, cudaSigmoid, cudaRsqrt})
            QVERIFY(std::isnan(function(std::numeric_limits<float>::quiet_NaN())));
    }

private:
    static QList<QList<QByteArray>> golden()
    {
        QList<QList<QByteArray>> rows;
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/cuda_functions.csv"));
        if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
            return rows;
        while (!file.atEnd())
            if (const QByteArray line = file.readLine().trimmed(); !line.startsWith('#'))
                rows.append(line.split(','));
        return rows;
    }
};

QTEST_GUILESS_MAIN(TestCudaFunctions)
#include "tst_cuda_functions.moc"
