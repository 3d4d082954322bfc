// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as files: the suffix chooses PNG, SVG or PDF, CSV where there is a table, or DOT where there is a graph, and anything else is
// refused with what to do. Title and facts are in the file, readable and as its metadata.
#pragma once

#include "ui/look/plot_content.h"

#include <QCoreApplication>
#include <QImage>

class QWidget;

namespace ulpscope::ui {

class PlotFile
{
    Q_DECLARE_TR_FUNCTIONS(PlotFile)
public:
    /// Asks for a file and writes it; says why where nothing was written.
    static void ask(QWidget* parent, const PlotContent& content);

    /// Why it is not written to a file of that name; empty where it is.
    static QString refusal(const PlotContent& content, const QString& path);

    /// In light colours, whatever the theme. False: nothing was written, because of the name or of the disk.
    static bool write(const PlotContent& content, const QString& path);

    static QByteArray svg(const PlotContent& content);
    /// The picture that the PNG file contains.
    static QImage image(const PlotContent& content);
};

} // namespace ulpscope::ui
