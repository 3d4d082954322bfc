// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/file_dialogs.h"

#include <QAction>
#include <QFileDialog>
#include <QRegularExpression>

namespace ulpscope::ui {

namespace {

/// One for the whole program, as the dialogs are: the caller need not know that a test answers.
FileAnswer& fileAnswer()
{
    static FileAnswer answer;
    return answer;
}

/// "png" of "PNG image (*.png)"; empty of "All files (*)".
QString suffixOf(const QString& filter)
{
    static const QRegularExpression pattern(QStringLiteral("\\(\\*\\.(\\w+)"));
    return pattern.match(filter).captured(1);
}

QString chosenFile(QFileDialog& dialog)
{
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

void makeReadOnly(QFileDialog& dialog)
{
    dialog.setOption(QFileDialog::ReadOnly);
    // Which leaves its menu the one entry that makes a folder. A dialog of the desktop's own has no such action.
    if (auto* makeFolder = dialog.findChild<QAction*>(QStringLiteral("qt_new_folder_action")))
        makeFolder->setEnabled(false);
}

} // namespace

QString fileToOpen(QWidget* parent, const FileQuestion& question)
{
    if (fileAnswer())
        return fileAnswer()(question);
    QFileDialog dialog(parent, question.title, question.path, question.filters);
    dialog.setFileMode(QFileDialog::ExistingFile);
    makeReadOnly(dialog);
    return chosenFile(dialog);
}

QString folderToOpen(QWidget* parent, FileQuestion question)
{
    question.isFolder = true;
    if (fileAnswer())
        return fileAnswer()(question);
    QFileDialog dialog(parent, question.title, question.path);
    dialog.setFileMode(QFileDialog::Directory);
    makeReadOnly(dialog);
    return chosenFile(dialog);
}

QString fileToSave(QWidget* parent, FileQuestion question)
{
    question.isToSave = true;
    if (fileAnswer())
        return fileAnswer()(question);
    QFileDialog dialog(parent, question.title, question.path, question.filters);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    const auto takeSuffix = [&dialog](const QString& filter) { dialog.setDefaultSuffix(suffixOf(filter)); };
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, takeSuffix);
    takeSuffix(dialog.selectedNameFilter());
    return chosenFile(dialog);
}

void setFileAnswer(FileAnswer answer)
{
    fileAnswer() = std::move(answer);
}

} // namespace ulpscope::ui
