// SPDX-License-Identifier: GPL-3.0-or-later
// Axes that count have their ticks at whole numbers, each with a label of its own; labels are written as the language does.
#include "ui/look/axis_ticks.h"
#include "ui/look/models/translation.h"

#include <QLocale>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ulpscope::ui;

class TestAxisTicks : public QObject
{
    Q_OBJECT
private slots:
    void cleanup()
    {
        useLanguage({});
        QLocale::setDefault(QLocale::c());
    }

    void labelsAreWrittenAsTheLanguageDoes_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<double>("to"); ///< the axis is from 0 to there
        QTest::addColumn<QString>("labels");
        const auto row = [](const char* language, double to, const char* labels) {
            QTest::addRow("%s %g", language, to) << language << to << QString::fromUtf8(labels);
        };
        row("en", 1, "0 0.5 1");
        row("de", 1, "0 0,5 1");
        row("en", 10, "0 5 10");
        row("de", 10, "0 5 10");
        row("en", 2e-8, "0 1×10⁻⁸ 2×10⁻⁸");
        row("de", 2e-8, "0 1×10⁻⁸ 2×10⁻⁸");
        row("en", 1e12, "0 5×10¹¹ 1×10¹²");
    }
    void labelsAreWrittenAsTheLanguageDoes()
    {
        QFETCH(QString, language);
        QFETCH(double, to);
        if (language == QLatin1String("de"))
            QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
        useLanguage(language);
        LinearTicker ticker;
        ticker.setTickCount(2);
        QVector<double> ticks;
        QVector<QString> shown;
        ticker.generate(QCPRange(0, to), QLocale(), QLatin1Char('g'), 4, ticks, nullptr, &shown);
        QTEST(QStringList(shown).join(QLatin1Char(' ')), "labels");
    }

    /// One tick says nothing of an axis.
    void aLogarithmicAxisHasTwoTicks_data()
    {
        QTest::addColumn<int>("base");
        for (const int base : {2, 10})
            QTest::addRow("%d", base) << base;
    }
    void aLogarithmicAxisHasTwoTicks()
    {
        QFETCH(int, base);
        for (const int most : {1, 2, 3, 4, 8})
            for (const double span :
                {1 + 1e-9, 1.0000105, 1.0001, 1.01, 1.3, 2.0, 3.9, 8.0, 31.0, 33.0, 99.0, 1e3, 1e7, 1e30})
                for (const double from : {1e-30, 3e-8, 0.0027, 0.19, 1.0, 1.000001, 2.7, 50.0, 1e6, 4.1e20})
                    for (const double upTo : {0.3, 1.0}) { // of the span, where the data lie
                        PowerTicker ticker(base);
                        ticker.setMaxTicks(most);
                        ticker.setData({from, from * std::pow(span, upTo)});
                        QVector<double> ticks;
                        QVector<QString> labels;
                        const QCPRange shown(from, from * span);
                        ticker.generate(shown, QLocale::c(), QLatin1Char('g'), 6, ticks, nullptr, &labels);
                        const QString text = QStringLiteral("%1 from %2 to %3, at most %4: ")
                                                 .arg(base)
                                                 .arg(from)
                                                 .arg(shown.upper)
                                                 .arg(most)
                            + labels.join(QLatin1Char(' '));
                        QCOMPARE(ticks.size(), labels.size());
                        QVERIFY2(ticks.size() >= std::min(most, 2), qPrintable(text));
                        QCOMPARE(QSet<QString>(labels.begin(), labels.end()).size(), labels.size());
                        for (const double tick : ticks)
                            QVERIFY2(tick >= from * (1 - 1e-9) && tick <= shown.upper * (1 + 1e-9),
                                qPrintable(text));
                        if (most > 1)
                            QVERIFY2(ticks.size() <= most + 1, qPrintable(text));
                    }
    }

    void ticksAreWholeAndDiffer()
    {
        for (const int count : {2, 3, 5, 10})
            for (const double span :
                {0.4, 1.0, 2.02, 3.0, 6.0, 7.5, 12.0, 25.0, 99.0, 1500.0, 2e6, 3e9, 7e15})
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

QTEST_MAIN(TestAxisTicks)
#include "tst_axis_ticks.moc"
