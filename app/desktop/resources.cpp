// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/resources.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace ulpscope {

namespace {

constexpr qint64 kLargestScene = 1 << 20;

QJsonObject sceneObject(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.read(kLargestScene)).object();
}

} // namespace

QString resourcesDirectory(const QString& programDirectory)
{
    return QDir::cleanPath(programDirectory + QStringLiteral("/../share/ulpscope"));
}

QList<Scene> findScenes(const QString& resourcesDirectory)
{
    QList<Scene> scenes;
    const QDir directory(resourcesDirectory + QStringLiteral("/scenes"));
    for (const QFileInfo& file : directory.entryInfoList({QStringLiteral("*.ulps")}, QDir::Files))
        if (const QJsonObject scene = sceneObject(file.filePath());
            !scene.value(QLatin1String("title")).toString().isEmpty())
            scenes.append({file.completeBaseName(), scene.value(QLatin1String("title")).toString(),
                scene.value(QLatin1String("description")).toString(), file.filePath()});
    std::sort(scenes.begin(), scenes.end(), [](const Scene& a, const Scene& b) {
        const bool aOpens = a.name == openingSceneName();
        const bool bOpens = b.name == openingSceneName();
        return aOpens != bOpens ? aOpens : QString::localeAwareCompare(a.title, b.title) < 0;
    });
    return scenes;
}

QString scenePicture(const QString& resourcesDirectory, const QString& sceneName, bool isDark)
{
    return resourcesDirectory + QStringLiteral("/gallery/") + sceneName
        + (isDark ? QStringLiteral("-dark.png") : QStringLiteral(".png"));
}

} // namespace ulpscope
