// SPDX-License-Identifier: GPL-3.0-or-later
// Curves of very many samples: what a stretch of them reaches, and that the picture shows just that.
#include "engine/base/philox.h"
#include "ui/look/models/trace_data.h"
#include "ui/look/trace.h"

#include <QImage>
#include <QTest>

#include <cmath>
#include <limits>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kSteps = 1000; ///< pixels that the axis is wide
const QColor kInk(200, 0, 0);

/// Noise with a gap now and then.
TraceData noise(int samples)
{
    const RandomKey key{1, RandomUse::Dataset, 0, 0};
    TraceData data;
    for (int i = 0; i < samples; ++i) {
        const auto at = static_cast<std::uint64_t>(i);
        data.append(i, randomBits(key, at) % 16 == 0 ? kNan : randomNormal(key, at));
    }
    return data;
}

TraceData::Range plainRange(const TraceData& data, qsizetype begin, qsizetype end)
{
    TraceData::Range range;
    for (qsizetype i = begin; i < end; ++i)
        if (const double value = data.values()[i]; !std::isnan(value))
            range.add({value, value});
    return range;
}

/// As noise, but for steps that lie one to nine apart, and now and then a thousand.
TraceData unevenNoise(int samples)
{
    const RandomKey key{3, RandomUse::Dataset, 0, 0};
    TraceData data;
    double step = 0;
    for (int i = 0; i < samples; ++i) {
        const auto at = static_cast<std::uint64_t>(i);
        const std::uint64_t bits = randomBits(key, at);
        step += bits % 256 == 0 ? 1000 : 1 + double(bits % 9);
        data.append(step, bits % 16 == 1 ? kNan : randomNormal(key, at));
    }
    return data;
}

/// A plot that is one axis rect, a pixel a step of [0, kSteps) and 20 pixels a unit of [-10, 10].
class Canvas
{
public:
    Canvas(const TraceData& data, double stepsPerPixel)
    {
        m_plot.plotLayout()->setMargins(QMargins());
        m_plot.axisRect()->setAutoMargins(QCP::msNone);
        m_plot.axisRect()->setMargins(QMargins());
        for (QCPAxis* axis : m_plot.axisRect()->axes()) {
            axis->setVisible(false);
            axis->grid()->setVisible(false);
        }
        m_plot.xAxis->setRange(0, kSteps * stepsPerPixel);
        m_plot.yAxis->setRange(-10, 10);
        m_trace = new Trace(*m_plot.xAxis, *m_plot.yAxis, data); // the plot's
        m_trace->setPen(QPen(kInk, 1));
        m_trace->setAntialiased(false);
    }

    QCustomPlot& plot() { return m_plot; }
    Trace& trace() { return *m_trace; }
    QImage image() { return m_plot.toPixmap(int(kSteps), 400).toImage(); }
    int row(double value) const { return int(std::floor((10 - value) * 20)); }

private:
    QCustomPlot m_plot;
    Trace* m_trace;
};

constexpr int kInked = 128; ///< green below it
constexpr int kPale = 230; ///< too

bool isInked(const QImage& image, int x, int y, int limit = kInked)
{
    return image.pixelColor(x, y).green() < limit;
}

/// Whether there is ink no further than `reach` pixels away in either direction.
bool isInkedAround(const QImage& image, int x, int y, int reach)
{
    for (int i = std::max(0, x - reach); i <= std::min(image.width() - 1, x + reach); ++i)
        for (int j = std::max(0, y - reach); j <= std::min(image.height() - 1, y + reach); ++j)
            if (isInked(image, i, j))
                return true;
    return false;
}

/// Inked pixels of `image` that have no ink of the other one around them.
int inkFarFrom(const QImage& other, const QImage& image, int reach)
{
    int far = 0;
    for (int x = 0; x < image.width(); ++x)
        for (int y = 0; y < image.height(); ++y)
            far += isInked(image, x, y) && !isInkedAround(other, x, y, reach) ? 1 : 0;
    return far;
}

int inkedColumns(const QImage& image, int limit = kInked)
{
    int columns = 0;
    for (int x = 0; x < image.width(); ++x) {
        bool hasInk = false;
        for (int y = 0; y < image.height() && !hasInk; ++y)
            hasInk = isInked(image, x, y, limit);
        columns += hasInk ? 1 : 0;
    }
    return columns;
}

} // namespace

class TestTrace : public QObject
{
    Q_OBJECT

private slots:
    void aStretchReachesAsFarAsItsSamples()
    {
        const RandomKey key{2, RandomUse::Dataset, 0, 0};
        for (const int samples : {1, 7, 8, 9, 63, 64, 65, 512, 5000}) {
            const TraceData data = noise(samples);
            for (std::uint64_t i = 0; i < 400; ++i) {
                const auto a = static_cast<qsizetype>(randomBits(key, 2 * i) % (std::uint64_t(samples) + 1));
                const auto b
                    = static_cast<qsizetype>(randomBits(key, 2 * i + 1) % (std::uint64_t(samples) + 1));
                const TraceData::Range range = data.range(std::min(a, b), std::max(a, b));
                const TraceData::Range plain = plainRange(data, std::min(a, b), std::max(a, b));
                QCOMPARE(range.low, plain.low);
                QCOMPARE(range.high, plain.high);
            }
        }
    }

    void stretchesAreThoseOfTheirSamples_data()
    {
        QTest::addColumn<int>("samples");
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("share");
        for (const int samples : {1, 8, 9, 64, 513, 5000})
            for (const double width : {2.5, 40.0, 700.0, 30'000.0})
                for (const double share : {0.0, 0.125})
                    QTest::addRow("%d samples, %g steps each, %g", samples, width, share)
                        << samples << width << share;
    }
    void stretchesAreThoseOfTheirSamples()
    {
        QFETCH(int, samples);
        QFETCH(double, width);
        QFETCH(double, share);
        const TraceData data = unevenNoise(samples);
        std::vector<double> bounds;
        for (double bound = -width; bound < data.steps().last() - width; bound += width)
            bounds.push_back(bound);
        bounds.push_back(data.steps().last() / 2 + width); // the rest is in none
        std::sort(bounds.begin(), bounds.end());
        const std::vector<TraceData::Stretch> found = data.stretches(bounds, share);
        QCOMPARE(found.size(), bounds.size() - 1);
        const auto from = [&](double step) {
            return std::lower_bound(data.steps().begin(), data.steps().end(), step) - data.steps().begin();
        };
        for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
            const double slackBefore = i == 0 ? 0 : share * (bounds[i] - bounds[i - 1]);
            const double slack = share * (bounds[i + 1] - bounds[i]);
            const TraceData::Range all = plainRange(data, from(bounds[i]), from(bounds[i + 1] + slack));
            const auto surelyFrom = from(bounds[i] + slackBefore);
            const auto surelyTo = std::max(surelyFrom, from(bounds[i + 1]));
            const TraceData::Range sure = plainRange(data, surelyFrom, surelyTo);
            QVERIFY(found[i].range.low >= all.low && found[i].range.high <= all.high);
            QVERIFY(sure.low >= found[i].range.low && sure.high <= found[i].range.high);
            QVERIFY(found[i].hasSamples || surelyFrom == surelyTo);
            QVERIFY(!found[i].hasSamples || from(bounds[i]) < from(bounds[i + 1] + slack));
        }
    }

    void everyPixelOfColumnsIsFilledOnce()
    {
        constexpr int kWidth = 300;
        constexpr int kHeight = 100;
        const RandomKey key{4, RandomUse::Dataset, 0, 0};
        for (std::uint64_t turn = 0; turn < 20; ++turn) {
            std::vector<PixelColumn> columns;
            std::vector<int> left(kWidth * kHeight, 0); // how often a pixel is still to be filled
            for (int x = 0; x < kWidth; ++x) {
                const std::uint64_t bits = randomBits(key, turn * kWidth + std::uint64_t(x));
                if (bits % 32 < turn)
                    continue;
                const int top = int(bits / 64 % 60);
                const int end = top + 1 + int(bits / 8192 % 39);
                columns.push_back({x, top, end});
                for (int y = top; y < end; ++y)
                    ++left[std::size_t(y * kWidth + x)];
            }
            const std::vector<QRect> rects = coverOf(columns);
            for (const QRect& rect : rects)
                for (int x = rect.left(); x <= rect.right(); ++x)
                    for (int y = rect.top(); y <= rect.bottom(); ++y)
                        --left[std::size_t(y * kWidth + x)];
            QVERIFY(std::all_of(left.begin(), left.end(), [](int times) { return times == 0; }));
        }
        QVERIFY(coverOf({}).empty());
        // What columns have in common is one rectangle, as wide as they are.
        std::vector<PixelColumn> block;
        for (int x = 0; x < 64; ++x)
            block.push_back({x, 10, 90});
        QCOMPARE(coverOf(block), std::vector<QRect>{QRect(0, 10, 64, 80)});
    }

    void aColumnShowsAllItsSamples_data()
    {
        QTest::addColumn<int>("perPixel");
        for (const int perPixel : {3, 60, 900})
            QTest::addRow("%d samples a pixel", perPixel) << perPixel;
    }
    /// Each column is inked from its least to its largest sample, and a spike of one sample is seen.
    void aColumnShowsAllItsSamples()
    {
        QFETCH(int, perPixel);
        const int samples = 1000 * perPixel;
        const int spike = 500 * perPixel + perPixel / 2;
        TraceData data;
        const TraceData noisy = noise(samples);
        for (int i = 0; i < samples; ++i)
            data.append(i, i == spike ? 9 : noisy.values()[i]);
        Canvas canvas(data, perPixel);
        const QImage image = canvas.image();
        const int beside = perPixel / 8
            + 1; // so many may be counted with the column before, and where two meet with either
        for (int x = 0; x < 1000; ++x) {
            const TraceData::Range inside
                = plainRange(data, perPixel * x + std::min(beside, perPixel), perPixel * (x + 1) - 1);
            for (int y = canvas.row(inside.high) + 1; y < canvas.row(inside.low); ++y)
                QVERIFY2(isInked(image, x, y), qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
            const TraceData::Range around = plainRange(
                data, std::max(0, perPixel * (x - 1)), std::min(samples, perPixel * (x + 1) + beside));
            // Half the pen beyond it, and a pixel for where an edge falls.
            QVERIFY(!isInked(image, x, canvas.row(around.high) - 3));
            QVERIFY(!isInked(image, x, canvas.row(around.low) + 3));
        }
        QVERIFY(isInked(image, 500, canvas.row(8.9)));
    }

    void theFirstAndTheLastSampleAreSeen()
    {
        for (const int perPixel : {1, 60, 900}) {
            TraceData data;
            for (int i = 0; i < 1000 * perPixel; ++i)
                data.append(i, i == 0 ? -8 : i + 1 == 1000 * perPixel ? 8 : 0);
            Canvas canvas(data, perPixel);
            const QImage image = canvas.image();
            QVERIFY(isInkedAround(image, 0, canvas.row(-8), 1));
            QVERIFY(isInkedAround(image, 999, canvas.row(8), 1));
        }
    }

    /// Beside QCPGraph, which draws lines from sample to sample. Both pens reach half a pixel beyond a curve, both edges fall on whole
    /// pixels, and a sample may be an eighth of a pixel beside its column: less than three pixels together.
    void thePictureIsThatOfLines_data()
    {
        QTest::addColumn<int>("perPixel");
        QTest::addColumn<double>("noise");
        QTest::addColumn<bool>("hasGaps");
        for (const int perPixel : {1, 3, 60, 900})
            for (const double noise : {0.0, 0.02, 1.0})
                for (const bool hasGaps : {false, true})
                    QTest::addRow(
                        "%d samples a pixel, noise of %g%s", perPixel, noise, hasGaps ? ", gaps" : "")
                        << perPixel << noise << hasGaps;
    }
    void thePictureIsThatOfLines()
    {
        QFETCH(int, perPixel);
        QFETCH(double, noise);
        QFETCH(bool, hasGaps);
        const RandomKey key{5, RandomUse::Dataset, 0, 0};
        TraceData data;
        for (int i = 0; i < 1000 * perPixel; ++i) {
            const double x = double(i) / (1000 * perPixel);
            const double jump = x < 0.5 ? -3 : 3;
            // To the end of a pixel: QCPGraph shows little of a pixel that begins with a NaN.
            const bool isGap = hasGaps && i / perPixel / 20 % 5 == 3;
            data.append(
                i, isGap ? kNan : jump + 3 * std::sin(40 * x) + noise * randomNormal(key, std::uint64_t(i)));
        }
        Canvas ours(data, perPixel);
        const TraceData none;
        Canvas theirs(none, perPixel);
        QCPGraph* graph = theirs.plot().addGraph();
        graph->setData(data.steps(), data.values(), true);
        graph->setPen(QPen(kInk, 1));
        graph->setAntialiased(false);
        const QImage own = ours.image();
        const QImage other = theirs.image();
        QVERIFY(inkedColumns(own) > 700);
        QCOMPARE(inkFarFrom(other, own, 2), 0);
        QCOMPARE(inkFarFrom(own, other, 2), 0);
    }

    /// A column that stands at the end of a jump is no ramp to what follows.
    void whatFollowsAJumpBeginsAtItsEnd()
    {
        TraceData data;
        for (int i = 0; i < 60'000; ++i)
            data.append(i, i < 30'000 ? -5 : i >= 30'060 ? 5 : i % 2 == 0 ? 4 : 5);
        Canvas canvas(data, 60);
        const QImage image = canvas.image();
        QVERIFY(isInked(image, 500, canvas.row(0))); // the jump
        QVERIFY(!isInked(image, 501, canvas.row(3)));
    }

    /// The view ends between the last dense samples and the next one, far outside.
    void aLineLeadsToWhatIsOutside()
    {
        TraceData data;
        for (int i = 0; i < 30'000; ++i)
            data.append(i, 0);
        data.append(90'000, 0);
        Canvas canvas(data, 60);
        const QImage image = canvas.image();
        QVERIFY(isInkedAround(image, 900, canvas.row(0), 1));
        Canvas later(data, 60);
        later.plot().xAxis->setRange(20'000, 80'000);
        QVERIFY(isInkedAround(later.image(), 900, later.row(0), 1));
    }

    void gapsStayOpen()
    {
        TraceData data;
        for (int i = 0; i < 60'000; ++i)
            data.append(i, i / 6000 % 2 == 0 ? 1.0 : kNan);
        Canvas canvas(data, 60);
        const int inked = inkedColumns(canvas.image());
        QVERIFY2(inked >= 495 && inked <= 505, qPrintable(QString::number(inked)));
    }

    /// It has two whole columns, wherever it begins, of which samples from beside it reach into one.
    void aGapOfThreePixelsIsSeen()
    {
        for (const int perPixel : {60, 900})
            for (int begins = 100 * perPixel; begins < 101 * perPixel; begins += perPixel / 12) {
                TraceData data;
                for (int i = 0; i < 1000 * perPixel; ++i)
                    data.append(i, i >= begins && i < begins + 3 * perPixel ? kNan : 1.0);
                Canvas canvas(data, perPixel);
                const QImage image = canvas.image();
                int blank = 0;
                for (int x = 98; x < 106; ++x)
                    blank += isInkedAround(image.copy(x, 0, 1, image.height()), 0, canvas.row(1), 2) ? 0 : 1;
                QVERIFY2(
                    blank >= 1 && blank <= 3, qPrintable(QStringLiteral("%1 of %2").arg(blank).arg(begins)));
            }
    }

    void aValueHoldsUntilTheNext()
    {
        TraceData data;
        data.append(0, -5);
        data.append(500, 5);
        data.append(1000, 5);
        Canvas canvas(data, 1);
        canvas.trace().setStepped(true);
        const QImage image = canvas.image();
        QVERIFY(isInked(image, 400, canvas.row(-5)) || isInked(image, 400, canvas.row(-5) - 1));
        QVERIFY(isInked(image, 500, canvas.row(0)) || isInked(image, 499, canvas.row(0)));
    }

    void dashesAreCountedAlongTheSteps_data()
    {
        QTest::addColumn<int>("samplesPerPixel");
        QTest::newRow("few samples") << 1;
        QTest::newRow("many samples") << 60;
    }
    void dashesAreCountedAlongTheSteps()
    {
        QFETCH(int, samplesPerPixel);
        const TraceData data = noise(1000 * samplesPerPixel);
        Canvas canvas(data, samplesPerPixel);
        QPen pen(kInk, 1);
        pen.setDashPattern({6, 4});
        canvas.trace().setPen(pen);
        const QImage image = canvas.image();
        const int inked = inkedColumns(image);
        QVERIFY2(inked > 500 && inked < 720, qPrintable(QString::number(inked))); // six in ten
        // Between the dashes too, but that a line with a flat end may lack its last pixel: there are two ends in ten.
        const int seen = inkedColumns(image, kPale);
        QVERIFY2(seen >= image.width() * 8 / 10, qPrintable(QString::number(seen)));
    }

    /// Two neighbours that lie a billion pixels apart: the dashes between are not counted one by one.
    void aLineThatIsMostlyOutsideIsCheap()
    {
        TraceData data;
        data.append(0, 0);
        data.append(1e9, 0);
        Canvas canvas(data, 1);
        canvas.plot().xAxis->setRange(5e8, 5e8 + 1000);
        QPen pen(kInk, 1);
        pen.setDashPattern({6, 4});
        canvas.trace().setPen(pen);
        const int inked = inkedColumns(canvas.image());
        QVERIFY2(inked > 580 && inked < 720, qPrintable(QString::number(inked)));
    }

    void rangesAreThoseOfTheSamples()
    {
        TraceData data;
        for (int i = 0; i < 100; ++i)
            data.append(i, i == 50 ? kNan : i);
        Canvas canvas(data, 1);
        bool isFound = false;
        QCOMPARE(canvas.trace().getKeyRange(isFound), QCPRange(0, 99));
        QCOMPARE(canvas.trace().getValueRange(isFound, QCP::sdBoth, QCPRange(49.5, 52)), QCPRange(51, 52));
        QVERIFY(isFound);
    }
};

QTEST_MAIN(TestTrace)
#include "tst_trace.moc"
