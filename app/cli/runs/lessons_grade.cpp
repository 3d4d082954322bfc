// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/runs/lessons_grade.h"

#include "app/cli/command.h"
#include "app/cli/text_table.h"
#include "app/io/json/json_text.h"
#include "app/lesson/answers/answers_file.h"
#include "app/lesson/answers/class_report.h"
#include "engine/base/number_text.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdio>

namespace ulpscope::cli {

namespace {

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

} // namespace

int gradeFolder(
    const std::string& folder, const std::vector<GradedLesson>& known, bool isOnlyThese, bool asJson)
{
    const Result<std::vector<std::filesystem::path>> files = findAnswerFiles(folder);
    if (!files)
        return failWith(files.error());
    if (files->empty())
        return failWith({folder, "there is no ." + std::string(kAnswersFileSuffix) + " file in it"});
    std::vector<NamedAnswers> students;
    std::vector<std::string> names; // of the files, of each student
    Json bad = Json::array();
    for (const std::filesystem::path& file : *files) {
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

} // namespace ulpscope::cli
