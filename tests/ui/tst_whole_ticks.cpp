// SPDX-License-Identifier: GPL-3.0-or-later
// Axes that count have their ticks at whole numbers, each with a label of its own.
#include "ui/look/whole_ticks.h"

#include <QLocale>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ulpscope::ui;

class TestWholeTicks : public QObject
{
    Q_OBJECT
private slots:
    void ticksAreWholeAndDiffer()
    {
        for (const int count : {2, 3, 5, 10})
            for (const double span : {0.4, 1.0, 2.02, 3.0, 6.0, 7.5, 12.0, 25.0, 99.0, 1500.0, 2e6})
                for (const double from : {-0.3, 0.0, 17.25}) {
                    WholeTicker ticker;
                    ticker.setTickCount(count);
                    QVector<double> ticks, subTicks;
                    QVector<QString> labels;
                    const QCPRange shown(from, from + span);
                    ticker.generate(shown, QLocale::c(), QLatin1Char('f'), 0, ticks, &subTicks, &labels);
                    const auto areWhole = [](const QVector<double>& places) {
                        return std::all_of(places.begin(), places.end(),
                            [](double place) { return place == std::round(place); });
                    };
                    QVERIFY2(areWhole(ticks), qPrintable(labels.join(QLatin1Char(' '))));
                    QVERIFY(areWhole(subTicks));
                    QCOMPARE(QSet<QString>(labels.begin(), labels.end()).size(), labels.size());
                    const double whole = std::floor(from + span) - std::ceil(from) + 1;
                    const auto inSight = std::count_if(
                        ticks.begin(), ticks.end(), [&](double tick) { return shown.contains(tick); });
                    QVERIFY2(
                        double(inSight) >= std::min(whole, 2.0), qPrintable(labels.join(QLatin1Char(' '))));
                }
    }
};

QTEST_MAIN(TestWholeTicks)
#include "tst_whole_ticks.moc"
