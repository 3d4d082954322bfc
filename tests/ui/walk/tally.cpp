// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/tally.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTextEdit>
#include <QToolButton>

namespace ulpscope::ui::walk {

namespace {

using namespace Qt::StringLiterals;

/// Its object name, else what it says, else its class.
QString ownName(const QWidget& widget)
{
    const QString name = widget.objectName();
    if (!name.isEmpty() && !name.startsWith("qt_"_L1))
        return name;
    const QString className = QString::fromLatin1(widget.metaObject()->className());
    // What the text of an action's button says may change.
    if (const auto* button = qobject_cast<const QToolButton*>(&widget); button && button->defaultAction())
        return className + u' ' + button->defaultAction()->objectName();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget);
        button && !button->text().isEmpty())
        return className + u' ' + button->text();
    return widget.accessibleName().isEmpty() ? className : className + u' ' + widget.accessibleName();
}

QString placedName(const QWidget& widget)
{
    const QWidget* above = widget.parentWidget();
    while (above && (above->objectName().isEmpty() || above->objectName().startsWith("qt_"_L1)))
        above = above->parentWidget();
    // A field of one step of a lesson is that of another: there are more the longer one walks.
    static const QRegularExpression number(u"\\[\\d+\\]"_s);
    return QString((above ? above->objectName() + u'/' : QString()) + ownName(widget))
        .replace(number, u"[]"_s);
}

QString placedName(const QAction& action)
{
    if (const auto* menu = qobject_cast<const QMenu*>(action.parent());
        menu && menu->menuAction()->objectName() == "recentMenu"_L1)
        return u"action a recent file"_s; // whichever was opened
    if (const auto* line = qobject_cast<const QLineEdit*>(action.parent()))
        return u"action "_s + placedName(*line) + u'/' + action.text();
    return u"action "_s + (action.objectName().isEmpty() ? action.text() : action.objectName());
}

/// The menus that Qt gives to texts and scroll bars.
bool isQtsOwn(const QMenu& menu)
{
    const QWidget* parent = menu.parentWidget();
    return menu.objectName().startsWith("qt_"_L1) || qobject_cast<const QAbstractSlider*>(parent)
        || qobject_cast<const QLineEdit*>(parent) || qobject_cast<const QTextEdit*>(parent)
        || qobject_cast<const QPlainTextEdit*>(parent) || qobject_cast<const QLabel*>(parent);
}

} // namespace

bool isOwnAction(const QAction& action)
{
    if (action.isSeparator() || action.menu() || (action.text().isEmpty() && action.objectName().isEmpty()))
        return false;
    if (const auto* menu = qobject_cast<const QMenu*>(action.parent()); menu && isQtsOwn(*menu))
        return false;
    const QString name = action.objectName();
    return !name.startsWith("_q_"_L1) && !name.startsWith("qt_"_L1) && !name.startsWith("edit-"_L1)
        && name != "select-all"_L1;
}

void Tally::meet(QAction& action)
{
    const bool isNew = !m_names.contains(&action);
    Thing& thing = m_things[nameOf(action)];
    thing.kind = Use::Action;
    thing.wasEnabled = thing.wasEnabled || action.isEnabled();
    if (isNew) // the name as it is then: an action's text may change by being triggered
        connect(&action, &QAction::triggered, this, [this, name = nameOf(action)] { ++m_things[name].uses; });
}

void Tally::meet(const QWidget& editor)
{
    Thing& thing = m_things[nameOf(editor)];
    thing.kind = Use::Edit;
    thing.wasEnabled = thing.wasEnabled || editor.isEnabled();
}

void Tally::use(const QWidget& editor)
{
    if (const auto found = m_things.find(nameOf(editor)); found != m_things.end())
        ++found->second.uses;
}

int Tally::uses(const QAction& action) const
{
    const auto found = m_things.find(nameOf(action));
    return found == m_things.end() ? 0 : found->second.uses;
}

int Tally::uses(const QWidget& editor) const
{
    const auto found = m_things.find(nameOf(editor));
    return found == m_things.end() ? 0 : found->second.uses;
}

Share Tally::share(Use kind) const
{
    Share share;
    for (const auto& [name, thing] : m_things) {
        if (thing.kind != kind)
            continue;
        if (thing.uses == 0 && !thing.wasEnabled) {
            share.disabled += name;
            continue;
        }
        ++share.met;
        if (thing.uses > 0)
            ++share.used;
        else
            share.unused += name;
    }
    return share;
}

const QString& Tally::nameOf(const QAction& action) const
{
    auto known = m_names.find(&action);
    if (known == m_names.end()) {
        known = m_names.insert(&action, placedName(action));
        connect(&action, &QObject::destroyed, this, &Tally::forget);
    }
    return *known;
}

const QString& Tally::nameOf(const QWidget& widget) const
{
    auto known = m_names.find(&widget);
    if (known == m_names.end()) {
        known = m_names.insert(&widget, placedName(widget));
        connect(&widget, &QObject::destroyed, this, &Tally::forget);
    }
    return *known;
}

void Tally::forget(QObject* object)
{
    m_names.remove(object);
}

} // namespace ulpscope::ui::walk
