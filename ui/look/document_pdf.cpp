// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/document_pdf.h"

#include "engine/file/whole_file.h"
#include "ui/look/paged_document.h"

#include <QBuffer>
#include <QFile>

namespace ulpscope::ui {

Status writeDocumentPdf(const QString& path, QTextDocument& document, const QString& title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title);
    layOutOnPages(document, setUpPages(writer));
    printPages(document, writer);
    buffer.close();
    return writeWholeFile(QFile::encodeName(path).toStdString(), bytes.toStdString(), OnLoss::Refuse);
}

} // namespace ulpscope::ui
