// SPDX-License-Identifier: GPL-3.0-or-later
// What formats would lose of hostile numbers, at each kernel level, against the definitions in plain code: one number after the
// other by roundToFormat() or one array by quantizeArray(), then castStatistics() and sums in that order.
#include "app/judge/arithmetic/would_lose.h"
#include "engine/base/percent.h"
#include "engine/dtype/block_array.h"
#include "engine/dtype/formats.h"
#include "engine/policy/overrides.h"
#include "engine/policy/recipe.h"
#include "engine/probe/cast_statistics.h"
#include "engine/scaling/tensor_scaling.h"
#include "tests/engine/kernel_levels.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>

using namespace ulpscope;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Around the pieces in which the fast way goes, and none, one and odd ones.
constexpr std::array<std::size_t, 8> kSizes{0, 1, 7, 8, 2047, 2048, 2049, 4103};

WouldLose plainLoss(std::span<const double> before, std::span<const double> after, const Format* element)
{
    const CastStatistics s = castStatistics(before, after, element);
    std::int64_t finite = 0;
    std::int64_t compared = 0;
    double signal = 0;
    double noise = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
        const double x = before[i];
        finite += std::isfinite(x) ? 1 : 0;
        if (!std::isfinite(x) || !std::isfinite(after[i]))
            continue;
        ++compared;
        signal += x * x;
        noise += (x - after[i]) * (x - after[i]);
    }
    WouldLose result;
    result.flushedPercent = percent(s.underflows, s.elements - s.zeros);
    result.overflowPercent = percent(s.overflows, finite);
    result.saturatedPercent = percent(s.saturations, finite);
    result.relativeError = compared == 0 ? kNan : noise == 0 ? 0 : std::sqrt(noise / signal);
    result.sqnr = s.sqnr;
    result.maxUlpError = element != nullptr && compared > 0 ? s.maxUlpError : kNan;
    return result;
}

bool isSame(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// All the same but for the order of two sums of n squares: each is within n 2^-53 of the exact one, relatively, and so the
/// root of their quotient within as much, and 10 log10 of it within 20 / ln 10 times that.
bool isLoss(const WouldLose& actual, const WouldLose& expected, std::size_t n)
{
    const double bound = (static_cast<double>(n) + 4) * 0x1p-52;
    const auto isNear
        = [](double a, double b, double atMost) { return isSame(a, b) || std::fabs(a - b) <= atMost; };
    return isSame(actual.flushedPercent, expected.flushedPercent)
        && isSame(actual.overflowPercent, expected.overflowPercent)
        && isSame(actual.saturatedPercent, expected.saturatedPercent)
        && isSame(actual.maxUlpError, expected.maxUlpError)
        && isNear(actual.relativeError, expected.relativeError, bound * expected.relativeError)
        && isNear(actual.sqnr, expected.sqnr, 20 / std::log(10) * bound);
}

QString textOf(const WouldLose& loss)
{
    return QStringLiteral("%1 %2 %3 %4 %5 %6")
        .arg(loss.flushedPercent, 0, 'g', 17)
        .arg(loss.overflowPercent, 0, 'g', 17)
        .arg(loss.saturatedPercent, 0, 'g', 17)
        .arg(loss.relativeError, 0, 'g', 17)
        .arg(loss.sqnr, 0, 'g', 17)
        .arg(loss.maxUlpError, 0, 'g', 17);
}

QByteArray difference(const Result<WouldLose>& actual, const WouldLose& expected, const QString& where)
{
    return (where + QStringLiteral(": ")
        + (actual ? textOf(*actual) : QString::fromStdString(actual.error().text()))
        + QStringLiteral(", plainly ") + textOf(expected))
        .toUtf8();
}

/// What rounding to the format may get wrong: its ends and those of its neighbours, halves of steps, and what is no number.
std::vector<double> hostileValues(const Format& format)
{
    std::vector<double> values{0.0, -0.0, kInfinity, kNan, std::bit_cast<double>(0x7FF0'0000'2000'0000U),
        std::bit_cast<double>(0xFFF8'0000'6000'0000U), 0x1p-149, 0x1.8p-127, 0x1p-126, 0x1.fffffep+127};
    const double step = format.epsilon();
    for (const double x : {format.maxFinite(), format.lowest(), format.minNormal(), format.minSubnormal(),
             1.0, 1.5, 1 + step / 2, 1 + step * 1.5, 1 + step / 2 + 0x1p-23}) {
        for (const double factor :
            {1.0, 0.5, 0.75, 1.5, 2.0, 1 - 0x1p-24, 1 + 0x1p-23, 1 + step / 4, 1 + step / 2})
            values.push_back(x * factor);
        values.push_back(x + (x + step) / 2);
    }
    const std::size_t positive = values.size();
    for (std::size_t i = 0; i < positive; ++i)
        values.push_back(-values[i]);
    return values;
}

enum class Stored : std::uint8_t { Float32, Float64 };

/// Of no kind in particular, with stretches without anything special, so that both ways of a piece are gone.
TensorSnapshot hostileTensor(std::size_t n, const Format& format, Stored stored)
{
    TensorSnapshot tensor;
    tensor.format = stored == Stored::Float32 ? &float32Format() : &float64Format();
    const std::vector<double> special = hostileValues(format);
    const RandomKey key{n, RandomUse::Dataset, 0, 0};
    for (std::size_t i = 0; i < n; ++i) {
        const int exponent = static_cast<int>(randomBits(key, i / 37) % 60) - 30;
        double x = std::ldexp(randomNormal(key, i + 1'000'000), exponent);
        if (i < 2 * special.size() || n < 1000)
            x = i % 3 == 0 ? x : special[(i + n) % special.size()];
        if (stored == Stored::Float64 && i % 97 == 5)
            x = std::array{1e300, -std::numeric_limits<double>::max(), 0x1p-1074, 0x1.8p-1023}[i / 97 % 4];
        tensor.values.push_back(stored == Stored::Float32 ? static_cast<double>(static_cast<float>(x)) : x);
    }
    tensor.shape = Shape{static_cast<Index>(n)};
    return tensor;
}

std::vector<double> roundedPlainly(
    std::span<const double> values, const Format& format, const Rounding& rounding)
{
    std::vector<double> after;
    for (const double x : values)
        after.push_back(roundToFormat(format, x, rounding));
    return after;
}

/// In the tensor's own type: float32 where that has its values.
std::vector<double> quantizedPlainly(const TensorSnapshot& tensor, const BlockFormat& format,
    std::span<const std::int64_t> shape, int axis, const BlockOptions& options = {})
{
    std::vector<float> narrow;
    ArrayView view{shape, std::span<const double>(tensor.values)};
    if (contains(float32Format(), *tensor.format)) {
        narrow.assign(tensor.values.begin(), tensor.values.end());
        view.values = std::span<const float>(narrow);
    }
    return std::visit([](const auto& values) { return std::vector<double>(values.begin(), values.end()); },
        quantizeArray(view, format, axis, options)->values);
}

std::vector<std::string> allFormats()
{
    std::vector<std::string> names = formatNames();
    for (const char* own : {"float10_e4m5fn", "float16_e8m7b128", "float24_e11m12", "float24_e11m12b1024",
             "float7_e5m2fu", "float4_e1m2f", "binary8p3se", "binary8p1ue", "binary10p4sf", "binary8p8ue",
             "fixed16_12", "fixed8_8", "fixed25_0"})
        names.emplace_back(own);
    return names;
}

} // namespace

class TestWouldLose : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase_data() { addKernelLevels(); }
    void init() { m_kernels = kernelsOfThisLevel(); }

    void inEveryFormatAndRule()
    {
        for (const std::string& name : allFormats()) {
            const Format* format = findFormat(name);
            QVERIFY2(format != nullptr, name.c_str());
            for (const OverflowRule& rule : overflowRules())
                for (const Stored stored : {Stored::Float32, Stored::Float64})
                    for (const std::size_t n : kSizes) {
                        const TensorSnapshot tensor = hostileTensor(n, *format, stored);
                        const Result<WouldLose> actual = wouldLose(tensor, name, *m_kernels, rule);
                        const WouldLose expected = plainLoss(tensor.values,
                            roundedPlainly(tensor.values, *format, {.overflow = &rule}), format);
                        QVERIFY2(actual && isLoss(*actual, expected, n),
                            difference(actual, expected,
                                QStringLiteral("%1 %2 of %3").arg(name.c_str(), rule.name.data()).arg(n)));
                    }
        }
    }

    void inEveryMode()
    {
        for (const std::string& format : allFormats())
            for (const RoundingModeRow& mode : roundingModes()) {
                const std::string name
                    = format + ':' + std::string(mode.name) + (isStochastic(mode.mode) ? ":8" : "");
                const CastTarget target = *castTargetByName(name, true);
                const TensorSnapshot tensor = hostileTensor(2500, *target.format, Stored::Float32);
                const Result<WouldLose> actual = wouldLose(tensor, name, *m_kernels);
                const WouldLose expected = plainLoss(tensor.values,
                    roundedPlainly(tensor.values, *target.format, target.rounding), target.format);
                QVERIFY2(actual && isLoss(*actual, expected, tensor.values.size()),
                    difference(actual, expected, QString::fromStdString(name)));
            }
    }

    void inEveryBlockFormat()
    {
        std::vector<std::string> names = blockFormatNames();
        for (const char* other : {"mxfp8:rceil", "mxfp8:even:64", "mxfp6:16x16", "mxfp4:row", "nvfp4:16x16",
                 "nvfp4:row", "int8_symmetric:channel", "int8_symmetric:tensor", "mxfp8:100"})
            names.emplace_back(other);
        const std::vector<std::vector<std::int64_t>> shapes{{1}, {31}, {0}, {4103}, {3, 1}, {5, 48},
            {3, 1001}, {2, 3, 40}, {0, 8}, {3, 0}, {1, 70003}, {2, 65537}};
        for (const std::string& name : names) {
            const Result<BlockFormat> format = blockFormatByName(name);
            QVERIFY2(format.ok(), name.c_str());
            for (const std::vector<std::int64_t>& shape : shapes)
                for (const Stored stored : {Stored::Float32, Stored::Float64}) {
                    std::size_t n = 1;
                    for (const std::int64_t extent : shape)
                        n *= static_cast<std::size_t>(extent);
                    TensorSnapshot tensor = hostileTensor(n, *format->element, stored);
                    if (n == 1001 * 3 || n > 60'000) // else one NaN is a whole NVFP4 tensor's
                        for (double& x : tensor.values)
                            x = std::isfinite(x) && std::fabs(x) < 1e30 ? x : 3;
                    tensor.shape = {};
                    for (const std::int64_t extent : shape)
                        tensor.shape.append(extent);
                    const QString where
                        = QStringLiteral("%1 of %2").arg(name.c_str(), tensor.shape.text().c_str());
                    const Result<WouldLose> actual = wouldLose(tensor, name, *m_kernels);
                    if (!layOutBlocks(format->block, shape, -1)) {
                        QVERIFY2(!actual && actual.error().place == name, qPrintable(where));
                        continue;
                    }
                    const WouldLose expected
                        = plainLoss(tensor.values, quantizedPlainly(tensor, *format, shape, -1), nullptr);
                    QVERIFY2(actual && isLoss(*actual, expected, n), difference(actual, expected, where));
                }
        }
    }

    void underEveryRecipe()
    {
        struct Role
        {
            TensorRole role;
            NumericsOverride setting;
            int axis;
        };
        for (const Role& role : {Role{TensorRole::Input, NumericsOverride::ForwardInput, 1},
                 Role{TensorRole::Weight, NumericsOverride::ForwardKernel, 0},
                 Role{TensorRole::OutputGradient, NumericsOverride::InputGradientOutputGradient, 1}})
            for (const RecipeClass& recipe : recipeCatalog().subspan(1))
                for (const Stored stored : {Stored::Float32, Stored::Float64}) {
                    TensorSnapshot tensor = hostileTensor(64 * 48, *findFormat("float8_e4m3fn"), stored);
                    tensor.shape = Shape{64, 48};
                    tensor.name.role = role.role;
                    const Recipe made = *makeRecipe({recipe.name, {}});
                    const Result<std::vector<WouldLose>> rows
                        = wouldLoseUnder(tensor, {recipe.name, {}}, *m_kernels);
                    QVERIFY2(rows.ok(), recipe.name.c_str());
                    if (!made.operands[role.setting] || made.scaling)
                        continue;
                    const CastTarget target = *castTargetByName(*made.operands[role.setting], true);
                    if (target.isTransformed)
                        continue;
                    const std::array<std::int64_t, 2> shape{64, 48};
                    const WouldLose expected = target.block
                        ? plainLoss(tensor.values,
                            quantizedPlainly(tensor, *target.block, shape, role.axis,
                                {.mode = target.rounding.mode,
                                    .randomBits = target.rounding.randomBits,
                                    .key = {1, RandomUse::Rounding, 0, 0}}),
                            nullptr)
                        : plainLoss(tensor.values,
                            roundedPlainly(tensor.values, *target.format, target.rounding), target.format);
                    QVERIFY2(isLoss(rows->front(), expected, tensor.values.size()),
                        difference(rows->front(), expected, QString::fromStdString(recipe.name)));
                }
    }

    /// As Dense scales by a stored scale: each product in float32.
    void underADelayedScale()
    {
        for (const double limit : {1e4, 1e30, kInfinity}) {
            TensorSnapshot tensor = hostileTensor(4103, *findFormat("float8_e4m3fn"), Stored::Float64);
            tensor.shape = Shape{1, 4103};
            tensor.name.role = TensorRole::Weight;
            for (double& x : tensor.values)
                x = std::fabs(x) < limit ? x : kNan;
            double amax = 0;
            for (const double x : tensor.values)
                amax = std::fmax(amax, std::fabs(x));
            const Format& e4m3 = *findFormat("float8_e4m3fn");
            TensorScaling scaling
                = makeTensorScaling("tensor", *makeRecipe({"te_delayed", {}})->scaling, e4m3.maxFinite());
            scaling.observe(static_cast<float>(amax));
            scaling.commit(StepOutcome::Applied);
            const float scale = scaling.scale();
            std::vector<double> after;
            for (const double x : tensor.values) {
                const float scaled = static_cast<float>(x) * scale;
                const auto stored8 = static_cast<float>(
                    roundToFormat(e4m3, static_cast<double>(scaled), {.overflow = findOverflowRule("te")}));
                after.push_back(static_cast<double>(stored8 * (1 / scale)));
            }
            const Result<std::vector<WouldLose>> rows
                = wouldLoseUnder(tensor, {"te_delayed", {}}, *m_kernels);
            QVERIFY(rows.ok());
            const WouldLose expected = plainLoss(tensor.values, after, nullptr);
            QVERIFY2(isLoss(rows->front(), expected, after.size()),
                difference(rows->front(), expected, QStringLiteral("te_delayed")));
        }
    }

    /// Lanes and pieces set the order of sums, whatever the vectors' width.
    void levelsAgree()
    {
        const Result<Kernels> lowest = Kernels::load(Kernels::availableLevels().back());
        QVERIFY(lowest.ok());
        const TensorSnapshot tensor = hostileTensor(20'011, *findFormat("float16"), Stored::Float32);
        for (const std::string& format : commonTrainingFormats()) {
            const WouldLose here = *wouldLose(tensor, format, *m_kernels);
            const WouldLose there = *wouldLose(tensor, format, *lowest);
            QVERIFY2(textOf(here) == textOf(there), difference(here, there, QString::fromStdString(format)));
        }
    }

private:
    std::optional<Kernels> m_kernels;
};

QTEST_GUILESS_MAIN(TestWouldLose)
#include "tst_would_lose.moc"
