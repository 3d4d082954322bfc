// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/file_menu.h"

#include "engine/io/session_file.h"
#include "ui/models/display_text.h"
#include "ui/widgets/action.h"
#include "ui/widgets/glyphs.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace ulpscope::ui {

namespace {

QString sessionFilter()
{
    const QString suffix = QString::fromUtf8(kSessionFileSuffix.data(), qsizetype(kSessionFileSuffix.size()));
    return FileMenu::tr("Ulpscope sessions (*.%1);;All files (*)").arg(suffix);
}

} // namespace

FileMenu::FileMenu(Document& document, Settings& settings, QList<Scene> scenes, QWidget* parent)
    : QMenu(tr("&File"), parent)
    , m_document(document)
    , m_settings(settings)
    , m_scenes(std::move(scenes))
    , m_open(makeAction(
          this, QStringLiteral("open"), tr("&Open…"), tr("Opens a session file"), QKeySequence::Open))
    , m_recent(new QMenu(tr("Open &recent"), this))
    , m_save(
          makeAction(this, QStringLiteral("save"), tr("&Save"), tr("Saves the session"), QKeySequence::Save))
    , m_saveAs(makeAction(this, QStringLiteral("saveAs"), tr("Save &as…"),
          tr("Saves the session to another file"), Qt::CTRL | Qt::SHIFT | Qt::Key_S))
{
    setObjectName(QStringLiteral("fileMenu"));
    m_open->setIcon(glyphIcon(Glyph::Open));
    m_save->setIcon(glyphIcon(Glyph::Save));
    m_recent->menuAction()->setObjectName(QStringLiteral("recentMenu"));
    m_recent->menuAction()->setToolTip(tr("Sessions opened before"));

    addAction(m_open);
    addMenu(m_recent);
    addScenes();
    addSeparator();
    addAction(m_save);
    addAction(m_saveAs);
    addSeparator();
    QAction* quit = makeAction(
        this, QStringLiteral("quit"), tr("&Quit"), tr("Closes the program"), Qt::CTRL | Qt::Key_Q);
    addAction(quit);

    connect(m_open, &QAction::triggered, this, &FileMenu::askOpen);
    connect(m_save, &QAction::triggered, this, &FileMenu::save);
    connect(m_saveAs, &QAction::triggered, this, &FileMenu::saveAs);
    connect(quit, &QAction::triggered, parent, &QWidget::close);
    connect(m_recent, &QMenu::aboutToShow, this, &FileMenu::fillRecent);
    connect(this, &QMenu::aboutToShow, this,
        [this] { m_recent->setEnabled(!m_settings.recentFiles().isEmpty()); });
}

void FileMenu::addScenes()
{
    auto* menu = addMenu(tr("S&cenes"));
    menu->menuAction()->setObjectName(QStringLiteral("scenesMenu"));
    menu->menuAction()->setToolTip(tr("Sessions that come with the program"));
    menu->setToolTipsVisible(true);
    int number = 1;
    for (const Scene& scene : m_scenes) {
        QAction* action = menu->addAction(scene.title, this, [this, path = scene.path] { openScene(path); });
        action->setObjectName(QStringLiteral("scene_") + scene.name);
        action->setToolTip(tr("Opens the scene \"%1\" and trains it").arg(scene.title));
        if (number <= 9)
            action->setShortcut(QKeySequence(QStringLiteral("Ctrl+%1").arg(number++)));
    }
    menu->setEnabled(!m_scenes.isEmpty());
}

void FileMenu::fillRecent()
{
    m_recent->clear();
    for (const QString& path : m_settings.recentFiles()) {
        QAction* action
            = m_recent->addAction(QFileInfo(path).fileName(), this, [this, path] { openSession(path); });
        action->setToolTip(path);
        action->setStatusTip(path);
    }
    m_recent->setToolTipsVisible(true);
}

void FileMenu::openScene(const QString& path)
{
    // Over another scene that was changed it is an undo step: nothing is lost.
    const bool isUndone = m_document.filePath().isEmpty();
    if ((isUndone || mayDiscardChanges()) && report(m_document.openScene(path)))
        emit opened();
}

void FileMenu::openSession(const QString& path)
{
    if (!mayDiscardChanges())
        return;
    if (!report(m_document.open(path))) {
        if (!QFileInfo::exists(path))
            m_settings.removeRecentFile(path);
        return;
    }
    m_settings.addRecentFile(path);
    emit opened();
}

void FileMenu::askOpen()
{
    const QString path = QFileDialog::getOpenFileName(
        parentWidget(), tr("Open session"), QFileInfo(m_document.filePath()).path(), sessionFilter());
    if (!path.isEmpty())
        openSession(path);
}

bool FileMenu::save()
{
    if (m_document.filePath().isEmpty())
        return saveAs();
    if (!report(m_document.save()))
        return false;
    emit saved(m_document.filePath());
    return true;
}

bool FileMenu::saveAs()
{
    const QString suffix = QString::fromUtf8(kSessionFileSuffix.data(), qsizetype(kSessionFileSuffix.size()));
    QFileDialog dialog(parentWidget(), tr("Save session"), m_document.filePath(), sessionFilter());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix);
    if (m_document.filePath().isEmpty())
        dialog.selectFile(toQt(m_document.session()->title) + QLatin1Char('.') + suffix);
    if (dialog.exec() != QDialog::Accepted)
        return false;
    const QString path = dialog.selectedFiles().value(0);
    if (!report(m_document.saveAs(path)))
        return false;
    m_settings.addRecentFile(path);
    emit saved(path);
    return true;
}

bool FileMenu::mayDiscardChanges()
{
    if (!m_document.isModified())
        return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
        tr("\"%1\" has changes that are not saved.").arg(toQt(m_document.session()->title)),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parentWidget());
    question.setObjectName(QStringLiteral("unsavedChanges"));
    question.setDefaultButton(QMessageBox::Save);
    const int answer = question.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

bool FileMenu::report(const Status& status)
{
    if (!status)
        emit failed(toQt(status.error().text()));
    return status.ok();
}

} // namespace ulpscope::ui
