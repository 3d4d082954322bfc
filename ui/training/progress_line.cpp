// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/progress_line.h"

#include "engine/dtype/overflow_rule.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/training/models/run_time.h"

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

namespace ulpscope::ui {

namespace {

QString text(std::string_view latin)
{
    return QString::fromLatin1(latin.data(), static_cast<qsizetype>(latin.size()));
}

} // namespace

ProgressLine::ProgressLine(const ShownRun& shown, RunController& controller, QWidget* parent)
    : QWidget(parent)
    , m_shown(shown)
    , m_controller(controller)
    , m_rules(new QLabel(this))
    , m_text(new QLabel(this))
    , m_bar(new QProgressBar(this))
    , m_stop(new QToolButton(this))
{
    setObjectName(QStringLiteral("progressLine"));
    m_text->setObjectName(QStringLiteral("progressText"));
    m_text->setToolTip(tr(
        "Steps done, steps a second with the reference and all probes, how long the rest takes at that speed, and the level of the "
        "kernels."));
    describe(m_bar, QStringLiteral("progressBar"), tr("Training progress"));
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(140, 10);
    m_stop->setObjectName(QStringLiteral("progressStop"));
    m_stop->setIcon(glyphIcon(Glyph::Stop));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Stops; what was computed stays (Esc)"));
    m_stop->setAccessibleName(tr("Stop training"));
    m_stop->setAutoRaise(true);
    m_rules->setText(tr("overflow rules %1, %2").arg(text(mlDtypesRule().name), text(kerasRule().name)));
    m_rules->setObjectName(QStringLiteral("overflowRules"));
    m_rules->setToolTip(
        tr("What becomes of numbers that do not fit, while a model trains. %1: %2. %3, where Dense casts to "
           "float8: %4. The number lab compares the rules.")
            .arg(text(mlDtypesRule().name), text(mlDtypesRule().summary), text(kerasRule().name),
                text(kerasRule().summary)));
    rowOf(this, {m_rules, m_text, m_bar, m_stop}, {.margins = {0, 0, 8, 0}});
    connect(m_stop, &QToolButton::clicked, &controller, &RunController::stop);
    connect(&controller, &RunController::stateChanged, this, &ProgressLine::refresh);
    connect(&shown, &ShownRun::grew, this, &ProgressLine::refresh);
    refresh();
}

void ProgressLine::makeRoomFor(const QString& message)
{
    const int ownWidth = sizeHint().width() + (m_rules->isHidden() ? m_rules->sizeHint().width() : 0);
    const int messageWidth
        = fontMetrics().horizontalAdvance(message) + kAroundMessage * fontMetrics().height();
    m_rules->setVisible(messageWidth + ownWidth <= parentWidget()->width());
    m_isBrief = false;
    refresh();
    m_isBrief = !message.isEmpty() && messageWidth + sizeHint().width() > parentWidget()->width();
    refresh();
}

void ProgressLine::refresh()
{
    const bool isTraining = m_controller.isTraining();
    m_stop->setVisible(isTraining);
    m_bar->setVisible(isTraining);
    const RunHistory* run = m_shown.run().get();
    if (m_controller.isStarting()) {
        m_bar->setRange(0, 0);
        m_text->setText(tr("loading…"));
        return;
    }
    if (!run) {
        m_text->setText({});
        return;
    }
    const auto done = run->stepsDone();
    const std::int64_t steps = std::max(done, run->session().training.steps);
    m_bar->setRange(0, 1000);
    m_bar->setValue(steps > 0 ? static_cast<int>(1000 * done / steps) : 0);
    QString text = m_rules->isHidden() ? QString() : QStringLiteral("· ");
    text += stepsDoneText(done, steps);
    if (m_isBrief) {
        m_text->setText(text);
        return;
    }
    if (run->stepsPerSecond > 0)
        text += forCount(qRound64(run->stepsPerSecond), tr(" · %1 step/s"), tr(" · %1 steps/s"))
                    .arg(countText(qRound64(run->stepsPerSecond)));
    const std::optional<double> left = isTraining ? secondsLeft(*run) : std::nullopt;
    if (left && *left >= 1)
        text += tr(" · about %1 left").arg(durationText(*left));
    if (!run->kernels.empty())
        text += QStringLiteral(" · ") + toQt(run->kernels);
    m_text->setText(text);
}

} // namespace ulpscope::ui
