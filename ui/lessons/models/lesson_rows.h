// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the lists of a lesson as tables of texts, and writes edited cells back into the lesson.
#pragma once

#include "app/lesson/lesson.h"
#include "engine/base/result.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace ulpscope::ui {

struct RowColumn
{
    QString title;
    QString tip;
    QStringList choices = {}; ///< empty: any text
    bool isTick = false; ///< a box: "1" or nothing
    bool isWide = false; ///< gets the room that others leave
    bool isTold = false; ///< shown here and edited elsewhere
};

/// One list of a lesson.
struct RowList
{
    QString place; ///< place in the lesson's file, "steps[2].do"
    QString title;
    QString tip;
    std::vector<RowColumn> columns;
    std::function<std::size_t(const Lesson&)> count;
    std::function<QStringList(const Lesson&, std::size_t row)> cells;
    /// A cell that is not told; an error leaves the lesson as it was.
    std::function<Status(Lesson&, std::size_t row, std::size_t column, const QString& text)> set;
    std::function<void(Lesson&, std::size_t before)> insert;
    std::function<void(Lesson&, std::size_t row)> erase;
    std::function<void(Lesson&, std::size_t a, std::size_t b)> swap;
};

/// Where the list is; null once the step that had it is gone.
template <class T>
using ListOf = std::function<std::vector<T>*(Lesson&)>;

RowList optionRows(const QString& place, ListOf<Option> of);
RowList hintRows(const QString& place, ListOf<Hint> of);
RowList actionRows(const QString& place, const QString& title, ListOf<LessonAction> of);
/// "summary gradients_flushed_percent".
QString metricText(const Component& metric);
/// The rows can only be selected; a form beside the table edits the promise.
RowList expectationRows(const QString& place, ListOf<Expectation> of);
RowList controlRows(const QString& place, const QString& title, ListOf<std::string> of);
RowList rungRows(const QString& place, ListOf<ZoomRung> of);

/// "16", "75..97", "100..", "..3@0..20" (between x = 0 and 20), names; several with semicolons between them.
QString testText(const AnswerTest& test);
Result<AnswerTest> testFrom(const QString& text);

/// "75..97", "5 ± 0.1", "3"; nothing of what is absent.
QString boundsText(const Expectation& expectation);
Status setBounds(Expectation& expectation, const QString& text);

/// "1..5", "1,2,9".
QString seedsText(const std::vector<std::uint64_t>& seeds);
Result<std::vector<std::uint64_t>> lessonSeedsFrom(const QString& text);

/// "true" and "false" are no names, and numbers are numbers, unless they stand in quotes.
ControlValue controlValueFrom(const QString& text);

/// All controls, tabs or plots by name.
QStringList placeNames(const std::function<bool(const LessonPlace&)>& isOne);

} // namespace ulpscope::ui
