// SPDX-License-Identifier: GPL-3.0-or-later
// Where two of the compared runs part: the first recorded number that differs.
#pragma once

#include "app/session/kept/kept_runs.h"
#include "app/session/shown_run.h"

#include <QWidget>

#include <array>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;

namespace ulpscope::ui {

class DivergencePanel : public QWidget
{
    Q_OBJECT
public:
    /// `kept` and `shown` must outlive the panel.
    DivergencePanel(const KeptRuns& kept, const ShownRun& shown, QWidget* parent = nullptr);

    /// The runs are others, or are called otherwise, or have ended.
    void refresh();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void compare();

    const KeptRuns& m_kept;
    const ShownRun& m_shown;
    std::vector<KeptRunId> m_ids; ///< of the rows of both lists
    std::array<QComboBox*, 2> m_runs;
    std::array<std::optional<KeptRunId>, 2> m_chosen; ///< by a person
    QLabel* m_text;
};

} // namespace ulpscope::ui
