// SPDX-License-Identifier: GPL-3.0-or-later
// The window in German: every text has its translation, longer texts clip nothing, and numbers with a comma stay on the screen.
#include "tests/ui/layout_troubles.h"
#include "tests/ui/window_test.h"
#include "ui/forms/parameter_form.h"
#include "ui/lessons/edit/lesson_editor.h"
#include "ui/lessons/edit/lesson_workshop.h"
#include "ui/lessons/handout_pdf.h"
#include "ui/lessons/lesson_room.h"
#include "ui/lessons/models/room_guesses.h"
#include "ui/lessons/present/present_view.h"
#include "ui/look/figure_view.h"
#include "ui/look/models/birthplace_text.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/language.h"
#include "ui/look/models/local_number.h"
#include "ui/look/models/plot_table.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/plot_commands.h"
#include "ui/shell/models/term_places.h"
#include "ui/shell/term_finder.h"

#include <QClipboard>
#include <QDialog>
#include <QDockWidget>
#include <QListWidget>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTimer>
#include <QTranslator>
#include <QXmlStreamReader>

#include <algorithm>
#include <functional>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

const QString kTranslations = QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources/translations/");

struct Translation
{
    QString context;
    QString source;
    QString text;
    bool isFinished = false;
};

QList<Translation> translationsOf(const QString& path)
{
    QList<Translation> all;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return all;
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("source"))
            all.append({context, xml.readElementText(), {}, false});
        else if (xml.name() == QLatin1String("translation")) {
            all.last().isFinished = !xml.attributes().hasAttribute(QStringLiteral("type"));
            all.last().text = xml.readElementText();
        }
    }
    return all;
}

QSet<QString> placesOf(const QString& text)
{
    static const QRegularExpression place(QStringLiteral("%[1-9n]|<[^>]*>"));
    QSet<QString> places;
    for (auto found = place.globalMatch(text); found.hasNext();)
        places += found.next().captured();
    return places;
}

/// A key of its own, "&File", is to be one in the translation too.
bool hasMnemonic(const QString& text)
{
    static const QRegularExpression mnemonic(QStringLiteral("&\\w"));
    return !text.contains(QStringLiteral("&nbsp;")) && text.contains(mnemonic);
}

bool isOurs(const char* context)
{
    return QByteArrayView(context).startsWith("Q") == false;
}

/// Asked before all others: remembers what the German translation does not have.
class MissingTexts : public QTranslator
{
public:
    MissingTexts()
    {
        QVERIFY(m_german.load(QStringLiteral("ulpscope_de"), QStringLiteral(":/translations")));
    }

    QString translate(const char* context, const char* source, const char* comment, int n) const override
    {
        const QString text = QString::fromUtf8(source);
        // What a message of the engine has for an argument may be a name or a number.
        static const QRegularExpression words(QStringLiteral("\\pL{2,} .*\\pL{2,}"));
        if (isOurs(context) && text.contains(words)
            && m_german.translate(context, source, comment, n).isEmpty())
            m_missing += QStringLiteral("%1: %2").arg(QString::fromUtf8(context), text);
        return {};
    }

    QStringList missing() const { return {m_missing.begin(), m_missing.end()}; }

private:
    QTranslator m_german;
    mutable QSet<QString> m_missing;
};

/// 40 % longer than the English, in words; what it has not translated has no bracket.
class LongTexts : public QTranslator
{
public:
    QString translate(const char* context, const char* source, const char*, int) const override
    {
        if (!isOurs(context))
            return {};
        QString text = QString::fromUtf8(source);
        if (text.trimmed().isEmpty() || text.contains(QStringLiteral(";;")))
            return text;
        const qsizetype wanted = text.size() + std::max<qsizetype>(1, text.size() * 2 / 5);
        const qsizetype end = text.endsWith(QLatin1Char('\n')) ? text.size() - 1 : text.size();
        QString more;
        while (text.size() + more.size() + 1 < wanted)
            more += (text.size() + more.size()) % 7 == 0 && more.size() > 2 ? QLatin1Char(' ')
                                                                            : QLatin1Char('e');
        return text.insert(end, more + QStringLiteral("]"));
    }
};

} // namespace

class TestGerman : public WindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup();
    void everyTextHasATranslation();
    void theWindowAsksForNothingThatIsMissing();
    void keysWithinAMenuDiffer();
    void theLanguageIsTheSystemsOrTheChosenOne();
    void theMenuChoosesTheLanguageOfTheNextStart();
    void longTextsClipNothing_data();
    void longTextsClipNothing();
    void everyTextInSightIsTranslated();
    void numbersAreGermanOnTheScreen();
    void aCellIsCopiedAsEnglishHasIt_data();
    void aCellIsCopiedAsEnglishHasIt();
    void everyCountrysNumbersComeBack();
    void aTitleIsWrittenAsItIs();
    void aCommaIsTypedForAPoint();
    void whatLeavesTheWindowHasPoints();

private:
    /// All tabs, forms and dialogs, one after the other.
    void walk(const std::function<void(const QWidget& window, const QString& where)>& look);
    void walkLesson(const std::function<void(const QWidget& window, const QString& where)>& look);
    QStringList taken();
};

void TestGerman::initTestCase()
{
    startAfresh();
}

void TestGerman::cleanup()
{
    m_window.reset();
    QLocale::setDefault(QLocale::c());
    for (QObject* translator : qApp->findChildren<QTranslator*>())
        delete translator;
}

void TestGerman::everyTextHasATranslation()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("ulpscope_de.ts"));
    QVERIFY(QFile::copy(kTranslations + QStringLiteral("ulpscope_de.ts"), path));
    QProcess update;
    update.start(kTranslations + QStringLiteral("update.sh"),
        {QStringLiteral(ULPSCOPE_SOURCE_DIR), QStringLiteral(ULPSCOPE_LIST_TEXTS),
            QStringLiteral(ULPSCOPE_LUPDATE), path});
    QVERIFY(update.waitForFinished(60'000));
    QCOMPARE(update.exitCode(), 0);

    const QList<Translation> all = translationsOf(path);
    QVERIFY(all.size() > 2500);
    QStringList wrong;
    for (const Translation& one : all) {
        const auto fails = [&](const char* why) {
            wrong += QStringLiteral("%1, %2: \"%3\" \"%4\"")
                         .arg(QString::fromUtf8(why), one.context, one.source.left(80), one.text.left(80));
        };
        if (!one.isFinished || one.text.isEmpty())
            fails("no finished translation (ninja update_translations)");
        else if (placesOf(one.source) != placesOf(one.text))
            fails("other places");
        else if (hasMnemonic(one.source) != hasMnemonic(one.text))
            fails("a key of its own is missing");
        for (const QChar end : {QChar(u'…'), QChar(u':'), QChar(u' '), QChar(u'\n')})
            if (one.isFinished && one.source.endsWith(end) != one.text.endsWith(end))
                fails("another end");
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(QLatin1Char('\n') + wrong.join(QLatin1Char('\n'))));
}

void TestGerman::walk(const std::function<void(const QWidget&, const QString&)>& look)
{
    child<QAction>("showRuns")->trigger();
    auto* tabs = child<QTabWidget>("tabs");
    auto* forms = child<QTabWidget>("formTabs");
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        QTest::qWait(150);
        for (auto* pages : tabs->currentWidget()->findChildren<QTabWidget*>())
            for (int page = 0; page < pages->count(); ++page) {
                pages->setCurrentIndex(page);
                QTest::qWait(50);
                look(*m_window, tabs->tabText(tab) + QStringLiteral(", ") + pages->tabText(page));
            }
        look(*m_window, tabs->tabText(tab));
    }
    tabs->setCurrentIndex(0);
    for (int form = 0; form < forms->count(); ++form) {
        forms->setCurrentIndex(form);
        QTest::qWait(100);
        look(*m_window, forms->tabText(form));
    }
    for (const char* name : {"showGlossary", "showShortcuts", "showAbout", "new", "choosePlots", "watches",
             "showNotes", "exportPolicy", "quantizationReport", "showGuide", "saveAnswers"}) {
        bool isSeen = false;
        const auto see = [&] {
            for (QWidget* top : QApplication::topLevelWidgets())
                if (auto* dialog = qobject_cast<QDialog*>(top); dialog && dialog->isVisible()) {
                    isSeen = true;
                    QTest::qWait(100);
                    look(*dialog, QString::fromLatin1(name));
                    dialog->reject();
                }
        };
        QTimer::singleShot(300, this, see);
        auto* action = child<QAction>(name);
        QVERIFY2(action, name);
        action->trigger();
        QTRY_VERIFY2(isSeen, name);
    }
    walkLesson(look);
}

/// Played, edited part by part, and before a room.
void TestGerman::walkLesson(const std::function<void(const QWidget&, const QString&)>& look)
{
    child<QDockWidget>("runsDock")->close();
    QVERIFY(m_window->openLesson(QStringLiteral("4")));
    QTest::qWait(200);
    look(*m_window, QStringLiteral("lesson"));
    child<QAction>("editLesson")->trigger();
    auto* room = m_window->findChild<LessonRoom*>();
    QVERIFY(room->workshop().editor() != nullptr);
    auto* outline = child<QListWidget>("editOutline");
    for (int row = 0; row < outline->count(); ++row) {
        outline->setCurrentRow(row);
        QTest::qWait(100);
        look(*m_window, QStringLiteral("lesson editor, part %1").arg(row));
    }
    child<QAction>("presentLesson")->trigger();
    QVERIFY(room->presented() != nullptr);
    room->presented()->resize(m_window->size());
    QTest::qWait(200);
    look(*room->presented(), QStringLiteral("presented"));
    room->presented()->close();
}

void TestGerman::theWindowAsksForNothingThatIsMissing()
{
    useLanguage(QStringLiteral("de"));
    MissingTexts missing;
    QCoreApplication::installTranslator(&missing);
    openWindow({1280, 800});
    openScene("float8-amax");
    walk([&](const QWidget&, const QString&) {});
    openScene("circle");
    child<QAction>("showRuns")->trigger();
    for (const QMenu* menu : m_window->findChildren<QMenu*>())
        emit const_cast<QMenu*>(menu)->aboutToShow();
    (void)handoutWords();
    QCoreApplication::removeTranslator(&missing);
    QVERIFY2(missing.missing().isEmpty(), qPrintable(missing.missing().join(QLatin1Char('\n'))));
    QStringList columns;
    for (const auto* view : m_window->findChildren<QAbstractItemView*>()) {
        const QString table = view->objectName() + QLatin1Char('/');
        const QStringList places = termPlaces();
        if (std::none_of(
                places.begin(), places.end(), [&](const QString& each) { return each.startsWith(table); }))
            continue; // a table that has a term as a whole
        for (int column = 0; column < view->model()->columnCount(); ++column)
            if (const QString title = view->model()->headerData(column, Qt::Horizontal).toString();
                termsOfColumn(*view, title).empty() && !explainedThing(*view).hasOwnTerm)
                columns += QStringLiteral("%1/%2").arg(view->objectName(), title);
    }
    QVERIFY2(columns.isEmpty(), qPrintable(columns.join(QStringLiteral("; "))));
    QCOMPARE(child<QAction>("train")->text(), QStringLiteral("&Trainieren"));
    QCOMPARE(child<QLabel>("verdictSentence")->text(),
        QStringLiteral("87,0 % der Gradienten wurden null, die in float64 nicht null sind."));
    QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("Abbrechen"));
}

void TestGerman::keysWithinAMenuDiffer()
{
    useLanguage(QStringLiteral("de"));
    openWindow();
    QList<const QWidget*> bars{m_window->menuBar()};
    for (const QAction* action : m_window->menuBar()->actions())
        bars += action->menu();
    QStringList twice;
    for (const QWidget* bar : bars) {
        QSet<QString> keys;
        for (const QAction* action : bar->actions()) {
            const qsizetype mark = action->text().indexOf(QLatin1Char('&'));
            const QString key = mark < 0 ? QString() : action->text().mid(mark + 1, 1).toLower();
            if (!key.isEmpty() && keys.contains(key))
                twice += action->text();
            keys += key;
        }
    }
    QVERIFY2(twice.isEmpty(), qPrintable(twice.join(QStringLiteral("; "))));
}

void TestGerman::theLanguageIsTheSystemsOrTheChosenOne()
{
    QCOMPARE(languageFor({}, QLocale(QStringLiteral("de_AT"))), QStringLiteral("de"));
    QCOMPARE(languageFor({}, QLocale(QStringLiteral("en_GB"))), QStringLiteral("en"));
    QCOMPARE(languageFor({}, QLocale(QStringLiteral("fr_FR"))), QStringLiteral("en"));
    QCOMPARE(languageFor(QStringLiteral("en"), QLocale(QStringLiteral("de_DE"))), QStringLiteral("en"));
    QCOMPARE(languageFor(QStringLiteral("xx"), QLocale(QStringLiteral("de_DE"))), QStringLiteral("de"));
}

void TestGerman::theMenuChoosesTheLanguageOfTheNextStart()
{
    openWindow();
    QVERIFY(child<QAction>("language_en")->isChecked());
    child<QAction>("language_de")->trigger();
    QCOMPARE(m_settings->language(), QStringLiteral("de"));
    QVERIFY(child<QAction>("language_de")->isChecked());
    child<QAction>("language_en")->trigger();
    QCOMPARE(m_settings->language(), QStringLiteral("en"));
}

void TestGerman::longTextsClipNothing_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1024x768") << QSize(1024, 768);
    QTest::newRow("1280x800") << QSize(1280, 800);
}

void TestGerman::longTextsClipNothing()
{
    QFETCH(QSize, size);
    LongTexts texts;
    QCoreApplication::installTranslator(&texts);
    openWindow(size);
    openScene("circle");
    m_window->resize(size);
    QTest::qWait(300);
    m_window->resize(size);
    QStringList found;
    walk([&](const QWidget& window, const QString& where) {
        (void)QTest::qWaitFor([&] { return layoutTroubles(window).isEmpty(); }, 1500);
        for (const QString& trouble : layoutTroubles(window))
            found += where.section(QLatin1Char(' '), 0, 0) + QStringLiteral(": ") + trouble;
        if (&window == m_window.get() && (window.width() > size.width() || window.height() > size.height()))
            found += QStringLiteral("%1: the window is %2x%3")
                         .arg(where)
                         .arg(window.width())
                         .arg(window.height());
    });
    m_window.reset();
    QCoreApplication::removeTranslator(&texts);
    found.removeDuplicates();
    QVERIFY2(found.isEmpty(), qPrintable(QLatin1Char('\n') + found.join(QLatin1Char('\n'))));
}

void TestGerman::everyTextInSightIsTranslated()
{
    LongTexts texts;
    QCoreApplication::installTranslator(&texts);
    openWindow({1280, 800});
    openScene("circle");
    QSet<QString> found;
    // Labels of parameters are Keras' names of arguments, with spaces.
    QSet<QString> names;
    static const QRegularExpression words(QStringLiteral("\\pL{3,} \\pL{2,}"));
    // Texts of lessons are in files; arrows of a bar of tabs are Qt's.
    static const QRegularExpression fromFiles(
        QStringLiteral("^(lesson_.*|lesson(Say|Ask|StepTitle|Title|Question|Option.*)|presentText|"
                       "Scroll(Left|Right)Button)$"));
    const auto look = [&](const QObject& object, const char* property) {
        const QString text = object.property(property).toString();
        if (text.contains(words) && !text.contains(QLatin1Char(']')) && !names.contains(text)
            && !object.objectName().contains(fromFiles))
            found += QStringLiteral("%1 %2, %3: %4")
                         .arg(QString::fromLatin1(object.metaObject()->className()), object.objectName(),
                             QString::fromLatin1(property), text.left(80));
    };
    walk([&](const QWidget& window, const QString&) {
        for (const QWidget* field :
            window.findChildren<QWidget*>(QRegularExpression(QStringLiteral("^parameter_"))))
            names += field->accessibleName();
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            if (!widget->isVisible())
                continue;
            for (const char* property : {"toolTip", "accessibleName", "statusTip", "placeholderText"})
                look(*widget, property);
            if (qobject_cast<const QLabel*>(widget) || qobject_cast<const QAbstractButton*>(widget))
                look(*widget, "text");
        }
        for (const QAction* action : window.findChildren<QAction*>())
            for (const char* property : {"text", "toolTip"})
                look(*action, property);
    });
    m_window.reset();
    QCoreApplication::removeTranslator(&texts);
    const QStringList all(found.begin(), found.end());
    for (const QString& text : all)
        qInfo("%s", qPrintable(text));
    QVERIFY(all.isEmpty());
}

void TestGerman::numbersAreGermanOnTheScreen()
{
    QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
    QCOMPARE(numberText(0.0543), QStringLiteral("0,0543"));
    QCOMPARE(numberText(5.43e-6), QStringLiteral("5,43×10⁻⁶"));
    QCOMPARE(ui::percentText(83.94), QStringLiteral("83,9 %"));
    QCOMPARE(countText(1234567), QStringLiteral("1.234.567"));
    QCOMPARE(countText(1024), QStringLiteral("1024"));
    QCOMPARE(shortNumber(0.5), QStringLiteral("0,5"));
    QCOMPARE(scaleText(0.5), QStringLiteral("0,5"));
    QCOMPARE(parameterText(ParameterValue(0.25)), QStringLiteral("0,25"));
    QCOMPARE(localNumber(QStringLiteral("float8_e4m3fn 1.5")), QStringLiteral("float8_e4m3fn 1.5"));
    QCOMPARE(
        engineText(message("%1 of %2").with("83.9 %").with("1.5e-08")), QStringLiteral("83,9 % of 1,5e-08"));
    for (const char* text : {"0.0543", "83.9 %", "1.25 KiB"})
        QCOMPARE(plainNumber(localNumber(QString::fromUtf8(text))), QString::fromUtf8(text));
}

void TestGerman::aCellIsCopiedAsEnglishHasIt_data()
{
    QTest::addColumn<QString>("locale");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QString>("copied");
    const auto row = [](const char* locale, const QString& shown, const QString& copied) {
        QTest::newRow(qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(locale), shown)))
            << QString::fromLatin1(locale) << shown << copied;
    };
    row("de_DE", QStringLiteral("83,9 %"), QStringLiteral("83.9 %"));
    row("de_DE", QStringLiteral("-5,43×10⁻⁶"), QStringLiteral("-5.43×10⁻⁶"));
    row("de_DE", QStringLiteral("12.345"), QStringLiteral("12\u2009345"));
    row("de_DE", QStringLiteral("1.234.567 B"), QStringLiteral("1\u2009234\u2009567 B"));
    row("de_DE", QStringLiteral("1024"), QStringLiteral("1024"));
    // Texts, of which a number is a part.
    for (const char* text : {"[3,3]", "kernel [12,34,5]", "(3,3)", "dense_2.kernel[1,5]", "a,b 0,5",
             "mine 1.234.567 x 2,5", "2,5,1", "Version 12.345"})
        row("de_DE", QString::fromUtf8(text), QString::fromUtf8(text));
    // Austria has other groups, Switzerland has a point too.
    row("de_AT", QStringLiteral("0,5"), QStringLiteral("0.5"));
    row("de_AT", QStringLiteral("12\u00A0345"), QStringLiteral("12\u2009345"));
    row("de_CH", QStringLiteral("0.5"), QStringLiteral("0.5"));
    row("de_CH", QStringLiteral("1’234’567"), QStringLiteral("1\u2009234\u2009567"));
    row("de_CH", QStringLiteral("[3,3]"), QStringLiteral("[3,3]"));
}

void TestGerman::aCellIsCopiedAsEnglishHasIt()
{
    QFETCH(QString, locale);
    QFETCH(QString, shown);
    QFETCH(QString, copied);
    QLocale::setDefault(QLocale(locale));
    QCOMPARE(plainNumber(shown), copied);
}

/// Whatever the country's separators are, what is shown of a number comes back.
void TestGerman::everyCountrysNumbersComeBack()
{
    for (const char* locale : {"de_DE", "de_AT", "de_CH", "de_LI", "en_US"}) {
        QLocale::setDefault(QLocale::c());
        const QStringList english{countText(1234), countText(12345), countText(1234567), numberText(0.0543),
            numberText(-5.43e-6), bytesText(1.3e6)};
        QLocale::setDefault(QLocale(QString::fromLatin1(locale)));
        const QStringList shown{countText(1234), countText(12345), countText(1234567), numberText(0.0543),
            numberText(-5.43e-6), bytesText(1.3e6)};
        for (qsizetype i = 0; i < shown.size(); ++i)
            QVERIFY2(plainNumber(shown[i]) == english[i], qPrintable(QLatin1String(locale) + shown[i]));
    }
}

/// A name that a person gave is in the file as it is on the screen.
void TestGerman::aTitleIsWrittenAsItIs()
{
    QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
    QCOMPARE(QString::fromUtf8(csvText(
                 QStringLiteral("kernel [3,3]"), {QStringLiteral("mine[3,3], from 0,5 to 12.345, 2,5")}, {})),
        QStringLiteral("# kernel [3,3]\n# mine[3,3], from 0.5 to 12\u2009345, 2.5\n\n"));
    QVERIFY(runFacts(SessionSpec(), 12345).contains(QStringLiteral("12345 of ")));
}

void TestGerman::aCommaIsTypedForAPoint()
{
    const ParameterValue number(0.0);
    QVERIFY(!parseParameter(QStringLiteral("0,25"), number));
    QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
    QCOMPARE(parseParameter(QStringLiteral("0,25"), number), std::optional(ParameterValue(0.25)));
    QCOMPARE(parseParameter(QStringLiteral("0.25"), number), std::optional(ParameterValue(0.25)));
    QCOMPARE(parseParameter(QStringLiteral("1,5e-3"), number), std::optional(ParameterValue(0.0015)));
    QCOMPARE(typedNumber(QStringLiteral("1, 2")), QStringLiteral("1, 2"));
    QCOMPARE(typedExpression(QStringLiteral("loss > 0,5")), QStringLiteral("loss > 0.5"));
    QString unread;
    Question asked;
    asked.kind = QuestionKind::Number;
    const RoomGuesses guesses = roomGuessesFrom(QStringLiteral("0,5 0,5, 20; 3 %"), asked, &unread);
    QCOMPARE(guesses.numbers, (std::vector<std::pair<double, int>>{{0.5, 2}, {3.0, 1}, {20.0, 1}}));
    QCOMPARE(unread, QString());
}

/// What can be taken out of the window: the session, tables, plots, the command.
QStringList TestGerman::taken()
{
    QStringList all;
    const auto clipboard = [] { return QApplication::clipboard()->text(); };
    QFile::remove(inDirectory("taken.ulps"));
    {
        const Status saved = m_window->document().saveAs(inDirectory("taken.ulps"));
        QTest::qWait(100);
        QFile file(inDirectory("taken.ulps"));
        if (saved && file.open(QIODevice::ReadOnly))
            all += QString::fromUtf8(file.readAll());
    }
    child<QAction>("copyCommand")->trigger();
    all += clipboard();
    auto* tabs = child<QTabWidget>("tabs");
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        QTest::qWait(300);
        for (FigureView* view : tabs->currentWidget()->findChildren<FigureView*>()) {
            if (!view->isVisible() || view->model()->rowCount() == 0)
                continue;
            QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
            all += clipboard();
        }
        for (QWidget* widget : tabs->currentWidget()->findChildren<QWidget*>())
            if (PlotCommands* plot = PlotCommands::of(*widget); plot != nullptr && widget->isVisible()) {
                QApplication::clipboard()->clear();
                plot->copyNumbers();
                all += clipboard();
                const QString path = inDirectory("plot.csv");
                QFile::remove(path);
                QFile file(path);
                if (plot->writeTo(path) && file.open(QIODevice::ReadOnly))
                    all += QString::fromUtf8(file.readAll());
            }
    }
    return all;
}

void TestGerman::whatLeavesTheWindowHasPoints()
{
    const auto take = [this] {
        openWindow({1280, 800});
        openScene("circle");
        const QStringList all = taken();
        m_window.reset();
        return all;
    };
    const QStringList english = take();
    QVERIFY(english.size() > 8);
    QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
    const QStringList german = take();
    QCOMPARE(german.size(), english.size());
    for (qsizetype i = 0; i < english.size(); ++i)
        QCOMPARE(german[i], english[i]);
}

QTEST_MAIN(TestGerman)
#include "tst_german.moc"
