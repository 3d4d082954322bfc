// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson for a room is led through by keys, on a small and on a large screen; the room's predictions are on the plot; the one
// control sets the window's.
#include "app/lesson/lesson_file.h"
#include "tests/ui/lesson_window_test.h"
#include "ui/lessons/guess_overlay.h"
#include "ui/lessons/models/answer_book.h"
#include "ui/lessons/models/label_box.h"
#include "ui/lessons/present/present_text.h"
#include "ui/lessons/present/present_view.h"
#include "ui/numbers/bit_strip.h"
#include "ui/numbers/models/lab_tables.h"
#include "ui/numbers/stored_table.h"
#include "ui/training/stacked_plot.h"

#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestLessonPresent : public LessonWindowTest
{
    Q_OBJECT
private slots:
    void init() { beginLessonTest({1280, 800}); }
    void cleanup() { endLessonTest(); }

    void guessesOfARoomAreRead()
    {
        Question number;
        number.kind = QuestionKind::Number;
        number.unit = "%";
        QString unread;
        RoomGuesses guesses = roomGuessesFrom(QStringLiteral("10, 20 20; 50% x 2^-3 nan"), number, &unread);
        QCOMPARE(guesses.numbers.size(), std::size_t(3));
        QCOMPARE(guesses.numbers[1], std::pair(20.0, 2));
        QCOMPARE(unread, QStringLiteral("x 2^-3 nan"));
        Question choice;
        choice.options = {{"a", true}, {"b", false, "no"}, {"c", false, "no"}};
        guesses = roomGuessesFrom(QStringLiteral("AAb A d"), choice, &unread);
        QCOMPARE(guesses.options, (std::vector<int>{3, 1, 0}));
        QCOMPARE(unread, QStringLiteral("d"));
        QCOMPARE(roomGuessesText(guesses, choice), QStringLiteral("A 3, B 1, C 0"));
        QVERIFY(roomGuessesFrom(QString(), choice).isEmpty());
    }

    void keysLeadThroughIt()
    {
        QVERIFY(m_window->openLesson(QStringLiteral("4")));
        PresentView& view = present();
        QVERIFY(view.isVisible() && view.isWindow());
        const LessonPlayer& player = room().player();
        QCOMPARE(player.phase(), LessonPhase::Ask);
        QVERIFY(text().contains(QStringLiteral("What share of the gradients becomes zero?")));
        QVERIFY(!text().contains(QStringLiteral("57"))); // nothing is given away
        QVERIFY(view.plot().isVisible());
        QCOMPARE(view.plot().plots(), QStringList{QStringLiteral("flushed")});

        // The room's predictions, with the keys that lead on in their field for letters.
        auto* field = view.findChild<QLineEdit*>(QStringLiteral("presentGuesses"));
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("10 20 20"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(view.guesses().guesses().size(), std::size_t(2));
        QCOMPARE(view.guesses().guesses()[1].level, std::optional(20.0));
        QVERIFY(
            view.findChild<QLabel*>(QStringLiteral("presentSaid"))->text().contains(QStringLiteral("(2)")));

        QTest::keyClick(&view, Qt::Key_N);
        QCOMPARE(player.phase(), LessonPhase::Do);
        const auto said = [&view] { return view.findChild<QLabel*>(QStringLiteral("presentSaid"))->text(); };
        QVERIFY2(!said().contains(QStringLiteral("right")), qPrintable(said())); // nothing is told yet
        QVERIFY(text().contains(QStringLiteral("Loss weight")));
        QTest::keyClick(&view, Qt::Key_N); // does it
        QTRY_VERIFY_WITH_TIMEOUT(player.phase() == LessonPhase::See, kTrainedMs);
        QVERIFY2(text().contains(QStringLiteral("57 %")), qPrintable(text()));
        QCOMPARE(view.guesses().guesses().size(), std::size_t(2)); // still there
        QVERIFY2(said().contains(QStringLiteral("of 3 right")), qPrintable(said()));
        QTest::keyClick(&view, Qt::Key_N);
        QCOMPARE(player.phase(), LessonPhase::Read);
        QTest::keyClick(&view, Qt::Key_N);
        QCOMPARE(player.page(), std::size_t(1));
        QVERIFY(view.guesses().guesses().empty());
        QVERIFY2(text().contains(QStringLiteral("shows what was lost")), qPrintable(text()));
        QCOMPARE(view.plot().plots(), QStringList{QStringLiteral("flushed")}); // the error's is the answer
        QTest::keyClick(&view, Qt::Key_P);
        QCOMPARE(player.page(), std::size_t(0));

        // Whatever has the focus, by a clicker's keys.
        auto* next = view.findChild<QPushButton*>(QStringLiteral("presentNext"));
        next->setFocus();
        QTest::keyClick(next, Qt::Key_Right);
        QCOMPARE(player.page(), std::size_t(1));
        QTest::keyClick(next, Qt::Key_Left);
        QCOMPARE(player.page(), std::size_t(0));
        QTest::keyClick(&view.plot(), Qt::Key_PageDown);
        QTest::keyClick(&view.plot(), Qt::Key_PageUp);
        QCOMPARE(player.page(), std::size_t(0));

        QTest::keyClick(&view, Qt::Key_B);
        QVERIFY(view.isBlank());
        for (const Qt::Key key : {Qt::Key_B, Qt::Key_Space, Qt::Key_Escape, Qt::Key_Right}) {
            QTest::keyClick(&view, key);
            QVERIFY(!view.isBlank()); // and nothing else happens
            QCOMPARE(player.page(), std::size_t(0));
            QTest::mouseClick(view.findChild<QPushButton*>(QStringLiteral("presentBlank")), Qt::LeftButton);
            QVERIFY(view.isBlank());
        }
        QTest::mouseClick(view.findChild<QWidget*>(QStringLiteral("presentCurtain")), Qt::LeftButton);
        QVERIFY(!view.isBlank());
        const QPointer<PresentView> kept = &view;
        QTest::keyClick(&view, Qt::Key_Escape);
        QTRY_VERIFY(kept.isNull());
        QVERIFY(room().presented() == nullptr);
        QVERIFY(room().player().lesson() != nullptr); // goes on in the window
    }

    /// The axis ended at 10 %, and they lay on top of each other at its end.
    void guessedSharesHaveRoomOnTheirAxis()
    {
        QVERIFY(m_window->openLesson(QStringLiteral("4")));
        PresentView& view = present();
        auto* field = view.findChild<QLineEdit*>(QStringLiteral("presentGuesses"));
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("20 50 90"));
        QTest::keyClick(field, Qt::Key_Return);
        QTest::qWait(100);
        const std::optional<PlotFrame> frame = view.plot().frameOf(QStringLiteral("flushed"));
        QVERIFY(frame.has_value());
        for (const double guess : {20, 50, 90}) {
            const double y = frame->toPixel({0, guess}).y();
            QVERIFY2(y > frame->data.top() && y < frame->data.bottom(), qPrintable(QString::number(guess)));
        }
    }

    /// Also within a page: the question that was asked there stands there again.
    void previousGoesBackOnePage()
    {
        QVERIFY(m_window->openLesson(QStringLiteral("4")));
        PresentView& view = present();
        const LessonPlayer& player = room().player();
        auto* previous = view.findChild<QPushButton*>(QStringLiteral("presentPrevious"));
        QVERIFY(!previous->isEnabled()); // nothing comes before it
        QTest::keyClick(&view, Qt::Key_N);
        QTest::keyClick(&view, Qt::Key_N);
        QTRY_VERIFY_WITH_TIMEOUT(player.phase() == LessonPhase::See, kTrainedMs);
        QTest::keyClick(&view, Qt::Key_N);
        QCOMPARE(player.phase(), LessonPhase::Read);
        QTest::keyClick(&view, Qt::Key_P);
        QCOMPARE(player.phase(), LessonPhase::See);
        QVERIFY(previous->isEnabled());
        QTest::keyClick(&view, Qt::Key_P);
        QCOMPARE(player.phase(), LessonPhase::Ask);
        QCOMPARE(player.page(), std::size_t(0));
        QVERIFY(!player.isAway()); // what was done stays
        QVERIFY(!previous->isEnabled());
        QTest::keyClick(&view, Qt::Key_N); // done already
        QCOMPARE(player.phase(), LessonPhase::See);
    }

    void theRoomsAnswersAreCountedAndOfTheirQuestion()
    {
        QVERIFY(m_window->openLesson(QStringLiteral("4")));
        PresentView& view = present();
        auto* field = view.findChild<QLineEdit*>(QStringLiteral("presentGuesses"));
        auto* said = view.findChild<QLabel*>(QStringLiteral("presentSaid"));
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("10 57 60"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(!said->text().contains(QStringLiteral("right")));
        QTest::keyClick(&view, Qt::Key_N);
        QTest::keyClick(&view, Qt::Key_N);
        QTRY_VERIFY_WITH_TIMEOUT(room().player().phase() == LessonPhase::See, kTrainedMs);
        // Another question is asked; what the room predicted stays beside what came.
        QVERIFY2(said->text().startsWith(QStringLiteral("Predicted: ")), qPrintable(said->text()));
        QVERIFY2(said->text().endsWith(QStringLiteral("2 of 3 right")), qPrintable(said->text()));
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("A A B"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY2(said->text().contains(QStringLiteral("A 2")), qPrintable(said->text()));
        QTest::keyClick(&view, Qt::Key_N);
        QVERIFY2(said->text().contains(QStringLiteral("A 2")), qPrintable(said->text()));
        QVERIFY2(said->text().contains(QStringLiteral("of 3 right")), qPrintable(said->text()));
        QTest::keyClick(&view, Qt::Key_P);
        QTest::keyClick(&view, Qt::Key_P);
        QVERIFY(!said->text().contains(QStringLiteral("right"))); // it is asked again
        const RoomGuesses guesses{{{10, 1}, {57, 2}}, {}};
        QCOMPARE(guesses.count(), 3);
        QCOMPARE(rightGuesses(guesses, *room().player().step()->predict), 2);
    }

    /// Behind a step on the bench one that opens the run shows the run.
    void whatAStepOpensIsSeen()
    {
        Lesson lesson = *loadLesson(ULPSCOPE_SOURCE_DIR "/tests/corpus/lessons/everything.ulpslesson");
        const auto opening = [](const char* tab) {
            LessonAction open;
            open.kind = LessonAction::Kind::Open;
            open.place = tab;
            LessonStep step;
            step.title = step.say = "Open it.";
            step.actions = {open};
            return step;
        };
        lesson.steps = {opening("tab.accumulators"), opening("tab.run"), opening("tab.accumulators")};
        const QString path = inDirectory("tabs.ulpslesson");
        QVERIFY(saveLesson(path.toStdString(), lesson).ok());
        QVERIFY(m_window->openLesson(path));
        present();
        for (const char* sight : {"plot.bench", "plot.loss", "plot.bench"}) {
            QCOMPARE(presentSight(room().player()), QString::fromLatin1(sight));
            room().player().skip();
            room().player().next();
        }
    }

    void theControlSetsTheWindows()
    {
        QVERIFY(m_window->openLesson(QStringLiteral("4")));
        PresentView& view = present();
        QTest::mouseClick(view.findChild<QPushButton*>(QStringLiteral("presentNext")), Qt::LeftButton);
        auto* control = view.findChild<QLineEdit*>(QStringLiteral("presentControl"));
        QVERIFY(control->isVisible());
        QCOMPARE(control->text(), QStringLiteral("1"));
        control->setFocus();
        control->selectAll();
        QTest::keyClicks(control, QStringLiteral("0.5"));
        QTest::keyClick(control, Qt::Key_Return);
        QCOMPARE(m_window->document().session()->training.lossWeight, 0.5);
        control->setFocus();
        control->selectAll();
        QTest::keyClicks(control, QStringLiteral("many"));
        QTest::keyClick(control, Qt::Key_Return);
        QCOMPARE(m_window->document().session()->training.lossWeight, 0.5);
        QVERIFY(!view.findChild<QLabel*>(QStringLiteral("presentSaid"))->text().isEmpty()
            || child<QWidget>("messageBanner")->isVisible());
    }

    void everyLessonIsShown_data()
    {
        QTest::addColumn<QString>("lesson");
        QTest::addColumn<QSize>("size");
        for (const FoundLesson& found : findLessons(ULPSCOPE_SOURCE_DIR "/resources/lessons"))
            for (const QSize size : {QSize(1024, 768), QSize(1920, 1080)})
                QTest::newRow(qPrintable(
                    QStringLiteral("%1 %2").arg(QString::fromStdString(found.name)).arg(size.width())))
                    << QString::fromStdString(found.name) << size;
    }

    /// On every page there is something to be seen, and the text is in sight without scrolling or can be scrolled to.
    void everyLessonIsShown()
    {
        QFETCH(QString, lesson);
        QFETCH(QSize, size);
        QVERIFY(m_window->openLesson(lesson));
        PresentView& view = present();
        view.showNormal();
        view.resize(size);
        LessonPlayer& player = room().player();
        for (std::size_t page = 0; page < player.pages(); ++page) {
            player.goTo(page);
            QCoreApplication::processEvents();
            QVERIFY(!text().isEmpty());
            const bool isPlot = view.plot().isVisible();
            const auto* mirror = view.findChild<QWidget*>(QStringLiteral("presentMirror"));
            const auto* table = view.findChild<StoredTable*>(QStringLiteral("presentTable"));
            const bool isTable = table != nullptr && table->isVisible();
            QCOMPARE(int(isPlot) + int(isTable) + int(mirror->isVisible()), 1);
            const QWidget* sight = isPlot ? static_cast<const QWidget*>(&view.plot())
                : isTable                 ? table
                                          : mirror;
            if (isTable)
                lookAtTable(*table);
            QVERIFY2(sight->height() > size.height() / 4, qPrintable(QString::number(sight->height())));
            for (const char* name : {"presentNext", "presentPrevious", "presentBlank", "presentEnd"}) {
                const auto* button = view.findChild<QPushButton*>(QString::fromLatin1(name));
                const QRect at(button->mapTo(&view, QPoint()), button->size());
                QVERIFY2(view.rect().contains(at) && button->width() >= button->sizeHint().width(), name);
            }
        }
        QCOMPARE(view.size(), size); // nothing makes it larger than the screen
        QVERIFY(view.fontInfo().pixelSize() >= 18);
    }

    /// Near each other as the room's guesses are; no label covers another.
    void predictionsDoNotOverlap()
    {
        const QRectF field(0, 0, 300, 200);
        std::vector<QRectF> labels;
        for (const double top : {150, 148, 146, 144, 100, 99, 30})
            labels.push_back(besideOthers({8, top, 120, 16}, field, labels));
        for (std::size_t i = 0; i < labels.size(); ++i) {
            QVERIFY(field.contains(labels[i]));
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY2(!labels[i].intersects(labels[j]), qPrintable(QStringLiteral("%1 %2").arg(i).arg(j)));
        }
        QCOMPARE(labels.back(), QRectF(8, 30, 120, 16)); // alone there, it stays where it belongs
    }

    /// A text that is too long for a small projector is smaller, not cut off.
    void longTextsFitASmallScreen()
    {
        Lesson lesson = *loadLesson(ULPSCOPE_SOURCE_DIR "/resources/lessons/04-accuracy-hides.ulpslesson");
        const std::string say = lesson.steps[0].say;
        lesson.steps[0].say += " " + say;
        const QString path = inDirectory("long.ulpslesson");
        QVERIFY(saveLesson(path.toStdString(), lesson).ok());
        QVERIFY(m_window->openLesson(path));
        PresentView& view = present();
        view.showNormal();
        view.resize(1024, 768);
        const auto* area = view.findChild<QScrollArea*>(QStringLiteral("presentArea"));
        const auto* shown = view.findChild<QLabel*>(QStringLiteral("presentText"));
        const auto fits
            = [&] { return shown->heightForWidth(area->viewport()->width()) <= area->viewport()->height(); };
        QTRY_VERIFY(fits());
        QVERIFY2(shown->fontInfo().pixelSize() < view.fontInfo().pixelSize(),
            qPrintable(QString::number(shown->fontInfo().pixelSize())));
        room().player().goTo(1); // as large as the room's type again
        QTRY_COMPARE(shown->fontInfo().pixelSize(), view.fontInfo().pixelSize());
        QVERIFY(fits());
    }

    void withoutALessonTheChosenOneIsShown()
    {
        QVERIFY(m_window->presentLesson());
        QCOMPARE(room().player().name(), QStringLiteral("01-two-budgets"));
        const QPointer<PresentView> kept = room().presented();
        room().player().leave(); // and with it the view
        QTRY_VERIFY(kept.isNull());
    }

    void closingTheWindowEndsIt()
    {
        present();
        m_window.reset();
    }

private:
    PresentView& present()
    {
        child<QAction>("presentLesson")->trigger();
        Q_ASSERT(room().presented());
        return *room().presented();
    }

    /// In the room's type, with at least the format, its bits and what it stores, and nothing beyond the edge.
    void lookAtTable(const StoredTable& table) const
    {
        QCOMPARE(table.fontInfo().pixelSize(), room().presented()->fontInfo().pixelSize());
        int width = 0;
        for (int column = 0; column < StoredTableModel::ColumnCount; ++column)
            width += table.isColumnHidden(column) ? 0 : table.columnWidth(column);
        QVERIFY(!table.isColumnHidden(StoredTableModel::StoredColumn));
        QVERIFY2(width <= table.viewport()->width(),
            qPrintable(QStringLiteral("%1 > %2").arg(width).arg(table.viewport()->width())));
        for (int row = 0; row < table.model()->rowCount(); ++row) // keys that lead on are the view's
            QCOMPARE(table.strip(row)->focusPolicy(), Qt::NoFocus);
    }

    QString text() const
    {
        return room().presented()->findChild<QLabel*>(QStringLiteral("presentText"))->accessibleName();
    }
};

QTEST_MAIN(TestLessonPresent)
#include "tst_lesson_present.moc"
