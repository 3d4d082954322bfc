// SPDX-License-Identifier: GPL-3.0-or-later
// The guide names what there is: every link, table, picture, term, menu and lesson; and every part of the window has its place in it.
#include "tests/ui/guide_text.h"
#include "tests/ui/window_test.h"
#include "ui/guide/models/catalog_tables.h"
#include "ui/lessons/models/lesson_progress.h"
#include "ui/look/place.h"
#include "ui/shell/catalog_terms.h"

#include <QDir>
#include <QDirIterator>
#include <QDockWidget>
#include <QImage>
#include <QMenu>
#include <QRegularExpression>
#include <QTabWidget>
#include <QToolBar>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr qint64 kMaxPictureBytes = 1'500'000;

/// "File > New from a file", as the menus have it: without accelerators and dots.
QStringList menuPaths(const QMainWindow& window)
{
    QStringList paths;
    const auto plain
        = [](QString text) { return text.remove(QLatin1Char('&')).remove(QStringLiteral("…")).trimmed(); };
    std::function<void(const QMenu*, const QString&)> walk = [&](const QMenu* menu, const QString& before) {
        for (const QAction* action : menu->actions()) {
            paths += before + QStringLiteral(" > ") + plain(action->text());
            if (action->menu())
                walk(action->menu(), QString(paths.last())); // which the list moves
        }
    };
    for (const QAction* action : window.menuBar()->actions())
        walk(action->menu(), plain(action->text()));
    return paths;
}

} // namespace

class TestGuide : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup();
    void hasItsChapters();
    void everyLinkLeadsSomewhere();
    void everyTableIsThereAndUsed();
    void everyPictureIsThereAndUsed();
    void everyTermHasAPlace();
    void everyPlaceOfTheWindowExists();
    void everyTabAndDockHasAPlace();
    void lessonsAreCalledAsTheyAre();
    void namesMenusAndFilesThatExist();
    void otherLanguagesHaveTheSameShape_data();
    void otherLanguagesHaveTheSameShape();

private:
    GuideBook m_book;
};

void TestGuide::initTestCase()
{
    startAfresh();
    m_book = readGuide(resources());
}

void TestGuide::cleanup()
{
    m_window.reset();
}

void TestGuide::hasItsChapters()
{
    QVERIFY(m_book.chapters().size() >= 14);
    QCOMPARE(m_book.chapters().front().name, QStringLiteral("index"));
    // None is written and then left out of the index.
    QStringList files = QDir(m_book.folder()).entryList({QStringLiteral("*.md")});
    for (const GuideChapter& chapter : m_book.chapters()) {
        QVERIFY2(!chapter.title.isEmpty() && chapter.sections.front().level == 1, qPrintable(chapter.name));
        QVERIFY2(files.removeOne(chapter.name + QStringLiteral(".md")), qPrintable(chapter.name));
        QSet<QString> ids;
        for (const GuideSection& section : chapter.sections) {
            QVERIFY2(!ids.contains(section.id), qPrintable(chapter.name + QLatin1Char('#') + section.id));
            ids += section.id;
        }
    }
    QVERIFY2(files.isEmpty(), qPrintable(files.join(QLatin1Char(' '))));
}

void TestGuide::everyLinkLeadsSomewhere()
{
    QStringList broken;
    int links = 0;
    const QList<ShelvedLesson> lessons = shelvedLessons(resources());
    for (const GuideChapter& chapter : m_book.chapters())
        for (const QRegularExpressionMatch& match :
            allMatches(QStringLiteral("<a href=\"([^\"]*)\""), chapter.html)) {
            const QString address = match.captured(1);
            const QString rest = address.section(QLatin1Char(':'), 1);
            ++links;
            bool isThere = m_book.findPlace(QString(address).remove(QStringLiteral(".md")));
            if (address.startsWith(QLatin1Char('#')))
                isThere = m_book.findPlace(chapter.name + address);
            else if (address.startsWith(QStringLiteral("term:")))
                isThere = glossary().find(rest);
            else if (address.startsWith(QStringLiteral("lesson:")))
                isThere = findShelved(lessons, rest);
            else if (address.startsWith(QStringLiteral("scene:")))
                isThere = QFile::exists(QStringLiteral("%1/scenes/%2.ulps").arg(resources(), rest));
            else if (address.startsWith(QStringLiteral("https://")))
                isThere = true; // tests reach no network
            if (!isThere)
                broken += chapter.name + QStringLiteral(": ") + address;
            if (const QString place = guidePlaceOf(address); !place.isEmpty() && !m_book.findPlace(place))
                broken += chapter.name + QStringLiteral(": no ") + place;
        }
    QVERIFY2(broken.isEmpty(), qPrintable(broken.join(QLatin1Char('\n'))));
    QVERIFY(links > 150);
}

void TestGuide::everyTableIsThereAndUsed()
{
    QStringList unused;
    for (const std::string& name : catalogTableNames())
        unused += QString::fromStdString(name);
    for (const QFileInfo& file : QDir(m_book.folder()).entryInfoList({QStringLiteral("*.md")})) {
        QFile written(file.filePath());
        QVERIFY(written.open(QIODevice::ReadOnly));
        for (const QRegularExpressionMatch& match :
            allMatches(QStringLiteral("^\\{\\{(\\w+)"), QString::fromUtf8(written.readAll())))
            unused.removeAll(match.captured(1));
    }
    QVERIFY2(unused.isEmpty(), qPrintable(unused.join(QLatin1Char(' '))));
    for (const GuideChapter& chapter : m_book.chapters())
        QVERIFY2(!chapter.html.contains(QStringLiteral("{{")), qPrintable(chapter.name));
    // What a catalog has, the guide has.
    const QString formats = m_book.find(QStringLiteral("formats"))->html;
    for (const char* name : {"float8_e4m3fn", "nvfp4", "torch-2.13", "stochastic-fastest", "hopper-fp8",
             "binary{K}p{P}{s|u}{e|f}"})
        QVERIFY2(formats.contains(QStringLiteral("<code>%1</code>").arg(QLatin1String(name))), name);
}

void TestGuide::everyPictureIsThereAndUsed()
{
    const QDir folder(m_book.folder() + QStringLiteral("/pictures"));
    QStringList unused = folder.entryList({QStringLiteral("*.png")});
    qint64 bytes = 0;
    for (const QString& name : unused)
        bytes += QFileInfo(folder.filePath(name)).size();
    QVERIFY2(bytes < kMaxPictureBytes, qPrintable(QString::number(bytes)));
    for (const GuideChapter& chapter : m_book.chapters())
        for (const QRegularExpressionMatch& match :
            allMatches(QStringLiteral("<img src=\"([^\"]*)\" alt=\"([^\"]*)\""), chapter.html)) {
            QVERIFY2(!QImage(m_book.folder() + QLatin1Char('/') + match.captured(1)).isNull(),
                qPrintable(match.captured(1)));
            QVERIFY2(!match.captured(2).isEmpty(), qPrintable(match.captured(1)));
            unused.removeAll(QFileInfo(match.captured(1)).fileName());
        }
    QVERIFY2(unused.isEmpty(), qPrintable(unused.join(QLatin1Char(' '))));
    // Each can be taken anew.
    QFile tool(QStringLiteral(ULPSCOPE_SOURCE_DIR "/tests/guide/make_guide_pictures.cpp"));
    QVERIFY(tool.open(QIODevice::ReadOnly));
    const QString rows = QString::fromUtf8(tool.readAll());
    for (const QString& name : folder.entryList({QStringLiteral("*.png")}))
        QVERIFY2(rows.contains(QStringLiteral("{\"%1\", ").arg(QFileInfo(name).completeBaseName())),
            qPrintable(name));
}

void TestGuide::everyTermHasAPlace()
{
    QStringList missing;
    for (const Term& term : glossary().terms())
        if (!m_book.findPlace(guidePlaceOf(QStringLiteral("term:") + term.id)))
            missing += term.id;
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char(' '))));
    // What the program explains in words of its own, a chapter uses where it belongs.
    QString chapters;
    for (const GuideChapter& chapter : m_book.chapters())
        chapters += chapter.html;
    for (const Term& term : writtenTerms())
        if (!chapters.contains(QStringLiteral("\"term:%1\"").arg(term.id)))
            missing += term.id;
    QVERIFY2(missing.isEmpty(),
        qPrintable(QStringLiteral("no chapter has a link term:… to ") + missing.join(QLatin1Char(' '))));
}

void TestGuide::everyPlaceOfTheWindowExists()
{
    openWindow();
    openScene("circle");
    QStringList troubles;
    int places = 0;
    const auto look = [&](const QString& place, const QString& of) {
        if (!m_book.findPlace(place))
            troubles += QStringLiteral("%1 of %2").arg(place, of);
        ++places;
    };
    for (const auto* mark : m_window->findChildren<PlaceMark*>())
        if (!mark->place.guide.isEmpty())
            look(QString::fromUtf8(mark->place.guide), mark->widget().objectName());
    // Dialogs are made when they are asked for: their sources name their places.
    for (QDirIterator sources(QStringLiteral(ULPSCOPE_SOURCE_DIR "/ui"), {QStringLiteral("*.cpp")},
             QDir::Files, QDirIterator::Subdirectories);
         sources.hasNext();) {
        QFile source(sources.next());
        QVERIFY(source.open(QIODevice::ReadOnly));
        for (const QRegularExpressionMatch& match :
            allMatches(QStringLiteral("\\.guide\\s*= \"([^\"]+)\""), QString::fromUtf8(source.readAll())))
            look(match.captured(1), source.fileName());
    }
    QVERIFY(places > 80);
    QVERIFY2(troubles.isEmpty(), qPrintable(troubles.join(QStringLiteral("; "))));
}

void TestGuide::everyTabAndDockHasAPlace()
{
    openWindow();
    openScene("circle");
    QStringList missing;
    const auto look = [&](const QWidget* widget, const QString& what) {
        if (placeOf(*widget).guide.isEmpty())
            missing += what + QLatin1Char(' ') + widget->objectName();
    };
    for (const auto* dock : m_window->findChildren<QDockWidget*>())
        look(dock, QStringLiteral("dock"));
    for (const auto* bar : m_window->findChildren<QToolBar*>())
        if (!bar->objectName().isEmpty() && bar->parentWidget() == m_window.get())
            look(bar, QStringLiteral("bar"));
    int pages = 0;
    for (const char* name : {"tabs", "formTabs"}) {
        const auto* tabs = child<QTabWidget>(name);
        for (int i = 0; i < tabs->count(); ++i, ++pages) {
            QList<QWidget*> inside = tabs->widget(i)->findChildren<QWidget*>();
            inside.prepend(tabs->widget(i));
            const bool isExplained = std::any_of(inside.begin(), inside.end(),
                [](const QWidget* each) { return !placeOf(*each).guide.isEmpty(); });
            if (!isExplained)
                missing += QStringLiteral("page %1 of %2").arg(tabs->tabText(i), QLatin1String(name));
        }
    }
    QCOMPARE(pages, 13);
    for (const char* panel :
        {"blamePanel", "costPanel", "formatLossPanel", "exponentPanel", "birth", "sweepPanel", "noisePanel",
            "memoryPanel", "searchView", "sceneStrip", "healthStrip", "trainingView"})
        look(child<QWidget>(panel), QStringLiteral("panel"));
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QStringLiteral("; "))));
}

void TestGuide::lessonsAreCalledAsTheyAre()
{
    QStringList wrong;
    int named = 0;
    const QList<ShelvedLesson> lessons = shelvedLessons(resources());
    for (const GuideChapter& chapter : m_book.chapters())
        for (const QRegularExpressionMatch& match :
            allMatches(QStringLiteral("\\[([^\\]]*)\\]\\(lesson:([^)]*)\\)"), chapter.markdown)) {
            const ShelvedLesson* lesson = findShelved(lessons, match.captured(2));
            QVERIFY2(lesson, qPrintable(match.captured()));
            const QString text = match.captured(1);
            const QString number = QString::number(lesson->number);
            const bool isTitle = text == QStringLiteral("%1. %2").arg(number, lesson->title);
            const bool isNumber = text.compare(QStringLiteral("lesson ") + number, Qt::CaseInsensitive) == 0;
            if (!isTitle && !isNumber && text != QStringLiteral("Start the lesson"))
                wrong += match.captured();
            named += isTitle;
        }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    QVERIFY(named >= 20);
}

void TestGuide::namesMenusAndFilesThatExist()
{
    openWindow();
    const QStringList menus = menuPaths(*m_window);
    QStringList first;
    for (const QAction* action : m_window->menuBar()->actions())
        first += action->text().remove(QLatin1Char('&'));
    QStringList missing;
    int named = 0;
    QString text;
    for (const GuideChapter& chapter : m_book.chapters())
        text += chapter.markdown;
    for (const QRegularExpressionMatch& match :
        allMatches(QStringLiteral("\\*([A-Z]\\w*) > ([^*…]+?)(?: …)?\\*"), text)) {
        if (!first.contains(match.captured(1)))
            continue; // a tab's page
        ++named;
        if (!menus.contains(match.captured(1) + QStringLiteral(" > ") + match.captured(2).trimmed())
            && !menus.contains(match.captured(1) + QStringLiteral(" > ")
                + match.captured(2).section(QStringLiteral(" > "), 0, 0)))
            missing += match.captured();
    }
    QVERIFY(named >= 10);
    for (const QRegularExpressionMatch& match :
        allMatches(QStringLiteral("`((?:resources|tests|engine|ui|app)/[\\w./-]+)`"), text))
        if (!QFile::exists(QStringLiteral(ULPSCOPE_SOURCE_DIR "/") + match.captured(1)))
            missing += match.captured(1);
    // Tabs and their pages, called as they are.
    QStringList pages;
    for (const auto* tabs : m_window->findChildren<QTabWidget*>())
        for (int i = 0; i < tabs->count(); ++i)
            pages += tabs->tabText(i).remove(QLatin1Char('&'));
    for (int i = 0; i < child<QTabBar>("rooms")->count(); ++i)
        pages += child<QTabBar>("rooms")->tabText(i);
    for (const QRegularExpressionMatch& match :
        allMatches(QStringLiteral("\\*(Compare|Diagnosis|Training) > ([^*]+)\\*"), text))
        if (match.captured(1) == QStringLiteral("Compare") && !pages.contains(match.captured(2)))
            missing += match.captured();
    for (const QRegularExpressionMatch& match :
        allMatches(QStringLiteral("(?:tab|page) \\*([^*]+)\\*"), text))
        if (!pages.contains(match.captured(1)))
            missing += match.captured();
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
}

void TestGuide::otherLanguagesHaveTheSameShape_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("other");
    const QDir guides(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/guide"));
    const QDir english(guides.filePath(QStringLiteral("en")));
    int languages = 0;
    for (const QString& language : guides.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QDir folder(guides.filePath(language));
        if (language == QLatin1String("en") || !folder.exists(QStringLiteral("index.md")))
            continue;
        ++languages;
        QCOMPARE(folder.entryList({QStringLiteral("*.md")}), english.entryList({QStringLiteral("*.md")}));
        for (const QString& file : english.entryList({QStringLiteral("*.md")}))
            QTest::newRow(qPrintable(language + QLatin1Char('/') + file))
                << english.filePath(file) << folder.filePath(file);
    }
    QVERIFY(languages > 0);
}

/// Headings with their ids, where links lead, pictures, tables and code, in their order: what every language has alike.
void TestGuide::otherLanguagesHaveTheSameShape()
{
    QFETCH(QString, english);
    QFETCH(QString, other);
    const auto shapeOf = [](const QString& path) {
        QStringList shape;
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return shape;
        static const QRegularExpression link(QStringLiteral("\\]\\(([^)\\s]+)\\)"));
        static const QRegularExpression id(QStringLiteral("^(#+) .*?(\\{#[^}]+\\})?$"));
        bool isCode = false;
        const QString text = QString::fromUtf8(file.readAll());
        for (const QString& line : text.split(QLatin1Char('\n'))) {
            if (line.startsWith(QStringLiteral("```")))
                isCode = !isCode;
            if (isCode || line.startsWith(QStringLiteral("{{")))
                shape += line;
            else if (const QRegularExpressionMatch heading = id.match(line); heading.hasMatch())
                shape += heading.captured(1) + heading.captured(2);
            else if (line.startsWith(QLatin1Char('|')))
                shape += QString::number(line.count(QLatin1Char('|'))) + QStringLiteral(" bars");
            if (!isCode)
                for (auto links = link.globalMatch(line); links.hasNext();)
                    shape += links.next().captured(1);
        }
        return shape;
    };
    const QStringList expected = shapeOf(english);
    QVERIFY(!expected.isEmpty());
    QCOMPARE(shapeOf(other), expected);
    const GuideBook book(
        QFileInfo(other).path(), [](const QString&, const QString&) { return std::optional<QString>(); });
    for (const QString& picture : expected.filter(QStringLiteral("pictures/")))
        QVERIFY2(!QImage(book.pathOf(picture)).isNull(), qPrintable(picture));
    QVERIFY(!book.pictures().isEmpty());
}

QTEST_MAIN(TestGuide)
#include "tst_guide.moc"
