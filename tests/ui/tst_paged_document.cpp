// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of every length up to some pages: no heading stands alone at the foot of one.
#include "ui/look/paged_document.h"

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
    html += QStringLiteral("<h2>Heading</h2><table border=\"1\"><tr><td>cell</td><td>cell</td></tr></table><h3>Lower</h3><p>end</p>");
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
