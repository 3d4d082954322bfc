// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of a file of tensors and of a recording.
#pragma once

#include "app/io/tensors/stored_values.h"
#include "app/session/shown_step.h"
#include "ui/files/models/recording_list_model.h"
#include "ui/files/tensor_details.h"

#include <QWidget>

#include <memory>

class QTabWidget;

namespace ulpscope::ui {

class DifferencePanel;
class LocalErrorsPanel;
class OriginsPanel;
class RecordingTensors;
struct ShownRecording;

// A recording of a real training: its tensors over steps, where it stopped being finite, which layers err by themselves, and what differs
// from another one.
class RecordingPage : public QWidget
{
    Q_OBJECT
public:
    explicit RecordingPage(std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    /// Null: none.
    void setRecording(const std::shared_ptr<const ShownRecording>& recording);
    TensorDetails& details() const;
    /// Gives the keys to the part that is in front.
    void focusPage();
    bool isIdle() const;

private:
    /// The tensor at that step, in front.
    void goTo(const RecordedPlace& place);

    QTabWidget* m_parts;
    RecordingTensors* m_tensors;
    OriginsPanel* m_origins;
    LocalErrorsPanel* m_errors;
    DifferencePanel* m_difference;
};

class FormatGridPanel;
class RecordedStepsPanel;
class SearchedList;
class TensorListModel;

// A file of tensors: what is in it, searched by typing, and beside it the one that is chosen.
class TensorFilePage : public QWidget
{
    Q_OBJECT
public:
    explicit TensorFilePage(std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    /// Null: none.
    void setFile(const std::shared_ptr<TensorFile>& file);
    TensorDetails& details() const { return *m_details; }
    void focusSearch();
    bool isIdle() const;

private:
    /// Shows the chosen tensor where it is a float8 layer's amax history that has seen a step.
    void showAmaxes();

    std::vector<StoredAmaxes> m_amaxes; ///< the amaxes that the file keeps
    ShownStep m_step; ///< the step of the history that is shown
    FileNumbers* m_numbers; ///< a child, so that it is there until the widgets are gone
    TensorListModel* m_model;
    SearchedList* m_list;
    TensorDetails* m_details;
    FormatGridPanel* m_formats;
    RecordedStepsPanel* m_overSteps;
};

} // namespace ulpscope::ui
