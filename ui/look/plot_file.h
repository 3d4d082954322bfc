// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as files: the suffix chooses PNG or PDF, and anything else is refused with what to do.
#pragma once

#include <QCoreApplication>
#include <QString>

#include <functional>

class QCustomPlot;
class QWidget;

namespace ulpscope::ui {

class PlotFile
{
    Q_DECLARE_TR_FUNCTIONS(PlotFile)
public:
    /// Asks for a file and lets `write` write it; says why where nothing was written. suggestedName: with its suffix.
    static void ask(QWidget* parent, const QString& title, const QString& suggestedName,
        const std::function<bool(const QString& path)>& write);

    /// Why no plot is written to a file of that name; empty where one is.
    static QString refusal(const QString& path);

    /// As it looks now. False: nothing was written, because of the name or of the disk.
    static bool write(QCustomPlot& plot, const QString& path);
};

} // namespace ulpscope::ui
