// SPDX-License-Identifier: GPL-3.0-or-later
// A page of tabs that scrolls where it needs more room than there is, and stays where it was scrolled to while another page is shown.
#pragma once

#include <QScrollArea>

namespace ulpscope::ui {

class PageArea : public QScrollArea
{
    Q_OBJECT
public:
    explicit PageArea(QWidget* parent = nullptr);

protected:
    bool focusNextPrevChild(bool isNext) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    int m_turns = 0; ///< answers within answers
};

} // namespace ulpscope::ui
