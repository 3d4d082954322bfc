// SPDX-License-Identifier: GPL-3.0-or-later
// Asks the run on the screen what its lanes say of some examples, for one widget: only while that is seen, a few times a second
// and never for more than a tenth of the run's time.
#pragma once

#include "app/session/session_runner.h"
#include "app/session/shown_run.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>

namespace ulpscope::ui {

class EvaluationFeed : public QObject
{
    Q_OBJECT
public:
    /// What to ask of a run; nothing: it is not asked.
    using Question = std::function<std::optional<EvaluationQuestion>(const DataSample&)>;
    /// All must outlive the feed; `shown` is of the runner.
    EvaluationFeed(
        SessionRunner& runner, const ShownRun& shown, QWidget& viewer, Question question, QObject* parent);

signals:
    /// To the question about this run, at the shown step.
    void answered(
        const std::shared_ptr<const ulpscope::Evaluation>& evaluation, const ulpscope::RunHistory& run);
    /// Nothing can be asked of the run on the screen.
    void silent();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void ask();
    void take(const std::shared_ptr<const Evaluation>& evaluation);

    SessionRunner& m_runner;
    const ShownRun& m_shown;
    QWidget& m_viewer;
    Question m_makeQuestion;
    std::shared_ptr<const RunHistory> m_run; ///< that m_question is for
    std::optional<EvaluationQuestion> m_question;
    QTimer m_again; ///< the next question while the run goes on
};

} // namespace ulpscope::ui
