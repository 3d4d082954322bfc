// SPDX-License-Identifier: GPL-3.0-or-later
// The glossary: an entry for each term of the window, found by its id, its title, or a typed text.
#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <QStringList>

#include <vector>

namespace ulpscope::ui {

struct Term
{
    QString id; ///< "loss_scale"
    QString title; ///< "Loss scale"
    QString definition;
    QString formula = {}; ///< plain text; empty where there is none
    QString source = {}; ///< paper, specification or Keras' name; empty for this program's own words
    QStringList seeAlso = {}; ///< ids
};

class Glossary
{
public:
    /// Where terms share an id, the first one's texts count; where it has none, those of the next.
    explicit Glossary(std::vector<Term> terms);

    /// The terms, sorted by title.
    const std::vector<Term>& terms() const { return m_terms; }
    /// nullptr when there is none.
    const Term* find(const QString& id) const;
    /// By its title, whatever its case; nullptr when there is none.
    const Term* named(const QString& title) const;
    /// Titles that begin with the text, then those that contain it, then other terms that speak of it. All without a text.
    std::vector<const Term*> search(const QString& text) const;

    /// Title of the term, with its kind if another term has the same title: "float16 (policy)".
    QString label(const Term& term) const;
    /// A term as rich text: definition, formula, source, and what else to see as links to ids.
    QString page(const Term& term) const;

private:
    std::vector<Term> m_terms;
    QHash<QString, std::size_t> m_byId;
    QHash<QString, std::size_t> m_byTitle; ///< terms by their titles in lower case
    QSet<QString> m_sharedTitles;
};

} // namespace ulpscope::ui
