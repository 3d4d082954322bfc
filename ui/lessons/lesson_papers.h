// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the lessons as a file: a student's answers, a lesson's handout, and the key to it.
#pragma once

#include "ui/lessons/models/answer_book.h"

#include <QObject>

#include <functional>
#include <utility>

class QAction;
class QWidget;

namespace ulpscope::ui {

class AnswersDialog;

class LessonPapers : public QObject
{
    Q_OBJECT
public:
    /// The lesson that papers are made of now, with its name; null: none.
    using Chosen = std::function<std::pair<QString, const Lesson*>()>;

    /// settings must outlive it; window: whose dialogs they are.
    LessonPapers(Settings& settings, Chosen chosen, QWidget* window, QObject* parent);

    AnswerBook& book() { return m_book; }
    QList<QAction*> actions() const { return m_actions; }

signals:
    void failed(const QString& message);
    void noticed(const QString& message);

private:
    void saveAnswers();
    void saveHandout(bool isKey);

    AnswerBook m_book;
    Chosen m_chosen;
    QWidget* m_window;
    QList<QAction*> m_actions;
    AnswersDialog* m_dialog = nullptr; ///< null until it is asked for
};

} // namespace ulpscope::ui
