// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers can be cheaper: a question as a form, its search beside whatever else the window does, and what it comes to. The search has
// a copy of the session. Runs that are opened are trained and kept like a sweep's.
#pragma once

#include "app/session/document.h"
#include "app/session/kept/aside.h"
#include "app/session/kept/kept_runs.h"
#include "app/session/search_forms.h"
#include "app/session/search_runner.h"
#include "app/session/shown_run.h"
#include "app/session/sweep.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace ulpscope::ui {

class AccentButton;
class SearchQuestionForm;
class SearchResults;

class SearchView : public QWidget
{
    Q_OBJECT
public:
    /// All must outlive the view.
    SearchView(Document& document, KeptRuns& kept, const ShownRun& shown,
        std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    /// From now on forms and runs are kept in this folder; without it they go with the window.
    void keepIn(const QString& folder);
    void focusForm();
    /// Nothing is searched, looked at or trained; a paused search is none.
    bool isIdle() const;
    /// Ends what is trained in the background.
    void stop();
    /// The budget that its runs take memory from.
    void shareMemory(const std::shared_ptr<MemoryBudget>& budget)
    {
        m_runner.shareMemory(budget);
        m_opened.shareMemory(budget);
    }

    /// The command's options that ask what the form asks, for a POSIX shell; an error where it cannot be asked.
    Result<QString> commandOptions() const;

signals:
    void failed(const QString& message);
    void noticed(const QString& message);
    /// Emitted when an earlier notice no longer holds.
    void outdated(const QString& message);
    /// A run of the search is on the screen.
    void runShown();
    void exportWanted(const ulpscope::SessionSpec& session);

private:
    void place();
    void showSession();
    void showOpened();
    Result<SearchRequest> request() const;
    std::optional<double> secondsPerRun(const SessionSpec& session) const;
    void look();
    void showError(const Error& error);
    void fail(const Error& error);
    void start();
    void pauseOrGoOn();
    void refresh();
    void refreshButtons();
    void apply();
    static QString appliedText();
    void openRun(const Assignment& assignment, std::uint64_t seed);
    void keepOpened();
    QString obstacle() const;

    Document& m_document;
    std::shared_ptr<const SessionSpec> m_session; ///< the session as it was when it was last looked at
    KeptRuns& m_kept;
    const ShownRun& m_shown;
    SearchForms m_forms;
    SearchRunner m_runner;
    Sweep m_opened;
    std::shared_ptr<const SessionSpec>
        m_applied; ///< the session with the answer, while the window says that it has it
    Aside m_aside; ///< looks at the question while it is typed
    QTimer m_typing;
    SearchQuestionForm* m_form;
    QLabel* m_about;
    QLabel* m_plan; ///< tells the plan, or what is wrong with the question
    AccentButton* m_start;
    QPushButton* m_pause;
    QPushButton* m_cancel;
    QProgressBar* m_progress;
    QLabel* m_state;
    SearchResults* m_results;
};

} // namespace ulpscope::ui
