// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_part_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace ulpscope::ui {

namespace {

struct PartWords
{
    Q_DECLARE_TR_FUNCTIONS(ulpscope::ui::PartForm)
};

struct PartName
{
    const char* key;
    const char* name;
};

/// The names are the form's own.
constexpr PartName kNames[] = {{"title", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Title")},
    {"misconception", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Puts right")},
    {"hook", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Hook")},
    {"source", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Asked in")},
    {"minutes", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Minutes")},
    {"session", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Starts from")},
    {"view", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Before the first step")},
    {"locked", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Locked controls")},
    {"hidden", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Hidden controls")},
    {"own_case", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Now with your own")},
    {"terms", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Glossary")},
    {"check", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Check")},
    {"say", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Say")},
    {"point_at", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Points at")},
    {"predict", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Prediction")},
    {"do", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "What the learner does")},
    {"reveal", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Reveal")},
    {"observe", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "What happened")},
    {"explain", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Explain")},
    {"zoom", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Look closer")},
    {"expect", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Promise")},
    {"ask", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Ask")},
    {"options", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Answer")},
    {"right", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Right is")},
    {"hints", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Hint")},
    {"hint", QT_TRANSLATE_NOOP("ulpscope::ui::PartForm", "Hint")}};

QString nameOf(const QString& key)
{
    for (const PartName& each : kNames)
        if (key == QLatin1String(each.key))
            return PartWords::tr(each.name);
    return key;
}

} // namespace

QString lessonPartText(const QString& place)
{
    QStringList words;
    for (const QString& part : place.split(QLatin1Char('.'))) {
        const QString key = part.section(QLatin1Char('['), 0, 0);
        const QString index = part.section(QLatin1Char('['), 1).section(QLatin1Char(']'), 0, 0);
        const bool isInner = key == QLatin1String("question") || key == QLatin1String("text");
        if (isInner && !words.isEmpty()) // the whole of what is named before
            continue;
        const QString number = index.isEmpty() ? QString() : QString::number(index.toInt() + 1);
        words += key == QLatin1String("steps") ? PartWords::tr("Step %1").arg(number)
            : number.isEmpty()                 ? nameOf(key)
                                               : nameOf(key) + QLatin1Char(' ') + number;
    }
    return words.join(QStringLiteral(", "));
}

} // namespace ulpscope::ui
