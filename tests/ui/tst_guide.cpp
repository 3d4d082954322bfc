// SPDX-License-Identifier: GPL-3.0-or-later
// The guide: everything that it names is there, everything that is there it names, its commands run, and one finds one's way in it.
#include "engine/io/session/session_file.h"
#include "tests/ui/window_test.h"
#include "ui/guide/guide_files.h"
#include "ui/guide/guide_page.h"
#include "ui/guide/guide_window.h"
#include "ui/guide/models/catalog_tables.h"
#include "ui/guide/models/guide_places.h"
#include "ui/guide/models/guide_search.h"
#include "ui/lessons/models/lesson_shelf.h"
#include "ui/look/explanation_popup.h"
#include "ui/look/theme.h"
#include "ui/shell/catalog_terms.h"
#include "ui/shell/guide_terms.h"
#include "ui/shell/models/written_terms.h"

#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QTabWidget>
#include <QToolBar>
#include <QTreeWidget>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

constexpr qint64 kMostPictureBytes = 1'500'000;
constexpr qint64 kSlowestSearchMs = 50;
constexpr int kCommandMs = 60'000;

QString resources()
{
    return QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources");
}

QList<QRegularExpressionMatch> allMatches(const QString& pattern, const QString& text)
{
    QList<QRegularExpressionMatch> all;
    const QRegularExpression expression(pattern, QRegularExpression::MultilineOption);
    for (auto matches = expression.globalMatch(text); matches.hasNext();)
        all += matches.next();
    return all;
}

/// Of ``` blocks marked as sh, each on a line of its own.
QStringList commandsOf(const GuideChapter& chapter)
{
    QStringList commands;
    bool isCommand = false;
    for (const QString& line : chapter.markdown.split(QLatin1Char('\n'))) {
        if (line.startsWith(QStringLiteral("```")))
            isCommand = line == QStringLiteral("```sh");
        else if (isCommand)
            commands += line;
    }
    return commands;
}

QString outputOf(const QString& command, const QString& folder, int& status)
{
    QProcess shell;
    shell.setProcessChannelMode(QProcess::MergedChannels);
    shell.setWorkingDirectory(folder);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"),
        QStringLiteral(ULPSCOPE_BINARY_DIR "/bin:") + environment.value(QStringLiteral("PATH")));
    shell.setProcessEnvironment(environment);
    shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), command});
    const bool isDone = shell.waitForFinished(kCommandMs) && shell.exitStatus() == QProcess::NormalExit;
    status = isDone ? shell.exitCode() : -1;
    return QString::fromUtf8(shell.readAll());
}

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
                walk(action->menu(), paths.last());
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
    void theNinetyMinutesAddUp();
    void everyCommandRuns();
    void policiesInJsonAreRead();
    void numbersAreSo_data();
    void numbersAreSo();
    void commandsAreThoseThatThereAre();
    void filesHaveTheColumnsThatItSays();
    void namesMenusAndFilesThatExist();
    void otherLanguagesHaveTheSameShape_data();
    void otherLanguagesHaveTheSameShape();
    void findsWhatOneTypes();
    void searchIsQuick();
    void marksStayAsTheyWere_data();
    void marksStayAsTheyWere();
    void knownDifferencesStandInTheirChapter();
    void isTakenInThePersonsLanguage();
    void isWrittenAsHtmlAndPdf();
    void opensSearchesAndGoesBack();
    void linksStartLessonsScenesAndTerms();
    void f1LeadsToIt();
    void fitsSmallScreensAndDarkThemes();

private:
    GuideWindow* guide() const;

    GuideBook m_book;
};

void TestGuide::initTestCase()
{
    startAfresh();
    QElapsedTimer timer;
    timer.start();
    m_book = readGuide(resources());
    qInfo("the guide is read in %lld ms", static_cast<long long>(timer.elapsed()));
}

void TestGuide::cleanup()
{
    applyTheme(Theme::Light);
    m_window.reset();
}

GuideWindow* TestGuide::guide() const
{
    return m_window->findChild<GuideWindow*>();
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
    QStringList unused = catalogTableNames();
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
    QVERIFY2(bytes < kMostPictureBytes, qPrintable(QString::number(bytes)));
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
    // Dialogs are made when they are asked for: their sources name them.
    QString sources;
    for (const char* folder : {"shell", "data", "training", "exchange", "lessons"})
        for (const QFileInfo& file : QDir(QStringLiteral(ULPSCOPE_SOURCE_DIR "/ui/") + QLatin1String(folder))
                                         .entryInfoList({QStringLiteral("*.cpp")})) {
            QFile source(file.filePath());
            QVERIFY(source.open(QIODevice::ReadOnly));
            sources += QString::fromUtf8(source.readAll());
        }
    for (const GuidePlace& each : guidePlaces()) {
        if (!m_book.findPlace(each.place))
            troubles += each.place;
        if (each.widget != m_window->objectName() && !m_window->findChild<QWidget*>(each.widget)
            && !sources.contains(QStringLiteral("QStringLiteral(\"%1\")").arg(each.widget)))
            troubles += QStringLiteral("no widget ") + each.widget;
    }
    QVERIFY2(troubles.isEmpty(), qPrintable(troubles.join(QStringLiteral("; "))));
}

void TestGuide::everyTabAndDockHasAPlace()
{
    openWindow();
    openScene("circle");
    QStringList missing;
    const auto look = [&](const QWidget* widget, const QString& what) {
        if (guidePlaceOfWidget(widget->objectName()).isEmpty())
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
                [](const QWidget* each) { return !guidePlaceOfWidget(each->objectName()).isEmpty(); });
            if (!isExplained)
                missing += QStringLiteral("page %1 of %2").arg(tabs->tabText(i), QLatin1String(name));
        }
    }
    QCOMPARE(pages, 12);
    for (const char* panel : {"blamePanel", "costPanel", "formatLossPanel", "exponentPanel", "birth",
             "sweepPanel", "noisePanel", "memoryPanel", "sceneStrip", "healthStrip", "trainingView"})
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

void TestGuide::theNinetyMinutesAddUp()
{
    const QList<ShelvedLesson> lessons = shelvedLessons(resources());
    int at = 0;
    int played = 0;
    for (const QRegularExpressionMatch& match : allMatches(QStringLiteral("^\\| (\\d+)–(\\d+) \\| (.*) \\|$"),
             m_book.find(QStringLiteral("teaching"))->markdown)) {
        const int from = match.captured(1).toInt();
        const int to = match.captured(2).toInt();
        QCOMPARE(from, at);
        at = to;
        if (!match.captured(3).startsWith(QLatin1Char('[')))
            continue;
        const ShelvedLesson* lesson = findShelved(lessons,
            match.captured(3).section(QStringLiteral("(lesson:"), 1).section(QLatin1Char(')'), 0, 0));
        QVERIFY2(lesson, qPrintable(match.captured()));
        QVERIFY2(to - from == lesson->minutes, qPrintable(match.captured()));
        ++played;
    }
    QCOMPARE(at, 90);
    QVERIFY(played >= 6);
}

void TestGuide::everyCommandRuns()
{
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& bytes) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    };
    QByteArray table = "x,y,label\n";
    for (int i = 0; i < 60; ++i)
        table += QByteArray::number(i % 7) + ',' + QByteArray::number(i % 5) + ','
            + (i % 7 > i % 5 ? "above" : "below") + '\n';
    write("points.csv", table);
    QByteArray head = "{'descr': '<f4', 'fortran_order': False, 'shape': (4096,), }";
    head = head.leftJustified(117, ' ') + '\n';
    QByteArray ones = QByteArray("\x93NUMPY\x01\x00", 8) + char(head.size()) + '\0' + head;
    for (int i = 0; i < 4096; ++i)
        ones += QByteArray("\x00\x00\x80\x3f", 4);
    write("ones.npy", ones);
    QByteArray log;
    for (int i = 0; i < 60; ++i)
        log += "{\"step\": " + QByteArray::number(i)
            + ", \"loss\": 2.5, \"loss_scale\": 32768, \"found_inf\": 0}\n";
    write("train.log", log);
    int commands = 0;
    for (const GuideChapter& chapter : m_book.chapters())
        for (const QString& command : commandsOf(chapter)) {
            int status = 0;
            const QString output = outputOf(command, folder.path(), status);
            QVERIFY2(status == 0,
                qPrintable(chapter.name + QStringLiteral(": ") + command + QLatin1Char('\n') + output));
            ++commands;
            // What the chapters say of these.
            if (command.contains(QStringLiteral("sum ")))
                QCOMPARE(output.trimmed(),
                    QString::fromLatin1(command.contains(QStringLiteral("kahan")) ? "4096" : "256"));
            if (command.contains(QStringLiteral("--until first-skip")))
                QVERIFY2(output.contains(QStringLiteral("skipped steps          1")), qPrintable(output));
        }
    QVERIFY(commands >= 30);
}

void TestGuide::policiesInJsonAreRead()
{
    const QTemporaryDir folder;
    int policies = 0;
    for (const QRegularExpressionMatch& match :
        allMatches(QStringLiteral("^```json(?: family=(\\w+))?\n((?:[^`].*\n)+)```"),
            m_book.find(QStringLiteral("policies"))->markdown)) {
        QFile file(folder.filePath(QStringLiteral("policy.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(match.captured(2).toUtf8());
        file.close();
        const QString family = match.captured(1).isEmpty() ? QStringLiteral("keras3") : match.captured(1);
        int status = 0;
        const QString output
            = outputOf(QStringLiteral("ulpscope-cli policy show policy.json --family %1").arg(family),
                folder.path(), status);
        QVERIFY2(status == 0, qPrintable(match.captured(2) + output));
        ++policies;
    }
    QCOMPARE(policies, 5);
}

void TestGuide::numbersAreSo_data()
{
    QTest::addColumn<QString>("chapter");
    QTest::addColumn<QString>("text"); ///< with the number
    QTest::addColumn<double>("number");
    QTest::addColumn<QString>("run");
    QTest::addColumn<QString>("key"); ///< of its summary
    const auto row
        = [](const char* chapter, const char* text, double number, const char* run, const char* key) {
              const QByteArray name = QByteArray(chapter) + ": " + run + ", " + key;
              QTest::newRow(name.constData()) << QString::fromUtf8(chapter) << QString::fromUtf8(text)
                                              << number << QString::fromUtf8(run) << QString::fromUtf8(key);
          };
    row("tour", "says 87.0 %", 87.0, "circle", "gradients_flushed_percent");
    row("tour", "says 75.1 %", 75.1, "circle", "updates_lost_percent");
    row("tour", "says 0.314", 0.314, "circle", "error_vs_float64");
    row("tour", "is 0.0249", 0.0249, "circle", "loss");
    row("tour", "loss is 0.0076", 0.0076, "circle", "reference_loss");
    row("tour", "87.0 % | 8.7 %", 8.7, "circle --loss-scale 1024", "gradients_flushed_percent");
    row("tour", "75.1 % | 2.0 %", 2.0, "circle --loss-scale 1024", "updates_lost_percent");
    row("tour", "0.314 | 0.00087", 0.00087, "circle --loss-scale 1024", "error_vs_float64");
    row("tour", "0.0076, nine times", 0.0076, "circle --policy mixed_bfloat16", "error_vs_float64");
    row("tour", "138 of 1000 were skipped", 138, "loss-scale", "skipped_steps");
    row("tour", "diverges at step 73", 73, "attention-overflow", "diverged_at");
    row("numbers", "93.5 % to 0.5 %", 93.5, "lost-updates", "updates_lost_percent");
    row("numbers", "93.5 % to 0.5 %", 0.5, "lost-updates --policy mixed_bfloat16", "updates_lost_percent");
    row("policies", "79.6 % | 0.022", 79.6, "circle --policy float16 --loss-scale 1024",
        "updates_lost_percent");
    row("policies", "82.2 % | 0.40", 82.2, "circle --policy bfloat16", "updates_lost_percent");
    row("policies", "0.65 % | 0.072", 0.072, "circle --policy float8_from_mixed_bfloat16",
        "error_vs_float64");
    row("policies", "0.32 % | 0.00070", 0.00070, "circle --loss-scale 'dynamic 2^15'", "error_vs_float64");
    row("scenes", "float64's 0.0069", 0.0069, "loss-scale", "reference_loss");
    row("scenes", "error 0.51", 0.51, "lost-updates", "error_vs_float64");
    row("scenes", "error 0.108", 0.108, "float8-float16", "error_vs_float64");
    row("troubleshooting", "708 become 0", 708, "attention-overflow", "overflows");
    row("troubleshooting", "708 become 0", 0, "attention-overflow --policy mixed_bfloat16", "overflows");
    row("troubleshooting", "0.0238 | 0.293", 0.293, "float8-amax", "error_vs_float64");
}

/// Of the scenes as they are. Processors differ in exp's last digit, so runs may by a little.
void TestGuide::numbersAreSo()
{
    QFETCH(const QString, chapter);
    QFETCH(const QString, text);
    QFETCH(const double, number);
    QFETCH(const QString, run);
    QFETCH(const QString, key);
    constexpr double kTolerance = 0.05; // of two digits that are written
    QVERIFY2(m_book.find(chapter)->markdown.simplified().contains(text), qPrintable(text));
    int status = 0;
    const QString output = outputOf(QStringLiteral("ulpscope-cli run %1 --json").arg(run), {}, status);
    QCOMPARE(status, 0);
    const QJsonDocument summary = QJsonDocument::fromJson(output.toUtf8());
    const double measured = summary.object().value(key).toDouble(-1);
    QVERIFY2(std::abs(measured - number) <= kTolerance * number,
        qPrintable(QStringLiteral("%1, the guide has %2").arg(measured).arg(number)));
}

void TestGuide::commandsAreThoseThatThereAre()
{
    const QString chapter = m_book.find(QStringLiteral("command-line"))->markdown;
    QStringList inGuide;
    for (const QRegularExpressionMatch& match :
        allMatches(QStringLiteral("^\\| `[a-z][a-z -]*` \\| .* \\|$"), chapter))
        inGuide += match.captured();
    QStringList inProgram;
    int status = 0;
    for (const QString& before : {QString(), QStringLiteral("policy ")}) {
        const QString help = outputOf(QStringLiteral("ulpscope-cli %1--help").arg(before), {}, status);
        for (const QRegularExpressionMatch& match : allMatches(QStringLiteral("^  ([a-z][a-z-]*) {2,}(.*)$"),
                 help.section(QStringLiteral("Subcommands:"), 1).section(QStringLiteral("\n\n"), 0, 0)))
            inProgram += QStringLiteral("| `%1` | %2 |").arg(before + match.captured(1), match.captured(2));
    }
    QVERIFY(inProgram.size() > 20);
    QStringList missing;
    for (const QString& line : inProgram)
        if (!inGuide.removeOne(line))
            missing += line;
    QVERIFY2(missing.isEmpty(),
        qPrintable(QStringLiteral("these lines are missing:\n") + missing.join(QLatin1Char('\n'))));
    QVERIFY2(inGuide.isEmpty(),
        qPrintable(QStringLiteral("these are too many:\n") + inGuide.join(QLatin1Char('\n'))));
}

void TestGuide::filesHaveTheColumnsThatItSays()
{
    const QTemporaryDir folder;
    int status = 0;
    (void)outputOf(QStringLiteral("ulpscope-cli run circle --steps 10 --out out"), folder.path(), status);
    QCOMPARE(status, 0);
    const QDir out(folder.filePath(QStringLiteral("out")));
    const QString chapter = m_book.find(QStringLiteral("files"))->markdown;
    for (const QString& file : out.entryList(QDir::Files))
        QVERIFY2(chapter.contains(QLatin1Char('`') + file + QLatin1Char('`')), qPrintable(file));
    // The first cell of each row of the section's table.
    const auto named = [&](const QString& id) {
        QStringList names;
        for (const QRegularExpressionMatch& row : allMatches(QStringLiteral("^\\| (`.*?) \\|"),
                 chapter.section(QStringLiteral("{#%1}").arg(id), 1).section(QStringLiteral("\n#"), 0, 0)))
            for (const QRegularExpressionMatch& name :
                allMatches(QStringLiteral("`([^`]*)`"), row.captured(1)))
                names += name.captured(1);
        return names;
    };
    for (const char* name : {"history", "tensors", "exponents"}) {
        QFile csv(out.filePath(QLatin1String(name) + QStringLiteral(".csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(
            named(QLatin1String(name)), QString::fromUtf8(csv.readLine()).trimmed().split(QLatin1Char(',')));
    }
    QFile summary(out.filePath(QStringLiteral("summary.json")));
    QVERIFY(summary.open(QIODevice::ReadOnly));
    QStringList keys;
    for (const QRegularExpressionMatch& match :
        allMatches(QStringLiteral("^  \"(\\w+)\":"), QString::fromUtf8(summary.readAll())))
        keys += match.captured(1);
    QStringList said = named(QStringLiteral("summary"));
    keys.sort();
    said.sort();
    QCOMPARE(said, keys);
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

void TestGuide::findsWhatOneTypes()
{
    QCOMPARE(guideWords(QStringLiteral(" Loss  \"float 8\" ")),
        QStringList({QStringLiteral("loss"), QStringLiteral("float 8")}));
    QVERIFY(searchGuide(m_book, QStringLiteral("  ")).isEmpty());
    QVERIFY(searchGuide(m_book, QStringLiteral("\"  \" \"")).isEmpty());
    QVERIFY(searchGuide(m_book, QStringLiteral("zebra")).isEmpty());
    const QList<GuideHit> hits = searchGuide(m_book, QStringLiteral("loss scale"));
    QCOMPARE(hits.front().place, QStringLiteral("glossary#term-loss_scale"));
    // Both words, wherever they stand.
    for (const GuideHit& hit : hits) {
        const GuideSection* section = m_book.findPlace(hit.place);
        QVERIFY2(section, qPrintable(hit.place));
        const QString all = section->title + section->text;
        QVERIFY2(all.contains(QStringLiteral("loss"), Qt::CaseInsensitive)
                && all.contains(QStringLiteral("scale"), Qt::CaseInsensitive),
            qPrintable(hit.place));
    }
    const QList<GuideHit> born = searchGuide(m_book, QStringLiteral("-70736"));
    QVERIFY(!born.isEmpty());
    QVERIFY2(born.front().snippet.contains(QStringLiteral("-70736")), qPrintable(born.front().snippet));
    QVERIFY(born.front().snippet.size() < 200);
    // A table is made when the guide is read, and found.
    QVERIFY(!searchGuide(m_book, QStringLiteral("float8_e5m2fnuz")).isEmpty());
}

void TestGuide::searchIsQuick()
{
    qint64 slowest = 0;
    for (const char* typed : {"l", "loss scale", "float8", "\"loss scale\" overflow", "zebra", "e"}) {
        QElapsedTimer timer;
        timer.start();
        (void)searchGuide(m_book, QString::fromLatin1(typed));
        slowest = std::max(slowest, timer.elapsed());
    }
    qInfo("slowest search: %lld ms", static_cast<long long>(slowest));
    QVERIFY(slowest < kSlowestSearchMs);
}

void TestGuide::marksStayAsTheyWere_data()
{
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<QString>("html");
    const auto row = [](const char* name, const char* markdown, const char* html) {
        QTest::newRow(name) << QString::fromUtf8(markdown) << QString::fromUtf8(html);
    };
    row("an id of one's own", "## A b {#x-y}", "<h2 id=\"x-y\">A b</h2>");
    row("an id by its title", "## A b, and `c`", "<h2 id=\"a-b-and-c\">A b, and <code>c</code></h2>");
    row("HTML is text", "<b>x</b>", "<p>&lt;b&gt;x&lt;/b&gt;</p>");
    row("a bar in a table's code", "| a |\n|---|\n| `x\\|y` |",
        "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>x|y</code></td>\n</tr>\n"
        "</tbody>\n</table>");
    row("a table that is made", "{{made w}}", "<p>made of w</p>");
    row("one that nobody makes", "{{other}}", "<p>{{other}}</p>");
}

void TestGuide::marksStayAsTheyWere()
{
    QFETCH(const QString, markdown);
    QFETCH(const QString, html);
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("index.md")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(markdown.toUtf8());
    file.close();
    const GuideBook book(folder.path(), [](const QString& name, const QString& words) {
        return name == QStringLiteral("made") ? std::optional(QString(QStringLiteral("made of ") + words))
                                              : std::nullopt;
    });
    QCOMPARE(book.chapters().front().html, html);
}

void TestGuide::knownDifferencesStandInTheirChapter()
{
    const QTemporaryDir folder;
    const auto table = [&] { return catalogTable(QStringLiteral("known_differences"), {}, folder.path()); };
    QCOMPARE(table(), QString()); // they need not be written
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("guide")));
    QFile file(folder.filePath(QStringLiteral("guide/known-differences.md")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("# Those\n\nText # here\n");
    file.close();
    QCOMPARE(table(), QStringLiteral("## Those\n\nText # here\n"));
}

void TestGuide::isTakenInThePersonsLanguage()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("guide/xx")));
    QFile file(folder.filePath(QStringLiteral("guide/xx/index.md")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(guideFolder(folder.path(), {QStringLiteral("yy-YY"), QStringLiteral("xx-XX")}),
        folder.filePath(QStringLiteral("guide/xx")));
    QCOMPARE(guideFolder(folder.path(), {QStringLiteral("yy")}), folder.filePath(QStringLiteral("guide/en")));
}

void TestGuide::isWrittenAsHtmlAndPdf()
{
    const QTemporaryDir folder;
    const QString target = folder.filePath(QStringLiteral("a/guide"));
    const Status done = writeGuide(m_book, target);
    QVERIFY2(done.ok(), done.ok() ? "" : done.error().text().c_str());
    const QDir out(target);
    QMap<QString, QString> pages;
    for (const QString& name : out.entryList({QStringLiteral("*.html")})) {
        QFile page(out.filePath(name));
        QVERIFY(page.open(QIODevice::ReadOnly));
        pages.insert(name, QString::fromUtf8(page.readAll()));
    }
    QCOMPARE(pages.size(), m_book.chapters().size());
    QStringList broken;
    for (auto page = pages.cbegin(); page != pages.cend(); ++page) {
        QVERIFY2(!page.value().contains(QStringLiteral("<script")), qPrintable(page.key()));
        for (const QRegularExpressionMatch& match :
            allMatches(QStringLiteral("(?:href|src)=\"([^\"#]*)(?:#([^\"]*))?\""), page.value())) {
            const QString file = match.captured(1).isEmpty() ? page.key() : match.captured(1);
            if (file.startsWith(QStringLiteral("https:")))
                continue;
            const bool isThere = QFile::exists(out.filePath(file))
                && (match.captured(2).isEmpty()
                    || pages.value(file).contains(QStringLiteral("id=\"%1\"").arg(match.captured(2))));
            if (!isThere)
                broken += page.key() + QStringLiteral(": ") + match.captured();
        }
    }
    QVERIFY2(broken.isEmpty(), qPrintable(broken.mid(0, 20).join(QLatin1Char('\n'))));
    QFile css(out.filePath(QStringLiteral("guide.css")));
    QVERIFY(css.open(QIODevice::ReadOnly) && css.readAll().contains("prefers-color-scheme: dark"));
    QFile pdf(out.filePath(QStringLiteral("ulpscope-guide.pdf")));
    QVERIFY(pdf.open(QIODevice::ReadOnly));
    const QByteArray bytes = pdf.readAll();
    QVERIFY(bytes.startsWith("%PDF"));
    const QRegularExpression count(QStringLiteral("/Count (\\d+)"));
    const int pageCount = count.match(QString::fromLatin1(bytes)).captured(1).toInt();
    qInfo("the PDF has %d pages and %lld bytes", pageCount, static_cast<long long>(bytes.size()));
    QVERIFY(pageCount > 30);
    // Where it cannot be written it says so.
    QFile inTheWay(folder.filePath(QStringLiteral("file")));
    QVERIFY(inTheWay.open(QIODevice::WriteOnly));
    QVERIFY(!writeGuide(m_book, inTheWay.fileName()).ok());
}

void TestGuide::opensSearchesAndGoesBack()
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
    const int before = page->textCursor().position();
    QTest::keyClick(words, Qt::Key_F3);
    QVERIFY(page->textCursor().position() != before);
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

void TestGuide::linksStartLessonsScenesAndTerms()
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

void TestGuide::f1LeadsToIt()
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

void TestGuide::fitsSmallScreensAndDarkThemes()
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
    QTRY_VERIFY(page->document()->idealWidth() > 0);
    for (QTextBlock block = page->document()->begin(); block.isValid(); block = block.next())
        for (auto part = block.begin(); !part.atEnd(); ++part)
            if (part.fragment().charFormat().isImageFormat()) {
                const QString name = part.fragment().charFormat().toImageFormat().name();
                const QImage picture
                    = page->document()->resource(QTextDocument::ImageResource, QUrl(name)).value<QImage>();
                QTRY_VERIFY2(picture.width() <= page->viewport()->width(), qPrintable(name));
            }
    if (const QByteArray folder = qgetenv("ULPSCOPE_PICTURES"); !folder.isEmpty())
        QVERIFY(guide()->grab().save(QString::fromLocal8Bit(folder) + QStringLiteral("/guide-dark.png")));
}

QTEST_MAIN(TestGuide)
#include "tst_guide.moc"
