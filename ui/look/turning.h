// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that stand side by side where there is room, and below each other where there is none.
#pragma once

#include <QBoxLayout>
#include <QSplitter>
#include <QString>

#include <functional>

namespace ulpscope::ui {

// A line of things that becomes a column where it has no room: words before they are a column of single words, and what is beside them
// before it is cut.
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

// Parts beside each other where there is room for them, else one above the other.
class TurningSplitter : public QSplitter
{
    Q_OBJECT
public:
    /// besideCharacters: from how many of the font's on they are beside each other, once turned from a little more on.
    TurningSplitter(const QString& id, int besideCharacters, QWidget* parent);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    int m_besideCharacters;
};

} // namespace ulpscope::ui
