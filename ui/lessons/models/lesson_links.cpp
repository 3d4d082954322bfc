// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_links.h"

namespace ulpscope::ui {

namespace {

struct LessonLink
{
    const char* about;
    const char* lesson;
};

constexpr LessonLink kLinks[] = {
    {"gradients_flushed", "04-same-accuracy"},
    {"gradients_flushed_percent_tile", "04-same-accuracy"},
    {"test_accuracy_tile", "04-same-accuracy"},
};

} // namespace

QString lessonAbout(const QString& about)
{
    for (const LessonLink& link : kLinks)
        if (about == QString::fromLatin1(link.about))
            return QString::fromLatin1(link.lesson);
    return {};
}

QStringList explainedByLessons()
{
    QStringList all;
    for (const LessonLink& link : kLinks)
        all += QString::fromLatin1(link.about);
    return all;
}

} // namespace ulpscope::ui
