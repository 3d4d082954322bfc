// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/models/guide_book.h"

#include "ui/look/models/display_text.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QStringList>

namespace ulpscope::ui {

namespace {

QString index()
{
    return QStringLiteral("index");
}

std::optional<QString> contentsOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromUtf8(file.readAll());
}

QString withTables(const QString& markdown, const GuideTables& tables)
{
    static const QRegularExpression line(QStringLiteral("^\\{\\{(\\w+) ?([^}]*)\\}\\}$"));
    QStringList lines = markdown.split(QLatin1Char('\n'));
    for (QString& each : lines)
        if (const QRegularExpressionMatch match = line.match(each); match.hasMatch())
            each = tables(match.captured(1), match.captured(2)).value_or(each);
    return lines.join(QLatin1Char('\n'));
}

/// The visible text of HTML that md4c wrote.
QString plainText(QString html)
{
    static const QRegularExpression tag(QStringLiteral("<[^>]*>"));
    html.replace(QStringLiteral("</td>"), QStringLiteral(" </td>"))
        .replace(QStringLiteral("</th>"), QStringLiteral(" </th>"))
        .remove(tag);
    return html.replace(QStringLiteral("&lt;"), QStringLiteral("<"))
        .replace(QStringLiteral("&gt;"), QStringLiteral(">"))
        .replace(QStringLiteral("&quot;"), QStringLiteral("\""))
        .replace(QStringLiteral("&amp;"), QStringLiteral("&"))
        .simplified();
}

/// "Rounding modes" -> "rounding-modes"
QString slug(const QString& title)
{
    static const QRegularExpression others(QStringLiteral("[^a-z0-9]+"));
    QString id = title.toLower().replace(others, QStringLiteral("-"));
    while (id.endsWith(QLatin1Char('-')))
        id.chop(1);
    return id;
}

/// Gives headings their anchors, and says what is below each.
void readSections(GuideChapter& chapter)
{
    static const QRegularExpression heading(QStringLiteral("<h([1-6])>(.*?)(?: *\\{#([^}]+)\\})?</h\\1>"));
    QString html;
    qsizetype end = 0;
    const auto closeSection = [&](qsizetype until) {
        const QString part = chapter.html.mid(end, until - end);
        html += part;
        if (!chapter.sections.isEmpty())
            chapter.sections.last().text = plainText(part);
    };
    for (auto matches = heading.globalMatch(chapter.html); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        closeSection(match.capturedStart());
        const QString title = plainText(match.captured(2));
        const QString id = match.captured(3).isEmpty() ? slug(title) : match.captured(3);
        html += QStringLiteral("<h%1 id=\"%2\">%3</h%1>").arg(match.captured(1), id, match.captured(2));
        chapter.sections.append({id, title, match.captured(1).toInt(), {}});
        end = match.capturedEnd();
    }
    closeSection(chapter.html.size());
    chapter.html = html;
    chapter.title = chapter.sections.isEmpty() ? chapter.name : chapter.sections.first().title;
}

} // namespace

GuideBook::GuideBook(const QString& folder, const GuideTables& tables)
    : m_folder(folder)
{
    QStringList names{index()};
    static const QRegularExpression link(QStringLiteral("\\]\\(([a-z-]+)\\.md\\)"));
    for (qsizetype i = 0; i < names.size(); ++i) {
        const std::optional<QString> text
            = contentsOf(folder + QLatin1Char('/') + names[i] + QStringLiteral(".md"));
        if (!text)
            continue;
        if (names[i] == index())
            for (auto matches = link.globalMatch(*text); matches.hasNext();)
                if (const QString name = matches.next().captured(1); !names.contains(name))
                    names += name;
        GuideChapter chapter{names[i], {}, withTables(*text, tables), {}, {}};
        // A picture stands in a line by itself, which is as high as the picture.
        chapter.html = htmlOfMarkdown(chapter.markdown)
                           .replace(QStringLiteral("<p><img"), QStringLiteral("<p class=\"picture\"><img"));
        readSections(chapter);
        m_chapters.append(std::move(chapter));
    }
}

const GuideChapter* GuideBook::find(const QString& name) const
{
    for (const GuideChapter& chapter : m_chapters)
        if (chapter.name == name)
            return &chapter;
    return nullptr;
}

const GuideSection* GuideBook::findPlace(const QString& place) const
{
    const GuideChapter* chapter = find(place.section(QLatin1Char('#'), 0, 0));
    if (!chapter || chapter->sections.isEmpty())
        return nullptr;
    const QString id = place.section(QLatin1Char('#'), 1);
    if (id.isEmpty())
        return &chapter->sections.first();
    for (const GuideSection& section : chapter->sections)
        if (section.id == id)
            return &section;
    return nullptr;
}

QString guideAnchor(const QString& address)
{
    static const QRegularExpression others(QStringLiteral("[^A-Za-z0-9_.-]"));
    return QString(address).replace(others, QStringLiteral("-"));
}

QString guidePlaceOf(const QString& address)
{
    constexpr struct
    {
        const char* scheme;
        const char* chapter;
    } kPlaces[] = {{"term:", "glossary"}, {"lesson:", "lessons"}, {"scene:", "scenes"}};
    for (const auto& [scheme, chapter] : kPlaces)
        if (address.startsWith(QLatin1String(scheme)))
            return QLatin1String(chapter) + QLatin1Char('#') + guideAnchor(address);
    return {};
}

QString withGuideLinks(const QString& html, const std::function<QString(const QString& address)>& to)
{
    static const QRegularExpression link(
        QStringLiteral("<a href=\"([^\"]*)\">(.*?)</a>"), QRegularExpression::DotMatchesEverythingOption);
    QString result;
    qsizetype end = 0;
    for (auto matches = link.globalMatch(html); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const QString address = to(match.captured(1));
        result += html.mid(end, match.capturedStart() - end)
            + (address.isEmpty() ? match.captured(2)
                                 : QStringLiteral("<a href=\"%1\">%2</a>").arg(address, match.captured(2)));
        end = match.capturedEnd();
    }
    return result + html.mid(end);
}

QString GuideBook::pathOf(const QString& name) const
{
    const QString own = m_folder + QLatin1Char('/') + name;
    return QFile::exists(own) ? own : m_folder + QStringLiteral("/../en/") + name;
}

QStringList GuideBook::pictures() const
{
    return QDir(m_folder + QStringLiteral("/../en/pictures")).entryList({QStringLiteral("*.png")});
}

QString guideFolder(const QString& resourcesDirectory, const QStringList& languages)
{
    const QString guides = resourcesDirectory + QStringLiteral("/guide/");
    for (const QString& language : languages) // "de-AT"
        if (const QString folder = guides + language.section(QLatin1Char('-'), 0, 0);
            QFile::exists(folder + QStringLiteral("/index.md")))
            return folder;
    return guides + QStringLiteral("en");
}

} // namespace ulpscope::ui
