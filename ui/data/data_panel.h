// SPDX-License-Identifier: GPL-3.0-or-later
// Base class of the panels that show a run's data.
#pragma once

#include "app/session/run_history.h"
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "engine/train/evaluation.h"

#include <QObject>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>

namespace ulpscope::ui {

class DataPanel : public QWidget
{
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Question for the lanes.
    virtual EvaluationQuestion question(const DataSample& sample) const = 0;
    /// Draws the answer to question(), and says it in a sentence or two.
    virtual QString present(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run) = 0;
    /// Copies the shown content as it would be printed.
    virtual void copyPicture() = 0;

signals:
    /// Emitted with the cursor's reading; empty without a cursor.
    void read(const QString& text);
};

// Asks the shown run for its lanes' outputs on some examples, for one widget: only while that is visible, a few times a
// second, and for at most a tenth of the run's time.
class EvaluationFeed : public QObject
{
    Q_OBJECT
public:
    /// Examples that the run is asked about; empty: it is not asked.
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
    std::shared_ptr<const RunHistory> m_run; ///< the run that m_question is about
    std::optional<EvaluationQuestion> m_question;
    QTimer m_again; ///< the next question while the run goes on
};

} // namespace ulpscope::ui
