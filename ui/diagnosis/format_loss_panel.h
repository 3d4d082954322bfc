// SPDX-License-Identifier: GPL-3.0-or-later
// What a tensor of the run on the screen would lose in other formats or under scaling recipes, from its values as they are. Asks the run for a copy
// only while it is seen; rounds it aside.
#pragma once

#include "app/session/kept/aside.h"
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "ui/look/models/table_models.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace ulpscope::ui {

class MetricView;

class FormatLossPanel : public QWidget
{
    Q_OBJECT
public:
    /// `runner` and `shown`, which is of the runner, must outlive the panel.
    FormatLossPanel(SessionRunner& runner, const ShownRun& shown, std::shared_ptr<const Kernels> kernels,
        QWidget* parent = nullptr);

    /// Chooses a tensor of that layer, of the same role as before if it has one.
    void followLayer(const std::string& path);
    /// Chooses that tensor, once the run has it.
    void choose(const TensorName& tensor);

    bool isIdle() const { return !m_aside->isBusy(); }

private:
    void place();
    void list();
    void ask();
    void clear(const QString& message);
    void setKind();
    void take(const std::shared_ptr<const TensorSnapshot>& snapshot);
    const TensorName* chosen() const;
    bool asksRecipes() const;

    SessionRunner& m_runner;
    const ShownRun& m_shown;
    std::vector<TensorName> m_tensors; ///< the list's rows
    std::shared_ptr<const Kernels> m_kernels;
    Aside* m_aside;
    MetricTableModel* m_model;
    MetricView* m_view;
    QComboBox* m_tensor;
    QString m_wanted; ///< in the list, when it is filled next
    QComboBox* m_kind; ///< formats or recipes
    QPushButton* m_again;
    QLabel* m_message;
};

} // namespace ulpscope::ui
