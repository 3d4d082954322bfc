// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/room_bar.h"

#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/tabs.h"

#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kGap = 2; ///< pixels between the controls
constexpr int kLargeGap = 16; ///< pixels between the tabs and the buttons

} // namespace

/// Takes room that it does not need: the window may be too narrow for it while docks come and go.
class RoomBar::Space : public QWidget
{
public:
    using QWidget::QWidget;
    QSize sizeHint() const override { return {wanted, 1}; }
    QSize minimumSizeHint() const override { return {0, 1}; }

    int wanted = 0; ///< pixels
};

RoomBar::RoomBar(QTabWidget& pages, QWidget* parent)
    : QWidget(parent)
    , m_pages(pages)
    , m_space(new Space(this))
    , m_bar(new QTabBar(this))
{
    describe(this, {.name = "roomBar", .terms = "run", .guide = "window#tabs"}, tr("Tabs"));
    m_bar->setObjectName(QStringLiteral("rooms"));
    m_bar->setAccessibleName(tr("Tabs"));
    m_bar->setExpanding(false);
    m_bar->setDrawBase(false);
    m_bar->setDocumentMode(true);
    m_space->hide();
    auto* layout = new FlowLayout(this, kGap);
    layout->addWidget(m_space);
    layout->addWidget(m_bar);
    auto* gap = new QWidget(this);
    gap->setFixedSize(kLargeGap, 1);
    layout->addWidget(gap);
    pages.tabBar()->hide();
    connect(&pages, &QTabWidget::currentChanged, this, &RoomBar::refresh);
    // The tab widget says nothing of a page that goes while another is in front.
    connect(pages.findChild<QStackedWidget*>(), &QStackedWidget::widgetRemoved, this, &RoomBar::refresh,
        Qt::QueuedConnection);
    connect(m_bar, &QTabBar::currentChanged, this, &RoomBar::openRoom);
    connect(m_bar, &QTabBar::tabBarClicked, this, [this](int room) {
        if (room == m_bar->currentIndex() && room < m_rooms.size())
            m_pages.setCurrentIndex(m_rooms[room].pages.first());
    });
}

void RoomBar::addRoom(
    const QString& title, const QString& tip, const QList<QWidget*>& listed, const QList<QWidget*>& unlisted)
{
    Room room;
    for (const QWidget* each : listed + unlisted) {
        const int page = tabOf(m_pages, *each);
        room.pages += page;
        if (unlisted.contains(each))
            m_unlisted += page;
        auto* button = new QToolButton(this);
        describe(button, {.name = "page" + QByteArray::number(page + 1), .terms = placeOf(*each).terms},
            m_pages.tabText(page), m_pages.tabToolTip(page));
        button->setText(m_pages.tabText(page));
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QToolButton::clicked, this, [this, page, button] {
            m_pages.setCurrentIndex(page);
            button->setChecked(true); // the button stays checked where it was checked already
            emit pageChosen(page);
        });
        layout()->addWidget(button);
        m_buttons[page] = button;
    }
    room.last = room.pages.first();
    m_rooms += room;
    const QSignalBlocker blocker(m_bar);
    m_bar->setTabToolTip(m_bar->insertTab(int(m_rooms.size()) - 1, title), tip);
    refresh();
}

void RoomBar::hold(int width)
{
    m_space->wanted = width;
    m_space->updateGeometry();
    m_space->setVisible(width > 0);
}

/// A number after the last room's: a page without one.
int RoomBar::roomOf(int page) const
{
    const auto has = [page](const Room& room) { return room.pages.contains(page); };
    const auto room = std::find_if(m_rooms.begin(), m_rooms.end(), has);
    if (room != m_rooms.end())
        return int(room - m_rooms.begin());
    int before = 0;
    for (int other = 0; other < page; ++other)
        before += std::none_of(m_rooms.begin(), m_rooms.end(),
                      [other](const Room& each) { return each.pages.contains(other); })
            ? 1
            : 0;
    return int(m_rooms.size()) + before;
}

void RoomBar::openRoom(int room)
{
    if (room < 0)
        return;
    for (int page = 0; page < m_pages.count(); ++page)
        if (roomOf(page) == room)
            return m_pages.setCurrentIndex(room < m_rooms.size() ? m_rooms[room].last : page);
}

void RoomBar::refresh()
{
    const QSignalBlocker blocker(m_bar);
    const int current = m_pages.currentIndex();
    while (m_bar->count() > m_rooms.size())
        m_bar->removeTab(m_bar->count() - 1);
    for (int page = 0; page < m_pages.count(); ++page)
        if (roomOf(page) >= m_rooms.size())
            m_bar->setTabToolTip(m_bar->addTab(m_pages.tabText(page)), m_pages.tabToolTip(page));
    const int room = roomOf(current);
    m_bar->setCurrentIndex(room);
    if (room < m_rooms.size())
        m_rooms[room].last = current;
    for (auto button = m_buttons.begin(); button != m_buttons.end(); ++button) {
        const int page = button.key();
        const bool isAlone = m_rooms[roomOf(page)].pages.size() == 1;
        button.value()->setChecked(page == current);
        button.value()->setVisible(
            roomOf(page) == room && !isAlone && (page == current || !m_unlisted.contains(page)));
    }
}

QRect RoomBar::rectOf(int page) const
{
    if (const QToolButton* button = m_buttons.value(page); button && !button->isHidden())
        return button->geometry();
    return m_bar->tabRect(roomOf(page)).translated(m_bar->pos());
}

RoomBar* RoomBar::of(const QTabWidget& pages)
{
    for (auto* bar : pages.window()->findChildren<RoomBar*>())
        if (&bar->m_pages == &pages)
            return bar;
    return nullptr;
}

} // namespace ulpscope::ui
