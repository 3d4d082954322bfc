// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/judge/arithmetic/sum_orders.h"
#include "engine/dtype/formats.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace ulpscope;

namespace {

std::vector<double> normal(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) // of the grid of bfloat16, so that products are exact in float32
        values.push_back((static_cast<int>(random() % 256) - 128) / 64.0);
    return values;
}

const SumOrder& orderOf(const SumOrders& orders, const std::string& accumulator, bool isReversed = false)
{
    for (const SumOrder& order : orders.orders)
        if (order.accumulator == accumulator && order.isReversed == isReversed)
            return order;
    qFatal("no order %s", accumulator.c_str());
}

} // namespace

class TestSumOrders : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        Result<Kernels> kernels = Kernels::load();
        QVERIFY(kernels.ok());
        m_kernels.emplace(*std::move(kernels));
    }

    /// The sum of ones that stops where bfloat16 has no odd numbers any more.
    void aSumOfOnesStopsAt256()
    {
        const Format& bfloat16 = **formatByName("bfloat16");
        const std::vector<double> ones(6000, 1);
        const SumOrders orders = sumOrders(*m_kernels, bfloat16, bfloat16, bfloat16, ones, {});
        QCOMPARE(orders.exact, 6000.0);
        QCOMPARE(orders.exactRounded, 6016.0); // neighbours are 32 apart, and 6000 lies between
        QCOMPARE(orderOf(orders, "sequential:bfloat16").result, 256.0);
        QCOMPARE(orderOf(orders, "sequential:bfloat16").stalledAt, 256);
        QCOMPARE(orderOf(orders, "sequential:bfloat16").errorInUlps, (256.0 - 6000) / 32);
        QCOMPARE(orderOf(orders, "pairwise:bfloat16").result, 6016.0);
        QCOMPARE(orderOf(orders, "chunked:750:bfloat16").result, 2048.0); // 8 parts, each 256
        QCOMPARE(orders.spreadInUlps, (6016.0 - 256) / 32);
    }

    /// Against the same sums in the processor's float.
    void ordersAreThoseOfPlainLoops()
    {
        const Format& bfloat16 = **formatByName("bfloat16");
        const std::vector<double> a = normal(1000, 1);
        const std::vector<double> b = normal(1000, 2);
        const SumOrders orders = sumOrders(*m_kernels, bfloat16, float32Format(), float32Format(), a, b);
        const auto part = [&](std::size_t from, std::size_t to) {
            float sum = 0;
            for (std::size_t i = from; i < to; ++i)
                sum += static_cast<float>(a[i]) * static_cast<float>(b[i]);
            return sum;
        };
        QCOMPARE(orderOf(orders, "sequential:float32").result, static_cast<double>(part(0, 1000)));
        float reversed = 0;
        for (std::size_t i = 1000; i-- > 0;)
            reversed += static_cast<float>(a[i]) * static_cast<float>(b[i]);
        QCOMPARE(orderOf(orders, "sequential:float32", true).result, static_cast<double>(reversed));
        float split = 0;
        for (std::size_t from = 0; from < 1000; from += 250)
            split += part(from, from + 250);
        QCOMPARE(orderOf(orders, "chunked:250:float32").result, static_cast<double>(split));
        double exact = 0; // 15 bits each, and 10 of their number: exact in float64
        for (std::size_t i = 0; i < 1000; ++i)
            exact += a[i] * b[i];
        QCOMPARE(orders.exact, exact);
    }

    /// A batch of one takes split-k, one of eight does not: the sums of one row differ.
    void aBatchOfOneDiffersFromOneOfEight()
    {
        const Format& bfloat16 = **formatByName("bfloat16");
        std::vector<double> a = normal(4096, 3);
        for (std::size_t i = 0; i < a.size(); ++i)
            a[i] *= std::ldexp(1.0, static_cast<int>(i % 24)); // so that float32 has to round
        const SumOrders orders
            = sumOrders(*m_kernels, bfloat16, float32Format(), float32Format(), a, normal(4096, 4));
        QVERIFY(
            orderOf(orders, "sequential:float32").result != orderOf(orders, "chunked:512:float32").result);
        QVERIFY(orders.differentResults > 1);
        QVERIFY(orders.spreadInUlps > 0);
    }

    void whatIsNotFiniteIsCounted()
    {
        const Format& float16 = **formatByName("float16");
        const SumOrders orders
            = sumOrders(*m_kernels, float16, float16, float16, std::vector<double>(4, 60000.0), {});
        QCOMPARE(orders.exact, 240000.0);
        QVERIFY(std::isinf(orderOf(orders, "sequential:float16").result));
        QVERIFY(std::isnan(orderOf(orders, "sequential:float16").errorInUlps));
        QVERIFY(orders.differentResults >= 1);
    }

private:
    std::optional<Kernels> m_kernels;
};

QTEST_GUILESS_MAIN(TestSumOrders)
#include "tst_sum_orders.moc"
