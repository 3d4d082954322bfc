// SPDX-License-Identifier: GPL-3.0-or-later
// What one can do with a widget, a view, the keyboard: one thing at a time, chosen by chance.
#pragma once

#include "tests/ui/walk/dice.h"
#include "tests/ui/walk/hand.h"
#include "tests/ui/walk/walk_files.h"

#include <QString>

#include <functional>

class QAbstractItemView;
class QComboBox;
class QHeaderView;
class QTabBar;
class QWidget;

namespace ulpscope::ui::walk {

/// Told first, then done. Nothing to do: `does` is empty.
struct Act
{
    QString text;
    std::function<void()> does;
};

/// Whether a person changes or presses something there: a field, a button, a list, a plot.
bool isEditor(const QWidget& widget);
/// "QComboBox globalPolicy"
QString nameText(const QWidget& widget);

class Acts
{
public:
    Acts(Dice& dice, Hand& hand, const WalkFiles& files)
        : m_dice(dice)
        , m_hand(hand)
        , m_files(files)
    {
    }

    /// What its kind is for: chooses, types, presses, drags.
    Act edit(QWidget* editor);
    /// Somewhere on it: a click of any button, two clicks, the wheel, a drag.
    Act poke(QWidget* widget);
    /// A key to what has the focus.
    Act key();
    /// A file or a text from elsewhere, onto it.
    Act drop(QWidget* widget);

private:
    Act press(QWidget* button);
    Act choose(QComboBox* combo);
    Act type(QWidget* field);
    Act turn(QWidget* spinBox);
    Act work(QAbstractItemView* view);
    Act sort(QHeaderView* header);
    Act change(QTabBar* tabs);
    Act play(QWidget* plot);
    /// The keyboard ends what was typed, or leaves it.
    void finish();
    QString text();
    /// A path too where paths are asked for, and only into the walk's folder.
    QString textFor(const QWidget& field);

    Dice& m_dice;
    Hand& m_hand;
    const WalkFiles& m_files;
};

} // namespace ulpscope::ui::walk
