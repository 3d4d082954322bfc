// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the live widget of a lesson's place, and brings it in sight: its tab, its dock, scrolled to.
#pragma once

#include "app/lesson/lesson.h"

#include <QPointer>
#include <QRect>
#include <QWidget>

#include <functional>
#include <string_view>

namespace ulpscope::ui {

struct FoundPlace
{
    QPointer<QWidget> widget; ///< null: the window has no such place now
    /// Part of the widget that is meant, in its coordinates; empty: all of it.
    std::function<QRect()> part = {};
    /// Scrolls the widget itself to that part; null where it does not scroll.
    std::function<void()> scroll = {};
    bool isWhole = false; ///< the widget itself is meant, which can be locked and hidden

    QRect rect() const;
    explicit operator bool() const { return widget != nullptr; }
};

FoundPlace findPlace(const QWidget& window, const PointAt& at);
/// The id of the training plot that lessons call so; empty where it is none.
QString plotAt(const QWidget& window, const QString& place);
/// The view that the tab of a lesson shows; null where there is none.
const QWidget* pageAt(const QWidget& window, std::string_view tab);

/// Opens every tab and dock around it, and scrolls.
void bringIntoSight(const FoundPlace& place);
/// Only scrolls to the place, because opened widgets have their size only after they are laid out.
void scrollIntoSight(const FoundPlace& place);

/// Opens the tab and leaves the keyboard focus where it is, so that a learner who types an answer does not type into
/// the tab.
void openTabBeside(const QWidget& inside);

} // namespace ulpscope::ui
