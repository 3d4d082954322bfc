// SPDX-License-Identifier: GPL-3.0-or-later
// The only way to QCustomPlot's header, which costs 4.5 s a file and says `foreach`, a word that QT_NO_FOREACH takes
// away from us; two of its loops over pointers are plain range-fors in disguise.
#pragma once

#ifndef foreach
#define foreach(variable, container) for (variable : container)
#include <qcustomplot.h>
#undef foreach
#else
#include <qcustomplot.h>
#endif
