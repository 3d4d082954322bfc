// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search/models/search_report.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/search/models/search_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ulpscope::ui {

namespace {

struct SearchReport
{
    Q_DECLARE_TR_FUNCTIONS(SearchReport)
};

constexpr double kHundred = 100;

/// Escapes text for a cell or a line, so that none of it is read as Markdown.
QString plain(const QString& text)
{
    QString escaped;
    for (const QChar c : text)
        escaped += QStringLiteral("\\`*_{}[]<>()#+-!|~&").contains(c) ? QLatin1Char('\\') + QString(c)
                                                                      : QString(c);
    return escaped;
}

QString rowOf(const QStringList& cells)
{
    return QStringLiteral("| %1 |\n").arg(cells.join(QStringLiteral(" | ")));
}

QString headOf(const QStringList& titles)
{
    return rowOf(titles) + rowOf(QStringList(titles.size(), QStringLiteral("---")));
}

QString questionPart(const SearchQuestion& question, std::string_view kernelLevel)
{
    const SearchSpace& space = question.space;
    QStringList menu;
    for (std::size_t i = 0; i < space.menu; ++i)
        menu += plain(toQt(space.entries[i].name));
    QStringList seeds;
    for (const std::uint64_t seed : question.seeds)
        seeds += QString::number(seed);
    QString text = headOf({SearchReport::tr("Asked"), QString()});
    const auto line = [&](const QString& what, const QString& value) { text += rowOf({what, value}); };
    line(SearchReport::tr("Session"), plain(engineText(space.session.title)));
    line(SearchReport::tr("Policies"), menu.join(QStringLiteral(", ")));
    if (!space.lossScales.empty()) {
        QStringList lossScales;
        for (std::size_t i = 0; i < space.lossScaleMenu; ++i)
            lossScales += plain(toQt(space.lossScales[i].name));
        line(SearchReport::tr("Loss scales"), lossScales.join(QStringLiteral(", ")));
    }
    line(SearchReport::tr("Layers"), countText(std::int64_t(space.layers.size())));
    line(SearchReport::tr("Budget"), plain(toQt(question.budget.text)));
    line(SearchReport::tr("As few as possible"), costTitle(question.cost));
    line(SearchReport::tr("Seeds"), seeds.join(QStringLiteral(", ")));
    line(SearchReport::tr("Steps of a run"), countText(space.session.training.steps));
    line(SearchReport::tr("Computed by"),
        QStringLiteral("Ulpscope " ULPSCOPE_VERSION ", ") + plain(toQt(kernelLevel)));
    return text;
}

QString float32Part(const SearchQuestion& question, const SearchAnswer& answer)
{
    QString text = headOf({SearchReport::tr("Condition"), SearchReport::tr("float32, least"),
        SearchReport::tr("float32, largest"), SearchReport::tr("Spread over the seeds (%)")});
    for (std::size_t i = 0; i < answer.float32.size(); ++i)
        text += rowOf({plain(toQt(question.budget.clauses[i].text)), numberText(answer.float32[i].least(), 6),
            numberText(answer.float32[i].largest(), 6),
            numberText(kHundred * answer.float32[i].widest.relative())});
    return text;
}

QString answerPart(const SearchQuestion& question, const SearchAnswer& answer)
{
    const SearchSpace& space = question.space;
    QString text = headOf({SearchReport::tr("Layer"), SearchReport::tr("Chosen")});
    for (std::size_t i = 0; i < space.layers.size(); ++i)
        text += rowOf(
            {plain(toQt(space.layers[i].name)), plain(toQt(space.entries[(*answer.assignment)[i]].name))});
    if (!space.lossScales.empty())
        text += rowOf({SearchReport::tr("loss scale"),
            plain(toQt(space.lossScales[space.lossScaleOf(*answer.assignment)].name))});
    return text;
}

QString certificatePart(const SearchQuestion& question, const SearchAnswer& answer)
{
    const SearchSpace& space = question.space;
    QString text = headOf({SearchReport::tr("Layer"), SearchReport::tr("Cheaper policy"),
        SearchReport::tr("How it fails"), SearchReport::tr("Run")});
    for (const CertificateRow& row : answer.certificate)
        text += rowOf({plain(toQt(space.layers[row.choice.layer].name)),
            plain(toQt(space.entries[row.choice.policy].name)),
            plain(readingText(question, row.refutation.clause, row.refutation.seed, row.refutation.reading)),
            QStringLiteral("`%1`").arg(toQt(row.refutation.run))});
    return text;
}

QString frontPart(const SearchQuestion& question, const SearchAnswer& answer)
{
    QString text = headOf({SearchReport::tr("Policies"), SearchReport::tr("Cost, predicted"),
        SearchReport::tr("Cost"), SearchReport::tr("Budget used, predicted (%)"),
        SearchReport::tr("Measured (%)"), SearchReport::tr("Keeps it"), SearchReport::tr("On the front")});
    for (const FrontPoint& point : answer.front)
        text += rowOf({plain(assignmentText(question.space, point.assignment)),
            numberText(point.predictedCost, 6), numberText(point.cost, 6),
            numberText(kHundred * point.predictedUse), numberText(kHundred * point.verdict.use),
            point.verdict.holds() ? SearchReport::tr("yes") : SearchReport::tr("no"),
            point.isMeasured && point.isPredicted ? SearchReport::tr("predicted and measured")
                : point.isMeasured                ? SearchReport::tr("measured")
                                                  : SearchReport::tr("predicted")});
    return text;
}

/// Ranks from 1 on; equal values share the mean of their ranks.
std::vector<double> ranksOf(const std::vector<double>& values)
{
    std::vector<double> ranks;
    for (const double value : values) {
        const auto less = std::ranges::count_if(values, [&](double other) { return other < value; });
        const auto same = std::ranges::count(values, value);
        ranks.push_back(double(less) + (double(same) + 1) / 2);
    }
    return ranks;
}

struct SearchTable
{
    Q_DECLARE_TR_FUNCTIONS(SearchTable)
};

} // namespace

std::optional<double> frontCorrelation(const std::vector<FrontPoint>& front)
{
    std::vector<double> predicted;
    std::vector<double> measured;
    for (const FrontPoint& point : front)
        if (std::isfinite(point.predictedUse) && std::isfinite(point.verdict.use)) {
            predicted.push_back(point.predictedUse);
            measured.push_back(point.verdict.use);
        }
    if (predicted.size() < 3)
        return std::nullopt;
    const std::vector<double> a = ranksOf(predicted);
    const std::vector<double> b = ranksOf(measured);
    const double mean = (double(a.size()) + 1) / 2; // the mean of all ranks
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - mean) * (b[i] - mean);
        aa += (a[i] - mean) * (a[i] - mean);
        bb += (b[i] - mean) * (b[i] - mean);
    }
    return aa > 0 && bb > 0 ? std::optional(ab / std::sqrt(aa * bb)) : std::nullopt;
}

QString searchReport(const SearchQuestion& question, const SearchAnswer& answer, std::string_view kernelLevel)
{
    const auto part = [](const QString& title, const QString& text) {
        return QStringLiteral("\n## %1\n\n%2").arg(title, text);
    };
    const SearchOutcome outcome = outcomeOf(question, answer, true);
    QString text = QStringLiteral("# %1\n\n**%2** %3\n\n")
                       .arg(SearchReport::tr("The cheapest policies within a budget"),
                           plain(outcome.headline), plain(outcome.detail));
    text += questionPart(question, kernelLevel);
    if (answer.assignment) {
        text += part(SearchReport::tr("The answer"), answerPart(question, answer));
        text += part(SearchReport::tr("What refutes each cheaper change"),
            answer.certificate.empty() ? SearchReport::tr("No single change is cheaper.") + QLatin1Char('\n')
                                       : certificatePart(question, answer));
    }
    text += part(SearchReport::tr("float32 under the seeds"), float32Part(question, answer));
    if (!answer.front.empty()) {
        text += part(SearchReport::tr("The front"),
            QStringLiteral("![%1](%2)\n\n").arg(SearchReport::tr("What was tried"), kReportPicture));
        if (const std::optional<double> rank = frontCorrelation(answer.front))
            text += SearchReport::tr("Rank correlation of predicted and measured use: %1.")
                        .arg(numberText(*rank))
                + QStringLiteral("\n\n");
        text += frontPart(question, answer);
    }
    text += QLatin1Char('\n')
        + SearchReport::tr("%1 runs were trained or looked up; the answer was found after %2 of them.")
              .arg(answer.runs)
              .arg(answer.runsToAnswer)
        + QLatin1Char('\n');
    return text;
}

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
