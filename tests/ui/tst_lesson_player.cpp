// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons in the window: every place has its widget, every lesson is played to its end by keys and mouse with right and with wrong
// answers, a guess stays on its plot, what is locked is given back, what was changed beside the lesson can be undone.
#include "app/io/session/session_file.h"
#include "app/judge/runs/verdicts.h"
#include "app/lesson/lesson_file.h"
#include "engine/policy/legacy_policy.h"
#include "tests/ui/lesson_window_test.h"
#include "ui/bench/accumulator_view.h"
#include "ui/lessons/guess_overlay.h"
#include "ui/lessons/lesson_dock.h"
#include "ui/lessons/lesson_text.h"
#include "ui/lessons/models/lesson_measure.h"
#include "ui/lessons/place_finder.h"
#include "ui/lessons/pointer.h"
#include "ui/lessons/question_form.h"
#include "ui/look/explanation_popup.h"
#include "ui/look/message_banner.h"
#include "ui/look/place.h"
#include "ui/look/room_bar.h"
#include "ui/numbers/number_lab_view.h"
#include "ui/shell/catalog_terms.h"
#include "ui/training/stacked_plot.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QLineF>
#include <QListWidget>
#include <QMenuBar>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QTreeView>

#include <bit>
#include <cstdint>
#include <map>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

/// Every kind of question, of action and of lock; short runs.
const QString kLessonFile = QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/corpus/lessons/everything.ulpslesson");

const QString kResources = QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources");

} // namespace

class TestLessonPlayer : public LessonWindowTest
{
    Q_OBJECT
private slots:
    void init() { beginLessonTest(); }
    void cleanup() { endLessonTest(); }
    void everyPlaceIsRegisteredOnce();
    void everyPlaceHasAVisibleWidget();
    void fieldsOfOtherSessionsAreFound();
    void aLessonIsPlayedByKeysAndMouse();
    void wrongAnswersGetTheirHints();
    void aGuessStaysOnThePlot();
    void theRingFollowsItsWidget();
    void whatIsRingedIsScrolledTo();
    void aRunThatDivergedIsTrainedAsFarAsItGets();
    void aStepIsAWholeNumber();
    void theLadderGoesToEachLevel();
    void locksAreGivenBack_data();
    void locksAreGivenBack();
    void whatIsLockedCannotBeEditedElsewhere();
    void choosingAPolicyLeavesTheLossScale();
    void comeBackButtonRestoresTheSession();
    void aLessonIsResumed();
    void aLessonIsReset();
    void skippedPagesAreWhole();
    void openingItIsAnUndoStep();
    void noRunFromBeforeTellsTheAnswer();
    void theListStartsLessons();
    void theBenchShowsNothingAheadOfItsLesson();
    void whatWasTriedBeforeIsForgotten();
    void theKeysStayInTheQuestion();
    void twoTrainingsAreTwoTasks();
    void aNumberKeepsItsPercentSign();
    void theFirstStartOffersALesson();
    void aTypedAccumulatorAnswers();
    void moreStepsThanAskedForAreNone();
    void typingElsewhereLeavesThePage();
    void whatIsRightIsSaid();
    void whatIsToBeChangedIsListed();
    void whatIsMetEarlyIsTicked();
    void aCheckOfARunWantsTheRun();
    void theKeysComeBackFromATabThatWasOpened();
    void tabGoesThroughTheQuestion();
    void aVerdictLeadsToItsLesson();
    void everyLinkHasItsLesson();
    void whatIsNoLessonIsSaid();
    void roomIsLeftForThePlots();
    void aPointedModelTakesNoWidthFromANarrowWindow();
    void aLessonThatBeginsAtTheModelLeavesThePageItsWidth();
    void whatComesByItselfIsDone();
    void aVerdictIsOfTheAnswerBesideIt();
    void aNanIsAnAnswerToo();
    void aControlOfAnotherClassReadsAsThat();
    void nearIsNotWhateverIsTaken_data();
    void nearIsNotWhateverIsTaken();
    void numbersHaveTheDigitsThatSaySomething();
    void aClickMeansACross();
    void theRingIsWhereTheQuestionIs();
    void aRungIsRingedAtOnce_data();
    void aRungIsRingedAtOnce();
    void aRingedTabIsWhole();
    void theArrowLiesOnNothing();
    void aLessonBeginsAtTheTop();
    void theNextLessonIsChosen();
    void shippedLessonsArePlayed_data();
    void shippedLessonsArePlayed();

private:
    LessonDock& dock() const { return *m_window->findChild<LessonDock*>(); }
    GuessOverlay& guesses() const
    {
        return *m_window->findChild<GuessOverlay*>(QStringLiteral("trainingPlotsCanvasGuesses"));
    }
    Pointer& pointer() const { return *m_window->findChild<Pointer*>(); }
    bool begin(const QString& lesson = {});
    void press(const char* button);
    void give(const Answer& answer);
    void setControl(const Question& question, const Answer& answer);
    /// Keys of the lesson's buttons that something else in sight has too.
    QStringList sharedKeys() const;
    QString textOf(const char* label) const;
    void playOn();
    /// Skips what comes before it.
    void goToCheck();
};

void TestLessonPlayer::goToCheck()
{
    while (!player().isCheck()) {
        player().skip();
        waitUntilIdle();
        player().next();
    }
    waitUntilIdle();
}

QStringList TestLessonPlayer::sharedKeys() const
{
    QStringList own;
    QStringList all;
    const auto add = [](QStringList& keys, const QString& text) {
        if (const QString key = QKeySequence::mnemonic(text).toString(); !key.isEmpty())
            keys += key;
    };
    for (const auto* button : m_window->findChildren<QAbstractButton*>())
        if (button->isVisible() && button->isEnabled())
            add(dock().isAncestorOf(button) ? own : all, button->text());
    for (const auto* label : m_window->findChildren<QLabel*>())
        if (label->isVisible() && label->buddy() != nullptr)
            add(all, label->text());
    for (const auto* bar : m_window->findChildren<QTabBar*>())
        for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab)
            add(all, bar->tabText(tab));
    for (const QAction* menu : m_window->findChild<QMenuBar*>()->actions())
        add(all, menu->text());
    QStringList shared;
    for (const QString& key : own)
        if (all.contains(key) || own.count(key) > 1)
            shared += key;
    return shared;
}

bool TestLessonPlayer::begin(const QString& lesson)
{
    return m_window->openLesson(lesson.isEmpty() ? kLessonFile : lesson);
}

void TestLessonPlayer::press(const char* button)
{
    auto* found = child<QPushButton>(button);
    QVERIFY2(found && found->isVisible(), button);
    QVERIFY2(found->isEnabled(), button);
    if (QScrollArea* area = child<QScrollArea>("lessonPageArea"); area->isAncestorOf(found))
        area->ensureWidgetVisible(found);
    QTest::mouseClick(found, Qt::LeftButton);
}

QString TestLessonPlayer::textOf(const char* label) const
{
    const auto* found = child<QLabel>(label);
    return found ? found->accessibleName().isEmpty() ? found->text() : found->accessibleName() : QString();
}

/// By the control's own edit, as the window would make it.
void TestLessonPlayer::setControl(const Question& question, const Answer& answer)
{
    const LessonPlace& place = **lessonPlaceByName(question.place);
    const ControlValue value = std::holds_alternative<double>(answer)
        ? ControlValue(std::get<double>(answer))
        : ControlValue(std::get<std::string>(answer));
    if (place.kind == PlaceKind::SessionControl) {
        const Result<SessionSpec> changed
            = withControl(*m_window->document().session(), place, question.layer, value);
        QVERIFY2(changed.ok(), changed.ok() ? "" : changed.error().text().c_str());
        const Status done
            = m_window->document().edit(QStringLiteral("test"), [&](SessionSpec& s) { s = *changed; });
        QVERIFY2(done.ok(), done.ok() ? "" : done.error().text().c_str());
    } else if (question.place == "number-lab.value") {
        auto* field = child<QLineEdit>("number");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::number(std::get<double>(answer), 'g', 17));
        QTest::keyClick(field, Qt::Key_Return);
    } else {
        auto* list = child<QListWidget>("benchAccumulators");
        const QString name = QString::fromStdString(std::get<std::string>(answer));
        if (list->findItems(name, Qt::MatchExactly).isEmpty()) {
            QTest::keyClicks(child<QLineEdit>("benchName"), name);
            QTest::keyClick(child<QLineEdit>("benchName"), Qt::Key_Return);
        }
        const QList<QListWidgetItem*> items = list->findItems(name, Qt::MatchExactly);
        if (items.isEmpty())
            QSKIP("a name that is no accumulator cannot be ticked");
        items.first()->setCheckState(Qt::Unchecked);
        items.first()->setCheckState(Qt::Checked);
    }
}

/// As a person does who uses no mouse but on choices.
void TestLessonPlayer::give(const Answer& answer)
{
    const Question question = *player().question();
    auto* field = child<QLineEdit>("lessonField");
    switch (question.kind) {
    case QuestionKind::Number:
        field->clear();
        field->setFocus();
        QTest::keyClicks(field, QString::number(std::get<double>(answer), 'g', 17));
        QTest::keyClick(field, Qt::Key_Return);
        return;
    case QuestionKind::Choice: {
        const QByteArray name = "lessonOption" + QByteArray::number(int(std::get<std::size_t>(answer)));
        auto* option = child<QRadioButton>(name.constData());
        QVERIFY(option);
        option->setFocus();
        QTest::keyClick(option, Qt::Key_Space);
        QVERIFY(option->isChecked());
        break;
    }
    case QuestionKind::Point:
    case QuestionKind::Curve: {
        QStringList texts;
        for (const CurvePoint& point : std::get<std::vector<CurvePoint>>(answer))
            texts += QStringLiteral("%1: %2").arg(
                QString::number(point.x, 'g', 17), QString::number(point.y, 'g', 17));
        field->clear();
        QTest::keyClicks(field, texts.join(QStringLiteral(", ")));
        break;
    }
    case QuestionKind::SetControl:
        setControl(question, answer);
        if (player().wantsRun() && m_window->isIdle())
            child<QAction>("train")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!player().wantsRun(), kTrainedMs);
        break;
    case QuestionKind::PickLayer:
        m_window->findChild<QWidget*>(QStringLiteral("modelPanel"))->metaObject();
        QMetaObject::invokeMethod(child<QWidget>("modelPanel"), "selectLayerByName",
            Q_ARG(QString, QString::fromStdString(std::get<std::string>(answer))));
        break;
    }
    press("lessonAnswer");
}

/// To where the page asks again, or is whole.
void TestLessonPlayer::playOn()
{
    if (player().phase() == LessonPhase::Do && child<QPushButton>("lessonDoIt"))
        press("lessonDoIt");
    QTRY_VERIFY_WITH_TIMEOUT(player().phase() != LessonPhase::Do, kTrainedMs);
}

void TestLessonPlayer::everyPlaceIsRegisteredOnce()
{
    std::map<QByteArray, int> registered;
    for (const auto* mark : m_window->findChildren<PlaceMark*>())
        for (const LessonSpot& spot : mark->place.lessons)
            ++registered[spot.place];
    QByteArrayList troubles;
    for (const LessonPlace& place : lessonPlaces())
        if (registered[QByteArray(place.name.data(), qsizetype(place.name.size()))] != 1)
            troubles += QByteArray(place.name.data(), qsizetype(place.name.size()));
    for (const auto& [place, count] : registered)
        if (!lessonPlaceByName(place.toStdString()))
            troubles += "no place: " + place;
    QVERIFY2(troubles.isEmpty(), troubles.join(", ").constData());
}

void TestLessonPlayer::everyPlaceHasAVisibleWidget()
{
    QStringList missing;
    for (const LessonPlace& place : lessonPlaces()) {
        const FoundPlace found
            = findPlace(*m_window, {std::string(place.name), place.isOfLayer ? "dense_2" : ""});
        bringIntoSight(found);
        QCoreApplication::processEvents();
        pointer().pointAt(found);
        if (!found || !found.widget->isVisible() || pointer().ring().isEmpty())
            missing += QString::fromUtf8(place.name.data(), qsizetype(place.name.size()));
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral(", "))));
}

/// What the circle's session has not is found where a session has it, and not only the chooser in its place.
void TestLessonPlayer::fieldsOfOtherSessionsAreFound()
{
    for (const auto& [name, value] : std::vector<std::pair<const char*, ControlValue>>{{"optimizer", "Adam"},
             {"epsilon", 1e-7}, {"loss-scale.initial", 1024.0}, {"loss-scale.growth-steps", 50.0},
             {"recipe.amax-history", 4.0}}) {
        const LessonPlace& place = **lessonPlaceByName(name);
        const Result<SessionSpec> changed = withControl(*m_window->document().session(), place, {}, value);
        QVERIFY2(changed.ok(), name);
        QVERIFY(
            m_window->document().edit(QStringLiteral("test"), [&](SessionSpec& s) { s = *changed; }).ok());
        QCoreApplication::processEvents(); // editors that are new are shown then
        const FoundPlace found = findPlace(*m_window, {name, {}});
        QVERIFY2(found, name);
        bringIntoSight(found);
        QVERIFY2(found.widget->isVisible(), name);
        QVERIFY2(std::string_view(name) == "optimizer"
                || found.widget->objectName().startsWith(QStringLiteral("parameter_")),
            name);
    }
}

void TestLessonPlayer::aLessonIsPlayedByKeysAndMouse()
{
    QVERIFY(begin());
    QVERIFY(room().dock().isVisible());
    QCOMPARE(textOf("lessonTitle"), QStringLiteral("A test of lessons"));
    QCOMPARE(child<QLabel>("lessonProgress")->text(), QStringLiteral("Step 1 of 3"));
    QVERIFY(child<QLabel>("lessonHook")->text().contains(QStringLiteral("https://example.org/1")));
    QVERIFY(!textOf("lessonSay").contains(QLatin1Char('*'))); // Markdown is rendered
    // Nothing is trained before it is guessed.
    waitUntilIdle();
    QVERIFY(!m_window->shownRun().run() || m_window->shownRun().run()->stepsDone() == 0);
    auto* sure = child<QSlider>("lessonConfidence");
    sure->setFocus();
    QTest::keyClick(sure, Qt::Key_PageUp);
    QCOMPARE(child<QLabel>("lessonConfidenceText")->text(), QStringLiteral("How sure? 85 %"));
    auto* field = child<QLineEdit>("lessonField");
    field->setFocus();
    QTest::keyClicks(field, QStringLiteral("many"));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(child<QLabel>("lessonRemark")->isVisible());
    QVERIFY(player().phase() == LessonPhase::Ask);
    field->clear();
    QTest::keyClicks(field, QStringLiteral("20 %"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(player().state().predicted->confidence, 85.0);
    // Train, as the window's own button does it.
    QVERIFY(player().phase() == LessonPhase::Do);
    QVERIFY(textOf("lessonTick0").startsWith(QStringLiteral("To do")));
    child<QAction>("train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(player().phase() == LessonPhase::See, kTrainedMs);
    const double flushed = *m_window->shownRun().run()->totals().counts.gradientsFlushedPercent();
    QVERIFY2(textOf("lessonPrediction").contains(withUnit(flushed, QStringLiteral("%"))),
        qPrintable(textOf("lessonPrediction")));
    QVERIFY(textOf("lessonPrediction").contains(QStringLiteral("20")));
    QCOMPARE(textOf("lessonPredictionHint"), QStringLiteral("More than that."));
    QCOMPARE(textOf("lessonReveal"), QStringLiteral("There."));
    QVERIFY(!child<QLabel>("lessonExplain")); // not before one has looked
    give(std::size_t{1});
    QVERIFY(textOf("lessonHint").contains(QStringLiteral("Look again.")));
    give(std::size_t{0});
    QCOMPARE(textOf("lessonExplain"), QStringLiteral("Because."));
    QVERIFY(!player().isAway());
    press("lessonNextButton");
    // A point, by the mouse on the plot; then the same control twice, in the window itself.
    QCOMPARE(child<QLabel>("lessonProgress")->text(), QStringLiteral("Step 2 of 3"));
    QVERIFY(guesses().isAsking());
    const QPoint middle = guesses().frame(QStringLiteral("plot.loss"))->data.center();
    QTest::mouseClick(&guesses(), Qt::LeftButton, {}, middle);
    const double level = guesses().frame(QStringLiteral("plot.loss"))->toValue(middle).y();
    press("lessonAnswer");
    const auto& points = std::get<std::vector<CurvePoint>>(player().state().predicted->answer);
    QVERIFY(std::abs(points.front().y / level - 1) < 1e-3); // as text it has four digits
    QVERIFY(!guesses().isAsking());
    auto* scale = child<QComboBox>("lossScale");
    const auto setScale = [&](const QString& text) {
        scale->lineEdit()->setFocus();
        scale->lineEdit()->selectAll();
        QTest::keyClicks(scale->lineEdit(), text);
        QTest::keyClick(scale->lineEdit(), Qt::Key_Return);
    };
    setScale(QStringLiteral("fixed 8"));
    QTRY_COMPARE(player().actionsDone(), std::size_t{1});
    child<QAction>("step")->trigger();
    QTRY_COMPARE(player().actionsDone(), std::size_t{2});
    setScale(QStringLiteral("fixed 1024"));
    QTRY_VERIFY(player().actionsDone() >= 3);
    if (player().phase() == LessonPhase::Do) // a cheap run begins by itself
        child<QAction>("train")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(player().phase() == LessonPhase::Read, kTrainedMs);
    QVERIFY(!player().isAway());
    press("lessonNextButton");
    // A curve, drawn.
    const QRect data = guesses().frame(QStringLiteral("plot.flushed"))->data;
    QTest::mousePress(&guesses(), Qt::LeftButton, {}, QPoint(data.left() + 5, data.center().y()));
    for (int x = data.left() + 10; x < data.right() - 4; x += 10) {
        const QPoint at(x, data.center().y());
        QMouseEvent move(QEvent::MouseMove, at, guesses().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&guesses(), &move);
    }
    QTest::mouseRelease(&guesses(), Qt::LeftButton, {}, QPoint(data.right() - 5, data.center().y()));
    press("lessonAnswer");
    QVERIFY(std::get<std::vector<CurvePoint>>(player().state().predicted->answer).size() > 10);
    QVERIFY(player().state().predicted->grade.isRight);
    playOn();
    QCOMPARE(m_window->shownRun().step().pinned(), std::optional<std::int64_t>(3));
    press("lessonNextButton");
    QCOMPARE(child<QLabel>("lessonProgress")->text(), QStringLiteral("Check"));
    press("lessonAnswer");
    QVERIFY(textOf("lessonHint").contains(QStringLiteral("That is what it was.")));
    setScale(QStringLiteral("fixed 8192"));
    QTRY_VERIFY(!child<QLabel>("lessonHint")->isVisible()); // it was about the value before
    press("lessonAnswer");
    QVERIFY2(textOf("lessonRight").contains(QStringLiteral("8192")), qPrintable(textOf("lessonRight")));
    QCOMPARE(textOf("lessonOwn"), QStringLiteral("Yours."));
    QVERIFY(
        child<QLabel>("lessonTerms")->text().contains(glossary().find(QStringLiteral("loss_scale"))->title));
    press("lessonNextButton");
    QVERIFY(player().lesson() == nullptr);
    QVERIFY(child<QListWidget>("lessonList")->isVisible());
}

void TestLessonPlayer::wrongAnswersGetTheirHints()
{
    const Lesson lesson = *loadLesson(kLessonFile.toStdString());
    const Question& first = *lesson.steps[0].predict;
    for (const Answer& wrong : sampleAnswers(first).wrong) {
        QVERIFY(begin());
        give(wrong);
        playOn();
        QCOMPARE(textOf("lessonPredictionHint"), QString::fromStdString(grade(first, wrong).hint));
    }
    QVERIFY(begin());
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        player().skip();
        player().next();
    }
    QVERIFY(player().isCheck());
    const SampleAnswers samples = sampleAnswers(lesson.check);
    QCOMPARE(samples.wrong.size(), std::size_t{2});
    for (const Answer& wrong : samples.wrong) {
        if (const double scale = std::get<double>(wrong); scale <= 0 || scale > 1e30)
            continue; // which the session refuses
        give(wrong);
        QVERIFY(textOf("lessonHint").contains(QString::fromStdString(grade(lesson.check, wrong).hint)));
    }
    give(Answer(4096.0));
    QVERIFY(player().phase() == LessonPhase::Read);
    waitUntilIdle();
}

void TestLessonPlayer::aGuessStaysOnThePlot()
{
    QVERIFY(begin());
    give(Answer(20.0));
    QCOMPARE(guesses().guesses().size(), std::size_t{1});
    QCOMPARE(guesses().guesses().front().level, 20.0);
    playOn();
    QCOMPARE(guesses().guesses().size(), std::size_t{1}); // beside what came
    QVERIFY(guesses().guesses().front().label.contains(QStringLiteral("20")));
    QCoreApplication::processEvents();
    const PlotFrame frame = *guesses().frame(QStringLiteral("plot.flushed"));
    const double y = frame.toPixel({0, 20}).y();
    QVERIFY(y > frame.data.top() && y < frame.data.bottom());
    const QImage picture = guesses().parentWidget()->grab().toImage();
    const double ratio = picture.devicePixelRatio();
    const QColor ink = lessonInk(m_window->palette());
    int inked = 0;
    for (int x = frame.data.left(); x < frame.data.right(); ++x) {
        const QColor at = picture.pixelColor(int(x * ratio), int(y * ratio));
        inked += std::abs(at.red() - ink.red()) + std::abs(at.green() - ink.green()) < 60 ? 1 : 0;
    }
    QVERIFY2(inked > frame.data.width() / 4, qPrintable(QString::number(inked))); // dashes
    player().leave();
    QVERIFY(guesses().guesses().empty());
}

void TestLessonPlayer::theRingFollowsItsWidget()
{
    QVERIFY(begin());
    auto* tile = child<QWidget>("gradients_flushed_percent_tile");
    QTRY_VERIFY(!pointer().ring().isEmpty());
    const auto isAround = [&] {
        return pointer().ring().contains(
            QRect(tile->mapTo(m_window.get(), QPoint()), tile->size()).adjusted(2, 2, -2, -2));
    };
    QTRY_VERIFY(isAround());
    m_window->resize(1200, 800);
    QTRY_VERIFY(isAround());
    // Nothing is in the mouse's way.
    QVERIFY(pointer().testAttribute(Qt::WA_TransparentForMouseEvents));
    child<QTabWidget>("tabs")->setCurrentIndex(2);
    QTRY_VERIFY(pointer().isHidden());
    press("lessonShow"); // and back in sight
    QTRY_VERIFY(isAround());
    QVERIFY(tile->hasFocus());
    player().leave();
    QVERIFY(pointer().isHidden());
}

/// Also where the window is small, the dock narrow, and after each gets another size.
void TestLessonPlayer::whatIsRingedIsScrolledTo()
{
    const auto scrollAllToTheTop = [this] {
        for (auto* area : m_window->findChildren<QAbstractScrollArea*>())
            area->verticalScrollBar()->setValue(0);
    };
    /// What of the place lies outside what scrolls around it, though there is room for it.
    const auto isCut = [this](const FoundPlace& place) {
        QRect rect = place.rect();
        for (QWidget* around = place.widget; around != m_window.get(); around = around->parentWidget()) {
            const QRect room = around->rect();
            if (qobject_cast<QAbstractScrollArea*>(around->parentWidget()) != nullptr
                && around->objectName() == QLatin1String("qt_scrollarea_viewport")
                && rect.height() <= room.height()
                && (rect.top() < room.top() || rect.bottom() > room.bottom()))
                return true;
            rect.translate(around->pos());
        }
        return false;
    };
    QStringList cut;
    for (const QSize size : {QSize(1440, 900), QSize(1024, 768)}) {
        m_window->resize(size);
        m_window->resizeDocks({child<QDockWidget>("modelDock")}, {150}, Qt::Horizontal);
        for (const LessonPlace& place : lessonPlaces()) {
            scrollAllToTheTop();
            const FoundPlace found
                = findPlace(*m_window, {std::string(place.name), place.isOfLayer ? "dense_2" : ""});
            pointer().bring(found);
            const auto isShown = [&] { return !isCut(found) && !pointer().ring().isEmpty(); };
            static_cast<void>(QTest::qWaitFor(isShown, 500));
            const QString name = QString::fromUtf8(place.name.data(), qsizetype(place.name.size()));
            if (!isShown())
                cut += QStringLiteral("%1 at %2").arg(name).arg(size.width());
            m_window->resize(size.width(), size.height() - 140);
            QCoreApplication::processEvents();
            if (!QTest::qWaitFor(isShown, 500))
                cut += QStringLiteral("%1 after it shrank from %2").arg(name).arg(size.width());
            m_window->resize(size);
        }
    }
    QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QStringLiteral(", "))));
}

namespace {

/// Diverges in its first step. Then five steps, and five more.
Lesson divergingLesson()
{
    Lesson lesson = *loadLesson(kLessonFile.toStdString());
    lesson.session.change
        = R"({"training": {"steps": 60, "loss_scale": {"class": "fixed", "scale": 1048576}, "loss_weight": 1}})";
    LessonAction train;
    train.kind = LessonAction::Kind::Train;
    train.steps = 5;
    LessonStep step;
    step.title = "Five";
    step.say = "Train.";
    step.reveal = "NaN.";
    step.actions = {train};
    lesson.steps = {step, step};
    lesson.locked.clear();
    lesson.checkExpect.clear();
    return lesson;
}

} // namespace

void TestLessonPlayer::aRunThatDivergedIsTrainedAsFarAsItGets()
{
    const auto done = [this] { return m_window->shownRun().run()->stepsDone(); };
    child<QAction>("atDivergence-stop")->trigger();
    QVERIFY(player().start({}, divergingLesson(), false)); // which loads: what is to be trained waits for it
    QCOMPARE(player().phase(), LessonPhase::Do);
    press("lessonDoIt");
    QTRY_COMPARE_WITH_TIMEOUT(player().phase(), LessonPhase::Read, kTrainedMs);
    QCOMPARE(done(), std::int64_t{1}); // it paused where it diverged, and no more steps are waited for
    QVERIFY2(textOf("lessonPaused").contains(QStringLiteral("step 0")), qPrintable(textOf("lessonPaused")));
    // Five more are asked for: it goes on from there, does not start again, and is not passed over.
    press("lessonNextButton");
    QCOMPARE(player().phase(), LessonPhase::Do);
    press("lessonDoIt");
    QTRY_COMPARE_WITH_TIMEOUT(player().phase(), LessonPhase::Read, kTrainedMs);
    QCOMPARE(done(), std::int64_t{6});
    QVERIFY(child<QLabel>("lessonPaused") == nullptr);
    player().leave();
    // A run that goes on with NaN is trained as far as it is asked to.
    child<QAction>("atDivergence-go-on")->trigger();
    QVERIFY(player().start({}, divergingLesson(), false));
    press("lessonDoIt");
    QTRY_COMPARE_WITH_TIMEOUT(player().phase(), LessonPhase::Read, kTrainedMs);
    QCOMPARE(done(), std::int64_t{5});
    press("lessonNextButton");
    QCOMPARE(player().phase(), LessonPhase::Do);
    child<QAction>("train")->trigger(); // to its end: after the first step all of it is NaN
    QTRY_COMPARE_WITH_TIMEOUT(player().phase(), LessonPhase::Read, kTrainedMs);
    QCOMPARE(done(), std::int64_t{60});
}

void TestLessonPlayer::aStepIsAWholeNumber()
{
    QVERIFY(begin());
    player().skip();
    waitUntilIdle();
    player().next();
    const QRect data = guesses().frame(QStringLiteral("plot.loss"))->data;
    for (const int x : {data.left(), data.left() + 3, data.center().x()}) {
        QTest::mouseClick(&guesses(), Qt::LeftButton, {}, QPoint(x, data.center().y()));
        const QString text = child<QLineEdit>("lessonField")->text().section(QLatin1Char(':'), 0, 0);
        bool isWhole = false;
        QVERIFY2(text.toInt(&isWhole) >= 0 && isWhole, qPrintable(text));
    }
    QVERIFY(begin(QStringLiteral("7")));
    goToCheck();
    auto* field = child<QLineEdit>("lessonField");
    field->clear();
    QTest::keyClicks(field, QStringLiteral("6.88: 131072"));
    press("lessonAnswer");
    QVERIFY2(textOf("lessonRight").contains(QStringLiteral("step 7")), qPrintable(textOf("lessonRight")));
    // What is right where only the step counts says no height.
    player().reset();
    while (!player().isCheck()) {
        player().skip();
        player().next();
    }
    player().skip();
    QVERIFY2(
        textOf("lessonRight").contains(QStringLiteral("up to step 40")), qPrintable(textOf("lessonRight")));
    waitUntilIdle();
}

void TestLessonPlayer::theLadderGoesToEachLevel()
{
    QVERIFY(begin());
    player().skip();
    waitUntilIdle();
    for (int rung = 0; rung < 3; ++rung) {
        auto* button = m_window->findChild<QToolButton*>(QStringLiteral("lessonRung%1").arg(rung));
        QVERIFY(button);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(player().rung(), rung);
        QTRY_VERIFY(!pointer().ring().isEmpty());
    }
    QCOMPARE(child<QTabWidget>("tabs")->currentIndex(), 2);
    QCOMPARE(child<NumberLabView>("numberLab")->lab().value(), 0x1p-24);
    QCOMPARE(textOf("lessonRungText"), QStringLiteral("One number."));
    QTest::mouseClick(m_window->findChild<QToolButton*>(QStringLiteral("lessonRung0")), Qt::LeftButton);
    QCOMPARE(child<QTabWidget>("tabs")->currentIndex(), 0);
    // The next lesson, whose pages may have no ladder, begins on none, also while its view is set up.
    player().climb(2);
    const auto beginning = connect(&player(), &LessonPlayer::progressed, this, [this] {
        if (player().lesson())
            QCOMPARE(player().rung(), -1);
    });
    QVERIFY(begin());
    disconnect(beginning);
    player().climb(2);
    player().leave();
    QCOMPARE(player().rung(), -1);
}

void TestLessonPlayer::locksAreGivenBack_data()
{
    QTest::addColumn<int>("way");
    QTest::newRow("leaving") << 0;
    QTest::newRow("another scene") << 1;
    QTest::newRow("closing") << 2;
    QTest::newRow("finishing") << 3;
    QTest::newRow("closing the lesson's dock") << 4;
}

void TestLessonPlayer::locksAreGivenBack()
{
    QFETCH(int, way);
    auto* policy = child<QComboBox>("globalPolicy");
    const QString tip = policy->toolTip();
    QVERIFY(begin());
    QVERIFY(!policy->isEnabled());
    QVERIFY(policy->toolTip().contains(QStringLiteral("A test of lessons")));
    const FoundPlace seed = findPlace(*m_window, {"seed", {}});
    QVERIFY(seed.widget->isHidden());
    QVERIFY(!findPlace(*m_window, {"learning-rate", {}}).widget->isEnabled());
    if (way == 0)
        child<QAction>("lessonLeave")->trigger();
    else if (way == 1)
        openScene("circle");
    else if (way == 2)
        m_window->close();
    else if (way == 4)
        child<QDockWidget>("lessonDock")->close();
    else
        for (int page = 0; page < 4; ++page) {
            player().skip();
            player().next();
        }
    QTRY_VERIFY(player().lesson() == nullptr);
    QVERIFY(pointer().isHidden());
    QVERIFY(policy->isEnabled());
    QCOMPARE(policy->toolTip(), tip);
    QVERIFY(!findPlace(*m_window, {"seed", {}}).widget->isHidden());
    QVERIFY(findPlace(*m_window, {"learning-rate", {}}).widget->isEnabled());
    QVERIFY(m_window->document()
                .edit(QStringLiteral("test"),
                    [](SessionSpec& s) { s.policies.global = *policyOfFamily(s.policies.family, "float32"); })
                .ok());
}

void TestLessonPlayer::whatIsLockedCannotBeEditedElsewhere()
{
    QVERIFY(begin());
    const SessionSpec before = *m_window->document().session();
    const Status refused = m_window->document().edit(QStringLiteral("test"),
        [](SessionSpec& s) { s.model.layers[1].policy = *policyOfFamily(s.policies.family, "float32"); });
    QVERIFY(!refused.ok());
    QVERIFY2(refused.error().text().find("A test of lessons") != std::string::npos,
        refused.error().text().c_str());
    QVERIFY(*m_window->document().session() == before);
    // What is not locked may be changed.
    QVERIFY(m_window->document()
                .edit(QStringLiteral("test"), [](SessionSpec& s) { s.training.batchSize = 16; })
                .ok());
}

/// The chooser sets the loss scale as Keras' compile does; a lesson that asks for a policy means the policy.
void TestLessonPlayer::choosingAPolicyLeavesTheLossScale()
{
    QVERIFY(begin(QStringLiteral("08-lost-updates")));
    player().skip();
    player().next();
    player().skip();
    player().next();
    const Component scale = m_window->document().session()->training.lossScale;
    QVERIFY(player().question());
    give(sampleAnswers(*player().question()).right.front());
    auto* policy = child<QComboBox>("globalPolicy");
    QVERIFY(policy->isEnabled()); // the page asks for it
    policy->setCurrentText(QStringLiteral("mixed_bfloat16"));
    emit policy->textActivated(QStringLiteral("mixed_bfloat16"));
    QCOMPARE(m_window->document().session()->policies.global.name, std::string("mixed_bfloat16"));
    QVERIFY(m_window->document().session()->training.lossScale == scale);
    QVERIFY(!player().isAway());
}

void TestLessonPlayer::comeBackButtonRestoresTheSession()
{
    QVERIFY(m_window->document()
                .edit(QStringLiteral("test"), [](SessionSpec& s) { s.training.batchSize = 7; })
                .ok());
    QVERIFY(begin());
    const SessionSpec home = *m_window->document().session();
    QVERIFY(!child<QPushButton>("lessonComeBack")->isVisible());
    for (const std::int64_t batch : {16, 8})
        QVERIFY(m_window->document()
                    .edit(QStringLiteral("test"), [&](SessionSpec& s) { s.training.batchSize = batch; })
                    .ok());
    QTRY_VERIFY(child<QPushButton>("lessonComeBack")->isVisible());
    press("lessonComeBack");
    QVERIFY(*m_window->document().session() == home);
    QTRY_VERIFY(!child<QPushButton>("lessonComeBack")->isVisible());
    m_window->document().undoStack().redo(); // by undo, so what was tried is not lost
    QCOMPARE(m_window->document().session()->training.batchSize, std::int64_t{16});
    // Back beyond the lesson's own beginning, too.
    while (m_window->document().undoStack().canUndo())
        m_window->document().undoStack().undo();
    QTRY_VERIFY(player().isAway());
    player().comeBack();
    QVERIFY(*m_window->document().session() == home);
}

void TestLessonPlayer::aLessonIsResumed()
{
    const QString name = QStringLiteral("08-lost-updates");
    QVERIFY(begin(name));
    give(Answer(12.0));
    player().skip();
    player().next();
    QCOMPARE(player().page(), std::size_t{1});
    m_window->close();
    m_window.reset();
    openWindow(QSize(1440, 900));
    openScene("circle");
    QVERIFY(player().lesson() == nullptr); // not unasked
    child<QAction>("showLessons")->trigger();
    auto* list = child<QListWidget>("lessonList");
    QVERIFY(list->hasFocus());
    const auto items = list->findItems(QStringLiteral("2 of "), Qt::MatchContains);
    QCOMPARE(items.size(), 1);
    list->setCurrentItem(items.first());
    QVERIFY(child<QPushButton>("lessonResume")->isVisible());
    press("lessonResume");
    QCOMPARE(player().name(), name);
    QCOMPARE(player().page(), std::size_t{1});
    waitUntilIdle();
    QVERIFY(m_window->shownRun().run()->stepsDone() > 0); // as the page before has left it
    press("lessonBackButton");
    QCOMPARE(std::get<double>(player().state().predicted->answer), 12.0);
    QVERIFY(!player().state().predicted->grade.isRight);
}

void TestLessonPlayer::aLessonIsReset()
{
    QVERIFY(begin());
    give(Answer(20.0));
    player().skip();
    player().next();
    player().skip();
    player().back();
    player().climb(2); // of a page with a ladder
    const auto onTheWay
        = connect(&player(), &LessonPlayer::progressed, this, [this] { QCOMPARE(player().rung(), -1); });
    child<QAction>("lessonReset")->trigger();
    disconnect(onTheWay);
    QCOMPARE(player().page(), std::size_t{0});
    QVERIFY(player().phase() == LessonPhase::Ask);
    QVERIFY(!player().state().predicted);
    QVERIFY(!player().isAway());
    QVERIFY(guesses().guesses().empty());
}

void TestLessonPlayer::skippedPagesAreWhole()
{
    QVERIFY(begin());
    press("lessonSkipButton");
    for (const char* part : {"lessonSay", "lessonPrediction", "lessonReveal", "lessonGiven", "lessonExplain"})
        QVERIFY2(child<QLabel>(part) && child<QLabel>(part)->isVisible(), part);
    waitUntilIdle();
    const double flushed = *m_window->shownRun().run()->totals().counts.gradientsFlushedPercent();
    QTRY_VERIFY(textOf("lessonPrediction").contains(withUnit(flushed, QStringLiteral("%"))));
    press("lessonNextButton");
    press("lessonSkipButton");
    QCOMPARE(controlValue(*m_window->document().session(), **lessonPlaceByName("loss-scale"), {}),
        ControlValue(1024.0));
    QVERIFY(!player().isAway());
}

void TestLessonPlayer::openingItIsAnUndoStep()
{
    QVERIFY(m_window->document()
                .edit(QStringLiteral("test"), [](SessionSpec& s) { s.training.batchSize = 7; })
                .ok());
    const SessionSpec mine = *m_window->document().session();
    QVERIFY(begin());
    QVERIFY(!(*m_window->document().session() == mine));
    player().leave();
    m_window->document().undoStack().undo();
    QVERIFY(*m_window->document().session() == mine);
}

void TestLessonPlayer::noRunFromBeforeTellsTheAnswer()
{
    openScene("circle"); // trained with most gradients flushed, which this lesson asks about
    QVERIFY(m_window->shownRun().run()->stepsDone() > 0);
    QVERIFY(begin(QStringLiteral("4")));
    waitUntilIdle();
    QVERIFY(m_window->shownRun().run()->stepsDone() > 0);
    QVERIFY(!m_window->shownRun().ghost());
}

void TestLessonPlayer::theListStartsLessons()
{
    child<QAction>("showLessons")->trigger();
    auto* list = child<QListWidget>("lessonList");
    QCOMPARE(list->count(), int(findLessons(kResources.toStdString() + "/lessons").size()));
    QVERIFY(list->count() >= 12);
    QTest::keyClick(list, Qt::Key_Down);
    QVERIFY(child<QLabel>("lessonAbout")->text().contains(room().shelf()[1].misconception));
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(player().lesson());
    QCOMPARE(player().name(), room().shelf()[1].name);
    QTest::keyClick(m_window.get(), Qt::Key_End, Qt::AltModifier); // Skip
    QVERIFY(player().phase() == LessonPhase::Read);
    QTest::keyClick(m_window.get(), Qt::Key_PageDown, Qt::AltModifier);
    QCOMPARE(player().page(), std::size_t{1});
    QTest::keyClick(m_window.get(), Qt::Key_PageUp, Qt::AltModifier);
    QCOMPARE(player().page(), std::size_t{0});
}

void TestLessonPlayer::theBenchShowsNothingAheadOfItsLesson()
{
    auto* list = child<QListWidget>("benchAccumulators");
    const auto ticked = [list] {
        QStringList names;
        for (int row = 0; row < list->count(); ++row)
            if (list->item(row)->checkState() == Qt::Checked)
                names += list->item(row)->text();
        return names;
    };
    QVERIFY(ticked().size() > 1);
    QVERIFY(begin(QStringLiteral("2")));
    QCOMPARE(ticked(), QStringList{QStringLiteral("sequential")});
}

void TestLessonPlayer::theFirstStartOffersALesson()
{
    startAfresh();
    openWindow(QSize(1280, 800));
    m_window->openScene(kResources + QStringLiteral("/scenes/circle.ulps"));
    m_window->welcome();
    waitUntilIdle();
    auto* card = child<QWidget>("firstStart");
    QVERIFY(card && card->isVisible());
    const double flushed = *m_window->shownRun().run()->totals().counts.gradientsFlushedPercent();
    const QString text = child<QLabel>("firstStartText")->text();
    QVERIFY2(text.startsWith(QStringLiteral("Most of this model's gradients are zero")) && flushed > 50,
        qPrintable(text));
    QTest::mouseClick(child<QPushButton>("firstStartLesson"), Qt::LeftButton);
    QTRY_VERIFY(!child<QWidget>("firstStart"));
    QVERIFY(player().lesson());
    QCOMPARE(player().name(), QStringLiteral("04-accuracy-hides")); // which answers what the card asks
    QVERIFY2(!grade(*player().step()->predict, flushed).isRight, "the first view told the answer");
    m_window->close();
    m_window.reset();
    openWindow(QSize(1280, 800));
    openScene("circle");
    m_window->welcome();
    QVERIFY(!child<QWidget>("firstStart")); // never twice unasked
    QVERIFY(!room().dock().isVisible());
}

void TestLessonPlayer::aTypedAccumulatorAnswers()
{
    QVERIFY(begin(QStringLiteral("15")));
    while (!player().isCheck()) {
        player().skip();
        player().next();
    }
    auto* name = child<QLineEdit>("benchName");
    for (const char* typed : {"chunked:128", "chunked:256"}) {
        name->setFocus();
        QTest::keyClicks(name, QString::fromLatin1(typed));
        QTest::keyClick(name, Qt::Key_Return);
        press("lessonAnswer");
        const bool isRight = player().phase() == LessonPhase::Read;
        QCOMPARE(isRight, QByteArray(typed) == "chunked:256");
    }
}

/// The page tells of the first step: a run to its end is no answer to it.
void TestLessonPlayer::moreStepsThanAskedForAreNone()
{
    QVERIFY(begin(QStringLiteral("3")));
    give(std::size_t{0});
    QTRY_VERIFY(player().nextAction() && player().nextAction()->kind == LessonAction::Kind::Train);
    waitUntilIdle();
    const std::size_t done = player().actionsDone();
    QCOMPARE(player().pointedAt().place, std::string("run.step"));
    child<QAction>("train")->trigger();
    waitUntilTrainedAgain();
    player().look();
    QCOMPARE(player().actionsDone(), done);
    QCOMPARE(player().pointedAt().place, std::string("run.reset"));
    QVERIFY(textOf("lessonTick1").contains(QStringLiteral("Reset")));
    child<QAction>("reset")->trigger();
    waitUntilIdle();
    player().look();
    QCOMPARE(player().pointedAt().place, std::string("run.step"));
    child<QAction>("step")->trigger();
    QTRY_COMPARE(player().actionsDone(), done + 1);
}

/// Return in the lab would press what the page gave the keys to.
void TestLessonPlayer::typingElsewhereLeavesThePage()
{
    QVERIFY(begin(QStringLiteral("1")));
    give(0.1); // the keys are on the page
    auto* field = child<QLineEdit>("number");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("0.1"));
    QTRY_COMPARE(player().phase(), LessonPhase::See);
    QVERIFY(field->hasFocus());
}

void TestLessonPlayer::whatIsRightIsSaid()
{
    QVERIFY(begin(QStringLiteral("8")));
    give(95.0);
    QVERIFY(!player().state().predicted->confidence || *player().state().predicted->confidence == 75);
    playOn();
    QVERIFY2(textOf("lessonPrediction").contains(QStringLiteral("Right.")),
        qPrintable(textOf("lessonPrediction")));
    give(std::size_t{0});
    QVERIFY2(textOf("lessonGiven").contains(QStringLiteral(". Right.")), qPrintable(textOf("lessonGiven")));
    waitUntilIdle();
    press("lessonNextButton");
    give(std::size_t{0}); // wrong
    press("lessonSkipButton");
    QVERIFY2(
        textOf("lessonGiven").contains(QStringLiteral("More than ten")), qPrintable(textOf("lessonGiven")));
    // What is shown is what is kept.
    QVERIFY(begin(QStringLiteral("1")));
    player().reset();
    QCOMPARE(child<QSlider>("lessonConfidence")->value(), 75);
    give(0.0001);
    QCOMPARE(player().state().predicted->confidence, 75.0);
}

void TestLessonPlayer::whatIsToBeChangedIsListed()
{
    LessonAction change;
    change.kind = LessonAction::Kind::Change;
    change.change = R"({"training": {"optimizer": {"class": "Adam", "learning_rate": 0.01}},
        "layers": {"dense_1": {"numerics": {"variable": "bfloat16"}}}})";
    const QString text = actionText(change);
    for (const char* setting : {"optimizer Adam", "learning rate 0.01", "dense_1: variable bfloat16"})
        QVERIFY2(text.contains(QString::fromLatin1(setting)), qPrintable(text));
    change.kind = LessonAction::Kind::Set;
    change.place = "learning-rate";
    change.value = 1e5;
    QVERIFY2(actionText(change).endsWith(QStringLiteral("to 100000")), qPrintable(actionText(change)));
}

void TestLessonPlayer::whatIsMetEarlyIsTicked()
{
    QVERIFY(begin(QStringLiteral("2")));
    while (player().page() < 3) {
        player().skip();
        player().next();
    }
    auto* list = child<QListWidget>("benchAccumulators");
    list->findItems(QStringLiteral("pairwise"), Qt::MatchExactly).first()->setCheckState(Qt::Unchecked);
    give(std::size_t{0});
    QCOMPARE(player().actionsDone(), std::size_t{0});
    QVERIFY(textOf("lessonTick3").startsWith(QStringLiteral("To do")));
    list->findItems(QStringLiteral("pairwise"), Qt::MatchExactly).first()->setCheckState(Qt::Checked);
    QTRY_VERIFY(textOf("lessonTick3").startsWith(QStringLiteral("Done")));
    QCOMPARE(player().actionsDone(), std::size_t{0});
}

void TestLessonPlayer::aCheckOfARunWantsTheRun()
{
    QVERIFY(begin(QStringLiteral("8")));
    while (!player().isCheck()) {
        player().skip();
        waitUntilIdle();
        player().next();
    }
    setControl(*player().question(), std::string("mixed_float16"));
    press("lessonAnswer");
    QVERIFY(player().phase() == LessonPhase::Ask);
    QVERIFY(child<QLabel>("lessonRemark")->isVisible());
    if (m_window->isIdle())
        child<QAction>("train")->trigger();
    // Once asked is enough: the answer comes with the run's end.
    QTRY_VERIFY_WITH_TIMEOUT(player().phase() == LessonPhase::Read, kTrainedMs);
}

/// The number lab and the bench are not what the lesson before, or somebody, has left there.
void TestLessonPlayer::whatWasTriedBeforeIsForgotten()
{
    NumberLab& lab = m_window->findChild<NumberLabView*>()->lab();
    lab.setRoundingMode(RoundingMode::Stochastic);
    lab.setOverflowRule(**overflowRuleByName("te"));
    lab.addFormat(QStringLiteral("float4_e2m1fn"));
    auto* name = child<QLineEdit>("benchName");
    name->setText(QStringLiteral("chunked:128:bfloat16"));
    emit name->returnPressed();
    auto* accumulators = child<QListWidget>("benchAccumulators");
    const int ticked = accumulators->count();
    QVERIFY(begin(QStringLiteral("13")));
    QVERIFY(lab.rounding() == Rounding());
    QCOMPARE(child<QComboBox>("roundingMode")->currentText(), QStringLiteral("nearest-even"));
    QCOMPARE(child<QComboBox>("overflowRule")->currentText(), QStringLiteral("ml_dtypes"));
    QCOMPARE(lab.formats().size(), std::size_t(5));
    QCOMPARE(accumulators->count(), ticked - 1);
    // Begun again at a later page, what the pages before have set is set.
    player().goTo(1);
    player().skip();
    const double value = lab.value();
    player().next();
    player().leave();
    lab.setText(QStringLiteral("3"));
    room().begin(QStringLiteral("13"), true);
    QVERIFY(player().page() == 2);
    QCOMPARE(lab.value(), value);
}

/// The first of them pauses at a divergence.
void TestLessonPlayer::twoTrainingsAreTwoTasks()
{
    QVERIFY(begin(QStringLiteral("7")));
    player().skip();
    waitUntilIdle();
    player().next();
    player().next();
    QVERIFY(player().phase() == LessonPhase::Do);
    QStringList tasks;
    for (int i = 0; const auto* tick = child<QLabel>(("lessonTick" + std::to_string(i)).c_str()); ++i)
        tasks += tick->property("action").toString();
    QVERIFY2(tasks.contains(QStringLiteral("Train to the end")), qPrintable(tasks.join(QLatin1Char('|'))));
    QCOMPARE(tasks.removeDuplicates(), qsizetype(0));
}

void TestLessonPlayer::aNumberKeepsItsPercentSign()
{
    const LessonText text(QStringLiteral("text"), QStringLiteral("50 % are **87** %"), nullptr);
    QCOMPARE(text.text().count(QStringLiteral("\u00a0%")), 2);
}

/// A tab that a page opens takes the keys when a person opens it: an answer that is typed would be typed into its field.
void TestLessonPlayer::theKeysStayInTheQuestion()
{
    QVERIFY(begin(QStringLiteral("3")));
    for (int page = 0; page < 2; ++page) {
        player().skip();
        waitUntilIdle();
        child<QPushButton>("lessonNextButton")->setFocus();
        press("lessonNextButton");
    }
    QVERIFY(player().question() != nullptr);
    QTRY_COMPARE(QApplication::focusWidget(), child<QLineEdit>("lessonField"));
    QTest::qWait(100);
    QCOMPARE(QApplication::focusWidget(), child<QLineEdit>("lessonField"));
}

/// The page went on while its tab was opening, and the keys were left in the tab.
void TestLessonPlayer::theKeysComeBackFromATabThatWasOpened()
{
    QVERIFY(begin(QStringLiteral("11")));
    player().skip();
    waitUntilIdle();
    child<QPushButton>("lessonNextButton")->setFocus();
    press("lessonNextButton");
    give(Answer(std::size_t(1)));
    QTRY_COMPARE(QApplication::focusWidget(), child<QPushButton>("lessonDoIt"));
    press("lessonDoIt"); // opens the number lab
    QTRY_COMPARE(player().phase(), LessonPhase::Read);
    QTRY_COMPARE(QApplication::focusWidget(), child<QPushButton>("lessonNextButton"));
}

void TestLessonPlayer::tabGoesThroughTheQuestion()
{
    QVERIFY(begin(QStringLiteral("1")));
    player().skip();
    player().next(); // to a choice
    auto* option = child<QRadioButton>("lessonOption0");
    option->setFocus();
    QTest::keyClick(option, Qt::Key_Space);
    QTest::keyClick(m_window->focusWidget(), Qt::Key_Tab);
    QCOMPARE(m_window->focusWidget(), child<QSlider>("lessonConfidence"));
    QTest::keyClick(m_window->focusWidget(), Qt::Key_Tab);
    QCOMPARE(m_window->focusWidget(), child<QPushButton>("lessonAnswer"));
}

void TestLessonPlayer::aVerdictLeadsToItsLesson()
{
    QTest::mouseClick(child<QToolButton>("verdictWhy"), Qt::LeftButton);
    auto* popup = m_window->findChild<ExplanationPopup*>();
    QVERIFY(popup && popup->isVisible());
    auto* text = popup->findChild<QLabel*>(QStringLiteral("explanationText"));
    QVERIFY2(text->text().contains(QStringLiteral("lesson:04-accuracy-hides")), qPrintable(text->text()));
    QTest::keyClick(text, Qt::Key_Tab);
    QTest::keyClick(text, Qt::Key_Return);
    QTRY_VERIFY(player().lesson());
    QCOMPARE(player().name(), QStringLiteral("04-accuracy-hides"));
    // A tile by F1.
    player().leave();
    auto* tile = child<QWidget>("updates_lost_percent_tile");
    tile->setFocus();
    QTest::keyClick(tile, Qt::Key_F1);
    const ExplanationPopup* shown = nullptr;
    for (const auto* each : m_window->findChildren<ExplanationPopup*>())
        shown = each->isVisible() ? each : shown;
    QVERIFY(shown);
    QVERIFY(shown->findChild<QLabel*>(QStringLiteral("explanationText"))
                ->text()
                .contains(QStringLiteral("lesson:08-lost-updates")));
}

void TestLessonPlayer::everyLinkHasItsLesson()
{
    QStringList missing;
    const auto look = [&](const QString& what, const QString& lesson) {
        if (room().linkAbout(lesson).first.isEmpty())
            missing += QStringLiteral("%1: %2").arg(what, lesson);
    };
    // Each tile is explained by one; verdicts have theirs in tst_verdicts.
    for (const QWidget* tile : m_window->findChildren<QWidget*>())
        if (tile->objectName().endsWith(QStringLiteral("_tile")))
            look(tile->objectName(), QString::fromUtf8(placeOf(*tile).lesson));
    look(QStringLiteral("birthLink"), QString::fromUtf8(placeOf(*child<QWidget>("birthLink")).lesson));
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral(", "))));
}

void TestLessonPlayer::whatIsNoLessonIsSaid()
{
    auto* banner = m_window->findChild<MessageBanner*>();
    QVERIFY(!begin(QStringLiteral("99")));
    QVERIFY(banner->text().contains(QStringLiteral("99")));
    const QString broken = inDirectory("broken.ulpslesson");
    QFile file(broken);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"format\": \"ulpscope-lesson\", \"version\": 1}");
    file.close();
    QVERIFY(!begin(broken));
    QVERIFY2(banner->text().contains(QStringLiteral("title: missing")), qPrintable(banner->text()));
    QVERIFY(player().lesson() == nullptr);
}

void TestLessonPlayer::roomIsLeftForThePlots()
{
    for (const QSize size : {QSize(1024, 768), QSize(1280, 800)}) {
        m_window->resize(size);
        QVERIFY(begin());
        QCoreApplication::processEvents();
        QCOMPARE(m_window->size(), size);
        QVERIFY2(child<QWidget>("trainingPlots")->width() >= 340,
            qPrintable(QString::number(child<QWidget>("trainingPlots")->width())));
        player().leave();
        QVERIFY(child<QDockWidget>("modelDock")->isVisible());
    }
}

/// The page shrank to 270 pixels, and the rungs moved away from the mouse.
void TestLessonPlayer::aPointedModelTakesNoWidthFromANarrowWindow()
{
    m_window->resize(1024, 768);
    child<QAction>("largerText")->trigger();
    child<QAction>("largerText")->trigger();
    QVERIFY(begin(QStringLiteral("4")));
    player().skip();
    waitUntilIdle();
    QTRY_VERIFY(child<QToolButton>("lessonRung1") != nullptr);
    QTest::qWait(100);
    const int page = child<QWidget>("trainingPage")->width();
    const QRect lesson = child<QDockWidget>("lessonDock")->geometry();
    const auto rungAt = [this](int rung) {
        const auto* button = child<QToolButton>(rung == 2 ? "lessonRung2" : "lessonRung1");
        return QRect(button->mapTo(m_window.get(), QPoint()), button->size());
    };
    const QRect second = rungAt(1);
    const QRect third = rungAt(2);
    player().climb(1);
    auto* dock = child<QDockWidget>("modelDock");
    QTRY_VERIFY(dock->isVisible());
    QTest::qWait(100);
    QVERIFY2(std::abs(child<QWidget>("trainingPage")->width() - page) < 20,
        qPrintable(QStringLiteral("%1 of %2").arg(child<QWidget>("trainingPage")->width()).arg(page)));
    QCOMPARE(child<QDockWidget>("lessonDock")->geometry(), lesson);
    QCOMPARE(rungAt(1), second);
    QCOMPARE(rungAt(2), third);
    player().climb(0);
    QTRY_VERIFY(!dock->isVisible());
    player().leave();
    QTRY_VERIFY(dock->isVisible());
    QCOMPARE(m_window->dockWidgetArea(dock), Qt::LeftDockWidgetArea);
    child<QAction>("smallerText")->trigger();
    child<QAction>("smallerText")->trigger();
}

/// Where its first page is about the tree, the page beside it was a strip.
void TestLessonPlayer::aLessonThatBeginsAtTheModelLeavesThePageItsWidth()
{
    m_window->resize(1024, 768);
    QVERIFY(begin(QStringLiteral("9")));
    waitUntilIdle();
    auto* dock = child<QDockWidget>("modelDock");
    QVERIFY(dock->isVisible());
    QTRY_COMPARE(m_window->dockWidgetArea(dock), Qt::BottomDockWidgetArea);
    player().leave();
    QTRY_COMPARE(m_window->dockWidgetArea(dock), Qt::LeftDockWidgetArea);
    QVERIFY(dock->isVisible());
}

/// A layer that inherits mixed_float16 is set to it.
void TestLessonPlayer::whatComesByItselfIsDone()
{
    QVERIFY(begin(QStringLiteral("9")));
    player().skip();
    waitUntilIdle();
    player().next();
    give(30.0);
    const LessonAction& action = player().step()->actions.front();
    QCOMPARE(action.layer, std::string("probability"));
    QCOMPARE(player().actionsDone(), std::size_t{0});
    QVERIFY(m_window->document()
                .edit(QStringLiteral("inherit"),
                    [](SessionSpec& session) {
                        for (LayerSpec& layer : session.model.layers)
                            if (layer.name == "probability")
                                layer.policy.reset();
                    })
                .ok());
    QTRY_VERIFY(player().actionsDone() >= 1);
    QVERIFY(!player().isAway());
    playOn();
    QVERIFY(!player().isAway());
}

void TestLessonPlayer::aVerdictIsOfTheAnswerBesideIt()
{
    QVERIFY(begin(QStringLiteral("8")));
    goToCheck();
    give(std::string("mixed_bfloat16"));
    QVERIFY(child<QLabel>("lessonHint")->isVisible());
    setControl(*player().question(), std::string("float16"));
    QTRY_VERIFY(!child<QLabel>("lessonHint")->isVisible());
    press("lessonAnswer"); // no run of it yet
    QVERIFY(child<QLabel>("lessonRemark")->isVisible());
    QVERIFY(!child<QLabel>("lessonHint")->isVisible());
    setControl(*player().question(), std::string("mixed_bfloat16"));
    QTRY_VERIFY(child<QLabel>("lessonHint")->isVisible()); // of this one it is true
    QVERIFY(!child<QLabel>("lessonRemark")->isVisible());
    waitUntilIdle();
    // The same of options.
    QVERIFY(begin(QStringLiteral("8")));
    player().reset();
    give(95.0);
    playOn();
    give(std::size_t{1});
    QVERIFY(child<QLabel>("lessonHint")->isVisible());
    QTest::mouseClick(child<QRadioButton>("lessonOption0"), Qt::LeftButton, {}, {5, 8});
    QVERIFY(!child<QLabel>("lessonHint")->isVisible());
    QTest::mouseClick(child<QRadioButton>("lessonOption1"), Qt::LeftButton, {}, {5, 8});
    QVERIFY(child<QLabel>("lessonHint")->isVisible());
    waitUntilIdle();
}

void TestLessonPlayer::aNanIsAnAnswerToo()
{
    Question question;
    question.kind = QuestionKind::Number;
    GivenAnswer given;
    given.answer = std::numeric_limits<double>::quiet_NaN();
    given.grade.hint = "A number is asked for.";
    const QuestionForm form(
        question, given, true, []() -> std::optional<Answer> { return std::nullopt; }, [] { return false; },
        nullptr);
    const auto* hint = form.findChild<QLabel*>(QStringLiteral("lessonHint"));
    QVERIFY(hint->isVisibleTo(&form));
    form.findChild<QLineEdit*>()->setText(QStringLiteral("5"));
    QVERIFY(!hint->isVisibleTo(&form));
    form.findChild<QLineEdit*>()->setText(QStringLiteral("nan"));
    QVERIFY(hint->isVisibleTo(&form));
}

void TestLessonPlayer::aControlOfAnotherClassReadsAsThat()
{
    QVERIFY(begin());
    goToCheck();
    Question kind = *player().question();
    kind.place = "loss-scale.kind";
    setControl(kind, std::string("dynamic"));
    press("lessonAnswer");
    QVERIFY(!child<QLabel>("lessonRemark")->isVisible());
    QVERIFY2(textOf("lessonHint").contains(QStringLiteral("Larger.")), qPrintable(textOf("lessonHint")));
    waitUntilIdle();
}

void TestLessonPlayer::nearIsNotWhateverIsTaken_data()
{
    QTest::addColumn<double>("said");
    QTest::addColumn<double>("measured");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<int>("near");
    const QString percent = QStringLiteral("%");
    const auto add = [](double said, double measured, const QString& unit, Nearness near) {
        QTest::addRow("%g for %g%s", said, measured, qPrintable(unit))
            << said << measured << unit << int(near);
    };
    add(24, 10, {}, Nearness::Far);
    add(5, 29.4, percent, Nearness::Far);
    add(0, 2.5, percent, Nearness::Far);
    add(20, 10, {}, Nearness::Roughly);
    add(9, 10, {}, Nearness::Near);
    add(95, 96.2, percent, Nearness::Near);
    add(0, 0.02, percent, Nearness::Near);
    add(300, HUGE_VAL, {}, Nearness::Far);
    add(0, 0, {}, Nearness::Near);
}

void TestLessonPlayer::nearIsNotWhateverIsTaken()
{
    QFETCH(double, said);
    QFETCH(double, measured);
    QFETCH(QString, unit);
    QFETCH(int, near);
    QCOMPARE(int(nearness(said, {}, measured, unit)), near);
    Expectation band;
    band.comparison = ExpectOperator::Within;
    band.low = measured;
    band.high = measured + 1;
    QCOMPARE(int(nearness(said, band, std::nullopt, unit)), near);
}

void TestLessonPlayer::numbersHaveTheDigitsThatSaySomething()
{
    QCOMPARE(saidText(0.00448, {}), QStringLiteral("0.00448"));
    QCOMPARE(saidText(0.99988, {}), QStringLiteral("0.99988"));
    QCOMPARE(saidText(5, QStringLiteral("%")), QStringLiteral("5\u00a0%"));
    QCOMPARE(saidText(65504, {}), QStringLiteral("65504"));
    QCOMPARE(saidText(0.0000244, {}), QStringLiteral("2.44×10⁻⁵"));
    QCOMPARE(saidText(std::nan(""), {}), QStringLiteral("NaN"));
    QCOMPARE(withUnit(0.00871931, {}), QStringLiteral("0.00871931"));
    QCOMPARE(withUnit(0.008719307, {}), QStringLiteral("0.00872"));
    QCOMPARE(withUnit(9.765625e-05, {}), QStringLiteral("9.77×10⁻⁵"));
    QCOMPARE(withUnit(29.4, QStringLiteral("%")), QStringLiteral("29.4 %"));
    Expectation promised;
    promised.value = 0.00872;
    promised.tolerance = 1e-5;
    QCOMPARE(measuredText(promised, 0.008719307, {}), QStringLiteral("0.00872"));
    QCOMPARE(measuredText(promised, 0.0091, {}), QStringLiteral("0.0091"));
}

void TestLessonPlayer::aClickMeansACross()
{
    QVERIFY(begin(QStringLiteral("7")));
    goToCheck();
    const PlotFrame frame = *guesses().frame(QStringLiteral("plot.loss-scale"));
    const std::vector<QPointF> crosses = frame.crosses();
    QVERIFY(!crosses.empty());
    auto* field = child<QLineEdit>("lessonField");
    const QPointF cross = frame.toPixel(crosses.front());
    QTest::mouseClick(&guesses(), Qt::LeftButton, {}, (cross + QPointF(3, 4)).toPoint());
    const auto isIt = [&](const QPointF& each) {
        return field->text() == pointsText({{each.x(), each.y()}})
            && QLineF(frame.toPixel(each), cross).length() < 10;
    };
    QVERIFY2(std::any_of(crosses.begin(), crosses.end(), isIt), qPrintable(field->text()));
    // Where there is none it is said, and nothing is taken.
    const QPoint empty(frame.data.center().x(), frame.data.bottom() - 3);
    QTest::mouseClick(&guesses(), Qt::LeftButton, {}, empty);
    QVERIFY(field->text().isEmpty());
    auto* remark = child<QLabel>("lessonRemark");
    QVERIFY(remark->isVisible());
    QVERIFY2(remark->text().contains(QStringLiteral("no cross")), qPrintable(remark->text()));
    QTest::mouseClick(&guesses(), Qt::LeftButton, {}, cross.toPoint());
    QVERIFY(!remark->isVisible());
}

void TestLessonPlayer::theRingIsWhereTheQuestionIs()
{
    Lesson lesson = *loadLesson(kLessonFile.toStdString());
    lesson.steps[0].predict->pointAt = {"tree.flushed", "dense_2"};
    lesson.steps[0].observe->pointAt = {"plot.loss", {}};
    lesson.steps[1].pointAt = {"loss-scale", {}};
    lesson.check.pointAt = {"tile.overflows", {}};
    QVERIFY(player().start({}, lesson, false));
    QCOMPARE(player().pointedAt().place, std::string("tree.flushed"));
    give(60.0);
    playOn();
    QCOMPARE(player().phase(), LessonPhase::See);
    QCOMPARE(player().pointedAt().place, std::string("plot.loss"));
    give(std::size_t{0});
    QCOMPARE(player().pointedAt().place, std::string("plot.loss")); // where it was seen
    player().next();
    QCOMPARE(player().pointedAt().place, std::string("plot.loss")); // a point is asked for there
    player().skip();
    waitUntilIdle();
    player().next();
    QCOMPARE(player().pointedAt().place, std::string("plot.flushed"));
    goToCheck();
    QCOMPARE(player().pointedAt().place, std::string("tile.overflows"));
    // What the page has set is over and done with.
    lesson.steps[1].predict.reset();
    QVERIFY(player().start({}, lesson, false));
    player().goTo(1);
    QCOMPARE(player().pointedAt().place, std::string("loss-scale"));
    player().skip();
    waitUntilIdle();
    QCOMPARE(player().pointedAt().place, std::string());
}

void TestLessonPlayer::aRungIsRingedAtOnce_data()
{
    QTest::addColumn<QString>("lesson");
    for (const char* lesson : {"4", "5", "8"})
        QTest::newRow(lesson) << QString::fromLatin1(lesson);
}

/// Also where its tab is opened for the first time, and grows while it computes what it shows.
void TestLessonPlayer::aRungIsRingedAtOnce()
{
    QFETCH(QString, lesson);
    m_window->resize(1280, 760);
    QVERIFY(begin(lesson));
    const auto rungOf = [this] {
        const auto& zoom = player().step()->zoom;
        for (std::size_t i = 0; i < zoom.size(); ++i)
            if (zoom[i].level == ZoomLevel::Tensor && zoom[i].pointAt.place.starts_with("diagnosis"))
                return int(i);
        return -1;
    };
    while (player().step() && rungOf() < 0) {
        player().skip();
        waitUntilIdle();
        player().next();
    }
    QVERIFY(player().step());
    player().skip();
    waitUntilIdle();
    player().climb(rungOf());
    QTest::qWait(1500); // all is laid out
    QVERIFY(!pointer().ring().isEmpty());
    const FoundPlace& place = pointer().place();
    const QRect whole(place.widget->mapTo(m_window.get(), place.rect().topLeft()), place.rect().size());
    const int seen = (pointer().ring() & whole).height();
    QVERIFY2(seen >= std::min(whole.height(), 200) - 4, qPrintable(QString::number(seen)));
}

void TestLessonPlayer::aRingedTabIsWhole()
{
    m_window->resize(1280, 768);
    QVERIFY(begin());
    m_window->resizeDocks({child<QDockWidget>("modelDock")}, {600}, Qt::Horizontal);
    QCoreApplication::processEvents();
    const auto* bar = child<RoomBar>("roomBar");
    for (int page = 0; page < 7; ++page) {
        const auto* view
            = qobject_cast<const QScrollArea*>(child<QTabWidget>("tabs")->widget(page))->widget();
        QVERIFY(!placeOf(*view).lessons.empty());
        const FoundPlace place
            = findPlace(*m_window, {placeOf(*view).lessons.front().place.toStdString(), {}});
        pointer().bring(place);
        QCoreApplication::processEvents();
        QCOMPARE(place.widget.data(), bar);
        QVERIFY2(bar->rect().contains(place.rect()), qPrintable(QString::number(page)));
        QVERIFY(place.rect().width() < bar->width() / 2); // the one, not all of them
    }
}

void TestLessonPlayer::theArrowLiesOnNothing()
{
    QVERIFY(begin(QStringLiteral("1")));
    QStringList covered;
    for (const LessonPlace& place : lessonPlaces()) {
        pointer().bring(findPlace(*m_window, {std::string(place.name), place.isOfLayer ? "dense_2" : ""}));
        QCoreApplication::processEvents();
        for (const QPoint& at : pointer().arrow()) {
            const QWidget* under = m_window->childAt(at);
            const bool isText = qobject_cast<const QLabel*>(under) || qobject_cast<const QLineEdit*>(under)
                || qobject_cast<const QAbstractButton*>(under) || qobject_cast<const QComboBox*>(under);
            const auto* view
                = under ? qobject_cast<const QAbstractItemView*>(under->parentWidget()) : nullptr;
            if (isText || (view && view->indexAt(under->mapFrom(m_window.get(), at)).isValid()))
                covered += QString::fromUtf8(place.name.data(), qsizetype(place.name.size()))
                    + QLatin1Char(' ') + under->objectName();
        }
    }
    QVERIFY2(covered.isEmpty(), qPrintable(covered.join(QStringLiteral(", "))));
}

void TestLessonPlayer::aLessonBeginsAtTheTop()
{
    m_window->resize(1024, 600);
    QVERIFY(begin(QStringLiteral("7")));
    auto* area = qobject_cast<QScrollArea*>(child<QTabWidget>("tabs")->widget(0));
    area->verticalScrollBar()->setValue(area->verticalScrollBar()->maximum());
    QVERIFY(area->verticalScrollBar()->value() > 0);
    Lesson lesson = *loadLesson(kLessonFile.toStdString());
    lesson.steps[0].pointAt = {"policy", {}};
    QVERIFY(player().start({}, lesson, false));
    QCoreApplication::processEvents();
    QCOMPARE(area->verticalScrollBar()->value(), 0);
}

void TestLessonPlayer::theNextLessonIsChosen()
{
    QVERIFY(begin(QStringLiteral("1")));
    goToCheck();
    player().skip();
    press("lessonNextButton");
    QCOMPARE(child<QListWidget>("lessonList")->currentRow(), 1);
    QVERIFY(begin(QStringLiteral("3")));
    player().leave(); // before its end
    QCOMPARE(child<QListWidget>("lessonList")->currentRow(), 2);
}

void TestLessonPlayer::shippedLessonsArePlayed_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isRight");
    for (const FoundLesson& found : findLessons(kResources.toStdString() + "/lessons"))
        for (const bool isRight : {true, false})
            QTest::addRow("%s, %s", found.name.c_str(), isRight ? "right" : "wrong")
                << QString::fromStdString(found.name) << isRight;
}

void TestLessonPlayer::shippedLessonsArePlayed()
{
    QFETCH(QString, name);
    QFETCH(bool, isRight);
    QVERIFY(begin(name));
    const Lesson lesson = *player().lesson();
    waitUntilIdle();
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep& step = lesson.steps[i];
        QCOMPARE(player().page(), i);
        QVERIFY2(!player().isAway(), qPrintable(QStringLiteral("page %1").arg(i)));
        if (const PointAt at = player().pointedAt(); !at.place.empty())
            QTRY_VERIFY2(!pointer().ring().isEmpty(), at.place.c_str());
        QCOMPARE(sharedKeys(), QStringList());
        if (player().phase() == LessonPhase::Ask) {
            const SampleAnswers samples = sampleAnswers(*step.predict);
            give(isRight ? samples.right.front() : samples.wrong[i % samples.wrong.size()]);
        }
        playOn();
        if (!step.expect.empty() && step.predict && step.predict->kind == QuestionKind::Number) {
            // What the engine measured is what stands there.
            const std::optional<double> measured = player().measured();
            if (isRight && measured)
                QVERIFY2(grade(*step.predict, *measured).isRight,
                    qPrintable(QStringLiteral("page %1: %2").arg(i).arg(*measured)));
        }
        if (player().phase() == LessonPhase::See) {
            const SampleAnswers samples = sampleAnswers(*step.observe);
            for (const Answer& wrong : isRight ? std::vector<Answer>() : samples.wrong) {
                give(wrong);
                QVERIFY(player().phase() == LessonPhase::See);
                QVERIFY(child<QLabel>("lessonHint"));
            }
            give(samples.right.front());
        }
        QVERIFY(player().phase() == LessonPhase::Read);
        QCOMPARE(sharedKeys(), QStringList());
        const auto& lab = child<NumberLabView>("numberLab")->lab();
        player().climb(int(step.zoom.size()) - 1); // straight to the finest level
        const double straight = lab.value();
        for (std::size_t rung = 0; rung < step.zoom.size(); ++rung) {
            player().climb(int(rung));
            if (const PointAt at = player().pointedAt(); !at.place.empty())
                QTRY_VERIFY2(!pointer().ring().isEmpty(), at.place.c_str());
        }
        QVERIFY(std::bit_cast<std::uint64_t>(lab.value()) == std::bit_cast<std::uint64_t>(straight));
        waitUntilIdle();
        press("lessonNextButton");
    }
    QVERIFY(player().isCheck());
    QCOMPARE(sharedKeys(), QStringList());
    const SampleAnswers samples = sampleAnswers(lesson.check);
    if (!isRight && lesson.check.kind != QuestionKind::SetControl)
        for (const Answer& wrong : samples.wrong) {
            give(wrong);
            QVERIFY(player().phase() == LessonPhase::Ask);
        }
    // Of the values that are right, one that the control takes.
    for (const Answer& right : samples.right) {
        if (player().phase() != LessonPhase::Ask)
            break;
        if (const auto* number = std::get_if<double>(&right); number && !(std::abs(*number) < 1e30))
            continue;
        give(right);
    }
    QVERIFY(player().phase() == LessonPhase::Read);
    waitUntilIdle();
    press("lessonNextButton");
    QVERIFY(player().lesson() == nullptr);
}

QTEST_MAIN(TestLessonPlayer)
#include "tst_lesson_player.moc"
