// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of every length up to some pages: no heading stands alone at the foot of one.
#include "ui/look/paged_document.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QTest>

using namespace ulpscope::ui;

namespace {

constexpr QSizeF kPage(500, 400);

/// So many lines before a heading, and a table behind it.
void fill(QTextDocument& document, int lines)
{
    QString html;
    for (int i = 0; i < lines; ++i)
        html += QStringLiteral("<p>line</p>");
    html += QStringLiteral(
        "<h2>Heading</h2><table border=\"1\"><tr><td>cell</td><td>cell</td></tr></table><h3>Lower</h3><p>end</p>");
    document.setHtml(html);
}

bool standsAlone(const QTextDocument& document)
{
    for (QTextBlock block = document.begin(); block.next().isValid(); block = block.next())
        if (block.blockFormat().headingLevel() == 2 && pageOf(block) != pageOf(block.next()))
            return true;
    return false;
}

} // namespace

class TestPagedDocument : public QObject
{
    Q_OBJECT
private slots:
    void headingsStandWithWhatTheyHead()
    {
        int wouldStandAlone = 0;
        for (int lines = 0; lines < 60; ++lines) {
            QTextDocument plain;
            fill(plain, lines);
            plain.setDocumentMargin(0);
            plain.setPageSize(kPage);
            wouldStandAlone += standsAlone(plain) ? 1 : 0;
            QTextDocument document;
            fill(document, lines);
            layOutOnPages(document, kPage);
            QVERIFY2(!standsAlone(document), qPrintable(QString::number(lines)));
        }
        QVERIFY(wouldStandAlone > 0);
    }

    /// What a heading's move changes is laid out as in a document that had it there from the start.
    void movedHeadingsLeaveEveryBlockInItsPlace()
    {
        int moved = 0;
        for (int lines = 0; lines < 40; ++lines) {
            QTextDocument document;
            QString html;
            for (int chapter = 0; chapter < 6; ++chapter) {
                html += QStringLiteral("<div style=\"page-break-before: always;\"></div><h1>Chapter</h1>");
                for (int line = 0; line < lines + 7 * chapter; ++line)
                    html += QStringLiteral("<p>line</p>");
                html += QStringLiteral(
                    "<h2>Heading</h2><table border=\"1\"><tr><td>cell</td></tr></table><p>end</p>");
            }
            document.setHtml(html);
            layOutOnPages(document, kPage);
            const std::unique_ptr<QTextDocument> fresh(document.clone());
            fresh->setPageSize(kPage);
            QCOMPARE(document.pageCount(), fresh->pageCount());
            QTextBlock other = fresh->begin();
            for (QTextBlock block = document.begin(); block.isValid();
                 block = block.next(), other = other.next()) {
                moved += block.blockFormat().headingLevel() == 2
                    && block.blockFormat().pageBreakPolicy() == QTextFormat::PageBreak_AlwaysBefore;
                QCOMPARE(document.documentLayout()->blockBoundingRect(block),
                    fresh->documentLayout()->blockBoundingRect(other));
            }
        }
        QVERIFY(moved > 10);
    }

    void longLinesOfCodeAreBroken()
    {
        QTextDocument document;
        document.setHtml(QStringLiteral("<pre>%1</pre>").arg(QStringLiteral("word ").repeated(100)));
        layOutOnPages(document, kPage);
        QVERIFY(document.idealWidth() <= kPage.width());
        QVERIFY(document.begin().layout()->lineCount() > 5);
    }

    void everyPageIsPrinted()
    {
        QTextDocument document;
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        {
            QPdfWriter writer(&buffer);
            const QSizeF page = setUpPages(writer);
            fill(document, 200);
            layOutOnPages(document, page);
            printPages(document, writer);
        }
        QVERIFY(document.pageCount() > 1);
        QVERIFY(bytes.contains(QStringLiteral("/Count %1").arg(document.pageCount()).toLatin1()));
    }
};

QTEST_MAIN(TestPagedDocument)
#include "tst_paged_document.moc"
