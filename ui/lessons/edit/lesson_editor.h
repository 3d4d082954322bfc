// SPDX-License-Identifier: GPL-3.0-or-later
// Edits a lesson: its parts in an outline, the fields of the selected part below, errors with their places, undo,
// preview, recording, measuring, saving.
#pragma once

#include "ui/lessons/edit/lesson_check_panel.h"
#include "ui/lessons/models/lesson_draft.h"
#include "ui/lessons/models/lesson_recorder.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace ulpscope::ui {

class LinkButton;
class PartForm;

class LessonEditor : public QWidget
{
    Q_OBJECT
public:
    struct Parts
    {
        const Document& document;
        LessonRecorder& recorder;
        std::shared_ptr<const Kernels> kernels;
        std::filesystem::path scenes;
        QStringList sceneNames;
    };

    /// All arguments must outlive the editor. name: proposed name of the file, without ending.
    LessonEditor(Parts parts, Lesson lesson, const QString& name, QWidget* parent);

    const Lesson& lesson() const { return m_draft.lesson(); }
    /// Name of its file, or the proposed one, without suffix.
    QString name() const;
    LessonDraft& draft() { return m_draft; }
    /// Step that is chosen, from 0; the check behind them; -1: the lesson itself.
    int chosenStep() const;
    /// Asks, where something would be lost. False: the user goes on writing.
    bool mayClose();
    bool save();
    /// To the field of that place in the lesson's file.
    void showPlace(const QString& place);

signals:
    /// The user wants to play the lesson as it is now, from the selected step.
    void previewWanted();
    /// There is something new to be seen in the preview.
    void revised();
    void stepChosen(int step);
    /// Locks are in the way of it.
    void recordingChanged(bool isRecording);
    void closeWanted();
    void noticed(const QString& message);

private:
    QToolButton* addTool(const QString& id, const QString& text, const QString& tip);
    void showOutline();
    void showForm();
    void onDraftChanged();
    void judge();
    void insertStep();
    void removeStep();
    void moveStep(int by);
    void toggleRecording();
    /// Makes the recorded actions those of the step.
    void endRecording();
    void takeSession();
    void check();
    void takeBands();
    /// Measures the promise at that place under its seeds and takes over the result.
    void fillByMeasuring(const QString& place);

    Parts m_parts;
    LessonDraft m_draft;
    QString m_name;
    QString m_path; ///< the file that the lesson was saved to
    QListWidget* m_outline;
    QScrollArea* m_area;
    PartForm* m_form = nullptr;
    QString m_shape; ///< names the fields that the form has
    LinkButton* m_problem;
    QLabel* m_recording;
    LessonCheckPanel* m_checkPanel;
    QToolButton* m_undo;
    QToolButton* m_redo;
    QToolButton* m_preview;
    QToolButton* m_check;
    QToolButton* m_save;
    QToolButton* m_close;
    QToolButton* m_add;
    QToolButton* m_remove;
    QToolButton* m_up;
    QToolButton* m_down;
    QPushButton* m_stop; ///< recording
    int m_recordedStep = -1;
    bool m_isFilling = false; ///< measured bands are to become promises
    QTimer m_later; ///< judged and previewed a moment after the last letter
};

} // namespace ulpscope::ui
