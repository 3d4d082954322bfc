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
#include "ui/lessons/models/lesson_progress.h"
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

/// cells: what a row has under each title.
template <class Rows, class Cells>
QString tableOf(const QStringList& titles, const Rows& rows, const Cells& cells)
{
    QList<QStringList> all;
    for (const auto& row : rows)
        all += cells(row);
    return markdownTable(titles, all);
}

/// Name and description, of rows that have both.
template <class Rows>
QString describedTable(const QString& title, const Rows& rows)
{
    return tableOf({title, GuideTable::tr("what it is")}, rows, [](const auto& row) {
        return QStringList{code(row.name), said(row.description)};
    });
}

QString formatTable(const TableSource&)
{
    return tableOf({GuideTable::tr("format"), GuideTable::tr("bits"), GuideTable::tr("exponent + mantissa"),
                       GuideTable::tr("largest"), GuideTable::tr("smallest normal"),
                       GuideTable::tr("smallest"), GuideTable::tr("step after 1"), GuideTable::tr("has")},
        formats(), [](const Format& format) {
            return QStringList{code(format.name), QString::number(format.bits()),
                QStringLiteral("%1 + %2").arg(format.exponentBits).arg(format.mantissaBits),
                shortNumber(format.maxFinite(), 6), shortNumber(format.minNormal(), 4),
                shortNumber(format.minSubnormal(), 4), shortNumber(format.epsilon(), 4),
                format.hasInfinity()  ? GuideTable::tr("infinity, NaN")
                    : format.hasNan() ? GuideTable::tr("NaN")
                                      : GuideTable::tr("neither")};
        });
}

QString kerasVersionTable(const TableSource&)
{
    QStringList heads{GuideTable::tr("what")};
    for (const std::string& name : kerasVersionNames())
        heads += toQt(kerasName(kerasVersionByName(name)));
    return tableOf(heads, kerasChanges(), [](const KerasChangeRow& row) {
        return QStringList{said(row.what), said(row.release), said(row.head)};
    });
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
    return tableOf(
        {title, GuideTable::tr("what it is"), GuideTable::tr("parameters")}, rows, [](const auto& row) {
            QStringList parameters;
            for (const ParameterSpec& parameter : row.parameters)
                parameters += parameterCell(parameter);
            return QStringList{code(row.name), said(row.description), parameters.join(QStringLiteral(", "))};
        });
}

QString watchMetricTable(const TableSource&)
{
    QStringList names;
    for (const NamedMeaning& metric : watchMetrics())
        names += code(metric.name);
    return names.join(QStringLiteral(", ")) + QLatin1Char('\n');
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
    {"families",
        [](const TableSource&) {
            return tableOf({GuideTable::tr("name"), GuideTable::tr("example"), GuideTable::tr("what it is")},
                formatFamilies(), [](const FormatFamily& row) {
                    return QStringList{code(row.pattern), code(row.example), said(row.summary)};
                });
        }},
    {"block_formats",
        [](const TableSource&) {
            return tableOf(
                {GuideTable::tr("block format"), GuideTable::tr("element"), GuideTable::tr("block"),
                    GuideTable::tr("scale"), GuideTable::tr("rule"), GuideTable::tr("what it is")},
                blockFormats(), [](const BlockFormat& row) {
                    return QStringList{code(row.name), code(row.element->name), toQt(row.block.text()),
                        code(row.scale->name), code(text(row.rule)), said(row.summary)};
                });
        }},
    {"scale_rules",
        [](const TableSource&) {
            return tableOf({GuideTable::tr("rule"), GuideTable::tr("scale"), GuideTable::tr("of zeros"),
                               GuideTable::tr("of what is not finite")},
                scaleRules(), [](const ScaleRuleRow& row) {
                    return QStringList{
                        code(row.name), said(row.formula), said(row.zero), said(row.nonFinite)};
                });
        }},
    {"overflow_rules",
        [](const TableSource&) {
            return tableOf({GuideTable::tr("rule"), GuideTable::tr("what it does"), GuideTable::tr("whose")},
                overflowRules(), [](const OverflowRule& row) {
                    return QStringList{code(row.name), said(row.summary), said(row.source)};
                });
        }},
    {"rounding_modes",
        [](const TableSource&) {
            return tableOf({GuideTable::tr("mode"), GuideTable::tr("short"), GuideTable::tr("what it does")},
                roundingModes(), [](const RoundingModeRow& row) {
                    return QStringList{code(row.name), code(row.alias), said(row.summary)};
                });
        }},
    {"accumulators",
        [](const TableSource&) {
            return tableOf(
                {GuideTable::tr("accumulator"), GuideTable::tr("example"), GuideTable::tr("what it is")},
                accumulatorRows(), [](const AccumulatorRow& row) {
                    return QStringList{code(row.pattern),
                        row.example == row.pattern ? QString() : code(row.example), said(row.summary)};
                });
        }},
    {"policies",
        [](const TableSource&) {
            return tableOf({GuideTable::tr("policy"), GuideTable::tr("computes in"),
                               GuideTable::tr("stores in"), GuideTable::tr("quantized")},
                commonPolicyNames(), [](const std::string& name) {
                    const DTypePolicy policy = *getPolicy(name);
                    return QStringList{code(name), code(policy.computeDtype), code(policy.variableDtype),
                        code(policy.quantizationMode)};
                });
        }},
    {"keras_versions", kerasVersionTable},
    {"overrides",
        [](const TableSource&) {
            return tableOf(
                {GuideTable::tr("key in numerics"), GuideTable::tr("override"), GuideTable::tr("what it is")},
                numericsOverrides(), [](const NumericsOverrideRow& row) {
                    return QStringList{code(row.path), said(row.title), said(row.description)};
                });
        }},
    {"recipes", [](const TableSource&) { return classTable(GuideTable::tr("recipe"), recipeCatalog()); }},
    {"loss_scales",
        [](const TableSource&) { return classTable(GuideTable::tr("loss scale"), lossScaleCatalog()); }},
    {"layers", [](const TableSource&) { return classTable(GuideTable::tr("layer"), layerCatalog()); }},
    {"optimizers",
        [](const TableSource&) { return describedTable(GuideTable::tr("optimizer"), optimizerCatalog()); }},
    {"schedules",
        [](const TableSource&) { return classTable(GuideTable::tr("schedule"), scheduleCatalog()); }},
    {"losses", [](const TableSource&) { return describedTable(GuideTable::tr("loss"), lossCatalog()); }},
    {"data", [](const TableSource&) { return classTable(GuideTable::tr("data"), datasetCatalog()); }},
    {"test_metrics",
        [](const TableSource&) { return describedTable(GuideTable::tr("number"), testMetricCatalog()); }},
    {"stops",
        [](const TableSource&) {
            return describedTable(GuideTable::tr("condition"), stopConditionCatalog());
        }},
    {"tensor_metrics",
        [](const TableSource&) {
            return tableOf({GuideTable::tr("metric"), GuideTable::tr("unit"), GuideTable::tr("what it is")},
                metricCatalog(), [](const MetricRow& row) {
                    return QStringList{code(row.name), toQt(row.unit), said(row.description)};
                });
        }},
    {"watch_metrics", watchMetricTable},
    {"exports",
        [](const TableSource&) {
            return tableOf({GuideTable::tr("id"), GuideTable::tr("title"), GuideTable::tr("file"),
                               GuideTable::tr("what it is"), GuideTable::tr("which versions")},
                exportCatalog(), [](const ExportRow& row) {
                    return QStringList{code(row.name), said(row.title), code(row.suffix),
                        said(row.description), said(row.needs)};
                });
        }},
    {"arithmetics",
        [](const TableSource&) { return describedTable(GuideTable::tr("arithmetic"), arithmeticRules()); }},
    {"sweep_settings",
        [](const TableSource&) {
            return tableOf({GuideTable::tr("setting"), GuideTable::tr("values to begin with")},
                sweepOverrides(), [](const SweepOverride& row) {
                    return QStringList{
                        escapedMarkdown(titleOf(row)), markdownCode(QString::fromUtf8(row.values))};
                });
        }},
    {"session_keys", sessionKeyTable},
    {"limits", limitTable},
    // words: a family of policyFamilyNames()
    {"family_facts",
        [](const TableSource& source) {
            return tableOf({GuideTable::tr("what"), GuideTable::tr("what happens")},
                familyFacts(policyFamilyByName(source.words.toStdString())), [](const FamilyFact& fact) {
                    return QStringList{said(fact.topic), said(fact.sentence)};
                });
        }},
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

namespace {

QString tableRow(QStringList cells)
{
    for (QString& cell : cells)
        cell.replace(QLatin1Char('\n'), QLatin1Char(' '));
    return QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
}

} // namespace

QString escapedMarkdown(const QString& text)
{
    QString escaped;
    for (const QChar each : text) {
        if (QStringLiteral("\\`*_[]<>|~#").contains(each))
            escaped += QLatin1Char('\\');
        escaped += each;
    }
    return escaped;
}

QString markdownCode(const QString& text)
{
    return text.isEmpty() ? text
                          : QLatin1Char('`') + QString(text).replace(QLatin1Char('|'), QStringLiteral("\\|"))
            + QLatin1Char('`');
}

QString markdownTable(const QStringList& titles, const QList<QStringList>& rows)
{
    QString table = tableRow(titles) + tableRow(QStringList(titles.size(), QStringLiteral("---")));
    for (const QStringList& row : rows)
        table += tableRow(row);
    return table;
}

} // namespace ulpscope::ui
