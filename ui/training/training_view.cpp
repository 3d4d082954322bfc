// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_view.h"

#include "app/document.h"
#include "app/shown_run.h"
#include "ui/look/action.h"
#include "ui/look/describe.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_commands.h"
#include "ui/training/plot_picker.h"
#include "ui/training/run_plots.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ulpscope::ui {

TrainingView::TrainingView(Document& document, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_shown(shown)
    , m_plot(new RunPlots(document, shown, this))
    , m_step(new QLabel(this))
    , m_choose(makeAction(this, QStringLiteral("choosePlots"), tr("&Choose plots…"),
          tr("Any recorded figure as a plot: adds, removes and orders them (Ctrl+P)"), Qt::CTRL | Qt::Key_P))
{
    setObjectName(QStringLiteral("trainingView"));
    m_step->setObjectName(QStringLiteral("cursorStep"));
    m_step->setMinimumWidth(1); // its end is advice that can be cut
    m_step->setToolTip(
        tr("The step whose values are written above the plots. Point at a plot, or use ← and "
           "→ (Shift: 10 steps, Ctrl: 100). A click or Return pins it, . and , go to the next and "
           "the last event: a skipped step, an overflow, the first flushed gradient, a jump."));

    auto* line = new QHBoxLayout;
    line->setContentsMargins(4, 0, 0, 0);
    line->addWidget(m_step, 1);
    const auto addButton = [&](const char* id, const QString& text, const QString& tip, const QIcon& icon) {
        auto* button = new QToolButton(this);
        describe(button, QString::fromLatin1(id), tip, tip);
        button->setText(text);
        button->setIcon(icon);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        line->addWidget(button);
        return button;
    };
    PlotCommands& commands = *PlotCommands::of(*m_plot);
    commands.addEntries({m_choose});
    connect(addButton("choosePlotsButton", tr("Plots…"), m_choose->toolTip(), {}), &QToolButton::clicked,
        m_choose, &QAction::trigger);
    connect(addButton("fitPlotsButton", tr("Fit"), tr("Shows the whole run (0, or a double click on a plot)"),
                glyphIcon(Glyph::Fit)),
        &QToolButton::clicked, &commands, &PlotCommands::fit);
    connect(addButton("exportPlotsButton", tr("Export"),
                tr("Saves the plots as they are shown, as PNG, SVG or PDF, or their numbers as CSV"),
                glyphIcon(Glyph::Export)),
        &QToolButton::clicked, &commands, &PlotCommands::exportPlot);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(line);
    layout->addWidget(m_plot, 1);

    connect(m_choose, &QAction::triggered, this, &TrainingView::choosePlots);
    connect(m_plot, &RunPlots::eventRequested, this, &TrainingView::goToEvent);
    connect(m_plot, &RunPlots::readingsChanged, this, &TrainingView::showStep);
    showStep(std::nullopt, false);
}

void TrainingView::showStep(std::optional<std::int64_t> step, bool isOnCursor)
{
    if (!step)
        m_step->setText(tr("No step is trained yet"));
    else if (isOnCursor) {
        QString text = tr("At step <b>%1</b>").arg(countText(*step));
        if (m_plot->pinnedStep() == step)
            text += tr(", pinned");
        for (const RunEvent& event : events())
            if (event.step == *step)
                text += QStringLiteral(": ") + event.text;
        m_step->setText(text);
    } else
        m_step->setText(
            tr("At the newest step, <b>%1</b> – point at a plot to read another").arg(countText(*step)));
}

/// Looked for once for so many steps, not at every move of the mouse.
const std::vector<RunEvent>& TrainingView::events()
{
    const std::shared_ptr<const RunHistory>& run = m_shown.run();
    if (m_eventsOf.lock() != run || m_eventsUntil != run->stepsDone()) {
        m_events = runEvents(*run);
        m_eventsOf = run;
        m_eventsUntil = run->stepsDone();
    }
    return m_events;
}

void TrainingView::goToEvent(int direction)
{
    const RunHistory* run = m_shown.run().get();
    if (!run || run->records().empty())
        return;
    const std::vector<RunEvent>& all = events();
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

} // namespace ulpscope::ui
