// SPDX-License-Identifier: GPL-3.0-or-later
// A line edit that marks its text as wrong: the character where it is, or all of it.
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

    /// All of the text was refused; `right` is what stands instead of it where it counts. Typing takes the mark away.
    void setWrong(const QString& right);
    void setRight();
    bool isWrong() const { return m_isWrong; }
    const QString& rightText() const { return m_right; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void underline(int from, int length);

    int m_errorPosition = -1;
    bool m_isWrong = false;
    QString m_right;
};

} // namespace ulpscope::ui
