// SPDX-License-Identifier: GPL-3.0-or-later
// What a document for readers of the source may say and how long it may be. Plain text in, sentences out.
#pragma once

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QString>
#include <QStringList>

namespace ulpscope::architecture {

using namespace Qt::StringLiterals;

/// Largest number of words and lines that a document may have. 0 lines means any number.
struct DocumentLimit
{
    QString path;
    qsizetype words = 0;
    qsizetype lines = 0;
};

inline QString lengthTrouble(const DocumentLimit& limit, const QString& text)
{
    const qsizetype words = text.simplified().count(u' ') + 1;
    const qsizetype lines = text.count(u'\n');
    if (words > limit.words)
        return u"%1 has %2 words of at most %3"_s.arg(limit.path).arg(words).arg(limit.words);
    if (limit.lines > 0 && lines > limit.lines)
        return u"%1 has %2 lines of at most %3"_s.arg(limit.path).arg(lines).arg(limit.lines);
    return {};
}

/// The text without its code: blocks between fences, and what stands in backticks.
inline QString proseOf(const QString& text)
{
    static const QRegularExpression code(u"^```.*?^```|`[^`\\n]*`"_s,
        QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    return QString(text).remove(code);
}

/// The blocks between fences, in their order.
inline QStringList codeBlocksOf(const QString& text)
{
    static const QRegularExpression block(u"^```[^\\n]*\\n(.*?)^```"_s,
        QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    QStringList blocks;
    for (auto matches = block.globalMatch(text); matches.hasNext();)
        blocks += matches.next().captured(1);
    return blocks;
}

/// Where links and pictures of a document lead, as they are written.
inline QStringList linksOf(const QString& text)
{
    static const QRegularExpression link(u"\\]\\(([^)\\s]+)\\)"_s);
    QStringList links;
    for (auto matches = link.globalMatch(proseOf(text)); matches.hasNext();)
        links += matches.next().captured(1);
    return links;
}

/// Whether `text` has a heading of that id: "{#id}" behind it, or its words in lower case with '-' between them.
inline bool hasHeading(const QString& text, const QString& id)
{
    static const QRegularExpression heading(
        u"^#+ +(.*?)(?: \\{#([\\w-]+)\\})?$"_s, QRegularExpression::MultilineOption);
    static const QRegularExpression mark(u"[^\\w -]"_s);
    for (auto matches = heading.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        if (match.captured(2) == id || match.captured(1).toLower().remove(mark).replace(u' ', u'-') == id)
            return true;
    }
    return false;
}

/// Numbers that a text states of a catalog, such as "14 formats". They are true until the next row, and the
/// program prints them anyway.
inline QStringList statedCounts(const QString& text)
{
    static const QRegularExpression count(
        u"\\b(\\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|dozen)[ \\n]+"
        u"((?:\\w+[ \\n]+)?(?:formats|layer classes|kinds of layers|optimizers|losses|schedules|loss scales|recipes|exports|"
        u"accumulators|overflow rules|rounding modes|scenes|lessons|commands|chapters|tables|rooms|plots|presets|tests))\\b"_s,
        QRegularExpression::CaseInsensitiveOption);
    QStringList found;
    for (auto matches = count.globalMatch(proseOf(text)); matches.hasNext();)
        found += matches.next().captured().simplified();
    return found;
}

} // namespace ulpscope::architecture
