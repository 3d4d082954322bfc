// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/models/accumulation_bench.h"

#include "engine/dtype/rounding.h"
#include "ui/look/models/display_text.h"

#include <chrono>
#include <cmath>
#include <exception>

namespace ulpscope::ui {

namespace {

constexpr std::size_t kPoints = 2000; ///< points of a line on the screen

BenchAnswer answerTo(const BenchQuestion& question, const Kernels& kernels, const std::stop_token& stop)
{
    const auto begin = std::chrono::steady_clock::now();
    BenchAnswer answer;
    answer.terms = question.terms.size();
    std::vector<double> rounded(question.terms);
    for (double& value : rounded)
        value = roundToFormat(*question.inputs, value);
    for (const Accumulator& accumulator : question.accumulators) {
        if (stop.stop_requested())
            break;
        BenchLine line;
        line.accumulator = accumulator;
        const Status fits = checkOperands(accumulator, *question.inputs);
        if (!fits) {
            line.refusal = fits.error().message.text();
        } else {
            Arithmetic arithmetic(kernels);
            const RandomKey key{question.seed, RandomUse::Rounding, 0, 0};
            try {
                line.trace = question.isDot
                    ? traceDot(arithmetic, *question.inputs, rounded, rounded, accumulator, kPoints, key)
                    : traceSum(arithmetic, *question.inputs, rounded, accumulator, kPoints, key);
            } catch (const std::exception& exception) {
                line.refusal = exception.what();
            }
        }
        answer.lines.push_back(std::move(line));
    }
    const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - begin;
    answer.milliseconds = elapsed.count();
    return answer;
}

} // namespace

double BenchLine::relativeError() const
{
    return trace.result == trace.exactResult
        ? 0.0
        : std::fabs(trace.result - trace.exactResult) / std::fabs(trace.exactResult);
}

std::int64_t BenchLine::stalledEarlyAt() const
{
    const bool isLate = trace.counts.empty() || 10 * trace.stalledAt > 9 * trace.counts.back();
    return isLate ? -1 : trace.stalledAt;
}

AccumulationBench::AccumulationBench(std::shared_ptr<const Kernels> kernels, QObject* parent)
    : QObject(parent)
    , m_kernels(std::move(kernels))
{
    connect(&m_aside, &Aside::failed, this, &AccumulationBench::failed);
}

void AccumulationBench::ask(BenchQuestion question)
{
    m_aside.ask([this, kernels = m_kernels, question = std::move(question)](
                    const std::stop_token& stop) -> Aside::Answer {
        return [this, answer = std::make_shared<const BenchAnswer>(answerTo(question, *kernels, stop))] {
            emit answerReady(answer);
        };
    });
}

BenchTableModel::BenchTableModel(QObject* parent)
    : ColumnsModel(
        {{tr("Accumulator"), tr("How the sum is formed"), kAtLeft},
            {tr("Result"), tr("The sum that it arrives at"), kAtRight},
            {tr("Relative error"), tr("|result - exact| / |exact|, of the sum of the rounded inputs"),
                kAtRight},
            {tr("Stalls after"),
                tr("After so many terms the sum never changed again, although terms came that are not zero; – when that was in the last tenth"),
                kAtRight},
            {tr("Lost"),
                tr("Terms that are not zero and left the sum as it was; – where there is not one running sum"),
                kAtRight}},
        parent)
{
}

void BenchTableModel::setAnswer(std::shared_ptr<const BenchAnswer> answer)
{
    beginResetModel();
    m_answer = std::move(answer);
    endResetModel();
}

void BenchTableModel::setIcons(std::vector<QIcon> icons)
{
    m_icons = std::move(icons);
    if (rowCount() > 0)
        emit dataChanged(index(0, NameColumn), index(rowCount() - 1, NameColumn));
}

int BenchTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_answer ? 0 : int(m_answer->lines.size());
}

QVariant BenchTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const BenchLine& line = m_answer->lines[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return alignmentOf(index.column());
    if (role == Qt::ToolTipRole && !line.refusal.empty())
        return toQt(line.refusal);
    if (role == Qt::DecorationRole && index.column() == NameColumn
        && static_cast<std::size_t>(index.row()) < m_icons.size())
        return m_icons[static_cast<std::size_t>(index.row())];
    if (role != Qt::DisplayRole)
        return {};
    if (index.column() == NameColumn)
        return toQt(line.accumulator.name);
    if (!line.refusal.empty())
        return index.column() == ResultColumn ? tr("not for these inputs") : QStringLiteral("–");
    switch (index.column()) {
    case ResultColumn:
        return shortNumber(line.trace.result, 8);
    case ErrorColumn:
        return numberText(line.relativeError());
    case StalledColumn:
        return line.stalledEarlyAt() < 0 ? QStringLiteral("–") : countText(line.stalledEarlyAt());
    case LostColumn:
        return line.trace.absorbed ? countText(*line.trace.absorbed) : QStringLiteral("–");
    default:
        return {};
    }
}

} // namespace ulpscope::ui
