// SPDX-License-Identifier: GPL-3.0-or-later
// A loss scale as one line of text, "none", "fixed 1024", "dynamic 32768", and back. Made from the loss-scale
// catalog: the word is the row, the number its first parameter.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"

#include <QString>
#include <QStringList>

namespace ulpscope::ui {

QString lossScaleText(const Component& lossScale);

/// Also takes "1024" (fixed) and powers, "dynamic 2^15". `current` gives the parameters that the text does
/// not name.
Result<Component> parseLossScale(const QString& text, const Component& current);

/// What a menu offers.
QStringList commonLossScales();

} // namespace ulpscope::ui
