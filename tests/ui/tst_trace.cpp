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

bool isInked(const QImage& image, int x, int y)
{
    return image.pixelColor(x, y).green() < 128;
}

int inkedColumns(const QImage& image)
{
    int columns = 0;
    for (int x = 0; x < image.width(); ++x) {
        bool hasInk = false;
        for (int y = 0; y < image.height() && !hasInk; ++y)
            hasInk = isInked(image, x, y);
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

    /// 60 samples a pixel: each column is inked from its least to its largest sample, and a spike of one sample is seen.
    void aColumnShowsAllItsSamples()
    {
        TraceData data;
        const TraceData noisy = noise(60'000);
        for (int i = 0; i < 60'000; ++i)
            data.append(i, i == 30'001 ? 9 : noisy.values()[i]);
        Canvas canvas(data, 60);
        const QImage image = canvas.image();
        for (int x = 0; x < 1000; ++x) {
            // A sample where two pixels meet may be counted with either.
            const TraceData::Range inside = plainRange(data, 60 * x + 1, 60 * x + 59);
            for (int y = canvas.row(inside.high) + 1; y < canvas.row(inside.low); ++y)
                QVERIFY2(isInked(image, x, y), qPrintable(QStringLiteral("%1, %2").arg(x).arg(y)));
            const TraceData::Range around
                = plainRange(data, std::max(0, 60 * x - 1), std::min(60'000, 60 * x + 61));
            // Half the pen beyond it, and a pixel for where an edge falls.
            QVERIFY(!isInked(image, x, canvas.row(around.high) - 3));
            QVERIFY(!isInked(image, x, canvas.row(around.low) + 3));
        }
        QVERIFY(isInked(image, 500, canvas.row(8.9)));
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
        const int inked = inkedColumns(canvas.image());
        QVERIFY2(inked > 500 && inked < 720, qPrintable(QString::number(inked))); // six in ten
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
