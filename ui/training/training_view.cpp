// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_view.h"

#include "app/io/runs/run_key.h"
#include "app/session/document.h"
#include "app/session/shown_run.h"
#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/describe.h"
#include "ui/look/elided_label.h"
#include "ui/look/fields.h"
#include "ui/look/flow_layout.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_commands.h"
#include "ui/look/tabs.h"
#include "ui/training/models/watch_curve.h"
#include "ui/training/note_list_dialog.h"
#include "ui/training/plot_picker.h"
#include "ui/training/run_plots.h"
#include "ui/training/watch_dialog.h"
#include "ui/tree/models/layer_tensor.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>

namespace ulpscope::ui {

namespace {

constexpr int kMarksMs = 250;
constexpr int kReadableCharacters
    = 60; ///< characters of what happened at a step that stay beside the buttons

} // namespace

TrainingView::TrainingView(Document& document, const ShownRun& shown, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_shown(shown)
    , m_plot(new RunPlots(document, shown, this))
    , m_step(new ElidedLabel(this))
    , m_noteField(new QLineEdit(this))
    , m_newest(new QToolButton(this))
    , m_choose(makeAction(this, QStringLiteral("choosePlots"), tr("&Choose plots…"),
          tr("Any recorded metric as a plot: adds, removes and orders them (Ctrl+P)"), Qt::CTRL | Qt::Key_P))
    , m_ofLayer(makeAction(this, QStringLiteral("layerPlots"), tr("Plots of the la&yer"),
          tr("Adds plots that follow the selected layer: its error, what it loses, its largest magnitudes (L)"),
          Qt::Key_L))
    , m_watch(makeAction(this, QStringLiteral("watches"), tr("&Watches…"),
          tr("A metric of your own as a curve, an alarm and a stop, such as amax(dense_2.output)/65504 > 0.9 (W)"),
          Qt::Key_W))
    , m_note(makeAction(this, QStringLiteral("writeNote"), tr("&Note at this step…"),
          tr("Writes a note at the pinned step, about the selected layer; it is saved in the session (N)"),
          Qt::Key_N))
    , m_notes(makeAction(this, QStringLiteral("showNotes"), tr("N&otes…"),
          tr("Lists the session's notes, to go to one, to rewrite or remove it (Shift+N)"),
          Qt::SHIFT | Qt::Key_N))
{
    registerPlace(this, {.name = "trainingView", .terms = "plots", .guide = "window#plots"});
    m_step->setObjectName(QStringLiteral("cursorStep"));
    m_newest->setObjectName(QStringLiteral("newestStep"));
    m_newest->setText(tr("Newest"));
    m_newest->setToolTip(tr("Lets the pinned step go: everything is of the newest step again (Escape)"));
    m_newest->setAccessibleName(tr("Back to the newest step"));
    m_newest->setAutoRaise(true);
    m_newest->setFocusPolicy(Qt::TabFocus);

    m_ofLayer->setCheckable(true);
    place();
    m_marksLater.setSingleShot(true);
    m_marksLater.setInterval(kMarksMs);

    connect(m_choose, &QAction::triggered, this, &TrainingView::choosePlots);
    connect(m_ofLayer, &QAction::triggered, this, &TrainingView::toggleLayerPlots);
    connect(m_watch, &QAction::triggered, this, &TrainingView::showWatches);
    connect(m_note, &QAction::triggered, this, &TrainingView::beginNote);
    connect(m_notes, &QAction::triggered, this, &TrainingView::showNotes);
    connect(m_plot, &RunPlots::eventRequested, this, &TrainingView::goToEvent);
    connect(m_plot, &RunPlots::readingsChanged, this, &TrainingView::showStep);
    connect(m_plot, &RunPlots::layerChanged, this, &TrainingView::refreshMarks);
    connect(m_newest, &QToolButton::clicked, m_plot, [this] { m_plot->setCursorStep(std::nullopt); });
    connect(m_noteField, &QLineEdit::editingFinished, this, &TrainingView::keepNote);
    connect(&m_marksLater, &QTimer::timeout, this, &TrainingView::refreshMarks);
    connect(&document, &Document::sessionChanged, this, &TrainingView::refreshMarks);
    connect(&shown, &ShownRun::replaced, this, &TrainingView::onRunReplaced);
    connect(&shown, &ShownRun::grew, this, &TrainingView::onRunGrew);
    showStep(std::nullopt, false);
    onRunReplaced();
}

void TrainingView::place()
{
    registerPlace(m_noteField, {.name = "noteField", .terms = "note"});
    m_noteField->setMaxLength(int(kLongestNote) / 4); // characters, of up to four bytes
    m_noteField->setToolTip(tr("Return keeps the note, an empty one removes it; Escape leaves it as it was"));
    m_noteField->installEventFilter(this);
    FieldGuard::keepFocusIn(*m_noteField); // Return and Escape are ours
    m_noteField->hide();
    m_step->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the text has the rest of the room
    m_buttons = new FlowLayout(nullptr, 2);
    // By the room alone: plots that move while the step is read would be read at another.
    auto* reading = new TurningBox([this] {
        return m_buttons->sizeHint().width() + kReadableCharacters * fontMetrics().averageCharWidth();
    });
    reading->setContentsMargins(4, 0, 0, 0);
    reading->setSpacing(2);
    m_buttons->addWidget(m_newest);
    reading->addWidget(m_step, 1);
    reading->addLayout(m_buttons);
    const auto look = [line = m_buttons](QToolButton& button) {
        button.setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button.setAutoRaise(true);
        button.setFocusPolicy(Qt::TabFocus);
        line->addWidget(&button);
    };
    for (QAction* action : {m_ofLayer, m_watch, m_choose}) {
        auto* button = new QToolButton(this);
        button->setObjectName(action->objectName() + QStringLiteral("Button"));
        button->setDefaultAction(action);
        // Not the button's own, which goes when the action changes.
        action->setIconText(action == m_choose ? tr("Plots…")
                : action == m_ofLayer          ? tr("Layer")
                                               : tr("Watch…"));
        look(*button);
    }
    PlotCommands& commands = *PlotCommands::of(*m_plot);
    commands.addEntries({m_choose});
    const auto addButton = [&](const char* id, const QString& text, const QString& tip, Glyph glyph) {
        auto* button = new QToolButton(this);
        describe(button, QString::fromLatin1(id), tip, tip);
        button->setText(text);
        button->setIcon(glyphIcon(glyph));
        look(*button);
        return button;
    };
    connect(addButton("fitPlotsButton", tr("Fit"), tr("Shows the whole run (0, or a double click on a plot)"),
                Glyph::Fit),
        &QToolButton::clicked, &commands, &PlotCommands::fit);
    connect(addButton("exportPlotsButton", tr("Export"),
                tr("Saves the plots as they are shown, as PNG, SVG or PDF, or their numbers as CSV"),
                Glyph::Export),
        &QToolButton::clicked, &commands, &PlotCommands::exportPlot);
    columnOf(this, {reading, m_noteField, {m_plot, 1}}, {.spacing = 2});
}

void TrainingView::showStep(std::optional<std::int64_t> step, bool isOnCursor)
{
    m_newest->setVisible(m_plot->pinnedStep().has_value());
    m_step->setText(stepText(step, isOnCursor));
    m_step->setToolTip(
        QStringLiteral("<p>%1</p><p>%2</p>")
            .arg(m_step->text(),
                tr("Point at a plot to read another step, or use ← and → (Page keys: 10 steps, Ctrl: 100). A "
                   "click or Return pins it, for the tiles, the layers and the labs too. With Shift the same moves a second "
                   "cursor: the plots then tell how far apart the two steps are, and the tiles add up the steps between. . and , "
                   "go to the next and the last event: a skipped step, an overflow, the first flushed gradient, a jump.")));
}

QString TrainingView::stepText(std::optional<std::int64_t> step, bool isOnCursor) const
{
    if (!step)
        return tr("No step is trained yet");
    if (!isOnCursor)
        return tr("At the newest step, <b>%1</b> – point at a plot to read another").arg(countText(*step));
    if (const std::optional<std::int64_t> second = m_plot->secondStep())
        return tr("Step <b>%1</b> → <b>%2</b>, pinned: the tiles are of these %3")
            .arg(countText(*step), countText(*second),
                countedText(std::abs(*second - *step) + 1, tr("step"), tr("steps")));
    QString text = tr("At step <b>%1</b>").arg(countText(*step));
    if (m_plot->pinnedStep() == step)
        text += tr(", pinned");
    if (const QString happened = textAt(m_marks, *step); !happened.isEmpty())
        text += QStringLiteral(": ") + happened.toHtmlEscaped();
    return text;
}

void TrainingView::onRunReplaced()
{
    const RunHistory* run = m_shown.run().get();
    m_runKey = run ? runKey(run->session()) : std::string();
    refreshMarks();
}

void TrainingView::onRunGrew()
{
    if (m_shown.run()->summary)
        refreshMarks(); // the run has ended
    else if (!m_marksLater.isActive())
        m_marksLater.start();
}

void TrainingView::refreshMarks()
{
    m_marksLater.stop();
    const RunHistory* run = m_shown.run().get();
    std::vector<StepMark> marks;
    for (const RunEvent& event : m_events.of(m_shown.run()))
        marks.push_back({event.step, MarkKind::Event, event.text});
    if (run) {
        const std::vector<StepMark> ofLayer = layerMarks(*run, layerOf(*run, m_plot->selectedLayer()));
        marks.insert(marks.end(), ofLayer.begin(), ofLayer.end());
        for (const WatchSpec& spec : m_document.session()->watches)
            if (const Result<Watch> watch = watchOf(*run, spec.expression); watch && watch->isCondition())
                for (const std::int64_t step : alarmsOf(watchCurve(*run, *watch)))
                    marks.push_back({step, MarkKind::Alarm, toQt(spec.expression)});
        for (const NoteSpec& note : m_document.session()->notes)
            if (note.run.empty() || note.run == m_runKey)
                marks.push_back({note.step, MarkKind::Note,
                    (note.layer.empty() ? QString() : toQt(note.layer) + QStringLiteral(": "))
                        + QStringLiteral("“") + toQt(note.text) + QStringLiteral("”")});
    }
    sortMarks(marks);
    m_marks = std::move(marks);
    m_plot->setMarks(m_marks);
    const auto& plots = m_document.session()->plots;
    m_ofLayer->setChecked(std::any_of(plots.begin(), plots.end(),
        [](const std::string& plot) { return layerPlotIds().contains(toQt(plot)); }));
    m_note->setEnabled(run && !run->records().empty());
    if (run && m_plot->cursorStep())
        showStep(m_plot->cursorStep(), true);
}

void TrainingView::goToEvent(int direction)
{
    const RunHistory* run = m_shown.run().get();
    if (!run || run->records().empty())
        return;
    const std::int64_t from = m_plot->cursorStep().value_or(
        direction > 0 ? run->records().front().step - 1 : run->records().back().step + 1);
    if (const std::optional<std::int64_t> step = markBeside(m_marks, from, direction))
        m_plot->setCursorStep(step);
}

/// Shows or hides the layer's plots; they are added to the default plots.
void TrainingView::toggleLayerPlots(bool isOn)
{
    std::vector<std::string> plots;
    for (const QString& id : m_plot->plots())
        if (!layerPlotIds().contains(id) && !isWatchPlot(id))
            plots.push_back(id.toStdString());
    if (isOn)
        for (const QString& id : layerPlotIds())
            plots.push_back(id.toStdString());
    bringToFront(*this); // a key reaches it from anywhere
    if (plots.size() > kMaxPlots)
        emit refused(tr("There are %1 plots, and at most %2 are drawn: take some away first (Ctrl+P).")
                         .arg(m_plot->plots().size())
                         .arg(kMaxPlots));
    else
        (void)m_document.edit(isOn ? tr("Plots of the layer") : tr("Without plots of the layer"),
            [&](SessionSpec& session) { session.plots = plots; });
    refreshMarks();
}

void TrainingView::showWatches()
{
    const RunHistory* run = m_shown.run().get();
    WatchDialog(m_document, m_shown.run(), run ? layerOf(*run, m_plot->selectedLayer()) : std::string(), this)
        .exec();
}

void TrainingView::showNotes()
{
    NoteListDialog list(m_document, m_runKey, this);
    connect(&list, &NoteListDialog::chosen, this, [this](const NoteSpec& note) {
        m_plot->setCursorStep(note.step);
        if (!note.layer.empty())
            emit layerWanted(toQt(note.layer));
    });
    list.exec();
}

void TrainingView::beginNote()
{
    const RunHistory* run = m_shown.run().get();
    if (!run || run->records().empty())
        return;
    const std::string layer = layerOf(*run, m_plot->selectedLayer());
    NoteSpec note{.run = m_runKey,
        .step = m_plot->cursorStep().value_or(run->records().back().step),
        .layer = layerText(layer).replace(QStringLiteral(" / "), QStringLiteral("/")).toStdString(),
        .text = {}};
    for (const NoteSpec& known : m_document.session()->notes)
        if (known.run == note.run && known.step == note.step && known.layer == note.layer)
            note.text = known.text;
    bringToFront(*this); // a key reaches it from anywhere
    m_plot->setCursorStep(note.step);
    m_noteField->setAccessibleName(tr("Note at step %1, %2").arg(note.step).arg(toQt(note.layer)));
    m_noteField->setPlaceholderText(m_noteField->accessibleName());
    m_noteField->setText(toQt(note.text));
    m_written = std::move(note);
    m_noteField->show();
    m_noteField->setFocus();
    m_noteField->selectAll();
}

/// One of the same run, step and layer is rewritten; an empty text removes it.
void TrainingView::keepNote()
{
    if (!m_written)
        return;
    const NoteSpec before = *m_written;
    NoteSpec note = before;
    note.text = m_noteField->text().trimmed().toStdString();
    leaveNote();
    if (note.text == before.text)
        return;
    if (before.text.empty() && m_document.session()->notes.size() >= kMaxNotes) {
        emit refused(
            tr("The session has %1 notes, as many as it can: remove one first (Shift+N). Not kept: %2")
                .arg(kMaxNotes)
                .arg(toQt(note.text)));
        return;
    }
    (void)m_document.edit(tr("Note at step %1").arg(note.step), [&](SessionSpec& session) {
        std::vector<NoteSpec>& notes = session.notes;
        std::erase(notes, before);
        const auto after = std::upper_bound(notes.begin(), notes.end(), note,
            [](const NoteSpec& a, const NoteSpec& b) { return a.step < b.step; });
        if (!note.text.empty())
            notes.insert(after, note);
    });
}

void TrainingView::leaveNote()
{
    m_written.reset();
    const bool hadFocus = m_noteField->hasFocus();
    m_noteField->hide();
    if (hadFocus)
        m_plot->setFocus();
}

bool TrainingView::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (watched != m_noteField || !isKey || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        leaveNote();
    return true;
}

void TrainingView::choosePlots()
{
    // Names that stand for nothing in this model are the session's all the same.
    QStringList chosen;
    for (const std::string& name : m_document.session()->plots)
        chosen += toQt(name);
    if (chosen.isEmpty())
        for (const QString& plot : m_plot->plots())
            if (!isWatchPlot(plot)) // plots of watches are there whatever is chosen
                chosen += plot;
    PlotPicker(m_document, m_shown.run().get(), chosen, this).exec();
}

} // namespace ulpscope::ui
