// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/main_window.h"
#include "ui/picture/run_layers_panel.h"

#include "app/desktop/resources.h"
#include "app/io/keras/quantized/quantization_report.h"
#include "app/io/session/session_file.h"
#include "app/lesson/lesson_file.h"
#include "app/session/missing_package.h"
#include "ui/bench/accumulator_view.h"
#include "ui/data/data_view.h"
#include "ui/diagnosis/blame_panel.h"
#include "ui/diagnosis/diagnosis_view.h"
#include "ui/exchange/models/policy_import.h"
#include "ui/exchange/policy_menu.h"
#include "ui/files/models/opened_file.h"
#include "ui/lessons/first_start_card.h"
#include "ui/lessons/lesson_room.h"
#include "ui/look/action.h"
#include "ui/look/boxes.h"
#include "ui/look/explanation_popup.h"
#include "ui/look/fields.h"
#include "ui/look/glyphs.h"
#include "ui/look/message_banner.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/page_area.h"
#include "ui/look/place.h"
#include "ui/look/room_bar.h"
#include "ui/look/tabs.h"
#include "ui/look/theme.h"
#include "ui/map/policy_map_view.h"
#include "ui/numbers/models/number_lab.h"
#include "ui/numbers/number_lab_view.h"
#include "ui/picture/model_picture.h"
#include "ui/picture/overview.h"
#include "ui/picture/run_page.h"
#include "ui/picture/run_report.h"
#include "ui/runs/compare_view.h"
#include "ui/runs/run_file_actions.h"
#include "ui/runs/runs_panel.h"
#include "ui/search/search_view.h"
#include "ui/shell/catalog_terms.h"
#include "ui/shell/command_line.h"
#include "ui/shell/file_menu.h"
#include "ui/shell/file_room.h"
#include "ui/shell/help_menu.h"
#include "ui/shell/input_guards.h"
#include "ui/shell/memory_line.h"
#include "ui/shell/plot_actions.h"
#include "ui/shell/recovery_banner.h"
#include "ui/shell/view_menu.h"
#include "ui/training/divergence_banner.h"
#include "ui/training/health_strip.h"
#include "ui/training/progress_line.h"
#include "ui/training/run_bar.h"
#include "ui/training/run_plots.h"
#include "ui/training/scene_strip.h"
#include "ui/training/step_slider.h"
#include "ui/training/training_view.h"
#include "ui/tree/model_panel.h"

#include <QActionGroup>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFile>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>
#include <QStyle>
#include <QTabWidget>
#include <QThread>
#include <QToolBar>
#include <QVBoxLayout>

#include <algorithm>
#include <iostream>

namespace ulpscope::ui {

namespace {

constexpr int kNoticeMs = 8000;

/// All but one, which answers keys and paints; of two both.
int runThreads()
{
    const int all = QThread::idealThreadCount();
    return std::max(all - 1, std::min(all, 2));
}

} // namespace

MainWindow::MainWindow(std::shared_ptr<const Kernels> kernels, Settings& settings, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_kernels(kernels)
    , m_resources(resourcesDirectory(QCoreApplication::applicationDirPath()))
    , m_runner(kernels, runThreads())
    , m_shown(m_runner)
    , m_kept(m_shown)
    , m_memory(m_kept)
    , m_savedRuns(m_document, m_kept, m_runner)
    , m_controller(m_document, m_runner, m_shown)
    , m_fileMenu(new FileMenu(m_document, settings, m_resources, this))
    , m_runFiles(new RunFileActions(m_document, m_savedRuns, this))
    , m_modelPanel(new ModelPanel(m_document, m_shown, settings, this))
    , m_runBar(new RunBar(m_document, m_shown, m_controller, this))
    , m_policyMenu(new PolicyMenu(m_document, m_shown, *m_runBar, settings, this))
    , m_healthStrip(new HealthStrip(m_shown, m_controller, kernels, this))
    , m_trainingView(new TrainingView(m_document, m_shown, this))
    , m_overview(new Overview(m_document, m_runner, m_shown, this))
    , m_policyMap(new PolicyMapView(m_document, this))
    , m_numberLab(new NumberLabView(m_runner, m_shown, this))
    , m_accumulators(new AccumulatorView(kernels, m_runner, m_shown, this))
    , m_diagnosis(new DiagnosisView(m_document, m_runner, m_shown, kernels, runThreads(), this))
    , m_compare(new CompareView(m_document, m_kept, m_shown, kernels, this))
    , m_runs(new RunsPanel(QStringLiteral("runs"), m_document, m_kept, m_shown, this))
    , m_data(new DataView(m_runner, m_shown, this))
    , m_search(new SearchView(m_document, m_kept, m_shown, std::move(kernels), this))
    , m_tabs(new QTabWidget(this))
    , m_banner(new MessageBanner(this))
    , m_repair(makeAction(this, QStringLiteral("repairData"), tr("Repair"),
          tr("Changes the model and its loss so that they fit the data; Undo takes it back")))
    , m_progress(new ProgressLine(m_shown, m_controller, this))
{
    m_compare->addPage(
        new RunLayersPanel(m_kept, this), tr("Layers"), tr("What each compared run loses in each layer"));
    new WheelGuard(this);
    new ToolTipWrap(this);
    new DialogKeys(this);
    new FieldGuard(*this, m_trainingView->plot());
    registerPlace(this, {.name = "mainWindow", .guide = "window"});
    applyTheme(isDark(QApplication::palette()) ? Theme::Dark : Theme::Light);
    setAcceptDrops(true);
    resize(1440, 900);
    place();
    makeLessons();
    m_files = new FileRoom(m_kernels,
        {.tabs = *m_tabs,
            .fileMenu = *m_fileMenu,
            .document = m_document,
            .settings = m_settings,
            .lab = *m_numberLab,
            .run = *m_runPage,
            .scene = m_resources + QStringLiteral("/scenes/loss-scale.ulps")},
        this);
    makeMenus();
    connectLessons();
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::showTab);
    hear(m_trainingView, m_modelPanel, &m_controller, m_runBar, m_policyMap, m_diagnosis, m_compare, m_runs,
        m_search, &m_savedRuns, m_runFiles, m_files, m_policyMenu, m_viewMenu, m_healthStrip, m_lessons,
        m_helpMenu, m_overview);
    connectSession();
    connectRuns();
    connectModel();
    connectHelp();
    m_viewMenu->restore();
    m_lessons->dock().hide(); // no lesson was asked for yet
    showTitle();
    m_runPage->focusRun();
}

MainWindow::~MainWindow()
{
    // A field that is being typed in tells so when it loses the focus: now, not when the document has gone before it. A
    // floating dock is a window of its own, which hiding this one leaves.
    hide();
    delete m_lessons; // the destructor gives back what a lesson has locked
    for (QWidget* own : findChildren<QWidget*>())
        if (own->isWindow())
            own->hide();
}

void MainWindow::place()
{
    auto* center = new QWidget(this);
    auto* diverged = new DivergenceBanner(m_shown, m_controller, center);
    connect(diverged, &DivergenceBanner::whyWanted, this, [this] { bringToFront(*m_diagnosis); });
    m_rooms = new RoomBar(*m_tabs, center);
    columnOf(center, {m_banner, diverged, m_rooms, {m_tabs, 1}}, {.margins = {8, 4, 8, 2}, .spacing = 6});
    setCentralWidget(center);

    auto* scene = new SceneStrip(m_document, m_tabs);
    hear(scene);
    m_runPage = new RunPage(*m_healthStrip, *scene, *m_trainingView, *m_overview, m_tabs);
    connect(scene, &SceneStrip::suggestionTaken, this, [this] {
        if (m_controller.retrainsAfterEdits()) // however long it takes, and wherever the run before stood
            m_controller.restart();
        m_runPage->focusRun(); // so that Space trains or pauses
    });
    registerPlace(m_tabs, {.name = "tabs", .terms = "run", .guide = "window#tabs"});
    m_tabs->setDocumentMode(true);
    for (QWidget* view : std::initializer_list<QWidget*>{
             m_runPage, m_policyMap, m_numberLab, m_accumulators, m_diagnosis, m_compare, m_data, m_search})
        addPage(view);
    m_tabs->setAccessibleName(tr("Views"));
    m_rooms->addRoom(tr("Run"), tr("The run: what it loses, why, and beside which others"),
        {m_runPage, m_diagnosis, m_compare, m_data}, {m_policyMap});
    m_rooms->addRoom(
        tr("Numbers"), tr("One number in many formats, and sums of many"), {m_numberLab, m_accumulators});
    m_rooms->addRoom(tr("Search"), placeOf(*m_search).tab.tip, {m_search});
    connect(m_rooms, &RoomBar::pageChosen, this, [this](int page) {
        if (page == tabOf(*m_tabs, *m_runPage))
            m_runPage->showPlots(false);
    });

    m_modelDock = new QDockWidget(tr("Model"), this);
    registerPlace(m_modelDock, {.name = "modelDock", .terms = "model", .guide = "window#model"});
    m_modelDock->setWidget(m_modelPanel);
    connect(m_modelDock, &QDockWidget::visibilityChanged, this, &MainWindow::holdTabs);
    addDockWidget(Qt::LeftDockWidgetArea, m_modelDock);
    m_runsDock = new QDockWidget(tr("Runs"), this);
    registerPlace(m_runsDock, {.name = "runsDock", .terms = "kept_run", .guide = "window#runs"});
    m_runsDock->setWidget(m_runs);
    addDockWidget(Qt::BottomDockWidgetArea, m_runsDock);
    m_runsDock->hide();

    QAction* undo = m_document.undoStack().createUndoAction(this, tr("Undo"));
    QAction* redo = m_document.undoStack().createRedoAction(this, tr("Redo"));
    undo->setObjectName(QStringLiteral("undo"));
    undo->setIcon(glyphIcon(Glyph::Undo));
    undo->setShortcut(QKeySequence::Undo);
    redo->setObjectName(QStringLiteral("redo"));
    redo->setIcon(glyphIcon(Glyph::Redo));
    redo->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_Z);
    m_bars = {m_runBar, m_runBar->policyBar()};
    for (QToolBar* bar : m_bars)
        addToolBar(bar);
    auto* memory = new MemoryLine(m_memory, this);
    statusBar()->addPermanentWidget(memory);
    statusBar()->addPermanentWidget(m_progress);
    connect(statusBar(), &QStatusBar::messageChanged, m_progress, &ProgressLine::makeRoomFor);
    connect(statusBar(), &QStatusBar::messageChanged, memory, [this, memory](const QString& message) {
        memory->makeRoomFor(message, m_progress->sizeHint().width());
    });
}

/// The number in its key is its place among the others.
void MainWindow::addPage(QWidget* view)
{
    const Tab& tab = placeOf(*view).tab;
    auto* page = new PageArea; // a page that needs more room must not take it from the others
    page->setWidget(view);
    page->setVerticalScrollBarPolicy(tab.scrollBar);
    const int index = m_tabs->addTab(page, tab.title);
    m_tabs->setTabToolTip(index, tr("%1 (Alt+%2)").arg(tab.tip).arg(index + 1));
}

const Tab& MainWindow::tabInFront() const
{
    return placeOf(*static_cast<PageArea*>(m_tabs->currentWidget())->widget()).tab;
}

void MainWindow::makeMenus()
{
    auto* commandLine = new CommandLine(m_document, m_shown, findScenes(m_resources), this);
    QAction* report = makeAction(this, QStringLiteral("writeReport"), tr("Write re&port…"),
        tr("Writes a page on the run, or on all runs that are compared: numbers, pictures, settings and commands, as HTML or PDF"));
    report->setShortcut(Qt::CTRL | Qt::ALT | Qt::Key_R);
    connect(report, &QAction::triggered, this, [this, commandLine] {
        std::vector<const KeptRun*> runs = m_kept.compared();
        std::erase_if(runs, [](const KeptRun* kept) { return kept->run->stepsDone() == 0; });
        if (runs.empty())
            return notice(tr("Nothing is trained yet, so there is nothing to report."));
        RunReport(runs, [commandLine](const RunHistory& each) {
            return commandLine->commandFor(each);
        }).ask(this, *m_kernels, {.threads = runThreads(), .memory = m_memory.budget()});
    });
    m_fileMenu->addRunActions(m_runFiles->actions() + QList<QAction*>{report});
    m_fileMenu->addFileActions(m_files->fileActions());
    menuBar()->addMenu(m_fileMenu);

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions(
        {findChild<QAction*>(QStringLiteral("undo")), findChild<QAction*>(QStringLiteral("redo"))});
    edit->addSeparator();
    edit->addMenu(m_modelPanel->addLayerMenu());
    edit->addMenu(m_modelPanel->setPolicyMenu());
    QMenu* policy = addSubmenu(edit, QStringLiteral("layerPolicyMenu"), tr("&Policy of layer"),
        tr("Edits, copies, spreads or takes away a layer's own policy"));
    policy->addActions(m_modelPanel->policyActions());
    edit->addActions(m_modelPanel->layerActions());
    edit->addSeparator();
    const auto add = [this](QMenu* menu, const QString& id, const QString& text, const QString& toolTip,
                         const QKeySequence& keys) {
        QAction* action = makeAction(this, id, text, toolTip, keys);
        menu->addAction(action);
        return action;
    };
    connect(add(edit, QStringLiteral("findLayer"), tr("&Find layer"),
                tr("Filters the layers by name, class or policy"), QKeySequence::Find),
        &QAction::triggered, m_modelPanel, &ModelPanel::focusFilter);

    menuBar()->addMenu(m_policyMenu);

    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run->addActions(m_runBar->runActions());
    run->addSeparator();
    connect(
        add(run, QStringLiteral("sweepSetting"), tr("S&weep a setting…"),
            tr("Trains the session under each value of one setting, such as the loss scale, and draws the results as a curve"),
            {}),
        &QAction::triggered, m_compare, &CompareView::showSweep);
    QAction* retrain = add(run, QStringLiteral("retrainAfterEdits"), tr("Retrain after &edits"),
        tr("Trains a session that takes only seconds again by itself when it was changed"), {});
    retrain->setCheckable(true);
    retrain->setChecked(m_controller.retrainsAfterEdits());
    connect(retrain, &QAction::toggled, &m_controller, &RunController::setRetrainsAfterEdits);
    makeDivergenceMenu(run);
    makeMemoryMenu(run);
    connect(
        add(run, QStringLiteral("copyCommand"), tr("&Copy as command line"),
            tr("Puts the command on the clipboard that trains this session as far, in the number lab shows its number, or in Search asks the same"),
            Qt::CTRL | Qt::SHIFT | Qt::Key_R),
        &QAction::triggered, commandLine, [this, commandLine] {
            if (m_numberLab->isVisible())
                commandLine->copy(numberCommand(m_numberLab->lab()));
            else if (!m_search->isVisible())
                commandLine->copyRun();
            else if (const Result<QString> options = m_search->commandOptions())
                commandLine->copySearch(*options);
            else
                showRefusal(engineText(options.error()));
        });
    connect(commandLine, &CommandLine::copied, this, &MainWindow::notice);
    connect(commandLine, &CommandLine::incomplete, this, [this](const QString& text) {
        m_banner->showMessage(Severity::Notice, text, {}, false, m_fileMenu->saveAction());
    });

    m_viewMenu = new ViewMenu(
        *this, *m_modelDock, m_trainingView->viewActions() + makePlotActions(this), m_settings);
    m_viewMenu->insertMenu(
        m_viewMenu->findChild<QAction*>(QStringLiteral("restoreLayout")), m_modelPanel->columnsMenu());
    QAction* showRuns = m_runsDock->toggleViewAction();
    showRuns->setObjectName(QStringLiteral("showRuns"));
    showRuns->setText(tr("&Runs"));
    showRuns->setToolTip(tr("Shows or hides the runs that are kept"));
    showRuns->setStatusTip(showRuns->toolTip());
    showRuns->setShortcut(Qt::Key_F8);
    connect(showRuns, &QAction::triggered, this, [this](bool isShown) {
        // Qt would give it half of the window, and the plots would be gone.
        if (isShown && !m_hasSizedRuns && m_settings.windowState().isEmpty())
            resizeDocks({m_runsDock}, {m_runs->comfortableHeight()}, Qt::Vertical);
        m_hasSizedRuns = true; // from now on the size is the user's
    });
    m_viewMenu->insertAction(m_viewMenu->findChild<QAction*>(QStringLiteral("restoreLayout")), showRuns);
    m_viewMenu->addAction(m_lessons->presentAction());
    menuBar()->addMenu(m_viewMenu);
    menuBar()->addMenu(makeGoMenu());

    menuBar()->addMenu(m_lessons);
    m_helpMenu = new HelpMenu(m_resources, this);
    menuBar()->addMenu(m_helpMenu);
}

void MainWindow::makeLessons()
{
    m_lessons = new LessonRoom({.window = *this,
        .modelDock = *m_modelDock,
        .world = {m_document, m_controller, m_shown, m_kernels, m_settings,
            QFile::encodeName(m_resources + QStringLiteral("/scenes")).toStdString()},
        .hands = {*this, *m_tabs, *m_modelPanel, m_trainingView->plot(), m_numberLab->lab(), *m_accumulators,
            [this](SessionSpec session, const QString& text) {
                return m_fileMenu->openPrepared(std::move(session), text);
            }},
        .bench = m_accumulators->plot(),
        .resources = m_resources,
        .termTitle = [](const QString& id) {
            const Term* term = glossary().find(id);
            return term ? glossary().label(*term) : id;
        }});
}

/// Lessons are about forms, tiles and plots, and ask what a repair's button would tell; afterwards what was shown before is back.
void MainWindow::connectLessons()
{
    const LessonPlayer& player = m_lessons->player();
    connect(&player, &LessonPlayer::started, this, [this] {
        m_shownBeforeLesson = m_shownBeforeLesson.value_or(
            std::pair(m_runPage->showsPlots(), m_modelPanel->formsAction()->isChecked()));
        m_healthStrip->offerRepairs(false);
        m_runPage->showPlots(true);
        m_modelPanel->formsAction()->setChecked(true);
    });
    connect(&player, &LessonPlayer::left, this, [this] {
        m_healthStrip->offerRepairs(true);
        if (const auto before = std::exchange(m_shownBeforeLesson, std::nullopt)) {
            m_runPage->showPlots(before->first);
            m_modelPanel->formsAction()->setChecked(before->second);
        }
    });
}

void MainWindow::makeDivergenceMenu(QMenu* run)
{
    QMenu* menu = addSubmenu(run, QStringLiteral("atDivergence"), tr("When a run &diverges"),
        tr("What a run does after the step at which it diverges"));
    auto* choices = new QActionGroup(menu);
    const QStringList texts{tr("&Go on to its end"), tr("&Stop"), tr("&Ask")};
    const QStringList tips{tr("What is NaN stays NaN, and the plots show it to the last step"),
        tr("The run pauses after the step at which it diverged"),
        tr("The run pauses after the step at which it diverged, and a line above the tabs asks whether it is to go on")};
    const qsizetype remembered = atDivergenceNames().indexOf(m_settings.atDivergence());
    const qsizetype chosen = remembered >= 0 ? remembered : qsizetype(AtDivergence::Ask);
    for (qsizetype i = 0; i < texts.size(); ++i) {
        QAction* action = choices->addAction(
            makeAction(menu, QStringLiteral("atDivergence-") + atDivergenceNames()[i], texts[i], tips[i]));
        action->setCheckable(true);
        action->setChecked(i == chosen);
        connect(action, &QAction::triggered, this, [this, i] {
            m_controller.setAtDivergence(static_cast<AtDivergence>(i));
            m_settings.setAtDivergence(atDivergenceNames()[i]);
        });
    }
    menu->addActions(choices->actions());
    m_controller.setAtDivergence(static_cast<AtDivergence>(chosen));
}

void MainWindow::makeMemoryMenu(QMenu* run)
{
    QMenu* menu = addSubmenu(run, QStringLiteral("memoryBudget"), tr("Memory &budget"),
        tr("How much memory this window's runs and files may take together"));
    auto* choices = new QActionGroup(menu);
    const auto add = [&](int mebibytes, const QString& text) {
        QAction* action
            = choices->addAction(makeAction(this, QStringLiteral("memoryBudget-%1").arg(mebibytes), text,
                tr("Older runs make room before it is passed, and a run that does not fit is refused")));
        action->setCheckable(true);
        action->setChecked(mebibytes == m_settings.memoryBudget());
        connect(action, &QAction::triggered, this, [this, mebibytes] {
            m_settings.setMemoryBudget(mebibytes);
            m_memory.setLimit(std::uint64_t(mebibytes) << 20);
        });
    };
    add(0, tr("A &quarter of this machine's memory (%1)").arg(memoryText(WindowMemory::defaultLimit())));
    constexpr int kSmallest = 512; // MiB: Fashion-MNIST and a run of it
    for (int mebibytes = kSmallest; (std::uint64_t(mebibytes) << 20) < 4 * WindowMemory::defaultLimit();
         mebibytes *= 2)
        add(mebibytes, memoryText(std::uint64_t(mebibytes) << 20));
    menu->addActions(choices->actions());
    m_memory.setLimit(std::uint64_t(m_settings.memoryBudget()) << 20);
    m_runner.shareMemory({m_memory.budget(), MemoryUse::Run});
    m_healthStrip->shareMemory(m_memory.budget());
    m_compare->shareMemory(m_memory.budget());
    m_search->shareMemory(m_memory.budget());
    m_memory.setFileMeter([this] { return m_files->bytes(); });
    m_diagnosis->blamePanel().shareMemory(m_memory.budget());
}

/// Each page by the number in its key, which is its place among the others; by tabs in the menu.
QMenu* MainWindow::makeGoMenu()
{
    auto* menu = new QMenu(tr("Go"), this);
    menu->setObjectName(QStringLiteral("goMenu"));
    menu->setToolTipsVisible(true);
    const auto add = [this, menu](const QWidget* view) {
        const int tab = tabOf(*m_tabs, *view);
        QAction* action = makeAction(this, QStringLiteral("showTab%1").arg(tab + 1), m_tabs->tabText(tab),
            m_tabs->tabToolTip(tab), QKeySequence(Qt::ALT | Qt::Key(Qt::Key_1 + tab)));
        connect(action, &QAction::triggered, m_tabs, [this, tab] { m_tabs->setCurrentIndex(tab); });
        menu->addAction(action);
    };
    add(m_runPage);
    menu->addAction(m_runPage->plotsAction());
    menu->addAction(m_overview->operationsAction());
    for (const QWidget* view : std::initializer_list<QWidget*>{m_diagnosis, m_compare, m_data, m_policyMap})
        add(view);
    menu->addSeparator();
    add(m_numberLab);
    add(m_accumulators);
    menu->addAction(m_files->ordersAction());
    menu->addSeparator();
    add(m_search);
    menu->addAction(m_files->showAction());
    return menu;
}

/// Where the model's panel is aside, the tabs stay where they were: the next click on one must not meet another.
void MainWindow::holdTabs()
{
    const bool isLeft = dockWidgetArea(m_modelDock) == Qt::LeftDockWidgetArea && !m_modelDock->isFloating();
    const int held = m_isModelAside && isLeft && m_modelDock->isHidden()
        ? m_viewMenu->modelWidth() + style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, this)
        : 0;
    m_rooms->hold(held);
}

void MainWindow::showTab()
{
    // The labs are not about the session: their room is worth more than the model's forms.
    const Tab& tab = tabInFront();
    if (!tab.isOfSession && m_modelDock->isVisible()) {
        m_isModelAside = true;
        m_modelDock->hide();
    } else if (tab.isOfSession && m_isModelAside) {
        m_isModelAside = false;
        m_modelDock->show();
    }
    if (tab.focus && m_tabs->isVisible())
        tab.focus();
}

/// Panels say what they refuse, and what happened in passing, by signals of the same names.
template <class... Panels>
void MainWindow::hear(Panels*... panels)
{
    const auto hearOne = [this]<class Panel>(Panel* panel) {
        if constexpr (requires { &Panel::editRefused; })
            connect(panel, &Panel::editRefused, this, &MainWindow::showRefusal);
        if constexpr (requires { &Panel::refused; })
            connect(panel, &Panel::refused, this, &MainWindow::showRefusal);
        if constexpr (requires { &Panel::failed; })
            connect(panel, &Panel::failed, this, &MainWindow::showRefusal);
        if constexpr (requires { &Panel::noticed; })
            connect(panel, &Panel::noticed, this, &MainWindow::notice);
        if constexpr (requires { &Panel::placeRequested; })
            connect(panel, &Panel::placeRequested, this, &MainWindow::showPlace);
        if constexpr (requires { &Panel::moreRequested; })
            connect(panel, &Panel::moreRequested, m_lessons, &LessonRoom::follow);
    };
    (hearOne(panels), ...);
}

void MainWindow::notice(const QString& text)
{
    statusBar()->showMessage(text, kNoticeMs);
}

/// Withdraws a message that no longer holds.
void MainWindow::withdraw(const QString& text)
{
    if (statusBar()->currentMessage() == text)
        statusBar()->clearMessage();
}

void MainWindow::connectSession()
{
    connect(&m_document, &Document::refused, this,
        [this](const Error& error) { showRefusal(engineText(error)); });
    connect(&m_document, &Document::sessionChanged, m_banner, &QWidget::hide);
    connect(&m_document, &Document::sessionChanged, this, &MainWindow::showTitle);
    connect(&m_document, &Document::fileChanged, this, &MainWindow::showTitle);
    connect(m_fileMenu, &FileMenu::opened, this, [this] {
        m_controller.restart();
        m_shown.step().pin(std::nullopt); // the pinned step was another session's
        if (!tabInFront().isOfSession) // a lab would hide what was opened
            bringToFront(*m_runPage);
        if (isInFront(*m_runPage))
            m_runPage->focusRun(); // so that Space trains, whatever had the focus before
        m_lessons->player().leave(); // another session is no longer the lesson's
    });
    connect(m_fileMenu, &FileMenu::failed, this, [this](const QString& message) {
        statusBar()->clearMessage(); // the message of the last save may still be there
        showRefusal(message);
    });
    connect(m_fileMenu, &FileMenu::fileChosen, this, &MainWindow::openFile);
    connect(m_fileMenu, &FileMenu::saved, this,
        [this](const QString& path) { notice(tr("Saved %1").arg(path)); });
    connect(m_fileMenu, &FileMenu::tourWanted, m_helpMenu, &HelpMenu::showTour);
    connect(m_fileMenu, &FileMenu::lessonsWanted, m_lessons, &LessonRoom::showLessons);
    connect(m_files, &FileRoom::edited, &m_controller, &RunController::restart);
    connect(m_files, &FileRoom::told, this,
        [this](const QString& text) { m_banner->showMessage(Severity::Notice, text); });
    connect(m_policyMenu, &PolicyMenu::imported, this, &MainWindow::notice);
    connect(m_policyMenu, &PolicyMenu::mapRequested, this, [this] { bringToFront(*m_policyMap); });
}

void MainWindow::connectRuns()
{
    connect(&m_runner, &SessionRunner::failed, this, &MainWindow::showFailure);
    connect(&m_runner, &SessionRunner::notesReady, this, &MainWindow::showNotes);
    connect(m_banner, &MessageBanner::retryRequested, &m_controller, &RunController::restart);
    connect(m_healthStrip, &HealthStrip::repairRequested, this, &MainWindow::repair);
    connect(m_healthStrip, &HealthStrip::trainRequested, &m_controller, &RunController::train);
    connect(m_search, &SearchView::outdated, this, &MainWindow::withdraw);
    connect(m_search, &SearchView::runShown, this, [this] { bringToFront(*m_runPage); });
    connect(m_search, &SearchView::exportWanted, m_policyMenu, &PolicyMenu::exportPolicyOf);
    connect(&m_savedRuns, &SavedRuns::readingChanged, this, [this, text = tr("Reading runs…")] {
        if (m_savedRuns.isReading())
            statusBar()->showMessage(text);
        else
            withdraw(text);
    });
    connect(&m_kept, &KeptRuns::thinnedOut, this, [this](const QStringList& names) {
        notice(tr("Made room in memory: fewer points are kept of %1.").arg(names.join(QStringLiteral(", "))));
    });
    connect(&m_kept, &KeptRuns::dropped, this, [this](const QStringList& names) {
        notice(
            tr("Made room for newer runs: %1. A starred run stays.").arg(names.join(QStringLiteral(", "))));
    });
}

void MainWindow::connectModel()
{
    connect(&m_controller, &RunController::stateChanged, m_modelPanel,
        [this] { m_modelPanel->setStale(m_controller.isStale() && m_controller.isIdle()); });
    connect(m_modelPanel, &ModelPanel::layerSelected, m_diagnosis, &DiagnosisView::followLayer);
    connect(m_modelPanel, &ModelPanel::layerSelected, &m_trainingView->plot(), &RunPlots::followLayer);
    connect(m_modelPanel, &ModelPanel::layerSelected, m_overview, &Overview::followLayer);
    m_overview->modelPicture().setLayerActions(m_modelPanel->setPolicyMenu(), m_modelPanel->layerActions());
    connect(m_overview, &Overview::layerChosen, m_modelPanel, &ModelPanel::selectLayer);
    connect(m_overview, &Overview::tensorChosen, m_diagnosis, &DiagnosisView::choose);
    connect(m_overview, &Overview::layerOpened, m_modelPanel, [this](const std::string& path) {
        m_modelDock->show();
        m_modelPanel->selectLayer(path);
        m_modelPanel->openForms();
    });
    connect(m_overview, &Overview::dataOpened, this, [this] { bringToFront(*m_data); });
    connect(m_modelPanel, &ModelPanel::repairOffered, this, &MainWindow::offerRepair);
    const auto openTensor = [this](const TensorName& tensor) {
        bringToFront(*m_numberLab);
        m_numberLab->showTensor(tensor);
    };
    connect(m_modelPanel, &ModelPanel::tensorRequested, this, openTensor);
    connect(m_overview, &Overview::tensorOpened, this, openTensor);
    connect(m_diagnosis, &DiagnosisView::followRequested, this, [this](const Birthplace& birth) {
        m_shown.step().pin(birth.step);
        bringToFront(*m_numberLab);
        m_numberLab->followElement({birth.layer, birth.tensor, birth.role}, toQt(birth.index));
    });
    connect(m_numberLab, &NumberLabView::runWanted, this, [this] {
        bringToFront(*m_runPage);
        m_runPage->focusRun();
    });
    connect(m_numberLab, &NumberLabView::layerWanted, this, [this](const std::string& path) {
        bringToFront(*m_overview);
        m_modelPanel->selectLayer(path);
        m_runPage->focusRun();
    });
    connect(m_trainingView, &TrainingView::layerWanted, m_modelPanel, &ModelPanel::selectLayerByName);
    connect(m_viewMenu, &ViewMenu::defaultLayoutRestored, this, &MainWindow::fitBars);
    connect(m_modelPanel->formsAction(), &QAction::toggled, m_viewMenu, &ViewMenu::makeRoomForForms);
    connect(m_modelPanel, &ModelPanel::widthWanted, m_viewMenu, &ViewMenu::makeRoomForNames);
    connect(m_viewMenu, &ViewMenu::defaultLayoutRestored, m_modelPanel, &ModelPanel::restoreSplitter);
}

void MainWindow::connectHelp()
{
    connect(m_lessons, &LessonRoom::termWanted, m_helpMenu, &HelpMenu::showGlossary);
    const auto about = [this](const QString& lesson) { return m_lessons->linkAbout(lesson); };
    m_healthStrip->setMoreAbout(about);
    m_helpMenu->setMoreAbout(about);
    connect(m_helpMenu, &HelpMenu::sceneWanted, this, [this](const QString& name) {
        openScene(QStringLiteral("%1/scenes/%2.ulps").arg(m_resources, name));
    });
}

/// Shows the messages from the run's preparation.
void MainWindow::showNotes(const std::vector<Message>& notes)
{
    if (notes.empty())
        return;
    QStringList said;
    for (const Message& note : notes)
        said += engineText(note);
    const auto quantized = quantizationReport(*m_document.session());
    const bool isAboutQuantized = !quantized || !quantized->empty();
    m_banner->showMessage(Severity::Notice, said.join(QLatin1Char('\n')), {}, false,
        isAboutQuantized ? m_policyMenu->quantizationAction() : nullptr);
}

void MainWindow::keepSessionIn(const QString& folder)
{
    std::vector<LostSession> lost = findLostSessions(folder);
    m_swap = std::make_unique<SessionSwap>(m_document, folder);
    connect(m_swap.get(), &SessionSwap::failed, this, [this](const QString& message) {
        showRefusal(tr("Changes are not kept should the program be killed: %1").arg(message));
    });
    m_savedRuns.keepUnsavedIn(m_swap->runsPath());
    m_search->keepIn(folder + QStringLiteral("/searches"));
    connect(&m_savedRuns, &SavedRuns::unsavedChanged, m_swap.get(), &SessionSwap::setHasRuns);
    auto* banner = new RecoveryBanner(*m_fileMenu, *m_swap, m_savedRuns, this);
    static_cast<QVBoxLayout*>(centralWidget()->layout())->insertWidget(0, banner);
    connect(banner, &RecoveryBanner::runsLost, this, &MainWindow::showRefusal);
    connect(banner, &RecoveryBanner::restored, &m_controller, &RunController::restart);
    connect(banner, &RecoveryBanner::finished, m_runPage, &RunPage::focusRun);
    if (!lost.empty())
        banner->offer(std::move(lost));
}

void MainWindow::endWithoutAsking()
{
    m_fileMenu->enterTyping();
    if (m_swap)
        m_swap->writeNow();
    comeToRest();
    const Status saved = m_savedRuns.writeNow();
    if (m_swap)
        m_swap->writeNow(); // where there are runs to keep the session for, which is known now
    if (!saved)
        std::cerr << "ulpscope: runs are not saved: " << saved.error().text() << '\n';
}

void MainWindow::comeToRest()
{
    m_lessons->player().leave(); // and the panels are where they were
    const bool wasPresenting = m_viewMenu->endPresenting();
    bringToFront(*m_runPage); // the model's panel stays where it was
    m_viewMenu->remember(wasPresenting);
    m_controller.stop();
    m_compare->stop();
    m_search->stop();
}

void MainWindow::openScene(const QString& path)
{
    m_fileMenu->openScene(path);
}

void MainWindow::openSession(const QString& path)
{
    m_fileMenu->openSession(path);
}

bool MainWindow::openByName(const QString& path)
{
    const auto isCalled = [&path](std::string_view suffix) {
        return path.endsWith(QLatin1Char('.') + toQt(suffix), Qt::CaseInsensitive);
    };
    if (isCalled(kRunsFileSuffix))
        m_runFiles->importFile(path);
    else if (isCalled(kLessonFileSuffix))
        openLesson(path);
    else if (isCalled(kSessionFileSuffix)) // JSON as well, but it has a name of its own
        openSession(path);
    else
        return false;
    return true;
}

void MainWindow::openFile(const QString& path)
{
    if (!openByName(path))
        m_files->open(path, [this, path] {
            if (isCalledLog(path, LogSuffixes::OfTextsToo))
                m_files->openLog(path);
            else
                openSession(path);
        });
}

void MainWindow::welcome()
{
    const bool isWanted = m_settings.showsGalleryAtStart();
    if (!isWanted && !m_settings.isNew())
        return;
    m_settings.setShowsGalleryAtStart(isWanted); // from now on nothing is new, whatever becomes of this start
    if (isWanted) {
        m_fileMenu->showGallery();
        return;
    }
    auto* card
        = new FirstStartCard(m_document, m_shown, m_settings, !m_lessons->shelf().isEmpty(), centralWidget());
    static_cast<QVBoxLayout*>(centralWidget()->layout())->insertWidget(0, card);
    connect(card, &FirstStartCard::lessonWanted, this,
        [this] { openLesson(QStringLiteral("4")); }); // the lesson says why
    connect(card, &FirstStartCard::dataWanted, m_fileMenu, &FileMenu::askForData);
    connect(card, &FirstStartCard::finished, m_runPage, &RunPage::focusRun);
    // The first training ends before the user has looked, so it is played once.
    auto* first = new QObject(this);
    connect(&m_shown, &ShownRun::grew, first, [this, first] {
        if (!m_shown.run()->summary)
            return;
        disconnect(&m_shown, nullptr, first, nullptr);
        first->deleteLater();
        m_runBar->slider().play();
    });
}

bool MainWindow::openLesson(const QString& lesson)
{
    return m_lessons->begin(lesson);
}

bool MainWindow::presentLesson()
{
    return m_lessons->present();
}

bool MainWindow::isIdle() const
{
    return m_controller.isIdle() && !m_healthStrip->isTrying() && !m_compare->isSweeping()
        && m_search->isIdle() && !m_savedRuns.isReading() && m_files->isIdle();
}

bool MainWindow::saveScreenshot(const QString& pngPath)
{
    // The plots replot when the event loop comes round, and once more where that changed their heights.
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
    return grab().save(pngPath, "PNG");
}

void MainWindow::showTitle()
{
    setWindowTitle(tr("%1[*] – Ulpscope").arg(engineText(m_document.session()->title)));
    setWindowModified(m_document.isModified());
}

void MainWindow::showRefusal(const QString& message)
{
    m_banner->showMessage(Severity::Warning, message);
}

void MainWindow::showFailure(const QString& message, const QString& missingPackageName)
{
    if (m_runner.repair() && m_runner.session() == m_document.session()) {
        offerRepair(message, *m_runner.repair());
        return;
    }
    if (missingPackageName.isEmpty()) {
        m_banner->showMessage(Severity::Warning, message, {}, true);
        return;
    }
    m_banner->showMessage(Severity::Warning,
        tr("The data of this session is in the Debian package %1, which is not installed. Run this in a "
           "terminal, then press Retry.")
            .arg(missingPackageName),
        toQt(installCommand(missingPackageName.toStdString())), true);
}

QString MainWindow::repairText(const DataRepair& repair)
{
    QStringList parts;
    for (const Message& part : repair.parts)
        parts += engineText(part);
    QString text = parts.join(QStringLiteral(", "));
    if (!text.isEmpty() && text.front().isLower())
        text.front() = text.front().toUpper();
    return text;
}

void MainWindow::offerRepair(const QString& message, const DataRepair& repair)
{
    // A button for one change says it; for several they stand below the message, which a long button would squeeze.
    const bool isOne = repair.parts.size() == 1;
    const QString text = isOne ? repairText(repair) : tr("Fit the model to its data");
    const QString shown = isOne ? message : tr("%1\nTo fit it: %2.").arg(message, repairText(repair));
    m_repair->disconnect();
    m_repair->setText(text);
    connect(m_repair, &QAction::triggered, this,
        [this, text, change = repair.change] { applyRepair(text, change); });
    m_banner->showMessage(Severity::Warning, shown, {}, false, m_repair);
}

void MainWindow::repair(const Repair& repair)
{
    applyRepair(engineText(repair.text), repair.edit);
}

void MainWindow::applyRepair(const QString& text, const std::function<void(SessionSpec&)>& change)
{
    if (m_document.tryEdit(text, change))
        m_controller.restart();
}

void MainWindow::showPlace(const RunPlace& place)
{
    m_modelPanel->selectLayers(place.layers);
    if (place.view != RunPlace::View::Plots) {
        bringToFront(*m_diagnosis);
        if (place.view == RunPlace::View::Blame)
            m_diagnosis->focusBlame();
        else
            m_diagnosis->focusCosts();
        return;
    }
    bringToFront(*m_runPage);
    if (place.step)
        m_trainingView->plot().setCursorStep(*place.step);
    m_runPage->focusRun();
}

/// Escape lets the pinned step go wherever nothing else takes it, and then ends presenting.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_shown.step().pinned())
        m_shown.step().pin(std::nullopt);
    else if (event->key() != Qt::Key_Escape || !m_viewMenu->endPresenting())
        QMainWindow::keyPressEvent(event);
}

bool MainWindow::event(QEvent* event)
{
    return isForFocusedWidget(*event) || QMainWindow::event(event);
}

/// A bar that has no room beside the others begins a line of its own: what it hides behind an arrow is not found.
void MainWindow::fitBars()
{
    int used = 0;
    for (QToolBar* bar : m_bars) {
        const int wanted = bar->sizeHint().width();
        const bool needsLine = used > 0 && used + wanted > width();
        if (needsLine && !toolBarBreak(bar))
            insertToolBarBreak(bar);
        else if (!needsLine && toolBarBreak(bar))
            removeToolBarBreak(bar);
        used = needsLine ? wanted : used + wanted;
    }
}

/// The bars take a new font after the window, and Qt may be laying them out at this moment.
void MainWindow::fitBarsSoon()
{
    QMetaObject::invokeMethod(this, &MainWindow::fitBars, Qt::QueuedConnection);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_wasShown) {
        m_viewMenu->learnDockShares(event->oldSize());
        m_viewMenu->applyDockShares();
        holdTabs();
    }
    fitBarsSoon();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitBarsSoon();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!m_wasShown)
        m_viewMenu->applyDockShares();
    m_wasShown = true;
    fitBars();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QMimeData& dropped = *event->mimeData();
    if ((dropped.hasUrls() && dropped.urls().first().isLocalFile()) || looksLikePolicyJson(dropped.text()))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    const QMimeData& dropped = *event->mimeData();
    const QString path = dropped.hasUrls() ? dropped.urls().first().toLocalFile() : QString();
    if (path.isEmpty())
        takeDropped(path, dropped.text());
    else if (!openByName(path))
        m_files->open(path, [this, path] { takeDropped(path, {}); });
}

/// Neither tensors nor a log: Keras' JSON, or data to learn from.
void MainWindow::takeDropped(const QString& path, const QString& text)
{
    if (isCalledLog(path, LogSuffixes::OfLogs)) {
        m_files->openLog(path);
        return;
    }
    if (!path.isEmpty() && !path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive)) {
        m_fileMenu->newFromFile(path);
        return;
    }
    // After the drag: its source waits for the end of this, not of a dialog.
    QMetaObject::invokeMethod(
        m_policyMenu,
        [this, path, text] {
            if (path.isEmpty())
                m_policyMenu->importText(text, tr("what was dropped"));
            else
                m_policyMenu->importFile(path);
        },
        Qt::QueuedConnection);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    // The runs first: a session is given up only where the window closes.
    if (!m_lessons->mayClose() || !m_fileMenu->mayDiscardChanges() || !mayLeaveRuns()) {
        event->ignore();
        return;
    }
    comeToRest();
    waitForRuns(m_savedRuns, Waiting::ToTheEnd, this); // a run has grown by a little since
    m_savedRuns.discardUnsaved();
    if (m_swap)
        m_swap->discard();
    (void)m_savedRuns.writeNow();
    event->accept();
}

bool MainWindow::mayLeaveRuns()
{
    if (!waitForRuns(m_savedRuns, Waiting::MayBeGivenUp, this))
        return false;
    const Status written = m_savedRuns.writeFiles();
    if (!written && !mayLoseRuns(written.error()))
        return false;
    const Status restored = m_savedRuns.mayDiscardUnsaved();
    if (!restored && !mayLoseRuns(restored.error()))
        return false;
    return !written || !restored || mayLoseUnsavedRuns();
}

/// A sweep of an unchanged scene takes minutes, and has no file.
bool MainWindow::mayLoseUnsavedRuns()
{
    // Changes that are discarded take the runs of their session with them.
    const bool isWithOpen = !m_document.isModified();
    const std::size_t count = m_savedRuns.unsavedToMiss(isWithOpen);
    if (count == 0)
        return true;
    const QString runs
        = countedText(std::int64_t(count), RunFileActions::tr("run"), RunFileActions::tr("runs"));
    QMessageBox question(
        QMessageBox::Question, tr("Runs are not saved"), tr("Not saved: %1").arg(runs), {}, this);
    question.setInformativeText(tr("They go when the window closes. Export runs… keeps them in a file."));
    question.setObjectName(QStringLiteral("runsToMiss"));
    const QPushButton* save = question.addButton(tr("&Export runs…"), QMessageBox::AcceptRole);
    question.addButton(QMessageBox::Discard);
    question.setDefaultButton(question.addButton(QMessageBox::Cancel));
    question.exec();
    if (question.clickedButton() == save) // a session's own file takes its own runs alone
        return m_runFiles->askExport() && m_savedRuns.unsavedToMiss(isWithOpen) == 0;
    return question.standardButton(question.clickedButton()) == QMessageBox::Discard;
}

bool MainWindow::mayLoseRuns(const Error& error)
{
    QMessageBox question(QMessageBox::Warning, tr("Runs are not saved"),
        tr("The kept runs cannot be saved: %1").arg(engineText(error)),
        QMessageBox::Discard | QMessageBox::Cancel, this);
    question.setInformativeText(tr("Cancel, and File > Kept runs > Export runs… saves them elsewhere."));
    question.setObjectName(QStringLiteral("unsavedRuns"));
    question.setDefaultButton(QMessageBox::Cancel);
    return question.exec() == QMessageBox::Discard;
}

} // namespace ulpscope::ui
