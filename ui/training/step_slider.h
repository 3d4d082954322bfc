// SPDX-License-Identifier: GPL-3.0-or-later
// The steps of the run on the screen as a slider: every view is of the step that it is at. At its end it follows the newest.
// Played, it goes through the steps by itself.
#pragma once

#include "app/session/shown_run.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QLabel;
class QSlider;

namespace ulpscope::ui {

class StepSlider : public QWidget
{
    Q_OBJECT
public:
    /// `shown` must outlive the slider.
    explicit StepSlider(const ShownRun& shown, QWidget* parent = nullptr);

    /// From the first step to the newest, in a few seconds; nothing where the run is too short for that, or the system asks for no
    /// animations. A key or a click ends it.
    void play();
    bool isPlaying() const { return m_frames.isActive(); }
    void endPlay();

signals:
    void played();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void pin(int step);
    void showFrame();

    const ShownRun& m_shown;
    QSlider* m_slider;
    QLabel* m_step;
    QTimer m_frames;
    QElapsedTimer m_sincePlay;
};

} // namespace ulpscope::ui
