// SPDX-License-Identifier: GPL-3.0-or-later
// What is printed has every word of its text: the guide's PDF those of its pages in HTML, handouts and keys those of the lessons.
// pdftotext reads the files.
#include "tests/ui/guide_text.h"
#include "ui/guide/guide_files.h"
#include "ui/lessons/lesson_papers.h"
#include "ui/lessons/models/lesson_progress.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/shell/catalog_terms.h"

#include <QDir>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>
#include <QTranslator>

using namespace ulpscope;
using namespace ulpscope::ui;

namespace {

/// How often each word is there: letters and digits, without the ligatures of print.
QMap<QString, int> wordsOf(const QString& text)
{
    QMap<QString, int> words;
    const QString plain = text.normalized(QString::NormalizationForm_KC);
    for (const QRegularExpressionMatch& match : allMatches(QStringLiteral("[\\p{L}\\p{N}]+"), plain))
        ++words[match.captured()];
    return words;
}

/// What pdftotext reads. -raw: in the order in which it was written.
QString pdfText(const QString& path)
{
    QProcess program;
    program.start(QStringLiteral("pdftotext"), {QStringLiteral("-raw"), path, QStringLiteral("-")});
    if (!program.waitForFinished() || program.exitCode() != 0)
        qFatal("pdftotext (Debian: poppler-utils) cannot read %s: %s", qPrintable(path),
            qPrintable(program.errorString()));
    return QString::fromUtf8(program.readAllStandardOutput());
}

/// The words that are fewer times in the second, each with the numbers of both. A word that a narrow column broke is no lost one: without
/// white space both texts have it.
QStringList lostWords(const QString& text, const QString& printed)
{
    static const QRegularExpression space(QStringLiteral("[\\s-]+"));
    const QMap<QString, int> there = wordsOf(printed);
    const QString joined = printed.normalized(QString::NormalizationForm_KC).remove(space);
    const QMap<QString, int> wanted = wordsOf(text);
    QStringList lost;
    for (auto word = wanted.cbegin(); word != wanted.cend(); ++word)
        if (there.value(word.key()) < word.value() && joined.count(word.key()) < word.value())
            lost += QStringLiteral("%1 (%2 of %3)")
                        .arg(word.key())
                        .arg(there.value(word.key()))
                        .arg(word.value());
    return lost;
}

QString plainText(const QString& html)
{
    QTextDocument document;
    document.setHtml(html);
    return document.toPlainText();
}

} // namespace

class TestPdfWords : public QObject
{
    Q_OBJECT
private slots:
    void cleanup()
    {
        QLocale::setDefault(QLocale::c());
        for (QObject* translator : qApp->findChildren<QTranslator*>())
            delete translator;
    }

    void theGuideHasAllOfItsPages_data() { addLanguages(); }
    void theGuideHasAllOfItsPages()
    {
        QFETCH(QString, language);
        useLanguage(language);
        const GuideBook book = readGuide(resources());
        QVERIFY(book.folder().endsWith(language));
        const QTemporaryDir folder;
        QVERIFY(writeGuide(book, folder.path()).ok());
        QString pages;
        for (const GuideChapter& chapter : book.chapters())
            pages += plainText(chapter.html) + QLatin1Char('\n');
        QVERIFY(pages.size() > 100'000);
        const QStringList lost
            = lostWords(pages, pdfText(folder.filePath(QStringLiteral("ulpscope-guide.pdf"))));
        QVERIFY2(lost.isEmpty(),
            qPrintable(QStringLiteral("%1 words: %2")
                           .arg(lost.size())
                           .arg(lost.mid(0, 30).join(QStringLiteral(", ")))));
    }

    void handoutsAndKeysHaveAllOfTheirText_data() { addLanguages(); }
    void handoutsAndKeysHaveAllOfTheirText()
    {
        QFETCH(QString, language);
        useLanguage(language);
        const QList<ShelvedLesson> lessons = shelvedLessons(resources());
        QVERIFY(lessons.size() > 10);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("paper.pdf"));
        QStringList lost;
        for (const ShelvedLesson& lesson : lessons)
            for (const HandoutKind kind : {HandoutKind::Handout, HandoutKind::Key}) {
                QVERIFY(writeHandoutPdf(path, lesson.lesson, kind).ok());
                QTextDocument document;
                document.setMarkdown(toQt(handoutMarkdown(lesson.lesson, kind, handoutWords())),
                    QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub)
                        | QTextDocument::MarkdownNoHTML);
                for (const QString& word : lostWords(document.toPlainText(), pdfText(path)))
                    lost += lesson.name + QStringLiteral(": ") + word;
            }
        QVERIFY2(lost.isEmpty(), qPrintable(lost.mid(0, 30).join(QStringLiteral(", "))));
    }

private:
    static void addLanguages()
    {
        QTest::addColumn<QString>("language");
        for (const Language& language : languages())
            QTest::newRow(language.code) << QString::fromLatin1(language.code);
    }
};

QTEST_MAIN(TestPdfWords)
#include "tst_pdf_words.moc"
