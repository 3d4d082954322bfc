// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the lessons: a student's answers, a lesson's handout, and its key.
#pragma once

#include "app/lesson/answers/handout.h"
#include "ui/lessons/models/answer_book.h"

#include <QDialog>
#include <QObject>
#include <QString>

#include <functional>
#include <utility>

class QAction;
class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QWidget;

namespace ulpscope::ui {

/// The words of a handout, in the window's language.
HandoutWords handoutWords();

/// A4, with page numbers.
Status writeHandoutPdf(const QString& path, const Lesson& lesson, HandoutKind kind);

class AnswersDialog;

// Gives a student's answers to a file: says what will be in it, asks for a name, which may be left empty, and forgets the answers
// here if another learner is next.
class AnswerBook;

class AnswersDialog : public QDialog
{
    Q_OBJECT
public:
    /// book must outlive it.
    AnswersDialog(AnswerBook& book, QWidget* parent);

    /// Shows the dialog with what has been answered by now.
    void present();

signals:
    void noticed(const QString& message);

private:
    void save();

    AnswerBook& m_book;
    QLabel* m_content;
    QLineEdit* m_name;
    QCheckBox* m_forget;
    QLabel* m_problem;
    QPushButton* m_save;
};

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
