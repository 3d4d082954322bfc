// SPDX-License-Identifier: GPL-3.0-or-later
// Tabs, and pages of a stack, by what is on them, never by their numbers; and the menu of tabs that have no room.
#pragma once

#include <QToolButton>

class QTabWidget;
class QWidget;

namespace ulpscope::ui {

/// The nearest tabs around the widget; null where there are none.
QTabWidget* tabsAround(const QWidget& inside);
/// The number of the tab on whose page the widget is; -1: on none.
int tabOf(const QTabWidget& tabs, const QWidget& inside);

bool isInFront(const QWidget& inside);
void bringToFront(const QWidget& inside);

// Beside tabs that have no room: a button with a menu of all of them.
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
