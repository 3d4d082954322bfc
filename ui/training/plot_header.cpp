// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/plot_header.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kSample = 26; ///< pixels of a legend entry's line and the gap after it
constexpr int kGap = 12; ///< pixels between entries
constexpr int kMinLabel = 6; ///< times the width of an m, below which a label says too little
constexpr int kMaxLines = 3;
constexpr int kAir = 4; ///< pixels below the last line
const QString kWideReading = QStringLiteral("0.00888"); ///< most are not wider
constexpr QChar kMore = u'…'; ///< stands for entries that have no room

} // namespace

PlotHeader::PlotHeader(QCustomPlot* plot, const QString& title)
    : QCPLayoutElement(plot)
    , m_title(title)
{
    setMargins(QMargins());
    setHeaderFont(plot->font());
}

void PlotHeader::setEntries(std::vector<Entry> entries)
{
    QFont bold = m_font;
    bold.setBold(true);
    m_entries = std::move(entries);
    for (const Entry& entry : m_entries)
        m_widestReading = std::max(m_widestReading, QFontMetrics(bold).horizontalAdvance(entry.reading));
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
    m_widestReading = 0;
    limitHeight();
}

void PlotHeader::limitHeight()
{
    const int height = m_lines * QFontMetrics(m_font).height() + kAir;
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

std::size_t PlotHeader::wholeIn(int room, std::size_t first) const
{
    const QFontMetrics metrics(m_font);
    QFont bold = m_font;
    bold.setBold(true);
    const QFontMetrics readings(bold);
    const int wide = std::max(m_widestReading, readings.horizontalAdvance(kWideReading));
    std::size_t end = first;
    for (room += kGap; end < m_entries.size(); ++end) { // no gap follows the last entry
        const Entry& entry = m_entries[end];
        room -= widthBeside(entry) + metrics.horizontalAdvance(entry.label)
            + std::max(0, wide - readings.horizontalAdvance(entry.reading));
        if (room < 0)
            break;
    }
    return end - first;
}

int PlotHeader::linesFor(int width) const
{
    std::size_t first = wholeIn(width - titleWidth(), 0);
    int lines = 1;
    for (; first < m_entries.size() && lines < kMaxLines; ++lines)
        first += std::max<std::size_t>(1, wholeIn(width, first));
    return lines;
}

void PlotHeader::update(UpdatePhase phase)
{
    // The layout around this has its new width before its elements have.
    if (phase == upPreparation && layout() != nullptr) {
        m_lines = linesFor(layout()->rect().width());
        limitHeight();
    }
    QCPLayoutElement::update(phase);
}

std::vector<PlotHeader::Entries> PlotHeader::shownLines() const
{
    std::vector<Entries> lines;
    const std::span<const Entry> entries(m_entries);
    std::size_t first = 0;
    int room = rect().width() - titleWidth();
    for (int line = 1; line <= m_lines; ++line, room = rect().width()) {
        const std::size_t count = line == m_lines
            ? entries.size() - first
            : std::min(entries.size() - first, std::max<std::size_t>(line > 1, wholeIn(room, first)));
        lines.push_back(fitted(entries.subspan(first, count), room));
        first += count;
    }
    return lines;
}

PlotHeader::Entries PlotHeader::cut(
    std::span<const Entry> entries, std::size_t count, bool hasCounts, int room) const
{
    const QFontMetrics metrics(m_font);
    Entries shown(entries.begin(), entries.begin() + std::ptrdiff_t(count));
    if (count < entries.size())
        room -= metrics.horizontalAdvance(kMore);
    std::vector<int> widths;
    for (Entry& entry : shown) {
        if (!hasCounts)
            entry.counts.clear();
        room -= widthBeside(entry);
        widths.push_back(metrics.horizontalAdvance(entry.label));
    }
    room += kGap; // no gap follows the last entry
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
    const int least = metrics.horizontalAdvance(QLatin1Char('m')) * kMinLabel;
    if (widest < std::min(least, widths.empty() ? 0 : widths.back()) && count > 1)
        return {};
    for (Entry& entry : shown) // elidedText() cuts one that is a fraction of a pixel wider than it is told
        if (metrics.horizontalAdvance(entry.label) > std::max(widest, least))
            entry.label = metrics.elidedText(entry.label, Qt::ElideMiddle, std::max(widest, least));
    return shown;
}

PlotHeader::Entries PlotHeader::fitted(std::span<const Entry> entries, int room) const
{
    for (std::size_t count = entries.size(); count > 0; --count)
        for (const bool hasCounts : {true, false})
            if (Entries shown = cut(entries, count, hasCounts, room); !shown.empty())
                return shown;
    return {};
}

std::vector<PlotHeader::Entry> PlotHeader::shownEntries() const
{
    Entries all;
    for (const Entries& line : shownLines())
        all.insert(all.end(), line.begin(), line.end());
    return all;
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
    const int lineHeight = QFontMetrics(m_font).height();
    QRect area = rect();
    area.setHeight(lineHeight + kAir);
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
    std::size_t count = 0;
    const std::vector<Entries> lines = shownLines();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i > 0) {
            x = area.left();
            area.translate(0, lineHeight);
        }
        for (const Entry& entry : lines[i]) {
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
        count += lines[i].size();
    }
    if (count < m_entries.size()) {
        x = std::min(x, area.right() - metrics.horizontalAdvance(kMore));
        text(kMore, bold, m_titleColor);
    }
}

} // namespace ulpscope::ui
