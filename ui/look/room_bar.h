// SPDX-License-Identifier: GPL-3.0-or-later
// The window's few tabs, and beside them buttons for the pages of the tab in front. The pages themselves are a tab widget's,
// whose own bar is hidden.
#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <QWidget>

class QTabBar;
class QTabWidget;
class QToolButton;

namespace ulpscope::ui {

class RoomBar : public QWidget
{
    Q_OBJECT
public:
    /// `pages` must outlive the bar. A page that no room has gets a tab of its own.
    explicit RoomBar(QTabWidget& pages, QWidget* parent = nullptr);

    /// `listed`: what is on its pages, the first to begin with; `unlisted`: pages that have a button only while they are in front.
    void addRoom(const QString& title, const QString& tip, const QList<QWidget*>& listed,
        const QList<QWidget*>& unlisted = {});
    /// Keeps so much room free on the left, in pixels.
    void hold(int width);

    QTabWidget& pages() const { return m_pages; }
    /// Where the page is reached from: its button, or else the tab that has it. In the bar's coordinates.
    QRect rectOf(int page) const;
    /// Null without one.
    static RoomBar* of(const QTabWidget& pages);

signals:
    /// By its own button.
    void pageChosen(int page);

private:
    class Space;
    struct Room
    {
        QList<int> pages;
        int last = 0; ///< page that was in front when another room was opened
    };
    int roomOf(int page) const;
    void openRoom(int room);
    void refresh();

    QTabWidget& m_pages;
    Space* m_space;
    QTabBar* m_bar;
    QList<Room> m_rooms;
    QHash<int, QToolButton*> m_buttons; ///< the button of each page
    QList<int> m_unlisted;
};

} // namespace ulpscope::ui
