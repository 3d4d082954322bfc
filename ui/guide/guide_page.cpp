// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_page.h"

#include "ui/look/describe.h"
#include "ui/look/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QImage>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextFragment>

#include <algorithm>

namespace ulpscope::ui {

QString guideStyle(const QPalette& palette)
{
    return QStringLiteral(
        "h1 { font-size: xx-large; } h2 { font-size: x-large; } h3 { font-size: large; }"
        "p, li { line-height: 130%; }p.picture { line-height: 100%; }pre { background-color: %1; margin-left: "
        "8px; }code { background-color: %1; }th { background-color: %1; text-align: left; }td { border-bottom: "
        "1px solid %3; }a { color: %2; }")
        .arg(palette.color(QPalette::AlternateBase).name(), palette.color(QPalette::Link).name(),
            hairline(palette).name());
}

QString withTableLines(const QString& html, const QPalette& palette)
{
    return QString(html).replace(QStringLiteral("<table>"),
        QStringLiteral("<table width=\"100%\" border=\"1\" cellspacing=\"0\" cellpadding=\"5\" "
                       "style=\"border-collapse: collapse; border-color: %1;\">")
            .arg(hairline(palette).name()));
}

QString guideCss()
{
    return QStringLiteral(
        R"(:root { color-scheme: light dark; --text: #1d2126; --page: #ffffff; --soft: #f2f4f6; --line: #cfd5db; --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --text: #dfe3e8; --page: #16191d; --soft: #22272d; --line: #3a424b; --link: #7db8f5; }
}
body { margin: 0 auto; max-width: 52rem; padding: 1rem; color: var(--text); background: var(--page);
  font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
nav { border-bottom: 1px solid var(--line); padding-bottom: .5rem; }
nav a { margin-right: .8rem; white-space: nowrap; }
nav a[aria-current] { color: var(--text); font-weight: bold; text-decoration: none; }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.25; margin-top: 1.6em; }
code, pre { background: var(--soft); font: .92em/1.45 "DejaVu Sans Mono", monospace; }
pre { padding: .6rem .8rem; overflow-x: auto; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid var(--line); padding: .25rem .5rem; text-align: left; vertical-align: top; }
th { background: var(--soft); }
img { max-width: 100%; border: 1px solid var(--line); }
@media print { nav { display: none; } }
)");
}

namespace {

constexpr int kResizedMs = 150; ///< a window that is pulled does not draw its pictures at each pixel
constexpr int kMargin = 24; ///< pixels beside a picture
constexpr int kMaxMarks = 400;

/// The document's beginning where there is none.
int positionOf(const QTextDocument& document, const QString& anchor)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        for (auto part = block.begin(); !part.atEnd(); ++part)
            if (part.fragment().charFormat().anchorNames().contains(anchor))
                return block.position();
    return 0;
}

} // namespace

GuidePage::GuidePage(const GuideBook& book, QWidget* parent)
    : QTextBrowser(parent)
    , m_book(book)
{
    describe(this, QStringLiteral("guidePage"), tr("Chapter"),
        tr("Tab goes from link to link, Return follows one, Alt+Left goes back"));
    setOpenLinks(false);
    document()->setDocumentMargin(14);
    m_resized.setSingleShot(true);
    m_resized.setInterval(kResizedMs);
    connect(&m_resized, &QTimer::timeout, this, [this] {
        if (viewport()->width() != m_pictureWidth)
            renderAgain();
    });
    connect(this, &QTextBrowser::sourceChanged, this, [this](const QUrl& page) {
        (void)document()
            ->documentLayout()
            ->documentSize(); // lays out all of it now, so that one can scroll to any place
        showMarks();
        shown(placeOf(page));
    });
}

void GuidePage::showPlace(const QString& place)
{
    QUrl url;
    url.setPath(place.section(QLatin1Char('#'), 0, 0) + QStringLiteral(".md"));
    if (const QString id = place.section(QLatin1Char('#'), 1); !id.isEmpty())
        url.setFragment(id);
    m_place.clear(); // who asks for the place that is shown wants to be at its beginning
    setSource(url, QTextDocument::HtmlResource);
    if (url.hasFragment())
        scrollToAnchor(url.fragment()); // once more, where everything is in its place
}

/// Drawn anew, the same place is no news.
void GuidePage::shown(const QString& place)
{
    if (place == m_place)
        return;
    m_place = place;
    QTextCursor cursor(document());
    cursor.setPosition(positionOf(*document(), place.section(QLatin1Char('#'), 1)));
    const int top = verticalScrollBar()->value();
    setTextCursor(cursor);
    verticalScrollBar()->setValue(top);
    emit placeShown(place);
}

QString GuidePage::placeOf(const QUrl& page)
{
    const QString chapter = page.path().section(QLatin1Char('.'), 0, 0);
    return page.hasFragment() ? chapter + QLatin1Char('#') + page.fragment() : chapter;
}

QVariant GuidePage::loadResource(int type, const QUrl& name)
{
    if (type == QTextDocument::ImageResource) {
        QImage picture(m_book.pathOf(name.path()));
        const int room = m_pictureWidth - 2 * kMargin;
        return picture.width() > room && room > 0 ? picture.scaledToWidth(room, Qt::SmoothTransformation)
                                                  : picture;
    }
    const GuideChapter* chapter = m_book.find(name.path().section(QLatin1Char('.'), 0, 0));
    if (!chapter)
        return QString();
    m_pictureWidth = viewport()->width(); // width of all pictures on this page
    document()->setDefaultStyleSheet(guideStyle(palette()));
    const QString title = QStringLiteral("<title>%1</title>").arg(chapter->title.toHtmlEscaped());
    return QString(title + withTableLines(chapter->html, palette()));
}

void GuidePage::mark(const QStringList& words)
{
    m_words = words;
    showMarks();
}

void GuidePage::showMarks()
{
    QList<QTextEdit::ExtraSelection> marks;
    for (const QString& word : m_words)
        for (QTextCursor at = document()->find(word); !at.isNull() && marks.size() < kMaxMarks;
             at = document()->find(word, at)) {
            QTextEdit::ExtraSelection mark;
            mark.cursor = at;
            mark.format.setBackground(palette().color(QPalette::Highlight));
            mark.format.setForeground(palette().color(QPalette::HighlightedText));
            marks += mark;
        }
    setExtraSelections(marks);
}

void GuidePage::goToNextMark()
{
    const QTextCursor* next = nullptr;
    const QList<QTextEdit::ExtraSelection> marks = extraSelections();
    const auto isBefore
        = [](const QTextCursor& a, const QTextCursor& b) { return a.position() < b.position(); };
    for (const bool fromTop : {false, true}) {
        for (const QTextEdit::ExtraSelection& mark : marks)
            if ((fromTop || isBefore(textCursor(), mark.cursor)) && (!next || isBefore(mark.cursor, *next)))
                next = &mark.cursor;
        if (next)
            break;
    }
    if (!next)
        return;
    QTextCursor cursor = *next;
    cursor.clearSelection();
    setTextCursor(cursor);
    ensureCursorVisible();
}

/// Restores the text at the top of the view, and the cursor.
void GuidePage::renderAgain()
{
    const int top = cursorForPosition(QPoint()).blockNumber();
    const int position = textCursor().position();
    reload();
    QTextCursor cursor(document());
    cursor.setPosition(std::min(position, document()->characterCount() - 1));
    setTextCursor(cursor);
    const QTextBlock block = document()->findBlockByNumber(top);
    verticalScrollBar()->setValue(
        top == 0 ? 0 : int(document()->documentLayout()->blockBoundingRect(block).top()));
}

void GuidePage::resizeEvent(QResizeEvent* event)
{
    QTextBrowser::resizeEvent(event);
    m_resized.start();
}

void GuidePage::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !source().isEmpty())
        renderAgain();
}

} // namespace ulpscope::ui
