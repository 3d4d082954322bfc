// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson as plain data; a lesson file is exactly this. All texts that a learner reads are Markdown.
#pragma once

#include "app/lesson/answers/question.h"
#include "app/lesson/lesson_place.h"
#include "engine/base/config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ulpscope {

/// Something that the learner does, and the player does when the learner skips it.
struct LessonAction
{
    enum class Kind : std::uint8_t {
        Set, ///< `place` (of `layer`) to `value`
        Change, ///< the session by `change`, as a suggestion does (app/io/session/suggestion.h)
        Train, ///< `steps` more; 0: to the end
        Pick, ///< picks `layer` in the tree
        Open, ///< opens the tab `place`
        Step, ///< looks at step `steps` of the run
    };
    Kind kind = Kind::Set;
    std::string place;
    std::string layer;
    ControlValue value = false;
    std::string change; ///< JSON in layoutJson()'s layout
    std::int64_t steps = 0;

    bool operator==(const LessonAction&) const = default;
};

enum class ExpectOperator : std::uint8_t {
    Equal, ///< the metric equals `value` within `tolerance`
    Within, ///< the metric lies from `low` to `high`
    Less, ///< than `value`
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Absent, ///< there is no such number: no accuracy of a run that diverged
};

/// "==", "within", "<", "<=", ">", ">=", "absent": in the enum's order.
const std::vector<std::string>& expectOperatorNames();

/// A number that the lesson promises, and how it is measured.
struct Expectation
{
    Component metric; ///< a row of lessonMetrics() (lesson_metric.h) with its parameters
    std::vector<LessonAction> with; ///< on top of what the step does: for comparison
    ExpectOperator comparison = ExpectOperator::Equal;
    double value = 0;
    double tolerance = 0;
    double low = 0;
    double high = 0;
    /// Seeds over which it was measured. Empty: no seed changes it. A single one: it is about the run that the lesson shows.
    std::vector<std::uint64_t> seeds;

    bool operator==(const Expectation&) const = default;
};

/// Levels of detail from the whole run down to bits, in this order.
enum class ZoomLevel : std::uint8_t { Run, Layer, Tensor, Element, Bits };

/// "run", "layer", "tensor", "element", "bits": in the enum's order.
const std::vector<std::string>& zoomLevelNames();

/// One rung of a ladder from a number of the run to the bits that make it.
struct ZoomRung
{
    ZoomLevel level = ZoomLevel::Run;
    std::string say;
    PointAt pointAt;
    std::vector<LessonAction> actions; ///< actions that lead to the place

    bool operator==(const ZoomRung&) const = default;
};

/// Members are in the order in which the learner meets the parts; empty parts are skipped.
struct LessonStep
{
    std::string title;
    std::string say;
    PointAt pointAt;
    std::optional<Question>
        predict; ///< before anything is done. Of kind Number: it asks for what expect[0] measures
    std::vector<LessonAction> actions;
    std::string reveal; ///< text on what the learner sees now
    std::optional<Question> observe; ///< "what happened?": corrected before anything is explained
    std::string explain;
    std::vector<ZoomRung> zoom;
    std::vector<Expectation> expect; ///< after the actions of this step and all before

    bool operator==(const LessonStep&) const = default;
};

/// The session from which a lesson starts; neither is set: the open session.
struct LessonSession
{
    std::string scene; ///< name of a scene, "circle"
    std::string session; ///< or a session file's own text, in writeSession()'s layout
    std::string change; ///< JSON, merged into it as a suggestion's; may be empty

    bool isEmpty() const { return scene.empty() && session.empty(); }
    bool operator==(const LessonSession&) const = default;
};

struct Lesson
{
    std::string title;
    std::string misconception; ///< the sentence that it makes untrue
    std::string hook; ///< a real question, in our words
    std::string hookSource; ///< where it was asked: an address, or a project's thread by number
    std::int64_t minutes = 8;
    LessonSession session;
    std::vector<LessonAction> view; ///< actions before the first step
    std::vector<std::string> locked; ///< controls that are shown and cannot be changed
    std::vector<std::string> hidden; ///< controls that are not shown
    std::vector<LessonStep> steps;
    Question check; ///< answered in the instrument itself
    std::vector<Expectation> checkExpect; ///< that its answer is right and others are not
    std::vector<std::string> terms; ///< ids of the glossary
    std::string ownCase; ///< "now with your own"

    bool operator==(const Lesson&) const = default;
};

} // namespace ulpscope
