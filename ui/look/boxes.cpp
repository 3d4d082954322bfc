// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/boxes.h"

#include <QLabel>

namespace ulpscope::ui {

namespace {

QBoxLayout* filled(QBoxLayout* box, std::initializer_list<BoxItem> items, const BoxLook& look)
{
    if (!look.hasStyleMargins)
        box->setContentsMargins(look.margins);
    box->setSpacing(look.spacing);
    for (const BoxItem& item : items)
        if (item.widget != nullptr)
            box->addWidget(item.widget, item.stretch);
        else if (item.layout != nullptr)
            box->addLayout(item.layout, item.stretch);
        else
            box->addStretch(item.stretch);
    return box;
}

} // namespace

QBoxLayout* columnOf(QWidget* parent, std::initializer_list<BoxItem> items, const BoxLook& look)
{
    return filled(new QVBoxLayout(parent), items, look);
}

QBoxLayout* columnOf(std::initializer_list<BoxItem> items, const BoxLook& look)
{
    return columnOf(nullptr, items, look);
}

QBoxLayout* rowOf(QWidget* parent, std::initializer_list<BoxItem> items, const BoxLook& look)
{
    return filled(new QHBoxLayout(parent), items, look);
}

QBoxLayout* rowOf(std::initializer_list<BoxItem> items, const BoxLook& look)
{
    return rowOf(nullptr, items, look);
}

QLabel* proseLabel(QWidget* parent, const QString& text)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace ulpscope::ui
