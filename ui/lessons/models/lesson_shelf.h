// SPDX-License-Identifier: GPL-3.0-or-later
// The lessons that come with the program, as a list shows them.
#pragma once

#include "app/lesson/lesson.h"

#include <QList>
#include <QString>

namespace ulpscope::ui {

struct ShelvedLesson
{
    QString name; ///< "04-same-accuracy"
    QString title;
    QString misconception;
    int number = 0; ///< in the list, from 1
    int minutes = 0;
    Lesson lesson;
};

/// By their order; files that are no lesson are left out.
QList<ShelvedLesson> shelvedLessons(const QString& resourcesDirectory);

/// By name, by number ("4"), or by the number that the name begins with; null where there is none.
const ShelvedLesson* findShelved(const QList<ShelvedLesson>& lessons, const QString& wanted);

} // namespace ulpscope::ui
