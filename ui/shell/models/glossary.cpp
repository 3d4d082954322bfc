// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/models/glossary.h"

#include <QCoreApplication>

#include <algorithm>

namespace ulpscope::ui {

namespace {

struct GlossaryText
{
    Q_DECLARE_TR_FUNCTIONS(Glossary)
};

void fillIn(Term& term, const Term& other)
{
    for (QString Term::*text : {&Term::title, &Term::definition, &Term::formula, &Term::source})
        if ((term.*text).isEmpty())
            term.*text = other.*text;
    if (term.seeAlso.isEmpty())
        term.seeAlso = other.seeAlso;
}

QString paragraph(const QString& html)
{
    return QStringLiteral("<p>%1</p>").arg(html);
}

} // namespace

Glossary::Glossary(std::vector<Term> terms)
{
    for (Term& term : terms) {
        const auto known = m_byId.constFind(term.id);
        if (known != m_byId.constEnd()) {
            fillIn(m_terms[*known], term);
            continue;
        }
        m_byId.insert(term.id, m_terms.size());
        m_terms.push_back(std::move(term));
    }
    std::stable_sort(m_terms.begin(), m_terms.end(),
        [](const Term& a, const Term& b) { return a.title.localeAwareCompare(b.title) < 0; });
    for (std::size_t i = 0; i < m_terms.size(); ++i) {
        m_byId[m_terms[i].id] = i;
        const QString title = m_terms[i].title.toLower();
        if (m_byTitle.contains(title))
            m_sharedTitles += title;
        else
            m_byTitle.insert(title, i);
    }
}

const Term* Glossary::find(const QString& id) const
{
    const auto found = m_byId.constFind(id);
    return found == m_byId.constEnd() ? nullptr : &m_terms[*found];
}

const Term* Glossary::named(const QString& title) const
{
    const auto found = m_byTitle.constFind(title.toLower());
    return found == m_byTitle.constEnd() ? nullptr : &m_terms[*found];
}

std::vector<const Term*> Glossary::search(const QString& text) const
{
    const QString wanted = text.trimmed();
    std::vector<const Term*> found;
    const auto add = [&](const auto& fits) {
        for (const Term& term : m_terms)
            if (fits(term) && std::find(found.begin(), found.end(), &term) == found.end())
                found.push_back(&term);
    };
    add([&](const Term& term) { return term.title.startsWith(wanted, Qt::CaseInsensitive); });
    add([&](const Term& term) { return term.title.contains(wanted, Qt::CaseInsensitive); });
    add([&](const Term& term) {
        return term.definition.contains(wanted, Qt::CaseInsensitive)
            || term.source.contains(wanted, Qt::CaseInsensitive);
    });
    return found;
}

QString Glossary::label(const Term& term) const
{
    const QString kind = term.id.section(QLatin1Char(':'), 0, -2).replace(QLatin1Char('_'), QLatin1Char(' '));
    return kind.isEmpty() || !m_sharedTitles.contains(term.title.toLower())
        ? term.title
        : QStringLiteral("%1 (%2)").arg(term.title, kind);
}

QString Glossary::page(const Term& term) const
{
    QString html
        = paragraph(term.definition.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>")));
    if (!term.formula.isEmpty())
        html += paragraph(QStringLiteral("<i>%1</i>").arg(term.formula.toHtmlEscaped()));
    if (!term.source.isEmpty())
        html += paragraph(GlossaryText::tr("Source: %1").arg(term.source.toHtmlEscaped()));
    QStringList links;
    for (const QString& id : term.seeAlso)
        if (const Term* other = find(id))
            links += QStringLiteral("<a href=\"%1\">%2</a>")
                         .arg(id.toHtmlEscaped(), other->title.toHtmlEscaped());
    if (!links.isEmpty())
        html += paragraph(GlossaryText::tr("See also: %1").arg(links.join(QStringLiteral(", "))));
    return html;
}

} // namespace ulpscope::ui
