// SPDX-License-Identifier: GPL-3.0-or-later
// Rows and columns of widgets, as lists of what stands in them, and labels of whole sentences.
#pragma once

#include <QBoxLayout>

#include <initializer_list>

class QLabel;

namespace ulpscope::ui {

/// Room that grows, by its share of what is left over.
struct Stretch
{
    int share = 0;
};

/// An item of a row or column, with its share of the spare room.
struct BoxItem
{
    BoxItem(QWidget* item, int share = 0)
        : widget(item)
        , stretch(share)
    {
    }
    BoxItem(QLayout* item, int share = 0)
        : layout(item)
        , stretch(share)
    {
    }
    BoxItem(Stretch room)
        : stretch(room.share)
    {
    }

    QWidget* widget = nullptr;
    QLayout* layout = nullptr; ///< both null: room alone
    int stretch;
};

struct BoxLook
{
    QMargins margins = {};
    bool hasStyleMargins = false; ///< the style's in place of `margins`: dialogs
    int spacing = -1; ///< pixels; -1: the style's
};

/// Layouts of `parent`, or to be put into another one.
QBoxLayout* columnOf(QWidget* parent, std::initializer_list<BoxItem> items, const BoxLook& look = {});
QBoxLayout* columnOf(std::initializer_list<BoxItem> items, const BoxLook& look = {});
QBoxLayout* rowOf(QWidget* parent, std::initializer_list<BoxItem> items, const BoxLook& look = {});
QBoxLayout* rowOf(std::initializer_list<BoxItem> items, const BoxLook& look = {});

/// A label that wraps its plain text and lets it be selected and copied.
QLabel* proseLabel(QWidget* parent, const QString& text = {});

} // namespace ulpscope::ui
