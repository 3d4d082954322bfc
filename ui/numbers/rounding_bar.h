// SPDX-License-Identifier: GPL-3.0-or-later
// How the number lab rounds: mode, random bits, overflow rule, always in sight; and which formats it shows.
#pragma once

#include "ui/numbers/models/number_lab.h"

#include <QWidget>

class QComboBox;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace ulpscope::ui {

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
