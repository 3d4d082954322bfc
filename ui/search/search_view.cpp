// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/search_view.h"

#include "app/io/session/session_command.h"
#include "app/session/same_task.h"
#include "engine/session/same_training.h"
#include "ui/look/boxes.h"
#include "ui/look/buttons.h"
#include "ui/look/describe.h"
#include "ui/look/flow_layout.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/reaction.h"
#include "ui/search/models/chosen_names.h"
#include "ui/search/models/search_text.h"
#include "ui/search/search_question_form.h"
#include "ui/search/search_results.h"
#include "ui/training/models/run_time.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QThread>

#include <algorithm>
#include <utility>

namespace ulpscope::ui {

namespace {

constexpr int kTypingMs = 200; ///< how long a key waits before the question is looked at
constexpr int kProgressLetters = 16;

/// Number of threads of a search; one core is left to the window.
int searchThreads()
{
    return std::max(1, QThread::idealThreadCount() - 1);
}

} // namespace

SearchView::SearchView(Document& document, KeptRuns& kept, const ShownRun& shown,
    std::shared_ptr<const Kernels> kernels, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_session(document.session())
    , m_kept(kept)
    , m_shown(shown)
    , m_runner(kernels, searchThreads())
    , m_opened(kernels)
    , m_form(new SearchQuestionForm(this))
    , m_about(new QLabel(this))
    , m_plan(new QLabel(this))
    , m_start(new AccentButton(tr("Search"), this))
    , m_pause(new QPushButton(this))
    , m_cancel(new QPushButton(tr("Cancel"), this))
    , m_progress(new QProgressBar(this))
    , m_state(new QLabel(this))
    , m_results(new SearchResults(m_runner, std::move(kernels), this))
{
    describe(this,
        {.name = "searchView",
            .terms = "policy_search",
            .guide = "window#search",
            .tab = {.title = tr("Search"),
                .tip = tr("The cheapest policies that keep a budget, and what refutes cheaper ones"),
                .focus = [this] { focusForm(); }}},
        tr("Search"));
    place();
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &SearchView::look);
    connect(m_form, &SearchQuestionForm::edited, &m_typing, qOverload<>(&QTimer::start));
    connect(m_start, &QPushButton::clicked, this, &SearchView::start);
    connect(m_pause, &QPushButton::clicked, this, &SearchView::pauseOrGoOn);
    connect(m_cancel, &QPushButton::clicked, &m_runner, &SearchRunner::cancel);
    connect(&m_runner, &SearchRunner::stateChanged, this, &SearchView::refresh);
    connect(&m_runner, &SearchRunner::grew, this, &SearchView::refresh);
    connect(&m_runner, &SearchRunner::ended, this, &SearchView::refresh);
    connect(&m_runner, &SearchRunner::failed, this, &SearchView::fail);
    connect(m_results, &SearchResults::runWanted, this, &SearchView::openRun);
    connect(m_results, &SearchResults::applyWanted, this, &SearchView::apply);
    connect(m_results, &SearchResults::exportWanted, this, [this] {
        emit exportWanted(assignedSession(m_runner.question()->space, *m_runner.answer().assignment,
            m_runner.question()->space.session.training.seed));
    });
    connect(m_results, &SearchResults::failed, this, &SearchView::failed);
    connect(m_results, &SearchResults::noticed, this, &SearchView::noticed);
    connect(&m_opened, &Sweep::started, this, &SearchView::refresh);
    connect(&m_opened, &Sweep::progressed, this, &SearchView::refresh);
    connect(&m_opened, &Sweep::pointDone, this, &SearchView::keepOpened);
    connect(&m_opened, &Sweep::ended, this, &SearchView::refresh);
    connect(&document, &Document::opened, this, &SearchView::showOpened);
    connect(&document, &Document::sessionChanged, this, &SearchView::showSession);
    m_form->showSession(*document.session());
    refresh();
    onEvent(this, {QEvent::Show}, [this] { look(); });
}

void SearchView::place()
{
    m_about->setObjectName(QStringLiteral("searchAbout"));
    m_about->setText(tr(
        "Which layers can be cheaper? Tick policies and layers, say what has to hold, and press Search: it trains until it "
        "has the cheapest policies that keep it, with a run that refutes each cheaper one."));
    m_plan->setObjectName(QStringLiteral("searchPlan"));
    m_state->setObjectName(QStringLiteral("searchState"));
    for (QLabel* label : {m_about, m_plan, m_state}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    describe(m_start, QStringLiteral("searchStart"), tr("Search"),
        tr("Trains policies in the background until the cheapest is found; what was run before is not run again"));
    describe(m_pause, QStringLiteral("searchPause"), tr("Pause the search, or let it go on"),
        tr("Holds the search where it is, or lets it go on"));
    describe(m_cancel, QStringLiteral("searchCancel"), tr("Cancel the search"),
        tr("Ends the search; what was run is kept, and Search goes on from there"));
    describe(m_progress, QStringLiteral("searchProgress"), tr("Runs of this part of the search"));
    m_progress->setMaximumWidth(fontMetrics().averageCharWidth() * kProgressLetters);
    m_progress->setTextVisible(false);
    for (QPushButton* button : {static_cast<QPushButton*>(m_start), m_pause, m_cancel})
        button->setAutoDefault(false);
    auto* line = new FlowLayout;
    for (QWidget* widget : std::initializer_list<QWidget*>{m_start, m_pause, m_cancel, m_progress})
        line->addWidget(widget);
    auto* layout = columnOf(this, {m_about, m_form, m_plan, line, m_state, {m_results, 1}},
        {.margins = QMargins(0, 6, 0, 0), .spacing = 8});
    layout->addStretch(); // takes the room only while there are no results
}

void SearchView::keepIn(const QString& folder)
{
    m_forms.keepIn(folder);
    showOpened();
}

void SearchView::focusForm()
{
    m_form->focusMenu();
}

bool SearchView::isIdle() const
{
    const bool isSearching = m_runner.isBusy() && m_runner.state() != SearchRunner::State::Paused;
    return !isSearching && !m_opened.isRunning() && !m_aside.isBusy() && !m_typing.isActive();
}

void SearchView::stop()
{
    m_runner.cancel();
    m_opened.cancel();
}

void SearchView::showSession()
{
    if (m_applied && m_applied != m_document.session()) {
        m_applied.reset();
        emit outdated(appliedText()); // Undo would take back another edit now, or took back this one
    }
    const std::shared_ptr<const SessionSpec> before = std::exchange(m_session, m_document.session());
    if (isAnotherScene(*before, *m_session)) {
        showOpened();
        return;
    }
    m_form->showSession(*m_document.session());
    m_results->setObstacle(obstacle());
    if (isVisible())
        m_typing.start();
}

/// Fills the form with the last search of the opened session.
void SearchView::showOpened()
{
    const SessionSpec& session = *m_document.session();
    m_form->showSession(session);
    const std::optional<SearchForm> last = m_forms.formOf(session);
    m_form->setForm(last.value_or(SearchQuestionForm::firstForm()));
    if (!m_runner.isBusy())
        m_state->setText(last
                ? tr("This was asked of this session before: Search goes on from the runs that were kept.")
                : QString());
    refresh();
    if (isVisible())
        m_typing.start();
}

Result<SearchRequest> SearchView::request() const
{
    const Result<SearchForm> form = m_form->form();
    if (!form)
        return form.error();
    SessionSpec session = *m_document.session();
    session.training.steps = form->steps.value_or(session.training.steps);
    return SearchRequest{.session = std::make_shared<const SessionSpec>(std::move(session)),
        .text = {form->menu.toStdString(), form->layers.toStdString(), form->together.toStdString(),
            form->lossScales.toStdString()},
        .budget = form->budget.toStdString(),
        .seeds = form->seeds.toStdString(),
        .cost = form->cost};
}

/// By the last search of the same work, else by the run on the screen.
std::optional<double> SearchView::secondsPerRun(const SessionSpec& session) const
{
    const std::optional<double> searched = m_runner.secondsPerRun();
    if (searched && m_runner.question() && isSameWork(session, m_runner.question()->space.session))
        return *searched * searchThreads() * double(session.training.steps)
            / double(m_runner.question()->space.session.training.steps);
    return m_shown.run() ? secondsFor(session, *m_shown.run()) : std::nullopt;
}

/// On a thread: every policy is tried at every layer, whether it can be trained there.
void SearchView::look()
{
    if (!isVisible())
        return; // this is done when the view is shown
    const Result<SearchRequest> asked = request();
    if (!asked) {
        m_aside.cancel();
        showError(asked.error());
        return;
    }
    m_aside.ask([this, asked = *asked, seconds = secondsPerRun(*asked->session)](
                    const std::stop_token& stop) -> Aside::Answer {
        const Result<SearchQuestion> question = searchQuestionOf(asked, stop);
        if (!question)
            return [this, error = question.error()] { showError(error); };
        return
            [this,
                text = planText(planOf(question->space, question->seeds.size()), seconds, searchThreads())] {
                m_form->markError(nullptr);
                m_plan->setText(text);
            };
    });
}

void SearchView::showError(const Error& error)
{
    m_form->markError(&error);
    m_plan->setText(questionErrorText(error));
    refresh();
}

/// Errors that the form cannot mark are shown where the search shows its progress.
void SearchView::fail(const Error& error)
{
    if (error.kind != ErrorKind::Output) {
        showError(error);
        return;
    }
    refresh();
    m_state->setText(engineText(error));
}

void SearchView::start()
{
    if (m_runner.isBusy())
        return;
    Result<SearchRequest> asked = request();
    if (!asked) {
        showError(asked.error());
        return;
    }
    const SessionSpec& session = *m_document.session();
    if (const Status remembered = m_forms.remember(session, *m_form->form()); !remembered)
        m_document.refuse(remembered.error());
    m_runner.start(*std::move(asked), m_forms.folderOf(session));
}

void SearchView::pauseOrGoOn()
{
    if (m_runner.state() == SearchRunner::State::Paused)
        m_runner.resume();
    else
        m_runner.pause();
}

/// The focus stays among the buttons: Qt would move it anywhere when the one that has it is disabled.
void SearchView::refreshButtons()
{
    const SearchRunner::State state = m_runner.state();
    const bool isBusy = m_runner.isBusy();
    const bool canPause = state == SearchRunner::State::Running || state == SearchRunner::State::Paused;
    const bool hadStart = m_start->hasFocus();
    const bool hadPause = m_pause->hasFocus();
    const bool hadCancel = m_cancel->hasFocus();
    m_pause->setText(state == SearchRunner::State::Paused ? tr("&Go on") : tr("Pause"));
    for (QPushButton* button : {static_cast<QPushButton*>(m_start), m_pause, m_cancel})
        button->setEnabled(true);
    if (hadStart && isBusy)
        m_pause->setFocus();
    else if ((hadPause || hadCancel) && !isBusy)
        m_start->setFocus();
    else if (hadPause && !canPause)
        m_cancel->setFocus();
    m_start->setEnabled(!isBusy);
    m_pause->setEnabled(canPause);
    m_cancel->setEnabled(isBusy);
}

void SearchView::refresh()
{
    const bool isBusy = m_runner.isBusy();
    refreshButtons();
    m_progress->setVisible(isBusy);
    m_progress->setRange(0, int(m_runner.progress().wanted));
    m_progress->setValue(int(m_runner.progress().done));
    if (m_opened.isRunning()) {
        const SweepPoint& point = m_opened.points().front();
        m_state->setText(tr("Training that run: %1 of %2 steps.")
                             .arg(countText(m_opened.stepsDone()), countText(point.session->training.steps)));
    } else if (isBusy) {
        m_state->setText(progressText(m_runner)
            + (m_runner.keptBefore() > 0 ? tr(" (%1 runs were kept before)").arg(m_runner.keptBefore())
                                         : QString()));
    } else if (m_runner.question()) {
        m_state->setText(tr("%1 trained or looked up.")
                             .arg(countedText(std::int64_t(m_runner.answer().runs), tr("run"), tr("runs"))));
    }
    m_results->setVisible(m_runner.question() != nullptr);
    m_results->refresh();
    m_results->setObstacle(obstacle());
}

QString SearchView::obstacle() const
{
    if (!m_runner.question())
        return {};
    const ModelSpec& model = m_document.session()->model;
    for (const SearchedLayers& layers : m_runner.question()->space.layers)
        for (const SearchedLayer& layer : layers.members)
            if (std::ranges::none_of(
                    model.layers, [&](const LayerSpec& each) { return model.layerPath(each) == layer.path; }))
                return tr("The open session has no layer %1: it is another one than was searched")
                    .arg(toQt(layer.path));
    return {};
}

void SearchView::apply()
{
    const SearchSpace& space = m_runner.question()->space;
    const Assignment assignment = *m_runner.answer().assignment;
    const std::shared_ptr<const SessionSpec> before = m_document.session();
    const bool isDone = m_document.tryEdit(tr("Policies of the search"), [&](SessionSpec& session) {
        for (std::size_t i = 0; i < space.layers.size(); ++i)
            for (const SearchedLayer& searched : space.layers[i].members)
                for (LayerSpec& layer : session.model.layers)
                    if (session.model.layerPath(layer) == searched.path)
                        giveEntry(space, assignment[i], layer);
        if (!space.lossScales.empty())
            session.training.lossScale = space.lossScales[space.lossScaleOf(assignment)].lossScale;
    });
    if (!isDone)
        return;
    if (m_document.session() == before) {
        emit noticed(tr("The layers had these policies already."));
        return;
    }
    m_applied = m_document.session();
    emit noticed(appliedText());
}

QString SearchView::appliedText()
{
    return tr("The layers have the policies that were found; Undo takes that back.");
}

void SearchView::openRun(const Assignment& assignment, std::uint64_t seed)
{
    const SearchSpace& space = m_runner.question()->space;
    auto session = std::make_shared<SessionSpec>(assignedSession(space, assignment, seed));
    for (const KeptRun& run : m_kept.runs())
        if (run.run->summary && trainsTheSame(run.run->session(), *session)) {
            m_kept.show(run.id);
            emit runShown();
            return;
        }
    m_opened.start({SweepPoint{.value = runTitle(space, assignment, seed), .session = std::move(session)}});
}

void SearchView::keepOpened()
{
    const SweepPoint& point = m_opened.points().front();
    if (!point.run) {
        emit failed(point.failure);
        return;
    }
    m_kept.show(m_kept.add(point.run, point.value));
    emit runShown();
}

Result<QString> SearchView::commandOptions() const
{
    const Result<SearchForm> form = m_form->form();
    if (!form)
        return form.error();
    QStringList options{QStringLiteral("--menu"), menuNames(form->menu).join(QLatin1Char(','))};
    if (!form->layers.isEmpty())
        options += {QStringLiteral("--layers"), form->layers};
    if (!form->together.isEmpty())
        options += {QStringLiteral("--together"), form->together};
    if (!form->lossScales.isEmpty())
        options += {QStringLiteral("--loss-scale"), form->lossScales};
    options += {QStringLiteral("--budget"), form->budget, QStringLiteral("--cost"),
        toQt(costKindNames()[static_cast<std::size_t>(form->cost)]), QStringLiteral("--seeds"), form->seeds};
    if (form->steps)
        options += {QStringLiteral("--steps"), QString::number(*form->steps)};
    options += {QStringLiteral("--out"), QStringLiteral("found")};
    for (QString& option : options)
        option = toQt(shellWord(option.toStdString()));
    return options.join(QLatin1Char(' '));
}

} // namespace ulpscope::ui
