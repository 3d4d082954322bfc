// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/acts.h"

#include "tests/ui/walk/typed_texts.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTabBar>
#include <QTextEdit>
#include <QTreeView>
#include <QUrl>

#include <memory>

namespace ulpscope::ui::walk {

namespace {

using namespace Qt::StringLiterals;

struct KeyPress
{
    Qt::Key key;
    Qt::KeyboardModifiers modifiers = {};
    const char* text = "";
};

constexpr KeyPress kKeys[] = {{Qt::Key_Tab}, {Qt::Key_Tab}, {Qt::Key_Backtab, Qt::ShiftModifier},
    {Qt::Key_Return}, {Qt::Key_Escape}, {Qt::Key_Space, {}, " "}, {Qt::Key_Up}, {Qt::Key_Down},
    {Qt::Key_Left}, {Qt::Key_Right}, {Qt::Key_Home}, {Qt::Key_End}, {Qt::Key_PageUp}, {Qt::Key_PageDown},
    {Qt::Key_Delete}, {Qt::Key_Backspace}, {Qt::Key_F2}, {Qt::Key_F4}, {Qt::Key_F9}, {Qt::Key_Menu},
    {Qt::Key_Up, Qt::ShiftModifier}, {Qt::Key_Down, Qt::ShiftModifier}, {Qt::Key_Left, Qt::ShiftModifier},
    {Qt::Key_Right, Qt::ControlModifier}, {Qt::Key_Up, Qt::AltModifier}, {Qt::Key_Down, Qt::AltModifier},
    {Qt::Key_Left, Qt::AltModifier}, {Qt::Key_A, Qt::ControlModifier}, {Qt::Key_C, Qt::ControlModifier},
    {Qt::Key_X, Qt::ControlModifier}, {Qt::Key_V, Qt::ControlModifier}, {Qt::Key_Z, Qt::ControlModifier},
    {Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier}, {Qt::Key_Tab, Qt::ControlModifier},
    {Qt::Key_Backspace, Qt::ControlModifier}, {Qt::Key_Plus, {}, "+"}, {Qt::Key_Minus, {}, "-"},
    {Qt::Key_Asterisk, {}, "*"}, {Qt::Key_1, {}, "1"}, {Qt::Key_X, {}, "x"}, {Qt::Key_R, {}, "r"},
    {Qt::Key_S, {}, "s"}, {Qt::Key_Enter}};

constexpr Qt::KeyboardModifiers kModifiers[] = {Qt::NoModifier, Qt::NoModifier, Qt::NoModifier,
    Qt::ControlModifier, Qt::ShiftModifier, Qt::ControlModifier | Qt::ShiftModifier};

/// What Qt makes for itself inside of something else, which stands for it.
bool isPartOfAnother(const QWidget& widget)
{
    const QWidget* parent = widget.parentWidget();
    if (!parent)
        return false;
    const bool isInField = qobject_cast<const QComboBox*>(parent)
        || qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QLineEdit*>(parent)
        || qobject_cast<const QTabBar*>(parent) || qobject_cast<const QAbstractItemView*>(parent)
        || parent->inherits("QComboBoxPrivateContainer");
    const bool isTabs = qobject_cast<const QTabBar*>(&widget);
    return isInField || (!isTabs && widget.objectName().startsWith("qt_"_L1));
}

bool isText(const QWidget& widget)
{
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget))
        return !line->isReadOnly();
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(&widget))
        return !text->isReadOnly();
    const auto* rich = qobject_cast<const QTextEdit*>(&widget);
    return rich && !rich->isReadOnly();
}

QModelIndex anyIndex(const QAbstractItemView& view, Dice& dice)
{
    const QAbstractItemModel* model = view.model();
    QModelIndex at = view.rootIndex();
    while (model && model->rowCount(at) > 0 && model->columnCount(at) > 0) {
        const QModelIndex next
            = model->index(dice.below(model->rowCount(at)), dice.below(model->columnCount(at)), at);
        const QModelIndex first = next.siblingAtColumn(0);
        if (model->rowCount(first) == 0 || dice.chance(40))
            return next;
        at = first;
    }
    return at == view.rootIndex() ? QModelIndex() : at;
}

QString indexText(const QModelIndex& index)
{
    return u"%1, %2%3"_s.arg(index.row())
        .arg(index.column())
        .arg(index.parent().isValid() ? u" in "_s + QString::number(index.parent().row()) : QString());
}

QString quoted(const QString& text)
{
    return u'"' + (text.size() > 40 ? text.left(40) + u'…' : text) + u'"';
}

} // namespace

bool isEditor(const QWidget& widget)
{
    if (isPartOfAnother(widget))
        return false;
    const bool isOurs = QByteArray(widget.metaObject()->className()).startsWith("ulpscope::")
        && widget.focusPolicy() != Qt::NoFocus;
    return isOurs || qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QComboBox*>(&widget)
        || qobject_cast<const QAbstractSpinBox*>(&widget) || qobject_cast<const QAbstractItemView*>(&widget)
        || qobject_cast<const QTabBar*>(&widget) || isText(widget);
}

QString nameText(const QWidget& widget)
{
    QString name = widget.objectName();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget); button && name.isEmpty())
        name = button->text();
    return QString::fromLatin1(widget.metaObject()->className()).section(u':', -1) + u' ' + name;
}

Act Acts::edit(QWidget* editor)
{
    if (auto* combo = qobject_cast<QComboBox*>(editor))
        return choose(combo);
    if (qobject_cast<QAbstractSpinBox*>(editor))
        return turn(editor);
    if (isText(*editor))
        return type(editor);
    if (qobject_cast<QAbstractButton*>(editor))
        return press(editor);
    if (auto* header = qobject_cast<QHeaderView*>(editor))
        return sort(header);
    if (auto* view = qobject_cast<QAbstractItemView*>(editor))
        return work(view);
    if (auto* tabs = qobject_cast<QTabBar*>(editor))
        return change(tabs);
    return play(editor);
}

Act Acts::press(QWidget* button)
{
    if (m_dice.chance(20))
        return {u"space on "_s + nameText(*button), [this, button] {
                    button->setFocus();
                    m_hand.key(Qt::Key_Space, {}, u" "_s);
                }};
    return {u"press "_s + nameText(*button), [this, button] {
                if (const auto at = m_hand.pointOn(button))
                    m_hand.click(button, *at);
            }};
}

Act Acts::choose(QComboBox* combo)
{
    if (combo->isEditable() && m_dice.chance(50))
        return type(combo);
    if (m_dice.chance(25))
        return {u"open "_s + nameText(*combo), [this, combo] {
                    if (const auto at = m_hand.pointOn(combo))
                        m_hand.click(combo, *at);
                }};
    const int row = m_dice.below(combo->count());
    return {u"choose row %1 of %2"_s.arg(row).arg(nameText(*combo)), [this, combo, row] {
                const QPointer<QComboBox> alive = combo;
                combo->setFocus();
                // One key after another, as a person does: each chooses.
                const int by = row - combo->currentIndex();
                for (int i = 0; i < std::min(std::abs(by), 4) && alive; ++i)
                    m_hand.key(by > 0 ? Qt::Key_Down : Qt::Key_Up);
                if (alive && std::abs(by) > 4)
                    m_hand.key(by > 0 ? Qt::Key_End : Qt::Key_Home);
            }};
}

Act Acts::type(QWidget* field)
{
    QAction* icon = qobject_cast<QLineEdit*>(field) ? field->actions().value(0) : nullptr;
    if (icon && icon->isEnabled() && m_dice.chance(40))
        return {u"press the icon in "_s + nameText(*field), [icon] { icon->trigger(); }};
    const QString typed = textFor(*field);
    return {u"type %1 into %2"_s.arg(quoted(typed), nameText(*field)), [this, field, typed] {
                field->setFocus();
                m_hand.type(typed);
                finish();
            }};
}

Act Acts::turn(QWidget* spinBox)
{
    if (m_dice.chance(60))
        return type(spinBox);
    const Qt::Key key
        = m_dice.oneOf(QList<Qt::Key>{Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown});
    return {u"turn "_s + nameText(*spinBox), [this, spinBox, key] {
                spinBox->setFocus();
                m_hand.key(key);
                finish();
            }};
}

Act Acts::work(QAbstractItemView* view)
{
    const QModelIndex chosen = anyIndex(*view, m_dice);
    if (!chosen.isValid())
        return poke(view);
    const QPersistentModelIndex index = chosen;
    const QString where = u' ' + nameText(*view) + u" at "_s + indexText(chosen);
    const auto on = [view, index](const std::function<void(QPoint)>& then) {
        if (!index.isValid())
            return;
        view->scrollTo(index);
        const QRect rect = view->visualRect(index).intersected(view->viewport()->rect());
        if (!rect.isEmpty())
            then(rect.center());
    };
    switch (m_dice.below(9)) {
    case 0:
    case 1: {
        const Qt::KeyboardModifiers modifiers = m_dice.oneOf(kModifiers);
        return {u"click"_s + where, [this, view, on, modifiers] {
                    on([&](QPoint at) { m_hand.click(view->viewport(), at, Qt::LeftButton, modifiers); });
                }};
    }
    case 2:
        return {u"double click"_s + where,
            [this, view, on] { on([&](QPoint at) { m_hand.doubleClick(view->viewport(), at); }); }};
    case 3:
        return {u"context menu"_s + where, [this, view, on] {
                    on([&](QPoint at) { m_hand.click(view->viewport(), at, Qt::RightButton); });
                }};
    case 4:
    case 5: {
        const QString typed = text();
        return {u"edit"_s + where + u": "_s + quoted(typed), [this, view, index, typed] {
                    const QPointer<QAbstractItemView> alive = view;
                    if (!index.isValid())
                        return;
                    view->setFocus();
                    view->setCurrentIndex(index);
                    m_hand.key(Qt::Key_F2);
                    // Without an editor the text would be shortcuts and searches, which keys are for.
                    QWidget* focus = QApplication::focusWidget();
                    if (!alive || !focus || focus == view || !view->isAncestorOf(focus))
                        return;
                    m_hand.type(typed);
                    finish();
                }};
    }
    case 6: {
        auto* tree = qobject_cast<QTreeView*>(view);
        if (!tree)
            return poke(view->viewport());
        return {u"fold"_s + where, [tree, index] {
                    if (index.isValid())
                        tree->setExpanded(index, !tree->isExpanded(index));
                }};
    }
    case 7: {
        const QPoint end(m_dice.below(view->viewport()->width()), m_dice.below(view->viewport()->height()));
        return {u"drag"_s + where,
            [this, view, on, end] { on([&](QPoint at) { m_hand.drag(view->viewport(), at, end); }); }};
    }
    default:
        return drop(view->viewport());
    }
}

Act Acts::sort(QHeaderView* header)
{
    return poke(header->viewport());
}

Act Acts::change(QTabBar* tabs)
{
    const int tab = m_dice.below(tabs->count());
    return {u"tab %1 of %2"_s.arg(tab).arg(nameText(*tabs)), [this, tabs, tab] {
                const QRect rect = tabs->tabRect(tab).intersected(tabs->rect());
                if (!rect.isEmpty())
                    m_hand.click(tabs, rect.center());
                else
                    tabs->setCurrentIndex(tab);
            }};
}

Act Acts::play(QWidget* plot)
{
    if (!m_dice.chance(40))
        return poke(plot);
    const auto& pressed = m_dice.oneOf(kKeys);
    return {u"key to "_s + nameText(*plot), [this, plot, pressed] {
                plot->setFocus();
                m_hand.key(pressed.key, pressed.modifiers, QString::fromLatin1(pressed.text));
            }};
}

Act Acts::poke(QWidget* widget)
{
    const Qt::KeyboardModifiers modifiers = m_dice.oneOf(kModifiers);
    const int kind = m_dice.below(8);
    static const QStringList words{u"click"_s, u"click"_s, u"double click"_s, u"right click"_s,
        u"middle click"_s, u"wheel on"_s, u"drag on"_s, u"hover over"_s};
    return {words[kind] + u' ' + nameText(*widget), [this, widget, kind, modifiers] {
                const auto at = m_hand.pointOn(widget);
                if (!at)
                    return;
                switch (kind) {
                case 2:
                    m_hand.doubleClick(widget, *at);
                    break;
                case 3:
                    m_hand.click(widget, *at, Qt::RightButton);
                    break;
                case 4:
                    m_hand.click(widget, *at, Qt::MiddleButton);
                    break;
                case 5:
                    m_hand.wheel(widget, *at, m_dice.chance(50) ? 1 : -2, modifiers);
                    break;
                case 6:
                    m_hand.drag(widget, *at,
                        *at + QPoint(m_dice.between(-200, 200), m_dice.between(-200, 200)), modifiers);
                    break;
                case 7:
                    m_hand.hover(widget, *at);
                    break;
                default:
                    m_hand.click(widget, *at, Qt::LeftButton, modifiers);
                }
            }};
}

Act Acts::key()
{
    const KeyPress& pressed = m_dice.oneOf(kKeys);
    QWidget* focus = QApplication::focusWidget();
    return {u"key %1 to %2"_s.arg(QKeySequence(pressed.key | pressed.modifiers).toString(),
                focus ? nameText(*focus) : u"the window"_s),
        [this, pressed] { m_hand.key(pressed.key, pressed.modifiers, QString::fromLatin1(pressed.text)); }};
}

Act Acts::drop(QWidget* widget)
{
    const auto data = std::make_shared<QMimeData>();
    QString what;
    if (m_dice.chance(50)) {
        what = m_files.toOpen(m_dice);
        data->setUrls({QUrl::fromLocalFile(what)});
    } else {
        what = m_dice.oneOf(m_dice.chance(60) ? pastedTexts() : typedTexts());
        data->setText(what);
    }
    return {u"drop %1 on %2"_s.arg(quoted(what), nameText(*widget)), [this, widget, data] {
                if (const auto at = m_hand.pointOn(widget))
                    m_hand.drop(widget, *at, *data);
            }};
}

void Acts::finish()
{
    switch (m_dice.below(6)) {
    case 0:
    case 1:
    case 2:
        m_hand.key(Qt::Key_Return);
        break;
    case 3:
        m_hand.key(Qt::Key_Tab);
        break;
    case 4:
        m_hand.key(Qt::Key_Escape);
        break;
    default:
        break;
    }
}

QString Acts::text()
{
    return m_dice.oneOf(m_dice.chance(90) ? typedTexts() : pastedTexts());
}

QString Acts::textFor(const QWidget& field)
{
    const auto* line = qobject_cast<const QLineEdit*>(&field);
    const bool wantsPath = line && !line->actions().isEmpty() && !line->placeholderText().isEmpty();
    return wantsPath && m_dice.chance(50) ? m_files.toOpen(m_dice) : text();
}

} // namespace ulpscope::ui::walk
