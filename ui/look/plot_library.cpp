// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/plot_library.h"

#include "ui/look/qcp.h"

namespace ulpscope::ui {

QString plotLibraryVersion()
{
    return QStringLiteral(QCUSTOMPLOT_VERSION_STR);
}

} // namespace ulpscope::ui
