// SPDX-License-Identifier: GPL-3.0-or-later
// Finds what is installed beside the program: ../share/ulpscope, in the build folder as after an
// installation.
#pragma once

#include <QList>
#include <QString>

namespace ulpscope {

/// A session that comes with the program.
struct Scene
{
    QString name; ///< file name without ending, "circle"
    QString title; ///< title in the file, "Circle"
    QString description; ///< two sentences: what the scene shows, and what to try
    QString path;
};

/// The scene that the program opens with.
inline QString openingSceneName()
{
    return QStringLiteral("circle");
}

/// `programDirectory`: QCoreApplication::applicationDirPath().
QString resourcesDirectory(const QString& programDirectory);

/// All `scenes/*.ulps`, the opening scene first, then by title. Files that are no session are left out.
QList<Scene> findScenes(const QString& resourcesDirectory);

/// Path of the picture of a run of the scene, for a light or a dark window; drawn by tests/gallery/make_gallery.cpp.
QString scenePicture(const QString& resourcesDirectory, const QString& sceneName, bool isDark);

} // namespace ulpscope
