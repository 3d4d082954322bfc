// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of the accumulator bench: the numbers to add, their format, and the drawing.
#pragma once

#include "engine/data/number_series.h"
#include "engine/train/tensor_snapshot.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace ulpscope::ui {

class BenchBar : public QWidget
{
    Q_OBJECT
public:
    explicit BenchBar(QWidget* parent = nullptr);

    /// Resets the bar to its state at the program's start.
    void beginAfresh();
    /// Offered below the made numbers.
    void setTensors(const std::vector<TensorName>& tensors);

    bool isDot() const;
    std::size_t count() const;
    QString inputsName() const;
    /// Returns null unless a tensor is chosen.
    const TensorName* tensor() const;
    /// The chosen series; valid if tensor() is null.
    const NumberSeries& series() const;
    bool showsSums() const;
    bool isLogarithmic() const;

signals:
    /// Other sums are asked for.
    void questionChanged();
    /// Emitted when the same sums are to be drawn differently.
    void pictureChanged();

private:
    void place();

    std::vector<TensorName> m_tensors;
    QComboBox* m_operation;
    QComboBox* m_data;
    QSpinBox* m_count;
    QComboBox* m_inputs;
    QComboBox* m_quantity;
    QCheckBox* m_log;
};

} // namespace ulpscope::ui
