// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_pdf.h"

#include "ui/guide/guide_style.h"
#include "ui/look/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QUrl>

#include <memory>
#include <set>

namespace ulpscope::ui {

namespace {

struct GuidePdfText
{
    Q_DECLARE_TR_FUNCTIONS(GuidePdf)
};

constexpr int kDpi = 96;
constexpr QMarginsF kMargins(18, 18, 18, 18); ///< millimetres
constexpr int kFooter = 28; ///< of a page, in pixels, for its number
constexpr double kLetters = 9; ///< points
constexpr int kKeptLevel = 2; ///< headings down to this one do not stand alone
constexpr int kMostRounds = 10;

QString chapterAnchor(const QString& name)
{
    return QStringLiteral("chapter-") + name;
}

/// The numbers of its pages, and which headings stand alone at the foot of one, are known when it is laid out, and change it: it is
/// laid out again until nothing changes.
class PagedGuide
{
public:
    PagedGuide(const GuideBook& book, QSizeF page)
        : m_book(book)
        , m_page(page)
        , m_firstPages(book.chapters().size(), 0)
    {
        for (int round = 0; round < kMostRounds; ++round) {
            layOut();
            if (!learn())
                break;
        }
    }

    void print(QPdfWriter& writer) const
    {
        QPainter painter(&writer);
        QFont font = m_document->defaultFont();
        painter.setFont(font);
        for (int page = 0; page < m_document->pageCount(); ++page) {
            if (page > 0)
                writer.newPage();
            painter.save();
            painter.translate(0, -page * m_page.height());
            QAbstractTextDocumentLayout::PaintContext context;
            context.palette = themePalette(Theme::Light);
            context.clip = QRectF(0, page * m_page.height(), m_page.width(), m_page.height());
            painter.setClipRect(context.clip);
            m_document->documentLayout()->draw(&painter, context);
            painter.restore();
            painter.drawText(QRectF(0, m_page.height(), m_page.width(), kFooter),
                Qt::AlignRight | Qt::AlignBottom, QString::number(page + 1));
        }
    }

private:
    QString contents() const
    {
        QString html = QStringLiteral("<h1>%1</h1><p>%2</p><table cellpadding=\"3\">")
                           .arg(GuidePdfText::tr("Ulpscope: the guide"),
                               GuidePdfText::tr("Version %1").arg(QStringLiteral(ULPSCOPE_VERSION)));
        for (qsizetype i = 0; i < m_book.chapters().size(); ++i)
            html += QStringLiteral("<tr><td>%1</td><td align=\"right\">%2</td></tr>")
                        .arg(m_book.chapters()[i].title.toHtmlEscaped())
                        .arg(m_firstPages[i]);
        return html + QStringLiteral("</table>");
    }

    void layOut()
    {
        const QPalette paper = themePalette(Theme::Light);
        QString html = contents();
        for (const GuideChapter& chapter : m_book.chapters())
            html += QStringLiteral("<div style=\"page-break-before: always;\"><a name=\"%1\"></a></div>%2")
                        .arg(chapterAnchor(chapter.name), withTableLines(chapter.html, paper));
        // On paper only what leads out of it is a link.
        html = withGuideLinks(html, [](const QString& address) {
            return address.startsWith(QStringLiteral("http")) ? address : QString();
        });
        m_document = std::make_unique<QTextDocument>();
        QFont font(QStringLiteral("DejaVu Sans"));
        font.setPointSizeF(kLetters);
        m_document->setDefaultFont(font);
        m_document->setDefaultStyleSheet(guideStyle(paper));
        m_document->setDocumentMargin(0);
        m_document->setHtml(withPictures(html));
        for (const int heading : m_onNewPage) {
            QTextCursor cursor(m_document->findBlockByNumber(heading));
            QTextBlockFormat format = cursor.blockFormat();
            format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
            cursor.setBlockFormat(format);
        }
        m_document->setPageSize(m_page);
    }

    /// With all their pixels, and no wider than the page.
    QString withPictures(const QString& html)
    {
        static const QRegularExpression source(QStringLiteral("<img src=\"([^\"]*)\""));
        QString result;
        qsizetype end = 0;
        for (auto matches = source.globalMatch(html); matches.hasNext();) {
            const QRegularExpressionMatch match = matches.next();
            const QImage picture(m_book.pathOf(match.captured(1)));
            m_document->addResource(QTextDocument::ImageResource, QUrl(match.captured(1)), picture);
            result += html.mid(end, match.capturedEnd() - end)
                + QStringLiteral(" width=\"%1\"").arg(std::min(picture.width(), int(m_page.width())));
            end = match.capturedEnd();
        }
        return result + html.mid(end);
    }

    /// What the layout says that the next one is to know; false: nothing new.
    bool learn()
    {
        const QList<int> pagesBefore = m_firstPages;
        const std::size_t headingsBefore = m_onNewPage.size();
        qsizetype chapter = -1;
        bool isSettled = true; // of the chapter: what comes after a heading that moves will move too
        for (QTextBlock block = m_document->begin(); block.isValid(); block = block.next()) {
            if (chapter + 1 < m_book.chapters().size() && begins(block, m_book.chapters()[chapter + 1])) {
                m_firstPages[++chapter] = pageOf(block) + 1;
                isSettled = true;
            }
            const int level = block.blockFormat().headingLevel();
            if (isSettled && level > 0 && level <= kKeptLevel && block.next().isValid()
                && pageOf(block) != pageOf(block.next())) {
                m_onNewPage.insert(block.blockNumber());
                isSettled = false;
            }
        }
        return m_firstPages != pagesBefore || m_onNewPage.size() != headingsBefore;
    }

    static bool begins(const QTextBlock& block, const GuideChapter& chapter)
    {
        for (auto part = block.begin(); !part.atEnd(); ++part)
            if (part.fragment().charFormat().anchorNames().contains(chapterAnchor(chapter.name)))
                return true;
        return false;
    }

    /// Of its first line, from 0: a picture that did not fit is a page below its block's edge.
    int pageOf(const QTextBlock& block) const
    {
        const double first = block.layout()->lineCount() > 0 ? block.layout()->lineAt(0).y() : 0;
        return int((m_document->documentLayout()->blockBoundingRect(block).top() + first) / m_page.height());
    }

    const GuideBook& m_book;
    QSizeF m_page; ///< what text has of it
    QList<int> m_firstPages; ///< of the chapters, from 1; 0: not yet known
    std::set<int> m_onNewPage; ///< headings, by the numbers of their blocks
    std::unique_ptr<QTextDocument> m_document;
};

} // namespace

QByteArray guidePdf(const GuideBook& book)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(GuidePdfText::tr("Ulpscope: the guide"));
    writer.setCreator(QStringLiteral("Ulpscope " ULPSCOPE_VERSION));
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins(kMargins, QPageLayout::Millimeter);
    writer.setResolution(kDpi);
    PagedGuide(book, QSizeF(writer.width(), writer.height() - kFooter)).print(writer);
    return bytes;
}

} // namespace ulpscope::ui
