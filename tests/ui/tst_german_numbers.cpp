// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers have a comma on the screen and where they are typed, and a point wherever they leave the window.
#include "tests/ui/translated_window_test.h"
#include "ui/forms/parameter_form.h"
#include "ui/lessons/models/answer_book.h"
#include "ui/look/metric_view.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/plot_table.h"
#include "ui/look/models/run_facts.h"
#include "ui/look/models/translation.h"
#include "ui/look/plot_commands.h"

#include <QClipboard>
#include <QFile>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestGermanNumbers : public TranslatedWindowTest
{
    Q_OBJECT
private slots:
    void initTestCase();
    void cleanup();
    void numbersAreGermanOnTheScreen();
    void aCellIsCopiedAsEnglishHasIt_data();
    void aCellIsCopiedAsEnglishHasIt();
    void everyCountrysNumbersComeBack();
    void aTitleIsWrittenAsItIs();
    void aCommaIsTypedForAPoint();
    void whatLeavesTheWindowHasPoints();

private:
    QStringList taken();
};

void TestGermanNumbers::initTestCase()
{
    startAfresh();
}

void TestGermanNumbers::cleanup()
{
    forgetLanguage();
}

void TestGermanNumbers::numbersAreGermanOnTheScreen()
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
        engineText(message("%1 of %2").with("83.9 %").with("1.5e-08")), QStringLiteral("83,9 % of 1,5×10⁻⁸"));
    for (const char* text : {"0.0543", "83.9 %", "1.25 KiB"})
        QCOMPARE(plainNumber(localNumber(QString::fromUtf8(text))), QString::fromUtf8(text));
}

void TestGermanNumbers::aCellIsCopiedAsEnglishHasIt_data()
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

void TestGermanNumbers::aCellIsCopiedAsEnglishHasIt()
{
    QFETCH(QString, locale);
    QFETCH(QString, shown);
    QFETCH(QString, copied);
    QLocale::setDefault(QLocale(locale));
    QCOMPARE(plainNumber(shown), copied);
}

/// Whatever the country's separators are, what is shown of a number comes back.
void TestGermanNumbers::everyCountrysNumbersComeBack()
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
void TestGermanNumbers::aTitleIsWrittenAsItIs()
{
    QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
    QCOMPARE(QString::fromUtf8(csvText(
                 QStringLiteral("kernel [3,3]"), {QStringLiteral("mine[3,3], from 0,5 to 12.345, 2,5")}, {})),
        QStringLiteral("# kernel [3,3]\n# mine[3,3], from 0.5 to 12\u2009345, 2.5\n\n"));
    QVERIFY(runFacts(SessionSpec(), 12345).contains(QStringLiteral("12345 of ")));
}

void TestGermanNumbers::aCommaIsTypedForAPoint()
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

/// The tables of a tab that are seen and have rows.
static QList<MetricView*> filledTables(const QWidget& tab)
{
    QList<MetricView*> views = tab.findChildren<MetricView*>();
    views.removeIf(
        [](const MetricView* view) { return !view->isVisible() || view->model()->rowCount() == 0; });
    return views;
}

/// What can be taken out of the window: the session, tables, plots, the command.
QStringList TestGermanNumbers::taken()
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
        // What a tab shows is computed aside: two of them are not the same while one still waits.
        const auto* shown = tabs->currentWidget();
        for (qsizetype before = -1, now = 0, still = 0; still < 5; before = now) {
            QTest::qWait(100);
            now = filledTables(*shown).size();
            still = now == before ? still + 1 : 0;
        }
        for (MetricView* view : filledTables(*shown)) {
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

void TestGermanNumbers::whatLeavesTheWindowHasPoints()
{
    const auto take = [this] {
        openWindow({1280, 800});
        openScene("circle");
        const QStringList all = taken();
        m_window.reset();
        return all;
    };
    openWindow();
    openScene("circle");
    m_window.reset(); // the card of the first start comes once
    const QStringList english = take();
    QVERIFY(english.size() > 8);
    QLocale::setDefault(QLocale(QStringLiteral("de_DE")));
    const QStringList german = take();
    QCOMPARE(german.size(), english.size());
    for (qsizetype i = 0; i < english.size(); ++i)
        QCOMPARE(german[i], english[i]);
}

QTEST_MAIN(TestGermanNumbers)
#include "tst_german_numbers.moc"
