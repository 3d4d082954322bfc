// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/guide_terms.h"

#include "ui/guide/models/catalog_tables.h"
#include "ui/guide/models/markdown_table.h"
#include "ui/shell/catalog_terms.h"

#include <QCoreApplication>
#include <QLocale>

namespace ulpscope::ui {

namespace {

struct GuideTermText
{
    Q_DECLARE_TR_FUNCTIONS(GuideTerms)
};

/// words: ids with spaces between them; "tensor:*" is every term whose id begins so.
QString termTable(const QString& words)
{
    QList<QStringList> rows;
    const auto add = [&](const Term& term) {
        rows += {QStringLiteral("[%1](term:%2)").arg(escapedMarkdown(term.title), term.id),
            escapedMarkdown(term.definition), markdownCode(term.formula)};
    };
    for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        if (word.endsWith(QLatin1Char('*'))) {
            for (const Term& term : glossary().terms())
                if (term.id.startsWith(QStringView(word).chopped(1)))
                    add(term);
        } else if (const Term* term = glossary().find(word)) {
            add(*term);
        } else {
            rows += {word, {}, {}}; // a test names it
        }
    }
    return markdownTable(
        {GuideTermText::tr("number"), GuideTermText::tr("what it is"), GuideTermText::tr("formula")}, rows);
}

QString glossarySections()
{
    QString text;
    for (const Term& term : glossary().terms()) {
        text += QStringLiteral("### %1 {#%2}\n\n%3\n\n")
                    .arg(escapedMarkdown(glossary().label(term)),
                        guideAnchor(QStringLiteral("term:") + term.id),
                        escapedMarkdown(term.definition).replace(QLatin1Char('\n'), QStringLiteral("\n\n")));
        if (!term.formula.isEmpty())
            text += markdownCode(term.formula) + QStringLiteral("\n\n");
        if (!term.source.isEmpty())
            text
                += GuideTermText::tr("Source: %1").arg(escapedMarkdown(term.source)) + QStringLiteral("\n\n");
    }
    return text;
}

} // namespace

GuideBook readGuide(const QString& resourcesDirectory)
{
    const auto table = [&](const QString& name, const QString& words) -> std::optional<QString> {
        if (name == QStringLiteral("terms"))
            return termTable(words);
        if (name == QStringLiteral("glossary"))
            return glossarySections();
        return catalogTable(name, words, resourcesDirectory);
    };
    return GuideBook(guideFolder(resourcesDirectory, QLocale().uiLanguages()), table);
}

} // namespace ulpscope::ui
