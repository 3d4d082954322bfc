// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of a plot in little room: readings are whole for as long as there is any, labels give way, and what is cut says so.
#include "ui/training/plot_header.h"

#include <QTest>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestPlotHeader : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void everythingIsShownWhereThereIsRoom();
    void labelsGiveWayBeforeReadings();
    void shortLabelsStayWhole();
    void countsGoBeforeAnEntryDoes();
    void theFirstEntryIsAlwaysThere();
    void whatHasNoRoomInOneLineHasMore();

private:
    /// Enough for all entries with labels of so many characters.
    int widthFor(int characters) const;
    void setWidth(int width) { m_header->setOuterRect(QRect(0, 0, width, 20)); }

    std::unique_ptr<QCustomPlot> m_plot;
    PlotHeader* m_header = nullptr;
    std::vector<PlotHeader::Entry> m_entries;
};

void TestPlotHeader::init()
{
    m_plot = std::make_unique<QCustomPlot>();
    m_plot->plotLayout()->clear();
    m_header = new PlotHeader(m_plot.get(), QStringLiteral("Loss"));
    m_plot->plotLayout()->addElement(0, 0, m_header);
    m_entries
        = {{QStringLiteral("mixed_float16, loss scale 1024, seed 7"), QStringLiteral("0.1234"), {}, {}, 0},
            {QStringLiteral("float64"), QStringLiteral("0.1230"), {}, {}, 1},
            {QStringLiteral("float8_from_mixed_bfloat16, seed 7"), QStringLiteral("5.4×10⁻⁶"),
                QStringLiteral("3 NaN, 2 Inf"), {}, 2}};
    m_header->setEntries(m_entries);
}

int TestPlotHeader::widthFor(int characters) const
{
    const QFontMetrics metrics(m_plot->font());
    int width = metrics.horizontalAdvance(QStringLiteral("Loss")) + 40;
    for (const PlotHeader::Entry& entry : m_entries)
        width += 26 + 12
            + metrics.horizontalAdvance(QString(characters, u'm') + entry.reading + entry.counts) * 5 / 4;
    return width;
}

void TestPlotHeader::everythingIsShownWhereThereIsRoom()
{
    setWidth(4000);
    const auto shown = m_header->shownEntries();
    QCOMPARE(shown.size(), std::size_t{3});
    for (std::size_t i = 0; i < shown.size(); ++i)
        QCOMPARE(shown[i].label, m_entries[i].label);
    QVERIFY(!m_header->isCut());
}

void TestPlotHeader::labelsGiveWayBeforeReadings()
{
    setWidth(widthFor(6));
    const auto shown = m_header->shownEntries();
    QCOMPARE(shown.size(), std::size_t{3});
    QVERIFY(m_header->isCut());
    for (std::size_t i = 0; i < shown.size(); ++i) {
        QCOMPARE(shown[i].reading, m_entries[i].reading);
        QCOMPARE(shown[i].counts, m_entries[i].counts);
    }
    QVERIFY2(shown[0].label.contains(u'…') && shown[2].label.contains(u'…'), qPrintable(shown[0].label));
    // The beginning and the end, where names of runs differ.
    QVERIFY2(shown[0].label.startsWith(u'm') && shown[0].label.endsWith(u'7'), qPrintable(shown[0].label));
}

void TestPlotHeader::shortLabelsStayWhole()
{
    setWidth(widthFor(7));
    const auto shown = m_header->shownEntries();
    QCOMPARE(shown.size(), std::size_t{3});
    QCOMPARE(shown[1].label, QStringLiteral("float64"));
}

void TestPlotHeader::countsGoBeforeAnEntryDoes()
{
    int width = widthFor(6);
    std::vector<PlotHeader::Entry> shown;
    do
        setWidth(--width);
    while (shown = m_header->shownEntries(), shown.size() == 3 && !shown[2].counts.isEmpty());
    QCOMPARE(shown.size(), std::size_t{3});
    QCOMPARE(shown[2].reading, m_entries[2].reading);
}

void TestPlotHeader::theFirstEntryIsAlwaysThere()
{
    for (int width = 4000; width > 20; width = width * 9 / 10) {
        setWidth(width);
        const auto shown = m_header->shownEntries();
        QVERIFY(!shown.empty());
        QCOMPARE(shown[0].reading, m_entries[0].reading);
    }
    QVERIFY(m_header->isCut());
}

/// Three runs' names beside each other: all of them whole, in as many lines as that takes, whatever is read of them.
void TestPlotHeader::whatHasNoRoomInOneLineHasMore()
{
    const int lineHeight = QFontMetrics(m_plot->font()).height();
    m_plot->show(); // only then it has a width
    int before = 1;
    for (int width = 1600; width > 200; width -= 20) {
        m_plot->setGeometry(0, 0, width, 400);
        m_plot->replot();
        const int lines = m_header->lines();
        QVERIFY2(lines >= std::min(before, 3) && lines <= 3, qPrintable(QString::number(lines)));
        before = lines;
        QCOMPARE(m_header->minimumSize().height() - lines * lineHeight, 4);
        QVERIFY(m_header->rect().height() >= lines * lineHeight);
        if (lines < 3)
            QVERIFY2(!m_header->isCut(), qPrintable(QString::number(width)));
        int most = lines;
        for (const QString& reading :
            {QString(), QStringLiteral("1"), QStringLiteral("1.23×10⁻⁵"), QString(), QStringLiteral("2")}) {
            std::vector<PlotHeader::Entry> read = m_entries;
            for (PlotHeader::Entry& entry : read)
                entry.reading = reading;
            m_header->setEntries(read);
            m_plot->replot();
            QVERIFY(m_header->lines() == most || (reading.size() > 7 && m_header->lines() > most));
            most = m_header->lines();
        }
        m_header->setEntries(m_entries);
    }
    QCOMPARE(before, 3);
}

QTEST_MAIN(TestPlotHeader)
#include "tst_plot_header.moc"
