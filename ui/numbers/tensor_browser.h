// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of the run on the screen: choose one, see its elements beside the float64 lane's, open one in the number
// lab. Asks the run for a copy only while it is seen.
#pragma once

#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "ui/numbers/models/number_lab.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace ulpscope::ui {

class StepChip;
class TensorTableModel;

class TensorBrowser : public QWidget
{
    Q_OBJECT
public:
    /// All must outlive the panel; `shown` is of the runner.
    TensorBrowser(NumberLab& lab, SessionRunner& runner, const ShownRun& shown, QWidget* parent = nullptr);

    /// Selects a tensor if the shown run has it.
    void choose(const TensorName& tensor);
    /// Selects the tensor, and follows its element "[2, 3]" once it is there.
    void followElement(const TensorName& tensor, const QString& index);
    /// Opens the element at this row of the table.
    void openElement(int row);
    std::optional<TensorName> chosen() const;
    void focusTable();

signals:
    /// Another tensor, or a new copy of it.
    void tensorShown();
    /// The element is shown in the lab.
    void elementOpened(const ulpscope::ElementQuestion& element, const QString& index);
    void followRequested();

private:
    void place();
    void listLayers();
    void listTensors();
    void ask();
    void take(const std::shared_ptr<const TensorSnapshot>& snapshot);
    void openRandom();
    void openWorst();
    void follow();

    NumberLab& m_lab;
    SessionRunner& m_runner;
    const ShownRun& m_shown;
    TensorTableModel* m_model;
    QComboBox* m_layer;
    QComboBox* m_tensor;
    QCheckBox* m_follow;
    QPushButton* m_random;
    QPushButton* m_worst;
    QPushButton* m_followNumber;
    StepChip* m_step;
    QLabel* m_about;
    QTableView* m_table;
    QString m_wanted; ///< index of an element that is to be followed
    QTimer m_again; ///< the next question while the run goes on
};

} // namespace ulpscope::ui
