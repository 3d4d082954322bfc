// SPDX-License-Identifier: GPL-3.0-or-later
// Where the first number that is not finite of a recording came from: the layer that made it, with its operands, and the road that led there.
#pragma once

#include "app/session/kept/aside.h"
#include "ui/files/models/origin_metrics.h"
#include "ui/files/models/recording_list_model.h"

#include <QWidget>

#include <memory>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace ulpscope::ui {

class LeadingTable;
class LinkButton;
class TaskBar;

class OriginsPanel : public QWidget
{
    Q_OBJECT
public:
    explicit OriginsPanel(std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    /// Null: none.
    void setRecording(std::shared_ptr<const ShownRecording> recording);
    void find();
    void focusFirst();
    bool isIdle() const { return !m_aside.isBusy(); }

signals:
    void placeWanted(const ulpscope::ui::RecordedPlace& place);

private:
    void place();
    /// Null: nothing is known.
    void show(std::shared_ptr<const FoundOrigins> found);
    void showBirths();
    void stop();

    std::shared_ptr<const Kernels> m_kernels;
    std::shared_ptr<const ShownRecording> m_recording;
    std::shared_ptr<const FoundOrigins> m_found;
    QLineEdit* m_expected;
    TaskBar* m_task;
    LinkButton* m_first;
    QLabel* m_hints;
    QWidget* m_births;
    QVBoxLayout* m_birthList;
    QLabel* m_layersTitle;
    LeadingTable* m_layers;
    QLabel* m_roadTitle;
    LeadingTable* m_road;
    Aside m_aside; ///< last: its thread answers into the members above
};

} // namespace ulpscope::ui
