// SPDX-License-Identifier: GPL-3.0-or-later
// What of the window a walk has met, and what of that it has used. Things are told apart by name, so that a form that is
// made anew is the one that it was.
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>

#include <map>

class QAction;
class QWidget;

namespace ulpscope::ui::walk {

enum class Use { Action, Edit };

struct Share
{
    int met = 0;
    int used = 0;
    QStringList unused;
    QStringList disabled; ///< whenever they were met; not counted

    double percent() const { return met == 0 ? 100 : 100.0 * used / met; }
};

class Tally : public QObject
{
    Q_OBJECT
public:
    /// Counts from now on whenever the action is triggered, by whatever.
    void meet(QAction& action);
    void meet(const QWidget& editor);
    void use(const QWidget& editor);
    int uses(const QAction& action) const;
    int uses(const QWidget& editor) const;

    Share share(Use kind) const;

private:
    struct Thing
    {
        Use kind = Use::Action;
        int uses = 0;
        bool wasEnabled = false;
    };

    const QString& nameOf(const QAction& action) const;
    const QString& nameOf(const QWidget& widget) const;
    void forget(QObject* object);

    std::map<QString, Thing> m_things;
    mutable QHash<const QObject*, QString> m_names; ///< of what lives
};

/// Whether the action is the program's own and does something: no separator, no submenu, none of Qt's editing menus.
bool isOwnAction(const QAction& action);

} // namespace ulpscope::ui::walk
