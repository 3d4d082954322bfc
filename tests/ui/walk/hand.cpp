// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/hand.h"

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QKeySequence>
#include <QMimeData>
#include <QScrollArea>
#include <QTest>
#include <QWheelEvent>
#include <QWindow>

#include <algorithm>

namespace ulpscope::ui::walk {

namespace {

constexpr int kTypedByKeys = 12;
constexpr int kMovesOfADrag = 3;

QWindow* windowOf(const QWidget* widget)
{
    QWindow* window = widget ? widget->window()->windowHandle() : nullptr;
    return window && window->isVisible() ? window : nullptr;
}

/// (0, 0) would be taken for the middle.
QPoint within(const QWindow& window, QPoint at)
{
    return {std::clamp(at.x(), 1, std::max(1, window.width() - 1)),
        std::clamp(at.y(), 1, std::max(1, window.height() - 1))};
}

QPoint inWindow(const QWidget* widget, QPoint at)
{
    return within(*widget->window()->windowHandle(), widget->mapTo(widget->window(), at));
}

QWindow* keyWindow()
{
    if (QWidget* popup = QApplication::activePopupWidget())
        return popup->windowHandle();
    if (QWidget* modal = QApplication::activeModalWidget())
        return modal->windowHandle();
    QWindow* focused = QGuiApplication::focusWindow();
    return focused && focused->isVisible() ? focused : nullptr;
}

} // namespace

std::optional<QPoint> Hand::pointOn(QWidget* widget) const
{
    for (QWidget* above = widget->parentWidget(); above && !widget->isWindow(); above = above->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(above))
            area->ensureWidgetVisible(widget);
    const QRegion seen = widget->visibleRegion();
    if (seen.isEmpty())
        return {};
    const QRect box = seen.boundingRect();
    for (int tries = 0; tries < 8; ++tries)
        if (const QPoint at(m_dice.between(box.left(), box.right()), m_dice.between(box.top(), box.bottom()));
            seen.contains(at))
            return at;
    return seen.begin()->center();
}

void Hand::click(QWidget* widget, QPoint at, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    if (QWindow* window = windowOf(widget))
        QTest::mouseClick(window, button, modifiers, inWindow(widget, at));
}

void Hand::doubleClick(QWidget* widget, QPoint at)
{
    if (QWindow* window = windowOf(widget))
        QTest::mouseDClick(window, Qt::LeftButton, {}, inWindow(widget, at));
}

void Hand::hover(QWidget* widget, QPoint at)
{
    if (QWindow* window = windowOf(widget))
        QTest::mouseMove(window, inWindow(widget, at));
}

void Hand::drag(QWidget* from, QPoint start, QPoint end, Qt::KeyboardModifiers modifiers)
{
    QPointer<QWindow> window = windowOf(from);
    if (!window)
        return;
    const QPoint press = inWindow(from, start);
    const QPoint release = inWindow(from, end);
    m_dragging = from->window();
    QTest::mousePress(window, Qt::LeftButton, modifiers, press);
    for (int move = 1; move <= kMovesOfADrag && window && m_dragging; ++move)
        QTest::mouseMove(window, within(*window, press + (release - press) * move / kMovesOfADrag));
    if (window && m_dragging) // which may have another size by now
        QTest::mouseRelease(window, Qt::LeftButton, modifiers, within(*window, release));
    m_dragging = nullptr;
}

void Hand::endDrag()
{
    QWidget* widget = m_dragging;
    m_dragging = nullptr;
    const QPointer<QWindow> window = widget ? widget->windowHandle() : nullptr;
    if (!window)
        return;
    if (m_dice.chance(30))
        QTest::keyClick(window, Qt::Key_Escape);
    if (!window)
        return;
    // Escape or not, the button goes up: nobody holds it for ever, and Qt takes a dock for dragged until then.
    const QPoint at = within(*window, {m_dice.below(window->width()), m_dice.below(window->height())});
    QTest::mouseMove(window, at);
    QTest::mouseRelease(window, Qt::LeftButton, {}, at);
}

void Hand::wheel(QWidget* widget, QPoint at, int notches, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, widget->mapToGlobal(at), QPoint(), QPoint(0, 120 * notches), Qt::NoButton,
        modifiers, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

void Hand::drop(QWidget* widget, QPoint at, const QMimeData& data)
{
    const QPointer<QWidget> alive = widget;
    QDragEnterEvent enter(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(widget, &enter);
    if (!enter.isAccepted() || !alive)
        return;
    QDragMoveEvent move(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(widget, &move);
    if (!alive)
        return;
    if (move.isAccepted() && m_dice.chance(80)) {
        QDropEvent drop(at, Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(widget, &drop);
    } else {
        QDragLeaveEvent leave;
        QApplication::sendEvent(widget, &leave);
    }
}

void Hand::key(Qt::Key key, Qt::KeyboardModifiers modifiers, const QString& text)
{
    QPointer<QWindow> window = keyWindow();
    if (!window)
        return;
    const char ascii = text.isEmpty() ? QTest::keyToAscii(key) : '\0';
    const QString typed = ascii != '\0' ? QString(QChar::fromLatin1(ascii)) : text;
    // Not QTest::keyClick(): it goes on with a window that the first half has closed.
    QTest::simulateEvent(window, true, key, modifiers, typed, false);
    if (window)
        QTest::simulateEvent(window, false, key, modifiers, typed, false);
}

void Hand::keys(const QKeySequence& sequence)
{
    for (int i = 0; i < sequence.count(); ++i)
        key(sequence[uint(i)].key(), sequence[uint(i)].keyboardModifiers());
}

void Hand::type(const QString& text)
{
    key(Qt::Key_A, Qt::ControlModifier);
    if (text.isEmpty())
        key(Qt::Key_Delete);
    const bool isPlain = std::all_of(
        text.begin(), text.end(), [](QChar letter) { return letter.isPrint() && !letter.isSurrogate(); });
    if (text.size() > kTypedByKeys || !isPlain || m_dice.chance(20)) {
        QApplication::clipboard()->setText(text);
        key(Qt::Key_V, Qt::ControlModifier);
        return;
    }
    for (const QChar letter : text)
        key(Qt::Key(letter.toUpper().unicode()), {}, letter);
}

} // namespace ulpscope::ui::walk
