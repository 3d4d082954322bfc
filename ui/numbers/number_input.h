// SPDX-License-Identifier: GPL-3.0-or-later
// The field where a number is typed, with the examples beside it and, below, what it is exactly or what is wrong.
#pragma once

#include "ui/numbers/models/number_lab.h"

#include <QWidget>

class QLabel;

namespace ulpscope::ui {

class FaultField;

class NumberInput : public QWidget
{
    Q_OBJECT
public:
    /// `lab` must outlive the panel.
    explicit NumberInput(NumberLab& lab, QWidget* parent = nullptr);

    void focusField();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showNumber();
    void showMessage();
    void scaleField();
    QString exactText() const;

    NumberLab& m_lab;
    FaultField* m_field;
    QLabel* m_message;
};

} // namespace ulpscope::ui
