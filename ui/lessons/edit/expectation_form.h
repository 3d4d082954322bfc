// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that one part of a lesson promises: a list, and fields of the chosen one, which measuring can fill.
#pragma once

#include "ui/lessons/edit/row_table.h"
#include "ui/lessons/models/lesson_draft.h"
#include "ui/lessons/models/lesson_rows.h"

#include <QWidget>

class QComboBox;
class QFormLayout;
class QPushButton;

namespace ulpscope::ui {

class ComponentForm;
class FaultField;

class ExpectationForm : public QWidget
{
    Q_OBJECT
public:
    /// draft must outlive it. place: of the list in the lesson's file, "steps[2].expect".
    ExpectationForm(LessonDraft& draft, const QString& place, ListOf<Expectation> of, QWidget* parent);

    /// The promise of that number, with the keys on it.
    void focusRow(int row);

public slots:
    /// Shows the lesson's current state.
    void refresh();

signals:
    /// The user wants to fill the promise at that place by measuring it.
    void measureWanted(const QString& place);

private:
    /// Null: none is chosen.
    Expectation* chosen(Lesson& lesson) const;
    void addField(const QString& id, const QString& title, const QString& tip, QWidget* field);
    FaultField* addLine(const QString& id, const QString& title, const QString& tip,
        QString (*get)(const Expectation&), Status (*set)(Expectation&, const QString&));
    void edit(const QString& title, const std::function<void(Expectation&)>& change);
    void setMetric(const Component& metric);

    LessonDraft& m_draft;
    QString m_place;
    ListOf<Expectation> m_of;
    RowTable* m_list;
    QWidget* m_fields; ///< fields of the chosen expectation
    QFormLayout* m_form;
    ComponentForm* m_metric;
    QComboBox* m_comparison;
    FaultField* m_bounds;
    FaultField* m_seeds;
    RowTable* m_with;
    QPushButton* m_measure;
};

} // namespace ulpscope::ui
