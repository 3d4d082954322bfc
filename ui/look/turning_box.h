// SPDX-License-Identifier: GPL-3.0-or-later
// A line of things that becomes a column where it has no room: words before they are a column of single words, and what is beside them
// before it is cut.
#pragma once

#include <QBoxLayout>

#include <functional>

namespace ulpscope::ui {

class TurningBox : public QBoxLayout
{
    Q_OBJECT
public:
    /// leastWidth: pixels that a line needs, asked whenever there is another width or another text.
    explicit TurningBox(std::function<int()> leastWidth, QWidget* parent = nullptr);

    void setGeometry(const QRect& rect) override;

private:
    std::function<int()> m_leastWidth;
};

} // namespace ulpscope::ui
