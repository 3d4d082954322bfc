// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_view.h"

#include "ui/look/file_dialogs.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_file.h"
#include "ui/training/run_plots.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace ulpscope::ui {

TrainingView::TrainingView(const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_plot(new RunPlots(shown, this))
    , m_step(new QLabel(this))
    , m_fit(new QAction(glyphIcon(Glyph::Fit), tr("&Fit plots"), this))
    , m_export(new QAction(glyphIcon(Glyph::Export), tr("E&xport plots…"), this))
{
    setObjectName(QStringLiteral("trainingView"));
    m_fit->setObjectName(QStringLiteral("fitPlots"));
    m_fit->setShortcut(Qt::CTRL | Qt::Key_0);
    m_fit->setToolTip(tr("Shows the whole run (Ctrl+0, or a double click on a plot)"));
    m_fit->setStatusTip(tr(
        "Wheel: zoom steps · Ctrl+wheel: zoom values · drag: pan · Shift+drag: box · ←/→: move the cursor"));
    m_export->setObjectName(QStringLiteral("exportPlots"));
    m_export->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    m_export->setToolTip(tr("Saves the plots as they are shown, as PNG or PDF"));
    m_export->setStatusTip(m_export->toolTip());
    m_step->setObjectName(QStringLiteral("cursorStep"));
    m_step->setMinimumWidth(1); // its end is advice that can be cut
    m_step->setToolTip(tr("The step whose values are written above the plots. Point at a plot, or use ← and "
                          "→ (Shift: 10 steps, Ctrl: 100)."));

    auto* line = new QHBoxLayout;
    line->setContentsMargins(4, 0, 0, 0);
    line->addWidget(m_step, 1);
    for (QAction* action : {m_fit, m_export}) {
        auto* button = new QToolButton(this);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        button->setDefaultAction(action);
        button->setText(action == m_fit ? tr("Fit") : tr("Export"));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setAccessibleName(action->toolTip());
        line->addWidget(button);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(line);
    layout->addWidget(m_plot, 1);

    connect(m_fit, &QAction::triggered, m_plot, &RunPlots::fit);
    connect(m_export, &QAction::triggered, this, &TrainingView::exportPlots);
    connect(m_plot, &RunPlots::exportRequested, this, &TrainingView::exportPlots);
    connect(m_plot, &RunPlots::readingsChanged, this, &TrainingView::showStep);
    showStep(std::nullopt, false);
}

void TrainingView::showStep(std::optional<std::int64_t> step, bool isOnCursor)
{
    if (!step)
        m_step->setText(tr("No step is trained yet"));
    else if (isOnCursor)
        m_step->setText(tr("At step <b>%1</b>").arg(countText(*step)));
    else
        m_step->setText(
            tr("At the newest step, <b>%1</b> – point at a plot to read another").arg(countText(*step)));
}

void TrainingView::exportPlots()
{
    PlotFile::ask(this, tr("Export plots"), QStringLiteral("ulpscope-plots.png"),
        [this](const QString& path) { return m_plot->exportTo(path); });
}

} // namespace ulpscope::ui
