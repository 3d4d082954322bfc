// SPDX-License-Identifier: GPL-3.0-or-later
// Lesson files: what is read is written, and broken ones say what is wrong and where.
#include "app/io/json/json_text.h"
#include "app/lesson/lesson_file.h"
#include "app/lesson/lesson_metric.h"
#include "engine/base/catalog.h"

#include <QTest>

#include <cmath>

using namespace ulpscope;
using Json = nlohmann::ordered_json;

namespace {

/// A lesson that has one of everything.
constexpr const char* kWhole = R"({
  "format": "ulpscope-lesson", "version": 1,
  "title": "Zero", "misconception": "Zero is rare.",
  "hook": {"text": "Is this normal?", "source": "https://example.org/1"}, "minutes": 5,
  "session": {"scene": "circle", "change": {"training": {"steps": 20}}},
  "view": [{"open": "tab.run"}],
  "locked": ["learning-rate"], "hidden": ["seed"],
  "steps": [
    {"title": "One", "say": "Look.", "point_at": {"place": "tree.flushed", "layer": "dense_1"},
     "predict": {"kind": "number", "ask": "How many?", "unit": "%", "confidence": true,
       "right": [{"low": 50, "high": 100}], "hints": [{"when": [{"high": 10}], "say": "Far more."}, {"say": "More."}]},
     "do": [{"set": "loss-scale", "to": 8}, {"set": "layer.policy", "layer": "logits", "to": "float32"},
       {"change": {"training": {"batch_size": 16}}}, {"train": 0}, {"pick": "dense_1"}, {"step": 3}],
     "reveal": "There.",
     "observe": {"kind": "choice", "ask": "What happened?", "point_at": {"place": "tree.error", "layer": "dense_2"},
       "options": [{"text": "It fell", "right": true}, {"text": "It rose", "hint": "Look again."}]},
     "explain": "Because.",
     "zoom": [{"level": "run", "say": "All."}, {"level": "bits", "say": "One.", "do": [{"open": "tab.number-lab"}]}],
     "expect": [{"metric": "summary", "of": {"figure": "gradients_flushed_percent"},
         "with": [{"set": "loss-scale", "to": 1}], "operator": "within", "low": 40.5, "high": 100, "seeds": [1, 2]},
       {"metric": "cast", "of": {"value": "70000", "format": "float16"}, "operator": "==", "value": "Infinity"},
       {"metric": "watch", "of": {"expression": "loss > 1e9", "read": "first"}, "operator": "absent", "seeds": [1]}]},
    {"title": "Two", "say": "Draw.",
     "predict": {"kind": "curve", "ask": "How does it fall?", "plot": "plot.loss",
       "right": [{"from": 0, "to": 10, "low": 0.1}, {"from": 10, "high": 0.1}], "hints": [{"say": "It falls."}]}}],
  "check": {"question": {"kind": "set-control", "ask": "Make it less.", "control": "loss-scale",
      "right": [{"low": 16}], "hints": [{"when": ["auto"], "say": "Set it by hand."}, {"say": "Larger."}]},
    "expect": [{"metric": "sum", "of": {"series": "ones", "count": 300, "format": "bfloat16", "accumulator": "sequential"},
      "operator": "==", "value": 256, "tolerance": 1}]},
  "terms": ["loss_scale"], "own_case": "Yours."
})";

Json whole()
{
    return *parseJson(kWhole);
}

/// A change of the whole lesson, and what its reader says.
struct Broken
{
    const char* name;
    const char* pointer; ///< of what is changed
    const char* value; ///< in its place; empty: it is taken away
    const char* error; ///< how it begins
};

const Broken kBroken[]{
    {"another format", "/format", R"("ulpscope-session")",
        "format: expected \"ulpscope-lesson\", got \"ulpscope-session\""},
    {"a newer version", "/version", "2", "version: this lesson was written by a newer Ulpscope (version 2)"},
    {"no version", "/version", "", "version: missing"},
    {"no title", "/title", "", "title: missing"},
    {"an empty title", "/title", R"("")", "title: expected a text that is not empty"},
    {"a hook without source", "/hook/source", "", "hook.source: missing"},
    {"no hook", "/hook", "", "hook: missing"},
    {"no minutes", "/minutes", "0", "minutes: expected a whole number from 1 to 120, got 0"},
    {"an unknown key", "/minuets", "5", "minuets: unknown key 'minuets'; did you mean 'minutes'?"},
    {"a scene that leads out", "/session/scene", R"("../circle")",
        "session.scene: expected the name of a scene"},
    {"scene and session", "/session/inline", "{}",
        "session.scene: expected the name of a scene, or a session"},
    {"a change that is none", "/session/change", "3", "session.change: expected an object"},
    {"a control that is none", "/locked/0", R"("learning-rat")",
        "locked[0]: unknown place 'learning-rat'; did you mean 'learning-rate'?"},
    {"a value that its control does not have", "/steps/0/do/0",
        R"({"set": "number-lab.overflow-rule", "to": "saturating"})",
        "steps[0].do[0].to: unknown overflow rule 'saturating'; known: ml_dtypes, ieee, ofp8, te, keras, torch, "
        "torch-2.13, onnx, onnx-nosat"},
    {"an accumulator that there is not", "/steps/0/do/0", R"({"set": "bench.accumulator", "to": "chunky"})",
        "steps[0].do[0].to: unknown accumulator 'chunky'"},
    {"a series that there is not", "/steps/0/do/0", R"({"set": "bench.series", "to": "one"})",
        "steps[0].do[0].to: unknown series 'one'; did you mean 'ones'?"},
    {"a tile is no control", "/hidden/0", R"("tile.loss")",
        "hidden[0]: expected the name of a control, got tile.loss"},
    {"no steps", "/steps", "[]", "steps: missing: a lesson has one step at least"},
    {"a step that is no object", "/steps/0", "1", "steps[0]: expected an object, got 1"},
    {"a place without its layer", "/steps/0/point_at/layer", "", "steps[0].point_at.layer: missing"},
    {"a question's place without its layer", "/steps/0/observe/point_at/layer", "",
        "steps[0].observe.point_at.layer: missing"},
    {"a layer where none belongs", "/steps/0/do/0/layer", R"("dense_1")",
        "steps[0].do[0].layer: unknown key 'layer'"},
    {"two actions in one", "/steps/0/do/0/train", "5", "steps[0].do[0].train: unknown key 'train'"},
    {"no action", "/steps/0/do/3", "{}", "steps[0].do[3]: expected one of"},
    {"a negative step", "/steps/0/do/5/step", "-1", "steps[0].do[5].step: expected a whole number"},
    {"a control opened as a tab", "/view/0/open", R"("seed")", "view[0].open: expected a tab, got seed"},
    {"an unknown kind", "/steps/0/predict/kind", R"("guess")", "steps[0].predict.kind: unknown name 'guess'"},
    {"no hint for a wrong number", "/steps/0/predict/hints", "",
        "steps[0].predict.hints: missing: a wrong answer needs a hint"},
    {"no hint for the rest", "/steps/0/predict/hints/1", "",
        "steps[0].predict.hints[0].when: the last hint has to be for every other answer"},
    {"a hint that hides others", "/steps/0/predict/hints/0/when", "",
        "steps[0].predict.hints[0].when: missing: only the last hint"},
    {"a name for a number", "/steps/0/predict/right/0", R"("many")",
        "steps[0].predict.right: expected ranges of numbers"},
    {"a range upside down", "/steps/0/predict/right/0/high", "49",
        "steps[0].predict.right[0]: expected a range"},
    {"a range of NaN", "/steps/0/predict/right/0/high", R"("NaN")",
        "steps[0].predict.right[0]: expected a range"},
    {"a wrong option without a hint", "/steps/0/observe/options/1/hint", "",
        "steps[0].observe.options[1].hint: missing: a wrong answer needs a hint"},
    {"one option", "/steps/0/observe/options/1", "",
        "steps[0].observe.options: expected two options at least"},
    {"no option is right", "/steps/0/observe/options/0", R"({"text": "a", "hint": "b"})",
        "steps[0].observe.options: none of them is right"},
    {"a ladder that goes up", "/steps/0/zoom/1/level", R"("run")",
        "steps[0].zoom[1].level: expected a finer level"},
    {"a number that nothing measures", "/steps/0/expect", "[]",
        "steps[0].expect: missing: the first measures"},
    {"an unknown metric", "/steps/0/expect/0/metric", R"("sumary")",
        "steps[0].expect[0].metric: unknown metric 'sumary'; did you mean 'summary'?"},
    {"an unknown figure", "/steps/0/expect/0/of/figure", R"("los")",
        "steps[0].expect[0].of.figure: unknown figure 'los'; did you mean 'loss'?"},
    {"an unknown figure of another part", "/steps/0/expect/0/of/figure", R"("test_metrics.acuracy")",
        "steps[0].expect[0].of.figure: unknown figure 'test_metrics.acuracy'; did you mean 'test_metrics.accuracy'?"},
    {"an unknown figure of a watch", "/steps/0/expect/2/of/expression", R"("gradient_amx > 1")",
        "steps[0].expect[2].of.expression: column 1: unknown figure of a step 'gradient_amx'; did you mean 'gradient_amax'?"},
    {"an unknown parameter", "/steps/0/expect/0/of/read", R"("last")",
        "steps[0].expect[0].of.read: unknown key 'read'"},
    {"no seeds", "/steps/0/expect/0/seeds", "", "steps[0].expect[0].seeds: missing"},
    {"a seed that is none", "/steps/0/expect/0/seeds/1", "-2",
        "steps[0].expect[0].seeds[1]: expected a seed"},
    {"seeds where nothing is drawn", "/steps/0/expect/1/seeds", "[1]",
        "steps[0].expect[1].seeds: unknown key 'seeds'"},
    {"a band upside down", "/steps/0/expect/0/low", "101",
        "steps[0].expect[0].high: expected a number that is not below"},
    {"an unknown operator", "/steps/0/expect/0/operator", R"("~")",
        "steps[0].expect[0].operator: unknown name '~'"},
    {"no comparison with training", "/steps/0/expect/0/with/0", R"({"train": 1})",
        "steps[0].expect[0].with[0]: expected a change of the session"},
    {"an unknown format", "/steps/0/expect/1/of/format", R"("float61")",
        "steps[0].expect[1].of.format: unknown"},
    {"no number", "/steps/0/expect/1/of/value", R"("7000O")", "steps[0].expect[1].of.value:"},
    {"a watch that does not parse", "/steps/0/expect/2/of/expression", R"("loss >")",
        "steps[0].expect[2].of.expression: column"},
    {"a watch that compares nothing", "/steps/0/expect/2/of/expression", R"("loss")",
        "steps[0].expect[2].of.expression: expected a comparison"},
    {"a control for a plot", "/steps/1/predict/plot", R"("seed")",
        "steps[1].predict.plot: expected a plot, got seed"},
    {"no check", "/check", "", "check: missing"},
    {"a plot for a control", "/check/question/control", R"("plot.loss")",
        "check.question.control: expected a control, got plot.loss"},
    {"an unknown accumulator", "/check/expect/0/of/accumulator", R"("seq")",
        "check.expect[0].of.accumulator:"},
    {"an unknown series", "/check/expect/0/of/series", R"("twos")",
        "check.expect[0].of.series: unknown series 'twos'"},
    {"a term that is a sentence", "/terms/0", R"("Loss scale")", "terms[0]: expected the id of a term"},
    {"two runs that do not differ", "/steps/0/expect/2",
        R"({"metric": "difference", "of": {"read": "count"}, "operator": "==", "value": 0, "seeds": [1]})",
        "steps[0].expect[2].with: missing: it is what the two runs differ in"},
    {"an unknown block format", "/check/expect/0",
        R"({"metric": "blocks", "of": {"values": "1", "format": "mxpf4"}, "operator": "==", "value": 1})",
        "check.expect[0].of.format: unknown block format 'mxpf4'; did you mean 'mxfp4'?"},
    {"tiles of a row", "/check/expect/0",
        R"({"metric": "blocks", "of": {"values": "1", "format": "nvfp4:16x16"}, "operator": "==", "value": 1})",
        "check.expect[0].of.format: expected blocks that lie in a row"},
    {"more numbers than there are", "/check/expect/0",
        R"({"metric": "blocks", "of": {"values": "1 2 3", "count": 2, "format": "mxfp4"}, "operator": "==", "value": 1})",
        "check.expect[0].of.values: expected at most as many"},
    {"a number behind the last", "/check/expect/0",
        R"({"metric": "blocks", "of": {"values": "1", "index": 32, "format": "mxfp4"}, "operator": "==", "value": 1})",
        "check.expect[0].of.index: expected a place below"},
    {"runs of no session", "/session", "", "session: missing: the lesson promises numbers of a run"},
};

} // namespace

class TestLessonFile : public QObject
{
    Q_OBJECT
private slots:
    void whatIsReadIsWritten()
    {
        const Result<Lesson> lesson = readLesson(kWhole);
        QVERIFY2(lesson.ok(), lesson ? "" : lesson.error().text().c_str());
        const std::string written = writeLesson(*lesson);
        const Result<Lesson> again = readLesson(written);
        QVERIFY2(again.ok(), again ? "" : again.error().text().c_str());
        QVERIFY(*again == *lesson);
        QCOMPARE(writeLesson(*again), written);
        // Nothing of the file is lost: what we wrote has the same members, whatever their order.
        QVERIFY(nlohmann::json::parse(written) == nlohmann::json::parse(kWhole));
    }

    void readsEveryPart()
    {
        const Lesson lesson = *readLesson(kWhole);
        QCOMPARE(lesson.minutes, 5);
        QCOMPARE(lesson.session.scene, std::string("circle"));
        QCOMPARE(lesson.steps.size(), std::size_t{2});
        const LessonStep& step = lesson.steps[0];
        QCOMPARE(step.pointAt.layer, std::string("dense_1"));
        QVERIFY(step.predict->asksConfidence);
        QVERIFY(step.observe->pointAt == (PointAt{"tree.error", "dense_2"}));
        QCOMPARE(step.actions.size(), std::size_t{6});
        QCOMPARE(std::get<double>(step.actions[0].value), 8.0);
        QCOMPARE(step.expect[0].high, 100.0);
        QCOMPARE(step.expect[1].value, std::numeric_limits<double>::infinity());
        QVERIFY(lesson.steps[1].predict->kind == QuestionKind::Curve);
        QCOMPARE(lesson.check.right.ranges[0].low, 16.0);
    }

    void brokenOnesSayWhatAndWhere_data()
    {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(kBroken)); ++i)
            QTest::newRow(kBroken[i].name) << i;
    }
    void brokenOnesSayWhatAndWhere()
    {
        QFETCH(int, row);
        const Broken& broken = kBroken[row];
        Json json = whole();
        const Json::json_pointer pointer(broken.pointer);
        if (*broken.value != '\0')
            json[pointer] = Json::parse(broken.value);
        else if (Json& around = json[pointer.parent_pointer()]; around.is_array())
            around.erase(std::stoul(pointer.back()));
        else
            around.erase(pointer.back());
        const Result<Lesson> lesson = readLesson(layoutJson(json));
        QVERIFY(!lesson.ok());
        const QString text = QString::fromStdString(lesson.error().text());
        QVERIFY2(text.startsWith(QString::fromUtf8(broken.error)), qPrintable(text));
    }

    /// By the rules of OCP MX 1.0 (6.3: 2^(floor(log2 amax) - 2) for e2m1) and of NVFP4, done by hand.
    void blocksAreMeasured_data()
    {
        QTest::addColumn<QString>("parameters");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* parameters, double expected) {
            QTest::newRow(parameters) << QString::fromUtf8(parameters) << expected;
        };
        row(R"("values": "100 1", "format": "mxfp4")", 96); // 100 / 16 = 6.25, to 6
        row(R"("values": "100 1", "format": "mxfp4", "index": 31)", 0); // 1 / 16, below half of 0.5
        row(R"("values": "100 1", "format": "mxfp4", "read": "scale")", 16);
        row(R"("values": "100 1", "format": "mxfp4", "read": "flushed")", 31);
        row(R"("values": "100 1", "format": "mxfp4", "count": 64, "read": "flushed")", 31);
        row(R"("values": "100 1", "format": "mxfp4", "count": 64, "index": 32, "read": "scale")", 0.25);
        row(R"("values": "100 1", "format": "mxfp4", "count": 33, "index": 32)", 1); // the last block has one
        row(R"("values": "0 0 100 1", "format": "mxfp4", "read": "flushed")", 29); // zeros were zero
        row(R"("values": "100 1", "format": "nvfp4", "read": "flushed")", 15);
        row(R"("values": "3 -4", "format": "mxfp4", "count": 2, "read": "relative_error")", 0);
        row(R"("values": "6 -8", "format": "mxfp4:floor", "count": 2, "index": 1)", -8); // 2 x 4
        row(R"("values": "7", "format": "mxfp4", "count": 4, "read": "relative_error")", 1.0 / 7);
    }
    void blocksAreMeasured()
    {
        QFETCH(QString, parameters);
        QFETCH(double, expected);
        Json json = whole();
        json["check"]["expect"][0]
            = Json::parse(R"({"metric": "blocks", "operator": "==", "value": 0, "of": {)"
                + parameters.toStdString() + "}}");
        const Result<Lesson> lesson = readLesson(layoutJson(json));
        QVERIFY2(lesson.ok(), lesson ? "" : lesson.error().text().c_str());
        static const Kernels kernels = *Kernels::load();
        const Component metric = *checkLessonMetric(lesson->checkExpect[0].metric);
        const auto measured
            = findRow(lessonMetrics(), metric.className)->measure(metric.config, {.kernels = kernels});
        QVERIFY(measured.ok() && measured->has_value());
        QVERIFY2(std::fabs(**measured - expected) < 1e-15, qPrintable(QString::number(**measured, 'g', 17)));
    }

    void syntaxErrorsHaveALine()
    {
        const Result<Lesson> lesson = readLesson("{\n  \"format\": \n}");
        QVERIFY(!lesson.ok());
        QCOMPARE(lesson.error().place, std::string("line 3, column 1"));
    }
};

QTEST_GUILESS_MAIN(TestLessonFile)
#include "tst_lesson_file.moc"
