// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/models/catalog_tables.h"

#include "app/desktop/resources.h"
#include "app/io/exports/export_catalog.h"
#include "app/io/session/session_keys.h"
#include "app/judge/runs/severity.h"
#include "engine/base/catalog.h"
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
#include "engine/policy/policy_family.h"
#include "engine/policy/recipe.h"
#include "engine/probe/records.h"
#include "engine/scaling/loss_scale.h"
#include "engine/session/stop_condition.h"
#include "engine/session/watch.h"
#include "engine/tensor/arithmetic_rules.h"
#include "ui/guide/models/markdown_table.h"
#include "ui/lessons/models/lesson_shelf.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/runs/models/sweep_overrides.h"

#include <QCoreApplication>
#include <QFile>

namespace ulpscope::ui {

namespace {

struct GuideTable
{
    Q_DECLARE_TR_FUNCTIONS(GuideTable)
};

struct TableSource
{
    QString words;
    QString resources;
};

QString said(std::string_view text)
{
    return escapedMarkdown(engineText(text));
}

QString code(std::string_view text)
{
    return markdownCode(toQt(text));
}

/// Name and description, of rows that have both.
template <class Rows>
QString describedTable(const QString& title, const Rows& rows)
{
    QList<QStringList> cells;
    for (const auto& row : rows)
        cells += {code(row.name), said(row.description)};
    return markdownTable({title, GuideTable::tr("what it is")}, cells);
}

QString formatTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const Format& format : formats())
        rows += {code(format.name), QString::number(format.bits()),
            QStringLiteral("%1 + %2").arg(format.exponentBits).arg(format.mantissaBits),
            shortNumber(format.maxFinite(), 6), shortNumber(format.minNormal(), 4),
            shortNumber(format.minSubnormal(), 4), shortNumber(format.epsilon(), 4),
            format.hasInfinity()  ? GuideTable::tr("infinity, NaN")
                : format.hasNan() ? GuideTable::tr("NaN")
                                  : GuideTable::tr("neither")};
    return markdownTable(
        {GuideTable::tr("format"), GuideTable::tr("bits"), GuideTable::tr("exponent + mantissa"),
            GuideTable::tr("largest"), GuideTable::tr("smallest normal"), GuideTable::tr("smallest"),
            GuideTable::tr("step after 1"), GuideTable::tr("has")},
        rows);
}

QString familyTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const FormatFamily& family : formatFamilies())
        rows += {code(family.pattern), code(family.example), said(family.summary)};
    return markdownTable(
        {GuideTable::tr("name"), GuideTable::tr("example"), GuideTable::tr("what it is")}, rows);
}

QString blockFormatTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const BlockFormat& format : blockFormats())
        rows += {code(format.name), code(format.element->name), toQt(format.block.text()),
            code(format.scale->name), code(text(format.rule)), said(format.summary)};
    return markdownTable({GuideTable::tr("block format"), GuideTable::tr("element"), GuideTable::tr("block"),
                             GuideTable::tr("scale"), GuideTable::tr("rule"), GuideTable::tr("what it is")},
        rows);
}

QString scaleRuleTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const ScaleRuleRow& rule : scaleRules())
        rows += {code(rule.name), said(rule.formula), said(rule.zero), said(rule.nonFinite)};
    return markdownTable({GuideTable::tr("rule"), GuideTable::tr("scale"), GuideTable::tr("of zeros"),
                             GuideTable::tr("of what is not finite")},
        rows);
}

QString overflowRuleTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const OverflowRule& rule : overflowRules())
        rows += {code(rule.name), said(rule.summary), said(rule.source)};
    return markdownTable(
        {GuideTable::tr("rule"), GuideTable::tr("what it does"), GuideTable::tr("whose")}, rows);
}

QString roundingTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const RoundingModeRow& mode : roundingModes())
        rows += {code(mode.name), code(mode.alias), said(mode.summary)};
    return markdownTable(
        {GuideTable::tr("mode"), GuideTable::tr("short"), GuideTable::tr("what it does")}, rows);
}

QString accumulatorTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const AccumulatorRow& row : accumulatorRows())
        rows += {
            code(row.pattern), row.example == row.pattern ? QString() : code(row.example), said(row.summary)};
    return markdownTable(
        {GuideTable::tr("accumulator"), GuideTable::tr("example"), GuideTable::tr("what it is")}, rows);
}

QString policyTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const std::string& name : commonPolicyNames()) {
        const DTypePolicy policy = *getPolicy(name);
        rows += {
            code(name), code(policy.computeDtype), code(policy.variableDtype), code(policy.quantizationMode)};
    }
    return markdownTable({GuideTable::tr("policy"), GuideTable::tr("computes in"),
                             GuideTable::tr("stores in"), GuideTable::tr("quantized")},
        rows);
}

QString kerasVersionTable(const TableSource&)
{
    QStringList heads{GuideTable::tr("what")};
    for (const std::string& name : kerasVersionNames())
        heads += toQt(kerasName(kerasVersionByName(name)));
    QList<QStringList> rows;
    for (const KerasChangeRow& row : kerasChanges())
        rows += {said(row.what), said(row.release), said(row.head)};
    return markdownTable(heads, rows);
}

QString overrideTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const NumericsOverrideRow& setting : numericsOverrides())
        rows += {code(setting.path), said(setting.title), said(setting.description)};
    return markdownTable(
        {GuideTable::tr("key in numerics"), GuideTable::tr("override"), GuideTable::tr("what it is")}, rows);
}

/// The parameter's name, and what it is where a session does not say it.
QString parameterCell(const ParameterSpec& parameter)
{
    const std::string standard = toText(parameter.defaultValue);
    const bool hasNone = parameter.isRequired || standard == "\"\"";
    return code(hasNone ? parameter.name : parameter.name + " = " + standard);
}

/// Classes with their parameters.
template <class Rows>
QString classTable(const QString& title, const Rows& rows)
{
    QList<QStringList> cells;
    for (const auto& row : rows) {
        QStringList parameters;
        for (const ParameterSpec& parameter : row.parameters)
            parameters += parameterCell(parameter);
        cells += {code(row.name), said(row.description), parameters.join(QStringLiteral(", "))};
    }
    return markdownTable({title, GuideTable::tr("what it is"), GuideTable::tr("parameters")}, cells);
}

QString recipeTable(const TableSource&)
{
    return classTable(GuideTable::tr("recipe"), recipeCatalog());
}

QString lossScaleTable(const TableSource&)
{
    return classTable(GuideTable::tr("loss scale"), lossScaleCatalog());
}

QString layerTable(const TableSource&)
{
    return classTable(GuideTable::tr("layer"), layerCatalog());
}

QString optimizerTable(const TableSource&)
{
    return describedTable(GuideTable::tr("optimizer"), optimizerCatalog());
}

QString scheduleTable(const TableSource&)
{
    return classTable(GuideTable::tr("schedule"), scheduleCatalog());
}

QString lossTable(const TableSource&)
{
    return describedTable(GuideTable::tr("loss"), lossCatalog());
}

QString dataTable(const TableSource&)
{
    return classTable(GuideTable::tr("data"), datasetCatalog());
}

QString testMetricTable(const TableSource&)
{
    return describedTable(GuideTable::tr("number"), testMetricCatalog());
}

QString stopTable(const TableSource&)
{
    return describedTable(GuideTable::tr("condition"), stopConditionCatalog());
}

QString tensorMetricTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const MetricRow& row : metricCatalog())
        rows += {code(row.name), toQt(row.unit), said(row.description)};
    return markdownTable(
        {GuideTable::tr("metric"), GuideTable::tr("unit"), GuideTable::tr("what it is")}, rows);
}

QString watchMetricTable(const TableSource&)
{
    QStringList names;
    for (const NamedMeaning& metric : watchMetrics())
        names += code(metric.name);
    return names.join(QStringLiteral(", ")) + QLatin1Char('\n');
}

QString exportTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const ExportRow& row : exportCatalog())
        rows += {code(row.name), said(row.title), code(row.suffix), said(row.description), said(row.needs)};
    return markdownTable({GuideTable::tr("id"), GuideTable::tr("title"), GuideTable::tr("file"),
                             GuideTable::tr("what it is"), GuideTable::tr("which versions")},
        rows);
}

QString sweepOverrideTable(const TableSource&)
{
    QList<QStringList> rows;
    for (const SweepOverride& setting : sweepOverrides())
        rows += {escapedMarkdown(titleOf(setting)), markdownCode(QString::fromUtf8(setting.values))};
    return markdownTable({GuideTable::tr("setting"), GuideTable::tr("values to begin with")}, rows);
}

/// words: which part of a session.
QString sessionKeyTable(const TableSource& source)
{
    const auto& keys = source.words == QStringLiteral("training") ? trainingParameters()
        : source.words == QStringLiteral("policies")              ? policyParameters()
        : source.words == QStringLiteral("probes")                ? probeParameters()
                                                                  : sessionParameters();
    return describedTable(GuideTable::tr("key"), keys);
}

QString arithmeticTable(const TableSource&)
{
    return describedTable(GuideTable::tr("arithmetic"), arithmeticRules());
}

QString limitTable(const TableSource&)
{
    const auto row = [](const QString& number, SeverityLimits limits, const QString& unit) {
        return QStringList{number, shortNumber(limits.notice) + unit, shortNumber(limits.warning) + unit};
    };
    const QString percent = QStringLiteral(" %");
    return markdownTable(
        {GuideTable::tr("number"), GuideTable::tr("notice from"), GuideTable::tr("warning from")},
        {row(GuideTable::tr("gradients flushed"), kFlushedPercentLimits, percent),
            row(GuideTable::tr("updates lost, weights in float32"), lostPercentLimits(false), percent),
            row(GuideTable::tr("updates lost, weights below float32"), lostPercentLimits(true), percent),
            row(GuideTable::tr("error against float64"), kErrorLimits, {})});
}

/// words: a family of policyFamilyNames().
QString familyFactTable(const TableSource& source)
{
    QList<QStringList> rows;
    for (const FamilyFact& fact : familyFacts(policyFamilyByName(source.words.toStdString())))
        rows += {said(fact.topic), said(fact.sentence)};
    return markdownTable({GuideTable::tr("what"), GuideTable::tr("what happens")}, rows);
}

QString lessonSections(const TableSource& source)
{
    QString text;
    for (const ShelvedLesson& lesson : shelvedLessons(source.resources))
        text += GuideTable::tr("### %1. %2 {#lesson-%3}\n\nNot so: *%4* (%5 min). %6\n\n"
                               "[Start the lesson](lesson:%3), or `ulpscope --lesson %1`.\n\n")
                    .arg(QString::number(lesson.number), escapedMarkdown(lesson.title), lesson.name,
                        escapedMarkdown(lesson.misconception), QString::number(lesson.minutes),
                        escapedMarkdown(toQt(lesson.lesson.hook)));
    return text;
}

QString sceneSections(const TableSource& source)
{
    QString text;
    for (const Scene& scene : findScenes(source.resources))
        text += GuideTable::tr(
            "### %1 {#scene-%2}\n\n%3\n\n[Open the scene](scene:%2), or `ulpscope-cli run %2`.\n\n")
                    .arg(said(scene.title.toStdString()), scene.name, said(scene.description.toStdString()));
    return text;
}

/// A page that lies beside the languages; nothing where there is none. Its headings are one level down here.
QString knownDifferences(const TableSource& source)
{
    QFile file(source.resources + QStringLiteral("/guide/known-differences.md"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    for (QString& line : lines)
        if (line.startsWith(QLatin1Char('#')))
            line.prepend(QLatin1Char('#'));
    return lines.join(QLatin1Char('\n'));
}

struct TableRow
{
    const char* name;
    QString (*markdown)(const TableSource& source);
};

constexpr TableRow kTables[] = {
    {"formats", formatTable},
    {"families", familyTable},
    {"block_formats", blockFormatTable},
    {"scale_rules", scaleRuleTable},
    {"overflow_rules", overflowRuleTable},
    {"rounding_modes", roundingTable},
    {"accumulators", accumulatorTable},
    {"policies", policyTable},
    {"keras_versions", kerasVersionTable},
    {"overrides", overrideTable},
    {"recipes", recipeTable},
    {"loss_scales", lossScaleTable},
    {"layers", layerTable},
    {"optimizers", optimizerTable},
    {"schedules", scheduleTable},
    {"losses", lossTable},
    {"data", dataTable},
    {"test_metrics", testMetricTable},
    {"stops", stopTable},
    {"tensor_metrics", tensorMetricTable},
    {"watch_metrics", watchMetricTable},
    {"exports", exportTable},
    {"arithmetics", arithmeticTable},
    {"sweep_settings", sweepOverrideTable},
    {"session_keys", sessionKeyTable},
    {"limits", limitTable},
    {"family_facts", familyFactTable},
    {"lessons", lessonSections},
    {"scenes", sceneSections},
    {"known_differences", knownDifferences},
};

} // namespace

std::optional<QString> catalogTable(
    const QString& name, const QString& words, const QString& resourcesDirectory)
{
    if (const TableRow* row = findRow<TableRow>(kTables, name.toStdString()))
        return row->markdown({words, resourcesDirectory});
    return {};
}

std::vector<std::string> catalogTableNames()
{
    return catalogNames<TableRow>(kTables);
}

} // namespace ulpscope::ui
