// SPDX-License-Identifier: GPL-3.0-or-later
// The form of one part of a lesson: the lesson itself, a step, or the check. Fields know their place in the lesson's file, so that
// an error leads to its field.
#pragma once

#include "ui/lessons/edit/row_table.h"
#include "ui/lessons/models/lesson_draft.h"

#include <QWidget>

#include <functional>
#include <vector>

class QFormLayout;

namespace ulpscope::ui {

class PartForm : public QWidget
{
    Q_OBJECT
public:
    using TextOf = std::function<std::string*(Lesson&)>;

    /// draft must outlive it. step: of the lesson; -1: the lesson itself; as many as there are: the check. scenes: names to start from.
    PartForm(LessonDraft& draft, int step, const QStringList& scenes, QWidget* parent);

    /// The shape of a part, which decides on its fields. A form of another shape is made anew.
    static QString shapeOf(const Lesson& lesson, int step);
    /// The field of that place in the file, or around it, with the keys on it. False: it has none.
    bool focusPlace(const QString& place);
    void refresh();

signals:
    /// The user wants the lesson to start from the present session.
    void sessionWanted();
    /// The user wants to record the step's actions by doing them.
    void recordWanted();
    /// The user wants to fill the promise at that place by measuring it.
    void measureWanted(const QString& place);

private:
    struct Field
    {
        QString place;
        QWidget* widget = nullptr;
        std::function<void()> refresh;
    };

    void makeLesson(const QStringList& scenes);
    void makeStep(int step);
    void makeCheck();
    void addQuestion(const QString& place, const QString& title, std::function<Question*(Lesson&)> of,
        const std::function<void(Lesson&, bool)>& give);
    void addQuestionFields(const QString& place, const std::function<Question*(Lesson&)>& of);
    void addPlace(
        const QString& place, const QString& title, const QStringList& names, TextOf of, TextOf layer);
    void addLine(const QString& place, const QString& title, const QString& tip, TextOf of);
    void addText(const QString& place, const QString& title, const QString& tip, TextOf of);
    void addChoice(const QString& place, const QString& title, const QString& tip, const QStringList& choices,
        std::function<int(const Lesson&)> get, std::function<void(Lesson&, int)> set);
    void addTick(const QString& place, const QString& title, const QString& tip,
        std::function<bool(const Lesson&)> get, std::function<void(Lesson&, bool)> set);
    /// A text that may be refused.
    void addChecked(const QString& place, const QString& title, const QString& tip,
        std::function<QString(const Lesson&)> get, std::function<Status(Lesson&, const QString&)> set);
    void addRows(RowList rows);
    void addExpectations(const QString& place, const ListOf<Expectation>& of);
    QWidget* addRow(const QString& place, const QString& title, const QString& tip, QWidget* field);

    LessonDraft& m_draft;
    QFormLayout* m_form;
    std::vector<Field> m_fields;
};

} // namespace ulpscope::ui
