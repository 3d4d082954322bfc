// SPDX-License-Identifier: GPL-3.0-or-later
// The tab with a picture of the data and of what the model thinks of them, beside its float64 reference.
#pragma once

#include "app/session/session_runner.h"
#include "app/session/shown_run.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace ulpscope::ui {

class DataPanel;

class DataView : public QWidget
{
    Q_OBJECT
public:
    /// Both must outlive the view; `shown` is of the runner.
    DataView(SessionRunner& runner, const ShownRun& shown, QWidget* parent = nullptr);

    /// Ready for the keyboard.
    void focusPicture();
    /// The shown panel; null before the first answer.
    DataPanel* panel() const { return m_panel; }

private:
    /// Chooses the panel for such data and its question to the run.
    std::optional<EvaluationQuestion> choose(const DataSample& sample);
    void take(const std::shared_ptr<const Evaluation>& evaluation, const RunHistory& run);
    /// Nothing can be asked of the run on the screen.
    void clear();
    void say(const QString& sentence);

    SessionRunner& m_runner;
    const ShownRun& m_shown;
    std::vector<DataPanel*> m_panels; ///< by row of the catalog; null: not made yet
    DataPanel* m_panel = nullptr; ///< panel that is shown
    DataPanel* m_chosen = nullptr; ///< panel for the next answer
    QLabel* m_sentence;
    QLabel* m_reading;
    QPushButton* m_copy;
    QVBoxLayout* m_place; ///< layout that holds the panel
};

} // namespace ulpscope::ui
