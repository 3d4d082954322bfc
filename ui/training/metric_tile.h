// SPDX-License-Identifier: GPL-3.0-or-later
// One headline number: caption, the number large, its detail, and its severity as colour and sign. A detail that has no room in a
// line takes two.
#pragma once

#include "ui/training/models/headline.h"

#include <QWidget>

namespace ulpscope::ui {

class MetricTile : public QWidget
{
    Q_OBJECT
public:
    explicit MetricTile(QWidget* parent = nullptr);

    void showHeadline(const Headline& headline);
    const Headline& headline() const { return m_headline; }
    /// Paints the tile faint, because its metric is out of date.
    void setFaint(bool isFaint);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QFont numberFont() const;
    QFont smallFont() const;
    QFont labelFont() const;
    QFont detailFont() const;
    /// Smaller until the text has room, though not below `least` times the widget's own.
    QFont fitted(QFont of, const QString& text, int width, double least) const;
    QFont fittedNumber(QFont number, double least) const;
    QFont shownNumberFont() const;
    /// All tiles that are shown beside this one, and this one.
    QList<const MetricTile*> neighbours() const;
    QString shownDetail() const;
    QSize wrappedDetail(const QFont& font) const;
    /// At least so many lines, or as many as the detail takes in its smallest letters.
    void fitDetail(int atLeast);

    Headline m_headline;
    /// Shrinks only at another width, so that changing numbers do not move the widgets below.
    int m_detailLines = 1;
    bool m_isFaint = false;
};

} // namespace ulpscope::ui
