// SPDX-License-Identifier: GPL-3.0-or-later
// The window: creates the panels, places them, and passes on what one says and another must hear. Nothing
// else.
#pragma once

#include "app/desktop/settings.h"
#include "app/desktop/window_memory.h"
#include "app/judge/runs/verdicts.h"
#include "app/session/document.h"
#include "app/session/kept/kept_runs.h"
#include "app/session/kept/saved_runs.h"
#include "app/session/kept/session_swap.h"
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "ui/training/models/run_controller.h"
#include "ui/training/models/run_place.h"

#include <QMainWindow>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

class QDockWidget;
class QMenu;
class QTabWidget;
class QToolBar;

namespace ulpscope::ui {

class AccumulatorView;
class CompareView;
class DataView;
class DiagnosisView;
class FileMenu;
class FileRoom;
class HealthStrip;
class HelpMenu;
class LessonRoom;
class MessageBanner;
class ModelPanel;
class NumberLabView;
class Overview;
class PolicyMapView;
class PolicyMenu;
class ProgressLine;
class RoomBar;
class RunBar;
class RunFileActions;
class RunPage;
class RunsPanel;
class SearchView;
class TrainingView;
class ViewMenu;
struct Tab;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    /// `settings` must outlive the window.
    MainWindow(std::shared_ptr<const Kernels> kernels, Settings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// From now on changes that are not saved are kept in this folder, and those of windows that were killed are offered.
    /// Without it the window leaves no trace of them.
    void keepSessionIn(const QString& folder);
    /// Closes on a signal, without questions; unsaved work is kept in that folder.
    void endWithoutAsking();

    /// Opens and trains at once; an error is shown in the window.
    void openScene(const QString& path);
    void openSession(const QString& path);
    /// Whatever it is: a session, a lesson, kept runs, tensors, a training's log. It is read aside where its name does not tell.
    void openFile(const QString& path);

    /// By its number, or a lesson file. False: it cannot be played, which the window says.
    bool openLesson(const QString& lesson);

    /// For a projector: the lesson that is played, or else the first. False: it cannot be played.
    bool presentLesson();

    /// For a start that was asked for no session: a card over what is open at the first start of all, the gallery for who wants it.
    void welcome();

    /// Nothing is training or about to, and everything computed is on the screen.
    bool isIdle() const;
    bool saveScreenshot(const QString& pngPath);

    Document& document() { return m_document; }
    const ShownRun& shownRun() const { return m_shown; }
    const MemoryBudget& memoryBudget() const { return *m_memory.budget(); }

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    /// Stops all training.
    void comeToRest();
    /// Asks, where they are not.
    bool mayLeaveRuns();
    bool mayLoseUnsavedRuns();
    bool mayLoseRuns(const Error& error);
    void place();
    void makeMenus();
    void makeLessons();
    void connectLessons();
    QMenu* makeGoMenu();
    void showTab();
    void addPage(QWidget* view);
    const Tab& tabInFront() const;
    void holdTabs();
    void fitBars();
    void fitBarsSoon();
    template <class... Panels>
    void hear(Panels*... panels);
    void notice(const QString& text);
    void withdraw(const QString& text);
    void connectSession();
    void connectRuns();
    void connectModel();
    void connectHelp();
    void showNotes(const std::vector<Message>& notes);
    /// Opens a file by the kind that its name says. False if the name says none.
    bool openByName(const QString& path);
    void takeDropped(const QString& path, const QString& text);
    void showTitle();
    void showRefusal(const QString& message);
    void showFailure(const QString& message, const QString& missingPackage);
    void repair(const Repair& repair);
    /// Describes the misfit; its banner has a button that mends it.
    static QString repairText(const DataRepair& repair);
    void offerRepair(const QString& message, const DataRepair& repair);
    void applyRepair(const QString& text, const std::function<void(SessionSpec&)>& change);
    void showPlace(const RunPlace& place);
    void makeDivergenceMenu(QMenu* run);
    void makeMemoryMenu(QMenu* run);

    Settings& m_settings;
    std::shared_ptr<const Kernels> m_kernels;
    QString m_resources;
    Document m_document;
    SessionRunner m_runner;
    ShownRun m_shown;
    KeptRuns m_kept;
    WindowMemory m_memory;
    SavedRuns m_savedRuns;
    RunController m_controller;
    std::unique_ptr<SessionSwap> m_swap; ///< null: nothing is kept
    FileMenu* m_fileMenu;
    RunFileActions* m_runFiles;
    ModelPanel* m_modelPanel;
    RunBar* m_runBar;
    LessonRoom* m_lessons = nullptr;
    HelpMenu* m_helpMenu = nullptr;
    PolicyMenu* m_policyMenu;
    HealthStrip* m_healthStrip;
    TrainingView* m_trainingView;
    Overview* m_overview;
    PolicyMapView* m_policyMap;
    NumberLabView* m_numberLab;
    AccumulatorView* m_accumulators;
    DiagnosisView* m_diagnosis;
    CompareView* m_compare;
    RunsPanel* m_runs;
    DataView* m_data;
    SearchView* m_search;
    QTabWidget* m_tabs;
    RunPage* m_runPage = nullptr;
    RoomBar* m_rooms = nullptr;
    FileRoom* m_files = nullptr;
    MessageBanner* m_banner;
    QAction* m_repair; ///< action that the banner offers
    ProgressLine* m_progress;
    ViewMenu* m_viewMenu = nullptr;
    QDockWidget* m_modelDock = nullptr;
    QDockWidget* m_runsDock = nullptr;
    bool m_hasSizedRuns = false;
    QList<QToolBar*> m_bars; ///< the tool bars, from left to right
    bool m_wasShown = false;
    std::optional<std::pair<bool, bool>> m_shownBeforeLesson; ///< whether plots and forms were
    bool m_isModelAside = false; ///< hidden while a tab needs the room
};

} // namespace ulpscope::ui
