// SPDX-License-Identifier: GPL-3.0-or-later
// The training plots beside a run that is really trained: what the legends count and name, and where the rails' labels are.
#include "app/io/runs/run_key.h"
#include "app/session/document.h"
#include "app/session/session_runner.h"
#include "app/session/shown_run.h"
#include "engine/kernels/kernels.h"
#include "tests/engine/small_sessions.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_commands.h"
#include "ui/training/models/run_events.h"
#include "ui/training/note_list_dialog.h"
#include "ui/training/plot_catalog.h"
#include "ui/training/plot_picker.h"
#include "ui/training/run_plots.h"
#include "ui/training/training_view.h"
#include "ui/training/watch_dialog.h"

#include <QAction>
#include <QFile>
#include <QImage>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include <cmath>
#include <limits>
#include <map>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr int kTrainingMs = 120'000; ///< generous: the sanitizer builds train too

} // namespace

class TestTrainingPlots : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void railLabelsFollowAResize();
    void countsAreOfAllSteps();
    void theCursorStaysWithinTheRun();
    void theCursorIsPinnedByClickAndKey();
    void eventsAreWhereTheyHappened();
    void eventsAreFoundAsTheRunGrows();
    void saturatedOperandsAreEvents();
    void aJumpIsOneAgainstTheLastFewSteps();
    void marksAreOfTheLayerTheWatchesAndTheNotes();
    void aWatchIsTypedDrawnAndStops();
    void watchesAskARunThatIsThere();
    void aListThatIsRebuiltLaterRemovesWhatIsThere();
    void theNumbersOfAWatchAreItsOwn();
    void notesAreWrittenFoundAndRewritten();
    void whatIsTooMuchIsSaid();
    void plotsFollowTheSelectedLayer();
    void aDivergedRunHasNoLargestGradient();
    void theAxisIsAsLongAsTheRunBecame();
    void legendsReadTheWholeRunWithoutACursor();
    void theSessionNamesItsPlots();
    void aRunReadFromAFileHasThePlotsOfItsLayers();
    void plotsAreChosenByKeyboard();
    void theRunBeforeIsCalledWhatItIs();
    void aFloat8RunShowsAmaxesAndScales();
    void scalesWithoutAHistoryHaveNoLimit();

private:
    void train(const SessionSpec& session);

    std::shared_ptr<const Kernels> m_kernels;
    std::unique_ptr<SessionRunner> m_runner;
    std::unique_ptr<ShownRun> m_shown;
    std::unique_ptr<Document> m_document;
    std::unique_ptr<RunPlots> m_plot;
};

void TestTrainingPlots::initTestCase()
{
    Result<Kernels> kernels = Kernels::load();
    QVERIFY2(kernels.ok(), kernels.ok() ? "" : kernels.error().text().c_str());
    m_kernels = std::make_shared<const Kernels>(std::move(kernels).value());
}

void TestTrainingPlots::init()
{
    m_runner = std::make_unique<SessionRunner>(m_kernels, 1);
    m_shown = std::make_unique<ShownRun>(*m_runner);
    m_document = std::make_unique<Document>();
    m_plot = std::make_unique<RunPlots>(*m_document, *m_shown);
    m_plot->resize(900, 700);
    m_plot->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_plot.get()));
}

void TestTrainingPlots::cleanup()
{
    m_plot.reset();
    m_document.reset();
    m_shown.reset();
    m_runner.reset();
}

void TestTrainingPlots::train(const SessionSpec& session)
{
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kTrainingMs);
}

void TestTrainingPlots::railLabelsFollowAResize()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 60;
    session.training.lossScale = {"fixed", {{"scale", 1e13}}};
    train(session);
    QVERIFY(m_plot->railedSamples(QStringLiteral("loss"), Rail::NotANumber) > 0);
    for (const QSize size : {QSize(1300, 1000), QSize(700, 520), QSize(900, 700)}) {
        m_plot->resize(size);
        QTest::qWait(50);
        const QImage afterResize = m_plot->grab().toImage();
        m_plot->fit(); // which draws everything again
        QTest::qWait(50);
        QCOMPARE(afterResize, m_plot->grab().toImage());
    }
}

void TestTrainingPlots::countsAreOfAllSteps()
{
    // So long that not all of its steps are drawn; all gradients are zero.
    constexpr std::int64_t kSteps = 90'000;
    SessionSpec session = circle("mixed_float16");
    session.model.layers.resize(2);
    session.model.layers[1].config = {{"units", std::int64_t{1}}};
    session.training.batchSize = 1;
    session.training.steps = kSteps;
    session.training.lossWeight = 1e-30;
    session.probes.tensorsEvery = 1'000'000;
    train(session);
    QVERIFY(m_shown->run()->records().size() < std::size_t{kSteps});
    QVERIFY(m_plot->railedSamples(QStringLiteral("gradient_amax"), Rail::Zero) < std::size_t{kSteps});
    const QStringList counted = m_plot->legendCounts(QStringLiteral("gradient_amax"));
    QVERIFY2(counted.contains(countText(kSteps) + QStringLiteral("× 0 (exact)")),
        qPrintable(counted.join(QStringLiteral("; "))));
}

void TestTrainingPlots::theCursorStaysWithinTheRun()
{
    SessionSpec session = circle("float32");
    session.training.steps = 60;
    train(session);
    m_plot->setCursorStep(55);
    session.training.steps = 20;
    train(session);
    QCOMPARE(m_plot->cursorStep(), std::optional<std::int64_t>(19));
    QVERIFY2(m_plot->accessibleDescription().startsWith(QStringLiteral("Step 19.")),
        qPrintable(m_plot->accessibleDescription()));
    // The ghost of the longer run has that step; a shorter one would have nothing to read there.
    QVERIFY(m_plot->accessibleDescription().contains(QStringLiteral("run before ")));
}

void TestTrainingPlots::theCursorIsPinnedByClickAndKey()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 100;
    train(session);
    auto* canvas = m_plot->findChild<QWidget*>(QStringLiteral("trainingPlotsCanvas"));
    const QPoint middle(canvas->width() / 2, canvas->height() / 2);
    QTest::mouseClick(canvas, Qt::LeftButton, {}, middle);
    const std::optional<std::int64_t> pinned = m_plot->pinnedStep();
    QVERIFY(pinned && *pinned > 20 && *pinned < 80);
    QTest::mouseMove(canvas, middle + QPoint(100, 0));
    QTRY_VERIFY(m_plot->cursorStep() != pinned); // the mouse reads another
    QTest::mouseMove(canvas, QPoint(-20, -20));
    QEvent left(QEvent::Leave);
    QCoreApplication::sendEvent(m_plot.get(), &left);
    QCOMPARE(m_plot->cursorStep(), pinned);
    QTest::mouseClick(canvas, Qt::LeftButton, {}, middle); // on the line: it is let go
    QVERIFY(!m_plot->pinnedStep());
    // A drag pins nothing.
    QTest::mousePress(canvas, Qt::LeftButton, {}, middle);
    QTest::mouseMove(canvas, middle + QPoint(60, 0));
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, middle + QPoint(60, 0));
    QVERIFY(!m_plot->pinnedStep());
    m_plot->setCursorStep(7);
    QCOMPARE(m_plot->pinnedStep(), std::optional<std::int64_t>(7));
    QTest::keyClick(m_plot.get(), Qt::Key_Escape);
    QVERIFY(!m_plot->pinnedStep());
}

void TestTrainingPlots::eventsAreWhereTheyHappened()
{
    // A dynamic scale that is too large at first: its steps are skipped until it fits.
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 60;
    session.training.lossScale = {"dynamic", {{"initial_scale", 65536.0 * 65536.0}}};
    train(session);
    const RunHistory& run = *m_shown->run();
    const std::vector<RunEvent> events = runEvents(m_shown->run());
    std::vector<std::int64_t> skipped;
    for (const StepRecord& record : run.records())
        if (record.skipped)
            skipped.push_back(record.step);
    QVERIFY(!skipped.empty());
    std::vector<std::int64_t> told;
    for (const RunEvent& event : events)
        if (event.text.contains(QStringLiteral("skipped")))
            told.push_back(event.step);
    QCOMPARE(told, skipped);
    QVERIFY(events.front().text.contains(QStringLiteral("overflowed")));
    // By key, from the newest step back, and from the first on.
    TrainingView view(*m_document, *m_shown);
    view.resize(900, 700);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QTest::keyClick(&view.plot(), Qt::Key_Comma);
    QCOMPARE(view.plot().pinnedStep(), std::optional(events.back().step));
    const QString said = view.findChild<QLabel*>(QStringLiteral("cursorStep"))->text();
    QVERIFY2(said.contains(events.back().text), qPrintable(said));
    QTest::keyClick(&view.plot(), Qt::Key_Escape);
    for (const RunEvent& event : events) {
        QTest::keyClick(&view.plot(), Qt::Key_Period);
        QCOMPARE(view.plot().pinnedStep(), std::optional(event.step));
    }
    QTest::keyClick(&view.plot(), Qt::Key_Period); // there is none after it
    QCOMPARE(view.plot().pinnedStep(), std::optional(events.back().step));
}

void TestTrainingPlots::eventsAreFoundAsTheRunGrows()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 60;
    session.training.lossScale = {"dynamic", {{"initial_scale", 65536.0 * 65536.0}}};
    train(session);
    const std::shared_ptr<const RunHistory> whole = m_shown->run();
    // The same records one by one, with a question after each, and with a way back in between.
    auto growing = std::make_shared<RunHistory>(std::make_shared<const SessionSpec>(session), whole->paths());
    RunEvents events;
    const auto grow = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) {
            RunTotals totals = whole->totals();
            totals.steps = std::int64_t(i) + 1;
            growing->append({whole->records()[i]}, totals);
            (void)events.of(growing);
        }
    };
    grow(0, 40);
    RunTotals back = whole->totals();
    back.steps = 10;
    growing->goBackTo(back, whole->records()[9]);
    for (const RunEvent& event : events.of(growing)) // those of steps that are undone are gone
        QVERIFY(event.step < 10);
    grow(10, 60);
    const auto same
        = [](const RunEvent& a, const RunEvent& b) { return a.step == b.step && a.text == b.text; };
    const std::vector<RunEvent>& found = events.of(growing);
    const std::vector<RunEvent> atOnce = runEvents(whole);
    QVERIFY(!atOnce.empty());
    QVERIFY(std::equal(found.begin(), found.end(), atOnce.begin(), atOnce.end(), same));
    QVERIFY(events.of(nullptr).empty());
}

/// Where the amax of a delayed scale was too small: at the first step of each stretch in which it was.
void TestTrainingPlots::saturatedOperandsAreEvents()
{
    SessionSpec session = circle("float8_from_mixed_bfloat16");
    session.training.steps = 40;
    train(session);
    const RunHistory& run = *m_shown->run();
    std::map<std::int64_t, int> operands; // how many have saturated elements
    for (const RunHistory::NamedMetric& metric : run.metrics())
        if (metric.metric == Metric::Float8Saturated) {
            const Series& series = *run.series(metric.path, metric.role, metric.metric);
            for (std::size_t i = 0; i < series.values.size(); ++i)
                operands[std::int64_t(series.steps[i])] += series.values[i] > 0 ? 1 : 0;
        }
    std::vector<std::pair<std::int64_t, QString>> expected;
    for (const auto& [step, count] : operands)
        if (count > 0 && operands[step - 1] == 0)
            expected.emplace_back(step,
                count == 1 ? QStringLiteral("one scaled operand")
                           : QStringLiteral("%1 scaled operands").arg(count));
    QVERIFY(!expected.empty());
    std::vector<std::pair<std::int64_t, QString>> told;
    for (const RunEvent& event : runEvents(m_shown->run()))
        if (event.text.contains(QStringLiteral("saturated")))
            told.emplace_back(event.step, event.text);
    QCOMPARE(told.size(), expected.size());
    for (std::size_t i = 0; i < told.size(); ++i) {
        QCOMPARE(told[i].first, expected[i].first);
        QVERIFY2(told[i].second.contains(expected[i].second), qPrintable(told[i].second));
    }
}

void TestTrainingPlots::aJumpIsOneAgainstTheLastFewSteps()
{
    AmaxJumps noisy; // each second one is 100 times the other
    QVERIFY(!noisy.isJump(1));
    QVERIFY(noisy.isJump(100));
    for (int i = 0; i < 100; ++i)
        QVERIFY(!noisy.isJump(i % 2 == 0 ? 1 : 100));
    QVERIFY(!noisy.isJump(799));
    QVERIFY(noisy.isJump(8 * 799));
    QVERIFY(!noisy.isJump(std::numeric_limits<double>::infinity()));
    QVERIFY(!noisy.isJump(std::numeric_limits<double>::quiet_NaN()));
    for (std::size_t i = 0; i < AmaxJumps::kBefore; ++i)
        QVERIFY(!noisy.isJump(1)); // by then the large ones are forgotten
    QVERIFY(noisy.isJump(8));
    AmaxJumps zeros;
    for (int i = 0; i < 3; ++i)
        QVERIFY(!zeros.isJump(0));
    QVERIFY(!zeros.isJump(5)); // from nothing
}

void TestTrainingPlots::marksAreOfTheLayerTheWatchesAndTheNotes()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 60;
    session.training.lossWeight = 1e-6;
    train(session);
    const RunHistory& run = *m_shown->run();
    const std::vector<StepMark> marks = layerMarks(run, "sequential/dense_1");
    QVERIFY(!marks.empty());
    std::int64_t flushed = 1000; // the first probed step at which any gradient of the layer lost something
    for (const RunHistory::NamedMetric& metric : run.metrics())
        if (metric.metric == Metric::FlushedPercent
            && run.paths()[metric.path.index()].starts_with("sequential/dense_1")) {
            const Series& series = *run.series(metric.path, metric.role, metric.metric);
            for (std::size_t i = 0; i < series.values.size(); ++i)
                if (series.values[i] > 0)
                    flushed = std::min(flushed, std::int64_t(series.steps[i]));
        }
    QVERIFY(textAt(marks, flushed).startsWith(QStringLiteral("dense_1: ")));
    QVERIFY(textAt(marks, flushed).contains(QStringLiteral("first flushed gradient")));
    QVERIFY(layerMarks(run, "sequential/dense").empty()); // it begins so, and is none
    // In the view, where the keys go to them.
    QVERIFY(m_document
                ->edit({},
                    [](SessionSpec& edited) {
                        edited.watches = {{"step >= 33", false}};
                        edited.notes = {{"", 44, "", "here"}, {"0123", 45, "", "elsewhere"}};
                    })
                .ok());
    TrainingView view(*m_document, *m_shown);
    view.resize(900, 700);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.plot().setCursorStep(30);
    const auto said = [&] { return view.findChild<QLabel*>(QStringLiteral("cursorStep"))->text(); };
    QTest::keyClick(&view.plot(), Qt::Key_Period);
    while (view.plot().pinnedStep() < 33 && said() != QString())
        QTest::keyClick(&view.plot(), Qt::Key_Period);
    QCOMPARE(view.plot().pinnedStep(), std::optional<std::int64_t>(33));
    QVERIFY2(said().contains(QStringLiteral("step &gt;= 33")), qPrintable(said()));
    while (view.plot().pinnedStep() < 44)
        QTest::keyClick(&view.plot(), Qt::Key_Period);
    QVERIFY2(said().contains(QStringLiteral("“here”")), qPrintable(said()));
    view.plot().setCursorStep(45);
    QVERIFY2(!said().contains(QStringLiteral("elsewhere")), qPrintable(said()));
}

void TestTrainingPlots::aWatchIsTypedDrawnAndStops()
{
    SessionSpec session = circle("float32");
    session.training.steps = 60;
    train(session);
    WatchDialog dialog(*m_document, m_shown->run(), "sequential/dense_1", nullptr);
    dialog.show();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("watchExpression"));
    auto* add = dialog.findChild<QPushButton*>(QStringLiteral("watchAdd"));
    auto* message = dialog.findChild<QLabel*>(QStringLiteral("watchMessage"));
    auto* list = dialog.findChild<QListWidget*>(QStringLiteral("watchList"));
    QVERIFY(field->hasFocus() && !add->isEnabled());
    QTest::keyClicks(field, QStringLiteral("loss > "));
    QVERIFY2(!add->isEnabled() && message->text().contains(QStringLiteral("column 8")),
        qPrintable(message->text()));
    field->setText(QStringLiteral("amax(dense_9.output) > 1"));
    QVERIFY2(!add->isEnabled() && message->text().contains(QStringLiteral("sequential/dense_2")),
        qPrintable(message->text()));
    field->setText(QStringLiteral("amax(dense_2.output) * 2 > 1e9"));
    QTest::keyClick(field, Qt::Key_Return);
    QTest::keyClicks(field, QStringLiteral("step >= 20"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(list->count(), 2);
    const auto watches = [this] { return m_document->session()->watches; };
    QCOMPARE(watches().size(), std::size_t{2});
    QCOMPARE(watches()[1].expression, std::string("step >= 20"));
    // The curve is what was recorded, and so is the limit.
    QVERIFY(m_plot->plots().contains(QStringLiteral("watch:amax(dense_2.output) * 2 > 1e9")));
    m_plot->setCursorStep(17);
    const Series& amax = *seriesOf(*m_shown->run(), {"sequential/dense_2", TensorRole::Output, Metric::Amax});
    const QString reading = QStringLiteral("this run ") + numberText(2 * amax.newest(17)->value);
    QVERIFY2(m_plot->accessibleDescription().contains(reading), qPrintable(m_plot->accessibleDescription()));
    QVERIFY(m_plot->accessibleDescription().contains(QStringLiteral("limit ") + numberText(1e9)));
    // Ticked, a run pauses there, once.
    list->setCurrentRow(1);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Space);
    QVERIFY(watches()[1].stops && !watches()[0].stops);
    session.watches = watches();
    QSignalSpy met(m_runner.get(), &SessionRunner::conditionMet);
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Paused, kTrainingMs);
    QCOMPARE(m_runner->history()->stepsDone(), 21);
    QCOMPARE(met.count(), 1);
    QCOMPARE(met[0][0].toString(), QStringLiteral("step >= 20"));
    m_runner->resume();
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kTrainingMs);
    QTest::keyClick(list, Qt::Key_Delete);
    QCOMPARE(m_document->session()->watches.size(), std::size_t{1});
    m_document->undoStack().undo();
    QCOMPARE(m_document->session()->watches.size(), std::size_t{2});
}

void TestTrainingPlots::watchesAskARunThatIsThere()
{
    SessionSpec session = circle("float32");
    session.training.steps = 3;
    train(session);
    const std::weak_ptr<const RunHistory> before = m_shown->run();
    WatchDialog dialog(*m_document, m_shown->run(), {}, nullptr);
    dialog.show();
    train(session); // as the edit of a watch makes a window do, with the list open
    QVERIFY(m_shown->run() != before.lock());
    QVERIFY(!before.expired());
    auto* field = dialog.findChild<QLineEdit*>(QStringLiteral("watchExpression"));
    field->setText(QStringLiteral("amax(dense_9.output) > 1"));
    const auto* message = dialog.findChild<QLabel*>(QStringLiteral("watchMessage"));
    QVERIFY2(message->text().contains(QStringLiteral("sequential/dense_2")), qPrintable(message->text()));
}

void TestTrainingPlots::notesAreWrittenFoundAndRewritten()
{
    SessionSpec session = circle("float32");
    session.training.steps = 60;
    train(session);
    TrainingView view(*m_document, *m_shown);
    view.plot().followLayer("sequential/dense_2");
    view.resize(900, 700);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    view.plot().setCursorStep(12);
    auto* field = view.findChild<QLineEdit*>(QStringLiteral("noteField"));
    const auto write = [&](const char* text, Qt::Key end) {
        view.findChild<QAction*>(QStringLiteral("writeNote"))->trigger();
        QVERIFY(field->isVisible() && field->hasFocus());
        QTest::keyClicks(field, QString::fromLatin1(text));
        QTest::keyClick(field, end);
        QVERIFY(!field->isVisible());
    };
    write("nothing", Qt::Key_Escape);
    QVERIFY(m_document->session()->notes.empty());
    write("it begins", Qt::Key_Return);
    const NoteSpec expected{runKey(session), 12, "dense_2", "it begins"};
    QVERIFY(m_document->session()->notes == std::vector{expected});
    write("it begins here", Qt::Key_Return); // all of it was selected
    QCOMPARE(m_document->session()->notes.size(), std::size_t{1});
    view.plot().setCursorStep(5);
    write("before", Qt::Key_Return);
    QCOMPARE(m_document->session()->notes.front().step, 5); // by step
    NoteListDialog list(*m_document, runKey(session), nullptr);
    auto* table = list.findChild<QTableWidget*>(QStringLiteral("noteTable"));
    QCOMPARE(table->rowCount(), 2);
    QCOMPARE(table->item(1, 2)->text(), QStringLiteral("it begins here"));
    QSignalSpy chosen(&list, &NoteListDialog::chosen);
    list.show();
    table->setCurrentCell(1, 2);
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].value<NoteSpec>().step, 12);
    table->setCurrentCell(0, 2);
    QTest::keyClick(table, Qt::Key_Delete);
    QCOMPARE(m_document->session()->notes.size(), std::size_t{1});
    // A note of another run is no one's here.
    session.training.seed = 7;
    NoteListDialog other(*m_document, runKey(session), nullptr);
    QVERIFY(!other.findChild<QPushButton*>(QStringLiteral("noteGo"))->isEnabled());
}

void TestTrainingPlots::plotsFollowTheSelectedLayer()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 40;
    train(session);
    TrainingView view(*m_document, *m_shown);
    QAction* toggle = view.findChild<QAction*>(QStringLiteral("layerPlots"));
    const QStringList before = view.plot().plots();
    toggle->trigger();
    QCOMPARE(view.plot().plots(),
        before
            + QStringList({QStringLiteral("layer_error"), QStringLiteral("layer_flushed"),
                QStringLiteral("layer_amax")}));
    const RunHistory& run = *m_shown->run();
    for (const char* name : {"dense_2", "logits"}) {
        const std::string path = "sequential/" + std::string(name);
        view.plot().followLayer(path);
        view.plot().setCursorStep(20);
        const QString text = view.plot().accessibleDescription();
        QVERIFY2(text.contains(QStringLiteral("Error of ") + QLatin1String(name)), qPrintable(text));
        for (const TensorSource& source : {TensorSource{path, TensorRole::Output, Metric::AccumulatedError},
                 TensorSource{path, TensorRole::Output, Metric::LocalError},
                 TensorSource{path, TensorRole::Output, Metric::Amax},
                 TensorSource{path + "/kernel", TensorRole::WeightGradient, Metric::Amax}})
            QVERIFY2(text.contains(numberText(seriesOf(run, source)->newest(20)->value)), qPrintable(text));
    }
    toggle->trigger();
    QCOMPARE(view.plot().plots(), before);
}

void TestTrainingPlots::aDivergedRunHasNoLargestGradient()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 30;
    session.training.lossScale = {"fixed", {{"scale", 1e13}}};
    train(session);
    const RunHistory& run = *m_shown->run();
    QVERIFY(run.totals().divergedAt && *run.totals().divergedAt < 20);
    for (const StepRecord& record : run.records())
        if (record.step > *run.totals().divergedAt + 1)
            QVERIFY2(std::isnan(record.gradientAmax), qPrintable(QString::number(record.step)));
    QVERIFY(m_plot->railedSamples(QStringLiteral("gradient_amax"), Rail::NotANumber) > 5);
    QVERIFY(m_plot->accessibleDescription().contains(QStringLiteral("Largest gradient: this run NaN")));
}

/// And not as long as it was to be.
void TestTrainingPlots::theAxisIsAsLongAsTheRunBecame()
{
    const auto end = [this] {
        const std::optional<PlotFrame> frame = m_plot->frameOf(QStringLiteral("loss"));
        return frame->toValue(QPointF(frame->data.right(), frame->data.center().y())).x();
    };
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 1500;
    session.training.lossScale = {"fixed", {{"scale", 1e13}}};
    m_runner->setPausesAtDivergence(true);
    m_runner->start(std::make_shared<const SessionSpec>(session));
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Paused, kTrainingMs);
    const std::int64_t done = m_shown->run()->stepsDone();
    QVERIFY(done < 100);
    QTRY_VERIFY2(end() < 2.0 * double(std::max<std::int64_t>(done, 10)), qPrintable(QString::number(end())));
    // Going on it has room for all of its steps.
    m_runner->setPausesAtDivergence(false);
    m_runner->resume();
    QTRY_COMPARE_WITH_TIMEOUT(m_runner->state(), SessionRunner::State::Finished, kTrainingMs);
    QTRY_VERIFY(std::abs(end() - 1500) < 20);
}

/// As the tiles do; a step's own share stood beside them as another number.
void TestTrainingPlots::legendsReadTheWholeRunWithoutACursor()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 60;
    train(session);
    const RunHistory& run = *m_shown->run();
    const auto says = [this](const QString& text) { return m_plot->accessibleDescription().contains(text); };
    QVERIFY2(says(QStringLiteral("gradients flushed %1 of the run")
                      .arg(percentText(*run.totals().counts.gradientsFlushedPercent()))),
        qPrintable(m_plot->accessibleDescription()));
    m_plot->setCursorStep(7);
    QVERIFY2(says(QStringLiteral("gradients flushed %1")
                      .arg(percentText(*run.recordAt(7)->counts.gradientsFlushedPercent())))
            && !says(QStringLiteral("of the run")),
        qPrintable(m_plot->accessibleDescription()));
}

void TestTrainingPlots::theSessionNamesItsPlots()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 40;
    train(session);
    const QStringList byDefault = m_plot->plots();
    const auto choose = [this](std::vector<std::string> plots) {
        QVERIFY(m_document->edit({}, [&](SessionSpec& edited) { edited.plots = std::move(plots); }).ok());
    };
    // A name that stands for nothing here is passed over, and stays in the session.
    choose({"sequential/dense_2:output_gradient:amax", "no such plot", "loss", "a:b:c"});
    QCOMPARE(m_plot->plots().join(QLatin1Char(';')),
        QStringLiteral("sequential/dense_2:output_gradient:amax;loss"));
    QVERIFY2(m_plot->accessibleDescription().contains(
                 QStringLiteral("dense_2 / output gradient: Largest magnitude: this run")),
        qPrintable(m_plot->accessibleDescription()));
    choose({"no such plot"});
    QCOMPARE(m_plot->plots(), byDefault);
    choose({"loss"});
    m_document->undoStack().undo();
    m_document->undoStack().undo();
    QCOMPARE(m_plot->plots().size(), 2);
    choose({});
    QCOMPARE(m_plot->plots(), byDefault);
}

void TestTrainingPlots::plotsAreChosenByKeyboard()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 40;
    train(session);
    PlotPicker picker(*m_document, m_shown->run().get(), m_plot->plots(), nullptr);
    picker.show();
    QVERIFY(QTest::qWaitForWindowActive(&picker));
    auto* words = picker.findChild<QLineEdit*>(QStringLiteral("plotPickerWords"));
    auto* list = picker.findChild<QTreeWidget*>(QStringLiteral("plotPickerList"));
    QVERIFY(words->hasFocus());
    // Grouped, with what is shown unfolded, so that all of it is seen at once.
    QStringList groups;
    for (int group = 0; group < list->topLevelItemCount(); ++group) {
        groups += list->topLevelItem(group)->text(0);
        QCOMPARE(list->topLevelItem(group)->isExpanded(), group == 0);
        QVERIFY(list->topLevelItem(group)->childCount() > 0);
    }
    QVERIFY2(groups.contains(QStringLiteral("dense_2")), qPrintable(groups.join(QLatin1Char(' '))));
    QVERIFY(groups.size() < 10);
    QTest::keyClicks(words, QStringLiteral("grad DENSE_2 weight magn"));
    for (int group = 0; group < list->topLevelItemCount(); ++group) {
        const bool isFound = groups[group] == QStringLiteral("dense_2");
        QCOMPARE(list->topLevelItem(group)->isHidden(), !isFound);
        QVERIFY(!isFound || list->topLevelItem(group)->isExpanded());
    }
    QTest::keyClick(words, Qt::Key_Return);
    QTest::keyClick(words, Qt::Key_Down);
    QVERIFY(list->hasFocus());
    const std::vector<std::string> chosen = m_document->session()->plots;
    QCOMPARE(chosen.size(), std::size_t(m_plot->plots().size()));
    QCOMPARE(chosen.front(), std::string("loss"));
    QVERIFY2(chosen.back().starts_with("sequential/dense_2/"), chosen.back().c_str());
    // Up in the order of those that are shown.
    words->clear();
    list->setCurrentItem(list->topLevelItem(0)->child(1));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(m_plot->plots().first(), QStringLiteral("error"));
    QCOMPARE(list->currentItem(), list->topLevelItem(0)->child(0));
    QTest::keyClick(list, Qt::Key_Space); // takes it away
    QVERIFY(!m_plot->plots().contains(QStringLiteral("error")));
    QTest::mouseClick(picker.findChild<QPushButton*>(QStringLiteral("plotPickerDefault")), Qt::LeftButton);
    QVERIFY(m_document->session()->plots.empty());
    QVERIFY(!picker.isVisible());
}

void TestTrainingPlots::theRunBeforeIsCalledWhatItIs()
{
    SessionSpec before = circle("float32");
    before.title = "Circle";
    SessionSpec now = before;
    now.policies.global = *getPolicy("float16");
    now.model.layers[1].policy = *getPolicy("bfloat16");
    now.training.steps = 3;
    QCOMPARE(ghostLabel(now, before), QStringLiteral("run before"));
    now.model.layers.pop_back();
    QCOMPARE(ghostLabel(now, before), QStringLiteral("run before, other layers"));
    now.title = "Mine";
    QCOMPARE(ghostLabel(now, before), QStringLiteral("run before: Circle"));
    before.title = "A title that is longer than a legend";
    QCOMPARE(ghostLabel(now, before), QStringLiteral("run before: A title that is long…"));
}

void TestTrainingPlots::aFloat8RunShowsAmaxesAndScales()
{
    const QStringList ofSteps = m_plot->plots();
    SessionSpec session = circle("float8_from_float32");
    session.training.steps = 40;
    session.probes.tensorsEvery = 1000; // scales are of every step all the same
    train(session);
    QCOMPARE(m_plot->plots(),
        (QStringList{QStringLiteral("loss"), QStringLiteral("error"), QStringLiteral("amax_input"),
            QStringLiteral("amax_weight"), QStringLiteral("amax_output_gradient"),
            QStringLiteral("operand_scale"), QStringLiteral("operand_saturated")}));
    // What is read at a step is what the run recorded of the selected layer.
    m_plot->followLayer("sequential/dense_2");
    m_plot->setCursorStep(17);
    const RunHistory& run = *m_shown->run();
    for (const Metric metric : {Metric::Float8Amax, Metric::Float8HistoryAmax, Metric::Float8Limit}) {
        const Series* series = seriesOf(run, {"sequential/dense_2/kernel", TensorRole::Weight, metric});
        QVERIFY(series && series->steps.size() == 40);
        QVERIFY2(m_plot->accessibleDescription().contains(numberText(series->values[17])),
            qPrintable(m_plot->accessibleDescription()));
    }
    QVERIFY(m_plot->accessibleDescription().contains(QStringLiteral("Amax of dense_2, kernel")));
    m_plot->followLayer("sequential/logits");
    QVERIFY(m_plot->accessibleDescription().contains(QStringLiteral("Amax of logits, kernel")));
    QCOMPARE(m_plot->cursorStep(), std::optional<std::int64_t>(17));
    m_plot->followLayer("sequential/input_layer"); // which has none: the first that has
    QVERIFY(m_plot->accessibleDescription().contains(QStringLiteral("Amax of dense_1, kernel")));

    session.policies.global = *getPolicy("float32");
    train(session);
    QStringList withoutScale = ofSteps;
    QVERIFY(withoutScale.removeOne(QStringLiteral("loss_scale")));
    QCOMPARE(m_plot->plots(), withoutScale); // neither this run nor the grey one has a loss scale
    session.training.lossScale = {"fixed", {{"scale", 8.0}}};
    train(session);
    QCOMPARE(m_plot->plots(), ofSteps);
}

void TestTrainingPlots::scalesWithoutAHistoryHaveNoLimit()
{
    SessionSpec session = circle("mixed_bfloat16");
    session.policies.recipe = Component{"te_current", {}};
    session.training.steps = 10;
    train(session);
    QVERIFY(m_plot->plots().contains(QStringLiteral("amax_weight")));
    QVERIFY(m_plot->plots().contains(QStringLiteral("operand_scale")));
    QVERIFY(!m_plot->plots().contains(QStringLiteral("operand_saturated")));
}

void TestTrainingPlots::aListThatIsRebuiltLaterRemovesWhatIsThere()
{
    QVERIFY(m_document
                ->edit({},
                    [](SessionSpec& edited) {
                        edited.watches = {{"loss > 1", false}};
                        edited.notes = {{"", 4, "", "here"}};
                    })
                .ok());
    WatchDialog watches(*m_document, nullptr, {}, nullptr);
    auto* list = watches.findChild<QListWidget*>(QStringLiteral("watchList"));
    list->setCurrentRow(0);
    for (int i = 0; i < 2; ++i) { // as a key that repeats
        QKeyEvent pressed(QEvent::KeyPress, Qt::Key_Delete, Qt::NoModifier);
        QCoreApplication::sendEvent(list, &pressed);
    }
    QVERIFY(m_document->session()->watches.empty());
    NoteListDialog notes(*m_document, {}, nullptr);
    auto* table = notes.findChild<QTableWidget*>(QStringLiteral("noteTable"));
    QVERIFY(m_document->edit({}, [](SessionSpec& edited) { edited.notes.clear(); }).ok());
    table->item(0, 2)->setText(QStringLiteral("there"));
    QVERIFY(m_document->session()->notes.empty());
}

void TestTrainingPlots::theNumbersOfAWatchAreItsOwn()
{
    SessionSpec session = circle("float32");
    session.training.steps = 20;
    train(session);
    QVERIFY(m_document
                ->edit({},
                    [](SessionSpec& edited) {
                        edited.watches = {{"2 * loss > 0.25", false}, {"amax(dense_2.output) > 3", false}};
                    })
                .ok());
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("plots.csv"));
    QVERIFY(PlotCommands::of(*m_plot)->writeTo(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QList<QStringList> rows;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        if (!line.startsWith(QLatin1Char('#')))
            rows += line.split(QLatin1Char(','));
    const auto column = [&](const char* title) {
        const qsizetype found = rows.front().indexOf(QLatin1String(title));
        return found >= 0 ? rows[8][found].toDouble() : std::nan("");
    };
    const RunHistory& run = *m_shown->run(); // row 8 is step 7
    QCOMPARE(column("2 * loss > 0.25: this run"), 2 * run.records()[7].loss);
    QCOMPARE(column("2 * loss > 0.25: limit"), 0.25);
    const Series& amax = *seriesOf(run, {"sequential/dense_2", TensorRole::Output, Metric::Amax});
    QCOMPARE(rows[1][rows.front().indexOf(QStringLiteral("amax(dense_2.output) > 3: this run"))].toDouble(),
        amax.values.front());
    QCOMPARE(
        rows[1][rows.front().indexOf(QStringLiteral("amax(dense_2.output) > 3: limit"))].toDouble(), 3.0);
}

void TestTrainingPlots::aRunReadFromAFileHasThePlotsOfItsLayers()
{
    SessionSpec session = circle("mixed_float16");
    session.training.steps = 20;
    train(session);
    const RunHistory& trained = *m_shown->run();
    const RunHistory read(trained.recorded());
    QVERIFY(read.tensors().empty());
    QCOMPARE(layerOf(read, "no_layer"), layerOf(trained, "no_layer"));
    const std::vector<PlotRow> expected = layerPlots(trained, "sequential/dense_2");
    const std::vector<PlotRow> rows = layerPlots(read, "sequential/dense_2");
    QCOMPARE(rows.size(), expected.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        QCOMPARE(rows[i].series.size(), expected[i].series.size());
        for (std::size_t k = 0; k < rows[i].series.size(); ++k)
            QCOMPARE(rows[i].series[k].tensor->path, expected[i].series[k].tensor->path);
    }
}

void TestTrainingPlots::whatIsTooMuchIsSaid()
{
    SessionSpec session = circle("float32");
    session.training.steps = 5;
    train(session);
    TrainingView view(*m_document, *m_shown);
    view.resize(900, 700);
    view.show();
    QVERIFY(QTest::qWaitForWindowActive(&view));
    QSignalSpy refused(&view, &TrainingView::refused);
    QVERIFY(m_document
                ->edit({},
                    [](SessionSpec& edited) {
                        for (std::size_t i = 0; i < kMaxNotes; ++i)
                            edited.notes.push_back({"0123", std::int64_t(i), "", "old"});
                        for (const MetricRow& row : metricCatalog().first(kMaxPlots))
                            edited.plots.push_back("sequential/dense_1:output:" + std::string(row.name));
                    })
                .ok());
    auto* field = view.findChild<QLineEdit*>(QStringLiteral("noteField"));
    view.findChild<QAction*>(QStringLiteral("writeNote"))->trigger();
    QTest::keyClicks(field, QStringLiteral("one more"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(refused.count(), 1);
    QVERIFY(refused[0][0].toString().contains(QStringLiteral("one more"))); // what was typed is not lost
    QCOMPARE(m_document->session()->notes.size(), kMaxNotes);
    QCOMPARE(view.plot().plots().size(), qsizetype(kMaxPlots));
    view.findChild<QAction*>(QStringLiteral("layerPlots"))->trigger();
    QCOMPARE(refused.count(), 2);
}

QTEST_MAIN(TestTrainingPlots)
#include "tst_training_plots.moc"
