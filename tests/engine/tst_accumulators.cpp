// SPDX-License-Identifier: GPL-3.0-or-later
// Accumulators: published and computed sums (reference/numerics.md, F and C.4), and at every kernel level the bits of
// the plain routine for any shape, mode and special value.
#include "engine/base/philox.h"
#include "engine/dtype/formats.h"
#include "engine/kernels/running_sum.h"
#include "engine/tensor/accumulation_trace.h"
#include "engine/tensor/ops.h"
#include "tests/engine/kernel_levels.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

using namespace ulpscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Accumulator named(const std::string& name)
{
    const Result<Accumulator> accumulator = accumulatorByName(name);
    if (!accumulator)
        qFatal("%s", accumulator.error().text().c_str());
    return *accumulator;
}

double rounded(const Format& format, double value)
{
    return roundToFormat(format, value);
}

bool sameBits(double a, double b)
{
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b)
        || (std::isnan(a) && std::isnan(b));
}

/// Normal numbers over a few binades, one in `rarity` of them something special; 0: none.
Tensor mixed(const Format& format, const Shape& shape, std::uint64_t seed, std::uint32_t rarity)
{
    Tensor tensor(shape, format);
    const std::vector<double> specials{kInfinity, -kInfinity, std::nan(""), 0.0, -0.0, format.maxFinite(),
        format.minSubnormal(), -format.minNormal()};
    for (Index i = 0; i < tensor.size(); ++i) {
        const auto at = static_cast<std::uint64_t>(i);
        const RandomKey key{seed, RandomUse::Dataset, 0, 0};
        const RandomKey more{seed, RandomUse::Dataset, 1, 0};
        double value = std::ldexp(randomNormal(key, at), static_cast<int>(randomBits(more, at) % 8) - 3);
        if (rarity > 0 && randomBits(more, at + 1'000'000) % rarity == 0)
            value = specials[randomBits(more, at + 2'000'000) % specials.size()];
        tensor.set(i, rounded(format, value));
    }
    return tensor;
}

/// e4m3fn operands whose largest magnitude was scaled to 448.
Tensor scaledDraws(const Shape& shape, std::uint64_t seed, double (*draw)(const RandomKey&, std::uint64_t))
{
    const Format& format = *findFormat("float8_e4m3fn");
    const RandomKey key{seed, RandomUse::Dataset, 0, 0};
    std::vector<double> values;
    double amax = 0;
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(shape.elements()); ++i) {
        values.push_back(draw(key, i));
        amax = std::max(amax, std::fabs(values.back()));
    }
    Tensor tensor(shape, format);
    for (std::size_t i = 0; i < values.size(); ++i)
        tensor.set(static_cast<Index>(i), rounded(format, values[i] * (448 / amax)));
    return tensor;
}

double positiveNormal(const RandomKey& key, std::uint64_t i)
{
    return std::fabs(randomNormal(key, i));
}

} // namespace

class TestAccumulators : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase_data() { addKernelLevels(); }

    void init()
    {
        m_kernels.emplace(kernelsOfThisLevel());
        m_arithmetic.emplace(*m_kernels);
    }

    // Formats that a carrier only just holds: exponents below float's, and products among double's subnormals.
    void formatsAtTheEndsOfTheirCarriers()
    {
        const auto productOf = [&](const Format& format, double a, double b, const char* accumulator) {
            Tensor left({1, 1}, format);
            Tensor right({1, 1}, format);
            left.set(0, a);
            right.set(0, b);
            Tensor out;
            matmul(*m_arithmetic, left, right, Transpose::None, *accumulatorByName(accumulator), format, out);
            return out.at(0);
        };
        for (const char* name :
            {"float8_e5m2b140", "float16_e8m7b142", "float10_e8m1b129", "float16_e8m7b128"}) {
            const Format& format = *findFormat(name);
            const double a = roundToFormat(format, std::ldexp(1.25, (format.minExponent() - 2) / 2));
            for (const char* accumulator : {"sequential", "fma-sequential", "kahan", "exact"})
                QVERIFY2(productOf(format, a, a, accumulator) == roundToFormat(format, a * a), name);
        }
        // 1.5 s (1 - 2^-42), a little below a tie, and s (1 - 2^-42): by hand.
        const Format& wide = *findFormat("float34_e11m22");
        const double s = wide.minSubnormal();
        const double above = (1 + 0x1p-21) * 0x1p-522;
        const double below = (1 - 0x1p-21) * 0x1p-522;
        for (const char* accumulator :
            {"sequential", "fma-sequential", "pairwise", "chunked:4", "kahan", "exact"})
            QVERIFY2(productOf(wide, 1.5 * above, below, accumulator) == s, accumulator);
        for (const char* accumulator : {"sequential:toward-zero", "fma-sequential:down", "kahan:toward-zero"})
            QVERIFY2(productOf(wide, above, below, accumulator) == 0, accumulator);
        Tensor left({1}, wide);
        Tensor right({1}, wide);
        left.set(0, 1.5 * above);
        right.set(0, below);
        Tensor out;
        binary(*m_arithmetic, Binary::Multiply, left, right, out);
        QCOMPARE(out.at(0), s);
    }

    void namesReadBack_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("canonical");
        for (const AccumulatorRow& row : accumulatorRows())
            QTest::newRow(row.example.data())
                << QString::fromUtf8(row.example.data(), qsizetype(row.example.size()))
                << QString::fromUtf8(row.example.data(), qsizetype(row.example.size()));
        QTest::newRow("default chunk") << "chunked"
                                       << "chunked:64";
        QTest::newRow("brackets") << "chunked(64)"
                                  << "chunked:64";
        QTest::newRow("brackets and a comma") << "chunked(8, dlfloat16)"
                                              << "chunked:8:dlfloat16";
        QTest::newRow("aliases") << "sequential:f16:rz"
                                 << "sequential:float16:toward-zero";
        QTest::newRow("overflow rule") << "sequential:e4m3fn:keras"
                                       << "sequential:float8_e4m3fn:keras";
        QTest::newRow("stochastic, every bit") << "stochastic:bf16"
                                               << "stochastic:bfloat16";
        QTest::newRow("a mode with its bits") << "kahan:bf16:stochastic-fast:8"
                                              << "kahan:bfloat16:stochastic-fast:8";
    }

    void namesReadBack()
    {
        QFETCH(QString, name);
        QFETCH(QString, canonical);
        QCOMPARE(QString::fromStdString(named(name.toStdString()).name), canonical);
        QCOMPARE(QString::fromStdString(named(canonical.toStdString()).name), canonical);
    }

    void wrongNamesAreExplained_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("message");
        QTest::newRow("kind") << "sequental"
                              << "unknown accumulator 'sequental'; did you mean 'sequential'?";
        QTest::newRow("core") << "hoper-fp8"
                              << "unknown accumulator 'hoper-fp8'; did you mean 'hopper-fp8'?";
        QTest::newRow("format")
            << "sequential:flot16"
            << "unknown format, rounding mode or overflow rule 'flot16'; did you mean 'float16'?";
        QTest::newRow("chunk") << "chunked:0"
                               << "a chunk has from 1 to 1073741824 products";
        QTest::newRow("bits") << "stochastic:99"
                              << "stochastic rounding takes from 1 to 32 random bits";
        QTest::newRow("promotion")
            << "hopper-fp8:promote:100"
            << "'hopper-fp8' can promote after a multiple of 32 products, its group, not after 100";
        QTest::newRow("slices") << "hopper-fp16:slices:0"
                                << "a sum has from 1 to 1073741824 slices";
        QTest::newRow("after a core")
            << "hopper-fp16:slice:3"
            << "after 'hopper-fp16' only ':promote:n' or ':slices:n' can follow, e.g. 'hopper-fp16:promote:128'";
        QTest::newRow("too much") << "exact:float16"
                                  << "'exact' takes nothing after its name";
        QTest::newRow("float64") << "sequential:float64:up"
                                 << "sums in float64 round to nearest even only";
    }

    void wrongNamesAreExplained()
    {
        QFETCH(QString, name);
        QFETCH(QString, message);
        const Result<Accumulator> accumulator = accumulatorByName(name.toStdString());
        QVERIFY(!accumulator.ok());
        QCOMPARE(QString::fromStdString(accumulator.error().text()), message);
    }

    void coresSayWhatTheyMultiply()
    {
        QVERIFY(checkOperands(named("hopper-fp8"), *findFormat("float4_e2m1fn")).ok()); // contained in e4m3fn
        const Status status = checkOperands(named("hopper-fp8"), *findFormat("float16"));
        QVERIFY(!status.ok());
        QCOMPARE(QString::fromStdString(status.error().text()),
            "'hopper-fp8' multiplies float8_e4m3fn, float8_e5m2, which do not hold every float16");
        QVERIFY(!checkOperands(named("int32"), *findFormat("float16")).ok());
    }

    // F.2: sequential sums of a constant stand still.
    void repeatedSumsStagnate_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<double>("term");
        QTest::addColumn<int>("terms");
        QTest::addColumn<double>("sum");
        QTest::addColumn<int>("stalledAt");
        const auto ones = [](const char* format, int limit) {
            QTest::addRow("ones, %s", format)
                << QString(format) << 1.0 << 2 * limit << double(limit) << limit;
        };
        ones("float4_e2m1fn", 4);
        ones("float8_e5m2", 8);
        ones("float6_e3m2fn", 8);
        ones("float8_e4m3fn", 16);
        ones("bfloat16", 256);
        ones("dlfloat16", 1024);
        ones("float16", 2048);
        ones("tf32", 2048);
        QTest::newRow("tenths, float16") << "float16" << 0.1 << 5000 << 256.0 << 2207;
        QTest::newRow("tenths, bfloat16") << "bfloat16" << 0.1 << 5000 << 32.0 << 276;
        QTest::newRow("tenths, float8_e4m3fn") << "float8_e4m3fn" << 0.1 << 100 << 2.0 << 17;
        QTest::newRow("tenths, float8_e5m2") << "float8_e5m2" << 0.1 << 100 << 1.0 << 9;
    }

    void repeatedSumsStagnate()
    {
        QFETCH(QString, format);
        QFETCH(double, term);
        QFETCH(int, terms);
        const Format& row = *findFormat(format.toStdString());
        const std::vector<double> values(static_cast<std::size_t>(terms), rounded(row, term));
        const AccumulationTrace trace = traceSum(*m_arithmetic, row, values, named("sequential"), 50);
        QTEST(trace.result, "sum");
        QTEST(static_cast<int>(trace.stalledAt), "stalledAt");
        QCOMPARE(trace.counts.size(), std::min<std::size_t>(50, values.size()));
        QCOMPARE(trace.counts.back(), terms);
        QCOMPARE(trace.absorbed.value(), terms - trace.stalledAt);
        for (const char* tree : {"pairwise", "chunked:8"}) // terms go into partial sums first
            QVERIFY(!traceSum(*m_arithmetic, row, values, named(tree), 50).absorbed);
        QCOMPARE(trace.exactResult, terms * rounded(row, term));
        QCOMPARE(sum(*m_arithmetic, tensorOf(row, values), named("sequential")), trace.result);
    }

    void float32StopsAtSixteenMillion()
    {
        Tensor ones(Shape{16'777'300}, float32Format());
        ones.copyFrom(std::vector<float>(16'777'300, 1.0F));
        QCOMPARE(sum(*m_arithmetic, ones, named("sequential")), 16'777'216.0);
    }

    // F.3: the harmonic series; n: the first term that changes nothing.
    void harmonicSeriesStops_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("mode");
        QTest::addColumn<double>("sum");
        QTest::addColumn<int>("n");
        const auto add = [](const char* format, double nearest, int n, double towardZero, int nTowardZero) {
            QTest::addRow("%s, nearest", format) << QString(format) << "nearest-even" << nearest << n;
            QTest::addRow("%s, toward zero", format)
                << QString(format) << "toward-zero" << towardZero << nTowardZero;
        };
        add("float16", 7.0859375, 513, 5.74609375, 257);
        add("tf32", 7.0859375, 513, 5.74609375, 257);
        add("bfloat16", 5.0625, 65, 4.0, 41);
        add("dlfloat16", 6.40625, 257, 5.09375, 129);
        add("float8_e5m2", 2.0, 5, 2.0, 5);
        add("float8_e4m3fn", 3.0, 9, 2.0, 5);
        add("float8_e3m4", 3.5, 16, 2.5, 9);
        QTest::newRow("float32, nearest") << "float32"
                                          << "nearest-even" << 15.403682708740234 << 2097152;
        // Rounding up never stands still: it overflows.
        QTest::newRow("float16, up") << "float16"
                                     << "up" << kInfinity << 13910;
        QTest::newRow("bfloat16, up") << "bfloat16"
                                      << "up" << kInfinity << 16148;
    }

    void harmonicSeriesStops()
    {
        QFETCH(QString, format);
        QFETCH(QString, mode);
        QFETCH(double, sum);
        QFETCH(int, n);
        const Format& row = *findFormat(format.toStdString());
        const Accumulator accumulator
            = named("sequential:" + format.toStdString() + ":" + mode.toStdString());
        const AccumulationPlan plan = makePlan(accumulator, row, row);
        RunningSum running(plan);
        double before = -1;
        for (int i = 1; i <= n; ++i) {
            before = running.value();
            QVERIFY2(i == 1 || std::isfinite(before), qPrintable(QString::number(i)));
            running.add(roundToFormat(row, 1.0 / i, accumulator.rounding), 1.0);
            if (running.value() == before)
                QCOMPARE(i, n);
        }
        QCOMPARE(running.value(), sum);
        QVERIFY(std::isinf(sum) || running.value() == before);
    }

    // F.4: Wang et al. 2018.
    void chunksRaiseTheLimit_data()
    {
        QTest::addColumn<QString>("accumulator");
        QTest::addColumn<double>("sum");
        const auto add = [](const char* name, double sum) { QTest::newRow(name) << QString(name) << sum; };
        add("chunked:1:dlfloat16", 1024);
        add("chunked:8:dlfloat16", 8192);
        add("chunked:64:dlfloat16", 65536);
        add("chunked:256:dlfloat16", 131072);
        add("chunked:1:bfloat16", 256);
        add("chunked:8:bfloat16", 2048);
        add("chunked:64:bfloat16", 16384);
        add("chunked:256:bfloat16", 65536);
        add("chunked:1:float16", 2048);
        add("chunked:8:float16", 16384);
        add("chunked:64:float16", kInfinity);
    }

    void chunksRaiseTheLimit()
    {
        QFETCH(QString, accumulator);
        const std::vector<double> ones(131072, 1.0);
        const Format& format = *findFormat(accumulator.section(':', 2).toStdString());
        QTEST(sum(*m_arithmetic, tensorOf(format, ones), named(accumulator.toStdString())), "sum");
    }

    // F.5: an update below half an ulp is lost, a tie goes to even.
    void updatesAreLost_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<double>("update");
        QTest::addColumn<double>("sum");
        QTest::newRow("float16, tie") << "float16" << 0x1p-11 << 1.0;
        QTest::newRow("float16, above the tie") << "float16" << 0x1p-11 * (1 + 0x1p-10) << 1.0009765625;
        QTest::newRow("float16, tie below 1") << "float16" << -0x1p-12 << 1.0;
        QTest::newRow("bfloat16, tie") << "bfloat16" << 0x1p-8 << 1.0;
        QTest::newRow("bfloat16, tie below 1") << "bfloat16" << -0x1p-9 << 1.0;
    }

    void updatesAreLost()
    {
        QFETCH(QString, format);
        QFETCH(double, update);
        const Format& row = *findFormat(format.toStdString());
        QTEST(sum(*m_arithmetic, tensorOf(row, {1.0, update}), named("sequential")), "sum");
        QTEST(sum(*m_arithmetic, tensorOf(row, {1.0, update}), named("fma-sequential")), "sum");
    }

    // F.5 and F.12: 1 - 1000 * 2^-12.
    void kahanKeepsSmallUpdates()
    {
        std::vector<double> values(1001, -0x1p-12);
        values[0] = 1;
        const auto result = [&](const char* format, const char* accumulator) {
            return sum(*m_arithmetic, tensorOf(*findFormat(format), values), named(accumulator));
        };
        QCOMPARE(result("float16", "kahan"), 0.755859375);
        QCOMPARE(result("float16", "sequential"), 1.0);
        QCOMPARE(result("bfloat16", "sequential"), 1.0);
        QCOMPARE(result("float16", "sequential:float32"), 0.755859375);
        QCOMPARE(result("float16", "exact"), 0.755859375);
        double mean = 0;
        for (std::uint64_t seed = 0; seed < 100; ++seed)
            mean += sum(*m_arithmetic, tensorOf(*findFormat("float16"), values), named("stochastic"),
                        {seed, RandomUse::Rounding, 0, 0})
                / 100;
        // One run has a standard deviation below sqrt(1000) * ulp / 2 = 0.0077; five of the mean's.
        QVERIFY2(std::fabs(mean - 0.755859375) < 0.004, qPrintable(QString::number(mean)));
    }

    void kahanOfOnes()
    {
        const std::vector<double> ones(10000, 1.0);
        const Format& half = *findFormat("float16");
        const Format& brain = *findFormat("bfloat16");
        QCOMPARE(sum(*m_arithmetic, tensorOf(half, ones), named("kahan")), 10000.0);
        QCOMPARE(sum(*m_arithmetic, tensorOf(brain, ones), named("kahan")), 9984.0);
        const AccumulationPlan plan = makePlan(named("kahan"), brain, brain);
        RunningSum running(plan);
        for (const double one : ones)
            running.add(one, 1);
        QCOMPARE(running.compensation(), -16.0);
        const AccumulationTrace trace = traceSum(*m_arithmetic, half, ones, named("kahan"), 1000);
        QCOMPARE(trace.stalledAt, -1);
    }

    // F.10: unbiased, where nearest even stops at 256. Mean of 200 runs within three standard errors of 35.
    void stochasticSumsAreUnbiased()
    {
        const Tensor ones = tensorOf(*findFormat("bfloat16"), std::vector<double>(10000, 1.0));
        double mean = 0;
        for (std::uint64_t seed = 0; seed < 200; ++seed)
            mean += sum(*m_arithmetic, ones, named("stochastic:bfloat16"), {seed, RandomUse::Rounding, 0, 0})
                / 200;
        QVERIFY2(std::fabs(mean - 10000) < 3 * 35, qPrintable(QString::number(mean)));
        QCOMPARE(sum(*m_arithmetic, ones, named("sequential")), 256.0);
    }

    // F.11, C.4: what truncation in a Hopper FP8 core costs, in percent; 64 x 64 dot products of operands scaled to use all
    // of e4m3fn. Frozen at this seed (1 %: the C library's logarithms and cosines); the model itself is pinned bit for bit
    // by tests/golden. The table drew other numbers, and where the scale puts sums between powers of two moves the result by
    // up to a tenth.
    void hopperFp8LosesBits_data()
    {
        QTest::addColumn<QString>("data");
        QTest::addColumn<int>("k");
        QTest::addColumn<double>("frozen");
        QTest::addColumn<double>("table");
        QTest::addColumn<double>("frozenPromoted");
        QTest::addColumn<double>("tablePromoted");
        QTest::newRow("|N(0,1)|, 128") << "positive" << 128 << 0.0657 << 0.065 << 0.0657 << 0.065;
        QTest::newRow("|N(0,1)|, 1024") << "positive" << 1024 << 1.5232 << 1.50 << 0.0654 << 0.065;
        QTest::newRow("|N(0,1)|, 4096") << "positive" << 4096 << 7.1212 << 7.1 << 0.0653 << 0.064;
        QTest::newRow("|N(0,1)|, 16384") << "positive" << 16384 << 21.833 << 23.7 << 0.0627 << 0.064;
        QTest::newRow("U(0,1), 4096") << "uniform" << 4096 << 7.4648 << 7.5 << 0.0553 << 0.055;
        QTest::newRow("N(0,1), 4096, Frobenius") << "normal" << 4096 << 0.1348 << 0.14 << 0.0128 << 0.013;
    }

    void hopperFp8LosesBits()
    {
        QFETCH(QString, data);
        QFETCH(int, k);
        QFETCH(double, frozen);
        QFETCH(double, table);
        QFETCH(double, frozenPromoted);
        QFETCH(double, tablePromoted);
        const auto draw = data == "positive" ? positiveNormal
            : data == "uniform"              ? randomUniform
                                             : randomNormal;
        const Tensor a = scaledDraws({64, k}, 1, draw);
        const Tensor b = scaledDraws({k, 64}, 2, draw);
        Tensor exact;
        matmul(*m_arithmetic, a, b, Transpose::None, named("float64"), float64Format(),
            exact); // 8-bit products: exact
        const auto error = [&](const char* accumulator) {
            Tensor product;
            matmul(*m_arithmetic, a, b, Transpose::None, named(accumulator), float64Format(), product);
            double relative = 0;
            double squared = 0;
            double total = 0;
            for (Index i = 0; i < product.size(); ++i) {
                relative += std::fabs(product.at(i) - exact.at(i)) / std::fabs(exact.at(i));
                squared += (product.at(i) - exact.at(i)) * (product.at(i) - exact.at(i));
                total += exact.at(i) * exact.at(i);
            }
            return 100 * (data == "normal" ? std::sqrt(squared / total) : relative / double(product.size()));
        };
        const double fast = error("hopper-fp8");
        QVERIFY2(std::fabs(fast - frozen) <= 0.01 * frozen, qPrintable(QString::number(fast)));
        QVERIFY2(std::fabs(fast - table) <= 0.1 * table, qPrintable(QString::number(fast)));
        const double promoted = error("hopper-fp8:promote:128");
        QVERIFY2(std::fabs(promoted - frozenPromoted) <= 0.01 * frozenPromoted,
            qPrintable(QString::number(promoted)));
        QVERIFY2(std::fabs(promoted - tablePromoted) <= 0.1 * tablePromoted,
            qPrintable(QString::number(promoted)));
    }

    void everyKernelGivesTheBitsOfThePlainRoutine_data();
    void everyKernelGivesTheBitsOfThePlainRoutine();

    void longSumsGoOnAcrossSlabs()
    {
        const Format& format = *findFormat("float8_e4m3fn");
        const Tensor a = mixed(format, {3, 9001}, 5, 0);
        const Tensor b = mixed(format, {9001, 2}, 6, 0);
        for (const char* name : {"sequential:float16", "chunked:1000:float16", "hopper-fp8",
                 "hopper-fp8:promote:128", "hopper-fp8:slices:3", "hopper-mma-fp8"})
            compareWithPlain(a, b, Transpose::None, named(name), {});
    }

    // Slices of 64, 64 and 2 products: each a sum of its own, added in order in float32.
    void slicesAreAddedInFloat32()
    {
        const Format& format = *findFormat("float16");
        const Tensor a = mixed(format, {2, 130}, 7, 0);
        const Tensor b = mixed(format, {130, 3}, 8, 0);
        Tensor sliced;
        matmul(*m_arithmetic, a, b, Transpose::None, named("hopper-fp16:slices:3"), float32Format(), sliced);
        for (Index i = 0; i < 2; ++i)
            for (Index j = 0; j < 3; ++j) {
                float expected = 0;
                for (const auto& [first, end] : {std::pair<Index, Index>{0, 64}, {64, 128}, {128, 130}}) {
                    std::vector<double> left;
                    std::vector<double> right;
                    for (Index p = first; p < end; ++p) {
                        left.push_back(a.at(i * 130 + p));
                        right.push_back(b.at(p * 3 + j));
                    }
                    Tensor product;
                    matmul(*m_arithmetic, tensorOf(format, left, {1, end - first}),
                        tensorOf(format, right, {end - first, 1}), Transpose::None, named("hopper-fp16"),
                        float32Format(), product);
                    expected += static_cast<float>(product.at(0));
                }
                QCOMPARE(static_cast<float>(sliced.at(i * 3 + j)), expected);
            }
        // How cuBLAS cut 4096 products into three: tests/golden/cublas_slices.csv.
        QCOMPARE(sliceWidth(4096, 3), 1408);
        QCOMPARE(sliceWidth(0, 3), 64);
    }

    void nothingSummedIsZero()
    {
        for (const char* name :
            {"sequential", "fma-sequential", "pairwise", "chunked:3", "kahan", "stochastic:4", "exact",
                "hopper-fp16", "hopper-fp16:promote:16", "cdna1-fp16", "float32", "float64"}) {
            Tensor out;
            const Format& half = *findFormat("float16");
            matmul(*m_arithmetic, Tensor({2, 0}, half), Tensor({0, 3}, half), Transpose::None, named(name),
                half, out);
            QVERIFY(out.shape() == (Shape{2, 3}));
            for (Index i = 0; i < 6; ++i)
                QVERIFY2(sameBits(out.at(i), 0), name);
            QVERIFY(traceSum(*m_arithmetic, half, {}, named(name), 10).partial.empty());
        }
    }

    void aResultIsRoundedOnceMore()
    {
        const Format& half = *findFormat("float16");
        const Tensor row = tensorOf(half, {1, 0x1p-11, 0x1p-24}); // above the tie by less than float32 keeps
        Tensor ones(Shape{3, 1}, half);
        for (Index i = 0; i < 3; ++i)
            ones.set(i, 1);
        const auto product = [&](const char* name) {
            Tensor left = tensorOf(half, {1, 0x1p-11, 0x1p-24});
            left.reshape(Shape{1, 3});
            Tensor out;
            matmul(*m_arithmetic, left, ones, Transpose::None, named(name), half, out);
            return out.at(0);
        };
        QCOMPARE(product("exact"), 1.0009765625);
        QCOMPARE(product("sequential:float32"), 1.0);
        Tensor sums;
        Tensor column = tensorOf(half, {1, 0x1p-11, 0x1p-24});
        column.reshape(Shape{3, 1});
        columnSums(*m_arithmetic, column, named("exact"), sums);
        QCOMPARE(sums.at(0), 1.0009765625);
        QCOMPARE(sum(*m_arithmetic, row, named("exact")), 1 + 0x1p-11 + 0x1p-24);
    }

    void tracesEndWhereProductsDo()
    {
        const Format& format = *findFormat("bfloat16");
        const Tensor a = mixed(format, {1, 777}, 3, 0);
        const Tensor b = mixed(format, {777, 1}, 4, 0);
        std::vector<double> left;
        std::vector<double> right;
        for (Index i = 0; i < 777; ++i) {
            left.push_back(a.at(i));
            right.push_back(b.at(i));
        }
        const RandomKey key{9, RandomUse::Rounding, 2, 5};
        for (const char* name : {"float32", "float64", "exact", "sequential", "fma-sequential", "pairwise",
                 "chunked:10", "kahan", "stochastic:8", "hopper-bf16", "hopper-bf16:promote:64"}) {
            Tensor product;
            matmul(*m_arithmetic, a, b, Transpose::None, named(name), float64Format(), product, key);
            const AccumulationTrace trace
                = traceDot(*m_arithmetic, format, left, right, named(name), 100, key);
            QVERIFY2(sameBits(trace.result, product.at(0)), name);
            QCOMPARE(trace.partial.size(), trace.counts.size());
            QCOMPARE(trace.exact.size(), trace.counts.size());
            QVERIFY(std::is_sorted(trace.counts.begin(), trace.counts.end()));
        }
    }

    void infinitiesOfFiniteOperandsAreOverflows()
    {
        const Format& half = *findFormat("float16");
        Tensor out;
        m_arithmetic->counts() = {};
        matmul(*m_arithmetic, tensorOf(half, {60000, 60000}, {1, 2}), tensorOf(half, {1, 1}, {2, 1}),
            Transpose::None, named("sequential"), half, out);
        QVERIFY(std::isinf(out.at(0)));
        QCOMPARE(m_arithmetic->counts().overflows, 1);
    }

private:
    static Tensor tensorOf(const Format& format, const std::vector<double>& values, Shape shape = {})
    {
        Tensor tensor(shape.rank() == 0 ? Shape{static_cast<Index>(values.size())} : shape, format);
        for (std::size_t i = 0; i < values.size(); ++i)
            tensor.set(static_cast<Index>(i), values[i]);
        return tensor;
    }

    void compareWithPlain(const Tensor& a, const Tensor& b, Transpose transpose,
        const Accumulator& accumulator, const RandomKey& key)
    {
        Tensor out;
        matmul(*m_arithmetic, a, b, transpose, accumulator, float64Format(), out, key);
        const Index m = out.rows();
        const Index n = out.columns();
        const Index k = a.size() / m;
        AccumulationPlan plan = makePlan(accumulator, a.format(), b.format(), key, k);
        plan.exactMode = RoundingMode::NearestEven;
        for (Index i = 0; i < m; ++i)
            for (Index j = 0; j < n; ++j) {
                RunningSum plain(plan, {i, j, n, k});
                for (Index p = 0; p < k; ++p)
                    plain.add(a.at(transpose == Transpose::A ? p * m + i : i * k + p),
                        b.at(transpose == Transpose::B ? j * k + p : p * n + j));
                const double expected = plain.value();
                QVERIFY2(sameBits(out.at(i * n + j), expected),
                    qPrintable(QStringLiteral("%1 [%2, %3, %4] at (%5, %6): expected %7, got %8")
                                   .arg(QString::fromStdString(accumulator.name))
                                   .arg(m)
                                   .arg(n)
                                   .arg(k)
                                   .arg(i)
                                   .arg(j)
                                   .arg(expected, 0, 'g', 17)
                                   .arg(out.at(i * n + j), 0, 'g', 17)));
            }
    }

    std::optional<Kernels> m_kernels;
    std::optional<Arithmetic> m_arithmetic;
};

void TestAccumulators::everyKernelGivesTheBitsOfThePlainRoutine_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("accumulator");
    const auto add = [](const std::string& format, const std::string& accumulator) {
        QTest::addRow("%s, %s", format.c_str(), accumulator.c_str())
            << QString::fromStdString(format) << QString::fromStdString(accumulator);
    };
    for (const std::string& format : formatNames())
        for (const char* accumulator : {"sequential", "chunked:7", "fma-sequential"})
            add(format, accumulator);
    for (const char* format :
        {"float8_e4m3fn", "float8_e5m2", "float16", "bfloat16", "tf32", "float32", "float64"})
        for (const char* sum : {"float8_e4m3fn", "float8_e4m3fn:keras", "float16", "bfloat16", "float32",
                 "binary8p1se", "fixed16_8", "float8_e4m3fn:torch-2.13", "float8_e8m0fnu:onnx"})
            add(format, std::string("sequential:") + sum);
    for (const char* mode : {"nearest-away", "toward-zero", "up", "down", "to-odd", "stochastic:8",
             "stochastic-fast:4", "stochastic-fastest:16"})
        for (const char* format : {"float16", "bfloat16", "float32"})
            add(format, std::string("sequential:") + mode);
    for (const char* format : {"float16", "bfloat16", "float32", "float64", "float8_e5m2"})
        for (const char* accumulator :
            {"pairwise", "kahan", "exact", "kahan:float32", "fma-sequential:float32"})
            add(format, accumulator);
    for (const char* accumulator : {"stochastic", "pairwise:up", "kahan:stochastic:8",
             "chunked:5:toward-zero", "fma-sequential:down", "fma-sequential:bfloat16:stochastic:4"})
        add("float16", accumulator);
    add("int8", "int32");
    add("fixed16_12", "int32");
    for (const TensorCore& core : tensorCores())
        for (const std::string_view input : core.inputs)
            if (!input.empty()) {
                add(std::string(input), std::string(core.name));
                add(std::string(input), std::string(core.name) + ":promote:64");
                add(std::string(input), std::string(core.name) + ":slices:2");
            }
}

void TestAccumulators::everyKernelGivesTheBitsOfThePlainRoutine()
{
    QFETCH(QString, format);
    QFETCH(QString, accumulator);
    const Format& row = *findFormat(format.toStdString());
    const RandomKey key{20261120, RandomUse::Rounding, 3, 9};
    struct Extents
    {
        Index m, n, k;
    };
    for (const std::uint32_t rarity : {0U, 400U, 20U})
        for (const auto& [m, n, k] : {Extents{5, 37, 133}, Extents{1, 1, 70}, Extents{3, 2, 1}}) {
            const Transpose transpose = rarity == 0 ? Transpose::None
                : rarity == 20                      ? Transpose::A
                                                    : Transpose::B;
            const Tensor a = mixed(row, transpose == Transpose::A ? Shape{k, m} : Shape{m, k}, 1, rarity);
            const Tensor b = mixed(row, transpose == Transpose::B ? Shape{n, k} : Shape{k, n}, 2, rarity);
            compareWithPlain(a, b, transpose, named(accumulator.toStdString()), key);
        }
}

QTEST_GUILESS_MAIN(TestAccumulators)
#include "tst_accumulators.moc"
