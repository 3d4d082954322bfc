// SPDX-License-Identifier: GPL-3.0-or-later
// The one way in which the window asks for a file. Dialogs that open a file cannot delete, rename or make one.
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace ulpscope::ui {

struct FileQuestion
{
    QString title;
    QString path = {}; ///< the file or folder that the dialog starts with; may be empty
    /// "PNG image (*.png);;All files (*)"; empty: every file. A name to save to without an ending gets the chosen one's.
    QString filters = {};
    bool isToSave = false; ///< set by fileToSave()
    bool isFolder = false; ///< set by folderToOpen()
};

/// All give the path; empty: none was chosen.
QString fileToOpen(QWidget* parent, const FileQuestion& question);
QString folderToOpen(QWidget* parent, FileQuestion question);
/// Asks before a file that is there is chosen.
QString fileToSave(QWidget* parent, FileQuestion question);

/// Answers every question in a dialog's place: a path, or nothing for Cancel.
using FileAnswer = std::function<QString(const FileQuestion&)>;
/// For tests, which must reach no file of the user's: from now on no dialog is shown; an empty function brings the
/// dialogs back.
void setFileAnswer(FileAnswer answer);

} // namespace ulpscope::ui
