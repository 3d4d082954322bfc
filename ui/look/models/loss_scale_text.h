// SPDX-License-Identifier: GPL-3.0-or-later
// engine/scaling/loss_scale_text.h for widgets, and what a menu of loss scales has.
#pragma once

#include "engine/base/config.h"
#include "engine/base/result.h"

#include <QString>
#include <QStringList>

namespace ulpscope::ui {

QString lossScaleText(const Component& lossScale);

Result<Component> parseLossScale(const QString& text, const Component& current);

/// Loss scales that a menu offers.
QStringList commonLossScales();

} // namespace ulpscope::ui
