// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnosis/models/exponent_map.h"

#include "engine/train/lane_tensors.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ulpscope::ui {

namespace {

constexpr double kNarrowBinades = 60; ///< float16 has 40, bfloat16 over 250

QString stepsText(const ExponentColumn& column)
{
    return column.firstStep == column.lastStep
        ? tr("Step %1").arg(countText(column.firstStep))
        : tr("Steps %1–%2").arg(countText(column.firstStep), countText(column.lastStep));
}

QString nameOf(const Format& format)
{
    return QString::fromUtf8(format.name.data(), qsizetype(format.name.size()));
}

/// The exponent below which that share of the column's values lies, of those that are finite and not zero.
int quantile(const ExponentMap& map, std::size_t column, double share)
{
    share *= map.shareBelow(column, map.most + 1);
    double below = 0;
    for (int exponent = map.least; exponent < map.most; ++exponent) {
        below += map.share(column, exponent);
        if (below >= share)
            return exponent;
    }
    return map.most;
}

} // namespace

void ExponentMap::add(ExponentColumn column, double scale)
{
    counts.push_back(
        static_cast<double>(std::accumulate(column.bins.begin(), column.bins.end(), std::uint64_t{0}))
        + static_cast<double>(column.zeros) + static_cast<double>(column.nonFinite));
    columns.push_back(std::move(column));
    scales.push_back(scale);
}

double ExponentMap::share(std::size_t column, int row) const
{
    const ExponentColumn& of = columns[column];
    const double count = counts[column];
    if (count == 0)
        return 0;
    if (row == kZeros)
        return static_cast<double>(of.zeros) / count;
    if (row == kNonFinite)
        return static_cast<double>(of.nonFinite) / count;
    const int bin = row - kFirstExponent;
    if (bin < 0 || bin >= int(kExponentBins))
        return 0;
    return static_cast<double>(of.bins[static_cast<std::size_t>(bin)]) / count;
}

double ExponentMap::shareBelow(std::size_t column, double exponent) const
{
    double below = 0;
    for (int e = least; e < exponent && e <= most; ++e)
        below += share(column, e);
    return below;
}

double ExponentMap::smallestSubnormal(std::size_t column) const
{
    return std::log2(format->minSubnormal() / scales[column]);
}

double ExponentMap::smallestNormal(std::size_t column) const
{
    return std::log2(format->minNormal() / scales[column]);
}

double ExponentMap::largest(std::size_t column) const
{
    return std::log2(format->maxFinite() / scales[column]);
}

bool ExponentMap::isNarrow() const
{
    return format && !columns.empty() && largest(0) - smallestSubnormal(0) < kNarrowBinades;
}

std::vector<ExponentKey> exponentKeys(const RunHistory& run)
{
    std::vector<ExponentKey> keys;
    for (const auto& [key, columns] : run.exponents().tensors()) {
        const auto& [path, role] = key;
        keys.push_back(
            {{run.paths().at(path.index()), role}, tensorText(tensorNameOf(run.paths(), path, role))});
    }
    return keys;
}

ExponentMap exponentMap(const RunHistory& run, const ExponentKey& key)
{
    ExponentMap map;
    const auto& [tensor, role] = key.tensor;
    const auto path = std::ranges::find(run.paths(), tensor);
    const std::vector<ExponentColumn>* columns = path == run.paths().end()
        ? nullptr
        : run.exponents().find(PathId(static_cast<std::size_t>(path - run.paths().begin())), role);
    if (!columns)
        return map;
    map.format = TensorFormats(run.session()).of(tensor, role);
    for (const ExponentColumn& column : *columns) {
        const StepRecord* record = isGradient(role) ? run.recordAt(column.lastStep) : nullptr;
        map.add(column, record ? record->lossScale.value_or(1) : 1);
    }
    map.least = kLastExponent;
    map.most = kFirstExponent;
    for (std::size_t i = 0; i < map.columns.size(); ++i) {
        map.hasNonFinite = map.hasNonFinite || map.columns[i].nonFinite > 0;
        map.largestShare = std::max(
            {map.largestShare, map.share(i, ExponentMap::kZeros), map.share(i, ExponentMap::kNonFinite)});
        for (int exponent = kFirstExponent; exponent <= kLastExponent; ++exponent)
            if (map.columns[i].bins[static_cast<std::size_t>(exponent - kFirstExponent)] > 0) {
                map.least = std::min(map.least, exponent);
                map.most = std::max(map.most, exponent);
                map.largestShare = std::max(map.largestShare, map.share(i, exponent));
            }
    }
    if (map.least > map.most) // the tensor had nothing but zeros
        map.least = map.most = 0;
    return map;
}

QString cellText(const ExponentMap& map, std::size_t column, int row)
{
    const QString share = percentText(100 * map.share(column, row));
    if (row == ExponentMap::kZeros)
        return tr("%1: exactly zero, %2 of the values").arg(stepsText(map.columns[column]), share);
    if (row == ExponentMap::kNonFinite)
        return tr("%1: NaN or infinite, %2 of the values").arg(stepsText(map.columns[column]), share);
    const int exponent = row;
    QString text
        = tr("%1: %2 to %3, %4 of the values")
              .arg(stepsText(map.columns[column]), powerText(2, exponent), powerText(2, exponent + 1), share);
    if (!map.format)
        return text;
    const QString name = nameOf(*map.format);
    if (exponent + 1 <= map.smallestSubnormal(column))
        text += tr("; below all numbers of %1").arg(name);
    else if (exponent < map.smallestNormal(column))
        text += tr("; subnormal in %1").arg(name);
    else if (exponent >= map.largest(column))
        text += tr("; beyond %1").arg(name);
    return text;
}

std::optional<std::size_t> columnAt(const ExponentMap& map, std::optional<std::int64_t> step)
{
    std::size_t column = map.columns.size();
    while (column > 0 && step && map.columns[column - 1].firstStep > *step)
        --column;
    return column > 0 ? std::optional(column - 1) : std::nullopt;
}

QString exponentSentence(const ExponentMap& map, std::optional<std::int64_t> step)
{
    if (map.isEmpty())
        return {};
    const std::optional<std::size_t> column = columnAt(map, step);
    if (!column)
        return tr("Nothing was recorded of this tensor up to step %1.").arg(countText(*step));
    const std::size_t last = *column;
    const double zeros = map.share(last, ExponentMap::kZeros);
    const double nonFinite = map.share(last, ExponentMap::kNonFinite);
    QStringList apart;
    if (zeros > 0)
        apart += tr("%1 of the values are exactly zero").arg(percentText(100 * zeros));
    if (nonFinite > 0)
        apart += tr("%1 are NaN or infinite").arg(percentText(100 * nonFinite));
    QString text = stepsText(map.columns[last]) + QStringLiteral(": ") + apart.join(QStringLiteral(", "));
    if (map.shareBelow(last, map.most + 1) == 0)
        return text + QLatin1Char('.');
    text += (apart.isEmpty() ? tr("nine in ten values lie between %1 and %2.")
                             : tr("; nine in ten of the others lie between %1 and %2."))
                .arg(powerText(2, quantile(map, last, 0.05)), powerText(2, quantile(map, last, 0.95) + 1));
    if (map.isNarrow()) {
        const double subnormal = map.shareBelow(last, map.smallestNormal(last));
        text += QLatin1Char(' ')
            + (apart.isEmpty()
                    ? tr("%1 lie below %2, where %3 begins to lose digits.")
                    : tr("%1 of all are not zero and lie below %2, where %3 begins to lose digits."))
                  .arg(percentText(100 * subnormal), powerText(2, int(std::lround(map.smallestNormal(last)))),
                      nameOf(*map.format));
    }
    return text;
}

} // namespace ulpscope::ui
