// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_pdf.h"

#include "ui/guide/guide_style.h"
#include "ui/look/paged_document.h"
#include "ui/look/theme.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QRegularExpression>
#include <QUrl>

#include <memory>

namespace ulpscope::ui {

namespace {

struct GuidePdfText
{
    Q_DECLARE_TR_FUNCTIONS(GuidePdf)
};

constexpr double kLetters = 9; ///< points
constexpr int kMaxRounds = 10;

QString chapterAnchor(const QString& name)
{
    return QStringLiteral("chapter-") + name;
}

/// The numbers of its pages are known when it is laid out, and change it: it is laid out again until nothing changes.
class PagedGuide
{
public:
    PagedGuide(const GuideBook& book, QSizeF page)
        : m_book(book)
        , m_page(page)
        , m_firstPages(book.chapters().size(), 0)
    {
        for (int round = 0; round < kMaxRounds; ++round) {
            layOut();
            if (!learn())
                break;
        }
    }

    void print(QPdfWriter& writer) const { printPages(*m_document, writer); }

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
        m_document->setHtml(withPictures(html));
        layOutOnPages(*m_document, m_page);
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
        qsizetype chapter = 0;
        for (QTextBlock block = m_document->begin(); block.isValid() && chapter < m_firstPages.size();
             block = block.next())
            if (begins(block, m_book.chapters()[chapter]))
                m_firstPages[chapter++] = pageOf(block) + 1;
        return m_firstPages != pagesBefore;
    }

    static bool begins(const QTextBlock& block, const GuideChapter& chapter)
    {
        for (auto part = block.begin(); !part.atEnd(); ++part)
            if (part.fragment().charFormat().anchorNames().contains(chapterAnchor(chapter.name)))
                return true;
        return false;
    }

    const GuideBook& m_book;
    QSizeF m_page; ///< part of the page that text may fill
    QList<int> m_firstPages; ///< of the chapters, from 1; 0: not yet known
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
    PagedGuide(book, setUpPages(writer)).print(writer);
    return bytes;
}

} // namespace ulpscope::ui
