// SPDX-License-Identifier: GPL-3.0-or-later
// The window in German: it asks for no text that is missing, its keys differ, and the language is the system's or the chosen one.
#include "tests/ui/translated_window_test.h"
#include "ui/lessons/lesson_papers.h"
#include "ui/lessons/place_finder.h"
#include "ui/look/models/translation.h"
#include "ui/look/place.h"
#include "ui/shell/term_finder.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QLabel>
#include <QMap>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

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

} // namespace

class TestGerman : public TranslatedWindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup();
    void theWindowAsksForNothingThatIsMissing();
    void keysWithinAMenuDiffer();
    void keysOfWhatIsInSightDiffer_data();
    void keysOfWhatIsInSightDiffer();
    void aRingOfAColumnLiesOnIt();
    void theLanguageIsTheSystemsOrTheChosenOne();
    void theMenuChoosesTheLanguageOfTheNextStart();
};

void TestGerman::initTestCase()
{
    startAfresh();
}

void TestGerman::cleanup()
{
    forgetLanguage();
}

/// Columns are found by their titles, which are others here.
void TestGerman::aRingOfAColumnLiesOnIt()
{
    useLanguage(QStringLiteral("de"));
    openWindow({1600, 900});
    openScene("circle");
    const auto rectOf = [this](const char* place, const char* row) {
        return findPlace(*m_window, {place, row}).rect();
    };
    for (const char* place : {"tree.flushed", "tree.error", "layer.policy"})
        QVERIFY2(rectOf(place, "dense_1").left() > rectOf("tree.layer", "dense_1").left(), place);
    child<QTabWidget>("tabs")->setCurrentIndex(2);
    QVERIFY(rectOf("number-lab.bits", "float16").left() > rectOf("number-lab.format", "float16").left());
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
        if (placeOf(*view).columns.empty())
            continue; // a table that has a term as a whole
        for (int column = 0; column < view->model()->columnCount(); ++column)
            if (const QString title = view->model()->headerData(column, Qt::Horizontal).toString();
                termsOfColumn(*view, column).empty() && !explainedThing(*view).hasOwnTerm)
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

void TestGerman::keysOfWhatIsInSightDiffer_data()
{
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << QStringLiteral("en");
    QTest::newRow("German") << QStringLiteral("de");
}

/// Each part of each lesson page beside every tab and its pages. A key that two things have opens no menu and presses no button.
void TestGerman::keysOfWhatIsInSightDiffer()
{
    QFETCH(QString, language);
    useLanguage(language);
    openWindow({1440, 900});
    openScene("circle");
    QVERIFY(m_window->openLesson(QStringLiteral("4")));
    auto& player = m_window->findChild<LessonRoom*>()->player();
    auto* tabs = child<QTabWidget>("tabs");
    QStringList twice;
    const auto look = [&](const QString& where) {
        QMap<QString, QString> keys;
        const auto add = [&](const QString& text) {
            const QString key = QKeySequence::mnemonic(text).toString();
            if (!key.isEmpty() && keys.contains(key))
                twice += QStringLiteral("%1: %2 and %3").arg(where, keys[key], text);
            if (!key.isEmpty())
                keys[key] = text;
        };
        for (const auto* button : m_window->findChildren<QAbstractButton*>())
            if (button->isVisible() && button->isEnabled())
                add(button->text());
        for (const auto* label : m_window->findChildren<QLabel*>())
            if (label->isVisible() && label->buddy() != nullptr)
                add(label->text());
        for (const auto* bar : m_window->findChildren<QTabBar*>())
            for (int tab = 0; bar->isVisible() && tab < bar->count(); ++tab)
                add(bar->tabText(tab));
        for (const QAction* menu : m_window->menuBar()->actions())
            add(menu->text());
    };
    const auto lookAtAll = [&](const QString& state) {
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            QCoreApplication::processEvents();
            look(state + QLatin1Char(' ') + tabs->tabText(tab));
            for (auto* pages : tabs->currentWidget()->findChildren<QTabWidget*>())
                for (int page = 0; page < pages->count(); ++page) {
                    pages->setCurrentIndex(page);
                    QCoreApplication::processEvents();
                    look(QStringList{state, tabs->tabText(tab), pages->tabText(page)}.join(QLatin1Char(' ')));
                }
        }
    };
    lookAtAll(QStringLiteral("ask"));
    player.answer(Answer(20.0), std::nullopt);
    lookAtAll(QStringLiteral("do"));
    player.skip();
    waitUntilIdle();
    lookAtAll(QStringLiteral("read"));
    while (!player.isCheck()) {
        player.next();
        player.skip();
        waitUntilIdle();
    }
    lookAtAll(QStringLiteral("end"));
    player.reset();
    while (!player.isCheck()) {
        player.skip();
        player.next();
    }
    waitUntilIdle();
    lookAtAll(QStringLiteral("check"));
    player.leave();
    lookAtAll(QStringLiteral("list"));
    twice.removeDuplicates();
    QVERIFY2(twice.isEmpty(), qPrintable(twice.join(QLatin1Char('\n'))));
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

QTEST_MAIN(TestGerman)
#include "tst_german.moc"
