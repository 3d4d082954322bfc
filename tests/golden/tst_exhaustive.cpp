// SPDX-License-Identifier: GPL-3.0-or-later
// The rounding kernels of every level against the plain routine over the bits of float32: about 17 million of
// them by default, and all 2^32 with ULPSCOPE_EXHAUSTIVE=1 (label slow).
#include "engine/dtype/formats.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/kernel_table.h"
#include "engine/kernels/kernels.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <vector>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

using namespace ulpscope;

#if defined(__x86_64__)
// The processor's own conversion.
__attribute__((target("f16c"))) float throughF16c(float value)
{
    return _cvtsh_ss(_cvtss_sh(value, _MM_FROUND_TO_NEAREST_INT));
}
#endif

class TestExhaustive : public QObject
{
    Q_OBJECT

private slots:
    void float16IsTheProcessorsOwn();
    void kernelsRoundAsThePlainRoutine_data();
    void kernelsRoundAsThePlainRoutine();
};

void TestExhaustive::kernelsRoundAsThePlainRoutine_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"float16", "bfloat16", "float8_e4m3fn", "float8_e5m2", "tf32",
             "float16_e8m7b128", "float8_e8m0fnu", "binary8p1se", "float8_e4m3fnuz", "float4_e2m1fn"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestExhaustive::kernelsRoundAsThePlainRoutine()
{
    QFETCH(QString, name);
    const Format* format = findFormat(name.toStdString());
    QVERIFY(format);
    std::vector<Kernels> levels;
    for (const std::string& level : Kernels::availableLevels()) {
        Result<Kernels> kernels = Kernels::load(level);
        QVERIFY2(kernels.ok(), level.c_str());
        levels.push_back(std::move(kernels).value());
    }
    QVERIFY(!levels.empty());

    // 257 is coprime to 2^32: each exponent, and each pattern of low bits, gets its share.
    const std::uint64_t stride = qEnvironmentVariableIntValue("ULPSCOPE_EXHAUSTIVE") == 1 ? 1 : 257;
    constexpr std::uint64_t kAllBits = std::uint64_t{1} << 32;
    constexpr std::size_t kBlock = std::size_t{1} << 16;
    const Grid<float> grid = makeGrid<float>(*format);
    std::vector<float> in;
    std::vector<float> expected;
    std::vector<float> out(kBlock);
    in.reserve(kBlock);
    expected.reserve(kBlock);
    for (std::uint64_t bits = 0; bits < kAllBits;) {
        in.clear();
        expected.clear();
        for (; in.size() < kBlock && bits < kAllBits; bits += stride) {
            in.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
            expected.push_back(static_cast<float>(roundToFormat(*format, static_cast<double>(in.back()))));
        }
        for (const Kernels& kernels : levels) {
            RoundingCounts counts;
            kernels.table().f32.round(in.data(), out.data(), static_cast<Index>(in.size()), grid, &counts);
            for (std::size_t i = 0; i < in.size(); ++i) {
                const bool bothNan = std::isnan(out[i]) && std::isnan(expected[i])
                    && std::signbit(out[i]) == std::signbit(expected[i]);
                if (!bothNan
                    && std::bit_cast<std::uint32_t>(out[i]) != std::bit_cast<std::uint32_t>(expected[i]))
                    QFAIL(qPrintable(QStringLiteral("%1: input %2 (%3) gave %4, expected %5")
                                         .arg(QString::fromStdString(kernels.level()))
                                         .arg(std::bit_cast<std::uint32_t>(in[i]), 8, 16, QLatin1Char('0'))
                                         .arg(static_cast<double>(in[i]))
                                         .arg(static_cast<double>(out[i]))
                                         .arg(static_cast<double>(expected[i]))));
            }
        }
    }
}

void TestExhaustive::float16IsTheProcessorsOwn()
{
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("f16c"))
        QSKIP("this processor has no F16C");
    const std::uint64_t stride = qEnvironmentVariableIntValue("ULPSCOPE_EXHAUSTIVE") == 1 ? 1 : 257;
    constexpr std::size_t kBlock = std::size_t{1} << 16;
    const Result<Kernels> kernels = Kernels::load();
    QVERIFY(kernels.ok());
    const Grid<float> grid = makeGrid<float>(*findFormat("float16"));
    std::vector<float> in;
    std::vector<float> out(kBlock);
    for (std::uint64_t bits = 0; bits >> 32 == 0;) {
        in.clear();
        for (; in.size() < kBlock && bits >> 32 == 0; bits += stride)
            in.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        kernels->table().f32.round(in.data(), out.data(), static_cast<Index>(in.size()), grid, nullptr);
        for (std::size_t i = 0; i < in.size(); ++i) {
            const float expected = throughF16c(in[i]);
            QVERIFY(std::isnan(expected)
                    ? std::isnan(out[i])
                    : std::bit_cast<std::uint32_t>(out[i]) == std::bit_cast<std::uint32_t>(expected));
        }
    }
#else
    QSKIP("for x86-64");
#endif
}

QTEST_GUILESS_MAIN(TestExhaustive)
#include "tst_exhaustive.moc"
