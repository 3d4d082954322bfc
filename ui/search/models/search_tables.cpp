// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/models/search_tables.h"

#include "ui/look/models/display_text.h"
#include "ui/search/models/search_text.h"

#include <QCoreApplication>

namespace ulpscope::ui {

namespace {

struct SearchTable
{
    Q_DECLARE_TR_FUNCTIONS(SearchTable)
};

} // namespace

std::vector<LayerFinding> findingsOf(const SearchAnswer& answer)
{
    std::vector<LayerFinding> findings;
    if (!answer.assignment)
        return findings;
    for (std::size_t layer = 0; layer < answer.assignment->size(); ++layer) {
        LayerFinding finding{layer, (*answer.assignment)[layer]};
        for (const CertificateRow& row : answer.certificate)
            if (row.choice.layer == layer && (finding.refuted == nullptr || row.cost < finding.refuted->cost))
                finding.refuted = &row;
        findings.push_back(finding);
    }
    return findings;
}

MetricTable findingsTable(const SearchQuestion& question, const SearchAnswer& answer)
{
    MetricTable table{
        .columns = {{SearchTable::tr("Layer"), SearchTable::tr("Its path"), false},
            {SearchTable::tr("Chosen"), SearchTable::tr("The policy that the search found for it"), false},
            {SearchTable::tr("Cheapest that fails"),
                SearchTable::tr("The cheapest other policy that was run there, all else as it was found"),
                false},
            {SearchTable::tr("How it fails"),
                SearchTable::tr("The number that breaks the budget, and under which seed"), false}},
        .rows = {}};
    const SearchSpace& space = question.space;
    for (const LayerFinding& finding : findingsOf(answer)) {
        const bool isLayer = finding.layer < space.layers.size();
        MetricTableRow row{
            .cells = {isLayer ? toQt(space.layers[finding.layer].name) : SearchTable::tr("loss scale"),
                toQt(space.choiceName(finding.layer, finding.policy))},
            .dtype = isLayer ? toQt(space.entries[finding.policy].policy.computeDtype) : QString()};
        if (finding.refuted != nullptr) {
            const Refutation& refutation = finding.refuted->refutation;
            const QString how = readingText(question, refutation.clause, refutation.seed, refutation.reading);
            row.cells << toQt(space.entries[finding.refuted->choice.policy].name)
                      << SearchTable::tr("%1 %2, limit %3, seed %4")
                             .arg(toQt(question.budget.clauses[refutation.clause].key->name),
                                 numberText(refutation.reading.value), numberText(refutation.reading.limit))
                             .arg(refutation.seed);
            row.tip = SearchTable::tr("%1. A double click or Return trains that run and shows it.").arg(how);
        } else {
            row.cells << QStringLiteral("–")
                      << (answer.isMinimal || !isLayer ? SearchTable::tr("no change here is cheaper")
                                                       : SearchTable::tr("not run yet"));
            row.tip = SearchTable::tr("A double click or Return trains the answer and shows it.");
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace ulpscope::ui
