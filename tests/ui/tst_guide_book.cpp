// SPDX-License-Identifier: GPL-3.0-or-later
// How the guide is read from its Markdown, in which language, searched, and written as HTML and PDF.
#include "tests/ui/guide_text.h"
#include "ui/guide/guide_files.h"
#include "ui/guide/models/catalog_tables.h"
#include "ui/guide/models/guide_search.h"
#include "ui/look/models/translation.h"
#include "ui/shell/catalog_terms.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

using namespace ulpscope;
using namespace ulpscope::ui;

class TestGuideBook : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void findsWhatOneTypes();
    void marksStayAsTheyWere_data();
    void marksStayAsTheyWere();
    void knownDifferencesStandInTheirChapter();
    void isTakenInThePersonsLanguage();
    void isWhollyInTheChosenLanguage();
    void isWrittenAsHtmlAndPdf();

private:
    GuideBook m_book;
};

void TestGuideBook::initTestCase()
{
    m_book = readGuide(resources());
}

void TestGuideBook::findsWhatOneTypes()
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
    const QList<GuideHit> born = searchGuide(m_book, QStringLiteral("65504"));
    QVERIFY(!born.isEmpty());
    QVERIFY2(born.front().snippet.contains(QStringLiteral("65504")), qPrintable(born.front().snippet));
    QVERIFY(born.front().snippet.size() < 200);
    // A table is made when the guide is read, and found.
    QVERIFY(!searchGuide(m_book, QStringLiteral("float8_e5m2fnuz")).isEmpty());
}

void TestGuideBook::marksStayAsTheyWere_data()
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

void TestGuideBook::marksStayAsTheyWere()
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

void TestGuideBook::knownDifferencesStandInTheirChapter()
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

void TestGuideBook::isTakenInThePersonsLanguage()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("guide/xx")));
    QFile file(folder.filePath(QStringLiteral("guide/xx/index.md")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(guideFolder(folder.path(), {QStringLiteral("yy-YY"), QStringLiteral("xx-XX")}),
        folder.filePath(QStringLiteral("guide/xx")));
    QCOMPARE(guideFolder(folder.path(), {QStringLiteral("yy")}), folder.filePath(QStringLiteral("guide/en")));
}

/// Chapters, and what the program puts into them: titles, tables, numbers.
void TestGuideBook::isWhollyInTheChosenLanguage()
{
    useLanguage(QStringLiteral("de"));
    const GuideBook german = readGuide(resources());
    QLocale::setDefault(QLocale::c());
    for (QObject* translator : qApp->findChildren<QTranslator*>())
        delete translator;
    QCOMPARE(german.folder(), resources() + QStringLiteral("/guide/de"));
    QCOMPARE(german.chapters().size(), m_book.chapters().size());
    // Links, F1 and lessons lead to the same places in both.
    for (const GuideChapter& chapter : m_book.chapters())
        for (const GuideSection& section : chapter.sections)
            QVERIFY2(!chapter.markdown.contains(QStringLiteral("{#%1}").arg(section.id))
                    || german.findPlace(chapter.name + QLatin1Char('#') + section.id),
                qPrintable(chapter.name + QLatin1Char('#') + section.id));
    const QString formats = german.find(QStringLiteral("formats"))->html;
    QVERIFY(
        formats.contains(QStringLiteral("6,104×10⁻⁵")) && !formats.contains(QStringLiteral("6.104×10⁻⁵")));
    // No head of a table is the English one, but for words that are the same.
    QStringList english;
    const QRegularExpression head(QStringLiteral("<th>([^<]* [^<]*)</th>"));
    for (qsizetype i = 0; i < german.chapters().size(); ++i) {
        const GuideChapter& chapter = german.chapters()[i];
        QStringList heads;
        for (auto found = head.globalMatch(m_book.find(chapter.name)->html); found.hasNext();)
            heads += found.next().captured();
        for (auto found
             = head.globalMatch(chapter.html.section(QStringLiteral("<h2 id=\"known-differences\">"), 0, 0));
             found.hasNext();)
            if (const QString title = found.next().captured();
                heads.contains(title) && !title.contains(QStringLiteral("Keras 3.")))
                english += chapter.name + QStringLiteral(": ") + title;
    }
    QVERIFY2(english.isEmpty(), qPrintable(english.join(QLatin1Char('\n'))));
    QVERIFY(searchGuide(german, QStringLiteral("Überlauf")).size() > 5);
    QVERIFY(searchGuide(m_book, QStringLiteral("Überlauf")).isEmpty());
}

void TestGuideBook::isWrittenAsHtmlAndPdf()
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

QTEST_MAIN(TestGuideBook)
#include "tst_guide_book.moc"
