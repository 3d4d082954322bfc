// SPDX-License-Identifier: GPL-3.0-or-later
// The line above a plot: its title, and a legend whose entries carry the reading at the cursor. It is on the
// cursor's buffered layer, so that moving the cursor redraws no data. Where it is narrow labels are cut before readings are: it is the
// readings that one looks for, and the line's colour says whose they are. Only plots include this.
#pragma once

#include "ui/look/qcp.h"

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

    void setEntries(std::vector<Entry> entries) { m_entries = std::move(entries); }
    void setColors(const QColor& title, const QColor& text, const QColor& alarm);
    void setHeaderFont(const QFont& font);
    const std::vector<Entry>& entries() const { return m_entries; }
    /// What has room, from the first entry on: labels may be cut, and counts left out. Where that is not all of the entries, the line ends
    /// with a sign of it.
    std::vector<Entry> shownEntries() const;
    /// Not everything is shown as it is.
    bool isCut() const;

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override;

private:
    int titleWidth() const;
    /// Without its label.
    int widthBeside(const Entry& entry) const;
    /// The first so many with their labels cut to what is left; empty where that is less than one can read.
    std::vector<Entry> fitted(std::size_t count, bool hasCounts) const;

    QString m_title;
    std::vector<Entry> m_entries;
    QFont m_font;
    QColor m_titleColor, m_textColor, m_alarmColor;
};

} // namespace ulpscope::ui
