// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_library.h"

#include "ui/plots/qcp.h"

namespace ulpscope::ui {

QString plotLibraryVersion()
{
    return QStringLiteral(QCUSTOMPLOT_VERSION_STR);
}

} // namespace ulpscope::ui
