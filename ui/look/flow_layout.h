// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets side by side, as words of a text: what does not fit any more begins the next line.
#pragma once

#include <QLayout>
#include <QList>

namespace ulpscope::ui {

class FlowLayout : public QLayout
{
public:
    /// gap: pixels between neighbours in a line; the parent's layout has the margins.
    explicit FlowLayout(int gap, QWidget* parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange({0, 0, width, 0}, false); }
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override;
    void setGeometry(const QRect& area) override;

private:
    /// The height that it takes; moves: whether the widgets go there.
    int arrange(const QRect& area, bool moves) const;

    int m_gap;
    QList<QLayoutItem*> m_items;
};

} // namespace ulpscope::ui
