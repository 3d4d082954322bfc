// SPDX-License-Identifier: GPL-3.0-or-later
// One way to show data and what the lanes make of them: it says what to ask the run, and draws the answer.
#pragma once

#include "app/session/run_history.h"
#include "engine/train/evaluation.h"

#include <QWidget>

#include <memory>

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
    /// Copies what is shown, as it would be printed.
    virtual void copyPicture() = 0;

signals:
    /// Emitted with the cursor's reading; empty without a cursor.
    void read(const QString& text);
};

} // namespace ulpscope::ui
