// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/step_slider.h"

#include "app/desktop/platform_start.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/models/display_text.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr int kPlayMs = 4000;
constexpr int kFrameMs = 16;
constexpr std::int64_t kFewSteps = 20; ///< fewer steps than these are too few to play
constexpr int kMaxStep = 2'000'000'000;

} // namespace

StepSlider::StepSlider(const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_step(new QLabel(this))
{
    describe(m_slider, {.name = "stepSlider", .terms = "step cursor", .guide = "window#plots"},
        tr("Shown step"),
        tr("The step that every picture and number is of; at its end the newest. Arrows go step by step, Escape lets the "
           "step go."));
    m_slider->setMinimumWidth(120);
    m_step->setObjectName(QStringLiteral("stepSliderText"));
    m_step->setMinimumWidth(m_step->fontMetrics().horizontalAdvance(tr("step %1").arg(99999)));
    rowOf(this, {{m_slider, 1}, m_step}, {.margins = {8, 0, 8, 0}});
    m_frames.setInterval(kFrameMs);
    connect(&m_frames, &QTimer::timeout, this, &StepSlider::showFrame);
    connect(m_slider, &QSlider::valueChanged, this, &StepSlider::pin);
    connect(&shown, &ShownRun::replaced, this, &StepSlider::follow);
    connect(&shown, &ShownRun::grew, this, &StepSlider::follow);
    connect(&shown, &ShownRun::stepChanged, this, &StepSlider::follow);
    follow();
}

void StepSlider::follow()
{
    const RunHistory* run = m_shown.run().get();
    const std::int64_t newest = run ? run->stepsDone() - 1 : -1;
    const std::int64_t shown = std::min(m_shown.pinnedStep().value_or(newest), newest);
    const QSignalBlocker blocker(m_slider);
    m_slider->setRange(0, int(std::clamp<std::int64_t>(newest, 0, kMaxStep)));
    m_slider->setPageStep(std::max(1, m_slider->maximum() / 20));
    m_slider->setValue(int(std::clamp<std::int64_t>(shown, 0, kMaxStep)));
    m_slider->setEnabled(newest > 0);
    m_step->setText(shown < 0 ? QString() : tr("step %1").arg(countText(shown)));
}

void StepSlider::pin(int step)
{
    endPlay();
    m_shown.step().pin(step == m_slider->maximum() ? std::nullopt : std::optional<std::int64_t>(step));
}

void StepSlider::play()
{
    if (!m_shown.run() || m_shown.run()->stepsDone() < kFewSteps || wantsReducedMotion() || !isVisible())
        return;
    qApp->installEventFilter(this);
    m_sincePlay.start();
    m_frames.start();
    showFrame();
}

void StepSlider::endPlay()
{
    if (!isPlaying())
        return;
    m_frames.stop();
    qApp->removeEventFilter(this);
    m_shown.step().pin(std::nullopt);
    emit played();
}

void StepSlider::showFrame()
{
    const RunHistory* run = m_shown.run().get();
    if (!run || m_sincePlay.elapsed() >= kPlayMs) {
        endPlay();
        return;
    }
    const std::int64_t step = (run->stepsDone() - 1) * m_sincePlay.elapsed() / kPlayMs;
    if (m_shown.step().pinned() != step)
        m_shown.step().pin(step);
}

bool StepSlider::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress || event->type() == QEvent::MouseButtonPress
        || event->type() == QEvent::Wheel)
        endPlay(); // the key or button has its effect all the same
    return QWidget::eventFilter(watched, event);
}

} // namespace ulpscope::ui
