// SPDX-License-Identifier: GPL-3.0-or-later
// One headline number: caption, the number large, a line of detail, and its severity as colour and sign.
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
    /// Out of date: painted faint.
    void setFaint(bool isFaint);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont numberFont() const;
    QFont smallFont() const;
    /// Smaller until the text has room, though not below `least` times the widget's own.
    QFont fitted(QFont of, const QString& text, int width, double least) const;
    QFont fittedNumber(int width) const;

    Headline m_headline;
    bool m_isFaint = false;
};

} // namespace ulpscope::ui
