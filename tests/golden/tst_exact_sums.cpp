// SPDX-License-Identifier: GPL-3.0-or-later
// The exact accumulator against rational arithmetic (make_exact_sums.py beside this file).
#include "engine/dtype/formats.h"
#include "engine/kernels/exact_sum.h"
#include "engine/tensor/ops.h"

#include <QFile>
#include <QTest>

#include <bit>
#include <cmath>

using namespace ulpscope;

namespace {

constexpr qsizetype kDigits = 16;

double valueOf(const QByteArray& digits)
{
    return std::bit_cast<double>(static_cast<std::uint64_t>(digits.toULongLong(nullptr, 16)));
}

std::vector<double> valuesOf(const QByteArray& digits)
{
    std::vector<double> values;
    for (qsizetype i = 0; i < digits.size(); i += kDigits)
        values.push_back(valueOf(digits.mid(i, kDigits)));
    return values;
}

bool isSame(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b)
        || (std::isnan(a) && std::isnan(b));
}

} // namespace

class TestExactSums : public QObject
{
    Q_OBJECT

private slots:
    void sumsAreThoseOfRationalArithmetic()
    {
        QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/exact_sums.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly | QIODevice::Text));
        const Result<Kernels> kernels = Kernels::load();
        QVERIFY(kernels.ok());
        Arithmetic arithmetic(*kernels);
        int rows = 0;
        for (int line = 1; !file.atEnd(); ++line) {
            const QByteArray text = file.readLine().trimmed();
            if (text.startsWith('#'))
                continue;
            ++rows;
            const QList<QByteArray> cells = text.split(',');
            const std::vector<double> a = valuesOf(cells[0]);
            const std::vector<double> b = valuesOf(cells[1]);
            ExactSum sum;
            for (std::size_t i = 0; i < a.size(); ++i)
                sum.addProduct(a[i], b[i]);
            const std::pair<RoundingMode, int> modes[]{{RoundingMode::NearestEven, 2},
                {RoundingMode::TowardZero, 3}, {RoundingMode::Up, 4}, {RoundingMode::Down, 5}};
            for (const auto& [mode, cell] : modes)
                QVERIFY2(isSame(sum.rounded(mode), valueOf(cells[cell])),
                    qPrintable(QStringLiteral("line %1, %2: %3 instead of %4")
                                   .arg(line)
                                   .arg(QString::fromUtf8(cells[6]))
                                   .arg(sum.rounded(mode), 0, 'g', 17)
                                   .arg(valueOf(cells[cell]), 0, 'g', 17)));
            const auto k = static_cast<Index>(a.size());
            Tensor left({1, k}, float64Format());
            Tensor right({k, 1}, float64Format());
            for (Index i = 0; i < k; ++i) {
                left.set(i, a[static_cast<std::size_t>(i)]);
                right.set(i, b[static_cast<std::size_t>(i)]);
            }
            Tensor product;
            matmul(arithmetic, left, right, Transpose::None, *accumulatorByName("exact"), float64Format(),
                product);
            QVERIFY2(
                isSame(product.at(0), valueOf(cells[2])), qPrintable(QStringLiteral("line %1").arg(line)));
        }
        QVERIFY(rows > 100);
    }
};

QTEST_GUILESS_MAIN(TestExactSums)
#include "tst_exact_sums.moc"
