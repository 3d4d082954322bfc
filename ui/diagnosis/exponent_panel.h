// SPDX-License-Identifier: GPL-3.0-or-later
// How a tensor's exponents move over the run on the screen: chooses the tensor, says the newest column in words, and reads the
// cell at the cursor. Draws only while it is seen.
#pragma once

#include "app/session/shown_run.h"
#include "ui/diagnosis/models/exponent_map.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;

namespace ulpscope::ui {

class ExponentPlot;

class ExponentPanel : public QWidget
{
    Q_OBJECT
public:
    /// `shown` must outlive the panel.
    explicit ExponentPanel(const ShownRun& shown, QWidget* parent = nullptr);

    /// Chooses a tensor of that layer, of the same role as before if it has one.
    void followLayer(const std::string& path);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void grow();
    void list();
    void choose();
    void draw();

    const ShownRun& m_shown;
    std::vector<ExponentKey> m_keys; ///< the list's rows; a run may have come since that has not all of them
    std::string m_layer; ///< to choose a tensor of; empty: one is chosen
    std::int64_t m_drawnSteps = 0;
    QComboBox* m_tensor;
    QPushButton* m_export;
    QLabel* m_message;
    ExponentPlot* m_plot;
};

} // namespace ulpscope::ui
