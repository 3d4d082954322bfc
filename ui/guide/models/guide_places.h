// SPDX-License-Identifier: GPL-3.0-or-later
// Where the guide explains a part of the window, by the part's object name.
#pragma once

#include <QList>
#include <QString>

namespace ulpscope::ui {

struct GuidePlace
{
    QString widget; ///< "runBar"
    QString place; ///< "window#run-bar"
};

/// Empty where there is no row: whoever asks goes on with what is around the widget.
QString guidePlaceOfWidget(const QString& widget);

/// The rows, for a test: what they name must exist.
QList<GuidePlace> guidePlaces();

} // namespace ulpscope::ui
