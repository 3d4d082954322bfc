// SPDX-License-Identifier: GPL-3.0-or-later
// Where one is between a run and the bits of one of its numbers: run, layer, tensor, element, bits. Each rung leads there.
#pragma once

#include "engine/train/element_history.h"

#include <QWidget>

#include <array>
#include <optional>

namespace ulpscope::ui {

class LinkButton;

enum class Rung { Run, Layer, Tensor, Element, Bits };

class LadderBar : public QWidget
{
    Q_OBJECT
public:
    explicit LadderBar(QWidget* parent = nullptr);

    /// A tensor and, where one was opened, its element: "[2, 3]". Hidden without a tensor.
    void show(const std::optional<TensorName>& tensor, const QString& element, Rung here);
    Rung here() const { return m_here; }

signals:
    void rungWanted(ulpscope::ui::Rung rung);

private:
    std::array<LinkButton*, 5> m_rungs{};
    Rung m_here = Rung::Run;
};

} // namespace ulpscope::ui
