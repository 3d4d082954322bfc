// SPDX-License-Identifier: GPL-3.0-or-later
// Editing lessons in the window: the dock with the form, the player as its preview, and the recorder.
#pragma once

#include "ui/lessons/models/lesson_player.h"
#include "ui/lessons/models/lesson_recorder.h"

#include <QObject>

#include <functional>
#include <utility>

class QAction;
class QDockWidget;
class QMainWindow;

namespace ulpscope::ui {

class LessonEditor;

class LessonWorkshop : public QObject
{
    Q_OBJECT
public:
    struct Parts
    {
        QMainWindow& window;
        QDockWidget& beside; ///< the dock whose place the editor shares
        LessonPlayer& player;
        LessonPlayer::World world;
        LessonHands& hands;
        QString resources;
        /// The lesson that a copy is made of, with its name; null: none.
        std::function<std::pair<QString, const Lesson*>()> chosen;
    };

    /// Everything must outlive it.
    explicit LessonWorkshop(Parts parts, QObject* parent);
    ~LessonWorkshop() override;

    /// A new lesson, a copy of one.
    QList<QAction*> actions() const { return {m_newAction, m_copyAction}; }
    /// Returns null while none is edited.
    LessonEditor* editor() const { return m_editor; }
    /// Name of the edited lesson's file, without suffix; empty while none is edited.
    QString name() const;
    LessonRecorder& recorder() { return m_recorder; }
    /// Asks, where something would be lost.
    bool mayClose();

signals:
    void failed(const QString& message);
    void noticed(const QString& message);

private:
    void makeNew();
    void copy();
    /// name: proposed name of the file.
    void edit(Lesson lesson, const QString& name);
    /// Only one lesson is edited at a time. If one is, shows its window with a message and returns true.
    bool showsEdited();
    void close();
    bool isPreviewed() const;
    void preview();
    void goTo(int step);

    Parts m_parts;
    LessonRecorder m_recorder;
    QAction* m_newAction;
    QAction* m_copyAction;
    QDockWidget* m_dock = nullptr; ///< null until a lesson is edited
    LessonEditor* m_editor = nullptr;
    bool m_wasPreviewed = false; ///< whether the preview played before recording
};

} // namespace ulpscope::ui
