// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the person has asked the desktop for no animations. Qt 6.4 does not tell.
#pragma once

namespace ulpscope {

/// As GTK's settings.ini (gtk-enable-animations) or KDE's kdeglobals (AnimationDurationFactor) in the user's configuration have it;
/// false where neither says so.
bool wantsReducedMotion();

} // namespace ulpscope
