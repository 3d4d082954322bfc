// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/plot_header.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kSample = 26; ///< pixels of a legend entry's line and the gap after it
constexpr int kGap = 12; ///< pixels between entries
constexpr int kLeastLabel = 3; ///< times the width of an m, below which a label says nothing
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

int PlotHeader::widthBeside(const Entry& entry) const
{
    QFont bold = m_font;
    bold.setBold(true); // readings are
    const QFontMetrics metrics(m_font);
    return kSample + QFontMetrics(bold).horizontalAdvance(entry.reading)
        + metrics.horizontalAdvance(entry.counts) + 4 * metrics.horizontalAdvance(QLatin1Char(' ')) + kGap;
}

std::vector<PlotHeader::Entry> PlotHeader::fitted(std::size_t count, bool hasCounts) const
{
    const QFontMetrics metrics(m_font);
    std::vector<Entry> shown(m_entries.begin(), m_entries.begin() + std::ptrdiff_t(count));
    int room = rect().width() - titleWidth();
    if (count < m_entries.size())
        room -= metrics.horizontalAdvance(kMore);
    std::vector<int> widths;
    for (Entry& entry : shown) {
        if (!hasCounts)
            entry.counts.clear();
        room -= widthBeside(entry);
        widths.push_back(metrics.horizontalAdvance(entry.label));
    }
    room += kGap; // after the last one nothing follows
    // Short labels stay whole; the others share what is left.
    std::ranges::sort(widths);
    int widest = widths.empty() ? 0 : widths.back();
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const int share = room / int(widths.size() - i);
        if (widths[i] > share) {
            widest = share;
            break;
        }
        room -= widths[i];
    }
    const int least = metrics.horizontalAdvance(QLatin1Char('m')) * kLeastLabel;
    if (widest < std::min(least, widths.empty() ? 0 : widths.back()) && count > 1)
        return {};
    for (Entry& entry : shown) // elidedText() cuts one that is a fraction of a pixel wider than it is told
        if (metrics.horizontalAdvance(entry.label) > std::max(widest, least))
            entry.label = metrics.elidedText(entry.label, Qt::ElideMiddle, std::max(widest, least));
    return shown;
}

std::vector<PlotHeader::Entry> PlotHeader::shownEntries() const
{
    for (std::size_t count = m_entries.size(); count > 0; --count)
        for (const bool hasCounts : {true, false})
            if (std::vector<Entry> shown = fitted(count, hasCounts); !shown.empty())
                return shown;
    return {};
}

bool PlotHeader::isCut() const
{
    const auto areSame = [](const Entry& shown, const Entry& all) {
        return shown.label == all.label && shown.counts == all.counts;
    };
    return !std::ranges::equal(shownEntries(), m_entries, areSame);
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
    const std::vector<Entry> shown = shownEntries();
    for (const Entry& entry : shown) {
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
    if (shown.size() < m_entries.size()) {
        x = std::min(x, area.right() - metrics.horizontalAdvance(kMore));
        text(kMore, bold, m_titleColor);
    }
}

} // namespace ulpscope::ui
