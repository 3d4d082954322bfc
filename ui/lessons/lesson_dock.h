// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the lesson's page beside the window: its text, its questions, its actions, and the buttons that lead on.
// Without a lesson it lists all lessons.
#pragma once

#include "ui/lessons/models/lesson_player.h"
#include "ui/lessons/models/lesson_progress.h"

#include <QWidget>

#include <functional>
#include <utility>

class QAction;
class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QVBoxLayout;

namespace ulpscope::ui {

class LinkButton;
class QuestionForm;

class LessonDock : public QWidget
{
    Q_OBJECT
public:
    using TermTitle = std::function<QString(const QString& id)>;

    /// player, shelf and settings must outlive the dock. actions: entries of the button for rarely used commands.
    LessonDock(LessonPlayer& player, const QList<ShelvedLesson>& shelf, Settings& settings,
        TermTitle termTitle, const QList<QAction*>& actions, QWidget* parent = nullptr);

    /// Returns null while none is asked.
    QuestionForm* question() const { return m_question; }
    /// The name of the lesson that is chosen in the list; empty: none.
    QString chosen() const;
    void focusList();
    void focusPage();

signals:
    void startWanted(const QString& name, bool resumes);
    void termWanted(const QString& id);
    void linkWanted(const QString& address);
    /// The place that is pointed at is to be shown, with the keys on it.
    void placeWanted();

private:
    QWidget* makeList();
    QWidget* makePage();
    void fillList();
    void showChosen();
    void rebuild();
    void refresh();
    void addText(const QString& id, const QString& markdown);
    QWidget* makeText(const QString& id, const QString& markdown);
    void addStep(const LessonStep& step);
    void addCheck();
    void addQuestion(const Question& question, const std::optional<GivenAnswer>& given, bool isGraded);
    void addGiven(const Question& question, const GivenAnswer& given, bool isGraded);
    static QString rightOptions(const Question& question);
    static QString gradedText(const Question& question, const GivenAnswer& given);
    void addActions(const LessonStep& step);
    void addLadder(const LessonStep& step);
    QString predictionText(const LessonStep& step) const;

    LessonPlayer& m_player;
    const QList<ShelvedLesson>& m_shelf;
    Settings& m_settings;
    TermTitle m_termTitle;
    QStackedWidget* m_stack;
    QListWidget* m_list;
    QLabel* m_about; ///< the lesson that is chosen in the list
    QPushButton* m_start;
    QPushButton* m_resume;
    QLabel* m_title;
    QLabel* m_progress;
    LinkButton* m_show; ///< button that points at the step's place
    QPushButton* m_comeBack;
    QScrollArea* m_area;
    QVBoxLayout* m_content = nullptr; ///< the page's layout, while the page is made
    QuestionForm* m_question = nullptr;
    QList<QLabel*> m_ticks; ///< ticks beside the page's actions
    QPushButton* m_doIt = nullptr; ///< null where nothing is to be done
    std::pair<QString, std::size_t> m_shownPage; ///< the lesson and the page that are shown
    QPushButton* m_back;
    QPushButton* m_skip;
    QPushButton* m_next;
};

/// A sentence for the learner's next action: "Set Loss scale to 1024".
QString actionText(const LessonAction& action);
/// "20 %", the option's text, "a point", "a curve".
QString answerText(const Question& question, const Answer& answer);
/// An answer that is right, with all the digits that make it so; empty where there is none to be told.
QString rightAnswerText(const Question& question);

} // namespace ulpscope::ui
