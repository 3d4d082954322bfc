// SPDX-License-Identifier: GPL-3.0-or-later
// A question to the learner, an answer, and what is said about it. Predictions, observations and checks are all questions:
// they differ in when they are asked.
#pragma once

#include "app/lesson/lesson_place.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace ulpscope {

enum class QuestionKind : std::uint8_t {
    Number, ///< a number is typed
    Choice, ///< the learner picks one of the options
    Point, ///< a point of a plot is clicked
    Curve, ///< a curve is drawn on a plot, from left to right
    SetControl, ///< a control of the window is set, to a number or a name
    PickLayer, ///< a layer is picked in the tree
};

/// "number", "choice", "point", "curve", "set-control", "pick-layer": in the enum's order.
const std::vector<std::string>& questionKindNames();

struct Option
{
    std::string text;
    bool isRight = false;
    std::string hint = {}; ///< hint when the option is picked; never empty for a wrong option

    bool operator==(const Option&) const = default;
};

/// An inclusive range of values; of points and curves only between these x.
struct AnswerRange
{
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    double from = -std::numeric_limits<double>::infinity();
    double to = std::numeric_limits<double>::infinity();

    bool contains(double value) const { return value >= low && value <= high; }
    bool operator==(const AnswerRange&) const = default;
};

/// A test for answers: in one of the ranges (a curve: in all of them, at each of its points between their x), or one of
/// the names.
struct AnswerTest
{
    std::vector<AnswerRange> ranges = {};
    std::vector<std::string> names = {}; ///< names of layers, or values of a control

    bool operator==(const AnswerTest&) const = default;
};

/// Reply to wrong answers that match a pattern.
struct Hint
{
    AnswerTest when; ///< empty: every answer, which the last hint is for
    std::string say;

    bool operator==(const Hint&) const = default;
};

/// Markdown in all texts.
struct Question
{
    QuestionKind kind = QuestionKind::Choice;
    std::string ask;
    std::string unit = {}; ///< the unit of numbers, shown behind the field: "%"
    std::string place = {}; ///< SetControl: the control; Point and Curve: the plot (lesson_place.h)
    std::string layer = {}; ///< the layer, where each layer has the control
    std::vector<Option> options = {}; ///< answers to choose from: at least two, and at least one is right
    AnswerTest right = {}; ///< the right answer of all other kinds of questions
    std::vector<Hint> hints = {}; ///< hints: the first that fits is said, the last fits everything
    bool asksConfidence = false; ///< how sure the learner is, before anything is revealed
    PointAt pointAt = {}; ///< where the answer is to be seen; nowhere: where its step points

    bool operator==(const Question&) const = default;
};

struct CurvePoint
{
    double x = 0;
    double y = 0;

    bool operator==(const CurvePoint&) const = default;
};

/// Rounds the x of a point to a whole number, because plots run along steps or terms.
double wholeStep(double x);

/// Which option; a number; a name; a point (one) or a curve (its points by rising x).
using Answer = std::variant<std::size_t, double, std::string, std::vector<CurvePoint>>;

struct Grade
{
    bool isRight = false;
    std::string
        hint; ///< never empty where it is wrong; of a right choice what its option says, which may be nothing
};

/// An answer of a kind that the question does not ask for is wrong, and NaN is in no range.
Grade grade(const Question& question, const Answer& answer);

/// Answers that are right, one of few digits first, and for every hint one that gets it: what a test plays. Empty
/// where a hint cannot be reached.
struct SampleAnswers
{
    std::vector<Answer> right;
    std::vector<Answer> wrong; ///< by option that is wrong, or by hint
};
SampleAnswers sampleAnswers(const Question& question);

} // namespace ulpscope
