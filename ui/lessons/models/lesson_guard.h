// SPDX-License-Identifier: GPL-3.0-or-later
// Refuses changes of locked settings while a lesson is played.
#pragma once

#include "app/lesson/lesson.h"
#include "engine/session/session_spec.h"

#include <QStringList>

namespace ulpscope::ui {

/// The controls among these that the page does not ask to be set. page: a step, or as many as there are: the check.
QStringList notAskedFor(const Lesson& lesson, std::size_t page, const std::vector<std::string>& controls);

/// Returns `after` with the locked controls' values as before, and with the loss scale as before if a policy was
/// chosen. Returns an error if nothing is left of the change.
Result<SessionSpec> withLocked(const SessionSpec& before, const SessionSpec& after, const QStringList& locked,
    const QString& lessonTitle);

} // namespace ulpscope::ui
