// SPDX-License-Identifier: GPL-3.0-or-later
// The controls that a lesson locks are grey and say which lesson does so; those that it hides are gone. All are as before when it
// is left, or when this goes.
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

    /// Places by name, of this lesson. Again where fields were made anew; what is no longer among them is let go.
    void apply(const QStringList& locked, const QStringList& hidden, const QString& lesson);
    void restore() { apply({}, {}, {}); }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Locked
    {
        QPointer<QWidget> widget;
        bool wasEnabled = true; ///< or would be by now
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
