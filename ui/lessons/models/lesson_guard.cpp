// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_guard.h"

#include "ui/lessons/models/lesson_player.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <algorithm>

namespace ulpscope::ui {

namespace {

bool isAskedFor(const Lesson& lesson, std::size_t page, const std::string& control)
{
    if (page >= lesson.steps.size())
        return lesson.check.place == control;
    const std::vector<LessonAction>& actions = lesson.steps[page].actions;
    return std::any_of(actions.begin(), actions.end(), [&](const LessonAction& action) {
        return action.kind == LessonAction::Kind::Set && action.place == control;
    });
}

} // namespace

QStringList notAskedFor(const Lesson& lesson, std::size_t page, const std::vector<std::string>& controls)
{
    QStringList names;
    for (const std::string& control : controls)
        if (!isAskedFor(lesson, page, control))
            names += toQt(control);
    return names;
}

Result<SessionSpec> withLocked(const SessionSpec& before, const SessionSpec& after, const QStringList& locked,
    const QString& lessonTitle)
{
    SessionSpec kept = after;
    // As Keras' compile does, the chooser of policies sets the loss scale too. In a lesson that is the lesson's to say.
    if (!(before.policies.global == after.policies.global))
        kept.training.lossScale = before.training.lossScale;
    QStringList refused;
    for (const QString& name : locked) {
        const Result<const LessonPlace*> place = lessonPlaceByName(name.toStdString());
        if (!place || (*place)->kind != PlaceKind::SessionControl)
            continue;
        std::vector<std::string> layers{""};
        if ((*place)->isOfLayer) {
            layers.clear();
            for (const LayerSpec& layer : before.model.layers)
                layers.push_back(layer.name);
        }
        for (const std::string& layer : layers) {
            const std::optional<ControlValue> value = controlValue(before, **place, layer);
            if (value == controlValue(kept, **place, layer))
                continue;
            refused += engineText((*place)->title);
            Result<SessionSpec> restored = value ? withControl(kept, **place, layer, *value) : Result(before);
            kept = restored ? *std::move(restored) : before; // before: the control's layer has gone
        }
    }
    if (kept == before && !refused.isEmpty()) {
        const QString text
            = LessonPlayer::tr("The lesson \"%1\" locks this: %2. Leave the lesson to change it.")
                  .arg(lessonTitle, refused.front());
        return Error{"", text.toStdString()};
    }
    return kept;
}

} // namespace ulpscope::ui
