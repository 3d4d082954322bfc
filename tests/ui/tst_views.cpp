// SPDX-License-Identifier: GPL-3.0-or-later
// Every view of a run, seen or hidden, while the session and the run change behind it: nothing of a run that is gone is used,
// and all views are about the same run. Freed memory is overwritten, so that what is read after it is not by luck what it was.
#include "app/desktop/settings.h"
#include "app/io/session/session_file.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/window_test.h"
#include "ui/diagnosis/models/exponent_map.h"
#include "ui/look/models/cell_role.h"
#include "ui/look/models/display_text.h"
#include "ui/numbers/models/tensor_table_model.h"
#include "ui/shell/main_window.h"
#include "ui/training/stacked_plot.h"
#include "ui/tree/models/layer_edits.h"
#include "ui/tree/models/layer_health.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTreeView>

#include <malloc.h>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

// Tabs:
constexpr int kTraining = 0;
constexpr int kNumberLab = 2;
constexpr int kAccumulators = 3;
constexpr int kDiagnosis = 4;
constexpr int kData = 6;

/// What happens behind a view.
struct Change
{
    const char* name;
    void (*happen)(MainWindow& window, const QString& otherSession);
};

QAction* action(MainWindow& window, const char* name)
{
    return window.findChild<QAction*>(QString::fromLatin1(name));
}

void open(MainWindow& window, const QString& path)
{
    window.document().undoStack().setClean(); // or it asks
    window.openSession(path);
}

void change(MainWindow& window, const std::function<void(SessionSpec&)>& edit)
{
    const Status done = window.document().edit(QStringLiteral("edit"), edit);
    QVERIFY2(done.ok(), done.ok() ? "" : done.error().text().c_str());
}

void removeLast(SessionSpec& session)
{
    removeLayer(session, session.model.layers.size() - 1);
}

const Change kChanges[] = {
    {"another session", [](MainWindow& window, const QString& other) { open(window, other); }},
    {"another session, and back to this one",
        [](MainWindow& window, const QString& other) {
            const auto before = window.document().session();
            open(window, other);
            change(window, [&](SessionSpec& session) { session = *before; });
        }},
    {"a layer less", [](MainWindow& window, const QString&) { change(window, removeLast); }},
    {"a layer more",
        [](MainWindow& window, const QString&) {
            change(window, [](SessionSpec& session) { insertLayer(session, "Dense", 2); });
        }},
    {"a layer less, undone, redone",
        [](MainWindow& window, const QString&) {
            change(window, removeLast);
            window.document().undoStack().undo();
            window.document().undoStack().redo();
        }},
    {"all layers of another session by one edit, as an import does",
        [](MainWindow& window, const QString& other) {
            const Result<SessionSpec> session = loadSession(other.toStdString());
            change(window, [&](SessionSpec& edited) { edited = *session; });
        }},
    {"started again and again while it loads",
        [](MainWindow& window, const QString& other) {
            action(window, "reset")->trigger();
            open(window, other);
            action(window, "reset")->trigger();
            change(window, removeLast);
            action(window, "reset")->trigger();
        }},
    {"stopped while it loads",
        [](MainWindow& window, const QString& other) {
            open(window, other);
            action(window, "stop")->trigger();
        }},
    {"a run that cannot be loaded",
        [](MainWindow& window, const QString&) {
            change(window, [](SessionSpec& session) {
                session.data = {"csv", {{"file", std::string("/nowhere.csv")}, {"target", std::string("y")}}};
            });
            action(window, "reset")->trigger();
        }},
    {"reset", [](MainWindow& window, const QString&) { action(window, "reset")->trigger(); }},
    {"back to an earlier step",
        [](MainWindow& window, const QString&) {
            auto* back = window.findChild<QSpinBox*>(QStringLiteral("backTo"));
            back->setValue(3);
            QTest::keyClick(back, Qt::Key_Return);
        }},
    {"out of date",
        [](MainWindow& window, const QString&) {
            action(window, "retrainAfterEdits")->setChecked(false);
            change(window, removeLast);
        }},
};

} // namespace

class TestViews : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void aLayerIsRemovedBehindTheDiagnosis();
    void anotherSceneIsOpenedBehindTheDiagnosis();
    void theDiagnosisIsShownWhileARunLoads();
    void thirtyEditsAreUndoneAndRedone();
    void everyViewIsOfTheShownRun_data();
    void everyViewIsOfTheShownRun();
    void aHiddenDiagnosisFollowsTheSelectedLayer();
    void aVerdictIsNotAppliedToAnotherSession();
    void metricsOfASessionThatHasChangedAreFaint();
    void metricsOfAnotherSessionsLayersAreNotShown();
    void aRunThatFailsLeavesTheOneOnTheScreen();

private:
    const RunHistory* run() const { return m_window->shownRun().run().get(); }
    void showTab(int tab) const { child<QTabWidget>("tabs")->setCurrentIndex(tab); }
    void clickLayer(int row) const;
    QStringList items(const char* box) const;
    void useEverything() const;
    void compareWithRun() const;

    QString m_small; ///< circle, 60 steps
    QString m_large; ///< the same data with attention between
};

void TestViews::initTestCase()
{
    mallopt(M_PERTURB, 85);
    startAfresh();
    Result<SessionSpec> circle = loadSession(ULPSCOPE_SOURCE_DIR "/resources/scenes/circle.ulps");
    QVERIFY(circle.ok());
    circle->training.steps = 60;
    m_small = inDirectory("small.ulps");
    QVERIFY(saveSession(m_small.toStdString(), *circle).ok());
    circle->title = "Large";
    circle->model.layers.insert(circle->model.layers.begin() + 2,
        {{"steps", "Reshape", {{"target_shape", std::vector<std::int64_t>{4, 4}}}, {}, {}},
            {"mha", "MultiHeadAttention", {{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{3}}}, {},
                {}},
            {"flatten", "Flatten", {}, {}, {}}});
    m_large = inDirectory("large.ulps");
    QVERIFY(saveSession(m_large.toStdString(), *circle).ok());
}

void TestViews::init()
{
    // The platform without a screen says what it cannot do.
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    openWindow({1300, 900});
    open(*m_window, m_small);
    waitUntilIdle();
}

void TestViews::cleanup()
{
    m_window.reset();
}

void TestViews::clickLayer(int row) const
{
    auto* view = child<QTreeView>("layerView");
    if (!view->isVisible() || row >= view->model()->rowCount())
        return;
    const QModelIndex index = view->model()->index(row, 0);
    view->scrollTo(index);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(index).center());
}

QStringList TestViews::items(const char* box) const
{
    QStringList texts;
    for (int i = 0; i < child<QComboBox>(box)->count(); ++i)
        texts += child<QComboBox>(box)->itemText(i);
    return texts;
}

void TestViews::aLayerIsRemovedBehindTheDiagnosis()
{
    showTab(kDiagnosis);
    showTab(kTraining);
    clickLayer(3);
    action(*m_window, "removeLayer")->trigger();
    waitUntilIdle();
    clickLayer(1);
    clickLayer(2);
    showTab(kDiagnosis);
    compareWithRun();
}

void TestViews::anotherSceneIsOpenedBehindTheDiagnosis()
{
    open(*m_window, m_large);
    waitUntilIdle();
    showTab(kDiagnosis);
    showTab(kTraining);
    open(*m_window, m_small);
    clickLayer(2);
    waitUntilIdle();
    clickLayer(1);
    showTab(kDiagnosis);
    compareWithRun();
}

void TestViews::theDiagnosisIsShownWhileARunLoads()
{
    for (int i = 0; i < 20; ++i) {
        action(*m_window, "reset")->trigger();
        showTab(kNumberLab);
        showTab(kDiagnosis);
        QCoreApplication::processEvents();
        showTab(kTraining);
    }
    waitUntilIdle();
    action(*m_window, "train")->trigger();
    waitUntilIdle();
    showTab(kDiagnosis);
    compareWithRun();
}

void TestViews::thirtyEditsAreUndoneAndRedone()
{
    showTab(kDiagnosis);
    showTab(kTraining);
    QUndoStack& stack = m_window->document().undoStack();
    for (int i = 0; i < 30; ++i) {
        if (i % 3 == 2)
            change(*m_window, removeLast);
        else
            change(*m_window, [](SessionSpec& session) { insertLayer(session, "Dense", 2); });
        if (i % 10 == 0)
            waitUntilIdle();
        clickLayer(i % 5);
    }
    QCOMPARE(stack.count(), 30);
    while (stack.canUndo()) {
        stack.undo();
        clickLayer(stack.index() % 4);
        QTest::qWait(stack.index() % 10 == 0 ? 400 : 0); // it is trained now and then
    }
    while (stack.canRedo()) {
        stack.redo();
        clickLayer(stack.index() % 6);
        QTest::qWait(stack.index() % 10 == 0 ? 400 : 0);
    }
    waitUntilIdle();
    showTab(kDiagnosis);
    compareWithRun();
}

/// What a person can do to what is visible, as far as it is about a run.
void TestViews::useEverything() const
{
    auto* tree = child<QTreeView>("layerView");
    for (int row = 0; row < tree->model()->rowCount(); ++row) {
        clickLayer(row);
        const QModelIndex layer = tree->model()->index(row, 0);
        for (int inside = 0; inside < tree->model()->rowCount(layer); ++inside)
            tree->setCurrentIndex(tree->model()->index(inside, 0, layer));
        tree->setExpanded(layer, !tree->isExpanded(layer));
    }
    for (const char* name :
        {"lossTensor", "lossKind", "exponentTensor", "tensorLayer", "tensorName", "benchData"}) {
        auto* box = child<QComboBox>(name);
        if (!box->isVisible() || !box->isEnabled())
            continue;
        for (const int index : {0, box->count() / 2, box->count() - 1}) {
            if (index >= box->count())
                continue; // one of the others is chosen by then
            box->setCurrentIndex(index);
            emit box->activated(index);
        }
    }
    if (auto* field = child<QWidget>("fieldPanel"); field != nullptr && field->isVisible()) {
        for (const Qt::Key key : {Qt::Key_Home, Qt::Key_Left, Qt::Key_Up})
            QTest::keyClick(field, key);
        for (int x = 1; x < 10; ++x)
            QTest::mouseMove(field, {field->width() * x / 10, field->height() / 2});
        child<QPushButton>("dataCopy")->click();
    }
    for (const char* name : {"trainingPlotsCanvas", "exponentCanvas"}) {
        auto* canvas = child<QWidget>(name);
        if (!canvas->isVisible())
            continue;
        for (int x = 1; x < 10; ++x) {
            const QPointF at(canvas->width() * x / 10.0, canvas->height() * (1 + x % 4) / 5.0);
            QMouseEvent move(QEvent::MouseMove, at, canvas->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
            QCoreApplication::sendEvent(canvas, &move);
        }
        for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Up, Qt::Key_Right, Qt::Key_Home, Qt::Key_Left})
            QTest::keyClick(canvas->parentWidget(), key);
    }
    for (const char* name : {"randomElement", "worstElement", "lossAgain"})
        if (auto* button = child<QPushButton>(name); button->isVisible() && button->isEnabled())
            button->click();
    if (auto* table = child<QTableView>("tensorTable"); table->isVisible() && table->model()->rowCount() > 0)
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
            table->visualRect(table->model()->index(table->model()->rowCount() - 1, 0)).center());
}

/// All that is seen is of the shown run. It must stand still.
void TestViews::compareWithRun() const
{
    QCoreApplication::processEvents();
    QVERIFY(run());
    const std::int64_t done = run()->stepsDone();
    const std::string steps = std::to_string(done) + " of ";
    QVERIFY2(child<QLabel>("progressText")->text().contains(toQt(steps)), steps.c_str());
    QCOMPARE(child<QSpinBox>("backTo")->value(), int(done) - 1);
    const QString reading = child<StackedPlot>("trainingPlots")->accessibleDescription();
    const auto cursor = child<StackedPlot>("trainingPlots")->cursorStep();
    QVERIFY2(done == 0 ? !reading.startsWith(QStringLiteral("Step"))
                       : reading.startsWith(QStringLiteral("Step %1.").arg(cursor.value_or(done - 1))),
        qPrintable(reading));
    QStringList tensors;
    QStringList layers;
    for (const TensorName& tensor : run()->tensors()) {
        tensors += layerText(tensor.layer) + QStringLiteral(" / ") + toQt(tensor.name);
        if (!layers.contains(layerText(tensor.layer)))
            layers += layerText(tensor.layer);
    }
    QCOMPARE(items("benchData").mid(items("benchData").size() - tensors.size()), tensors);
    QCOMPARE(items("tensorLayer"), layers);
    if (child<QComboBox>("lossTensor")->isVisible()) {
        // A run that went to make room for one that could not be loaded keeps its metrics alone.
        if (child<QComboBox>("lossTensor")->isEnabled())
            QCOMPARE(items("lossTensor"), tensors);
        QStringList keys;
        for (const ExponentKey& key : exponentKeys(*run()))
            keys += key.text;
        QCOMPARE(items("exponentTensor"), keys);
    }
    if (child<QWidget>("dataView")->isVisible() && m_window->shownRun().run()->summary) {
        const QString last = done == 0 ? QStringLiteral("Before the first step")
                                       : QStringLiteral("After step %1.").arg(cursor.value_or(done - 1));
        QTRY_VERIFY2(child<QLabel>("dataSentence")->text().startsWith(last),
            qPrintable(child<QLabel>("dataSentence")->text()));
    }
    const auto* tree = child<QTreeView>("layerView")->model();
    const auto& session = *m_window->document().session();
    for (int row = 0; row < tree->rowCount(); ++row) {
        const std::string path = session.model.layerPath(session.model.layers[std::size_t(row)]);
        const std::optional<double> error
            = layerHealth(*run(), path, m_window->shownRun().pinnedStep()).error;
        QCOMPARE(tree->index(row, LayerTreeModel::ErrorColumn).data().toString(),
            error ? numberText(*error, 2) : QString());
    }
}

void TestViews::everyViewIsOfTheShownRun_data()
{
    QTest::addColumn<int>("tab");
    QTest::addColumn<bool>("isHidden");
    QTest::addColumn<int>("change");
    for (const int tab : {kTraining, kNumberLab, kAccumulators, kDiagnosis, kData})
        for (const bool isHidden : {false, true})
            for (int i = 0; i < int(std::size(kChanges)); ++i)
                if (tab != kTraining || !isHidden)
                    QTest::addRow("tab %d%s: %s", tab + 1, isHidden ? ", hidden again" : "", kChanges[i].name)
                        << tab << isHidden << i;
}

void TestViews::everyViewIsOfTheShownRun()
{
    QFETCH(int, tab);
    QFETCH(bool, isHidden);
    QFETCH(int, change);
    showTab(tab);
    child<QTabWidget>("numberLabTabs")->setCurrentIndex(1);
    useEverything();
    QTest::qWait(20); // what was asked for comes
    if (isHidden) {
        showTab(kTraining);
        action(*m_window, "darkTheme")->trigger(); // all is painted anew, also what is hidden
    }
    clickLayer(3);
    kChanges[change].happen(*m_window, m_large);
    useEverything(); // while a run is about to begin
    waitUntilIdle();
    useEverything();
    showTab(tab);
    useEverything();
    QTest::qWait(20);
    action(*m_window, "undo")->trigger();
    useEverything();
    waitUntilIdle();
    compareWithRun();
    showTab(kDiagnosis);
    compareWithRun();
    showTab(kData);
    compareWithRun();
}

void TestViews::aHiddenDiagnosisFollowsTheSelectedLayer()
{
    showTab(kDiagnosis);
    clickLayer(1);
    showTab(kTraining);
    open(*m_window, m_large);
    waitUntilIdle();
    clickLayer(3);
    showTab(kDiagnosis);
    QVERIFY2(child<QComboBox>("exponentTensor")->currentText().startsWith(QStringLiteral("mha")),
        qPrintable(child<QComboBox>("exponentTensor")->currentText()));
    QVERIFY2(child<QComboBox>("lossTensor")->currentText().startsWith(QStringLiteral("mha / query / ")),
        qPrintable(child<QComboBox>("lossTensor")->currentText()));
}

void TestViews::aVerdictIsNotAppliedToAnotherSession()
{
    auto* repair = child<QPushButton>("verdictAction");
    QVERIFY2(repair->text().contains(QStringLiteral("loss scale")), qPrintable(repair->text()));
    open(*m_window, m_large);
    const auto session = m_window->document().session();
    repair->click(); // it is still about the run before
    QCOMPARE(m_window->document().session(), session);
    waitUntilIdle();
    repair->click();
    QVERIFY(m_window->document().session() != session);
}

void TestViews::metricsOfASessionThatHasChangedAreFaint()
{
    const auto* tree = child<QTreeView>("layerView")->model();
    const QModelIndex error = tree->index(1, LayerTreeModel::ErrorColumn);
    QVERIFY(!error.data(IsFaintRole).toBool());
    action(*m_window, "retrainAfterEdits")->setChecked(false);
    change(*m_window, [](SessionSpec& session) { ++session.training.seed; });
    QVERIFY(error.data(IsFaintRole).toBool());
    QVERIFY(
        error.data(Qt::ToolTipRole).toString().startsWith(QStringLiteral("Before the session was changed")));
    m_window->document().undoStack().undo();
    QVERIFY(!error.data(IsFaintRole).toBool());
}

void TestViews::metricsOfAnotherSessionsLayersAreNotShown()
{
    const auto* tree = child<QTreeView>("layerView")->model();
    const auto error = [&] { return tree->index(1, LayerTreeModel::ErrorColumn).data().toString(); };
    QVERIFY(!error().isEmpty());
    action(*m_window, "retrainAfterEdits")->setChecked(false);
    change(*m_window, removeLast);
    QVERIFY(!error().isEmpty()); // those of the layers that are left stay
    open(*m_window, m_large); // has a dense_1 too
    QCOMPARE(tree->index(1, 0).data().toString(), QStringLiteral("dense_1"));
    QVERIFY(error().isEmpty());
    waitUntilIdle();
    QVERIFY(!error().isEmpty());
}

void TestViews::aRunThatFailsLeavesTheOneOnTheScreen()
{
    const std::shared_ptr<const RunHistory> before = m_window->shownRun().run();
    change(*m_window, [](SessionSpec& session) {
        session.data = {"csv", {{"file", std::string("/nowhere.csv")}, {"target", std::string("y")}}};
    });
    waitUntilIdle();
    QVERIFY(child<QWidget>("messageBanner")->isVisible());
    QCOMPARE(m_window->shownRun().run(), before);
    QVERIFY(child<QLabel>("verdictSentence")->text().contains(QStringLiteral("has changed")));
    QVERIFY(child<QLabel>("progressText")->text().contains(QStringLiteral("60 of 60")));
}

QTEST_MAIN(TestViews)
#include "tst_views.moc"
