// SPDX-License-Identifier: GPL-3.0-or-later
// File: opening and saving sessions and scenes. Asks before changes are lost; what fails is said and changes
// nothing.
#pragma once

#include "app/document.h"
#include "app/resources.h"
#include "app/settings.h"

#include <QMenu>

namespace ulpscope::ui {

class FileMenu : public QMenu
{
    Q_OBJECT
public:
    FileMenu(Document& document, Settings& settings, QList<Scene> scenes, QWidget* parent);

    QAction* openAction() const { return m_open; }
    QAction* saveAction() const { return m_save; }

    /// Both ask first if there are changes to lose.
    void openScene(const QString& path);
    void openSession(const QString& path);
    /// False: the user wants to keep what is open.
    bool mayDiscardChanges();
    /// What is typed in a field that still has the focus becomes a part of the session, as if the field were left.
    void enterTyping();

signals:
    /// The document is another session now.
    void opened();
    void failed(const QString& message);
    void saved(const QString& path);

private:
    void addScenes();
    void fillRecent();
    void askOpen();
    bool save();
    bool saveAs();
    bool saveTo(const QString& path);
    bool report(const Status& status);

    Document& m_document;
    Settings& m_settings;
    QList<Scene> m_scenes;
    QAction* m_open;
    QMenu* m_recent;
    QAction* m_save;
    QAction* m_saveAs;
};

} // namespace ulpscope::ui
