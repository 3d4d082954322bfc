// SPDX-License-Identifier: GPL-3.0-or-later
// Settings that the program remembers from one start to the next. The store is handed in, so that a test has one of its
// own.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

class QSettings;

namespace ulpscope {

class Settings
{
public:
    static constexpr int kMaxRecentFiles = 10;

    /// `store` must outlive this object.
    explicit Settings(QSettings& store);

    /// Absolute paths, newest first.
    QStringList recentFiles() const;
    void addRecentFile(const QString& filePath);
    void removeRecentFile(const QString& filePath);
    void clearRecentFiles();

    /// QMainWindow's saveGeometry() and saveState(); empty when there is nothing yet.
    QByteArray windowGeometry() const;
    QByteArray windowState() const;
    void setWindowLayout(const QByteArray& geometry, const QByteArray& state);

    /// Columns of the layer list that the user chose; empty means as many as fit.
    QStringList layerColumns() const;
    void setLayerColumns(const QStringList& columns);

    /// Whether no settings are stored, because the program has never run before.
    bool isNew() const;

    /// Whether the user wants the gallery of scenes at every start.
    bool showsGalleryAtStart() const;
    void setShowsGalleryAtStart(bool isShown);

    /// How far a lesson is, as lesson_progress writes it, by the lesson's name; empty before its first step.
    QByteArray lessonProgress(const QString& lesson) const;
    /// An empty `progress` forgets the lesson's progress.
    void setLessonProgress(const QString& lesson, const QByteArray& progress);

    /// The answers to all lessons, as answers_file writes them; empty: none.
    QByteArray lessonAnswers() const;
    void setLessonAnswers(const QByteArray& answers);

    /// The arithmetic that new sessions ask for, one of arithmeticSettings(): that of the program the user trains with. "auto" until the
    /// user has chosen.
    QString arithmetic() const;
    void setArithmetic(const QString& setting);

    /// Name of the action when a run diverges; empty until the user has chosen.
    QString atDivergence() const;
    void setAtDivergence(const QString& name);

    /// Memory limit of the window's runs in MiB; 0 means the default.
    int memoryBudget() const;
    void setMemoryBudget(int mebibytes);

    /// Language of the window, "de"; empty means the system's.
    QString language() const;
    void setLanguage(const QString& code);

private:
    QSettings& m_store;
};

} // namespace ulpscope
