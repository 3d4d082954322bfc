// SPDX-License-Identifier: GPL-3.0-or-later
// What sentences about a run lead to, and what can be done with one: links to layer and step, what to try, the question at
// divergence, more steps for a run that is at its end. In the window, by mouse and by keys.
#include "app/desktop/settings.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/window_test.h"
#include "ui/look/buttons.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/qcp.h"
#include "ui/shell/main_window.h"
#include "ui/training/divergence_banner.h"
#include "ui/training/health_strip.h"
#include "ui/training/metric_tile.h"
#include "ui/training/models/run_place.h"
#include "ui/training/run_plots.h"
#include "ui/tree/models/layer_edits.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

} // namespace

class TestRunActions : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void numbersOfTheSceneBeforeAreSaidToBeItsOwn();
    void theVerdictOfANaNLeadsToLayerAndStep();
    void theBirthOfANaNLeadsToLayerAndStep();
    void everyVerdictLeadsSomewhere();
    void layersThatLoseAlikeAreNamed();
    void whatALayerLosesLeadsToItsUpdates();
    void aDivergedRunAsksWhatIsToBecomeOfIt();
    void whatDivergedIsForgottenByUndo();
    void whatARunDoesAtDivergenceIsChosenAndRemembered();
    void aSuggestionIsOneStepAndTrains();
    void aSuggestionThatDoesNotFitIsNoLink();
    void aFinishedRunGoesOn();
    void accuracyIsATileWhereTheTaskHasOne();

private:
    void open(const char* scene);
    void trigger(const char* action) { child<QAction>(action)->trigger(); }
    const RunHistory& run() const { return *m_window->shownRun().run(); }
    QString selectedLayer() const;
    std::optional<std::int64_t> pinnedStep() const
    {
        return child<StackedPlot>("trainingPlots")->pinnedStep();
    }
};

void TestRunActions::initTestCase()
{
    startAfresh();
}

void TestRunActions::init()
{
    m_store->clear();
    openWindow({1280, 800});
}

void TestRunActions::cleanup()
{
    m_window.reset();
}

void TestRunActions::open(const char* scene)
{
    m_window->openScene(
        QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/%1.ulps").arg(QLatin1String(scene)));
    waitUntilIdle();
}

QString TestRunActions::selectedLayer() const
{
    return child<QTreeView>("layerView")->currentIndex().siblingAtColumn(0).data().toString();
}

/// While another scene loads, the numbers are still those of the one before.
void TestRunActions::numbersOfTheSceneBeforeAreSaidToBeItsOwn()
{
    open("attention-overflow");
    const auto* sentence = child<QLabel>("verdictSentence");
    QVERIFY(sentence->text().contains(QStringLiteral("iverged")));
    QVERIFY(child<QPushButton>("verdictAction")->isVisible());
    m_window->openScene(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps"));
    QVERIFY2(
        sentence->text().contains(QStringLiteral("numbers of \"Attention")), qPrintable(sentence->text()));
    QVERIFY(!child<QPushButton>("verdictAction")->isVisible());
    waitUntilIdle();
    QVERIFY2(sentence->text().contains(QStringLiteral("of the gradients became zero")),
        qPrintable(sentence->text()));
    QVERIFY(child<QPushButton>("verdictAction")->isVisible());
}

void TestRunActions::theVerdictOfANaNLeadsToLayerAndStep()
{
    open("attention-overflow");
    auto* link = child<LinkButton>("verdictLink");
    const Birthplace& birth = *run().totals().gravest(); // not the infinity before it that softmax made zero
    QVERIFY(link->isVisible() && link->focusPolicy() == Qt::StrongFocus);
    QCOMPARE(link->text(), QStringLiteral("Step %1, scores").arg(birth.step));
    QVERIFY(link->accessibleName().contains(link->text()) && !link->toolTip().isEmpty());
    QVERIFY(selectedLayer() != QStringLiteral("attention"));
    QTest::mouseClick(link, Qt::LeftButton);
    QCOMPARE(selectedLayer(), QStringLiteral("attention"));
    QCOMPARE(pinnedStep(), std::optional(birth.step));
    QVERIFY(child<StackedPlot>("trainingPlots")->hasFocus());
}

void TestRunActions::theBirthOfANaNLeadsToLayerAndStep()
{
    open("attention-overflow");
    trigger("showTab5");
    auto* link = child<LinkButton>("birthLink");
    QVERIFY(link->isVisible());
    link->setFocus();
    QTest::keyClick(link, Qt::Key_Return);
    QCOMPARE(child<QTabWidget>("tabs")->currentIndex(), 0);
    QCOMPARE(selectedLayer(), QStringLiteral("attention"));
    QCOMPARE(pinnedStep(), std::optional(run().totals().gravest()->step));
    open("circle"); // whose values are all finite
    trigger("showTab5");
    QVERIFY(!link->isVisible());
}

/// Three in the line, all of them in the tip.
void TestRunActions::layersThatLoseAlikeAreNamed()
{
    open("circle");
    for (const int more : {0, 2}) {
        QVERIFY(m_window->document()
                    .edit({},
                        [&](SessionSpec& session) {
                            for (int i = 0; i < more; ++i)
                                insertLayer(session, "Dense", 1);
                        })
                    .ok());
        std::vector<std::string> paths;
        StepRecord record;
        for (const LayerNode& layer : layerNodes(*m_window->document().session()))
            if (!layer.isInput) {
                record.tensors.push_back(
                    {PathId(paths.size()), TensorRole::OutputGradient, Metric::FlushedPercent, 50});
                paths.push_back(layer.path);
            }
        RunHistory alike(m_window->document().session(), paths);
        RunTotals totals;
        totals.add(record);
        alike.append({record}, totals);
        const RunPlace place = placeOf(VerdictSubject::FlushedGradients, alike);
        QCOMPARE(place.layers.size(), std::size_t(3 + more));
        QStringList names;
        for (const LayerNode& layer : layerNodes(*m_window->document().session()))
            if (!layer.isInput)
                names += QString::fromStdString(layer.name);
        if (more == 0)
            QCOMPARE(place.text, QStringLiteral("Most in %1, %2 and %3").arg(names[0], names[1], names[2]));
        else {
            QCOMPARE(place.text,
                QStringLiteral("Most in %1, %2, %3 and 2 more").arg(names[0], names[1], names[2]));
            QVERIFY2(
                place.whole.endsWith(names[3] + QStringLiteral(" and ") + names[4]), qPrintable(place.whole));
        }
    }
}

void TestRunActions::whatALayerLosesLeadsToItsUpdates()
{
    open("lost-updates");
    auto* view = child<QTreeView>("layerView");
    const auto lost = [&](int row) {
        return view->model()->index(row, LayerTreeModel::LostColumn).data(SortRole).toDouble();
    };
    const int rows = view->model()->rowCount();
    // By a click on the heading the worst comes first, by the third one the model's order is back.
    const QHeaderView& header = *view->header();
    QVERIFY(!view->isColumnHidden(LayerTreeModel::LostColumn));
    const QString first = view->model()->index(0, 0).data().toString();
    const auto clickHeading = [&] {
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {},
            {header.sectionViewportPosition(LayerTreeModel::LostColumn) + 20, header.height() / 2});
    };
    clickHeading();
    for (int row = 1; row < rows; ++row)
        QVERIFY(lost(row - 1) >= lost(row));
    QVERIFY(lost(0) > lost(rows - 1));
    const QString worst = view->model()->index(0, 0).data().toString();
    const QModelIndex cell = view->model()->index(0, LayerTreeModel::LostColumn);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(cell).center());
    QVERIFY(child<QWidget>("tensorBrowser")->isVisible());
    QCOMPARE(child<QComboBox>("tensorLayer")->currentText(), worst);
    QVERIFY(child<QComboBox>("tensorName")->currentText().endsWith(QStringLiteral(" update")));
    QTRY_VERIFY(child<QTableView>("tensorTable")->model()->rowCount() > 0);
    QVERIFY(child<QTableView>("tensorTable")->hasFocus());
    trigger("showTab1");
    clickHeading();
    clickHeading();
    QCOMPARE(view->model()->index(0, 0).data().toString(), first);
    // By keys.
    trigger("sort_lost");
    QCOMPARE(view->model()->index(0, 0).data().toString(), worst);
    view->setCurrentIndex(view->model()->index(1, 0));
    const QString other = selectedLayer();
    view->setFocus();
    QTest::keyClick(view, Qt::Key_U, Qt::ControlModifier);
    QVERIFY(child<QWidget>("tensorBrowser")->isVisible());
    QCOMPARE(child<QComboBox>("tensorLayer")->currentText(), other);
    trigger("sort_model");
    QCOMPARE(view->model()->index(0, 0).data().toString(), first);
}

void TestRunActions::everyVerdictLeadsSomewhere()
{
    auto* link = child<LinkButton>("verdictLink");
    const auto& verdict = child<HealthStrip>("healthStrip")->verdict();
    QVERIFY(!link->isVisible()); // nothing is trained
    open("circle");
    QCOMPARE(verdict.ruleId, std::string("gradients_flushed"));
    QCOMPARE(link->text(), QStringLiteral("Most in dense_2"));
    link->click();
    QCOMPARE(selectedLayer(), QStringLiteral("dense_2"));
    QStringList chosen;
    for (const QModelIndex& layer : child<QTreeView>("layerView")->selectionModel()->selectedRows())
        chosen += layer.data().toString();
    chosen.sort();
    QCOMPARE(chosen.join(QLatin1Char(' ')), QStringLiteral("dense_2"));
    open("loss-scale");
    QCOMPARE(verdict.ruleId, std::string("steps_skipped"));
    link->click();
    QVERIFY(pinnedStep() && run().recordAt(*pinnedStep())->step == *pinnedStep());
    QVERIFY(run().recordAt(*pinnedStep())->skipped);
    QVERIFY(std::none_of(run().records().begin(), run().records().end(),
        [&](const StepRecord& record) { return record.skipped && record.step > *pinnedStep(); }));
    QVERIFY(m_window->document()
                .edit({},
                    [](SessionSpec& session) {
                        session.training.lossScale
                            = {"fairseq", {{"init_scale", 0x1p120}, {"min_loss_scale", 0x1p118}}};
                    })
                .ok());
    waitUntilTrainedAgain();
    QCOMPARE(verdict.ruleId, std::string("scaler_ended"));
    link->click();
    QCOMPARE(pinnedStep(), std::optional<std::int64_t>(1));
    open("lost-updates");
    QCOMPARE(verdict.ruleId, std::string("updates_lost"));
    QVERIFY(link->text().startsWith(QStringLiteral("Most in ")));
    open("float8-amax");
    QCOMPARE(verdict.ruleId, std::string("operands_saturate"));
    QVERIFY2(link->text().startsWith(QStringLiteral("Most in ")), qPrintable(link->text()));
    link->click();
    QCOMPARE(pinnedStep(), placeOf(verdict.subject, run()).step);
    open("accumulator");
    QCOMPARE(verdict.ruleId, std::string("loss_far"));
    link->setFocus();
    QTest::keyClick(link, Qt::Key_Return);
    QCOMPARE(child<QTabWidget>("tabs")->currentIndex(), 4);
    QVERIFY(child<QPushButton>("blameFind")->hasFocus());
    trigger("showTab1");
    QVERIFY(m_window->document()
                .edit({},
                    [](SessionSpec& session) {
                        session.policies.global = *getPolicy("float32");
                        session.model.layers[2].numerics = {};
                    })
                .ok());
    waitUntilTrainedAgain();
    QCOMPARE(verdict.ruleId, std::string("healthy"));
    link->click();
    QCOMPARE(child<QTabWidget>("tabs")->currentIndex(), 4);
    QVERIFY(child<QWidget>("costPanel")->isAncestorOf(QApplication::focusWidget()));
    QVERIFY(!child<QWidget>("costPanel")->visibleRegion().isEmpty());
}

void TestRunActions::aDivergedRunAsksWhatIsToBecomeOfIt()
{
    open("attention-overflow");
    auto* banner = child<DivergenceBanner>("divergenceBanner");
    const std::int64_t step = *run().totals().divergedAt;
    QVERIFY(banner->isVisible());
    QVERIFY(child<QLabel>("divergenceText")->text().contains(QStringLiteral("step %1").arg(step)));
    QCOMPARE(run().stepsDone(), step + 1);
    QTest::mouseClick(child<QPushButton>("divergenceWhy"), Qt::LeftButton);
    QVERIFY(child<QWidget>("birth")->isVisible() && banner->isVisible());
    QTest::mouseClick(child<QPushButton>("divergenceGoOn"), Qt::LeftButton);
    QVERIFY(!banner->isVisible());
    waitUntilIdle();
    QCOMPARE(run().stepsDone(), run().session().training.steps);
    QVERIFY(!banner->isVisible());
    // By keys, and the other way.
    trigger("reset");
    waitUntilIdle();
    trigger("train");
    waitUntilIdle();
    QVERIFY(banner->isVisible());
    auto* stop = child<QPushButton>("divergenceStop");
    stop->setFocus();
    QTest::keyClick(stop, Qt::Key_Return);
    QVERIFY(!banner->isVisible());
    QCOMPARE(run().stepsDone(), step + 1);
    QCOMPARE(child<QAction>("train")->text(), QStringLiteral("&Go on")); // it still can
    // An edit answers too.
    open("circle");
    open("attention-overflow");
    QVERIFY(banner->isVisible());
    child<QPushButton>("verdictAction")->click();
    QVERIFY(!banner->isVisible());
    waitUntilIdle();
    QVERIFY(!banner->isVisible());
}

/// Found by someone who typed 1e30: the status line still told of a pause, and all curves were flat.
void TestRunActions::whatDivergedIsForgottenByUndo()
{
    open("circle");
    const auto rate = [this] {
        return *std::get_if<double>(
            m_window->document().session()->training.optimizer.config.find("learning_rate"));
    };
    QVERIFY(m_window->document()
                .edit(QStringLiteral("test"),
                    [](SessionSpec& session) {
                        session.policies.global = *getPolicy("float32");
                        session.training.optimizer.config.set("learning_rate", 1e30);
                    })
                .ok());
    waitUntilTrainedAgain();
    QVERIFY(run().totals().divergedAt);
    QVERIFY(m_window->statusBar()->currentMessage().startsWith(QStringLiteral("Paused after step")));
    child<QPushButton>("verdictAction")->click();
    QCOMPARE(rate(), 0.01); // SGD's usual one: a tenth of what is out of all reason is so too
    waitUntilTrainedAgain();
    trigger("undo");
    trigger("undo");
    QVERIFY(!m_window->statusBar()->currentMessage().startsWith(QStringLiteral("Paused")));
    waitUntilTrainedAgain();
    QVERIFY(!run().totals().divergedAt);
    const QCPAxisRect* loss
        = child<StackedPlot>("trainingPlots")->findChild<QCustomPlot*>()->axisRects().constFirst();
    QTRY_VERIFY2(loss->axis(QCPAxis::atLeft)->range().upper < 100,
        qPrintable(QString::number(loss->axis(QCPAxis::atLeft)->range().upper)));
}

void TestRunActions::whatARunDoesAtDivergenceIsChosenAndRemembered()
{
    QVERIFY(child<QAction>("atDivergence-ask")->isChecked());
    trigger("atDivergence-go-on");
    open("attention-overflow");
    QCOMPARE(run().stepsDone(), run().session().training.steps);
    trigger("atDivergence-stop");
    m_window = std::make_unique<MainWindow>(m_kernels, *m_settings);
    m_window->show();
    QVERIFY(child<QAction>("atDivergence-stop")->isChecked());
    open("attention-overflow");
    QCOMPARE(run().stepsDone(), *run().totals().divergedAt + 1);
    QVERIFY(!child<DivergenceBanner>("divergenceBanner")->isVisible());
}

void TestRunActions::aSuggestionIsOneStepAndTrains()
{
    open("circle");
    auto* link = child<LinkButton>("suggestion1");
    QVERIFY(link->isVisible() && link->isEnabled());
    QVERIFY(link->text().startsWith(QStringLiteral("Loss scale 1024")));
    QVERIFY(link->accessibleName().contains(link->text()));
    link->setFocus();
    QTest::keyClick(link, Qt::Key_Return);
    QVERIFY(!link->isEnabled() && link->text().startsWith(QChar(u'✓')));
    QVERIFY(child<StackedPlot>("trainingPlots")->hasFocus()); // whose Space trains
    waitUntilTrainedAgain();
    QVERIFY(*run().totals().counts.gradientsFlushedPercent() < 30);
    QVERIFY(child<LinkButton>("suggestion2")->isEnabled());
    trigger("undo");
    QVERIFY(link->isEnabled());
    QVERIFY(!m_window->document().undoStack().canUndo());
    waitUntilIdle();
    // Where nothing trains by itself, Space does.
    trigger("retrainAfterEdits");
    QTest::mouseClick(child<LinkButton>("suggestion3"), Qt::LeftButton);
    QVERIFY(m_window->isIdle());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QVERIFY(!m_window->isIdle());
    waitUntilIdle();
    QCOMPARE(run().session().training.lossWeight, 1.0);
}

void TestRunActions::aSuggestionThatDoesNotFitIsNoLink()
{
    open("layer-normalization");
    auto* link = child<LinkButton>("suggestion1");
    QVERIFY(link->isEnabled());
    QVERIFY(m_window->document()
                .edit({}, [](SessionSpec& session) { session.model.layers[2].name = "larger"; })
                .ok());
    QVERIFY(!link->isEnabled());
    QVERIFY(link->toolTip().contains(QStringLiteral("layers.large: there is no such layer")));
    QVERIFY(m_window->document().edit({}, [](SessionSpec& session) { session.suggestions.clear(); }).ok());
    QVERIFY(!link->isVisible() && !child<QLabel>("sceneTry")->isVisible());
    waitUntilIdle();
}

void TestRunActions::aFinishedRunGoesOn()
{
    open("circle");
    auto* more = child<QAction>("more");
    QVERIFY(more->isEnabled());
    const std::shared_ptr<const RunHistory> shorter = m_window->shownRun().run();
    trigger("more-hundred");
    QCOMPARE(m_window->document().session()->training.steps, 1600);
    waitUntilIdle();
    QCOMPARE(run().stepsDone(), 1600);
    QCOMPARE(run().session().training.steps, 1600);
    QCOMPARE(run().records().size(), std::size_t{1600});
    QCOMPARE(m_window->shownRun().ghost(), shorter);
    const double loss = run().last().loss;
    QVERIFY(child<QAction>("more-again")->text().contains(QStringLiteral("600")));
    // Undo is the shorter run, redo the longer one from the start: the same numbers.
    trigger("undo");
    QCOMPARE(m_window->document().session()->training.steps, 1500);
    waitUntilTrainedAgain();
    QCOMPARE(run().stepsDone(), 1500);
    QCOMPARE(run().last().loss, shorter->last().loss);
    trigger("redo");
    waitUntilTrainedAgain();
    QCOMPARE(run().stepsDone(), 1600);
    QCOMPARE(run().last().loss, loss);
    trigger("reset");
    waitUntilIdle();
    QVERIFY(!more->isEnabled()); // it is not at its end
}

void TestRunActions::accuracyIsATileWhereTheTaskHasOne()
{
    open("circle");
    auto* tile = child<MetricTile>("test_accuracy_tile");
    QVERIFY(tile->isVisible());
    QCOMPARE(tile->headline().value, QStringLiteral("100 %"));
    QCOMPARE(tile->headline().detail, QStringLiteral("float64: 100 %"));
    QVERIFY(m_window->document()
                .edit({},
                    [](SessionSpec& session) {
                        session.training.lossScale = {"fixed", {{"scale", 1e13}}};
                    })
                .ok());
    waitUntilTrainedAgain();
    QCOMPARE(tile->headline().value, QStringLiteral("diverged"));
    QVERIFY(tile->headline().detail.startsWith(QStringLiteral("no accuracy")));
    open("accumulator"); // numbers, not classes
    QVERIFY(!tile->isVisible());
}

QTEST_MAIN(TestRunActions)
#include "tst_run_actions.moc"
