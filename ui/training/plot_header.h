// SPDX-License-Identifier: GPL-3.0-or-later
// What stands above a plot: its title, and a legend whose entries carry the reading at the cursor. It is on the
// cursor's buffered layer, so that moving the cursor redraws no data. Where one line is too narrow for the entries it takes up to three;
// beyond that labels are cut before readings are: it is the readings that one looks for, and the line's colour says whose they are. Only
// plots include this.
#pragma once

#include "ui/look/qcp.h"

#include <span>
#include <vector>

namespace ulpscope::ui {

class PlotHeader : public QCPLayoutElement
{
public:
    struct Entry
    {
        QString label;
        QString reading; ///< empty: none
        QString counts; ///< "3 NaN, 2 Inf"
        QPen pen;
        int order = 0; ///< entries are read in this order
    };

    PlotHeader(QCustomPlot* plot, const QString& title);

    void setEntries(std::vector<Entry> entries);
    void setColors(const QColor& title, const QColor& text, const QColor& alarm);
    void setHeaderFont(const QFont& font);
    const std::vector<Entry>& entries() const { return m_entries; }
    /// What has room, from the first entry on: labels may be cut, and counts left out. Where that is not all of the entries, the last line
    /// ends with a sign of it.
    std::vector<Entry> shownEntries() const;
    /// Lines at the layout's last width. Wide readings make them more and short ones never fewer, or the plots would jump under the cursor.
    int lines() const { return m_lines; }
    /// Whether some text is cut.
    bool isCut() const;

    void update(UpdatePhase phase) override;

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;

private:
    using Entries = std::vector<Entry>;

    int titleWidth() const;
    /// Width of an entry without its label.
    int widthBeside(const Entry& entry) const;
    /// How many of the entries from `first` on are whole in so many pixels with the widest reading.
    std::size_t wholeIn(int room, std::size_t first) const;
    int linesFor(int width) const;
    void limitHeight();
    /// The shown entries of each line.
    std::vector<Entries> shownLines() const;
    /// As many entries as fit into `room` pixels.
    Entries fitted(std::span<const Entry> entries, int room) const;
    /// The first entries, with their labels cut to the room that is left; empty if that is too narrow to read.
    Entries cut(std::span<const Entry> entries, std::size_t count, bool hasCounts, int room) const;

    QString m_title;
    Entries m_entries;
    int m_widestReading = 0; ///< pixels, of all so far
    int m_lines = 1;
    QFont m_font;
    QColor m_titleColor, m_textColor, m_alarmColor;
};

} // namespace ulpscope::ui
