// SPDX-License-Identifier: GPL-3.0-or-later
// A widget's place for F1, the guide and the lessons. It is registered where the widget is made, and found by walking the window.
#pragma once

#include <QByteArray>
#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

namespace ulpscope::ui {

/// Something that a lesson may point at.
struct LessonSpot
{
    QByteArray place; ///< a row of lessonPlaces()
    /// A plot's id, an action of a tool bar, or a widget inside by its name. Where that is missing, the first spot of the widget
    /// that is there stands in for it: the chooser that would bring the field.
    QByteArray part = {};
    int column = -1; ///< column of a table
};

/// How a view is shown as a tab of the window.
struct Tab
{
    QString title = {};
    QString tip = {};
    Qt::ScrollBarPolicy scrollBar = Qt::ScrollBarAsNeeded;
    bool isOfSession = false; ///< false: the model's panel makes room for it
    std::function<void()> focus = {}; ///< called when the tab comes to the front
};

struct Place
{
    QByteArray name = {}; ///< object name, by which tests find it
    QByteArray terms = {}; ///< ids of the glossary's terms with spaces between them
    std::vector<QByteArray> columns = {}; ///< the terms of each of a table's columns
    QByteArray guide = {}; ///< "window#run-bar"
    std::vector<LessonSpot> lessons = {};
    QByteArray lesson = {}; ///< name of the lesson that explains the widget
    Tab tab = {};
};

/// Belongs to the widget that it is about.
class PlaceMark : public QObject
{
    Q_OBJECT
public:
    PlaceMark(QWidget* widget, Place about);

    QWidget& widget() const { return static_cast<QWidget&>(*parent()); }

    Place place;
};

/// Members that an earlier call gave and this one leaves empty stay.
void registerPlace(QWidget* widget, const Place& place);

/// An empty one where nothing was registered.
const Place& placeOf(const QWidget& widget);

} // namespace ulpscope::ui
