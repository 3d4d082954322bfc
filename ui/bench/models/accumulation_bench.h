// SPDX-License-Identifier: GPL-3.0-or-later
// Computes how one sum grows in several accumulators, on a thread of its own. A newer question replaces the one under way.
#pragma once

#include "app/session/kept/aside.h"
#include "engine/kernels/kernels.h"
#include "engine/tensor/accumulation_trace.h"
#include "ui/look/models/table_models.h"

#include <QIcon>
#include <QObject>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace ulpscope::ui {

/// Sum to be computed. Values are first rounded to the input format, to nearest.
struct BenchQuestion
{
    std::vector<double> terms;
    const Format* inputs = nullptr;
    bool isDot = false; ///< the sum of squares, as the dot product of the terms with themselves
    std::vector<Accumulator> accumulators;
    std::uint64_t seed = 1; ///< seed of stochastic accumulators
};

struct BenchLine
{
    Accumulator accumulator;
    std::string refusal; ///< why the accumulator does not take the inputs; no trace then
    AccumulationTrace trace;

    double relativeError() const;
    /// trace.stalledAt, but -1 when only the last tenth was lost: every rounded sum loses its last terms now and then.
    std::int64_t stalledEarlyAt() const;
};

struct BenchAnswer
{
    std::size_t terms = 0;
    double milliseconds = 0;
    std::vector<BenchLine> lines;
};

class AccumulationBench : public QObject
{
    Q_OBJECT
public:
    explicit AccumulationBench(std::shared_ptr<const Kernels> kernels, QObject* parent = nullptr);

    /// answerReady() or failed() follows, unless a newer question comes first.
    void ask(BenchQuestion question);
    bool isBusy() const { return m_aside.isBusy(); }

signals:
    void answerReady(const std::shared_ptr<const ulpscope::ui::BenchAnswer>& answer);
    /// There was no memory for it, say.
    void failed(const QString& message);

private:
    std::shared_ptr<const Kernels> m_kernels;
    Aside m_aside;
};

/// One row for each accumulator: result, relative error, and where the sum stalled.
class BenchTableModel : public ColumnsModel
{
    Q_OBJECT
public:
    enum Column { NameColumn, ResultColumn, ErrorColumn, StalledColumn, LostColumn };

    explicit BenchTableModel(QObject* parent = nullptr);
    void setAnswer(std::shared_ptr<const BenchAnswer> answer);
    const BenchAnswer* answer() const { return m_answer.get(); }
    /// Samples of the lines' pens, beside the names.
    void setIcons(std::vector<QIcon> icons);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    std::shared_ptr<const BenchAnswer> m_answer;
    std::vector<QIcon> m_icons;
};

} // namespace ulpscope::ui
