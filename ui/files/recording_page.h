// SPDX-License-Identifier: GPL-3.0-or-later
// A recording of a real training: its tensors over steps, where it stopped being finite, which layers err by themselves, and what differs
// from another one.
#pragma once

#include "ui/files/models/shown_recording.h"
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

} // namespace ulpscope::ui
