// SPDX-License-Identifier: GPL-3.0-or-later
// The only way to QCustomPlot's header: it costs 4.5 s a file, and it says `foreach`, for which
// ui/CMakeLists.txt takes QT_NO_FOREACH back in this folder.
#pragma once

#include <qcustomplot.h>
