// SPDX-License-Identifier: GPL-3.0-or-later
// The list of German texts: every text of the sources and the catalogs is in it, with the same places, keys and ends.
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

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

} // namespace

class TestGermanTranslations : public QObject
{
    Q_OBJECT
private slots:
    void everyTextHasATranslation();
};

void TestGermanTranslations::everyTextHasATranslation()
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

QTEST_MAIN(TestGermanTranslations)
#include "tst_german_translations.moc"
