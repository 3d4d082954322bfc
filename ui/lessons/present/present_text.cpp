// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/present/present_text.h"

#include "ui/lessons/lesson_dock.h"
#include "ui/lessons/models/answer_book.h"
#include "ui/lessons/models/lesson_measure.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>

namespace ulpscope::ui {

namespace {

struct PresentWords
{
    Q_DECLARE_TR_FUNCTIONS(PresentText)
};

const QString kParagraph = QStringLiteral("\n\n");

QString questionText(const Question& question)
{
    QString text = QStringLiteral("**%1**").arg(toQt(question.ask)) + kParagraph;
    for (std::size_t i = 0; i < question.options.size(); ++i)
        text += QStringLiteral("- **%1** %2\n").arg(optionLetter(i), toQt(question.options[i].text));
    return text;
}

QString rightText(const Question& question)
{
    QStringList right;
    for (std::size_t i = 0; i < question.options.size(); ++i)
        if (question.options[i].isRight)
            right += QStringLiteral("**%1** %2").arg(optionLetter(i), toQt(question.options[i].text));
    return right.isEmpty() ? QString() : right.join(PresentWords::tr(" or ")) + kParagraph;
}

QString stepText(const LessonPlayer& player, const LessonStep& step)
{
    const LessonPhase phase = player.phase();
    const bool isAsked = phase < LessonPhase::See || (!step.predict && phase == LessonPhase::See);
    QString text = isAsked ? toQt(step.say) + kParagraph : QString();
    if (phase == LessonPhase::Ask)
        return step.predict ? text + questionText(*step.predict) : text;
    if (phase == LessonPhase::Do) {
        for (std::size_t i = 0; i < step.actions.size(); ++i)
            text += (i < player.actionsDone() ? QStringLiteral("✓ ") : QStringLiteral("○ "))
                + actionText(step.actions[i]) + kParagraph;
        return text;
    }
    if (step.predict) {
        text += QStringLiteral("*%1*").arg(toQt(step.predict->ask)) + kParagraph;
        if (step.predict->kind == QuestionKind::Number && !step.expect.empty())
            text += QStringLiteral("**%1**").arg(
                        measuredText(step.expect.front(), player.measured(), toQt(step.predict->unit)))
                + kParagraph;
        else
            text += rightText(*step.predict);
    }
    text += toQt(step.reveal) + kParagraph;
    if (step.observe)
        text += phase == LessonPhase::See
            ? questionText(*step.observe)
            : QStringLiteral("*%1*").arg(toQt(step.observe->ask)) + kParagraph + rightText(*step.observe);
    if (phase == LessonPhase::Read)
        text += toQt(step.explain);
    return text;
}

QString checkText(const LessonPlayer& player, const Lesson& lesson)
{
    if (player.phase() == LessonPhase::Ask)
        return questionText(lesson.check);
    const QString right = rightAnswerText(lesson.check);
    QString text = QStringLiteral("*%1*").arg(toQt(lesson.check.ask)) + kParagraph;
    text += lesson.check.kind == QuestionKind::Choice || right.isEmpty()
        ? rightText(lesson.check)
        : QStringLiteral("**%1**").arg(right) + kParagraph;
    return text + toQt(lesson.ownCase);
}

/// The plot that tells what a tile tells.
QString plotOfTile(const QString& tile)
{
    constexpr struct
    {
        const char* tile;
        const char* plot;
    } kTiles[] = {{"tile.loss", "plot.loss"}, {"tile.accuracy", "plot.loss"},
        {"tile.gradients-flushed", "plot.flushed"}, {"tile.updates-lost", "plot.flushed"},
        {"tile.error", "plot.error"}, {"tile.overflows", "plot.gradient-amax"}};
    for (const auto& each : kTiles)
        if (tile == QLatin1String(each.tile))
            return QString::fromLatin1(each.plot);
    return {};
}

/// Returns an empty text where the place says little of what there is to be seen.
QString sightAt(const QString& place)
{
    if (place.startsWith(QLatin1String("number-lab")) || place == QLatin1String("tab.number-lab"))
        return QStringLiteral("number-lab.table");
    if (place.startsWith(QLatin1String("bench")) || place == QLatin1String("tab.accumulators"))
        return QStringLiteral("plot.bench");
    if (place == QLatin1String("tab.run"))
        return QStringLiteral("plot.loss");
    if (place.startsWith(QLatin1String("plot.")) || place.startsWith(QLatin1String("diagnosis.")))
        return place;
    return plotOfTile(place);
}

} // namespace

QString presentText(const LessonPlayer& player)
{
    const Lesson* lesson = player.lesson();
    if (lesson == nullptr)
        return {};
    const LessonStep* step = player.step();
    QString text = step != nullptr ? QStringLiteral("## %1").arg(toQt(step->title)) + kParagraph
                                   : PresentWords::tr("## Check") + kParagraph;
    if (player.page() == 0 && player.phase() == LessonPhase::Ask)
        text += PresentWords::tr("> “%1”").arg(toQt(lesson->misconception)) + kParagraph;
    return text + (step != nullptr ? stepText(player, *step) : checkText(player, *lesson));
}

const Question* presentQuestion(const LessonPlayer& player)
{
    if (player.lesson() == nullptr)
        return nullptr;
    if (const Question* asked = player.question())
        return asked;
    const LessonStep* step = player.step();
    if (step == nullptr)
        return player.phase() == LessonPhase::Read ? &player.lesson()->check : nullptr;
    if (player.phase() == LessonPhase::Read && step->observe)
        return &*step->observe;
    return step->predict ? &*step->predict : nullptr;
}

PointAt presentControl(const LessonPlayer& player)
{
    if (player.isCheck()) {
        const Question& check = player.lesson()->check;
        return check.kind == QuestionKind::SetControl ? PointAt{check.place, check.layer} : PointAt();
    }
    if (const LessonStep* step = player.step())
        for (const LessonAction& action : step->actions)
            if (action.kind == LessonAction::Kind::Set)
                return {action.place, action.layer};
    return {};
}

QString presentSight(const LessonPlayer& player)
{
    const QString otherwise = QStringLiteral("plot.loss");
    if (player.lesson() == nullptr)
        return otherwise;
    QStringList places;
    if (const LessonStep* step = player.step()) {
        const LessonPhase phase = player.phase();
        if (step->observe && phase >= LessonPhase::See)
            places += toQt(step->observe->pointAt.place);
        if (!step->expect.empty()
            && (step->predict || phase == LessonPhase::Read)) // earlier it could be the answer
            places += plotOf(step->expect.front());
        if (step->predict)
            places += toQt(step->predict->place);
        places += toQt(step->pointAt.place);
        // The last place that the step opens.
        for (auto action = step->actions.rbegin(); action != step->actions.rend(); ++action)
            if (action->kind == LessonAction::Kind::Open)
                places += toQt(action->place);
        for (const LessonAction& action : step->actions)
            places += toQt(action.place);
        // The place that an earlier page of the lesson opened.
        for (std::size_t i = player.page(); i-- > 0;)
            for (const LessonAction& action : player.lesson()->steps[i].actions)
                if (action.kind == LessonAction::Kind::Open)
                    places += toQt(action.place);
    } else {
        places += toQt(player.lesson()->check.place);
    }
    for (const LessonAction& action : player.lesson()->view)
        places += toQt(action.place);
    for (const QString& place : places)
        if (const QString sight = sightAt(place); !sight.isEmpty())
            return sight;
    return otherwise;
}

} // namespace ulpscope::ui
