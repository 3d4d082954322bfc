// SPDX-License-Identifier: GPL-3.0-or-later
// A line edit that underlines the character where its text is wrong.
#pragma once

#include <QLineEdit>

namespace ulpscope::ui {

class FaultField : public QLineEdit
{
    Q_OBJECT
public:
    using QLineEdit::QLineEdit;
    /// -1: nowhere.
    void setErrorPosition(int position);
    int errorPosition() const { return m_errorPosition; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_errorPosition = -1;
};

} // namespace ulpscope::ui
