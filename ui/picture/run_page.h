// SPDX-License-Identifier: GPL-3.0-or-later
// The tab of a run: one sentence about its health, and below it either the overview or all numbers and plots.
#pragma once

#include <QWidget>

class QAction;
class QStackedWidget;

namespace ulpscope::ui {

class HealthStrip;
class Overview;
class SceneStrip;
class TrainingView;

class RunPage : public QWidget
{
    Q_OBJECT
public:
    RunPage(HealthStrip& health, SceneStrip& scene, TrainingView& training, Overview& overview,
        QWidget* parent = nullptr);

    /// Shows all numbers and plots, or the overview.
    QAction* plotsAction() const { return m_showPlots; }
    void showPlots(bool areShown);
    bool showsPlots() const;
    /// What is seen gets the keys.
    void focusRun();

    /// What it needs at the least: pictures are as high as there is room.
    int heightForWidth(int width) const override;

private:
    void showFace(int face);

    TrainingView& m_training;
    Overview& m_overview;
    QStackedWidget* m_faces;
    QAction* m_showPlots;
};

} // namespace ulpscope::ui
