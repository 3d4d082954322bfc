// SPDX-License-Identifier: GPL-3.0-or-later
// The centre: the stacked plots, with the step that the cursor reads above them, what happened there, and a note to write.
#pragma once

#include "engine/session/session_spec.h"
#include "ui/training/models/run_events.h"

#include <QTimer>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QToolButton;

namespace ulpscope {
class Document;
class ShownRun;
} // namespace ulpscope

namespace ulpscope::ui {

class FlowLayout;
class RunPlots;

class TrainingView : public QWidget
{
    Q_OBJECT
public:
    /// Both must outlive the view.
    TrainingView(Document& document, const ShownRun& shown, QWidget* parent = nullptr);

    RunPlots& plot() const { return *m_plot; }
    /// Actions for the window's menu.
    QList<QAction*> viewActions() const { return {m_choose, m_ofLayer, m_watch, m_note, m_notes}; }

signals:
    /// A note was chosen; `layer` is the name of the layer that it is about.
    void layerWanted(const QString& layer);
    /// Emitted with the reason when a request is refused.
    void refused(const QString& reason);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();
    void showStep(std::optional<std::int64_t> step, bool isOnCursor);
    QString stepText(std::optional<std::int64_t> step, bool isOnCursor) const;
    void onRunGrew();
    void onRunReplaced();
    void refreshMarks();
    void goToEvent(int direction);
    void choosePlots();
    void toggleLayerPlots(bool isOn);
    void showWatches();
    void showNotes();
    void beginNote();
    void keepNote();
    void leaveNote();

    Document& m_document;
    const ShownRun& m_shown;
    RunEvents m_events;
    std::vector<StepMark> m_marks;
    std::string m_runKey; ///< the key of the run on the screen; empty without one
    QTimer m_marksLater; ///< marks of a run that grows are made later
    std::optional<NoteSpec> m_written; ///< note that is being written, with its text before; empty: none is
    RunPlots* m_plot;
    QLabel* m_step;
    FlowLayout* m_buttons = nullptr; ///< the buttons, beside what is read or below it
    QLineEdit* m_noteField; ///< hidden while no note is written
    QToolButton* m_newest; ///< lets the pinned step go
    QAction* m_choose;
    QAction* m_ofLayer;
    QAction* m_watch;
    QAction* m_note;
    QAction* m_notes;
};

} // namespace ulpscope::ui
