// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/models/non_finite_tally.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QStringList>

#include <cmath>

namespace ulpscope::ui {

void NonFiniteTally::add(double value)
{
    nan += std::isnan(value) ? 1 : 0;
    infinite += std::isinf(value) ? 1 : 0;
}

QString tallyText(const NonFiniteTally& tally)
{
    QStringList parts;
    if (tally.nan > 0)
        parts += countedText(tally.nan, tr("is NaN"), tr("are NaN"));
    if (tally.infinite > 0)
        parts += countedText(tally.infinite, tr("is infinite"), tr("are infinite"));
    return parts.join(tr(", "));
}

} // namespace ulpscope::ui
