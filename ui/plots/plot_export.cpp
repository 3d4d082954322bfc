// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_export.h"

#include "engine/file/whole_file.h"
#include "ui/plots/qcp.h"

#include <QFile>
#include <QTemporaryDir>

namespace ulpscope::ui {

bool exportPlot(QCustomPlot& plot, const QString& path)
{
    // QCustomPlot writes PDF to a name only.
    const QTemporaryDir scratch;
    QFile drawn(scratch.filePath(QStringLiteral("plot")));
    const bool isPng = path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive);
    const bool isDrawn = isPng ? plot.savePng(drawn.fileName(), 0, 0, 2) : plot.savePdf(drawn.fileName());
    if (!isDrawn || !drawn.open(QIODevice::ReadOnly))
        return false;
    const QByteArray bytes = drawn.readAll();
    return drawn.error() == QFile::NoError
        && writeWholeFile(
            QFile::encodeName(path).toStdString(), {bytes.constData(), std::size_t(bytes.size())})
               .ok();
}

} // namespace ulpscope::ui
