// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/view_menu.h"

#include "ui/look/action.h"
#include "ui/look/models/translation.h"

#include <QActionGroup>
#include <QApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QIODevice>
#include <QMainWindow>
#include <QMouseEvent>
#include <QScreen>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr quint32 kBlobVersion = 1;
constexpr int kStateVersion = 1;
constexpr double kPresentationScale = 1.4;
constexpr double kNarrowScreen = 1024; ///< pixels on which text that is so much larger has room
constexpr double kSmallestText = 0.8;
constexpr double kLargestText = 2;
constexpr double kDockShare = 0.235; ///< a dock's share of the window's width
constexpr double kNamesShare = 0.3; ///< at most, where names of layers are long
constexpr double kFormsShare = 0.36; ///< a dock's share of the width while forms are shown
constexpr int kSmallestForms = 376;
constexpr int kSmallestDock = 236;

/// Ends the drag of a dock. One that is under way while the layout is restored would be in it twice, and the window would end at its next
/// resize (Qt 6.4).
void letGo(const QMainWindow& window)
{
    for (QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        const QPointF place(dock->rect().center());
        QMouseEvent release(QEvent::MouseButtonRelease, place, dock->mapToGlobal(place), Qt::LeftButton,
            Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(dock, &release);
    }
}

/// The name of the model's share while it has forms.
QString withForms(const QDockWidget& dock)
{
    return dock.objectName() + QStringLiteral("+forms");
}

QHash<QString, double> defaultShares(const QDockWidget& dock)
{
    return {{dock.objectName(), kDockShare}, {withForms(dock), kFormsShare}};
}

} // namespace

ViewMenu::ViewMenu(
    QMainWindow& window, QDockWidget& dock, const QList<QAction*>& plotActions, Settings& settings)
    : QMenu(tr("&View"), &window)
    , m_window(window)
    , m_dock(dock)
    , m_settings(settings)
    , m_dark(makeAction(this, QStringLiteral("darkTheme"), tr("&Dark theme"),
          tr("Dark colours for the window and the plots"), Qt::CTRL | Qt::Key_D))
    , m_present(makeAction(this, QStringLiteral("present"), tr("&Present"),
          tr("For a projector: larger text, full screen, only the numbers and the plots (F11)"), Qt::Key_F11))
    , m_defaultSize(window.size())
    , m_defaultState(window.saveState(kStateVersion))
    , m_basePointSize(QApplication::font().pointSizeF())
    , m_shares(defaultShares(dock))
{
    setObjectName(QStringLiteral("viewMenu"));
    m_dark->setCheckable(true);
    m_dark->setChecked(isDark(QApplication::palette()));
    m_present->setCheckable(true);
    QAction* larger = makeAction(this, QStringLiteral("largerText"), tr("&Larger text"),
        tr("Makes all text larger"), Qt::CTRL | Qt::Key_Plus);
    QAction* smaller = makeAction(this, QStringLiteral("smallerText"), tr("&Smaller text"),
        tr("Makes all text smaller"), Qt::CTRL | Qt::Key_Minus);
    QAction* layout = makeAction(this, QStringLiteral("restoreLayout"), tr("Restore d&efault layout"),
        tr("Puts panels, text size and window back to where they were at first"), {});
    QAction* showDock = dock.toggleViewAction();
    showDock->setObjectName(QStringLiteral("showModelPanel"));
    showDock->setText(tr("&Model panel"));
    showDock->setToolTip(tr("Shows or hides the model and its forms"));
    showDock->setStatusTip(showDock->toolTip());
    showDock->setShortcut(Qt::Key_F9);

    QMenu* plots = addSubmenu(this, QStringLiteral("plotsMenu"), tr("Pl&ots"),
        tr("Which plots there are, notes in them, and ways to keep a plot"));
    plots->addActions(plotActions);
    addSeparator();
    addAction(showDock);
    addAction(layout);
    addSeparator();
    addActions({m_dark, larger, smaller});
    addMenu(makeLanguageMenu());
    addSeparator();
    addAction(m_present);

    connect(
        m_dark, &QAction::toggled, this, [this](bool isOn) { setTheme(isOn ? Theme::Dark : Theme::Light); });
    setTextScale(m_textScale);
    connect(larger, &QAction::triggered, this, [this] { setTextScale(m_textScale + 0.1); });
    connect(smaller, &QAction::triggered, this, [this] { setTextScale(m_textScale - 0.1); });
    connect(layout, &QAction::triggered, this, &ViewMenu::restoreDefaultLayout);
    connect(m_present, &QAction::toggled, this, &ViewMenu::setPresenting);
    m_window.installEventFilter(this); // the edges between docks are the window's own
    for (QDockWidget* each : m_window.findChildren<QDockWidget*>()) {
        connect(each, &QDockWidget::dockLocationChanged, this, [this, each] {
            if (each != &m_dock)
                m_shares.remove(shareName(*each)); // a width is no height
        });
        connect(each, &QDockWidget::visibilityChanged, this, [this](bool isShown) {
            if (isShown) // the window may have another size now
                QMetaObject::invokeMethod(this, &ViewMenu::applyDockShares, Qt::QueuedConnection);
        });
    }
}

ViewMenu::~ViewMenu()
{
    // The program's font outlives the window, and the next window's sizes start from it.
    QFont font = QApplication::font();
    font.setPointSizeF(m_basePointSize);
    QApplication::setFont(font);
}

QMenu* ViewMenu::makeLanguageMenu()
{
    auto* menu = new QMenu(tr("Lan&guage"), this);
    menu->setObjectName(QStringLiteral("languageMenu"));
    menu->setToolTipsVisible(true);
    auto* group = new QActionGroup(menu);
    for (const Language& language : languages()) {
        const QString code = QString::fromLatin1(language.code);
        QAction* action
            = makeAction(this, QStringLiteral("language_") + code, QString::fromUtf8(language.name),
                tr("The window's texts and numbers in this language from the next start on; files have none"),
                {});
        action->setCheckable(true);
        action->setChecked(code == languageFor(m_settings.language()));
        group->addAction(action);
        menu->addAction(action);
        connect(action, &QAction::triggered, this, [this, code] {
            m_settings.setLanguage(code);
            emit noticed(tr("The language changes at the next start."));
        });
    }
    return menu;
}

void ViewMenu::setTheme(Theme theme)
{
    applyTheme(theme);
}

void ViewMenu::setTextScale(double scale)
{
    m_textScale = std::clamp(scale, kSmallestText, kLargestText);
    // Presenting adds no more than the screen has room for, whatever the user has chosen before.
    const double most = kPresentationScale * m_window.screen()->size().width() / kNarrowScreen;
    const double shown = m_present->isChecked()
        ? std::max(m_textScale, std::min(m_textScale * kPresentationScale, most))
        : m_textScale;
    QFont font = QApplication::font();
    font.setPointSizeF(m_basePointSize * std::min(shown, kLargestText));
    QApplication::setFont(font);
    m_window.setFont(font); // reaches what a style sheet shields from the program's font
    // A dock whose font is the program's writes its title in that of the program's start.
    QFont title = font;
    title.setWeight(QFont::DemiBold);
    font.setWeight(font.weight()); // said, or what is in the dock takes the title's
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
        dock->setFont(title);
        dock->widget()->setFont(font);
    }
}

void ViewMenu::setPresenting(bool isPresenting)
{
    if (isPresenting) {
        m_geometryBeforePresenting = m_window.saveGeometry();
        m_hiddenDocks.clear();
        const QWidget* focus = m_window.focusWidget();
        bool hadFocus = false;
        for (QDockWidget* dock : m_window.findChildren<QDockWidget*>())
            if (dock->isVisible()) {
                m_hiddenDocks.append(dock);
                hadFocus = hadFocus || (focus != nullptr && dock->isAncestorOf(focus));
                dock->hide();
            }
        if (hadFocus) // otherwise a field of the bars takes the keys, Esc among them
            m_window.centralWidget()->setFocus(Qt::OtherFocusReason);
        setTextScale(m_textScale);
        m_window.setWindowState(m_window.windowState() | Qt::WindowFullScreen);
        emit noticed(tr("Presenting: F11 or Esc goes back, F9 shows the model."));
    } else {
        for (QDockWidget* dock : std::exchange(m_hiddenDocks, {}))
            dock->show();
        setTextScale(m_textScale);
        m_window.setWindowState(m_window.windowState() & ~Qt::WindowFullScreen);
        emit noticed({}); // the window is no longer as F11 made it
    }
}

bool ViewMenu::endPresenting()
{
    const bool isPresenting = m_present->isChecked();
    m_present->setChecked(false);
    return isPresenting;
}

void ViewMenu::restoreDefaultLayout()
{
    letGo(m_window);
    m_present->setChecked(false);
    setTextScale(1);
    m_window.setWindowState(m_window.windowState() & ~(Qt::WindowMaximized | Qt::WindowFullScreen));
    m_window.resize(m_defaultSize);
    fitScreen(m_window);
    m_window.restoreState(m_defaultState, kStateVersion);
    setDefaultDockSizes();
    emit defaultLayoutRestored();
    emit noticed(tr("The default layout is back."));
}

void ViewMenu::setDefaultDockSizes()
{
    m_shares = defaultShares(m_dock);
    applyDockShares();
}

void ViewMenu::makeRoomForForms(bool areShown)
{
    m_hasForms = areShown;
    applyDockShares();
    QTimer::singleShot(
        0, this, &ViewMenu::applyDockShares); // forms that go hold their room until all is laid out
}

void ViewMenu::makeRoomForNames(int width)
{
    if (std::exchange(m_namesWidth, width) != width)
        QMetaObject::invokeMethod(this, &ViewMenu::applyDockShares, Qt::QueuedConnection);
}

QString ViewMenu::shareName(const QDockWidget& dock) const
{
    return m_hasForms && &dock == &m_dock ? withForms(dock) : dock.objectName();
}

bool ViewMenu::isWide(const QDockWidget& dock) const
{
    const Qt::DockWidgetArea area = m_window.dockWidgetArea(const_cast<QDockWidget*>(&dock));
    return area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
}

QHash<QDockWidget*, double> ViewMenu::shownShares(const QSize& window) const
{
    QHash<QDockWidget*, double> shares;
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>())
        if (dock->isVisible() && !dock->isFloating() && !window.isEmpty())
            shares[dock] = isWide(*dock) ? double(dock->width()) / window.width()
                                         : double(dock->height()) / window.height();
    return shares;
}

void ViewMenu::learnDockShares(const QSize& window)
{
    const QHash<QDockWidget*, double> shown = shownShares(window);
    for (auto share = shown.begin(); share != shown.end(); ++share)
        if (!m_shares.contains(shareName(*share.key())))
            m_shares[shareName(*share.key())] = share.value();
}

void ViewMenu::applyDockShares()
{
    for (const Qt::Orientation along : {Qt::Horizontal, Qt::Vertical}) {
        QList<QDockWidget*> docks;
        QList<int> sizes;
        for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
            const auto share = m_shares.constFind(shareName(*dock));
            if (share == m_shares.constEnd() || !dock->isVisible() || dock->isFloating()
                || isWide(*dock) != (along == Qt::Horizontal))
                continue;
            const int whole = along == Qt::Horizontal ? m_window.width() : m_window.height();
            docks += dock;
            sizes += dock == &m_dock && along == Qt::Horizontal ? modelWidth()
                                                                : std::max(1, qRound(*share * whole));
        }
        m_window.resizeDocks(docks, sizes, along);
    }
}

int ViewMenu::modelWidth() const
{
    const double share = m_shares.value(shareName(m_dock), kDockShare);
    const int names
        = share == kDockShare ? std::min(m_namesWidth, qRound(kNamesShare * m_window.width())) : 0;
    return std::max({m_hasForms ? kSmallestForms : kSmallestDock, qRound(share * m_window.width()), names});
}

bool ViewMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_pressedShares = shownShares(m_window.size());
    else if (event->type() == QEvent::MouseButtonRelease)
        QMetaObject::invokeMethod(this, &ViewMenu::takeDraggedShares, Qt::QueuedConnection);
    return QMenu::eventFilter(watched, event);
}

void ViewMenu::takeDraggedShares()
{
    const QHash<QDockWidget*, double> shown = shownShares(m_window.size());
    for (auto share = shown.begin(); share != shown.end(); ++share)
        if (m_pressedShares.value(share.key(), share.value()) != share.value())
            m_shares[shareName(*share.key())] = share.value();
}

void ViewMenu::restore()
{
    if (const QByteArray geometry = m_settings.windowGeometry(); !geometry.isEmpty()) {
        m_window.restoreGeometry(geometry);
        // Qt ignores a geometry from a screen of quite another width; else the window may be too large.
        fitScreen(m_window);
    }
    const QByteArray blob = m_settings.windowState();
    QDataStream stream(blob);
    quint32 version = 0;
    bool isDarkTheme = false;
    double scale = 1;
    QByteArray state;
    stream >> version >> isDarkTheme >> scale >> state;
    if (blob.isEmpty() || version != kBlobVersion || stream.status() != QDataStream::Ok)
        return;
    m_dark->setChecked(isDarkTheme);
    setTextScale(scale);
    m_window.restoreState(state, kStateVersion);
    qint32 width = 0; // earlier versions kept sizes in pixels of a window this wide
    QHash<QString, double> shares;
    stream >> width >> shares;
    if (stream.status() == QDataStream::Ok)
        m_shares.insert(shares);
}

void ViewMenu::remember(bool wasPresenting)
{
    learnDockShares(m_window.size());
    QByteArray blob;
    QDataStream stream(&blob, QIODevice::WriteOnly);
    stream << kBlobVersion << m_dark->isChecked() << m_textScale << m_window.saveState(kStateVersion)
           << qint32(m_window.width()) << m_shares;
    m_settings.setWindowLayout(wasPresenting ? m_geometryBeforePresenting : m_window.saveGeometry(), blob);
}

void fitScreen(QWidget& window)
{
    if (window.isMaximized() || window.isFullScreen())
        return;
    const QScreen* screen = QGuiApplication::screenAt(window.geometry().center());
    const QRect room = (screen ? screen : window.screen())->availableGeometry().marginsRemoved(kFrame);
    window.resize(window.size().boundedTo(room.size()));
    if (window.testAttribute(Qt::WA_Moved)) // a dock that was never moved gets its place from the desktop
        window.setGeometry(
            QRect(QPoint(std::clamp(window.geometry().x(), room.left(), room.right() + 1 - window.width()),
                      std::clamp(window.geometry().y(), room.top(), room.bottom() + 1 - window.height())),
                window.size()));
}

} // namespace ulpscope::ui
