// SPDX-License-Identifier: GPL-3.0-or-later
// The first view: few controls, few words, and pictures on most of the window. Counted over the accessibility tree, as a screen
// reader meets it.
#include "tests/ui/window_test.h"
#include "ui/look/qcp.h"
#include "ui/look/tabs.h"
#include "ui/picture/model_picture.h"
#include "ui/picture/overview.h"
#include "ui/picture/step_grid.h"
#include "ui/shell/file_menu.h"
#include "ui/training/stacked_plot.h"
#include "ui/training/step_slider.h"
#include "ui/training/training_view.h"
#include "ui/tree/models/layer_tree_model.h"

#include <QAccessible>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QSlider>
#include <QTabWidget>
#include <QTimer>
#include <QTreeView>

#include <algorithm>

namespace ulpscope::ui {

namespace {

struct Count
{
    int controls = 0;
    int words = 0;
    QStringList texts; ///< what the words are of, for a failure's message
};

bool isControl(QAccessible::Role role)
{
    switch (role) {
    case QAccessible::Button:
    case QAccessible::ButtonMenu:
    case QAccessible::ButtonDropDown:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::EditableText:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::PageTab:
    case QAccessible::MenuItem:
    case QAccessible::Link:
        return true;
    default:
        return false;
    }
}

/// What is written in it, as far as it is seen.
QString writtenText(QAccessibleInterface& each)
{
    switch (each.role()) {
    case QAccessible::EditableText:
        return each.text(QAccessible::Value);
    case QAccessible::ComboBox:
        return each.text(QAccessible::Value);
    case QAccessible::Button:
    case QAccessible::ButtonMenu:
    case QAccessible::CheckBox: {
        const auto* button = qobject_cast<const QAbstractButton*>(each.object());
        const auto* tool = qobject_cast<const QToolButton*>(button);
        return tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly ? QString()
            : button                                                     ? button->text()
                                                                         : each.text(QAccessible::Name);
    }
    case QAccessible::StaticText:
    case QAccessible::PageTab:
    case QAccessible::MenuItem:
    case QAccessible::Cell:
    case QAccessible::TreeItem:
    case QAccessible::ColumnHeader:
        return each.text(QAccessible::Name);
    default:
        return {};
    }
}

void count(QAccessibleInterface* each, const QRect& window, Count& counted)
{
    if (!each || !each->isValid() || each->state().invisible || each->state().offscreen)
        return;
    const auto* widget = qobject_cast<const QWidget*>(each->object());
    if (widget && !widget->isVisible())
        return;
    const bool isSeen = each->rect().isValid() && window.intersects(each->rect());
    if (isSeen) {
        counted.controls += isControl(each->role()) ? 1 : 0;
        static const QRegularExpression gap(QStringLiteral("\\s+"));
        const QStringList words = writtenText(*each).remove(QLatin1Char('&')).split(gap, Qt::SkipEmptyParts);
        counted.words += int(words.size());
        if (!words.isEmpty())
            counted.texts += words.join(QLatin1Char(' '));
    }
    if (each->role() == QAccessible::ComboBox) // its field and its list are its own
        return;
    for (int i = 0; i < each->childCount(); ++i)
        count(each->child(i), window, counted);
}

} // namespace

class TestOpeningView : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase() { startAfresh(); }
    void cleanup() { m_window.reset(); }
    void fewControlsAndWordsAndMostlyPictures_data();
    void fewControlsAndWordsAndMostlyPictures();
    void theGridShowsWhatTheVerdictIsAbout();
    void aClickOnALayerIsAboutItEverywhere();
    void plotsAreNotCutBelowALargeModel();
    void noNameIsCutInANarrowWindow();
    void theMenuChoosesTheArithmetic();
    void newSessionsHaveTheArithmeticThatWasAskedForOnce();
    void theDiagnosisAsksAboutThePicturesTensor();
    void theMenuOfABoxHasTheTreesActions();
    void formsOpenAndCloseByKeys();
    void allPlotsAreAKeyAway();
    void theSliderPinsAStepForAllViews();
    void theFirstTrainingIsPlayedOnce();
    void nothingIsPlayedWhereMotionIsReduced();
};

void TestOpeningView::fewControlsAndWordsAndMostlyPictures_data()
{
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1024, 768), QSize(1280, 900), QSize(1920, 1080)})
        QTest::addRow("%dx%d", size.width(), size.height()) << size;
}

void TestOpeningView::fewControlsAndWordsAndMostlyPictures()
{
    QFETCH(QSize, size);
    openFirstView(size);
    openScene("circle");
    QCOMPARE(m_window->size(), size);
    Count counted;
    count(QAccessible::queryAccessibleInterface(m_window.get()),
        QRect(m_window->mapToGlobal(QPoint()), m_window->size()), counted);
    const auto* page = child<QWidget>("trainingPage");
    QVERIFY2(page->height() <= page->parentWidget()->height(), "the first view scrolls");
    const auto& model = child<Overview>("overview")->modelPicture();
    QVERIFY(model.height() <= std::max(model.sizeHint().height(), model.minimumSizeHint().height()));
    int labels = 0;
    for (auto* plot : child<QWidget>("overviewExponentPanel")->findChildren<QCustomPlot*>())
        for (int i = 0; i < plot->itemCount(); ++i)
            if (auto* label = qobject_cast<QCPItemText*>(plot->item(i))) {
                const QRectF place(label->topLeft->pixelPosition(), label->bottomRight->pixelPosition());
                QVERIFY2(plot->axisRect()->rect().top() <= place.top(), qPrintable(label->text()));
                ++labels;
            }
    QCOMPARE(labels, 3); // of float16's limits, each whole
    int pictures = 0;
    for (const char* name :
        {"modelPicture", "stepGrid", "overviewExponentPanel", "overviewLoss", "fieldPicture"}) {
        const auto* picture = child<Overview>("overview")->findChild<QWidget*>(QString::fromLatin1(name));
        QVERIFY2(picture && picture->isVisible(), name);
        pictures += picture->width() * picture->height();
    }
    const int share = 100 * pictures / (size.width() * size.height());
    qInfo("%d controls, %d words, pictures %d %%", counted.controls, counted.words, share);
    QVERIFY2(counted.controls <= 40, qPrintable(QString::number(counted.controls)));
    QVERIFY2(counted.words <= 120, qPrintable(counted.texts.join(QStringLiteral(" | "))));
    QVERIFY2(share >= 55, qPrintable(QString::number(share)));
}

void TestOpeningView::theGridShowsWhatTheVerdictIsAbout()
{
    openFirstView({1280, 900});
    auto* grid = child<Overview>("overview")->findChild<StepGrid*>();
    auto* metric = grid->findChild<QComboBox*>(QStringLiteral("stepGridMetric"));
    const std::vector<std::pair<const char*, GridMetric>> told{{"circle", GridMetric::Flushed},
        {"lost-updates", GridMetric::Lost}, {"float8-amax", GridMetric::Clipped},
        {"circle", GridMetric::Flushed}};
    for (const auto& [scene, shown] : told) {
        openScene(scene);
        QCOMPARE(metric->currentData().toInt(), int(shown));
    }
    grid->chooseMetric(GridMetric::Error); // what was chosen stays
    openScene("lost-updates");
    QCOMPARE(metric->currentData().toInt(), int(GridMetric::Error));
}

void TestOpeningView::aClickOnALayerIsAboutItEverywhere()
{
    openFirstView({1280, 900});
    openScene("circle");
    auto* view = child<QTreeView>("layerView");
    view->setCurrentIndex(view->model()->index(3, 0));
    auto* overview = child<Overview>("overview");
    const QString layer = view->model()->index(3, 0).data().toString();
    QVERIFY(QString::fromStdString(overview->tensor().path).contains(layer));
    auto* tensors = child<QComboBox>("overviewExponentTensor");
    QVERIFY(tensors->currentText().contains(layer));
    // Another layer's tensor is about that layer everywhere.
    const int other = tensors->findText(view->model()->index(1, 0).data().toString(), Qt::MatchStartsWith);
    QVERIFY(other >= 0);
    tensors->setCurrentIndex(other);
    emit tensors->activated(other);
    QCOMPARE(view->currentIndex().row(), 1);
    QCOMPARE(tensors->currentIndex(), other);
    view->setCurrentIndex(view->model()->index(3, 0));
    emit overview->layerChosen(m_window->shownRun().run()->paths().front());
    QVERIFY(view->currentIndex().row() != 3);
}

/// A model in two rows takes none of it.
void TestOpeningView::plotsAreNotCutBelowALargeModel()
{
    openFirstView({1024, 768});
    openScene("layer-normalization");
    auto* overview = child<Overview>("overview");
    const int line = overview->fontMetrics().height();
    QVERIFY(child<QWidget>("overviewExponentPanel")->height() >= 11 * line);
    const auto* loss = overview->lossPlot().findChild<QCustomPlot*>();
    QVERIFY(
        loss->mapTo(&overview->lossPlot(), QPoint(0, loss->height())).y() <= overview->lossPlot().height());
    QVERIFY(loss->height() >= loss->minimumHeight());
    auto* layers = child<QTreeView>("layerView");
    QVERIFY(layers->columnViewportPosition(LayerTreeModel::FlushedColumn)
            + layers->columnWidth(LayerTreeModel::FlushedColumn)
        <= layers->viewport()->width());
}

void TestOpeningView::noNameIsCutInANarrowWindow()
{
    openFirstView({1024, 768});
    openScene("attention-overflow");
    auto* layers = child<QTreeView>("layerView");
    int children = 0;
    const auto isWhole = [&](const QModelIndex& layer) {
        const int depth = layer.parent().isValid() ? 2 : 1;
        return layers->fontMetrics().horizontalAdvance(layer.data().toString())
            + depth * layers->indentation()
            <= layers->columnWidth(LayerTreeModel::NameColumn);
    };
    const QAbstractItemModel& model = *layers->model();
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex layer = model.index(row, 0);
        QTRY_VERIFY2(isWhole(layer), qPrintable(layer.data().toString()));
        for (int child = 0; child < model.rowCount(layer); ++child, ++children)
            QVERIFY2(isWhole(model.index(child, 0, layer)), qPrintable(layer.data().toString()));
    }
    QVERIFY(children > 0);
    QVERIFY(layers->columnViewportPosition(LayerTreeModel::FlushedColumn)
            + layers->columnWidth(LayerTreeModel::FlushedColumn)
        <= layers->viewport()->width());
    QCOMPARE(layers->currentIndex().data().toString(),
        QStringLiteral("embedding")); // the Reshape before it has no weights
}

void TestOpeningView::theMenuChoosesTheArithmetic()
{
    openFirstView({1280, 900});
    openScene("circle");
    child<QAction>("arithmetic_torch")->trigger();
    QCOMPARE(m_window->document().session()->training.arithmetic, std::optional(ArithmeticKind::Torch));
    m_window->document().undoStack().undo();
    QCOMPARE(m_window->document().session()->training.arithmetic, std::optional<ArithmeticKind>());
}

void TestOpeningView::newSessionsHaveTheArithmeticThatWasAskedForOnce()
{
    startAfresh();
    openFirstView({1280, 900});
    openScene("circle");
    m_window->welcome();
    auto* stack = child<QComboBox>("firstStartArithmetic");
    QVERIFY(stack && stack->isVisible());
    Count counted;
    count(QAccessible::queryAccessibleInterface(m_window.get()),
        QRect(m_window->mapToGlobal(QPoint()), m_window->size()), counted);
    QVERIFY2(counted.controls <= 40, qPrintable(QString::number(counted.controls)));
    QVERIFY2(counted.words <= 120, qPrintable(counted.texts.join(QStringLiteral(" | "))));
    QCOMPARE(stack->currentText(), QStringLiteral("keras-jax"));
    const int hopper = stack->findData(QStringLiteral("torch-hopper"));
    stack->setCurrentIndex(hopper);
    emit stack->activated(hopper);
    QVERIFY(!m_window->document().session()->training.arithmetic); // a scene keeps its own
    const auto asked = [this](const char* action) {
        child<QAction>(action)->trigger();
        m_window->document().undoStack().setClean();
        m_window->findChild<FileMenu*>()->startNew();
        return m_window->document().session()->training.arithmetic;
    };
    QVERIFY(m_window->findChild<FileMenu*>()->startNew());
    QCOMPARE(m_window->document().session()->training.arithmetic, std::optional(ArithmeticKind::TorchHopper));
    QCOMPARE(asked("newArithmetic_torch"), std::optional(ArithmeticKind::Torch));
    QCOMPARE(asked("newArithmetic_auto"), std::optional<ArithmeticKind>());
    m_window.reset();
    openFirstView({1280, 900});
    openScene("circle");
    m_window->welcome();
    QVERIFY(!child<QComboBox>("firstStartArithmetic")); // never twice
}

void TestOpeningView::theDiagnosisAsksAboutThePicturesTensor()
{
    openFirstView({1280, 900});
    openScene("circle");
    const auto& picture = child<Overview>("overview")->modelPicture();
    const PictureDrawing& drawing = picture.drawing();
    const auto weights = std::ranges::find(drawing.items(), PictureItem::Kind::Weights, &PictureItem::kind);
    QVERIFY(weights != drawing.items().end());
    emit child<Overview>("overview")->modelPicture().tensorChosen(*drawing.tensorOf(*weights));
    auto* tensor = child<QComboBox>("lossTensor");
    QTest::keyClick(m_window.get(), Qt::Key_5, Qt::AltModifier);
    QTRY_VERIFY(tensor->isVisible());
    QCOMPARE(tensor->currentText(), QStringLiteral("dense_1 / kernel"));
    auto* layers = child<QTreeView>("layerView");
    layers->setCurrentIndex(layers->model()->index(3, 0)); // another layer's of that role
    QCOMPARE(tensor->currentText(), QStringLiteral("logits / kernel"));
}

void TestOpeningView::theMenuOfABoxHasTheTreesActions()
{
    openFirstView({1280, 900});
    openScene("circle");
    auto& picture = child<Overview>("overview")->modelPicture();
    picture.choose(LayerTensor{"sequential/dense_2", TensorRole::Output});
    QTimer::singleShot(0, this, [&] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QVERIFY(menu->actions().contains(child<QAction>("setPolicyMenuAction")));
        child<QAction>("setPolicy_float32")->trigger();
        menu->close();
    });
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(), QPoint());
    QApplication::sendEvent(&picture, &event);
    const QModelIndex layer = child<QTreeView>("layerView")->currentIndex();
    QCOMPARE(layer.siblingAtColumn(0).data().toString(), QStringLiteral("dense_2"));
    QCOMPARE(
        layer.siblingAtColumn(LayerTreeModel::PolicyColumn).data().toString(), QStringLiteral("float32"));
}

void TestOpeningView::formsOpenAndCloseByKeys()
{
    openFirstView({1024, 768});
    openScene("circle");
    auto* forms = child<QTabWidget>("formTabs");
    auto* view = child<QTreeView>("layerView");
    QVERIFY(!forms->isVisible());
    const int narrow = view->width();
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Return);
    QVERIFY(forms->isVisible() && forms->isAncestorOf(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(!forms->isVisible() && view->hasFocus());
    QTest::keyClick(view, Qt::Key_F4);
    QVERIFY(forms->isVisible());
    QTRY_VERIFY(view->width() > narrow);
    QTest::keyClick(view, Qt::Key_F4);
    QVERIFY(!forms->isVisible());
    QTRY_COMPARE(view->width(), narrow); // the pictures have their room again
    QTest::keyClick(view, Qt::Key_F4);
    QTest::keyClick(view, Qt::Key_Escape);
    QVERIFY(!forms->isVisible());
    const QPoint layer = view->visualRect(view->model()->index(2, 0)).center();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, layer);
    QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, layer);
    QVERIFY(forms->isVisible());
}

void TestOpeningView::allPlotsAreAKeyAway()
{
    openFirstView({1280, 900});
    openScene("circle");
    QVERIFY(!child<TrainingView>("trainingView")->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_P);
    QVERIFY(child<TrainingView>("trainingView")->isVisible() && !child<Overview>("overview")->isVisible());
    QTest::keyClick(m_window.get(), Qt::Key_P);
    QVERIFY(child<Overview>("overview")->isVisible());
    // From another tab the run comes to the front.
    child<QTabWidget>("tabs")->setCurrentIndex(1);
    child<QAction>("showPlots")->trigger();
    QVERIFY(child<TrainingView>("trainingView")->isVisible());
}

void TestOpeningView::theSliderPinsAStepForAllViews()
{
    openFirstView({1280, 900});
    openScene("circle");
    auto* slider = child<QSlider>("stepSlider");
    QCOMPARE(slider->value(), slider->maximum());
    QCOMPARE(slider->maximum(), int(m_window->shownRun().run()->stepsDone()) - 1);
    slider->setValue(7);
    QCOMPARE(m_window->shownRun().step().pinned(), std::optional<std::int64_t>(7));
    const auto saysItsScope = [this] {
        return child<QLabel>("verdictSentence")->text().startsWith(QLatin1String("The whole run"));
    };
    QVERIFY(saysItsScope());
    slider->setValue(slider->maximum());
    QVERIFY(!m_window->shownRun().step().pinned()); // the newest, also of the next run
    QVERIFY(!saysItsScope());
}

void TestOpeningView::theFirstTrainingIsPlayedOnce()
{
    startAfresh();
    openFirstView({1280, 900});
    m_window->welcome();
    openScene("circle");
    auto& slider = *m_window->findChild<StepSlider*>();
    QTRY_VERIFY(slider.isPlaying());
    QTRY_VERIFY(m_window->shownRun().step().pinned().value_or(0) > 0);
    QTest::keyClick(m_window.get(), Qt::Key_Shift);
    QVERIFY(!slider.isPlaying() && !m_window->shownRun().step().pinned());
    child<QAction>("reset")->trigger();
    waitUntilIdle();
    child<QAction>("train")->trigger();
    waitUntilIdle();
    QVERIFY(!slider.isPlaying());
}

void TestOpeningView::nothingIsPlayedWhereMotionIsReduced()
{
    openFirstView({1280, 900});
    openScene("circle");
    auto& slider = *m_window->findChild<StepSlider*>();
    slider.play();
    QVERIFY(slider.isPlaying());
    slider.endPlay();
    const QByteArray before = qgetenv("XDG_CONFIG_HOME");
    for (const auto& [file, text] :
        {std::pair("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n"),
            std::pair("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n")}) {
        const QTemporaryDir home;
        QVERIFY(QDir(home.path()).mkpath(QStringLiteral("gtk-3.0")));
        QFile settings(home.filePath(QLatin1String(file)));
        QVERIFY(settings.open(QIODevice::WriteOnly));
        settings.write(text);
        settings.close();
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(home.path()));
        slider.play();
        QVERIFY2(!slider.isPlaying(), file);
    }
    qputenv("XDG_CONFIG_HOME", before);
}

} // namespace ulpscope::ui

QTEST_MAIN(ulpscope::ui::TestOpeningView)
#include "tst_opening_view.moc"
