// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/settings.h"

#include <QFileInfo>
#include <QSettings>

#include <algorithm>

namespace ulpscope {

namespace {

// Names in the settings file; changing one forgets what people had.
const auto kRecentFiles = QLatin1String("recentFiles");
const auto kGeometry = QLatin1String("window/geometry");
const auto kState = QLatin1String("window/state");
const auto kLayerColumns = QLatin1String("window/layerColumns");
const auto kAtDivergence = QLatin1String("run/atDivergence");
const auto kArithmetic = QLatin1String("session/arithmetic");
const auto kMemoryBudget = QLatin1String("run/memoryMiB");
const auto kLessonProgress = QLatin1String("lessons/");
const auto kLanguage = QLatin1String("window/language");
const auto kLessonAnswers = QLatin1String("answers");
const auto kGalleryAtStart = QLatin1String("gallery/atStart");

QString absolute(const QString& filePath)
{
    return QFileInfo(filePath).absoluteFilePath();
}

} // namespace

Settings::Settings(QSettings& store)
    : m_store(store)
{
}

QStringList Settings::recentFiles() const
{
    return m_store.value(kRecentFiles).toStringList().mid(0, kMaxRecentFiles);
}

void Settings::addRecentFile(const QString& filePath)
{
    QStringList files = recentFiles();
    files.removeAll(absolute(filePath));
    files.prepend(absolute(filePath));
    m_store.setValue(kRecentFiles, files.mid(0, kMaxRecentFiles));
}

void Settings::removeRecentFile(const QString& filePath)
{
    QStringList files = recentFiles();
    files.removeAll(absolute(filePath));
    m_store.setValue(kRecentFiles, files);
}

void Settings::clearRecentFiles()
{
    m_store.remove(kRecentFiles);
}

QByteArray Settings::windowGeometry() const
{
    return m_store.value(kGeometry).toByteArray();
}

QByteArray Settings::windowState() const
{
    return m_store.value(kState).toByteArray();
}

void Settings::setWindowLayout(const QByteArray& geometry, const QByteArray& state)
{
    m_store.setValue(kGeometry, geometry);
    m_store.setValue(kState, state);
}

QStringList Settings::layerColumns() const
{
    return m_store.value(kLayerColumns).toStringList();
}

void Settings::setLayerColumns(const QStringList& columns)
{
    m_store.setValue(kLayerColumns, columns);
}

bool Settings::isNew() const
{
    return m_store.allKeys().isEmpty();
}

bool Settings::showsGalleryAtStart() const
{
    return m_store.value(kGalleryAtStart, false).toBool();
}

void Settings::setShowsGalleryAtStart(bool isShown)
{
    m_store.setValue(kGalleryAtStart, isShown);
}

QByteArray Settings::lessonProgress(const QString& lesson) const
{
    return m_store.value(kLessonProgress + lesson).toByteArray();
}

void Settings::setLessonProgress(const QString& lesson, const QByteArray& progress)
{
    if (progress.isEmpty())
        m_store.remove(kLessonProgress + lesson);
    else
        m_store.setValue(kLessonProgress + lesson, progress);
}

QByteArray Settings::lessonAnswers() const
{
    return m_store.value(kLessonAnswers).toByteArray();
}

void Settings::setLessonAnswers(const QByteArray& answers)
{
    if (answers.isEmpty())
        m_store.remove(kLessonAnswers);
    else
        m_store.setValue(kLessonAnswers, answers);
}

QString Settings::arithmetic() const
{
    return m_store.value(kArithmetic, QStringLiteral("auto")).toString();
}

void Settings::setArithmetic(const QString& setting)
{
    m_store.setValue(kArithmetic, setting);
}

QString Settings::atDivergence() const
{
    return m_store.value(kAtDivergence).toString();
}

void Settings::setAtDivergence(const QString& name)
{
    m_store.setValue(kAtDivergence, name);
}

int Settings::memoryBudget() const
{
    return std::max(m_store.value(kMemoryBudget).toInt(), 0);
}

void Settings::setMemoryBudget(int mebibytes)
{
    m_store.setValue(kMemoryBudget, mebibytes);
}

QString Settings::language() const
{
    return m_store.value(kLanguage).toString();
}

void Settings::setLanguage(const QString& code)
{
    m_store.setValue(kLanguage, code);
}

} // namespace ulpscope
