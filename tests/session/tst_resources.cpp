// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/resources.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ulpscope;

namespace {

void writeFile(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

} // namespace

class TestResources : public QObject
{
    Q_OBJECT
private slots:
    void resourcesLieBesideTheProgram();
    void openingSceneComesFirstThenByTitle();
    void aFolderThatIsNotThereHasNoScenes();
    void ourScenesAreFound();
};

void TestResources::resourcesLieBesideTheProgram()
{
    QCOMPARE(resourcesDirectory(QStringLiteral("/usr/bin")), QStringLiteral("/usr/share/ulpscope"));
}

void TestResources::openingSceneComesFirstThenByTitle()
{
    const QTemporaryDir directory;
    QVERIFY(QDir(directory.path()).mkpath(QStringLiteral("scenes")));
    const QString scenes = directory.filePath(QStringLiteral("scenes/"));
    writeFile(scenes + QStringLiteral("zebra.ulps"), R"({"title": "Another"})");
    writeFile(scenes + QStringLiteral("a.ulps"), R"({"title": "Beyond"})");
    writeFile(scenes + QStringLiteral("circle.ulps"), R"({"title": "Zirkel"})");
    writeFile(scenes + QStringLiteral("broken.ulps"), R"({"title": )");
    writeFile(scenes + QStringLiteral("untitled.ulps"), "[1, 2]");
    writeFile(scenes + QStringLiteral("notes.txt"), R"({"title": "Notes"})");
    QStringList names;
    for (const Scene& scene : findScenes(directory.path()))
        names.append(scene.name);
    QCOMPARE(names, QStringList({QStringLiteral("circle"), QStringLiteral("zebra"), QStringLiteral("a")}));
}

void TestResources::aFolderThatIsNotThereHasNoScenes()
{
    QVERIFY(findScenes(QStringLiteral("/nonexistent")).isEmpty());
}

void TestResources::ourScenesAreFound()
{
    const QList<Scene> scenes = findScenes(QStringLiteral(ULPSCOPE_SOURCE_DIR "/resources"));
    QVERIFY(!scenes.isEmpty());
    QCOMPARE(scenes.first().name, openingSceneName());
    QCOMPARE(scenes.first().title, QStringLiteral("Circle"));
    QVERIFY(QFile::exists(scenes.first().path));
}

QTEST_GUILESS_MAIN(TestResources)
#include "tst_resources.moc"
