// SPDX-License-Identifier: GPL-3.0-or-later
// What a lesson keeps from being changed beside it.
#pragma once

#include "app/lesson/lesson.h"
#include "engine/session/session_spec.h"

#include <QStringList>

namespace ulpscope::ui {

/// The controls among these that the page does not ask to be set. page: a step, or as many as there are: the check.
QStringList notAskedFor(const Lesson& lesson, std::size_t page, const std::vector<std::string>& controls);

/// `after` with what the controls hold as it was before, and the loss scale too where a policy was chosen; an error where nothing is
/// left of the change.
Result<SessionSpec> withLocked(const SessionSpec& before, const SessionSpec& after, const QStringList& locked,
    const QString& lessonTitle);

} // namespace ulpscope::ui
