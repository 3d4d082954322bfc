// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/models/lesson_rows.h"

#include "app/io/json/json_text.h"
#include "app/lesson/lesson_check.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_json.h"
#include "app/lesson/lesson_metric.h"
#include "app/lesson/lesson_placeholder.h"
#include "engine/base/number_text.h"
#include "ui/look/models/display_text.h"

#include <QCoreApplication>

#include <cmath>

namespace ulpscope::ui {

namespace {

using Json = nlohmann::ordered_json;
using ActionKind = LessonAction::Kind;

struct RowWords
{
    Q_DECLARE_TR_FUNCTIONS(LessonRows)
};

Error rowError(const QString& text)
{
    return {"", text.toStdString()};
}

/// A list with what every kind of row has in common. set: none where all of its columns are told.
template <class T>
RowList rowsOf(const QString& place, const QString& title, const QString& tip, std::vector<RowColumn> columns,
    ListOf<T> of, T fresh, std::function<QStringList(const T&)> cells,
    std::function<Status(T&, std::size_t, const QString&)> set = {})
{
    // The list is only looked at where the lesson is constant.
    const auto list = [of](const Lesson& lesson) { return of(const_cast<Lesson&>(lesson)); };
    return {.place = place,
        .title = title,
        .tip = tip,
        .columns = std::move(columns),
        .count =
            [list](const Lesson& lesson) {
                const std::vector<T>* rows = list(lesson);
                return rows != nullptr ? rows->size() : 0;
            },
        .cells
        = [list, cells](const Lesson& lesson, std::size_t row) { return cells(list(lesson)->at(row)); },
        .set = [of, set](Lesson& lesson, std::size_t row, std::size_t column,
                   const QString& text) { return set(of(lesson)->at(row), column, text); },
        .insert =
            [of, fresh](Lesson& lesson, std::size_t before) {
                of(lesson)->insert(of(lesson)->begin() + std::ptrdiff_t(before), fresh);
            },
        .erase = [of](Lesson& lesson,
                     std::size_t row) { of(lesson)->erase(of(lesson)->begin() + std::ptrdiff_t(row)); },
        .swap = [of](Lesson& lesson, std::size_t a,
                    std::size_t b) { std::swap(of(lesson)->at(a), of(lesson)->at(b)); }};
}

/// A whole number from `least`; nothing where the text is none.
std::optional<std::int64_t> wholeFrom(const QString& text, std::int64_t least)
{
    bool isNumber = false;
    const std::int64_t number = text.trimmed().toLongLong(&isNumber);
    return isNumber && number >= least ? std::optional(number) : std::nullopt;
}

QStringList actionVerbs()
{
    return {RowWords::tr("set"), RowWords::tr("change"), RowWords::tr("train"), RowWords::tr("pick"),
        RowWords::tr("open"), RowWords::tr("look at step")};
}

QString oneLine(const Json& json)
{
    return toQt(json.dump());
}

/// A name that reads as a number stands in quotes.
QString controlText(const ControlValue& value)
{
    const QString text = toQt(toText(value));
    return controlValueFrom(text) == value ? text : QLatin1Char('"') + text + QLatin1Char('"');
}

QString valueCell(const LessonAction& action)
{
    switch (action.kind) {
    case ActionKind::Set:
        return controlText(action.value);
    case ActionKind::Change:
        return oneLine(Json::parse(action.change));
    case ActionKind::Train:
        return action.steps == 0 ? RowWords::tr("the end") : QString::number(action.steps);
    case ActionKind::Step:
        return QString::number(action.steps);
    case ActionKind::Pick:
    case ActionKind::Open:
        return {};
    }
    return {};
}

Status setValueCell(LessonAction& action, const QString& text)
{
    switch (action.kind) {
    case ActionKind::Set:
        action.value = controlValueFrom(text);
        return success();
    case ActionKind::Change: {
        const Result<Json> json = parseJson(text.toStdString());
        if (!json)
            return json.error();
        if (!json->is_object() || json->empty())
            return rowError(RowWords::tr(R"(expected what is different, as {"training": {"seed": 2}})"));
        action.change = layoutJson(*json);
        return success();
    }
    case ActionKind::Train:
    case ActionKind::Step: {
        const bool isEnd = text.isEmpty() || text == RowWords::tr("the end");
        const auto steps = isEnd ? std::optional<std::int64_t>(0) : wholeFrom(text, 0);
        if (!steps)
            return rowError(RowWords::tr("expected a number of steps; 0 trains to the end"));
        action.steps = *steps;
        return success();
    }
    case ActionKind::Pick:
    case ActionKind::Open:
        return text.isEmpty() ? success() : Status(rowError(RowWords::tr("this action has no value")));
    }
    return success();
}

void setVerb(LessonAction& action, ActionKind kind)
{
    if (kind == action.kind)
        return;
    const LessonAction before = action;
    action = {};
    action.kind = kind;
    action.layer = kind == ActionKind::Pick ? before.layer : std::string();
    if (kind == ActionKind::Set) {
        action.place = "loss-scale";
        action.value = 1024.0;
    } else if (kind == ActionKind::Open)
        action.place = "tab.run";
    else if (kind == ActionKind::Change)
        action.change = "{\n  \"training\": {\"seed\": 2}\n}\n";
}

std::optional<double> cellNumber(const QString& text)
{
    return parseNumber(text.trimmed().toStdString());
}

} // namespace

QStringList placeNames(const std::function<bool(const LessonPlace&)>& isOne)
{
    QStringList names;
    for (const LessonPlace& place : lessonPlaces())
        if (isOne(place))
            names += toQt(place.name);
    return names;
}

QString boundsText(const Expectation& expectation)
{
    const auto number = [](double value) { return toQt(shortestText(value)); };
    switch (expectation.comparison) {
    case ExpectOperator::Absent:
        return {};
    case ExpectOperator::Within:
        return number(expectation.low) + QStringLiteral("..") + number(expectation.high);
    case ExpectOperator::Equal:
        return expectation.tolerance == 0
            ? number(expectation.value)
            : number(expectation.value) + QStringLiteral(" ± ") + number(expectation.tolerance);
    case ExpectOperator::Less:
    case ExpectOperator::LessOrEqual:
    case ExpectOperator::Greater:
    case ExpectOperator::GreaterOrEqual:
        return number(expectation.value);
    }
    return {};
}

Status setBounds(Expectation& expectation, const QString& text)
{
    if (expectation.comparison == ExpectOperator::Absent)
        return text.isEmpty() ? success() : Status(rowError(RowWords::tr("what is absent has no value")));
    if (expectation.comparison == ExpectOperator::Within) {
        const qsizetype dots = text.indexOf(QLatin1String(".."));
        const auto low = dots < 0 ? std::nullopt : cellNumber(text.left(dots));
        const auto high = dots < 0 ? std::nullopt : cellNumber(text.mid(dots + 2));
        if (!low || !high || !(*low <= *high))
            return rowError(RowWords::tr("expected a band such as 75..97"));
        expectation.low = *low;
        expectation.high = *high;
        return success();
    }
    const bool hasTolerance = text.contains(QChar(0xb1));
    const auto value = cellNumber(text.section(QChar(0xb1), 0, 0));
    const auto tolerance = hasTolerance ? cellNumber(text.section(QChar(0xb1), 1)) : 0;
    if (!value || !tolerance || !(*tolerance >= 0)
        || (hasTolerance && expectation.comparison != ExpectOperator::Equal))
        return rowError(RowWords::tr("expected a number; of == also 5 ± 0.1"));
    expectation.value = *value;
    expectation.tolerance = *tolerance;
    return success();
}

ControlValue controlValueFrom(const QString& text)
{
    if (text == QLatin1String("true") || text == QLatin1String("false"))
        return text == QLatin1String("true");
    if (text.size() > 1 && text.startsWith(QLatin1Char('"')) && text.endsWith(QLatin1Char('"')))
        return text.mid(1, text.size() - 2).toStdString();
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    return isNumber && std::isfinite(number) ? ControlValue(number) : ControlValue(text.toStdString());
}

QString testText(const AnswerTest& test)
{
    const auto number
        = [](double value) { return std::isinf(value) ? QString() : toQt(shortestText(value)); };
    const auto between = [&](double low, double high) -> QString {
        return number(low) + QStringLiteral("..") + number(high);
    };
    QStringList parts;
    for (const AnswerRange& range : test.ranges) {
        QString part = range.low == range.high ? number(range.low) : between(range.low, range.high);
        if (!std::isinf(range.from) || !std::isinf(range.to))
            part += QLatin1Char('@') + between(range.from, range.to);
        parts += part;
    }
    for (const std::string& name : test.names)
        parts += toQt(name);
    return parts.join(QStringLiteral("; "));
}

Result<AnswerTest> testFrom(const QString& text)
{
    const double kNone = std::numeric_limits<double>::infinity();
    // "1..2", "1..", "..2"; false: it is something else.
    const auto between = [kNone](const QString& part, double& low, double& high) {
        const qsizetype dots = part.indexOf(QLatin1String(".."));
        if (dots < 0)
            return false;
        const QString first = part.left(dots).trimmed();
        const QString last = part.mid(dots + 2).trimmed();
        const auto from = first.isEmpty() ? std::optional(-kNone) : cellNumber(first);
        const auto to = last.isEmpty() ? std::optional(kNone) : cellNumber(last);
        if (!from || !to || !(*from <= *to))
            return false;
        low = *from;
        high = *to;
        return true;
    };
    AnswerTest test;
    for (const QString& each : text.split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        const QString part = each.trimmed();
        if (part.isEmpty())
            continue;
        const QString values = part.section(QLatin1Char('@'), 0, 0).trimmed();
        AnswerRange range;
        if (part.contains(QLatin1Char('@'))
            && !between(part.section(QLatin1Char('@'), 1), range.from, range.to))
            return rowError(RowWords::tr("expected x from 0 to 20 as @0..20, got %1").arg(part));
        if (between(values, range.low, range.high)) {
            test.ranges.push_back(range);
        } else if (const auto number = cellNumber(values); number && !std::isnan(*number)) {
            range.low = range.high = *number;
            test.ranges.push_back(range);
        } else if (part.contains(QLatin1Char('@')) || part.contains(QLatin1String(".."))) {
            return rowError(RowWords::tr("expected values such as 16, 75..97 or 100.., got %1").arg(part));
        } else {
            test.names.push_back(part.toStdString());
        }
    }
    return test;
}

QString seedsText(const std::vector<std::uint64_t>& seeds)
{
    QStringList parts;
    for (std::size_t i = 0; i < seeds.size();) {
        std::size_t end = i + 1;
        while (end < seeds.size() && seeds[end] == seeds[end - 1] + 1)
            ++end;
        parts += end - i > 2 ? QStringLiteral("%1..%2").arg(seeds[i]).arg(seeds[end - 1])
                             : QString::number(seeds[i]);
        i = end - i > 2 ? end : i + 1;
    }
    return parts.join(QLatin1Char(','));
}

Result<std::vector<std::uint64_t>> lessonSeedsFrom(const QString& text)
{
    const Error wrong
        = rowError(RowWords::tr("expected seeds such as 1..5 or 1,2,9, at most %1").arg(kMaxLessonSeeds));
    std::vector<std::uint64_t> seeds;
    for (const QString& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        bool isFirst = false;
        bool isLast = false;
        const std::uint64_t first = part.section(QStringLiteral(".."), 0, 0).trimmed().toULongLong(&isFirst);
        const std::uint64_t last = part.section(QStringLiteral(".."), -1).trimmed().toULongLong(&isLast);
        if (!isFirst || !isLast || last < first || last - first >= kMaxLessonSeeds - seeds.size())
            return wrong;
        for (std::uint64_t i = 0; i <= last - first; ++i)
            seeds.push_back(first + i);
    }
    return seeds;
}

RowList optionRows(const QString& place, ListOf<Option> of)
{
    return rowsOf<Option>(
        place, RowWords::tr("Answers to choose from"),
        RowWords::tr("Two at least, of which one at least is right; each wrong one has its hint"),
        {{RowWords::tr("Right"), RowWords::tr("Whether this answer is right"), {}, true},
            {RowWords::tr("Answer"), RowWords::tr("What is chosen"), {}, false, true},
            {RowWords::tr("Hint"), RowWords::tr("What is said to whoever chooses it"), {}, false, true}},
        std::move(of),
        {asPlaceholder(RowWords::tr("Another answer").toStdString()), false,
            asPlaceholder(RowWords::tr("Why it is wrong.").toStdString())},
        [](const Option& option) {
            return QStringList{
                option.isRight ? QStringLiteral("1") : QString(), toQt(option.text), toQt(option.hint)};
        },
        [](Option& option, std::size_t column, const QString& text) {
            if (column == 0)
                option.isRight = !text.isEmpty();
            else
                (column == 1 ? option.text : option.hint) = text.toStdString();
            return success();
        });
}

RowList hintRows(const QString& place, ListOf<Hint> of)
{
    return rowsOf<Hint>(
        place, RowWords::tr("Hints to wrong answers"),
        RowWords::tr("The first that fits is said; the last is for every other answer, and says no \"when\""),
        {{RowWords::tr("When"),
             RowWords::tr("Answers that it is for: 16, 75..97, 100.., names; several with semicolons"), {},
             false, true},
            {RowWords::tr("Say"), RowWords::tr("What is said"), {}, false, true}},
        std::move(of), {{}, asPlaceholder(RowWords::tr("Why it is wrong.").toStdString())},
        [](const Hint& hint) {
            return QStringList{testText(hint.when), toQt(hint.say)};
        },
        [](Hint& hint, std::size_t column, const QString& text) {
            if (column == 1) {
                hint.say = text.toStdString();
                return success();
            }
            const Result<AnswerTest> when = testFrom(text);
            if (!when)
                return Status(when.error());
            hint.when = *when;
            return success();
        });
}

RowList actionRows(const QString& place, const QString& title, ListOf<LessonAction> of)
{
    LessonAction fresh;
    fresh.kind = ActionKind::Train;
    const QStringList verbs = actionVerbs();
    const QStringList places = QStringList{QString()}
        + placeNames([](const LessonPlace& each) { return each.isControl() || each.kind == PlaceKind::Tab; });
    return rowsOf<LessonAction>(
        place, title, RowWords::tr("What is done, in this order; Record writes it down while you do it"),
        {{RowWords::tr("Do"), RowWords::tr("What is done"), verbs},
            {RowWords::tr("What"), RowWords::tr("The control or the tab"), places, false, true},
            {RowWords::tr("Layer"), RowWords::tr("The layer, by its name")},
            {RowWords::tr("To"),
                RowWords::tr("The value; how many steps, 0 to the end; what is different, as JSON"), {},
                false, true}},
        std::move(of), fresh,
        [verbs](const LessonAction& action) {
            return QStringList{
                verbs[qsizetype(action.kind)], toQt(action.place), toQt(action.layer), valueCell(action)};
        },
        [verbs](LessonAction& action, std::size_t column, const QString& text) {
            switch (column) {
            case 0:
                if (const qsizetype verb = verbs.indexOf(text); verb >= 0)
                    setVerb(action, static_cast<ActionKind>(verb));
                return success();
            case 1:
                action.place = text.toStdString();
                return success();
            case 2:
                action.layer = text.toStdString();
                return success();
            default:
                return setValueCell(action, text);
            }
        });
}

QString metricText(const Component& metric)
{
    QString text = toQt(metric.className);
    for (const auto& [name, value] : metric.config.entries())
        if (const auto* words = std::get_if<std::string>(&value))
            text += QLatin1Char(' ') + toQt(*words);
    return text;
}

RowList expectationRows(const QString& place, ListOf<Expectation> of)
{
    Expectation fresh;
    fresh.metric = {"summary", {}};
    fresh.metric.config.set("figure", std::string("loss"));
    fresh.comparison = ExpectOperator::Within;
    fresh.seeds = {1, 2, 3, 4, 5};
    return rowsOf<Expectation>(place, RowWords::tr("Numbers that are promised"),
        RowWords::tr("Measured after what was done so far; of a predicted number the first one measures it"),
        {{.title = RowWords::tr("Number"),
             .tip = RowWords::tr("What is measured"),
             .isWide = true,
             .isTold = true},
            {.title = RowWords::tr("Promised"),
                .tip = RowWords::tr("How it is to come out"),
                .isTold = true}},
        std::move(of), fresh, [](const Expectation& each) {
            return QStringList{metricText(each.metric), toQt(wantedText(each))};
        });
}

RowList controlRows(const QString& place, const QString& title, ListOf<std::string> of)
{
    return rowsOf<std::string>(
        place, title, RowWords::tr("Controls of the window, but where a step asks for one"),
        {{RowWords::tr("Control"), RowWords::tr("Its name"),
            placeNames([](const LessonPlace& each) { return each.isControl(); }), false, true}},
        std::move(of), "policy", [](const std::string& name) { return QStringList{toQt(name)}; },
        [](std::string& name, std::size_t, const QString& text) {
            name = text.toStdString();
            return success();
        });
}

RowList rungRows(const QString& place, ListOf<ZoomRung> of)
{
    QStringList levels;
    for (const std::string& name : zoomLevelNames())
        levels += toQt(name);
    const QStringList places = QStringList{QString()} + placeNames([](const LessonPlace&) { return true; });
    return rowsOf<ZoomRung>(
        place, RowWords::tr("Look closer"),
        RowWords::tr("A ladder from the run down to bits, each level finer than the one before"),
        {{RowWords::tr("Level"), RowWords::tr("How close"), levels},
            {RowWords::tr("Say"), RowWords::tr("What is told there"), {}, false, true},
            {RowWords::tr("Place"), RowWords::tr("What is ringed"), places},
            {RowWords::tr("Layer"), RowWords::tr("The layer, by its name")}},
        std::move(of),
        {ZoomLevel::Run, asPlaceholder(RowWords::tr("What is seen here.").toStdString()), {}, {}},
        [](const ZoomRung& rung) {
            return QStringList{toQt(zoomLevelNames()[std::size_t(rung.level)]), toQt(rung.say),
                toQt(rung.pointAt.place), toQt(rung.pointAt.layer)};
        },
        [levels](ZoomRung& rung, std::size_t column, const QString& text) {
            if (column == 0) {
                if (const qsizetype level = levels.indexOf(text); level >= 0)
                    rung.level = static_cast<ZoomLevel>(level);
            } else
                (column == 1          ? rung.say
                        : column == 2 ? rung.pointAt.place
                                      : rung.pointAt.layer)
                    = text.toStdString();
            return success();
        });
}

} // namespace ulpscope::ui
