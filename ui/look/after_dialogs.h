// SPDX-License-Identifier: GPL-3.0-or-later
// What answers late, such as a file that was read aside, raises no dialog over the one that is open: keys that are typed there would go astray.
#pragma once

#include <functional>

class QObject;

namespace ulpscope::ui {

/// Calls `act` at once, or as soon as no modal dialog is open any more; never once `context` is gone.
void afterDialogs(QObject* context, std::function<void()> act);

} // namespace ulpscope::ui
