// SPDX-License-Identifier: GPL-3.0-or-later
// The recording beside another one, or beside what its layers make here: the first difference, and every tensor that is not alike.
#pragma once

#include "app/io/recordings/findings/recording_difference.h"
#include "app/session/kept/aside.h"
#include "ui/files/models/recording_list_model.h"

#include <QWidget>

#include <memory>

class QDoubleSpinBox;
class QLabel;
class QPushButton;

namespace ulpscope::ui {

class LeadingTable;
class TaskBar;
struct TaskProgress;

class DifferencePanel : public QWidget
{
    Q_OBJECT
public:
    explicit DifferencePanel(std::shared_ptr<const Kernels> kernels, QWidget* parent = nullptr);

    /// Null: none.
    void setRecording(std::shared_ptr<const ShownRecording> recording);
    void focusFirst();
    bool isIdle() const { return !m_aside.isBusy(); }

signals:
    void placeWanted(const ulpscope::ui::RecordedPlace& place);

private:
    enum class Other { Folder, File };

    void place();
    void ask(Other other);
    void compareWith(const QString& path);
    void compareWithEmulated();
    /// with: what the second is called.
    void begin(const Aside::Work& work, const std::shared_ptr<TaskProgress>& progress, const QString& with);
    void show(const Result<RecordingDifference>& difference);
    void forget();

    std::shared_ptr<const Kernels> m_kernels;
    std::shared_ptr<const ShownRecording> m_recording;
    QPushButton* m_withFolder;
    QPushButton* m_withFile;
    QPushButton* m_withEmulated;
    QDoubleSpinBox* m_tolerance;
    TaskBar* m_task;
    LeadingTable* m_table;
    QLabel* m_alone;
    Aside m_aside; ///< last: its thread answers into the members above
};

} // namespace ulpscope::ui
