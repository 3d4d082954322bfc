// SPDX-License-Identifier: GPL-3.0-or-later
// What one begins with: every scene has its card and its picture, opened by keys alone or by the mouse alone; no start
// shows it unasked; leaving it leaves what was there; nothing in it is cut off.
#include "app/desktop/resources.h"
#include "app/desktop/settings.h"
#include "engine/kernels/kernels.h"
#include "tests/ui/window_test.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/theme.h"
#include "ui/shell/gallery_dialog.h"
#include "ui/shell/main_window.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QFileInfo>
#include <QImage>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollBar>
#include <QTabWidget>
#include <QTest>
#include <QTextBrowser>
#include <QTimer>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr qint64 kLargestPicture = 20'000; ///< bytes; they are part of the source
const QString kResources = QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources");

} // namespace

class TestGallery : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void cleanup();
    void everySceneHasItsCard();
    void everySceneHasItsPictures();
    void noStartShowsItUnasked();
    void itLeadsToTheLessons();
    void whoWantsItGetsItAtEveryStart();
    void aSceneIsOpenedByKeysAlone();
    void typingFindsAScene();
    void aSceneIsOpenedByTheMouseAlone();
    void escapeLeavesWhatWasThere();
    void theTourOpensTheFirstScene();
    void theTourStandsBesideWhatItTellsOf();
    void theTourAsksAboutAChangedSession();
    void whatIsOpenedFromALabComesToTheFront();
    void anEmptyProjectIsAnUndoStep();
    void whatIsOnesOwnIsAskedAbout_data();
    void whatIsOnesOwnIsAskedAbout();
    void anEmptyProjectAsksAboutASessionWithAFile();
    void myDataAsksForAFile();
    void theWindowBehindCanBeUsed();
    void everythingHasANameAndATip();
    void nothingIsCutOff_data();
    void nothingIsCutOff();
    void aDarkWindowHasDarkPictures();

private:
    GalleryDialog* gallery() const { return m_window->findChild<GalleryDialog*>(QStringLiteral("gallery")); }
    SceneCards* cards() const { return gallery()->findChild<SceneCards*>(QStringLiteral("sceneCards")); }
    QPushButton* button(const char* name) const
    {
        return gallery()->findChild<QPushButton*>(QString::fromLatin1(name));
    }
    QString title() const { return toQt(m_window->document().session()->title); }
    void open(QSize windowSize = QSize(1280, 800));
    void clickCard(int row);
    int rowOf(const QString& name) const;

    QFont m_font;
};

void TestGallery::initTestCase()
{
    m_font = QApplication::font();
}

/// Each test starts as if the program had never run.
void TestGallery::init()
{
    startAfresh();
    openWindow();
}

void TestGallery::cleanup()
{
    m_window.reset();
    QApplication::setFont(m_font);
}

void TestGallery::open(QSize windowSize)
{
    m_window->resize(windowSize);
    m_window->findChild<QAction*>(QStringLiteral("new"))->trigger();
    QVERIFY(gallery()->isVisible());
    QVERIFY(QTest::qWaitForWindowExposed(gallery()));
    QVERIFY(QTest::qWaitForWindowActive(gallery()));
    QCOMPARE(QApplication::focusWidget(), cards());
}

void TestGallery::clickCard(int row)
{
    const QModelIndex index = cards()->model()->index(row, 0);
    cards()->scrollTo(index);
    QTest::mouseClick(cards()->viewport(), Qt::LeftButton, {}, cards()->visualRect(index).center());
}

int TestGallery::rowOf(const QString& name) const
{
    for (int row = 0; row < cards()->model()->rowCount(); ++row)
        if (cards()->scene(row).name == name)
            return row;
    return -1;
}

void TestGallery::everySceneHasItsCard()
{
    open();
    const QList<Scene> scenes = findScenes(kResources);
    QVERIFY(scenes.size() >= 12);
    QCOMPARE(cards()->model()->rowCount(), scenes.size());
    for (int row = 0; row < scenes.size(); ++row) {
        const QModelIndex index = cards()->model()->index(row, 0);
        QCOMPARE(index.data().toString(), scenes[row].title);
        QCOMPARE(index.data(Qt::AccessibleDescriptionRole).toString(), scenes[row].description);
        QVERIFY(!scenes[row].description.isEmpty());
        QVERIFY(index.data(Qt::ToolTipRole).toString().contains(scenes[row].title));
        QVERIFY(!index.data(Qt::DecorationRole).value<QPixmap>().isNull());
    }
}

void TestGallery::everySceneHasItsPictures()
{
    for (const Scene& scene : findScenes(kResources))
        for (const bool isDark : {false, true}) {
            const QString path = scenePicture(kResources, scene.name, isDark);
            QVERIFY2(QFileInfo(path).size() > 0, qPrintable(path + QStringLiteral(": run make_gallery")));
            QVERIFY2(QFileInfo(path).size() < kLargestPicture, qPrintable(path));
            const QImage picture(path);
            QVERIFY2(!picture.isNull(), qPrintable(path));
            // A background of the theme, and curves on it in more shades than one colour has.
            QSet<QRgb> colors;
            for (int x = 0; x < picture.width(); ++x)
                for (int y = 0; y < picture.height(); ++y)
                    colors.insert(picture.pixel(x, y));
            QVERIFY2(colors.size() > 4, qPrintable(path));
            QCOMPARE(QColor(picture.pixel(0, 0)).lightness() < 128, isDark);
        }
}

/// Which has a card over the first scene instead.
void TestGallery::noStartShowsItUnasked()
{
    m_window->openScene(kResources + QStringLiteral("/scenes/circle.ulps"));
    m_window->welcome();
    QVERIFY(gallery() == nullptr);
    waitUntilIdle();
    QCOMPARE(title(), QStringLiteral("Circle"));
    m_window->close();
    m_window = std::make_unique<MainWindow>(m_kernels, *m_settings);
    m_window->show();
    m_window->welcome();
    QVERIFY(gallery() == nullptr);
}

void TestGallery::itLeadsToTheLessons()
{
    m_window->findChild<QAction*>(QStringLiteral("new"))->trigger();
    QTest::mouseClick(gallery()->findChild<QPushButton*>(QStringLiteral("galleryLessons")), Qt::LeftButton);
    QVERIFY(!gallery()->isVisible());
    QVERIFY(m_window->findChild<QWidget*>(QStringLiteral("lessonList"))->isVisible());
}

void TestGallery::whoWantsItGetsItAtEveryStart()
{
    m_window->findChild<QAction*>(QStringLiteral("new"))->trigger();
    auto* atStart = gallery()->findChild<QCheckBox*>(QStringLiteral("galleryAtStart"));
    for (const bool isWanted : {true, false}) {
        QTest::mouseClick(atStart, Qt::LeftButton, {}, QPoint(8, atStart->height() / 2));
        QCOMPARE(atStart->isChecked(), isWanted);
        MainWindow next(m_kernels, *m_settings);
        next.show();
        next.welcome();
        QCOMPARE(next.findChild<GalleryDialog*>() != nullptr, isWanted);
    }
}

void TestGallery::aSceneIsOpenedByKeysAlone()
{
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
    QVERIFY(gallery() && gallery()->isVisible());
    QVERIFY(QTest::qWaitForWindowActive(gallery()));
    QCOMPARE(cards()->currentIndex().row(), 0);
    QTest::keyClick(cards(), Qt::Key_Right);
    QCOMPARE(cards()->currentIndex().row(), 1);
    QTest::keyClick(cards(), Qt::Key_Down);
    const int below = cards()->currentIndex().row();
    QVERIFY(below > 2); // a line of cards further
    QTest::keyClick(cards(), Qt::Key_Left);
    QCOMPARE(cards()->currentIndex().row(), below - 1);
    QTest::keyClick(cards(), Qt::Key_Return);
    QVERIFY(!gallery()->isVisible());
    QCOMPARE(title(), cards()->scene(below - 1).title);
    waitUntilIdle();
    QVERIFY(m_window->shownRun().run() != nullptr);
}

void TestGallery::typingFindsAScene()
{
    open();
    QTest::keyClicks(cards(), QStringLiteral("los"));
    QCOMPARE(cards()->currentIndex().data().toString(), QStringLiteral("Loss scale overflow"));
    QTest::keyClicks(cards(), QStringLiteral("t"));
    QCOMPARE(cards()->currentIndex().data().toString(), QStringLiteral("Lost updates"));
    QTest::keyClick(cards(), Qt::Key_Enter);
    QCOMPARE(title(), QStringLiteral("Lost updates"));
}

void TestGallery::aSceneIsOpenedByTheMouseAlone()
{
    open();
    const int row = rowOf(QStringLiteral("loss-scale"));
    clickCard(row);
    QVERIFY(!gallery()->isVisible());
    QCOMPARE(title(), QStringLiteral("Loss scale overflow"));
    waitUntilIdle();
}

void TestGallery::escapeLeavesWhatWasThere()
{
    m_window->openScene(kResources + QStringLiteral("/scenes/circle.ulps"));
    waitUntilIdle();
    const auto before = m_window->document().session();
    const auto run = m_window->shownRun().run();
    open();
    QTest::keyClick(cards(), Qt::Key_Down);
    QTest::keyClick(cards(), Qt::Key_Escape);
    QVERIFY(!gallery()->isVisible());
    QVERIFY(m_window->document().session() == before);
    QVERIFY(m_window->shownRun().run() == run);
    QVERIFY(!m_window->document().undoStack().canUndo());
}

void TestGallery::theTourOpensTheFirstScene()
{
    open();
    QTest::mouseClick(button("galleryTour"), Qt::LeftButton);
    QVERIFY(!gallery()->isVisible());
    QCOMPARE(title(), QStringLiteral("Circle"));
    const auto* page = child<QTextBrowser>("tourPage");
    QVERIFY(page && page->isVisible());
    QVERIFY(page->toPlainText().contains(QStringLiteral("A tour of ten minutes")));
}

/// It covered the tiles and plots that it tells of.
void TestGallery::theTourStandsBesideWhatItTellsOf()
{
    for (const QSize& size : {QSize(1280, 800), QSize(1024, 700)}) {
        m_window->resize(size);
        child<QAction>("new")->trigger();
        button("galleryTour")->click();
        QTest::qWait(100);
        const auto* tour = child<QWidget>("tourDock");
        QVERIFY(tour && tour->isVisible() && !tour->isWindow());
        for (const char* described : {"healthStrip", "layerView"}) {
            const auto* widget = child<QWidget>(described);
            QVERIFY(widget->isVisible());
            QVERIFY(
                !QRect(widget->mapTo(m_window.get(), QPoint()), widget->size()).intersects(tour->geometry()));
        }
    }
}

void TestGallery::theTourAsksAboutAChangedSession()
{
    m_window->openScene(kResources + QStringLiteral("/scenes/circle.ulps"));
    QVERIFY(m_window->document().edit(
        QStringLiteral("Steps"), [](SessionSpec& session) { session.training.steps = 77; }));
    open();
    QString asked;
    QTimer::singleShot(0, this, [&asked] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            asked = box->text();
            box->button(QMessageBox::Cancel)->click();
        }
    });
    QTest::mouseClick(button("galleryTour"), Qt::LeftButton);
    QVERIFY2(asked.contains(QStringLiteral("not saved")), qPrintable(asked));
    QCOMPARE(m_window->document().session()->training.steps, 77);
    QVERIFY(!child<QWidget>("tourDock"));
    m_window->document().undoStack().setClean();
}

/// Over a lab it could not be seen.
void TestGallery::whatIsOpenedFromALabComesToTheFront()
{
    auto* tabs = child<QTabWidget>("tabs");
    for (const int lab : {2, 3, 7}) {
        tabs->setCurrentIndex(lab);
        child<QAction>("new")->trigger();
        button("galleryEmpty")->click();
        QCOMPARE(tabs->currentIndex(), 0);
        QVERIFY(child<QWidget>("modelDock")->isVisible());
    }
    tabs->setCurrentIndex(4); // is about the session too
    child<QAction>("new")->trigger();
    button("galleryEmpty")->click();
    QCOMPARE(tabs->currentIndex(), 4);
}

void TestGallery::anEmptyProjectIsAnUndoStep()
{
    m_window->openScene(kResources + QStringLiteral("/scenes/circle.ulps"));
    QVERIFY(m_window->document().edit(
        QStringLiteral("Steps"), [](SessionSpec& session) { session.training.steps = 77; }));
    child<QLineEdit>("layerFilter")->setFocus();
    open();
    QTest::mouseClick(button("galleryEmpty"), Qt::LeftButton); // would hang on a question
    QCOMPARE(m_window->focusWidget(), child<QWidget>("trainingPlots")); // so that Space trains
    QCOMPARE(m_window->document().session()->model.layers.size(), std::size_t{2});
    QVERIFY(m_window->document().filePath().isEmpty());
    QVERIFY(!m_window->document().isModified());
    m_window->document().undoStack().undo();
    QCOMPARE(m_window->document().session()->training.steps, std::int64_t{77});
}

void TestGallery::whatIsOnesOwnIsAskedAbout_data()
{
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"made from data", "begun empty", "a scene with another title"})
        QTest::newRow(kind) << QString::fromLatin1(kind);
}

/// Undo brings it back, but only until the window is closed: found by someone who lost the session of a CSV so.
void TestGallery::whatIsOnesOwnIsAskedAbout()
{
    QFETCH(QString, kind);
    const QString circle = kResources + QStringLiteral("/scenes/circle.ulps");
    const auto rename = [this] {
        QVERIFY(m_window->document().edit(
            QStringLiteral("Rename"), [](SessionSpec& session) { session.title = "Mine"; }));
    };
    m_window->openScene(circle);
    if (kind == QLatin1String("made from data")) {
        SessionSpec made = *m_window->document().session();
        made.title = "Mine";
        m_window->document().openMade(made, kind);
    } else if (kind == QLatin1String("begun empty")) {
        m_window->document().startNew();
        QVERIFY(m_window->document().edit(
            QStringLiteral("Steps"), [](SessionSpec& session) { session.training.steps = 77; }));
        rename();
    } else {
        rename();
    }
    QVERIFY(m_window->document().isOwn());
    for (const auto chosen : {QMessageBox::Cancel, QMessageBox::Discard}) {
        bool wasAsked = false;
        QTimer::singleShot(0, this, [&] {
            auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            wasAsked = question != nullptr && question->objectName() == QStringLiteral("unsavedChanges");
            if (question != nullptr)
                question->button(chosen)->click();
        });
        m_window->openScene(circle);
        QVERIFY(wasAsked);
        QCOMPARE(title(), chosen == QMessageBox::Cancel ? QStringLiteral("Mine") : QStringLiteral("Circle"));
    }
    QVERIFY(!m_window->document().isOwn());
    QVERIFY(!m_window->document().isModified());
    m_window->document().undoStack().undo(); // who discarded too soon
    QCOMPARE(title(), QStringLiteral("Mine"));
    QVERIFY(m_window->document().isOwn());
    QVERIFY(m_window->document().isModified());
    m_window->document().undoStack().setClean();
}

void TestGallery::anEmptyProjectAsksAboutASessionWithAFile()
{
    const QString path = inDirectory("mine.ulps");
    QVERIFY(QFile::copy(kResources + QStringLiteral("/scenes/circle.ulps"), path));
    m_window->openSession(path);
    QVERIFY(m_window->document().edit(
        QStringLiteral("Rename"), [](SessionSpec& session) { session.title = "Mine"; }));
    open();
    bool wasAsked = false;
    QTimer::singleShot(0, this, [&] {
        auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        wasAsked = question != nullptr && question->objectName() == QStringLiteral("unsavedChanges");
        if (question != nullptr)
            question->button(QMessageBox::Cancel)->click();
    });
    QTest::mouseClick(button("galleryEmpty"), Qt::LeftButton);
    QVERIFY(wasAsked);
    QCOMPARE(title(), QStringLiteral("Mine"));
    QCOMPARE(m_window->document().filePath(), path);
}

/// By Return as by a click; who chooses none is back at the gallery, and nothing has changed.
void TestGallery::myDataAsksForAFile()
{
    open();
    const auto before = m_window->document().session();
    QStringList titles;
    setFileAnswer([&](const FileQuestion& question) {
        titles += question.title;
        return QString();
    });
    button("galleryData")->setFocus();
    QTest::keyClick(button("galleryData"), Qt::Key_Return);
    QTest::mouseClick(button("galleryData"), Qt::LeftButton);
    setFileAnswer({});
    QCOMPARE(titles, QStringList(2, QStringLiteral("New session from a file")));
    QVERIFY(gallery()->isVisible());
    QCOMPARE(m_window->document().session(), before);
    QVERIFY(!m_window->findChild<QDialog*>(QStringLiteral("ownData")));
}

void TestGallery::theWindowBehindCanBeUsed()
{
    open();
    QVERIFY(QApplication::activeModalWidget() == nullptr);
    const int layers = int(m_window->document().session()->model.layers.size());
    QVERIFY(m_window->document().edit(
        QStringLiteral("Rename"), [](SessionSpec& session) { session.title = "Behind"; }));
    QCOMPARE(int(m_window->document().session()->model.layers.size()), layers);
    QVERIFY(gallery()->isVisible());
    // Asked for again it is the same one.
    m_window->findChild<QAction*>(QStringLiteral("new"))->trigger();
    QCOMPARE(m_window->findChildren<GalleryDialog*>().size(), 1);
}

void TestGallery::everythingHasANameAndATip()
{
    open();
    for (const QWidget* widget : gallery()->findChildren<QWidget*>()) {
        if (widget->focusPolicy() == Qt::NoFocus || !widget->isVisible())
            continue;
        QVERIFY2(!widget->objectName().isEmpty(), widget->metaObject()->className());
        const bool isOfCards = widget == cards() || widget->parentWidget() == cards();
        QVERIFY2(!widget->accessibleName().isEmpty() || widget->parentWidget() == cards(),
            qPrintable(widget->objectName()));
        QVERIFY2(!widget->toolTip().isEmpty() || isOfCards, qPrintable(widget->objectName()));
    }
}

void TestGallery::nothingIsCutOff_data()
{
    QTest::addColumn<QSize>("window");
    QTest::addColumn<double>("textScale");
    QTest::newRow("as it opens") << QSize(1280, 800) << 1.0;
    QTest::newRow("a small screen") << QSize(1024, 768) << 1.0;
    QTest::newRow("large text") << QSize(1280, 800) << 1.5;
    QTest::newRow("large text on a small screen") << QSize(1024, 768) << 1.5;
}

void TestGallery::nothingIsCutOff()
{
    QFETCH(QSize, window);
    QFETCH(double, textScale);
    QFont font = m_font;
    font.setPointSizeF(m_font.pointSizeF() * textScale);
    QApplication::setFont(font);
    open(window);
    gallery()->resize(
        QSize(1000, 720).boundedTo(window * 9 / 10)); // as on a screen of that size; the test's is smaller
    QCoreApplication::processEvents();
    QVERIFY(gallery()->width() <= window.width() && gallery()->height() <= window.height());
    for (const QPushButton* each : gallery()->findChildren<QPushButton*>())
        QVERIFY2(each->width() >= each->minimumSizeHint().width()
                && gallery()->rect().contains(each->geometry().center()),
            qPrintable(each->objectName()));
    // Every card is as wide as the view at most and can be scrolled into it, and its text has the height that it needs.
    const QFontMetrics metrics(cards()->font());
    for (int row = 0; row < cards()->model()->rowCount(); ++row) {
        const QModelIndex index = cards()->model()->index(row, 0);
        cards()->scrollTo(index);
        const QRect card = cards()->visualRect(index);
        QVERIFY(card.left() >= 0 && card.right() <= cards()->viewport()->width());
        QVERIFY(card.top() >= 0 || card.height() > cards()->viewport()->height());
        const int textWidth = card.width() - 36;
        const int needed
            = metrics
                  .boundingRect(QRect(0, 0, textWidth, 1), Qt::TextWordWrap, cards()->scene(row).description)
                  .height()
            + metrics.height() + std::min(textWidth, 280) * 120 / 280;
        QVERIFY2(card.height() >= needed, qPrintable(cards()->scene(row).name));
    }
    if (const QByteArray folder = qgetenv("ULPSCOPE_PICTURES"); !folder.isEmpty()) {
        cards()->scrollToTop();
        QVERIFY(gallery()->grab().save(QString::fromLocal8Bit(folder)
            + QStringLiteral("/gallery-%1-%2.png").arg(window.width()).arg(textScale)));
    }
}

void TestGallery::aDarkWindowHasDarkPictures()
{
    open();
    const auto lightness = [&] {
        return QColor(
            cards()->model()->index(0, 0).data(Qt::DecorationRole).value<QPixmap>().toImage().pixel(0, 0))
            .lightness();
    };
    applyTheme(Theme::Light);
    QTRY_VERIFY(lightness() > 128);
    applyTheme(Theme::Dark);
    QTRY_VERIFY(lightness() < 128);
    if (const QByteArray folder = qgetenv("ULPSCOPE_PICTURES"); !folder.isEmpty())
        QVERIFY(gallery()->grab().save(QString::fromLocal8Bit(folder) + QStringLiteral("/gallery-dark.png")));
    applyTheme(Theme::Light);
}

QTEST_MAIN(TestGallery)
#include "tst_gallery.moc"
