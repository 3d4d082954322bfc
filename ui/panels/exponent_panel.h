// SPDX-License-Identifier: GPL-3.0-or-later
// How a tensor's exponents move over the run on the screen: chooses the tensor, says the newest column in words, and reads the
// cell at the cursor. Draws only while it is seen.
#pragma once

#include "ui/models/exponent_map.h"

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
    explicit ExponentPanel(QWidget* parent = nullptr);

    /// Null or without steps: says what to do. It must live until the next call.
    void showRun(const RunHistory* run);
    /// Chooses a tensor of that layer, of the same role as before if it has one.
    void followLayer(const std::string& path);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void list();
    void draw();
    void exportPlot();

    const RunHistory* m_run = nullptr;
    std::vector<ExponentKey> m_keys;
    std::int64_t m_drawnSteps = 0;
    QComboBox* m_tensor;
    QPushButton* m_export;
    QLabel* m_message;
    ExponentPlot* m_plot;
};

} // namespace ulpscope::ui
