// SPDX-License-Identifier: GPL-3.0-or-later
// The guide as one reads it: contents, search, links, F1, small screens and dark themes.
#include "tests/ui/guide_text.h"
#include "tests/ui/window_test.h"
#include "ui/guide/guide_page.h"
#include "ui/guide/guide_window.h"
#include "ui/guide/models/guide_search.h"
#include "ui/look/explanation_popup.h"
#include "ui/look/theme.h"
#include "ui/shell/catalog_terms.h"

#include <QDockWidget>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMessageBox>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTreeWidget>

#include <algorithm>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestGuideWindow : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup();
    void opensSearchesAndGoesBack();
    void saysHowManyOfThePlacesItShows();
    void drawnAnewItStaysWhereItWas();
    void aDialogKeepsItsSession();
    void linksStartLessonsScenesAndTerms();
    void f1LeadsToIt();
    void fitsSmallScreensAndDarkThemes();

private:
    GuideWindow* guide() const;

    GuideBook m_book;
};

void TestGuideWindow::initTestCase()
{
    startAfresh();
    m_book = readGuide(resources());
}

void TestGuideWindow::cleanup()
{
    applyTheme(Theme::Light);
    m_window.reset();
}

GuideWindow* TestGuideWindow::guide() const
{
    return m_window->findChild<GuideWindow*>();
}

void TestGuideWindow::opensSearchesAndGoesBack()
{
    openWindow();
    child<QAction>("showGuide")->trigger();
    QTRY_VERIFY(guide() && guide()->isVisible());
    QVERIFY(QTest::qWaitForWindowActive(guide()));
    auto* page = guide()->findChild<GuidePage*>();
    auto* contents = guide()->findChild<QTreeWidget*>();
    auto* words = guide()->findChild<QLineEdit*>(QStringLiteral("guideWords"));
    auto* hits = guide()->findChild<QListWidget*>();
    QCOMPARE(page->place(), QStringLiteral("index"));
    QCOMPARE(contents->topLevelItemCount(), int(m_book.chapters().size()));
    // By the contents.
    contents->setCurrentItem(contents->topLevelItem(4)->child(0));
    QTest::keyClick(contents, Qt::Key_Return);
    QCOMPARE(page->place(), QStringLiteral("formats#formats"));
    QVERIFY(page->toPlainText().contains(QStringLiteral("float8_e4m3fnuz")));
    QVERIFY2(
        guide()->windowTitle().startsWith(QStringLiteral("Formats")), qPrintable(guide()->windowTitle()));
    // By its search: Ctrl+F, words, Return.
    QTest::keyClick(page, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(words->hasFocus());
    QTest::keyClicks(words, QStringLiteral("who decides"));
    QVERIFY(hits->isVisible() && hits->count() > 0);
    QTest::keyClick(words, Qt::Key_Return);
    QCOMPARE(page->place(), QStringLiteral("policies#origin"));
    // At the section, not at the chapter's head.
    QVERIFY2(page->cursorForPosition({20, 8}).block().text().startsWith(QStringLiteral("Who decides")),
        qPrintable(page->cursorForPosition({20, 8}).block().text()));
    QVERIFY(!page->extraSelections().isEmpty());
    QCOMPARE(contents->currentItem()->text(0), QStringLiteral("Who decides"));
    // The next of the words is the section's first, not the chapter's.
    QTest::keyClick(words, Qt::Key_F3);
    QCOMPARE(page->textCursor().block().text(), QStringLiteral("Who decides"));
    // Far down in the longest chapter too, whose end is laid out late.
    QTest::keyClick(page, Qt::Key_F, Qt::ControlModifier);
    QTest::keyClicks(words, QStringLiteral("warmup target"));
    QTest::keyClick(words, Qt::Key_Return);
    QCOMPARE(page->cursorForPosition({20, 8}).block().text(), QStringLiteral("warmup target"));
    QTest::keyClick(page, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(page->place(), QStringLiteral("policies#origin"));
    // Escape ends the search, and the contents are back.
    QTest::keyClick(words, Qt::Key_Escape);
    QVERIFY(contents->isVisible() && guide()->isVisible() && page->extraSelections().isEmpty());
    QTest::keyClick(page, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(page->place(), QStringLiteral("formats#formats"));
    QTest::keyClick(page, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(page->place(), QStringLiteral("index"));
    QVERIFY(!guide()->findChild<QAction*>(QStringLiteral("guideBack"))->isEnabled());
    QTest::keyClick(page, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(page->place(), QStringLiteral("formats#formats"));
    // A link to another chapter, by the keys.
    emit page->anchorClicked(QUrl(QStringLiteral("files.md#own-data")));
    QCOMPARE(page->place(), QStringLiteral("files#own-data"));
    QTest::keyClicks(words, QStringLiteral("zebra"));
    QCOMPARE(hits->count(), 0);
    QVERIFY(guide()->findChild<QLabel*>(QStringLiteral("guideFound"))->isVisible());
    // Closed and opened again it is as it was.
    guide()->close();
    child<QAction>("showGuide")->trigger();
    QCOMPARE(page->place(), QStringLiteral("files#own-data"));
}

void TestGuideWindow::saysHowManyOfThePlacesItShows()
{
    openWindow();
    child<QAction>("showGuide")->trigger();
    auto* words = guide()->findChild<QLineEdit*>(QStringLiteral("guideWords"));
    const auto* hits = guide()->findChild<QListWidget*>();
    const auto* found = guide()->findChild<QLabel*>(QStringLiteral("guideFound"));
    words->setText(QStringLiteral("who decides"));
    QCOMPARE(found->text(), QStringLiteral("%1 places").arg(hits->count()));
    words->setText(QStringLiteral("e"));
    const qsizetype all = searchGuide(m_book, QStringLiteral("e")).size();
    QVERIFY(all > hits->count());
    QCOMPARE(found->text(), QStringLiteral("The first %1 of %2 places").arg(hits->count()).arg(all));
}

/// A page that is drawn anew, because it has another width or other colours, leaves what was selected and where the cursor was.
void TestGuideWindow::drawnAnewItStaysWhereItWas()
{
    openWindow({1280, 800});
    child<QAction>("showGuide")->trigger();
    QVERIFY(QTest::qWaitForWindowActive(guide()));
    auto* page = guide()->findChild<GuidePage*>();
    auto* contents = guide()->findChild<QTreeWidget*>();
    page->showPlace(QStringLiteral("window#plots"));
    page->mark({QStringLiteral("plot")});
    page->goToNextMark();
    page->goToNextMark();
    const int cursor = page->textCursor().position();
    QTreeWidgetItem* other = contents->topLevelItem(2);
    contents->setCurrentItem(other); // as the arrow keys do
    QSignalSpy drawn(page, &QTextBrowser::sourceChanged);
    guide()->resize(guide()->size() - QSize(150, 0));
    QTRY_VERIFY(!drawn.isEmpty());
    QCOMPARE(contents->currentItem(), other);
    QCOMPARE(page->textCursor().position(), cursor);
    drawn.clear();
    applyTheme(Theme::Dark);
    QTRY_VERIFY(!drawn.isEmpty());
    QCOMPARE(contents->currentItem(), other);
    QCOMPARE(page->textCursor().position(), cursor);
}

/// The guide may stand in front of a dialog about the session; what it leads to waits until that is closed.
void TestGuideWindow::aDialogKeepsItsSession()
{
    openWindow();
    openScene("circle");
    QDialog dialog(m_window.get());
    dialog.setWindowTitle(QStringLiteral("Watches"));
    dialog.open();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    child<QAction>("showGuide")->trigger();
    QTRY_VERIFY(guide() && guide()->isVisible());
    auto* page = guide()->findChild<GuidePage*>();
    for (const char* address : {"scene:lost-updates", "lesson:04-accuracy-hides"}) {
        emit page->anchorClicked(QUrl(QString::fromLatin1(address)));
        auto* said = m_window->findChild<QMessageBox*>(QStringLiteral("notNow"));
        QVERIFY(said && said->isVisible());
        QVERIFY2(said->text().contains(QStringLiteral("\"Watches\"")), qPrintable(said->text()));
        said->accept();
        QTRY_VERIFY(!m_window->findChild<QMessageBox*>(QStringLiteral("notNow")));
        QCOMPARE(QString::fromStdString(m_window->document().session()->title), QStringLiteral("Circle"));
    }
    dialog.reject();
    child<QAction>("showGuide")->trigger(); // stands in front of the window now
    emit guide()->findChild<GuidePage*>()->anchorClicked(QUrl(QStringLiteral("scene:lost-updates")));
    waitUntilIdle();
    QCOMPARE(QString::fromStdString(m_window->document().session()->title), QStringLiteral("Lost updates"));
}

void TestGuideWindow::linksStartLessonsScenesAndTerms()
{
    openWindow();
    openScene("circle");
    child<QAction>("showGuide")->trigger();
    auto* page = guide()->findChild<GuidePage*>();
    emit page->anchorClicked(QUrl(QStringLiteral("scene:lost-updates")));
    waitUntilIdle();
    QCOMPARE(QString::fromStdString(m_window->document().session()->title), QStringLiteral("Lost updates"));
    emit page->anchorClicked(QUrl(QStringLiteral("term:ulp")));
    QDialog* terms = m_window->findChild<QDialog*>(QStringLiteral("glossary"));
    QTRY_VERIFY(terms && terms->isVisible());
    QVERIFY(terms->findChild<QTextBrowser*>()->toPlainText().startsWith(QStringLiteral("Ulp")));
    terms->close();
    emit page->anchorClicked(QUrl(QStringLiteral("lesson:04-accuracy-hides")));
    waitUntilIdle();
    QVERIFY(child<QDockWidget>("lessonDock")->isVisible());
    QTRY_COMPARE(child<QLabel>("lessonTitle")->text(), QStringLiteral("What accuracy hides"));
}

void TestGuideWindow::f1LeadsToIt()
{
    openWindow();
    openScene("circle");
    const auto explain = [&](const char* widget) -> QString {
        auto* asked = child<QWidget>(widget);
        asked->setFocus();
        QTest::keyClick(asked, Qt::Key_F1);
        for (auto* popup : m_window->findChildren<ExplanationPopup*>())
            if (popup->isVisible()) {
                const QString html = popup->findChild<QLabel*>(QStringLiteral("explanationText"))->text();
                const QString place
                    = html.section(QStringLiteral("href=\"guide:"), 1).section(QLatin1Char('"'), 0, 0);
                if (!place.isEmpty())
                    emit popup->linkActivated(QStringLiteral("guide:") + place);
                else
                    popup->close();
                return place;
            }
        return {};
    };
    QCOMPARE(explain("gradients_flushed_percent_tile"), QStringLiteral("window#tiles"));
    QTRY_VERIFY(guide() && guide()->isVisible());
    auto* page = guide()->findChild<GuidePage*>();
    QCOMPARE(page->place(), QStringLiteral("window#tiles"));
    m_window->activateWindow();
    QCOMPARE(explain("layerView"), QStringLiteral("window#model"));
    QCOMPARE(page->place(), QStringLiteral("window#model"));
    m_window->activateWindow();
    QCOMPARE(explain("globalPolicy"), QStringLiteral("window#policy-bar"));
}

void TestGuideWindow::fitsSmallScreensAndDarkThemes()
{
    openWindow({1024, 768});
    applyTheme(Theme::Dark);
    child<QAction>("showGuide")->trigger();
    QTRY_VERIFY(guide() && guide()->isVisible());
    guide()->resize(640, 480);
    auto* page = guide()->findChild<GuidePage*>();
    page->showPlace(QStringLiteral("window#plots"));
    QTRY_VERIFY(page->document()->defaultStyleSheet().contains(page->palette().color(QPalette::Link).name()));
    QVERIFY(isDark(page->palette()));
    // Pictures are no wider than the page; where it became narrower, after a moment.
    const auto widestPicture = [&] { // of the document as it is now: it is made anew for another width
        int widest = 0;
        for (QTextBlock block = page->document()->begin(); block.isValid(); block = block.next())
            for (auto part = block.begin(); !part.atEnd(); ++part)
                if (const QTextCharFormat format = part.fragment().charFormat(); format.isImageFormat()) {
                    const QUrl name(format.toImageFormat().name());
                    const QVariant picture = page->document()->resource(QTextDocument::ImageResource, name);
                    widest = std::max(widest, picture.value<QImage>().width());
                }
        return widest;
    };
    QVERIFY(widestPicture() > 0);
    QTRY_VERIFY2(widestPicture() <= page->viewport()->width(),
        qPrintable(QStringLiteral("%1 > %2").arg(widestPicture()).arg(page->viewport()->width())));
    // Where it becomes wider the pictures follow, also if one is asked for before they are made anew.
    const int narrow = widestPicture();
    guide()->resize(900, 480);
    (void)page->document()->resource(
        QTextDocument::ImageResource, QUrl(QStringLiteral("pictures/another.png")));
    QTRY_VERIFY2(widestPicture() > narrow,
        qPrintable(QStringLiteral("%1 of %2").arg(widestPicture()).arg(page->viewport()->width())));
    if (const QByteArray folder = qgetenv("ULPSCOPE_PICTURES"); !folder.isEmpty())
        QVERIFY(guide()->grab().save(QString::fromLocal8Bit(folder) + QStringLiteral("/guide-dark.png")));
}

QTEST_MAIN(TestGuideWindow)
#include "tst_guide_window.moc"
