// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_shelf.h"

#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_translation.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/language.h"

#include <QFile>

namespace ulpscope::ui {

QList<ShelvedLesson> shelvedLessons(const QString& resourcesDirectory)
{
    QList<ShelvedLesson> shelf;
    const std::string folder
        = QFile::encodeName(resourcesDirectory + QStringLiteral("/lessons")).toStdString();
    for (const FoundLesson& found : findLessons(folder))
        if (Result<Lesson> lesson = loadLessonIn(found.path, currentLanguage().toStdString()))
            shelf.append({.name = toQt(found.name),
                .title = toQt(lesson->title),
                .misconception = toQt(lesson->misconception),
                .number = int(shelf.size()) + 1,
                .minutes = int(lesson->minutes),
                .lesson = std::move(lesson).value()});
    return shelf;
}

const ShelvedLesson* findShelved(const QList<ShelvedLesson>& lessons, const QString& wanted)
{
    bool isNumber = false;
    const int number = wanted.toInt(&isNumber);
    for (const ShelvedLesson& each : lessons)
        if (each.name == wanted || (isNumber && each.number == number))
            return &each;
    return nullptr;
}

} // namespace ulpscope::ui
