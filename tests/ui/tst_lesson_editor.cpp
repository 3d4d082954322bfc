// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson is copied, changed by keys and mouse with undo and a live preview, recorded by doing, measured, and saved; what is wrong
// leads to its field.
#include "app/io/session/session_file.h"
#include "app/lesson/lesson_file.h"
#include "tests/ui/lesson_window_test.h"
#include "ui/lessons/edit/lesson_editor.h"
#include "ui/lessons/edit/lesson_workshop.h"
#include "ui/lessons/models/lesson_part_text.h"
#include "ui/lessons/models/lesson_rows.h"
#include "ui/look/file_dialogs.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTimer>
#include <QToolButton>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestLessonEditor : public LessonWindowTest
{
    Q_OBJECT
private slots:
    void init() { beginLessonTest(); }

    void cleanup()
    {
        if (editor() != nullptr)
            editor()->draft().undoStack().setClean(); // nobody is asked
        endLessonTest();
    }

    void textsOfListsAreReadBack_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
            {"16", "75..97", "100..", "..3", "16; 75..97; dense_2", "..0.5@10..20", "-2..-1", ""})
            QTest::newRow(text) << QString::fromUtf8(text);
    }

    void textsOfListsAreReadBack()
    {
        QFETCH(QString, text);
        const Result<AnswerTest> test = testFrom(text);
        QVERIFY2(test.ok(), test.ok() ? "" : test.error().text().c_str());
        QCOMPARE(testText(*test), text);
    }

    void textsOfListsThatAreWrongAreRefused()
    {
        for (const char* wrong : {"3..1", "1..x", "5@a", "5@3..1"})
            QVERIFY2(!testFrom(QString::fromUtf8(wrong)).ok(), wrong);
        for (const char* wrong : {"x", "3..1", "1..200", "-1"})
            QVERIFY2(!lessonSeedsFrom(QString::fromUtf8(wrong)).ok(), wrong);
        QCOMPARE(seedsText(*lessonSeedsFrom(QStringLiteral("1..5,9"))), QStringLiteral("1..5,9"));
        QCOMPARE(*lessonSeedsFrom(QStringLiteral("3,4")), (std::vector<std::uint64_t>{3, 4}));
    }

    void partsAreCalledAsInTheForm()
    {
        QCOMPARE(lessonPartText(QStringLiteral("steps[1].predict.right")),
            QStringLiteral("Step 2, Prediction, Right is"));
        QCOMPARE(lessonPartText(QStringLiteral("check.question.hints[0].say")),
            QStringLiteral("Check, Hint 1, Say"));
        QCOMPARE(lessonPartText(QStringLiteral("hook.text")), QStringLiteral("Hook"));
        QCOMPARE(lessonPartText(QStringLiteral("title")), QStringLiteral("Title"));
        QCOMPARE(lessonPartText(QStringLiteral("steps[0].expect[1].of.seed")),
            QStringLiteral("Step 1, Promise 2, of, seed"));
    }

    /// None that nobody has chosen.
    void aCopyIsOfTheLessonThatIsChosen()
    {
        child<QAction>("editLesson")->trigger();
        QVERIFY(editor() == nullptr);
        auto* list = child<QListWidget>("lessonList");
        QVERIFY(list->isVisible());
        list->setCurrentRow(1);
        child<QAction>("editLesson")->trigger();
        QVERIFY(editor() != nullptr);
        QVERIFY2(lesson().title.starts_with("A sum"), lesson().title.c_str());
    }

    void everyLessonSurvivesItsRows_data()
    {
        QTest::addColumn<QString>("path");
        for (const FoundLesson& found : findLessons(ULPSCOPE_SOURCE_DIR "/resources/lessons"))
            QTest::newRow(found.name.c_str()) << QString::fromStdString(found.path.string());
        QTest::newRow("everything") << QStringLiteral(
            ULPSCOPE_SOURCE_DIR "/tests/corpus/lessons/everything.ulpslesson");
    }

    /// What a cell shows, entered into it, changes nothing.
    void everyLessonSurvivesItsRows()
    {
        QFETCH(QString, path);
        const Lesson lesson = *loadLesson(path.toStdString());
        Lesson same = lesson;
        std::size_t cells = 0;
        const auto enter = [&](const RowList& rows) {
            for (std::size_t row = 0; row < rows.count(lesson); ++row) {
                const QStringList texts = rows.cells(lesson, row);
                for (std::size_t column = 0; column < rows.columns.size(); ++column) {
                    if (rows.columns[column].isTold)
                        continue;
                    const Status taken = rows.set(same, row, column, texts[qsizetype(column)]);
                    QVERIFY2(taken.ok(), taken.ok() ? "" : taken.error().text().c_str());
                    ++cells;
                }
            }
        };
        enter(actionRows({}, {}, [](Lesson& l) { return &l.view; }));
        enter(controlRows({}, {}, [](Lesson& l) { return &l.locked; }));
        const auto enterBounds = [&](std::vector<Expectation>& expectations) {
            for (Expectation& each : expectations) {
                QVERIFY(setBounds(each, boundsText(each)).ok());
                QCOMPARE(*lessonSeedsFrom(seedsText(each.seeds)), each.seeds);
                ++cells;
            }
        };
        enterBounds(same.checkExpect);
        enter(hintRows({}, [](Lesson& l) { return &l.check.hints; }));
        enter(optionRows({}, [](Lesson& l) { return &l.check.options; }));
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            enter(actionRows({}, {}, [i](Lesson& l) { return &l.steps[i].actions; }));
            enterBounds(same.steps[i].expect);
            enter(rungRows({}, [i](Lesson& l) { return &l.steps[i].zoom; }));
            if (lesson.steps[i].predict) {
                enter(optionRows({}, [i](Lesson& l) { return &l.steps[i].predict->options; }));
                enter(hintRows({}, [i](Lesson& l) { return &l.steps[i].predict->hints; }));
                QVERIFY(
                    *testFrom(testText(lesson.steps[i].predict->right)) == lesson.steps[i].predict->right);
            }
        }
        QVERIFY(cells > 20);
        QVERIFY(writeLesson(same) == writeLesson(lesson));
    }

    void aCopyIsEditedSeenAndUndone()
    {
        edit(QStringLiteral("4"));
        const QByteArray progress = m_settings->lessonProgress(QStringLiteral("04-accuracy-hides"));
        QVERIFY(child<QDockWidget>("lessonEditorDock")->isVisible());
        QVERIFY(QString::fromStdString(lesson().title).endsWith(QStringLiteral("(copy)")));
        QVERIFY(player().lesson() != nullptr); // the preview
        choose(1); // the first step
        auto* say = field<QPlainTextEdit>("steps[0].say");
        say->setFocus();
        say->selectAll();
        QTest::keyClicks(say, QStringLiteral("Short and new."));
        QCOMPARE(lesson().steps[0].say, std::string("Short and new."));
        QTRY_VERIFY(textIn(child<QLabel>("lessonSay")).contains(QStringLiteral("Short and new.")));
        press("editUndo"); // one step for all letters
        QVERIFY(lesson().steps[0].say.size() > 50);
        QTRY_VERIFY(!textIn(child<QLabel>("lessonSay")).contains(QStringLiteral("Short")));
        press("editRedo");
        QCOMPARE(say->toPlainText(), QStringLiteral("Short and new."));
        child<QAction>("lessonSkip")->trigger(); // in the preview, which is nobody's progress
        QCOMPARE(m_settings->lessonProgress(QStringLiteral("04-accuracy-hides")), progress);
    }

    void stepsAreAddedMovedAndRemoved()
    {
        edit(QStringLiteral("4"));
        const std::size_t steps = lesson().steps.size();
        const std::string first = lesson().steps[0].title;
        choose(1);
        press("editAddStep");
        QCOMPARE(lesson().steps.size(), steps + 1);
        QCOMPARE(editor()->chosenStep(), 1);
        press("editStepUp");
        QCOMPARE(lesson().steps[1].title, first);
        QCOMPARE(editor()->chosenStep(), 0);
        QTRY_COMPARE(player().pages(), steps + 2); // the preview has it too
        QVERIFY(!editor()->draft().problem());
        press("editRemoveStep");
        QCOMPARE(lesson().steps[0].title, first);
        for (int i = 0; i < 3; ++i)
            press("editUndo");
        QCOMPARE(lesson().steps.size(), steps);
        QVERIFY(!child<QToolButton>("editUndo")->isEnabled());
    }

    void questionsAreMadeAndMended()
    {
        edit(QStringLiteral("4"));
        choose(1);
        press("editAddStep");
        auto* asks = field<QCheckBox>("steps[1].predict");
        QTest::keyClick(asks, Qt::Key_Space);
        QVERIFY(lesson().steps[1].predict.has_value());
        auto* options = field<QTableWidget>("steps[1].predict.options");
        QCOMPARE(options->rowCount(), 2);
        options->item(1, 2)->setText(QString()); // no hint
        QVERIFY(editor()->draft().problem().has_value());
        auto* problem = child<QPushButton>("editProblem");
        QTRY_VERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains(QStringLiteral("Step 2, Prediction, Answer 2, Hint: missing")),
            qPrintable(problem->text()));
        QVERIFY2(problem->toolTip().contains(QStringLiteral("steps[1].predict.options[1].hint")),
            qPrintable(problem->toolTip()));
        choose(0);
        QTest::mouseClick(problem, Qt::LeftButton);
        QCOMPARE(editor()->chosenStep(), 1);
        options = field<QTableWidget>("steps[1].predict.options");
        QVERIFY(options->hasFocus());
        QCOMPARE(options->currentRow(), 1);
        options->item(1, 2)->setText(QStringLiteral("Because."));
        QTRY_VERIFY(!problem->isVisible());

        // A number, whose right values and hints are texts.
        auto* kind = field<QComboBox>("steps[1].predict.kind");
        kind->setFocus();
        QTest::keyClick(kind, Qt::Key_Up);
        QCOMPARE(lesson().steps[1].predict->kind, QuestionKind::Number);
        auto* right = field<QLineEdit>("steps[1].predict.right");
        right->setFocus();
        QTest::keyClicks(right, QStringLiteral("3..1"));
        QTest::keyClick(right, Qt::Key_Return);
        QVERIFY(lesson().steps[1].predict->right.ranges.empty()); // not taken
        right->clear();
        QTest::keyClicks(right, QStringLiteral("75..97"));
        QTest::keyClick(right, Qt::Key_Return);
        QCOMPARE(lesson().steps[1].predict->right.ranges.at(0).high, 97.0);
        press("steps[1].expectAdd"); // what measures it
        QVERIFY2(!editor()->draft().problem(),
            editor()->draft().problem() ? editor()->draft().problem()->text().c_str() : "");
    }

    void aCellThatIsWrongIsNotTaken()
    {
        edit(QStringLiteral("4"));
        choose(1);
        auto* actions = field<QTableWidget>("steps[0].do");
        int train = 0;
        while (actions->item(train, 0)->text() != QLatin1String("train"))
            ++train;
        const std::string before = writeLesson(lesson());
        actions->item(train, 3)->setText(QStringLiteral("many"));
        QCOMPARE(writeLesson(lesson()), before);
        auto* remark = child<QLabel>("steps[0].do_remark");
        QVERIFY(remark->isVisible());
        QVERIFY2(remark->text().contains(QStringLiteral("many")), qPrintable(remark->text()));
        QCOMPARE(actions->item(train, 3)->text(), QStringLiteral("the end"));
        actions->item(train, 3)->setText(QStringLiteral("5"));
        QCOMPARE(lesson().steps[0].actions[std::size_t(train)].steps, std::int64_t{5});
        actions->item(train, 3)->setText(QStringLiteral("0"));
        QCOMPARE(actions->item(train, 3)->text(), QStringLiteral("the end"));
        QCOMPARE(writeLesson(lesson()), before);
    }

    /// What is measured, how it compares, its numbers: in fields, and what is wrong stays there with its reason.
    void aPromiseIsMadeWithoutJson()
    {
        edit(QStringLiteral("4"));
        choose(1);
        const std::size_t before = lesson().steps[0].expect.size();
        press("steps[0].expectAdd");
        const auto promise = [this] { return lesson().steps[0].expect.back(); };
        QCOMPARE(lesson().steps[0].expect.size(), before + 1);
        field<QTableWidget>("steps[0].expect")->setCurrentCell(int(lesson().steps[0].expect.size()) - 1, 0);
        auto* metric = field<QComboBox>("steps[0].expect.metricChooser");
        pick(metric, QStringLiteral("limit"));
        QCOMPARE(promise().metric.className, std::string("limit"));
        QVERIFY(promise().seeds.empty()); // no seed changes it
        QVERIFY(!field<QLineEdit>("steps[0].expect.seeds")->isEnabled());
        QVERIFY(editor()->draft().problem().has_value()); // a format is missing
        auto* format = field<QWidget>("steps[0].expect.metricForm")
                           ->findChild<QLineEdit*>(QStringLiteral("parameter_format"));
        type(format, QStringLiteral("flaot16"));
        QVERIFY(promise().metric.config.find("format") == nullptr); // refused
        type(format, QStringLiteral("float16"));
        QCOMPARE(promise().metric.config.text("format"), std::string("float16"));
        pick(field<QWidget>("steps[0].expect.metricForm")
                 ->findChild<QComboBox*>(QStringLiteral("parameter_limit")),
            QStringLiteral("max"));
        pick(field<QComboBox>("steps[0].expect.operator"), QStringLiteral("=="));
        auto* value = field<QLineEdit>("steps[0].expect.value");
        type(value, QStringLiteral("about 5"));
        QCOMPARE(promise().value, 0.0);
        type(value, QStringLiteral("65000 ± 10"));
        QCOMPARE(promise().value, 65000.0);
        QCOMPARE(promise().tolerance, 10.0);
        QVERIFY2(!editor()->draft().problem(),
            editor()->draft().problem() ? editor()->draft().problem()->text().c_str() : "");
        press("steps[0].expectMeasure");
        QTRY_COMPARE_WITH_TIMEOUT(promise().value, 65504.0, kTrainedMs);
        QCOMPARE(promise().tolerance, 0.0);
        QCOMPARE(value->text(), QStringLiteral("65504"));
        QCOMPARE(child<QTableWidget>("lessonCheckTable")->rowCount(), 1); // and no other was measured
        press("editUndo");
        QCOMPARE(promise().value, 65000.0);
        field<QTableWidget>("steps[0].expect")->setCurrentCell(0, 0); // another's fields
        QCOMPARE(metric->currentText(), QString::fromStdString(lesson().steps[0].expect[0].metric.className));
    }

    /// By any part of its name, with its definition; what is none is said with the nearest.
    void aMetricIsChosenFromAll()
    {
        edit(QStringLiteral("4"));
        choose(1);
        field<QTableWidget>("steps[0].expect")->setCurrentCell(0, 0);
        const auto promised = [this] { return lesson().steps[0].expect[0].metric; };
        QCOMPARE(promised().className, std::string("summary"));
        auto* metric = child<QLineEdit>("parameter_figure");
        QVERIFY2(
            metric->toolTip().contains(QStringLiteral("non-zero in float64")), qPrintable(metric->toolTip()));
        auto* words = metric->completer();
        metric->actions().back()->trigger(); // as F4
        QVERIFY(words->completionCount() > 20);
        words->popup()->hide();
        metric->setFocus();
        metric->selectAll();
        QTest::keyClicks(metric, QStringLiteral("lost"));
        QCOMPARE(words->completionCount(), 1);
        const QModelIndex found = words->completionModel()->index(0, 0);
        QVERIFY(!found.data(Qt::ToolTipRole).toString().isEmpty());
        words->popup()->hide();
        metric->setText(words->pathFromIndex(found));
        emit words->activated(metric->text());
        QTRY_COMPARE(promised().config.text("figure"), std::string("updates_lost_percent"));
        type(metric, QStringLiteral("updates_los_percent"));
        QCOMPARE(promised().config.text("figure"), std::string("updates_lost_percent"));
        QVERIFY2(child<QLabel>("reason_figure")->text().contains(QStringLiteral("updates_lost_percent")),
            qPrintable(child<QLabel>("reason_figure")->text()));
    }

    /// Qt moves the choice while it takes a row away; the fields follow when it is gone.
    void whereAPromiseGoesTheFieldsAreTheNextOnes()
    {
        edit(QStringLiteral("4"));
        choose(1);
        for (int i = 0; i < 2; ++i)
            press("steps[0].expectAdd");
        auto* table = field<QTableWidget>("steps[0].expect");
        auto* value = field<QLineEdit>("steps[0].expect.value");
        table->setCurrentCell(0, 0);
        type(value, QStringLiteral("nonsense")); // is not taken, and stays with its reason
        press("steps[0].expectRemove");
        while (!lesson().steps[0].expect.empty()) {
            QCOMPARE(table->rowCount(), int(lesson().steps[0].expect.size()));
            const int row = table->currentRow();
            QVERIFY(row >= 0);
            QCOMPARE(value->text(), boundsText(lesson().steps[0].expect[std::size_t(row)]));
            press("steps[0].expectRemove");
        }
        QVERIFY(!value->isVisible());
        press("editUndo");
        QCOMPARE(table->rowCount(), 1);
    }

    void whatIsPromisedOfARunIsMeasuredWithItsSeeds()
    {
        edit(QStringLiteral("4"));
        choose(1);
        press("steps[0].expectAdd");
        field<QTableWidget>("steps[0].expect")->setCurrentCell(int(lesson().steps[0].expect.size()) - 1, 0);
        type(field<QLineEdit>("steps[0].expect.seeds"), QStringLiteral("1..2"));
        press("steps[0].expect.withAdd");
        QCOMPARE(lesson().steps[0].expect.back().with.size(), std::size_t(1)); // a control
        press("steps[0].expectMeasure");
        QTRY_VERIFY_WITH_TIMEOUT(lesson().steps[0].expect.back().high > 0, kTrainedMs);
        const Expectation measured = lesson().steps[0].expect.back();
        QCOMPARE(measured.comparison, ExpectOperator::Within);
        QVERIFY(measured.low > 0 && measured.low < measured.high);
        QCOMPARE(measured.seeds, (std::vector<std::uint64_t>{1, 2}));
    }

    void aNewLessonBeginsWithTheSession()
    {
        child<QAction>("newLesson")->trigger();
        QVERIFY(editor() != nullptr);
        QVERIFY2(!editor()->draft().problem(),
            editor()->draft().problem() ? editor()->draft().problem()->text().c_str() : "");
        QCOMPARE(lesson().steps.size(), std::size_t(1));
        QVERIFY(readSession(lesson().session.session)->training == m_window->document().session()->training);
        QVERIFY(player().lesson() != nullptr); // its preview
        child<QAction>("editLesson")->trigger(); // one at a time
        QCOMPARE(lesson().steps.size(), std::size_t(1));
        m_filePath = inDirectory("own.ulpslesson");
        press("editSave");
        QCOMPARE(m_fileQuestion.path, QStringLiteral("new-lesson.ulpslesson"));
        QVERIFY(loadLesson(m_filePath.toStdString()).ok());
        // What is still to be written is said, with its place.
        press("editCheck");
        auto* verdict = child<QLabel>("lessonCheckVerdict");
        QTRY_VERIFY_WITH_TIMEOUT(verdict->isVisible(), kTrainedMs);
        for (const char* place :
            {"Title", "Hook", "Asked in", "Step 1, Say", "Check, Ask", "Check, Answer 2, Hint", "own"})
            QVERIFY2(verdict->text().contains(QLatin1String(place)), qPrintable(verdict->text()));
    }

    /// Who records a step again does not want both; Undo brings the old ones back.
    void whatIsRecordedTakesThePlaceOfWhatWas()
    {
        edit(QStringLiteral("4"));
        choose(1);
        const std::vector<LessonAction> before = lesson().steps[0].actions;
        QVERIFY(before.size() >= 2);
        press("lessonRecord");
        press("editStopRecording"); // nothing was done
        QVERIFY(lesson().steps[0].actions == before);
        waitUntilIdle(); // the preview has trained again, which is nobody's action
        press("lessonRecord");
        QTest::qWait(150);
        child<QTabWidget>("tabs")->setCurrentIndex(2);
        QTest::qWait(150);
        press("editStopRecording");
        QCOMPARE(lesson().steps[0].actions.size(), std::size_t(1));
        QCOMPARE(lesson().steps[0].actions[0].place, std::string("tab.number-lab"));
        press("editUndo");
        QVERIFY(lesson().steps[0].actions == before);
    }

    void whatIsDoneIsRecorded()
    {
        edit(QStringLiteral("4"));
        choose(1);
        press("editAddStep");
        press("lessonRecord");
        QVERIFY(player().lesson() == nullptr); // nothing is locked
        QVERIFY(child<QPushButton>("editStopRecording")->isVisible());
        auto* document = &m_window->document();
        const auto set = [&](const char* place, const ControlValue& value) {
            const auto changed = withControl(*document->session(), **lessonPlaceByName(place), {}, value);
            QVERIFY(document->edit(QStringLiteral("test"), [&](SessionSpec& s) { s = *changed; }).ok());
            QTest::qWait(150);
        };
        set("loss-weight", 0.5);
        set("loss-weight", 0.25); // of the same control the last counts
        waitUntilTrainedAgain();
        QTest::qWait(200);
        child<QTabWidget>("tabs")->setCurrentIndex(2);
        QTest::qWait(150);
        press("editStopRecording");
        const std::vector<LessonAction>& actions = lesson().steps[1].actions;
        QCOMPARE(actions.size(), std::size_t(3));
        QCOMPARE(actions[0].place, std::string("loss-weight"));
        QVERIFY(actions[0].value == ControlValue(0.25));
        QCOMPARE(actions[1].kind, LessonAction::Kind::Train);
        QCOMPARE(actions[1].steps, std::int64_t(0));
        QCOMPARE(actions[2].place, std::string("tab.number-lab"));
        QVERIFY(player().lesson() != nullptr); // previewed again
        QVERIFY(!editor()->draft().problem());
        QVERIFY(!child<QPushButton>("editStopRecording")->isVisible());
    }

    /// Typed key by key and clicked before: one value, and the bits are no second control.
    void typingIsRecordedOnce()
    {
        edit(QStringLiteral("1"));
        choose(1);
        press("editAddStep");
        press("lessonRecord");
        child<QTabWidget>("tabs")->setCurrentIndex(2);
        QTest::qWait(150);
        auto* field = child<QLineEdit>("number");
        field->setFocus();
        field->selectAll();
        for (const char key : {'5', '1', '3'}) {
            QTest::keyClick(field, key);
            QTest::qWait(150);
        }
        press("editStopRecording");
        int values = 0;
        for (const LessonAction& action : lesson().steps[1].actions) {
            QVERIFY(action.place != "number-lab.bits");
            if (action.place == "number-lab.value") {
                ++values;
                QVERIFY(action.value == ControlValue(513.0));
            }
        }
        QCOMPARE(values, 1);
    }

    /// The number is as promised, and the question calls it wrong: that is said.
    void aWrongRightIsToldFromAWrongPromise()
    {
        Lesson wrong = *loadLesson(ULPSCOPE_SOURCE_DIR "/resources/lessons/01-two-budgets.ulpslesson");
        wrong.steps[2].predict->right.ranges = {{.low = 258, .high = 258}};
        const QString path = inDirectory("wrong.ulpslesson");
        QVERIFY(saveLesson(path.toStdString(), wrong).ok());
        edit(path);
        press("editCheck");
        auto* table = child<QTableWidget>("lessonCheckTable");
        QTRY_VERIFY_WITH_TIMEOUT(table->isVisible(), kTrainedMs);
        // First of all, and in one sentence.
        QCOMPARE(table->item(0, 0)->text(), QStringLiteral("✗ Step 3, Promise 1"));
        QVERIFY(table->item(1, 0)->text().startsWith(QStringLiteral("✓")));
        const QString why = QStringLiteral(
            "Step 3, Promise 1: as promised, but \"Right is\" says 258, and measured is 256.");
        QCOMPARE(table->item(0, 3)->toolTip(), why);
        const QString verdict = child<QLabel>("lessonCheckVerdict")->text();
        QVERIFY2(verdict.contains(why), qPrintable(verdict));
        // All of its rows are in sight, a bar below them or none.
        const int shown = std::min(table->rowCount(), 5);
        QTRY_VERIFY(table->viewport()->height() >= shown * table->rowHeight(0));
    }

    /// A promise that became what was measured is not compared with what it was before.
    void whatWasFilledIsNotCompared()
    {
        edit(QStringLiteral("1"));
        choose(2);
        field<QTableWidget>("steps[1].expect")->setCurrentCell(1, 0);
        type(field<QLineEdit>("steps[1].expect.value"), QStringLiteral("70000"));
        press("steps[1].expectMeasure");
        auto* verdict = child<QLabel>("lessonCheckVerdict");
        QTRY_VERIFY_WITH_TIMEOUT(verdict->isVisible(), kTrainedMs);
        QTRY_VERIFY(verdict->text().startsWith(QStringLiteral("Promised now what was measured: ")));
        QVERIFY(!child<QTableWidget>("lessonCheckTable")->isVisible());
        QVERIFY(!child<QPushButton>("lessonCheckTake")->isVisible());
    }

    /// The preview begins where the recording began, and not at its end.
    void aRecordedLessonBeginsBeforeItsSteps()
    {
        child<QAction>("newLesson")->trigger();
        QVERIFY(editor() != nullptr);
        child<QTabWidget>("tabs")->setCurrentIndex(3);
        auto* count = child<QSpinBox>("benchCount");
        const int before = count->value();
        choose(1);
        press("lessonRecord");
        count->setValue(before + 100);
        press("editStopRecording");
        QCOMPARE(lesson().steps[0].actions.size(), std::size_t(1));
        QCOMPARE(lesson().view.size(), std::size_t(1));
        QCOMPARE(lesson().view[0].place, std::string("bench.count"));
        QVERIFY(lesson().view[0].value == ControlValue(double(before)));
        QTRY_COMPARE(count->value(), before); // the preview's
    }

    void aQuestionThatIsAddedIsAskedAtOnce()
    {
        edit(QStringLiteral("4"));
        choose(1);
        press("editAddStep");
        QTRY_COMPARE(player().page(), std::size_t(1));
        QTRY_VERIFY(player().question() == nullptr);
        QTest::keyClick(field<QCheckBox>("steps[1].predict"), Qt::Key_Space);
        QTRY_VERIFY(player().question() != nullptr);
        QVERIFY(child<QWidget>("lessonQuestion"));
    }

    void promisesAreMeasured()
    {
        edit(QStringLiteral("1"));
        choose(2);
        field<QTableWidget>("steps[1].expect")->setCurrentCell(1, 0);
        auto* value = field<QLineEdit>("steps[1].expect.value");
        const QString promised = value->text();
        type(value, QStringLiteral("70000"));
        press("editCheck");
        auto* table = child<QTableWidget>("lessonCheckTable");
        QTRY_VERIFY_WITH_TIMEOUT(table->isVisible(), kTrainedMs);
        auto* verdict = child<QLabel>("lessonCheckVerdict");
        QVERIFY2(verdict->text().contains(QStringLiteral("1 not as promised")), qPrintable(verdict->text()));
        int row = 0;
        while (row < table->rowCount() && !table->item(row, 0)->text().startsWith(QStringLiteral("✗ ")))
            ++row;
        QCOMPARE(table->item(row, 0)->text(), QStringLiteral("✗ Step 2, Promise 2"));
        choose(0);
        emit table->itemActivated(table->item(row, 0));
        QCOMPARE(field<QTableWidget>("steps[1].expect")->currentRow(), 1);
        type(field<QLineEdit>("steps[1].expect.value"), promised);
        QVERIFY(!child<QPushButton>("lessonCheckTake")->isVisible()); // of another lesson by now
        QVERIFY(verdict->text().startsWith(QStringLiteral("Before the last change: ")));
        type(field<QLineEdit>("steps[1].expect.value"), QStringLiteral("1"));
        QCOMPARE(verdict->text().count(QStringLiteral("Before the last change: ")), 1);
    }

    /// A promise that is added meanwhile was measured by nobody.
    void whatWasMeasuredOfAnotherLessonIsNotPromised()
    {
        edit(QStringLiteral("5"));
        press("editCheck");
        choose(1);
        press("steps[0].expectAdd");
        QTRY_VERIFY_WITH_TIMEOUT(!child<QPushButton>("lessonCheckCancel")->isVisible(), kTrainedMs);
        auto* verdict = child<QLabel>("lessonCheckVerdict");
        QVERIFY2(verdict->text().contains(QStringLiteral("was changed")), qPrintable(verdict->text()));
        QVERIFY(!child<QPushButton>("lessonCheckTake")->isVisible());
        const Lesson before = lesson();
        emit editor()->findChild<LessonCheckPanel*>()->bandsWanted();
        QVERIFY(lesson() == before);
    }

    /// Of a run of which the machine would have for a day; what is being measured ends between two layers of a step.
    void closingDoesNotWaitForTheMeasuring()
    {
        Lesson endless = *loadLesson(ULPSCOPE_SOURCE_DIR "/resources/lessons/04-accuracy-hides.ulpslesson");
        LessonAction longer;
        longer.place = "steps";
        longer.value = 1e7;
        endless.steps[0].expect.at(0).with.push_back(longer);
        const QString path = inDirectory("endless.ulpslesson");
        QVERIFY(saveLesson(path.toStdString(), endless).ok());
        edit(path);
        press("editCheck");
        auto* panel = editor()->findChild<LessonCheckPanel*>();
        QTest::qWait(300); // it is in the midst of it
        QVERIFY(panel->isChecking());
        editor()->draft().undoStack().setClean();
        constexpr qint64 kPromisedMs = 2000;
        QElapsedTimer timer;
        timer.start();
        press("editClose");
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(editor() == nullptr);
        m_window.reset();
        QVERIFY2(timer.elapsed() < kPromisedMs, qPrintable(QString::number(timer.elapsed())));
    }

    void measuringCanBeCancelled()
    {
        edit(QStringLiteral("5"));
        press("editCheck");
        auto* cancel = child<QPushButton>("lessonCheckCancel");
        QVERIFY(cancel->isVisible());
        QTest::mouseClick(cancel, Qt::LeftButton);
        QVERIFY(child<QLabel>("lessonCheckVerdict")->text().contains(QStringLiteral("stopped")));
        QVERIFY(child<QToolButton>("editCheck")->isEnabled());
    }

    void itIsSavedAndPlayed()
    {
        edit(QStringLiteral("4"));
        auto* title = field<QLineEdit>("title");
        title->setFocus();
        title->selectAll();
        QTest::keyClicks(title, QStringLiteral("Mine"));
        m_filePath = inDirectory("mine.ulpslesson");
        press("editSave");
        QCOMPARE(m_fileQuestion.path, QStringLiteral("04-accuracy-hides-copy.ulpslesson"));
        const Result<Lesson> saved = loadLesson(m_filePath.toStdString());
        QVERIFY2(saved.ok(), saved.ok() ? "" : saved.error().text().c_str());
        QCOMPARE(saved->title, std::string("Mine"));
        press("editClose"); // nothing to ask
        QVERIFY(editor() == nullptr);
        QVERIFY(child<QDockWidget>("lessonEditorDock") == nullptr);
        QVERIFY(player().lesson() == nullptr);
        QVERIFY(m_window->openLesson(m_filePath));
    }

    void whatIsNotCompleteIsNotSaved()
    {
        edit(QStringLiteral("4"));
        field<QLineEdit>("misconception")->clear();
        QTest::keyClicks(field<QLineEdit>("misconception"), QStringLiteral("x"));
        QTest::keyClick(field<QLineEdit>("misconception"), Qt::Key_Backspace);
        m_filePath = inDirectory("mine.ulpslesson");
        choose(1);
        press("editSave");
        QVERIFY(!QFile::exists(m_filePath));
        QVERIFY(field<QLineEdit>("misconception")->hasFocus());
    }

    void closingAsksFirst()
    {
        edit(QStringLiteral("4"));
        QTest::keyClicks(field<QLineEdit>("title"), QStringLiteral("!"));
        const auto answer = [](QMessageBox::StandardButton button) {
            QTimer::singleShot(0, [button] {
                auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
                QVERIFY(question);
                QCOMPARE(question->objectName(), QStringLiteral("unsavedLesson"));
                question->button(button)->click();
            });
        };
        answer(QMessageBox::Cancel);
        press("editClose");
        QVERIFY(editor() != nullptr);
        answer(QMessageBox::Cancel);
        QVERIFY(!m_window->close());
        answer(QMessageBox::Discard);
        press("editClose");
        QVERIFY(editor() == nullptr);
    }

    /// Nothing that was done is lost, and the step that it was done for stays where it is.
    void closingEndsARecording()
    {
        edit(QStringLiteral("4"));
        choose(1);
        press("editAddStep");
        editor()->draft().undoStack().setClean();
        press("lessonRecord");
        for (const char* button : {"editAddStep", "editRemoveStep", "editStepUp", "editStepDown"})
            QVERIFY2(!child<QToolButton>(button)->isEnabled(), button);
        child<QTabWidget>("tabs")->setCurrentIndex(2);
        QTimer::singleShot(0, [] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(question);
            question->button(QMessageBox::Cancel)->click();
        });
        press("editClose");
        QVERIFY(editor() != nullptr);
        QCOMPARE(lesson().steps[1].actions.size(), std::size_t(1));
        QCOMPARE(lesson().steps[1].actions[0].place, std::string("tab.number-lab"));
        QVERIFY(!child<QPushButton>("editStopRecording")->isVisible());
        QVERIFY(child<QToolButton>("editAddStep")->isEnabled());
    }

    void theSessionBecomesTheStart()
    {
        edit(QStringLiteral("4"));
        press("lessonTakeSession");
        QVERIFY(lesson().session.scene.empty() && !lesson().session.session.empty());
        QVERIFY(!editor()->draft().problem());
        auto* starts = field<QComboBox>("session");
        QCOMPARE(starts->currentIndex(), 1);
        press("editUndo");
        QCOMPARE(lesson().session.scene, std::string("circle"));
    }

private:
    LessonEditor* editor() const { return m_window ? room().workshop().editor() : nullptr; }
    const Lesson& lesson() const { return editor()->lesson(); }

    void edit(const QString& name)
    {
        QVERIFY(m_window->openLesson(name));
        child<QAction>("editLesson")->trigger();
        QVERIFY(editor() != nullptr);
    }

    void choose(int row)
    {
        auto* outline = child<QListWidget>("editOutline");
        outline->setFocus();
        outline->setCurrentRow(row);
    }

    template <class Widget>
    Widget* field(const char* place) const
    {
        auto* found = editor()->findChild<Widget*>(QString::fromLatin1(place));
        if (found == nullptr)
            qFatal("no field %s", place);
        return found;
    }

    void press(const char* button)
    {
        auto* found = editor()->findChild<QAbstractButton*>(QString::fromLatin1(button));
        QVERIFY2(found && found->isEnabled(), button);
        found->setFocus();
        QTest::keyClick(found, Qt::Key_Space);
    }

    void type(QLineEdit* line, const QString& text)
    {
        QVERIFY(line != nullptr);
        line->setFocus();
        line->selectAll();
        line->insert(text);
        QTest::keyClick(line, Qt::Key_Return);
    }

    void pick(QComboBox* combo, const QString& text)
    {
        QVERIFY(combo != nullptr);
        const int row = combo->findText(text);
        QVERIFY2(row >= 0, qPrintable(text));
        combo->setCurrentIndex(row);
        emit combo->activated(row);
    }

    static QString textIn(const QLabel* label)
    {
        return label != nullptr ? label->accessibleName() : QString();
    }
};

QTEST_MAIN(TestLessonEditor)
#include "tst_lesson_editor.moc"
