// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/step_chip.h"

#include "app/session/shown_run.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/elided_label.h"
#include "ui/look/models/display_text.h"

#include <QLabel>
#include <QToolButton>

namespace ulpscope::ui {

StepChip::StepChip(const ShownRun& shown, const QString& id, QWidget* parent)
    : TintedFrame(parent)
    , m_shown(shown)
    , m_text(new ElidedLabel(this))
    , m_newest(new QToolButton(this))
{
    describe(this, id, tr("Pinned step"),
        tr("The step that was pinned in the plots. What is shown below is of this step, not of the newest one."));
    m_text->setObjectName(id + QStringLiteral("Text"));
    m_text->setTextFormat(Qt::RichText);
    m_newest->setObjectName(id + QStringLiteral("Newest"));
    m_newest->setText(tr("Newest"));
    m_newest->setToolTip(tr("Lets the pinned step go: the newest one is shown again (Escape)"));
    m_newest->setAccessibleName(tr("Back to the newest step"));
    m_newest->setAutoRaise(true);
    m_newest->setFocusPolicy(Qt::TabFocus);
    rowOf(this, {{m_text, 1}, m_newest}, {.margins = QMargins(8, 2, 2, 2)});
    connect(m_newest, &QToolButton::clicked, &shown.step(), [&shown] { shown.step().pin({}); });
    connect(&shown, &ShownRun::replaced, this, &StepChip::refresh);
    connect(&shown, &ShownRun::grew, this, &StepChip::refresh);
    connect(&shown, &ShownRun::stepChanged, this, &StepChip::refresh);
    refresh();
}

void StepChip::setRemark(const QString& remark)
{
    if (m_remark == remark)
        return;
    m_remark = remark;
    refresh();
}

void StepChip::refresh()
{
    const std::optional<std::int64_t> step = m_shown.pinnedStep();
    setVisible(step.has_value());
    if (!step)
        return;
    QString text = tr("At step <b>%1</b>").arg(countText(*step));
    if (!m_remark.isEmpty())
        text += QStringLiteral("; ") + m_remark.toHtmlEscaped();
    m_text->setText(text);
    setAccessibleDescription(text.remove(QStringLiteral("<b>")).remove(QStringLiteral("</b>")));
}

} // namespace ulpscope::ui
