// SPDX-License-Identifier: GPL-3.0-or-later
// Beside tabs that have no room: a button with a menu of all of them.
#pragma once

#include <QToolButton>

class QTabWidget;

namespace ulpscope::ui {

class TabMenu : public QToolButton
{
    Q_OBJECT
public:
    explicit TabMenu(QTabWidget* tabs);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void refresh();

    QTabWidget* m_tabs;
};

} // namespace ulpscope::ui
