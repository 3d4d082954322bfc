// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_view.h"

#include "app/document.h"
#include "app/shown_run.h"
#include "ui/look/action.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_file.h"
#include "ui/training/plot_picker.h"
#include "ui/training/run_plots.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>

namespace ulpscope::ui {

TrainingView::TrainingView(Document& document, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_shown(shown)
    , m_plot(new RunPlots(document, shown, this))
    , m_step(new QLabel(this))
    , m_newest(new QToolButton(this))
    , m_fit(new QAction(glyphIcon(Glyph::Fit), tr("&Fit plots"), this))
    , m_export(new QAction(glyphIcon(Glyph::Export), tr("E&xport plots…"), this))
    , m_choose(makeAction(this, QStringLiteral("choosePlots"), tr("&Choose plots…"),
          tr("Any recorded figure as a plot: adds, removes and orders them (Ctrl+P)"), Qt::CTRL | Qt::Key_P))
{
    setObjectName(QStringLiteral("trainingView"));
    m_fit->setObjectName(QStringLiteral("fitPlots"));
    m_fit->setShortcut(Qt::CTRL | Qt::Key_0);
    m_fit->setToolTip(tr("Shows the whole run (Ctrl+0, or a double click on a plot)"));
    m_fit->setStatusTip(
        tr("Wheel: zoom steps · Ctrl+wheel: zoom values · drag: pan · Ctrl+drag: box · ←/→: move "
           "the cursor · click: pin it · Shift+click: second cursor · Shift+drag: range · . and ,: next and last event"));
    m_export->setObjectName(QStringLiteral("exportPlots"));
    m_export->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    m_export->setToolTip(tr("Saves the plots as they are shown, as PNG or PDF"));
    m_export->setStatusTip(m_export->toolTip());
    m_step->setObjectName(QStringLiteral("cursorStep"));
    m_step->setMinimumWidth(1); // its end is advice that can be cut
    m_step->setToolTip(
        tr("The step whose values are written above the plots. Point at a plot, or use ← and "
           "→ (Page keys: 10 steps, Ctrl: 100). A click or Return pins it, for the tiles, the layers and the labs too. "
           "With Shift the same moves a second cursor: the plots then tell how far apart the two steps are, and the "
           "tiles add up the steps between. . and , go to the next and the last event: a skipped step, an overflow, the "
           "first flushed gradient, a jump."));
    m_newest->setObjectName(QStringLiteral("newestStep"));
    m_newest->setText(tr("Newest"));
    m_newest->setToolTip(tr("Lets the pinned step go: everything is of the newest step again (Escape)"));
    m_newest->setAccessibleName(tr("Back to the newest step"));
    m_newest->setAutoRaise(true);
    m_newest->setFocusPolicy(Qt::TabFocus);

    auto* line = new QHBoxLayout;
    line->setContentsMargins(4, 0, 0, 0);
    line->addWidget(m_step, 1);
    line->addWidget(m_newest);
    for (QAction* action : {m_choose, m_fit, m_export}) {
        auto* button = new QToolButton(this);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        button->setDefaultAction(action);
        button->setText(action == m_choose ? tr("Plots…") : action == m_fit ? tr("Fit") : tr("Export"));
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
    connect(m_choose, &QAction::triggered, this, &TrainingView::choosePlots);
    connect(m_plot, &RunPlots::plotsRequested, this, &TrainingView::choosePlots);
    connect(m_plot, &RunPlots::exportRequested, this, &TrainingView::exportPlots);
    connect(m_plot, &RunPlots::eventRequested, this, &TrainingView::goToEvent);
    connect(m_plot, &RunPlots::readingsChanged, this, &TrainingView::showStep);
    connect(m_newest, &QToolButton::clicked, m_plot, [this] { m_plot->setCursorStep(std::nullopt); });
    showStep(std::nullopt, false);
}

void TrainingView::showStep(std::optional<std::int64_t> step, bool isOnCursor)
{
    m_newest->setVisible(m_plot->pinnedStep().has_value());
    if (!step) {
        m_step->setText(tr("No step is trained yet"));
        return;
    }
    if (!isOnCursor) {
        m_step->setText(
            tr("At the newest step, <b>%1</b> – point at a plot to read another").arg(countText(*step)));
        return;
    }
    if (const std::optional<std::int64_t> second = m_plot->secondStep()) {
        m_step->setText(tr("Step <b>%1</b> → <b>%2</b>, pinned: the tiles are of these %3")
                            .arg(countText(*step), countText(*second),
                                countedText(std::abs(*second - *step) + 1, tr("step"), tr("steps"))));
        return;
    }
    QString text = tr("At step <b>%1</b>").arg(countText(*step));
    if (m_plot->pinnedStep() == step)
        text += tr(", pinned");
    for (const RunEvent& event : m_events.of(m_shown.run()))
        if (event.step == *step)
            text += QStringLiteral(": ") + event.text;
    m_step->setText(text);
}

void TrainingView::goToEvent(int direction)
{
    const RunHistory* run = m_shown.run().get();
    if (!run || run->records().empty())
        return;
    const std::vector<RunEvent>& all = m_events.of(m_shown.run());
    const std::int64_t from = m_plot->cursorStep().value_or(
        direction > 0 ? run->records().front().step - 1 : run->records().back().step + 1);
    if (direction > 0) {
        const auto next = std::find_if(
            all.begin(), all.end(), [from](const RunEvent& event) { return event.step > from; });
        if (next != all.end())
            m_plot->setCursorStep(next->step);
    } else {
        const auto before = std::find_if(
            all.rbegin(), all.rend(), [from](const RunEvent& event) { return event.step < from; });
        if (before != all.rend())
            m_plot->setCursorStep(before->step);
    }
}

void TrainingView::choosePlots()
{
    // Names that stand for nothing in this model are the session's all the same.
    QStringList chosen;
    for (const std::string& name : m_document.session()->plots)
        chosen += toQt(name);
    PlotPicker(m_document, m_shown.run().get(), chosen.isEmpty() ? m_plot->plots() : chosen, this).exec();
}

void TrainingView::exportPlots()
{
    PlotFile::ask(this, tr("Export plots"), QStringLiteral("ulpscope-plots.png"),
        [this](const QString& path) { return m_plot->exportTo(path); });
}

} // namespace ulpscope::ui
