// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/divergence_banner.h"

#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/reaction.h"
#include "ui/look/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace ulpscope::ui {

namespace {

constexpr int kMinText = 40; ///< characters of the text that stay beside the buttons

} // namespace

DivergenceBanner::DivergenceBanner(const ShownRun& shown, RunController& controller, QWidget* parent)
    : TintedFrame(parent)
    , m_shown(shown)
    , m_controller(controller)
    , m_sign(new QLabel(this))
    , m_text(new QLabel(this))
    , m_stop(new QPushButton(tr("Stop here"), this))
    , m_goOn(new QPushButton(tr("Go on"), this))
{
    describe(this, QStringLiteral("divergenceBanner"), tr("The run diverged"));
    setSeverity(Severity::Failure);
    m_text->setObjectName(QStringLiteral("divergenceText"));
    m_text->setWordWrap(true);
    const auto explain = [](QPushButton* button, const QString& id, const QString& tip) {
        describe(button, id, button->text(), tip);
        button->setAutoDefault(true); // Return presses it
    };
    explain(m_stop, QStringLiteral("divergenceStop"),
        tr("The run stays as it is, up to the step at which it diverged; it can still go on (Space)"));
    explain(m_goOn, QStringLiteral("divergenceGoOn"),
        tr("Trains on to the run's end: what is NaN stays NaN, and spreads (Space)"));
    auto* why = new QPushButton(tr("Why did it diverge?"), this);
    explain(why, QStringLiteral("divergenceWhy"),
        tr("Shows the diagnosis: where the first NaN or infinity was born, and from which operands"));
    QBoxLayout* said = rowOf({m_sign, {m_text, 1}}, {.spacing = 8});
    auto* doable = new QHBoxLayout;
    doable->addStretch(1);
    doable->addWidget(why);
    doable->addWidget(m_stop);
    doable->addWidget(m_goOn);
    auto* parts = new TurningBox(
        [this, doable] { return doable->sizeHint().width() + kMinText * fontMetrics().averageCharWidth(); },
        this);
    parts->setContentsMargins(12, 6, 6, 6);
    parts->setSpacing(8);
    parts->addLayout(said, 1);
    parts->addLayout(doable);
    connect(why, &QPushButton::clicked, this, &DivergenceBanner::whyWanted);
    connect(m_stop, &QPushButton::clicked, &controller, &RunController::leaveDiverged);
    connect(m_goOn, &QPushButton::clicked, &controller, &RunController::train);
    connect(&controller, &RunController::stateChanged, this, &DivergenceBanner::refresh);
    paintSign();
    refresh();
    onEvent(this, {QEvent::PaletteChange}, [this] { paintSign(); });
}

void DivergenceBanner::refresh()
{
    const bool isAsked = m_controller.asksAboutDivergence();
    if (isAsked) {
        const RunHistory& run = *m_shown.run();
        m_text->setText(tr(
            "The run paused where it diverged: step %1, %2 before its end. What comes is NaN. Stop, or go on?")
                            .arg(countText(*run.totals().divergedAt),
                                countedText(run.session().training.steps - run.stepsDone(), tr("step"),
                                    tr("steps"))));
        setAccessibleDescription(m_text->text());
    }
    setVisible(isAsked);
}

void DivergenceBanner::paintSign()
{
    const QColor ink = severityColor(severity(), palette());
    m_sign->setPixmap(glyphIcon(severityGlyph(severity()), ink).pixmap(QSize(18, 18), devicePixelRatioF()));
}

} // namespace ulpscope::ui
