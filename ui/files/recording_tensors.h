// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a recording by layer and role, searched by typing, and beside them the one that is chosen: over its steps, and at one of
// them.
#pragma once

#include "app/session/shown_step.h"
#include "ui/files/models/recording_list_model.h"
#include "ui/files/tensor_details.h"

#include <QWidget>

#include <optional>

class QComboBox;

namespace ulpscope::ui {

class RecordedStepsPanel;
class RecordingListModel;
class SearchedList;
struct ShownRecording;

class RecordingTensors : public QWidget
{
    Q_OBJECT
public:
    explicit RecordingTensors(std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    /// Null: none.
    void setRecording(const std::shared_ptr<const ShownRecording>& recording);
    void goTo(const RecordedPlace& place);
    TensorDetails& details() const { return *m_details; }
    void focusSearch();
    bool isIdle() const;

private:
    void place();
    void choose(std::size_t series);
    /// The chosen tensor at the step that is pinned, or the next one before.
    void showStep();

    FileNumbers* m_numbers; ///< a child, so that it is there until the widgets are gone
    RecordingListModel* m_model;
    std::shared_ptr<const ShownRecording> m_recording;
    std::optional<std::size_t> m_chosen;
    std::optional<std::size_t> m_shownTensor; ///< tensor that is being read
    ShownStep m_step;
    SearchedList* m_list;
    QComboBox* m_steps;
    RecordedStepsPanel* m_overSteps;
    TensorDetails* m_details;
};

} // namespace ulpscope::ui
