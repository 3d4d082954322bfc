// SPDX-License-Identifier: GPL-3.0-or-later
// Layouts that go by the room that there is.
#pragma once

#include <QBoxLayout>
#include <QLayout>
#include <QList>
#include <QSplitter>
#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

namespace ulpscope::ui {

class FlowLayout : public QLayout
{
    Q_OBJECT
public:
    /// spacing: pixels between items, along lines and between them.
    explicit FlowLayout(QWidget* parent = nullptr, int spacing = 6);
    ~FlowLayout() override;

    /// A label and what it names stay on one line.
    void addPair(QWidget* label, QWidget* field);

    void addItem(QLayoutItem* item) override { m_items.append(item); }
    int count() const override { return int(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;

    Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    /// Width of the widest item, and the height of the lines at the present width.
    QSize minimumSize() const override;
    /// Size with all items in one line, or with the height given by minimumSize().
    QSize sizeHint() const override;
    void setGeometry(const QRect& rect) override;

private:
    struct Line
    {
        std::vector<QLayoutItem*> items;
        int width = 0; ///< width that the items need, with the spaces between them
        int height = 0;
    };
    std::vector<Line> lines(int width) const;
    int heightAt(int width) const;

    QList<QLayoutItem*> m_items;
    /// Height for width as Qt has it would give a page that scrolls the height that it would like, not that which it needs.
    int m_width = QWIDGETSIZE_MAX;
};

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
