// SPDX-License-Identifier: GPL-3.0-or-later
// All of lessons in the window: the dock, the menu, the ring, the guesses on the plots, the locks. The window makes one and gives it
// what it needs.
#pragma once

#include "ui/lessons/models/lesson_player.h"
#include "ui/lessons/models/lesson_progress.h"
#include "ui/lessons/window_hands.h"

#include <QMenu>
#include <QPointer>

#include <functional>
#include <optional>

class QDockWidget;
class QMainWindow;

namespace ulpscope::ui {

class AccumulationPlot;
class GuessOverlay;
class LessonDock;
class LessonLocks;
class LessonPapers;
class LessonWorkshop;
class PresentView;
class Pointer;

class LessonRoom : public QMenu
{
    Q_OBJECT
public:
    struct Parts
    {
        QMainWindow& window;
        QDockWidget& modelDock;
        LessonPlayer::World world;
        WindowHands::Parts hands;
        AccumulationPlot& bench;
        QString resources;
        std::function<QString(const QString& id)> termTitle;
    };

    /// Everything must outlive it. It is the window's menu of lessons; its dock is at the right.
    explicit LessonRoom(Parts parts);
    ~LessonRoom() override;

    const QList<ShelvedLesson>& shelf() const { return m_shelf; }
    LessonPlayer& player() { return m_player; }
    QDockWidget& dock() const { return *m_dock; }
    LessonWorkshop& workshop() const { return *m_workshop; }
    /// Asks, where a lesson that is being written would be lost.
    bool mayClose();

    /// Starts a lesson by its name, its number or its file's path. Returns false if there is none, or if the user keeps
    /// the open session; failed() tells why.
    bool begin(const QString& wanted, bool resumes = false);
    /// For a projector: the lesson that is played, or the one that is chosen in the list. False: none can be played.
    bool present();
    /// Returns null while nothing is presented.
    PresentView* presented() const { return m_presented; }
    QAction* presentAction() const { return m_present; }
    /// The list of all.
    void showLessons();
    /// "lesson:04-...": address and text of a link to the lesson about that verdict or widget; empty where there is none.
    std::pair<QString, QString> linkAbout(const QString& lesson) const;
    /// Such a link was followed.
    void follow(const QString& address);

signals:
    void failed(const QString& message);
    void termWanted(const QString& id);
    void noticed(const QString& message);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeActions();
    /// In a narrow window the model's panel gives its room, unless the lesson points into it.
    void shareRoom();
    void placeModel(bool isBelow);
    bool play(const QString& name, const Lesson& lesson, bool resumes);
    void applyLocks();
    void onStarted();
    void onLeft();
    void onChanged();
    void showPlace();
    void point(bool bringsIntoSight);
    void showGuesses();
    void showActions();
    /// The lesson that is played, otherwise the one selected in the list.
    std::pair<QString, const Lesson*> chosenLesson();

    Parts m_parts;
    QList<ShelvedLesson> m_shelf;
    WindowHands m_hands;
    LessonPlayer m_player;
    QDockWidget* m_dock;
    LessonDock* m_page = nullptr;
    Pointer* m_pointer;
    GuessOverlay* m_guesses; ///< guesses on the training plots
    GuessOverlay* m_benchGuesses;
    LessonLocks* m_locks;
    LessonPapers* m_papers;
    LessonWorkshop* m_workshop;
    QAction* m_present; ///< the entry of the menu View
    PresentView* m_presented = nullptr;
    QList<QAction*> m_playing; ///< actions that are enabled only while a lesson is played
    PointAt m_shown; ///< was brought in sight
    bool m_isModelAside = false; ///< the model's dock gave its room
    std::optional<Qt::DockWidgetArea> m_ownArea; ///< the model's, while it is below the page
};

} // namespace ulpscope::ui
