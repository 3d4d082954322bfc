// SPDX-License-Identifier: GPL-3.0-or-later
// Long work that the user starts and can stop: two buttons of which one is there, how far it is, and a line that says what came of it.
#pragma once

#include <QTimer>
#include <QWidget>

#include <atomic>
#include <cstddef>
#include <memory>

class QLabel;
class QProgressBar;
class QPushButton;

namespace ulpscope {
class Aside;
}

namespace ulpscope::ui {

/// Counted on any thread.
struct TaskProgress
{
    std::atomic<std::size_t> done = 0;
    std::atomic<std::size_t> all = 0; ///< 0: not known yet
};

class TaskBar : public QWidget
{
    Q_OBJECT
public:
    /// id: object names begin with it. begin: on the button; empty: something else begins it.
    TaskBar(const QString& id, const QString& begin, const QString& tip, QWidget* parent);

    /// The work has begun; the bar shows its progress until rest().
    void follow(std::shared_ptr<const TaskProgress> progress);
    void rest();
    /// Rests, and says what came of it.
    void end(const QString& text);
    /// Empty: nothing is said.
    void say(const QString& text);
    /// Connects the bar to the work: the stop button cancels it and shows `stopped`; if the work fails, the exception's text is shown.
    void serve(Aside& work, const QString& stopped);
    QPushButton* beginButton() const { return m_begin; }

signals:
    void beginWanted();
    void stopWanted();

private:
    void showBusy(bool isBusy);
    void showProgress();

    bool m_hasButton;
    std::shared_ptr<const TaskProgress> m_progress;
    QTimer m_look;
    QPushButton* m_begin;
    QPushButton* m_stop;
    QProgressBar* m_bar;
    QLabel* m_said;
};

} // namespace ulpscope::ui
