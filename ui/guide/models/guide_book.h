// SPDX-License-Identifier: GPL-3.0-or-later
// The user's guide: chapters of Markdown in a folder, in the order in which its index.md links to them, as HTML. What the
// program knows by itself is not typed: a line {{formats}} is a table made when the guide is read.
#pragma once

#include <QList>
#include <QString>

#include <functional>
#include <optional>

namespace ulpscope::ui {

/// Text for a line {{name words}}; empty: there is no such table.
using GuideTables = std::function<std::optional<QString>(const QString& name, const QString& words)>;

/// A heading and what is below it, up to the next one.
struct GuideSection
{
    QString id; ///< anchor, "run-bar"; "## The run bar {#run-bar}" keeps it the same in every language
    QString title;
    int level = 1;
    QString text; ///< plain, without the heading
};

struct GuideChapter
{
    QString name; ///< the file's name, "formats"
    QString title;
    QString markdown; ///< the chapter's text, with its tables
    QString html; ///< body of the page
    QList<GuideSection> sections; ///< the first is the chapter's title
};

class GuideBook
{
public:
    GuideBook() = default;
    /// Files that cannot be read are left out, and tables that are not known stay as they are written: tests name them.
    GuideBook(const QString& folder, const GuideTables& tables);

    const QString& folder() const { return m_folder; }
    /// Path of a file that chapters name, "pictures/tour.png": the language's own, or else the English guide's.
    QString pathOf(const QString& name) const;
    /// File names of all pictures: "tour.png".
    QStringList pictures() const;
    /// index first.
    const QList<GuideChapter>& chapters() const { return m_chapters; }
    /// nullptr where there is none.
    const GuideChapter* find(const QString& name) const;
    /// The section of "formats#rounding" or "formats"; nullptr where there is none.
    const GuideSection* findPlace(const QString& place) const;

private:
    QString m_folder;
    QList<GuideChapter> m_chapters;
};

/// Where an address that is no file leads within the guide: "term:ulp" is "glossary#term-ulp"; lessons and scenes likewise. Empty for others.
QString guidePlaceOf(const QString& address);
/// The anchor without its chapter, "term-ulp", for generated headings.
QString guideAnchor(const QString& address);

/// The chapter's HTML with every link's address replaced by `to(address)`; for an empty result only the text stays.
QString withGuideLinks(const QString& html, const std::function<QString(const QString& address)>& to);

/// Folder of the guide in the first of these languages that exists, otherwise in English: resources/guide/en.
QString guideFolder(const QString& resourcesDirectory, const QStringList& languages);

} // namespace ulpscope::ui
