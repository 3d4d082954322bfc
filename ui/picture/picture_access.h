// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader finds in a picture: a child for each of its items, in the order in which the keys walk them.
#pragma once

namespace ulpscope::ui {

/// A second time it does nothing.
void installPictureAccess();

} // namespace ulpscope::ui
