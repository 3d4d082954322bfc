// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a person meets it: it opens on a trained scene, its verdict's button repairs the run, every
// control can be reached and named without a mouse.
#include "app/desktop/settings.h"
#include "app/io/keras/policy/keras_policy.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/window_test.h"
#include "ui/exchange/policy_export_dialog.h"
#include "ui/look/message_banner.h"
#include "ui/look/models/display_text.h"
#include "ui/look/plot_commands.h"
#include "ui/look/theme.h"
#include "ui/shell/main_window.h"
#include "ui/training/health_strip.h"
#include "ui/training/metric_tile.h"
#include "ui/training/stacked_plot.h"
#include "ui/training/training_view.h"
#include "ui/tree/models/layer_edits.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QWheelEvent>

#include <nlohmann/json.hpp>

#include <functional>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

} // namespace

class TestMainWindow : public WindowTest
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void opensOnATrainedScene();
    void theVerdictsButtonRepairsTheRun();
    void aDivergedRunShowsNoNumber();
    void policyIsEditedInItsCellAndUndone();
    void globalPolicyTakesTheLossScaleWithIt();
    void wrongLossScaleIsSaidAndChangesNothing();
    void spaceTrainsAndAButtonKeepsItsSpace();
    void everyFocusableWidgetHasAName();
    void everyActionIsExplainedAndShortcutsDiffer();
    void noMenuHasMoreThanTwelveEntries();
    void fewTabsLeadToAllPages();
    void arrowsMoveTheCursorOfThePlots();
    void wheelZoomsAndFitShowsAllAgain();
    void exportedPlotsAreLightInADarkWindow();
    void layersAreAddedMovedAndRemoved();
    void aRenamedLayerStaysChosen();
    void anOpenCellEditorGoesWithTheLayersWithoutAWord();
    void aViewWithoutACurrentCellCopiesNothing();
    void aWindowThatGoesTakesWhatIsBeingTypedFirst();
    void policiesOfSeveralLayersByKeysAlone();
    void policiesOfSeveralLayersByMouseAlone();
    void aPolicyIsDroppedOnAllSelectedLayers();
    void aFilterKeepsWhatAMatchIsInside();
    void columnsAreChosenAndRemembered();
    void aNoticesButtonsLeaveItsTextRoom();
    void aPolicyThatCannotTrainIsSaidWhenTraining();
    void aLongRunIsNotRetrainedButMarked();
    void exportWritesTheJsonThatKerasReads();
    void missingDataOffersTheCommand();
    void brokenFileLeavesWhatIsOpen();
    void closingAsksWhenChangesWouldBeLost();
    void tabsAreReachedByKeysAndLeaveTheTrainingItsRoom();
    void notesAndPlotsOfTheLayerAreSeenFromAnyTab();
    void aNoteSelectsItsLayerWhateverTheFilterHides();
    void takesAPicture();
    void tabsStayWhereTheyAreWhicheverIsChosen();
    void altDownOpensTheChoiceThatHasTheFocus();
    void aPolicyIsTypedWithOneReturn();
    void aSuggestionTrainsWhereverTheRunStands();
    void aHealthyRunThatHasNotEndedIsHealthySoFar();
    void whatIsNotTrainedHasAButtonThatTrains();
    void selectedLayersKeepTheirBars();
    void linksFollowTheTheme();
    void theStatusBarEndsInNoSeparator();

private:
    double flushedPercent() const;
    void openCircle();
};

void TestMainWindow::init()
{
    startAfresh(); // with the size of the first start, and not what the test before left
    openWindow();
    openCircle();
}

void TestMainWindow::cleanup()
{
    m_window.reset();
}

void TestMainWindow::openCircle()
{
    openScene("circle");
}

double TestMainWindow::flushedPercent() const
{
    return child<MetricTile>("gradients_flushed_percent_tile")
        ->headline()
        .value.section(QLatin1Char(' '), 0, 0)
        .toDouble();
}

void TestMainWindow::opensOnATrainedScene()
{
    const QList<MetricTile*> tiles = child<HealthStrip>("healthStrip")->tiles();
    QCOMPARE(tiles.size(), 6);
    for (const MetricTile* tile : tiles) {
        QVERIFY(tile->isVisible());
        QVERIFY2(!tile->headline().value.contains(QStringLiteral("NaN")), qPrintable(tile->headline().value));
        QVERIFY2(tile->headline().value.front().isDigit(), qPrintable(tile->headline().value));
        QVERIFY(!tile->toolTip().isEmpty());
    }
    QVERIFY(flushedPercent() >= 75 && flushedPercent() <= 92);
    const auto* action = child<QPushButton>("verdictAction");
    QVERIFY(action->isVisible());
    QVERIFY2(action->text().startsWith(QStringLiteral("Try loss scale 1024: ")), qPrintable(action->text()));
    QVERIFY2(action->text().endsWith(QStringLiteral("flushed")), qPrintable(action->text())); // it was tried
    QVERIFY(child<QLabel>("progressText")->text().contains(QStringLiteral("1500 of 1500 steps")));
    // Some of the largest gradients are exactly zero, and the plot says so.
    QVERIFY(
        child<StackedPlot>("trainingPlots")->railedSamples(QStringLiteral("gradient_amax"), Rail::Zero) > 0);
}

void TestMainWindow::theVerdictsButtonRepairsTheRun()
{
    QTest::mouseClick(child<QPushButton>("verdictAction"), Qt::LeftButton);
    QCOMPARE(child<QComboBox>("lossScale")->currentText(), QStringLiteral("fixed 1024"));
    waitUntilIdle();
    QVERIFY2(flushedPercent() < 30, qPrintable(QString::number(flushedPercent())));
    child<QAction>("undo")->trigger();
    QCOMPARE(child<QComboBox>("lossScale")->currentText(), QStringLiteral("fixed 1"));
}

void TestMainWindow::aDivergedRunShowsNoNumber()
{
    QVERIFY(m_window->document()
                .edit({},
                    [](SessionSpec& session) {
                        session.training.lossScale = {"fixed", {{"scale", 1e13}}};
                    })
                .ok());
    waitUntilTrainedAgain();
    for (const char* name : {"loss_tile", "error_vs_float64_tile", "test_accuracy_tile"})
        QCOMPARE(child<MetricTile>(name)->headline().value, QStringLiteral("diverged"));
    QVERIFY(child<QLabel>("verdictSentence")->text().startsWith(QStringLiteral("Diverged at step ")));
    // It paused where its weights were lost; the loss is lost in the next step.
    child<QPushButton>("divergenceGoOn")->click();
    waitUntilIdle();
    QVERIFY(child<StackedPlot>("trainingPlots")->railedSamples(QStringLiteral("loss"), Rail::NotANumber) > 0);
}

void TestMainWindow::policyIsEditedInItsCellAndUndone()
{
    auto* view = child<QTreeView>("layerView");
    const QModelIndex policy = view->model()->index(3, 2);
    view->setFocus();
    view->setCurrentIndex(policy);
    QTest::keyClick(view, Qt::Key_F2);
    auto* editor = view->findChild<QComboBox*>(QStringLiteral("policyEditor"));
    QVERIFY(editor);
    editor->lineEdit()->selectAll();
    QTest::keyClicks(editor, QStringLiteral("float32"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(view->model()->index(3, 2).data().toString(), QStringLiteral("float32"));
    QVERIFY(m_window->document().session()->model.layers[3].policy.has_value());
    waitUntilIdle();
    QTest::keySequence(m_window.get(), QKeySequence::Undo);
    QTRY_VERIFY(!m_window->document().session()->model.layers[3].policy.has_value());
}

void TestMainWindow::globalPolicyTakesTheLossScaleWithIt()
{
    auto* policy = child<QComboBox>("globalPolicy");
    policy->setCurrentText(QStringLiteral("mixed_bfloat16"));
    emit policy->textActivated(policy->currentText());
    QCOMPARE(child<QComboBox>("lossScale")->currentText(), QStringLiteral("none"));
    policy->setCurrentText(QStringLiteral("mixed_float16"));
    emit policy->textActivated(policy->currentText());
    QCOMPARE(child<QComboBox>("lossScale")->currentText(), QStringLiteral("dynamic 32768"));
    QCOMPARE(m_window->document().undoStack().count(), 2);
}

void TestMainWindow::wrongLossScaleIsSaidAndChangesNothing()
{
    auto* scale = child<QComboBox>("lossScale");
    scale->setFocus();
    scale->lineEdit()->selectAll();
    QTest::keyClicks(scale->lineEdit(), QStringLiteral("automatic"));
    QTest::keyClick(scale->lineEdit(), Qt::Key_Return);
    QCOMPARE(scale->currentText(), QStringLiteral("fixed 1"));
    QVERIFY(child<MessageBanner>("messageBanner")->isVisible());
    QVERIFY(child<MessageBanner>("messageBanner")->text().contains(QStringLiteral("automatic")));
    QVERIFY(!m_window->document().isModified());
}

void TestMainWindow::spaceTrainsAndAButtonKeepsItsSpace()
{
    QSignalSpy trained(child<QAction>("train"), &QAction::triggered);
    child<StackedPlot>("trainingPlots")->setFocus();
    QTest::keyClick(m_window->focusWidget(), Qt::Key_Space);
    QTRY_COMPARE(trained.count(), 1);
    waitUntilIdle();
    auto* repair = child<QPushButton>("verdictAction");
    QSignalSpy repaired(repair, &QPushButton::clicked);
    repair->setFocus();
    QTest::keyClick(repair, Qt::Key_Space);
    QCOMPARE(repaired.count(), 1);
    QCOMPARE(trained.count(), 1);
    waitUntilIdle();
}

void TestMainWindow::everyFocusableWidgetHasAName()
{
    QStringList unnamed;
    for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->focusProxy())
            continue;
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
        const bool isPartOfNamed = qobject_cast<const QComboBox*>(widget->parentWidget());
        if (!isPartOfNamed && (!face || face->text(QAccessible::Name).isEmpty()))
            unnamed += QString::fromLatin1(widget->metaObject()->className()) + QLatin1Char(' ')
                + widget->objectName();
    }
    QVERIFY2(unnamed.isEmpty(), qPrintable(unnamed.join(QStringLiteral(", "))));
}

void TestMainWindow::everyActionIsExplainedAndShortcutsDiffer()
{
    QStringList troubles;
    QMap<QString, QString> users;
    for (const QAction* action : m_window->findChildren<QAction*>()) {
        const bool isOurs = !action->isSeparator() && !qobject_cast<const QAbstractButton*>(action->parent())
            && !qobject_cast<const QLineEdit*>(action->parent());
        const bool isOfToolBarsOverflow = action->text().isEmpty() && action->menu();
        if (!isOurs || isOfToolBarsOverflow || action->objectName().startsWith(QStringLiteral("_q_")))
            continue;
        if (action->text().isEmpty() && !action->menu())
            troubles += QStringLiteral("no text: ") + action->objectName()
                + QString::fromLatin1(action->parent()->metaObject()->className());
        if (action->toolTip().isEmpty())
            troubles += QStringLiteral("no tool tip: ") + action->text() + QLatin1Char(' ')
                + QString::fromLatin1(action->parent()->metaObject()->className());
        const QString keys = action->shortcut().toString();
        if (!keys.isEmpty() && users.contains(keys))
            troubles += keys + QStringLiteral(": ") + users[keys] + QStringLiteral(" and ") + action->text();
        if (!keys.isEmpty())
            users[keys] = action->text();
    }
    QVERIFY2(troubles.isEmpty(), qPrintable(troubles.join(QStringLiteral("; "))));
    QVERIFY(users.size() >= 20);
}

void TestMainWindow::noMenuHasMoreThanTwelveEntries()
{
    constexpr int kMaxEntries = 12; // a submenu counts as one
    QStringList tooLong;
    int menus = 0;
    const std::function<void(QMenu&, const QString&)> look = [&](QMenu& menu, const QString& name) {
        emit menu.aboutToShow();
        const QList<QAction*> entries = menu.actions();
        const auto count = std::count_if(entries.begin(), entries.end(),
            [](const QAction* entry) { return entry->isVisible() && !entry->isSeparator(); });
        ++menus;
        if (count > kMaxEntries)
            tooLong += QStringLiteral("%1: %2").arg(name).arg(count);
        for (const QAction* entry : entries)
            if (entry->menu())
                look(*entry->menu(), name + QStringLiteral(" > ") + entry->text());
    };
    for (const QAction* entry : m_window->menuBar()->actions())
        look(*entry->menu(), entry->text());
    QVERIFY(menus > 12);
    QVERIFY2(tooLong.isEmpty(), qPrintable(tooLong.join(QStringLiteral("; "))));
}

/// Each page by its entry in a menu, with a key, and all but the policy map by a click on what is seen.
void TestMainWindow::fewTabsLeadToAllPages()
{
    auto* tabs = child<QTabWidget>("tabs");
    auto* rooms = child<QTabBar>("rooms");
    QVERIFY2(rooms->count() <= 4, qPrintable(QString::number(rooms->count())));
    QList<int> reached;
    for (int room = 0; room < rooms->count(); ++room) {
        QTest::mouseClick(rooms, Qt::LeftButton, {}, rooms->tabRect(room).center());
        QCOMPARE(rooms->currentIndex(), room);
        reached += tabs->currentIndex();
        for (int page = 0; page < tabs->count(); ++page)
            if (auto* button = child<QToolButton>(qPrintable(QStringLiteral("page%1").arg(page + 1)));
                button && button->isVisible()) {
                button->click();
                QCOMPARE(tabs->currentIndex(), page);
                QVERIFY(button->isChecked());
                QCOMPARE(rooms->currentIndex(), room);
                reached += page;
            }
    }
    for (int page = 0; page < tabs->count(); ++page) {
        auto* entry = child<QAction>(qPrintable(QStringLiteral("showTab%1").arg(page + 1)));
        QVERIFY(entry && child<QMenu>("goMenu")->actions().contains(entry));
        QCOMPARE(entry->shortcut(), QKeySequence(QStringLiteral("Alt+%1").arg(page + 1)));
        entry->trigger();
        QCOMPARE(tabs->currentIndex(), page);
        QVERIFY2(reached.contains(page) || tabs->tabText(page) == QStringLiteral("Policy map"),
            qPrintable(tabs->tabText(page)));
    }
    // From the page of another run's question back to the pictures.
    child<QAction>("showTab5")->trigger();
    child<QToolButton>("page1")->click();
    QVERIFY(child<QWidget>("overview")->isVisible());
    // The tab in front leads to its first page.
    child<QAction>("showTab6")->trigger();
    QTest::mouseClick(rooms, Qt::LeftButton, {}, rooms->tabRect(0).center());
    QCOMPARE(tabs->currentIndex(), 0);
}

void TestMainWindow::arrowsMoveTheCursorOfThePlots()
{
    auto* plot = child<StackedPlot>("trainingPlots");
    plot->setFocus();
    QVERIFY(!plot->cursorStep().has_value());
    QTest::keyClick(plot, Qt::Key_Left);
    QCOMPARE(plot->cursorStep(), std::optional<std::int64_t>(1498));
    QTest::keyClick(plot, Qt::Key_PageUp);
    QCOMPARE(plot->cursorStep(), std::optional<std::int64_t>(1488));
    QVERIFY(child<QLabel>("cursorStep")->text().contains(QStringLiteral("1488")));
    QVERIFY(plot->accessibleDescription().contains(QStringLiteral("1488")));
    QTest::keyClick(plot, Qt::Key_End);
    QVERIFY(!plot->cursorStep().has_value());
}

void TestMainWindow::wheelZoomsAndFitShowsAllAgain()
{
    auto* plot = child<StackedPlot>("trainingPlots");
    auto* canvas = child<QWidget>("trainingPlotsCanvas");
    QVERIFY(plot->isFitted());
    QTest::mouseClick(canvas, Qt::LeftButton, {}, QPoint(1, 1)); // from now on the wheel is the plot's
    const QPointF middle = plot->frameOf(QStringLiteral("loss"))->data.center();
    QWheelEvent wheel(middle, canvas->mapToGlobal(middle), QPoint(), QPoint(0, 120), Qt::NoButton,
        Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(canvas, &wheel);
    QVERIFY(!plot->isFitted());
    child<QAction>("fitPlots")->trigger();
    QVERIFY(plot->isFitted());
}

void TestMainWindow::exportedPlotsAreLightInADarkWindow()
{
    auto* dark = child<QAction>("darkTheme");
    dark->trigger();
    auto* plot = child<StackedPlot>("trainingPlots");
    QTRY_VERIFY(plot->grab().toImage().pixelColor(4, 4).lightness() < 80);
    const QString png = inDirectory("plots.png");
    const QString pdf = inDirectory("plots.pdf");
    const auto exportTo = [&](const QString& path) { return PlotCommands::of(*plot)->writeTo(path); };
    QVERIFY(exportTo(png));
    QVERIFY(QImage(png).pixelColor(4, 4).lightness() > 240);
    QVERIFY(exportTo(pdf));
    QVERIFY(QFileInfo(pdf).size() > 1000);
    QVERIFY(!exportTo(inDirectory("no/such/folder/plots.png")));
    dark->trigger();
    QTRY_VERIFY(plot->grab().toImage().pixelColor(4, 4).lightness() > 240);
}

void TestMainWindow::layersAreAddedMovedAndRemoved()
{
    auto* view = child<QTreeView>("layerView");
    view->setCurrentIndex(view->model()->index(1, 0));
    QStringList offered;
    for (const LayerMenu& group : layerMenus())
        for (const LayerClass* kind : group.classes)
            offered += toQt(kind->name);
    QCOMPARE(offered.size(), qsizetype(layerCatalog().size()) - 1); // there is an InputLayer already
    for (const LayerClass& kind : layerCatalog()) {
        if (kind.name == "InputLayer")
            continue;
        QVERIFY(offered.contains(toQt(kind.name)));
        QVERIFY(child<QAction>(("addLayer_" + kind.name).c_str()));
    }
    child<QAction>("addLayer_Dense")->trigger();
    QCOMPARE(m_window->document().session()->model.layers.size(), std::size_t{5});
    QCOMPARE(view->currentIndex().row(), 2);
    const std::string added = m_window->document().session()->model.layers[2].name;
    child<QAction>("moveLayerUp")->trigger();
    QCOMPARE(m_window->document().session()->model.layers[1].name, added);
    child<QAction>("removeLayer")->trigger();
    QCOMPARE(m_window->document().session()->model.layers.size(), std::size_t{4});
    QCOMPARE(m_window->document().session()->model.layers[1].name, std::string("dense_1"));
}

void TestMainWindow::aRenamedLayerStaysChosen()
{
    auto* view = child<QTreeView>("layerView");
    view->setCurrentIndex(view->model()->index(3, 0));
    auto* name = child<QLineEdit>("parameter_name");
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("head"));
    QTest::keyClick(name, Qt::Key_Return);
    QCOMPARE(m_window->document().session()->model.layers[3].name, std::string("head"));
    QCOMPARE(view->currentIndex().row(), 3);
    QCOMPARE(child<QLineEdit>("parameter_name")->text(), QStringLiteral("head"));
}

void TestMainWindow::anOpenCellEditorGoesWithTheLayersWithoutAWord()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("edit")));
    auto* view = child<QTreeView>("layerView");
    view->setFocus();
    view->setCurrentIndex(view->model()->index(2, 0));
    child<QAction>("editPolicy")->trigger();
    const QPointer<QComboBox> editor = view->findChild<QComboBox*>(QStringLiteral("policyEditor"));
    QVERIFY(editor && editor->hasFocus());
    child<QAction>("editPolicy")->trigger(); // it is open
    QCOMPARE(view->findChildren<QComboBox*>(QStringLiteral("policyEditor")).size(), 1);
    child<QAction>("addLayer_Activation")->trigger();
    // A list that was still open tells of its choice now that the view has given the editor up.
    QVERIFY(editor && editor->isHidden());
    emit editor->activated(1);
    QTRY_VERIFY(editor.isNull());
    QCOMPARE(m_window->document().session()->model.layers.size(), std::size_t{5});
    // A name, which makes the tree anew while its editor commits it.
    view->setFocus();
    view->setCurrentIndex(view->model()->index(2, 0));
    QTest::keyClick(view, Qt::Key_F2);
    QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    auto* name = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("renamed"));
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_COMPARE(m_window->document().session()->model.layers[2].name, std::string("renamed"));
    // Return, and a click elsewhere before Qt comes to what Return has queued.
    view->setFocus();
    view->setCurrentIndex(view->model()->index(2, 0));
    QTest::keyClick(view, Qt::Key_F2);
    QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    name = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    name->setText(QStringLiteral("again"));
    QCoreApplication::postEvent(name, new QKeyEvent(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier));
    QCoreApplication::sendPostedEvents(name);
    child<StackedPlot>("trainingPlots")->setFocus();
    QTRY_COMPARE(m_window->document().session()->model.layers[2].name, std::string("again"));
    QCoreApplication::processEvents();
    // A draft of a key whose editor is open already.
    QTest::keySequence(m_window.get(), QKeySequence(Qt::ALT | Qt::Key_2));
    auto* add = child<QAbstractButton>("addKey");
    QTRY_VERIFY(add->isVisible());
    add->click();
    add->click();
    QCOMPARE(m_window->findChildren<QLineEdit*>(QStringLiteral("mapKeyEditor")).size(), 1);
}

void TestMainWindow::aViewWithoutACurrentCellCopiesNothing()
{
    QTest::failOnWarning(QRegularExpression(QStringLiteral("Index")));
    int views = 0;
    for (const QAbstractItemView* view : m_window->findChildren<QAbstractItemView*>())
        if (view->model()) {
            ++views;
            QVERIFY(!view->model()->data(QModelIndex()).isValid()); // as Ctrl+C asks
        }
    QVERIFY(views > 5);
}

void TestMainWindow::aWindowThatGoesTakesWhatIsBeingTypedFirst()
{
    // As for a signal: nobody closes the window, it is destroyed as it is.
    int edits = 0;
    connect(&m_window->document(), &Document::sessionChanged, this, [&] { ++edits; });
    auto* name = child<QLineEdit>("parameter_name");
    name->setFocus();
    QVERIFY(name->hasFocus());
    QTest::keyClicks(name, QStringLiteral("x"));
    m_window.reset();
    QCOMPARE(edits, 1);
}

void TestMainWindow::policiesOfSeveralLayersByKeysAlone()
{
    auto* view = child<QTreeView>("layerView");
    const auto& layers
        = [this]() -> const std::vector<LayerSpec>& { return m_window->document().session()->model.layers; };
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Home);
    QTest::keyClick(view, Qt::Key_Down);
    QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keySequence(m_window.get(), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L));
    auto* editor = view->findChild<QComboBox*>(QStringLiteral("policyEditor"));
    QVERIFY(editor);
    editor->lineEdit()->selectAll();
    QTest::keyClicks(editor, QStringLiteral("bfloat16"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_VERIFY(layers()[3].policy.has_value());
    for (const std::size_t layer : {1U, 2U, 3U})
        QCOMPARE(layers()[layer].policy->name, std::string("bfloat16"));
    QCOMPARE(m_window->document().undoStack().count(), 1);
    // Copied from one layer, pasted on another.
    view->setFocus();
    QTest::keySequence(m_window.get(), QKeySequence(Qt::CTRL | Qt::Key_Backspace));
    QTRY_VERIFY(!layers()[3].policy.has_value());
    QVERIFY(!layers()[1].policy.has_value());
    child<QAction>("undo")->trigger();
    QTest::keyClick(view, Qt::Key_End);
    QTest::keySequence(view, QKeySequence::Copy);
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("DTypePolicy")));
    QApplication::clipboard()->setText(QStringLiteral("float64"));
    QTest::keySequence(view, QKeySequence::Paste);
    QTRY_COMPARE(layers()[3].policy->name, std::string("float64"));
    QApplication::clipboard()->setText(QStringLiteral("flaot64"));
    QTest::keySequence(view, QKeySequence::Paste);
    QVERIFY(child<MessageBanner>("messageBanner")->isVisible());
    QCOMPARE(layers()[3].policy->name, std::string("float64"));
}

void TestMainWindow::policiesOfSeveralLayersByMouseAlone()
{
    auto* view = child<QTreeView>("layerView");
    const auto click = [&](int row, Qt::KeyboardModifiers modifiers) {
        QTest::mouseClick(view->viewport(), Qt::LeftButton, modifiers,
            view->visualRect(view->model()->index(row, 0)).center());
    };
    click(1, Qt::NoModifier);
    click(3, Qt::ControlModifier);
    child<QAction>("setPolicy_float32")->trigger(); // as the context menu does
    const auto session = m_window->document().session();
    QVERIFY(session->model.layers[1].policy && session->model.layers[3].policy);
    QVERIFY(!session->model.layers[2].policy.has_value());
    QCOMPARE(m_window->document().undoStack().count(), 1);
    // The palette: a double click gives the policy to the selected layers.
    child<QTabWidget>("formTabs")->setCurrentWidget(child<QWidget>("policyPalettePage"));
    auto* palette = child<QTreeView>("policyPalette");
    const QModelIndex entry = palette->model()->index(0, 0, palette->model()->index(1, 0));
    const QPoint at = palette->visualRect(entry).center();
    QTest::mouseClick(palette->viewport(), Qt::LeftButton, {}, at);
    QVERIFY(child<QPushButton>("applyPolicy")->text().contains(QStringLiteral("2 layers")));
    QTest::mouseClick(child<QPushButton>("applyPolicy"), Qt::LeftButton);
    QCOMPARE(QString::fromStdString(m_window->document().session()->model.layers[3].policy->name),
        entry.data().toString());
    child<QAction>("inheritPolicy")->trigger();
    QVERIFY(!m_window->document().session()->model.layers[1].policy.has_value());
}

void TestMainWindow::aPolicyIsDroppedOnAllSelectedLayers()
{
    auto* view = child<QTreeView>("layerView");
    QAbstractItemModel* layers = view->model();
    QVERIFY(view->dragEnabled() && view->acceptDrops());
    view->setCurrentIndex(layers->index(1, 0));
    view->selectionModel()->select(
        layers->index(2, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    const auto* palette = child<QTreeView>("policyPalette")->model();
    const std::unique_ptr<QMimeData> data(palette->mimeData({palette->index(0, 0, palette->index(0, 0))}));
    QVERIFY(data);
    QVERIFY(layers->dropMimeData(data.get(), Qt::CopyAction, -1, -1, layers->index(2, 0)));
    QVERIFY(m_window->document().session()->model.layers[1].policy.has_value());
    QVERIFY(m_window->document().session()->model.layers[2].policy.has_value());
    // A layer that is not selected is alone.
    const std::unique_ptr<QMimeData> other(layers->mimeData({layers->index(1, 0)}));
    m_window->document().undoStack().undo();
    QVERIFY(layers->dropMimeData(other.get(), Qt::CopyAction, -1, -1, layers->index(3, 0)));
    QVERIFY(m_window->document().session()->model.layers[3].policy.has_value());
    QVERIFY(!m_window->document().session()->model.layers[2].policy.has_value());
}

void TestMainWindow::aFilterKeepsWhatAMatchIsInside()
{
    const Status added = m_window->document().edit({}, [](SessionSpec& s) {
        const LayerSpec steps{
            "steps", "Reshape", {{"target_shape", std::vector<std::int64_t>{4, 4}}}, {}, {}};
        const LayerSpec attention{"mha", "MultiHeadAttention",
            {{"num_heads", std::int64_t{2}}, {"key_dim", std::int64_t{3}}}, {}, {}};
        s.model.layers.insert(
            s.model.layers.begin() + 2, {steps, attention, {"flatten", "Flatten", {}, {}, {}}});
    });
    QVERIFY2(added.ok(), added.ok() ? "" : added.error().text().c_str());
    auto* view = child<QTreeView>("layerView");
    child<QLineEdit>("layerFilter")->setText(QStringLiteral("attention_output"));
    QCOMPARE(view->model()->rowCount(), 1);
    const QModelIndex mha = view->model()->index(0, 0);
    QCOMPARE(mha.data().toString(), QStringLiteral("mha"));
    QCOMPARE(view->model()->rowCount(mha), 1);
    QVERIFY(view->isExpanded(mha));
    view->setCurrentIndex(view->model()->index(0, 0, mha));
    child<QAction>("setPolicy_float32")->trigger();
    QCOMPARE(m_window->document().session()->model.layers[3].children.size(), std::size_t{1});
    child<QLineEdit>("layerFilter")->clear();
    QCOMPARE(view->model()->rowCount(), 7);
}

void TestMainWindow::columnsAreChosenAndRemembered()
{
    constexpr int kCompute = 3;
    constexpr int kOrigin = 7;
    auto* view = child<QTreeView>("layerView");
    m_window->resize(1100, 700);
    QVERIFY(view->isColumnHidden(kCompute));
    QVERIFY(view->model()->index(1, 2).data().toString().contains(QStringLiteral("global")));
    child<QAction>("showAllColumns")->trigger();
    for (int column = 0; column < view->model()->columnCount(); ++column)
        QVERIFY(!view->isColumnHidden(column));
    QVERIFY(!view->model()->index(1, 2).data().toString().contains(QStringLiteral("global")));
    child<QAction>("column_compute")->trigger();
    QVERIFY(view->isColumnHidden(kCompute));
    m_window = std::make_unique<MainWindow>(m_kernels, *m_settings);
    m_window->show();
    view = child<QTreeView>("layerView");
    QVERIFY(view->isColumnHidden(kCompute));
    QVERIFY(!view->isColumnHidden(kOrigin));
    child<QAction>("automaticColumns")->trigger();
    QVERIFY(m_settings->layerColumns().isEmpty());
    QVERIFY(view->isColumnHidden(kOrigin));
}

/// And the window grows for none.
void TestMainWindow::aNoticesButtonsLeaveItsTextRoom()
{
    MessageBanner banner;
    banner.showMessage(Severity::Notice,
        QStringLiteral("What a run says of itself, in so many words that they take a line or two."));
    const auto* text = banner.findChild<QLabel*>(QStringLiteral("messageText"));
    const auto* button = banner.findChild<QPushButton*>(QStringLiteral("messageDismiss"));
    banner.resize(900, 60);
    QTRY_VERIFY(button->geometry().left() > text->geometry().right());
    QVERIFY(banner.minimumSizeHint().width() < 300);
    banner.resize(300, 160);
    QTRY_VERIFY(button->geometry().top() > text->geometry().bottom());
    QTRY_VERIFY(text->width() > 200);
}

void TestMainWindow::aPolicyThatCannotTrainIsSaidWhenTraining()
{
    auto* view = child<QTreeView>("layerView");
    view->setCurrentIndex(view->model()->index(1, 0));
    const QString metrics = view->model()->index(1, 8).data().toString();
    QVERIFY(!metrics.isEmpty());
    QVERIFY(m_window->document()
                .edit({}, [](SessionSpec& s) { s.model.layers[1].policy = *getPolicy("int32"); })
                .ok());
    QVERIFY(m_window->isIdle()); // not retrained, the run stays
    QVERIFY(!child<MessageBanner>("messageBanner")->isVisible());
    child<QAction>("train")->trigger();
    QVERIFY(child<MessageBanner>("messageBanner")->isVisible());
    QVERIFY(child<MessageBanner>("messageBanner")->text().contains(QStringLiteral("dense_1")));
    QVERIFY(child<MessageBanner>("messageBanner")->text().contains(QStringLiteral("ValueError")));
    QVERIFY(!child<QPushButton>("messageOffer")->isVisible()); // nothing is quantized
    QCOMPARE(view->model()->index(1, 8).data().toString(), metrics);
}

void TestMainWindow::aLongRunIsNotRetrainedButMarked()
{
    child<QAction>("retrainAfterEdits")->trigger();
    QVERIFY(m_window->document().edit({}, [](SessionSpec& session) { session.training.seed = 2; }).ok());
    QVERIFY(m_window->isIdle());
    auto* train = child<QPushButton>("verdictAction");
    QCOMPARE(train->text(), QStringLiteral("Train"));
    QTest::mouseClick(train, Qt::LeftButton);
    waitUntilIdle();
    QVERIFY2(train->text().startsWith(QStringLiteral("Try loss scale 1024: ")), qPrintable(train->text()));
}

void TestMainWindow::exportWritesTheJsonThatKerasReads()
{
    const PolicyExportDialog dialog(exportTargets(*m_window->document().session()));
    const QString path = inDirectory("policy.json");
    QVERIFY(dialog.saveTo(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const std::string text = file.readAll().toStdString();
    QCOMPARE(nlohmann::json::parse(text).at("class_name").get<std::string>(), std::string("DTypePolicyMap"));
    const Result<KerasPolicy> read = policyFromText(text);
    QVERIFY(read.ok());
    QCOMPARE(std::get<DTypePolicyMap>(*read).defaultPolicy.name, std::string("mixed_float16"));
    QVERIFY(!dialog.saveTo(inDirectory("no/such/folder/policy.json")));
}

void TestMainWindow::missingDataOffersTheCommand()
{
    QVERIFY(m_window->document()
                .edit({},
                    [](SessionSpec& session) {
                        session.model.layers[0].config.set("shape", std::vector<std::int64_t>{28, 28});
                        session.model.layers.insert(
                            session.model.layers.begin() + 1, LayerSpec{"flatten", "Flatten", {}, {}, {}});
                        session.model.layers.back().config.set("units", std::int64_t{10});
                        session.training.loss = {"SparseCategoricalCrossentropy", {{"from_logits", true}}};
                        session.data = {"fashion_mnist", {{"folder", std::string("/nowhere/to/be/found")}}};
                    })
                .ok());
    child<QAction>("reset")->trigger();
    auto* banner = child<MessageBanner>("messageBanner");
    QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible(), kTrainedMs);
    QVERIFY2(banner->text().contains(QStringLiteral("dataset-fashion-mnist")), qPrintable(banner->text()));
    QVERIFY(child<QLineEdit>("messageCommand")
                ->text()
                .contains(QStringLiteral("apt-get install dataset-fashion-mnist")));
    QVERIFY(child<QPushButton>("messageCopy")->isVisible());
    QVERIFY(child<QPushButton>("messageRetry")->isVisible());
}

void TestMainWindow::brokenFileLeavesWhatIsOpen()
{
    const QString path = inDirectory("broken.ulps");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"format\": \"ulpscope-session\", \"version\": 1, \"layers\": [");
    file.close();
    const auto before = m_window->document().session();
    m_window->openSession(path);
    QCOMPARE(m_window->document().session(), before);
    QVERIFY(child<MessageBanner>("messageBanner")->isVisible());
    QVERIFY(child<MessageBanner>("messageBanner")->text().contains(QStringLiteral("broken.ulps")));
}

void TestMainWindow::closingAsksWhenChangesWouldBeLost()
{
    QVERIFY(m_window->document().edit({}, [](SessionSpec& session) { session.training.seed = 3; }).ok());
    const auto answerWith = [this](QMessageBox::StandardButton answer) {
        QTimer::singleShot(0, this, [answer] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            QVERIFY(question);
            question->button(answer)->click();
        });
    };
    answerWith(QMessageBox::Cancel);
    QVERIFY(!m_window->close());
    QVERIFY(m_window->isVisible());
    answerWith(QMessageBox::Discard);
    QVERIFY(m_window->close());
}

void TestMainWindow::tabsAreReachedByKeysAndLeaveTheTrainingItsRoom()
{
    m_window->resize(1100, 700);
    QCOMPARE(m_window->size(), QSize(1100, 700));
    auto* dock = child<QWidget>("modelDock");
    QVERIFY(dock->isVisible());
    child<QAction>("showForms")->setChecked(false);
    QTRY_VERIFY(dock->width() < 1100 / 4); // its share of any window
    QTest::qWait(50); // once more when the forms have gone
    const int dockWidth = dock->width();
    QTest::keySequence(m_window.get(), QKeySequence(Qt::ALT | Qt::Key_3));
    QTRY_VERIFY(child<QWidget>("numberLab")->isVisible());
    QVERIFY(child<QLineEdit>("number")->hasFocus());
    QVERIFY(!dock->isVisible());
    QCOMPARE(m_window->size(), QSize(1100, 700));
    // Nothing is cut off: the page needs no more than it has.
    for (const char* page : {"numberLab", "accumulators"}) {
        if (!child<QWidget>(page)->isVisible())
            QTest::keySequence(m_window.get(), QKeySequence(Qt::ALT | Qt::Key_4));
        QTRY_VERIFY(child<QWidget>(page)->isVisible());
        const QWidget* viewport = child<QWidget>(page)->parentWidget();
        QTRY_VERIFY2(child<QWidget>(page)->width() <= viewport->width()
                && child<QWidget>(page)->height() <= viewport->height(),
            page);
    }
    // The diagnosis is about the session: the model stays beside it, and the page's width is what is left.
    QTest::keySequence(m_window.get(), QKeySequence(Qt::ALT | Qt::Key_5));
    QTRY_VERIFY(child<QWidget>("diagnosis")->isVisible());
    QVERIFY(dock->isVisible());
    QVERIFY(child<QPushButton>("blameFind")->hasFocus());
    QVERIFY(child<QLabel>("birthSentence")->text().contains(QStringLiteral("1500 steps")));
    QCOMPARE(m_window->size(), QSize(1100, 700));
    QTRY_VERIFY(child<QWidget>("diagnosis")->width() <= child<QWidget>("diagnosis")->parentWidget()->width());
    QTest::keySequence(m_window.get(), QKeySequence(Qt::ALT | Qt::Key_1));
    QTRY_VERIFY(child<QWidget>("healthStrip")->isVisible());
    QVERIFY(dock->isVisible());
    QTRY_COMPARE(dock->width(), dockWidth);
}

/// Another one would be under the pointer.
void TestMainWindow::tabsStayWhereTheyAreWhicheverIsChosen()
{
    auto* tabs = child<QTabWidget>("tabs");
    QTest::qWait(50);
    const auto left = [&] { return child<QTabBar>("rooms")->mapTo(m_window.get(), QPoint()).x(); };
    const int before = left();
    QVERIFY(before > 300); // right of the model's panel
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        QTest::qWait(50);
        QVERIFY2(std::abs(left() - before) <= 2, qPrintable(QStringLiteral("%1: %2").arg(tab).arg(left())));
    }
    tabs->setCurrentIndex(2);
    child<QAction>("showModelPanel")->trigger(); // beside the lab
    QTest::qWait(50);
    QVERIFY2(std::abs(left() - before) <= 2, qPrintable(QString::number(left())));
}

/// As in every program; these keys moved the selected layer.
void TestMainWindow::altDownOpensTheChoiceThatHasTheFocus()
{
    const auto before = m_window->document().session();
    for (const char* name : {"lossScale", "globalPolicy"}) {
        auto* choice = child<QComboBox>(name);
        choice->setFocus();
        QTRY_VERIFY(choice->hasFocus());
        QTest::keyClick(choice, Qt::Key_Down, Qt::AltModifier);
        QTRY_VERIFY(choice->view()->isVisible());
        choice->hidePopup();
        QCOMPARE(m_window->document().session(), before);
    }
    auto* view = child<QTreeView>("layerView");
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Down, Qt::AltModifier);
    QVERIFY(m_window->document().session() != before);
    child<QAction>("undo")->trigger();
}

void TestMainWindow::aPolicyIsTypedWithOneReturn()
{
    auto* view = child<QTreeView>("layerView");
    const QModelIndex cell = view->model()->index(2, 2);
    view->setFocus();
    view->setCurrentIndex(cell);
    QTest::keyClick(view, Qt::Key_F2);
    auto* editor = view->findChild<QComboBox*>(QStringLiteral("policyEditor"));
    QTRY_VERIFY(editor && editor->isVisible());
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("float32"));
    QTest::qWait(50);
    QWidget* takes
        = QApplication::activePopupWidget() ? QApplication::activePopupWidget() : QApplication::focusWidget();
    QTest::keyClick(takes, Qt::Key_Return);
    QTRY_VERIFY(m_window->document().session()->model.layers[2].policy.has_value());
    QCOMPARE(m_window->document().session()->model.layers[2].policy->name, std::string("float32"));
    QTRY_VERIFY(view->findChildren<QComboBox*>(QStringLiteral("policyEditor")).isEmpty());
}

void TestMainWindow::aSuggestionTrainsWhereverTheRunStands()
{
    child<QAction>("reset")->trigger();
    waitUntilIdle();
    child<QAction>("step")->trigger();
    waitUntilIdle();
    QCOMPARE(m_window->shownRun().run()->stepsDone(), 1);
    QTest::mouseClick(child<QAbstractButton>("suggestion1"), Qt::LeftButton);
    QVERIFY(!m_window->isIdle());
    waitUntilIdle();
    QCOMPARE(m_window->shownRun().run()->stepsDone(), m_window->document().session()->training.steps);
}

/// One step is not the run.
void TestMainWindow::aHealthyRunThatHasNotEndedIsHealthySoFar()
{
    QTest::mouseClick(child<QAbstractButton>("suggestion1"), Qt::LeftButton);
    waitUntilIdle();
    const auto* sentence = child<QLabel>("verdictSentence");
    QVERIFY2(
        sentence->text().startsWith(QStringLiteral("Numerically healthy")), qPrintable(sentence->text()));
    child<QAction>("reset")->trigger();
    waitUntilIdle();
    child<QAction>("step")->trigger();
    waitUntilIdle();
    QVERIFY2(sentence->text().startsWith(QStringLiteral("The run so far: Numerically healthy")),
        qPrintable(sentence->text()));
}

void TestMainWindow::whatIsNotTrainedHasAButtonThatTrains()
{
    child<QAction>("reset")->trigger();
    waitUntilIdle();
    QVERIFY(child<QLabel>("verdictSentence")->text().contains(QStringLiteral("Nothing is trained yet")));
    auto* train = child<QAbstractButton>("verdictAction");
    QVERIFY(train->isVisible());
    QCOMPARE(train->text(), QStringLiteral("Train"));
    QTest::mouseClick(train, Qt::LeftButton);
    waitUntilIdle();
    QCOMPARE(m_window->shownRun().run()->stepsDone(), m_window->document().session()->training.steps);
}

void TestMainWindow::selectedLayersKeepTheirBars()
{
    auto* view = child<QTreeView>("layerView");
    const QModelIndex cell = view->model()->index(1, LayerTreeModel::FlushedColumn);
    view->selectionModel()->setCurrentIndex(
        cell, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    view->scrollTo(cell);
    const QRect rect = view->visualRect(cell);
    const QImage image = view->viewport()->grab(rect).toImage();
    const QColor barred = image.pixelColor(4, 4);
    const QColor free = image.pixelColor(image.width() - 2, 4); // no bar reaches the edge
    QVERIFY2(barred != free, qPrintable(barred.name()));
    QCOMPARE(image.pixelColor(0, 0), view->palette().color(QPalette::Highlight));
}

void TestMainWindow::linksFollowTheTheme()
{
    QLabel label(QStringLiteral("<a href=\"x\">MMMMMMMM</a>"), m_window.get());
    label.resize(200, 40);
    label.show();
    const auto hasColour = [&label](const QColor& color) {
        const QImage image = label.grab().toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) == color)
                    return true;
        return false;
    };
    for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Dark}) {
        child<QAction>("darkTheme")->setChecked(theme == Theme::Dark);
        QTest::qWait(20);
        QVERIFY(hasColour(themePalette(theme).color(QPalette::Link)));
    }
    child<QAction>("darkTheme")->setChecked(false);
}

void TestMainWindow::theStatusBarEndsInNoSeparator()
{
    const auto line = [this] {
        QString text;
        for (const QLabel* label : child<QWidget>("progressLine")->findChildren<QLabel*>())
            text += label->isHidden() ? QString() : label->text();
        return text.trimmed();
    };
    QVERIFY2(line().contains(QStringLiteral("keras")), qPrintable(line()));
    QVERIFY(line().contains(u'·'));
    MainWindow fresh(m_kernels, *m_settings);
    const auto* progress = fresh.findChild<QWidget*>(QStringLiteral("progressLine"));
    for (const QLabel* label : progress->findChildren<QLabel*>())
        QVERIFY2(!label->text().trimmed().endsWith(u'·'), qPrintable(label->text()));
}

void TestMainWindow::takesAPicture()
{
    const QString path = inDirectory("window.png");
    QVERIFY(m_window->saveScreenshot(path));
    const QImage picture(path);
    QCOMPARE(picture.size(), m_window->size() * m_window->devicePixelRatioF());
}

void TestMainWindow::notesAndPlotsOfTheLayerAreSeenFromAnyTab()
{
    auto* tabs = child<QTabWidget>("tabs");
    for (const char* name : {"writeNote", "layerPlots"}) {
        tabs->setCurrentIndex(3);
        child<QAction>(name)->trigger();
        QCOMPARE(tabs->currentIndex(), 0);
        if (auto* field = child<QLineEdit>("noteField"); name == std::string_view("writeNote")) {
            QVERIFY(field->isVisible());
            QTest::keyClick(field, Qt::Key_Escape);
        }
    }
    child<QAction>("layerPlots")->trigger();
}

void TestMainWindow::aNoteSelectsItsLayerWhateverTheFilterHides()
{
    auto* tree = child<QTreeView>("layerView");
    auto* filter = child<QLineEdit>("layerFilter");
    const auto selected = [&] { return tree->currentIndex().siblingAtColumn(0).data().toString(); };
    filter->setText(QStringLiteral("logits"));
    emit child<TrainingView>("trainingView")->layerWanted(QStringLiteral("dense_2"));
    QVERIFY2(selected().contains(QStringLiteral("dense_2")), qPrintable(selected()));
    emit child<TrainingView>("trainingView")->layerWanted(QStringLiteral("no_layer"));
    QVERIFY2(selected().contains(QStringLiteral("dense_2")), qPrintable(selected()));
}

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
