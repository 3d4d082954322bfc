// SPDX-License-Identifier: GPL-3.0-or-later
// One line of text that may be cut: three dots stand where it is. The tip of its user has all of it.
#pragma once

#include <QLabel>

namespace ulpscope::ui {

class ElidedLabel : public QLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace ulpscope::ui
