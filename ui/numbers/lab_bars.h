// SPDX-License-Identifier: GPL-3.0-or-later
// The bars above the number lab.
#pragma once

#include "engine/train/element_history.h"
#include "ui/numbers/models/number_lab.h"

#include <QWidget>

#include <array>
#include <optional>

class QComboBox;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace ulpscope::ui {

class LinkButton;

// Where the lab is between a run and the bits of one of its numbers. Each rung leads there.
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

// How the number lab rounds: mode, random bits, overflow rule, always in sight; and which formats it shows.
class RoundingBar : public QWidget
{
    Q_OBJECT
public:
    /// `lab` must outlive the bar.
    explicit RoundingBar(NumberLab& lab, QWidget* parent = nullptr);

private:
    void makeModes();
    void makeRules();
    void makeFormats();
    void addTypedFormat();
    void refresh();

    NumberLab& m_lab;
    QComboBox* m_mode;
    QSpinBox* m_randomBits;
    QPushButton* m_draw;
    QComboBox* m_rule;
    QComboBox* m_formats;
    QToolButton* m_remove;
};

} // namespace ulpscope::ui
