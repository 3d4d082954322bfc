// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of what may depend on what, held against every file; and the checker held against samples, so
// that a pass means something.
#include "tests/architecture/document_rules.h"
#include "tests/architecture/source_rules.h"

#include <QDir>
#include <QDirIterator>
#include <QTest>

#include <algorithm>

using namespace ulpscope::architecture;

class TestArchitecture : public QObject
{
    Q_OBJECT

private slots:
    void aBadSampleIsFound_data();
    void aBadSampleIsFound();
    void aGoodSampleIsQuiet_data();
    void aGoodSampleIsQuiet();
    void theLineIsNamed();
    void everyFileKeepsTheRules();
    void everyIncludeOfOursExists();
    void documentsNameWhatExists();
    void aBadDocumentIsFound();
    void documentsAreShort();
    void documentsLinkToWhatExists();
    void documentsCountNothingThatACatalogHas();
    void documentsDrawEveryRoom_data();
    void documentsDrawEveryRoom();
    void theLicenceNamesEveryLibrary();
    void everyTestIsRegistered();
    void testNamesDiffer();
};

namespace {

const QString kRoot = QStringLiteral(ULPSCOPE_SOURCE_DIR "/");
const QString kSpdx = u"// SPDX-License-Identifier: GPL-3.0-or-later\n"_s;

QString contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QList<SourceFile> allFiles()
{
    QList<SourceFile> files;
    for (const QString& top : {u"app"_s, u"engine"_s, u"ui"_s, u"tests"_s, u"resources"_s, u".ci"_s}) {
        QDirIterator entries(kRoot + top,
            {u"*.h"_s, u"*.cpp"_s, u"*.sh"_s, u"*.py"_s, u"*.cmake"_s, u"CMakeLists.txt"_s, u"run"_s},
            QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
        while (entries.hasNext()) {
            const QString path = entries.next();
            if (!path.contains(u"/__pycache__/"))
                files.append({QDir(kRoot).relativeFilePath(path), contents(path)});
        }
    }
    files.append({u"CMakeLists.txt"_s, contents(kRoot + u"CMakeLists.txt"_s)});
    return files;
}

QStringList subfolders(const QString& folder)
{
    return QDir(kRoot + folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

QStringList testSources()
{
    QStringList sources;
    QDirIterator entries(kRoot + u"tests"_s, {u"tst_*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (entries.hasNext())
        sources.append(QDir(kRoot).relativeFilePath(entries.next()));
    sources.sort();
    return sources;
}

/// Limits of the documents for readers of the source. The guide has tests of its own.
const QList<DocumentLimit>& documents()
{
    static const QList<DocumentLimit> limits{{u"README.md"_s, 1200, 150}, {u"CONTRIBUTING.md"_s, 1200},
        {u"engine/DESIGN.md"_s, 2500}, {u"app/DESIGN.md"_s, 1500}, {u"ui/DESIGN.md"_s, 2500}};
    return limits;
}

QByteArray listed(const QStringList& lines)
{
    return (u"\n  "_s + lines.join(u"\n  "_s)).toUtf8();
}

} // namespace

void TestArchitecture::aBadSampleIsFound_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const char* path, const QString& text, const char* words) {
        QTest::newRow(name) << QString::fromLatin1(path) << kSpdx + text << QString::fromLatin1(words);
    };
    row("an earlier folder includes a later one", "engine/dtype/a.cpp",
        u"#include \"engine/tensor/tensor.h\"\n"_s, "engine/dtype comes before engine/tensor");
    row("peers include each other", "engine/loss/a.cpp", u"#include \"engine/data/dataset.h\"\n"_s,
        "engine/loss comes before engine/data");
    row("policy includes layer", "engine/policy/a.h", u"#include \"engine/layer/layer.h\"\n"_s,
        "comes before");
    row("train includes model's user", "engine/model/a.cpp", u"  #  include  \"engine/train/lane.h\"\n"_s,
        "comes before");
    row("a new engine folder", "engine/misc/a.cpp", u"#include \"engine/base/check.h\"\n"_s,
        "order of engine folders");
    row("an include of a new engine folder", "engine/train/a.cpp", u"#include \"engine/misc/a.h\"\n"_s,
        "order of engine folders");
    row("the engine includes app", "engine/train/a.cpp", u"#include \"app/session/document.h\"\n"_s,
        "nothing above itself");
    row("the engine includes Qt", "engine/base/a.h", u"#include <QString>\n"_s, "no Qt");
    row("the engine includes a Qt module", "engine/base/a.h", u"#include <QtCore/qglobal.h>\n"_s, "no Qt");
    row("the engine includes iostream", "engine/base/a.cpp", u"#include <iostream>\n"_s, "prints nothing");
    row("the engine prints", "engine/base/a.cpp", u"void f() { std::printf(\"x\"); }\n"_s,
        "only programs print");
    row("the engine prints to stderr", "engine/base/a.cpp", u"void f() { fprintf (stderr, \"x\"); }\n"_s,
        "only programs print");
    row("the engine writes to cout", "engine/base/a.cpp", u"void f() { std::cout << 1; }\n"_s,
        "only programs print");
    row("the engine ends the program", "engine/base/a.cpp", u"void f() { std::abort(); }\n"_s,
        "only programs print");
    row("Eigen outside the kernels of a level", "engine/tensor/a.cpp", u"#include <Eigen/Core>\n"_s,
        "includes Eigen");
    row("Eigen in the kernels' common part", "engine/kernels/a.h", u"#include <Eigen/Core>\n"_s,
        "includes Eigen");
    row("Eigen in the window", "ui/plots/a.h", u"#include <Eigen/Core>\n"_s, "includes Eigen");
    row("a widget in the app library", "app/session/a.h", u"#include <QWidget>\n"_s, "no Widgets");
    row("a widget by its module", "app/session/a.h", u"#include <QtWidgets/QMenu>\n"_s, "no Widgets");
    row("printing in the app library", "app/session/a.cpp", u"#include <QPrinter>\n"_s, "no Widgets");
    row("the app library includes ui", "app/session/a.cpp", u"#include \"ui/training/models/rails.h\"\n"_s,
        "does not know ui");
    row("Qt in the command line", "app/cli_main.cpp", u"#include <QCoreApplication>\n"_s, "no Qt");
    row("a document in the command line", "app/cli_main.cpp", u"#include \"app/session/document.h\"\n"_s,
        "no Qt");
    row("Qt in a command", "app/cli/runs/a.cpp", u"#include <QFile>\n"_s, "no Qt");
    row("Qt in a reader of files", "app/io/keras/model/a.cpp", u"#include <QFile>\n"_s, "no Qt");
    row("a reader of files prints", "app/io/logs/a.cpp", u"void f() { puts(\"x\"); }\n"_s,
        "only programs print");
    row("a room of app that is in no order", "app/attic/a.cpp", u"#include \"engine/base/check.h\"\n"_s,
        "order of app's rooms");
    row("an earlier room of app includes a later one", "app/io/json/a.cpp",
        u"#include \"app/io/session/b.h\"\n"_s, "app/io/json comes before app/io/session");
    row("judging includes documents", "app/judge/runs/a.cpp", u"#include \"app/session/document.h\"\n"_s,
        "app/judge comes before app/session");
    row("a command's header in the app library", "app/session/a.cpp", u"#include \"app/cli/command.h\"\n"_s,
        "part of the command line");
    row("another macro in qcp.h", "ui/look/qcp.h", u"#define forever(x) for (;;)\n"_s, "macro forever");
    row("qcustomplot.h in a plot", "ui/plots/a.cpp", u"#include <qcustomplot.h>\n"_s, "only ui/look/qcp.h");
    row("qcustomplot.h in a test", "tests/ui/tst_a.cpp", u"#include <qcustomplot.h>\n"_s,
        "only ui/look/qcp.h");
    row("a file dialog of its own", "ui/shell/a.cpp", u"#include <QFileDialog>\n"_s,
        "only ui/look/file_dialogs.cpp");
    row("another view includes the main window", "ui/shell/a.cpp", u"#include \"ui/shell/main_window.h\"\n"_s,
        "main window");
    row("a model includes a view of its room", "ui/training/models/a.cpp",
        u"#include \"ui/training/stacked_plot.h\"\n"_s, "a model includes no view");
    row("a model includes a widget", "ui/training/models/a.cpp", u"#include <QLabel>\n"_s, "no Widgets");
    row("an earlier room includes a later one", "ui/tree/a.cpp", u"#include \"ui/map/b.h\"\n"_s,
        "ui/tree comes before ui/map");
    row("what all rooms share includes one", "ui/look/a.cpp", u"#include \"ui/forms/b.h\"\n"_s,
        "ui/look comes before ui/forms");
    row("a room that is in no order", "ui/attic/a.cpp", u"#include \"ui/look/theme.h\"\n"_s,
        "order of rooms");
    row("a header beside the file", "engine/dtype/a.cpp", u"#include \"format.h\"\n"_s,
        "named from the root");
    row("a test's header in the engine", "engine/dtype/a.cpp", u"#include \"tests/golden/golden_file.h\"\n"_s,
        "test's header");
    row("a function-like macro", "engine/base/a.h", u"#define TWICE(x) ((x) + (x))\n"_s, "macro TWICE");
    row("a comment without a subject", "engine/base/a.h", u"/// Of a float, in bits.\n"_s, "says \"Of\"");
    row("a comment about a person", "ui/look/a.h", u"int f(); // whoever asks\n"_s, "says \"whoever\"");
    row("a connect without context", "ui/shell/a.cpp",
        u"void f() { connect(a, &A::changed, [this](int x, int y) { g(x, y); }); }\n"_s, "without a context");
    row("a connect without context over lines", "app/a.cpp",
        u"void f()\n{\n    QObject::connect(a,\n        qOverload<int, int>(&A::changed),\n        [](int, int) {});\n}\n"_s,
        "without a context");
    QTest::newRow("no SPDX line") << u"ui/shell/a.cpp"_s << u"#include <QWidget>\n"_s << u"no SPDX line"_s;
    QTest::newRow("a script without SPDX line")
        << u"tests/run.sh"_s << u"#!/bin/sh\n# hello\n"_s << u"no SPDX line"_s;
}

void TestArchitecture::aBadSampleIsFound()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    QFETCH(QString, words);
    const QStringList troubles = troublesOf({path, text});
    QCOMPARE(troubles.size(), 1);
    QVERIFY2(troubles.first().contains(words), qPrintable(troubles.first()));
}

void TestArchitecture::aGoodSampleIsQuiet_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* path, const QString& text) {
        QTest::newRow(name) << QString::fromLatin1(path) << kSpdx + text;
    };
    row("a later folder includes an earlier one", "engine/tensor/a.cpp",
        u"#include \"engine/dtype/format.h\"\n"_s);
    row("a folder includes itself", "engine/loss/a.cpp", u"#include \"engine/loss/loss.h\"\n"_s);
    row("an include in a comment", "engine/base/a.h",
        u"// #include <QString>\n/*\n#include <iostream>\n*/\n"_s);
    row("an include in a string", "engine/base/a.h", u"const char* k = \"#include <QString> printf(\";\n"_s);
    row("code in a raw string", "engine/base/a.h",
        u"const char* k = R\"x(\n#include <QString>\nabort();)x\";\n"_s);
    row("snprintf fills a buffer", "engine/base/a.cpp", u"void f() { std::snprintf(b, 3, \"x\"); }\n"_s);
    row("digit separators are not characters", "engine/base/a.h",
        u"const int k = 1'000; // it's 'x'\nint j = 2'000;\n"_s);
    row("a quote as a character", "engine/base/a.h",
        u"const char k = '\"'; int f();\nconst char j = '\"';\n"_s);
    row("Eigen in a level's kernels", "engine/kernels/per_level/a.cpp", u"#include <Eigen/Core>\n"_s);
    row("commands share headers", "app/cli_main.cpp",
        u"#include \"app/cli/command.h\"\n#include <CLI/CLI.hpp>\n"_s);
    row("both programs hear signals alike", "app/cli/runs/run_command.cpp",
        u"#include \"app/stop_signals.h\"\n"_s);
    row("the word that QCustomPlot needs", "ui/look/qcp.h", u"#define foreach(v, c) for (v : c)\n"_s);
    row("Gui in the app library", "app/session/document.h",
        u"#include <QUndoStack>\n#include <QObject>\n#include <QImage>\n"_s);
    row("the program includes the window", "app/main.cpp",
        u"#include \"ui/shell/main_window.h\"\n#include <QApplication>\n"_s);
    row("a window test includes the window", "tests/ui/tst_a.cpp",
        u"#include \"ui/shell/main_window.h\"\n"_s);
    row("qcp.h includes qcustomplot.h", "ui/look/qcp.h", u"#include <qcustomplot.h>\n"_s);
    row("a view uses its models and earlier rooms", "ui/numbers/a.cpp",
        u"#include \"ui/numbers/models/m.h\"\n#include \"ui/tree/models/t.h\"\n#include \"ui/look/w.h\"\n#include \"app/session/document.h\"\n"_s);
    row("a model uses another room's model", "ui/numbers/models/a.cpp",
        u"#include \"ui/tree/models/t.h\"\n"_s);
    row("a person in a string, and a comment that goes on", "ui/look/a.h",
        u"const char* k = \"// nobody\"; int n = 8; ///< of the header\n"_s);
    row("an object-like macro", "engine/base/a.h", u"#define ULPSCOPE_X (1)\n"_s);
    row("a connect with context", "ui/shell/a.cpp",
        u"void f() { connect(a, &A::changed, this, [this](int x, int y) { g(x, y); }); }\n"_s);
    row("a disconnect", "ui/shell/a.cpp", u"void f() { disconnect(a, nullptr, this); }\n"_s);
}

void TestArchitecture::aGoodSampleIsQuiet()
{
    QFETCH(QString, path);
    QFETCH(QString, text);
    const QStringList troubles = troublesOf({path, text});
    QVERIFY2(troubles.isEmpty(), listed(troubles).constData());
}

void TestArchitecture::theLineIsNamed()
{
    const QStringList troubles = troublesOf(
        {u"engine/base/a.h"_s, kSpdx + u"/* two\nlines */\n#include <vector>\n#include <QString>\n"_s});
    QCOMPARE(troubles, QStringList{u"engine/base/a.h:5: includes <QString>; the engine has no Qt"_s});
}

void TestArchitecture::everyFileKeepsTheRules()
{
    const QList<SourceFile> files = allFiles();
    QVERIFY2(files.size() > 40, "found the sources");
    QStringList troubles;
    for (const SourceFile& file : files)
        troubles += troublesOf(file);
    QVERIFY2(troubles.isEmpty(), listed(troubles).constData());
}

void TestArchitecture::everyIncludeOfOursExists()
{
    QStringList missing;
    for (const SourceFile& file : allFiles())
        for (const Include& include : includesOf(file))
            if (include.quoted && !include.name.endsWith(u".moc") && !QFile::exists(kRoot + include.name))
                missing.append(u"%1:%2: %3"_s.arg(file.path).arg(include.line).arg(include.name));
    QVERIFY2(missing.isEmpty(), listed(missing).constData());
}

void TestArchitecture::documentsNameWhatExists()
{
    // `engine/layer/dense.cpp`; `layer/dense` is of the document's own half, or else of the other. <name> stands for any.
    static const QRegularExpression path(u"`([a-z.][\\w.]*(?:/[\\w.<>-]+)+)`"_s);
    QStringList missing;
    int found = 0;
    for (const DocumentLimit& limit : documents()) {
        const QString document = limit.path;
        const QString folder = document.contains(u'/') ? document.section(u'/', 0, 0) + u'/' : QString();
        const QString text = contents(kRoot + document);
        QVERIFY2(!text.isEmpty(), qPrintable(document));
        for (auto matches = path.globalMatch(text); matches.hasNext();) {
            const QString name = matches.next().captured(1);
            const QString first = name.section(u'/', 0, 0);
            if (first == u"build"_s)
                continue; // made here
            const QStringList roots{u""_s, folder, u"engine/"_s, u"app/"_s, u"ui/"_s};
            const auto root = std::find_if(roots.begin(), roots.end(),
                [&](const QString& each) { return QDir(kRoot + each + first).exists(); });
            if (root == roots.end())
                continue; // a folder of the user's, a package
            const QString whole = *root + name;
            ++found;
            const QFileInfo file(kRoot + whole.section(u'<', 0, 0));
            const QStringList alike = file.dir().entryList(
                {file.fileName() + (name.contains(u'<') ? u"*"_s : u""_s), file.fileName() + u".*"_s});
            if (alike.isEmpty())
                missing.append(document + u": "_s + name);
        }
    }
    QVERIFY2(found > 100, qPrintable(QString::number(found)));
    QVERIFY2(missing.isEmpty(), listed(missing).constData());
}

void TestArchitecture::aBadDocumentIsFound()
{
    QCOMPARE(lengthTrouble({u"a.md"_s, 3}, u"one two\nthree four\n"_s), u"a.md has 4 words of at most 3"_s);
    QCOMPARE(
        lengthTrouble({u"a.md"_s, 4, 1}, u"one two\nthree four\n"_s), u"a.md has 2 lines of at most 1"_s);
    QCOMPARE(lengthTrouble({u"a.md"_s, 4, 2}, u"one two\nthree four\n"_s), QString());
    QCOMPARE(linksOf(u"[a](b.md#c) ![d](e.png) `[f](g)`\n```\n[h](i)\n```\n"_s),
        QStringList({u"b.md#c"_s, u"e.png"_s}));
    QCOMPARE(codeBlocksOf(u"a\n```sh\nb\n```\nc\n```\nd\n```\n"_s), QStringList({u"b\n"_s, u"d\n"_s}));
    QVERIFY(hasHeading(u"# A, b\n## C {#d}\n"_s, u"a-b"_s) && hasHeading(u"# A\n## C {#d}\n"_s, u"d"_s));
    QVERIFY(!hasHeading(u"A, b\n"_s, u"a-b"_s));
    QCOMPARE(statedCounts(u"It has 14 formats, nine\nkinds of layers and `3 scenes`; a format has 5 bits."_s),
        QStringList({u"14 formats"_s, u"nine kinds of layers"_s}));
}

void TestArchitecture::documentsAreShort()
{
    QStringList troubles;
    for (const DocumentLimit& limit : documents())
        if (const QString trouble = lengthTrouble(limit, contents(kRoot + limit.path)); !trouble.isEmpty())
            troubles += trouble;
    QVERIFY2(troubles.isEmpty(), listed(troubles).constData());
}

void TestArchitecture::documentsLinkToWhatExists()
{
    QStringList broken;
    int found = 0;
    for (const DocumentLimit& limit : documents()) {
        const QDir folder = QFileInfo(kRoot + limit.path).dir();
        for (const QString& link : linksOf(contents(kRoot + limit.path))) {
            if (link.startsWith(u"https://"_s))
                continue; // tests reach no network
            ++found;
            const QString path
                = link.startsWith(u'#') ? kRoot + limit.path : folder.filePath(link.section(u'#', 0, 0));
            const QString id = link.section(u'#', 1);
            // A picture has to be one that the program draws: those of the guide.
            const bool isDrawn
                = !link.endsWith(u".png"_s) || link.contains(u"resources/guide/en/pictures/"_s);
            if (!QFile::exists(path) || !isDrawn || (!id.isEmpty() && !hasHeading(contents(path), id)))
                broken += limit.path + u": "_s + link;
        }
    }
    QVERIFY2(found > 20, qPrintable(QString::number(found)));
    QVERIFY2(broken.isEmpty(), listed(broken).constData());
}

void TestArchitecture::documentsCountNothingThatACatalogHas()
{
    QStringList troubles;
    for (const DocumentLimit& limit : documents())
        for (const QString& count : statedCounts(contents(kRoot + limit.path)))
            troubles += limit.path + u": "_s + count;
    QVERIFY2(troubles.isEmpty(), listed(troubles).constData());
}

void TestArchitecture::documentsDrawEveryRoom_data()
{
    QTest::addColumn<QStringList>("rooms");
    QStringList app;
    for (const QString& room : subfolders(u"app"_s)) {
        if (room != u"io"_s)
            app += room;
        else
            for (const QString& inner : subfolders(u"app/io"_s))
                app += u"io/"_s + inner;
    }
    QTest::newRow("engine") << subfolders(u"engine"_s);
    QTest::newRow("app") << app;
    QTest::newRow("ui") << subfolders(u"ui"_s);
}

void TestArchitecture::documentsDrawEveryRoom()
{
    QFETCH(const QStringList, rooms);
    QVERIFY(rooms.size() > 10);
    const QStringList blocks
        = codeBlocksOf(contents(kRoot + QString::fromUtf8(QTest::currentDataTag()) + u"/DESIGN.md"_s));
    QVERIFY(blocks.size() >= 2); // the rooms, and a journey
    QStringList missing;
    for (const QString& room : rooms)
        if (!blocks.front().contains(QRegularExpression(u"(?<![\\w/])%1(?![\\w/])"_s.arg(room))))
            missing += room;
    QVERIFY2(missing.isEmpty(), listed(missing).constData());
}

void TestArchitecture::theLicenceNamesEveryLibrary()
{
    static const QRegularExpression library(u"(?:find_package\\((\\w+)|pkg_check_modules\\((\\w+))"_s);
    const QString licence = contents(kRoot + u"README.md"_s).section(u"## Licence"_s, 1).toLower();
    QVERIFY(!licence.isEmpty());
    QStringList missing;
    int found = 0;
    for (auto matches = library.globalMatch(contents(kRoot + u"CMakeLists.txt"_s)); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const QString name = match.captured(1) + match.captured(2);
        if (name == u"Threads"_s || name == u"PkgConfig"_s)
            continue; // no library of another project
        ++found;
        QString spoken = name.toLower().replace(u'_', u'-');
        spoken.remove(QRegularExpression(u"(?<=.)(qt)?\\d$"_s)); // QCustomPlotQt6, Eigen3
        if (!licence.contains(spoken))
            missing += name;
    }
    QVERIFY(found >= 8);
    QVERIFY2(missing.isEmpty(), listed(missing).constData());
}

void TestArchitecture::everyTestIsRegistered()
{
    // tests/CMakeLists.txt writes what it has registered, and "without window" where ui and app are not
    // built.
    const QString path = QStringLiteral(ULPSCOPE_BINARY_DIR "/registered_tests.txt");
    QStringList registered = contents(path).split(u'\n', Qt::SkipEmptyParts);
    QVERIFY2(!registered.isEmpty(), qPrintable(path));
    QStringList expected = testSources();
    if (registered.removeAll(u"without window"_s) > 0)
        expected.removeIf([](const QString& source) {
            return source.startsWith(u"tests/ui/") || source.startsWith(u"tests/session/");
        });
    registered.sort();
    QCOMPARE(registered, expected);
}

void TestArchitecture::testNamesDiffer()
{
    QStringList names;
    for (const QString& source : testSources())
        names.append(source.section(u'/', -1));
    names.sort();
    for (qsizetype i = 1; i < names.size(); ++i)
        QVERIFY2(names[i] != names[i - 1], qPrintable(names[i]));
}

QTEST_GUILESS_MAIN(TestArchitecture)
#include "tst_architecture.moc"
