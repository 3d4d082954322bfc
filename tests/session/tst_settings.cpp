// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/settings.h"
#include "app/session/kept/private_folder.h"

#include <QDir>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace ulpscope;

class TestSettings : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void newestFileComesFirst();
    void aFileIsListedOnce();
    void onlyTenFilesAreRemembered();
    void whatIsStoredIsThereAtTheNextStart();
    void nothingIsNewOnceAnythingIsStored();
    void otherUsersCannotReadWhatIsMade();

private:
    QString storePath() const { return m_directory->filePath(QStringLiteral("settings.ini")); }
    std::unique_ptr<QTemporaryDir> m_directory;
};

void TestSettings::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
}

void TestSettings::newestFileComesFirst()
{
    QSettings store(storePath(), QSettings::IniFormat);
    Settings settings(store);
    QVERIFY(settings.recentFiles().isEmpty());
    settings.addRecentFile(QStringLiteral("/a.ulps"));
    settings.addRecentFile(QStringLiteral("/b.ulps"));
    QCOMPARE(settings.recentFiles(), QStringList({QStringLiteral("/b.ulps"), QStringLiteral("/a.ulps")}));
    settings.clearRecentFiles();
    QVERIFY(settings.recentFiles().isEmpty());
}

void TestSettings::aFileIsListedOnce()
{
    QSettings store(storePath(), QSettings::IniFormat);
    Settings settings(store);
    settings.addRecentFile(QStringLiteral("a.ulps"));
    settings.addRecentFile(QStringLiteral("/b.ulps"));
    settings.addRecentFile(QDir::current().absoluteFilePath(QStringLiteral("a.ulps")));
    QCOMPARE(settings.recentFiles().size(), 2);
    QVERIFY(settings.recentFiles().first().endsWith(QStringLiteral("/a.ulps")));
    settings.removeRecentFile(QStringLiteral("a.ulps"));
    QCOMPARE(settings.recentFiles(), QStringList({QStringLiteral("/b.ulps")}));
}

void TestSettings::onlyTenFilesAreRemembered()
{
    QSettings store(storePath(), QSettings::IniFormat);
    Settings settings(store);
    for (int i = 0; i < 15; ++i)
        settings.addRecentFile(QStringLiteral("/%1.ulps").arg(i));
    QCOMPARE(settings.recentFiles().size(), 10);
    QCOMPARE(settings.recentFiles().first(), QStringLiteral("/14.ulps"));
    QCOMPARE(settings.recentFiles().last(), QStringLiteral("/5.ulps"));
}

void TestSettings::whatIsStoredIsThereAtTheNextStart()
{
    const QByteArray geometry("\x01\x00geometry", 10);
    {
        QSettings store(storePath(), QSettings::IniFormat);
        Settings settings(store);
        settings.addRecentFile(QStringLiteral("/with space, comma.ulps"));
        settings.setWindowLayout(geometry, QByteArray("state"));
    }
    QSettings store(storePath(), QSettings::IniFormat);
    const Settings settings(store);
    QCOMPARE(settings.recentFiles(), QStringList({QStringLiteral("/with space, comma.ulps")}));
    QCOMPARE(settings.windowGeometry(), geometry);
    QCOMPARE(settings.windowState(), QByteArray("state"));
}

void TestSettings::nothingIsNewOnceAnythingIsStored()
{
    {
        QSettings store(storePath(), QSettings::IniFormat);
        Settings settings(store);
        QVERIFY(settings.isNew());
        QVERIFY(!settings.showsGalleryAtStart());
        settings.setShowsGalleryAtStart(false);
        QVERIFY(!settings.isNew());
        settings.setShowsGalleryAtStart(true);
    }
    QSettings store(storePath(), QSettings::IniFormat);
    QVERIFY(Settings(store).showsGalleryAtStart());
}

void TestSettings::otherUsersCannotReadWhatIsMade()
{
    const auto isPrivate = [](const QString& path, bool isFolder) {
        const QFile::Permissions owner
            = QFile::ReadOwner | QFile::WriteOwner | (isFolder ? QFile::ExeOwner : QFile::Permission());
        const QFile::Permissions user
            = QFile::ReadUser | QFile::WriteUser | (isFolder ? QFile::ExeUser : QFile::Permission());
        return QFileInfo(path).permissions() == (owner | user);
    };
    const QString path = m_directory->filePath(QStringLiteral("config/ulpscope/ulpscope.conf"));
    makePrivateFile(path.toStdString());
    {
        QSettings store(path, QSettings::IniFormat);
        Settings(store).addRecentFile(QStringLiteral("/a.ulps"));
    }
    QVERIFY(QFileInfo(path).size() > 0);
    QVERIFY(isPrivate(path, false));
    QVERIFY(isPrivate(m_directory->filePath(QStringLiteral("config/ulpscope")), true));
    QVERIFY(isPrivate(m_directory->filePath(QStringLiteral("config")), true));
    // What is there already stays as it is.
    const QFile::Permissions shared = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther;
    QVERIFY(QFile::setPermissions(path, shared));
    makePrivateFile(path.toStdString());
    QVERIFY(QFileInfo(path).permission(QFile::ReadOther) && QFileInfo(path).size() > 0);
}

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
