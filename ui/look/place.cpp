// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/place.h"

#include <utility>

namespace ulpscope::ui {

namespace {

PlaceMark* markOf(const QWidget& widget)
{
    return widget.findChild<PlaceMark*>(QString(), Qt::FindDirectChildrenOnly);
}

} // namespace

PlaceMark::PlaceMark(QWidget* widget, Place about)
    : QObject(widget)
    , place(std::move(about))
{
}

void registerPlace(QWidget* widget, const Place& place)
{
    if (!place.name.isEmpty())
        widget->setObjectName(QString::fromUtf8(place.name));
    PlaceMark* mark = markOf(*widget);
    if (!mark) {
        new PlaceMark(widget, place);
        return;
    }
    const auto take = [](auto& kept, const auto& said) {
        if (said.size() > 0)
            kept = said;
    };
    take(mark->place.terms, place.terms);
    take(mark->place.columns, place.columns);
    take(mark->place.guide, place.guide);
    take(mark->place.lessons, place.lessons);
    take(mark->place.lesson, place.lesson);
    if (!place.tab.title.isEmpty())
        mark->place.tab = place.tab;
}

const Place& placeOf(const QWidget& widget)
{
    static const Place kNone;
    const PlaceMark* mark = markOf(widget);
    return mark ? mark->place : kNone;
}

} // namespace ulpscope::ui
