// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_links.h"

#include "engine/base/catalog.h"

namespace ulpscope::ui {

namespace {

struct LessonLink
{
    const char* name; ///< of what it is about
    const char* lesson;
};

constexpr LessonLink kLinks[] = {
    // Verdicts.
    {"diverged", "06-too-large"},
    {"steps_skipped", "07-overflow-messages"},
    {"overflows", "06-too-large"},
    {"gradients_flushed", "04-accuracy-hides"},
    {"flushed_without_harm", "04-accuracy-hides"},
    {"updates_lost", "08-lost-updates"},
    {"accuracy_far", "04-accuracy-hides"},
    {"operands_saturate", "12-yesterdays-scale"},
    {"error_large", "03-digits-or-range"},
    {"loss_far", "03-digits-or-range"},
    // Headline numbers, and the diagnosis.
    {"loss_tile", "04-accuracy-hides"},
    {"gradients_flushed_percent_tile", "05-total-freeze"},
    {"updates_lost_percent_tile", "08-lost-updates"},
    {"overflows_tile", "07-overflow-messages"},
    {"error_vs_float64_tile", "03-digits-or-range"},
    {"test_accuracy_tile", "04-accuracy-hides"},
    {"birthLink", "10-epsilon"},
};

} // namespace

QString lessonAbout(const QString& about)
{
    const LessonLink* link = findRow<LessonLink>(kLinks, about.toStdString());
    return link != nullptr ? QString::fromLatin1(link->lesson) : QString();
}

std::vector<std::string> explainedByLessons()
{
    return catalogNames<LessonLink>(kLinks);
}

} // namespace ulpscope::ui
