// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_file.h"

#include "ui/plots/qcp.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

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
    if (hasSuffix(path, "png"))
        return plot.savePng(path, 0, 0, kPngScale);
    return hasSuffix(path, "pdf") && plot.savePdf(path);
}

void PlotFile::ask(QWidget* parent, const QString& title, const QString& suggestedName,
    const std::function<bool(const QString& path)>& write)
{
    QFileDialog dialog(parent, title);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    const QString pdf = tr("PDF document (*.pdf)");
    dialog.setNameFilters({tr("PNG image (*.png)"), pdf});
    // A name without a suffix gets that of the chosen filter.
    const auto takeSuffix = [&](const QString& filter) {
        dialog.setDefaultSuffix(filter == pdf ? QStringLiteral("pdf") : QStringLiteral("png"));
    };
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, takeSuffix);
    takeSuffix({});
    dialog.selectFile(suggestedName);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString path = dialog.selectedFiles().value(0);
    const QString reason = refusal(path);
    if (!reason.isEmpty())
        QMessageBox::warning(parent, title, reason);
    else if (!write(path))
        QMessageBox::warning(parent, title, tr("The file could not be written:\n%1").arg(path));
}

} // namespace ulpscope::ui
