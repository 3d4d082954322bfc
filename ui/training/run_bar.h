// SPDX-License-Identifier: GPL-3.0-or-later
// The tool bars: one with train, step, reset and the slider of steps, one with the global policy and the loss scale.
// Further commands for a run are in the window's menu.
#pragma once

#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "ui/training/models/run_controller.h"

#include <QToolBar>

#include <vector>

class QAction;
class QComboBox;
class QSpinBox;

namespace ulpscope::ui {

class StepSlider;

class RunBar : public QToolBar
{
    Q_OBJECT
public:
    RunBar(Document& document, const ShownRun& shown, RunController& controller, QWidget* parent = nullptr);

    QList<QAction*> runActions() const { return {m_train, m_step, m_until, m_more, m_back, m_stop, m_reset}; }
    /// The choosers: a bar of their own, so that they find room on another line.
    QToolBar* policyBar() const { return m_policyBar; }
    StepSlider& slider() const { return *m_slider; }

public slots:
    void focusPolicy();
    void focusLossScale();

signals:
    /// Something that follows from an edit and should not go unnoticed.
    void noticed(const QString& message);

private:
    void makeUntilMenu();
    /// The session's watches that compare, as they are when the menu opens.
    void offerWatches(QMenu& menu, QAction* before);
    void makeMoreMenu();
    /// Opens it below its button.
    void popUp(QAction* action);
    void makeBackMenu();
    int newestStep() const;
    void refreshBack();
    void addChooser(const QString& caption, QComboBox* chooser, int characters);
    void refresh();
    void refreshActions();
    void setPolicy(const QString& name);
    void setLossScale(const QString& text);

    Document& m_document;
    const ShownRun& m_shown;
    RunController& m_controller;
    QToolBar* m_policyBar;
    QAction* m_train;
    QAction* m_step;
    QAction* m_until; ///< opens the menu of conditions
    std::vector<QAction*> m_watchActions; ///< the actions of that menu
    QAction* m_more; ///< opens the menu of how many
    QAction* m_asManyAgain;
    QAction* m_back;
    QAction* m_stop;
    QAction* m_reset;
    QComboBox* m_policy;
    QComboBox* m_lossScale;
    QSpinBox* m_backTo; ///< the step to go back to, in the menu of m_back
    StepSlider* m_slider;
};

} // namespace ulpscope::ui
