// SPDX-License-Identifier: GPL-3.0-or-later
// A button that looks like a link: it leads somewhere or does what it says, and is too small a thing for a frame. Space and Return
// press it. Text that does not fit is cut at its end, and is whole in the tool tip.
#pragma once

#include <QPushButton>

namespace ulpscope::ui {

class LinkButton : public QPushButton
{
    Q_OBJECT
public:
    explicit LinkButton(QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace ulpscope::ui
