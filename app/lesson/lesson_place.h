// SPDX-License-Identifier: GPL-3.0-or-later
// The words by which lessons name what is in the window: controls that can be set, and everything that can be pointed at. A row
// each; the window maps the names to widgets, and the engine turns those that are a part of the session into changes of it.
#pragma once

#include "engine/base/result.h"
#include "engine/session/session_spec.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace ulpscope {

enum class PlaceKind : std::uint8_t {
    SessionControl, ///< a field of the session: the lesson can set it without a window
    ViewControl, ///< a field of a view, which no session holds
    Tab,
    Tile, ///< a headline number
    Plot,
    Panel, ///< anything else
};

struct LessonPlace
{
    std::string_view name; ///< "loss-scale"
    std::string_view
        title; ///< within a sentence: "Loss scale", "the tab Run", "Numerics > Stored > master weights"
    PlaceKind kind = PlaceKind::Panel;
    /// JSON pointer to the value of a session control in a session file: "/training/loss_scale/scale"; "/layers/*/policy" of each layer.
    std::string_view pointer = {};
    /// The class that the object around the value must have, and gets with it: "fixed".
    std::string_view ofClass = {};
    bool isOfLayer = false; ///< whether a layer's name belongs to it
    std::string_view unwritten = {}; ///< value in a session that does not state it; empty: none

    bool isControl() const { return kind == PlaceKind::SessionControl || kind == PlaceKind::ViewControl; }
};

/// A place to point at: its name, and the layer, for places that each layer has.
struct PointAt
{
    std::string place = {}; ///< empty: nowhere
    std::string layer = {};

    bool operator==(const PointAt&) const = default;
};

std::span<const LessonPlace> lessonPlaces();
/// Or "unknown place 'x'; did you mean ...".
Result<const LessonPlace*> lessonPlaceByName(std::string_view name);

/// Value of a control.
using ControlValue = std::variant<bool, double, std::string>;

/// Whether a control of a view has the value: a name of its list, a number. Of a session's control the session says that. No place.
Status checkViewValue(const LessonPlace& place, const ControlValue& value);

/// "0.1", "true", "mixed_float16": for people.
std::string toText(const ControlValue& value);

/// The session with the control set, as one change that can be undone; `layer` is a layer's name where it belongs to one. Errors
/// have the place in the session. place.kind must be SessionControl.
Result<SessionSpec> withControl(const SessionSpec& session, const LessonPlace& place,
    const std::string& layer, const ControlValue& value);

/// What the control is set to, defaults included: what a check grades. Nothing where it has no value: a fixed loss scale's factor
/// while the loss scale is dynamic, or a policy that is an object.
std::optional<ControlValue> controlValue(
    const SessionSpec& session, const LessonPlace& place, const std::string& layer);

/// What that amounts to: of a layer that says nothing, what it inherits. A control that its object's class has not reads as the
/// class: "dynamic" where a fixed loss scale is asked for.
std::optional<ControlValue> controlInForce(
    const SessionSpec& session, const LessonPlace& place, const std::string& layer);

} // namespace ulpscope
