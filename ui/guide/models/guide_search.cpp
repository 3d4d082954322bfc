// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/models/guide_search.h"

#include <QRegularExpression>

#include <algorithm>

namespace ulpscope::ui {

namespace {

constexpr qsizetype kBefore = 40; ///< characters of a snippet before the word
constexpr qsizetype kSnippet = 130;
constexpr int kTitleWeight = 1000; ///< a word in a title counts more than any number of them below it
constexpr int kWholeWeight = 100'000; ///< and a title that is what was typed more than any other

struct RankedHit
{
    int rank = 0;
    GuideHit hit;
};

QString snippetOf(const QString& text, const QStringList& words)
{
    qsizetype first = text.size();
    for (const QString& word : words)
        if (const qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive); at >= 0)
            first = std::min(first, at);
    if (first == text.size())
        first = 0; // the words are in the title
    qsizetype begin = std::max(qsizetype(0), first - kBefore);
    while (begin > 0 && begin < first && !text[begin - 1].isSpace())
        ++begin;
    qsizetype end = std::min(text.size(), begin + kSnippet);
    while (end < text.size() && !text[end].isSpace())
        ++end;
    return (begin > 0 ? QStringLiteral("… ") : QString()) + text.mid(begin, end - begin)
        + (end < text.size() ? QStringLiteral(" …") : QString());
}

/// 0 where a word is missing.
int rankOf(const GuideSection& section, const QStringList& words, const QString& typed)
{
    int rank = section.title.compare(typed, Qt::CaseInsensitive) == 0 ? kWholeWeight
        : section.title.contains(typed, Qt::CaseInsensitive)          ? kTitleWeight
                                                                      : 0;
    for (const QString& word : words) {
        const auto inTitle = section.title.count(word, Qt::CaseInsensitive);
        const auto below = section.text.count(word, Qt::CaseInsensitive);
        if (inTitle + below == 0)
            return 0;
        rank += inTitle > 0 ? kTitleWeight : std::min(int(below), kTitleWeight - 1);
    }
    return rank;
}

} // namespace

QStringList guideWords(const QString& typed)
{
    static const QRegularExpression word(QStringLiteral("\"([^\"]+)\"|([^\\s\"]+)"));
    QStringList words;
    for (auto matches = word.globalMatch(typed.toLower()); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const QString found
            = match.captured(1).isEmpty() ? match.captured(2) : match.captured(1).simplified();
        if (!found.isEmpty())
            words += found;
    }
    return words;
}

QList<GuideHit> searchGuide(const GuideBook& book, const QString& typed)
{
    const QStringList words = guideWords(typed);
    if (words.isEmpty())
        return {};
    QList<RankedHit> found;
    for (const GuideChapter& chapter : book.chapters())
        for (const GuideSection& section : chapter.sections)
            if (const int rank = rankOf(section, words, typed.simplified()); rank > 0)
                found.append({rank,
                    {chapter.name + QLatin1Char('#') + section.id, chapter.title, section.title,
                        snippetOf(section.text, words)}});
    std::stable_sort(
        found.begin(), found.end(), [](const RankedHit& a, const RankedHit& b) { return a.rank > b.rank; });
    QList<GuideHit> hits;
    for (RankedHit& each : found)
        hits.append(std::move(each.hit));
    return hits;
}

} // namespace ulpscope::ui
