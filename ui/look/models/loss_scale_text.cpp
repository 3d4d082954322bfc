// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/models/loss_scale_text.h"

#include "engine/scaling/loss_scale_text.h"
#include "ui/look/models/display_text.h"

namespace ulpscope::ui {

QString lossScaleText(const Component& lossScale)
{
    return toQt(shortLossScaleText(lossScale));
}

Result<Component> parseLossScale(const QString& text, const Component& current)
{
    return lossScaleByText(text.toStdString(), current);
}

QStringList commonLossScales()
{
    return {QStringLiteral("none"), QStringLiteral("auto"), QStringLiteral("dynamic 32768"),
        QStringLiteral("tf_keras 32768"), QStringLiteral("grad_scaler 65536"), QStringLiteral("fixed 1"),
        QStringLiteral("fixed 128"), QStringLiteral("fixed 1024"), QStringLiteral("fixed 65536"),
        QStringLiteral("fixed 2^20")};
}

} // namespace ulpscope::ui
