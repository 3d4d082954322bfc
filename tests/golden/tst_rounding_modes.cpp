// SPDX-License-Identifier: GPL-3.0-or-later
// Every rounding mode: against gfloat, the plain routine against the kernels at each level, and the definitions of
// stochastic rounding counted over all their random integers. Formats by rule: against the published tables of IEEE P3109.
#include "engine/dtype/encoding.h"
#include "engine/dtype/formats.h"
#include "engine/tensor/ops.h"

#include <QFile>
#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace ulpscope;

namespace {

struct Row
{
    int line = 0;
    QStringList cells;
};

QList<Row> readRows(const char* name)
{
    QFile file(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/golden/") + QLatin1String(name));
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        QTest::qFail(qPrintable(file.fileName() + QStringLiteral(" cannot be read")), __FILE__, __LINE__);
    QList<Row> rows;
    for (int line = 1; !file.atEnd(); ++line)
        if (const QString text = QString::fromLatin1(file.readLine()).trimmed(); !text.startsWith(u'#'))
            rows.append({line, text.split(u',')});
    return rows;
}

double fromHex(const QString& text)
{
    if (text == QLatin1String("nan"))
        return std::numeric_limits<double>::quiet_NaN();
    bool ok = false;
    const quint64 bits = text.toULongLong(&ok, 16);
    if (!ok)
        QTest::qFail(qPrintable(text + QStringLiteral(" is not hexadecimal")), __FILE__, __LINE__);
    return std::bit_cast<double>(bits);
}

bool same(double a, double b)
{
    return (std::isnan(a) && std::isnan(b))
        || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// In the order of the columns of rounding_modes.csv.
const std::vector<RoundingMode>& deterministicModes()
{
    static const std::vector<RoundingMode> modes = [] {
        std::vector<RoundingMode> found;
        for (const RoundingModeRow& row : roundingModes())
            if (!isStochastic(row.mode))
                found.push_back(row.mode);
        return found;
    }();
    return modes;
}

constexpr std::array kStochastic{
    RoundingMode::Stochastic, RoundingMode::StochasticFast, RoundingMode::StochasticFastest};

// gfloat's `sat`: everything beyond becomes the largest.
constexpr OverflowRule kSaturateAll{
    .name = "saturate all", .finite = Beyond::Largest, .infinite = Beyond::Largest};

std::vector<Kernels> everyLevel()
{
    std::vector<Kernels> levels;
    for (const std::string& level : Kernels::availableLevels())
        levels.push_back(std::move(Kernels::load(level)).value());
    return levels;
}

Tensor tensorOf(const Format& format, const std::vector<double>& values)
{
    Tensor tensor({static_cast<Index>(values.size())}, format);
    for (std::size_t i = 0; i < values.size(); ++i)
        tensor.set(static_cast<Index>(i), values[i]);
    return tensor;
}

/// Values that try every path: all magnitudes around the format's range, ties, values of the format, specials.
std::vector<double> trials(const Format& format, bool asFloat32, std::mt19937_64& generator, int count)
{
    std::vector<double> values{0.0, -0.0, std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()};
    const int low = std::max(format.minExponent() - format.mantissaBits - 4, asFloat32 ? -149 : -1074);
    const int high = std::min(format.maxExponent() + 3, asFloat32 ? 127 : 1023);
    std::uniform_int_distribution<int> exponents(low, high);
    std::uniform_real_distribution<double> significands(1, 2);
    for (int i = 0; i < count; ++i) {
        double value = std::ldexp(significands(generator), exponents(generator));
        if (i % 4 == 1) { // a tie or a value of the format
            value = std::ldexp(std::floor(std::ldexp(value, format.mantissaBits + 1 - std::ilogb(value))),
                std::ilogb(value) - format.mantissaBits - 1);
        }
        if (i % 2 == 1)
            value = -value;
        if (asFloat32)
            value = static_cast<double>(static_cast<float>(value));
        values.push_back(value);
    }
    return values;
}

const std::vector<const char*> kFormatsOfEachKind{"float32", "tf32", "bfloat16", "float16", "dlfloat16",
    "float8_e5m2", "float8_e4m3fn", "float8_e3m4", "float8_e4m3fnuz", "float8_e8m0fnu", "float6_e2m3fn",
    "float4_e2m1fn", "binary8p1se", "binary8p3ue", "binary16p8se", "binary10p4sf", "float16_e8m7b128",
    "float36_e11m24", "float9_e5m3f", "fixed16_12", "int8", "int4"};

} // namespace

class TestRoundingModes : public QObject
{
    Q_OBJECT

private slots:
    void formatsByRuleAreThoseOfP3109()
    {
        std::size_t found = 0;
        for (const Row& row : readRows("p3109_tables.csv")) {
            const Format* format = findFormat(row.cells[0].toStdString());
            QVERIFY2(format, qPrintable(row.cells[0]));
            QCOMPARE(qint64{1} << format->bits(), row.cells[1].toLongLong());
            std::uint64_t digest = 0xCBF29CE484222325;
            for (std::uint64_t code = 0; code >> format->bits() == 0; ++code) {
                const double value = decode(*format, code);
                const auto bits
                    = std::isnan(value) ? 0x7FF8000000000000 : std::bit_cast<std::uint64_t>(value);
                for (int byte = 0; byte < 64; byte += 8)
                    digest = (digest ^ ((bits >> byte) & 0xFF)) * 0x100000001B3;
            }
            QVERIFY2(digest == row.cells[2].toULongLong(nullptr, 16), qPrintable(row.cells[0]));
            ++found;
        }
        QVERIFY(found > 400);
        QCOMPARE(p3109Formats().size(), found); // no more and no fewer than float64 can hold
    }

    // The midpoint between the largest value and what would come next, as the specifications and ml_dtypes have it.
    void overflowBeginsWhereItShould_data()
    {
        QTest::addColumn<double>("midpoint");
        QTest::addColumn<bool>("stays"); // at the midpoint: a tie to the even code
        const auto row
            = [](const char* name, double midpoint, bool stays) { QTest::newRow(name) << midpoint << stays; };
        row("float16", 65520, false);
        row("bfloat16", std::ldexp(0x1.FFp0, 127), false);
        row("float8_e5m2", 61440, false);
        row("float8_e4m3fn", 464, true);
        row("float8_e4m3", 248, false);
        row("float8_e3m4", 15.75, false);
        row("float8_e4m3fnuz", 248, false);
        row("float8_e5m2fnuz", 61440, false);
        row("float8_e4m3b11fnuz", 31, false);
        row("binary8p4se", 232, true);
        row("binary8p3se", 53248, true);
        row("float6_e3m2fn", 30, true); // saturates anyway
        row("float6_e2m3fn", 7.75, true);
        row("float4_e2m1fn", 7, true);
    }

    void overflowBeginsWhereItShould()
    {
        QFETCH(double, midpoint);
        QFETCH(bool, stays);
        const Format& format = *findFormat(QTest::currentDataTag());
        const double largest = format.maxFinite();
        const double infinity = std::numeric_limits<double>::infinity();
        const bool saturates = !format.hasInfinity() && !format.hasNan();
        QCOMPARE(roundToFormat(format, std::nextafter(midpoint, 0)), largest);
        QCOMPARE(std::isfinite(roundToFormat(format, midpoint)), stays);
        QCOMPARE(std::isfinite(roundToFormat(format, std::nextafter(midpoint, infinity))), saturates);
        // Half of the smallest value is lost, a little more is kept, and ties go to even.
        const double tiny = format.minSubnormal();
        QCOMPARE(roundToFormat(format, tiny / 2), 0.0);
        QCOMPARE(roundToFormat(format, std::nextafter(tiny / 2, 1)), tiny);
        QCOMPARE(roundToFormat(format, 1.5 * tiny), 2 * tiny);
        QCOMPARE(roundToFormat(format, 2.5 * tiny), 2 * tiny);
        QCOMPARE(roundToFormat(format, format.minNormal() - tiny / 2), format.minNormal());
    }

    void plainRoutineMatchesGfloat()
    {
        int compared = 0;
        for (const Row& row : readRows("rounding_modes.csv")) {
            const Format& format = *findFormat(row.cells[0].toStdString());
            const double value = fromHex(row.cells[1]);
            for (std::size_t i = 0; i < 2 * deterministicModes().size(); ++i) {
                const QString& cell = row.cells[static_cast<qsizetype>(i) + 2];
                if (cell == QLatin1String("-"))
                    continue;
                Rounding rounding{.mode = deterministicModes()[i % deterministicModes().size()]};
                if (i >= deterministicModes().size())
                    rounding.overflow = &kSaturateAll;
                const double result = roundToFormat(format, value, rounding);
                QVERIFY2(same(result, fromHex(cell)),
                    qPrintable(QStringLiteral("rounding_modes.csv:%1 column %2: got %3")
                                   .arg(row.line)
                                   .arg(i + 3)
                                   .arg(result, 0, 'g', 17)));
                ++compared;
            }
        }
        QVERIFY(compared > 30000);
    }

    void plainRoutineMatchesGfloatStochastically()
    {
        int compared = 0;
        for (const Row& row : readRows("stochastic_rounding.csv")) {
            const Format& format = *findFormat(row.cells[0].toStdString());
            for (std::size_t i = 0; i < kStochastic.size(); ++i) {
                const QString& cell = row.cells[static_cast<qsizetype>(i) + 4];
                if (cell == QLatin1String("-"))
                    continue;
                const double result = roundToFormat(format, fromHex(row.cells[1]),
                    {.mode = kStochastic[i], .randomBits = row.cells[2].toInt()}, row.cells[3].toULongLong());
                QVERIFY2(same(result, fromHex(cell)),
                    qPrintable(QStringLiteral("stochastic_rounding.csv:%1").arg(row.line)));
                ++compared;
            }
        }
        QVERIFY(compared > 10000);
    }

    // P(up) over all 2^N integers R is what the definition says, exactly.
    void stochasticProbabilitiesAreTheDefinitions()
    {
        const Format& format = *findFormat("float8_e4m3fn");
        for (const int n : {1, 4, 8, 16}) {
            const std::int64_t all = std::int64_t{1} << n;
            for (const double delta :
                {0.0, 0x1p-20, 0.1, 0.25, 1.0 / 3, 0.5, 0.5 + 0x1p-9, 0.7, 1 - 0x1p-17, 1 - 0x1p-30}) {
                const double value = -(1 + delta / 8); // between -1 and -1.125
                std::array<std::int64_t, 3> up{};
                for (std::int64_t r = 0; r < all; ++r)
                    for (std::size_t i = 0; i < kStochastic.size(); ++i)
                        up[i] += roundToFormat(format, value, {.mode = kStochastic[i], .randomBits = n},
                                     static_cast<std::uint64_t>(r))
                                == -1.125
                            ? 1
                            : 0;
                const double scaled = delta * static_cast<double>(all); // exact: a power of two
                QCOMPARE(up[0], static_cast<std::int64_t>(std::nearbyint(scaled)));
                QCOMPARE(up[1], static_cast<std::int64_t>(std::floor((std::floor(2 * scaled) + 1) / 2)));
                QCOMPARE(up[2], static_cast<std::int64_t>(std::floor(scaled)));
            }
        }
    }

    void kernelsRoundAsThePlainRoutine_data()
    {
        QTest::addColumn<bool>("fromFloat32");
        for (const char* name : kFormatsOfEachKind) {
            QTest::addRow("float32 to %s", name) << true;
            QTest::addRow("float64 to %s", name) << false;
        }
    }

    void kernelsRoundAsThePlainRoutine()
    {
        QFETCH(bool, fromFloat32);
        const Format& format
            = *findFormat(QByteArray(QTest::currentDataTag()).split(' ').last().toStdString());
        std::mt19937_64 generator(7);
        const std::vector<double> values = trials(format, fromFloat32, generator, 1001);
        const Tensor in = tensorOf(fromFloat32 ? float32Format() : float64Format(), values);
        const std::vector<Kernels> levels = everyLevel();
        for (const RoundingModeRow& mode : roundingModes()) {
            std::vector<Rounding> roundings{
                {.mode = mode.mode, .flushInputs = true}, {.mode = mode.mode, .flushOutputs = true}};
            for (const OverflowRule& rule : overflowRules())
                roundings.push_back({.mode = mode.mode, .randomBits = 8, .overflow = &rule});
            for (const int n : {1, 4, 7, 13, 16, 24})
                if (isStochastic(mode.mode))
                    roundings.push_back({.mode = mode.mode, .randomBits = n});
            for (const Rounding& rounding : roundings) {
                checkCast(levels, in, values, format, rounding, fromFloat32);
                if (QTest::currentTestFailed())
                    return;
            }
        }
    }

    // What is drawn for an element depends on key and element alone.
    void drawsDoNotDependOnHowATensorIsCut()
    {
        std::mt19937_64 generator(3);
        const Format& format = *findFormat("bfloat16");
        const std::vector<double> values = trials(format, true, generator, 2000);
        const RandomKey key{.seed = 5, .use = RandomUse::Rounding, .stream = 9, .step = 11};
        for (const int n : {8, 16, 24}) {
            const Rounding rounding{.mode = RoundingMode::Stochastic, .randomBits = n};
            std::vector<Tensor> results;
            for (const Kernels& kernels : everyLevel()) {
                Arithmetic arithmetic(kernels);
                Tensor longer;
                Tensor shorter;
                cast(arithmetic, tensorOf(float32Format(), values), format, longer, rounding, key);
                cast(arithmetic, tensorOf(float32Format(), {values.begin(), values.begin() + 777}), format,
                    shorter, rounding, key);
                for (Index i = 0; i < shorter.size(); ++i)
                    QVERIFY(same(shorter.at(i), longer.at(i)));
                results.push_back(std::move(longer));
            }
            for (const Tensor& result : results)
                for (Index i = 0; i < result.size(); ++i)
                    QVERIFY(same(result.at(i), results.front().at(i)));
        }
    }

    void randomFormatsRoundAsRoundingShould()
    {
        std::mt19937_64 generator(20261120);
        const auto upTo
            = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(generator); };
        int tried = 0;
        while (tried < 120) {
            const std::array<const char*, 6> flags{"", "fn", "f", "fnuz", "fnu", "fu"};
            const QString name = QStringLiteral("e%1m%2b%3%4")
                                     .arg(upTo(1, 9))
                                     .arg(upTo(0, 16))
                                     .arg(upTo(-20, 150))
                                     .arg(QLatin1String(flags[static_cast<std::size_t>(upTo(0, 5))]));
            const Format* format = findFormat(name.toStdString());
            if (!format)
                continue;
            ++tried;
            for (const RoundingModeRow& mode : roundingModes()) {
                const Rounding rounding{.mode = mode.mode, .randomBits = 8, .overflow = &kSaturateAll};
                const std::uint64_t random = generator() & 0xFF; // one R for all, so that order can be judged
                std::vector<double> values = trials(*format, false, generator, 300);
                values.erase(values.begin(), values.begin() + 5);
                std::sort(values.begin(), values.end());
                double before = -std::numeric_limits<double>::infinity();
                for (const double value : values) {
                    if (!format->isSigned && value < 0)
                        continue;
                    const double result = roundToFormat(*format, value, rounding, random);
                    const auto where = QStringLiteral("%1 %2 of %3")
                                           .arg(name, QLatin1String(mode.name.data()))
                                           .arg(value, 0, 'g', 17);
                    QVERIFY2(
                        same(roundToFormat(*format, result, rounding, random), result), qPrintable(where));
                    if (!isStochastic(mode.mode) || value >= 0)
                        QVERIFY2(isStochastic(mode.mode) || result >= before, qPrintable(where)); // monotone
                    before = result;
                    if (format->isSigned && mode.mode != RoundingMode::Up && mode.mode != RoundingMode::Down)
                        QVERIFY2(
                            roundToFormat(*format, -value, rounding, random) == -result, qPrintable(where));
                    // Never past a neighbour: nothing of the format lies strictly between value and result.
                    if (result < value && result < format->maxFinite())
                        QVERIFY2(nextUp(*format, result) >= value, qPrintable(where));
                    if (result > value && result > format->lowest())
                        QVERIFY2(nextDown(*format, result) <= value, qPrintable(where));
                }
            }
        }
    }

    void everyPairOfEightBitOperands_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"float8_e5m2", "float8_e4m3fn", "float8_e4m3", "float8_e3m4",
                 "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e4m3b11fnuz", "float8_e8m0fnu"})
            QTest::addRow("%s", name) << QString::fromLatin1(name);
    }

    void everyPairOfEightBitOperands();

private:
    static void checkCast(const std::vector<Kernels>& levels, const Tensor& in,
        const std::vector<double>& values, const Format& format, const Rounding& rounding, bool fromFloat32)
    {
        const RandomKey key{.seed = 42, .use = RandomUse::Rounding, .stream = 3, .step = 17};
        // The carrier's significand is all there is: 24 bits where a float is rounded in place, else 53.
        Rounding plain = rounding;
        if (rounding.randomBits == kAllRandomBits)
            plain.randomBits = fromFloat32 && carrierOf(format) == Carrier::Float ? 24 : 53;
        std::vector<double> expected;
        for (std::size_t i = 0; i < values.size(); ++i)
            expected.push_back(roundToFormat(format, values[i], plain,
                isStochastic(rounding.mode) ? roundingBits(key, i, plain.randomBits) : std::uint64_t{0}));
        for (const Kernels& kernels : levels) {
            Arithmetic arithmetic(kernels);
            Tensor out;
            cast(arithmetic, in, format, out, rounding, key);
            for (std::size_t i = 0; i < values.size(); ++i)
                if (const double result = out.at(static_cast<Index>(i)); !same(result, expected[i]))
                    QFAIL(qPrintable(QStringLiteral("%1 %2 %3, N %4, element %5: %6 gave %7, expected %8")
                                         .arg(QString::fromStdString(kernels.level()),
                                             QLatin1String(text(rounding.mode).data()),
                                             QLatin1String(rounding.overflow->name.data()))
                                         .arg(rounding.randomBits)
                                         .arg(i)
                                         .arg(values[i], 0, 'g', 17)
                                         .arg(result, 0, 'g', 17)
                                         .arg(expected[i], 0, 'g', 17)));
        }
    }
};

namespace {

/// a / b of short operands as a double whose last digit tells whether there is more: by integers, unlike the kernels.
double oddQuotient(double a, double b)
{
    int ea = 0;
    int eb = 0;
    const auto ma = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(a), &ea), 8));
    const auto mb = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(b), &eb), 8));
    const std::uint64_t quotient = (ma << 50) / mb | ((ma << 50) % mb != 0 ? 1 : 0);
    const double magnitude = std::ldexp(static_cast<double>(quotient), ea - eb - 50);
    return std::signbit(a) != std::signbit(b) ? -magnitude : magnitude;
}

double oddResult(Binary op, double a, double b)
{
    switch (op) {
    case Binary::Add:
    case Binary::Subtract: {
        const double other = op == Binary::Add ? b : -b;
        const double sum = a + other;
        // Exact but for powers of two very far apart (E8M0): then the smaller one only tells that there is more.
        const double larger = std::max(std::fabs(a), std::fabs(b));
        const double smaller = std::min(std::fabs(a), std::fabs(b));
        if (!std::isfinite(sum) || smaller == 0 || std::ilogb(larger) - std::ilogb(smaller) < 45)
            return sum;
        const bool grows = std::signbit(a) == std::signbit(other);
        const double limit = std::nextafter(larger, grows ? std::numeric_limits<double>::infinity() : 0.0);
        return std::copysign(limit, std::fabs(a) > std::fabs(other) ? a : other);
    }
    case Binary::Multiply:
        return a * b; // at most 10 digits
    case Binary::Divide:
        return std::isfinite(a) && std::isfinite(b) && a != 0 && b != 0 ? oddQuotient(a, b) : a / b;
    }
    return 0;
}

} // namespace

void TestRoundingModes::everyPairOfEightBitOperands()
{
    QFETCH(QString, name);
    const Format& format = *findFormat(name.toStdString());
    std::vector<double> left;
    std::vector<double> right;
    for (std::uint64_t i = 0; i < 256; ++i)
        for (std::uint64_t j = 0; j < 256; ++j) {
            left.push_back(decode(format, i));
            right.push_back(decode(format, j));
        }
    const Tensor a = tensorOf(format, left);
    const Tensor b = tensorOf(format, right);
    const std::vector<Kernels> levels = everyLevel();
    for (const RoundingMode mode : deterministicModes())
        for (const Binary op : {Binary::Add, Binary::Subtract, Binary::Multiply, Binary::Divide}) {
            std::vector<double> expected;
            for (std::size_t i = 0; i < left.size(); ++i)
                expected.push_back(roundToFormat(format, oddResult(op, left[i], right[i]), {.mode = mode}));
            for (const Kernels& kernels : levels) {
                Arithmetic arithmetic(kernels);
                Tensor out;
                binary(arithmetic, op, a, b, out, {.mode = mode});
                for (std::size_t i = 0; i < left.size(); ++i)
                    if (const double result = out.at(static_cast<Index>(i)); !same(result, expected[i]))
                        QFAIL(qPrintable(QStringLiteral("%1 %2 op %3: %4, %5 gave %6, expected %7")
                                             .arg(QString::fromStdString(kernels.level()),
                                                 QLatin1String(text(mode).data()))
                                             .arg(static_cast<int>(op))
                                             .arg(left[i])
                                             .arg(right[i])
                                             .arg(result)
                                             .arg(expected[i])));
            }
        }
}

QTEST_GUILESS_MAIN(TestRoundingModes)
#include "tst_rounding_modes.moc"
