// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/progress_bar.h"
#include "app/cli/session_argument.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/lesson/answers/answers_file.h"
#include "app/lesson/answers/class_report.h"
#include "app/lesson/answers/handout.h"
#include "app/lesson/lesson_check.h"
#include "app/lesson/lesson_file.h"
#include "engine/base/number_text.h"
#include "engine/base/shown_text.h"
#include "engine/base/text_lists.h"

#include <nlohmann/json.hpp>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace ulpscope::cli {

namespace {

// A report on what a class has learnt, from a folder with files of answers.
struct GradedLesson
{
    std::string name; ///< "04-accuracy-hides"
    std::string misconception;
};

std::string shareText(std::size_t part, std::size_t all)
{
    return all == 0 ? "-" : std::to_string(part) + " of " + std::to_string(all);
}

/// "+25", "-8": points of percent.
std::string pointsText(double points)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%+.0f", points);
    return text.data();
}

std::vector<std::string> rowOf(const ClassRow& row)
{
    const Gain& gain = row.gain;
    const Calibration& sure = row.calibration;
    const bool hasGain = gain.count > 0;
    const bool hasSure = sure.count > 0;
    return {shareText(gain.rightBefore, gain.count), shareText(gain.rightAfter, gain.count),
        shareText(gain.rightAtLast, gain.count), hasGain ? pointsText(gain.points()) : "-",
        hasGain && gain.normalized() ? roundedText(*gain.normalized()) : "-", std::to_string(sure.count),
        hasSure ? percentText(sure.confidencePercent()) : "-",
        hasSure ? percentText(sure.rightPercent()) : "-", hasSure ? pointsText(sure.overconfidence()) : "-",
        hasSure ? roundedText(sure.brier()) : "-"};
}

const std::vector<std::string> kGradeColumns{
    "before", "after", "at last", "gain", "of possible", "sure", "how sure", "right", "too sure", "Brier"};

std::string gradeTable(std::vector<std::string> heads, const std::vector<ClassRow>& rows)
{
    std::vector<std::vector<std::string>> table(1);
    table[0].insert(table[0].end(), {heads[0], heads[1]});
    table[0].insert(table[0].end(), kGradeColumns.begin(), kGradeColumns.end());
    const bool hasLessons = heads.size() > 2;
    if (hasLessons)
        table[0].push_back(heads[2]);
    for (const ClassRow& row : rows) {
        std::vector<std::string> cells{hasLessons ? row.lesson : row.name, std::to_string(row.count)};
        const std::vector<std::string> numbers = rowOf(row);
        cells.insert(cells.end(), numbers.begin(), numbers.end());
        if (hasLessons)
            cells.push_back(row.name);
        table.push_back(std::move(cells));
    }
    return alignedTable(std::move(table));
}

Json numbersJson(const ClassRow& row)
{
    const Gain& gain = row.gain;
    const Calibration& sure = row.calibration;
    Json json{{"count", row.count}};
    json["gain"] = gain.count == 0
        ? Json()
        : Json{{"count", gain.count}, {"right_before", gain.rightBefore}, {"right_after", gain.rightAfter},
            {"right_at_last", gain.rightAtLast}, {"points", gain.points()},
            {"normalized", gain.normalized() ? Json(*gain.normalized()) : Json()}};
    json["calibration"] = sure.count == 0
        ? Json()
        : Json{{"count", sure.count}, {"confidence_percent", sure.confidencePercent()},
            {"right_percent", sure.rightPercent()}, {"overconfidence", sure.overconfidence()},
            {"brier", sure.brier()}};
    return json;
}

std::string reportText(const ClassReport& report)
{
    ClassRow all = report.all;
    all.name = "all";
    std::vector<ClassRow> students = report.students;
    students.push_back(all);
    return gradeTable({"lesson", "students", "misconception"}, report.misconceptions) + "\n"
        + gradeTable({"student", "lessons"}, students)
        + "\nbefore: a lesson's first prediction; after: its check, answered once; at last: after as many tries as were made.\n"
          "gain: after less before, in points; of possible: of what there was to gain. sure: answers with a confidence;\n"
          "too sure: confidence less right, in points; Brier: 0 is best, 0.25 is always saying 50 %.\n";
}

/// Prints the report, as tables or as JSON; files that are none are named and left out. Gives the exit code. known: lessons whose
/// misconception is told in their own words. isOnlyThese: no other lesson is graded.
int gradeFolder(
    const std::string& folder, const std::vector<GradedLesson>& known, bool isOnlyThese, bool asJson)
{
    const std::vector<std::filesystem::path> files = orFail(findAnswerFiles(folder));
    if (files.empty())
        fail({folder, "there is no ." + std::string(kAnswersFileSuffix) + " file in it"});
    std::vector<NamedAnswers> students;
    std::vector<std::string> names; // the files' names, one for each student
    Json bad = Json::array();
    for (const std::filesystem::path& file : files) {
        Result<StudentAnswers> answers = loadAnswers(file);
        if (!answers) {
            complain(answers.error().text());
            bad.push_back({{"file", file.filename().string()}, {"error", answers.error().message.text()}});
            continue;
        }
        names.push_back(file.filename().string());
        const std::string name = answers->student.empty() ? file.stem().string() : answers->student;
        students.push_back({name, *std::move(answers)});
    }
    std::vector<std::string> graded;
    for (const GradedLesson& lesson : known)
        if (isOnlyThese)
            graded.push_back(lesson.name);
    ClassReport report = classReport(students, graded);
    for (ClassRow& row : report.misconceptions)
        for (const GradedLesson& lesson : known)
            if (lesson.name == row.lesson)
                row.name = lesson.misconception;
    Json json{{"misconceptions", Json::array()}, {"students", Json::array()}};
    for (const ClassRow& row : report.misconceptions) {
        json["misconceptions"].push_back({{"lesson", row.lesson}, {"misconception", row.name}});
        json["misconceptions"].back().update(numbersJson(row));
    }
    for (std::size_t i = 0; i < report.students.size(); ++i) {
        json["students"].push_back({{"student", report.students[i].name}, {"file", names[i]}});
        json["students"].back().update(numbersJson(report.students[i]));
    }
    json["all"] = numbersJson(report.all);
    json["unread"] = bad;
    const int printed = print(asJson ? layoutJson(json) : reportText(report));
    return printed != kDone ? printed : bad.empty() ? kDone : kWrongUse;
}

struct LessonsArguments
{
    std::vector<std::string> lessons;
    std::string seeds;
    bool lists = false;
    bool checks = false;
    bool measures = false;
    bool writes = false;
    bool asJson = false;
    bool handsOut = false;
    bool isKey = false;
    std::string gradedFolder;
};

struct NamedLesson
{
    FoundLesson file;
    Lesson lesson;
};

struct CheckedLesson
{
    const NamedLesson* lesson = nullptr;
    LessonReport report;
};

/// A path, or a lesson of the program by its name or number: "4", "04", "04-same-accuracy".
FoundLesson findLesson(const std::string& argument, const std::vector<FoundLesson>& known)
{
    if (isFile(argument))
        return FoundLesson{std::filesystem::path(argument).stem().string(), argument};
    std::vector<std::string> names;
    for (const FoundLesson& lesson : known) {
        const std::string padded = argument.size() == 1 ? "0" + argument : argument;
        if (lesson.name == argument || lesson.name.starts_with(padded + "-"))
            return lesson;
        names.push_back(lesson.name);
    }
    fail(noSuchFile("lesson", resourceFolder("lessons"), argument, names));
}

std::vector<NamedLesson> chosenLessons(const LessonsArguments& arguments)
{
    const std::vector<FoundLesson> known = findLessons(resourceFolder("lessons"));
    std::vector<FoundLesson> chosen;
    for (const std::string& argument : arguments.lessons)
        chosen.push_back(findLesson(argument, known));
    std::vector<NamedLesson> lessons;
    for (const FoundLesson& file : chosen.empty() ? known : chosen)
        lessons.push_back({file, orFail(loadLesson(file.path))});
    return lessons;
}

/// "6..10", "7" or "1,2,5".
std::vector<std::uint64_t> seedsIn(const std::string& text)
{
    const auto seedOf = [](std::string_view word) -> std::optional<std::uint64_t> {
        std::uint64_t seed = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), seed);
        return error == std::errc() && end == word.data() + word.size() ? std::optional(seed) : std::nullopt;
    };
    const Error wrong{
        "--seeds", "expected seeds such as 6..10 or 1,2,5, at most 100, got " + shownText(text)};
    std::vector<std::uint64_t> seeds;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        const std::size_t dots = part.find("..");
        const auto first = seedOf(part.substr(0, dots));
        const auto last = dots == std::string_view::npos ? first : seedOf(part.substr(dots + 2));
        if (!first || !last || *last < *first || *last - *first >= kMaxLessonSeeds - seeds.size())
            fail(wrong);
        for (std::uint64_t seed = *first; seed - *first <= *last - *first; ++seed) {
            seeds.push_back(seed);
            if (seed == *last)
                break;
        }
    }
    return seeds;
}

int list(const std::vector<NamedLesson>& lessons, bool asJson)
{
    Json json = Json::array();
    std::vector<std::vector<std::string>> table{{"lesson", "minutes", "title", "what it makes untrue"}};
    for (const auto& [file, lesson] : lessons) {
        json.push_back({{"name", file.name}, {"title", lesson.title}, {"misconception", lesson.misconception},
            {"hook", lesson.hook}, {"source", lesson.hookSource}, {"minutes", lesson.minutes},
            {"steps", lesson.steps.size()}, {"terms", lesson.terms}, {"file", file.path.string()}});
        table.push_back({file.name, std::to_string(lesson.minutes), lesson.title, lesson.misconception});
    }
    return print(asJson ? layoutJson(json) : alignedTable(table));
}

std::string textOf(const std::optional<double>& value)
{
    return value ? shortestText(*value) : "none";
}

/// The range of a number over all seeds, "83.1 to 85.2", or the number that all have, "83.1".
std::string measuredText(const CheckedExpectation& checked)
{
    const auto isLess = [](const MeasuredValue& a, const MeasuredValue& b) {
        return a.value.value_or(-INFINITY) < b.value.value_or(-INFINITY);
    };
    const auto [least, most] = std::minmax_element(checked.values.begin(), checked.values.end(), isLess);
    const std::string low = textOf(least->value);
    return low == textOf(most->value) ? low : low + " to " + textOf(most->value);
}

std::string metricText(const Expectation& expectation)
{
    std::string text = expectation.metric.className;
    for (const auto& [name, value] : expectation.metric.config.entries())
        if (const auto* words = std::get_if<std::string>(&value))
            text += ' ' + *words;
    return shownText(text);
}

Json reportJson(const CheckedLesson& checked)
{
    Json expectations = Json::array();
    for (const CheckedExpectation& each : checked.report.expectations) {
        Json values = Json::array();
        for (const MeasuredValue& value : each.values)
            values.push_back({{"seed", value.seed}, {"value", value.value ? Json(*value.value) : Json()},
                {"met", value.isMet}});
        expectations.push_back({{"place", each.place}, {"metric", metricText(each.expectation)},
            {"wanted", wantedText(each.expectation)}, {"met", each.isMet}, {"values", std::move(values)}});
    }
    return Json{{"name", checked.lesson->file.name}, {"met", checked.report.isMet},
        {"unwritten", checked.report.unwritten}, {"expectations", std::move(expectations)}};
}

int printReports(const std::vector<CheckedLesson>& reports, bool asJson)
{
    Json json = Json::array();
    std::vector<std::vector<std::string>> table{{"lesson", "place", "number", "promised", "measured", ""}};
    std::size_t broken = 0;
    std::size_t unwritten = 0;
    std::string placeholders;
    for (const CheckedLesson& checked : reports) {
        json.push_back(reportJson(checked));
        unwritten += checked.report.unwritten.size();
        for (const std::string& place : checked.report.unwritten)
            placeholders
                += checked.lesson->file.name + ": " + place + ": is still a new lesson's placeholder\n";
        for (const CheckedExpectation& each : checked.report.expectations) {
            broken += each.isMet ? 0 : 1;
            table.push_back({checked.lesson->file.name, each.place, metricText(each.expectation),
                wantedText(each.expectation), measuredText(each), each.isMet ? "" : "NOT SO"});
        }
    }
    const std::size_t all = table.size() - 1;
    const std::string end = counted(static_cast<std::int64_t>(all), "number") + " of "
        + counted(static_cast<std::int64_t>(reports.size()), "lesson") + ", "
        + (broken == 0 ? "all as promised" : std::to_string(broken) + " not as promised")
        + (unwritten == 0 ? ""
                          : ", " + counted(static_cast<std::int64_t>(unwritten), "text") + " to be written")
        + "\n";
    const int printed = print(asJson ? layoutJson(json) : alignedTable(table) + "\n" + placeholders + end);
    return printed != kDone ? printed : broken + unwritten == 0 ? kDone : kFailed;
}

/// A band is widened on each side by this multiple of its width: engine/DESIGN.md says why.
constexpr double kWidening = 1;

int writeBands(const std::vector<CheckedLesson>& reports)
{
    for (const CheckedLesson& checked : reports) {
        const Lesson banded = withMeasuredBands(checked.lesson->lesson, checked.report, kWidening);
        orFail(saveLesson(checked.lesson->file.path, banded));
    }
    return kDone;
}

int handOut(const std::vector<NamedLesson>& lessons, bool isKey)
{
    const std::string text = joinedText(lessons, "\n---\n\n", [&](const NamedLesson& each) {
        return handoutMarkdown(each.lesson, isKey ? HandoutKind::Key : HandoutKind::Handout);
    });
    return print(text);
}

int grade(const std::vector<NamedLesson>& lessons, const LessonsArguments& arguments)
{
    std::vector<GradedLesson> graded;
    for (const NamedLesson& each : lessons)
        graded.push_back({each.file.name, each.lesson.misconception});
    return gradeFolder(arguments.gradedFolder, graded, !arguments.lessons.empty(), arguments.asJson);
}

int execute(const LessonsArguments& arguments)
{
    const std::vector<NamedLesson> lessons = chosenLessons(arguments);
    if (!arguments.gradedFolder.empty())
        return grade(lessons, arguments);
    if (arguments.handsOut)
        return handOut(lessons, arguments.isKey);
    if (!arguments.checks && !arguments.measures)
        return list(lessons, arguments.asJson);
    const std::vector<std::uint64_t> seeds = seedsIn(arguments.seeds);
    const Result<Kernels> kernels = Kernels::load();
    if (!kernels) {
        complain(kernels.error().text());
        return kFailed;
    }
    std::vector<CheckedLesson> reports;
    {
        ProgressBar bar("measuring");
        for (const NamedLesson& each : lessons) {
            const auto show = [&](std::size_t done, std::size_t total) { // a lesson is as long as any other
                const auto all = static_cast<std::int64_t>(lessons.size() * total);
                bar.show(static_cast<std::int64_t>(reports.size() * total + done), all);
                return true;
            };
            reports.push_back({&each,
                orFail(measureLesson(each.lesson, *kernels,
                           {.scenes = resourceFolder("scenes"), .seeds = seeds, .progress = show}),
                    inside(each.file.path.string()))});
        }
    }
    if (arguments.measures && arguments.writes)
        if (const int written = writeBands(reports); written != kDone)
            return written;
    const int printed = printReports(reports, arguments.asJson);
    return arguments.measures && printed == kFailed ? kDone : printed;
}

} // namespace

void defineLessons(CLI::App& command, Action& action)
{
    command.footer(
        "LESSON is a lesson file (.ulpslesson), or the name or number of a lesson that comes with the program; all of these\n"
        "without one. --check measures every number that they promise, over the seeds that the lesson has them from or over\n"
        "those of --seeds, and says which is not so. --measure does the same and, with --write, puts the bands into the files:\n"
        "what the seeds gave, widened by as much on either side and rounded outward to three digits. Numbers that a lesson has from\n"
        "one seed are about the run that it shows, and keep it.\n"
        "--handout prints a lesson for paper, as Markdown: questions with room for answers, or with --key the answers; the\n"
        "window makes PDF of it (Lessons > Teach > Handout). --grade reads the students' files of answers (.ulpsanswers, Lessons > Teach > Save\n"
        "answers in the window) and tells per misconception and per student how many were right before and after, and whether\n"
        "they were right as often as they were sure; of all lessons, or of each LESSON.\n"
        "Exit code 1 if a promise is not kept or a new lesson's placeholder is left, 2 if a file is no lesson, or holds no answers: the others are graded all the same.\n"
        "Examples: ulpscope-cli lessons\n"
        "          ulpscope-cli lessons --check --seeds 6..10\n"
        "          ulpscope-cli lessons --measure --write my.ulpslesson\n"
        "          ulpscope-cli lessons --handout 4 --key > key.md\n"
        "          ulpscope-cli lessons --grade answers/ --json\n"
        "          ulpscope-cli lessons 4 --grade answers/");
    auto arguments = std::make_shared<LessonsArguments>();
    command.add_option("LESSON", arguments->lessons, "Lessons, by file, name or number");
    auto* lists = command.add_flag("--list", arguments->lists, "List them (what happens without any option)");
    auto* checks
        = command.add_flag("--check", arguments->checks, "Measure what they promise")->excludes(lists);
    auto* measures = command
                         .add_flag("--measure", arguments->measures,
                             "Measure, and take what is measured for the promise")
                         ->excludes(lists)
                         ->excludes(checks);
    command.add_flag("--write", arguments->writes, "With --measure: put the bands into the files")
        ->needs(measures);
    command
        .add_option(
            "--seeds", arguments->seeds, "Seeds of runs, such as 6..10 or 1,2,5 (default: the lesson's)")
        ->type_name("SEEDS")
        ->excludes(lists);
    auto* handsOut = command
                         .add_flag("--handout", arguments->handsOut,
                             "Print them for paper, as Markdown, without answers")
                         ->excludes(lists)
                         ->excludes(checks)
                         ->excludes(measures);
    command.add_flag("--key", arguments->isKey, "With --handout: with the answers")->needs(handsOut);
    command
        .add_option("--grade", arguments->gradedFolder,
            "What a class has learnt, from the files of answers of this folder")
        ->type_name("DIR")
        ->excludes(lists)
        ->excludes(checks)
        ->excludes(measures)
        ->excludes(handsOut);
    command.add_flag("--json", arguments->asJson, "Print JSON")->excludes(handsOut);
    command.callback([&action, arguments] { action = [arguments] { return execute(*arguments); }; });
}

} // namespace ulpscope::cli
