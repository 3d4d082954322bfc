// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's base: Philox, parameter checks, names, numbers as text.
#include "engine/base/closest_name.h"
#include "engine/base/config.h"
#include "engine/base/id.h"
#include "engine/base/number_text.h"
#include "engine/base/philox.h"
#include "engine/base/sha256.h"
#include "engine/data/dataset.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

using namespace ulpscope;

namespace {

using RowId = Id<struct RowTag>;
using ColumnId = Id<struct ColumnTag, std::uint16_t>;
// What makes them worth having: none becomes another, or a number, or comes from one unasked.
static_assert(!std::is_constructible_v<RowId, ColumnId> && !std::is_convertible_v<RowId, std::size_t>);
static_assert(!std::is_convertible_v<int, RowId> && !std::is_convertible_v<std::size_t, RowId>);
static_assert(!std::is_invocable_v<std::equal_to<>, RowId, ColumnId>);
static_assert(sizeof(ColumnId) == 2);

} // namespace

class TestBase : public QObject
{
    Q_OBJECT

private slots:
    void philoxGivesThePublishedVectors()
    {
        // Known answers of the authors' own library, Random123, for philox4x32 with 10 rounds.
        using Block = std::array<std::uint32_t, 4>;
        constexpr std::uint32_t kOnes = 0xffffffff;
        QCOMPARE(philox4x32({0, 0, 0, 0}, {0, 0}), (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
        QCOMPARE(philox4x32({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
        QCOMPARE(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
    }

    void anIdIsAnIndexInItsOrder()
    {
        QCOMPARE(RowId().index(), std::size_t{0});
        QCOMPARE(ColumnId(65535).index(), std::size_t{65535});
        QVERIFY(RowId(3) < RowId(4) && RowId(3) == RowId(3) && RowId(3) != RowId(4));
    }

    void streamsOfDifferentUseDiffer()
    {
        const RandomKey a{1, RandomUse::Initializer, 0, 0};
        const RandomKey b{1, RandomUse::Shuffle, 0, 0};
        const RandomKey c{1, RandomUse::Initializer, 1, 0};
        const RandomKey d{1, RandomUse::Initializer, 0, 1};
        for (const RandomKey& other : {b, c, d})
            QVERIFY(randomBits(a, 0) != randomBits(other, 0));
    }

    void normalDrawsHaveMeanZeroAndVarianceOne()
    {
        const RandomKey key{3, RandomUse::Initializer, 0, 0};
        constexpr int kDraws = 100'000;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < kDraws; ++i) {
            const double x = randomNormal(key, static_cast<std::uint64_t>(i));
            sum += x;
            squares += x * x;
        }
        // five standard errors: 5 / sqrt(n) and 5 sqrt(2 / n)
        QVERIFY(std::fabs(sum / kDraws) < 0.016);
        QVERIFY(std::fabs(squares / kDraws - 1) < 0.023);
    }

    void everyEpochIsAPermutation()
    {
        BatchOrder order(10, 4, 1);
        QCOMPARE(order.stepsPerEpoch(), 3);
        std::vector<std::vector<std::int64_t>> epochs;
        for (std::int64_t epoch = 0; epoch < 2; ++epoch) {
            std::vector<std::int64_t> seen;
            for (std::int64_t step = 0; step < 3; ++step) {
                const auto& batch = order.batch(epoch * 3 + step);
                QCOMPARE(batch.size(), step == 2 ? std::size_t{2} : std::size_t{4});
                seen.insert(seen.end(), batch.begin(), batch.end());
            }
            epochs.push_back(seen);
            std::sort(seen.begin(), seen.end());
            for (std::int64_t i = 0; i < 10; ++i)
                QCOMPARE(seen[static_cast<std::size_t>(i)], i);
        }
        QVERIFY(epochs[0] != epochs[1]);
    }

    void parametersAreCheckedWithTheirPlace_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("message");
        QTest::newRow("below the minimum") << "units" << 0 << "units: expected an integer >= 1, got 0";
        QTest::newRow("wrong type") << "units" << 1 << "units: expected an integer >= 1, got \"16\"";
        QTest::newRow("unknown key") << "unit" << 0 << "unit: unknown key 'unit'; did you mean 'units'?";
        QTest::newRow("unknown choice")
            << "activation" << 2 << "activation: unknown choice 'rellu'; did you mean 'relu'?";
        QTest::newRow("NaN is no number") << "rate" << 3 << "rate: expected a number in [0, 1], got NaN";
        QTest::newRow("missing") << "" << 0 << "units: missing: expected an integer >= 1";
    }

    void parametersAreCheckedWithTheirPlace()
    {
        QFETCH(QString, name);
        QFETCH(int, kind);
        QFETCH(QString, message);
        const std::vector<ParameterSpec> specs{{.name = "units",
                                                   .defaultValue = std::int64_t{1},
                                                   .description = "",
                                                   .minimum = 1,
                                                   .isRequired = true},
            {.name = "activation",
                .defaultValue = std::string("linear"),
                .description = "",
                .choices = {"linear", "relu"}},
            {.name = "rate", .defaultValue = 0.5, .description = "", .minimum = 0, .maximum = 1}};
        const std::array<ParameterValue, 4> values{std::int64_t{0}, std::string("16"), std::string("rellu"),
            std::numeric_limits<double>::quiet_NaN()};
        Config config;
        if (name != QStringLiteral("units") && name != QStringLiteral("unit") && !name.isEmpty())
            config.set("units", std::int64_t{4});
        if (!name.isEmpty())
            config.set(name.toStdString(), values.at(static_cast<std::size_t>(kind)));
        const Result<Config> checked = checkConfig(config, specs);
        QVERIFY(!checked.ok());
        QCOMPARE(QString::fromStdString(checked.error().text()), message);
    }

    void anIntegerIsTakenForANumberAndDefaultsAreFilledIn()
    {
        const Result<Config> checked = checkConfig(
            {{"rate", std::int64_t{1}}}, {{"units", std::int64_t{7}, ""}, {"rate", 0.5, "", 0, 1}});
        QCOMPARE(checked->number("rate"), 1.0);
        QCOMPARE(checked->integer("units"), 7);
    }

    void numbersReadBackExactly_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        QTest::newRow("one tenth") << 0.1 << "0.1";
        QTest::newRow("smallest subnormal") << 0x1p-1074 << "5e-324";
        QTest::newRow("minus zero") << -0.0 << "-0";
        QTest::newRow("infinity") << std::numeric_limits<double>::infinity() << "Infinity";
    }

    void numbersReadBackExactly()
    {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(shortestText(value)), text);
        const std::optional<double> back = parseNumber(text.toStdString());
        QVERIFY(back.has_value());
        QCOMPARE(std::signbit(*back), std::signbit(value));
        QVERIFY(*back == value);
    }

    void textThatIsNoNumberIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "+", "--1", "1x", "0x", "1e", " 1", "nano", "1,5"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }

    void textThatIsNoNumberIsRefused()
    {
        QFETCH(QString, text);
        QVERIFY(!parseNumber(text.toStdString()).has_value());
    }

    void percentsNeverReadAsNothingOrAll()
    {
        QCOMPARE(percentText(0), std::string("0 %"));
        QCOMPARE(percentText(0.0009), std::string("< 0.1 %"));
        QCOMPARE(percentText(86.96), std::string("87.0 %"));
        QCOMPARE(percentText(99.8), std::string("99.8 %"));
        QCOMPARE(percentText(99.96), std::string("> 99.9 %"));
        QCOMPARE(percentText(100), std::string("100 %"));
        QCOMPARE(percentText(std::nan("")), std::string("NaN"));
    }

    void usesTheSingularForOne()
    {
        QCOMPARE(counted(1, "step"), std::string("1 step"));
        QCOMPARE(counted(0, "step"), std::string("0 steps"));
        QCOMPARE(counted(2, "class", "classes"), std::string("2 classes"));
        QCOMPARE(counted(1, "class", "classes"), std::string("1 class"));
    }

    /// The examples of NIST's CSRC for FIPS 180-4, and lengths around a block's end by coreutils' sha256sum.
    void bytesAreNamedBySha256()
    {
        const auto digits = [](const std::string& bytes) {
            Sha256 sum;
            sum.add(bytes);
            return sum.digits();
        };
        QCOMPARE(digits(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
        QCOMPARE(
            digits("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE(digits("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            std::string("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"));
        QCOMPARE(digits(std::string(1'000'000, 'a')),
            std::string("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"));
        QCOMPARE(digits(std::string(55, 'a')),
            std::string("9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"));
        QCOMPARE(digits(std::string(64, 'a')),
            std::string("ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"));
        Sha256 parts;
        for (int i = 0; i < 1000; ++i)
            parts.add(std::string(1000, 'a'));
        QCOMPARE(parts.digits(), digits(std::string(1'000'000, 'a')));
    }

    void hexFloatsAndExtremesAreRead()
    {
        QCOMPARE(*parseNumber("0x1.8p-3"), 0.1875);
        QCOMPARE(*parseNumber("-0x10"), -16.0);
        QVERIFY(std::isinf(*parseNumber("1e999")));
        QVERIFY(std::isnan(*parseNumber("-NaN")));
    }
};

QTEST_GUILESS_MAIN(TestBase)
#include "tst_base.moc"
