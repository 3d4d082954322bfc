// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_file_actions.h"

#include "ui/look/action.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>
#include <QProgressDialog>
#include <QTimer>
#include <QWidget>

#include <chrono>

namespace ulpscope::ui {

namespace {

QString runsFilter()
{
    return RunFileActions::tr("Kept runs (*.%1);;All files (*)").arg(toQt(kRunsFileSuffix));
}

} // namespace

RunFileActions::RunFileActions(const Document& document, SavedRuns& saved, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_saved(saved)
    , m_window(window)
    , m_export(makeAction(this, QStringLiteral("exportRuns"), tr("&Export runs…"),
          tr("Writes all kept runs into a file that another window can import; NumPy opens it too. Over a session's own "
             "file it writes that session's runs")))
    , m_import(makeAction(this, QStringLiteral("importRuns"), tr("&Import runs…"),
          tr("Adds the runs of a file to those that are kept here")))
{
    connect(m_export, &QAction::triggered, this, &RunFileActions::askExport);
    connect(m_import, &QAction::triggered, this, &RunFileActions::askImport);
    connect(&saved, &SavedRuns::imported, this, &RunFileActions::tellImported);
    connect(&saved, &SavedRuns::notImported, this, &RunFileActions::failed);
}

/// Suggests another file than the session's own, which has only its own runs.
QString RunFileActions::suggestedPath() const
{
    QString name
        = tr("%1 runs").arg(toQt(m_document.session()->title)) + QLatin1Char('.') + toQt(kRunsFileSuffix);
    name.replace(QLatin1Char('/'), QLatin1Char('-')); // a title is no path
    return m_document.filePath().isEmpty()
        ? name
        : QFileInfo(m_document.filePath()).absolutePath() + QLatin1Char('/') + name;
}

bool RunFileActions::askExport()
{
    const QString path = fileToSave(
        m_window, {.title = tr("Export runs"), .path = suggestedPath(), .filters = runsFilter()});
    if (path.isEmpty())
        return false;
    const Result<std::size_t> written = m_saved.exportTo(path);
    if (!written)
        emit failed(engineText(written.error()));
    else
        emit noticed(tr("%1 in %2").arg(countedText(std::int64_t(*written), tr("run"), tr("runs")), path));
    return written.ok();
}

void RunFileActions::askImport()
{
    const QString path = fileToOpen(
        m_window, {.title = tr("Import runs"), .path = suggestedPath(), .filters = runsFilter()});
    if (!path.isEmpty())
        importFile(path);
}

void RunFileActions::importFile(const QString& path)
{
    m_saved.importFrom(path);
}

void RunFileActions::tellImported(const QString& path, std::size_t added)
{
    if (added == 0)
        emit noticed(tr("All runs of %1 are here already").arg(path));
    else
        emit noticed(tr("Added %1 of %2: F8 lists them")
                         .arg(countedText(std::int64_t(added), tr("run"), tr("runs")), path));
}

namespace {

struct WritingRuns
{
    Q_DECLARE_TR_FUNCTIONS(WritingRuns)
};

constexpr std::chrono::milliseconds kUntold{500};
constexpr std::chrono::milliseconds kLookAgain{50};

} // namespace

bool waitForRuns(SavedRuns& saved, Waiting waiting, QWidget* parent)
{
    saved.beginWriting();
    if (saved.isWrittenWithin(kUntold))
        return true;
    QProgressDialog dialog(WritingRuns::tr("Kept runs are being written to their file: %1. The window closes "
                                           "when they are there.")
                               .arg(countText(std::int64_t(saved.beingWritten()))),
        WritingRuns::tr("&Keep the window open"), 0, 0, parent); // the progress is not known: a busy bar
    dialog.setObjectName(QStringLiteral("writingRuns"));
    dialog.setWindowTitle(WritingRuns::tr("Writing runs"));
    dialog.setWindowModality(Qt::ApplicationModal);
    const bool mayBeGivenUp = waiting == Waiting::MayBeGivenUp;
    if (!mayBeGivenUp)
        dialog.setCancelButton(nullptr);
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &dialog, [&] {
        if (!saved.isWriting())
            dialog.accept();
    });
    look.start(kLookAgain);
    while (saved.isWriting())
        if (dialog.exec() == QDialog::Rejected && mayBeGivenUp)
            return false;
    return true;
}

} // namespace ulpscope::ui
