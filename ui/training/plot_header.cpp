// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/plot_header.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kSample = 26; ///< pixels of a legend entry's line and the gap after it
constexpr int kGap = 12; ///< pixels between entries
constexpr QChar kMore = u'…'; ///< for the entries that have no room

} // namespace

PlotHeader::PlotHeader(QCustomPlot* plot, const QString& title)
    : QCPLayoutElement(plot)
    , m_title(title)
{
    setMargins(QMargins());
    setHeaderFont(plot->font());
}

void PlotHeader::setColors(const QColor& title, const QColor& text, const QColor& alarm)
{
    m_titleColor = title;
    m_textColor = text;
    m_alarmColor = alarm;
}

void PlotHeader::setHeaderFont(const QFont& font)
{
    m_font = font;
    const int height = QFontMetrics(font).height() + 4;
    setMinimumSize(0, height);
    setMaximumSize(QWIDGETSIZE_MAX, height);
}

int PlotHeader::titleWidth() const
{
    QFont bold = m_font;
    bold.setBold(true);
    return QFontMetrics(bold).horizontalAdvance(m_title) + kGap;
}

int PlotHeader::widthOf(const Entry& entry) const
{
    const QFontMetrics metrics(m_font);
    return kSample + metrics.horizontalAdvance(entry.label + entry.reading + entry.counts)
        + 6 * metrics.horizontalAdvance(QLatin1Char(' '));
}

std::size_t PlotHeader::shownEntries() const
{
    const int sign = QFontMetrics(m_font).horizontalAdvance(kMore) + kGap;
    int x = titleWidth();
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const int width = widthOf(m_entries[i]);
        const bool isLast = i + 1 == m_entries.size();
        if (i > 0 && x + width + (isLast ? 0 : sign) > rect().width())
            return i;
        x += width + kGap;
    }
    return m_entries.size();
}

void PlotHeader::draw(QCPPainter* painter)
{
    const QRect area = rect();
    QFont bold = m_font;
    bold.setBold(true);
    const QFontMetrics metrics(m_font);
    int x = area.left();
    const auto text = [&](const QString& words, const QFont& font, const QColor& color) {
        const int width = QFontMetrics(font).horizontalAdvance(words);
        painter->setFont(font);
        painter->setPen(color);
        painter->drawText(QRect(x, area.top(), std::max(0, area.right() - x), area.height()),
            int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
            QFontMetrics(font).elidedText(words, Qt::ElideRight, std::max(0, area.right() - x)));
        x += width;
    };

    text(m_title, bold, m_titleColor);
    x += kGap;
    const int spaceWidth = metrics.horizontalAdvance(QLatin1Char(' '));
    const std::size_t shown = shownEntries();
    for (std::size_t i = 0; i < shown; ++i) {
        const Entry& entry = m_entries[i];
        QPen sample = entry.pen;
        sample.setWidthF(2);
        sample.setCapStyle(Qt::FlatCap);
        painter->setPen(sample);
        painter->drawLine(QLineF(x, area.center().y() + 1, x + kSample - 6, area.center().y() + 1));
        x += kSample;
        text(entry.label, m_font, m_textColor);
        x += spaceWidth;
        if (!entry.reading.isEmpty()) {
            x += spaceWidth;
            text(entry.reading, bold, m_titleColor);
        }
        if (!entry.counts.isEmpty()) {
            x += 2 * spaceWidth;
            text(entry.counts, m_font, m_alarmColor);
        }
        x += kGap;
    }
    if (shown < m_entries.size()) {
        x = std::min(x, area.right() - metrics.horizontalAdvance(kMore));
        text(kMore, bold, m_titleColor);
    }
}

} // namespace ulpscope::ui
