// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/file_menu.h"

#include "app/io/session/session_file.h"
#include "app/io/tensors/tensor_file.h"
#include "ui/data/own_data_dialog.h"
#include "ui/files/models/opened_file.h"
#include "ui/look/action.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/glyphs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/shell/gallery_dialog.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QFocusEvent>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>

namespace ulpscope::ui {

namespace {

QString sessionSuffix()
{
    return QString::fromUtf8(kSessionFileSuffix.data(), qsizetype(kSessionFileSuffix.size()));
}

QString sessionFilter()
{
    return FileMenu::tr("Ulpscope sessions (*.%1);;All files (*)").arg(sessionSuffix());
}

/// Sessions, and files from elsewhere by their usual names.
QString openFilter()
{
    QString tensors;
    for (const TensorFileKind& kind : tensorFileKinds())
        for (const QString& suffix : toQt(kind.suffixes).split(QLatin1Char(' '), Qt::SkipEmptyParts))
            tensors += QStringLiteral(" *") + suffix;
    QString logs;
    for (const QString& suffix : logSuffixes(LogSuffixes::OfTextsToo))
        logs += QStringLiteral(" *.") + suffix;
    return FileMenu::tr(
        "All that can be opened (*.%1%2%3);;Ulpscope sessions (*.%1);;Files of tensors (%2);;Logs of a training (%3);;All files (*)")
        .arg(sessionSuffix(), tensors, logs);
}

/// Whole sentences, each about what saving would take away.
QStringList lossSentences(const SaveLoss& loss)
{
    QStringList sentences;
    if (loss.wasChanged)
        sentences
            += FileMenu::tr("Another program has changed it since it was opened or saved here; those changes "
                            "would be lost.");
    if (loss.ofFile.isReadOnly)
        sentences += FileMenu::tr("It is read-only.");
    if (loss.ofFile.losesOwner)
        sentences += FileMenu::tr("It belongs to another user or group; the new one would be yours.");
    if (loss.ofFile.otherNames == 1)
        sentences += FileMenu::tr("It has another name (a hard link), which would keep the old content.");
    else if (loss.ofFile.otherNames > 1)
        sentences += FileMenu::tr("It has %1 other names (hard links), which would keep the old content.")
                         .arg(loss.ofFile.otherNames);
    return sentences;
}

enum class SaveAnswer { Overwrite, SaveAs, Cancel };

SaveAnswer askToOverwrite(QWidget* parent, const QString& path, const QStringList& sentences)
{
    QMessageBox question(QMessageBox::Warning, FileMenu::tr("Save over this file?"),
        FileMenu::tr("Save over \"%1\"?").arg(QFileInfo(path).fileName()), QMessageBox::Cancel, parent);
    question.setObjectName(QStringLiteral("overwriteQuestion"));
    question.setTextFormat(Qt::PlainText);
    question.setInformativeText(sentences.join(QLatin1Char('\n')));
    const auto* overwrite = question.addButton(FileMenu::tr("&Overwrite"), QMessageBox::DestructiveRole);
    QPushButton* elsewhere = question.addButton(FileMenu::tr("Save &as…"), QMessageBox::AcceptRole);
    question.setDefaultButton(elsewhere);
    question.exec();
    if (question.clickedButton() == overwrite)
        return SaveAnswer::Overwrite;
    return question.clickedButton() == elsewhere ? SaveAnswer::SaveAs : SaveAnswer::Cancel;
}

} // namespace

FileMenu::FileMenu(Document& document, Settings& settings, const QString& resourcesDirectory, QWidget* parent)
    : QMenu(tr("&File"), parent)
    , m_document(document)
    , m_settings(settings)
    , m_resources(resourcesDirectory)
    , m_scenes(findScenes(resourcesDirectory))
    , m_new(makeAction(this, QStringLiteral("new"), tr("&New…"),
          tr("Shows what to begin with: an empty session, your data, or a scene"), QKeySequence::New))
    , m_newFromFile(makeAction(this, QStringLiteral("newFromFile"), tr("New &from a file…"),
          tr("Makes a session that learns your own data: a CSV, NPZ, NPY or IDX file, or a text"),
          Qt::CTRL | Qt::SHIFT | Qt::Key_N))
    , m_open(makeAction(this, QStringLiteral("open"), tr("&Open…"),
          tr("Opens a session, a file of tensors or a training's log"), QKeySequence::Open))
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
    m_recent->menuAction()->setToolTip(tr("Files opened before"));

    addAction(m_new);
    addAction(m_newFromFile);
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

    connect(m_new, &QAction::triggered, this, &FileMenu::showGallery);
    connect(m_newFromFile, &QAction::triggered, this, &FileMenu::askForData);
    connect(m_open, &QAction::triggered, this, &FileMenu::askOpen);
    connect(m_save, &QAction::triggered, this, &FileMenu::save);
    connect(m_saveAs, &QAction::triggered, this, &FileMenu::saveAs);
    connect(quit, &QAction::triggered, parent, &QWidget::close);
    connect(m_recent, &QMenu::aboutToShow, this, &FileMenu::fillRecent);
    connect(this, &QMenu::aboutToShow, this,
        [this] { m_recent->setEnabled(!m_settings.recentFiles().isEmpty()); });
}

void FileMenu::addFileActions(const QList<QAction*>& actions)
{
    insertActions(this->actions().value(this->actions().indexOf(m_recent->menuAction()) + 1), actions);
}

void FileMenu::addRunActions(const QList<QAction*>& actions)
{
    QAction* below = this->actions().value(this->actions().indexOf(m_saveAs) + 1);
    auto* menu = new QMenu(tr("&Kept runs"), this);
    menu->menuAction()->setObjectName(QStringLiteral("keptRunsMenu"));
    menu->menuAction()->setToolTip(tr("Runs of this window, to and from files of their own"));
    menu->setToolTipsVisible(true);
    menu->addActions(actions);
    insertMenu(below, menu);
}

void FileMenu::addScenes()
{
    QMenu* menu = addSubmenu(
        this, QStringLiteral("scenesMenu"), tr("S&cenes"), tr("Sessions that come with the program"));
    int number = 1;
    QMenu* float8
        = addSubmenu(menu, QStringLiteral("float8ScenesMenu"), tr("&Float8"), menu->menuAction()->toolTip());
    for (const Scene& scene : m_scenes) {
        QMenu* into = scene.name.contains(QLatin1String("float8")) ? float8 : menu;
        QAction* action = into->addAction(
            engineText(scene.title.toStdString()), this, [this, path = scene.path] { openScene(path); });
        action->setObjectName(QStringLiteral("scene_") + scene.name);
        action->setToolTip(tr("Opens the scene \"%1\" and trains it").arg(action->text()));
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
            = m_recent->addAction(QFileInfo(path).fileName(), this, [this, path] { openChosen(path); });
        action->setToolTip(path);
        action->setStatusTip(path);
    }
    m_recent->addSeparator();
    QAction* clear
        = m_recent->addAction(tr("&Clear this list"), this, [this] { m_settings.clearRecentFiles(); });
    clear->setObjectName(QStringLiteral("clearRecentFiles"));
    clear->setToolTip(tr("Forgets which files were opened; the files stay"));
    m_recent->setToolTipsVisible(true);
}

void FileMenu::showGallery()
{
    if (m_gallery == nullptr) {
        m_gallery = new GalleryDialog(m_resources, m_scenes, m_settings, parentWidget());
        connect(m_gallery, &GalleryDialog::sceneChosen, this, &FileMenu::openScene);
        connect(m_gallery, &GalleryDialog::tourChosen, this, [this](const QString& path) {
            if (!mayDiscardChanges() || !report(m_document.openScene(path)))
                return;
            emit opened();
            emit tourWanted();
        });
        connect(m_gallery, &GalleryDialog::emptyChosen, this, &FileMenu::startNew);
        connect(m_gallery, &GalleryDialog::lessonsChosen, this, &FileMenu::lessonsWanted);
        connect(m_gallery, &GalleryDialog::dataChosen, this, [this] {
            if (!askForData())
                showGallery();
        });
    }
    m_gallery->present();
}

/// Leaving a scene that was changed is an undo step, and a scene is not the user's work; the user's work is asked about, since undo
/// ends with the window.
bool FileMenu::mayLeaveForScene()
{
    return !m_document.isOwn() || mayDiscardChanges();
}

bool FileMenu::startNew()
{
    if (!mayLeaveForScene())
        return false;
    m_document.startNew(arithmeticOf(m_settings.arithmetic().toStdString()));
    emit opened();
    return true;
}

bool FileMenu::askForData()
{
    const QString path = OwnDataDialog::askForFile(parentWidget(), tr("New session from a file"));
    if (!path.isEmpty())
        newFromFile(path);
    return !path.isEmpty();
}

void FileMenu::newFromFile(const QString& path)
{
    auto* dialog = new OwnDataDialog(m_document.filePath().isEmpty(), parentWidget());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &OwnDataDialog::created, this, [this, dialog](SessionSpec session) {
        session.training.arithmetic = arithmeticOf(m_settings.arithmetic().toStdString());
        if (openMade(session, tr("New session from a file")))
            dialog->accept();
    });
    dialog->read(path);
    dialog->open();
}

void FileMenu::openScene(const QString& path)
{
    if (mayLeaveForScene() && report(m_document.openScene(path)))
        emit opened();
}

bool FileMenu::openPrepared(SessionSpec session, const QString& text)
{
    if (!mayLeaveForScene())
        return false;
    m_document.openPrepared(std::move(session), text);
    return true;
}

bool FileMenu::openMade(SessionSpec session, const QString& text)
{
    if (!mayLeaveForScene())
        return false;
    m_document.openMade(std::move(session), text);
    emit opened();
    return true;
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
    const QString path = fileToOpen(parentWidget(),
        {.title = tr("Open"), .path = QFileInfo(m_document.filePath()).path(), .filters = openFilter()});
    if (!path.isEmpty())
        openChosen(path);
}

void FileMenu::openChosen(const QString& path)
{
    if (path.endsWith(QLatin1Char('.') + sessionSuffix(), Qt::CaseInsensitive))
        openSession(path);
    else
        emit fileChosen(path);
}

bool FileMenu::save()
{
    enterTyping();
    return m_document.filePath().isEmpty() ? saveAs() : saveTo(m_document.filePath());
}

bool FileMenu::saveAs()
{
    enterTyping();
    QString name = toQt(m_document.session()->title) + QLatin1Char('.') + sessionSuffix();
    name.replace(QLatin1Char('/'), QLatin1Char('-')); // a title is no path
    const QString path = fileToSave(parentWidget(),
        {.title = tr("Save session"),
            .path = m_document.filePath().isEmpty() ? name : m_document.filePath(),
            .filters = sessionFilter()});
    if (path.isEmpty() || !saveTo(path))
        return false;
    // The session may have got another file meanwhile.
    m_settings.addRecentFile(m_document.filePath());
    return true;
}

bool FileMenu::saveTo(const QString& path)
{
    OnLoss onLoss = OnLoss::Refuse;
    if (const SaveLoss loss = m_document.lossOfSaving(path)) {
        const SaveAnswer answer = askToOverwrite(parentWidget(), path, lossSentences(loss));
        if (answer != SaveAnswer::Overwrite)
            return answer == SaveAnswer::SaveAs && saveAs();
        onLoss = OnLoss::Accept;
    }
    if (!report(m_document.saveAs(path, onLoss)))
        return false;
    emit saved(path);
    return true;
}

void FileMenu::enterTyping()
{
    const QPointer<QWidget> field = parentWidget()->focusWidget();
    if (!field)
        return;
    if (!field->hasFocus()) { // another program's window is in front, which fields do not take for being left
        QFocusEvent left(QEvent::FocusOut, Qt::OtherFocusReason);
        QCoreApplication::sendEvent(field, &left);
        return;
    }
    field->clearFocus();
    if (field && field->isVisible()) // the editor of a table's cell is gone by now
        field->setFocus();
}

bool FileMenu::mayDiscardChanges()
{
    enterTyping();
    if (!m_document.isModified())
        return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
        tr("\"%1\" has changes that are not saved.").arg(engineText(m_document.session()->title)),
        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, parentWidget());
    question.setObjectName(QStringLiteral("unsavedChanges"));
    question.setDefaultButton(QMessageBox::Save);
    const int answer = question.exec();
    return answer == QMessageBox::Discard || (answer == QMessageBox::Save && save());
}

bool FileMenu::report(const Status& status)
{
    if (!status)
        emit failed(engineText(status.error()));
    return status.ok();
}

} // namespace ulpscope::ui
