// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/plot_file.h"

#include "engine/file/whole_file.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/qcp.h"

#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QTemporaryDir>

namespace ulpscope::ui {

namespace {

constexpr int kPngScale = 2; ///< pixels of the file a pixel of the screen

bool hasSuffix(const QString& path, const char* suffix)
{
    return QFileInfo(path).suffix().compare(QLatin1String(suffix), Qt::CaseInsensitive) == 0;
}

} // namespace

QString PlotFile::refusal(const QString& path)
{
    if (hasSuffix(path, "png") || hasSuffix(path, "pdf"))
        return {};
    return tr(
        "Plots are written as PNG or PDF: give the file a name that ends with .png or .pdf instead of \"%1\". "
        "The numbers of a run as CSV are what \"ulpscope-cli run --out\" writes.")
        .arg(QFileInfo(path).fileName());
}

bool PlotFile::write(QCustomPlot& plot, const QString& path)
{
    if (!refusal(path).isEmpty())
        return false;
    // QCustomPlot writes PDF to a name only, and not as a whole.
    const QTemporaryDir scratch;
    QFile drawn(scratch.filePath(QStringLiteral("plot")));
    const bool isDrawn = hasSuffix(path, "png") ? plot.savePng(drawn.fileName(), 0, 0, kPngScale)
                                                : plot.savePdf(drawn.fileName());
    if (!isDrawn || !drawn.open(QIODevice::ReadOnly))
        return false;
    const QByteArray bytes = drawn.readAll();
    return drawn.error() == QFile::NoError
        && writeWholeFile(
            QFile::encodeName(path).toStdString(), {bytes.constData(), std::size_t(bytes.size())})
               .ok();
}

void PlotFile::ask(QWidget* parent, const QString& title, const QString& suggestedName,
    const std::function<bool(const QString& path)>& write)
{
    const QString path = fileToSave(parent,
        {.title = title,
            .path = suggestedName,
            .filters = tr("PNG image (*.png)") + QStringLiteral(";;") + tr("PDF document (*.pdf)")});
    if (path.isEmpty())
        return;
    const QString reason = refusal(path);
    if (!reason.isEmpty())
        QMessageBox::warning(parent, title, reason);
    else if (!write(path))
        QMessageBox::warning(parent, title, tr("The file could not be written:\n%1").arg(path));
}

} // namespace ulpscope::ui
