// SPDX-License-Identifier: GPL-3.0-or-later
// Greys the controls that a lesson locks, with a tool tip that names the lesson, and hides others. All are as before
// when the lesson is left, or when this object is destroyed.
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QWidget>

class QAction;

namespace ulpscope::ui {

class LessonLocks : public QObject
{
    Q_OBJECT
public:
    explicit LessonLocks(QWidget& window, QObject* parent = nullptr);
    ~LessonLocks() override;

    /// Locks and hides the places of these names for the lesson; releases all others. Must be called again when fields
    /// are made anew.
    void apply(const QStringList& locked, const QStringList& hidden, const QString& lesson);
    void restore() { apply({}, {}, {}); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Locked
    {
        QPointer<QWidget> widget;
        bool wasEnabled = true; ///< whether the widget was enabled, or would be by now
        QString toolTip;
    };

    QList<QWidget*> found(const QStringList& places) const;
    void lock(QWidget* widget, const QString& lesson);
    void unlock(const Locked& locked);

    QWidget& m_window;
    QList<Locked> m_locked;
    QList<QPointer<QWidget>> m_hidden;
    QList<QPointer<QAction>> m_hiddenActions; ///< actions that are hidden in tool bars
    bool m_isOwn = false;
};

} // namespace ulpscope::ui
