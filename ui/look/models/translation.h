// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of functions that belong to no QObject.
#pragma once

#include <QCoreApplication>
#include <QString>

namespace ulpscope::ui {

inline QString tr(const char* text)
{
    return QCoreApplication::translate("ulpscope", text);
}

} // namespace ulpscope::ui
