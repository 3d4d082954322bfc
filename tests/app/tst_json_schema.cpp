// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/io/runs/json_schema.h"
#include "app/io/runs/run_summary_text.h"
#include "app/io/runs/seed_runs.h"
#include "app/judge/runs/seed_noise.h"
#include "app/judge/runs/severity.h"
#include "app/lesson/answers/answers_file.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_metric.h"
#include "app/lesson/lesson_place.h"
#include "app/search/assignment_cost.h"
#include "app/search/plan/search_json.h"
#include "engine/file/whole_file.h"
#include "engine/loss/metric_catalog.h"
#include "engine/tensor/arithmetic_rules.h"
#include "tests/app/schema_check.h"

#include <nlohmann/json.hpp>

#include <QDir>

#include <QTest>

using namespace ulpscope;

namespace {

using Json = test::SchemaCheck::Json;

const test::SchemaCheck& schemas()
{
    static const test::SchemaCheck check({{"session.schema.json", Json::parse(sessionSchema())},
        {"lesson.schema.json", Json::parse(lessonSchema())},
        {"answers.schema.json", Json::parse(answersSchema())}});
    return check;
}

Json fileOf(const QString& name)
{
    return Json::parse(*readWholeFile(
        std::string(ULPSCOPE_SOURCE_DIR "/resources/") + name.toStdString(), std::size_t{1} << 24));
}

} // namespace

class TestJsonSchema : public QObject
{
    Q_OBJECT
private slots:
    void committedSchemasAreThoseOfTheCatalogs_data();
    void committedSchemasAreThoseOfTheCatalogs();
    void writtenSchemasHaveTheProgramsNamesAndLimits_data();
    void writtenSchemasHaveTheProgramsNamesAndLimits();
    void aLessonsSchemaHasEveryMetric();
    void schemasHaveADialectATitleAndDescribedParameters();
    void theGuidesTableHasEveryKeyOfASummary();
    void shippedFilesFollowTheirSchema_data();
    void shippedFilesFollowTheirSchema();
    void answersFollowTheirSchema();
    void whatDoesNotFollowIsSeen_data();
    void whatDoesNotFollowIsSeen();
};

void TestJsonSchema::committedSchemasAreThoseOfTheCatalogs_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("generated");
    QTest::newRow("session") << "session" << QString::fromStdString(sessionSchema());
    QTest::newRow("keras-policy") << "keras-policy" << QString::fromStdString(kerasPolicySchema());
}

void TestJsonSchema::committedSchemasAreThoseOfTheCatalogs()
{
    QFETCH(QString, name);
    QFETCH(QString, generated);
    const auto committed = readWholeFile(
        std::string(ULPSCOPE_SOURCE_DIR) + "/resources/schema/" + name.toStdString() + ".schema.json",
        std::size_t{1} << 24);
    QVERIFY2(committed.ok(), committed ? "" : committed.error().text().c_str());
    QVERIFY2(QString::fromStdString(*committed) == generated,
        qPrintable("the catalogs have changed; run: ulpscope-cli schema " + name + " > resources/schema/"
            + name + ".schema.json"));
}

/// What stands in a schema that is a text, and in the program.
void TestJsonSchema::writtenSchemasHaveTheProgramsNamesAndLimits_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("expected");
    const auto row = [](const std::string& schema, const std::string& place, const Json& expected) {
        QTest::newRow(place.c_str()) << QString::fromStdString(schema) << QString::fromStdString(place)
                                     << QString::fromStdString(expected.dump());
    };
    row(searchSchema(), "/properties/version/const", kSearchFileVersion);
    row(searchSchema(), "/properties/cost_of/enum", costKindNames());

    std::vector<std::string> numbers;
    for (const SeedNumber& each : seedNumbers())
        numbers.emplace_back(each.name);
    const std::string noise = noiseSchema();
    row(noise, "/properties/version/const ", kNoiseFileVersion);
    row(noise, "/properties/level/const", kNoiseLevel);
    row(noise, "/properties/candidates/items/properties/arithmetic/oneOf/0/enum", arithmeticNames());
    row(noise, "/properties/candidates/items/properties/float32_arithmetic/oneOf/0/enum", arithmeticNames());
    row(noise, "/properties/candidates/items/properties/numbers/items/properties/number/enum", numbers);
    row(noise, "/properties/candidates/items/properties/numbers/items/properties/outcome/enum",
        noiseOutcomeNames());

    const std::string summary = summarySchema();
    row(summary, "/properties/version/const    ", kSummaryFileVersion);
    row(summary, "/properties/ended/enum", runEndNames());
    row(summary, "/properties/watch/enum", watchModeNames());
    row(summary, "/properties/arithmetic/enum", arithmeticNames());
    row(summary, "/properties/verdict/properties/severity/enum", kSeverityNames);
    Json metrics;
    for (const TestMetric& each : testMetricCatalog())
        metrics[std::string(each.name)] = Json{{"$ref", "#/$defs/number"}, {"description", each.description}};
    row(summary, "/properties/test_metrics/properties", metrics);
    row(summary, "/properties/reference_test_metrics/properties", metrics);

    const std::string answers = answersSchema();
    row(answers, "/properties/format/const", kAnswersFormat);
    row(answers, "/properties/version/const  ", kAnswersFileVersion);
    row(answers, "/properties/student/maxLength", kLongestStudentName);
    row(answers, "/properties/lessons/maxItems", kMaxAnsweredLessons);
    row(answers, "/properties/lessons/items/properties/answers/maxItems", kMaxAnswersOfLesson);
    const std::string answer = "/properties/lessons/items/properties/answers/items/properties";
    row(answers, answer + "/part/enum", answerPartNames());
    row(answers, answer + "/step/maximum", kMaxLessonSteps);
    row(answers, answer + "/answer/oneOf/0/properties/option/maximum", kMaxLessonItems - 1);
    row(answers, answer + "/answer/oneOf/3/properties/points/maxItems", kMaxAnswerPoints);
    row(answers, answer + "/tries/maximum", kMaxTries);

    const std::string lesson = lessonSchema();
    row(lesson, "/properties/format/const ", kLessonFormat);
    row(lesson, "/properties/version/const     ", kLessonFileVersion);
    row(lesson, "/properties/minutes/maximum", kLongestLesson);
    const Json members = Json::parse(lesson).flatten();
    for (const auto& [place, value] : members.items())
        if (value == "array" && place.ends_with("/type")) {
            const std::string list = place.substr(0, place.size() - std::string_view("/type").size());
            row(lesson, list + "/maxItems",
                list == "/properties/steps"    ? kMaxLessonSteps
                    : list.ends_with("/seeds") ? kMaxLessonSeeds
                                               : kMaxLessonItems);
        }
    row(lesson, "/$defs/step/properties/zoom/items/properties/level/enum", zoomLevelNames());
    const auto names = [](bool (*isOne)(const LessonPlace&), bool isOfLayer) {
        std::vector<std::string> found;
        for (const LessonPlace& each : lessonPlaces())
            if (isOne(each) && each.isOfLayer == isOfLayer)
                found.emplace_back(each.name);
        return found;
    };
    for (const bool isOfLayer : {false, true}) {
        const std::string alternative = "/oneOf/" + std::to_string(int(isOfLayer)) + "/properties";
        const auto isAny = [](const LessonPlace&) { return true; };
        const auto isControl = [](const LessonPlace& each) { return each.isControl(); };
        row(lesson, "/$defs/place" + alternative + "/place/enum", names(isAny, isOfLayer));
        row(lesson, "/$defs/action/oneOf/0" + alternative + "/set/enum", names(isControl, isOfLayer));
        row(lesson, "/$defs/question/oneOf/4" + alternative + "/control/enum", names(isControl, isOfLayer));
        row(lesson, "/properties/locked/items/anyOf/" + std::to_string(int(isOfLayer)) + "/enum",
            names(isControl, isOfLayer));
    }
    for (std::size_t i = 0; i < questionKindNames().size(); ++i)
        row(lesson,
            "/$defs/question/oneOf/" + std::to_string(i) + (i == 4 ? "/oneOf/0" : "")
                + "/properties/kind/const",
            questionKindNames()[i]);
    const auto isPlot = [](const LessonPlace& each) { return each.kind == PlaceKind::Plot; };
    row(lesson, "/$defs/question/oneOf/2/properties/plot/enum", names(isPlot, false));
    row(lesson, "/$defs/action/oneOf/4/properties/open/enum",
        names([](const LessonPlace& each) { return each.kind == PlaceKind::Tab; }, false));
}

void TestJsonSchema::aLessonsSchemaHasEveryMetric()
{
    const Json choices = Json::parse(lessonSchema())["$defs"]["expectation"]["oneOf"];
    QCOMPARE(choices.size(), lessonMetrics().size());
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const LessonMetric& metric = lessonMetrics()[i];
        const Json& properties = choices[i]["properties"];
        QVERIFY2(properties["metric"]["const"] == metric.name, metric.name.c_str());
        QVERIFY2(choices[i]["description"] == metric.description, metric.name.c_str());
        QVERIFY2(properties["operator"]["enum"] == Json(expectOperatorNames()), metric.name.c_str());
        QVERIFY2(properties.contains("seeds") == metric.isOfRun, metric.name.c_str());
        const Json& parameters = properties["of"]["properties"];
        QCOMPARE(parameters.size(), metric.parameters.size());
        std::vector<std::string> required;
        for (const ParameterSpec& spec : metric.parameters) {
            const std::string where = metric.name + "." + spec.name;
            QVERIFY2(parameters.contains(spec.name), where.c_str());
            const Json& parameter = parameters[spec.name];
            QVERIFY2(parameter["description"] == spec.description, where.c_str());
            QVERIFY2(parameter.value("enum", Json()) == (spec.choices.empty() ? Json() : Json(spec.choices)),
                where.c_str());
            QVERIFY2(parameter.value("minimum", Json()) == (spec.minimum ? Json(*spec.minimum) : Json()),
                where.c_str());
            QVERIFY2(parameter.value("maximum", Json()) == (spec.maximum ? Json(*spec.maximum) : Json()),
                where.c_str());
            if (spec.isRequired)
                required.push_back(spec.name);
        }
        QVERIFY2(properties["of"].value("required", Json()) == (required.empty() ? Json() : Json(required)),
            metric.name.c_str());
    }
}

void TestJsonSchema::writtenSchemasHaveTheProgramsNamesAndLimits()
{
    QFETCH(QString, schema);
    QFETCH(QString, place);
    QFETCH(QString, expected);
    const Json json = Json::parse(schema.toStdString());
    const Json::json_pointer pointer(place.trimmed().toStdString());
    QVERIFY(json.contains(pointer));
    QCOMPARE(QString::fromStdString(json[pointer].dump()), expected);
}

void TestJsonSchema::schemasHaveADialectATitleAndDescribedParameters()
{
    const auto schema = nlohmann::json::parse(sessionSchema());
    QVERIFY(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema");
    QVERIFY(schema["title"].is_string());
    const auto layers = schema["$defs"]["layer"]["oneOf"];
    QVERIFY(layers.size() >= 6);
    for (const auto& layer : layers)
        for (const auto& [name, property] : layer["properties"].items())
            QVERIFY2(name == "class" || property.contains("description"), name.c_str());
    QVERIFY(layers[1]["properties"]["units"]["minimum"] == 1);
    QVERIFY(layers[1]["properties"]["units"]["minimum"].is_number_integer());
}

void TestJsonSchema::theGuidesTableHasEveryKeyOfASummary()
{
    const auto chapter
        = readWholeFile(ULPSCOPE_SOURCE_DIR "/resources/guide/en/files.md", std::size_t{1} << 24);
    QVERIFY(chapter.ok());
    const std::size_t begin = chapter->find("{#summary}");
    const std::size_t end = chapter->find("{#noise}");
    QVERIFY(begin < end && end != std::string::npos);
    const std::string table = chapter->substr(begin, end - begin);
    const auto schema = nlohmann::json::parse(summarySchema());
    QVERIFY(schema["properties"].size() > 20);
    for (const auto& [name, property] : schema["properties"].items())
        QVERIFY2(table.find('`' + name + '`') != std::string::npos, name.c_str());
}

void TestJsonSchema::shippedFilesFollowTheirSchema_data()
{
    QTest::addColumn<QString>("schema");
    const auto addFiles = [](const QString& folder, const QString& suffix, const QString& schema) {
        const QDir files(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/") + folder);
        for (const QString& file : files.entryList({QStringLiteral("*.") + suffix}, QDir::Files))
            QTest::newRow(qPrintable(folder + u'/' + file)) << schema;
    };
    addFiles(QStringLiteral("lessons"), QStringLiteral("ulpslesson"), QStringLiteral("lesson.schema.json"));
    addFiles(QStringLiteral("scenes"), QStringLiteral("ulps"), QStringLiteral("session.schema.json"));
}

void TestJsonSchema::shippedFilesFollowTheirSchema()
{
    QFETCH(QString, schema);
    const std::string mistake
        = schemas().mistakeIn(fileOf(QString::fromUtf8(QTest::currentDataTag())), schema.toStdString());
    QVERIFY2(mistake.empty(), mistake.c_str());
}

void TestJsonSchema::answersFollowTheirSchema()
{
    StudentAnswers student{"Ada", {{"04-x", "A title", "It is so.", {}}}};
    std::vector<QuestionAnswer>& answers = student.lessons[0].answers;
    answers.push_back({AnswerPart::Predict, 0, "How many?", 3.5, 70, false, 1, false});
    answers.push_back({AnswerPart::Predict, 1, "How large?", HUGE_VAL, {}, false, 1, false});
    answers.push_back({AnswerPart::Observe, 1, "Which?", std::size_t{2}, 0, false, 3, true});
    answers.push_back({AnswerPart::Predict, 2, "Draw it", std::vector<CurvePoint>{{0, 1}, {5, 0.5}}, 100});
    answers.push_back({AnswerPart::Check, 3, "Pick it", std::string("dense_2"), {}, true, 1, true});
    const auto mistake = [](const Json& json) { return schemas().mistakeIn(json, "answers.schema.json"); };
    const Json json = Json::parse(writeAnswers(student));
    QVERIFY2(mistake(json).empty(), mistake(json).c_str());
    Json wrong = json;
    wrong["lessons"][0]["answers"][0]["confidence"] = 101;
    QVERIFY(!mistake(wrong).empty());
    wrong = json;
    wrong["lessons"][0]["answers"][2]["answer"]["number"] = 1;
    QVERIFY(!mistake(wrong).empty());
}

void TestJsonSchema::whatDoesNotFollowIsSeen_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value"); // in its place; empty: it is taken away
    QTest::addColumn<QString>("mistake"); // how it begins
    const auto row = [](const char* pointer, const char* value, const char* mistake) {
        QTest::newRow(pointer) << QString::fromUtf8(pointer) << QString::fromUtf8(value)
                               << QString::fromUtf8(mistake);
    };
    row("/version", "2", "/version: not 1");
    row("/title", R"("")", "/title: shorter than 1");
    row("/minutes", "7.5", R"(/minutes: not "integer")");
    row("/minuets", "7", "/minuets: unknown");
    row("/title", "", R"(: missing "title")");
    row("/steps/0/say", "", R"(/steps/0: missing "say")");
    row("/own_case", "", R"(: missing "own_case")");
    row("/hook/source", "", R"(/hook: missing "source")");
    row("/terms/0", R"("Loss scale")", "/terms/0: does not match");
    row("/steps", "[]", "/steps: fewer than 1");
    row("/steps/0/expect/0/of/read", R"("mean")", "/steps/0/expect/0: fits 0 of the alternatives");
    row("/steps/0/expect/0/with", "", "/steps/0/expect/0: fits 0 of the alternatives");
    row("/steps/0/do/0/train", "5", "/steps/0/do/0: fits 0 of the alternatives");
    row("/session/inline", "{}", "/session: fits 0 of the alternatives");
    row("/check/question/control", R"("tile.loss")", "/check/question: fits 0 of the alternatives");
}

void TestJsonSchema::whatDoesNotFollowIsSeen()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, mistake);
    Json lesson = fileOf(QStringLiteral("lessons/18-decay-that-never-comes.ulpslesson"));
    const Json::json_pointer place(pointer.toStdString());
    if (value.isEmpty())
        lesson[place.parent_pointer()].erase(place.back());
    else
        lesson[place] = Json::parse(value.toStdString());
    const QString found = QString::fromStdString(schemas().mistakeIn(lesson, "lesson.schema.json"));
    QVERIFY2(found.startsWith(mistake), qPrintable(found));
}

QTEST_APPLESS_MAIN(TestJsonSchema)
#include "tst_json_schema.moc"
