// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/paged_document.h"

#include "engine/file/whole_file.h"
#include "ui/look/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QFile>
#include <QPageLayout>
#include <QPageSize>
#include <QPainter>
#include <QTextCursor>

namespace ulpscope::ui {

namespace {

constexpr int kDpi = 96;
constexpr QMarginsF kMargins(18, 18, 18, 18); ///< millimetres
constexpr int kFooter = 28; ///< pixels of a page that its number takes
constexpr int kKeptLevel = 2; ///< headings down to this one do not stand alone

/// Lines of code that a window scrolls would end at the paper's edge.
void breakLongLines(QTextDocument& document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        if (QTextBlockFormat format = block.blockFormat(); format.nonBreakableLines()) {
            format.setNonBreakableLines(false);
            QTextCursor(block).setBlockFormat(format);
        }
}

} // namespace

QSizeF setUpPages(QPdfWriter& writer)
{
    writer.setCreator(QStringLiteral("Ulpscope " ULPSCOPE_VERSION));
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(kMargins, QPageLayout::Millimeter);
    writer.setResolution(kDpi);
    return QSizeF(writer.width(), writer.height() - kFooter);
}

void layOutOnPages(QTextDocument& document, QSizeF page)
{
    document.setDocumentMargin(0);
    document.setPageSize(page);
    breakLongLines(document);
    // Moving a heading moves the text after it, and nothing before.
    for (QTextBlock block = document.begin(); block.next().isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        if (level == 0 || level > kKeptLevel || pageOf(block) == pageOf(block.next()))
            continue;
        QTextBlockFormat format = block.blockFormat();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        QTextCursor(block).setBlockFormat(format);
        // Laid out from a block on, Qt loses the page breaks behind it and puts texts over one another: all is laid out anew.
        document.markContentsDirty(0, document.characterCount());
    }
}

int pageOf(const QTextBlock& block)
{
    const QTextDocument& document = *block.document();
    const double top = document.documentLayout()->blockBoundingRect(block).top(); // lays it out
    const double first = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).y() : 0;
    return int((top + first) / document.pageSize().height());
}

void printPages(const QTextDocument& document, QPdfWriter& writer)
{
    const QSizeF page = document.pageSize();
    QPainter painter(&writer);
    painter.setFont(document.defaultFont());
    for (int i = 0; i < document.pageCount(); ++i) {
        if (i > 0)
            writer.newPage();
        painter.save();
        painter.translate(0, -i * page.height());
        QAbstractTextDocumentLayout::PaintContext context;
        context.palette = themePalette(Theme::Light);
        context.clip = QRectF(0, i * page.height(), page.width(), page.height());
        painter.setClipRect(context.clip);
        document.documentLayout()->draw(&painter, context);
        painter.restore();
        if (document.pageCount() > 1)
            painter.drawText(QRectF(0, page.height(), page.width(), kFooter),
                Qt::AlignRight | Qt::AlignBottom, QString::number(i + 1));
    }
}

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
