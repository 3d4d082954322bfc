// SPDX-License-Identifier: GPL-3.0-or-later
// Walks through the window: one random act after another, in the window, in the dialogs and menus that come up, and in a
// window made anew when it was closed. What was not used yet is more likely.
#pragma once

#include "tests/ui/walk/acts.h"
#include "tests/ui/walk/tally.h"
#include "tests/ui/walk/trace.h"
#include "ui/shell/main_window.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>

class QAction;

namespace ulpscope::ui::walk {

class Walker : public QObject
{
    Q_OBJECT
public:
    using MakeWindow = std::function<std::unique_ptr<MainWindow>()>;

    Walker(const Replay& replay, Trace& trace, WalkFiles& files, MakeWindow makeWindow);
    ~Walker() override;

    /// Every act of the replay, and up to as many more until that share of what it met is used; then the window is closed.
    void walk(double wantedPercent);

    const Tally& tally() const { return m_tally; }
    /// The act after which the event loop came back last.
    QString slowest() const;
    /// The largest resident set that it saw, in bytes.
    std::uint64_t mostMemory() const { return m_mostMemory; }
    /// Empty if every dialog and menu could be left, and the window stayed within its memory budget.
    const QString& trouble() const { return m_trouble; }

    /// Watches the events of the whole program, to tell who gets those of a hang.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void tick();
    void endWhatHangs();
    void step(QWidget* scope);
    void perform(const Act& act);
    void lookAtMemory();
    void meetAll();
    void makeAnew();
    bool isDone() const;

    Act next(QWidget* scope);
    Act inWindow();
    Act inDialog(QWidget* dialog);
    Act inMenu(QWidget* popup);
    Act wayOut(QWidget* dialog);
    Act trigger(QWidget* scope);
    QList<QWidget*> editorsIn(QWidget* scope) const;
    /// Those that the walk has not used yet.
    QList<QWidget*> freshEditors(QWidget* scope) const;
    Act editOne(QWidget* scope);
    Act pokeOne(QWidget* scope);
    Act resize();
    Act dock();
    Act undoOrRedo();
    Act wait();
    Act open();
    Act close();
    /// A small session again: what a walk piles up would make every act slower than the one before.
    Act comeBack();
    bool isDear() const;

    const Replay& m_replay;
    Trace& m_trace;
    WalkFiles& m_files;
    MakeWindow m_makeWindow;
    Dice m_dice;
    Hand m_hand;
    Acts m_acts;
    Tally m_tally;
    std::unique_ptr<MainWindow> m_window;
    QEventLoop m_loop;
    std::int64_t m_done = 0;
    double m_wantedPercent = 0;
    int m_depth = 0; ///< acts under way, each in an event loop of the one before
    QWidget* m_scopeOfAct = nullptr; ///< only compared
    QElapsedTimer m_sinceAct;
    QPointer<QWidget> m_visited; ///< the dialog or menu that is walked in
    int m_patience = 0; ///< acts left in it
    int m_untilBack = 0; ///< acts until comeBack()
    bool m_mustDiscard = false; ///< the next question about unsaved changes is answered so
    bool m_mustBeNew = false;
    std::function<bool()> m_isWaitOver;
    QElapsedTimer m_waited;
    qint64 m_slowestMs = 0;
    QString m_slowestText;
    QString m_trouble;
    std::uint64_t m_mostMemory = 0;
};

} // namespace ulpscope::ui::walk
