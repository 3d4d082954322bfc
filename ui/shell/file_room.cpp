// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/file_room.h"

#include "app/io/keras/model/keras_file_import.h"
#include "app/io/session/session_file.h"
#include "engine/scaling/loss_scale_text.h"
#include "ui/files/files_view.h"
#include "ui/look/action.h"
#include "ui/look/file_dialogs.h"
#include "ui/look/models/display_text.h"
#include "ui/look/models/translation.h"
#include "ui/look/page_area.h"
#include "ui/look/tabs.h"
#include "ui/numbers/number_lab_view.h"
#include "ui/shell/file_menu.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTabWidget>

#include <filesystem>
#include <utility>

namespace ulpscope::ui {

FileRoom::FileRoom(std::shared_ptr<const Kernels> kernels, World world, QWidget* window)
    : QObject(window)
    , m_world(std::move(world))
    , m_kernels(std::move(kernels))
    , m_view(new FilesView(m_kernels, window))
    , m_page(new PageArea(window))
    , m_show(makeAction(this, QStringLiteral("showTab%1").arg(m_world.tabs.count() + 1), tr("File"),
          tr("What is open from elsewhere: tensors, a training's recording or its log (Alt+%1)")
              .arg(m_world.tabs.count() + 1),
          Qt::ALT | Qt::Key(Qt::Key_1 + m_world.tabs.count())))
    , m_openRecording(makeAction(this, QStringLiteral("openRecording"), tr("Open a recording's fol&der…"),
          tr("Opens the folder of a recording: tensors of a training, by step, layer and role"),
          Qt::CTRL | Qt::SHIFT | Qt::Key_D))
    , m_judge(makeAction(this, QStringLiteral("judgeLog"), tr("&Judge a log from the clipboard"),
          tr("Says of a training's log that was copied whether its loss scale is as it should be"),
          Qt::CTRL | Qt::Key_J))
    , m_close(makeAction(this, QStringLiteral("closeFile"), tr("Close the file from &elsewhere"),
          tr("Closes the tensors, the recording or the log that are open; the session stays"),
          QKeySequence(Qt::CTRL | Qt::Key_W)))
    , m_orders(makeAction(this, QStringLiteral("orders"), tr("Orders of a sum…"),
          tr("One sum or dot product in the orders that libraries choose between, side by side"),
          Qt::CTRL | Qt::SHIFT | Qt::Key_O))
{
    m_page->setWidget(m_view);
    m_page->hide();
    m_show->setEnabled(false);
    m_close->setEnabled(false);
    connect(m_show, &QAction::triggered, this, [this] { m_world.tabs.setCurrentWidget(m_page); });
    connect(m_openRecording, &QAction::triggered, this, &FileRoom::askForRecording);
    connect(m_judge, &QAction::triggered, this, &FileRoom::judgeClipboard);
    connect(m_close, &QAction::triggered, &m_view->file(), &OpenedFile::close);
    connect(m_orders, &QAction::triggered, m_view, &FilesView::showOrders);
    connect(m_view, &FilesView::appeared, this, &FileRoom::show);
    connect(m_view, &FilesView::vanished, this, &FileRoom::hide);
    connect(m_view, &FilesView::failed, this, &FileRoom::fail);
    connect(m_view, &FilesView::numberWanted, this, &FileRoom::openNumber);
    connect(m_view, &FilesView::ruleWanted, this, &FileRoom::useRule);
    connect(m_view, &FilesView::modelWanted, this, &FileRoom::takeModel);
    connect(&m_aside, &Aside::failed, this, &FileRoom::failed);
    connect(m_view, &FilesView::trainingWanted, &m_world.fileMenu, &FileMenu::newFromFile);
}

void FileRoom::open(const QString& path, std::function<void()> otherwise)
{
    m_view->open(path, std::move(otherwise));
}

void FileRoom::openLog(const QString& path)
{
    m_view->file().openLog(path);
}

std::uint64_t FileRoom::bytes() const
{
    return m_view->bytes();
}

bool FileRoom::isIdle() const
{
    return m_view->isIdle() && !m_aside.isBusy();
}

void FileRoom::show()
{
    const OpenedFile& file = m_view->file();
    if (m_world.tabs.indexOf(m_page) < 0) {
        const int tab = m_world.tabs.addTab(m_page, m_show->text());
        m_world.tabs.setTabToolTip(tab, m_show->toolTip());
    }
    m_show->setEnabled(true);
    m_close->setEnabled(file.isOpen());
    if (m_world.tabs.currentWidget() != m_page)
        m_before = m_world.tabs.currentWidget();
    m_world.tabs.setCurrentWidget(m_page);
    m_view->focusPage();
    if (!file.path().isEmpty() && !file.isReading())
        m_world.settings.addRecentFile(file.path());
}

void FileRoom::hide()
{
    m_show->setEnabled(false);
    m_close->setEnabled(false);
    const int tab = m_world.tabs.indexOf(m_page);
    if (tab < 0)
        return;
    if (m_world.tabs.currentWidget() == m_page && m_before)
        m_world.tabs.setCurrentWidget(m_before);
    m_world.tabs.removeTab(tab);
}

void FileRoom::askForRecording()
{
    const QString path = folderToOpen(m_view->window(),
        {.title = tr("Open a recording's folder"), .path = QFileInfo(m_view->file().path()).path()});
    if (!path.isEmpty())
        open(path, {});
}

void FileRoom::judgeClipboard()
{
    const QString text = QApplication::clipboard()->text();
    if (text.trimmed().isEmpty())
        emit failed(tr("There is no text on the clipboard: copy lines of a training's log first."));
    else
        m_view->file().judge(text);
}

void FileRoom::fail(const QString& message)
{
    if (const QString path = m_view->file().asked(); !path.isEmpty() && !QFileInfo::exists(path))
        m_world.settings.removeRecentFile(path);
    emit failed(message);
}

void FileRoom::openNumber(const WantedNumber& number)
{
    if (number.format)
        m_world.lab.lab().addFormat(*number.format);
    m_world.lab.lab().setValue(number.value, NumberOrigin{number.place, {}});
    bringToFront(m_world.lab);
}

void FileRoom::useRule(const QString& rule, bool inScene)
{
    const auto change = [rule](SessionSpec& session) -> Status {
        Result<Component> scale = lossScaleByText(rule.toStdString(), session.training.lossScale);
        if (!scale)
            return scale.error();
        session.training.lossScale = std::move(scale).value();
        return success();
    };
    SessionSpec session = *m_world.document.session();
    if (inScene) {
        Result<SessionSpec> scene = loadSession(QFile::encodeName(m_world.scene).toStdString());
        if (!scene)
            return emit failed(engineText(scene.error()));
        session = std::move(scene).value();
    }
    if (const Status done = change(session); !done)
        return emit failed(engineText(done.error()));
    const QString text = tr("Loss scale of a log");
    if (inScene) {
        if (m_world.fileMenu.openMade(std::move(session), text))
            bringToFront(m_world.run);
        return;
    }
    if (!m_world.document.tryEdit(
            text, [&](SessionSpec& edited) { edited.training.lossScale = session.training.lossScale; }))
        return;
    bringToFront(m_world.run);
    emit edited();
}

namespace {

/// Path for the state beside the weights, "a.state.npz" for "a.weights.npz"; a free name, because the user was not asked.
QString stateBeside(const QString& weights)
{
    const QFileInfo file(weights);
    const QString base = file.completeBaseName();
    const QString stem = base.endsWith(QLatin1String(".weights")) ? base.chopped(8) : base;
    for (int number = 1;; ++number) {
        const QString name = stem + (number == 1 ? QString() : QStringLiteral("-%1").arg(number))
            + QStringLiteral(".state.npz");
        if (!QFileInfo::exists(file.dir().filePath(name)))
            return file.dir().filePath(name);
    }
}

} // namespace

/// A session has its weights in a file of its own, which the person chooses.
void FileRoom::takeModel(const QString& path)
{
    const QFileInfo file(path);
    const QString weights = fileToSave(m_view->window(),
        {.title = tr("Where the weights are kept that training begins with"),
            .path = file.dir().filePath(file.completeBaseName() + QStringLiteral(".weights.npz")),
            .filters = tr("NumPy arrays (*.npz)")});
    if (weights.isEmpty())
        return;
    const auto toPath
        = [](const QString& name) { return std::filesystem::path(QFile::encodeName(name).toStdString()); };
    const QString state = stateBeside(weights);
    m_aside.ask([this, weights, state, from = toPath(path), to = toPath(weights), stateTo = toPath(state),
                    global = m_world.document.session()->policies.global](
                    const std::stop_token& stop) -> Aside::Answer {
        auto import
            = std::make_shared<Result<KerasFileImport>>(importKerasFile(from, *m_kernels, global, stop));
        if (*import)
            if (const Status saved = saveNpz(to, (*import)->weights); !saved)
                *import = saved.error();
        const bool hasState = *import && !(*import)->state.empty();
        if (hasState)
            if (const Status saved = saveNpz(stateTo, (*import)->state); !saved)
                *import = saved.error();
        return [this, import, weights, state = hasState ? state : QString()] {
            useModel(*import, weights, state);
        };
    });
    emit noticed(tr("Reading the model of %1…").arg(file.fileName()));
}

void FileRoom::useModel(const Result<KerasFileImport>& import, const QString& weights, const QString& state)
{
    if (!import)
        return emit failed(engineText(import.error()));
    const Status done = m_world.document.edit(tr("Model of a .keras file"), [&](SessionSpec& session) {
        session = withImport(std::move(session), import->model);
        session.training.initialWeights = QFile::encodeName(weights).toStdString();
        session.training.initialState = QFile::encodeName(state).toStdString();
    });
    if (!done)
        return emit failed(tr(
            "The model does not fit this session's data: %1. Open its data first, with File > New from a file.")
                               .arg(engineText(done.error())));
    bringToFront(m_world.run);
    emit edited();
    QStringList said{tr("The model is here, with its weights.")};
    for (const std::vector<std::string>& notes :
        {import->model.notes, import->model.compile.notes, import->notes})
        for (const std::string& note : notes)
            said += toQt(note);
    emit told(said.join(QLatin1Char(' ')));
}

} // namespace ulpscope::ui
