// SPDX-License-Identifier: GPL-3.0-or-later
// File: opening and saving sessions and scenes. Asks before changes are lost; what fails is said and changes
// nothing.
#pragma once

#include "app/desktop/resources.h"
#include "app/desktop/settings.h"
#include "app/session/document.h"

#include <QMenu>

namespace ulpscope::ui {

class GalleryDialog;

class FileMenu : public QMenu
{
    Q_OBJECT
public:
    /// resourcesDirectory: where the scenes and their pictures are.
    FileMenu(Document& document, Settings& settings, const QString& resourcesDirectory, QWidget* parent);

    QAction* saveAction() const { return m_save; }
    /// Adds actions below those that open files.
    void addFileActions(const QList<QAction*>& actions);
    /// Adds actions below those that save.
    void addRunActions(const QList<QAction*>& actions);

    /// Asks for a file of data. False: none was chosen.
    bool askForData();
    /// Shows the gallery in front of the window; nothing changes until the user chooses something.
    void showGallery();
    /// All ask first if there are changes to lose. False: the user wants to keep what is open.
    bool startNew();
    /// A session that learns what a file of data holds, from a dialog that shows what that is.
    void newFromFile(const QString& path);
    void openScene(const QString& path);
    void openSession(const QString& path);
    /// Opens a session that has no file and trains it. False: the user wants to keep what is open.
    bool openPrepared(SessionSpec session, const QString& text);
    /// A session that was made of something else, as a scene is opened; it is trained. False: the user wants to keep what is open.
    bool openMade(SessionSpec session, const QString& text);
    /// False: the user wants to keep what is open.
    bool mayDiscardChanges();
    /// Takes over the text of a field that still has the focus, as if the field were left.
    void enterTyping();

signals:
    /// The document is another session now.
    void opened();
    void failed(const QString& message);
    /// To be opened, whatever it is; those that are called sessions are.
    void fileChosen(const QString& path);
    void saved(const QString& path);
    /// Emitted when lessons are chosen in the gallery.
    void lessonsWanted();
    /// Asks for the tour of the scene that has just been opened.
    void tourWanted();

private:
    bool mayLeaveForScene();
    void addScenes();
    void fillRecent();
    void askOpen();
    void openChosen(const QString& path);
    bool save();
    bool saveAs();
    bool saveTo(const QString& path);
    bool report(const Status& status);

    Document& m_document;
    Settings& m_settings;
    QString m_resources;
    QList<Scene> m_scenes;
    GalleryDialog* m_gallery = nullptr; ///< null until it is asked for
    QAction* m_new;
    QAction* m_newFromFile;
    QAction* m_open;
    QMenu* m_recent;
    QAction* m_save;
    QAction* m_saveAs;
};

} // namespace ulpscope::ui
