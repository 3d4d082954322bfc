// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_progress.h"

#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_translation.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

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

namespace {

const auto kOption = QLatin1String("option");
const auto kNumber = QLatin1String("number");
const auto kName = QLatin1String("name");
const auto kPoints = QLatin1String("points");
const auto kConfidence = QLatin1String("confidence");

QJsonObject answerJson(const std::optional<GivenAnswer>& given)
{
    QJsonObject json;
    if (!given)
        return json;
    if (const auto* option = std::get_if<std::size_t>(&given->answer))
        json[kOption] = int(*option);
    else if (const auto* number = std::get_if<double>(&given->answer))
        json[kNumber] = *number;
    else if (const auto* name = std::get_if<std::string>(&given->answer))
        json[kName] = toQt(*name);
    else {
        QJsonArray points;
        for (const CurvePoint& point : std::get<std::vector<CurvePoint>>(given->answer))
            points.append(QJsonArray{point.x, point.y});
        json[kPoints] = points;
    }
    if (given->confidence)
        json[kConfidence] = *given->confidence;
    return json;
}

std::optional<GivenAnswer> answerFrom(const QJsonObject& json)
{
    GivenAnswer given;
    if (json[kOption].isDouble() && json[kOption].toInt(-1) >= 0)
        given.answer = std::size_t(json[kOption].toInt());
    else if (json[kNumber].isDouble())
        given.answer = json[kNumber].toDouble();
    else if (json[kName].isString())
        given.answer = json[kName].toString().toStdString();
    else if (json[kPoints].isArray()) {
        std::vector<CurvePoint> points;
        for (const QJsonValue& point : json[kPoints].toArray())
            points.push_back({point.toArray().at(0).toDouble(), point.toArray().at(1).toDouble()});
        given.answer = std::move(points);
    } else
        return std::nullopt;
    if (json[kConfidence].isDouble())
        given.confidence = json[kConfidence].toDouble();
    return given;
}

} // namespace

QByteArray progressText(const LessonProgress& progress)
{
    QJsonArray pages;
    for (const LessonPage& page : progress.pages)
        pages.append(QJsonObject{{QStringLiteral("phase"), int(page.phase)},
            {QStringLiteral("skipped"), page.wasSkipped},
            {QStringLiteral("predicted"), answerJson(page.predicted)},
            {QStringLiteral("observed"), answerJson(page.observed)}});
    return QJsonDocument(QJsonObject{{QStringLiteral("page"), int(progress.page)},
                             {QStringLiteral("done"), progress.isDone}, {QStringLiteral("pages"), pages}})
        .toJson(QJsonDocument::Compact);
}

LessonProgress progressFrom(const QByteArray& text, std::size_t pages)
{
    const QJsonObject json = QJsonDocument::fromJson(text).object();
    const QJsonArray list = json[QStringLiteral("pages")].toArray();
    LessonProgress progress;
    progress.pages.resize(pages);
    progress.isDone = json[QStringLiteral("done")].toBool();
    if (std::size_t(list.size()) != pages)
        return progress;
    progress.page = std::size_t(std::clamp(json[QStringLiteral("page")].toInt(), 0, int(pages) - 1));
    for (std::size_t i = 0; i < pages; ++i) {
        const QJsonObject page = list[qsizetype(i)].toObject();
        progress.pages[i] = {static_cast<LessonPhase>(std::clamp(page[QStringLiteral("phase")].toInt(),
                                 int(LessonPhase::Ask), int(LessonPhase::Read))),
            page[QStringLiteral("skipped")].toBool(),
            answerFrom(page[QStringLiteral("predicted")].toObject()),
            answerFrom(page[QStringLiteral("observed")].toObject())};
    }
    return progress;
}

} // namespace ulpscope::ui
