// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_files.h"

#include "engine/file/whole_file.h"
#include "ui/guide/guide_page.h"
#include "ui/look/paged_document.h"
#include "ui/look/theme.h"

#include <QBuffer>
#include <QByteArray>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QUrl>

#include <memory>

namespace ulpscope::ui {

namespace {

// The guide as one PDF for A4: a page of contents, then a chapter after the other.
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

    /// Takes page numbers from the layout for the next one. Returns false if they are the same.
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
    QList<int> m_firstPages; ///< first page of each chapter, counted from 1; 0: not yet known
    std::unique_ptr<QTextDocument> m_document;
};

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

/// "formats.md#rounding", "term:ulp": a page of the folder.
QString pageAddress(const QString& address)
{
    static const QRegularExpression file(QStringLiteral("^([a-z-]*)\\.md"));
    const QString place = guidePlaceOf(address);
    if (!place.isEmpty())
        return place.section(QLatin1Char('#'), 0, 0) + QStringLiteral(".html#")
            + place.section(QLatin1Char('#'), 1);
    return QString(address).replace(file, QStringLiteral("\\1.html"));
}

Status written(const QString& path, const QByteArray& bytes)
{
    return writeWholeFile(
        QFile::encodeName(path).toStdString(), {bytes.constData(), std::size_t(bytes.size())});
}

} // namespace

QString guideHtmlPage(const GuideBook& book, const GuideChapter& chapter)
{
    QString links;
    for (const GuideChapter& each : book.chapters())
        links += QStringLiteral("<a href=\"%1.html\"%3>%2</a>\n")
                     .arg(each.name, each.title.toHtmlEscaped(),
                         each.name == chapter.name ? QStringLiteral(" aria-current=\"page\"") : QString());
    return QStringLiteral(
        "<!DOCTYPE html>\n<html lang=\"%1\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<title>%2 – Ulpscope</title>\n<link rel=\"stylesheet\" href=\"guide.css\">\n</head>\n"
        "<body>\n<nav>\n%3</nav>\n<main>\n%4</main>\n</body>\n</html>\n")
        .arg(QDir(book.folder()).dirName(), chapter.title.toHtmlEscaped(), links,
            withGuideLinks(chapter.html, pageAddress));
}

Status writeGuide(const GuideBook& book, const QString& folder)
{
    const QDir target(folder);
    if (!target.mkpath(QStringLiteral("pictures")))
        return Error{folder.toStdString(), "cannot be made", ErrorKind::Output};
    for (const GuideChapter& chapter : book.chapters())
        if (Status done = written(target.filePath(chapter.name + QStringLiteral(".html")),
                guideHtmlPage(book, chapter).toUtf8());
            !done)
            return done;
    if (Status done = written(target.filePath(QStringLiteral("guide.css")), guideCss().toUtf8()); !done)
        return done;
    for (const QString& name : book.pictures()) {
        QFile picture(book.pathOf(QStringLiteral("pictures/") + name));
        if (!picture.open(QIODevice::ReadOnly))
            return Error{picture.fileName().toStdString(), "cannot be read"};
        if (Status done = written(target.filePath(QStringLiteral("pictures/") + name), picture.readAll());
            !done)
            return done;
    }
    return written(target.filePath(QStringLiteral("ulpscope-guide.pdf")), guidePdf(book));
}

} // namespace ulpscope::ui
