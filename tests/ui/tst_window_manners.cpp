// SPDX-License-Identifier: GPL-3.0-or-later
// What a person expects of any window: keys that are the window's again after Return, tips that can be read, a layout that
// comes back, bars that hide nothing, dialogs with keys, and scenes that lose nothing.
#include "app/desktop/settings.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/window_test.h"
#include "ui/look/explanation_popup.h"
#include "ui/look/fields.h"
#include "ui/look/flow_layout.h"
#include "ui/look/message_banner.h"
#include "ui/look/page_area.h"
#include "ui/look/plot_commands.h"
#include "ui/look/plot_file.h"
#include "ui/shell/main_window.h"
#include "ui/shell/view_menu.h"
#include "ui/training/stacked_plot.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QScrollArea>
#include <QSpinBox>
#include <QStatusBar>
#include <QStyle>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolBar>
#include <QToolTip>
#include <QTreeView>
#include <QUndoStack>
#include <QtEndian>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

const QString kScenes = QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/scenes/");

} // namespace

class TestWindowManners : public WindowTest
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();
    void afterReturnTheKeysAreTheWindowsAgain();
    void escapeTakesWhatWasThereBefore();
    void whatIsWrongIsSaidBelowItsField();
    void longTipsAreWrapped();
    void aScrollBarTurnsNothing();
    void aPageThatIsNeverContentComesToRest();
    void theCursorStaysWhereKeysPutIt();
    void theDefaultLayoutComesBackWhole();
    void rowsOfTablesGrowWithTheText();
    void aSizeOfALargerScreenIsFitted();
    void presentingIsSaidOnlyWhilePresenting();
    void escapeEndsPresentingWhereverTheKeysWere();
    void presentingLeavesLargeTextOnASmallScreen();
    void docksOfAWiderWindowFitANarrowerOne();
    void textSizesEndWithTheirWindow();
    void barsMakeALineBeforeTheyHideAnything();
    void aSmallWindowWithLargeTextScrolls();
    void aProjectorShowsTheWholeTrainingPage();
    void aFloatingPanelEndsWithItsWindow();
    void dialogsHaveKeys();
    void entriesOfTheViewMenuHaveKeysOfTheirOwn();
    void scenesAreLeftAndComeBack();
    void aFileThatIsNotChosenYetLeavesTheRun();
    void swatchesFollowTheTheme();
    void plotsAreWrittenAsTheirNameSays();
    void theInputLayerIsNotOffered();

private:
    /// The field of the page "Training" in the model's panel.
    FaultField* trainingField(const char* parameter) const;
};

void TestWindowManners::init()
{
    startAfresh(); // with the size of the first start, and not what the test before left
    openWindow();
    m_window->openScene(kScenes + QStringLiteral("circle.ulps"));
    waitUntilIdle();
}

void TestWindowManners::cleanup()
{
    m_window.reset();
}

FaultField* TestWindowManners::trainingField(const char* parameter) const
{
    auto* tabs = child<QTabWidget>("formTabs");
    tabs->setCurrentIndex(3);
    return tabs->currentWidget()->findChild<FaultField*>(
        QStringLiteral("parameter_") + QLatin1String(parameter));
}

void TestWindowManners::afterReturnTheKeysAreTheWindowsAgain()
{
    auto* layers = child<QTreeView>("layerView");
    layers->setFocus();
    FaultField* steps = trainingField("steps");
    QVERIFY(steps);
    steps->setFocus();
    steps->selectAll();
    QTest::keyClicks(steps, QStringLiteral("40"));
    QTest::keyClick(steps, Qt::Key_Return);
    QCOMPARE(m_window->document().session()->training.steps, std::int64_t{40});
    QTRY_VERIFY(layers->hasFocus());
    QTest::keySequence(QApplication::focusWidget(), QKeySequence::Undo);
    QCOMPARE(m_window->document().session()->training.steps, std::int64_t{1500});
    // Without a view before, the plots; and from boxes as from lines.
    child<StackedPlot>("trainingPlots")->setFocus();
    auto* scale = child<QComboBox>("lossScale");
    scale->setFocus();
    scale->lineEdit()->selectAll();
    QTest::keyClicks(scale, QStringLiteral("none"));
    QTest::keyClick(scale, Qt::Key_Return);
    QCOMPARE(m_window->document().session()->training.lossScale.className, std::string("none"));
    QTRY_VERIFY(child<StackedPlot>("trainingPlots")->hasFocus());
}

void TestWindowManners::escapeTakesWhatWasThereBefore()
{
    child<StackedPlot>("trainingPlots")->setFocus();
    FaultField* steps = trainingField("steps");
    steps->setFocus();
    steps->selectAll();
    QTest::keyClicks(steps, QStringLiteral("77"));
    QTest::keyClick(steps, Qt::Key_Escape);
    QCOMPARE(steps->text(), QStringLiteral("1500"));
    QVERIFY(child<StackedPlot>("trainingPlots")->hasFocus());
    QVERIFY(!m_window->document().isModified());
}

void TestWindowManners::whatIsWrongIsSaidBelowItsField()
{
    const int tilesAt = child<QWidget>("healthStrip")->mapTo(m_window.get(), QPoint()).y();
    FaultField* steps = trainingField("steps");
    auto* reason = steps->parentWidget()->findChild<QLabel*>(QStringLiteral("reason_steps"));
    steps->setFocus();
    for (const char* wrong : {"abc", "0"}) {
        steps->selectAll();
        QTest::keyClicks(steps, QString::fromLatin1(wrong));
        QVERIFY(!steps->isWrong()); // while it is typed
        QTest::keyClick(steps, Qt::Key_Return);
        QCOMPARE(steps->text(), QString::fromLatin1(wrong));
        QVERIFY(steps->isWrong());
        QTRY_VERIFY(reason->isVisible());
        QVERIFY2(
            reason->text().startsWith(QStringLiteral("expected an integer")), qPrintable(reason->text()));
        QCoreApplication::processEvents();
        QVERIFY(steps->hasFocus()); // to be mended
    }
    // Nothing else has moved, and nothing has changed.
    QVERIFY(!child<MessageBanner>("messageBanner")->isVisible());
    QCOMPARE(child<QWidget>("healthStrip")->mapTo(m_window.get(), QPoint()).y(), tilesAt);
    QVERIFY(!m_window->document().isModified());
    QTest::keyClick(steps, Qt::Key_Escape);
    QCOMPARE(steps->text(), QStringLiteral("1500"));
    QVERIFY(!steps->isWrong() && !reason->isVisible());
    // Of one layer, it is not said of another.
    auto* layers = child<QTreeView>("layerView");
    layers->setCurrentIndex(layers->model()->index(1, 0));
    auto* tabs = child<QTabWidget>("formTabs");
    tabs->setCurrentIndex(0);
    auto* units = tabs->currentWidget()->findChild<FaultField*>(QStringLiteral("parameter_units"));
    const QString before = units->text();
    units->setFocus();
    units->selectAll();
    QTest::keyClicks(units, QStringLiteral("wide"));
    QTest::keyClick(units, Qt::Key_Return);
    QVERIFY(units->isWrong());
    layers->setCurrentIndex(layers->model()->index(2, 0));
    QVERIFY(!units->isWrong());
    QCOMPARE(units->text(), before);
}

void TestWindowManners::aScrollBarTurnsNothing()
{
    constexpr int kCharacters = 40;
    TurningSplitter splitter(QStringLiteral("turning"), kCharacters, nullptr);
    const int turn = kCharacters * splitter.fontMetrics().averageCharWidth();
    const int bar = splitter.style()->pixelMetric(QStyle::PM_ScrollBarExtent);
    splitter.show();
    splitter.resize(turn + 5 * bar, 100);
    QCOMPARE(splitter.orientation(), Qt::Horizontal);
    splitter.resize(turn, 100);
    QCOMPARE(splitter.orientation(), Qt::Horizontal);
    splitter.resize(turn - 1, 100); // the bar comes
    QCOMPARE(splitter.orientation(), Qt::Vertical);
    splitter.resize(turn - 1 + bar, 100); // and goes
    QCOMPARE(splitter.orientation(), Qt::Vertical);
    splitter.resize(turn + 2 * bar, 100);
    QCOMPARE(splitter.orientation(), Qt::Horizontal);
}

/// Wants another height whenever it is asked.
class Restless : public QWidget
{
public:
    QSize minimumSizeHint() const override
    {
        ++asked;
        return {1, 400 + asked % 101};
    }
    mutable int asked = 0;
};

void TestWindowManners::aPageThatIsNeverContentComesToRest()
{
    PageArea page;
    auto* restless = new Restless;
    page.setWidget(restless);
    page.show();
    page.resize(300, 200); // which comes back
    QCoreApplication::processEvents();
    QVERIFY2(restless->asked > 0 && restless->asked < 1000, qPrintable(QString::number(restless->asked)));
}

void TestWindowManners::longTipsAreWrapped()
{
    const QFontMetrics metrics(QToolTip::font());
    const QString sentence = QStringLiteral("this & that ").repeated(40);
    QCOMPARE(wrappedTip(QStringLiteral("short"), metrics), QStringLiteral("short"));
    const QString wrapped = wrappedTip(sentence, metrics);
    QVERIFY(Qt::mightBeRichText(wrapped));
    QVERIFY(wrapped.contains(QStringLiteral("&amp;"))); // text stays text
    // Of a widget, of an item, of a header.
    const auto shownFor = [](QWidget* widget, const QPoint& at) {
        QToolTip::hideText();
        QHelpEvent help(QEvent::ToolTip, at, widget->mapToGlobal(at));
        QCoreApplication::sendEvent(widget, &help);
        return QToolTip::text();
    };
    auto* tile = child<QWidget>("gradients_flushed_percent_tile");
    auto* layers = child<QTreeView>("layerView");
    QWidget* header = layers->header()->viewport();
    const QPoint policy(layers->header()->sectionViewportPosition(2) + 4, 4);
    for (const QString& tip : {shownFor(tile, {4, 4}), shownFor(header, policy),
             shownFor(layers->viewport(), layers->visualRect(layers->model()->index(1, 2)).center())}) {
        QVERIFY(!tip.isEmpty());
        for (const QString& line : tip.split(QLatin1Char('\n')))
            QVERIFY2(Qt::mightBeRichText(tip) || metrics.horizontalAdvance(line) < 700, qPrintable(tip));
    }
    QVERIFY(Qt::mightBeRichText(shownFor(tile, {4, 4})));
    QToolTip::hideText();
}

void TestWindowManners::theCursorStaysWhereKeysPutIt()
{
    auto* plot = child<StackedPlot>("trainingPlots");
    auto* canvas = child<QWidget>("trainingPlotsCanvas");
    plot->setFocus();
    QTest::keyClick(plot, Qt::Key_Left);
    QTest::keyClick(plot, Qt::Key_Left, Qt::ControlModifier);
    const std::optional<std::int64_t> kept = plot->cursorStep();
    QVERIFY(kept.has_value());
    QTest::mouseMove(canvas, plot->frameOf(QStringLiteral("loss"))->data.center());
    QTRY_VERIFY(plot->cursorStep() != kept); // the mouse reads another
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(plot, &leave);
    QCOMPARE(plot->cursorStep(), kept);
    QTest::keyClick(plot, Qt::Key_End);
    QCoreApplication::sendEvent(plot, &leave);
    QVERIFY(!plot->cursorStep().has_value());
}

void TestWindowManners::theDefaultLayoutComesBackWhole()
{
    auto* dock = child<QDockWidget>("modelDock");
    const double points = QApplication::font().pointSizeF();
    child<QAction>("largerText")->trigger();
    m_window->resizeDocks({dock}, {dock->minimumSizeHint().width()}, Qt::Horizontal);
    m_window->resize(700, 600);
    dock->hide();
    child<QAction>("restoreLayout")->trigger();
    QCOMPARE(QApplication::font().pointSizeF(), points);
    QCOMPARE(m_window->size(),
        QSize(1440, 900).boundedTo(m_window->screen()->availableGeometry().marginsRemoved(kFrame).size()));
    QVERIFY(dock->isVisible());
    QTRY_VERIFY2(std::abs(dock->width() - std::max(376, m_window->width() * 36 / 100)) <= 1,
        qPrintable(QString::number(dock->width())));
}

void TestWindowManners::rowsOfTablesGrowWithTheText()
{
    const auto tables = m_window->findChildren<QTableView*>();
    QVERIFY(!tables.empty());
    for (const char* action : {"largerText", "smallerText"}) {
        for (int i = 0; i < 5; ++i)
            child<QAction>(action)->trigger();
        QStringList others;
        for (const QTableView* table : tables) {
            const int room = table->verticalHeader()->defaultSectionSize() - table->fontMetrics().height();
            if (room != 6 && room != 13)
                others += QStringLiteral("%1: %2").arg(table->objectName()).arg(room);
        }
        QCOMPARE(others, QStringList());
    }
}

/// Qt takes no geometry of a screen of quite another width, and of one that is a little wider all of it.
void TestWindowManners::aSizeOfALargerScreenIsFitted()
{
    // Behind magic, version, two frames, screen and two flags.
    constexpr qsizetype kScreenWidth = 4 + 2 * 2 + 2 * 16 + 4 + 2;
    const QRect room = QGuiApplication::primaryScreen()->availableGeometry();
    m_window.reset();
    for (const int screenWidth : {2 * room.width(), room.width() * 5 / 4}) {
        QWidget saved;
        saved.setGeometry(100, 100, room.width() * 5 / 4, room.height() * 5 / 4);
        QByteArray geometry = saved.saveGeometry();
        qToBigEndian<qint32>(screenWidth, geometry.data() + kScreenWidth);
        m_settings->setWindowLayout(geometry, {});
        openWindow();
        const QRect place = m_window->frameGeometry();
        QVERIFY2(room.contains(place),
            qPrintable(QStringLiteral("%1x%2 at %3, %4")
                           .arg(place.width())
                           .arg(place.height())
                           .arg(place.x())
                           .arg(place.y())));
        m_window.reset();
    }
}

/// With the model's panel the keys go, but to no field.
void TestWindowManners::escapeEndsPresentingWhereverTheKeysWere()
{
    auto* filter = child<QLineEdit>("layerFilter");
    filter->setFocus();
    QTRY_COMPARE(QApplication::focusWidget(), filter);
    auto* present = child<QAction>("present");
    present->trigger();
    QTRY_VERIFY(!filter->isVisible());
    QWidget* focus = QApplication::focusWidget();
    QVERIFY(focus != nullptr && qobject_cast<QAbstractSpinBox*>(focus) == nullptr
        && qobject_cast<QLineEdit*>(focus) == nullptr);
    QTest::keyClick(focus, Qt::Key_Escape);
    QVERIFY(!present->isChecked());
}

void TestWindowManners::presentingIsSaidOnlyWhilePresenting()
{
    auto* present = child<QAction>("present");
    present->trigger();
    QVERIFY(m_window->statusBar()->currentMessage().contains(QStringLiteral("F11")));
    present->trigger();
    QCOMPARE(m_window->statusBar()->currentMessage(), QString());
    present->trigger();
    QTest::keyClick(m_window.get(), Qt::Key_Escape); // as every full screen ends
    QVERIFY(!present->isChecked());
    QVERIFY(!m_window->isFullScreen());
}

void TestWindowManners::presentingLeavesLargeTextOnASmallScreen()
{
    QVERIFY(m_window->screen()->size().width() <= 1024);
    const double before = QApplication::font().pointSizeF();
    for (int i = 0; i < 4; ++i)
        child<QAction>("largerText")->trigger();
    const double larger = QApplication::font().pointSizeF();
    QVERIFY(larger > 1.3 * before);
    child<QAction>("present")->trigger();
    QCOMPARE(QApplication::font().pointSizeF(), larger);
    child<QAction>("present")->trigger();
}

/// As on the screen of another machine.
void TestWindowManners::docksOfAWiderWindowFitANarrowerOne()
{
    m_window->resize(1600, 800);
    auto* dock = child<QDockWidget>("runsDock");
    QTest::keyClick(m_window.get(), Qt::Key_F8);
    m_window->addDockWidget(Qt::RightDockWidgetArea, dock);
    QTest::qWait(0);
    m_window->resizeDocks({dock}, {480}, Qt::Horizontal);
    QTRY_COMPARE(dock->width(), 480);
    QVERIFY(m_window->close());
    openWindow({1200, 800});
    const auto* narrower = child<QDockWidget>("runsDock");
    // But for what the edges between docks take.
    QTRY_VERIFY2(
        std::abs(narrower->width() - 480 * 1200 / 1600) < 16, qPrintable(QString::number(narrower->width())));
}

/// The program's font was left as large as the last window had it, and the next window began there.
void TestWindowManners::textSizesEndWithTheirWindow()
{
    const double before = QApplication::font().pointSizeF();
    const auto trigger = [&](const char* action) { child<QAction>(action)->trigger(); };
    for (int i = 0; i < 20; ++i)
        trigger("largerText");
    const double largest = QApplication::font().pointSizeF();
    QCOMPARE(largest, 2 * before);
    trigger("present");
    QCOMPARE(QApplication::font().pointSizeF(), largest); // there is no larger one
    trigger("present");
    QCOMPARE(QApplication::font().pointSizeF(), largest);
    m_window.reset();
    QCOMPARE(QApplication::font().pointSizeF(), before);
}

void TestWindowManners::barsMakeALineBeforeTheyHideAnything()
{
    const auto hidden = [this] {
        for (QToolBar* bar : m_window->findChildren<QToolBar*>())
            if (auto* more = bar->findChild<QWidget*>(QStringLiteral("qt_toolbar_ext_button"));
                more && more->isVisible())
                return bar->objectName();
        return QString();
    };
    m_window->resize(1440, 900);
    const int oneLine = child<QToolBar>("policyBar")->y();
    QTRY_COMPARE(hidden(), QString());
    QCOMPARE(child<QToolBar>("runBar")->y(), oneLine);
    m_window->resize(1024, 768);
    QTRY_COMPARE(hidden(), QString());
    QVERIFY(child<QComboBox>("lossScale")->isVisible());
    QAction* larger = child<QAction>("largerText");
    for (int i = 0; i < 3; ++i)
        larger->trigger();
    QTRY_VERIFY(child<QToolBar>("policyBar")->y() > child<QToolBar>("runBar")->y());
    QTRY_COMPARE(hidden(), QString());
    for (int i = 0; i < 3; ++i)
        child<QAction>("smallerText")->trigger();
    m_window->resize(1440, 900);
    QTRY_COMPARE(child<QToolBar>("policyBar")->y(), oneLine);
}

void TestWindowManners::aSmallWindowWithLargeTextScrolls()
{
    m_window->resize(1024, 700);
    for (int i = 0; i < 5; ++i)
        child<QAction>("largerText")->trigger();
    auto* canvas = child<QWidget>("trainingPlotsCanvas");
    // Five plots, each with its line of text and room for a curve.
    const int line = QFontMetrics(m_window->font()).height();
    QTRY_VERIFY2(canvas->height() >= 5 * (line + 48), qPrintable(QString::number(canvas->height())));
    auto* verdict = child<QLabel>("verdictSentence");
    QTRY_VERIFY2(verdict->height() >= verdict->heightForWidth(verdict->width()),
        qPrintable(QStringLiteral("%1 of %2")
                       .arg(verdict->height())
                       .arg(verdict->heightForWidth(verdict->width()))));
    QCOMPARE(child<QDockWidget>("modelDock")->font().pointSizeF(), m_window->font().pointSizeF());
    for (int i = 0; i < 5; ++i)
        child<QAction>("smallerText")->trigger();
}

void TestWindowManners::aProjectorShowsTheWholeTrainingPage()
{
    m_window->resize(1440, 900);
    const int wide = child<QDockWidget>("modelDock")->width();
    m_window->resize(1024, 768);
    const QWidget* viewport = child<QWidget>("trainingPage")->parentWidget();
    QTRY_VERIFY(child<QDockWidget>("modelDock")->width() < wide);
    QTRY_COMPARE(child<QWidget>("trainingPage")->width(), viewport->width());
    m_window->resize(1440, 900);
    QTRY_VERIFY(child<QDockWidget>("modelDock")->width() >= wide);
}

void TestWindowManners::aFloatingPanelEndsWithItsWindow()
{
    auto* dock = child<QDockWidget>("modelDock");
    dock->setFloating(true);
    QVERIFY(QTest::qWaitForWindowExposed(dock));
    dock->activateWindow();
    auto* tree = child<QTreeView>("layerView");
    tree->setCurrentIndex(tree->model()->index(1, 0));
    auto* units = child<QLineEdit>("parameter_units");
    QVERIFY(units != nullptr);
    units->setFocus();
    QTRY_VERIFY(units->hasFocus());
    units->selectAll();
    QTest::keyClicks(units, QStringLiteral("23"));
    m_window.reset(); // what is typed is entered while there is a session to enter it in
}

void TestWindowManners::dialogsHaveKeys()
{
    QVERIFY(m_window->document().edit({}, [](SessionSpec& session) { session.training.seed = 3; }).ok());
    QStringList keys;
    QTimer::singleShot(0, this, [&keys] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        QVERIFY(question);
        for (const QAbstractButton* button : question->buttons())
            keys += QKeySequence::mnemonic(button->text()).toString();
        question->reject();
    });
    QVERIFY(!m_window->close());
    QCOMPARE(keys.size(), 3);
    keys.removeAll(QString());
    keys.removeDuplicates();
    QCOMPARE(keys.size(), 3);
}

void TestWindowManners::scenesAreLeftAndComeBack()
{
    Document& document = m_window->document();
    QVERIFY(document.edit(QStringLiteral("Change seed"), [](SessionSpec& s) { s.training.seed = 3; }).ok());
    const auto changed = document.session();
    m_window->openScene(kScenes + QStringLiteral("characters.ulps")); // would hang on a question
    QCOMPARE(document.session()->title, std::string("Characters"));
    QVERIFY(!document.isModified());
    QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("Characters")));
    m_window->openScene(kScenes + QStringLiteral("circle.ulps"));
    document.undoStack().undo();
    document.undoStack().undo();
    QVERIFY(document.session() == changed);
    QVERIFY(document.isModified());
    // A file of the person's own is asked about.
    QVERIFY(document.saveAs(inDirectory("mine.ulps")).ok());
    QVERIFY(document.edit({}, [](SessionSpec& s) { s.training.seed = 4; }).ok());
    bool isAsked = false;
    QTimer::singleShot(0, this, [&isAsked] {
        if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            isAsked = true;
            question->reject();
        }
    });
    m_window->openScene(kScenes + QStringLiteral("characters.ulps"));
    QVERIFY(isAsked);
    QCOMPARE(document.session()->training.seed, std::uint64_t{4});
    waitUntilIdle();
}

void TestWindowManners::aFileThatIsNotChosenYetLeavesTheRun()
{
    auto* verdict = child<QLabel>("verdictSentence");
    QVERIFY(m_window->document()
                .edit(QStringLiteral("Change data"),
                    [](SessionSpec& s) {
                        s.data = {"npz", {}};
                    })
                .ok());
    QTest::qWait(600); // longer than an edit waits to be trained
    QVERIFY(m_window->isIdle());
    QVERIFY(!child<MessageBanner>("messageBanner")->isVisible());
    QVERIFY(child<QLabel>("progressText")->text().contains(QStringLiteral("1500 of 1500 steps")));
    QVERIFY2(verdict->text().contains(QStringLiteral("changed since this run")), qPrintable(verdict->text()));
    child<QAction>("train")->trigger();
    QVERIFY(child<MessageBanner>("messageBanner")->isVisible());
    QVERIFY(child<QLabel>("messageText")->text().contains(QStringLiteral("no file is chosen yet")));
    QVERIFY(child<QLabel>("progressText")->text().contains(QStringLiteral("1500 of 1500 steps")));
}

void TestWindowManners::swatchesFollowTheTheme()
{
    child<QAction>("showTab4")->trigger();
    auto* table = child<QTableView>("benchTable");
    QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 0, kTrainedMs);
    const auto swatch = [table] {
        const auto icon = table->model()->index(0, 0).data(Qt::DecorationRole).value<QIcon>();
        return icon.pixmap(28, 14).toImage().pixelColor(14, 7);
    };
    QTRY_VERIFY(swatch().alpha() > 0);
    const QColor light = swatch();
    auto* canvas = child<QWidget>("accumulationCanvas");
    const auto isOnCanvas = [canvas](const QColor& color) {
        const QImage image = canvas->grab().toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y) == color)
                    return true;
        return false;
    };
    child<QAction>("darkTheme")->trigger();
    QTRY_VERIFY(swatch() != light);
    QTRY_VERIFY(isOnCanvas(swatch()));
    child<QAction>("darkTheme")->trigger();
    QTRY_COMPARE(swatch(), light);
}

void TestWindowManners::plotsAreWrittenAsTheirNameSays()
{
    auto* plot = child<StackedPlot>("trainingPlots");
    PlotContent table;
    table.table = [] { return PlotTable(); };
    for (const char* name : {"p.gif", "p", "p.dot", "p.png.txt"}) {
        const QString path = inDirectory(name);
        QVERIFY2(!PlotCommands::of(*plot)->writeTo(path), name);
        QVERIFY(!QFile::exists(path));
        QVERIFY(PlotFile::refusal(table, path).contains(QString::fromLatin1(name)));
    }
    QVERIFY(PlotFile::refusal(table, QStringLiteral("/tmp/P.PDF")).isEmpty());
    QVERIFY(PlotFile::refusal(table, QStringLiteral("/tmp/p.csv")).isEmpty());
    QVERIFY(!PlotFile::refusal(PlotContent(), QStringLiteral("/tmp/p.csv")).isEmpty());
    const QString pdf = inDirectory("p.PDF");
    QVERIFY(PlotCommands::of(*plot)->writeTo(pdf));
    QFile file(pdf);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.read(4), QByteArray("%PDF"));
}

void TestWindowManners::theInputLayerIsNotOffered()
{
    QVERIFY(child<QAction>("addLayer_Dense"));
    QVERIFY(!child<QAction>("addLayer_InputLayer"));
}

void TestWindowManners::entriesOfTheViewMenuHaveKeysOfTheirOwn()
{
    QStringList keys;
    for (const QAction* action : child<QMenu>("viewMenu")->actions())
        if (const QString key = QKeySequence::mnemonic(action->text()).toString(); !key.isEmpty()) {
            QVERIFY2(!keys.contains(key), qPrintable(key + QStringLiteral(": ") + action->text()));
            keys += key;
        }
    QVERIFY2(keys.size() >= 8, qPrintable(keys.join(QLatin1Char(' '))));
}

QTEST_MAIN(TestWindowManners)
#include "tst_window_manners.moc"
