// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/catalog_terms.h"

#include "app/io/session/session_keys.h"
#include "engine/base/check.h"
#include "engine/data/dataset_catalog.h"
#include "engine/dtype/block_format.h"
#include "engine/dtype/formats.h"
#include "engine/dtype/overflow_rule.h"
#include "engine/dtype/rounding.h"
#include "engine/kernels/accumulator.h"
#include "engine/layer/layer_catalog.h"
#include "engine/loss/loss_catalog.h"
#include "engine/loss/metric_catalog.h"
#include "engine/optimizer/learning_rate_schedule.h"
#include "engine/optimizer/optimizer_catalog.h"
#include "engine/policy/dtype_policy.h"
#include "engine/policy/overrides.h"
#include "engine/policy/recipe.h"
#include "engine/probe/records.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/stop_condition.h"
#include "ui/forms/parameter_form.h"
#include "ui/guide/models/catalog_tables.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/training/models/headline.h"
#include "ui/training/plot_catalog.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

#include <algorithm>

namespace ulpscope::ui {

namespace {

struct CatalogTermText
{
    Q_DECLARE_TR_FUNCTIONS(CatalogTerms)
};

void addMetrics(std::vector<Term>& terms)
{
    for (const Headline& headline : headlines(nullptr))
        terms.push_back({headline.id, headline.caption, headline.definition});
    for (const PlotRow& row : plotCatalog()) {
        const bool isHeadline = std::any_of(terms.begin(), terms.end(),
            [&](const Term& term) { return term.id == row.id || term.title == row.title; });
        if (!isHeadline)
            terms.push_back({row.id, row.title, row.description});
        for (const SeriesRow& series : row.series)
            if (series.derived) // a metric that no other row has
                terms.push_back({QStringLiteral("smallest_number"), series.label, series.description});
    }
    for (const MetricRow& row : metricCatalog()) {
        const QString title = engineText(row.title);
        terms.push_back({QStringLiteral("tensor:") + toQt(row.name),
            row.unit.empty() ? title : QStringLiteral("%1 (%2)").arg(title, toQt(row.unit)),
            engineText(row.description)});
    }
}

/// Parameters of the same name are one term, which tells their owners apart where these say different things of it.
class ParameterTerms
{
public:
    void add(const QString& owner, const std::vector<ParameterSpec>& parameters)
    {
        for (const ParameterSpec& parameter : parameters) {
            auto found = std::find_if(m_parameters.begin(), m_parameters.end(),
                [&](const Known& k) { return k.name == parameter.name; });
            if (found == m_parameters.end())
                found = m_parameters.insert(m_parameters.end(), {parameter.name, {}});
            const QString text = engineText(parameter.description);
            const auto same = std::find_if(found->meanings.begin(), found->meanings.end(),
                [&](const Meaning& meaning) { return meaning.text == text; });
            if (same == found->meanings.end())
                found->meanings.push_back({text, {owner}});
            else if (!same->owners.contains(owner))
                same->owners += owner;
        }
    }

    std::vector<Term> terms() const
    {
        std::vector<Term> terms;
        for (const Known& parameter : m_parameters) {
            QStringList lines;
            for (const Meaning& meaning : parameter.meanings)
                lines += parameter.meanings.size() == 1
                    ? meaning.text
                    : QStringLiteral("%1: %2").arg(meaning.owners.join(QStringLiteral(", ")), meaning.text);
            terms.push_back(
                {toQt(parameter.name), parameterLabel(parameter.name), lines.join(QLatin1Char('\n'))});
        }
        return terms;
    }

private:
    struct Meaning
    {
        QString text;
        QStringList owners;
    };
    struct Known
    {
        std::string name;
        std::vector<Meaning> meanings;
    };
    std::vector<Known> m_parameters;
};

/// The rows of a catalog of classes, and their parameters.
template <class Row>
void addClasses(std::vector<Term>& terms, ParameterTerms& parameters, std::span<const Row> rows,
    const QString& kind, const QString& source, const QString& about)
{
    for (const Row& row : rows) {
        const QString name = toQt(row.name);
        terms.push_back({QStringLiteral("%1:%2").arg(kind, name), name, engineText(row.description), {},
            source.isEmpty() ? QString() : QStringLiteral("%1.%2").arg(source, name), {about}});
        parameters.add(name, row.parameters);
    }
}

/// A format in a sentence, from its row.
QString formatText(const Format& format)
{
    if (format.encoding == Encoding::FixedPoint)
        return CatalogTermText::tr("%1 bits: whole multiples of %2, from %3 to %4.")
            .arg(format.bits())
            .arg(powerText(2, -format.fractionBits()), shortNumber(format.lowest()),
                shortNumber(format.maxFinite()));
    QStringList kinds;
    kinds += format.hasInfinity() ? CatalogTermText::tr("infinity") : CatalogTermText::tr("no infinity");
    kinds += format.hasNan() ? CatalogTermText::tr("NaN") : CatalogTermText::tr("no NaN");
    QString text
        = CatalogTermText::tr("%1 bits: %2 of exponent, %3 of mantissa. Largest %4, smallest normal %5")
              .arg(format.bits())
              .arg(format.exponentBits)
              .arg(format.mantissaBits)
              .arg(shortNumber(format.maxFinite()), powerText(2, format.minExponent()));
    if (format.hasZero && format.mantissaBits > 0)
        text += CatalogTermText::tr(", smallest %1")
                    .arg(powerText(2, format.minExponent() - format.mantissaBits));
    return text + CatalogTermText::tr("; %1.").arg(kinds.join(CatalogTermText::tr(", ")));
}

void addFormats(std::vector<Term>& terms)
{
    const QStringList about{QStringLiteral("number_format"), QStringLiteral("ulp")};
    for (const Format& format : formats())
        terms.push_back({QStringLiteral("format:") + toQt(format.name), toQt(format.name), formatText(format),
            {}, toQt(format.source), about});
    for (const FormatFamily& family : formatFamilies())
        terms.push_back({QStringLiteral("format:") + toQt(family.pattern), toQt(family.pattern),
            engineText(family.summary), CatalogTermText::tr("Example: %1").arg(toQt(family.example)),
            toQt(family.source), about});
    for (const BlockFormat& format : blockFormats())
        terms.push_back({QStringLiteral("format:") + toQt(format.name), toQt(format.name),
            engineText(format.summary), {}, toQt(format.source), {QStringLiteral("block_scaling")}});
    for (const ScaleRuleRow& rule : scaleRules())
        terms.push_back({QStringLiteral("scale_rule:") + toQt(rule.name), toQt(rule.name),
            CatalogTermText::tr(
                "How a block's scale comes from its largest magnitude. Of zeros: %1. Of what is not finite: %2.")
                .arg(engineText(rule.zero), engineText(rule.nonFinite)),
            toQt(rule.formula), toQt(rule.source), {QStringLiteral("block_scaling")}});
    for (const OverflowRule& rule : overflowRules())
        terms.push_back({QStringLiteral("overflow_rule:") + toQt(rule.name), toQt(rule.name),
            engineText(rule.summary), {}, toQt(rule.source), {QStringLiteral("overflow_rule")}});
    for (const RoundingModeRow& mode : roundingModes())
        terms.push_back({QStringLiteral("rounding:") + toQt(mode.name), toQt(mode.name),
            engineText(mode.summary), {}, {}, {QStringLiteral("rounding")}});
}

void addAccumulators(std::vector<Term>& terms)
{
    const QStringList about{QStringLiteral("accumulator")};
    for (const AccumulatorRow& row : accumulatorRows())
        terms.push_back(
            {QStringLiteral("accumulator:") + toQt(row.pattern), toQt(row.pattern), engineText(row.summary),
                row.example == row.pattern ? QString()
                                           : CatalogTermText::tr("Example: %1").arg(toQt(row.example)),
                toQt(row.source), about});
}

void addPolicies(std::vector<Term>& terms)
{
    for (const std::string& name : commonPolicyNames()) {
        const DTypePolicy policy = *getPolicy(name);
        QString text = CatalogTermText::tr("Computes in %1, stores weights in %2.")
                           .arg(toQt(policy.computeDtype), toQt(policy.variableDtype));
        if (policy.isQuantized())
            text += CatalogTermText::tr(" Quantized: %1.").arg(toQt(policy.quantizationMode));
        terms.push_back({QStringLiteral("policy:") + toQt(name), toQt(name), text, {},
            QStringLiteral("keras.dtype_policies.") + toQt(className(policy.policyClass)),
            {QStringLiteral("dtype_policy")}});
    }
}

void addSettings(std::vector<Term>& terms)
{
    for (const NumericsOverrideRow& setting : numericsOverrides())
        terms.push_back({QStringLiteral("knob:") + toQt(setting.path), engineText(setting.title),
            engineText(setting.description), {}, {}, {QStringLiteral("numerics")}});
    for (const StopCondition& condition : stopConditionCatalog())
        terms.push_back({QStringLiteral("until:") + toQt(condition.name), engineText(condition.title),
            engineText(condition.description), {}, {}, {QStringLiteral("run_until")}});
    for (const TestMetric& metric : testMetricCatalog())
        terms.push_back({QStringLiteral("metric:") + toQt(metric.name), toQt(metric.name),
            engineText(metric.description)});
}

} // namespace

std::vector<Term> writtenTerms()
{
    std::vector<Term> terms;
    QFile file(QStringLiteral(":/glossary.json"));
    check(file.open(QIODevice::ReadOnly), "[writtenTerms] a file of the program's own");
    for (const QJsonValue& row : QJsonDocument::fromJson(file.readAll()).array()) {
        const auto member = [&row](const char* key) { return row[QLatin1String(key)].toString(); };
        const auto shown = [&member](const char* key) {
            const QString text = member(key);
            return text.isEmpty() ? text
                                  : QCoreApplication::translate("WrittenTerm", text.toUtf8().constData());
        };
        terms.push_back({member("id"), shown("title"), shown("definition"), member("formula"),
            member("source"), member("see").split(QLatin1Char(' '), Qt::SkipEmptyParts)});
    }
    return terms;
}

std::vector<Term> catalogTerms()
{
    std::vector<Term> terms;
    ParameterTerms parameters;
    addMetrics(terms);
    const auto id = [](const char* text) { return QString::fromLatin1(text); };
    addClasses(terms, parameters, layerCatalog(), id("layer"), {}, id("layer_class"));
    addClasses(
        terms, parameters, optimizerCatalog(), id("optimizer"), id("keras.optimizers"), id("optimizer"));
    addClasses(terms, parameters, scheduleCatalog(), id("schedule"), {}, id("schedule"));
    addClasses(terms, parameters, lossCatalog(), id("loss"), {}, id("loss_function"));
    addClasses(terms, parameters, datasetCatalog(), id("data"), {}, id("data"));
    addClasses(terms, parameters, lossScaleCatalog(), id("loss_scale"), {}, id("loss_scale"));
    for (const RecipeClass& row : recipeCatalog()) {
        terms.push_back({QStringLiteral("recipe:") + toQt(row.name), toQt(row.name),
            engineText(row.description), {}, toQt(row.source), {QStringLiteral("recipe")}});
        parameters.add(toQt(row.name), row.parameters);
    }
    parameters.add(CatalogTermText::tr("session"), sessionParameters());
    parameters.add(CatalogTermText::tr("training"), trainingParameters());
    parameters.add(CatalogTermText::tr("policies"), policyParameters());
    parameters.add(CatalogTermText::tr("probes"), probeParameters());
    for (Term& term : parameters.terms()) {
        term.id.prepend(QStringLiteral("parameter:"));
        terms.push_back(std::move(term));
    }
    addFormats(terms);
    addAccumulators(terms);
    addPolicies(terms);
    addSettings(terms);
    return terms;
}

const Glossary& glossary()
{
    static const Glossary all = [] {
        std::vector<Term> terms = writtenTerms();
        for (Term& term : catalogTerms())
            terms.push_back(std::move(term));
        return Glossary(std::move(terms));
    }();
    return all;
}

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
