// SPDX-License-Identifier: GPL-3.0-or-later
// Products that several threads compute in parts have the bits and the counts of those that one computes.
#include "engine/dtype/formats.h"
#include "engine/tensor/cast_loss.h"
#include "engine/tensor/ops.h"
#include "engine/tensor/product_parts.h"

#include <QTest>

#include <array>
#include <atomic>
#include <cmath>

using namespace ulpscope;

namespace {

Tensor filled(const Shape& shape, const Format& format)
{
    Tensor x(shape, format);
    for (Index i = 0; i < x.size(); ++i)
        x.set(i,
            roundToFormat(
                format, std::sin(static_cast<double>(i) * 0.7) * std::exp2(static_cast<double>(i % 9))));
    return x;
}

bool haveSameBits(const Tensor& a, const Tensor& b)
{
    for (Index i = 0; i < a.size(); ++i)
        if (std::bit_cast<std::uint64_t>(a.at(i)) != std::bit_cast<std::uint64_t>(b.at(i)))
            return false;
    return a.shape() == b.shape();
}

} // namespace

class TestProductParts : public QObject
{
    Q_OBJECT

private slots:
    void partsHaveTheBitsOfTheWhole_data()
    {
        QTest::addColumn<int>("transpose");
        QTest::addColumn<QList<int>>("extents");
        QTest::addColumn<QString>("format");
        const QList<QList<int>> shapes{
            {1400, 90, 60}, {90, 1400, 60}, {64, 1024, 100}, {8000, 3, 300}, {3, 8000, 300}};
        for (int transpose = 0; transpose < 3; ++transpose)
            for (const QList<int>& extents : shapes)
                for (const char* format : {"bfloat16", "float64"})
                    QTest::addRow("%d %dx%dx%d %s", transpose, extents[0], extents[1], extents[2], format)
                        << transpose << extents << QString::fromLatin1(format);
    }
    void partsHaveTheBitsOfTheWhole()
    {
        QFETCH(int, transpose);
        QFETCH(QList<int>, extents);
        QFETCH(QString, format);
        const Format& of = *findFormat(format.toStdString());
        const auto how = static_cast<Transpose>(transpose);
        const Index m = extents[0], n = extents[1], k = extents[2];
        const Tensor a = filled(how == Transpose::A ? Shape{k, m} : Shape{m, k}, of);
        const Tensor b = filled(how == Transpose::B ? Shape{n, k} : Shape{k, n}, of);
        Tensor uncast = filled(b.shape(), carrierFormat(of));
        for (Index i = 0; i < uncast.size(); i += 5)
            uncast.set(i, 0x1p-140); // nothing is left of it in bfloat16
        Team team(3);
        const auto products = [&](Team* helpers, RoundingCounts& counts) {
            Arithmetic arithmetic(*m_kernels);
            arithmetic.setTeam(helpers);
            std::vector<Tensor> made(4);
            matmul(arithmetic, a, b, how, made[0]);
            matmulCasting(arithmetic, a, uncast, how, true, made[1]);
            const bool isNarrow = of == *findFormat("bfloat16");
            matmul(arithmetic, a, b, how, *accumulatorByName(isNarrow ? "hopper-bf16" : "sequential"), of,
                made[2]);
            if (m == 64) // the draws of a larger product take long
                matmul(arithmetic, a, b, how, *accumulatorByName("stochastic:8:bfloat16"), of, made[3],
                    {.seed = 3});
            counts = arithmetic.counts();
            return made;
        };
        RoundingCounts alone;
        RoundingCounts together;
        const std::vector<Tensor> whole = products(nullptr, alone);
        const std::vector<Tensor> parts = products(&team, together);
        for (std::size_t i = 0; i < whole.size(); ++i)
            QVERIFY2(haveSameBits(whole[i], parts[i]), qPrintable(QString::number(i)));
        QVERIFY(alone.underflows > 0 || of == float64Format());
        QCOMPARE(together.nonFinite, alone.nonFinite);
        QCOMPARE(together.underflows, alone.underflows);
        QCOMPARE(together.overflows, alone.overflows);
    }

    /// Else the tests above would compare the whole with itself.
    void largeProductsAreDivided()
    {
        Team team(3);
        Arithmetic arithmetic(*m_kernels);
        arithmetic.setTeam(&team);
        for (const auto& [m, n, k] : {std::array{64, 1024, 100}, {1400, 90, 60}, {8000, 3, 300}}) {
            std::atomic<int> parts = 0;
            std::atomic<Index> outputs = 0;
            forParts(arithmetic, m, n, k, 32, true, [&](const ResultPart& part, Index) {
                ++parts;
                outputs += part.rows * part.columns;
            });
            QVERIFY(parts > 1);
            QCOMPARE(outputs, Index{m} * n);
        }
    }

    void aPartThatFailsIsHeardOf()
    {
        Team team(2);
        std::atomic<int> done = 0;
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, team.share(9, [&](std::int64_t part) {
            if (part == 4)
                throw std::runtime_error("4");
            ++done;
        }));
        QCOMPARE(done, 8);
    }

    void severalThreadsAsk()
    {
        Team team(2);
        std::atomic<int> done = 0;
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                for (int k = 0; k < 200; ++k)
                    team.share(5, [&](std::int64_t) { ++done; });
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(done, 4 * 200 * 5);
    }

private:
    Result<Kernels> m_kernels = Kernels::load();
};

QTEST_GUILESS_MAIN(TestProductParts)
#include "tst_product_parts.moc"
