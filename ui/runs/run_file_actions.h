// SPDX-License-Identifier: GPL-3.0-or-later
// Kept runs to and from a file of the user's choice, and what the window says while they are written at its end.
#pragma once

#include "app/session/document.h"
#include "app/session/kept/saved_runs.h"

#include <QList>
#include <QObject>

class QAction;
class QWidget;

namespace ulpscope::ui {

class RunFileActions : public QObject
{
    Q_OBJECT
public:
    /// All arguments must outlive the object; questions are asked in `window`.
    RunFileActions(const Document& document, SavedRuns& saved, QWidget* window);

    /// Actions for a menu: export, import.
    QList<QAction*> actions() const { return {m_export, m_import}; }
    /// Adds the runs of that file to the kept ones.
    void importFile(const QString& path);
    /// Asks where the runs go, and writes them; false: nothing is written.
    bool askExport();

signals:
    void failed(const QString& message);
    void noticed(const QString& message);

private:
    void askImport();
    void tellImported(const QString& path, std::size_t added);
    /// Path with which the dialogs open.
    QString suggestedPath() const;

    const Document& m_document;
    SavedRuns& m_saved;
    QWidget* m_window;
    QAction* m_export;
    QAction* m_import;
};

// While runs are being written at the end, a window that stands still says why.
enum class Waiting { MayBeGivenUp, ToTheEnd };

/// Waits until the kept runs are written or cannot be. Returns false if the user gives up waiting; writing then goes on
/// behind the window. Shows nothing if it takes no time.
bool waitForRuns(SavedRuns& saved, Waiting waiting, QWidget* parent);

} // namespace ulpscope::ui
