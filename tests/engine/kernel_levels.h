// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that run once at each x86-64 level: call the one in initTestCase_data() and the other in init().
#pragma once

#include "engine/kernels/kernels.h"

#include <QTest>

namespace ulpscope {

inline void addKernelLevels()
{
    QTest::addColumn<QString>("level");
    for (const std::string& level : Kernels::availableLevels())
        QTest::newRow(level.c_str()) << QString::fromStdString(level);
}

inline Kernels kernelsOfThisLevel()
{
    QFETCH_GLOBAL(QString, level);
    return *Kernels::load(level.toStdString());
}

} // namespace ulpscope
