// SPDX-License-Identifier: GPL-3.0-or-later
// Gives a student's answers to a file: says what will be in it, asks for a name, which may be left empty, and forgets the answers
// here if another learner is next.
#pragma once

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace ulpscope::ui {

class AnswerBook;

class AnswersDialog : public QDialog
{
    Q_OBJECT
public:
    /// book must outlive it.
    AnswersDialog(AnswerBook& book, QWidget* parent);

    /// With what has been answered by now.
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

} // namespace ulpscope::ui
