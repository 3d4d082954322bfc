// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnosis/models/diagnosis_tables.h"

#include "ui/look/models/display_text.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/tree/models/layer_tensor.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace ulpscope::ui {

namespace {

QString orDash(double number, int digits = 3)
{
    return std::isnan(number) ? QStringLiteral("–") : numberText(number, digits);
}

/// A run that is not finite has no share; the layer that makes it finite again is the worst of all.
double weightOf(const BlameTable& table, const BlameRow& row)
{
    constexpr double kMax = std::numeric_limits<double>::infinity();
    if (!std::isfinite(table.asItIs.outputError))
        return std::isfinite(row.restored.outputError) ? kMax : -kMax;
    return std::isfinite(row.outputErrorShare) ? row.outputErrorShare : -kMax;
}

std::vector<const BlameRow*> worstFirst(const BlameTable& table)
{
    std::vector<const BlameRow*> rows;
    for (const BlameRow& row : table.rows)
        rows.push_back(&row);
    std::stable_sort(rows.begin(), rows.end(), [&](const BlameRow* a, const BlameRow* b) {
        const double first = weightOf(table, *a);
        const double second = weightOf(table, *b);
        // Among layers whose float32 alone keeps a run from diverging, the one that leaves the least error comes first.
        return first > second || (first == second && a->restored.outputError < b->restored.outputError);
    });
    return rows;
}

QString percentOf(double share)
{
    if (share < 0 && share > -0.001) // too little to have a sign
        return QStringLiteral("≈ 0 %");
    return share < 0 ? QChar(u'−') + percentText(-100 * share) : percentText(100 * share);
}

QString shareText(const BlameTable& table, const BlameRow& row)
{
    const double weight = weightOf(table, row);
    return std::isfinite(weight) ? percentOf(row.outputErrorShare)
        : weight > 0             ? tr("all of it")
                                 : QStringLiteral("–");
}

/// Sentence on the share of each part of the worst layer. The table must have parts.
QString partsText(const BlameTable& table)
{
    const auto share = [&](std::size_t i) { // NaN: the run did not stay finite
        const double own = table.parts[i].outputErrorShare;
        return std::isfinite(own) ? percentOf(own) : QStringLiteral("–");
    };
    return tr("input %1, kernel %2, gradient %3, output %4").arg(share(0), share(1), share(2), share(3));
}

} // namespace

Finding birthFinding(const RunHistory* run, std::optional<std::int64_t> step)
{
    if (!run || run->records().empty())
        return {Severity::Notice,
            tr("No run yet: press Train (Space). Then this line says where the first NaN or infinity was "
               "born.")};
    const RunTotals& totals = run->totals();
    const bool hasDiverged = totals.divergedAt && !(step && *step < *totals.divergedAt);
    if (totals.birthplace && step && *step < totals.birthplace->step)
        return {Severity::Good,
            tr("Until step %1 every value is finite; the first that is not comes at step %2.")
                .arg(countText(*step), countText(totals.birthplace->step))};
    if (!totals.birthplace) {
        if (hasDiverged)
            return {Severity::Failure, tr("The run diverged at step %1.").arg(*totals.divergedAt)};
        return {Severity::Good,
            tr("Every value of the run's %1 is finite: no NaN or infinity was born.")
                .arg(countedText(totals.steps, tr("step"), tr("steps")))};
    }
    const QString nan
        = hasDiverged && totals.firstNan ? QLatin1Char('\n') + birthplaceText(*totals.firstNan) : QString();
    // The step that made the run diverge. Earlier overflows were skipped, or did no harm.
    if (hasDiverged && totals.divergence)
        return {Severity::Failure,
            tr("The run diverged at step %1.").arg(countText(*totals.divergedAt)) + QLatin1Char('\n')
                + birthplaceText(*totals.divergence) + nan + QLatin1Char('\n')
                + tr("An earlier one, at step %1, did no harm: no weight took it over. %2")
                      .arg(countText(totals.birthplace->step), birthplaceText(*totals.birthplace))};
    QString sentence = birthplaceText(*totals.birthplace);
    const StepRecord* record = run->recordAt(totals.birthplace->step);
    if (!hasDiverged && record != nullptr && record->step == totals.birthplace->step && record->skipped)
        sentence += tr(" The loss scaling skipped this step, so no weight was harmed.");
    return {hasDiverged ? Severity::Failure : Severity::Warning, sentence + nan};
}

MetricTable blameMetrics(const BlameTable& table)
{
    MetricTable metrics;
    metrics.columns = {{tr("Layer"), tr("The layer, the one to blame first"), false},
        {tr("Local error"),
            tr("The error that the layer's own arithmetic makes: its output against float64 from the same "
               "inputs. Relative L2, mean over the steps.")},
        {tr("Error if in float32"),
            tr("The error of the model's output against float64 when this layer alone is trained in "
               "float32. Relative L2, mean over the steps.")},
        {tr("Share"),
            tr("By how much the model's error falls when this layer alone is in float32. Below zero: its "
               "error happened to undo others'. Shares need not add up to 100 %.")}};
    for (const BlameRow* row : worstFirst(table)) {
        const double weight = weightOf(table, *row);
        const bool hasShare = std::isfinite(weight);
        MetricTableRow line;
        line.cells = {toQt(row->layer), orDash(row->localOutputError), numberText(row->restored.outputError),
            shareText(table, *row)};
        line.bar = hasShare ? std::clamp(row->outputErrorShare, 0.0, 1.0) : weight > 0 ? 1.0 : 0.0;
        line.isWorst = metrics.rows.empty() && weight > 0;
        line.tip = tr("%1: local error of its gradients %2; error of all weight gradients with it in "
                      "float32 %3, as it is %4")
                       .arg(toQt(row->layer), orDash(row->localGradientError),
                           numberText(row->restored.gradientError), numberText(table.asItIs.gradientError));
        metrics.rows.push_back(std::move(line));
    }
    return metrics;
}

MetricTable costMetrics(const std::vector<std::optional<BlameTable>>& tables, const QStringList& names)
{
    constexpr std::size_t kMaxLayers = 4;
    const QString unknown = tr("not known");
    MetricTable metrics;
    metrics.columns = {{QString(), {}, false}};
    for (const QString& name : names)
        metrics.columns.push_back({name, {}, false});
    const auto add = [&](const QString& title, auto cellOf) {
        MetricTableRow row;
        row.cells = {title};
        for (const std::optional<BlameTable>& table : tables)
            row.cells += table ? cellOf(*table) : unknown;
        metrics.rows.push_back(std::move(row));
    };
    add(tr("error as it is"), [](const BlameTable& table) {
        return tr("%1 (%2)").arg(
            numberText(table.asItIs.outputError), countedText(table.steps, tr("step"), tr("steps")));
    });
    std::vector<std::pair<double, std::string>> layers; // layers, each with what it costs at most
    for (const std::optional<BlameTable>& table : tables)
        for (const BlameRow& row : table ? table->rows : std::vector<BlameRow>()) {
            const auto known = std::ranges::find(layers, row.layer, &std::pair<double, std::string>::second);
            const double weight = weightOf(*table, row);
            if (known == layers.end())
                layers.emplace_back(weight, row.layer);
            else
                known->first = std::max(known->first, weight);
        }
    std::erase_if(layers, [](const auto& layer) { return layer.first <= 0; });
    std::ranges::stable_sort(layers, std::greater(), &std::pair<double, std::string>::first);
    if (layers.size() > kMaxLayers)
        layers.resize(kMaxLayers);
    for (const auto& [weight, layer] : layers)
        add(tr("%1 in float32").arg(toQt(layer)), [&, &name = layer](const BlameTable& table) {
            const auto row = std::ranges::find(table.rows, name, &BlameRow::layer);
            return row == table.rows.end() ? unknown : shareText(table, *row);
        });
    add(tr("of the worst layer"), [&](const BlameTable& table) {
        return table.parts.size() < 4 ? unknown : toQt(table.worst) + QStringLiteral(": ") + partsText(table);
    });
    return metrics;
}

/// Names at most three layers, the best first.
QStringList layersThatHelp(const BlameTable& table, const std::vector<const BlameRow*>& worstFirst)
{
    constexpr qsizetype kMax = 3;
    QStringList layers;
    for (const BlameRow* row : worstFirst)
        if (weightOf(table, *row) > 0 && layers.size() < kMax)
            layers += toQt(row->layer);
    return layers;
}

Finding blameFinding(const BlameTable& table)
{
    const std::vector<const BlameRow*> rows = worstFirst(table);
    const double error = table.asItIs.outputError;
    const QString asItIs = tr("As it is, the output is off by %1 from float64 (mean of %2).")
                               .arg(numberText(error), countedText(table.steps, tr("step"), tr("steps")));
    if (rows.empty())
        return {Severity::Notice, tr("The model has no layers to blame.")};
    if (error == 0)
        return {Severity::Good, tr("The output is exactly that of float64: no layer is to blame.")};
    const QString worst = toQt(rows.front()->layer);
    const double weight = weightOf(table, *rows.front());
    if (!std::isfinite(error))
        return weight > 0 ? Finding{Severity::Failure,
                   tr("The run does not stay finite. With one layer in float32 it does: %1.")
                       .arg(layersThatHelp(table, rows).join(tr(" or ")))}
                          : Finding{Severity::Failure,
                              tr("The run does not stay finite, whichever single layer is in float32: it is "
                                 "not the arithmetic of one layer.")};
    if (weight <= 0)
        return {Severity::Notice, asItIs + tr(" No single layer in float32 would make it smaller.")};
    QString parts;
    if (table.parts.size() == 4 && toQt(table.worst) == worst)
        parts = tr(" One part of it alone in float32: %1.").arg(partsText(table));
    return {Severity::Warning,
        asItIs + tr(" %1 in float32 would take %2 of it away.").arg(worst, percentOf(weight)) + parts};
}

MetricTable byteMetrics(const LedgerBytes& bytes, const LedgerBytes& inFloat32)
{
    MetricTable metrics;
    metrics.columns = {{tr("Memory"), tr("What the bytes hold"), false},
        {tr("Bytes"), tr("Under the session's policies, in the dtypes that a framework would store")},
        {tr("In float32"), tr("The same model with every layer in float32")},
        {tr("Change"), tr("Of the bytes against float32")}};
    struct Kind
    {
        const char* name;
        const char* tip;
        double LedgerBytes::*bytes;
    };
    static constexpr std::array<Kind, 5> kKinds{
        {{QT_TR_NOOP("Weights"), QT_TR_NOOP("Weights in the dtypes in which layers take them"),
             &LedgerBytes::weights},
            {QT_TR_NOOP("Master copies"),
                QT_TR_NOOP("Weights in the variable dtype, where the layer casts them"),
                &LedgerBytes::masterCopies},
            {QT_TR_NOOP("Activations"),
                QT_TR_NOOP("Outputs of one batch, and casts of inputs that the backward pass needs again"),
                &LedgerBytes::activations},
            {QT_TR_NOOP("Optimizer state"),
                QT_TR_NOOP("What the optimizer keeps for each weight, such as momenta"),
                &LedgerBytes::optimizerState},
            {QT_TR_NOOP("Scales"),
                QT_TR_NOOP(
                    "Scales of blocks and of integer kernels, and what scaling recipes keep: amax histories"),
                &LedgerBytes::scales}}};
    const auto add = [&](const char* name, const char* tip, double now, double before, bool isSum) {
        const QString change = before == now ? QStringLiteral("0 %")
            : before == 0                    ? tr("new")
            : now > before                   ? QChar(u'+') + percentText(100 * (now / before - 1))
                                             : QChar(u'−') + percentText(100 * (1 - now / before));
        metrics.rows.push_back({{tr(name), bytesText(now), bytesText(before), change}, tr(tip), isSum});
    };
    for (const Kind& kind : kKinds)
        add(kind.name, kind.tip, bytes.*kind.bytes, inFloat32.*kind.bytes, false);
    add(QT_TR_NOOP("Total"), QT_TR_NOOP("All of them"), bytes.total(), inFloat32.total(), true);
    return metrics;
}

MetricTable multiplyAddMetrics(const std::map<std::string, double>& multiplyAdds)
{
    MetricTable metrics;
    metrics.columns
        = {{tr("Multiply-adds as"), tr("left × right → accumulator: the formats of products"), false},
            {tr("A step"), tr("Multiply-adds of one training step, forward and backward")},
            {tr("Share"), tr("Of all multiply-adds of the step")}};
    std::vector<std::pair<std::string, double>> rows(multiplyAdds.begin(), multiplyAdds.end());
    std::stable_sort(
        rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    double total = 0;
    for (const auto& [formats, count] : rows)
        total += count;
    for (const auto& [formats, count] : rows) {
        QString name = toQt(formats);
        name.replace(QStringLiteral(" x "), QStringLiteral(" × "))
            .replace(QStringLiteral("->"), QStringLiteral("→"));
        MetricTableRow row{
            {name, countText(qRound64(count)), percentText(total > 0 ? 100 * count / total : 0)}, name};
        row.bar = total > 0 ? count / total : 0;
        row.dtype = name.section(QLatin1Char(' '), 0, 0); // the left factor's, as the text begins with it
        metrics.rows.push_back(std::move(row));
    }
    return metrics;
}

MetricTable lossMetrics(const std::vector<WouldLose>& losses)
{
    MetricTable metrics;
    metrics.columns = {
        {tr("Format"), tr("A number format, or a block format whose elements share scales"), false},
        {tr("Flushed"), tr("Of the elements that are not zero, those that would become zero")},
        {tr("Overflowed"), tr("Of the finite elements, those that would become infinity or NaN")},
        {tr("Saturated"), tr("Of the finite elements, those that would become the largest of the format")},
        {tr("Largest, ulp"), tr("The largest rounding error in units in the last place of the format")},
        {tr("SQNR, dB"),
            tr("Signal to quantization noise: each 6 dB are one more bit that is right. Inf: nothing is lost. –: not all stay finite.")},
        {tr("Relative error"), tr("Relative L2; – where elements overflow, which no distance measures")}};
    for (const WouldLose& loss : losses) {
        MetricTableRow row;
        // Without one element that stays finite there is nothing to lose.
        const auto share = [&](double percent) {
            return std::isnan(loss.relativeError) && percent == 0 ? QStringLiteral("–")
                                                                  : percentText(percent);
        };
        // Judged by its finite values alone, a format that loses most of the tensor would look like one of the best.
        const bool staysFinite = loss.overflowPercent == 0;
        const auto ofAll = [&](const QString& text) { return staysFinite ? text : QStringLiteral("–"); };
        row.cells = {toQt(loss.format), share(loss.flushedPercent), share(loss.overflowPercent),
            share(loss.saturatedPercent), orDash(loss.maxUlpError),
            ofAll(std::isfinite(loss.sqnr) ? localNumber(QString::number(loss.sqnr, 'f', 1))
                                           : orDash(loss.sqnr)),
            ofAll(orDash(loss.relativeError))};
        row.dtype = toQt(loss.format);
        row.bar
            = staysFinite && std::isfinite(loss.relativeError) ? std::clamp(loss.relativeError, 0.0, 1.0) : 0;
        metrics.rows.push_back(std::move(row));
    }
    return metrics;
}

std::vector<Saturation> saturations(const RunHistory& run)
{
    std::vector<Saturation> all;
    for (const RunHistory::NamedMetric& metric : run.metrics()) {
        if (metric.metric != Metric::Float8Saturated)
            continue;
        const Series& series = *run.series(metric.path, metric.role, metric.metric);
        bool goesOn = false;
        for (std::size_t i = 0; i < series.values.size(); ++i) {
            const auto step = std::int64_t(series.steps[i]);
            const auto clipped = std::int64_t(series.values[i]);
            if (clipped > 0 && !goesOn)
                all.push_back(
                    {.operand = tensorNameOf(run.paths(), metric.path, metric.role), .steps = {step, step}});
            goesOn = clipped > 0;
            if (!goesOn)
                continue;
            Saturation& last = all.back();
            last.steps.last = step;
            if (clipped > last.most) {
                last.most = clipped;
                last.mostAt = step;
            }
        }
    }
    return all;
}

bool hasLaggingScales(const RunHistory& run)
{
    return std::ranges::any_of(run.metrics(), [&](const RunHistory::NamedMetric& metric) {
        if (metric.metric != Metric::Float8Limit)
            return false;
        const Series& limits = *run.series(metric.path, metric.role, metric.metric);
        return std::ranges::any_of(limits.values, [](double limit) { return std::isfinite(limit); });
    });
}

MetricTable saturationMetrics(const std::vector<Saturation>& saturations)
{
    MetricTable metrics;
    metrics.columns
        = {{tr("Operand"), tr("Input, kernel or output gradient of a layer that scales it"), false},
            {tr("Steps"), tr("Steps in a row in which it has elements beyond the limit of its scale"), false},
            {tr("Saturated, at most"), tr("So many of its elements were clipped in one of these steps")},
            {tr("In step"), tr("Where that was: a click or Return pins it")}};
    for (const Saturation& each : saturations) {
        const QString first = countText(each.steps.first);
        metrics.rows.push_back({{tensorText(each.operand),
            each.steps.isOne() ? first : tr("%1 to %2").arg(first, countText(each.steps.last)),
            countText(each.most), countText(each.mostAt)}});
    }
    return metrics;
}

} // namespace ulpscope::ui
