// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/train/birthplace.h"

#include <QString>

namespace ulpscope::ui {

/// Where a value that is not finite was born: the engine's sentence, in another language one from its parts.
QString birthplaceText(const Birthplace& birth);
/// "left operand 70123.5"
QString operandText(const NamedValue& operand);

} // namespace ulpscope::ui
