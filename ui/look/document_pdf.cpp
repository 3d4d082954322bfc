// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/document_pdf.h"

#include "engine/file/whole_file.h"

#include <QBuffer>
#include <QFile>
#include <QPageLayout>
#include <QPdfWriter>
#include <QTextDocument>

namespace ulpscope::ui {

namespace {

constexpr double kPaperMargin = 3; ///< millimetres: printing a document leaves 20 more

} // namespace

Status writeDocumentPdf(const QString& path, QTextDocument& document, const QString& title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Ulpscope " ULPSCOPE_VERSION));
    writer.setPageLayout(QPageLayout(QPageSize(QPageSize::A4), QPageLayout::Portrait,
        QMarginsF(kPaperMargin, kPaperMargin, kPaperMargin, kPaperMargin), QPageLayout::Millimeter));
    document.print(&writer);
    buffer.close();
    return writeWholeFile(QFile::encodeName(path).toStdString(), bytes.toStdString(), OnLoss::Refuse);
}

} // namespace ulpscope::ui
